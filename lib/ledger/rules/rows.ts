import { moneySql } from "@/lib/platform/money";
import { openNationalId } from "@/lib/platform/personal";
import { ENTRY_FIELD_NAMES, entryFrom, fieldSql } from "./entry-fields";
import type { PinTally } from "./ledger-state";
import { profileOf, type WalletProfile } from "./profile";
import type { Entry, ReversalState, SegmentVersion, WalletStatusId, WalletType, WalletView } from "./types";

/**
 * An entry as the database writes it: a JSON array of its fields. With names beside the values PostgreSQL takes half as long again. Points and
 * ids are whole numbers below 2^53; factors and money come as text, never as floating-point numbers.
 */
export type EntryRow = readonly unknown[];

/** SQL for one entry as an {@link EntryRow}; null where `alias` is a row of nulls. */
export function entryJson(alias: string): string {
  const values = ENTRY_FIELD_NAMES.map((field) => fieldSql(field, alias));
  return `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_array(${values.join(", ")}) END`;
}

export function entryOf(row: EntryRow): Entry {
  return entryFrom((_field, index) => row[index]);
}

/**
 * SQL: whether all points of an entry, a reward, have lapsed (`isExpired`; rules.md §2). Points of a lot are spent oldest
 * first, so when a lot lapses it is its newest rewards that lapse whole; what was returned of a reward is not its any more. The arguments are aliases of the rows; of `lot` and
 * `reversal` there may be none.
 */
export function isExpiredReward({
  entry,
  lot,
  reversal,
}: {
  entry: string;
  lot: string;
  reversal: string;
}): string {
  return `coalesce(${lot}.lapsed_points > 0 AND ${entry}.amount > coalesce(${reversal}.given_back, 0) AND ${entry}.seq >= ${lot}.lapsed_from_seq
       AND ${reversal}.cancelled_by_entry_id IS NULL, false)`;
}

export interface SegmentVersionRow {
  id: number;
  segment_id: number;
  name_en: string;
  name_ar: string;
  value: number;
  reward_factor: string;
  redeem_factor: string;
  redeem_threshold: number;
  bonus_points: number | null;
  offer_number: string | null;
  rate_plan: string | null;
  color: string | null;
  segment_color_id: number | null;
}

const SEGMENT_VERSION_COLUMNS =
  "id segment_id name_en name_ar value reward_factor redeem_factor redeem_threshold bonus_points offer_number rate_plan color " +
  "segment_color_id";

/** SQL for one segment version as a {@link SegmentVersionRow}: text as it is written, which costs PostgreSQL half of making a `jsonb`. */
export function segmentVersionJson(alias: string): string {
  const fields = SEGMENT_VERSION_COLUMNS.split(" ").map(
    (column) =>
      `'${column}', ${column.endsWith("factor") ? `trim_scale(${alias}.${column})::text` : `${alias}.${column}`}`,
  );
  return `json_build_object(${fields.join(", ")})`;
}

export function segmentVersionOf(row: SegmentVersionRow): SegmentVersion {
  return {
    versionId: row.id,
    segmentId: row.segment_id,
    nameEn: row.name_en,
    nameAr: row.name_ar,
    value: row.value,
    rewardFactor: row.reward_factor,
    redeemFactor: row.redeem_factor,
    redeemThreshold: row.redeem_threshold,
    bonusPoints: row.bonus_points,
    offerNumber: row.offer_number,
    ratePlan: row.rate_plan,
    color: row.color,
    segmentColorId: row.segment_color_id,
  };
}

export interface ReversalRow {
  entry_id: number;
  taken: number;
  given_back: number;
  given_back_value: string;
  open_refunds: number;
  given_back_by_lot: Record<string, number>;
  cancelled_by_entry_id: number | null;
}

/** SQL for one reversal as a {@link ReversalRow}; null where `alias` is a row of nulls. */
export function reversalJson(alias: string): string {
  const columns = [
    "entry_id",
    "taken",
    "given_back",
    "open_refunds",
    "given_back_by_lot",
    "cancelled_by_entry_id",
  ];
  const fields = columns.map((column) => `'${column}', ${alias}.${column}`);
  fields.push(`'given_back_value', ${givenBackSql(alias)}`);
  return `CASE WHEN ${alias}.entry_id IS NOT NULL THEN json_build_object(${fields.join(", ")}) END`;
}

/** SQL for the money that a reversal gives back, as text that BigInt reads. */
export function givenBackSql(alias: string): string {
  return moneySql(`${alias}.given_back_value`, `${alias}.given_back_hundredths`);
}

export function reversalOf(row: ReversalRow): ReversalState {
  return {
    entryId: row.entry_id,
    taken: row.taken,
    givenBack: row.given_back,
    givenBackValue: BigInt(row.given_back_value),
    openRefunds: row.open_refunds,
    givenBackByLot: row.given_back_by_lot,
    cancelledByEntryId: row.cancelled_by_entry_id,
  };
}

/** Columns that every query of wallets reads, the profile included. */
export interface WalletColumns extends WalletProfile {
  id: number;
  wallet_code: string;
  contact_msisdn: string;
  status_id: number;
  is_opted_in: boolean;
  opted_in_at: Date | null;
  redemption_enabled: boolean;
  merged_into_wallet_id: number | null;
  merged_into_wallet_code?: string | null;
  last_seq: number;
  balance: number;
  accumulated: number;
  redeemed: number;
  suspended: number;
  wallet_type: string | null;
  is_erased: boolean;
}

/** A wallet out of its columns, without what the queries read in ways of their own. */
export function walletColumnsOf(row: WalletColumns): Omit<WalletView, "hasPin" | "segment" | "family"> {
  return {
    id: row.id,
    walletCode: row.wallet_code,
    contactMsisdn: row.contact_msisdn,
    statusId: row.status_id as WalletStatusId,
    isOptedIn: row.is_opted_in,
    optedInAt: row.opted_in_at,
    redemptionEnabled: row.redemption_enabled,
    mergedIntoWalletId: row.merged_into_wallet_id,
    mergedIntoWalletCode: row.merged_into_wallet_code ?? null,
    balance: row.balance,
    accumulated: row.accumulated,
    redeemed: row.redeemed,
    suspended: row.suspended,
    profile: openProfile(profileOf(row)),
    walletType: row.wallet_type as WalletType | null,
    isErased: row.is_erased,
  };
}

function openProfile(profile: WalletProfile): WalletProfile {
  return profile.nid === null ? profile : { ...profile, nid: openNationalId(profile.nid) };
}

/** Attempts on a PIN at the tills of each merchant, as they are stored: by the merchant's id. */
export type PinTallies = Readonly<
  Record<string, { failedInRow: number; failedAt: string[]; lockedUntil: string | null }>
>;

export function pinTalliesOf(stored: PinTallies | null): Map<number, PinTally> {
  return new Map(
    Object.entries(stored ?? {}).map(([merchantId, { failedInRow, failedAt, lockedUntil }]) => [
      Number(merchantId),
      {
        failedInRow,
        failedAt: failedAt.map((at) => new Date(at)),
        lockedUntil: lockedUntil === null ? null : new Date(lockedUntil),
      },
    ]),
  );
}
