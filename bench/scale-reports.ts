import type { Pool } from "pg";
import { momentOf, readOutstanding, readRollForward } from "@/lib/areas/reports/outstanding";
import { readReport } from "@/lib/areas/reports/read";
import { REPORTS_LOCK, rollUpNextPart } from "@/lib/areas/reports/rollup";
import { systemClock } from "@/lib/platform/clock";
import { formatLocalDate, plusDays, startOfDayAfter } from "@/lib/platform/time";
import { median, table, whole } from "./figures";

/** A side whose reports are read. Its job of the reports is kept from working by a lock that `points` holds. */
export interface ReportsSide {
  points: { query(text: string): Promise<unknown> };
  pool: Pool;
  /** Rewards at least so many customers. */
  reward(customers: number): Promise<void>;
}

const ZONE = "Africa/Cairo";
const READS = 5;
/** An import of this size is under way at many a shop that begins. */
const WAITING = 20_000;

/**
 * Times the figures of each page of the reports, of all merchants: what was counted by the job, then what is owed while customers wait to be
 * counted.
 * @returns medians in milliseconds as Markdown, and how long the job took for the whole log
 */
export async function describeReports(sides: Readonly<Record<string, ReportsSide>>): Promise<string> {
  const names = Object.keys(sides);
  const times = new Map<string, number[]>();
  const seconds: number[] = [];
  for (const name of names) {
    const side = sides[name] as ReportsSide;
    seconds.push(await countAll(side));
    for (const [read, ms] of await timeReads(side)) times.set(read, [...(times.get(read) ?? []), ms]);
  }
  const rows = [...times].map(([read, ms]) => [read, ...ms.map(whole)]);
  return `Reports of all merchants, medians of ${READS} reads in ms; the job counted the log in ${seconds.map(whole).join(" and ")} s.\n\n${table(["", ...names], rows)}`;
}

/** Lets the job's work be done here. @returns seconds */
async function countAll({ points, pool }: ReportsSide): Promise<number> {
  await points.query("SELECT pg_advisory_unlock_all()");
  const startedAt = performance.now();
  for (;;) {
    const outcome = await rollUpNextPart({ pool, clock: systemClock });
    if (outcome.kind === "done" && !outcome.isBehind) break;
  }
  await points.query(`SELECT pg_advisory_lock(${REPORTS_LOCK})`);
  return (performance.now() - startedAt) / 1000;
}

async function timeReads(side: ReportsSide): Promise<Map<string, number>> {
  const { pool } = side;
  const today = formatLocalDate(new Date(), ZONE);
  const endOf = (day: string) => startOfDayAfter(day, ZONE).toISOString();
  const whose = { merchantId: null, branchId: null };
  const overview = (days: number) => () =>
    readReport(pool, { from: plusDays(today, 1 - days), to: today, ...whose });
  const owed = (day: string) => () => readOutstanding(pool, momentOf(day, today, endOf));
  const movements = (from: string, to: string) => () => readRollForward(pool, { from, to }, { today, endOf });
  const times = new Map<string, number>();
  const time = async (name: string, read: () => Promise<unknown>) => {
    const taken: number[] = [];
    for (let reads = 0; reads < READS; reads += 1) {
      const startedAt = performance.now();
      await read();
      taken.push(performance.now() - startedAt);
    }
    times.set(name, median(taken));
  };
  await time("Overview, 30 days", overview(30));
  await time("Overview, a year", overview(365));
  await time("Owed now", owed(today));
  await time("Owed, ten days ago", owed(plusDays(today, -10)));
  await time("Movements of this month", movements(`${today.slice(0, 8)}01`, today));
  await side.reward(WAITING);
  await time(`Owed now, ${WAITING.toLocaleString("en")} customers not counted yet`, owed(today));
  await time("Movements of this month, the same", movements(`${today.slice(0, 8)}01`, today));
  return times;
}
