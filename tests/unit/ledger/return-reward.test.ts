import { describe, expect, test } from "vitest";
import type { Entry } from "@/lib/ledger/rules/types";
import { inUnits } from "@/lib/platform/money";
import {
  adjust,
  aSegment,
  aWallet,
  Book,
  cancel,
  FOREIGN_TILL,
  key,
  OPERATOR,
  OTHER_TILL,
  redeem,
  refund,
  reward,
  TILL,
  takeBack,
} from "./build";

const FEBRUARY = "2026-02-28";
const MAY = "2026-05-31";
/** Where rewards of January 2026 go that are valid for 24 months. */
const OWN = "2028-01-31";

/** A book in which one bill of `value` was rewarded at `rewardFactor` points per unit and with a bonus. */
function rewarded(
  value: number,
  { rewardFactor = "1", bonusPoints = null as number | null, lots = {} as Record<string, number> } = {},
  options: ConstructorParameters<typeof Book>[0] = {},
): [Book, Entry] {
  const segment = aSegment({ rewardFactor, bonusPoints });
  const book = new Book({ wallets: [aWallet({ lots, segment })], ...options });
  return [book, book.post(reward(value))];
}

const amounts = (entries: readonly Entry[]) =>
  entries.map(({ amount, amountValue }) => [amount, inUnits(amountValue)]);

describe("a return that says neither points nor money", () => {
  test("takes all of the reward back, at the reward's rate, and names it", () => {
    const [book, { id }] = rewarded(7, { rewardFactor: "1.5", bonusPoints: 4 });
    book.wallet().segment = aSegment({ versionId: 9, rewardFactor: "100", bonusPoints: 50 });
    expect(book.post(takeBack(id))).toMatchObject({
      logTypeId: 11,
      amount: 14,
      pointsDelta: -14,
      suspendedDelta: 0,
      amountValue: 7_00n,
      factor: "1.5",
      relatedEntryId: id,
      balanceAfter: 0,
      accumulatedAfter: 0,
      redeemedAfter: 0,
      expiresOn: null,
    });
    expect(book.lots()).toEqual({});
  });

  test("takes what remains after returns in part, in points and in money", () => {
    const [book, { id }] = rewarded(10, { rewardFactor: "1.5" });
    book.post(takeBack(id, { points: 4 }));
    book.post(takeBack(id, { value: 3 }));
    expect(amounts([book.post(takeBack(id))])).toEqual([[15 - 4 - 5, 4.34]]);
    expect(book.wallet()).toMatchObject({ balance: 0, accumulated: 0 });
  });
});

describe("a return by the price of the goods", () => {
  test("leaves what the rest of the bill would have earned, in whatever parts the goods come back", () => {
    const [book, { id, amount }] = rewarded(10, { rewardFactor: "0.333333" });
    expect(amount).toBe(3);
    const parts = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1].map((value) => {
      const { decision } = book.run(takeBack(id, { value }));
      return decision.kind === "posted" ? decision.postings[0].draft.amount : decision.kind;
    });
    // 9 units have earned 2 points, 6 have earned 1, and 3 a little less than 1.
    expect(parts).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
    expect(book.wallet()).toMatchObject({ balance: 0, accumulated: 0 });
    expect(book.refusal(takeBack(id, { value: 1 }))).toBe(1403);
  });

  test("adds up to the whole reward when the whole bill has come back", () => {
    const [book, { id, amount }] = rewarded(100, { rewardFactor: "1.7" });
    const parts = [33, 33, 33, 1].map((value) => book.post(takeBack(id, { value })));
    expect(amounts(parts)).toEqual([
      [57, 33],
      [56, 33],
      [56, 33],
      [1, 1],
    ]);
    expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
  });

  test("that comes to no points is recorded, moves nothing, and counts as a part that came back", () => {
    const [book, { id }] = rewarded(19, { rewardFactor: "0.1", bonusPoints: 2 });
    const entry = book.post(takeBack(id, { value: 9 }));
    expect(entry).toMatchObject({
      amount: 0,
      pointsDelta: 0,
      amountValue: 9_00n,
      lotMoves: [],
      balanceAfter: 3,
    });
    expect(Object.is(entry.pointsDelta, 0)).toBe(true);
    expect(book.refusal(cancel(id))).toBe(1413);
    expect(book.post(takeBack(id, { value: 10 }))).toMatchObject({ amount: 3, amountValue: 10_00n });
  });

  test("keeps the segment's bonus with the wallet until the last of the goods has come back", () => {
    const [book, { id }] = rewarded(100, { bonusPoints: 50 });
    const parts = [60, 39, 1].map((value) => book.post(takeBack(id, { value })).amount);
    expect(parts).toEqual([60, 39, 51]);
  });

  test("of a reward that was a bonus only takes it with the last of the goods", () => {
    const [book, { id }] = rewarded(100, { rewardFactor: "0", bonusPoints: 50 });
    expect(amounts([99, 1].map((value) => book.post(takeBack(id, { value }))))).toEqual([
      [0, 99],
      [50, 1],
    ]);
  });

  test("takes nothing where returns by points have taken more than their money already", () => {
    const [book, { id }] = rewarded(1, { rewardFactor: "150" });
    const byPoints = [1, 1, 1, 1, 1].map((points) => book.post(takeBack(id, { points })));
    expect(amounts(byPoints)).toEqual(Array(5).fill([1, 0]));
    // 145 points remain where 0.99 would have earned 148 and 0.96 would have earned 144.
    expect(amounts([0.01, 0.03].map((value) => book.post(takeBack(id, { value }))))).toEqual([
      [0, 0.01],
      [1, 0.03],
    ]);
  });

  test("above what remains of the bill is refused with the points that remain, also when its points would fit", () => {
    const [book, { id }] = rewarded(100, { rewardFactor: "0.1" });
    expect(book.refusal(takeBack(id, { value: 101 }))).toEqual([1404, { remaining: 10 }]);
    book.post(takeBack(id, { value: 60 }));
    expect(book.refusal(takeBack(id, { value: 41 }))).toEqual([1404, { remaining: 4 }]);
    expect(book.post(takeBack(id, { value: 40 })).amount).toBe(4);
  });
});

