import { describe, expect, test } from "vitest";
import type { z } from "zod";
import type { DealView } from "@/lib/areas/deals/types";
import { DomainError, ERROR_CODES, type ErrorCode } from "@/lib/ledger/rules/errors";
import { dealBranchSchema, dealSchema } from "@/lib/points-api/deals";
import { dealsSuccess, pointsSuccess, rewardSuccess } from "@/lib/points-api/envelopes";
import { failureEnvelope } from "@/lib/points-api/failures";
import type { WireContext } from "@/lib/points-api/message";
import { pointsLogSchema, segmentSchema, walletSchema } from "@/lib/points-api/objects";
import { OPERATIONS, type OperationName } from "@/lib/points-api/operations";
import { serializeEntry, serializeSegment, serializeWallet } from "@/lib/points-api/serialize";
import { GOLD, REWARD, STANDARD, WALLET } from "./examples";

const CONTEXT: WireContext = { language: "en", zone: "Africa/Cairo", exposeNid: false };
const ARABIC: WireContext = { ...CONTEXT, language: "ar" };

/** The keys of every object, in the order of interface.md §2.2 to §2.9. */
const WALLET_KEYS = [
  "id",
  "name",
  "walletCode",
  "email",
  "address",
  "gender",
  "totalPoints",
  "accumulatedPoints",
  "redPoints",
  "isOptedIn",
  "optedInDate",
  "parentWalletId",
  "addOnWalletId",
  "billRewardPoints",
  "billRewardValue",
  "referralMasterMSISDN",
  "birthDate",
  "nid",
  "contactMsisdn",
  "walletStatusId",
  "segment",
  "childrenWallets",
  "parentWallet",
  "isParent",
  "parentWalletCode",
  "walletType",
  "isAdded",
  "isDeleted",
  "redemptionActivationFlag",
  "suspendedPoints",
];
const SEGMENT_KEYS = [
  "id",
  "name",
  "rewValueFactor",
  "redValueFactor",
  "redThreshold",
  "value",
  "bonusPoints",
  "offerNumber",
  "ratePlan",
  "color",
  "segmentColorId",
];
const POINTS_LOG_KEYS = [
  "id",
  "walletId",
  "actorWalletId",
  "channelId",
  "logTypeId",
  "comments",
  "merchantMSISDN",
  "amount",
  "amountValue",
  "balanceAfter",
  "isExpired",
  "createdDate",
  "invoiceDate",
  "invoiceNumber",
  "skuPointsId",
  "refundedLogId",
  "userId",
  "externalLogId",
];
const POINTS_ENVELOPE_KEYS = [
  "errorCode",
  "errorMessage",
  "offerNumber",
  "couponNumber",
  "couponDetails",
  "wallet",
  "pointsLog",
  "transaction",
  "totalAmount",
];
const REWARD_ENVELOPE_KEYS = [
  "errorCode",
  "errorMessage",
  "pointsLog",
  "wallet",
  "offerNumber",
  "couponNumber",
];
const DEALS_ENVELOPE_KEYS = [
  "deals",
  "ErrorCode",
  "ErrorMessage",
  "EnglishErrorMessage",
  "ArabicErrorMessage",
];
const DEAL_KEYS = [
  "Id",
  "Title",
  "OfferNumber",
  "Merchant",
  "Description",
  "Terms",
  "DiscountType",
  "Discount",
  "Image",
  "StartDate",
  "EndDate",
  "ExpiryDate",
  "SortingNumber",
  "MerchantImage",
  "CategoryId",
  "Branches",
];
const DEAL_BRANCH_KEYS = ["Id", "BranchName", "BranchAddress", "Latitude", "Longitude"];

const NAMES = Object.keys(OPERATIONS) as OperationName[];
/** Whatever is not named has the envelope of RedeemUser, the additions included (rules.md §13). */
function envelopeKeysOf(name: OperationName): readonly string[] {
  if (name === "Reward") return REWARD_ENVELOPE_KEYS;
  if (name === "GetCoupons") return [...POINTS_ENVELOPE_KEYS, "coupons", "offers"];
  if (name === "FindWallet") return [...POINTS_ENVELOPE_KEYS, "candidates"];
  if (name === "GetClient") return [...POINTS_ENVELOPE_KEYS, "client"];
  if (name === "Quote") return [...POINTS_ENVELOPE_KEYS, "limits", "promotions"];
  return name === "GetDeals" ? DEALS_ENVELOPE_KEYS : POINTS_ENVELOPE_KEYS;
}

