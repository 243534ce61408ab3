import { anchorFile } from "@/lib/areas/anchors/anchor-file";
import { readKeyOfDatabase } from "@/lib/areas/anchors/key-of-database";
import { AnchorsDifferError, makeAnchors } from "@/lib/areas/anchors/make-anchors";
import { signingKeyFile } from "@/lib/areas/anchors/signing-key";
import { pruneTraffic } from "@/lib/areas/clients/prune-requests";
import { issueOnOccasions } from "@/lib/areas/coupons/issue-on-occasions";
import { couponIssueRunner } from "@/lib/areas/coupons/portal";
import { removeUnusedPictures } from "@/lib/areas/deals/remove-unused-pictures";
import { importRunner } from "@/lib/areas/imports/portal";
import { stopWhenOver } from "@/lib/areas/merchants/merchants";
import { removeOld } from "@/lib/areas/privacy/retention";
import { clockRunner } from "@/lib/areas/programme/clock";
import { runRadar } from "@/lib/areas/radar/radar";
import { radarContext } from "@/lib/areas/radar/read-portal";
import { reportFileRunner } from "@/lib/areas/reports/files-portal";
import { startReportSchedule } from "@/lib/areas/reports/schedule";
import { closeLeftShifts } from "@/lib/areas/shifts/end-of-day";
import { deliveryOptions } from "@/lib/areas/webhooks/portal";
import { startEventSchedule } from "@/lib/areas/webhooks/schedule";
import { startExpirySchedule } from "@/lib/ledger/jobs/expiry";
import { startReleaseSchedule } from "@/lib/ledger/jobs/release";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { recurringJob } from "@/lib/platform/recurring-job";
import { closeSettingUp } from "@/lib/portal/acts/setting-up";
import { readSystemUserId } from "@/lib/portal/acts/system-user";
import { adminContext } from "@/lib/portal/administration";
import { writeSecurityLog } from "@/lib/portal/security-log/log-lines";
import { storeSecurityEvents } from "@/lib/portal/security-log/record-event";
import { services } from "@/lib/services";

const TIDIED_EVERY_MS = 3_600_000;
/** Work left by a process that died is taken on by another one soon after the start. */
const IMPORTS_AFTER_MS = 10_000;
/** Whether an anchor is due is looked up so often; how often one is made is a setting. */
const ANCHOR_LOOK_MS = 15_000;
const SECURITY_LOG_EVERY_MS = 2_000;
/** Whether a day is over that the radar has not looked at. */
const RADAR_LOOK_MS = 10 * 60_000;
const RADAR_AFTER_MS = 20_000;
/** How long after its day's end at most a shift that was left open is closed. */
const SHIFTS_LOOK_MS = 60_000;
/** How long after a customer's occasion at most the coupon for it is issued. */
const OCCASIONS_LOOK_MS = 5 * 60_000;
/** How long after its end at most the setting-up of a programme is written down as over. */
const SETUP_LOOK_MS = 60_000;

/** Work that goes on beside requests, in steps; stopping waits for the one under way. */
export interface Job {
  stop(): Promise<void>;
}

/** Starts what API workers do beside requests. Every worker keeps each schedule; of all workers one at a time does the work. */
export async function startJobs(): Promise<Job[]> {
  const systemUserId = await readSystemUserId(portalPool());
  const delivery = await deliveryOptions();
  const imports = importRunner();
  imports.start(IMPORTS_AFTER_MS);
  const files = reportFileRunner();
  files.start(IMPORTS_AFTER_MS);
  const couponIssues = couponIssueRunner();
  couponIssues.start(IMPORTS_AFTER_MS);
  keepTidy();
  return [
    keepExpiry(systemUserId),
    keepReleases(systemUserId),
    keepClockRight(),
    keepReports(),
    keepEvents(delivery),
    keepAnchors(),
    keepSecurityLog(),
    keepRadar(),
    keepShifts(systemUserId),
    keepSettingUp(systemUserId),
    keepOccasions(systemUserId),
    keepRetention(systemUserId),
    imports,
    couponIssues,
    files,
  ];
}

