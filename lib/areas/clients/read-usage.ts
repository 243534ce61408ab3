import type { Pool } from "pg";

/** How much was asked in the last 24 hours: the present hour and the 23 before it. */
export interface Usage {
  requests: number;
  /** Requests that were refused, for whatever reason. */
  errors: number;
  /** Requests that were too many at once to be kept in the log; they are counted above all the same. */
  unlogged: number;
}

export interface HourUsage extends Usage {
  hour: Date;
}

export interface CodeUsage {
  code: number;
  requests: number;
}

const HOURS = 24;
const HOUR_MS = 3_600_000;

const SUMS = `sum(requests)::float8 AS requests, coalesce(sum(requests) FILTER (WHERE code <> 0), 0)::float8 AS errors,
       sum(unlogged)::float8 AS unlogged`;

/** The use of the last day by client; a client that asked nothing is not in it. */
export async function usageByClient(
  pool: Pool,
  { clientIds, now }: { clientIds: readonly number[]; now: Date },
): Promise<Map<number, Usage>> {
  const { rows } = await pool.query<Usage & { clientId: number }>(
    `SELECT client_id AS "clientId", ${SUMS} FROM api_client_hour WHERE client_id = ANY ($1) AND hour >= $2 GROUP BY client_id`,
    [clientIds, firstHour(now)],
  );
  return new Map(rows.map(({ clientId, ...usage }) => [clientId, usage]));
}

/** The use of the last day of one client, hour by hour without gaps, and by code, the most frequent first. */
export async function usageOfClient(
  pool: Pool,
  { clientId, now }: { clientId: number; now: Date },
): Promise<{ hours: HourUsage[]; codes: CodeUsage[] }> {
  const values = [clientId, firstHour(now)];
  const [byHour, byCode] = await Promise.all([
    pool.query<HourUsage>(
      `SELECT hour, ${SUMS} FROM api_client_hour WHERE client_id = $1 AND hour >= $2 GROUP BY hour`,
      values,
    ),
    pool.query<CodeUsage>(
      `SELECT code, sum(requests)::float8 AS requests FROM api_client_hour WHERE client_id = $1 AND hour >= $2
        GROUP BY code ORDER BY requests DESC, code`,
      values,
    ),
  ]);
  const found = new Map(byHour.rows.map((row) => [row.hour.getTime(), row]));
  const from = firstHour(now).getTime();
  const hours = Array.from({ length: HOURS }, (_, index): HourUsage => {
    const hour = from + index * HOUR_MS;
    return found.get(hour) ?? { hour: new Date(hour), requests: 0, errors: 0, unlogged: 0 };
  });
  return { hours, codes: byCode.rows };
}

function firstHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) - HOURS + 1) * HOUR_MS);
}
