import type { ClientBase, Pool } from "pg";
import { EnvError } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { publishClockOffset } from "@/lib/platform/metrics";
import { type RecurringJob, recurringJob } from "@/lib/platform/recurring-job";
import { TimeBase } from "@/lib/platform/time-base";

const COMPARED_EVERY_MS = 10_000;
/** An answer that took longer says little about the moment. */
const ANSWER_MAX_MS = 5_000;

/** Compares the database's time with the process's. Returns the reason why the time cannot be trusted, or null. */
async function compareTime(database: Pick<Pool | ClientBase, "query">): Promise<string | null> {
  const time = TimeBase.ofProcess();
  const askedAt = performance.now();
  const { rows } = await (database as Pool).query<{ now: number }>(
    "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now",
  );
  const tookMs = performance.now() - askedAt;
  if (tookMs > ANSWER_MAX_MS || rows[0] === undefined) return time.trouble;
  return time.compare(rows[0].now + tookMs / 2);
}

/** Refuses a start beside a database whose time is another one. @throws EnvError */
export async function requireRightClock(database: Pick<ClientBase, "query">): Promise<void> {
  const trouble = await compareTime(database);
  if (trouble !== null) throw new EnvError(trouble);
}

/**
 * Keeps this process by the database's time: compared now, and every ten seconds until `stop`. A clock that is wrong is logged once, and once when
 * it is right again.
 */
export async function keepTime(pool: Pool): Promise<RecurringJob<string | null>> {
  publishClockOffset(() => TimeBase.ofProcess().offsetMs / 1_000);
  let told: string | null = null;
  const job = recurringJob({
    name: "clock",
    isTimeless: true,
    everyMs: COMPARED_EVERY_MS,
    round: () => compareTime(pool),
    onRound: (trouble) => {
      if (trouble !== null && told === null) log().error(trouble);
      if (trouble === null && told !== null) log().info("The clocks agree again");
      told = trouble;
      return undefined;
    },
  });
  // A database that does not answer is told of by the readiness check.
  await job.run().catch(() => undefined);
  job.start(COMPARED_EVERY_MS);
  return job;
}
