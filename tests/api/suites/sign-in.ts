import { beforeAll, describe, expect, it } from "vitest";
import type { PointsOperationName } from "@/lib/points-api/operations";
import {
  type Api,
  type Caller,
  expectRefusal,
  expectSuccess,
  FOREIGN_BRANCH,
  INACTIVE_BRANCH,
  newReference,
} from "@/tests/support/api";

export interface SignInSuite {
  operation: PointsOperationName;
  /** A request that would be carried out. */
  goodRequest(api: Api, till: Caller): Promise<Readonly<Record<string, unknown>>>;
}

/** Who may call an operation, and for which branch (rules.md §4, §11), through one door. */
export function describeSignIn(api: Api, till: Caller, { operation, goodRequest }: SignInSuite): void {
  let good: Readonly<Record<string, unknown>> = {};
  let before: unknown;
  beforeAll(async () => {
    good = await goodRequest(api, till);
    before = await api.snapshot();
  });

  it.each([
    ["missing", null, 1101],
    ["empty", "", 1101],
    ["blank", "  ", 1101],
    ["unknown", "pis_test_unknown", 1102],
    ["revoked", "pis_test_revoked", 1102],
    ["expired", "pis_test_expired", 1102],
    ["in another case", "PIS_TEST_DEMO", 1102],
    ["one character short", "pis_test_dem", 1102],
    ["very long", "p".repeat(8_000), 1102],
    ["two at once", "pis_test_demo, pis_test_demo", 1102],
  ] as const)("refuses a ClientId that is %s", async (_label, clientId, code) => {
    const answer = await till.send(operation, good, { clientId });
    expect(expectRefusal(answer, code)).toBeNull();
    expect(await api.snapshot()).toEqual(before);
  });

  it("refuses a client without the operation's scope with 1103", async () => {
    const answer = await till.send(operation, good, { clientId: "pis_test_deals_only" });
    expect(expectRefusal(answer, 1103)).toBeNull();
    expect(await api.snapshot()).toEqual(before);
  });

  it("looks at the caller before the body", async () => {
    expectRefusal(await till.send(operation, {}, { clientId: null, body: "{" }), 1101);
    expectRefusal(await till.send(operation, {}, { clientId: "pis_test_deals_only", body: "{" }), 1103);
  });

  it.each([
    ["unknown", "01099999999", 1110],
    ["another merchant's", FOREIGN_BRANCH, 1110],
    ["inactive", INACTIVE_BRANCH, 1111],
  ] as const)("refuses a branch that is %s, and shows no wallet", async (_label, branch, code) => {
    for (const reference of [{}, { ExternalLogId: newReference() }]) {
      const answer = await till.send(operation, { ...good, ...reference, BranchMsisdn: branch });
      expect(expectRefusal(answer, code)).toBeNull();
    }
    expect(await api.snapshot()).toEqual(before);
  });

  it("refuses a branch of its own merchant that the client may not act for with 1110", async () => {
    const answer = await till.send(operation, good, { clientId: "pis_test_branch_smouha" });
    expect(expectRefusal(answer, 1110)).toBeNull();
    expect(await api.snapshot()).toEqual(before);
  });

  it("refuses an unknown wallet, a wrong number and a foreign number alike with 1201, and shows no wallet", async () => {
    const { fields: other } = await api.customer({ points: 0 });
    const then = await api.snapshot();
    const texts = new Set<string>();
    for (const wrong of [
      { WalletCode: "NOBODY" },
      { ContactMsisdn: "01211111111" },
      { ContactMsisdn: other.ContactMsisdn },
    ]) {
      const answer = await till.send(operation, { ...good, ...wrong });
      expect(expectRefusal(answer, 1201)).toBeNull();
      texts.add(answer.bytes.toString());
    }
    expect(texts.size).toBe(1);
    expect(await api.snapshot()).toEqual(then);
  });

  describe("a client that asks for HTTP 200 always", () => {
    const bridge = { clientId: "pis_test_http200" };

    it("gets the same envelope with status 200 for every kind of refusal", async () => {
      const refusals: [Readonly<Record<string, unknown>>, Parameters<Caller["send"]>[2]][] = [
        [{ ...good, WalletCode: undefined }, {}],
        [{ ...good, WalletCode: 7 }, {}],
        [{ ...good, BranchMsisdn: FOREIGN_BRANCH }, {}],
        [{ ...good, BranchMsisdn: INACTIVE_BRANCH }, {}],
        [{ ...good, WalletCode: "NOBODY" }, {}],
        [{}, { body: "{" }],
        [{}, { body: "x".repeat(20_000) }],
        [good, { headers: { "Content-Type": "application/xml" } }],
        [good, { version: "v9" }],
        [good, { method: "PUT" }],
      ];
      for (const [fields, call] of refusals) {
        const plain = await till.send(operation, fields, { ...call });
        const legacy = await till.send(operation, fields, { ...call, ...bridge });
        expect(plain.status).toBeGreaterThanOrEqual(400);
        expect({ status: legacy.status, body: legacy.json }).toEqual({ status: 200, body: plain.json });
      }
    });

    it("gets status 401 for an invalid ClientId, because it is not identified", async () => {
      expectRefusal(await till.send(operation, good, { clientId: "pis_test_http20" }), 1102);
    });
  });

  it("carries out the request for a ClientId header in any letter case", async () => {
    const headers = { cLIENTiD: "pis_test_demo" };
    expectSuccess(await till.send(operation, await goodRequest(api, till), { clientId: null, headers }));
  });
}
