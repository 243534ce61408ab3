import { describe, expect, test } from "vitest";
import type { PinCheck, RedeemCommand } from "@/lib/ledger/commands";
import { LOCKED_UNTIL_RESET } from "@/lib/ledger/rules/pin";
import { aPin, aWallet, Book, redeem, reward } from "./build";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RIGHT: PinCheck = { kind: "checked", pinVersion: 1, correct: true };
const WRONG: PinCheck = { kind: "checked", pinVersion: 1, correct: false };
const ABSENT: PinCheck = { kind: "absent" };

const withPin = (options: ConstructorParameters<typeof Book>[0] = {}, pin = aPin()) =>
  new Book({ wallets: [aWallet({ lots: { infinity: 1_000 }, pin })], ...options });
const pay = (pin: PinCheck, value = 1): RedeemCommand => redeem(value, { pin });

function pass(book: Book, milliseconds: number): Book {
  book.now = new Date(book.now.getTime() + milliseconds);
  return book;
}

function guess(book: Book, times: number): void {
  for (let attempt = 0; attempt < times; attempt += 1) expect(book.refusal(pay(WRONG))).toBe(1311);
}

/** A lock that ends by itself after so many seconds; null: with another PIN only. */
const lockedFor = (lockedForSeconds: number | null) => [1312, { lockedForSeconds }];

describe("when the PIN is asked for", () => {
  test("a wallet that has one must give it; a wallet that has none need not", () => {
    expect(withPin().refusal(pay(ABSENT))).toBe(1310);
    expect(withPin().post(pay(RIGHT)).amount).toBe(1);
    const open = new Book({ wallets: [aWallet({ lots: { infinity: 1_000 } })] });
    expect(open.post(pay(ABSENT)).amount).toBe(1);
    expect(open.post(pay(WRONG)).amount).toBe(1);
  });

  test("the policy 'never' asks nobody, not even a locked wallet", () => {
    const book = withPin({ programme: { pinPolicy: "never" } }, aPin({ lockedUntil: LOCKED_UNTIL_RESET }));
    expect(book.post(pay(ABSENT)).amount).toBe(1);
    expect(book.post(pay(WRONG)).amount).toBe(1);
  });

  test("the policy 'above' asks from the first unit above the amount", () => {
    const book = withPin({ programme: { pinPolicy: "above", pinAboveValue: 100 } });
    expect(book.post(pay(ABSENT, 100)).amount).toBe(100);
    expect(book.refusal(pay(ABSENT, 101))).toBe(1310);
    expect(book.post(pay(RIGHT, 101)).amount).toBe(101);
  });

  test("a reward needs none", () => {
    expect(withPin({}, aPin({ lockedUntil: LOCKED_UNTIL_RESET })).post(reward(1)).amount).toBe(1);
  });
});

describe("a wrong PIN", () => {
  test("moves nothing and is counted", () => {
    const book = withPin();
    guess(book, 1);
    expect(book.wallet()).toMatchObject({ balance: 1_000, lastSeq: 0 });
    expect(book.wallet().pin).toEqual(aPin({ failedInRow: 1, failedAt: [book.now] }));
  });

  test("does not come with an entry, and a missing one is not counted", () => {
    const book = withPin();
    expect(book.decide(pay(WRONG))).not.toHaveProperty("postings");
    for (let attempt = 0; attempt < 20; attempt += 1) expect(book.refusal(pay(ABSENT))).toBe(1310);
    expect(book.wallet().pin).toEqual(aPin());
  });

  test("five times in a row locks for 15 minutes, the right one included, and then no longer", () => {
    const book = withPin();
    guess(book, 5);
    expect(book.refusal(pay(RIGHT))).toEqual(lockedFor(900));
    expect(book.refusal(pay(WRONG))).toEqual(lockedFor(900));
    expect(book.refusal(pay(ABSENT))).toEqual(lockedFor(900));
    expect(pass(book, 15 * MINUTE_MS - 1).refusal(pay(RIGHT))).toEqual(lockedFor(1));
    expect(pass(book, 1).post(pay(RIGHT)).amount).toBe(1);
    expect(book.wallet().pin).toMatchObject({ failedInRow: 0, lockedUntil: null });
  });

  test("four times in a row locks nothing, and the right one begins the row again", () => {
    const book = withPin();
    guess(book, 4);
    book.post(pay(RIGHT));
    expect(book.wallet().pin).toMatchObject({ failedInRow: 0, lockedUntil: null });
    guess(book, 4);
    expect(book.post(pay(RIGHT)).amount).toBe(1);
  });

  test("tried while locked is not counted", () => {
    const book = withPin();
    guess(book, 5);
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(book.refusal(pay(WRONG))).toEqual(lockedFor(900));
    expect(pass(book, 15 * MINUTE_MS).post(pay(RIGHT)).amount).toBe(1);
  });

  test("five times more after a lock is ten in 24 hours: locked until reset", () => {
    const book = withPin();
    guess(book, 5);
    pass(book, 15 * MINUTE_MS);
    guess(book, 5);
    expect(pass(book, 365 * 24 * HOUR_MS).refusal(pay(RIGHT))).toEqual(lockedFor(null));
    book.wallet().pin = aPin({ version: 2 });
    expect(book.post(pay({ ...RIGHT, pinVersion: 2 })).amount).toBe(1);
  });

  test("ten times in 24 hours locks until reset, however many right ones came between", () => {
    const book = withPin();
    for (let row = 0; row < 9; row += 1) {
      guess(book, 1);
      book.post(pay(RIGHT));
      pass(book, 2 * HOUR_MS);
    }
    guess(book, 1);
    expect(book.wallet().pin?.lockedUntil).toEqual(LOCKED_UNTIL_RESET);
    expect(pass(book, 48 * HOUR_MS).refusal(pay(RIGHT))).toEqual(lockedFor(null));
  });

  test("ten times in more than 24 hours does not", () => {
    const book = withPin();
    for (let row = 0; row < 20; row += 1) {
      guess(book, 1);
      book.post(pay(RIGHT));
      // The tenth comes 24 hours after the first, to the millisecond: a day is over.
      pass(book, (24 * HOUR_MS) / 9);
    }
    expect(book.post(pay(RIGHT)).amount).toBe(1);
  });
});

describe("the right PIN", () => {
  test("clears the row also when the redemption is then refused for something else", () => {
    const book = withPin();
    guess(book, 4);
    expect(book.refusal(pay(RIGHT, 5_000))).toBe(1301);
    expect(book.wallet().pin?.failedInRow).toBe(0);
    guess(book, 4);
    expect(book.post(pay(RIGHT)).amount).toBe(1);
  });

  test("of a wallet without failures writes nothing about the PIN", () => {
    expect(withPin().decide(pay(RIGHT))).not.toHaveProperty("pinUpdate");
  });
});

describe("a PIN that was changed after the check", () => {
  test.each([RIGHT, WRONG])("is checked again, and nothing is counted or moved", (check) => {
    const book = withPin({}, aPin({ version: 2, failedInRow: 4 }));
    expect(book.run(pay(check)).decision).toEqual({ kind: "stale_pin" });
    expect(book.wallet()).toMatchObject({ balance: 1_000, pin: { failedInRow: 4 } });
  });

  test("is locked before it is stale", () => {
    const book = withPin({}, aPin({ version: 2, lockedUntil: LOCKED_UNTIL_RESET }));
    expect(book.refusal(pay(RIGHT))).toEqual(lockedFor(null));
  });
});
