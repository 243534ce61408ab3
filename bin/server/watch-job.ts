import os from "node:os";
import { findOnMachine, orLast } from "@/lib/areas/watch/find-troubles";
import { tell } from "@/lib/areas/watch/tell";
import { Watch } from "@/lib/areas/watch/watch";
import { addressPolicy } from "@/lib/areas/webhooks/portal";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { compareZoneTables, type ZoneDifference } from "@/lib/platform/database/zone-tables";
import { env } from "@/lib/platform/env";
import { findReadiness } from "@/lib/platform/http/health";
import { log } from "@/lib/platform/log";
import { type RecurringJob, recurringJob } from "@/lib/platform/recurring-job";
import { services } from "@/lib/services";

const LOOK_MS = 20_000;

/** How often the time-zone tables are compared, and at once when the programme has another zone. */
const ZONES_EVERY_MS = 6 * 3_600_000;

function zoneComparison(): () => Promise<ZoneDifference | null> {
  let last: { zone: string; at: number; difference: ZoneDifference | null } | undefined;
  return async () => {
    const { clock, programme } = services();
    const [zone, now] = [programme.timeZone(), clock.now()];
    if (last === undefined || last.zone !== zone || now.getTime() - last.at > ZONES_EVERY_MS) {
      const difference = await compareZoneTables(portalPool(), { zone, now });
      last = { zone, at: now.getTime(), difference };
    }
    return last.difference;
  };
}

/** Tells operators of what stops sales or proofs: in the log, and at the addresses that the programme names. One API worker of each machine does. */
export function keepWatch(): RecurringJob<void> {
  const { anchorMinutes, dataDir, smtpUrl, mailFrom, publicUrl } = env();
  const machine = os.hostname();
  const options = {
    smtpUrl,
    from: mailFrom ?? `points@${machine}`,
    service: publicUrl === undefined ? machine : new URL(publicUrl).host,
    policy: addressPolicy(env()),
  };
  const zones = orLast(zoneComparison());
  const watch = new Watch({
    ...{ pool: portalPool(), clock: services().clock, machine, anchorEveryMs: anchorMinutes * 60_000 },
    onMachine: async () =>
      findOnMachine({ readiness: await findReadiness(), dataDir, zoneDifference: await zones() }),
    note: ({ trouble: { key, text }, state }) => {
      if (state === "began") log().error({ trouble: key }, text.en);
      else log().info({ trouble: key }, `Over: ${text.en}`);
    },
    send: (to, notice) => tell(to, notice, options),
    onSendError: (error) => log().warn({ err: error }, "A notice of a trouble did not arrive; trying again"),
  });
  const job = recurringJob({
    name: "watch",
    isTimeless: true,
    everyMs: LOOK_MS,
    round: () => watch.look(),
    onError: (error) => log().warn({ err: error }, "The watch could not look"),
  });
  void watch.readAddresses();
  job.start(LOOK_MS);
  return job;
}
