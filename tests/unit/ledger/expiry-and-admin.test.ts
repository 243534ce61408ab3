import { describe, expect, test } from "vitest";
import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import {
  adjust,
  aSegment,
  aWallet,
  Book,
  cancel,
  expire,
  redeem,
  refund,
  release,
  reward,
  TILL,
  transfer,
} from "./build";

const APRIL = "2026-04-30";
const MAY = "2026-05-31";
const LOT = "2028-01-31";
/** The first moment of May in Cairo, where summer time has begun. */
const MAY_DAY = "2026-04-30T21:00:00Z";

describe("points that have lapsed", () => {
  const twoLots = () =>
    new Book({ wallets: [aWallet({ lots: { [APRIL]: 30, [MAY]: 50 }, accumulated: 80 })] });

  test("are written off by the daily sweep, one entry a lot, soonest first, and no second time", () => {
    const book = twoLots();
    expect(book.at("2026-04-30T20:59:59.999Z").run(expire()).decision).toEqual({ kind: "nothing" });
    const { written } = book.at("2026-05-31T21:00:00Z").run(expire());
    expect(written.map(({ entry }) => entry)).toMatchObject([
      { seq: 1, logTypeId: 5, amount: 30, pointsDelta: -30, balanceAfter: 50, expiresOn: APRIL },
      { seq: 2, logTypeId: 5, amount: 50, pointsDelta: -50, balanceAfter: 0, expiresOn: MAY },
    ]);
    expect(written.map(({ posting }) => posting.lapsedLot)).toEqual([APRIL, MAY]);
    expect(book.wallet()).toMatchObject({ balance: 0, accumulated: 80, redeemed: 0 });
    expect(book.run(expire()).decision).toEqual({ kind: "nothing" });
    expect(book.log).toHaveLength(2);
  });

  test("can be spent on their last day and are gone the day after", () => {
    expect(twoLots().at("2026-04-30T20:59:59.999Z").post(redeem(80)).balanceAfter).toBe(0);
    const book = twoLots().at(MAY_DAY);
    expect(book.refusal(redeem(51))).toBe(1301);
    // The refused redemption wrote nothing, not even the expiry; the next one writes both.
    expect(book.log).toEqual([]);
    expect(book.post(redeem(50))).toMatchObject({ seq: 2, balanceAfter: 0 });
    expect(book.log).toMatchObject([{ logTypeId: 5, amount: 30, balanceAfter: 50 }, { logTypeId: 1 }]);
  });

  test("at the end of a month whose last hour comes twice last through both", () => {
    const ending = () => new Book({ wallets: [aWallet({ lots: { "2030-10-31": 30 }, accumulated: 30 })] });
    for (const moment of ["2030-10-31T20:30:00Z", "2030-10-31T21:59:59.999Z"]) {
      expect(ending().at(moment).run(expire()).decision).toEqual({ kind: "nothing" });
      expect(ending().at(moment).post(redeem(30)).balanceAfter).toBe(0);
      expect(ending().at(moment).post(reward(1)).expiresOn).toBe("2032-10-31");
    }
    const book = ending().at("2030-10-31T22:00:00Z");
    expect(book.run(expire()).written.map(({ entry }) => entry)).toMatchObject([
      { logTypeId: 5, amount: 30 },
    ]);
    expect(book.post(reward(1)).expiresOn).toBe("2032-11-30");
  });

  test("are written off by the system: no branch, no reference, no invoice of the request that came upon them", () => {
    const book = twoLots().at(MAY_DAY);
    book.post(reward(1, { externalLogId: "A-1", invoiceNumber: "INV-1", comment: "thanks" }));
    expect(book.log[0]).toMatchObject({
      logTypeId: 5,
      channelId: 8,
      merchantId: null,
      branchId: null,
      branchMsisdn: null,
      externalLogId: "",
      invoiceNumber: null,
      comment: null,
    });
    expect(book.log[1]).toMatchObject({ logTypeId: 2, channelId: 1, externalLogId: "A-1", seq: 2 });
  });

  test("are valued at what they would have paid for", () => {
    const book = new Book({
      wallets: [aWallet({ lots: { [APRIL]: 31 }, segment: aSegment({ redeemFactor: "2" }) })],
    });
    expect(book.at(MAY_DAY).post(expire())).toMatchObject({ amount: 31, amountValue: 15_50n, factor: "2" });
  });

  test("go before any other command too, on both sides of a transfer", () => {
    const wallets = () => [
      aWallet({ lots: { [APRIL]: 30, [MAY]: 50 }, suspended: 5 }),
      aWallet({ id: 2, walletCode: "W2", lots: { [APRIL]: 7 } }),
    ];
    const commands = [reward(1), redeem(1), adjust("up", 1), adjust("down", 1), release(1)];
    for (const command of commands) {
      const book = new Book({ wallets: wallets(), now: MAY_DAY });
      book.post(command);
      expect(book.log.map(({ logTypeId }) => logTypeId)[0]).toBe(5);
    }
    const book = new Book({ wallets: wallets(), now: MAY_DAY });
    book.post(transfer("W2", { points: 50 }));
    expect(book.log.map(({ walletId, logTypeId }) => [walletId, logTypeId])).toEqual([
      [1, 5],
      [2, 5],
      [1, 8],
      [2, 9],
    ]);
    expect(book.wallet("W2").balance).toBe(50);
  });

  test("of a redemption and of a reward are gone before these are given back or undone", () => {
    const wallet = aWallet({ lots: { [APRIL]: 30 } });
    const book = new Book({
      wallets: [wallet],
      now: "2026-04-30T10:00:00Z",
      programme: { pointsValidityMonths: 1 },
    });
    const spent = book.post(redeem(10));
    book.at(MAY_DAY).post(refund(spent.id, { points: 4 }));
    expect(book.log.at(-2)).toMatchObject({ logTypeId: 5, amount: 20 });
    expect(book.lots()).toEqual({ [MAY]: 4 });
    const earned = book.post(reward(9));
    book.setProgramme({ cancelWindowBusinessDays: 90 });
    book.at("2026-07-01T10:00:00Z").post(cancel(earned.id));
    expect(book.wallet()).toMatchObject({ balance: -9, accumulated: 0 });
  });

  test("that are owed are none: a wallet in debt has nothing to lapse", () => {
    const book = new Book({ wallets: [aWallet({ balance: -30 })] });
    expect(book.at("2099-01-01T00:00:00Z").run(expire()).decision).toEqual({ kind: "nothing" });
  });
});

