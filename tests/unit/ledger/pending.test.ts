import { describe, expect, test } from "vitest";
import { inUnits } from "@/lib/platform/money";
import {
  adjust,
  aPin,
  aSegment,
  aWallet,
  Book,
  cancel,
  capture,
  expire,
  FOREIGN_TILL,
  hold,
  key,
  OPERATOR,
  redeem,
  refund,
  release,
  releaseHold,
  reward,
  takeBack,
  transfer,
} from "./build";

const FEBRUARY = "2026-02-28";
const MAY = "2026-05-31";
/** Where rewards of January 2026 go that are valid for 24 months. */
const OWN = "2028-01-31";

const ripening = (days: number, more: ConstructorParameters<typeof Book>[0] = {}) =>
  new Book({ ...more, programme: { ripeningDays: days, ...more.programme } });

describe("a reward that ripens", () => {
  test("is earned at once and cannot be spent before its day", () => {
    const book = ripening(7);
    expect(book.post(reward(100))).toMatchObject({
      logTypeId: 2,
      amount: 100,
      pointsDelta: 0,
      suspendedDelta: 100,
      balanceAfter: 0,
      accumulatedAfter: 100,
      suspendedAfter: 100,
      lotMoves: [],
      expiresOn: OWN,
    });
    book.at("2026-01-21T21:59:59Z");
    expect(book.refusal(redeem(1))).toBe(1301);
    expect(book.run(expire()).decision.kind).toBe("nothing");
  });

  test("is released by the system before the first movement of its day, to the lot it was earned for", () => {
    const book = ripening(7);
    const { id } = book.post(reward(100));
    // Midnight in Cairo.
    const { written } = book.at("2026-01-21T22:00:00Z").run(redeem(40));
    expect(written.map(({ entry }) => entry)).toMatchObject([
      {
        logTypeId: 10,
        channelId: 8,
        branchId: null,
        merchantId: null,
        pointsDelta: 100,
        suspendedDelta: -100,
        relatedEntryId: id,
        lotMoves: [{ lot: OWN, points: 100 }],
      },
      { logTypeId: 1, pointsDelta: -40, balanceAfter: 60, suspendedAfter: 0 },
    ]);
    expect(book.run(expire()).decision.kind).toBe("nothing");
  });

  test("goes by its merchant's days, and by the programme's where that has none", () => {
    const book = ripening(7, { programme: { ripeningDaysByMerchant: new Map([[2, 0]]) } });
    expect(book.post(reward(10, { actor: FOREIGN_TILL }))).toMatchObject({
      pointsDelta: 10,
      suspendedDelta: 0,
    });
    expect(book.post(reward(10))).toMatchObject({ pointsDelta: 0, suspendedDelta: 10 });
    expect(book.post(reward(10, { actor: OPERATOR }))).toMatchObject({ pointsDelta: 0, suspendedDelta: 10 });
  });

  test("lapses with its lot even where it would ripen later", () => {
    const book = ripening(90, { programme: { pointsValidityMonths: 1, ripeningDays: 90 } });
    const { id } = book.post(reward(100));
    const { written } = book.at("2026-03-01T10:00:00Z").run(expire());
    expect(written.map(({ entry }) => [entry.logTypeId, entry.pointsDelta, entry.relatedEntryId])).toEqual([
      [10, 100, id],
      [5, -100, null],
    ]);
    expect(book.wallet()).toMatchObject({ balance: 0, suspended: 0, accumulated: 100 });
  });

  test("ripens after those of earlier days, and of one day in the order in which they were earned", () => {
    const of = (entryId: number, ripensOn: string) => ({ entryId, points: 1, ripensOn, expiresOn: OWN });
    const pending = new Map(
      [of(3, "2026-01-10"), of(7, "2026-01-09"), of(2, "2026-01-10")].map((one) => [one.entryId, one]),
    );
    const book = new Book({ wallets: [aWallet({ suspended: 3, pending })] });
    book.run(expire());
    expect(book.log.map(({ relatedEntryId }) => relatedEntryId)).toEqual([7, 2, 3]);
  });

  test("that has ripened is taken back from its own lot, even a single point, before those that lapse sooner", () => {
    const book = ripening(1, { wallets: [aWallet({ lots: { [MAY]: 5 } })] });
    const { id } = book.post(reward(1));
    book.at("2026-01-17T10:00:00Z");
    book.post(takeBack(id));
    expect(book.lots()).toEqual({ [MAY]: 5 });
  });

  test("repays a debt first", () => {
    const book = ripening(0, { wallets: [aWallet({ lots: {}, accumulated: 0 })] });
    const first = book.post(reward(100));
    book.post(redeem(80));
    book.setProgramme({ ripeningDays: 1 });
    book.post(reward(50));
    book.post(cancel(first.id));
    expect(book.wallet().balance).toBe(-80);
    const [ripe] = book.at("2026-01-17T10:00:00Z").run(expire()).written;
    expect(ripe?.entry).toMatchObject({
      pointsDelta: 50,
      balanceAfter: -30,
      lotMoves: [{ lot: null, points: 50 }],
    });
  });

  test("of no points has nothing to ripen", () => {
    const book = ripening(7, { wallets: [aWallet({ segment: aSegment({ rewardFactor: "0" }) })] });
    expect(book.post(reward(10))).toMatchObject({ amount: 0, suspendedDelta: 0, expiresOn: null });
    expect(book.wallet().pending.size).toBe(0);
  });

  test("is cancelled out of the suspended points, and out of the balance once it has ripened", () => {
    const book = ripening(2);
    const [first, second] = [book.post(reward(100)), book.post(reward(30))];
    expect(book.post(cancel(first.id))).toMatchObject({
      amount: 100,
      pointsDelta: 0,
      suspendedDelta: -100,
      accumulatedAfter: 30,
      lotMoves: [],
    });
    book.setProgramme({ cancelWindowBusinessDays: 5 });
    book.at("2026-01-17T10:00:00Z");
    const { written } = book.run(cancel(second.id));
    expect(written.at(-1)?.posting.aside).toBeUndefined();
    expect(written.at(-1)?.entry).toMatchObject({
      pointsDelta: -30,
      suspendedDelta: 0,
      accumulatedAfter: 0,
      balanceAfter: 0,
      lotMoves: [{ lot: OWN, points: -30 }],
    });
    expect(book.run(expire()).decision.kind).toBe("nothing");
  });

  test("is taken back before anything that can be spent, also where no debt is allowed", () => {
    const book = ripening(7, { programme: { cancelledRewardPolicy: "refuse", ripeningDays: 7 } });
    const { id } = book.post(reward(100));
    expect(book.post(takeBack(id, { points: 40 }))).toMatchObject({ suspendedDelta: -40, pointsDelta: 0 });
    book.at("2026-01-22T10:00:00Z");
    expect(book.post(redeem(50)).balanceAfter).toBe(10);
    expect(book.refusal(takeBack(id))).toBe(1415);
    book.setProgramme({ cancelledRewardPolicy: "negative" });
    expect(book.post(takeBack(id))).toMatchObject({ pointsDelta: -60, suspendedDelta: 0, balanceAfter: -50 });
  });

  test("is taken back to its last single point before anything that can be spent", () => {
    const book = ripening(7, { wallets: [aWallet({ lots: { [MAY]: 5 } })] });
    const { id } = book.post(reward(3));
    book.post(takeBack(id, { points: 2 }));
    expect(book.post(takeBack(id))).toMatchObject({ suspendedDelta: -1, pointsDelta: 0, balanceAfter: 5 });
  });

  test("is not released or taken by an administrator, who has what was suspended by hand", () => {
    const book = ripening(7);
    book.post(reward(100));
    book.post(adjust("up", 5, { pocket: "suspended" }));
    expect(book.refusal(release(6))).toBe(1301);
    expect(book.refusal(adjust("down", 6, { pocket: "suspended" }))).toBe(1301);
    book.post(release(5));
    expect(book.wallet()).toMatchObject({ balance: 5, suspended: 100 });
  });

  test("is the new wallet's to spend when its wallet is merged", () => {
    const book = ripening(7, { wallets: [aWallet(), aWallet({ id: 2, walletCode: "W2" })] });
    book.post(reward(100));
    book.post(transfer("W2"));
    expect(book.wallet("W2")).toMatchObject({ balance: 100, suspended: 0, accumulated: 100 });
    expect(book.wallet()).toMatchObject({ balance: 0, suspended: 0, statusId: 6 });
  });
});

