import type { Pool } from "pg";
import type { Clock } from "@/lib/platform/clock";
import { type RecurringJob, recurringJob } from "@/lib/platform/recurring-job";
import { checkReports, type ReportCheck } from "./check";
import { rollUpNextPart } from "./rollup";

export interface ReportScheduleOptions {
  pool: Pool;
  clock: Clock;
  /** Told of every comparison with the log. */
  onCheck?: (check: ReportCheck) => void;
  /** Told of every failure; the next round tries again. */
  onError?: (error: unknown) => void;
  lookEveryMs?: number;
}

const LOOK_EVERY_MS = 2_000;
/** After a part the job rests so many times as long as it took: tills come first. */
const REST_FACTOR = 1;
const CHECK_EVERY_MS = 24 * 60 * 60_000;

/**
 * Keeps the reports up to date with the log, a few seconds behind it, and compares them with it once a day. Every process
 * may keep a schedule: one works, the others find nothing to do.
 */
export function startReportSchedule({
  onCheck,
  onError,
  lookEveryMs = LOOK_EVERY_MS,
  ...options
}: ReportScheduleOptions): RecurringJob<number> {
  const job = recurringJob({
    name: "reports",
    everyMs: lookEveryMs,
    onError,
    onRound: (pauseMs) => pauseMs,
    round: async () => {
      const startedAt = performance.now();
      const outcome = await rollUpNextPart(options);
      const tookMs = performance.now() - startedAt;
      if (outcome.kind === "done" && outcome.isBehind) return tookMs * REST_FACTOR;
      if (outcome.kind === "done" && (await isCheckDue(options))) {
        const check = await checkReports(options.pool, { clock: options.clock });
        if (check !== null) onCheck?.(check);
      }
      return lookEveryMs;
    },
  });
  job.start();
  return job;
}

async function isCheckDue({ pool, clock }: { pool: Pool; clock: Clock }): Promise<boolean> {
  const { rows } = await pool.query<{ checked_at: Date | null; entry_id: string }>(
    "SELECT checked_at, entry_id FROM report_cursor",
  );
  const [mark] = rows;
  if (mark === undefined || mark.entry_id === "0") return false;
  return mark.checked_at === null || clock.now().getTime() - mark.checked_at.getTime() >= CHECK_EVERY_MS;
}
