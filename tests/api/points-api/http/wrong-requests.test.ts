import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import {
  BRANCH,
  type Call,
  FOREIGN_BRANCH,
  INACTIVE_BRANCH,
  newReference,
  throughEachDoor,
} from "@/tests/support/api";

type Fields = Record<string, unknown>;
/** Operation, changes of a good request, the beginning of the right answer in English, and how else it is sent. */
type Row = [operation: string, change: Fields, answer: string, call?: (good: Fields) => Call];

const raw =
  (body: (good: Fields) => string | Buffer, headers: Call["headers"] = {}): ((good: Fields) => Call) =>
  (good) => ({ body: body(good), headers: { "Content-Type": "application/json", ...headers } });
const json = (good: Fields) => JSON.stringify(good);
const MONEY = "1002 Invalid value for field: PointsValue. A number from 0.01 to 1,000,000";
const DATE = "1002 Invalid value for field: TransactionDate. Such as 2026-11-21T12:34:56+02:00";
const REFERENCE = "1002 Invalid value for field: ExternalLogId. A text of at most 64 characters";
const NUMBER = "1002 Invalid value for field: ContactMsisdn. A mobile number such as";

/** Latin words of values that Arabic texts name. */
const VALUES = new Set(["gzip", "deflate", "br", "charset", "true", "false"]);

const ROWS: readonly Row[] = [
  ["Reward", {}, "1003 Request body must be a JSON object", raw((good) => JSON.stringify([good]))],
  ["Reward", {}, "1003 Request body must be a JSON object", raw(() => '"text"')],
  ["Reward", {}, "1003 Request body must be a JSON object", raw(() => "null")],
  ["Reward", {}, "1003 Request body is empty", raw(() => "")],
  ["Reward", {}, "1003 Request body is empty", raw(() => "  \n")],
  [
    "Reward",
    {},
    "1003 Request body is not valid JSON. It ends too early",
    raw((good) => json(good).slice(0, -9)),
  ],
  [
    "Reward",
    {},
    "1003 Request body is not valid JSON. It is compressed",
    raw((good) => gzipSync(json(good))),
  ],
  [
    "Reward",
    {},
    "1003 Request body is not valid JSON. It is UTF-16",
    raw((good) => Buffer.from(`\ufeff${json(good)}`, "utf16le")),
  ],
  [
    "Reward",
    {},
    "1003 Request body is not valid JSON. A field stands in it twice: PointsValue",
    raw((good) => `${json(good).slice(0, -1)},"PointsValue":5}`),
  ],
  ["Reward", {}, "1003 Request body is not valid JSON", raw((good) => json(good).replaceAll('"', "'"))],
  [
    "Reward",
    {},
    "1004 Content-Type must be application/json",
    raw(() => "a=b", { "Content-Type": "text/html" }),
  ],
  ["Reward", {}, "1004 Content-Encoding must be", raw(json, { "Content-Encoding": "zstd" })],
  [
    "Reward",
    {},
    "1004 The charset in Content-Type",
    raw(json, { "Content-Type": "application/json; charset=klingon" }),
  ],
  ["Reward", {}, "1006 Request is too large", raw((good) => json({ ...good, Comment: "x".repeat(17_000) }))],
  ["Reward", {}, "1005 API version is not supported", () => ({ version: "v9" })],
  ["Rewards", {}, "1007 Operation not found"],
  ["Reward", {}, "1007 Operation not found / method not allowed. Send it as POST", () => ({ method: "PUT" })],
  ["Reward", {}, "1101 ClientId header is required", () => ({ clientId: null })],
  ["Reward", {}, "1102 ClientId is not valid", () => ({ clientId: "pis_test_nobody" })],
  ["Reward", { WalletCode: undefined }, "1001 Required field is missing: WalletCode"],
  [
    "Reward",
    { WalletCode: undefined, walletCode: "1" },
    "1001 Required field is missing: WalletCode (walletCode was sent)",
  ],
  ["Reward", { ContactMsisdn: undefined }, "1001 Required field is missing: ContactMsisdn"],
  ["Reward", { BranchMsisdn: undefined }, "1001 Required field is missing: BranchMsisdn"],
  ["Reward", { ExternalLogId: undefined }, "1001 Required field is missing: ExternalLogId"],
  ["Reward", { PointsValue: undefined }, "1001 Required field is missing: PointsValue"],
  [
    "Reward",
    { WalletCode: "x".repeat(33) },
    "1002 Invalid value for field: WalletCode. A text of at most 32 characters",
  ],
  ["Reward", { WalletCode: "NOBODY" }, "1201 Wallet not found or mobile number does not match"],
  ["Reward", { ContactMsisdn: "01110000000" }, "1201 Wallet not found or mobile number does not match"],
  ["Reward", { ContactMsisdn: "12" }, NUMBER],
  ["Reward", { ContactMsisdn: "not a number" }, NUMBER],
  ["Reward", { BranchMsisdn: "abc" }, "1002 Invalid value for field: BranchMsisdn. A mobile number"],
  ["Reward", { BranchMsisdn: FOREIGN_BRANCH }, "1110 Branch not found"],
  ["Reward", { BranchMsisdn: INACTIVE_BRANCH }, "1111 Branch is not active"],
  ["Reward", { PointsValue: 0 }, MONEY],
  ["Reward", { PointsValue: -5 }, MONEY],
  ["Reward", { PointsValue: 1.234 }, MONEY],
  ["Reward", { PointsValue: 1_000_001 }, MONEY],
  ["Reward", { PointsValue: "a lot" }, MONEY],
  ["Reward", { PointsValue: true }, MONEY],
  [
    "Reward",
    { TransactionDate: "21/11/2026" },
    "1002 Invalid value for field: TransactionDate. It can mean two days",
  ],
  [
    "Reward",
    { TransactionDate: "1447-05-30" },
    "1002 Invalid value for field: TransactionDate. It is a date of the Hijri",
  ],
  ["Reward", { TransactionDate: "yesterday" }, DATE],
  ["Reward", { TransactionDate: "2025-01-01" }, "1002 Invalid value for field: TransactionDate."],
  ["Reward", { TransactionDate: "2027-01-01" }, "1002 Invalid value for field: TransactionDate."],
  ["Reward", { ExternalLogId: "x".repeat(65) }, REFERENCE],
  ["Reward", { ExternalLogId: "a\u0000b" }, REFERENCE],
  [
    "Reward",
    { InvoiceNumber: "x".repeat(65) },
    "1002 Invalid value for field: InvoiceNumber. A text of at most 64",
  ],
  ["Reward", { SkuId: "x".repeat(65) }, "1002 Invalid value for field: SkuId. A text of at most 64"],
  ["RedeemUser", { PointsValue: 999_999 }, "1301 Insufficient points balance"],
  ["RedeemUser", { PinCode: 1234 }, "1002 Invalid value for field: PinCode. Send it as text"],
  ["RedeemUser", { PinCode: "12" }, "1002 Invalid value for field: PinCode. 4 to 6 digits"],
  [
    "RedeemUser",
    { Comment: "x".repeat(251) },
    "1002 Invalid value for field: Comment. A text of at most 250",
  ],
  ["Refund", {}, "1001 Required field is missing: TransactionId"],
  ["Refund", { TransactionId: 0 }, "1002 Invalid value for field: TransactionId. A whole number above 0"],
  ["Refund", { TransactionId: "abc" }, "1002 Invalid value for field: TransactionId. A whole number above 0"],
  ["Refund", { TransactionId: 999_999_999 }, "1401 Original transaction not found"],
  [
    "Refund",
    { TransactionId: 999_999_999, Points: 1.5 },
    "1002 Invalid value for field: Points. A whole number from 1",
  ],
  ["Cancel", {}, "1001 Required field is missing: TransactionId"],
  ["Cancel", { OriginalExternalLogId: "never-sent" }, "1401 Original transaction not found"],
  [
    "Cancel",
    { OriginalExternalLogId: "x", OriginalOperation: "Sell" },
    "1002 Invalid value for field: OriginalOperation. One of Reward",
  ],
  ["Hold", { Minutes: 10_081 }, "1002 Invalid value for field: Minutes. A whole number from 1 to 10,080"],
  ["Capture", {}, "1001 Required field is missing: HoldId"],
  ["Release", { HoldId: 999_999_999 }, "1418 Hold not found or already ended"],
  ["RedeemCoupon", { CouponNumber: "7KQ2M4XB9TZ3HRWA" }, "1420 Coupon not found"],
  ["Quote", { Operation: "Sell" }, "1002 Invalid value for field: Operation. One of Reward"],
  [
    "GetTransaction",
    { ExternalLogId: "never-sent-either" },
    "1505 No transaction with this reference has arrived",
  ],
];

