import type { DealView } from "@/lib/areas/deals/types";
import { NO_PROFILE } from "@/lib/ledger/rules/profile";
import {
  type Balances,
  CHANNEL,
  type Entry,
  type LogTypeId,
  type SegmentVersion,
  WALLET_STATUS,
  type WalletView,
} from "@/lib/ledger/rules/types";
import type { Coupon } from "@/lib/ledger/with/coupons/words";
import { moneyOf } from "@/lib/platform/money";
import { DEFAULT_TIME_ZONE } from "@/lib/platform/time";
import type { PostedChange } from "./envelopes";
import { COFFEE, EXAMPLE, REQUEST_EXAMPLES } from "./example-requests";
import type { WireContext } from "./message";

/**
 * The examples of the API reference: one customer's day, told with the demo data's wallets and branches. A sale earns
 * 150 points, a bill of 50 is paid with points, 20 come back, and then the sale is cancelled; of another sale goods of 30 come
 * back. The answers are made by the serializers themselves, so they are what the service would have sent.
 */

export const CONTEXT: WireContext = { language: "en", zone: DEFAULT_TIME_ZONE, exposeNid: false };

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

export const START: Balances = { balance: 1_000, accumulated: 1_000, redeemed: 0, suspended: 0 };

export function wallet(
  balances: Balances,
  statusId: WalletView["statusId"] = WALLET_STATUS.active,
): WalletView {
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

export function enrolled(): WalletView {
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

export function change({ heldUntil, ...example }: ExampleEntry): PostedChange {
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

export function coupon(): Coupon {
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

export function deal(): DealView {
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
