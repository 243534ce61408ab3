import { describe, expect, test } from "vitest";
import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import { type Command, keyName } from "@/lib/ledger/rules/commands";
import {
  type Approval,
  type DayLimits,
  type LimitName,
  type LimitState,
  type Limits,
  missingOf,
  NO_LIMITS,
  tighter,
} from "@/lib/ledger/with/limits/words";
import {
  aPin,
  aSegment,
  aWallet,
  Book,
  cancel,
  capture,
  hold,
  key,
  limited,
  OPERATOR,
  redeem,
  refund,
  release,
  releaseHold,
  reward,
  TILL,
  TILL_ID,
  takeBack,
} from "./build";

const PERSON = limited(TILL);
/** A client that has limits, but none of a day. */
const CLIENT = { ...TILL, limitedBy: { clientId: 7, isCounted: false } };
const who = { actor: PERSON };

const aBook = (limits: Partial<Limits>, options: ConstructorParameters<typeof Book>[0] = {}) =>
  new Book({ limits: {}, ...options, programme: { ...options.programme, ...limits } });

const asked = (limit: LimitName, required: number, available: number, points: number, value = points) => [
  1704,
  { breaches: [{ limit, required, available }], points, value },
];

describe("limits of money count what points are worth, where that is more", () => {
  test("of a payment in pieces of a smallest coin, each of which takes a whole point", () => {
    const book = aBook({ unprovedValueMax: 3 }, { wallets: [aWallet({ lots: { infinity: 100 } })] });
    for (let piece = 0; piece < 3; piece += 1) book.post(redeem(0.01, who));
    expect(book.refusal(redeem(0.01, who))).toEqual([1307, { required: 1, available: 0 }]);
  });

  test("of what is given back by points, or of a tier that earns more points than money", () => {
    const book = aBook(
      { personReversedValueMax: 150 },
      { wallets: [aWallet({ segment: aSegment({ rewardFactor: "2" }) })] },
    );
    const { id } = book.post(reward(100, who));
    expect(book.refusal(takeBack(id, { ...who, ...key("a") }))).toEqual(
      asked("personReversedValueMax", 200, 150, 200, 100),
    );
    expect(book.post(takeBack(id, { ...who, value: 75 })).amount).toBe(150);
    expect(book.refusal(takeBack(id, { ...who, ...key("b"), value: 1 }))).toEqual(
      asked("personReversedValueMax", 2, 0, 2, 1),
    );
  });
});

