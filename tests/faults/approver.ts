import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { decideApproval } from "@/lib/areas/approvals/decide-approval";
import { systemClock } from "@/lib/platform/clock";
import { createPrismaClient, type PrismaClient } from "@/lib/platform/database/pools";
import { isAdminError } from "@/lib/portal/acts/errors";
import { readAsked, readDays, readNamed } from "./limit-rows";
import type { Decision, LimitEvidence } from "./limits";
import type { Random } from "./random";
import type { World } from "./world";

/** People who decide about what waits, while a history runs. */
export interface Approvals {
  /** They go home; everything that limits and approvals left behind. */
  end(): Promise<LimitEvidence>;
}

interface Supervisor {
  id: number;
  merchantId: number;
}

const LOOK_EVERY_MS = 60;
/** What is decided at once. The harness's own connections are few. */
const TOGETHER = 2;

/** Decides, from now on, as the portal does: of what waits some is approved, some refused, some left, and some both at once. */
export async function approve(
  pool: pg.Pool,
  { facts, wallets, lastIdBefore }: World,
  random: Random,
): Promise<Approvals> {
  const { rows } = await pool.query<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM till_approval");
  const lastBefore = rows[0]?.id ?? 0;
  const prisma = createPrismaClient(pool);
  const people = new Approvers(pool, prisma, random, lastBefore);
  const deciding = facts.approvesBeyondLimits ? people.decideUntilStopped() : Promise.resolve();
  return {
    end: async () => {
      people.isStopped = true;
      await deciding;
      await prisma.$disconnect();
      const codes = wallets.map(({ code }) => code);
      return {
        days: await readDays(pool),
        asked: await readAsked(pool, lastBefore),
        named: await readNamed(pool, { lastBefore, lastIdBefore, codes }),
        decisions: people.decisions,
      };
    },
  };
}

class Approvers {
  readonly decisions: Decision[] = [];
  isStopped = false;
  private readonly seen = new Set<number>();
  private supervisors: readonly Supervisor[] = [];

  constructor(
    private readonly pool: pg.Pool,
    private readonly prisma: PrismaClient,
    private readonly random: Random,
    private readonly lastBefore: number,
  ) {}

  async decideUntilStopped(): Promise<void> {
    while (!this.isStopped) {
      // A database that is down is asked again.
      const waiting = await this.readWaiting().catch(() => []);
      while (waiting.length > 0 && !this.isStopped)
        await Promise.all(waiting.splice(0, TOGETHER).map((one) => this.look(one)));
      await delay(LOOK_EVERY_MS);
    }
  }

  private async readWaiting(): Promise<{ id: number; merchantId: number }[]> {
    if (this.supervisors.length === 0) this.supervisors = await readSupervisors(this.pool);
    const { rows } = await this.pool.query<{ id: number; merchantId: number }>(
      `SELECT id, merchant_id AS "merchantId" FROM till_approval
       WHERE id > $1 AND state = 'pending' AND id <> ALL ($2) ORDER BY id LIMIT 50`,
      [this.lastBefore, [...this.seen]],
    );
    return rows;
  }

  private async look({ id, merchantId }: { id: number; merchantId: number }): Promise<void> {
    this.seen.add(id);
    const own = this.supervisors.filter((one) => one.merchantId === merchantId);
    const kind = this.random.weighted({ approve: 6, refuse: 2, leave: 1, both: 1 });
    if (kind === "leave") return;
    if (kind !== "both") return this.decide(id, kind, this.random.pick(own));
    const [one = this.random.pick(own), other = one] = own;
    await Promise.all([this.decide(id, "approve", one), this.decide(id, "refuse", other)]);
  }

  private async decide(
    approvalId: number,
    verdict: Decision["verdict"],
    { id: userId, merchantId }: Supervisor,
  ): Promise<void> {
    const sentAt = performance.now();
    const outcome = await decideApproval(
      { database: this.prisma, clock: systemClock },
      { userId, role: "supervisor", merchantId },
      { approvalId, decision: verdict },
    ).then(
      () => "done" as const,
      (error) => (isAdminError(error) ? ("declined" as const) : ("unknown" as const)),
    );
    const endedAt = performance.now();
    this.decisions.push({ approvalId, decidedBy: userId, verdict, sentAt, endedAt, outcome });
  }
}

async function readSupervisors(pool: pg.Pool): Promise<Supervisor[]> {
  const { rows } = await pool.query<Supervisor>(
    `SELECT id, merchant_id AS "merchantId" FROM app_user WHERE role = 'supervisor' ORDER BY id`,
  );
  return rows;
}
