import type { DealView } from "@/lib/areas/deals/types";
import {
  DomainError,
  type ErrorCode,
  type ErrorDetails,
  type ErrorParametersByCode,
} from "@/lib/ledger/core/errors";
import { NO_PROFILE } from "@/lib/ledger/core/profile";
import {
  type Balances,
  CHANNEL,
  type Entry,
  LOG_TYPE,
  type LogTypeId,
  type SegmentVersion,
  WALLET_STATUS,
  type WalletView,
} from "@/lib/ledger/core/types";
import type { Coupon, CouponTemplate } from "@/lib/ledger/with/coupons/words";
import { moneyOf, NOTHING } from "@/lib/platform/money";
import { DEFAULT_TIME_ZONE } from "@/lib/platform/time";
import { serializeCoupon, serializeOffer } from "./coupons";
import {
  couponSuccess,
  dealsSuccess,
  type PostedChange,
  pointsSuccess,
  quoteSuccess,
  rewardSuccess,
  transactionSuccess,
  walletSuccess,
} from "./envelopes";
import { failureEnvelope } from "./failures";
import type { OperationName } from "./operations";
import type { WireContext } from "./wire-context";

/**
 * The examples of the API reference: one customer's day, told with the demo data's wallets and branches. A sale earns
 * 150 points, a bill of 50 is paid with points, 20 come back, and then the sale is cancelled; of another sale goods of 30 come
 * back. The answers are made by the serializers themselves, so they are what the service would have sent.
 */

const CONTEXT: WireContext = { language: "en", zone: DEFAULT_TIME_ZONE, exposeNid: false };

const STANDARD: SegmentVersion = {
  versionId: 1,
  segmentId: 1,
  nameEn: "Standard",
  nameAr: "أساسي",
  value: 0,
  rewardFactor: "1",
  redeemFactor: "1",
  redeemThreshold: 0,
  bonusPoints: null,
  offerNumber: null,
  ratePlan: null,
  color: "#8A8D91",
  segmentColorId: 1,
};

const START: Balances = { balance: 1_000, accumulated: 1_000, redeemed: 0, suspended: 0 };
const SALE_ID = 48_213;
const REDEMPTION_ID = 48_214;
const OTHER_SALE_ID = 48_197;
const HOLD_ID = 48_218;
const OTHER_HOLD_ID = 48_209;

/** Values of the examples, where the served document has working ones of its own. */
export const EXAMPLE = {
  baseUrl: "https://points.example.com",
  /** How the references begin. */
  reference: "POS1-20261121-",
  transactionDate: "2026-11-21T12:34:56+02:00",
  /** Of a coupon of the wallet. */
  couponNumber: "7KQ2M4XB9TZ3HRWQ",
  /** A mobile number that no wallet has yet. */
  newMsisdn: "01110000099",
} as const;

const COFFEE: CouponTemplate = {
  ...{ id: 1, merchantId: 1, merchantNameEn: "Nile Coffee", merchantNameAr: "قهوة النيل" },
  ...{ offerNumber: 7001, state: "live", titleEn: "A free coffee", titleAr: "قهوة مجانية" },
  ...{
    termsEn: "Any hot drink, any size.",
    termsAr: "أي مشروب ساخن وبأي حجم.",
    discountType: 3,
    discount: 0,
  },
  ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: 300 },
  ...{ stockLeft: null, rewardMin: null, worth: 60 },
};

