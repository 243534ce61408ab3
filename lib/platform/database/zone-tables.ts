import type { Pool } from "pg";
import { formatOffset, offsetMinutes } from "@/lib/platform/time";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days behind and ahead of now in which the tables must agree. */
const COMPARED_DAYS = 730;

/** The first moment from which the time-zone tables of the database and of Node.js say different things. */
export interface ZoneDifference {
  zone: string;
  /** ISO 8601, UTC. */
  from: string;
  /** `+02:00`; null where the database does not know the zone. */
  database: string | null;
  service: string;
}

/** An offset in minutes and the hour (milliseconds since 1970) from which it holds. */
type Change = readonly [at: number, minutes: number];

/** Changes of the offset of zone $1 by the database's tables, from $2 on up to $3, hour by hour; the first row is how it begins. */
const CHANGES = `
SELECT extract(epoch FROM x.at)::float8 * 1000 AS at, x.minutes
  FROM (SELECT o.at, o.minutes, lag(o.minutes) OVER (ORDER BY o.at) AS before
          FROM (SELECT h.at, extract(epoch FROM ((h.at AT TIME ZONE $1) - (h.at AT TIME ZONE 'UTC')))::float8 / 60 AS minutes
                  FROM generate_series($2::timestamptz, $3::timestamptz, interval '1 hour') h (at)) o) x
 WHERE x.before IS DISTINCT FROM x.minutes ORDER BY x.at`;

/** SQLSTATE of a zone that is in none of the database's tables. */
const UNKNOWN_ZONE = "22023";

/**
 * Compares the two tables for one zone, over the two years behind and ahead of now. Days, months and the end of an offer are counted by
 * both: where they differ, sums of reports and the service's own days do not agree. Null where they say the same.
 */
export async function compareZoneTables(
  database: Pick<Pool, "query">,
  { zone, now, offsetOf = offsetMinutes }: { zone: string; now: Date; offsetOf?: typeof offsetMinutes },
): Promise<ZoneDifference | null> {
  const present = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const [start, end] = [present - COMPARED_DAYS * DAY_MS, present + COMPARED_DAYS * DAY_MS];
  const inService = changesOf(zone, { start, end, offsetOf });
  let inDatabase: Change[];
  try {
    const { rows } = await database.query<{ at: number; minutes: number }>(CHANGES, [
      ...[zone, new Date(start), new Date(end)],
    ]);
    inDatabase = rows.map(({ at, minutes }) => [at, minutes]);
  } catch (error) {
    if ((error as { code?: string }).code !== UNKNOWN_ZONE) throw error;
    inDatabase = [];
  }
  const from = firstDifference(inService, inDatabase);
  if (from === null) return null;
  const before = inDatabase.findLast(([at]) => at <= from);
  return {
    ...{ zone, from: new Date(from).toISOString() },
    database: before === undefined ? null : formatOffset(before[1]),
    service: formatOffset(offsetOf(from, zone)),
  };
}

function changesOf(
  zone: string,
  { start, end, offsetOf }: { start: number; end: number; offsetOf: typeof offsetMinutes },
): Change[] {
  const changes: Change[] = [];
  for (let at = start; at <= end; at += HOUR_MS) {
    const minutes = offsetOf(at, zone);
    if (changes.at(-1)?.[1] !== minutes) changes.push([at, minutes]);
  }
  return changes;
}

function firstDifference(one: readonly Change[], other: readonly Change[]): number | null {
  for (let place = 0; place < Math.max(one.length, other.length); place += 1) {
    const [a, b] = [one[place], other[place]];
    if (a?.[0] === b?.[0] && a?.[1] === b?.[1]) continue;
    return Math.min(a?.[0] ?? Number.POSITIVE_INFINITY, b?.[0] ?? Number.POSITIVE_INFINITY);
  }
  return null;
}
