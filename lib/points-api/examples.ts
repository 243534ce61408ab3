import {
  DomainError,
  type ErrorCode,
  type ErrorDetails,
  type ErrorParametersByCode,
} from "@/lib/ledger/rules/errors";
import { LOG_TYPE, WALLET_STATUS } from "@/lib/ledger/rules/types";
import { type CouponTemplate, FIXED_AMOUNT } from "@/lib/ledger/with/coupons/words";
import { moneyOf, NOTHING } from "@/lib/platform/money";
import { serializeCoupon, serializeOffer } from "./coupons";
import {
  clientSuccess,
  couponQuoteSuccess,
  couponSuccess,
  dealsSuccess,
  findSuccess,
  pointsSuccess,
  quoteSuccess,
  rewardSuccess,
  transactionSuccess,
  transactionWithoutEntry,
  walletSuccess,
} from "./envelopes";
import { CONTEXT, change, coupon, deal, enrolled, START, wallet } from "./example-records";
import {
  COFFEE,
  EXAMPLE,
  HOLD_ID,
  OTHER_HOLD_ID,
  OTHER_SALE_ID,
  REDEMPTION_ID,
  REQUEST_EXAMPLES,
  SALE_ID,
} from "./example-requests";
import { failureEnvelope } from "./failures";
import { OPERATIONS, type OperationName } from "./operations";
import type { RefusalForm } from "./refusal-forms";

const RELEASE_ID = 48_220;
const SETTLED_ID = 48_231;
const FIFTY_OFF: CouponTemplate = {
  ...COFFEE,
  ...{ offerNumber: 7002, titleEn: "50 off", titleAr: "خصم 50", termsEn: "", termsAr: "" },
  ...{ discountType: FIXED_AMOUNT, discount: 50, worth: 50 },
};
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
  Settle: pointsSuccess(
    {
      ...change({
        id: SETTLED_ID,
        logTypeId: LOG_TYPE.reward,
        amount: 90,
        after: { ...START, balance: 970, accumulated: 1_090, redeemed: 120 },
        minute: 35,
        externalLogId: REQUEST_EXAMPLES.Settle.ExternalLogId,
        invoiceNumber: REQUEST_EXAMPLES.Settle.InvoiceNumber,
        comment: "120 of 210 paid with points / 120 من 210 مدفوعة بالنقاط",
      }),
      bill: {
        value: moneyOf(REQUEST_EXAMPLES.Settle.BillValue),
        coupons: [
          {
            coupon: { ...coupon(), state: "used", template: FIFTY_OFF },
            off: moneyOf(FIFTY_OFF.discount),
          },
        ],
        redemption: change({
          id: SETTLED_ID - 1,
          logTypeId: LOG_TYPE.redemption,
          amount: 120,
          after: { ...START, balance: 880, redeemed: 120 },
          minute: 35,
          externalLogId: REQUEST_EXAMPLES.Settle.ExternalLogId,
          invoiceNumber: REQUEST_EXAMPLES.Settle.InvoiceNumber,
        }).entry,
        leftOut: [],
      },
    },
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
      id: RELEASE_ID,
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
  FindWallet: findSuccess(
    [
      {
        ...{ walletCode: "100001", kind: "customer", family: null, walletStatusId: 1 },
        ...{ name: "Mona A.", contactMsisdn: "011•••001", customer: "cust_5Zk0m1wXq7Vt2nB8rJ4yLh6s" },
      },
    ],
    CONTEXT,
  ),
  GetClient: clientSuccess(
    {
      ...{ merchant: "Nile Coffee", isTest: true, isStrict: false },
      scopes: ["reward", "redeem", "refund", "cancel", "deals", "wallet"],
      limits: [{ limit: "personRewardPointsMax", max: 100_000, left: 99_850 }],
      consent: null,
      branches: [{ Id: 1, BranchName: "Zamalek", BranchMsisdn: "01000000001" }],
    },
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

/** Successes that look otherwise: of a Cancel that took the use of a coupon back. */
export const OTHER_SUCCESSES: Partial<Record<OperationName, readonly object[]>> = {
  Cancel: [SUCCESS_EXAMPLES.CancelCoupon],
  GetTransaction: [
    transactionWithoutEntry(
      couponSuccess(wallet({ ...START, balance: 640 }), { ...coupon(), state: "used" }, CONTEXT),
      { operation: "RedeemCoupon", isCancelled: false },
    ),
  ],
  Quote: [couponQuoteSuccess(SUCCESS_EXAMPLES.RedeemCoupon, "RedeemCoupon")],
};

/** Values for the texts that name any. */
const EXAMPLE_PARAMETERS: ErrorParametersByCode = {
  1001: { field: "WalletCode" },
  1002: { field: "PointsValue" },
  1003: {},
  1004: {},
  1007: {},
  1207: { walletCode: "•••0001" },
  1302: { min: 500 },
  1304: { max: 1_000_000 },
  1312: { lockedForSeconds: 900 },
  1402: {},
  1404: { remaining: 30 },
  1414: { entryId: RELEASE_ID, logTypeId: LOG_TYPE.release, operation: "Release" },
  1501: {},
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
  const { ownExamples }: RefusalForm = OPERATIONS[operation].refused;
  const details: ErrorDetails = {
    wallet: wallet({ ...START, balance: 30 }, statusOf(code)),
    ...ownExamples?.[code],
  };
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