/** Request bodies, in the interface's order of fields. */
export const REQUEST_EXAMPLES = {
  Reward: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    TransactionDate: EXAMPLE.transactionDate,
    SkuId: "SKU-4711",
    PointsValue: 150,
    ExternalLogId: `${EXAMPLE.reference}000123`,
    InvoiceNumber: "INV-88213",
  },
  RedeemUser: {
    PointsValue: 50,
    ContactMsisdn: "01110000001",
    WalletCode: "100001",
    BranchMsisdn: "01000000001",
    Comment: "Counter 3",
    ExternalLogId: `${EXAMPLE.reference}000124`,
    InvoiceNumber: "INV-88213",
  },
  Refund: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    Points: 20,
    ExternalLogId: `${EXAMPLE.reference}000125`,
    TransactionId: REDEMPTION_ID,
    InvoiceNumber: "INV-88214",
    Comment: "One item returned",
  },
  Cancel: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    TransactionId: SALE_ID,
    ExternalLogId: `${EXAMPLE.reference}000126`,
    Comment: "Wrong customer",
  },
  ReturnReward: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    PointsValue: 30,
    ExternalLogId: `${EXAMPLE.reference}000127`,
    TransactionId: OTHER_SALE_ID,
    InvoiceNumber: "INV-88217",
    Comment: "Two items returned",
  },
  Hold: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    PointsValue: 80,
    Minutes: 120,
    ExternalLogId: `${EXAMPLE.reference}000129`,
    InvoiceNumber: "ORD-5521",
    Comment: "Delivery",
  },
  Capture: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    HoldId: HOLD_ID,
    PointsValue: 60,
    ExternalLogId: `${EXAMPLE.reference}000130`,
    InvoiceNumber: "ORD-5521",
    Comment: "One item was sold out",
  },
  Release: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    HoldId: OTHER_HOLD_ID,
    ExternalLogId: `${EXAMPLE.reference}000131`,
    Comment: "Order withdrawn",
  },
  GetWallet: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
  },
  Quote: {
    Operation: "RedeemUser",
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    PointsValue: 50,
  },
  GetTransaction: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    ExternalLogId: `${EXAMPLE.reference}000124`,
    Operation: "RedeemUser",
  },
  Enrol: {
    ContactMsisdn: EXAMPLE.newMsisdn,
    BranchMsisdn: "01000000001",
    Consent: true,
    Name: "Omar Lotfy",
    BirthDate: "1992-03-08",
    ExternalLogId: `${EXAMPLE.reference}000128`,
  },
  GetCoupons: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
  },
  IssueCoupon: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    OfferNumber: COFFEE.offerNumber,
    ExternalLogId: `${EXAMPLE.reference}000129`,
  },
  RedeemCoupon: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    CouponNumber: EXAMPLE.couponNumber,
    InvoiceNumber: "INV-88219",
    ExternalLogId: `${EXAMPLE.reference}000130`,
  },
  CancelCoupon: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    CouponNumber: EXAMPLE.couponNumber,
    Comment: "The customer changed their mind",
    ExternalLogId: `${EXAMPLE.reference}000131`,
  },
} as const satisfies Record<Exclude<OperationName, "GetDeals">, object>;

const REDEMPTION = {
  id: REDEMPTION_ID,
  logTypeId: LOG_TYPE.redemption,
  amount: 50,
  after: { ...START, balance: 1_100, accumulated: 1_150, redeemed: 50 },
  minute: 36,
};

