import { profileColumns } from "@/lib/ledger/rules/profile";
import { addReach, type Sandbox } from "@/lib/ledger/rules/reach";
import {
  type PinTallies,
  pinTalliesOf,
  type SegmentVersionRow,
  segmentVersionJson,
  segmentVersionOf,
  type WalletColumns,
  walletColumnsOf,
} from "@/lib/ledger/rules/rows";
import type { Balances, RipeningDay, WalletStanding } from "@/lib/ledger/rules/types";
import { openLotsOf, pinStandingOf } from "@/lib/ledger/run/view";
import { type FamilyRow, familyColumns, familyOf } from "@/lib/ledger/with/families/rows";
import { spentSql } from "@/lib/ledger/with/families/store";
import { Conditions } from "@/lib/platform/conditions";
import { type Database, readRows } from "@/lib/platform/rows";
import { formatLocalDate } from "@/lib/platform/time";

/** When wallets are looked at: it decides which points have lapsed and which PINs are locked. */
export interface Moment {
  now: Date;
  /** The programme's: days end at its midnight. */
  timeZone: string;
  /** Sandbox whose test wallets are in sight. Absent: customers' wallets only, so that no page and no report shows others. */
  sandbox?: Sandbox | undefined;
  /** At whose tills: a PIN may be locked at one merchant and not at another. Absent or null: as a whole. */
  merchantId?: number | null | undefined;
}

/**
 * A wallet as it stands at a {@link Moment}. Its balance is settled: points whose last day is over are not in it, although
 * they are written off only with the wallet's next movement. The PIN's hash is not in it.
 */
export interface Wallet extends WalletStanding {
  /** The number of its last entry in its own log; 0 before the first. */
  lastSeq: number;
  mergedIntoWalletCode: string | null;
  /** When the customer agreed to their data being kept, and who recorded it. */
  consentAt: Date | null;
  consentBy: number | null;
  /** Rises with every administrative act on the wallet, not with its points; 0 before the first. */
  version: number;
  createdAt: Date;
  /** The pool that holds a pooled child's points: its parent. Null: its own. */
  pool: PoolStanding | null;
}

/** A pool's balance, settled as the wallet's own balance is. */
export interface PoolStanding
  extends Balances,
    Pick<WalletStanding, "segment" | "lots" | "pending" | "held"> {}

/** The wallet as its customer has it: with the points that it earns into and spends from, its own or its pool's (rules.md §20). */
export function asPooled<Shown extends Wallet>(wallet: Shown): Shown {
  return wallet.pool === null ? wallet : { ...wallet, ...wallet.pool };
}

/** A wallet by its id, or by its code and, where one is given, its mobile number (E.164); null when there is none. */
export async function readWallet(
  database: Database,
  by: { walletCode: string; contactMsisdn?: string } | { id: number },
  at: Moment,
): Promise<Wallet | null> {
  const where = "id" in by ? only("w.id = ?", by.id) : only("w.wallet_code = ?", by.walletCode);
  if ("contactMsisdn" in by) where.add("w.contact_msisdn = ?", by.contactMsisdn);
  return (await selectWallets(database, { where, limit: 1, isKept: true }, at))[0] ?? null;
}

/** Wallets by their ids; one that does not exist is left out. */
export async function readWallets(
  database: Database,
  ids: readonly number[],
  at: Moment,
): Promise<Map<number, Wallet>> {
  if (ids.length === 0) return new Map();
  const where = only("w.id = ANY (?::bigint[])", ids);
  const wallets = await selectWallets(database, { where, limit: ids.length, isKept: true }, at);
  return new Map(wallets.map((wallet) => [wallet.id, wallet]));
}

/** The wallets of a mobile number (E.164): a customer may have several. Oldest first, at most `limit`. */
export function findWalletsByMsisdn(
  database: Database,
  contactMsisdn: string,
  at: Moment,
  limit = 20,
): Promise<Wallet[]> {
  const where = only("w.contact_msisdn = ?", contactMsisdn);
  return selectWallets(database, { where, limit, isKept: true }, at);
}

/**
 * Locks wallets and their parents as the ledger does, in the order of their ids and so that their points stand still, and reads the
 * wallets in the order of `walletCodes`; null for one that does not exist. `tx` is a transaction.
 */