describe("a limit is reached, and not passed", () => {
  test("of one reward", () => {
    const book = aBook({ rewardValueMax: 100 });
    expect(book.post(reward(100, who)).amount).toBe(100);
    expect(book.refusal(reward(100.01, { ...who, ...key("a") }))).toEqual(
      asked("rewardValueMax", 100.01, 100, 100, 100.01),
    );
    expect(book.log).toHaveLength(1);
  });

  test("of what one person rewards in a day, whatever the wallet; another person's is another sum", () => {
    const book = aBook(
      { personRewardPointsMax: 150 },
      { wallets: [aWallet(), aWallet({ id: 2, walletCode: "W2" })] },
    );
    book.post(reward(100, who));
    expect(book.refusal(reward(51, { ...who, ...key("a"), walletCode: "W2" }))).toEqual(
      asked("personRewardPointsMax", 51, 50, 51),
    );
    book.post(reward(50, { ...who, walletCode: "W2" }));
    book.post(reward(150, { actor: { ...PERSON, userId: 12 } }));
  });

  test("of what one person refunds, takes back and cancels in a day, together", () => {
    const book = aBook({ personReversedValueMax: 100 });
    const given = book.post(reward(100, who)).id;
    const paid = book.post(redeem(80, who)).id;
    book.post(refund(paid, { ...who, value: 40 }));
    book.post(takeBack(given, { ...who, value: 40 }));
    const other = book.post(reward(21, who)).id;
    expect(book.refusal(cancel(other, { ...who, ...key("a") }))).toEqual(
      asked("personReversedValueMax", 21, 20, 21),
    );
    book.post(cancel(book.post(reward(20, who)).id, who));
  });

  test("of rewards to one wallet in a day, by whoever they are", () => {
    const book = aBook({ walletRewardsMax: 2 });
    book.post(reward(1, { actor: { ...TILL, userId: 99 } }));
    book.post(reward(1, who));
    expect(book.refusal(reward(1, { ...who, ...key("a") }))).toEqual(asked("walletRewardsMax", 1, 0, 1));
    // Who has no limits is not kept by those of others.
    book.post(reward(1));
  });

  test("of what customers pay with one person in a day without proof, whatever their wallets, and also what was undone", () => {
    const book = aBook(
      {},
      { wallets: [aWallet({ lots: { infinity: 1_000 } })], programme: { personUnprovedValueMax: 50 } },
    );
    const { id } = book.post(redeem(30, who));
    book.post(cancel(id, who));
    const limit = "personUnprovedValueMax";
    expect(book.refusal(redeem(20.01, who))).toEqual([1307, { limit, required: 21, available: 20 }]);
    // A client's tills are many: its payments are bounded by wallet.
    book.post(redeem(40, { actor: { ...CLIENT, userId: 13 } }));
    book.post(redeem(20, { ...who, actor: { ...PERSON, userId: 12 } }));
    book.post(redeem(20, who));
    expect(book.refusal(redeem(0.01, who))).toEqual([1307, { limit, required: 1, available: 0 }]);
    book.at("2026-01-16T10:00:00Z").post(redeem(50, who));
  });

  test("of what customers pay at one branch in a day without proof, with whomever, clients of own limits apart", () => {
    const own = { ...NO_LIMITS, hasOwnLimits: true };
    const book = aBook(
      {},
      {
        wallets: [aWallet({ lots: { infinity: 1_000 } })],
        programme: { branchUnprovedValueMax: 50 },
        limits: { clients: new Map([[8, own]]) },
      },
    );
    const { id } = book.post(redeem(20, who));
    book.post(cancel(id, who));
    book.post(redeem(20, { actor: { ...CLIENT, userId: 13 } }));
    const limit = "branchUnprovedValueMax";
    for (const actor of [PERSON, { ...PERSON, userId: 12 }, CLIENT])
      expect(book.refusal(redeem(11, { actor }))).toEqual([1307, { limit, required: 11, available: 10 }]);
    book.post(redeem(11, { actor: { ...PERSON, branchId: 102 } }));
    book.post(redeem(11, { actor: { ...CLIENT, limitedBy: { clientId: 8, isCounted: false } } }));
    expect(book.refusal(redeem(1, who))).toEqual([1307, { limit, required: 1, available: 0 }]);
    book.at("2026-01-16T10:00:00Z").post(redeem(50, who));
  });

  test("of what customers pay on one registered till in a day without proof, with whomever, and on no other device", () => {
    const programme = { tillUnprovedValueMax: 50 };
    const book = aBook({}, { wallets: [aWallet({ lots: { infinity: 1_000 } })], programme });
    const on = (tillId: number | null, userId: number) => ({
      actor: { ...PERSON, userId, limitedBy: { clientId: null, isCounted: true, tillId } },
    });
    const { id } = book.post(redeem(20, on(TILL_ID, PERSON.userId)));
    book.post(cancel(id, on(TILL_ID, PERSON.userId)));
    book.post(redeem(20, on(TILL_ID, 12)));
    const limit = "tillUnprovedValueMax";
    for (const userId of [PERSON.userId, 12])
      expect(book.refusal(redeem(11, on(TILL_ID, userId)))).toEqual([
        1307,
        { limit, required: 11, available: 10 },
      ]);
    book.post(redeem(60, on(null, 12)));
    book.post(redeem(10, on(TILL_ID, 12)));
    expect(book.refusal(redeem(1, on(TILL_ID, 12)))).toEqual([1307, { limit, required: 1, available: 0 }]);
    book.at("2026-01-16T10:00:00Z").post(redeem(50, on(TILL_ID, 12)));
  });

  test("of what is redeemed in a day without proof; what was undone does not count", () => {
    const book = aBook({ unprovedValueMax: 50 });
    book.post(reward(1_000, who));
    const first = book.post(redeem(30, who)).id;
    expect(book.refusal(redeem(20.01, who))).toEqual([1307, { required: 21, available: 20 }]);
    book.post(cancel(first, who));
    book.post(redeem(50, who));
    expect(book.refusal(redeem(0.01, who))).toEqual([1307, { required: 1, available: 0 }]);
    book.at("2026-01-16T10:00:00Z").post(redeem(50, who));
  });

  test("of what is redeemed in a day without proof, all of it together; a refund makes no room for more", () => {
    const book = aBook({ unprovedValueMax: 50 });
    book.post(reward(1_000, who));
    const first = book.post(redeem(30, who)).id;
    book.post(redeem(10, who));
    book.post(refund(first, { ...who, value: 20 }));
    expect(book.refusal(redeem(10.01, who))).toEqual([1307, { required: 11, available: 10 }]);
    book.setProgramme({ unprovedValueMax: 25 });
    expect(book.refusal(redeem(0.01, who))).toEqual([1307, { required: 1, available: 0 }]);
  });

  test("of what is held without proof, which makes room for more once it is released, not when other points are", () => {
    const book = aBook({ unprovedValueMax: 50 }, { wallets: [aWallet({ suspended: 1 })] });
    book.post(reward(1_000, who));
    const held = book.post(hold({ value: 50, ...who })).id;
    book.post(release(1));
    const more = hold({ value: 1, ...who });
    expect(book.refusal(more)).toEqual([1307, { required: 1, available: 0 }]);
    book.post(releaseHold(held, who));
    book.post(more);
  });

  test("not of what is captured: the customer agreed when it was held", () => {
    const book = aBook({ unprovedValueMax: 50 });
    book.post(reward(1_000, who));
    const held = book.post(hold({ value: 50, ...who })).id;
    const { written } = book.run(capture(held, who));
    expect(written[0]?.posting.marks).toMatchObject({ isUnproved: false });
    // The marks of an entry are known to later commands of the batch.
    expect([...book.wallet().marks]).toMatchObject([
      [1, { isUnproved: false }],
      [held, { isUnproved: true }],
      [3, { isUnproved: false }],
    ]);
  });

  test("not of a redemption that the customer's PIN proves, asked for or not", () => {
    const wallet = aWallet({ pin: aPin() });
    const book = aBook({ unprovedValueMax: 50 }, { wallets: [wallet], programme: { pinPolicy: "never" } });
    book.post(reward(1_000, who));
    const right = { kind: "checked", pinVersion: 1, correct: true } as const;
    book.post(redeem(200, { ...who, pin: right }));
    book.post(redeem(50, who));
    expect(book.refusal(redeem(1, who))).toEqual([1307, { required: 1, available: 0 }]);
    expect(book.refusal(redeem(1, { ...who, pin: { ...right, correct: false } }))).toBe(1311);
    book.post(redeem(1, { ...who, pin: { kind: "assumed" } }));
    // There is no PIN to assume.
    const plain = aBook({ unprovedValueMax: 0 });
    plain.post(reward(10, who));
    expect(plain.refusal(redeem(1, { ...who, pin: { kind: "assumed" } }))).toEqual([
      1307,
      { required: 1, available: 0 },
    ]);
  });

  test("of a PIN that was chosen on a till's display: for hours whoever asks, and always at that person's till", () => {
    const chosenAtTill = { provesFrom: new Date("2026-01-16T10:00:00Z"), byUserId: PERSON.userId };
    const book = aBook({ unprovedValueMax: 50 }, { wallets: [aWallet({ pin: aPin({ chosenAtTill }) })] });
    const other = { actor: { ...PERSON, userId: 12 } };
    const pin = { kind: "checked", pinVersion: 1, correct: true } as const;
    book.post(reward(1_000, who));
    book.at("2026-01-16T09:59:59Z");
    book.post(redeem(30, { ...other, pin }));
    for (const proof of [pin, { kind: "assumed" } as const])
      expect(book.refusal(redeem(21, { ...other, pin: proof }))).toEqual([
        1307,
        { required: 21, available: 20 },
      ]);
    book.at("2026-01-16T10:00:00Z").post(redeem(200, { ...other, pin }));
    expect(book.refusal(redeem(21, { ...who, pin }))).toEqual([1307, { required: 21, available: 20 }]);
    book.post(redeem(20, { ...who, pin }));
  });
});