describe("a return of goods from a bill that was not whole", () => {
  test("takes exactly what the bill was, in whatever parts", () => {
    const [book, { id, amount }] = rewarded(150.75, { rewardFactor: "1.5" });
    expect(amount).toBe(226);
    const parts = [0.25, 99.99, 50.51].map((value) => book.post(takeBack(id, { value })));
    expect(amounts(parts)).toEqual([
      [1, 0.25],
      [150, 99.99],
      [75, 50.51],
    ]);
    expect(book.wallet()).toMatchObject({ balance: 0, accumulated: 0 });
  });

  test("is refused above what remains by more than a hundredth for each part, as lines are rounded", () => {
    const [book, { id }] = rewarded(150.75);
    expect(book.refusal(takeBack(id, { value: 150.76 }))).toEqual([1404, { remaining: 150 }]);
    book.post(takeBack(id, { value: 100.5 }));
    expect(book.refusal(takeBack(id, { value: 50.28 }))).toEqual([1404, { remaining: 50 }]);
    expect(book.post(takeBack(id, { value: 50.27 }))).toMatchObject({ amount: 50, amountValue: 50_25n });
  });
});

describe("a return by points", () => {
  test("is worth the money that earns them, rounded down to hundredths, and never more than remains of the bill", () => {
    const [book, { id }] = rewarded(10, { rewardFactor: "1.5", bonusPoints: 5 });
    expect(amounts([1, 3, 14].map((points) => book.post(takeBack(id, { points }))))).toEqual([
      [1, 0.66],
      [3, 2],
      [14, 7.34],
    ]);
    expect(amounts([book.post(takeBack(id))])).toEqual([[2, 0]]);
  });

  test("of the last points takes the money that remains, so that the parts add up to the whole", () => {
    const [book, { id, amountValue }] = rewarded(10, { rewardFactor: "0.35" });
    const parts = [1, 1, 1].map((points) => book.post(takeBack(id, { points })));
    expect(parts.map((part) => part.amountValue)).toEqual([2_85n, 2_85n, 4_30n]);
    expect(parts.reduce((sum, part) => sum + part.amountValue, 0n)).toBe(amountValue);
  });

  test("never exceeds the reward: the refusal names what remains, and nothing moves", () => {
    const [book, { id }] = rewarded(100);
    expect(book.refusal(takeBack(id, { points: 101 }))).toEqual([1404, { remaining: 100 }]);
    book.post(takeBack(id, { points: 60 }));
    expect(book.refusal(takeBack(id, { points: 41 }))).toEqual([1404, { remaining: 40 }]);
    expect(book.wallet()).toMatchObject({ balance: 40, accumulated: 40, lastSeq: 2 });
    book.post(takeBack(id, { points: 40 }));
    expect(book.refusal(takeBack(id, { points: 1 }))).toBe(1403);
  });

  test("of a reward that was a bonus only is worth no money before the last point", () => {
    const [book, { id }] = rewarded(100, { rewardFactor: "0", bonusPoints: 5 });
    expect(amounts([4, 1].map((points) => book.post(takeBack(id, { points }))))).toEqual([
      [4, 0],
      [1, 100],
    ]);
  });
});

