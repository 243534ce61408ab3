import { describe, expect, test } from "vitest";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { OPERATIONS } from "@/lib/points-api/operations";
import { fieldReader, readFields } from "@/lib/points-api/read-fields";
import { parseRequest } from "@/lib/points-api/request";
import { resolveTransactionDate } from "@/lib/points-api/reward";

const REWARD = {
  WalletCode: "100001",
  ContactMsisdn: "01110000001",
  BranchMsisdn: "01000000001",
  PointsValue: 150,
  ExternalLogId: "POS1-000123",
};
const REFUND = { ...REWARD, TransactionId: 48213 };

function read(operation: "Reward" | "Refund" | "RedeemUser" | "Cancel", body: Record<string, unknown>) {
  const { request } = OPERATIONS[operation];
  const { body: meant, taken } = readFields(fieldReader(request), body);
  return { parsed: parseRequest(request, meant) as Record<string, unknown>, taken };
}

function refusalOf(operation: "Reward" | "Refund" | "RedeemUser" | "Cancel", body: Record<string, unknown>) {
  try {
    return read(operation, body);
  } catch (error) {
    if (isDomainError(error)) return [error.code, error.params];
    throw error;
  }
}

test("a request that is written as the interface says is read as it is, and no liberty is noted", () => {
  const { body, taken } = readFields(fieldReader(OPERATIONS.Reward.request), REWARD);
  expect(body).toBe(REWARD);
  expect(taken).toEqual([]);
});

test.each([
  ["\u202a+20 111 000 0001\u202c", "marks"],
  ["+20\u00a0111\u00a0000\u00a00001", "marks"],
  ["\u200f01110000001", "marks"],
  ["(+20)1110000001", "marks"],
  [" 01110000001 ", "blanks"],
])("a mobile number written %j is read, and noted as %s", (ContactMsisdn, liberty) => {
  const { parsed, taken } = read("Reward", { ...REWARD, ContactMsisdn });
  expect(parsed.ContactMsisdn).toBe("+201110000001");
  expect(taken).toEqual([`${liberty}:ContactMsisdn`]);
  // A strict client's number is refused as it stands.
  if (liberty === "marks")
    expect(() => parseRequest(OPERATIONS.Reward.request, { ...REWARD, ContactMsisdn })).toThrow();
});

test.each([
  [150.75000000000003, 150.75],
  [0.1 + 0.2, 0.3],
  [199.99999999999997, 200],
])("the float noise of %d is read to the currency's decimals", (PointsValue, value) => {
  const { parsed, taken } = read("Reward", { ...REWARD, PointsValue });
  expect(parsed.PointsValue).toBe(value);
  expect(taken).toEqual(["floatNoise:PointsValue"]);
});

test.each([
  ["1448-06-07T10:00:00", "hijri_date"],
  ["07/06/1448", "hijri_date"],
  ["27\u200f/11\u200f/2026", "unclear_date"],
])("a date written %j is refused, and says why", (TransactionDate, advice) => {
  const { request } = OPERATIONS.Reward;
  const { body } = readFields(fieldReader(request), { ...REWARD, TransactionDate });
  expect(() => {
    const { TransactionDate: text } = parseRequest(request, body);
    resolveTransactionDate(text, { now: new Date("2026-11-27T10:00:00Z"), zone: "Africa/Cairo" });
  }).toThrow(expect.objectContaining({ code: 1002, params: { field: "TransactionDate", advice } }));
});

describe("a number", () => {
  test.each(["150", " 150 ", "150.0", "150.00", "00150", "١٥٠", "۱۵۰", "١٥٠٫٠", "\t150\n"])(
    "as the text %j is the number",
    (PointsValue) => {
      const { parsed, taken } = read("Reward", { ...REWARD, PointsValue });
      expect(parsed.PointsValue).toBe(150);
      expect(taken).toEqual(["numberAsText:PointsValue"]);
    },
  );

  test.each(["150.75", " 150.750 ", "١٥٠٫٧٥", "۱۵۰.۷۵", "150٫75"])(
    "with decimals as the text %j is the number",
    (PointsValue) => {
      const { parsed, taken } = read("Reward", { ...REWARD, PointsValue });
      expect(parsed.PointsValue).toBe(150.75);
      expect(taken).toEqual(["numberAsText:PointsValue"]);
    },
  );

  test("with Arabic marks between thousands is the number", () => {
    expect(read("Reward", { ...REWARD, PointsValue: "1٬150٫75" }).parsed.PointsValue).toBe(1150.75);
  });

  test.each([
    "",
    " ",
    "150.755",
    "150.7500000000000001",
    "0.001",
    "1000000.01",
    "150,75",
    "1e3",
    "0x10",
    "+150",
    "-1",
    "1,000",
    "1_000",
    "150 EGP",
    "NaN",
    "Infinity",
    "1.5.0",
    ".5",
    "5.",
    true,
    [150],
  ])("as %j is refused", (PointsValue) => {
    expect(refusalOf("Reward", { ...REWARD, PointsValue })).toEqual([1002, { field: "PointsValue" }]);
  });

  test("beyond what a number holds exactly is refused", () => {
    expect(refusalOf("Refund", { ...REFUND, TransactionId: "9007199254740993" })).toEqual([
      1002,
      { field: "TransactionId" },
    ]);
  });
});

