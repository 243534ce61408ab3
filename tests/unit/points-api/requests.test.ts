import { describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { OPERATIONS, type OperationName } from "@/lib/points-api/operations";
import { parseRequest } from "@/lib/points-api/request";

type Body = Readonly<Record<string, unknown>>;

/** A quote's fields depend on what is quoted, and a code that is optional when a wallet is opened has tests of its own. */
type Read = Exclude<OperationName, "Quote" | "Enrol">;

/** A whole request of each operation, in the interface's order of fields, and what is read from it. */
const REQUESTS: Record<Read, { body: Body; parsed: Body; required: readonly string[] }> = {
  Reward: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      BranchMsisdn: "01000000001",
      TransactionDate: "2026-11-21T12:34:56+02:00",
      SkuId: "SKU-4711",
      PointsValue: 150,
      ExternalLogId: "POS1-000123",
      InvoiceNumber: "INV-88213",
      Items: [{ SkuId: "SKU-4711", Quantity: 2, Value: 60.5 }, { SkuId: "SKU-4712" }],
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      TransactionDate: "2026-11-21T12:34:56+02:00",
      SkuId: "SKU-4711",
      PointsValue: 150,
      ExternalLogId: "POS1-000123",
      InvoiceNumber: "INV-88213",
      Items: [
        { SkuId: "SKU-4711", Quantity: 2, Value: 60.5 },
        { SkuId: "SKU-4712", Quantity: null, Value: null },
      ],
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn", "PointsValue", "ExternalLogId"],
  },
  RedeemUser: {
    body: {
      PointsValue: 50,
      ContactMsisdn: "00201110000002",
      WalletCode: "100002",
      BranchMsisdn: "+201000000001",
      Comment: "دفع جزئي 👍",
      PinCode: "١٢٣٤",
      ExternalLogId: "POS1-000124",
      InvoiceNumber: "فاتورة-٨٨",
    },
    parsed: {
      PointsValue: 50,
      ContactMsisdn: "+201110000002",
      WalletCode: "100002",
      BranchMsisdn: "+201000000001",
      Comment: "دفع جزئي 👍",
      PinCode: "1234",
      ExternalLogId: "POS1-000124",
      InvoiceNumber: "فاتورة-٨٨",
    },
    required: ["PointsValue", "ContactMsisdn", "WalletCode", "BranchMsisdn"],
  },
  Refund: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "201110000001",
      BranchMsisdn: "01000000001",
      Points: 20,
      PointsValue: 20,
      ExternalLogId: "POS1-000125",
      TransactionId: 48213,
      InvoiceNumber: "INV-88213",
      Comment: "Returned",
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      Points: 20,
      PointsValue: 20,
      ExternalLogId: "POS1-000125",
      TransactionId: 48213,
      InvoiceNumber: "INV-88213",
      Comment: "Returned",
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn", "TransactionId"],
  },
  Cancel: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "٠١١١٠٠٠٠٠٠١",
      BranchMsisdn: "01000000001",
      TransactionId: 48213,
      OriginalExternalLogId: "POS1-000123",
      OriginalOperation: "Reward",
      ExternalLogId: "POS1-000126",
      InvoiceNumber: "INV-88213",
      Comment: "Wrong customer",
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      TransactionId: 48213,
      OriginalExternalLogId: "POS1-000123",
      OriginalOperation: "Reward",
      ExternalLogId: "POS1-000126",
      InvoiceNumber: "INV-88213",
      Comment: "Wrong customer",
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn"],
  },
  ReturnReward: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "201110000001",
      BranchMsisdn: "01000000001",
      Points: 20,
      PointsValue: 20,
      ExternalLogId: "POS1-000125",
      TransactionId: 48213,
      InvoiceNumber: "INV-88213",
      Comment: "Returned",
      Items: [{ SkuId: "SKU-4711", Quantity: 0.755 }],
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      Points: 20,
      PointsValue: 20,
      ExternalLogId: "POS1-000125",
      TransactionId: 48213,
      InvoiceNumber: "INV-88213",
      Comment: "Returned",
      Items: [{ SkuId: "SKU-4711", Quantity: 0.755, Value: null }],
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn", "TransactionId"],
  },
  Settle: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      BranchMsisdn: "01000000001",
      TransactionDate: "2026-11-21",
      BillValue: 260.5,
      CouponNumbers: ["7kq2 m4xb 9tz3 hrwq"],
      RedeemValue: "max",
      PinCode: "١٢٣٤",
      ExternalLogId: "POS1-000141",
      InvoiceNumber: "INV-88219",
      Items: [{ SkuId: "SKU-4711", Value: 260 }],
      Comment: "Counter 3",
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      TransactionDate: "2026-11-21",
      BillValue: 260.5,
      CouponNumbers: ["7KQ2M4XB9TZ3HRWQ"],
      RedeemValue: "max",
      PinCode: "1234",
      ExternalLogId: "POS1-000141",
      InvoiceNumber: "INV-88219",
      Items: [{ SkuId: "SKU-4711", Quantity: null, Value: 260 }],
      Comment: "Counter 3",
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn", "BillValue", "ExternalLogId"],
  },
  Hold: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "201110000001",
      BranchMsisdn: "01000000001",
      Points: 80,
      PointsValue: 80.5,
      Minutes: 120,
      PinCode: "1234",
      ExternalLogId: "POS1-000129",
      InvoiceNumber: "ORD-5521",
      Comment: "Delivery",
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      Points: 80,
      PointsValue: 80.5,
      Minutes: 120,
      PinCode: "1234",
      ExternalLogId: "POS1-000129",
      InvoiceNumber: "ORD-5521",
      Comment: "Delivery",
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn"],
  },
  Capture: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "201110000001",
      BranchMsisdn: "01000000001",
      HoldId: 48218,
      Points: 60,
      PointsValue: 60,
      ExternalLogId: "POS1-000129",
      InvoiceNumber: "ORD-5521",
      Comment: "Delivery",
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      HoldId: 48218,
      Points: 60,
      PointsValue: 60,
      ExternalLogId: "POS1-000129",
      InvoiceNumber: "ORD-5521",
      Comment: "Delivery",
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn", "HoldId"],
  },
  Release: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "201110000001",
      BranchMsisdn: "01000000001",
      HoldId: 48218,
      ExternalLogId: "POS1-000129",
      Comment: "Delivery",
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      HoldId: 48218,
      ExternalLogId: "POS1-000129",
      Comment: "Delivery",
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn", "HoldId"],
  },
  GetWallet: {
    body: { WalletCode: "100001", ContactMsisdn: "01110000001", BranchMsisdn: "01000000001" },
    parsed: { WalletCode: "100001", ContactMsisdn: "+201110000001", BranchMsisdn: "+201000000001" },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn"],
  },
  FindWallet: {
    body: {
      BranchMsisdn: "01000000001",
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      CouponNumber: "7kq2-m4xb-9tz3-hrwq",
    },
    parsed: {
      BranchMsisdn: "+201000000001",
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      CouponNumber: "7KQ2M4XB9TZ3HRWQ",
    },
    required: ["BranchMsisdn"],
  },
  GetClient: { body: {}, parsed: {}, required: [] },
  GetTransaction: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      BranchMsisdn: "01000000001",
      TransactionId: 48213,
      ExternalLogId: "POS1-000123",
      Operation: "RedeemUser",
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      TransactionId: 48213,
      ExternalLogId: "POS1-000123",
      Operation: "RedeemUser",
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn"],
  },
  GetCoupons: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      BranchMsisdn: "01000000001",
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn"],
  },
  IssueCoupon: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      BranchMsisdn: "01000000001",
      OfferNumber: 7001,
      Comment: "Counter 3",
      PinCode: "١٢٣٤",
      ExternalLogId: "POS1-000129",
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      OfferNumber: 7001,
      Comment: "Counter 3",
      PinCode: "1234",
      ExternalLogId: "POS1-000129",
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn", "OfferNumber"],
  },
  RedeemCoupon: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      BranchMsisdn: "01000000001",
      CouponNumber: "7kq2-m4xb-9tz3-hrwq",
      InvoiceNumber: "INV-88219",
      Comment: "Counter 3",
      ExternalLogId: "POS1-000130",
      PointsValue: 180,
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      CouponNumber: "7KQ2M4XB9TZ3HRWQ",
      InvoiceNumber: "INV-88219",
      Comment: "Counter 3",
      ExternalLogId: "POS1-000130",
      PointsValue: 180,
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn", "CouponNumber"],
  },
  CancelCoupon: {
    body: {
      WalletCode: "100001",
      ContactMsisdn: "01110000001",
      BranchMsisdn: "01000000001",
      CouponNumber: "7KQ2M4XB9TZ3HRWQ",
      InvoiceNumber: "INV-88219",
      Comment: "Counter 3",
      ExternalLogId: "POS1-000131",
      Void: true,
    },
    parsed: {
      WalletCode: "100001",
      ContactMsisdn: "+201110000001",
      BranchMsisdn: "+201000000001",
      CouponNumber: "7KQ2M4XB9TZ3HRWQ",
      InvoiceNumber: "INV-88219",
      Comment: "Counter 3",
      ExternalLogId: "POS1-000131",
      Void: true,
    },
    required: ["WalletCode", "ContactMsisdn", "BranchMsisdn", "CouponNumber"],
  },
  GetDeals: {
    body: { ratePlan: "gold", BranchMsisdn: "01000000001" },
    parsed: { ratePlan: "gold", BranchMsisdn: "+201000000001" },
    required: [],
  },
};