/** The answers to {@link REQUEST_EXAMPLES}, and to GetDeals. */
export const SUCCESS_EXAMPLES = {
  Reward: rewardSuccess(
    change({
      id: SALE_ID,
      logTypeId: LOG_TYPE.reward,
      amount: 150,
      after: { ...START, balance: 1_150, accumulated: 1_150 },
      minute: 34,
      externalLogId: REQUEST_EXAMPLES.Reward.ExternalLogId,
      invoiceNumber: REQUEST_EXAMPLES.Reward.InvoiceNumber,
      invoiceDate: new Date(REQUEST_EXAMPLES.Reward.TransactionDate),
      skuId: REQUEST_EXAMPLES.Reward.SkuId,
    }),
    CONTEXT,
  ),
  RedeemUser: pointsSuccess(
    change({
      ...REDEMPTION,
      externalLogId: REQUEST_EXAMPLES.RedeemUser.ExternalLogId,
      invoiceNumber: REQUEST_EXAMPLES.RedeemUser.InvoiceNumber,
      comment: REQUEST_EXAMPLES.RedeemUser.Comment,
    }),
    CONTEXT,
  ),
  Refund: pointsSuccess(
    change({
      id: 48_215,
      logTypeId: LOG_TYPE.refund,
      amount: 20,
      after: { ...START, balance: 1_120, accumulated: 1_150, redeemed: 30 },
      minute: 41,
      relatedEntryId: REDEMPTION_ID,
      externalLogId: REQUEST_EXAMPLES.Refund.ExternalLogId,
      invoiceNumber: REQUEST_EXAMPLES.Refund.InvoiceNumber,
      comment: REQUEST_EXAMPLES.Refund.Comment,
    }),
    CONTEXT,
  ),
  Cancel: pointsSuccess(
    change({
      id: 48_216,
      logTypeId: LOG_TYPE.cancellation,
      amount: 150,
      after: { ...START, balance: 970, redeemed: 30 },
      minute: 52,
      relatedEntryId: SALE_ID,
      relatedLogTypeId: LOG_TYPE.reward,
      externalLogId: REQUEST_EXAMPLES.Cancel.ExternalLogId,
      comment: REQUEST_EXAMPLES.Cancel.Comment,
    }),
    CONTEXT,
  ),
  ReturnReward: pointsSuccess(
    change({
      id: 48_217,
      logTypeId: LOG_TYPE.rewardReturn,
      amount: 30,
      after: { ...START, balance: 940, accumulated: 970, redeemed: 30 },
      minute: 58,
      relatedEntryId: OTHER_SALE_ID,
      relatedLogTypeId: LOG_TYPE.reward,
      remainingPoints: 90,
      externalLogId: REQUEST_EXAMPLES.ReturnReward.ExternalLogId,
      invoiceNumber: REQUEST_EXAMPLES.ReturnReward.InvoiceNumber,
      comment: REQUEST_EXAMPLES.ReturnReward.Comment,
    }),
    CONTEXT,
  ),
  Hold: pointsSuccess(
    change({
      id: HOLD_ID,
      logTypeId: LOG_TYPE.hold,
      amount: 80,
      pointsDelta: -80,
      suspendedDelta: 80,
      after: { ...START, balance: 860, accumulated: 970, redeemed: 30, suspended: START.suspended + 80 },
      minute: 59,
      heldUntil: new Date("2026-11-21T12:59:57Z"),
      externalLogId: REQUEST_EXAMPLES.Hold.ExternalLogId,
      invoiceNumber: REQUEST_EXAMPLES.Hold.InvoiceNumber,
      comment: REQUEST_EXAMPLES.Hold.Comment,
    }),
    CONTEXT,
  ),
  Capture: pointsSuccess(
    change({
      id: 48_219,
      logTypeId: LOG_TYPE.redemption,
      amount: 60,
      pointsDelta: 20,
      suspendedDelta: -80,
      after: { ...START, balance: 880, accumulated: 970, redeemed: 90 },
      minute: 59,
      relatedEntryId: HOLD_ID,
      relatedLogTypeId: LOG_TYPE.hold,
      externalLogId: REQUEST_EXAMPLES.Capture.ExternalLogId,
      invoiceNumber: REQUEST_EXAMPLES.Capture.InvoiceNumber,
      comment: REQUEST_EXAMPLES.Capture.Comment,
    }),
    CONTEXT,
  ),
  Release: pointsSuccess(
    change({
      id: 48_220,
      logTypeId: LOG_TYPE.release,
      amount: 40,
      pointsDelta: 40,
      suspendedDelta: -40,
      after: { ...START, balance: 920, accumulated: 970, redeemed: 90 },
      minute: 59,
      relatedEntryId: OTHER_HOLD_ID,
      relatedLogTypeId: LOG_TYPE.hold,
      externalLogId: REQUEST_EXAMPLES.Release.ExternalLogId,
      comment: REQUEST_EXAMPLES.Release.Comment,
    }),
    CONTEXT,
  ),
  GetWallet: walletSuccess(wallet({ ...START, balance: 1_150, accumulated: 1_150 }), CONTEXT),
  Quote: quoteSuccess(
    change({ ...REDEMPTION, id: 0, externalLogId: "" }),
    { operation: "RedeemUser", isPinRequired: false, paidWithPoints: NOTHING },
    CONTEXT,
  ),
  GetTransaction: transactionSuccess(
    change({
      ...REDEMPTION,
      externalLogId: REQUEST_EXAMPLES.GetTransaction.ExternalLogId,
      comment: REQUEST_EXAMPLES.RedeemUser.Comment,
    }),
    {
      operation: "RedeemUser",
      remainingPoints: 30,
      refundedPoints: 20,
      refundedValue: 20,
      cancelledByEntryId: null,
      pendingPoints: 0,
      usableFrom: null,
      holdState: null,
      endedByLogId: null,
    },
    CONTEXT,
  ),
  Enrol: walletSuccess(enrolled(), CONTEXT),
  GetCoupons: {
    ...walletSuccess(wallet({ ...START, balance: 940 }), CONTEXT),
    coupons: [serializeCoupon(coupon(), CONTEXT)],
    offers: [serializeOffer(COFFEE, CONTEXT)],
  },
  IssueCoupon: pointsSuccess(
    {
      coupon: coupon(),
      ...change({
        id: 48_218,
        logTypeId: LOG_TYPE.redemption,
        amount: 300,
        after: { ...START, balance: 640, accumulated: 970, redeemed: 330 },
        minute: 59,
        offerNumber: COFFEE.offerNumber,
        externalLogId: REQUEST_EXAMPLES.IssueCoupon.ExternalLogId,
      }),
    },
    CONTEXT,
  ),
  RedeemCoupon: couponSuccess(wallet({ ...START, balance: 640 }), { ...coupon(), state: "used" }, CONTEXT),
  CancelCoupon: couponSuccess(wallet({ ...START, balance: 640 }), coupon(), CONTEXT),
  GetDeals: dealsSuccess([deal()], { language: "en", baseUrl: EXAMPLE.baseUrl }),
} as const;