describe("a day on which little was read", () => {
  /** As the writer reads it where nothing had moved yet. */
  const empty = (more: Partial<LimitState> = {}): LimitState => ({
    ...{ day: "2026-01-15", merchants: new Map(), clients: new Map(), people: new Map() },
    ...{ merchantDays: new Map(), branches: new Map(), tills: new Map(), wallets: new Map() },
    ...{ invoices: new Map(), approvals: new Map() },
    ...more,
  });
  const bookOn = (limits: Partial<Limits & DayLimits>, state: LimitState) => {
    const book = new Book({ programme: limits, wallets: [aWallet({ lots: { infinity: 1_000 } })] });
    book.state.limits = state;
    return book;
  };

  test("has all of its limits left for whoever moved nothing on it", () => {
    const most = { personRewardPointsMax: 10, merchantRewardPointsMax: 10, walletRewardsMax: 1 };
    expect(bookOn(most, empty()).post(reward(10, who)).amount).toBe(10);
  });

  test("counts redemptions without proof of a wallet that had none, and takes them for no rewards", () => {
    const book = bookOn({ unprovedValueMax: 50, walletRewardsMax: 1 }, empty());
    book.post(redeem(30, who));
    expect(book.refusal(redeem(21, who))).toEqual([1307, { required: 21, available: 20 }]);
    book.post(reward(1, who));
  });

  test("has limits of the merchant, for all its counted people together: points given and money taken back", () => {
    const done = () => ({ rewardedPoints: 90, reversedValue: 91_00n });
    const people = () =>
      new Map(
        [PERSON.userId, 12].map((id) => [id, { rewardedPoints: 0, reversedValue: 0n, unprovedValue: 0n }]),
      );
    const merchantDays = new Map([
      [1, done()],
      [0, done()],
    ]);
    const most = { merchantRewardPointsMax: 100, merchantReversedValueMax: 100 };
    const book = bookOn(most, empty({ people: people(), merchantDays }));
    const { id } = book.post(reward(8, who));
    const later = { actor: { ...PERSON, userId: 12 } };
    expect(book.refusal(reward(3, { ...later, ...key("a") }))).toEqual(
      asked("merchantRewardPointsMax", 3, 2, 3),
    );
    book.post(cancel(id, who));
    book.post(reward(2, later));
    expect(book.refusal(cancel(book.log.length, { ...later, ...key("b") }))).toEqual(
      asked("merchantReversedValueMax", 2, 1, 2),
    );
    // People of no merchant are counted together.
    const operators = { actor: { ...limited(OPERATOR), branchId: 1, userId: 12 } };
    book.post(reward(8, operators));
    expect(book.refusal(reward(3, { ...operators, ...key("c") }))).toEqual(
      asked("merchantRewardPointsMax", 3, 2, 3),
    );
  });

  test("counts what its people did without limits of their own", () => {
    const book = aBook({ personRewardPointsMax: 100 });
    book.post(reward(60));
    expect(book.refusal(reward(41, { ...who, ...key("a") }))).toEqual(
      asked("personRewardPointsMax", 41, 40, 41),
    );
  });
});

