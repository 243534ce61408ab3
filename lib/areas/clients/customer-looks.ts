import type { RateLimits } from "@/lib/platform/rate-limits";
import { type Database, readRows } from "@/lib/platform/rows";
import { noteUnusual } from "@/lib/portal/acts/wallet-views";

/** A client's looks for customers in a second, beside its other requests. */
export const LOOKS_RATE = { perSecond: 10, burst: 20 } as const;

/** A look that finds nobody counts as so many: guessing is dearer than serving. */
const MISS_COST = 5;

interface Looking {
  clientId: number;
  userId: number;
  branchCount: number;
  now: Date;
}

/**
 * Counts a look for a customer, whatever it finds. A client has its branches' share of what one person may look at in a day (rules.md §16).
 * @returns null, or the whole seconds after which another one is answered
 */
export async function countLook(
  database: Database,
  rateLimits: RateLimits,
  { clientId, userId, branchCount, now }: Looking,
): Promise<number | null> {
  const standing = await rateLimits.count(`looks-${clientId}`, LOOKS_RATE);
  if (!standing.isAllowed) return standing.resetSeconds;
  const [row] = await readRows<{ wait: number | null }>(database, COUNT, [
    ...[userId, now.toISOString(), Math.max(1, branchCount), MISS_COST],
  ]);
  return row?.wait ?? null;
}

/**
 * Notes the wallets that a look has found, in the list of looks at each wallet. The higher cost of a miss is given back where there is one.
 * The same statement either way, so that both take the same time.
 */
export async function noteLook(
  database: Database,
  { userId, walletIds, now }: { userId: number; walletIds: readonly number[]; now: Date },
): Promise<void> {
  const [row] = await readRows<{ counted: number }>(database, NOTE, [
    ...[userId, walletIds, now.toISOString(), MISS_COST],
  ]);
  const counted = row?.counted ?? 0;
  if (counted > 0 && counted % UNUSUAL_STEP === 0) await noteUnusual({ database, now }, userId);
}

/** Every so many looks of a day it is asked whether they are unusual. */
const UNUSUAL_STEP = 20;

const DAY = "date_trunc('day', $2::timestamptz)";
const COUNT = `
WITH fresh AS (INSERT INTO wallet_view_count (user_id, minute, minute_count, day, day_count)
               VALUES ($1::int, date_trunc('minute', $2::timestamptz), 0, ${DAY}, 0) ON CONFLICT DO NOTHING),
     counted AS (UPDATE wallet_view_count c SET day = ${DAY}, day_count = CASE WHEN c.day = ${DAY} THEN c.day_count ELSE 0 END + $4::int
                   FROM programme p
                  WHERE p.id = 1 AND c.user_id = $1::int
                    AND (c.day <> ${DAY} OR c.day_count + $4::int <= p.wallet_views_per_day * $3::int) RETURNING 1),
     known AS (SELECT 1 FROM wallet_view_count WHERE user_id = $1::int)
SELECT CASE WHEN EXISTS (SELECT FROM counted) OR NOT EXISTS (SELECT FROM known) THEN NULL
            ELSE ceil(extract(epoch FROM ${DAY} + interval '1 day' - $2::timestamptz))::int END AS wait`;

const NOTE = `
WITH found AS (INSERT INTO wallet_view (user_id, wallet_id, at, how)
               SELECT $1::int, w.id, $3::timestamptz, 'lookup' FROM unnest($2::bigint[]) w(id) RETURNING 1)
UPDATE wallet_view_count SET day_count = greatest(0, day_count - CASE WHEN EXISTS (SELECT FROM found) THEN $4::int - 1 ELSE 0 END)
 WHERE user_id = $1::int RETURNING day_count AS counted`;