describe("points and money together", () => {
  test("go by the points when the two agree, and by no more money than remains", () => {
    const [book, { id }] = rewarded(10, { rewardFactor: "1.5" });
    expect(amounts([book.post(takeBack(id, { points: 4, value: 3 }))])).toEqual([[4, 3]]);
    expect(amounts([book.post(takeBack(id, { points: 10, value: 7 }))])).toEqual([[10, 7]]);
    const [other, { id: otherId }] = rewarded(10, { bonusPoints: 3 });
    other.post(takeBack(otherId, { points: 6 }));
    expect(amounts([other.post(takeBack(otherId, { points: 5, value: 5 }))])).toEqual([[5, 4]]);
  });

  test("are refused when they differ by more than the rounding of one point", () => {
    const [book, { id }] = rewarded(10, { rewardFactor: "1.5" });
    expect(book.refusal(takeBack(id, { points: 6, value: 3 }))).toBe(1405);
    expect(book.refusal(takeBack(id, { points: 3, value: 3 }))).toBe(1405);
    expect(book.refusal(takeBack(id, { points: 15, value: 9 }))).toBe(1405);
    expect(book.refusal(takeBack(id, { points: 13, value: 10 }))).toBe(1405);
    expect(book.wallet().lastSeq).toBe(1);
  });

  test("that name exactly what remains are right, with the bonus and whatever earlier roundings left", () => {
    const [book, { id }] = rewarded(10, { rewardFactor: "1.5", bonusPoints: 9 });
    book.post(takeBack(id, { points: 1 }));
    expect(amounts([book.post(takeBack(id, { points: 23, value: 9.34 }))])).toEqual([[23, 9.34]]);
  });

  test("more points than remain are refused also with the right money value", () => {
    const [book, { id }] = rewarded(10);
    expect(book.refusal(takeBack(id, { points: 11, value: 11 }))).toEqual([1404, { remaining: 10 }]);
  });
});

describe("what can come back", () => {
  test("a reward, until nothing of it remains; one that gave nothing has nothing to take", () => {
    const [book, { id }] = rewarded(100);
    book.post(takeBack(id));
    expect(book.refusal(takeBack(id))).toBe(1403);
    const [poor, { id: poorId }] = rewarded(1, { rewardFactor: "0.1" });
    expect(poor.refusal(takeBack(poorId))).toBe(1403);
  });

  test("nothing of a reward that was cancelled", () => {
    const [book, { id }] = rewarded(100);
    book.post(cancel(id));
    expect(book.refusal(takeBack(id))).toBe(1411);
    expect(book.wallet()).toMatchObject({ balance: 0, accumulated: 0, lastSeq: 2 });
  });

  test("no other kind of entry", () => {
    const [book, { id }] = rewarded(100);
    const redemption = book.post(redeem(10));
    const others = [
      redemption.id,
      book.post(refund(redemption.id, { points: 3 })).id,
      book.post(adjust("up", 5)).id,
      book.post(takeBack(id, { points: 1 })).id,
    ];
    for (const other of others) expect(book.refusal(takeBack(other))).toBe(1402);
  });

  test("nothing unknown, of another wallet, or of another merchant: one code for all of them", () => {
    const book = new Book({ wallets: [aWallet(), aWallet({ id: 2, walletCode: "W2" })] });
    const { id } = book.post(reward(10));
    expect(book.refusal(takeBack(999))).toBe(1401);
    expect(book.refusal(takeBack(id, { walletCode: "W2" }))).toBe(1401);
    expect(book.refusal(takeBack(id, { actor: FOREIGN_TILL }))).toBe(1401);
    expect(book.post(takeBack(id, { actor: OPERATOR })).amount).toBe(10);
  });
});