describe("an invoice that was rewarded at the merchant within 90 days", () => {
  const invoice = { ...who, invoiceNumber: "A1" };

  test("is refused a second time, in any letter case, until its reward is cancelled", () => {
    const book = aBook({ repeatedInvoices: "refused" });
    const first = book.post(reward(10, invoice)).id;
    const again = [1702, { limit: "repeatedInvoices", required: 1, available: 0 }];
    expect(book.refusal(reward(10, { ...invoice, invoiceNumber: "a1", ...key("k") }))).toEqual(again);
    book.post(reward(10, { ...invoice, actor: { ...PERSON, merchantId: 2 } }));
    book.post(reward(10, who));
    book.post(cancel(first, who));
    book.post(reward(10, invoice));
    book.at("2026-04-16T10:00:00Z").post(reward(10, invoice));
  });

  test("is flagged where that is the rule, and not looked at where there is none", () => {
    const book = aBook({ repeatedInvoices: "flagged" });
    const first = book.post(reward(10, invoice)).id;
    const { decision } = book.run(reward(10, invoice));
    expect(decision.kind === "posted" && decision.postings[0].marks).toMatchObject({ repeatsEntryId: first });
    book.setProgramme({ repeatedInvoices: "off" });
    const { decision: unseen } = book.run(reward(10, invoice));
    expect(unseen.kind === "posted" && unseen.postings[0].marks).toMatchObject({ repeatsEntryId: null });
  });
});

