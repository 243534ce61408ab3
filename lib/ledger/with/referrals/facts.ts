import type { ClientBase } from "pg";
import { isCustomers } from "@/lib/ledger/rules/reach";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { sealNationalId } from "@/lib/platform/personal";
import { type Database, readRows } from "@/lib/platform/rows";
import type { ReferralState } from "./words";

/** Reads referrals, and opens them with new wallets (rules.md §23). The ledger decides them. */

/**
 * SQL: opens the referrals of wallets that were just opened. `opened` is a query of id, msisdn (E.164), referral_msisdn and nid; `at` when
 * they were, and `by` who did. The referrer is the oldest active wallet of that number, of another person, where referrals are on. A number
 * that had a wallet before is no newcomer's. Of one enroller as many are opened in 24 hours as the programme allows, under the enroller's
 * lock.
 */
const openStatement = (opened: string, at: string, by: string) => `
WITH opened AS (
  SELECT o.id, r.id AS referrer_id, row_number() OVER (ORDER BY o.id) AS place, p.referral_per_enroller_max AS most
    FROM (${opened}) o
   CROSS JOIN LATERAL (SELECT * FROM wallet x WHERE x.id = o.id LIMIT 1) n
   CROSS JOIN programme p
   CROSS JOIN LATERAL (
     SELECT w.id FROM wallet w LEFT JOIN wallet_profile x ON x.wallet_id = w.id
      WHERE w.contact_msisdn = o.referral_msisdn AND w.status_id = 1 AND w.is_opted_in AND w.sandbox_id IS NOT DISTINCT FROM n.sandbox_id
        AND w.id < o.id AND (x.nid = o.nid) IS NOT TRUE
      ORDER BY w.id LIMIT 1) r
   WHERE p.id = 1 AND p.referral_bonus + p.referral_newcomer_bonus > 0 AND o.referral_msisdn <> o.msisdn
     AND NOT EXISTS (SELECT FROM wallet w WHERE w.contact_msisdn = o.msisdn AND w.id <> o.id AND w.sandbox_id IS NOT DISTINCT FROM n.sandbox_id)),
referrals AS (
  INSERT INTO referral (wallet_id, referrer_wallet_id, opened_at, opened_by) SELECT id, referrer_id, ${at}, ${by} FROM opened
   WHERE most IS NULL OR place <= most - (SELECT count(*) FROM referral x WHERE x.opened_by = ${by} AND x.opened_at > ${at} - interval '1 day')
  RETURNING wallet_id, referrer_wallet_id)
SELECT wallet_id, referrer_wallet_id FROM referrals`;

const LOCK_ENROLLER = "SELECT pg_advisory_xact_lock(hashtext('points-service referrals of'), $1::int)";

// A statement of its own: the wallet is compared with referrals that are there.
const NAME_REFERRER = "UPDATE wallet SET open_referrer_id = $2 WHERE id = $1";

const OPEN_ONE = openStatement(
  "SELECT $1::bigint AS id, $2::text AS msisdn, $3::text AS referral_msisdn, $4::text AS nid",
  "$5::timestamptz",
  "$6::int",
);

/**
 * Opens the referral of a wallet that was just opened in `tx`, where whoever is said to have brought the customer is known, and
 * referrals are on. Nothing otherwise.
 */
export async function openReferral(
  tx: Prisma.TransactionClient,
  {
    walletId,
    contactMsisdn,
    referralMsisdn,
    nid,
    now,
    enrolledBy,
  }: {
    walletId: bigint;
    /** E.164, both. */
    contactMsisdn: string;
    referralMsisdn: string;
    nid: string | null;
    now: Date;
    /** The person or API client. */
    enrolledBy: number;
  },
): Promise<void> {
  await tx.$executeRawUnsafe(LOCK_ENROLLER, enrolledBy);
  const values = [walletId, contactMsisdn, referralMsisdn, sealNationalId(nid), now, enrolledBy];
  const opened = await readRows<{ wallet_id: number; referrer_wallet_id: number }>(tx, OPEN_ONE, values);
  for (const row of opened) await tx.$executeRawUnsafe(NAME_REFERRER, walletId, row.referrer_wallet_id);
}

