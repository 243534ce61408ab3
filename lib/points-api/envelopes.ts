import type { DealView } from "@/lib/areas/deals/types";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { type Entry, LOG_TYPE, type LogTypeId, type WalletView } from "@/lib/ledger/rules/types";
import {
  paidWithPoints,
  payableOf,
  type ReturnedGoods,
  type SettledBill,
} from "@/lib/ledger/with/bills/words";
import type { Coupon } from "@/lib/ledger/with/coupons/words";
import type { GivenPart } from "@/lib/ledger/with/promotions/words";
import { inUnits, type Money } from "@/lib/platform/money";
import { formatOffsetDateTime } from "@/lib/platform/time";
import { serializeCoupon } from "./coupons";
import { type DealsContext, type GetDealsResponse, serializeDeal } from "./deals";
import { errorMessage } from "./error-message";
import { SUCCESS_MESSAGE } from "./errors";
import type { WireContext } from "./message";
import type { GoodsOfBill } from "./objects";
import type {
  EnrolResponse,
  FindWalletResponse,
  GetClientResponse,
  PointsResponse,
  QuoteResponse,
  RewardResponse,
  TransactionResponse,
  WalletResponse,
} from "./response-schemas";
import { serializeEntry, serializeParts, serializeWallet } from "./serialize";
import type { SettledTransaction } from "./settled-schemas";

/** The change of a points operation, or of its first request when it is repeated. */
export interface PostedChange {
  wallet: WalletView;
  entry: Entry;
  /** Kind of the entry that was cancelled, refunded or returned. */
  relatedLogTypeId?: LogTypeId | undefined;
  /** A return's only: the points that remained of its reward. */
  remainingPoints?: number | null | undefined;
  /** Parts of its points, where more than the bill gave them. */
  parts?: readonly GivenPart[] | undefined;
  /** Points that the entry set aside; of a hold when it ends. */
  aside?: PostedEntry["aside"] | undefined;
  /** The bill that it settled. */
  bill?: SettledBill | null | undefined;
  /** The goods of a settled bill that it brought back. */
  goods?: ReturnedGoods | null | undefined;
  /** The coupon that it issued or ended. */
  coupon?: Coupon | null | undefined;
  /** A replayed reward's only: true when all of its points have lapsed since. */
  isExpired?: boolean | undefined;
  /** The moment of the retry that it answers. */
  repeatedAt?: Date | undefined;
}

/** The envelope of a successful movement, but for Reward (interface.md §2.5). */
export function pointsSuccess(change: PostedChange, context: WireContext): PointsResponse {
  const pointsLog = serializeEntry(change.entry, context, change);
  return {
    errorCode: "0",
    errorMessage: SUCCESS_MESSAGE[context.language],
    offerNumber: change.entry.offerNumber ?? 0,
    ...couponOf(change.coupon, context),
    wallet: serializeWallet(change.wallet, context),
    pointsLog,
    transaction: transactionOf(change, context),
    totalAmount: inUnits(change.entry.amountValue),
  };
}

/** The envelope of a wallet of which nothing was moved (rules.md §13). */
export function walletSuccess(wallet: WalletView, context: WireContext): WalletResponse & EnrolResponse {
  return {
    errorCode: "0",
    errorMessage: SUCCESS_MESSAGE[context.language],
    offerNumber: 0,
    couponNumber: null,
    couponDetails: null,
    wallet: serializeWallet(wallet, context),
    pointsLog: null,
    transaction: null,
    totalAmount: 0,
  };
}

/** The envelope of an answer that shows no wallet. */
function nothingMoved({ language }: WireContext) {
  return {
    ...{ errorCode: "0", errorMessage: SUCCESS_MESSAGE[language], offerNumber: 0 },
    ...{ couponNumber: null, couponDetails: null, wallet: null, pointsLog: null, transaction: null },
    totalAmount: 0,
  };
}

/** The candidates for a card, a number or a coupon (rules.md §13). */
export function findSuccess(
  candidates: FindWalletResponse["candidates"],
  context: WireContext,
): FindWalletResponse {
  return { ...nothingMoved(context), candidates };
}