describe("a reward that came back in part", () => {
  test("cannot be cancelled before its returns are", () => {
    const [book, { id }] = rewarded(100);
    const part = book.post(takeBack(id, { points: 1 }));
    expect(book.refusal(cancel(id))).toBe(1413);
    expect(book.post(cancel(part.id))).toMatchObject({
      logTypeId: 4,
      pointsDelta: 1,
      relatedEntryId: part.id,
    });
    expect(book.refusal(cancel(part.id))).toBe(1411);
    expect(book.wallet()).toMatchObject({ balance: 100, accumulated: 100, lastSeq: 3 });
    book.post(cancel(id));
    expect(book.wallet()).toMatchObject({ balance: 0, accumulated: 0 });
  });

  test("puts points back in the lots that they were taken from once a return is undone, and its own beyond what was owed", () => {
    const [book, { id }] = rewarded(100);
    book.post(redeem(70));
    const whole = book.post(takeBack(id));
    expect(whole.lotMoves.map(({ lot, points }) => [lot === null, points])).toEqual([
      [false, -30],
      [true, -70],
    ]);
    const [lot] = whole.lotMoves.map((move) => move.lot);
    book.post(reward(50));
    const undone = book.post(cancel(whole.id));
    expect(undone.lotMoves).toEqual([
      { lot: null, points: 20, from: lot },
      { lot, points: 80, from: lot },
    ]);
    expect(book.wallet()).toMatchObject({ balance: 80, accumulated: 150 });
    expect(book.post(takeBack(id, { points: 100 })).pointsDelta).toBe(-100);
  });

  test("is told apart from other rewards of the same bill and lot", () => {
    const [book, { id }] = rewarded(100);
    const other = book.post(reward(100));
    book.post(takeBack(id, { points: 60 }));
    expect(book.post(takeBack(other.id)).amount).toBe(100);
    expect(book.post(takeBack(id)).amount).toBe(40);
  });
});

describe("the time for returns", () => {
  test("is open to the end of the 90th day in the programme's zone", () => {
    const [book, { id }] = rewarded(100);
    book.at("2026-04-15T21:59:59Z").post(takeBack(id, { points: 1 }));
    expect(book.at("2026-04-15T22:00:00Z").refusal(takeBack(id))).toBe(1406);
  });

  test("is the merchant's own, and another one than that for refunds", () => {
    const [book, { id }] = rewarded(100, {}, { merchant: { returnWindowDays: 0, refundWindowDays: 90 } });
    expect(book.at("2026-01-16T10:00:00Z").refusal(takeBack(id))).toBe(1406);
    const [other, { id: otherId }] = rewarded(
      100,
      {},
      { merchant: { returnWindowDays: 90, refundWindowDays: 0 } },
    );
    expect(other.at("2026-02-16T10:00:00Z").post(takeBack(otherId)).amount).toBe(100);
  });

  test("has no end for a reward that no merchant gave", () => {
    const [book] = rewarded(1);
    const { id } = book.post(reward(5, { actor: OPERATOR }));
    expect(book.at("2027-12-01T10:00:00Z").post(takeBack(id)).amount).toBe(5);
  });
});

describe("returns at another branch", () => {
  test("are carried out unless the merchant says otherwise", () => {
    const [book, { id }] = rewarded(100);
    expect(book.post(takeBack(id, { actor: OTHER_TILL })).amount).toBe(100);
  });

  test("are refused under 'same branch only', but not at the branch itself or by the head office", () => {
    const [book, { id }] = rewarded(100, {}, { merchant: { refundSameBranchOnly: true } });
    expect(book.refusal(takeBack(id, { actor: OTHER_TILL }))).toBe(1407);
    book.post(takeBack(id, { points: 1, actor: TILL }));
    book.post(takeBack(id, { points: 1, actor: OPERATOR }));
  });
});

test("a return wrong in several ways is refused in one order", () => {
  const [book, { id }] = rewarded(
    100,
    {},
    { merchant: { refundSameBranchOnly: true }, programme: { cancelledRewardPolicy: "refuse" } },
  );
  const redemption = book.post(redeem(80));
  const wrong = { points: 200, value: 1, actor: OTHER_TILL };
  const late = "2026-09-01T10:00:00Z";
  expect(book.at(late).refusal(takeBack(redemption.id, wrong))).toBe(1402);
  expect(book.refusal(takeBack(id, wrong))).toBe(1406);
  book.at("2026-01-16T10:00:00Z");
  expect(book.refusal(takeBack(id, wrong))).toBe(1407);
  expect(book.refusal(takeBack(id, { points: 200, value: 1 }))).toBe(1405);
  expect(book.refusal(takeBack(id, { points: 200, value: 200 }))).toEqual([1404, { remaining: 100 }]);
  expect(book.refusal(takeBack(id, { points: 21 }))).toBe(1415);
  expect(book.post(takeBack(id, { points: 20 })).balanceAfter).toBe(0);
  book.setProgramme({ cancelledRewardPolicy: "negative" });
  book.post(takeBack(id));
  expect(book.at(late).refusal(takeBack(id, wrong))).toBe(1403);
  const cancelled = book.post(reward(5));
  book.post(cancel(cancelled.id));
  expect(book.at("2027-09-01T10:00:00Z").refusal(takeBack(cancelled.id, wrong))).toBe(1411);
});