/** Values for the texts that name any. */
const EXAMPLE_PARAMETERS: ErrorParametersByCode = {
  1001: { field: "WalletCode" },
  1002: { field: "PointsValue" },
  1004: {},
  1207: { walletCode: "•••0001" },
  1302: { min: 500 },
  1304: { max: 1_000_000 },
  1312: { lockedForSeconds: 900 },
  1404: { remaining: 30 },
  1419: { remaining: 80 },
  1421: { reason: "used" },
  1307: { required: 600, available: 500 },
  1702: { limit: "rewardValueMax", required: 25_000, available: 20_000 },
  1703: { breaches: [{ limit: "quickSuccession", required: 4, available: 3 }], points: 150, value: 150 },
  1704: {
    breaches: [{ limit: "rewardValueMax", required: 25_000, available: 20_000 }],
    points: 25_000,
    value: 25_000,
  },
  1901: { requestId: "3f0e2f6c-8f0b-4f5e-9f5c-0d7a3a0c5d11" },
};

/** The whole envelope of an operation that was refused with a code. */
export function failureExample(operation: OperationName, code: ErrorCode) {
  const details: ErrorDetails = { wallet: wallet({ ...START, balance: 30 }, statusOf(code)) };
  const parameters =
    code in EXAMPLE_PARAMETERS ? EXAMPLE_PARAMETERS[code as keyof ErrorParametersByCode] : {};
  return failureEnvelope(operation, new DomainError(code, parameters, details), CONTEXT);
}

function statusOf(code: ErrorCode) {
  if (code === 1202) return WALLET_STATUS.blocked;
  if (code === 1203) return WALLET_STATUS.suspended;
  if (code === 1204) return WALLET_STATUS.closed;
  return code === 1206 ? WALLET_STATUS.merged : WALLET_STATUS.active;
}

function wallet(balances: Balances, statusId: WalletView["statusId"] = WALLET_STATUS.active): WalletView {
  return {
    id: 1,
    walletCode: "100001",
    contactMsisdn: "+201110000001",
    statusId,
    isOptedIn: true,
    optedInAt: new Date("2026-01-15T08:20:30Z"),
    redemptionEnabled: true,
    hasPin: false,
    segment: STANDARD,
    profile: { ...NO_PROFILE, name: "Mona Adel" },
    mergedIntoWalletId: null,
    family: null,
    walletType: null,
    isErased: false,
    ...balances,
  };
}

