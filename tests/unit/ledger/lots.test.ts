import { describe, expect, test } from "vitest";
import { applyMoves, lapsedLots, openLots, putIntoLots, takeFromLots } from "@/lib/ledger/rules/lots";
import { adjust, aWallet, Book, cancel, redeem, reward, WALLET } from "./build";

const APRIL = "2026-04-30";
const MAY = "2026-05-31";
const NEVER = "infinity";
const lots = (points: Record<string, number>) => new Map(Object.entries(points));

describe("taking points", () => {
  test("takes those that lapse soonest first, and those that never lapse last", () => {
    const held = lots({ [NEVER]: 10, [MAY]: 10, [APRIL]: 10 });
    expect(takeFromLots(held, 5)).toEqual([{ lot: APRIL, points: -5 }]);
    expect(takeFromLots(held, 10)).toEqual([{ lot: APRIL, points: -10 }]);
    expect(takeFromLots(held, 11)).toEqual([
      { lot: APRIL, points: -10 },
      { lot: MAY, points: -1 },
    ]);
    expect(takeFromLots(held, 30)).toEqual([
      { lot: APRIL, points: -10 },
      { lot: MAY, points: -10 },
      { lot: NEVER, points: -10 },
    ]);
  });

  test("makes a debt of what the lots do not hold", () => {
    expect(takeFromLots(lots({ [MAY]: 10 }), 12)).toEqual([
      { lot: MAY, points: -10 },
      { lot: null, points: -2 },
    ]);
    expect(takeFromLots(lots({}), 3)).toEqual([{ lot: null, points: -3 }]);
  });

  test("takes from the preferred lots first, no more of each than was asked", () => {
    const held = lots({ [APRIL]: 10, [MAY]: 10 });
    expect(takeFromLots(held, 4, [[MAY, 4]])).toEqual([{ lot: MAY, points: -4 }]);
    expect(takeFromLots(held, 4, [[MAY, 3]])).toEqual([
      { lot: APRIL, points: -1 },
      { lot: MAY, points: -3 },
    ]);
    expect(takeFromLots(held, 12, [[MAY, 99]])).toEqual([
      { lot: APRIL, points: -2 },
      { lot: MAY, points: -10 },
    ]);
    expect(takeFromLots(held, 12, [["2027-01-31", 12]])).toEqual([
      { lot: APRIL, points: -10 },
      { lot: MAY, points: -2 },
    ]);
  });

  test("takes nothing for nothing", () => {
    expect(takeFromLots(lots({ [MAY]: 10 }), 0)).toEqual([]);
  });

  test("leaves the lots it is shown as they are", () => {
    const held = lots({ [APRIL]: 10, [MAY]: 10 });
    takeFromLots(held, 15, [[MAY, 3]]);
    expect([...held]).toEqual([
      [APRIL, 10],
      [MAY, 10],
    ]);
  });
});

describe("putting points", () => {
  test("keeps each in its lot and says where it came from", () => {
    expect(putIntoLots([{ lot: MAY, points: 5, from: APRIL }], 0)).toEqual([
      { lot: MAY, points: 5, from: APRIL },
    ]);
    expect(putIntoLots([{ lot: MAY, points: 5 }], 0)).toEqual([{ lot: MAY, points: 5 }]);
  });

  test("repays a debt first, with the points that lapse soonest", () => {
    const incoming = [
      { lot: NEVER, points: 5 },
      { lot: APRIL, points: 5 },
    ];
    expect(putIntoLots(incoming, 7)).toEqual([
      { lot: null, points: 5 },
      { lot: null, points: 2 },
      { lot: NEVER, points: 3 },
    ]);
    expect(putIntoLots(incoming, 10)).toEqual([
      { lot: null, points: 5 },
      { lot: null, points: 5 },
    ]);
    expect(putIntoLots([{ lot: APRIL, points: 1 }], 1)).toEqual([{ lot: null, points: 1 }]);
    expect(putIntoLots([{ lot: APRIL, points: 5, from: MAY }], 2)).toEqual([
      { lot: null, points: 2, from: MAY },
      { lot: APRIL, points: 3, from: MAY },
    ]);
  });
});

test("a lot is lapsed the day after its last day, and one that never lapses is not", () => {
  const held = lots({ [NEVER]: 1, [MAY]: 2, [APRIL]: 3, "2026-03-31": 0 });
  expect(lapsedLots(held, APRIL)).toEqual([]);
  expect(lapsedLots(held, "2026-05-01")).toEqual([[APRIL, 3]]);
  expect(lapsedLots(held, "2999-01-01")).toEqual([
    [APRIL, 3],
    [MAY, 2],
  ]);
  expect(openLots(held)).toEqual([
    [APRIL, 3],
    [MAY, 2],
    [NEVER, 1],
  ]);
});

test("moves change the lots they name, empty ones go, and debt has no lot", () => {
  const held = lots({ [APRIL]: 3, [MAY]: 2 });
  applyMoves(held, [
    { lot: APRIL, points: -3 },
    { lot: MAY, points: -1 },
    { lot: NEVER, points: 4 },
    { lot: null, points: -9 },
  ]);
  expect(Object.fromEntries(held)).toEqual({ [MAY]: 1, [NEVER]: 4 });
});

describe("a wallet's lots", () => {
  test("points of one month lapse together, at the end of the month that the programme's validity names", () => {
    const book = new Book();
    book.post(reward(10));
    book.at("2026-01-31T21:59:59Z").post(reward(5));
    expect(book.lots()).toEqual({ "2028-01-31": 15 });
    // Two hours before midnight UTC it is already February in Cairo.
    expect(book.at("2026-01-31T22:00:00Z").post(reward(1)).expiresOn).toBe("2028-02-29");
    expect(book.lots()).toEqual({ "2028-01-31": 15, "2028-02-29": 1 });
  });

  test("points that never lapse form one lot, spent last", () => {
    const book = new Book({ programme: { pointsValidityMonths: 0 } });
    expect(book.post(reward(10)).expiresOn).toBe(NEVER);
    book.setProgramme({ pointsValidityMonths: 1 });
    book.post(reward(10));
    expect(book.post(redeem(12)).lotMoves).toEqual([
      { lot: "2026-02-28", points: -10 },
      { lot: NEVER, points: -2 },
    ]);
    expect(book.lots()).toEqual({ [NEVER]: 8 });
    expect(book.at("2099-01-01T00:00:00Z").wallet().balance).toBe(8);
    expect(book.post(redeem(8)).balanceAfter).toBe(0);
  });

  test("a cancelled reward takes its own points first, however many there are that lapse sooner", () => {
    const book = new Book({ wallets: [aWallet({ lots: { [APRIL]: 50 } })] });
    const earned = book.post(reward(20));
    expect(book.post(cancel(earned.id)).lotMoves).toEqual([{ lot: "2028-01-31", points: -20 }]);
    expect(book.lots()).toEqual({ [APRIL]: 50 });
  });

  test("points taken by an administrator are those that lapse soonest", () => {
    const book = new Book({ wallets: [aWallet({ lots: { [APRIL]: 5, [MAY]: 5 } })] });
    expect(book.post(adjust("down", 7)).lotMoves).toEqual([
      { lot: APRIL, points: -5 },
      { lot: MAY, points: -2 },
    ]);
    expect(book.wallet(WALLET).balance).toBe(3);
  });
});