describe("the points of a return", () => {
  test("come out of the lot that the reward filled, although others lapse sooner", () => {
    const [book, { id }] = rewarded(100, { lots: { [MAY]: 50 } });
    expect(book.post(takeBack(id, { points: 60 })).lotMoves).toEqual([{ lot: OWN, points: -60 }]);
    expect(book.lots()).toEqual({ [MAY]: 50, [OWN]: 40 });
  });

  test("come out of other lots, soonest first, where their own is spent", () => {
    const [book, { id }] = rewarded(100, { lots: { [FEBRUARY]: 5, [MAY]: 50 } });
    book.post(redeem(60));
    book.post(adjust("up", 7));
    book.setProgramme({ pointsValidityMonths: 1 });
    book.post(adjust("up", 30));
    expect(book.lots()).toEqual({ [FEBRUARY]: 30, [OWN]: 102 });
    book.post(redeem(40));
    expect(book.lots()).toEqual({ [OWN]: 92 });
    book.post(adjust("up", 30));
    expect(book.post(takeBack(id)).lotMoves).toEqual([
      { lot: FEBRUARY, points: -8 },
      { lot: OWN, points: -92 },
    ]);
  });

  test("come out of their lot no further than the reward had filled it, over all of its returns", () => {
    const [book] = rewarded(1, {}, { programme: { cancelledRewardPolicy: "negative" } });
    const first = book.post(reward(40));
    book.post(redeem(41));
    book.post(cancel(first.id));
    expect(book.wallet().balance).toBe(-40);
    // 40 of these pay the debt, 60 go to the lot; 20 more come into the same lot, and 50 into one that lapses sooner.
    const { id } = book.post(reward(100));
    book.post(adjust("up", 20));
    book.setProgramme({ pointsValidityMonths: 1 });
    book.post(adjust("up", 50));
    expect(book.lots()).toEqual({ [FEBRUARY]: 50, [OWN]: 80 });
    expect(book.post(takeBack(id, { points: 45 })).lotMoves).toEqual([{ lot: OWN, points: -45 }]);
    expect(book.post(takeBack(id, { points: 35 })).lotMoves).toEqual([
      { lot: FEBRUARY, points: -20 },
      { lot: OWN, points: -15 },
    ]);
    expect(book.post(takeBack(id, { points: 20 })).lotMoves).toEqual([{ lot: FEBRUARY, points: -20 }]);
    expect(book.lots()).toEqual({ [FEBRUARY]: 10, [OWN]: 20 });
  });

  test("are taken as a cancellation would take them when all come back at once", () => {
    const states = [cancel, takeBack].map((undo) => {
      const [book, { id }] = rewarded(100, { lots: { [FEBRUARY]: 5, [MAY]: 50 } });
      book.post(redeem(90));
      const { pointsDelta, lotMoves, balanceAfter, accumulatedAfter } = book.post(undo(id));
      return { pointsDelta, lotMoves, balanceAfter, accumulatedAfter, lots: book.lots() };
    });
    expect(states[1]).toEqual(states[0]);
  });

  test("that were spent take the balance below zero, and later rewards repay it", () => {
    const [book, { id }] = rewarded(100);
    book.post(redeem(70));
    expect(book.post(takeBack(id, { points: 50 }))).toMatchObject({
      balanceAfter: -20,
      accumulatedAfter: 50,
      redeemedAfter: 70,
      lotMoves: [
        { lot: OWN, points: -30 },
        { lot: null, points: -20 },
      ],
    });
    expect(book.post(takeBack(id)).balanceAfter).toBe(-70);
    expect(book.post(reward(90)).lotMoves).toEqual([
      { lot: null, points: 70 },
      { lot: OWN, points: 20 },
    ]);
  });

  test("that were spent are refused under the policy 'refuse', but for a return that comes to no points", () => {
    const [book, { id }] = rewarded(
      100,
      { rewardFactor: "0.1" },
      { programme: { cancelledRewardPolicy: "refuse" } },
    );
    book.post(redeem(10));
    expect(book.refusal(takeBack(id))).toBe(1415);
    book.post(adjust("up", 1));
    expect(book.refusal(takeBack(id, { value: 11 }))).toBe(1415);
    expect(book.post(takeBack(id, { value: 10 })).balanceAfter).toBe(0);
    expect(book.wallet()).toMatchObject({ accumulated: 9, redeemed: 10 });
  });

  test("are not in a lot that has lapsed: they come out of others, as if they had been spent", () => {
    const [book, { id }] = rewarded(100, {}, { programme: { pointsValidityMonths: 1 } });
    book.at("2026-02-20T10:00:00Z").post(adjust("up", 30));
    book.at("2026-03-05T10:00:00Z");
    const { written } = book.run(takeBack(id));
    expect(
      written.map(({ entry: { logTypeId, pointsDelta, lotMoves } }) => [logTypeId, pointsDelta, lotMoves]),
    ).toEqual([
      [5, -100, [{ lot: FEBRUARY, points: -100 }]],
      [
        11,
        -100,
        [
          { lot: "2026-03-31", points: -30 },
          { lot: null, points: -70 },
        ],
      ],
    ]);
    expect(book.wallet()).toMatchObject({ balance: -70, accumulated: 0 });
  });
});