/** What is wrong for any field, whatever it holds. */
const WRONG_TYPES: readonly unknown[] = [true, false, [], {}, ["100001"], { value: 1 }, 1.5, Number.NaN];
const WRONG_TEXTS: readonly unknown[] = [
  ...WRONG_TYPES,
  0,
  100001,
  " ",
  "\t",
  "a\u0000b",
  "a\nb",
  "a\u001fb",
  "a\u007fb",
  "a\u0085b",
  "a\ud800b",
  "\udc00",
];
const WRONG_INTEGERS: readonly unknown[] = [
  ...WRONG_TYPES,
  "",
  "150",
  "1e3",
  0,
  -1,
  -1_000_000,
  0.999,
  1e21,
  Number.MAX_SAFE_INTEGER + 1,
  -Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
];
const WRONG_AMOUNTS: readonly unknown[] = [...WRONG_INTEGERS, 1_000_001, Number.MAX_SAFE_INTEGER];
const WRONG_VALUES_OF_MONEY: readonly unknown[] = [
  ...WRONG_AMOUNTS.filter((value) => value !== 1.5),
  0.001,
  0.009,
  150.755,
  0.1 + 0.2,
  1e-7,
  1_000_000.01,
  -0.01,
  "150.75",
];
const WRONG_MSISDNS: readonly unknown[] = [...WRONG_TEXTS, "", "0", "12345", "0111000000x", "1".repeat(40)];

