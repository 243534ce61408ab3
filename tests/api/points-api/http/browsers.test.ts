import { afterEach, describe, expect, it } from "vitest";
import {
  type Answer,
  type Call,
  expectDealsRefusal,
  expectRefusal,
  expectSuccess,
  throughEachDoor,
} from "@/tests/support/api";

const TILL = "https://till.example";
const OTHER = "https://other.example";
/** A client with origins of its own, and one whose origins are others. */
const CLIENTS = { own: "pis_test_demo", other: "pis_test_merchant2" } as const;

throughEachDoor((api, till) => {
  const setOrigins = (clientId: string, origins: readonly string[]) =>
    api.configure("UPDATE api_client SET allowed_origins = $2 WHERE id = $1", [
      api.fixture.clientIds.get(clientId),
      origins,
    ]);
  afterEach(() => api.configure("UPDATE api_client SET allowed_origins = '{}'"));
  const from = (origin: string, call: Call = {}): Call => ({
    ...call,
    headers: { Origin: origin, ...call.headers },
  });
  const preflight = (origin: string, call: Call = {}) =>
    till.send(
      "Reward",
      {},
      {
        method: "OPTIONS",
        clientId: null,
        body: "",
        ...call,
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "clientid,content-type",
          ...call.headers,
        },
      },
    );
  const grantIn = ({ headers }: Answer) => headers["access-control-allow-origin"];

  describe("a browser's question before a request", () => {
    it("is refused for every origin while no client allows any", async () => {
      const refused = await preflight(TILL);
      expectRefusal(refused, 1104);
      expect(grantIn(refused)).toBeUndefined();
    });

    it("is granted for the origins of any client, with what may be sent and for how long that holds", async () => {
      await setOrigins(CLIENTS.own, [TILL]);
      const granted = await preflight(TILL);
      expect(granted.status).toBe(204);
      expect(granted.bytes).toHaveLength(0);
      expect(granted.headers).toMatchObject({
        "access-control-allow-origin": TILL,
        "access-control-allow-methods": "GET, POST",
        "access-control-max-age": "600",
      });
      const allowed = granted.headers["access-control-allow-headers"]?.toLowerCase().split(", ");
      for (const name of ["clientid", "content-type", "idempotency-key", "x-request-id", "if-none-match"])
        expect(allowed).toContain(name);
      expect(granted.headers.vary?.split(", ")).toContain("Origin");
      expect(granted.headers["access-control-allow-credentials"]).toBeUndefined();
      expectRefusal(await preflight(OTHER), 1104);
      expectRefusal(await preflight("null"), 1104);
    });

    it("is refused once the client that allows the origin is revoked", async () => {
      await setOrigins("pis_test_revoked", [TILL]);
      expectRefusal(await preflight(TILL), 1104);
    });

    it("without a question stays a method that is none", async () => {
      expectRefusal(await till.send("Reward", {}, { method: "OPTIONS", body: "" }), 1007, { status: 405 });
    });

    it("moves nothing", async () => {
      await setOrigins(CLIENTS.own, [TILL]);
      const { fields } = await api.customer();
      const before = await api.snapshot();
      await preflight(TILL, { body: JSON.stringify({ ...fields, PointsValue: 1, ExternalLogId: "P" }) });
      expect(await api.snapshot()).toEqual(before);
    });
  });

  describe("a page", () => {
    it("of an origin that its client allows is served, and may read what a till needs", async () => {
      await setOrigins(CLIENTS.own, [TILL]);
      const { fields } = await api.customer();
      const answer = await till.redeem(fields, from(TILL));
      expectSuccess(answer);
      expect(grantIn(answer)).toBe(TILL);
      const exposed = answer.headers["access-control-expose-headers"]?.split(", ");
      for (const name of ["Retry-After", "RateLimit", "X-Request-Id", "Idempotent-Replayed"])
        expect(exposed).toContain(name);
      expect(answer.headers.vary?.split(", ")).toContain("Origin");
      const deals = await till.deals(from(TILL));
      expect(grantIn(deals)).toBe(TILL);
      expect(deals.headers.vary?.split(", ").filter((name) => name === "Origin")).toHaveLength(1);
    });

    it("may read why it was refused, also when nobody knows its ClientId", async () => {
      await setOrigins(CLIENTS.own, [TILL]);
      for (const call of [{}, { clientId: null }, { clientId: "pis_test_unknown" }, { version: "v7" }])
        expect(grantIn(await till.refund({}, from(TILL, call)))).toBe(TILL);
      expect(grantIn(await till.refund({}, from(OTHER, { clientId: null })))).toBeUndefined();
    });

    it("of an origin that only another client allows is refused with 1104, moves nothing and reads nothing", async () => {
      await setOrigins(CLIENTS.other, [OTHER]);
      const { fields } = await api.customer();
      const before = await api.snapshot();
      for (const origins of [[], [TILL]]) {
        await setOrigins(CLIENTS.own, origins);
        const refused = await till.redeem(fields, from(OTHER));
        expectRefusal(refused, 1104);
        expect(grantIn(refused)).toBeUndefined();
      }
      expect(await api.snapshot()).toEqual(before);
    });

    it("of an origin that nobody allows is refused where the client has a list", async () => {
      await setOrigins(CLIENTS.own, [TILL]);
      expectDealsRefusal(await till.deals(from("https://evil.example")), 1104);
      expectDealsRefusal(await till.deals(from("null")), 1104);
      expectDealsRefusal(await till.deals(from(`${TILL}.evil.example`)), 1104);
    });

    it("of this service itself is no other origin", async () => {
      await setOrigins(CLIENTS.own, [TILL]);
      const own = { headers: { Host: "points.example", Origin: "http://points.example" } };
      expect((await till.deals(own)).json.ErrorCode).toBe(0);
    });
  });

  it("a caller that is no browser and has no list may send an Origin, as what passes requests on does", async () => {
    await setOrigins(CLIENTS.other, [OTHER]);
    const answer = await till.deals(from("https://behind-a-proxy.example"));
    expect(answer.json.ErrorCode).toBe(0);
    expect(grantIn(answer)).toBeUndefined();
  });

  it("without an Origin nothing changes, but caches of deals are told that it matters", async () => {
    await setOrigins(CLIENTS.own, [TILL]);
    const { headers } = await till.deals();
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers.vary?.split(", ")).toContain("Origin");
  });
});
