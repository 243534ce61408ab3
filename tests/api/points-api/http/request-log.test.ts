import type { Pool } from "pg";
import { describe, expect, it } from "vitest";
import { KEPT_OF_EACH_KIND, pruneTraffic } from "@/lib/areas/clients/prune-requests";
import { readRequests, usageByClient, usageOfClient } from "@/lib/areas/clients/read";
import { NOBODY, Traffic } from "@/lib/areas/clients/traffic";
import { PINS, START, throughEachDoor, unique } from "@/tests/support/api";
import { addSecret } from "@/tests/support/demo-fixture";

throughEachDoor((api, till) => {
  const idOf = (secret: string) => api.fixture.clientIds.get(secret) ?? 0;
  const logOf = async (clientId: number, filter = {}) => {
    await api.services.traffic.flush();
    return (await readRequests(api.database.pool, { clientId, filter, limit: 1_000 })).requests;
  };
  const usageOf = async (clientId: number) => {
    await api.services.traffic.flush();
    const usage = await usageByClient(api.database.pool, { clientIds: [clientId], now: api.clock.now() });
    return usage.get(clientId) ?? { requests: 0, errors: 0, unlogged: 0, lateReplays: 0 };
  };

  describe("the log of a client's requests", () => {
    it("holds every request with its outcome, the newest first", async () => {
      const { fields } = await api.customer({ points: 1_000 });
      const before = await usageOf(idOf("pis_test_http200"));
      const options = { clientId: "pis_test_http200" };
      await till.reward(fields, options);
      await till.redeem({ ...fields, PointsValue: 999_999 }, options);
      await till.redeem({ ...fields, PinCode: undefined, BranchMsisdn: undefined }, options);
      await till.deals({ ...options, query: "ratePlan=gold" });
      const [deals, missing, poor, reward] = await logOf(idOf("pis_test_http200"));
      expect(reward).toMatchObject({
        operation: "Reward",
        code: 0,
        status: 200,
        method: "POST",
        isReplay: false,
      });
      expect(poor).toMatchObject({ operation: "RedeemUser", code: 1301, status: 200 });
      expect(missing).toMatchObject({ code: 1001, parameters: { field: "BranchMsisdn" } });
      expect(deals).toMatchObject({ operation: "GetDeals", request: { fields: { ratePlan: "gold" } } });
      expect(reward?.last4).toBe("p200");
      const told = [deals, missing, poor, reward].map((request) => request?.answer?.body);
      expect(told).toMatchObject([
        { ErrorCode: 0 },
        { errorCode: "1001", wallet: null },
        {
          errorCode: "1301",
          wallet: { walletCode: fields.WalletCode, contactMsisdn: expect.stringMatching(/^•••\d{3}$/) },
        },
        { errorCode: "0", pointsLog: { merchantMSISDN: fields.BranchMsisdn } },
      ]);
      const after = await usageOf(idOf("pis_test_http200"));
      expect([after.requests - before.requests, after.errors - before.errors]).toEqual([4, 2]);
    });

    it("can be filtered by operation, outcome and code, and read on from where one stopped", async () => {
      const clientId = idOf("pis_test_http200");
      await logOf(clientId);
      expect((await logOf(clientId, { outcome: "refused" })).every(({ code }) => code !== 0)).toBe(true);
      expect((await logOf(clientId, { operation: "GetDeals" })).map(({ operation }) => operation)).toContain(
        "GetDeals",
      );
      const [newest] = await logOf(clientId);
      await till.deals({ clientId: "pis_test_http200" });
      await api.services.traffic.flush();
      const page = await readRequests(api.database.pool, {
        clientId,
        filter: {},
        after: newest?.id,
        limit: 10,
      });
      expect(page.requests.map(({ operation }) => operation)).toEqual(["GetDeals"]);
    });

    it("tells the client's people why its ClientId was refused, and the caller nothing more than before", async () => {
      const secret = `pis_test_secret_${unique()}`;
      const clientId = idOf("pis_test_nabd");
      const id = await addSecret(api.database.pool, clientId, secret);
      await api.configure("UPDATE api_client_secret SET revoked_at = now() WHERE id = $1", [id]);
      const refused = await till.deals({ clientId: secret });
      const unknown = await till.deals({ clientId: `${secret}x` });
      expect(refused.json).toEqual(unknown.json);
      expect((await logOf(clientId))[0]).toMatchObject({ code: 1102, detail: "secret_revoked", status: 401 });
    });

    it("holds nothing secret: no ClientId, PIN or mobile number, wherever they were sent", async () => {
      const { fields } = await api.customer({ points: 1_000, pin: PINS.right });
      const secret = "pis_test_demo";
      await till.redeem({ ...fields, PinCode: PINS.wrong, Comment: `PIN ${PINS.right}` });
      await till.redeem({ ...fields, PinCode: PINS.right, ExternalLogId: fields.ContactMsisdn });
      await till.reward({ ...fields, WalletCode: fields.ContactMsisdn, InvoiceNumber: secret });
      await till.send("Reward", fields, { headers: { "X-Request-Id": secret, "Idempotency-Key": secret } });
      await till.send(secret, fields, {});
      await till.send(
        "Reward",
        {},
        { body: `{"PinCode":"${PINS.right}","${fields.ContactMsisdn}":"${secret}"` },
      );
      await till.send("Reward", {
        [fields.ContactMsisdn]: PINS.right,
        pinCode: PINS.right,
        Nested: { PinCode: PINS.right },
      });
      await api.services.traffic.flush();
      const { rows } = await api.database.pool.query<{ line: string }>(
        "SELECT to_jsonb(r)::text AS line FROM api_request r",
      );
      expect(rows.length).toBeGreaterThan(6);
      // How many points there are and how long the answer was may look like a PIN.
      const withoutCounts = rows.map(({ line }) =>
        line.replace(/"(?:[A-Za-z]*Points[A-Za-z]*|length)":\s*\d+/g, ""),
      );
      expect(api.linesWithSecrets(withoutCounts)).toEqual([]);
      const national = fields.ContactMsisdn.slice(1);
      expect(rows.filter(({ line }) => line.includes(national) || line.includes("pis_"))).toEqual([]);
    });

    it("leaves requests that belong to no client to the operators, as numbers", async () => {
      const before = await usageOf(NOBODY);
      await till.deals({ clientId: null });
      await till.deals({ clientId: `pis_live_nobody_${unique()}` });
      const after = await usageOf(NOBODY);
      expect([after.requests - before.requests, after.errors - before.errors]).toEqual([2, 2]);
      const { rows } = await api.database.pool.query("SELECT 1 FROM api_request WHERE client_id = 0");
      expect(rows).toEqual([]);
    });
  });

  describe("what is counted", () => {
    it("is exact beyond what the log has room for, and says how much that was", async () => {
      const clientId = idOf("pis_test_merchant2");
      const before = await usageOf(clientId);
      const keptBefore = (await logOf(clientId)).length;
      await Promise.all(Array.from({ length: 120 }, () => till.deals({ clientId: "pis_test_merchant2" })));
      const after = await usageOf(clientId);
      expect(after.requests - before.requests).toBe(120);
      const kept = (await logOf(clientId)).length - keptBefore;
      expect(kept).toBe(120 - (after.unlogged - before.unlogged));
      expect(kept).toBeGreaterThan(0);
    });

    it("tells repetitions of a reference of another day, which moved nothing; not those of the same day", async () => {
      const { fields } = await api.customer();
      const clientId = idOf("pis_test_http200");
      const options = { clientId: "pis_test_http200" };
      const sent = { ...fields, PointsValue: 7, ExternalLogId: unique() };
      const before = await usageOf(clientId);
      await till.reward(sent, options);
      await till.reward(sent, options);
      expect((await usageOf(clientId)).lateReplays - before.lateReplays).toBe(0);
      await api.at(new Date(START.getTime() + 24 * 3_600_000), async () => {
        const counted = (await usageOf(clientId)).lateReplays;
        const again = await till.reward(sent, options);
        expect(again.json).toMatchObject({
          errorCode: "0",
          pointsLog: {
            comments: expect.stringMatching(/^Nothing moved now: this reference was carried out on .*2026/),
          },
        });
        const taken = await till.reward({ ...sent, PointsValue: 8 }, options);
        expect(taken.json).toMatchObject({
          errorCode: "1501",
          errorMessage: expect.stringContaining(
            `: used on 2026-03-10 12:00 at branch ${fields.BranchMsisdn}`,
          ),
        });
        expect((await usageOf(clientId)).lateReplays - counted).toBe(1);
      });
    });

    it("goes to the hour in which it was asked", async () => {
      const clientId = idOf("pis_test_key_required");
      const ask = () => till.deals({ clientId: "pis_test_key_required" });
      await api.at("2026-03-10T08:59:59.999Z", ask);
      await api.at("2026-03-10T09:00:00.000Z", ask);
      await api.at("2026-03-10T09:10:00.000Z", ask);
      await api.services.traffic.flush();
      const { hours, codes } = await usageOfClient(api.database.pool, { clientId, now: START });
      expect(hours).toHaveLength(24);
      const byHour = Object.fromEntries(
        hours.map(({ hour, requests }) => [hour.toISOString().slice(11, 13), requests]),
      );
      expect(byHour).toMatchObject({
        "08": till.door === "node" ? 1 : 2,
        "09": till.door === "node" ? 2 : 4,
        "07": 0,
      });
      expect(codes[0]?.code).toBe(0);
    });

    it("is counted once although the answer of the database was lost", async () => {
      const traffic = new Traffic(losingAnswers(api.database.pool), api.clock);
      const clientId = idOf("pis_test_deals_only");
      const before = await usageOf(clientId);
      for (let index = 0; index < 3; index++) traffic.count(clientId, 0, api.clock.now());
      await traffic.flush();
      traffic.count(clientId, 1701, api.clock.now());
      await traffic.flush();
      await traffic.stop();
      const after = await usageOf(clientId);
      expect([after.requests - before.requests, after.errors - before.errors]).toEqual([4, 1]);
    });
  });

  it("what is kept is bounded by number, for each kind of outcome, and by age", async () => {
    const clientId = idOf("pis_test_limited");
    await api.database.pool.query(
      `INSERT INTO api_request (client_id, at, method, status, code, duration_ms, request_id, ip_address, request)
       SELECT $1, $2, 'GET', 200, CASE WHEN n % 2 = 0 THEN 0 ELSE 1701 END, 1, 'x', 'x', '{}' FROM generate_series(1, $3) AS n`,
      [clientId, START, KEPT_OF_EACH_KIND * 2 + 50],
    );
    const numbers = async () =>
      (
        await api.database.pool.query<{ n: number }>(
          "SELECT count(*)::int AS n FROM api_request WHERE client_id = $1 GROUP BY code = 0",
          [clientId],
        )
      ).rows.map(({ n }) => n);
    await pruneTraffic(api.database.pool, { now: START });
    expect(await numbers()).toEqual([KEPT_OF_EACH_KIND, KEPT_OF_EACH_KIND]);
    await pruneTraffic(api.database.pool, { now: new Date(START.getTime() + 8 * 24 * 3_600_000) });
    expect(await numbers()).toEqual([]);
  });
});

/** Connections of which the first breaks after its commit and before the answer. */
function losingAnswers(pool: Pool): Pool {
  let isFirst = true;
  return new Proxy(pool, {
    get(target, name) {
      if (name === "query") return target.query.bind(target);
      if (name !== "connect") return Reflect.get(target, name, target);
      return async () => {
        const client = await target.connect();
        if (!isFirst) return client;
        isFirst = false;
        return new Proxy(client, {
          get(inner, key) {
            if (key === "release") return inner.release.bind(inner);
            if (key !== "query") return Reflect.get(inner, key, inner);
            return async (text: string, values?: unknown[]) => {
              const answer = await inner.query(text, values);
              if (text === "COMMIT") throw new Error("connection lost");
              return answer;
            };
          },
        });
      };
    },
  });
}
