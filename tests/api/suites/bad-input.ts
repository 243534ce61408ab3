import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { PointsOperationName } from "@/lib/points-api/operations";
import {
  type Api,
  type Call,
  type Caller,
  expectRefusal,
  expectSuccess,
  newReference,
} from "@/tests/support/api";
import { expectOfEach } from "@/tests/support/each";

/**
 * Every field of a points operation with everything that may be sent in its place, and every way a body can be broken
 * (rules.md §3, §11). Whatever is refused gets its code, its status and the whole envelope, and changes nothing.
 */

type Json = Readonly<Record<string, unknown>>;

interface FieldRule {
  kind: "text" | "msisdn" | "integer" | "money" | "moneyOrMax" | "coupons" | "pin" | "date" | "operation";
  isRequired: boolean;
  /** Required unless another field is given, and so it may be sent as not set. */
  isOneOfTwo?: boolean;
  /** Text: characters; integer: the highest. */
  max?: number;
}

const MILLION = 1_000_000;
const required = (kind: FieldRule["kind"], max?: number): FieldRule => rule(kind, true, max);
const optional = (kind: FieldRule["kind"], max?: number): FieldRule => rule(kind, false, max);
const rule = (kind: FieldRule["kind"], isRequired: boolean, max: number | undefined): FieldRule => ({
  kind,
  isRequired,
  ...(max === undefined ? {} : { max }),
});

/** The requests of interface.md §4.1 to §4.3 and rules.md §7 and §13, written down a second time on purpose. */
export const REQUEST_FIELDS = {
  Reward: {
    WalletCode: required("text", 32),
    ContactMsisdn: required("msisdn"),
    BranchMsisdn: required("msisdn"),
    TransactionDate: optional("date"),
    SkuId: optional("text", 64),
    PointsValue: required("money", MILLION),
    ExternalLogId: required("text", 64),
    InvoiceNumber: optional("text", 64),
  },
  RedeemUser: {
    PointsValue: required("money", MILLION),
    ContactMsisdn: required("msisdn"),
    WalletCode: required("text", 32),
    BranchMsisdn: required("msisdn"),
    Comment: optional("text", 250),
    PinCode: optional("pin"),
    ExternalLogId: optional("text", 64),
    InvoiceNumber: optional("text", 64),
  },
  Refund: {
    WalletCode: required("text", 32),
    ContactMsisdn: required("msisdn"),
    BranchMsisdn: required("msisdn"),
    Points: optional("integer", MILLION),
    PointsValue: optional("money", MILLION),
    ExternalLogId: optional("text", 64),
    TransactionId: required("integer", Number.MAX_SAFE_INTEGER),
    InvoiceNumber: optional("text", 64),
    Comment: optional("text", 250),
  },
  Cancel: {
    WalletCode: required("text", 32),
    ContactMsisdn: required("msisdn"),
    BranchMsisdn: required("msisdn"),
    TransactionId: { ...required("integer", Number.MAX_SAFE_INTEGER), isOneOfTwo: true },
    OriginalExternalLogId: optional("text", 255),
    OriginalOperation: optional("operation"),
    ExternalLogId: optional("text", 64),
    InvoiceNumber: optional("text", 64),
    Comment: optional("text", 250),
  },
  ReturnReward: {
    WalletCode: required("text", 32),
    ContactMsisdn: required("msisdn"),
    BranchMsisdn: required("msisdn"),
    Points: optional("integer", MILLION),
    PointsValue: optional("money", MILLION),
    ExternalLogId: optional("text", 64),
    TransactionId: required("integer", Number.MAX_SAFE_INTEGER),
    InvoiceNumber: optional("text", 64),
    Comment: optional("text", 250),
  },
  Hold: {
    WalletCode: required("text", 32),
    ContactMsisdn: required("msisdn"),
    BranchMsisdn: required("msisdn"),
    Points: optional("integer", MILLION),
    PointsValue: { ...required("money", MILLION), isOneOfTwo: true },
    Minutes: optional("integer", 10_080),
    PinCode: optional("pin"),
    ExternalLogId: optional("text", 64),
    InvoiceNumber: optional("text", 64),
    Comment: optional("text", 250),
  },
  Capture: {
    WalletCode: required("text", 32),
    ContactMsisdn: required("msisdn"),
    BranchMsisdn: required("msisdn"),
    HoldId: required("integer", Number.MAX_SAFE_INTEGER),
    Points: optional("integer", MILLION),
    PointsValue: optional("money", MILLION),
    ExternalLogId: optional("text", 64),
    InvoiceNumber: optional("text", 64),
    Comment: optional("text", 250),
  },
  Release: {
    WalletCode: required("text", 32),
    ContactMsisdn: required("msisdn"),
    BranchMsisdn: required("msisdn"),
    HoldId: required("integer", Number.MAX_SAFE_INTEGER),
    ExternalLogId: optional("text", 64),
    Comment: optional("text", 250),
  },
  IssueCoupon: {
    WalletCode: required("text", 32),
    ContactMsisdn: required("msisdn"),
    BranchMsisdn: required("msisdn"),
    OfferNumber: required("integer", 2_147_483_647),
    Comment: optional("text", 250),
    PinCode: optional("pin"),
    ExternalLogId: optional("text", 64),
  },
  Settle: {
    WalletCode: required("text", 32),
    ContactMsisdn: required("msisdn"),
    BranchMsisdn: required("msisdn"),
    TransactionDate: optional("date"),
    BillValue: required("money", MILLION),
    CouponNumbers: optional("coupons"),
    RedeemValue: optional("moneyOrMax", MILLION),
    PinCode: optional("pin"),
    ExternalLogId: required("text", 64),
    InvoiceNumber: optional("text", 64),
    Comment: optional("text", 250),
  },
} as const satisfies Record<PointsOperationName, Record<string, FieldRule>>;