describe("an adjustment", () => {
  const wallet = () =>
    aWallet({
      lots: { [APRIL]: 30 },
      suspended: 20,
      accumulated: 30,
      segment: aSegment({ redeemFactor: "2" }),
    });

  test("up adds points that can be spent and lapse as if rewarded today, but are no lifetime points", () => {
    const book = new Book({ wallets: [wallet()] });
    expect(book.post(adjust("up", 11, { comment: "goodwill" }))).toMatchObject({
      logTypeId: 6,
      amount: 11,
      pointsDelta: 11,
      suspendedDelta: 0,
      amountValue: 5_50n,
      factor: "2",
      balanceAfter: 41,
      accumulatedAfter: 30,
      redeemedAfter: 0,
      comment: "goodwill",
    });
    expect(book.lots()).toEqual({ [APRIL]: 30, [LOT]: 11 });
  });

  test("up repays a debt first", () => {
    const book = new Book({ wallets: [aWallet({ balance: -5 })] });
    expect(book.post(adjust("up", 8)).balanceAfter).toBe(3);
    expect(book.lots()).toEqual({ [LOT]: 3 });
  });

  test("down takes points, never more than there are, and is no redemption", () => {
    const book = new Book({ wallets: [wallet()] });
    expect(book.refusal(adjust("down", 31))).toBe(1301);
    expect(book.post(adjust("down", 30))).toMatchObject({
      logTypeId: 7,
      pointsDelta: -30,
      balanceAfter: 0,
      redeemedAfter: 0,
    });
    expect(new Book({ wallets: [aWallet({ balance: -5 })] }).refusal(adjust("down", 1))).toBe(1301);
  });

  test("of suspended points leaves the spendable ones and the lots alone", () => {
    const book = new Book({ wallets: [wallet()] });
    const suspended = { pocket: "suspended" } as const;
    expect(book.post(adjust("up", 5, suspended))).toMatchObject({
      amount: 5,
      pointsDelta: 0,
      suspendedDelta: 5,
      suspendedAfter: 25,
      balanceAfter: 30,
      lotMoves: [],
    });
    expect(book.refusal(adjust("down", 26, suspended))).toBe(1301);
    expect(book.post(adjust("down", 25, suspended))).toMatchObject({
      amount: 25,
      suspendedDelta: -25,
      suspendedAfter: 0,
    });
    expect(book.lots()).toEqual({ [APRIL]: 30 });
  });

  test("has the limits of any entry and of any wallet", () => {
    const book = new Book({ programme: { pointsPerEntryMax: 100, balanceMax: 90 }, wallets: [wallet()] });
    expect(book.refusal(adjust("up", 101))).toEqual([1304, { max: 100 }]);
    expect(book.refusal(adjust("down", 101))).toEqual([1304, { max: 100 }]);
    expect(book.refusal(adjust("up", 41))).toEqual([1304, { max: 40 }]);
    expect(book.post(adjust("up", 40)).balanceAfter).toBe(70);
  });
});