/** Facts of the calling client (rules.md §13). */
export function clientSuccess(
  client: NonNullable<GetClientResponse["client"]>,
  context: WireContext,
): GetClientResponse {
  return { ...nothingMoved(context), client };
}

/** A coupon after its use, and the unmoved wallet (rules.md §22). */
export function couponSuccess(wallet: WalletView, coupon: Coupon, context: WireContext): WalletResponse {
  const { offerNumber } = coupon.template;
  return { ...walletSuccess(wallet, context), offerNumber, ...couponOf(coupon, context) };
}

function couponOf(
  coupon: Coupon | null | undefined,
  context: WireContext,
): Pick<PointsResponse, "couponNumber" | "couponDetails"> {
  if (coupon === null || coupon === undefined) return { couponNumber: null, couponDetails: null };
  return { couponNumber: coupon.number, couponDetails: serializeCoupon(coupon, context) };
}

/** A movement's answer, told as a quote (rules.md §13). `change.entry.id` is 0 unless it was made before. */
export function quoteSuccess(
  change: PostedChange,
  {
    operation,
    isPinRequired,
    paidWithPoints,
  }: { operation: string; isPinRequired: boolean; paidWithPoints: Money },
  context: WireContext,
): QuoteResponse {
  const { transaction, totalAmount, ...answer } = pointsSuccess(change, context);
  return {
    ...answer,
    transaction: { operation, isPinRequired, paidWithPoints: inUnits(paidWithPoints), transaction },
    totalAmount,
    limits: [],
    promotions: serializeParts(change.parts ?? [], context).flatMap(({ kind, ...part }) =>
      kind === "promotion" ? [part] : [],
    ),
  };
}

/** The answer to an act on a coupon, told as a quote. */
export function couponQuoteSuccess(
  { transaction: _none, totalAmount, ...answer }: WalletResponse,
  operation: string,
): QuoteResponse {
  return {
    ...answer,
    transaction: { operation, isPinRequired: false, paidWithPoints: 0, transaction: null },
    totalAmount,
    ...{ limits: [], promotions: [] },
  };
}

/** An entry as it was first answered, and what has become of it (rules.md §13). */
export function transactionSuccess(
  change: PostedChange,
  fate: Pick<
    NonNullable<TransactionResponse["transaction"]>,
    | "operation"
    | "remainingPoints"
    | "refundedPoints"
    | "refundedValue"
    | "pendingPoints"
    | "usableFrom"
    | "holdState"
    | "endedByLogId"
  > & { cancelledByEntryId: number | null },
  context: WireContext,
): TransactionResponse {
  const { transaction, totalAmount, ...answer } = pointsSuccess(change, context);
  const { cancelledByEntryId, pendingPoints, usableFrom, holdState, endedByLogId, ...told } = fate;
  const undone = transaction !== null && "cancelledLogId" in transaction ? transaction : null;
  return {
    ...answer,
    transaction: {
      ...told,
      isCancelled: cancelledByEntryId !== null,
      cancelledLogId: cancelledByEntryId ?? undone?.cancelledLogId ?? null,
      cancelledLogTypeId: undone?.cancelledLogTypeId ?? null,
      parts: serializeParts(change.parts ?? [], context),
      pendingPoints,
      usableFrom,
      holdState,
      endedByLogId,
    },
    totalAmount,
  };
}

/** The envelope of what was done under a reference without an entry: on a coupon, or by an enrolment. */
export function transactionWithoutEntry(
  envelope: WalletResponse,
  told: Pick<NonNullable<TransactionResponse["transaction"]>, "operation" | "isCancelled">,
): TransactionResponse {
  return {
    ...envelope,
    transaction: {
      operation: told.operation,
      ...{ remainingPoints: 0, refundedPoints: 0, refundedValue: 0 },
      isCancelled: told.isCancelled,
      ...{ cancelledLogId: null, cancelledLogTypeId: null, parts: [], pendingPoints: 0 },
      ...{ usableFrom: null, holdState: null, endedByLogId: null },
    },
  };
}

