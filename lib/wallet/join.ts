import { isKnownTo } from "@/lib/ledger/rules/known-customers";
import {
  CHANGEABLE_COLUMNS,
  heldColumns,
  type ProfileField,
  recordColumns,
} from "@/lib/ledger/rules/profile";
import { Conditions } from "@/lib/platform/conditions";
import { type Database, readRows } from "@/lib/platform/rows";

const COLUMNS = CHANGEABLE_COLUMNS.split(", ");
/** A value that is absent leaves what is known. */
const KEPT = COLUMNS.map((column) => `${column} = coalesce(excluded.${column}, p.${column})`).join(", ");

/**
 * SQL: common table expressions that change customers in the rows of an expression `asked` (id, the columns of `PROFILE_RECORD`, joins,
 * consent_at, proof_id). Null leaves a value as it is. `joins` makes the customer take part and writes their consent down, with the words
 * of the proof. The caller has locked the wallets. $2 is now, $4 whoever recorded the consent.
 */
export const changeCustomers = (via: "import" | "desk") => `
joined AS (
  UPDATE wallet w SET is_opted_in = true, opted_in_at = a.consent_at FROM asked a WHERE w.id = a.id AND a.joins),
profiles AS (
  INSERT INTO wallet_profile AS p (wallet_id, ${CHANGEABLE_COLUMNS}, consent_at, consent_by, updated_at)
  SELECT a.id, ${recordColumns("a")}, CASE WHEN a.joins THEN a.consent_at END, CASE WHEN a.joins THEN $4::int END, $2::timestamptz FROM asked a
  ON CONFLICT (wallet_id) DO UPDATE
     SET ${KEPT}, consent_at = coalesce(excluded.consent_at, p.consent_at), consent_by = coalesce(excluded.consent_by, p.consent_by),
         version = p.version + 1, updated_at = excluded.updated_at),
consents AS (
  INSERT INTO wallet_consent (wallet_id, is_given, version, language, via, at, user_id, proof_id, recorded_at)
  SELECT a.id, true, x.version, x.language, '${via}', a.consent_at, $4, a.proof_id, $2::timestamptz
    FROM asked a LEFT JOIN consent_proof x ON x.id = a.proof_id WHERE a.joins)`;

/** A customer of an open wallet, as a line of a file names them. National ids are sealed. */
export type KnownCustomer = CustomerStanding &
  Record<ProfileField, string | null> & {
    segment_id: number;
    /** Points that joining opens up. */
    points: number;
  };

export interface CustomerStanding {
  id: number;
  wallet_code: string;
  contact_msisdn: string;
  is_opted_in: boolean;
  is_withdrawn: boolean;
}

const STANDING = `w.id::float8 AS id, w.wallet_code, w.contact_msisdn, w.is_opted_in,
       EXISTS (SELECT FROM wallet_profile x WHERE x.wallet_id = w.id AND x.withdrawn_at IS NOT NULL) AS is_withdrawn`;
const OPEN = "w.status_id NOT IN (5, 6) AND w.sandbox_id IS NULL";

/** Customers with open wallets by their mobile numbers (E.164). */
export function customersOf(database: Database, msisdns: readonly string[]): Promise<KnownCustomer[]> {
  const sql = `
SELECT ${STANDING}, w.segment_id, (greatest(w.balance, 0) + w.suspended)::float8 AS points, ${heldColumns("p")}
  FROM wallet w LEFT JOIN wallet_profile p ON p.wallet_id = w.id
 WHERE w.contact_msisdn = ANY ($1::text[]) AND ${OPEN}`;
  return readRows(database, sql, [msisdns]);
}

/** Customers with open wallets by the codes, locked in the order of their ids. */
export function lockCustomers(
  database: Database,
  walletCodes: readonly string[],
): Promise<CustomerStanding[]> {
  const sql = `
SELECT ${STANDING} FROM wallet w WHERE w.wallet_code = ANY ($1::text[]) AND ${OPEN} ORDER BY w.id FOR NO KEY UPDATE`;
  return readRows(database, sql, [walletCodes]);
}

/** Customers who have not joined: chosen ones, or those of a list. */
export interface NotJoinedFilter {
  ids?: readonly number[] | undefined;
  statusId?: number | undefined;
  segmentId?: number | undefined;
}

/** `merchantId`: as far as its people know them; null: an operator, who knows all. */
type NotJoinedOf = NotJoinedFilter & { merchantId: number | null };

/** Customers who took their consent back are asked again in person. */
function notJoined({ ids, statusId, segmentId, merchantId }: NotJoinedOf): Conditions {
  const where = new Conditions();
  where.add(`NOT w.is_opted_in AND ${OPEN} AND w.erased_at IS NULL`);
  where.add(
    "NOT EXISTS (SELECT FROM wallet_profile x WHERE x.wallet_id = w.id AND x.withdrawn_at IS NOT NULL)",
  );
  if (ids !== undefined) where.add("w.id = ANY(?::bigint[])", ids);
  if (statusId !== undefined) where.add("w.status_id = ?", statusId);
  if (segmentId !== undefined) where.add("w.segment_id = ?", segmentId);
  if (merchantId !== null) where.add(isKnownTo("w", where.bind(merchantId)));
  return where;
}

const OPENED = "(greatest(w.balance, 0) + w.suspended)";

/** How many there are, and the points that joining opens up. `max`: no more are counted. */
export async function findNotJoined(
  database: Database,
  { max, ...filter }: NotJoinedOf & { max?: number },
): Promise<{ customers: number; points: number }> {
  const where = notJoined(filter);
  const [found] = await readRows<{ customers: number; points: number }>(
    database,
    `SELECT count(*)::int AS customers, coalesce(sum(x.points), 0)::float8 AS points
       FROM (SELECT ${OPENED} AS points FROM wallet w WHERE ${where.sql}${max === undefined ? "" : ` LIMIT ${max}`}) x`,
    where.values,
  );
  return found ?? { customers: 0, points: 0 };
}

/** The same customers, locked in the order of their ids. */
export function lockNotJoined(
  database: Database,
  { limit, ...filter }: NotJoinedOf & { limit: number },
): Promise<{ id: number; wallet_code: string; points: number }[]> {
  const where = notJoined(filter);
  const sql = `
SELECT w.id::float8 AS id, w.wallet_code, ${OPENED}::float8 AS points FROM wallet w WHERE ${where.sql}
 ORDER BY w.id LIMIT ${limit} FOR NO KEY UPDATE`;
  return readRows(database, sql, where.values);
}