const tooLong = (lengthMax: number): readonly unknown[] => [
  "x".repeat(lengthMax + 1),
  "م".repeat(lengthMax + 1),
  "👍".repeat(lengthMax + 1),
  "x".repeat(16_000),
];

const WRONG_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  WalletCode: [...WRONG_TEXTS, "", ...tooLong(32)],
  ContactMsisdn: WRONG_MSISDNS,
  BranchMsisdn: WRONG_MSISDNS,
  TransactionDate: [
    ...WRONG_TEXTS,
    "today",
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-1-1",
    "20261121",
    "21/11/2026",
    "2026-11-21 12:34:56",
    "2026-11-21T24:00:00",
    "2026-11-21T12:60:00",
    "2026-11-21T12:34:56+2",
    "2026-11-21T12:34:56+99:00",
    "2026-11-21Z",
    "2026-11-21T12:34:56Z\u0000",
    `2026-11-21T12:34:56.${"1".repeat(10)}Z`,
  ],
  SkuId: [...WRONG_TEXTS, ...tooLong(64)],
  PointsValue: WRONG_VALUES_OF_MONEY,
  Items: [
    ...["SKU-4711", 1, true, {}, [1], [null], [[]], [{}], [{ Quantity: 1 }]],
    ...[0, 1.0005, 10_001, -10_001, "x"].map((Quantity) => [{ SkuId: "A", Quantity }]),
    ...[0, 0.001, 1_000_001, "x"].map((Value) => [{ SkuId: "A", Value }]),
    [{ SkuId: "A" }, { SkuId: "B", Quantity: "many" }],
    Array.from({ length: 1_001 }, () => ({ SkuId: "A" })),
  ],
  BillValue: WRONG_VALUES_OF_MONEY,
  RedeemValue: [...WRONG_VALUES_OF_MONEY, "Max", "all"],
  CouponNumbers: [
    ...["7KQ2M4XB9TZ3HRWQ", 1, true, {}, [1], [null], [""], [{}], tooLong(40)],
    ...[["7KQ2M4XB9TZ3HRWQ", "7kq2-m4xb-9tz3-hrwq"], Array.from({ length: 11 }, (_, place) => `A${place}`)],
  ],
  Points: WRONG_AMOUNTS,
  TransactionId: WRONG_INTEGERS,
  HoldId: WRONG_INTEGERS,
  Minutes: [...WRONG_INTEGERS, 10_081],
  ExternalLogId: [...WRONG_TEXTS, ...tooLong(64)],
  OriginalExternalLogId: [...WRONG_TEXTS, ...tooLong(255)],
  InvoiceNumber: [...WRONG_TEXTS, ...tooLong(64)],
  Comment: [...WRONG_TEXTS, ...tooLong(250)],
  Operation: [...WRONG_TEXTS, "reward", "GetDeals", "Transfer"],
  OriginalOperation: [...WRONG_TEXTS, "reward", "GetWallet", "Transfer"],
  PinCode: [
    ...WRONG_TEXTS,
    1234,
    "123",
    "1234567",
    "12a4",
    " 1234",
    "12 34",
    "-123",
    "１２３４",
    "٠٩".repeat(4),
  ],
  ratePlan: [...WRONG_TEXTS, ...tooLong(64)],
  OfferNumber: [...WRONG_INTEGERS, 2_147_483_648],
  CouponNumber: [...WRONG_TEXTS, "", ...tooLong(40)],
  Void: [0, 1, "", "yes", "no", "true", "1", [], {}, "void", 1.5],
};