/** A value as it stands in the JSON text: what JSON.stringify cannot write is tried as well. */
type BadValue = readonly [label: string, json: string];

const text = (label: string, value: string): BadValue => [label, JSON.stringify(value)];

const NO_TEXT: readonly BadValue[] = [
  ["a fraction", "5.5"],
  ["a negative number", "-5"],
  ["a number beyond what a double holds exactly", "9007199254740993"],
  ["a boolean", "true"],
  ["an array", '["100001"]'],
  ["an object", '{"value":"100001"}'],
  ["a nested array", `${"[".repeat(1_000)}${"]".repeat(1_000)}`],
];
const SPOILT_TEXTS: readonly BadValue[] = [
  text("with a NUL", "A\u0000B"),
  text("with an escape character", "\u001b[31mA"),
  text("with a delete character", "A\u007f"),
  text("with a C1 control character", "A\u0085"),
  ["with half a surrogate pair", '"A\\ud83d"'],
  ["with a pair the wrong way round", '"\\ude00\\ud83d"'],
];
const NO_NUMBER: readonly BadValue[] = [
  ["negative", "-1"],
  ["a tiny fraction", "1e-7"],
  ["beyond what a double holds exactly", "9007199254740993"],
  ["huge", "1e30"],
  ["beyond every double", "1e400"],
  ["the lowest 64-bit number", "-9223372036854775808"],
  ["a number as a text with an exponent", '"1e3"'],
  ["a number as a text with a comma", '"1,000"'],
  ["a negative number as a text", '"-5"'],
  ["a text", '"many"'],
  ["a boolean", "true"],
  ["an array", "[100]"],
  ["an object", "{}"],
];
const BAD_MONEY: readonly BadValue[] = [
  ...NO_NUMBER,
  ["with three decimals", "150.755"],
  ["less than a piastre", "0.001"],
  ["less than a piastre below zero", "-0.01"],
  ["a piastre too many", "1000000.01"],
  ["with three decimals as a text", '"150.755"'],
  ["with a decimal comma", '"150,75"'],
  ["with more decimals as a text than a double holds", '"150.7500000000000000001"'],
];
const BAD: Record<FieldRule["kind"], readonly BadValue[]> = {
  moneyOrMax: [...BAD_MONEY, text("in another letter case", "Max")],
  // A wrong number among them is named by its place (tests/unit/points-api/requests.test.ts).
  coupons: [
    ["a text", '"7KQ2M4XB9TZ3HRWQ"'],
    ["a number", "7"],
    ["twice the same", '["7KQ2M4XB9TZ3HRWQ", "7kq2 m4xb 9tz3 hrwq"]'],
    ["too many", JSON.stringify(Array.from({ length: 11 }, (_, place) => `coupon ${place}`))],
  ],
  operation: [
    ...NO_TEXT,
    ...SPOILT_TEXTS,
    text("in another letter case", "reward"),
    text("none", "Transfer"),
  ],
  text: [...NO_TEXT, ...SPOILT_TEXTS],
  msisdn: [
    ...NO_TEXT,
    ...SPOILT_TEXTS,
    text("too short", "0111"),
    text("too long", `0111${"0".repeat(40)}`),
    text("with letters", "0111000000A"),
    text("with a plus alone", "+"),
    text("with an extension", "01110000001;ext=5"),
    text("SQL", "01110000001' OR '1'='1"),
  ],
  integer: [...NO_NUMBER, ["a fraction", "1.5"], ["a fraction as a text", '"1.5"']],
  money: BAD_MONEY,
  pin: [
    ...NO_TEXT,
    text("too short", "123"),
    text("too long", "1234567"),
    text("with letters", "12a4"),
    text("with a blank inside", "12 34"),
    text("with a sign", "+1234"),
    text("with a control character", "12\n34"),
  ],
  date: [
    ...NO_TEXT,
    text("no date", "yesterday"),
    text("a date the calendar lacks", "2026-02-30"),
    text("a time the clock lacks", "2026-03-09T24:01:00"),
    text("an offset that is none", "2026-03-09T10:00:00+25:00"),
    text("the other way round", "09-03-2026"),
    text("with slashes", "2026/03/09"),
    text("a week date", "2026-W10-1"),
    text("a year alone", "2026"),
    text("a time stamp in seconds", "1773050400"),
    text("more than 5 minutes ahead", "2026-03-10T12:05:01+02:00"),
    text("tomorrow", "2026-03-11"),
    text("older than 90 days", "2025-12-09"),
    text("with a control character", "2026-03\n-09"),
    text("very long", `2026-03-09T10:00:00.${"0".repeat(5_000)}`),
  ],
};

