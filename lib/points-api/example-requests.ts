import type { CouponTemplate } from "@/lib/ledger/with/coupons/words";
import type { OperationName } from "./operations";

export const SALE_ID = 48_213;

export const REDEMPTION_ID = 48_214;

export const OTHER_SALE_ID = 48_197;

export const HOLD_ID = 48_218;

export const OTHER_HOLD_ID = 48_209;

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

export const COFFEE: CouponTemplate = {
  ...{ id: 1, merchantId: 1, merchantNameEn: "Nile Coffee", merchantNameAr: "قهوة النيل" },
  ...{ offerNumber: 7001, state: "live", titleEn: "A free coffee", titleAr: "قهوة مجانية" },
  ...{
    termsEn: "Any hot drink, any size.",
    termsAr: "أي مشروب ساخن وبأي حجم.",
    discountType: 3,
    discount: 0,
  },
  ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: 300 },
  ...{ stockLeft: null, rewardMin: null, worth: 60, minBill: 150 },
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
  Settle: {
    WalletCode: "100001",
    ContactMsisdn: "01110000001",
    BranchMsisdn: "01000000001",
    BillValue: 260,
    CouponNumbers: [EXAMPLE.couponNumber],
    RedeemValue: 120,
    ExternalLogId: `${EXAMPLE.reference}000141`,
    InvoiceNumber: "INV-88219",
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
  FindWallet: {
    BranchMsisdn: "01000000001",
    WalletCode: "100001",
  },
  GetClient: {},
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
    PointsValue: 260,
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