const TEXT_LENGTHS: Readonly<Record<string, number>> = {
  WalletCode: 32,
  SkuId: 64,
  ExternalLogId: 64,
  OriginalExternalLogId: 255,
  InvoiceNumber: 64,
  Comment: 250,
  ratePlan: 64,
};

const NAMES = Object.keys(REQUESTS) as Read[];
const FIELDS = NAMES.flatMap((operation) =>
  Object.keys(REQUESTS[operation].body).map((field) => ({
    operation,
    field,
    isRequired: REQUESTS[operation].required.includes(field),
  })),
);
const REQUIRED = FIELDS.filter(({ isRequired }) => isRequired);
const OPTIONAL = FIELDS.filter(({ isRequired }) => !isRequired);

function parse(operation: Read, body: Body): Body {
  return parseRequest(OPERATIONS[operation].request, body);
}

function refusalOf(operation: Read, body: Body): { code: number; params: object } | "accepted" {
  try {
    parse(operation, body);
    return "accepted";
  } catch (error) {
    if (isDomainError(error)) return { code: error.code, params: error.params };
    throw error;
  }
}

function without(body: Body, field: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

describe.each(NAMES)("%s", (operation) => {
  const { body, parsed, required } = REQUESTS[operation];

  test("a whole request is read, its fields in the interface's order", () => {
    expect(parse(operation, body)).toEqual(parsed);
    expect(Object.keys(parse(operation, body))).toEqual(Object.keys(parsed));
    expect(Object.keys(OPERATIONS[operation].request.shape)).toEqual(Object.keys(body));
  });

  test("fields it does not know are ignored", () => {
    const extra = {
      walletcode: 1,
      Unknown: { deep: [[[]]] },
      constructor: "x",
      ["__proto__"]: { Points: 1 },
    };
    expect(parse(operation, { ...body, ...extra })).toEqual(parsed);
  });

  test("what is missing is reported before what is wrong, and the first in the interface's order", () => {
    expect(refusalOf(operation, {})).toEqual(
      required[0] === undefined ? "accepted" : { code: 1001, params: { field: required[0] } },
    );
    const last = required.at(-1);
    if (last === undefined) return;
    const wrong = Object.fromEntries(Object.keys(body).map((field) => [field, { wrong: true }]));
    expect(refusalOf(operation, wrong)).toEqual({ code: 1002, params: { field: Object.keys(body)[0] } });
    expect(refusalOf(operation, without(wrong, last))).toEqual({ code: 1001, params: { field: last } });
  });
});

describe.each(REQUIRED)("$operation.$field is required", ({ operation, field }) => {
  const { body } = REQUESTS[operation];

  test.each([
    ["missing", without(body, field)],
    ["null", { ...body, [field]: null }],
  ])("%s: 1001", (_, wrong) => {
    expect(refusalOf(operation, wrong)).toEqual({ code: 1001, params: { field } });
  });

  test("in another letter case: 1001 with the name that was sent", () => {
    const sent = field.toLowerCase();
    const wrong = { ...without(body, field), [sent]: body[field] };
    expect(refusalOf(operation, wrong)).toEqual({
      code: 1001,
      params: { field, sent },
    });
  });

  test("empty: 1002", () => {
    expect(refusalOf(operation, { ...body, [field]: "" })).toEqual({ code: 1002, params: { field } });
  });
});

describe.each(OPTIONAL)("$operation.$field is optional", ({ operation, field }) => {
  const { body, parsed } = REQUESTS[operation];
  const isText = typeof body[field] === "string";

  test("missing and null are the same, and so is an empty text", () => {
    const expected = { ...parsed, [field]: null };
    expect(parse(operation, without(body, field))).toEqual(expected);
    expect(parse(operation, { ...body, [field]: null })).toEqual(expected);
    if (isText) expect(parse(operation, { ...body, [field]: "" })).toEqual(expected);
  });
});

/** Where the refused value stands: of a bill's lines the line and its field. */
function placeOf(field: string, value: unknown): string {
  // A list with too many numbers, or with one of them twice, is refused as a list.
  if (field === "CouponNumbers" && Array.isArray(value))
    return value.length === 2 || value.length > 10 ? field : "CouponNumbers[0]";
  if (field !== "Items" || !Array.isArray(value) || value.length > 1_000) return field;
  const line: unknown = value.at(-1);
  if (typeof line !== "object" || line === null || Array.isArray(line)) return "Items[0]";
  const wrong = ["Quantity", "Value"].find((name) => name in line && "SkuId" in line) ?? "SkuId";
  return `Items[${value.length - 1}].${wrong}`;
}

describe.each(FIELDS)("$operation.$field", ({ operation, field }) => {
  const { body } = REQUESTS[operation];

  test("every bad value is refused with 1002 and its name", () => {
    const isLong = operation === "GetTransaction" && field === "ExternalLogId";
    const isAbsent = (value: unknown) => value === "" && !REQUESTS[operation].required.includes(field);
    const all = WRONG_VALUES[isLong ? "OriginalExternalLogId" : field] ?? [];
    const values = field === "Void" ? all : all.filter((value) => !isAbsent(value));
    expect(values.length).toBeGreaterThan(8);
    const results = values.map((value) => ({
      value,
      refusal: refusalOf(operation, { ...body, [field]: value }),
    }));
    // A PIN that is a number has lost its leading zeros, and a day before a year can be two: each is told so.
    const advice = (value: unknown) => {
      if (field === "PinCode" && typeof value === "number") return { advice: "pin_as_text" };
      return value === "21/11/2026" ? { advice: "unclear_date" } : {};
    };
    expect(results).toEqual(
      values.map((value) => ({
        value,
        refusal: { code: 1002, params: { field: placeOf(field, value), ...advice(value) } },
      })),
    );
  });
});

describe("the largest and smallest values", () => {
  test.each(FIELDS.filter(({ field }) => field in TEXT_LENGTHS))(
    "$operation.$field in any script",
    ({ operation, field }) => {
      for (const character of ["x", "م", "👍"]) {
        const longest = character.repeat(TEXT_LENGTHS[field] ?? 0);
        expect(parse(operation, { ...REQUESTS[operation].body, [field]: longest })[field]).toBe(longest);
      }
    },
  );

  test.each(FIELDS.filter(({ field }) => field === "Points"))(
    "$operation.$field is 1 to 1,000,000",
    ({ operation, field }) => {
      for (const value of [1, 1_000_000]) {
        expect(parse(operation, { ...REQUESTS[operation].body, [field]: value })[field]).toBe(value);
      }
    },
  );

  test.each(FIELDS.filter(({ field }) => field === "PointsValue"))(
    "$operation.$field is 0.01 to 1,000,000, with up to two decimals",
    ({ operation, field }) => {
      for (const value of [0.01, 0.07, 0.29, 1.1, 150.75, 999_999.99, 1_000_000]) {
        expect(parse(operation, { ...REQUESTS[operation].body, [field]: value })[field]).toBe(value);
      }
    },
  );

  test.each(["Refund", "Cancel"] as const)("%s.TransactionId is any exact integer", (operation) => {
    for (const value of [1, Number.MAX_SAFE_INTEGER]) {
      expect(parse(operation, { ...REQUESTS[operation].body, TransactionId: value }).TransactionId).toBe(
        value,
      );
    }
  });
});

describe("PinCode", () => {
  test.each([
    ["1234", "1234"],
    ["000000", "000000"],
    ["٠١٢٣٤٥", "012345"],
    ["۶۷۸۹", "6789"],
    ["12٣٤", "1234"],
  ])("%s is read as %s", (sent, expected) => {
    expect(parse("RedeemUser", { ...REQUESTS.RedeemUser.body, PinCode: sent }).PinCode).toBe(expected);
  });
});

describe("TransactionDate", () => {
  test.each([
    "2026-11-21",
    "2024-02-29",
    "2026-11-21T12:34",
    "2026-11-21T12:34:56",
    "2026-11-21T12:34:56.1234567",
    "2026-11-21T12:34:56Z",
    "2026-11-21T12:34:56.123+02:00",
    "2026-11-21T23:59:59-11:30",
  ])("%s is accepted", (sent) => {
    expect(parse("Reward", { ...REQUESTS.Reward.body, TransactionDate: sent }).TransactionDate).toBe(sent);
  });
});

describe("Cancel needs TransactionId or OriginalExternalLogId", () => {
  const { body } = REQUESTS.Cancel;
  const neither = without(without(body, "TransactionId"), "OriginalExternalLogId");

  test.each([
    ["TransactionId alone", { ...neither, TransactionId: 7 }],
    ["OriginalExternalLogId alone", { ...neither, OriginalExternalLogId: "POS1-1" }],
    ["both", body],
  ])("%s is enough", (_, accepted) => {
    expect(refusalOf("Cancel", accepted)).toBe("accepted");
  });

  test.each([
    ["neither", neither],
    ["both null", { ...neither, TransactionId: null, OriginalExternalLogId: null }],
    ["null and empty", { ...neither, TransactionId: null, OriginalExternalLogId: "" }],
    ["neither, and another field wrong", { ...neither, WalletCode: 5 }],
  ])("%s: 1001", (_, refused) => {
    expect(refusalOf("Cancel", refused)).toEqual({ code: 1001, params: { field: "TransactionId" } });
  });

  test.each([
    ["TransactionId", { ...neither, TransactionId: 0 }],
    ["OriginalExternalLogId", { ...neither, OriginalExternalLogId: 5 }],
    ["OriginalExternalLogId", { ...neither, TransactionId: null, OriginalExternalLogId: "\u0000" }],
  ])("a wrong %s alone is wrong, not missing", (field, refused) => {
    expect(refusalOf("Cancel", refused)).toEqual({ code: 1002, params: { field } });
  });

  test("a wallet code that is missing is reported first", () => {
    expect(refusalOf("Cancel", without(neither, "WalletCode"))).toEqual({
      code: 1001,
      params: { field: "WalletCode" },
    });
  });
});

test("no text that the database cannot keep is let through, in any field of any operation", () => {
  const spoiled = (value: unknown): unknown =>
    typeof value === "string"
      ? `${value}\u0000`
      : Array.isArray(value)
        ? value.map(spoiled)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spoiled(part)]))
          : value;
  const accepted = NAMES.flatMap((operation) => {
    const { body } = REQUESTS[operation];
    return Object.entries(body)
      .filter(([, value]) => JSON.stringify(spoiled(value)) !== JSON.stringify(value))
      .filter(([field, value]) => refusalOf(operation, { ...body, [field]: spoiled(value) }) === "accepted")
      .map(([field]) => `${operation}.${field}`);
  });
  expect(accepted).toEqual([]);
});
