import { describe, expect, test } from "vitest";
import type { Actor, PinCheck, RedeemCommand } from "@/lib/ledger/rules/commands";
import type { ProgrammeRules } from "@/lib/ledger/rules/ledger-state";
import { LOCKED_UNTIL_RESET, longestLock } from "@/lib/ledger/with/pin/rule";
import { aPin, aWallet, Book, FOREIGN_TILL, OPERATOR, redeem, reward, TILL } from "./build";

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
  });

  test.each([{ pinPolicy: "never" }, { pinPolicy: "above", pinAboveValue: 100 }] as const)(
    "one that is typed where none is asked for is judged and counted all the same: %o",
    (programme) => {
      const book = withPin({ programme });
      guess(book, 4);
      expect(book.post(pay(RIGHT)).amount).toBe(1);
      guess(book, 5);
      expect(book.refusal(pay(RIGHT))).toEqual(lockedFor(900));
      expect(book.post(pay(ABSENT)).amount).toBe(1);
      expect(book.state.callers.get(TILL.userId)).toHaveLength(9);
    },
  );

  test("the policy 'above' asks from the first unit above the amount", () => {
    const book = withPin({ programme: { pinPolicy: "above", pinAboveValue: 100 } });
    expect(book.post(pay(ABSENT, 100)).amount).toBe(100);
    expect(book.refusal(pay(ABSENT, 101))).toBe(1310);
    expect(book.post(pay(RIGHT, 101)).amount).toBe(101);
  });

  test("the policy 'when set' asks for any amount, whatever the amount of another policy is", () => {
    const book = withPin({ programme: { pinPolicy: "when_set", pinAboveValue: 100 } });
    expect(book.refusal(pay(ABSENT))).toBe(1310);
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
    const once = { failedInRow: 1, failedAt: [book.now] };
    expect(book.wallet().pin).toEqual(
      aPin({ ...once, merchants: new Map([[1, { ...once, lockedUntil: null }]]) }),
    );
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
    expect(book.wallet().pin?.merchants.get(1)?.lockedUntil).toEqual(LOCKED_UNTIL_RESET);
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
    expect(book.run(pay(check)).decision).toEqual({ kind: "stale" });
    expect(book.wallet()).toMatchObject({ balance: 1_000, pin: { failedInRow: 4 } });
  });

  test("is locked before it is stale", () => {
    const book = withPin({}, aPin({ version: 2, lockedUntil: LOCKED_UNTIL_RESET }));
    expect(book.refusal(pay(RIGHT))).toEqual(lockedFor(null));
  });
});

describe("wrong PINs at one merchant's tills", () => {
  const there = (pin: PinCheck, value = 1) => redeem(value, { pin, actor: FOREIGN_TILL });

  test("lock the wallet there, and at no other merchant's: not for a while, and not until reset", () => {
    const book = withPin();
    guess(book, 5);
    expect(book.refusal(pay(RIGHT))).toEqual(lockedFor(900));
    expect(book.post(there(RIGHT)).amount).toBe(1);
    pass(book, 15 * MINUTE_MS);
    guess(book, 5);
    expect(book.refusal(pay(RIGHT))).toEqual(lockedFor(null));
    expect(book.post(there(RIGHT)).amount).toBe(1);
    // Nor does the right one there open what is locked here.
    expect(book.refusal(pay(RIGHT))).toEqual(lockedFor(null));
  });

  test("are no merchant's where people of none typed them", () => {
    const book = withPin();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(book.refusal(redeem(1, { pin: WRONG, actor: OPERATOR }))).toBe(1311);
    expect(book.refusal(redeem(1, { pin: RIGHT, actor: OPERATOR }))).toEqual(lockedFor(900));
    expect(book.post(pay(RIGHT)).amount).toBe(1);
  });

  test("leave the customer four mistakes in a row at another merchant's, as if nothing had happened", () => {
    const book = withPin();
    guess(book, 5);
    pass(book, 15 * MINUTE_MS);
    guess(book, 5);
    for (let attempt = 0; attempt < 4; attempt += 1) expect(book.refusal(there(WRONG))).toBe(1311);
    expect(book.post(there(RIGHT)).amount).toBe(1);
  });

  test("and at a second merchant's, five and five in 24 hours, lock it everywhere until reset", () => {
    const book = withPin();
    guess(book, 5);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(book.refusal(there(WRONG))).toBe(1311);
    pass(book, HOUR_MS);
    for (const actor of [TILL, FOREIGN_TILL, OPERATOR, { ...TILL, merchantId: 3 }])
      expect(book.refusal(redeem(1, { pin: RIGHT, actor }))).toEqual(lockedFor(null));
  });

  test.each([1, 2, 3, 4, 7])(
    "are never more than fifteen in 24 hours, spread over %i merchants in whatever order",
    (merchants) => {
      const book = withPin();
      let wrong = 0;
      for (let minute = 0; minute < 24 * 60; minute += 5) {
        const merchantId = 1 + ((minute / 5) % merchants);
        if (book.refusal(redeem(1, { pin: WRONG, actor: { ...TILL, merchantId } })) === 1311) wrong += 1;
        pass(book, 5 * MINUTE_MS);
      }
      expect(wrong).toBeLessThanOrEqual(merchants === 1 ? 10 : 15);
      expect(wrong).toBeGreaterThanOrEqual(10);
    },
  );
});

