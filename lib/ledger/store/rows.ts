import type { ReversalState } from "../commands";
import { decodeMoves, type StoredMove } from "../hash";
import type { ChannelId, Entry, LogTypeId, SegmentVersion, WalletStatusId, WalletView } from "../types";

/**
 * An entry as the database writes it: a JSON array of {@link ENTRY_COLUMNS}. With the columns' names beside their values PostgreSQL
 * takes twice as long for it. Points and ids are whole numbers below 2^53; factors come as text, never as floating-point numbers.
 */
export type EntryRow = [
  id: number,
  walletId: number,
  seq: number,
  logTypeId: LogTypeId,
  channelId: ChannelId,
  amount: number,
  pointsDelta: number,
  suspendedDelta: number,
  amountValue: number,
  factor: string,
  balanceAfter: number,
  accumulatedAfter: number,
  redeemedAfter: number,
  suspendedAfter: number,
  segmentVersionId: number,
  userId: number,
  merchantId: number | null,
  branchId: number | null,
  branchMsisdn: string | null,
  relatedEntryId: number | null,
  expiresOn: string | null,
  createdAt: string,
  invoiceDate: string | null,
  lotMoves: StoredMove[],
  externalLogId: string,
  invoiceNumber: string | null,
  skuId: string | null,
  comment: string | null,
];

/** In the order of {@link EntryRow}. */
const ENTRY_COLUMNS =
  "id wallet_id seq log_type_id channel_id amount points_delta suspended_delta amount_value factor balance_after accumulated_after " +
  "redeemed_after suspended_after segment_version_id user_id merchant_id branch_id branch_msisdn related_entry_id expires_on " +
  "created_at invoice_date lot_moves external_log_id invoice_number sku_id comment";

/** SQL for one entry as an {@link EntryRow}; null where `alias` is a row of nulls. */
export function entryJson(alias: string): string {
  const values = ENTRY_COLUMNS.split(" ").map((column) => columnOf(alias, column));
  return `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_array(${values.join(", ")}) END`;
}

function columnOf(alias: string, column: string): string {
  const value = `${alias}.${column}`;
  return column.endsWith("factor") ? `trim_scale(${value})::text` : value;
}

export function entryOf([
  id,
  walletId,
  seq,
  logTypeId,
  channelId,
  amount,
  pointsDelta,
  suspendedDelta,
  amountValue,
  factor,
  balanceAfter,
  accumulatedAfter,
  redeemedAfter,
  suspendedAfter,
  segmentVersionId,
  userId,
  merchantId,
  branchId,
  branchMsisdn,
  relatedEntryId,
  expiresOn,
  createdAt,
  invoiceDate,
  lotMoves,
  externalLogId,
  invoiceNumber,
  skuId,
  comment,
]: EntryRow): Entry {
  return {
    id,
    walletId,
    seq,
    logTypeId,
    channelId,
    amount,
    pointsDelta,
    suspendedDelta,
    amountValue,
    factor,
    balanceAfter,
    accumulatedAfter,
    redeemedAfter,
    suspendedAfter,
    segmentVersionId,
    lotMoves: decodeMoves(lotMoves),
    expiresOn,
    relatedEntryId,
    merchantId,
    branchId,
    branchMsisdn,
    userId,
    externalLogId,
    invoiceNumber,
    invoiceDate: invoiceDate === null ? null : new Date(invoiceDate),
    skuId,
    comment,
    createdAt: new Date(createdAt),
  };
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
    (column) => `'${column}', ${columnOf(alias, column)}`,
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
  given_back_value: number;
  open_refunds: number;
  given_back_by_lot: Record<string, number>;
  cancelled_by_entry_id: number | null;
}

export function reversalOf(row: ReversalRow): ReversalState {
  return {
    entryId: row.entry_id,
    taken: row.taken,
    givenBack: row.given_back,
    givenBackValue: row.given_back_value,
    openRefunds: row.open_refunds,
    givenBackByLot: row.given_back_by_lot,
    cancelledByEntryId: row.cancelled_by_entry_id,
  };
}

/** What every query of wallets reads, with the columns of the wallet's profile. */
export interface WalletColumns {
  id: number;
  wallet_code: string;
  contact_msisdn: string;
  status_id: number;
  is_opted_in: boolean;
  opted_in_at: Date | null;
  redemption_enabled: boolean;
  merged_into_wallet_id: number | null;
  last_seq: number;
  balance: number;
  accumulated: number;
  redeemed: number;
  suspended: number;
  name: string | null;
  email: string | null;
  address: string | null;
  gender: string | null;
  birth_date: string | null;
  nid: string | null;
}

/** A wallet out of its columns, without what the queries read in ways of their own. */
export function walletColumnsOf(row: WalletColumns): Omit<WalletView, "hasPin" | "segment"> {
  return {
    id: row.id,
    walletCode: row.wallet_code,
    contactMsisdn: row.contact_msisdn,
    statusId: row.status_id as WalletStatusId,
    isOptedIn: row.is_opted_in,
    optedInAt: row.opted_in_at,
    redemptionEnabled: row.redemption_enabled,
    mergedIntoWalletId: row.merged_into_wallet_id,
    balance: row.balance,
    accumulated: row.accumulated,
    redeemed: row.redeemed,
    suspended: row.suspended,
    profile: {
      name: row.name,
      email: row.email,
      address: row.address,
      gender: row.gender,
      birthDate: row.birth_date,
      nid: row.nid,
    },
  };
}