function enrolled(): WalletView {
  const { profile, ...view } = wallet({ balance: 0, accumulated: 0, redeemed: 0, suspended: 0 });
  return {
    ...view,
    id: 2_217,
    walletCode: "4821750936",
    contactMsisdn: "+201110000099",
    optedInAt: new Date("2026-11-21T10:34:56Z"),
    profile: {
      ...profile,
      name: REQUEST_EXAMPLES.Enrol.Name,
      birthDate: REQUEST_EXAMPLES.Enrol.BirthDate,
    },
  };
}

type ExampleEntry = Pick<Entry, "id" | "logTypeId" | "amount" | "externalLogId"> &
  Partial<
    Pick<
      Entry,
      | "pointsDelta"
      | "suspendedDelta"
      | "offerNumber"
      | "relatedEntryId"
      | "invoiceNumber"
      | "invoiceDate"
      | "skuId"
      | "comment"
    >
  > & {
    after: Balances;
    /** Of the hour after noon, Cairo time. */
    minute: number;
    relatedLogTypeId?: LogTypeId;
    remainingPoints?: number;
    /** Hold: when it ends by itself. */
    heldUntil?: Date;
  };

function change({ heldUntil, ...example }: ExampleEntry): PostedChange {
  const told = changeOfEntry(example);
  if (heldUntil === undefined) return told;
  const { entry } = told;
  return { ...told, aside: { entry, expiresAt: heldUntil, state: "open", endedByEntryId: null } };
}

function changeOfEntry({
  after,
  minute,
  relatedLogTypeId,
  remainingPoints,
  ...entry
}: Omit<ExampleEntry, "heldUntil">): PostedChange {
  return {
    wallet: wallet(after),
    relatedLogTypeId,
    remainingPoints,
    entry: {
      walletId: 1,
      seq: 12,
      channelId: CHANNEL.posApi,
      pointsDelta: entry.amount,
      suspendedDelta: 0,
      amountValue: moneyOf(entry.amount),
      factor: "1",
      balanceAfter: after.balance,
      accumulatedAfter: after.accumulated,
      redeemedAfter: after.redeemed,
      suspendedAfter: after.suspended,
      segmentVersionId: STANDARD.versionId,
      lotMoves: [],
      expiresOn: null,
      relatedEntryId: null,
      merchantId: 1,
      branchId: 1,
      branchMsisdn: "+201000000001",
      userId: 1001,
      invoiceNumber: null,
      invoiceDate: null,
      skuId: null,
      actorWalletId: null,
      offerNumber: null,
      skuRuleId: null,
      comment: null,
      createdAt: new Date(`2026-11-21T10:${minute}:57Z`),
      ...entry,
    },
  };
}

function coupon(): Coupon {
  return {
    ...{
      number: EXAMPLE.couponNumber,
      walletId: 1,
      state: "issued",
      validFrom: null,
      validUntil: "2026-12-21",
    },
    ...{ issuedByEntryId: 48_218, voidedByEntryId: null, template: COFFEE },
  };
}

function deal(): DealView {
  return {
    id: 5,
    title: { en: "Half-price coffee", ar: "قهوة بنصف السعر" },
    offerNumber: "1005",
    merchant: { name: { en: "Nile Coffee", ar: "قهوة النيل" } },
    description: { en: "Any hot drink, any size.", ar: "أي مشروب ساخن وبأي حجم." },
    terms: { en: "Once a day for each customer.", ar: "مرة واحدة يوميًا لكل عميل." },
    discountType: 1,
    discount: 50,
    image: "/images/5f0c2b7d9a1e4c3386f2d1b05e7a94c8d6b3f0a12c5e8974b1d6f3a0c9e27b48",
    startsAt: new Date("2026-11-01T00:00:00Z"),
    endsAt: new Date("2026-11-30T21:59:59Z"),
    expiresAt: new Date("2026-12-31T21:59:59Z"),
    sortingNumber: 1,
    merchantImage: "/images/a93d51e7c20b4f68b7d4e19c3f5a802d6c1b9e74f0a3852dc7e6b1940f8d35ac",
    categoryId: 3,
    branches: [
      {
        id: 1,
        name: { en: "Zamalek", ar: "الزمالك" },
        address: { en: "26 July Street, Cairo", ar: "شارع ٢٦ يوليو، القاهرة" },
        latitude: "30.0609",
        longitude: "31.2197",
      },
    ],
  };
}