throughEachDoor((api, till) => {
  it(`tells each of ${ROWS.length} wrong requests apart, moves nothing, and names the page about it in the language asked for`, async () => {
    const { fields } = await api.customer();
    const before = (await till.wallet(fields)).json.wallet;
    const told: string[] = [];
    for (const [operation, change, _answer, call] of ROWS) {
      const isFree = operation === "Refund" || operation === "GetTransaction" || operation === "Quote";
      const good: Fields = {
        ...fields,
        ...(isFree || operation === "Cancel" ? {} : { PointsValue: 10, ExternalLogId: newReference() }),
        ...change,
      };
      const sent = call?.(good) ?? {};
      const { json: en, headers } = await till.send(operation, good, sent);
      told.push(`${en.errorCode} ${en.errorMessage}`);
      const ar = await till.send(operation, good, { ...sent, language: "ar" });
      expect(ar.json.errorCode).toBe(en.errorCode);
      expect(ar.json.errorMessage).toMatch(/[\u0600-\u06ff]/);
      // Names and values of fields stay as they are; words are Arabic.
      const latin = ar.json.errorMessage.match(/(?<![\w/-])[a-z]+(?![\w/-])/g) ?? [];
      expect(latin.filter((word) => !VALUES.has(word))).toEqual([]);
      expect(headers.link).toMatch(new RegExp(`/docs/en/errors#e${en.errorCode}>; rel="help"`));
      expect(ar.headers.link).toMatch(new RegExp(`/docs/ar/errors#e${en.errorCode}>; rel="help"`));
    }
    const wrong = told.flatMap((text, index) =>
      text.startsWith(ROWS[index]?.[2] ?? "?") ? [] : [[ROWS[index]?.[2], text]],
    );
    expect(wrong).toEqual([]);
    expect(ROWS).toHaveLength(66);
    expect((await till.wallet({ ...fields, BranchMsisdn: BRANCH })).json.wallet).toEqual(before);
  });
});