const DEAL: DealView = {
  id: 5,
  title: { en: "Half price coffee", ar: "قهوة بنصف السعر" },
  offerNumber: "1005",
  merchant: { name: { en: "Nile Coffee", ar: "" } },
  description: { en: "Any size", ar: "" },
  terms: { en: "One a day", ar: "مرة في اليوم" },
  discountType: 1,
  discount: 50,
  image: "/images/deals/5.svg",
  startsAt: new Date("2026-11-01T00:00:00.500Z"),
  endsAt: new Date("2026-11-30T21:59:59Z"),
  expiresAt: new Date("2026-12-31T21:59:59Z"),
  sortingNumber: null,
  merchantImage: "https://cdn.example/nile.png",
  categoryId: 3,
  branches: [
    {
      id: 1,
      name: { en: "Zamalek", ar: "الزمالك" },
      address: { en: "26 July Street", ar: "شارع ٢٦ يوليو" },
      latitude: "30.0609",
      longitude: "31.2197",
    },
    { id: 2, name: { en: "Maadi", ar: "" }, address: { en: "Road 9", ar: "" }, latitude: "", longitude: "" },
  ],
};

/** The answer as a caller gets it: through JSON, and accepted by the schema of the API reference. */
function onTheWire<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const received: unknown = JSON.parse(JSON.stringify(value));
  expect(schema.parse(received)).toEqual(received);
  return received as z.output<Schema>;
}

describe("the wallet", () => {
  test("has every key of the interface, in its order", () => {
    expect(Object.keys(onTheWire(walletSchema, serializeWallet(WALLET, CONTEXT)))).toEqual(WALLET_KEYS);
    expect(Object.keys(walletSchema.shape)).toEqual([...WALLET_KEYS, "mergedIntoWalletCode"]);
  });

  test("is written as the interface says", () => {
    expect(serializeWallet(WALLET, CONTEXT)).toEqual({
      id: 42,
      name: "Mona Adel",
      walletCode: "100001",
      email: "mona@example.com",
      address: "Cairo",
      gender: "F",
      totalPoints: 1_150,
      accumulatedPoints: 2_000,
      redPoints: 850,
      isOptedIn: true,
      optedInDate: "2026-07-01T12:08:07",
      parentWalletId: null,
      addOnWalletId: null,
      billRewardPoints: 1_150,
      billRewardValue: 1_150,
      referralMasterMSISDN: null,
      birthDate: "1990-05-17",
      nid: null,
      contactMsisdn: "01110000001",
      walletStatusId: 1,
      segment: serializeSegment(STANDARD, "en"),
      childrenWallets: null,
      parentWallet: null,
      isParent: false,
      parentWalletCode: null,
      walletType: null,
      isAdded: false,
      isDeleted: false,
      redemptionActivationFlag: true,
      suspendedPoints: 30,
    });
  });

  test("shows the national identity number only to callers with that right", () => {
    expect(serializeWallet(WALLET, { ...CONTEXT, exposeNid: true }).nid).toBe("29005170100001");
  });

  test("a customer who never joined has a date that no parser refuses", () => {
    const never = serializeWallet({ ...WALLET, isOptedIn: false, optedInAt: null }, CONTEXT);
    expect(never.optedInDate).toBe("0001-01-01T00:00:00");
  });

  test.each([
    [499, 0, 0],
    [500, 500, 250],
    [2_001, 2_001, 1_000.5],
    [-20, 0, 0],
  ])(
    "with %i points under a threshold of 500 could pay with %i points, worth %d",
    (balance, points, value) => {
      const wallet = serializeWallet({ ...WALLET, balance, segment: GOLD }, CONTEXT);
      expect([wallet.billRewardPoints, wallet.billRewardValue]).toEqual([points, value]);
    },
  );

  test("the money value is cut to 2 decimals, not rounded up", () => {
    const wallet = { ...WALLET, balance: 200, segment: { ...STANDARD, redeemFactor: "3" } };
    expect(serializeWallet(wallet, CONTEXT).billRewardValue).toBe(66.66);
  });
});

