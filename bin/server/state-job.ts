import { sealState } from "@/lib/areas/anchors/state";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { log } from "@/lib/platform/log";
import { type RecurringJob, recurringJob } from "@/lib/platform/recurring-job";
import { services } from "@/lib/services";

/** From one look at the rows beside the log to the next; whether one is due is looked up more often. */
const EVERY_MS = 3_600_000;
const LOOK_MS = 10 * 60_000;
const AFTER_MS = 20_000;

/**
 * Seals the rows beside the log, and tells of those that changed without an act. A page worker does this: reading all rows and hashing
 * them takes long, and tills wait for no page worker.
 */
export function keepState(): RecurringJob<unknown> {
  const job = recurringJob({
    name: "state",
    everyMs: LOOK_MS,
    round: async () => sealState(portalPool(), { now: services().clock.now(), everyMs: EVERY_MS }),
    onRound: (findings) => {
      if (findings !== null && findings.length > 0)
        log().error(
          { count: findings.length, findings: findings.slice(0, 10) },
          "Records beside the log were changed without an act",
        );
      return undefined;
    },
    onError: (error) => log().error({ err: error }, "What stands beside the log could not be sealed"),
  });
  job.start(AFTER_MS);
  return job;
}