export async function lockWallets<const Codes extends readonly string[]>(
  tx: Database,
  walletCodes: Codes,
  at: Moment,
): Promise<{ [Index in keyof Codes]: Wallet | null }> {
  await readRows(tx, LOCK_WALLETS, [walletCodes]);
  const where = only("w.wallet_code = ANY (?::text[])", walletCodes);
  const locked = await selectWallets(tx, { where, limit: walletCodes.length }, at);
  const wallets = walletCodes.map((code) => locked.find(({ walletCode }) => walletCode === code) ?? null);
  return wallets as { [Index in keyof Codes]: Wallet | null };
}

function only(condition: string, value: unknown): Conditions {
  const where = new Conditions();
  where.add(condition, value);
  return where;
}

// A child's parent counts its children, so that it is locked with the child, and before it where its id is lower.
const LOCK_WALLETS = `
SELECT 1 FROM wallet w WHERE w.wallet_code = ANY ($1::text[])
    OR w.id IN (SELECT x.parent_wallet_id FROM wallet x WHERE x.wallet_code = ANY ($1::text[]))
 ORDER BY w.id FOR NO KEY UPDATE`;

/**
 * SQL for what a wallet can spend: its balance without the lots that have lapsed, those whose last day is before `today`.
 * @param wallet alias of a row of `wallet`
 * @param today SQL for a date
 */
export function settledBalance(wallet: string, today: string): string {
  return `(${wallet}.balance - coalesce((SELECT sum(lapsed.points) FROM lot lapsed
            WHERE lapsed.wallet_id = ${wallet}.id AND lapsed.points > 0 AND lapsed.expires_on < ${today}), 0))::bigint`;
}

/** Which wallets to read: conditions about `w`, a row of `wallet`, in which order, and how many at most. */
export interface Selection {
  where: Conditions;
  order?: "oldest first" | "newest first";
  limit: number;
  /** The conditions are always the same: the statement is planned once for each connection. */
  isKept?: boolean;
}

/** The wallets of a selection, by the one statement that says what a wallet holds. */
export async function selectWallets(
  database: Database,
  { where, order = "oldest first", limit, isKept = false }: Selection,
  { now, timeZone, sandbox, merchantId = null }: Moment,
): Promise<Wallet[]> {
  addReach(where, "w", sandbox);
  const direction = order === "oldest first" ? "ASC" : "DESC";
  const today = `${where.bind(formatLocalDate(now, timeZone))}::date`;
  const at = `${where.bind(now)}::timestamptz`;
  const text = `
SELECT ${columns(today, at)}
  FROM (SELECT * FROM wallet w WHERE ${where.sql} ORDER BY w.id ${direction} LIMIT ${where.bind(limit)}) w ${PARTS}
 ORDER BY w.id ${direction}`;
  const rows = await readRows<WalletRow>(database, text, where.values, { isKept });
  return rows.map((row) => walletOf(row, { now, merchantId }));
}

const lotsJson = (wallet: string, today: string) => `
(SELECT json_agg(json_build_array(l.expires_on, l.points) ORDER BY l.expires_on) FROM lot l
  WHERE l.wallet_id = ${wallet}.id AND l.points > 0 AND l.expires_on >= ${today})`;

const pendingJson = (wallet: string) => `
CASE WHEN ${wallet}.suspended > 0 THEN (SELECT json_agg(json_build_object('ripensOn', d.ripens_on, 'points', d.points) ORDER BY d.ripens_on)
  FROM (SELECT x.ripens_on, sum(x.points)::bigint AS points FROM pending_points x WHERE x.wallet_id = ${wallet}.id AND x.points > 0 GROUP BY 1) d) END`;

const heldSum = (wallet: string) => `
CASE WHEN ${wallet}.suspended > 0 THEN (SELECT sum(x.points)::bigint FROM hold x WHERE x.wallet_id = ${wallet}.id AND x.state = 'open') END`;

