import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { branchHistory, lookAlikes, readEntry, walletHistory } from "@/lib/log/history";
import { ManualClock } from "@/lib/platform/clock";
import { findWalletsByMsisdn, readWallet } from "@/lib/wallet/read";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  AT,
  createUser,
  createWorld,
  START,
  startProcess,
  type TestProcess,
  type World,
} from "@/tests/support/ledger";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

let database: TestDatabase;
let world: World;
let till: TestProcess;
const clock = new ManualClock(START);

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool, { points_validity_months: 1 });
  till = startProcess(database.url, { clock });
});
afterAll(async () => {
  await till.stop();
  await database.drop();
});

const day = { from: new Date(START.getTime() - DAY), until: new Date(START.getTime() + DAY) };

async function seqs(walletId: number, request: Omit<Parameters<typeof walletHistory>[1], "walletId"> = {}) {
  const page = await walletHistory(database.pool, { walletId, ...request });
  return { seqs: page.entries.map(({ entry }) => entry.seq), next: page.nextCursor ?? undefined };
}

describe("a wallet's history", () => {
  test("comes newest first, page by page, each entry once, whatever is written in between", async () => {
    const wallet = await world.wallet();
    for (let value = 1; value <= 7; value += 1) await till.ledger.post(world.commands.reward(wallet, value));

    const first = await seqs(wallet.id, { limit: 3 });
    expect(first.seqs).toEqual([7, 6, 5]);
    await till.ledger.post(world.commands.reward(wallet, 8));
    const second = await seqs(wallet.id, { limit: 3, cursor: first.next });
    expect(second.seqs).toEqual([4, 3, 2]);
    await till.ledger.post(world.commands.reward(wallet, 9));
    expect(await seqs(wallet.id, { limit: 3, cursor: second.next })).toEqual({ seqs: [1], next: undefined });
    expect((await seqs(wallet.id)).seqs).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("has no further page after one that is exactly full", async () => {
    const wallet = await world.wallet();
    for (const value of [1, 2, 3]) await till.ledger.post(world.commands.reward(wallet, value));
    expect(await seqs(wallet.id, { limit: 3 })).toEqual({ seqs: [3, 2, 1], next: undefined });
  });

  test.each(["", "x", "Mw==", "MS4y", "-", "NaN", Buffer.from("1e3").toString("base64url")])(
    "refuses the cursor %j with 1002",
    async (cursor) => {
      const wallet = await world.wallet();
      await expect(walletHistory(database.pool, { walletId: wallet.id, cursor })).rejects.toMatchObject({
        code: 1002,
        params: { field: "cursor" },
      });
    },
  );

  test("is filtered by kind, time, branch, user, merchant and text", async () => {
    const wallet = await world.wallet();
    const { reward, redeem, adjust } = world.commands;
    const otherUser = await createUser(database.pool);
    await till.ledger.post(reward(wallet, 100, { externalLogId: "POS_1", invoiceNumber: "INV-100%" }));
    await till.ledger.post(redeem(wallet, 10, { actor: world.actor({ userId: otherUser }) }));
    const there = { branchId: world.otherBranch.id, branchMsisdn: world.otherBranch.msisdn };
    await till.ledger.post(reward(wallet, 5, { actor: world.actor(there), externalLogId: "POSX1" }));
    clock.advance(DAY);
    const nobody = { merchantId: null, branchId: null, branchMsisdn: null };
    await till.ledger.post(adjust(wallet, 7, { actor: world.actor(nobody) }));
    const only = async (filter: NonNullable<Parameters<typeof walletHistory>[1]["filter"]>) =>
      (await seqs(wallet.id, { filter })).seqs;

    expect(await only({ logTypeIds: [LOG_TYPE.redemption] })).toEqual([2]);
    expect(await only({ logTypeIds: [LOG_TYPE.reward, LOG_TYPE.adjustmentUp] })).toEqual([4, 3, 1]);
    expect(await only({ from: clock.now() })).toEqual([4]);
    expect(await only({ until: clock.now() })).toEqual([3, 2, 1]);
    expect(await only({ branchId: world.otherBranch.id })).toEqual([3]);
    expect(await only({ userId: otherUser })).toEqual([2]);
    expect(await only({ merchantId: world.merchantId + 1 })).toEqual([4]);
    expect(await only({ text: "pos_1" })).toEqual([1]);
    expect(await only({ text: " 100% " })).toEqual([1]);
    expect(await only({ text: "pos" })).toEqual([3, 1]);
    expect(await only({ text: "pos", branchId: world.otherBranch.id })).toEqual([3]);
    clock.set(START);
  });
});

describe("an entry", () => {
  test("says what has become of it, and what it is tied to in both directions", async () => {
    const wallet = await world.walletWith(till.ledger, 1_000);
    const { redeem, refund, cancel } = world.commands;
    const redemption = (await till.ledger.post(redeem(wallet, 400))).entry;
    const firstRefund = (await till.ledger.post(refund(wallet, redemption.id, { points: 100 }))).entry;
    const secondRefund = (await till.ledger.post(refund(wallet, redemption.id, { points: 50 }))).entry;
    const cancellation = (await till.ledger.post(cancel(wallet, secondRefund.id))).entry;

    expect(await readEntry(database.pool, { entryId: redemption.id })).toMatchObject({
      entry: {
        entry: { id: redemption.id, lotMoves: redemption.lotMoves },
        walletCode: wallet.walletCode,
        remainingPoints: 300,
        givenBackValue: 100_00n,
        cancelledByEntryId: null,
      },
      refersTo: null,
      referredToBy: [{ entry: { id: firstRefund.id } }, { entry: { id: secondRefund.id } }],
    });
    expect(await readEntry(database.pool, { entryId: secondRefund.id })).toMatchObject({
      entry: { remainingPoints: 0, cancelledByEntryId: cancellation.id },
      refersTo: { entry: { id: redemption.id }, remainingPoints: 300 },
      referredToBy: [{ entry: { id: cancellation.id } }],
    });
  });

  test("is read exactly as it was written", async () => {
    const wallet = await world.wallet();
    const details = { externalLogId: "ref", invoiceNumber: "inv", skuId: "sku", comment: "شكرا 🎉" };
    const { entry } = await till.ledger.post(
      world.commands.reward(wallet, 12, { ...details, invoiceDate: new Date("2026-03-09T23:59:59.123Z") }),
    );
    expect((await readEntry(database.pool, { entryId: entry.id }))?.entry.entry).toEqual(entry);
  });

  test("of a transfer names the other side", async () => {
    const from = await world.walletWith(till.ledger, 100);
    const to = await world.wallet();
    const { entry } = await till.ledger.post(world.commands.transfer(from, to, 40));
    const out = await readEntry(database.pool, { entryId: entry.id });
    expect(out?.referredToBy).toMatchObject([
      { walletCode: to.walletCode, entry: { logTypeId: LOG_TYPE.transferIn, relatedEntryId: entry.id } },
    ]);
    const into = out?.referredToBy[0]?.entry.id ?? 0;
    expect(await readEntry(database.pool, { entryId: into })).toMatchObject({
      refersTo: { entry: { id: entry.id }, walletCode: from.walletCode },
    });
  });

  test("is not found for another merchant, like one that does not exist", async () => {
    const wallet = await world.wallet();
    const { entry } = await till.ledger.post(world.commands.reward(wallet, 10));
    const { merchantId } = world;
    expect(await readEntry(database.pool, { entryId: entry.id, merchantId })).not.toBeNull();
    expect(await readEntry(database.pool, { entryId: entry.id, merchantId: merchantId + 1 })).toBeNull();
    for (const entryId of [0, -1, 2 ** 52, 2 ** 80, Number.NaN, 1.5]) {
      expect(await readEntry(database.pool, { entryId })).toBeNull();
    }
  });

  describe("of a reward is expired", () => {
    async function expiredSeqs(wallet: { id: number; walletCode: string; contactMsisdn: string }) {
      clock.set(new Date("2026-06-01T12:00:00Z"));
      await till.ledger.expire(world.commands.expire(wallet));
      const { entries } = await walletHistory(database.pool, { walletId: wallet.id });
      clock.set(START);
      return entries.filter(({ isExpired }) => isExpired).map(({ entry }) => entry.seq);
    }

    test("when all of its points lapsed, and not when some were spent", async () => {
      const wallet = await world.wallet();
      for (const value of [100, 50, 30]) await till.ledger.post(world.commands.reward(wallet, value));
      await till.ledger.post(world.commands.redeem(wallet, 120));
      expect(await expiredSeqs(wallet)).toEqual([3]);
    });

    test("not when it was worth nothing or was cancelled", async () => {
      const wallet = await world.wallet();
      await till.ledger.post(world.commands.reward(wallet, 100));
      const { entry } = await till.ledger.post(world.commands.reward(wallet, 50));
      await till.ledger.post(world.commands.cancel(wallet, entry.id));
      expect(await expiredSeqs(wallet)).toEqual([1]);
    });

    test("when all that was not returned of it lapsed, and not when all of it was returned, before or after", async () => {
      const wallet = await world.wallet();
      const { reward, redeem, takeBack } = world.commands;
      await till.ledger.post(reward(wallet, 100));
      const { entry: part } = await till.ledger.post(reward(wallet, 50));
      await till.ledger.post(redeem(wallet, 100));
      await till.ledger.post(takeBack(wallet, part.id, { points: 20 }));
      expect(await expiredSeqs(wallet)).toEqual([2]);
      await till.ledger.post(takeBack(wallet, part.id));
      expect(await expiredSeqs(wallet)).toEqual([]);

      const other = await world.wallet();
      await till.ledger.post(reward(other, 100));
      const { entry: whole } = await till.ledger.post(reward(other, 50));
      await till.ledger.post(takeBack(other, whole.id));
      expect(await expiredSeqs(other)).toEqual([1]);
    });

    test("not when it was spent and points that came in later lapsed with its lot", async () => {
      const wallet = await world.wallet();
      await till.ledger.post(world.commands.reward(wallet, 100));
      await till.ledger.post(world.commands.redeem(wallet, 100));
      await till.ledger.post(world.commands.adjust(wallet, 100));
      expect(await expiredSeqs(wallet)).toEqual([]);
    });

    test("not before its lot has lapsed", async () => {
      const wallet = await world.walletWith(till.ledger, 100);
      const { entries } = await walletHistory(database.pool, { walletId: wallet.id });
      expect(entries[0]?.isExpired).toBe(false);
    });
  });
});

describe("a branch's day", () => {
  test("lists its entries newest first by cursor, those of one moment included", async () => {
    const branch = world.otherBranch;
    const at = { branchId: branch.id, branchMsisdn: branch.msisdn };
    const cashier = await createUser(database.pool, { name: "Aya" });
    const start = new Date("2027-01-10T10:00:00Z");
    clock.set(start);
    const wallets = [await world.wallet(), await world.wallet()];
    const ids: number[] = [];
    for (const wallet of wallets) {
      const actor = world.actor(at);
      ids.push((await till.ledger.post(world.commands.reward(wallet, 100, { actor }))).entry.id);
      const other = world.actor({ ...at, userId: cashier });
      ids.push((await till.ledger.post(world.commands.redeem(wallet, 30, { actor: other }))).entry.id);
    }
    clock.set(START);
    const filter = { from: start, until: new Date(start.getTime() + DAY) };

    const listed: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await branchHistory(database.pool, { branchId: branch.id, filter, limit: 3, cursor });
      listed.push(...page.entries.map(({ entry }) => entry.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(listed).toEqual(ids.reverse());
  });
});

describe("look-alikes", () => {
  test("are entries of one wallet, branch, kind and amount within 60 seconds of each other", async () => {
    const wallet = await world.wallet();
    const post = async (value: number, afterSeconds: number, branch = world.branch) => {
      clock.set(new Date(START.getTime() + afterSeconds * SECOND));
      const actor = world.actor({ branchId: branch.id, branchMsisdn: branch.msisdn });
      return (await till.ledger.post(world.commands.reward(wallet, value, { actor }))).entry.id;
    };
    const first = await post(10, 0);
    await post(11, 1);
    await post(10, 2, world.otherBranch);
    const second = await post(10, 60);
    const third = await post(10, 119);
    await post(10, 180);
    const cancelled = await post(10, 200);
    await till.ledger.post(world.commands.cancel(wallet, cancelled));
    const alone = await post(20, 300);
    expect(alone).toBeGreaterThan(cancelled);
    clock.set(START);

    const found = await lookAlikes(database.pool, { walletId: wallet.id, ...day, limit: 3 });
    expect(found).toMatchObject({ count: 1, groups: [{ count: 3 }] });
    expect(idsOf(found)).toEqual([[first, second, third]]);
    const atBranch = await lookAlikes(database.pool, {
      branchId: world.branch.id,
      walletId: wallet.id,
      ...day,
      limit: 3,
    });
    expect(atBranch).toEqual(found);
    const elsewhere = { branchId: world.otherBranch.id, ...day, limit: 3 };
    expect(await lookAlikes(database.pool, elsewhere)).toEqual({ count: 0, groups: [] });
  });

  test("come newest first, no more groups than wanted and ten entries of each, and all are counted", async () => {
    const wallet = await world.wallet();
    const post = async (value: number, afterSeconds: number) => {
      clock.set(new Date(START.getTime() + afterSeconds * SECOND));
      return (await till.ledger.post(world.commands.reward(wallet, value))).entry.id;
    };
    const early = [await post(10, 0), await post(10, 1)];
    const middle = [await post(30, 200), await post(30, 201)];
    const late = [];
    for (let second = 0; second < 12; second += 1) late.push(await post(20, 400 + second));
    clock.set(START);
    const wanted = { walletId: wallet.id, ...day };
    const two = await lookAlikes(database.pool, { ...wanted, limit: 2 });
    expect(two).toMatchObject({ count: 3, groups: [{ count: 12 }, { count: 2 }] });
    expect(idsOf(two)).toEqual([late.slice(0, 10), middle]);
    expect(idsOf(await lookAlikes(database.pool, { ...wanted, limit: 9 }))).toEqual([
      late.slice(0, 10),
      middle,
      early,
    ]);
  });

  const idsOf = ({ groups }: Awaited<ReturnType<typeof lookAlikes>>) =>
    groups.map(({ entries }) => entries.map(({ entry }) => entry.id));
});

describe("a wallet", () => {
  test("is read by code and by id with its lots, soonest first, and how its PIN stands, never the hash", async () => {
    const wallet = await world.wallet({ hasPin: true, name: "Mona" });
    await till.ledger.post(world.commands.reward(wallet, 100));
    clock.set(new Date(START.getTime() + 30 * DAY));
    await till.ledger.post(world.commands.reward(wallet, 50));
    clock.set(START);
    const details = await readWallet(database.pool, { walletCode: wallet.walletCode }, AT);
    expect(details).toMatchObject({
      id: wallet.id,
      balance: 150,
      accumulated: 150,
      hasPin: true,
      profile: { name: "Mona", nid: null },
      segment: { rewardFactor: "1", redeemFactor: "1" },
      lastSeq: 2,
      lots: [
        { expiresOn: "2026-04-30", points: 100 },
        { expiresOn: "2026-05-31", points: 50 },
      ],
      pin: { kind: "set", failedInRow: 0 },
    });
    expect(await readWallet(database.pool, { id: wallet.id }, AT)).toEqual(details);
    expect(JSON.stringify(details)).not.toContain("not looked at");
  });

  test("says until when its PIN is locked", async () => {
    const wallet = await world.wallet({ hasPin: true });
    const lock = (until: string) =>
      database.pool.query("UPDATE wallet_pin SET locked_until = $2 WHERE wallet_id = $1", [wallet.id, until]);
    const pin = async () => (await readWallet(database.pool, { id: wallet.id }, AT))?.pin;
    await lock("2026-03-10T10:00:01Z");
    expect(await pin()).toMatchObject({ kind: "locked", until: new Date("2026-03-10T10:00:01Z") });
    await lock("2026-03-10T10:00:00Z");
    expect(await pin()).toMatchObject({ kind: "set" });
    await lock("9999-12-31T00:00:00Z");
    expect(await pin()).toMatchObject({ kind: "locked", until: null });
  });

  test("is found by mobile number, with all others of that number", async () => {
    const contactMsisdn = "+201119999999";
    const wallets = [await world.wallet({ contactMsisdn }), await world.wallet({ contactMsisdn })];
    const found = await findWalletsByMsisdn(database.pool, contactMsisdn, AT);
    expect(found.map(({ id }) => id)).toEqual(wallets.map(({ id }) => id));
    expect(found[0]?.pin).toEqual({ kind: "none" });
    expect(await findWalletsByMsisdn(database.pool, "+201118888888", AT)).toEqual([]);
  });

  test("that does not exist is null", async () => {
    expect(await readWallet(database.pool, { walletCode: "nobody" }, AT)).toBeNull();
  });
});