describe("whose limits they are", () => {
  const tight: Limits = { ...NO_LIMITS, rewardValueMax: 10, repeatedInvoices: "refused" };

  test("nobody's who has none: the same is done, and nothing is remembered", () => {
    const book = aBook({ rewardValueMax: 1 });
    const { decision } = book.run(reward(100));
    expect(decision.kind === "posted" && decision.postings[0].marks).toBeUndefined();
    expect(book.wallet().marks.size).toBe(0);
  });

  test("the programme's and the merchant's, whichever is tighter", () => {
    for (const [programme, merchant, max] of [
      [50, 10, 10],
      [10, 50, 10],
      [null, 10, 10],
      [10, null, 10],
    ] as const) {
      const merchants = { 1: { ...NO_LIMITS, rewardValueMax: merchant } };
      const book = new Book({ limits: { merchants }, programme: { rewardValueMax: programme } });
      book.post(reward(max, who));
      expect(book.refusal(reward(max + 1, who))).toMatchObject([
        1702,
        { limit: "rewardValueMax", available: max },
      ]);
    }
    expect(tighter({ ...tight, repeatedInvoices: "off" }, tight)).toEqual(tight);
    expect(tighter(tight, { ...tight, repeatedInvoices: "flagged" })).toEqual(tight);
  });

  test("of an operator no merchant's", () => {
    const book = new Book({ limits: { merchants: { 1: tight } } });
    book.post(reward(100, { actor: limited(OPERATOR) }));
  });

  test("a client's own where it has some, wider ones too; else the tighter, and no person's", () => {
    const clients = (own: Partial<Limits>, hasOwnLimits: boolean) =>
      new Map([[7, { ...NO_LIMITS, ...own, hasOwnLimits }]]);
    const programme = { rewardValueMax: 10, personRewardPointsMax: 5, personReversedValueMax: 1 };
    const wide = new Book({ limits: { clients: clients({ rewardValueMax: 100 }, true) }, programme });
    wide.post(reward(100, { actor: CLIENT }));
    expect(wide.refusal(reward(101, { actor: CLIENT }))).toMatchObject([1702, { available: 100 }]);
    const same = new Book({ limits: { clients: clients({ rewardValueMax: 100 }, false) }, programme });
    const given = same.post(reward(10, { actor: CLIENT })).id;
    expect(same.refusal(reward(11, { actor: CLIENT }))).toMatchObject([1702, { available: 10 }]);
    same.post(cancel(given, { actor: CLIENT }));
    const counted = { ...CLIENT, limitedBy: { clientId: 7, isCounted: true } };
    const daily = new Book({ limits: { clients: clients({ personRewardPointsMax: 8 }, false) }, programme });
    daily.post(reward(8, { actor: counted }));
    expect(daily.refusal(reward(1, { actor: counted }))).toMatchObject([
      1702,
      { limit: "personRewardPointsMax" },
    ]);
    // One that is not known any more has the programme's.
    const unknown = new Book({ limits: {}, programme });
    expect(unknown.refusal(reward(11, { actor: CLIENT }))).toMatchObject([1702, { available: 10 }]);
  });
});