/** Line ends are read as blanks in a comment. */
const COMMENT_LENGTH_MAX = 250;

function badValues({ kind, isRequired, isOneOfTwo, max = 0 }: FieldRule): readonly BadValue[] {
  const values = [...BAD[kind]];
  if (kind === "text") values.push(text("one character too long", "x".repeat(max + 1)));
  if (kind === "text") values.push(text("one emoji too long", "😀".repeat(max + 1)));
  if ((kind === "integer" || kind === "money") && max === MILLION)
    values.push(["one too many", String(MILLION + 1)]);
  if (kind === "text" && max !== COMMENT_LENGTH_MAX) values.push(text("with a line feed", "A\nB"));
  if (isOneOfTwo) return values;
  if (isRequired) values.push(["empty", '""'], ["blank", '"   "']);
  if (isRequired && (kind === "integer" || kind === "money")) values.push(["0", "0"], ["minus zero", "-0"]);
  return values;
}

/** Optional fields as .NET and PHP write them when they have no value; those that an operation requires are given. */
const NOT_SET: Json = {
  TransactionDate: "0001-01-01T00:00:00",
  SkuId: "",
  InvoiceNumber: " ",
  Comment: null,
  Points: 0,
  CouponNumbers: [],
  RedeemValue: 0,
  PinCode: "",
};

export interface BadInputSuite {
  operation: PointsOperationName;
  /** A request that would be carried out: every field that the operation requires. */
  goodRequest(api: Api, till: Caller): Promise<Json>;
}