describe("the segment", () => {
  test("has every key of the interface, in its order, factors as numbers", () => {
    const segment = onTheWire(segmentSchema, serializeSegment(GOLD, "en"));
    expect(Object.keys(segment)).toEqual(SEGMENT_KEYS);
    expect(Object.keys(segmentSchema.shape)).toEqual(SEGMENT_KEYS);
    expect(segment).toEqual({
      id: 3,
      name: "Gold",
      rewValueFactor: 1.5,
      redValueFactor: 2,
      redThreshold: 500,
      value: 5_000,
      bonusPoints: 10,
      offerNumber: "900",
      ratePlan: "GOLD",
      color: "#8A8D91",
      segmentColorId: 1,
    });
  });

  test("is named in the language of the answer", () => {
    expect(serializeSegment(GOLD, "ar").name).toBe("ذهبي");
  });
});

describe("the points log entry", () => {
  test("has every key of the interface, in its order", () => {
    const entry = onTheWire(pointsLogSchema, serializeEntry(REWARD, CONTEXT));
    expect(Object.keys(entry)).toEqual(POINTS_LOG_KEYS);
    expect(Object.keys(pointsLogSchema.shape)).toEqual(POINTS_LOG_KEYS);
  });

  test("is written as the interface says", () => {
    expect(serializeEntry(REWARD, CONTEXT)).toEqual({
      id: 48_213,
      walletId: 42,
      actorWalletId: 42,
      channelId: 1,
      logTypeId: 2,
      comments: "Points earned",
      merchantMSISDN: "01000000001",
      amount: 150,
      amountValue: 150,
      balanceAfter: 1_150,
      isExpired: false,
      createdDate: "2026-11-21T12:34:56+02:00",
      invoiceDate: "2026-11-21T12:00:00+02:00",
      invoiceNumber: "INV-88213",
      skuPointsId: "SKU-4711",
      refundedLogId: null,
      userId: 9,
      externalLogId: "POS1-000123",
    });
  });

  test("names the entry it refunds only in a refund", () => {
    expect(serializeEntry({ ...REWARD, logTypeId: 3, relatedEntryId: 7 }, CONTEXT).refundedLogId).toBe(7);
    expect(serializeEntry({ ...REWARD, logTypeId: 4, relatedEntryId: 7 }, CONTEXT).refundedLogId).toBeNull();
  });

  test("without a branch, a date or a reference has the empty values of the interface", () => {
    const bare = {
      ...REWARD,
      branchMsisdn: null,
      invoiceDate: null,
      invoiceNumber: null,
      skuId: null,
      actorWalletId: null,
      offerNumber: null,
      skuRuleId: null,
      externalLogId: "",
    };
    expect(onTheWire(pointsLogSchema, serializeEntry(bare, CONTEXT))).toMatchObject({
      merchantMSISDN: "",
      invoiceDate: null,
      invoiceNumber: null,
      skuPointsId: null,
      externalLogId: "",
    });
  });

  test("says what the caller said, and otherwise what happened, in the language of the answer", () => {
    expect(serializeEntry({ ...REWARD, comment: "Counter 3" }, ARABIC).comments).toBe("Counter 3");
    expect(serializeEntry(REWARD, ARABIC).comments).toBe("اكتساب نقاط");
    for (const logTypeId of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const) {
      for (const context of [CONTEXT, ARABIC]) {
        expect(serializeEntry({ ...REWARD, logTypeId }, context).comments).toMatch(/\p{L}{4,}/u);
      }
    }
  });

  test("an expired reward says so", () => {
    expect(serializeEntry(REWARD, CONTEXT, { isExpired: true }).isExpired).toBe(true);
  });
});