/** The daily write-off of lapsed points. */
function keepExpiry(systemUserId: number): Job {
  const { clock, ledger } = services();
  return startExpirySchedule({
    pool: portalPool(),
    ledger,
    clock,
    systemUserId,
    onRun: (run) => log().info(run, "Lapsed points written off"),
    onError: (error) => log().error({ err: error }, "Lapsed points could not be written off"),
  });
}

/** Ripening points, and holds that end by themselves. */
function keepReleases(systemUserId: number): Job {
  const { clock, ledger } = services();
  return startReleaseSchedule({
    pool: portalPool(),
    ledger,
    clock,
    systemUserId,
    onRun: (run) => log().info(run, "Points that ripened or were held were released"),
    onError: (error) => log().error({ err: error }, "Points that ripened or were held could not be released"),
  });
}

/** Points that a wrong clock wrote off, where operators asked for them. */
function keepClockRight(): Job {
  const { clock, ledger, programme } = services();
  const runner = clockRunner({
    ...{ pool: portalPool(), ledger, clock, timeZone: () => programme.timeZone() },
    onDone: (done) => log().info(done, "Points that a wrong clock wrote off came back"),
    onError: (error) =>
      log().error({ err: error }, "Points that a wrong clock wrote off could not come back"),
  });
  runner.start(IMPORTS_AFTER_MS);
  return runner;
}

/** The sums that reports are made of, a few seconds behind the log. */
function keepReports(): Job {
  return startReportSchedule({
    pool: portalPool(),
    clock: services().clock,
    onCheck: ({ findings, ...check }) =>
      check.findingCount === 0
        ? log().info(check, "The reports' sums were compared with the log")
        : log().error({ ...check, findings: findings.slice(0, 10) }, "The reports' sums differ from the log"),
    onError: (error) => log().error({ err: error }, "The reports' sums could not be brought up to date"),
  });
}

/** Tells others by webhooks what happened. */
function keepEvents(delivery: Awaited<ReturnType<typeof deliveryOptions>>): Job {
  return startEventSchedule({
    ...delivery,
    onError: (error) => log().error({ err: error }, "Events could not be told by webhooks"),
  });
}

/** Signs where the logs end, every few minutes. */
function keepAnchors(): Job {
  const everyMs = env().anchorMinutes * 60_000;
  let toldAt = Number.NEGATIVE_INFINITY;
  const job = recurringJob({
    name: "anchors",
    everyMs: ANCHOR_LOOK_MS,
    round: async () => {
      const key = await readKeyOfDatabase(portalPool(), signingKeyFile());
      if (key === null) throw new Error(`The key in ${signingKeyFile()} is gone`);
      return makeAnchors({ pool: portalPool(), clock: services().clock, key, file: anchorFile(), everyMs });
    },
    onRound: (made) => {
      const last = made?.at(-1);
      if (last !== undefined)
        log().info({ number: last.number, entryId: last.entryId }, "The logs were anchored");
      return undefined;
    },
    onError: (error) => {
      // The state lasts until a person acts, and is read every few seconds.
      if (performance.now() - toldAt < everyMs) return;
      toldAt = performance.now();
      const differ = error instanceof AnchorsDifferError;
      log().error(
        { err: error },
        differ ? "The anchors in the file are not those of the database" : "The logs could not be anchored",
      );
    },
  });
  job.start(ANCHOR_LOOK_MS);
  return job;
}

/** Hands security events to collectors where that is asked for, and stores those that still wait at the end. */
function keepSecurityLog(): Job {
  const { securityLog: target } = env();
  const job = recurringJob({
    name: "security log",
    everyMs: SECURITY_LOG_EVERY_MS,
    round: async () => (target === undefined ? null : writeSecurityLog(portalPool(), target)),
    onError: (error) => log().error({ err: error }, "Security events could not be handed on"),
  });
  if (target !== undefined) job.start();
  return {
    stop: async () => {
      await storeSecurityEvents();
      await job.stop();
    },
  };
}

