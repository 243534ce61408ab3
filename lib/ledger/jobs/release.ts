import type { Pool, PoolClient } from "pg";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL } from "@/lib/ledger/rules/types";
import type { Ledger } from "@/lib/ledger/run/ledger";
import type { Clock } from "@/lib/platform/clock";
import { sender } from "@/lib/platform/database/sender";
import { type RecurringJob, recurringJob } from "@/lib/platform/recurring-job";
import { withSessionLock } from "@/lib/platform/session-lock";
import { formatLocalDate } from "@/lib/platform/time";

/** The name that the job's lock is made of. */
const JOB = "release";
const UNAVAILABLE = 1902;

export interface ReleaseJobOptions {
  /** Connections for reading; one is held for as long as the job runs. */
  pool: Pool;
  /** Writes the releases. */
  ledger: Pick<Ledger, "expire">;
  clock: Clock;
  /** The user in whose name the entries are written. */
  systemUserId: number;
  /** Wallets that are read at once. */
  pageSize?: number;
  /** Wallets that are worked on at once: few enough that tills do not notice. */
  concurrency?: number;
  /** Stops the job between wallets. Releases already written stay; the next round continues. */
  signal?: AbortSignal;
}

export interface ReleaseRun {
  /** Wallets that something was given free in. */
  wallets: number;
  /** Wallets that could not be settled, and the first reason. They are tried again by the next round. */
  failed: number;
  failure: unknown;
}

/** Wallets in which something has ripened or a hold has ended, in which movements are allowed, by id. */
const DUE = `
SELECT w.id, w.wallet_code
  FROM (SELECT d.wallet_id FROM (
          (SELECT DISTINCT p.wallet_id FROM pending_points p WHERE p.points > 0 AND p.ripens_on <= $1::date AND p.wallet_id > $3)
           UNION
          (SELECT DISTINCT h.wallet_id FROM hold h WHERE h.state = 'open' AND h.expires_at <= $2::timestamptz AND h.wallet_id > $3)) d
         ORDER BY d.wallet_id) due
  JOIN wallet w ON w.id = due.wallet_id AND w.status_id IN (1, 2, 3)
 ORDER BY w.id LIMIT $4`;

/**
 * Gives free what has ripened, and ends holds whose time is over (rules.md §19), wallet by wallet through the ledger; null when another
 * process is at it. Repeated or interrupted runs change nothing of the result: every movement settles its wallet first, so only readers
 * wait for the job.
 *
 * Throws when the database cannot be read or the ledger is unavailable (1902).
 */
export function runReleaseJob(options: ReleaseJobOptions): Promise<ReleaseRun | null> {
  return withSessionLock(options.pool, [JOB, 0], (client) => release(client, options));
}

async function release(
  client: PoolClient,
  { ledger, clock, systemUserId, pageSize = 1_000, concurrency = 8, signal }: ReleaseJobOptions,
): Promise<ReleaseRun> {
  const run: ReleaseRun = { wallets: 0, failed: 0, failure: null };
  const { rows: programmes } = await client.query<{ time_zone: string }>(
    "SELECT time_zone FROM programme WHERE id = 1",
  );
  const timeZone = programmes[0]?.time_zone;
  if (timeZone === undefined) return run;
  const now = clock.now();
  const actor = {
    userId: systemUserId,
    channelId: CHANNEL.system,
    merchantId: null,
    branchId: null,
    branchMsisdn: null,
  };
  const settle = async (walletCode: string) => {
    try {
      if ((await ledger.expire({ type: "expire", walletCode, actor })) !== null) run.wallets += 1;
    } catch (error) {
      if (isDomainError(error) && error.code === UNAVAILABLE) throw error;
      run.failed += 1;
      run.failure ??= error;
    }
  };
  for (let after = 0; ; ) {
    const { rows } = await sender(client)({
      text: DUE,
      values: [formatLocalDate(now, timeZone), now.toISOString(), after, pageSize],
    });
    const due = rows as { id: number; wallet_code: string }[];
    const waiting = due.values();
    const worker = async () => {
      for (const { wallet_code } of waiting) {
        if (signal?.aborted) return;
        await settle(wallet_code);
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: Math.min(concurrency, due.length) }, worker));
    for (const result of ended) if (result.status === "rejected") throw result.reason;
    const last = due.at(-1);
    if (signal?.aborted || last === undefined || due.length < pageSize) return run;
    after = last.id;
  }
}

const EVERY_MS = 60_000;

export interface ReleaseScheduleOptions extends Omit<ReleaseJobOptions, "signal"> {
  /** Told of every run that gave something free or failed, for logs. */
  onRun?: (run: ReleaseRun) => void;
  /** Told of every failure; the next round tries again. */
  onError?: (error: unknown) => void;
  everyMs?: number;
}

/** Runs the job every minute. Every process may keep a schedule. */
export function startReleaseSchedule({
  onRun,
  onError,
  everyMs = EVERY_MS,
  ...job
}: ReleaseScheduleOptions): RecurringJob<ReleaseRun | null> {
  const schedule = recurringJob<ReleaseRun | null>({
    name: "releases",
    everyMs,
    onError,
    onRound: (run) => {
      if (run !== null && run.wallets + run.failed > 0) onRun?.(run);
      return undefined;
    },
    round: (signal) => runReleaseJob({ ...job, signal }),
  });
  schedule.start();
  return schedule;
}
