import { describe, expect, it } from "vitest";
import type { OperationName } from "@/lib/contract/operations";
import { type Answer, type Call, DOORS, expectSuccess, newReference, startApi } from "@/tests/support/api";
import { createDeal } from "./suites/deals";

/**
 * One behaviour, two doors: the same request gets the same answer from either, byte for byte; ids, times, request ids and
 * what a server says of its own connection aside.
 */

const api = startApi();
const [node, next] = [api.caller(DOORS[0]), api.caller(DOORS[1])];

type Fields = Readonly<Record<string, unknown>>;

/** Headers that belong to the server, the connection or the moment, not to the answer. */
const CONNECTION = new Set([
  "connection",
  "keep-alive",
  "date",
  "transfer-encoding",
  "content-length",
  "ratelimit",
]);

function comparable({ status, headers, bytes }: Answer): unknown {
  const kept = Object.entries(headers).filter(([name]) => !CONNECTION.has(name) && name !== "x-request-id");
  const body = headers["content-encoding"] === "gzip" ? bytes.toString("base64") : bytes.toString();
  return {
    status,
    headers: Object.fromEntries(kept.sort()),
    body: body
      .replaceAll(String(headers["x-request-id"]), "{request}")
      .replace(/"(id|walletId|actorWalletId|refundedLogId|cancelledLogId)":\d+/g, '"$1":0')
      .replace(/"(walletCode|contactMsisdn|externalLogId)":"[^"]*"/g, '"$1":""'),
  };
}

async function expectSameAnswer(
  operation: OperationName | string,
  fields: [Fields, Fields],
  call: Call = {},
) {
  const answers = [
    await node.send(operation, fields[0], call),
    await next.send(operation, fields[1], call),
  ] as const;
  expect(comparable(answers[1])).toEqual(comparable(answers[0]));
  return answers;
}

/** The same request for two customers who are alike. */
async function alike(more: Fields = {}, wallet = {}): Promise<[Fields, Fields]> {
  const one = await api.customer(wallet);
  const other = await api.customer(wallet);
  return [
    { ...one.fields, ...more },
    { ...other.fields, ...more },
  ];
}

describe("both doors answer alike", () => {
  it.each(["en", "ar"])("a whole story, in %s", async (language) => {
    const call = { language };
    const customers = await alike();
    const with_ = (more: Fields | readonly [Fields, Fields]): [Fields, Fields] => [
      { ...customers[0], ...(Array.isArray(more) ? more[0] : more) },
      { ...customers[1], ...(Array.isArray(more) ? more[1] : more) },
    ];
    const references: [Fields, Fields] = [
      { ExternalLogId: newReference() },
      { ExternalLogId: newReference() },
    ];
    const reward = [
      { ...references[0], PointsValue: 150, TransactionDate: "2026-03-09", InvoiceNumber: "فاتورة" },
      { ...references[1], PointsValue: 150, TransactionDate: "2026-03-09", InvoiceNumber: "فاتورة" },
    ] as const;
    await expectSameAnswer("Reward", with_(reward), call);
    await expectSameAnswer("Reward", with_(reward), call);
    await expectSameAnswer(
      "Reward",
      with_([
        { ...reward[0], PointsValue: 9 },
        { ...reward[1], PointsValue: 9 },
      ]),
      call,
    );
    const redeemed = await expectSameAnswer(
      "RedeemUser",
      with_({ PointsValue: 50, Comment: "Till 3" }),
      call,
    );
    const target: [Fields, Fields] = [
      { TransactionId: expectSuccess(redeemed[0]).entry.id },
      { TransactionId: expectSuccess(redeemed[1]).entry.id },
    ];
    await expectSameAnswer(
      "Refund",
      with_([
        { ...target[0], Points: 20 },
        { ...target[1], Points: 20 },
      ]),
      call,
    );
    await expectSameAnswer("Cancel", with_(target), call);
    await expectSameAnswer("Refund", with_(target), call);
    await expectSameAnswer("Refund", with_(target), call);
    await expectSameAnswer("RedeemUser", with_({ PointsValue: 1_000_000 }), call);
  });

  it.each<readonly [string, string, Fields, Call]>([
    ["no ClientId", "Reward", {}, { clientId: null }],
    ["a ClientId that is unknown", "GetDeals", {}, { clientId: "x" }],
    ["no scope", "Cancel", {}, { clientId: "pis_test_deals_only" }],
    ["an unknown version", "Reward", {}, { version: "v2" }],
    ["an unknown operation", "Nothing", {}, {}],
    ["an empty version", "Reward", {}, { path: "/api/Integration//Reward" }],
    ["a slash at the end", "Reward", {}, { path: "/api/Integration/v1/Reward/" }],
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
    ["a body in Latin-1", "Refund", {}, { body: Buffer.from('{"a":"\xe9"}', "latin1") }],
    ["HTTP 200 for everything", "Refund", {}, { clientId: "pis_test_http200" }],
    ["a request id of the caller's", "Refund", {}, { headers: { "X-Request-Id": "till-7" } }],
    ["several languages", "Refund", {}, { language: "fr, ar;q=0.3, en;q=0.2" }],
    ["a closed wallet", "Reward", closed(), {}],
    ["an inactive branch", "RedeemUser", { ...closed(), BranchMsisdn: "01000000003" }, {}],
    ["a reference that is required", "RedeemUser", closed(), { clientId: "pis_test_key_required" }],
  ])("a refusal for %s", async (_label, operation, fields, call) => {
    await expectSameAnswer(operation, [fields, fields], call);
  });

  it.each<readonly [string, Call]>([
    ["plain", {}],
    ["in Arabic", { language: "ar" }],
    ["compressed", { headers: { "Accept-Encoding": "gzip" } }],
    ["for a rate plan", { query: "ratePlan=GOLD" }],
    ["for a bad rate plan", { query: "ratePlan=%00" }],
    ["known already", { headers: { "If-None-Match": "*" } }],
    ["HEAD", { method: "HEAD" }],
  ])("the deals, %s", async (_label, call) => {
    await createDeal(api, { title: "Coffee", branches: ["01000000001"], ratePlans: ["gold"] });
    await api.configure("SELECT 1");
    const headers = { Host: "points.test", ...call.headers };
    await expectSameAnswer("GetDeals", [{}, {}], { ...call, headers });
  });
});

function closed(): Fields {
  return {
    WalletCode: "100006",
    ContactMsisdn: "01110000006",
    BranchMsisdn: "01000000001",
    PointsValue: 1,
    ExternalLogId: undefined,
  };
}