/** A book whose wallet has 30 points in February's lot and 100 in May's, and a hold of 50 points. */
function held(more: ConstructorParameters<typeof Book>[0] = {}, minutes = 30) {
  const book = new Book({ wallets: [aWallet({ lots: { [FEBRUARY]: 30, [MAY]: 100 } })], ...more });
  return { book, ...book.post(hold({ points: 50, minutes })) };
}

describe("the most a wallet may hold", () => {
  test("counts points when they are promised, so that they always arrive", () => {
    const book = ripening(7, { programme: { balanceMax: 100 } });
    book.post(reward(100));
    expect(book.refusal(reward(1))).toEqual([1304, { max: 0 }]);
    expect(book.refusal(adjust("up", 1))).toEqual([1304, { max: 0 }]);
    expect(book.refusal(adjust("up", 1, { pocket: "suspended" }))).toEqual([1304, { max: 0 }]);
    book.at("2026-01-22T10:00:00Z");
    expect(book.post(redeem(30)).balanceAfter).toBe(70);
  });

  test("counts what is held for an order, and refuses neither its capture nor its release", () => {
    const wallets = [aWallet({ lots: { [OWN]: 70 } })];
    const book = new Book({ programme: { balanceMax: 100 }, wallets });
    const [first, second] = [book.post(hold({ points: 40 })), book.post(hold({ points: 30 }))];
    expect(book.refusal(reward(31))).toEqual([1304, { max: 30 }]);
    book.post(reward(30));
    book.setProgramme({ balanceMax: 1 });
    expect(book.post(capture(first.id, { points: 10 })).balanceAfter).toBe(60);
    expect(book.post(releaseHold(second.id)).balanceAfter).toBe(90);
  });

  test("counts what was suspended by hand, and what a merge brings aside with the rest", () => {
    const wallets = [
      aWallet({ lots: { [OWN]: 10 }, suspended: 50 }),
      aWallet({ id: 2, walletCode: "W2", lots: { [OWN]: 20 }, suspended: 30 }),
    ];
    const two = ripening(0, { programme: { balanceMax: 100 }, wallets });
    expect(two.refusal(transfer("W2"))).toEqual([1304, { max: 50 }]);
    expect(two.refusal(reward(41))).toEqual([1304, { max: 40 }]);
    two.post(adjust("down", 10, { pocket: "suspended" }));
    two.post(transfer("W2"));
    expect(two.wallet("W2")).toMatchObject({ balance: 30, suspended: 70 });
  });
});

