import { describe, expect, it } from "vitest";
import { FEED_START, readFeed } from "@/lib/areas/webhooks/feed";
import { branchTotals } from "@/lib/log/branch-totals";
import { branchHistory } from "@/lib/log/history";
import { normalizeMsisdn } from "@/lib/platform/msisdn";
import { findWalletsByMsisdn, readWallet } from "@/lib/wallet/read";
import { searchWallets } from "@/lib/wallet/search";
import { INACTIVE_BRANCH, newReference, throughEachDoor } from "@/tests/support/api";
import { issue, issueTester } from "@/tests/support/sandbox";

throughEachDoor((api, till) => {
  const everyMovement = (fields: object, clientId: string) => [
    till.reward({ ...fields }, { clientId }),
    till.redeem({ ...fields, ExternalLogId: newReference() }, { clientId }),
    till.refund({ ...fields, TransactionId: 1 }, { clientId }),
    till.cancel({ ...fields, OriginalExternalLogId: newReference() }, { clientId }),
  ];

  describe("a test client", () => {
    it("has a ClientId that says so", async () => {
      expect((await issue(api, { isTest: true })).secret).toMatch(/^pis_test_[\w-]{32}$/);
      expect((await issue(api, { isTest: false })).secret).toMatch(/^pis_live_[\w-]{32}$/);
    });

    it("moves points on its own wallets as a till does on a customer's", async () => {
      const tester = await issueTester(api);
      const call = { clientId: tester.secret };
      const reward = await till.reward({ ...tester.wallet("01"), PointsValue: 150 }, call);
      expect(reward.json).toMatchObject({ errorCode: "0", wallet: { totalPoints: 1_150 } });
      const redemption = await till.redeem(
        { ...tester.wallet("02"), PointsValue: 100, PinCode: "1234" },
        call,
      );
      expect(redemption.json).toMatchObject({ errorCode: "0", wallet: { totalPoints: 4_900 } });
    });

    it("never reaches a customer's wallet, whatever it asks, and moves nothing", async () => {
      const tester = await issueTester(api);
      const { fields } = await api.customer({ points: 500, pin: "908172" });
      const before = await api.snapshot();
      for (const answer of await Promise.all(everyMovement(fields, tester.secret)))
        expect(answer.json).toMatchObject({ errorCode: "1201", wallet: null });
      const isGuessed = await till.redeem({ ...fields, PinCode: "615243" }, { clientId: tester.secret });
      expect(isGuessed.json.errorCode).toBe("1201");
      expect(await api.snapshot()).toEqual(before);
    });

    it("is not told of a customer's wallet by another refusal either", async () => {
      const tester = await issueTester(api);
      const { fields } = await api.customer({ points: 500 });
      const answer = await till.reward(
        { ...fields, BranchMsisdn: INACTIVE_BRANCH },
        { clientId: tester.secret },
      );
      expect(answer.json).toMatchObject({ errorCode: "1111", wallet: null });
    });

    it("never reaches the wallets of another test client", async () => {
      const [one, other] = [await issueTester(api), await issueTester(api)];
      for (const answer of await Promise.all(everyMovement(other.wallet("01"), one.secret)))
        expect(answer.json).toMatchObject({ errorCode: "1201", wallet: null });
    });
  });

  describe("a live client", () => {
    it("never reaches a test wallet, and meets no scenario on it", async () => {
      const tester = await issueTester(api);
      const { secret } = await issue(api, { isTest: false });
      const before = await api.snapshot();
      for (const suffix of ["01", "11", "13", "21", "22", "25"]) {
        for (const answer of await Promise.all(everyMovement(tester.wallet(suffix), secret)))
          expect(answer.json).toMatchObject({ errorCode: "1201", wallet: null });
      }
      expect(await api.snapshot()).toEqual(before);
    });

    it("goes on reaching customers", async () => {
      const { secret } = await issue(api, { isTest: false });
      const { fields } = await api.customer({ points: 500 });
      expect((await till.reward(fields, { clientId: secret })).json.errorCode).toBe("0");
    });
  });

  it("lets the clients of the demo data reach its customers, and no test client's wallets", async () => {
    const tester = await issueTester(api);
    const { fields } = await api.customer({ points: 500 });
    expect((await till.reward(fields)).json.errorCode).toBe("0");
    expect((await till.reward(tester.wallet("01"))).json.errorCode).toBe("1201");
  });

  it("keeps test wallets out of what the portal looks up, searches and lists", async () => {
    const tester = await issueTester(api);
    const { WalletCode, ContactMsisdn } = tester.wallet("01");
    const at = { now: api.clock.now(), timeZone: "Africa/Cairo" };
    const { pool } = api.database;
    expect(
      await readWallet(pool, { walletCode: WalletCode }, { ...at, sandbox: tester.sandbox }),
    ).not.toBeNull();
    expect(await readWallet(pool, { walletCode: WalletCode }, at)).toBeNull();
    expect(await findWalletsByMsisdn(pool, normalizeMsisdn(ContactMsisdn) ?? "", at)).toEqual([]);
    expect((await searchWallets(pool, { text: WalletCode }, { at, limit: 10 })).wallets).toEqual([]);
  });

  it("counts what happens on test wallets in no total of a branch, and in no list of it", async () => {
    const tester = await issueTester(api);
    const branchId = api.fixture.branchIds.get("01000000001") ?? 0;
    const day = {
      from: new Date(api.clock.now().getTime() - 1_000),
      until: new Date(api.clock.now().getTime() + 1_000),
    };
    const totals = () => branchTotals(api.database.pool, { branchIds: [branchId], ...day });
    const before = await totals();
    const reward = await till.reward(tester.wallet("01"), { clientId: tester.secret });
    expect(reward.json.errorCode).toBe("0");
    expect(await totals()).toEqual(before);
    const listed = await branchHistory(api.database.pool, { branchId, limit: 100 });
    expect(listed.entries.map(({ entry }) => entry.id)).not.toContain(reward.json.pointsLog?.id);
  });

  it("tells of test wallets nobody but their own client", async () => {
    const [tester, other] = [await issueTester(api), await issueTester(api)];
    const reward = await till.reward(tester.wallet("01"), { clientId: tester.secret });
    const logId = reward.json.pointsLog?.id ?? 0;
    const told = async (sandbox?: typeof tester.sandbox) => {
      const page = await readFeed(api.database.pool, {
        merchantId: 1,
        cursor: FEED_START,
        limit: 1_000,
        types: ["points.rewarded"],
        sandbox,
      });
      return page?.events.map(({ data }) => data.logId);
    };
    expect(await told(tester.sandbox)).toContain(logId);
    expect(await told(other.sandbox)).not.toContain(logId);
    expect(await told()).not.toContain(logId);
  });

  it("tells nobody of acts on wallets out of their reach: of a customer's no test client, of a test wallet no live one", async () => {
    const tester = await issueTester(api, ["enrol"]);
    const live = await issue(api, { isTest: false, scopes: ["enrol"] });
    const enrolled = async (clientId: string) => (await till.enrol({}, { clientId })).json.wallet?.walletCode;
    const codes = { test: await enrolled(tester.secret), live: await enrolled(live.secret) };
    const told = async (sandbox?: typeof tester.sandbox) => {
      const page = await readFeed(api.database.pool, {
        ...{ merchantId: 1, cursor: FEED_START, limit: 1_000, types: ["wallet.created"], sandbox },
      });
      const known = page?.events.map(({ data }) => data.walletCode);
      const isTold = (code = "none") => known?.includes(code);
      return { test: isTold(codes.test), live: isTold(codes.live) };
    };
    expect(await told(tester.sandbox)).toEqual({ test: true, live: false });
    expect(await told()).toEqual({ test: false, live: true });
  });

  it("stays what it is: the database refuses to move a client or a wallet into a sandbox or out of it", async () => {
    const tester = await issueTester(api);
    const { client } = await issue(api, { isTest: false });
    const customer = await api.customer();
    const { pool } = api.database;
    const refused = (sql: string, values: unknown[]) =>
      expect(pool.query(sql, values)).rejects.toThrow("What is for tests stays so");
    await refused("UPDATE api_client SET sandbox_id = NULL WHERE id = $1", [tester.clientId]);
    await refused("UPDATE api_client SET sandbox_id = $2 WHERE id = $1", [client.id, tester.sandbox.id]);
    await refused("UPDATE wallet SET sandbox_id = NULL WHERE wallet_code = $1", [
      tester.wallet("01").WalletCode,
    ]);
    await refused("UPDATE wallet SET sandbox_id = $2 WHERE id = $1", [customer.id, tester.sandbox.id]);
  });
});
