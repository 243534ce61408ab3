import type { Pool } from "pg";
import { acceptedAnchors, readFutureAnchor } from "@/lib/areas/anchors/future";
import { countWrittenOff, restoreWrittenOff } from "@/lib/ledger/jobs/restore";
import { CHANNEL } from "@/lib/ledger/rules/types";
import type { Ledger } from "@/lib/ledger/run/ledger";
import type { Clock } from "@/lib/platform/clock";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { formatLocalDate } from "@/lib/platform/time";
import { waitingWork } from "@/lib/platform/waiting-work";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { Transaction } from "@/lib/portal/acts/administer";
import { type AdminContext, momentOf, type WalletAdminContext } from "@/lib/portal/acts/context";
import { administerAgreed, agree } from "@/lib/portal/acts/second-person";
import type { ClockDamage } from "./record";

/** The row of `job_run` of an act that is being carried out. */
const JOB = "restore";

/** Traces of a clock that was ahead: the dry run of {@link putClockRight}. */
export async function readClockDamage(
  context: Pick<WalletAdminContext, "database" | "clock" | "programme">,
): Promise<ClockDamage> {
  return damageOf(context.database, momentOf(context));
}

async function damageOf(
  tx: AdminContext["database"] | Transaction,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<ClockDamage> {
  const running = await tx.jobRun.count({ where: { name: JOB, finishedAt: null } });
  const future = await readFutureAnchor(tx, now);
  const isAccepted = future !== null && future <= (await acceptedAnchors(tx));
  return {
    ...(await countWrittenOff(tx, formatLocalDate(now, timeZone))),
    anchor: isAccepted ? null : future,
    isRunning: running > 0,
  };
}

/**
 * Puts right what a clock that was ahead did: points that it wrote off come back into their lots, in steps by {@link clockRunner}, and anchors of the
 * future are accepted, so that `verify` names them no longer. Where there is nothing to put right, or the act is being carried out, nothing is done.
 * @throws AdminError forbidden, second_person
 */
export function putClockRight(context: WalletAdminContext, actor: AdminActor): Promise<ClockDamage> {
  return administerAgreed(context, actor, "programme.put_clock_right", async (act) => {
    const { tx, now, record } = act;
    await tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", JOB);
    const { timeZone } = momentOf(context);
    const damage = await damageOf(tx, { now, timeZone });
    const { wallets, points, anchor, isRunning } = damage;
    const isNothing = isRunning || (points === 0 && anchor === null);
    const approvedBy = await agree(act, {
      kind: "rules",
      merchantId: null,
      points: isNothing ? 0 : points || Number.POSITIVE_INFINITY,
      content: ["clock"],
      summary: { act: "clock", wallets: String(wallets), points: String(points) },
    });
    if (isNothing) return damage;
    if (points > 0)
      await tx.$executeRawUnsafe(
        `INSERT INTO job_run (name, started_at, detail) VALUES ($1, $2::timestamptz, jsonb_build_object('userId', $3::int))
         ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, finished_at = NULL, detail = excluded.detail`,
        ...[JOB, now.toISOString(), actor.userId],
      );
    await record({
      ...{ subject: "programme", subjectId: 1, merchantId: null, before: null },
      after: { wallets, points, anchor, approvedBy },
    });
    return { ...damage, anchor: null, isRunning: points > 0 };
  });
}

export interface ClockRunnerOptions {
  pool: Pool;
  ledger: Pick<Ledger, "post">;
  clock: Clock;
  timeZone: () => string;
  onDone?: (done: object) => void;
  onError?: (error: unknown) => void;
}

/** Carries {@link putClockRight} out, from wherever it stopped. */
export function clockRunner({
  pool,
  ledger,
  clock,
  timeZone,
  onDone,
  onError,
}: ClockRunnerOptions): RecurringJob<void> {
  return waitingWork({
    name: "put clock right",
    pool,
    waiting: `SELECT 1 AS id FROM job_run WHERE name = '${JOB}' AND finished_at IS NULL`,
    lock: JOB,
    work: async (client, _id, signal) => {
      const { rows } = await client.query<{ user_id: number }>(
        "SELECT (detail ->> 'userId')::int AS user_id FROM job_run WHERE name = $1 AND finished_at IS NULL",
        [JOB],
      );
      const userId = rows[0]?.user_id;
      if (userId === undefined) return;
      const actor = {
        ...{ userId, channelId: CHANNEL.adminPortal },
        ...{ merchantId: null, branchId: null, branchMsisdn: null },
      };
      const today = formatLocalDate(clock.now(), timeZone());
      const done = await restoreWrittenOff(client, { ledger, actor, today, signal });
      if (!done.isWhole) return;
      await client.query(
        "UPDATE job_run SET finished_at = $2, detail = detail || $3::jsonb WHERE name = $1",
        [JOB, clock.now(), JSON.stringify(done)],
      );
      onDone?.(done);
    },
    onError,
  });
}
