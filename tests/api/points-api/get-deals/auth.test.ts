import { expect, it } from "vitest";
import { expectDealsRefusal, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  it.each([
    ["missing", null, 1101],
    ["empty", "", 1101],
    ["unknown", "pis_test_unknown", 1102],
    ["revoked", "pis_test_revoked", 1102],
    ["expired", "pis_test_expired", 1102],
  ] as const)("refuses a ClientId that is %s", async (_label, clientId, code) => {
    expectDealsRefusal(await till.deals({ clientId }), code);
  });

  it("refuses a client without the scope for deals with 1103", async () => {
    await api.configure("UPDATE api_client SET scopes = '{reward}' WHERE id = $1", [
      api.fixture.clientIds.get("pis_test_bahary"),
    ]);
    expectDealsRefusal(await till.deals({ clientId: "pis_test_bahary" }), 1103);
  });

  it("serves a client that may do nothing else", async () => {
    expect((await till.deals({ clientId: "pis_test_deals_only" })).json.ErrorCode).toBe(0);
  });

  it("looks at the caller before the query", async () => {
    expectDealsRefusal(await till.deals({ clientId: null, query: "ratePlan=%00" }), 1101);
  });

  it("answers HTTP 200 to a client that asks for it, with the same envelope", async () => {
    const plain = await till.deals({ query: "ratePlan=%00" });
    const legacy = await till.deals({ query: "ratePlan=%00", clientId: "pis_test_http200" });
    expect({ status: legacy.status, body: legacy.json }).toEqual({ status: 200, body: plain.json });
  });

  it("shows no deals in a refusal, which must not be cached", async () => {
    const { headers } = await till.deals({ clientId: "pis_test_unknown" });
    expect({ etag: headers.etag, control: headers["cache-control"] }).toEqual({
      etag: undefined,
      control: "no-store",
    });
  });
});
