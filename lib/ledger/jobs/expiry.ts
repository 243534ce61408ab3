import type { ClientBase, Pool, PoolClient } from "pg";
import type { Actor } from "@/lib/ledger/rules/commands";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL } from "@/lib/ledger/rules/types";
import type { Ledger } from "@/lib/ledger/run/ledger";
import type { Clock } from "@/lib/platform/clock";
import { sender } from "@/lib/platform/database/sender";
import { type RecurringJob, recurringJob } from "@/lib/platform/recurring-job";
import { withSessionLock } from "@/lib/platform/session-lock";
import { formatLocalDate, plusDays } from "@/lib/platform/time";

/** The job's row in job_run, and the name that its lock is made of. */
const JOB = "expiry";

export interface ExpiryJobOptions {
  /** Connections for reading; one is held for as long as the job runs. */
  pool: Pool;
  /** Writes the expiry entries. */
  ledger: Pick<Ledger, "expire">;
  clock: Clock;
  /** The user in whose name the entries are written. */
  systemUserId: number;
  /** Lots that are read at once. */
  pageSize?: number;
  /** Wallets that are worked on at once: few enough that tills do not notice. */
  concurrency?: number;
  /** Stops the job between wallets. Entries already written stay; the next run continues. */
  signal?: AbortSignal;
}

export interface ExpiryCounts {
  /** The day before which everything has lapsed (ISO date in the programme's time zone). */
  day: string;
  /** Wallets that something was written off in. */
  wallets: number;
  /** Wallets that may not be touched: blocked, closed, merged. */
  refused: number;
  /** Wallets that could not be written off, and the first reason. They are tried again by the next runs. */
  failed: number;
  failure: unknown;
}

export type ExpiryRun =
  /** Every lapsed lot was looked at. */
  | ({ kind: "completed" } & ExpiryCounts)
  | ({ kind: "interrupted" } & ExpiryCounts)
  /** Another process is at it. */
  | { kind: "busy" };

/**
 * Writes off all lots whose last day is past (rules.md §8), wallet by wallet through the ledger. Any number of processes may try at once:
 * one works, the others are told so; and because each wallet is settled under its lock, nothing would be written twice even if two worked.
 * Repeated or interrupted runs change nothing of the result: nobody can spend a lapsed point meanwhile, because every movement settles its
 * wallet first.
 *
 * A wallet that fails for a reason of its own is counted and left for the next run. Throws when the database cannot be
 * read or the ledger is unavailable (1902).
 */
export async function runExpiryJob(options: ExpiryJobOptions): Promise<ExpiryRun> {
  const run = await withSessionLock(options.pool, [JOB, 0], (client) => sweepAndRecord(client, options));
  return run ?? { kind: "busy" };
}

async function sweepAndRecord(client: PoolClient, options: ExpiryJobOptions): Promise<ExpiryRun> {
  const { clock } = options;
  const state = await readJobState(client);
  const day = formatLocalDate(clock.now(), state.timeZone);
  await client.query(
    `INSERT INTO job_run (name, started_at) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, finished_at = NULL, detail = NULL`,
    [JOB, clock.now()],
  );
  const sweep = new Sweep(client, options, day);
  const isWhole = await sweep.run(firstDay(state.completedOn, day));
  const { wallets, refused, failed, failure } = sweep;
  await client.query(
    `UPDATE job_run SET completed_on = CASE WHEN $2 THEN $3::date ELSE completed_on END,
            finished_at = $4, detail = $5 WHERE name = $1`,
    [JOB, isWhole, day, clock.now(), { wallets, refused, failed, isInterrupted: !isWhole }],
  );
  return { kind: isWhole ? "completed" : "interrupted", day, wallets, refused, failed, failure };
}

/**
 * The first lapsed day worth looking at. Older lots are empty since the last run, and there are years of them. Once a month,
 * after the day on which most points lapse, everything is looked at: a wallet that was blocked may be open again.
 */
function firstDay(completedOn: string | null, today: string): string {
  const isSameMonth = completedOn !== null && completedOn.slice(0, 7) === today.slice(0, 7);
  // Days of slack for processes whose clocks disagree about midnight.
  return isSameMonth && completedOn <= today ? plusDays(completedOn, -CLOCK_SLACK_DAYS) : "-infinity";
}

const CLOCK_SLACK_DAYS = 2;

interface JobState {
  timeZone: string;
  /** ISO date of the last day for which the job was done. */
  completedOn: string | null;
}