type BadBody = readonly [label: string, body: string | Buffer];

const NO_JSON: readonly BadBody[] = [
  ["empty", ""],
  ["blank", "  \n "],
  ["no JSON", "WalletCode=100001&PointsValue=5"],
  ["XML", "<Reward><WalletCode>100001</WalletCode></Reward>"],
  ["JSON with a comma too many", '{"WalletCode":"100001",}'],
  ["JSON with single quotes", "{'WalletCode':'100001'}"],
  ["JSON with a comment", '{"WalletCode":"100001" /* the customer */}'],
  ["JSON with NaN", '{"PointsValue":NaN}'],
  ["JSON with a leading zero", '{"PointsValue":0100}'],
  ["JSON with a hexadecimal number", '{"PointsValue":0x64}'],
  ["JSON with a raw control character", '{"WalletCode":"100\u0000001"}'],
  ["two JSON values", "{}{}"],
  ["an array", "[]"],
  ["an array that holds a request", '[{"WalletCode":"100001"}]'],
  ["a text", '"WalletCode"'],
  ["a number", "5"],
  ["null", "null"],
  ["true", "true"],
  ["an endless array", "[".repeat(10_000)],
  ["an unfinished object", '{"WalletCode":"1000'],
  ["invalid UTF-8", Buffer.from('{"WalletCode":"100\xff001"}', "latin1")],
  ["UTF-8 that breaks off", Buffer.from('{"WalletCode":"\xd9', "latin1")],
  ["an overlong UTF-8 form", Buffer.from('{"WalletCode":"\xc0\xaf"}', "latin1")],
  ["a surrogate in UTF-8", Buffer.from('{"WalletCode":"\xed\xa0\x80"}', "latin1")],
  ["UTF-16", Buffer.from('{"WalletCode":"100001"}', "utf16le")],
  ["Windows-1256", Buffer.from('{"WalletCode":"\xe3\xcd\xe3\xcf"}', "latin1")],
  ["random bytes", Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 151 + 7) % 256))],
];

const WRONG_TYPES: readonly (readonly [label: string, type: string])[] = [
  ["a multipart form", "multipart/form-data; boundary=x"],
  ["XML", "application/xml"],
  ["a longer name", "application/jsonp"],
  ["a JSON of another kind", "application/vnd.api+json"],
  ["two types", "application/json, text/plain"],
  ["of a charset that nobody knows", "application/json; charset=klingon"],
];

