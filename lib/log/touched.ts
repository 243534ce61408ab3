import { type Database, readRows } from "@/lib/platform/rows";

/** Customers who were looked at or whose points were moved; of everybody's files an export touches all who were there. */
const TOUCHED = `
WITH exported AS (
  SELECT max(a.created_at) AS at FROM audit_log a
   WHERE a.action = 'wallet.export' AND a.created_at >= $1 AND a.created_at < $2 AND ($3::int IS NULL OR a.user_id = $3)),
touched AS (
  SELECT v.wallet_id, v.at FROM wallet_view v WHERE v.at >= $1 AND v.at < $2 AND ($3::int IS NULL OR v.user_id = $3)
   UNION ALL
  SELECT e.wallet_id, e.created_at FROM entry e WHERE e.created_at >= $1 AND e.created_at < $2 AND e.user_id = $3
   UNION ALL
  SELECT w.id, x.at FROM wallet w JOIN exported x ON w.created_at < x.at
   WHERE (SELECT u.merchant_id FROM app_user u WHERE u.id = $3) IS NULL
      OR EXISTS (SELECT FROM entry e WHERE e.wallet_id = w.id AND e.merchant_id = (SELECT u.merchant_id FROM app_user u WHERE u.id = $3)))
SELECT w.wallet_code AS "walletCode", w.contact_msisdn AS mobile, min(t.at) AS first, max(t.at) AS last, count(*)::int AS times
  FROM touched t JOIN wallet w ON w.id = t.wallet_id WHERE w.sandbox_id IS NULL AND w.erased_at IS NULL GROUP BY w.id ORDER BY w.id`;

/** A customer who was touched, and when. */
export interface Touched {
  walletCode: string;
  mobile: string;
  first: Date;
  last: Date;
  times: number;
}

/** The customers whom a person or API client (`userId`; null: anybody) reached in this time. */
export function readTouched(
  database: Database,
  { since, until, userId }: { since: Date; until: Date; userId: number | null },
): Promise<Touched[]> {
  return readRows(database, TOUCHED, [since, until, userId]);
}
