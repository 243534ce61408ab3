import { describe, expect, test } from "vitest";
import { OPERATIONS, type PointsOperationName } from "@/lib/points-api/operations";
import { parseRequest } from "@/lib/points-api/request";

const REFUND = {
  WalletCode: "100001",
  ContactMsisdn: "01110000001",
  BranchMsisdn: "01000000001",
  Points: 20,
  PointsValue: 21,
  ExternalLogId: "R-1",
  TransactionId: 48213,
  InvoiceNumber: "INV-1",
  Comment: "Returned",
};
const REDEMPTION = {
  PointsValue: 50,
  ContactMsisdn: "01110000002",
  WalletCode: "100002",
  BranchMsisdn: "01000000001",
  Comment: "Counter 3",
  PinCode: "1234",
  ExternalLogId: "D-1",
};

function canonical(operation: PointsOperationName, body: Readonly<Record<string, unknown>>): string {
  const { request, canonical } = OPERATIONS[operation];
  return canonical(parseRequest(request, body) as never);
}

describe("the same content", () => {
  test.each([
    ["the key is not content", { ...REDEMPTION, ExternalLogId: "D-2" }],
    ["no key is not content", { ...REDEMPTION, ExternalLogId: undefined }],
    ["the PIN is not content", { ...REDEMPTION, PinCode: "9999" }],
    ["no PIN is not content", { ...REDEMPTION, PinCode: null }],
    ["a whole number with a decimal", JSON.parse(JSON.stringify(REDEMPTION).replace(":50", ":50.00"))],
    ["a mobile number written another way", { ...REDEMPTION, ContactMsisdn: "+201110000002" }],
    ["fields nobody knows", { ...REDEMPTION, Cashier: "Mona" }],
    ["no invoice", { ...REDEMPTION, InvoiceNumber: "" }],
    ["another order of fields", Object.fromEntries(Object.entries(REDEMPTION).reverse())],
  ])("%s", (_, body) => {
    expect(canonical("RedeemUser", body)).toBe(canonical("RedeemUser", REDEMPTION));
  });

  test("absent, null and empty are one", () => {
    const absent = { ...REFUND, Comment: undefined };
    expect(canonical("Refund", { ...REFUND, Comment: null })).toBe(canonical("Refund", absent));
    expect(canonical("Refund", { ...REFUND, Comment: "" })).toBe(canonical("Refund", absent));
  });
});

describe("other content", () => {
  test.each(Object.keys(REFUND).filter((field) => field !== "ExternalLogId"))("another %s", (field) => {
    const value = REFUND[field as keyof typeof REFUND];
    const other = typeof value === "number" ? value + 1 : value.replace(/.$/, "2");
    expect(canonical("Refund", { ...REFUND, [field]: other })).not.toBe(canonical("Refund", REFUND));
  });

  test("an invoice that was not named", () => {
    const named = canonical("RedeemUser", { ...REDEMPTION, InvoiceNumber: "INV-1" });
    expect(named).not.toBe(canonical("RedeemUser", REDEMPTION));
    expect(named).not.toBe(canonical("RedeemUser", { ...REDEMPTION, InvoiceNumber: "INV-2" }));
  });

  test("a value that moves to another field", () => {
    const one = { ...REFUND, InvoiceNumber: "X", Comment: null };
    const other = { ...REFUND, InvoiceNumber: null, Comment: "X" };
    expect(canonical("Refund", one)).not.toBe(canonical("Refund", other));
  });

  test("a text that imitates the next field", () => {
    const one = { ...REFUND, Comment: 'x","InvoiceNumber":"y', InvoiceNumber: null };
    const other = { ...REFUND, Comment: "x", InvoiceNumber: "y" };
    expect(canonical("Refund", one)).not.toBe(canonical("Refund", other));
  });

  test("another operation", () => {
    const body = { ...REFUND, Points: null, PointsValue: null };
    const texts = (["Refund", "Cancel", "ReturnReward"] as const).map((operation) =>
      canonical(operation, body),
    );
    expect(new Set(texts).size).toBe(3);
  });
});

test("the text is what stored hashes were made from, and neither PIN nor key is in it", () => {
  expect(canonical("RedeemUser", REDEMPTION)).toBe(
    '{"operation":"RedeemUser","BranchMsisdn":"+201000000001","Comment":"Counter 3","ContactMsisdn":"+201110000002","PointsValue":50,"WalletCode":"100002"}',
  );
  expect(canonical("Refund", { ...REFUND, Points: null, Comment: "" })).toBe(
    '{"operation":"Refund","BranchMsisdn":"+201000000001","ContactMsisdn":"+201110000001","InvoiceNumber":"INV-1","PointsValue":21,"TransactionId":48213,"WalletCode":"100001"}',
  );
  for (const [sent, text] of [
    ["150.75", "150.75"],
    ["150.750", "150.75"],
    ["150.50", "150.5"],
    ["0.01", "0.01"],
  ])
    expect(
      canonical(
        "RedeemUser",
        JSON.parse(
          `{"PointsValue":${sent},"WalletCode":"1","ContactMsisdn":"01110000002","BranchMsisdn":"01000000001"}`,
        ),
      ),
    ).toBe(
      `{"operation":"RedeemUser","BranchMsisdn":"+201000000001","ContactMsisdn":"+201110000002","PointsValue":${text},"WalletCode":"1"}`,
    );
});