/** Bodies that say the same as the one they are made of. */
const GOOD_BODIES: readonly (readonly [label: string, make: (body: string) => [string | Buffer, Call]])[] = [
  ["exactly 16 KiB long", (body) => [paddedTo(16_384, JSON.parse(body) as Json), {}]],
  ["sent in chunks", (body) => [body, { isChunked: true }]],
  ["preceded by a byte order mark", (body) => [`\ufeff${body}`, {}]],
  ["of a type in capitals", (body) => [body, { headers: { "Content-Type": "APPLICATION/JSON" } }]],
  [
    "with any charset parameter",
    (body) => [body, { headers: { "Content-Type": 'application/json; charset="cp1256"' } }],
  ],
  ["expected to be asked for", (body) => [body, { headers: { Expect: "100-continue" } }]],
  [
    "with an unknown field 3,000 levels deep",
    (body) => [`${body.slice(0, -1)},"Extra":${"[".repeat(3_000)}${"]".repeat(3_000)}}`, {}],
  ],
  [
    "with numbers in another notation",
    (body) => [body.replace(/"(PointsValue|Points|BillValue)":(\d+)/, '"$1":$2.0'), {}],
  ],
  ["of no type", (body) => [body, { headers: { "Content-Type": undefined } }]],
  ["of an empty type", (body) => [body, { headers: { "Content-Type": "" } }]],
  ["of plain text", (body) => [body, { headers: { "Content-Type": "text/plain;charset=UTF-8" } }]],
  ["of text/json", (body) => [body, { headers: { "Content-Type": "text/json" } }]],
  [
    "of a form's type",
    (body) => [body, { headers: { "Content-Type": "application/x-www-form-urlencoded" } }],
  ],
  [
    "in UTF-16 and says so",
    (body) => [
      Buffer.from(body, "utf16le"),
      { headers: { "Content-Type": "application/json; charset=utf-16" } },
    ],
  ],
  ["compressed as gzip", (body) => [gzipSync(body), { headers: { "Content-Encoding": "gzip" } }]],
  ["compressed as deflate", (body) => [deflateSync(body), { headers: { "Content-Encoding": "deflate" } }]],
  [
    "compressed as raw deflate",
    (body) => [deflateRawSync(body), { headers: { "Content-Encoding": "deflate" } }],
  ],
  ["compressed as br", (body) => [brotliCompressSync(body), { headers: { "Content-Encoding": "BR" } }]],
  ["with its numbers as texts", (body) => [body.replace(/:(\d+)/g, ':" $1 "'), {}]],
  ["with blanks around its texts", (body) => [body.replace(/"([^"]+)"([,}])/g, '" $1 "$2'), {}]],
  [
    "with what a serialiser writes for fields that are not set",
    (body) => [
      JSON.stringify({ ...NOT_SET, ...(JSON.parse(body) as Json) }),
      { headers: { "Content-Type": "application/json; charset=utf-8" } },
    ],
  ],
  ["with every character escaped", (body) => [escapeEverything(JSON.parse(body) as Json), {}]],
  [
    "with its fields in another order",
    (body) => [JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body) as Json).reverse())), {}],
  ],
  [
    "with a __proto__ of its own",
    (body) => [`${body.slice(0, -1)},"__proto__":{"WalletCode":"100005"}}`, {}],
  ],
];

/**
 * Declares the tests of one operation, through one door. Of each field one missing and one wrong value go through it; all others
 * are answered without a connection.
 */
