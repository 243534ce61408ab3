import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  type Api,
  type Call,
  type Caller,
  expectSuccess,
  newReference,
} from "@/tests/support/api";
import { createDeal } from "./deals";

/**
 * One behaviour, two doors: the same request gets the same answer from either, byte for byte; ids, times, request ids and
 * what a server says of its own connection aside.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Headers that belong to the server, the connection or the moment, not to the answer. */
const CONNECTION = new Set([
  "connection",
  "keep-alive",
  "date",
  "transfer-encoding",
  "content-length",
  "ratelimit",
  "x-request-id",
  // Each server compresses in its own way, and a small answer perhaps not at all.
  "content-encoding",
  // A host may add what its own pages depend on; that ours is among it is checked apart.
  "vary",
]);

function comparable({ status, headers, bytes }: Answer): unknown {
  const kept = Object.entries(headers)
    .filter(([name]) => !CONNECTION.has(name))
    // Pages about a refusal are at the door that was asked.
    .map(([name, value]) => [name, String(value).replace(/https?:\/\/[^/>]+/g, "{host}")]);
  const body = (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
  return {
    status,
    headers: Object.fromEntries(kept.sort()),
    body: body
      .replaceAll(String(headers["x-request-id"]), "{request}")
      .replace(/"(id|walletId|actorWalletId|refundedLogId|cancelledLogId|returnedLogId)":\d+/g, '"$1":0')
      .replace(/"(walletCode|contactMsisdn|externalLogId|createdDate)":"[^"]*"/g, '"$1":""'),
  };
}

function varies({ headers }: Answer): string[] {
  return String(headers.vary ?? "")
    .toLowerCase()
    .split(/ *, */)
    .filter((name) => name !== "");
}

const REFUSALS: readonly (readonly [label: string, operation: string, fields: Fields, call: Call])[] = [
  ["no ClientId", "Reward", {}, { clientId: null }],
  ["a ClientId that is unknown", "GetDeals", {}, { clientId: "x" }],
  ["no scope", "Cancel", {}, { clientId: "pis_test_deals_only" }],
  ["an unknown version", "Reward", {}, { version: "v2" }],
  ["an unknown operation", "Nothing", {}, {}],
  ["an operation in another case", "REWARD", {}, {}],
  ["a slash at the end", "Reward", {}, { path: "/api/Integration/v1/Reward/" }],
  ["no operation", "Reward", {}, { path: "/api/Integration/v1" }],
  ["nothing at all", "Reward", {}, { path: "/api/Integration" }],
  ["a wrong method", "Reward", {}, { method: "DELETE" }],
  ["OPTIONS", "Reward", {}, { method: "OPTIONS" }],
  ["HEAD of an operation that moves points", "Reward", {}, { method: "HEAD" }],
  ["a missing field", "Refund", {}, {}],
  ["a wrong field", "Refund", { WalletCode: 5 }, {}],
  ["no JSON", "Refund", {}, { body: "{" }],
  ["no body", "Refund", {}, { body: "" }],
  ["an array", "Refund", {}, { body: "[]" }],
  ["another content type", "Refund", {}, { headers: { "Content-Type": "text/plain" } }],
  ["a declared body that is too long", "Refund", {}, { body: "x".repeat(20_000) }],
  ["an undeclared body that is too long", "Refund", {}, { body: "x".repeat(20_000), isChunked: true }],
  ["a declared body that is far too long", "Refund", {}, { body: "x".repeat(900_000) }],
  ["an undeclared body that is far too long", "Refund", {}, { body: "x".repeat(900_000), isChunked: true }],
  ["a body in Latin-1", "Refund", {}, { body: Buffer.from('{"a":"\xe9"}', "latin1") }],
  ["HTTP 200 for everything", "Refund", {}, { clientId: "pis_test_http200" }],
  ["a request id of the caller's", "Refund", {}, { headers: { "X-Request-Id": "till-7" } }],
  ["several languages", "Refund", {}, { language: "fr, ar;q=0.3, en;q=0.2" }],
];

const DEALS: readonly (readonly [label: string, call: Call])[] = [
  ["plain", {}],
  ["in Arabic", { language: "ar" }],
  ["compressed", { headers: { "Accept-Encoding": "gzip" } }],
  ["for a rate plan", { query: "ratePlan=GOLD" }],
  ["for a rate plan in Arabic letters", { query: `ratePlan=${encodeURIComponent("ذهبي")}` }],
  ["for a bad rate plan", { query: "ratePlan=%00" }],
  ["for two rate plans", { query: "ratePlan=a&ratePlan=b" }],
  ["known already", { headers: { "If-None-Match": "*" } }],
  ["HEAD", { method: "HEAD" }],
];

/** Declares the comparison of two doors over one database. The first is the fast one. */
export function describeTwoDoors(api: Api, doors: () => readonly [Caller, Caller]): void {
  async function expectSameAnswer(
    operation: string,
    [one, other]: readonly [Fields, Fields],
    call: Call = {},
  ) {
    const [fast, framework] = doors();
    const first = await fast.send(operation, one, call);
    const second = await framework.send(operation, other, call);
    expect(comparable(second)).toEqual(comparable(first));
    expect(varies(second)).toEqual(expect.arrayContaining(varies(first)));
    return [first, second] as const;
  }

  describe.each(["en", "ar"])("a whole story, in %s", (language) => {
    let customers: readonly [Fields, Fields];
    beforeAll(async () => {
      customers = [(await api.customer()).fields, (await api.customer()).fields];
    });
    const ask = (operation: string, more: Fields | readonly [Fields, Fields]) => {
      const [one, other] = (Array.isArray(more) ? more : [more, more]) as readonly [Fields, Fields];
      return expectSameAnswer(
        operation,
        [
          { ...customers[0], ...one },
          { ...customers[1], ...other },
        ],
        { language },
      );
    };

    it("is answered alike: reward, replay, conflict, redemption, refunds, returns, refusals, cancellation", async () => {
      const references = [newReference(), newReference()] as const;
      const rewards = (PointsValue: number) =>
        [
          { ExternalLogId: references[0], PointsValue, InvoiceNumber: "فاتورة ٣" },
          { ExternalLogId: references[1], PointsValue, InvoiceNumber: "فاتورة ٣" },
        ] as const;
      const sold = await ask("Reward", rewards(150));
      await ask("Reward", rewards(150));
      await ask("Reward", rewards(151));
      const redeemed = await ask("RedeemUser", { PointsValue: 50, Comment: "Till 3" });
      const ids = redeemed.map((answer) => expectSuccess(answer).entry.id);
      const targets = (more: Fields) =>
        [
          { TransactionId: ids[0], ...more },
          { TransactionId: ids[1], ...more },
        ] as const;
      await ask("Refund", targets({ Points: 20 }));
      await ask("Refund", targets({ Points: 31 }));
      await ask("Cancel", targets({}));
      await ask("Refund", targets({}));
      await ask("Refund", targets({}));
      const goods = (more: Fields) =>
        [
          { TransactionId: expectSuccess(sold[0]).entry.id, ...more },
          { TransactionId: expectSuccess(sold[1]).entry.id, ...more },
        ] as const;
      await ask("ReturnReward", goods({ PointsValue: 40 }));
      await ask("ReturnReward", goods({ Points: 111 }));
      await ask("Cancel", goods({}));
      await ask("RedeemUser", { PointsValue: 1_000_000 });
      await ask("RedeemUser", { PointsValue: 1, BranchMsisdn: "01000000003" });
      const voided = await ask("RedeemUser", { PointsValue: 5 });
      await ask("Cancel", [
        { TransactionId: expectSuccess(voided[0]).entry.id },
        { TransactionId: expectSuccess(voided[1]).entry.id },
      ]);
    });
  });

  it.each(REFUSALS)("a refusal for %s is the same", async (_label, operation, fields, call) => {
    await expectSameAnswer(operation, [fields, fields], call);
  });

  describe("the deals", () => {
    beforeAll(async () => {
      const dates = {
        startsAt: "2020-01-01T00:00:00Z",
        endsAt: "2099-01-01T00:00:00Z",
        expiresAt: "2099-01-01T00:00:00Z",
      };
      await createDeal(api, { title: "Coffee", branches: ["01000000001"], ...dates });
      await createDeal(api, { title: "Gold", ratePlans: ["gold"], ...dates });
      await api.configure("SELECT 1");
    });

    it.each(DEALS)("are the same, %s", async (_label, call) => {
      // The deals' images are addressed by the host that was asked.
      const headers = { Host: "points.test", ...call.headers };
      await expectSameAnswer("GetDeals", [{}, {}], { ...call, headers });
    });
  });
}