describe("a text", () => {
  test.each(["WalletCode", "InvoiceNumber", "ExternalLogId", "SkuId"])(
    "%s as a number is its digits",
    (name) => {
      const { parsed, taken } = read("Reward", { ...REWARD, [name]: 100001 });
      expect(parsed[name]).toBe("100001");
      expect(taken).toEqual([`textAsNumber:${name}`]);
    },
  );

  test("a mobile number as a number is found although its zero is lost", () => {
    const { parsed } = read("Reward", { ...REWARD, ContactMsisdn: 1110000001 });
    expect(parsed.ContactMsisdn).toBe("+201110000001");
  });

  test.each([1.5, -1, 2 ** 53, true, {}])("as %j is refused", (WalletCode) => {
    expect(refusalOf("Reward", { ...REWARD, WalletCode })).toEqual([1002, { field: "WalletCode" }]);
  });

  test("is read without the blanks around it", () => {
    const { parsed, taken } = read("Reward", { ...REWARD, WalletCode: " 100001\t", ExternalLogId: "A 1 " });
    expect([parsed.WalletCode, parsed.ExternalLogId]).toEqual(["100001", "A 1"]);
    expect(taken).toEqual(["blanks:WalletCode", "blanks:ExternalLogId"]);
  });

  test("with a control character inside is refused", () => {
    for (const InvoiceNumber of ["a\nb", "a\u0000b"])
      expect(refusalOf("Reward", { ...REWARD, InvoiceNumber })).toEqual([1002, { field: "InvoiceNumber" }]);
  });
});

describe("a comment", () => {
  test("may have line ends and tabs, which are blanks", () => {
    const { parsed, taken } = read("Refund", { ...REFUND, Comment: "Returned\r\nat till\t3\n" });
    expect(parsed.Comment).toBe("Returned at till 3");
    expect(taken).toEqual(["lineEnds:Comment"]);
  });

  test("with any other control character is refused", () => {
    expect(refusalOf("Refund", { ...REFUND, Comment: "a\u0007b" })).toEqual([1002, { field: "Comment" }]);
  });
});

describe("a PIN", () => {
  const redemption = { ...REWARD, ExternalLogId: undefined };
  test("as a number is refused: its leading zeros would be lost", () => {
    expect(refusalOf("RedeemUser", { ...redemption, PinCode: 1234 })).toEqual([
      1002,
      { field: "PinCode", advice: "pin_as_text" },
    ]);
  });

  test("is read without blanks around it, and 0 is none", () => {
    expect(read("RedeemUser", { ...redemption, PinCode: " 0123 " }).parsed.PinCode).toBe("0123");
    expect(read("RedeemUser", { ...redemption, PinCode: 0 }).parsed.PinCode).toBeNull();
  });
});

describe("an optional field", () => {
  test.each([
    ["Points", 0],
    ["Points", "0"],
    ["Points", " "],
    ["Points", ""],
    ["PointsValue", 0],
    ["PointsValue", "0.00"],
    ["PointsValue", "٠٫٠٠"],
    ["InvoiceNumber", "  "],
    ["InvoiceNumber", 0],
    ["ExternalLogId", 0],
    ["Comment", " \t"],
  ])("%s of %j is absent", (name, value) => {
    const { parsed, taken } = read("Refund", { ...REFUND, PointsValue: undefined, [name]: value });
    expect(parsed[name]).toBeNull();
    expect(taken).toEqual([`notSet:${name}`]);
  });

  test("of null or nothing is absent, which is no liberty", () => {
    const { taken } = read("Refund", { ...REFUND, Points: null, PointsValue: null, Comment: "" });
    expect(taken).toEqual([]);
  });

  test.each([0, "0", " "])("but a required one of %j is refused", (TransactionId) => {
    expect(refusalOf("Refund", { ...REFUND, TransactionId })).toEqual([1002, { field: "TransactionId" }]);
  });

  test("TransactionId of 0 leaves Cancel to the reference", () => {
    const { parsed } = read("Cancel", { ...REWARD, TransactionId: 0, OriginalExternalLogId: "POS1-000122" });
    expect([parsed.TransactionId, parsed.OriginalExternalLogId]).toEqual([null, "POS1-000122"]);
  });
});

describe("a date", () => {
  test.each([
    ["2026-11-21 12:34:56", "2026-11-21T12:34:56"],
    ["2026-11-21 12:34", "2026-11-21T12:34"],
    ["2026-11-21T12:34:56+02", "2026-11-21T12:34:56+02:00"],
    ["2026-11-21T12:34:56+0200", "2026-11-21T12:34:56+02:00"],
    ["2026-11-21T12:34:56.123-0330", "2026-11-21T12:34:56.123-03:30"],
    ["/Date(1732406400000)/", "2024-11-24T00:00:00.000Z"],
    ["/Date(1732406400000+0200)/", "2024-11-24T00:00:00.000Z"],
    ["٢٠٢٦-١١-٢١", "2026-11-21"],
  ])("%s is %s", (TransactionDate, expected) => {
    const { parsed, taken } = read("Reward", { ...REWARD, TransactionDate });
    expect(parsed.TransactionDate).toBe(expected);
    expect(taken).toEqual(["dateFormat:TransactionDate"]);
  });

  test.each([
    "0001-01-01",
    "0001-01-01T00:00:00",
    "0001-01-01T00:00:00Z",
    "0001-01-01 00:00:00",
    "/Date(-62135596800000)/",
    " ",
  ])("%j is none", (TransactionDate) => {
    const { parsed, taken } = read("Reward", { ...REWARD, TransactionDate });
    expect(parsed.TransactionDate).toBeNull();
    expect(taken).toEqual(["notSet:TransactionDate"]);
  });

  test.each([
    "21/11/2026",
    "11/21/2026 12:34",
    "21-11-2026",
    "20261121",
    "2026-13-01 10:00",
    "2026-11-21 24:00",
    "2026-11-21T12:34:56+2",
    "/Date(now)/",
    1732406400000,
  ])("%j is refused: it can mean two days, or none", (TransactionDate) => {
    expect(refusalOf("Reward", { ...REWARD, TransactionDate })).toMatchObject([
      1002,
      { field: "TransactionDate" },
    ]);
  });
});