/** The envelope of a successful Reward (interface.md §2.6). */
export function rewardSuccess(change: PostedChange, context: WireContext): RewardResponse {
  return {
    errorCode: "0",
    errorMessage: SUCCESS_MESSAGE[context.language],
    pointsLog: serializeEntry(change.entry, context, change),
    wallet: serializeWallet(change.wallet, context),
    offerNumber: change.entry.offerNumber ?? 0,
    couponNumber: change.coupon?.number ?? "",
  };
}

/** The envelope of a successful GetDeals (interface.md §2.7): neither of the two fixed-language texts is filled. */
export function dealsSuccess(deals: readonly DealView[], context: DealsContext): GetDealsResponse {
  return {
    deals: deals.map((deal) => serializeDeal(deal, context)),
    ErrorCode: 0,
    ErrorMessage: SUCCESS_MESSAGE[context.language],
    EnglishErrorMessage: "",
    ArabicErrorMessage: "",
  };
}

/**
 * The undone entry of a cancellation (rules.md §7), a return's reward with its rest (rules.md §13), or a hold that was made or has ended
 * (rules.md §19).
 */
export function transactionOf(change: PostedChange, context: WireContext): PointsResponse["transaction"] {
  const { entry, relatedLogTypeId, remainingPoints, aside, bill, goods } = change;
  const { zone } = context;
  if (bill != null) return settledTransaction(change, bill, context);
  const { logTypeId, relatedEntryId } = entry;
  if (aside != null && "expiresAt" in aside)
    return {
      holdId: entry.id,
      heldPoints: entry.amount,
      expiresDate: formatOffsetDateTime(aside.expiresAt, zone),
    };
  if (relatedEntryId !== null && relatedLogTypeId === LOG_TYPE.hold) {
    const capturedPoints = logTypeId === LOG_TYPE.redemption ? entry.amount : 0;
    return { holdId: relatedEntryId, capturedPoints, releasedPoints: entry.pointsDelta };
  }
  if (relatedEntryId === null || relatedLogTypeId === undefined) return null;
  if (logTypeId === LOG_TYPE.cancellation)
    return { cancelledLogId: relatedEntryId, cancelledLogTypeId: relatedLogTypeId };
  if (logTypeId !== LOG_TYPE.rewardReturn) return null;
  return {
    returnedLogId: relatedEntryId,
    returnedLogTypeId: relatedLogTypeId,
    remainingPoints: remainingPoints ?? 0,
    ...(goods != null && { bill: goodsOfBill(change, goods, context) }),
  };
}

/** The goods of a settled bill that a return brought back, and its entries in order (rules.md §25). */
function goodsOfBill(
  { entry, repeatedAt }: PostedChange,
  { billValue, value, left, refund }: ReturnedGoods,
  context: WireContext,
): GoodsOfBill {
  return {
    billValue: inUnits(billValue),
    goodsValue: inUnits(value),
    remainingValue: inUnits(left),
    entries: (refund === null ? [entry] : [refund, entry]).map((one) =>
      serializeEntry(one, context, { repeatedAt }),
    ),
  };
}

/** The parts of a settled bill, and what is left to pay in money (rules.md §25). */
function settledTransaction(
  { entry, isExpired, repeatedAt }: PostedChange,
  bill: SettledBill,
  context: WireContext,
): SettledTransaction {
  const { value, coupons, redemption, leftOut } = bill;
  const entries = [
    ...(redemption === null ? [] : [serializeEntry(redemption, context, { repeatedAt })]),
    serializeEntry(entry, context, { isExpired, repeatedAt }),
  ];
  return {
    billValue: inUnits(value),
    coupons: coupons.map(({ coupon: used, off }) => ({
      ...serializeCoupon(used, context),
      valueOff: inUnits(off),
    })),
    paidWithPoints: inUnits(paidWithPoints(bill)),
    payable: inUnits(payableOf(bill)),
    entries,
    notTaken: leftOut.map(({ code, parameters, part, couponNumber }) => ({
      part,
      couponNumber: couponNumber ?? null,
      errorCode: String(code),
      errorMessage: errorMessage({ code, params: parameters }, context.language),
    })),
  };
}