async function readJobState(client: ClientBase | Pool): Promise<JobState> {
  const { rows } = await client.query<{ time_zone: string; completed_on: string | null }>(
    `SELECT p.time_zone, (SELECT completed_on::text FROM job_run WHERE name = $1) AS completed_on
       FROM programme p WHERE p.id = 1`,
    [JOB],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("The programme is not set up: the table programme is empty");
  return { timeZone: row.time_zone, completedOn: row.completed_on };
}

interface LapsedLot {
  expires_on: string;
  wallet_id: number;
  /** null: the wallet is in a status in which nothing moves. */
  wallet_code: string | null;
}

const LAPSED_LOTS = `
SELECT l.expires_on::text AS expires_on, l.wallet_id, w.wallet_code
  FROM (SELECT * FROM lot x
         WHERE (x.expires_on, x.wallet_id) > ($1::date, $2::bigint) AND x.expires_on < $3::date AND x.points > 0
         ORDER BY x.expires_on, x.wallet_id LIMIT $4) l
  LEFT JOIN LATERAL (SELECT * FROM wallet x WHERE x.id = l.wallet_id AND x.status_id IN (1, 2, 3) LIMIT 1) w ON true
 ORDER BY l.expires_on, l.wallet_id`;

class Sweep {
  wallets = 0;
  refused = 0;
  failed = 0;
  failure: unknown = null;
  readonly #actor: Actor;
  readonly #pageSize: number;
  readonly #concurrency: number;

  constructor(
    private readonly client: PoolClient,
    private readonly options: ExpiryJobOptions,
    private readonly day: string,
  ) {
    this.#pageSize = options.pageSize ?? 1_000;
    this.#concurrency = options.concurrency ?? 32;
    this.#actor = {
      userId: options.systemUserId,
      channelId: CHANNEL.system,
      merchantId: null,
      branchId: null,
      branchMsisdn: null,
    };
  }

  /** Writes off the lots that lapsed from `fromDay` on; false when it was stopped before the end. */
  async run(fromDay: string): Promise<boolean> {
    let position: [day: string, walletId: number] = [fromDay, 0];
    for (;;) {
      if (this.options.signal?.aborted) return false;
      const { rows } = await sender(this.client)({
        text: LAPSED_LOTS,
        values: [...position, this.day, this.#pageSize],
      });
      const lots = rows as LapsedLot[];
      if (!(await this.#writeOff(lots))) return false;
      const last = lots.at(-1);
      if (last === undefined || lots.length < this.#pageSize) return true;
      position = [last.expires_on, last.wallet_id];
    }
  }

  async #writeOff(lots: readonly LapsedLot[]): Promise<boolean> {
    this.refused += lots.filter((lot) => lot.wallet_code === null).length;
    // One command settles a wallet whole, however many of its lots have lapsed.
    const walletCodes = [...new Set(lots.flatMap((lot) => lot.wallet_code ?? []))];
    const waiting = walletCodes.values();
    const workers = Array.from({ length: Math.min(this.#concurrency, walletCodes.length) }, async () => {
      for (const walletCode of waiting) {
        if (this.options.signal?.aborted) return false;
        await this.#expire(walletCode);
      }
      return true;
    });
    const results = await Promise.allSettled(workers);
    for (const result of results) if (result.status === "rejected") throw result.reason;
    return results.every((result) => result.status === "fulfilled" && result.value);
  }

  async #expire(walletCode: string): Promise<void> {
    try {
      const posted = await this.options.ledger.expire({ type: "expire", walletCode, actor: this.#actor });
      if (posted !== null) this.wallets += 1;
    } catch (error) {
      if (isDomainError(error) && error.code === UNAVAILABLE) throw error;
      // Its status has just changed.
      if (isDomainError(error) && STATUS_CODES.has(error.code)) this.refused += 1;
      else {
        this.failed += 1;
        this.failure ??= error;
      }
    }
  }
}

const UNAVAILABLE = 1902;
const STATUS_CODES: ReadonlySet<number> = new Set([1201, 1202, 1203, 1204, 1206]);

// The schedule ---------------------------------------------------------------------------------------------------------

export interface ExpiryScheduleOptions extends Omit<ExpiryJobOptions, "signal"> {
  /** Told of every run, for logs and metrics. */
  onRun?: (run: ExpiryRun) => void;
  /** Told of every failure; the next check tries again. */
  onError?: (error: unknown) => void;
  checkEveryMs?: number;
}

const CHECK_EVERY_MS = 5 * 60_000;
/** After midnight, so that every process agrees on the day by then. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;

/**
 * Runs the expiry job once a day shortly after midnight in the programme's time zone, or as soon as the service runs
 * again after it. Whether it is due is asked of the clock and the database every few minutes, never counted in timers: a
 * clock that is put right, a machine that slept or a time zone that is changed only moves the moment. Every process
 * may keep a schedule.
 */
export function startExpirySchedule(options: ExpiryScheduleOptions): RecurringJob<ExpiryRun | null> {
  const { onRun, onError, checkEveryMs = CHECK_EVERY_MS, ...job } = options;
  const schedule = recurringJob<ExpiryRun | null>({
    name: "expiry",
    everyMs: checkEveryMs,
    onError,
    onRound: (run) => {
      if (run !== null) onRun?.(run);
      return undefined;
    },
    round: (signal) => runIfDue({ ...job, signal }),
  });
  schedule.start();
  return schedule;
}

/** Runs the job if today's run is due and not done; null when there is nothing to do. */
async function runIfDue(options: ExpiryJobOptions & { signal: AbortSignal }): Promise<ExpiryRun | null> {
  if (options.signal.aborted) return null;
  const state = await readJobState(options.pool);
  const dueDay = formatLocalDate(new Date(options.clock.now().getTime() - AFTER_MIDNIGHT_MS), state.timeZone);
  return isDone(state.completedOn, dueDay) ? null : runExpiryJob(options);
}

/** A day far ahead of today was recorded by a clock that was wrong, and says nothing. */
function isDone(completedOn: string | null, today: string): boolean {
  return completedOn !== null && completedOn >= today && completedOn <= plusDays(today, CLOCK_SLACK_DAYS);
}