export function describeBadInput(api: Api, till: Caller, { operation, goodRequest }: BadInputSuite): void {
  const fields = Object.entries<FieldRule>(REQUEST_FIELDS[operation]);
  const requiredFields = fields.filter(([, { isRequired }]) => isRequired);
  let good: Json = {};
  let before: unknown;
  beforeAll(async () => {
    good = await goodRequest(api, till);
    before = await api.snapshot();
  });
  const send = (body: string | Buffer, call: Call = {}) => till.send(operation, {}, { ...call, body });
  const answerTo = (body: string) => api.answerInProcess(operation, body);
  const expectNothingChanged = async () => expect(await api.snapshot()).toEqual(before);
  const without = (field: string) => JSON.stringify({ ...good, [field]: undefined });
  const nameOf = ([name]: readonly [string, ...unknown[]]) => name;

  it("is refused for each field that is missing with 1001, for each that is wrong with 1002, and changes nothing", async () => {
    await expectOfEach(requiredFields, nameOf, async ([field]) =>
      expect(expectRefusal(await send(without(field)), 1001, { field })).toBeNull(),
    );
    await expectOfEach(fields, nameOf, async ([field, { kind }]) => {
      const [, json] = BAD[kind].at(-1) as BadValue;
      expect(expectRefusal(await send(withField(good, field, json)), 1002, { field })).toBeNull();
    });
    await expectNothingChanged();
  });

  it("is refused with 1002 for every value that a field may not have, and changes nothing", async () => {
    const cases = fields.flatMap(([field, fieldRule]) =>
      badValues(fieldRule).map(([label, json]) => ({ field, label, json })),
    );
    await expectOfEach(
      cases,
      ({ field, label }) => `${field}, ${label}`,
      async ({ field, json }) =>
        expect(expectRefusal(await answerTo(withField(good, field, json)), 1002, { field })).toBeNull(),
    );
    await expectNothingChanged();
  });

  it("is refused with 1001 for every required field that is null or written in another case, and changes nothing", async () => {
    await expectOfEach(requiredFields, nameOf, async ([field]) => {
      const missing = await answerTo(withField(good, field, "null"));
      expect(expectRefusal(missing, 1001, { field })).toBeNull();
      const other = swapCase(field);
      const misnamed = await answerTo(JSON.stringify({ ...good, [field]: undefined, [other]: good[field] }));
      expect(expectRefusal(misnamed, 1001, { field: `${field} (${other} was sent)` })).toBeNull();
    });
    await expectNothingChanged();
  });

  it("is refused with 1003 for every field that is named twice, and changes nothing", async () => {
    await expectOfEach(fields, nameOf, async ([field]) => {
      const once = JSON.stringify({ ...good, [field]: good[field] ?? null });
      const twice = `${once.slice(0, -1)},${JSON.stringify(field)}:${JSON.stringify(good[field] ?? null)}}`;
      const disguised = twice.replace(/,"(\w)(\w*)":[^,]*}$/, (member, first: string) =>
        member.replace(`"${first}`, `"\\u00${first.charCodeAt(0).toString(16)}`),
      );
      for (const body of [twice, disguised]) expectRefusal(await answerTo(body), 1003);
    });
    await expectNothingChanged();
  });

  describe("the body", () => {
    it("is refused with 1003 when it is no JSON object in UTF-8, and changes nothing", async () => {
      await expectOfEach(NO_JSON, nameOf, async ([, body]) =>
        expect(expectRefusal(await send(body), 1003)).toBeNull(),
      );
      await expectNothingChanged();
    });

    it("is refused with 1004 when it is of another type or encoding, with 1003 when it is not what it says, and changes nothing", async () => {
      await expectOfEach(WRONG_TYPES, nameOf, async ([, type]) => {
        const answer = await send(JSON.stringify(good), { headers: { "Content-Type": type } });
        expect(expectRefusal(answer, 1004)).toBeNull();
      });
      await expectOfEach(["zstd", "compress", "gzip, gzip", "gzip, br"], String, async (encoding) => {
        const headers = { "Content-Encoding": encoding };
        const answer = await send(gzipSync(JSON.stringify(good)), { headers });
        expect([answer.status, answer.json.errorCode]).toEqual([415, "1004"]);
        expect(answer.json.errorMessage).toContain("Content-Encoding");
      });
      await expectOfEach(["gzip", "br", "deflate"], String, async (encoding) =>
        expectRefusal(await send(JSON.stringify(good), { headers: { "Content-Encoding": encoding } }), 1003),
      );
      await expectOfEach(["WalletCode=100001&PointsValue=5", "", "<Reward/>"], String, async (body) =>
        expectRefusal(await send(body, { headers: { "Content-Type": undefined } }), 1004),
      );
      await expectNothingChanged();
    });

    it("is refused with 1006 when it is longer than 16 KiB once it is decompressed", async () => {
      const bomb = gzipSync(paddedTo(1_000_000, good));
      expect(bomb.length).toBeLessThan(16_384);
      expectRefusal(await send(bomb, { headers: { "Content-Encoding": "gzip" } }), 1006);
      await expectNothingChanged();
    });

    it("is refused with 1006 when it is longer than 16 KiB, declared or not, and changes nothing", async () => {
      const cases = [16_385, 900_000].flatMap((length) =>
        [false, true].map((isChunked) => ({ length, isChunked })),
      );
      await expectOfEach(cases, JSON.stringify, async ({ length, isChunked }) => {
        expect(expectRefusal(await send(paddedTo(length, good), { isChunked }), 1006)).toBeNull();
        // The caller's connection is as good as before.
        expectRefusal(await send("{}"), 1001);
      });
      await expectNothingChanged();
    });

    it("is refused with 1006 when it nests 10,000 levels deep, for its length", async () => {
      const nested = `{"Extra":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
      expectRefusal(await send(nested), 1006);
      await expectNothingChanged();
    });

    it("that breaks off changes nothing", async () => {
      const body = JSON.stringify(good);
      const half = body.slice(0, body.length / 2);
      const answer = await till.raw(rawPost(operation, half, body.length), { endsAfterWriting: true });
      if (till.door === "node") {
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer).toContain('"errorCode":"1003"');
        expect(answer).toMatch(/^Connection: close\r$/im);
      }
      await expectNothingChanged();
    });

    it("with a broken chunk changes nothing", async () => {
      const head = rawHead(operation, "Transfer-Encoding: chunked");
      const answer = await till.raw(`${head}5\r\n{"Wal\r\nZZ\r\nletCode\r\n0\r\n\r\n`, {
        endsAfterWriting: true,
      });
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      if (till.door === "node") expect(answer).toContain('"errorCode":"1003"');
      await expectNothingChanged();
    });

    it("with names that every object has is a request like any other", async () => {
      const spoilt =
        '{"__proto__":{"WalletCode":"100001"},"constructor":{"prototype":{}},"hasOwnProperty":1}';
      expectRefusal(await send(spoilt), 1001);
      expect({}).not.toHaveProperty("WalletCode");
      await expectNothingChanged();
    });
  });

  it("answers the first missing field before the first wrong one, so that the same request gets the same answer", async () => {
    const names = Object.entries<FieldRule>(REQUEST_FIELDS[operation]);
    const lastRequired = names.filter(([, { isRequired }]) => isRequired).at(-1)?.[0] ?? "";
    const { [lastRequired]: _removed, ...others } = good;
    expectRefusal(await send(JSON.stringify({ ...others, WalletCode: 5 })), 1001, { field: lastRequired });
  });

  it("refuses a header line of 20,000 characters with 1006, or as its host does", async () => {
    const answer = await till.raw(`${rawHead(operation, `X-Long: ${"x".repeat(20_000)}`)}`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"errorCode":"1006"');
    await expectNothingChanged();
  });

  it("is carried out when its body is written in another way that says the same", async () => {
    await expectOfEach(GOOD_BODIES, nameOf, async ([, make]) => {
      const [body, call] = make(JSON.stringify(await goodRequest(api, till)));
      expectSuccess(await send(body, call));
    });
    before = await api.snapshot();
  });
}

