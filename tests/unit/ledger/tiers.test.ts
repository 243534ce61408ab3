import { expect, test } from "vitest";
import { aSegment, aWallet, Book, cancel, reward, takeBack } from "./build";

const STANDARD = aSegment();
const SILVER = aSegment({ versionId: 2, segmentId: 2, value: 100 });
const GOLD = aSegment({ versionId: 3, segmentId: 3, value: 300, rewardFactor: "1.5" });

/** A book of three tiers and a wallet; `tier` says where it is. */
function tiers(wallet: Parameters<typeof aWallet>[0] = {}) {
  const book = new Book({
    wallets: [aWallet({ segment: STANDARD, ...wallet })],
    segments: [STANDARD, SILVER, GOLD],
  });
  const bills = (...values: number[]) => values.map((value) => book.post(reward(value)).id);
  return { book, bills, tier: () => book.wallet().segment.segmentId };
}

test("three bills to a tier, all cancelled in any order, leave the wallet where it was, and the next earns at that rate", () => {
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ];
  for (const order of orders) {
    const { book, bills, tier } = tiers();
    const made = bills(120, 100, 100);
    expect(tier()).toBe(3);
    for (const at of order) book.post(cancel(made[at] ?? 0));
    expect(tier()).toBe(1);
    expect(book.post(reward(100)).amount).toBe(100);
  }
});

test("a bill that moved nothing takes no tier with it", () => {
  const { book, bills, tier } = tiers();
  const [small = 0] = bills(50, 60);
  book.post(cancel(small));
  expect(tier()).toBe(2);
});

test("a tier that other bills reach still stays, until they go as well", () => {
  const { book, bills, tier } = tiers();
  const [moving = 0, ...others] = bills(300, 100, 100);
  book.post(cancel(moving));
  expect(tier()).toBe(3);
  book.post(cancel(others[0] ?? 0));
  expect(tier()).toBe(2);
});

test("a bill that returned whole, in whatever parts, takes its tier back with the last of them", () => {
  const { book, bills, tier } = tiers();
  const [id = 0] = bills(300);
  const first = book.post(takeBack(id, { value: 299 }));
  expect(tier()).toBe(3);
  const last = book.post(takeBack(id));
  expect(tier()).toBe(1);
  // The lifetime points lead there again once the returns are undone, and the bill still takes its tier with it.
  book.post(cancel(last.id));
  expect(tier()).toBe(1);
  book.post(cancel(first.id));
  expect(tier()).toBe(3);
  book.post(takeBack(id));
  expect(tier()).toBe(1);
});

test("a tier that a person chose since stays", () => {
  const { book, bills, tier } = tiers();
  const [id = 0] = bills(300);
  Object.assign(book.wallet(), { segment: SILVER, segmentChosenAtPoints: 300, tierMoves: null });
  book.post(cancel(id));
  expect(tier()).toBe(2);
});

test("a move from a tier that a person chose goes back to that tier", () => {
  const { book, bills, tier } = tiers({ segment: SILVER, segmentChosenAtPoints: 0 });
  const [id = 0] = bills(310);
  expect(tier()).toBe(3);
  book.post(cancel(id));
  expect(tier()).toBe(2);
});

test("bills of before moves were kept leave the tier as it is", () => {
  const { book, bills, tier } = tiers();
  const [id = 0] = bills(300);
  book.wallet().tierMoves = null;
  book.post(cancel(id));
  expect(tier()).toBe(3);
});
