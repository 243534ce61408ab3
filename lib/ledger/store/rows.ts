import type { ReversalState } from "../commands";
import { decodeMoves, type StoredMove } from "../hash";
import type { ChannelId, Entry, LogTypeId, SegmentVersion, WalletStatusId, WalletView } from "../types";

/**
 * Rows travel as JSON made by the database, one shape for every query. Points and ids are whole numbers below 2^53;
 * factors come as text, never as floating-point numbers.
 */
export interface EntryRow {
  id: number;
  wallet_id: number;
  seq: number;
  log_type_id: number;
  channel_id: number;
  amount: number;
  points_delta: number;
  suspended_delta: number;
  amount_value: number;
  factor: string;
  balance_after: number;
  accumulated_after: number;
  redeemed_after: number;
  suspended_after: number;
  segment_version_id: number;
  user_id: number;
  merchant_id: number | null;
  branch_id: number | null;
  branch_msisdn: string | null;
  related_entry_id: number | null;
  expires_on: string | null;
  created_at: string;
  invoice_date: string | null;
  lot_moves: StoredMove[];
  external_log_id: string;
  invoice_number: string | null;
  sku_id: string | null;
  comment: string | null;
  /** "\\x…" hexadecimal. */
  hash: string;
}

const ENTRY_COLUMNS =
  "id wallet_id seq log_type_id channel_id amount points_delta suspended_delta amount_value factor balance_after accumulated_after " +
  "redeemed_after suspended_after segment_version_id user_id merchant_id branch_id branch_msisdn related_entry_id expires_on " +
  "created_at invoice_date lot_moves external_log_id invoice_number sku_id comment hash";

/** SQL for one entry as an {@link EntryRow}; null where `alias` is a row of nulls. */
export function entryJson(alias: string): string {
  return `CASE WHEN ${alias}.id IS NOT NULL THEN ${jsonOf(alias, ENTRY_COLUMNS)} END`;
}

/** Text as it is written, which costs PostgreSQL half of making a `jsonb` and writing that. Factors as text. */
function jsonOf(alias: string, columns: string): string {
  const fields = columns.split(" ").map((column) => {
    const value = `${alias}.${column}`;
    return `'${column}', ${column.endsWith("factor") ? `trim_scale(${value})::text` : value}`;
  });
  return `json_build_object(${fields.join(", ")})`;
}

export function entryOf(row: EntryRow): Entry {
  return {
    id: row.id,
    walletId: row.wallet_id,
    seq: row.seq,
    logTypeId: row.log_type_id as LogTypeId,
    channelId: row.channel_id as ChannelId,
    amount: row.amount,
    pointsDelta: row.points_delta,
    suspendedDelta: row.suspended_delta,
    amountValue: row.amount_value,
    factor: row.factor,
    balanceAfter: row.balance_after,
    accumulatedAfter: row.accumulated_after,
    redeemedAfter: row.redeemed_after,
    suspendedAfter: row.suspended_after,
    segmentVersionId: row.segment_version_id,
    lotMoves: decodeMoves(row.lot_moves),
    expiresOn: row.expires_on,
    relatedEntryId: row.related_entry_id,
    merchantId: row.merchant_id,
    branchId: row.branch_id,
    branchMsisdn: row.branch_msisdn,
    userId: row.user_id,
    externalLogId: row.external_log_id,
    invoiceNumber: row.invoice_number,
    invoiceDate: row.invoice_date === null ? null : new Date(row.invoice_date),
    skuId: row.sku_id,
    comment: row.comment,
    createdAt: new Date(row.created_at),
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

/** SQL for one segment version as a {@link SegmentVersionRow}. */
export function segmentVersionJson(alias: string): string {
  return jsonOf(alias, SEGMENT_VERSION_COLUMNS);
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