const OPEN_MANY = openStatement(
  `SELECT w.id, a.msisdn, a."referralMsisdn" AS referral_msisdn, a.nid
     FROM jsonb_to_recordset($1::jsonb) AS a ("walletCode" text, msisdn text, "referralMsisdn" text, nid text)
    CROSS JOIN LATERAL (SELECT x.id FROM wallet x WHERE x.wallet_code = a."walletCode" LIMIT 1) w`,
  "$2::timestamptz",
  "$3::int",
);
const NAME_REFERRERS = `
UPDATE wallet w SET open_referrer_id = o.referrer_id FROM unnest($1::bigint[], $2::bigint[]) AS o (id, referrer_id) WHERE w.id = o.id`;

/** {@link openReferral} of many wallets that were just opened in the connection's transaction. */
export async function openReferrals(
  client: ClientBase,
  wallets: readonly {
    walletCode: string;
    msisdn: string;
    referralMsisdn: string | null;
    nid: string | null;
  }[],
  { now, enrolledBy }: { now: Date; enrolledBy: number },
): Promise<void> {
  const brought = wallets
    .filter(({ referralMsisdn }) => referralMsisdn !== null && referralMsisdn !== undefined)
    .map(({ walletCode, msisdn, referralMsisdn, nid }) => ({
      ...{ walletCode, msisdn, referralMsisdn },
      nid: sealNationalId(nid),
    }));
  if (brought.length === 0) return;
  await client.query(LOCK_ENROLLER, [enrolledBy]);
  const opened = await readRows<{ wallet_id: number; referrer_wallet_id: number }>(client, OPEN_MANY, [
    JSON.stringify(brought),
    now,
    enrolledBy,
  ]);
  if (opened.length === 0) return;
  await client.query(NAME_REFERRERS, [
    opened.map((row) => row.wallet_id),
    opened.map((row) => row.referrer_wallet_id),
  ]);
}

/** Opens referrals as they are given, of wallets without entries: for data that is loaded whole. */
export async function insertReferrals(
  tx: Prisma.TransactionClient,
  referrals: readonly { walletId: bigint; referrerWalletId: bigint; openedAt: Date }[],
): Promise<void> {
  await tx.referral.createMany({ data: [...referrals] });
  for (const { walletId, referrerWalletId } of referrals)
    await tx.$executeRawUnsafe(NAME_REFERRER, walletId, referrerWalletId);
}

/** A customer at the other end of a referral. */
export interface ReferralParty {
  walletId: number;
  name: string | null;
  /** E.164. */
  contactMsisdn: string;
}

/** A referral as it stands. */
export interface Referral {
  newcomer: ReferralParty;
  referrer: ReferralParty;
  state: ReferralState;
  openedAt: Date;
  /** ISO date in the programme's zone of the reward that decided it. */
  settledOn: string | null;
  newcomerPoints: number;
  referrerPoints: number;
}

const REFERRALS = (condition: string, order: string) => `
SELECT r.wallet_id, r.referrer_wallet_id, r.state, r.opened_at, r.settled_on::text AS settled_on, r.newcomer_points, r.referrer_points,
       n.contact_msisdn AS newcomer_msisdn, np.name AS newcomer_name, w.contact_msisdn AS referrer_msisdn, wp.name AS referrer_name
  FROM (SELECT * FROM referral x WHERE ${condition} ${order}) r
  JOIN wallet n ON n.id = r.wallet_id
  JOIN wallet w ON w.id = r.referrer_wallet_id
  LEFT JOIN wallet_profile np ON np.wallet_id = n.id
  LEFT JOIN wallet_profile wp ON wp.wallet_id = w.id`;

interface ReferralRow {
  wallet_id: number;
  referrer_wallet_id: number;
  state: ReferralState;
  opened_at: Date;
  settled_on: string | null;
  newcomer_points: number;
  referrer_points: number;
  newcomer_msisdn: string;
  newcomer_name: string | null;
  referrer_msisdn: string;
  referrer_name: string | null;
}