describe("what is kept of wrong PINs at merchants' tills", () => {
  const here = (pin: PinCheck) => redeem(1, { pin });
  const there = (pin: PinCheck) => redeem(1, { pin, actor: FOREIGN_TILL });

  test("is the lock that ends last: there or everywhere", () => {
    const [soon, late] = [1, 2].map(
      (hours) => new Date(Date.parse("2026-01-15T10:00:00Z") + hours * HOUR_MS),
    );
    const lockedAt = (everywhere: Date | null = null, own: Date | null = null) =>
      aPin({
        lockedUntil: everywhere,
        merchants: new Map([[1, { failedInRow: 0, failedAt: [], lockedUntil: own }]]),
      });
    for (const pin of [lockedAt(soon, late), lockedAt(late, soon), lockedAt(late), lockedAt(null, late)]) {
      expect(withPin({}, pin).refusal(here(RIGHT))).toEqual(lockedFor(7_200));
      expect(longestLock(pin)).toEqual(late);
    }
    expect(longestLock(lockedAt())).toBe(null);
  });

  test("is begun anew by the right one there, and not by the right one at another's", () => {
    const book = withPin();
    guess(book, 4);
    book.post(there(RIGHT));
    expect(book.wallet().pin?.merchants.get(1)?.failedInRow).toBe(4);
    book.post(here(RIGHT));
    guess(book, 4);
    expect(book.post(here(RIGHT)).amount).toBe(1);
  });

  test("is dropped with the next right one where it says nothing any more", () => {
    const now = Date.parse("2026-01-15T10:00:00Z");
    const ago = (hours: number) => new Date(now - hours * HOUR_MS);
    const none = { failedInRow: 0, failedAt: [], lockedUntil: null };
    const merchants = new Map([
      [11, none],
      [12, { ...none, failedInRow: 1 }],
      [13, { ...none, lockedUntil: ago(-1) }],
      [14, { ...none, lockedUntil: ago(0) }],
      [15, { ...none, failedAt: [ago(23)] }],
      [16, { ...none, failedAt: [ago(24)] }],
    ]);
    const book = withPin({}, aPin({ failedInRow: 1, merchants }));
    book.post(here(RIGHT));
    expect([...(book.wallet().pin?.merchants.keys() ?? [])]).toEqual([12, 13, 15]);
  });
});

describe("wrong PINs of one person or client", () => {
  const WALLETS = Array.from({ length: 30 }, (_, index) =>
    aWallet({ id: index + 1, walletCode: `W${index + 1}`, lots: { infinity: 1_000 }, pin: aPin() }),
  );
  const book = (programme: Partial<ProgrammeRules>) =>
    new Book({ wallets: WALLETS.map((wallet) => ({ ...wallet })), programme });
  const cashier = { ...TILL, userId: 12, channelId: 2 } as const;
  const at = (walletCode: string, pin: PinCheck, actor: Actor = cashier) =>
    redeem(1, { walletCode, pin, actor });
  const tooMany = { code: 1701, parameters: {} };

  test("on whatever wallets are judged up to a number in 15 minutes, and no wallet is locked by it", () => {
    const many = book({ pinWrongPerPersonMax: 20 });
    for (let index = 1; index <= 20; index += 1) {
      expect(many.refusal(at(`W${index}`, WRONG))).toBe(1311);
      pass(many, 1_000);
    }
    // Right or wrong, known or new: nothing is learned, and nothing is counted for the wallet.
    for (const check of [WRONG, RIGHT]) {
      const { decision } = many.run(at("W21", check));
      expect(decision).toEqual({ kind: "refused", refusal: { ...tooMany, retryAfterSeconds: 880 } });
    }
    expect(many.wallet("W21")).toMatchObject({ balance: 1_000, pin: aPin() });
    // Others go on, and so does whoever waits for the oldest to be old enough.
    expect(many.post(at("W1", RIGHT, TILL)).amount).toBe(1);
    expect(many.post(at("W1", RIGHT, { ...cashier, userId: 13 })).amount).toBe(1);
    expect(many.refusal(at("W21", WRONG))).toBe(1701);
    expect(pass(many, 880_000).refusal(at("W21", WRONG))).toBe(1311);
    expect(many.refusal(at("W22", RIGHT))).toBe(1701);
    expect(pass(many, 1_000).post(at("W22", RIGHT)).amount).toBe(1);
  });

  test("have a limit for people and one for API clients, and test clients have none", () => {
    const many = book({ pinWrongPerPersonMax: 1, pinWrongPerClientMax: 2 });
    expect(many.refusal(at("W1", WRONG))).toBe(1311);
    expect(many.refusal(at("W2", WRONG))).toBe(1701);
    for (const wallet of ["W1", "W2"]) expect(many.refusal(at(wallet, WRONG, TILL))).toBe(1311);
    expect(many.refusal(at("W3", WRONG, TILL))).toBe(1701);
    const tester: Actor = { ...TILL, userId: 14, sandbox: { id: 1, isDemo: true } };
    for (const wallet of ["W1", "W2", "W3", "W4"]) expect(many.refusal(at(wallet, WRONG, tester))).toBe(1311);
  });

  test("say when another one is judged, in whole seconds, one at least", () => {
    const many = book({ pinWrongPerPersonMax: 1 });
    many.refusal(at("W1", WRONG));
    const wait = (milliseconds: number) => {
      const { decision } = pass(many, milliseconds).run(at("W2", WRONG));
      return decision.kind === "refused" ? decision.refusal.retryAfterSeconds : undefined;
    };
    expect([wait(0), wait(20_500), wait(879_000)]).toEqual([900, 880, 1]);
  });

  test("do not stop what needs no PIN", () => {
    const many = book({ pinWrongPerPersonMax: 1 });
    many.refusal(at("W1", WRONG));
    expect(many.post(reward(5, { walletCode: "W2", actor: cashier })).amount).toBe(5);
    expect(many.refusal(at("W2", ABSENT))).toBe(1310);
  });
});