test("what has become of a reward is kept beside it: points, money, the number of returns, and what its lot gave up", () => {
  const [book, { id }] = rewarded(100, { lots: { [MAY]: 5 } });
  book.post(redeem(95));
  for (const points of [8, 30]) book.post(takeBack(id, { points }));
  expect(book.wallet().reversals.get(id)).toEqual({
    entryId: id,
    taken: 100,
    givenBack: 38,
    givenBackValue: 38_00n,
    openRefunds: 2,
    givenBackByLot: { [OWN]: 10 },
    cancelledByEntryId: null,
  });
});

test("of what a return takes, only points out of the reward's own lot are noted under it", () => {
  const [book, { id }] = rewarded(100, { lots: { [MAY]: 5 } });
  const noted = () => book.wallet().reversals.get(id)?.givenBackByLot;
  book.post(takeBack(id, { points: 1 }));
  expect(noted()).toEqual({ [OWN]: 1 });
  book.post(redeem(104));
  book.post(adjust("up", 7));
  book.setProgramme({ pointsValidityMonths: 1 });
  book.post(takeBack(id, { points: 7 }));
  expect(noted()).toEqual({ [OWN]: 8 });
  book.post(adjust("up", 9));
  book.post(takeBack(id, { points: 20 }));
  expect(noted()).toEqual({ [OWN]: 8 });
});

test("a reward that repaid a debt notes nothing under it when its return makes the debt anew", () => {
  const [book, { id: first }] = rewarded(40);
  book.post(redeem(40));
  book.post(takeBack(first));
  expect(book.wallet().reversals.get(first)?.givenBackByLot).toEqual({});
  const { id } = book.post(reward(30));
  expect(book.post(takeBack(id)).lotMoves).toEqual([{ lot: null, points: -30 }]);
  expect(book.wallet().reversals.get(id)?.givenBackByLot).toEqual({});
});

test("after each return of a reward it is known what remained then", () => {
  const [book, { id }] = rewarded(100);
  const parts = [30, 20].map((points) => book.post(takeBack(id, { points })).id);
  expect([...book.wallet().remainders]).toEqual([
    [parts[0], 70],
    [parts[1], 50],
  ]);
});

test("a return of the whole takes the move of segment back, one in part does not, and neither takes suspended points", () => {
  const silver = aSegment({ versionId: 2, segmentId: 2, value: 100, rewardFactor: "2" });
  const book = new Book({ wallets: [aWallet({ suspended: 40 })], segments: [aSegment(), silver] });
  const { id } = book.post(reward(100));
  book.post(takeBack(id, { value: 99 }));
  expect(book.wallet()).toMatchObject({ segment: silver, suspended: 40, accumulated: 1 });
  book.post(takeBack(id));
  expect(book.wallet()).toMatchObject({ segment: { segmentId: 1 }, suspended: 40, accumulated: 0 });
});

test("a return has references of its own, beside those of refunds", () => {
  const [book, { id }] = rewarded(100);
  const redemption = book.post(redeem(10));
  book.post(refund(redemption.id, { points: 1, ...key("K") }));
  const entry = book.post(takeBack(id, { points: 1, ...key("K") }));
  expect(book.decide(takeBack(id, { points: 1, ...key("K") }))).toEqual({
    kind: "replayed",
    entryId: entry.id,
  });
});
