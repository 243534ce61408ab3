import { expect, it } from "vitest";
import { expectDealsRefusal, expectRefusal, throughEachDoor } from "@/tests/support/api";

throughEachDoor((api, till) => {
  // Through each door a client of its own: what one used up would be missing for the other.
  const limited = () => (till.door === "node" ? "pis_test_limited" : "pis_test_yansoun");
  const setRate = (perSecond: number, burst: number) =>
    api.configure("UPDATE api_client SET rate_per_second = $2, rate_burst = $3 WHERE id = $1", [
      api.fixture.clientIds.get(limited()),
      perSecond,
      burst,
    ]);

  it("says nothing of limits to a client that has none", async () => {
    const { headers } = await till.deals();
    expect([headers.ratelimit, headers["ratelimit-policy"], headers["retry-after"]]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("tells a client its policy and what is left, and refuses what is too much with 1701 and when to come again", async () => {
    await setRate(5, 5);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => till.refund({}, { clientId: limited() })),
    );
    const refused = answers.filter(({ json }) => json.errorCode === "1701");
    const allowed = answers.filter(({ json }) => json.errorCode === "1001");
    expect(allowed.length + refused.length).toBe(30);
    // Should a second turn in the middle, another five pass.
    expect(allowed.length).toBeGreaterThanOrEqual(5);
    expect(allowed.length % 5).toBe(0);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of answers) {
      expect(headers["ratelimit-policy"]).toBe('"default";q=5;w=1');
      expect(headers.ratelimit).toMatch(/^"default";r=[0-4];t=1$/);
    }
    for (const answer of refused) {
      expect(expectRefusal(answer, 1701)).toBeNull();
      expect(answer.headers["retry-after"]).toBe("1");
    }
    expect(allowed.every(({ headers }) => headers["retry-after"] === undefined)).toBe(true);
  });

  it("lets a burst through once, beyond the rate", async () => {
    await setRate(3, 12);
    const answers = await Promise.all(Array.from({ length: 40 }, () => till.deals({ clientId: limited() })));
    const allowed = answers.filter(({ json }) => json.ErrorCode === 0).length;
    // Should a second turn in the middle, some more pass.
    expect(allowed).toBeGreaterThanOrEqual(12);
    expect(allowed).toBeLessThan(40);
    for (const answer of answers.filter(({ json }) => json.ErrorCode !== 0)) expectDealsRefusal(answer, 1701);
  });

  it("counts a client by itself: others go on", async () => {
    await setRate(1, 1);
    await Promise.all(Array.from({ length: 10 }, () => till.deals({ clientId: limited() })));
    expect((await till.deals({ clientId: "pis_test_key_required" })).json.ErrorCode).toBe(0);
  });

  it("counts neither strangers nor those turned away by their address: they learn nothing of the client", async () => {
    const { headers } = await till.deals({ clientId: "pis_test_unknown" });
    expect(headers.ratelimit).toBeUndefined();
  });

  it("refuses with 1701 by HTTP status 200 where the client asked for that, with Retry-After all the same", async () => {
    const client = api.fixture.clientIds.get("pis_test_http200");
    await api.configure("UPDATE api_client SET rate_per_second = 1, rate_burst = 1 WHERE id = $1", [client]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => till.refund({}, { clientId: "pis_test_http200" })),
    );
    const refused = answers.filter(({ json }) => json.errorCode === "1701");
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expectRefusal(answer, 1701, { status: 200 });
      expect(answer.headers["retry-after"]).toBe("1");
    }
  });
});