describe("a hold", () => {
  test("sets aside the points that lapse soonest, by points or by the amount that will be paid", () => {
    const { book, ...entry } = held();
    expect(entry).toMatchObject({
      logTypeId: 12,
      amount: 50,
      pointsDelta: -50,
      suspendedDelta: 50,
      redeemedAfter: 0,
      balanceAfter: 80,
      lotMoves: [
        { lot: FEBRUARY, points: -30 },
        { lot: MAY, points: -20 },
      ],
    });
    expect(book.post(hold({ value: 12.5 }))).toMatchObject({ amount: 13, amountValue: 12_50n });
    const both = held().book.post(hold({ points: 13, value: 12.5 }));
    expect(both).toMatchObject({ amount: 13, amountValue: 12_50n });
    expect(book.refusal(redeem(68))).toBe(1301);
    expect(book.post(redeem(67)).balanceAfter).toBe(0);
  });

  test("is refused as paying the same would be", () => {
    const segment = aSegment({ redeemFactor: "2", redeemThreshold: 50 });
    const wallet = aWallet({ lots: { [MAY]: 60 }, segment });
    const book = new Book({ wallets: [wallet] });
    expect(book.refusal(hold({ points: 61 }))).toBe(1301);
    expect(book.refusal(hold({ points: 10, value: 10 }))).toBe(1405);
    book.post(hold({ value: 10 }));
    expect(book.refusal(hold({ points: 1 }))).toEqual([1302, { min: 50 }]);
    book.wallet().redemptionEnabled = false;
    expect(book.refusal(hold({ points: 1 }))).toBe(1306);
    expect(
      new Book({ wallets: [aWallet({ lots: { [MAY]: 9 } })], programme: { pointsPerEntryMax: 5 } }).refusal(
        hold({ points: 6 }),
      ),
    ).toEqual([1304, { max: 5 }]);
  });

  test("asks for the PIN by what its points are worth, and counts a wrong one", () => {
    const book = new Book({
      wallets: [aWallet({ lots: { [MAY]: 100 }, pin: aPin(), segment: aSegment({ redeemFactor: "2" }) })],
      programme: { pinPolicy: "above", pinAboveValue: 20 },
    });
    expect(book.post(hold({ points: 40 })).amountValue).toBe(20_00n);
    for (const asked of [{ points: 42 }, { value: 20.01 }]) expect(book.refusal(hold(asked))).toBe(1310);
    expect(book.refusal(hold({ points: 42, pin: { kind: "checked", pinVersion: 1, correct: false } }))).toBe(
      1311,
    );
    expect(book.wallet().pin?.failedInRow).toBe(1);
    expect(
      book.post(hold({ points: 42, pin: { kind: "checked", pinVersion: 1, correct: true } })).amount,
    ).toBe(42);
  });

  test("that is captured as a whole is redeemed", () => {
    const { book, id } = held();
    expect(book.post(capture(id))).toMatchObject({
      logTypeId: 1,
      amount: 50,
      pointsDelta: 0,
      suspendedDelta: -50,
      amountValue: 50_00n,
      redeemedAfter: 50,
      balanceAfter: 80,
      suspendedAfter: 0,
      relatedEntryId: id,
    });
    expect(book.lots()).toEqual({ [MAY]: 80 });
  });

  test("that is captured in part gives the rest back to the lots it came from", () => {
    const { book, id } = held();
    const early = held();
    expect(early.book.post(capture(early.id, { points: 10 })).lotMoves).toEqual([
      { lot: FEBRUARY, points: 10, from: FEBRUARY },
      { lot: FEBRUARY, points: -10 },
      { lot: FEBRUARY, points: 20, from: FEBRUARY },
      { lot: MAY, points: 20, from: MAY },
    ]);
    const partly = book.post(capture(id, { points: 35 }));
    expect(book.wallet().holds.get(id)).toMatchObject({ state: "captured", endedByEntryId: partly.id });
    expect(partly).toMatchObject({
      amount: 35,
      pointsDelta: 15,
      suspendedDelta: -50,
      amountValue: 35_00n,
      redeemedAfter: 35,
      balanceAfter: 95,
    });
    expect(book.lots()).toEqual({ [MAY]: 95 });
    const byValue = held();
    expect(byValue.book.post(capture(byValue.id, { value: 12.5 }))).toMatchObject({
      amount: 13,
      amountValue: 12_50n,
    });
    expect(byValue.book.lots()).toEqual({ [FEBRUARY]: 17, [MAY]: 100 });
    const byBoth = held();
    expect(byBoth.book.post(capture(byBoth.id, { points: 13, value: 12.5 })).amountValue).toBe(12_50n);
  });

  test.each([
    ["of an amount", { value: 12.5 }, { points: 13 }, 12_50n],
    ["of points and an amount", { points: 12, value: 12.5 }, { points: 12 }, 12_50n],
    ["for a little less money", { value: 12.5 }, { value: 12.1 }, 12_10n],
    ["for its points and a little less money", { value: 12.5 }, { points: 13, value: 12.1 }, 12_10n],
    ["for its points and its own amount", { points: 12, value: 12.5 }, { points: 12, value: 12.5 }, 12_50n],
    ["for its points and a little more money", { value: 12.5 }, { points: 13, value: 12.9 }, 12_50n],
  ])(
    "%s is captured as a whole for money that rounds to its points, never for more than it held",
    (_what, asked, part, money) => {
      const { book } = held();
      const { id, amount } = book.post(hold(asked));
      expect(book.post(capture(id, part))).toMatchObject({ amount, amountValue: money, pointsDelta: 0 });
    },
  );

  test("of a single point is captured, refunded and cancelled like any other", () => {
    const { book } = held();
    const one = () => book.post(capture(book.post(hold({ points: 1 })).id)).id;
    const before = book.lots();
    book.post(refund(one()));
    expect(book.lots()).toEqual(before);
    book.post(cancel(one()));
    expect(book.lots()).toEqual(before);
  });

  test("cannot be captured for more than it has, and says how much that is", () => {
    const { book, id } = held();
    expect(book.refusal(capture(id, { points: 51 }))).toEqual([1419, { remaining: 50 }]);
    expect(book.refusal(capture(id, { value: 50.01 }))).toEqual([1419, { remaining: 50 }]);
    for (const wrong of [
      { points: 20, value: 30 },
      { points: 20, value: 50 },
      { points: 50, value: 20 },
    ])
      expect(book.refusal(capture(id, wrong))).toBe(1405);
    const byValue = book.post(hold({ value: 12.5 }));
    expect(book.refusal(capture(byValue.id, { value: 12.9 }))).toEqual([1419, { remaining: 13 }]);
    book.post(releaseHold(byValue.id));
    expect(book.wallet()).toMatchObject({ balance: 80, suspended: 50 });
  });

  test("ends once: captured or released, never both and neither twice", () => {
    const { book, id } = held();
    book.post(capture(id, { points: 10 }));
    expect([book.refusal(capture(id)), book.refusal(releaseHold(id))]).toEqual([1418, 1418]);
    const other = book.post(hold({ points: 20 }));
    book.post(releaseHold(other.id));
    expect([book.refusal(capture(other.id)), book.refusal(releaseHold(other.id))]).toEqual([1418, 1418]);
    expect(book.wallet()).toMatchObject({ balance: 120, suspended: 0, redeemed: 10 });
  });

  test("is unknown to another merchant, and is captured and released by its own or by an operator", () => {
    const { book, id } = held();
    expect(book.refusal(capture(id, { actor: FOREIGN_TILL }))).toBe(1418);
    expect(book.refusal(releaseHold(id, { actor: FOREIGN_TILL }))).toBe(1418);
    expect(book.refusal(capture(999))).toBe(1418);
    expect(book.post(releaseHold(id, { actor: OPERATOR })).pointsDelta).toBe(50);
  });

  test("that was captured is refunded and cancelled for exactly what was captured, to the lots it was taken from", () => {
    const { book, id } = held();
    const redemption = book.post(capture(id, { points: 35 }));
    expect(book.post(refund(redemption.id, { points: 10 }))).toMatchObject({
      pointsDelta: 10,
      lotMoves: [
        { lot: FEBRUARY, points: 5, from: FEBRUARY },
        { lot: MAY, points: 5, from: MAY },
      ],
    });
    expect(book.refusal(refund(redemption.id, { points: 26 }))).toEqual([1404, { remaining: 25 }]);
    book.post(refund(redemption.id));
    expect(book.lots()).toEqual({ [FEBRUARY]: 30, [MAY]: 100 });
    const other = held();
    const captured = other.book.post(capture(other.id, { value: 30 }));
    const undone = other.book.post(cancel(captured.id));
    expect([undone.amount, undone.pointsDelta, undone.suspendedDelta, inUnits(undone.amountValue)]).toEqual([
      30, 30, 0, 30,
    ]);
    expect(other.book.lots()).toEqual({ [FEBRUARY]: 30, [MAY]: 100 });
    expect(other.book.wallet().redeemed).toBe(0);
  });

  test("is itself neither refunded nor cancelled", () => {
    const { book, id } = held();
    expect([book.refusal(cancel(id)), book.refusal(refund(id))]).toEqual([1414, 1402]);
  });

  test("ends by itself at its minute: whoever comes first after it finds the points back", () => {
    const { book, id } = held();
    book.at("2026-01-15T10:29:59.999Z");
    expect(book.run(expire()).decision.kind).toBe("nothing");
    book.at("2026-01-15T10:30:00Z");
    expect(book.refusal(capture(id))).toBe(1418);
    const { written } = book.run(redeem(130));
    expect(
      written.map(({ entry }) => [
        entry.logTypeId,
        entry.channelId,
        entry.relatedEntryId,
        entry.balanceAfter,
      ]),
    ).toEqual([
      [10, 8, id, 130],
      [1, 1, null, 0],
    ]);
  });

  test.each([
    ["2026-01-17T10:00:00Z", 600],
    ["2026-06-17T10:00:00Z", 600],
  ])("that ended on the last day of its lot gives back what lapses, seen at %s", (now, minutes) => {
    const book = new Book({ wallets: [aWallet({ lots: { "2026-01-15": 30 } })] });
    book.post(hold({ points: 30, minutes }));
    book.at(now).run(expire());
    expect(book.log.map(({ logTypeId, pointsDelta }) => [logTypeId, pointsDelta])).toEqual([
      [12, -30],
      [10, 30],
      [5, -30],
    ]);
  });

  test("that ended after its lot lapsed gives the points back with some days' grace, counted from its end", () => {
    const book = new Book({ wallets: [aWallet({ lots: { "2026-01-15": 30 } })] });
    book.post(hold({ points: 30, minutes: 2_880 }));
    book.at("2026-02-10T10:00:00Z").run(expire());
    expect(book.lots()).toEqual({ "2026-02-16": 30 });
    book.at("2026-02-17T10:00:00Z").run(expire());
    expect(book.wallet()).toMatchObject({ balance: 0, suspended: 0 });
  });

  test.each([
    [
      "before its lot's last day is over lapses with the rest of it",
      600,
      [
        [10, 30],
        [5, -50],
      ],
    ],
    [
      "as its lot lapses comes back with grace after that",
      1_000,
      [
        [5, -20],
        [10, 30],
      ],
    ],
    [
      "days after its lot lapsed does so too",
      10_000,
      [
        [5, -20],
        [10, 30],
      ],
    ],
  ])("that ended %s, whenever that is written", (_what, minutes, entries) => {
    const book = new Book({ wallets: [aWallet({ lots: { "2026-01-15": 50 } })] });
    book.post(hold({ points: 30, minutes }));
    book.at("2026-02-01T10:00:00Z").run(expire());
    expect(book.log.slice(1).map(({ logTypeId, pointsDelta }) => [logTypeId, pointsDelta])).toEqual(entries);
  });

  test("stays when points are moved into its wallet", () => {
    const { book, id } = held({
      wallets: [aWallet({ lots: { [MAY]: 60 } }), aWallet({ id: 2, walletCode: "W2", lots: { [MAY]: 5 } })],
    });
    book.post(transfer("W1", { walletCode: "W2", points: 5 }));
    expect(book.wallet()).toMatchObject({ balance: 15, suspended: 50 });
    expect(book.post(capture(id)).amount).toBe(50);
  });

  test("that ends in the same moment as another goes back before the later one", () => {
    const book = new Book({ wallets: [aWallet({ lots: { [MAY]: 100 } })] });
    const ids = [3, 5].map((points) => book.post(hold({ points })).id);
    const [first, second] = ids.map((id) => book.wallet().holds.get(id));
    if (first === undefined || second === undefined) throw new Error("No hold");
    book.wallet().holds = new Map([second, first].map((one) => [one.entry.id, one]));
    book.at("2026-01-15T11:00:00Z").run(expire());
    expect(book.log.slice(2).map(({ relatedEntryId }) => relatedEntryId)).toEqual(ids);
  });

  test("sent again is answered as the first time, also when it has ended", () => {
    const { book } = held();
    const first = book.post(hold({ points: 5, ...key("ORDER-1") }));
    book.post(capture(first.id, key("ORDER-1")));
    expect(book.decide(hold({ points: 5, ...key("ORDER-1") }))).toEqual({
      kind: "replayed",
      entryId: first.id,
    });
  });

  test("is released before its wallet is merged", () => {
    const wallets = [aWallet({ lots: { [MAY]: 100 } }), aWallet({ id: 2, walletCode: "W2" })];
    const { book } = held({ wallets });
    book.post(transfer("W2"));
    expect(book.wallet("W2")).toMatchObject({ balance: 100, suspended: 0 });
    expect(book.lots("W2")).toEqual({ [MAY]: 100 });
  });
});