describe("success", () => {
  test("of a reward is the envelope 2.6", () => {
    const body = onTheWire(
      OPERATIONS.Reward.response,
      rewardSuccess({ wallet: WALLET, entry: REWARD }, CONTEXT),
    );
    expect(Object.keys(body)).toEqual(REWARD_ENVELOPE_KEYS);
    expect(body).toEqual({
      errorCode: "0",
      errorMessage: "Success",
      pointsLog: serializeEntry(REWARD, CONTEXT),
      wallet: serializeWallet(WALLET, CONTEXT),
      offerNumber: 0,
      couponNumber: "",
    });
  });

  test("of a redemption or refund is the envelope 2.5, and its total is the money value", () => {
    const entry = { ...REWARD, logTypeId: 1 as const, amount: 100, amountValue: 50_50n };
    const body = onTheWire(OPERATIONS.Refund.response, pointsSuccess({ wallet: WALLET, entry }, ARABIC));
    expect(Object.keys(body)).toEqual(POINTS_ENVELOPE_KEYS);
    expect(body).toEqual({
      errorCode: "0",
      errorMessage: "تمت العملية بنجاح",
      offerNumber: 0,
      couponNumber: null,
      couponDetails: null,
      wallet: serializeWallet(WALLET, ARABIC),
      pointsLog: serializeEntry(entry, ARABIC),
      transaction: null,
      totalAmount: 50.5,
    });
  });

  test("of a cancellation says what it undid", () => {
    const entry = { ...REWARD, logTypeId: 4 as const, relatedEntryId: 48_213 };
    const change = { wallet: WALLET, entry, relatedLogTypeId: 2 as const };
    const body = onTheWire(OPERATIONS.Cancel.response, pointsSuccess(change, CONTEXT));
    expect(body.transaction).toEqual({ cancelledLogId: 48_213, cancelledLogTypeId: 2 });
  });

  test("of a return says which reward the goods are of and what remains of it, also when nothing does", () => {
    const entry = { ...REWARD, logTypeId: 11 as const, relatedEntryId: 48_213, pointsDelta: -150 };
    for (const remainingPoints of [40, 0]) {
      const change = { wallet: WALLET, entry, relatedLogTypeId: 2 as const, remainingPoints };
      const body = onTheWire(OPERATIONS.ReturnReward.response, pointsSuccess(change, CONTEXT));
      expect(Object.keys(body)).toEqual(POINTS_ENVELOPE_KEYS);
      expect(body.transaction).toEqual({ returnedLogId: 48_213, returnedLogTypeId: 2, remainingPoints });
      expect(body.pointsLog?.refundedLogId).toBeNull();
    }
  });

  test("of a refund names nothing in its transaction", () => {
    const entry = { ...REWARD, logTypeId: 3 as const, relatedEntryId: 48_213 };
    expect(pointsSuccess({ wallet: WALLET, entry, relatedLogTypeId: 1 }, CONTEXT).transaction).toBeNull();
  });

  test("of the deals is the envelope 2.7, without the two fixed-language texts", () => {
    const context = { language: "en", baseUrl: "https://points.example" } as const;
    const body = onTheWire(OPERATIONS.GetDeals.response, dealsSuccess([DEAL], context));
    expect(Object.keys(body)).toEqual(DEALS_ENVELOPE_KEYS);
    expect({ ...body, deals: body.deals.length }).toEqual({
      deals: 1,
      ErrorCode: 0,
      ErrorMessage: "Success",
      EnglishErrorMessage: "",
      ArabicErrorMessage: "",
    });
  });
});