describe("an approval", () => {
  const big = reward(200, { ...who, ...key("big") });
  /** The breaches that the second person has read. */
  const read = (...limits: readonly LimitName[]) =>
    limits.map((limit) => ({ limit, required: 200, available: 100 }));
  const approve = (
    book: Book,
    command: Command,
    more: Partial<Pick<Approval, "breaches" | "requestHash" | "expiresAt">> = {},
  ) => {
    const name = keyName(
      command.actor.userId,
      COMMANDS[command.type].references,
      command.reference?.key ?? "",
    );
    const approval = {
      id: 5,
      requestHash: command.reference?.requestHash ?? "",
      breaches: read("rewardValueMax"),
      approvedBy: 42,
      expiresAt: new Date("2026-01-15T10:10:00Z"),
      ...more,
    };
    book.approvals.set(name, approval);
    return approval;
  };

  test("lets exactly what was asked pass, and its entry says who approved", () => {
    const book = aBook({ rewardValueMax: 100 });
    expect(book.refusal(big)).toEqual(asked("rewardValueMax", 200, 100, 200));
    const approval = approve(book, big);
    const { decision } = book.run(big);
    expect(decision.kind === "posted" && decision.postings[0].marks).toEqual({
      isUnproved: false,
      tillId: TILL_ID,
      repeatsEntryId: null,
      approval,
      couponPoints: 0,
    });
    expect(book.decide(big)).toEqual({ kind: "replayed", entryId: 1 });
    expect(book.refusal(reward(200, { ...who, ...key("other") }))).toMatchObject([1704, {}]);
    expect(book.log).toHaveLength(1);
  });

  test("is nothing for another content, another limit, more than was read, or once its time is over", () => {
    const limits = { rewardValueMax: 100, walletRewardsMax: 0 };
    const book = aBook(limits);
    const wanted = ["rewardValueMax", "walletRewardsMax"] as const;
    const both = { breaches: read(...wanted) };
    approve(book, big, { ...both, requestHash: "another content" });
    expect(book.refusal(big)).toMatchObject([1704, {}]);
    approve(book, big);
    expect(book.refusal(big)).toMatchObject([1704, { breaches: wanted.map((limit) => ({ limit })) }]);
    approve(book, big, { ...both, expiresAt: book.now });
    expect(book.refusal(big)).toMatchObject([1704, {}]);
    approve(book, big, { breaches: both.breaches.map((one) => ({ ...one, required: 199.99 })) });
    expect(book.refusal(big)).toMatchObject([1704, {}]);
    expect(book.log).toHaveLength(0);
    approve(book, big, both);
    expect(book.post(big).amount).toBe(200);
  });

  test("is not asked for where the programme wants none, or a till system sends no reference", () => {
    const book = aBook({ rewardValueMax: 100 });
    const refused = [1702, { limit: "rewardValueMax", required: 200, available: 100 }];
    expect(book.refusal(reward(200, who))).toEqual(refused);
    expect(book.refusal(reward(200, { actor: { ...PERSON, channelId: 2 } }))).toMatchObject([1704, {}]);
    book.setProgramme({ approvesBeyondLimits: false });
    expect(book.refusal(big)).toEqual(refused);
    expect(book.refusal(reward(200, { actor: { ...PERSON, channelId: 2 } }))).toEqual(refused);
  });
});

test("what the operation itself refuses is said before a limit is", () => {
  const book = aBook({ unprovedValueMax: 0, rewardValueMax: 0 }, { programme: { pointsPerEntryMax: 50 } });
  expect(book.refusal(redeem(10, who))).toBe(1301);
  expect(book.refusal(reward(51, who))).toEqual([1304, { max: 50 }]);
});

test("what is missing is exact to the hundredth", () => {
  expect(missingOf({ required: 100.1, available: 99.9 })).toBe(0.2);
});