describe("a release", () => {
  test("makes suspended points spendable, in a lot of today's", () => {
    const book = new Book({ wallets: [aWallet({ suspended: 20 })] });
    expect(book.post(release(15))).toMatchObject({
      logTypeId: 10,
      amount: 15,
      pointsDelta: 15,
      suspendedDelta: -15,
      balanceAfter: 15,
      suspendedAfter: 5,
      accumulatedAfter: 0,
    });
    expect(book.lots()).toEqual({ [LOT]: 15 });
  });

  test("never makes more than there are, and is never refused for the most a wallet may hold", () => {
    const book = new Book({ programme: { balanceMax: 10 }, wallets: [aWallet({ suspended: 20 })] });
    expect(book.refusal(release(21))).toBe(1301);
    expect(book.wallet()).toMatchObject({ balance: 0, suspended: 20 });
    expect(book.post(release(20)).balanceAfter).toBe(20);
  });
});

describe("a transfer", () => {
  const two = () => [
    aWallet({ lots: { [APRIL]: 30, [MAY]: 50 }, suspended: 9, accumulated: 200, redeemed: 120 }),
    aWallet({
      id: 2,
      walletCode: "W2",
      lots: { [MAY]: 5 },
      accumulated: 7,
      redeemed: 2,
      segment: aSegment({ versionId: 2, redeemFactor: "2" }),
    }),
  ];

  test("moves points with their last days, soonest first, in two entries of one act", () => {
    const book = new Book({ wallets: two() });
    const { written } = book.run(transfer("W2", { points: 41, actor: TILL, comment: "family" }));
    expect(written.map(({ entry }) => entry)).toMatchObject([
      {
        walletId: 1,
        seq: 1,
        logTypeId: 8,
        amount: 41,
        pointsDelta: -41,
        amountValue: 41_00n,
        factor: "1",
        balanceAfter: 39,
        accumulatedAfter: 200,
        redeemedAfter: 120,
        suspendedAfter: 9,
        comment: "family",
      },
      {
        walletId: 2,
        seq: 1,
        logTypeId: 9,
        amount: 41,
        pointsDelta: 41,
        amountValue: 20_50n,
        factor: "2",
        balanceAfter: 46,
        accumulatedAfter: 7,
        redeemedAfter: 2,
        suspendedAfter: 0,
        comment: "family",
      },
    ]);
    expect(book.lots("W1")).toEqual({ [MAY]: 39 });
    expect(book.lots("W2")).toEqual({ [APRIL]: 30, [MAY]: 16 });
    expect(Object.is(written[0]?.entry.suspendedDelta, 0)).toBe(true);
  });

  test("of everything is a merge: suspended points and lifetime totals go too, and nothing stays", () => {
    const book = new Book({ wallets: two() });
    book.post(transfer("W2"));
    expect(book.wallet("W1")).toMatchObject({ balance: 0, accumulated: 0, redeemed: 0, suspended: 0 });
    expect(book.wallet("W2")).toMatchObject({ balance: 85, accumulated: 207, redeemed: 122, suspended: 9 });
    expect(book.lots("W1")).toEqual({});
    expect(book.lots("W2")).toEqual({ [APRIL]: 30, [MAY]: 55 });
  });

  test.each([
    [{}, "posted"],
    [{ version: 2 }, "stale"],
    [{ toVersion: 2 }, "stale"],
    [{ pointsMax: 88 }, "stale"],
  ])("of everything, of wallets that its caller saw otherwise by %j, is %s", (other, kind) => {
    const book = new Book({ wallets: two().map((wallet) => ({ ...wallet, version: 1 })) });
    const expects = { version: 1, toVersion: 1, pointsMax: 89, ...other };
    expect(book.decide(transfer("W2", { expects })).kind).toBe(kind);
  });

  test("of everything is not carried out once the other wallet spends a parent's points", () => {
    const [one, other] = two().map((wallet) => ({ ...wallet, version: 1 }));
    const wallets = [one, { ...other, poolWalletId: 9 }] as WalletState[];
    const expects = { version: 1, toVersion: 1, pointsMax: 89 };
    expect(new Book({ wallets }).decide(transfer("W2", { expects })).kind).toBe("stale");
  });

  test("of everything moves the other wallet up when the lifetime points that it brings reach a segment", () => {
    const gold = aSegment({ versionId: 2, segmentId: 2, value: 1_000 });
    const other = aWallet({ id: 2, walletCode: "W2", accumulated: 600 });
    const wallets = [aWallet({ lots: { [APRIL]: 400 }, accumulated: 400 }), other];
    const book = new Book({ wallets, segments: [aSegment(), gold] });
    book.post(transfer("W2", { points: 100 }));
    expect(book.wallet("W2")).toMatchObject({ accumulated: 600, segment: { versionId: 1 } });
    book.post(transfer("W2"));
    expect(book.wallet("W2")).toMatchObject({ accumulated: 1_000, segment: { versionId: 2 } });
    expect(book.log.at(-1)).toMatchObject({ logTypeId: 9, segmentVersionId: 2 });
  });

  test("of everything works on an empty wallet, whose history counts", () => {
    const book = new Book({
      wallets: [aWallet({ accumulated: 3, redeemed: 3 }), aWallet({ id: 2, walletCode: "W2" })],
    });
    expect(book.post(transfer("W2"))).toMatchObject({ amount: 0, balanceAfter: 0 });
    expect(book.wallet("W2")).toMatchObject({ accumulated: 3, redeemed: 3 });
    for (const { pointsDelta, suspendedDelta } of book.log) {
      expect(Object.is(pointsDelta, 0) && Object.is(suspendedDelta, 0)).toBe(true);
    }
  });

  test("repays the debt of the wallet it goes to", () => {
    const book = new Book({
      wallets: [aWallet({ lots: { [APRIL]: 30 } }), aWallet({ id: 2, walletCode: "W2", balance: -20 })],
    });
    book.post(transfer("W2", { points: 25 }));
    expect(book.wallet("W2").balance).toBe(5);
    expect(book.lots("W2")).toEqual({ [APRIL]: 5 });
  });

  test("never moves more than there is, and a debt cannot be handed on", () => {
    expect(new Book({ wallets: two() }).refusal(transfer("W2", { points: 81 }))).toBe(1301);
    const debtor = new Book({ wallets: [aWallet({ balance: -1 }), aWallet({ id: 2, walletCode: "W2" })] });
    expect(debtor.refusal(transfer("W2"))).toBe(1301);
    expect(debtor.refusal(transfer("W2", { points: 1 }))).toBe(1301);
    expect(debtor.log).toEqual([]);
  });

  test("needs another wallet that exists", () => {
    const book = new Book({ wallets: two() });
    expect(book.refusal(transfer("W9", { points: 1 }))).toBe(1201);
    expect(book.refusal(transfer("W1", { points: 1 }))).toBe(1201);
    expect(book.refusal(transfer("W1"))).toBe(1201);
  });

  test("beyond the most the other wallet may hold is refused with what would still fit", () => {
    const book = new Book({ programme: { balanceMax: 100 }, wallets: two() });
    book.wallet("W2").balance = 70;
    expect(book.refusal(transfer("W2", { points: 31 }))).toEqual([1304, { max: 30 }]);
  });
});