describe("a deal", () => {
  const baseUrl = "https://points.example";
  const [deal] = dealsSuccess([DEAL], { language: "en", baseUrl }).deals;
  const [arabic] = dealsSuccess([DEAL], { language: "ar", baseUrl }).deals;

  test("has every key of the interface, in its order, and so have its branches", () => {
    expect(Object.keys(deal ?? {})).toEqual(DEAL_KEYS);
    expect(Object.keys(dealSchema.shape)).toEqual(DEAL_KEYS);
    for (const branch of deal?.Branches ?? []) expect(Object.keys(branch)).toEqual(DEAL_BRANCH_KEYS);
    expect(Object.keys(dealBranchSchema.shape)).toEqual(DEAL_BRANCH_KEYS);
  });

  test("is written as the interface says: UTC dates, absolute addresses", () => {
    expect(deal).toEqual({
      Id: 5,
      Title: "Half price coffee",
      OfferNumber: "1005",
      Merchant: "Nile Coffee",
      Description: "Any size",
      Terms: "One a day",
      DiscountType: 1,
      Discount: 50,
      Image: "https://points.example/images/deals/5.svg",
      StartDate: "2026-11-01T00:00:00Z",
      EndDate: "2026-11-30T21:59:59Z",
      ExpiryDate: "2026-12-31T21:59:59Z",
      SortingNumber: null,
      MerchantImage: "https://cdn.example/nile.png",
      CategoryId: 3,
      Branches: [
        {
          Id: 1,
          BranchName: "Zamalek",
          BranchAddress: "26 July Street",
          Latitude: "30.0609",
          Longitude: "31.2197",
        },
        { Id: 2, BranchName: "Maadi", BranchAddress: "Road 9", Latitude: "", Longitude: "" },
      ],
    });
  });

  test("is written in Arabic where somebody has written Arabic", () => {
    expect(arabic).toMatchObject({
      Title: "قهوة بنصف السعر",
      Description: "Any size",
      Terms: "مرة في اليوم",
    });
    expect(arabic?.Branches.map(({ BranchName }) => BranchName)).toEqual(["الزمالك", "Maadi"]);
    expect(arabic?.Merchant).toBe("Nile Coffee");
  });
});

describe.each(NAMES)("failure of %s", (operation) => {
  const failure = new DomainError(1201);

  test("has every key of its envelope, in its order, and no other", () => {
    const body = onTheWire(OPERATIONS[operation].response, failureEnvelope(operation, failure, CONTEXT));
    expect(Object.keys(body)).toEqual(envelopeKeysOf(operation));
    expect(Object.keys(OPERATIONS[operation].response.shape)).toEqual(envelopeKeysOf(operation));
  });
});

describe("failure", () => {
  const error = new DomainError(1404, { remaining: 120 });

  test("of Reward", () => {
    expect(failureEnvelope("Reward", error, CONTEXT)).toEqual({
      errorCode: "1404",
      errorMessage: "Refund exceeds the remaining points (120)",
      pointsLog: null,
      wallet: null,
      offerNumber: 0,
      couponNumber: "",
    });
  });

  test.each(["RedeemUser", "Refund", "Cancel", "ReturnReward", null] as const)("of %s", (operation) => {
    expect(failureEnvelope(operation, error, CONTEXT)).toEqual({
      errorCode: "1404",
      errorMessage: "Refund exceeds the remaining points (120)",
      offerNumber: 0,
      couponNumber: null,
      couponDetails: null,
      wallet: null,
      pointsLog: null,
      transaction: null,
      totalAmount: 0,
    });
  });

  test("of GetDeals fills both languages, whatever the language of the answer", () => {
    expect(failureEnvelope("GetDeals", new DomainError(1101), ARABIC)).toEqual({
      deals: [],
      ErrorCode: 1101,
      ErrorMessage: "ترويسة ClientId مطلوبة",
      EnglishErrorMessage: "ClientId header is required",
      ArabicErrorMessage: "ترويسة ClientId مطلوبة",
    });
  });

  test("shows the wallet after a business refusal, and with no other code even if it is at hand", () => {
    const shown = ERROR_CODES.filter((code) => {
      const refusal = { code, params: {}, details: { wallet: WALLET } } as { code: ErrorCode } & DomainError;
      const wallets = (["Reward", "RedeemUser"] as const).map(
        (name) => failureEnvelope(name, refusal, CONTEXT).wallet,
      );
      expect(wallets[0]).toEqual(wallets[1]);
      return wallets[0] !== null;
    });
    expect(shown).toContain(1301);
    expect(shown).toEqual(expect.arrayContaining([1501, 1505, 1702, 1704]));
    const isSilent = (code: number) =>
      code < 1202 || [1207, 1208, 1310, 1311, 1312, 1504].includes(code) || code === 1701 || code >= 1900;
    expect(shown.filter(isSilent)).toEqual([]);
  });
});