function referralOf(row: ReferralRow): Referral {
  return {
    newcomer: { walletId: row.wallet_id, name: row.newcomer_name, contactMsisdn: row.newcomer_msisdn },
    referrer: {
      walletId: row.referrer_wallet_id,
      name: row.referrer_name,
      contactMsisdn: row.referrer_msisdn,
    },
    state: row.state,
    openedAt: row.opened_at,
    settledOn: row.settled_on,
    newcomerPoints: row.newcomer_points,
    referrerPoints: row.referrer_points,
  };
}

/** The referral of a wallet's customer and its outcome; null: no known referrer. */
export async function readReferralOf(database: Database, walletId: number): Promise<Referral | null> {
  const rows = await readRows<ReferralRow>(database, REFERRALS("x.wallet_id = $1", ""), [walletId]);
  return rows[0] === undefined ? null : referralOf(rows[0]);
}

/** Customers whom a wallet's customer referred, the latest first, at most `limit`; their number, and the bonuses that stand. */
export async function readReferralsBy(
  database: Database,
  walletId: number,
  limit: number,
): Promise<{ referrals: Referral[]; count: number; points: number }> {
  const order = "ORDER BY x.opened_at DESC, x.wallet_id DESC LIMIT $2";
  const [rows, [sum]] = await Promise.all([
    readRows<ReferralRow>(
      database,
      `${REFERRALS("x.referrer_wallet_id = $1", order)} ORDER BY r.opened_at DESC, r.wallet_id DESC`,
      [walletId, limit],
    ),
    readRows<{ count: number; points: number }>(
      database,
      `SELECT count(*) AS count, coalesce(sum(referrer_points) FILTER (WHERE state = 'paid'), 0)::bigint AS points
         FROM referral WHERE referrer_wallet_id = $1`,
      [walletId],
    ),
  ]);
  return { referrals: rows.map(referralOf), count: sum?.count ?? 0, points: sum?.points ?? 0 };
}

/** Totals of referrals in a month of the programme's zone. */
export interface ReferralMonth {
  /** ISO date of its first day. */
  month: string;
  opened: number;
  /** Of those whose reward came in it. */
  paid: number;
  overLimit: number;
  unpaid: number;
  takenBack: number;
  /** Points of those that stand. */
  newcomerPoints: number;
  referrerPoints: number;
}

const MONTHS_SHOWN = 12;

const MONTHS = `
WITH customers AS (
  SELECT r.* FROM referral r JOIN wallet w ON w.id = r.wallet_id WHERE ${isCustomers("w")}),
happened AS (
  SELECT date_trunc('month', r.opened_at AT TIME ZONE p.time_zone)::date AS month, 1 AS opened, NULL::varchar AS state, 0 AS newcomer, 0 AS referrer
    FROM customers r CROSS JOIN programme p
   UNION ALL
  SELECT date_trunc('month', r.settled_on)::date, 0, r.state, CASE WHEN r.state <> 'taken_back' THEN r.newcomer_points ELSE 0 END,
         CASE WHEN r.state <> 'taken_back' THEN r.referrer_points ELSE 0 END
    FROM customers r WHERE r.state <> 'open')
SELECT month::text AS month, sum(opened)::int AS opened, (count(*) FILTER (WHERE state = 'paid'))::int AS paid,
       (count(*) FILTER (WHERE state = 'over_limit'))::int AS "overLimit", (count(*) FILTER (WHERE state = 'unpaid'))::int AS unpaid,
       (count(*) FILTER (WHERE state = 'taken_back'))::int AS "takenBack", sum(newcomer)::bigint AS "newcomerPoints", sum(referrer)::bigint AS "referrerPoints"
  FROM happened GROUP BY 1 ORDER BY 1 DESC LIMIT ${MONTHS_SHOWN}`;

const OPEN = `
SELECT count(*)::int AS open FROM referral r JOIN wallet w ON w.id = r.wallet_id
 WHERE r.state = 'open' AND ${isCustomers("w")} AND w.status_id NOT IN (5, 6)`;

/** The last months that had any, the newest first, and how many referrals wait for a first reward. Test wallets do not count. */
export async function readReferralMonths(
  database: Database,
): Promise<{ months: ReferralMonth[]; open: number }> {
  const [months, [waiting]] = await Promise.all([
    readRows<ReferralMonth>(database, MONTHS),
    readRows<{ open: number }>(database, OPEN),
  ]);
  return { months, open: waiting?.open ?? 0 };
}
