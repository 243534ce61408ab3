import type { Pool } from "pg";
import type { Clock } from "@/lib/platform/clock";
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

export interface ReportSchedule {
  /** No further parts; resolves when the one under way is committed. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 2_000;
/** After a part the job rests so many times as long as it took: tills come first. */
const REST_FACTOR = 1;
const CHECK_EVERY_MS = 24 * 60 * 60_000;

/**
 * Keeps the reports up to date with the log, a few seconds behind it, and compares them with it once a day. Every process
 * may keep a schedule: one works, the others find nothing to do. The timer does not keep the process alive.
 */
export function startReportSchedule({
  onCheck,
  onError,
  lookEveryMs = LOOK_EVERY_MS,
  ...job
}: ReportScheduleOptions): ReportSchedule {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;

  const round = async (): Promise<number> => {
    const startedAt = performance.now();
    const outcome = await rollUpNextPart(job);
    const tookMs = performance.now() - startedAt;
    if (outcome.kind === "done" && outcome.isBehind) return tookMs * REST_FACTOR;
    if (outcome.kind === "done" && (await isCheckDue(job))) {
      const check = await checkReports(job.pool, { clock: job.clock });
      if (check !== null) onCheck?.(check);
    }
    return lookEveryMs;
  };
  const run = async () => {
    let waitMs = lookEveryMs;
    try {
      waitMs = await round();
    } catch (error) {
      if (!isStopped) onError?.(error);
    }
    if (!isStopped) plan(waitMs);
  };
  const plan = (waitMs: number) => {
    timer = setTimeout(() => {
      current = run();
    }, waitMs);
    timer.unref();
  };
  plan(0);
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

async function isCheckDue({ pool, clock }: { pool: Pool; clock: Clock }): Promise<boolean> {
  const { rows } = await pool.query<{ checked_at: Date | null; entry_id: string }>(
    "SELECT checked_at, entry_id FROM report_cursor",
  );
  const [mark] = rows;
  if (mark === undefined || mark.entry_id === "0") return false;
  return mark.checked_at === null || clock.now().getTime() - mark.checked_at.getTime() >= CHECK_EVERY_MS;
}
