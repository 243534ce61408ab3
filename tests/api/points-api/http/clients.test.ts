import { describe, expect, it } from "vitest";
import { signatureOf } from "@/lib/areas/clients/signature";
import { completeEnv, type Env, parseEnv } from "@/lib/platform/env";
import { seal, serviceSecret } from "@/lib/platform/seal";
import {
  type Call,
  expectRefusal,
  expectSuccess,
  FOREIGN_BRANCH,
  throughEachDoor,
  unique,
} from "@/tests/support/api";
import { addSecret } from "@/tests/support/demo-fixture";
import { until } from "@/tests/support/ledger";

throughEachDoor((api, till) => {
  /** What a request with this ClientId is answered: "0" or the code it is refused with. */
  const codeFor = async (clientId: string, call: Call = {}) =>
    (await till.deals({ clientId, ...call })).json.ErrorCode;
  const demo = () => api.fixture.clientIds.get("pis_test_nabd") ?? 0;
  const newSecret = () => `pis_test_secret_${unique()}`;

  describe("a client's secrets", () => {
    it("may be two while it rotates, and the old one ends without the new one noticing", async () => {
      expect([await codeFor("pis_test_nabd"), await codeFor("pis_test_nabd_next")]).toEqual([0, 0]);
      const secret = newSecret();
      const id = await addSecret(api.database.pool, demo(), secret);
      await api.configure("SELECT 1");
      expect(await codeFor(secret)).toBe(0);
      await api.configure("UPDATE api_client_secret SET revoked_at = now() WHERE id = $1", [id]);
      expect([await codeFor(secret), await codeFor("pis_test_nabd_next")]).toEqual([1102, 0]);
    });

    it("belong to one client: a reference used with the old one is known to the new one", async () => {
      const { fields } = await api.customer({ points: 0 });
      const request = { ...fields, BranchMsisdn: "01000000031", ExternalLogId: `R-${unique()}` };
      const first = await till.reward(request, { clientId: "pis_test_nabd" });
      expectSuccess(first);
      const again = await till.reward(request, { clientId: "pis_test_nabd_next" });
      expect(again.headers["idempotent-replayed"]).toBe("true");
    });

    it("end at their time to the millisecond", async () => {
      const secret = newSecret();
      await addSecret(api.database.pool, demo(), secret, new Date("2026-03-10T10:30:00Z"));
      await api.configure("SELECT 1");
      expect(await api.at("2026-03-10T10:29:59.999Z", () => codeFor(secret))).toBe(0);
      expect(await api.at("2026-03-10T10:30:00.000Z", () => codeFor(secret))).toBe(1102);
    });

    it("show when they were last used", async () => {
      const secret = newSecret();
      const id = await addSecret(api.database.pool, demo(), secret);
      await codeFor(secret);
      await until(async () => {
        const { rows } = await api.database.pool.query(
          "SELECT last_used_at AS at FROM api_client_secret WHERE id = $1",
          [id],
        );
        return rows[0].at !== null;
      });
    });
  });

  describe("a revocation", () => {
    it("reaches every process by announcement", async () => {
      const secret = newSecret();
      const id = await addSecret(api.database.pool, demo(), secret);
      const other = api.caller(till.door, api.restarted());
      for (const caller of [till, other])
        expect((await caller.deals({ clientId: secret })).json.ErrorCode).toBe(0);
      await api.announce("UPDATE api_client_secret SET revoked_at = now() WHERE id = $1", [id]);
      for (const caller of [till, other])
        await until(async () => (await caller.deals({ clientId: secret })).json.ErrorCode === 1102);
    });

    it("takes effect within 5 seconds where no announcement arrives", async () => {
      const secret = newSecret();
      const id = await addSecret(api.database.pool, demo(), secret);
      expect(await codeFor(secret)).toBe(0);
      await api.database.pool.query("UPDATE api_client_secret SET revoked_at = now() WHERE id = $1", [id]);
      expect(await api.at("2026-03-10T10:00:05Z", () => codeFor(secret))).toBe(1102);
    });

    it("of the whole client, its end, and its merchant's closing refuse it alike", async () => {
      const secret = newSecret();
      await addSecret(api.database.pool, demo(), secret);
      for (const [close, open] of [
        [
          "UPDATE api_client SET revoked_at = now() WHERE id = $1",
          "UPDATE api_client SET revoked_at = NULL WHERE id = $1",
        ],
        [
          "UPDATE api_client SET expires_at = '2026-03-10T10:00:00Z' WHERE id = $1",
          "UPDATE api_client SET expires_at = NULL WHERE id = $1",
        ],
        [
          "UPDATE merchant SET is_active = false WHERE id = (SELECT merchant_id FROM api_client WHERE id = $1)",
          "UPDATE merchant SET is_active = true WHERE id = (SELECT merchant_id FROM api_client WHERE id = $1)",
        ],
      ] as const) {
        await api.configure(close, [demo()]);
        expect(await codeFor(secret), close).toBe(1102);
        await api.configure(open, [demo()]);
        expect(await codeFor(secret), open).toBe(0);
      }
    });
  });

  describe("a client that signs its requests", () => {
    const CLIENT = "pis_test_nabd";
    const SECRETS = [
      "pss_first-secret-of-the-tests-00000000000000",
      "pss_second-secret-of-the-tests-0000000000000",
    ];
    const whileSigning = async (mode: "accepted" | "required", work: () => Promise<void>) => {
      for (const secret of SECRETS) await addSigningSecret(secret);
      await api.configure("UPDATE api_client SET signing = $2 WHERE id = $1", [demo(), mode]);
      try {
        await work();
      } finally {
        await api.configure("UPDATE api_client SET signing = 'off' WHERE id = $1", [demo()]);
        await api.database.owner.query("DELETE FROM api_client_signing_secret WHERE client_id = $1", [
          demo(),
        ]);
      }
    };
    const addSigningSecret = (secret: string) =>
      api.database.pool.query(
        "INSERT INTO api_client_signing_secret (client_id, sealed, last4) VALUES ($1, $2, $3)",
        [
          demo(),
          seal(secret, { serviceSecret: serviceSecret(), purpose: "signing secrets" }),
          secret.slice(-4),
        ],
      );
    /** The headers of a signature, different at every call. */
    const signed = (
      target: string,
      {
        method = "GET",
        body = "",
        secret = SECRETS[0] ?? "",
        awaySeconds = 0,
        idempotencyKey = undefined as string | undefined,
      } = {},
    ) => {
      const seconds = Math.floor(api.clock.now().getTime() / 1_000) + awaySeconds;
      const timestamp = `${seconds}.${String(unique()).padStart(6, "0")}`;
      const request = { method, target, body: Buffer.from(body), idempotencyKey };
      const signature = signatureOf(secret, timestamp, request);
      return { "X-Timestamp": timestamp, "X-Signature": signature.toString("hex") };
    };
    const DEALS = "/api/Integration/v1/GetDeals";
    const REWARD = "/api/Integration/v1/Reward";
    const REDEEM = "/api/Integration/v1/RedeemUser";
    const deals = (headers: Record<string, string>, query = "") => codeFor(CLIENT, { headers, query });
    const faultOf = async (requestId: unknown) => {
      await api.services.traffic.flush();
      const { rows } = await api.database.pool.query("SELECT detail FROM api_request WHERE request_id = $1", [
        requestId,
      ]);
      return rows[0]?.detail;
    };

    it("is refused without a signature where it is required, and not where it is accepted or off", async () => {
      expect(await deals({ "X-Timestamp": "nonsense", "X-Signature": "nonsense" })).toBe(0);
      await whileSigning("accepted", async () => {
        expect(await deals({})).toBe(0);
        expect(await deals(signed(DEALS))).toBe(0);
        expect(await deals({ ...signed(DEALS), "X-Signature": "0".repeat(64) })).toBe(1105);
      });
      await whileSigning("required", async () => {
        const { fields } = await api.customer();
        const before = await api.snapshot();
        const answer = await till.redeem(fields, { clientId: CLIENT });
        expect(expectRefusal(answer, 1105)).toBeNull();
        expect(answer.headers["www-authenticate"]).toBe("ClientId");
        expect(await faultOf(answer.headers["x-request-id"])).toBe("signature_missing");
        expect(await api.snapshot()).toEqual(before);
        expect(await deals(signed(DEALS))).toBe(0);
      });
    });

    it("signs time, method, path with query and body: another one of each is refused", async () => {
      await whileSigning("required", async () => {
        const { fields } = await api.customer({ points: 0 });
        const body = JSON.stringify({
          ...fields,
          BranchMsisdn: "01000000031",
          PointsValue: 5,
          ExternalLogId: `S-${unique()}`,
        });
        const send = (headers: Record<string, string>, sent = body) =>
          till.reward({}, { clientId: CLIENT, body: sent, headers });
        expectSuccess(await send(signed(REWARD, { method: "POST", body })));
        // The same request, signed anew, is a retry as any other.
        const again = await send(signed(REWARD, { method: "POST", body }));
        expect(again.headers["idempotent-replayed"]).toBe("true");
        const before = await api.snapshot();
        const wrong: Record<string, Record<string, string>> = {
          body: signed(REWARD, { method: "POST", body: `${body} ` }),
          method: signed(REWARD, { method: "PUT", body }),
          path: signed("/api/Integration/v1/Refund", { method: "POST", body }),
          query: signed(`${REWARD}?a=1`, { method: "POST", body }),
          secret: signed(REWARD, { method: "POST", body, secret: "pss_another" }),
          time: { ...signed(REWARD, { method: "POST", body }), "X-Timestamp": signed(REWARD)["X-Timestamp"] },
        };
        for (const [name, headers] of Object.entries(wrong)) {
          const answer = await send(headers);
          expect(expectRefusal(answer, 1105), name).toBeNull();
          expect(await faultOf(answer.headers["x-request-id"]), name).toBe("signature_wrong");
        }
        expect(await api.snapshot()).toEqual(before);
        expect(await deals(signed(`${DEALS}?ratePlan=GOLD`), "ratePlan=GOLD")).toBe(0);
        expect(await deals(signed(DEALS), "ratePlan=GOLD")).toBe(1105);
      });
    });

    it("signs Idempotency-Key where it is sent: nobody adds, takes away or changes one", async () => {
      await whileSigning("required", async () => {
        const { fields } = await api.customer({ points: 500 });
        const body = JSON.stringify({ ...fields, BranchMsisdn: "01000000031", PointsValue: 5 });
        const send = (signedKey: string | undefined, sentKey: string | undefined) =>
          till.redeem(
            {},
            {
              ...{ clientId: CLIENT, body },
              headers: {
                ...signed(REDEEM, { method: "POST", body, idempotencyKey: signedKey }),
                ...(sentKey !== undefined && { "Idempotency-Key": sentKey }),
              },
            },
          );
        const key = `K-${unique()}`;
        expectSuccess(await send(key, key));
        expect((await send(key, key)).headers["idempotent-replayed"]).toBe("true");
        const before = await api.snapshot();
        for (const [was, is] of [
          [undefined, key],
          [key, undefined],
          [key, `${key}1`],
        ]) {
          const answer = await send(was, is);
          expect(expectRefusal(answer, 1105), `${was} ${is}`).toBeNull();
          expect(await faultOf(answer.headers["x-request-id"])).toBe("signature_wrong");
        }
        expect(await api.snapshot()).toEqual(before);
      });
    });

    it("is accepted within 300 seconds, and with either of two secrets until it ends", async () => {
      await whileSigning("required", async () => {
        for (const awaySeconds of [-300, -1, 299])
          expect(await deals(signed(DEALS, { awaySeconds }))).toBe(0);
        for (const awaySeconds of [-301, 301, 86_400])
          expect(await deals(signed(DEALS, { awaySeconds }))).toBe(1105);
        for (const timestamp of ["", "now", "1e9", "-1", "2026-03-10T10:00:00Z"])
          expect(await deals({ ...signed(DEALS), "X-Timestamp": timestamp })).toBe(1105);
        expect(await deals(signed(DEALS, { secret: SECRETS[1] ?? "" }))).toBe(0);
        await api.configure("UPDATE api_client_signing_secret SET expires_at = $2 WHERE client_id = $1", [
          demo(),
          new Date(api.clock.now().getTime() - 1),
        ]);
        expect(await deals(signed(DEALS))).toBe(1105);
      });
    });

    it("may use a signature once: of fifty at once, in any process, one is carried out", async () => {
      await whileSigning("required", async () => {
        const { fields } = await api.customer({ points: 0 });
        // A reference would keep them apart as well, and answer each.
        const body = JSON.stringify({
          ...fields,
          BranchMsisdn: "01000000031",
          PointsValue: 5,
          ExternalLogId: `S-${unique()}`,
        });
        const headers = signed(REWARD, { method: "POST", body });
        const otherProcess = api.caller(till.door, api.restarted());
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            (index % 2 === 0 ? till : otherProcess).reward({}, { clientId: CLIENT, body, headers }),
          ),
        );
        const codes = answers.map(({ json }) => json.errorCode);
        expect(codes.filter((code) => code === "0")).toHaveLength(1);
        expect(codes.filter((code) => code === "1105")).toHaveLength(49);
        const refused = answers.find(({ json }, index) => index % 2 === 0 && json.errorCode === "1105");
        expect(await faultOf(refused?.headers["x-request-id"])).toBe("signature_replayed");
      });
    });
  });

  describe("a client's list of addresses", () => {
    const withList = async (ranges: readonly string[], work: () => Promise<void>) => {
      await api.configure("UPDATE api_client SET ip_ranges = $2 WHERE id = $1", [demo(), ranges]);
      await work().finally(() =>
        api.configure("UPDATE api_client SET ip_ranges = '{}' WHERE id = $1", [demo()]),
      );
    };
    const from = (forwardedFor: string, headers: Record<string, string> = {}) =>
      codeFor("pis_test_nabd", { headers: { "X-Forwarded-For": forwardedFor, ...headers } });

    it.each([
      ["the address itself", ["127.0.0.1"], 0],
      ["a range around it", ["10.0.0.0/8", "127.0.0.0/8"], 0],
      ["others", ["10.0.0.0/8", "2001:db8::/32", "127.0.0.2"], 1104],
      ["nothing that is an address", ["localhost"], 1104],
      ["a range that is none", ["127.0.0.1/99"], 1104],
    ] as const)("with %s answers %s %i", async (_label, ranges, code) => {
      await withList(ranges, async () => {
        expect(await codeFor("pis_test_nabd")).toBe(code);
      });
    });

    it("is not opened by a header, whatever it says, while no proxy is trusted", async () => {
      await withList(["10.1.2.3"], async () => {
        for (const name of [
          "X-Forwarded-For",
          "X-Real-IP",
          "Forwarded",
          "X-Client-IP",
          "CF-Connecting-IP",
          "X-Socket-Address",
        ])
          expect(await codeFor("pis_test_nabd", { headers: { [name]: "10.1.2.3" } }), name).toBe(1104);
        expect(await from("10.1.2.3, 127.0.0.1")).toBe(1104);
        expect(await from("127.0.0.1, 10.1.2.3")).toBe(1104);
      });
    });

    it("is not closed by a header either", async () => {
      await withList(["127.0.0.1"], async () => {
        expect(await from("203.0.113.9")).toBe(0);
      });
    });

    it("is compared with what the outermost trusted proxy saw, and not with what stands before it", async () => {
      trustProxies("loopback");
      try {
        await withList(["10.1.2.3", "2001:db8::7"], async () => {
          expect(await from("10.1.2.3")).toBe(0);
          expect(await from("::ffff:10.1.2.3")).toBe(0);
          expect(await from("2001:db8:0::7")).toBe(0);
          expect(await from("203.0.113.9, 10.1.2.3")).toBe(0);
          expect(await from("10.1.2.3, 203.0.113.9")).toBe(1104);
          expect(await from("nonsense")).toBe(1104);
          expect(await from("")).toBe(1104);
        });
        trustProxies("loopback, 192.0.2.0/24");
        await withList(["10.1.2.3"], async () => {
          expect(await from("10.1.2.3, 192.0.2.1")).toBe(0);
          expect(await from("10.1.2.3, 203.0.113.9, 192.0.2.1")).toBe(1104);
          expect(await from("203.0.113.9, 10.1.2.3, 192.0.2.1")).toBe(0);
          // Who asks the inner proxy directly is whom that one saw.
          expect(await from("203.0.113.9")).toBe(1104);
        });
        // Connections that come from elsewhere than the proxies open nothing.
        for (const elsewhere of ["10.0.0.0/8", "192.0.2.1, 2001:db8::/32"]) {
          trustProxies(elsewhere);
          await withList(["10.1.2.3"], async () => {
            expect(await from("10.1.2.3")).toBe(1104);
            expect(await from("10.1.2.3, 192.0.2.1")).toBe(1104);
          });
        }
        // Nor do thousands of characters, which are refused and not failed over.
        trustProxies("1");
        await withList(["10.1.2.3"], async () => {
          for (const forged of ["1".repeat(6_000), `fe80::1%${"a".repeat(6_000)}`])
            expect(await from(forged)).toBe(1104);
        });
      } finally {
        trustProxies("off");
      }
    });

    it("refuses before the wallet is looked at, with the whole envelope", async () => {
      await withList(["10.1.2.3"], async () => {
        const { fields } = await api.customer();
        const before = await api.snapshot();
        expect(expectRefusal(await till.redeem(fields, { clientId: "pis_test_nabd" }), 1104)).toBeNull();
        expect(await api.snapshot()).toEqual(before);
      });
    });
  });

  it("acts for its own merchant's branches alone: an entry names the client's technical user", async () => {
    const { fields } = await api.customer({ points: 0 });
    const mine = expectSuccess(await till.reward(fields));
    const foreign = { ...fields, BranchMsisdn: FOREIGN_BRANCH };
    const theirs = expectSuccess(await till.reward(foreign, { clientId: "pis_test_merchant2" }));
    expect(theirs.entry.userId).not.toBe(mine.entry.userId);
    const { rows } = await api.database.pool.query(
      "SELECT user_id AS id FROM api_client WHERE id = ANY($1) ORDER BY id",
      [[api.fixture.clientIds.get("pis_test_demo"), api.fixture.clientIds.get("pis_test_merchant2")]],
    );
    expect(rows.map(({ id }) => id)).toEqual([mine.entry.userId, theirs.entry.userId]);
  });

  it("whose branches are a list follows that list when it changes", async () => {
    const { fields } = await api.customer({ points: 0 });
    const call = { clientId: "pis_test_branch_smouha" };
    const client = api.fixture.clientIds.get(call.clientId);
    const branch = api.fixture.branchIds.get("01000000001");
    expectRefusal(await till.reward(fields, call), 1110);
    await api.configure("INSERT INTO api_client_branch (client_id, branch_id) VALUES ($1, $2)", [
      client,
      branch,
    ]);
    expectSuccess(await till.reward(fields, call));
    await api.configure("DELETE FROM api_client_branch WHERE client_id = $1 AND branch_id = $2", [
      client,
      branch,
    ]);
    expectRefusal(await till.reward(fields, call), 1110);
  });
});

/** Runs as if the process had been started with this setting of TRUST_PROXY. */
function trustProxies(TRUST_PROXY: string): void {
  const { trustedProxies } = parseEnv({ TRUST_PROXY });
  completeEnv({ trustedProxies } satisfies Partial<Env> as Parameters<typeof completeEnv>[0]);
}
