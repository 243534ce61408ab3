import { type Database, readRows } from "@/lib/platform/rows";
import { CLOCK_TOLERANCE_MS } from "@/lib/platform/time-base";

/** The act by which an operator with a second person accepts anchors of the future (`lib/areas/programme/clock.ts`). */
const ACCEPTED = "programme.put_clock_right";

/** The number up to which anchors of the future are accepted. */
export async function acceptedAnchors(database: Database): Promise<number> {
  const [row] = await readRows<{ number: number | null }>(
    database,
    "SELECT max((after ->> 'anchor')::int) AS number FROM audit_log WHERE action = $1",
    [ACCEPTED],
  );
  return row?.number ?? 0;
}

/** The newest anchor that is later than `now`, or than an anchor after it: a clock that was ahead made it. */
export async function readFutureAnchor(database: Database, now: Date): Promise<number | null> {
  const [row] = await readRows<{ number: number | null }>(
    database,
    `SELECT max(number)::int AS number
       FROM (SELECT number, created_at, coalesce(min(created_at) OVER (ORDER BY number ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), $1::timestamptz) AS next FROM anchor) a
      WHERE created_at > least(next, $1::timestamptz) + make_interval(secs => $2)`,
    [now.toISOString(), CLOCK_TOLERANCE_MS / 1_000],
  );
  return row?.number ?? null;
}