/** The request with one field replaced by a piece of JSON text. */
function withField(good: Json, field: string, json: string): string {
  const { [field]: _replaced, ...others } = good;
  const rest = JSON.stringify(others).slice(1, -1);
  return `{${JSON.stringify(field)}:${json}${rest === "" ? "" : `,${rest}`}}`;
}

function paddedTo(length: number, good: Json): string {
  const body = JSON.stringify({ ...good, Extra: "" });
  return JSON.stringify({ ...good, Extra: "x".repeat(length - body.length) });
}

function swapCase(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function escapeEverything(request: Json): string {
  const escaped = (value: string) =>
    `"${[...value].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
  const members = Object.entries(request).map(
    ([name, value]) =>
      `${escaped(name)}:${typeof value === "string" ? escaped(value) : JSON.stringify(value)}`,
  );
  return `{${members.join(",")}}`;
}

function rawHead(operation: string, ...lines: string[]): string {
  return [
    `POST /api/Integration/v1/${operation} HTTP/1.1`,
    "Host: points.test",
    "ClientId: pis_test_demo",
    "Content-Type: application/json",
    ...lines,
    "",
    "",
  ].join("\r\n");
}

function rawPost(operation: string, body: string, length: number): string {
  return rawHead(operation, `Content-Length: ${length}`) + body;
}

/** A wallet's redemption, to be refunded or cancelled. */
export async function redeemed(api: Api, till: Caller): Promise<Json> {
  const { fields } = await api.customer();
  const { entry } = expectSuccess(
    await till.redeem({ ...fields, PointsValue: 100, ExternalLogId: newReference() }),
  );
  return { ...fields, TransactionId: entry.id };
}

/** A wallet's reward of 100, to be returned or cancelled. */
export async function rewarded(api: Api, till: Caller): Promise<Json> {
  const { fields } = await api.customer();
  const { entry } = expectSuccess(await till.reward({ ...fields, PointsValue: 100 }));
  return { ...fields, TransactionId: entry.id };
}
