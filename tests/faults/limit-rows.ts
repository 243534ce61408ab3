import type pg from "pg";
import type { DaySum } from "./facts";
import type { AskedApproval, NamedApproval } from "./limits";

/** A client's technical user is called as the client. */
const CLIENT_OF_USER = "replace(u.email, '@technical.invalid', '')";

/** Sums of today's log for each client's user, over entries that name a branch, as all made at tills do. Each entry counts its money or the worth of its points, whichever is more. */
export async function readDays(pool: pg.Pool): Promise<Map<string, DaySum>> {
  const { rows } = await pool.query<{ clientId: string; points: string; reversed: string }>(
    `SELECT ${CLIENT_OF_USER} AS "clientId", coalesce(sum(e.amount) FILTER (WHERE e.log_type_id = 2), 0)::text AS points,
       coalesce(sum(greatest(e.amount_value * 100 + e.amount_hundredths, floor(e.amount * 100 / v.redeem_factor)))
         FILTER (WHERE e.log_type_id IN (3, 4, 11)), 0)::text AS reversed
     FROM entry e LEFT JOIN segment_version v ON v.id = e.segment_version_id JOIN app_user u ON u.id = e.user_id CROSS JOIN programme p
     WHERE (e.created_at AT TIME ZONE p.time_zone)::date = (now() AT TIME ZONE p.time_zone)::date AND e.branch_id IS NOT NULL
     GROUP BY 1`,
  );
  return new Map(
    rows.map(({ clientId, points, reversed }) => [
      clientId,
      { rewardedPoints: Number(points), reversedValue: BigInt(reversed) },
    ]),
  );
}

/** What was asked for after a request's number. */
export async function readAsked(pool: pg.Pool, lastBefore: number): Promise<AskedApproval[]> {
  const { rows } = await pool.query<Omit<AskedApproval, "value"> & { value: string }>(
    `SELECT a.id, ${CLIENT_OF_USER} AS "clientId", a.operation AS "logTypeId", a.key, w.wallet_code AS "walletCode",
       regexp_replace(b.msisdn, '^[+]20', '0') AS "branchMsisdn", a.value_hundredths::text AS value,
       ARRAY(SELECT breach ->> 'limit' FROM jsonb_array_elements(a.breaches) AS breach) AS limits, a.state,
       a.user_id AS "askedBy", a.decided_by AS "decidedBy", a.entry_id::float8 AS "entryId", e.created_at < a.expires_at AS "isInTime"
     FROM till_approval a JOIN app_user u ON u.id = a.user_id JOIN wallet w ON w.id = a.wallet_id JOIN branch b ON b.id = a.branch_id
     LEFT JOIN entry e ON e.id = a.entry_id WHERE a.id > $1 ORDER BY a.id`,
    [lastBefore],
  );
  return rows.map((row) => ({ ...row, value: BigInt(row.value) }));
}

/** Whatever names an approval, or is an entry of these wallets and names one. */
export async function readNamed(
  pool: pg.Pool,
  { lastBefore, lastIdBefore, codes }: { lastBefore: number; lastIdBefore: number; codes: readonly string[] },
): Promise<NamedApproval[]> {
  const { rows } = await pool.query<NamedApproval>(
    `SELECT a.entry_id::float8 AS "entryId", a.approval_id AS "approvalId", a.approved_by AS "approvedBy" FROM entry_approval a
     WHERE a.approval_id > $1 OR a.entry_id IN (
       SELECT e.id FROM entry e JOIN wallet w ON w.id = e.wallet_id WHERE e.id > $2 AND w.wallet_code = ANY ($3))`,
    [lastBefore, lastIdBefore, codes],
  );
  return rows;
}