/** Looks for what is odd in the log, each day when it is over. */
function keepRadar(): Job {
  const job = recurringJob({
    name: "radar",
    everyMs: RADAR_LOOK_MS,
    round: async () => runRadar(await radarContext()),
    onRound: (run) => {
      if (run !== null && run.days.length > 0)
        log().info(
          { from: run.days[0], until: run.days.at(-1), findings: run.findings },
          "The radar looked at the log",
        );
      return undefined;
    },
    onError: (error) => log().error({ err: error }, "The radar could not look at the log"),
  });
  job.start(RADAR_AFTER_MS);
  return job;
}

/** Closes the shifts that nobody closed before their day was over. */
function keepSettingUp(systemUserId: number): Job {
  const job = recurringJob({
    name: "setting up",
    everyMs: SETUP_LOOK_MS,
    round: async () => closeSettingUp(adminContext(), systemUserId),
    onRound: (end) => {
      if (end !== null) log().info({ end }, "The setting-up of the programme is over");
      return undefined;
    },
    onError: (error) => log().error({ err: error }, "The setting-up of the programme could not be looked at"),
  });
  job.start(SETUP_LOOK_MS);
  return job;
}

/** Coupons on joining, on birthdays and after an absence. */
function keepOccasions(systemUserId: number): Job {
  const job = recurringJob({
    name: "coupons on occasions",
    everyMs: OCCASIONS_LOOK_MS,
    round: async () => {
      const customers = await issueOnOccasions(adminContext(), systemUserId);
      if (customers > 0) couponIssueRunner().wake();
      return customers;
    },
    onRound: (customers) => {
      if (customers > 0) log().info({ customers }, "Coupons are issued by themselves");
      return undefined;
    },
    onError: (error) => log().error({ err: error }, "Coupons on occasions could not be issued"),
  });
  job.start(IMPORTS_AFTER_MS);
  return job;
}

function keepShifts(systemUserId: number): Job {
  const job = recurringJob({
    name: "shifts",
    everyMs: SHIFTS_LOOK_MS,
    round: async () => {
      const stopped = await stopWhenOver(adminContext(), systemUserId);
      if (stopped > 0) log().info({ stopped }, "Merchants were stopped after their last day");
      return closeLeftShifts(adminContext(), systemUserId);
    },
    onRound: (closed) => {
      if (closed > 0) log().info({ closed }, "Shifts that were left open were closed");
      return undefined;
    },
    onError: (error) => log().error({ err: error }, "Shifts that were left open could not be closed"),
  });
  job.start(SHIFTS_LOOK_MS);
  return job;
}

/** Removes personal data that is older than its kind is kept, once a day. */
function keepRetention(systemUserId: number): Job {
  const job = recurringJob({
    name: "retention",
    everyMs: TIDIED_EVERY_MS,
    round: async () => {
      const { database, clock } = adminContext();
      return removeOld({ pool: portalPool(), database, now: clock.now(), systemUserId });
    },
    onRound: (removed) => {
      if (removed !== null) log().info({ removed }, "Personal data that is no longer kept was removed");
      return undefined;
    },
    onError: (error) => log().error({ err: error }, "Old personal data could not be removed"),
  });
  job.start(RADAR_AFTER_MS);
  return job;
}

/** Removes what is kept of requests of clients that ask no more, and pictures that nothing uses. */
function keepTidy(): void {
  const tidy = async () => {
    const now = services().clock.now();
    await pruneTraffic(portalPool(), { now }).catch((error: unknown) =>
      log().warn({ err: error }, "Old requests of API clients could not be removed"),
    );
    await removeUnusedPictures(portalPool(), { now }).then(
      (removed) => removed > 0 && log().info({ removed }, "Pictures that nothing uses were removed"),
      (error: unknown) => log().warn({ err: error }, "Pictures that nothing uses could not be removed"),
    );
  };
  setInterval(() => void tidy(), TIDIED_EVERY_MS).unref();
}