/** Of a pooled child only. */
const poolJson = (today: string) => `
CASE WHEN w.pool_wallet_id IS NOT NULL THEN (
  SELECT json_build_object('balance', ${settledBalance("o", today)}, 'accumulated', o.accumulated, 'redeemed', o.redeemed, 'suspended', o.suspended,
                           'segment', ${segmentVersionJson("os")}, 'lots', ${lotsJson("o", today)}, 'pending', ${pendingJson("o")}, 'held', ${heldSum("o")})
    FROM wallet o JOIN segment_version os ON os.segment_id = o.segment_id AND os.is_current WHERE o.id = w.pool_wallet_id) END`;

const columns = (today: string, at: string) => `
w.id, w.wallet_code, w.contact_msisdn, w.status_id, w.is_opted_in, w.opted_in_at, w.redemption_enabled,
w.merged_into_wallet_id, w.last_seq, ${settledBalance("w", today)} AS balance, w.accumulated, w.redeemed, w.suspended,
w.created_at, ${profileColumns("p")}, p.consent_at, p.consent_by,
coalesce(p.version, 0) AS version, ${segmentVersionJson("s")} AS segment, m.wallet_code AS merged_into_wallet_code,
pin.wallet_id IS NOT NULL AS has_pin, pin.failed_in_row, pin.locked_until, pin.merchants AS pin_merchants,
${pendingJson("w")} AS pending, ${heldSum("w")} AS held,
${lotsJson("w", today)} AS lots, ${poolJson(today)} AS pool, ${familyColumns("w")}, w.wallet_type, w.erased_at IS NOT NULL AS is_erased,
CASE WHEN w.child_allowance IS NOT NULL THEN ${spentSql("w", at)} ELSE 0::bigint END AS spent`;

// Each part is a lateral lookup with LIMIT 1: an index lookup whatever the planner knows.
const PARTS = `
  JOIN segment_version s ON s.segment_id = w.segment_id AND s.is_current
  LEFT JOIN LATERAL (SELECT * FROM wallet_profile x WHERE x.wallet_id = w.id LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT wallet_id, failed_in_row, locked_until, merchants FROM wallet_pin x
                      WHERE x.wallet_id = CASE WHEN w.family_role = 'card' THEN w.parent_wallet_id ELSE w.id END LIMIT 1) pin ON true
  LEFT JOIN LATERAL (SELECT x.wallet_code FROM wallet x WHERE x.id = w.merged_into_wallet_id LIMIT 1) m ON true`;

/** Lots of a wallet, and its points aside. */
interface PartsRow {
  lots: [string, number][] | null;
  pending: RipeningDay[] | null;
  held: number | null;
}

interface WalletRow extends WalletColumns, FamilyRow, PartsRow {
  created_at: Date;
  consent_at: Date | null;
  consent_by: number | null;
  version: number;
  segment: SegmentVersionRow;
  merged_into_wallet_code: string | null;
  has_pin: boolean;
  failed_in_row: number;
  locked_until: Date | null;
  pin_merchants: PinTallies | null;
  pool: (Balances & PartsRow & { segment: SegmentVersionRow }) | null;
  spent: number;
}

function walletOf(row: WalletRow, at: { now: Date; merchantId: number | null }): Wallet {
  return {
    ...walletColumnsOf(row),
    hasPin: row.has_pin,
    segment: segmentVersionOf(row.segment),
    lastSeq: row.last_seq,
    ...partsOf(row),
    pin: row.has_pin
      ? pinStandingOf(
          {
            failedInRow: row.failed_in_row,
            lockedUntil: row.locked_until,
            merchants: pinTalliesOf(row.pin_merchants),
          },
          at,
        )
      : { kind: "none" },
    mergedIntoWalletCode: row.merged_into_wallet_code,
    consentAt: row.consent_at,
    consentBy: row.consent_by,
    version: row.version,
    createdAt: row.created_at,
    family: familyOf(row, row.spent),
    pool: row.pool && {
      ...row.pool,
      segment: segmentVersionOf(row.pool.segment),
      ...partsOf(row.pool),
    },
  };
}

function partsOf({ lots, pending, held }: PartsRow): Pick<WalletStanding, "lots" | "pending" | "held"> {
  return { lots: openLotsOf(lots ?? []), pending: pending ?? [], held: held ?? 0 };
}
