import { describe, expect, test } from "vitest";
import type { ProgrammeRules } from "@/lib/ledger/rules/ledger-state";
import { decide } from "@/lib/ledger/run/decide";
import { applyReferral } from "@/lib/ledger/with/referrals/rule";
import {
  adjust,
  aSegment,
  aWallet,
  Book,
  cancel,
  limited,
  OPERATOR,
  promotion,
  redeem,
  reward,
  TILL,
  takeBack,
} from "./build";

const ON = { referralBonus: 200, referralNewcomerBonus: 50, referralLeastValue: 100 };
const REFERRER = "R";
const newcomer = (id: number) =>
  aWallet({ id, walletCode: `N${id}`, contactMsisdn: `+2011100000${id}`, openReferrerId: 1 });

/** Wallet 1 brought the customers of N11 to N14. */
function aBook(programme: Partial<ProgrammeRules> = {}, referrer: Parameters<typeof aWallet>[0] = {}): Book {
  const wallets = [aWallet({ walletCode: REFERRER, ...referrer }), ...[11, 12, 13, 14].map(newcomer)];
  return new Book({ wallets, programme: { ...ON, ...programme } });
}
const first = (value: number, more: Parameters<typeof reward>[1] = {}) =>
  reward(value, { walletCode: "N11", ...more });
const undo = (entryId: number) => cancel(entryId, { walletCode: "N11" });
const balances = (book: Book) => [book.wallet("N11").balance, book.wallet(REFERRER).balance];

describe("the first reward of a customer whom somebody brought", () => {
  test("gives both their bonus: the newcomer's in the reward itself, the referrer's in an entry related to it", () => {
    const book = aBook();
    const { written } = book.run(first(120));
    expect(written.map(({ entry }) => entry)).toMatchObject([
      {
        walletId: 11,
        logTypeId: 2,
        amount: 170,
        amountValue: 12_000n,
        accumulatedAfter: 170,
        comment: "Welcome bonus: 50 points / مكافأة ترحيب: 50 نقطة",
      },
      {
        walletId: 1,
        logTypeId: 6,
        channelId: 8,
        amount: 200,
        actorWalletId: null,
        balanceAfter: 200,
        accumulatedAfter: 0,
        relatedEntryId: 1,
        merchantId: null,
        branchId: null,
        externalLogId: "",
      },
    ]);
    expect(written[0]?.posting.parts).toEqual([
      { kind: "rate", points: 120, promotionVersionId: null, day: null },
      { kind: "referral", points: 50, promotionVersionId: null, day: null },
    ]);
    expect(book.wallet("N11").openReferrerId).toBe(null);
  });

  test("keeps the caller's own words", () => {
    expect(aBook().post(first(120, { comment: "table 4" })).comment).toBe("table 4");
  });

  test("decides it once: the second reward gives what any does", () => {
    const book = aBook();
    book.post(first(120));
    expect(book.run(first(120)).written).toHaveLength(1);
    expect(balances(book)).toEqual([290, 200]);
  });

  test.each([
    { value: 99.99, why: "a bill below the least value" },
    { value: 120, why: "a programme without referrals", referralBonus: 0, referralNewcomerBonus: 0 },
  ])("waits for another one after $why", ({ value, why: _, ...programme }) => {
    const book = aBook(programme);
    const { written } = book.run(first(value));
    expect(written).toHaveLength(1);
    expect(written[0]?.posting).not.toHaveProperty("parts");
    expect(book.wallet("N11").openReferrerId).toBe(1);
  });

  test("of exactly the least value is enough", () => {
    const book = aBook();
    book.post(first(100));
    expect(balances(book)).toEqual([150, 200]);
  });

  test("gives only one of them a bonus where the other's is none", () => {
    const [one, other] = [aBook({ referralBonus: 0 }), aBook({ referralNewcomerBonus: 0 })];
    expect(one.run(first(120)).written).toHaveLength(1);
    expect(balances(one)).toEqual([170, 0]);
    const { written } = other.run(first(120));
    expect(written[0]?.posting).not.toHaveProperty("parts");
    expect(written[0]?.entry.comment).toBe(null);
    expect(balances(other)).toEqual([120, 200]);
  });

  test("gives bonuses of a single point like any others", () => {
    const book = aBook({ referralBonus: 1, referralNewcomerBonus: 1 });
    const { written } = book.run(first(120));
    expect(written[0]?.posting.parts?.at(-1)).toMatchObject({ kind: "referral", points: 1 });
    expect(written[0]?.entry.comment).toBe("Welcome bonus: 1 points / مكافأة ترحيب: 1 نقطة");
    expect(balances(book)).toEqual([121, 1]);
    const nearlyFull = aBook({ balanceMax: 1_000 }, { lots: { "2028-01-31": 999 } });
    nearlyFull.post(first(120));
    expect(balances(nearlyFull)).toEqual([170, 1_000]);
  });

  test("waits, where the programme wants a second visit, for a reward on a later day than another", () => {
    const book = aBook({ referralSecondVisit: true });
    book.post(first(120));
    expect(balances(book)).toEqual([120, 0]);
    book.state.referrals = { ...book.state.referrals, visited: new Set([11]) };
    book.post(first(120));
    expect(balances(book)).toEqual([290, 200]);
  });

  test("is one whose bill was not paid wholly with points", () => {
    const wallets = [aWallet({ walletCode: REFERRER }), { ...newcomer(11), balance: 500 }];
    wallets[1]?.lots.set("2028-01-31", 500);
    const book = new Book({ wallets, programme: { ...ON, earnedOn: "rest", referralLeastValue: 0 } });
    book.post(redeem(120, { walletCode: "N11", invoiceNumber: "INV-1" }));
    expect(book.run(first(120, { invoiceNumber: "INV-1" })).written).toHaveLength(1);
    expect(book.wallet("N11").openReferrerId).toBe(1);
  });

  test("with a promotion has its points before the bonus, in what fits, and as much of their words", () => {
    const all = [promotion(7, { points: 30 }, { nameEn: "x".repeat(230) })];
    const wallets = [aWallet({ walletCode: REFERRER }), newcomer(11)];
    const book = new Book({ wallets, programme: { ...ON, balanceMax: 170 }, promotions: { all } });
    const { written } = book.run(first(120));
    expect(written[0]?.posting.parts?.map(({ kind, points }) => [kind, points])).toEqual([
      ["rate", 120],
      ["promotion", 30],
      ["referral", 20],
    ]);
    expect(written[0]?.entry.comment).toHaveLength(250);
    expect(balances(book)).toEqual([170, 170]);
  });

  test("cuts a bonus to what a wallet may hold, and is never refused for it", () => {
    const book = aBook({ balanceMax: 140 }, { lots: { "2028-01-31": 130 } });
    book.post(first(120));
    expect(balances(book)).toEqual([140, 140]);
  });

  test("cuts a bonus to what fits beside the points that lie aside", () => {
    const book = aBook({ balanceMax: 140, ripeningDays: 7 }, { lots: { "2028-01-31": 100 }, suspended: 25 });
    expect(book.post(first(120)).amount).toBe(140);
    expect(book.wallet(REFERRER)).toMatchObject({ balance: 115, suspended: 25 });
  });

  test.each([
    { what: "blocked", statusId: 4 },
    { what: "closed", statusId: 5 },
    { what: "suspended", statusId: 3 },
    { what: "gone from the programme", isOptedIn: false },
    { what: "full", lots: { "2028-01-31": 1_000 } },
  ] as const)(
    "gives the newcomer's bonus where the referrer is $what, and the referrer nothing",
    ({ what: _, ...referrer }) => {
      const book = aBook({ balanceMax: 1_000 }, referrer);
      const { written } = book.run(first(120));
      expect(written.map(({ entry }) => entry.walletId)).toEqual([11]);
      expect(written[0]?.posting.referral).toMatchObject({ state: "unpaid", newcomerPoints: 50 });
    },
  );

  test("repays the debt of a referrer below zero", () => {
    const book = aBook({}, { lots: { "2028-01-31": 0 } });
    book.post(reward(300, { walletCode: REFERRER }));
    book.post(redeem(300, { walletCode: REFERRER }));
    book.post(cancel(1, { walletCode: REFERRER }));
    book.post(first(120));
    expect(book.wallet(REFERRER).balance).toBe(-100);
    expect(book.lots(REFERRER)).toEqual({});
  });

  test("writes off first what has lapsed in the referrer's wallet", () => {
    const book = aBook({}, { lots: { "2025-12-31": 70 } });
    const { written } = book.run(first(120));
    expect(written.map(({ entry }) => [entry.walletId, entry.logTypeId])).toEqual([
      [11, 2],
      [1, 5],
      [1, 6],
    ]);
    expect(written[2]?.entry.relatedEntryId).toBe(written[0]?.entry.id);
    expect(book.wallet(REFERRER).balance).toBe(200);
  });

  test("puts the bonus of a pooled referrer into the family's pool, in the referrer's name", () => {
    const pool = aWallet({ id: 2, walletCode: "P" });
    const referrer = aWallet({ walletCode: REFERRER, poolWalletId: 2 });
    const book = new Book({ wallets: [pool, referrer, newcomer(11)], programme: ON });
    const { written } = book.run(first(120));
    expect(written[1]?.entry).toMatchObject({ walletId: 2, actorWalletId: 1, balanceAfter: 200 });
    book.post(undo(1));
    expect(book.wallet("P").balance).toBe(0);
  });

  test("writes both into the pool of a family in which the one brought the other, one after the other", () => {
    const pool = aWallet({ id: 2, walletCode: "P" });
    const pooled = { poolWalletId: 2 };
    const wallets = [pool, aWallet({ walletCode: REFERRER, ...pooled }), { ...newcomer(11), ...pooled }];
    const book = new Book({ wallets, programme: ON });
    const { written } = book.run(first(120));
    expect(
      written.map(({ entry: { walletId, seq, balanceAfter } }) => [walletId, seq, balanceAfter]),
    ).toEqual([
      [2, 1, 170],
      [2, 2, 370],
    ]);
  });

  test("gives the bonus to the wallet that the referrer's was merged into, but not to the newcomer's own", () => {
    const merged = (id: number) => aWallet({ walletCode: REFERRER, statusId: 6, mergedIntoWalletId: id });
    const survivor = aWallet({ id: 2, walletCode: "S" });
    const book = new Book({ wallets: [merged(2), survivor, newcomer(11)], programme: ON });
    book.post(first(120));
    expect([book.wallet("S").balance, book.wallet(REFERRER).balance]).toEqual([200, 0]);
    const own = new Book({ wallets: [merged(11), newcomer(11)], programme: ON });
    const { written } = own.run(first(120));
    expect(written[0]?.posting.referral).toMatchObject({ state: "unpaid" });
    expect(own.wallet("N11").balance).toBe(170);
  });

  test("counts both of its parts towards the cashier's limits and the customer's segment", () => {
    const silver = aSegment({ versionId: 2, segmentId: 2, value: 150 });
    const wallets = [aWallet({ walletCode: REFERRER }), newcomer(11)];
    const book = new Book({
      wallets,
      segments: [aSegment(), silver],
      programme: { ...ON, personRewardPointsMax: 169 },
      limits: {},
    });
    expect(book.refusal(first(120, { actor: limited(TILL) }))).toEqual([
      1702,
      { limit: "personRewardPointsMax", required: 170, available: 169 },
    ]);
    book.post(first(120));
    expect(book.wallet("N11").segment).toBe(silver);
  });
});

describe("the month's limit", () => {
  const bring = (book: Book, id: number) => book.run(reward(120, { walletCode: `N${id}` })).written;

  test("holds for the referrer, not for the newcomers", () => {
    const book = aBook({ referralPerMonthMax: 2 });
    const states = [11, 12, 13].map((id) => bring(book, id)[0]?.posting.referral);
    expect(states).toMatchObject([{ state: "paid" }, { state: "paid" }, { state: "over_limit" }]);
    expect(book.wallet(REFERRER).balance).toBe(400);
    expect(book.wallet("N13").balance).toBe(170);
  });

  test("begins again with the month of the programme's zone", () => {
    const book = aBook({ referralPerMonthMax: 1 }).at("2026-01-31T21:59:00Z");
    bring(book, 11);
    bring(book, 12);
    book.at("2026-01-31T22:00:00Z");
    bring(book, 13);
    expect(book.wallet(REFERRER).balance).toBe(400);
  });

  test("has room again for one that was taken back", () => {
    const book = aBook({ referralPerMonthMax: 1 });
    const [own] = bring(book, 11);
    book.post(undo(own?.entry.id ?? 0));
    bring(book, 12);
    bring(book, 13);
    expect(book.wallet(REFERRER).balance).toBe(200);
  });
});

describe("what a batch knows of the month", () => {
  const counted = (book: Book) => book.state.referrals.bonusesOfMonth.get(1);

  test("counts each bonus of a referrer, and none that the referrer could not be given", () => {
    const book = aBook();
    book.post(first(120));
    expect(counted(book)).toBe(1);
    book.post(reward(120, { walletCode: "N12" }));
    expect(counted(book)).toBe(2);
    expect(book.state.referrals.newcomerPoints.get(1)).toBe(50);
    const blocked = aBook({}, { statusId: 4 });
    blocked.post(first(120));
    expect(counted(blocked)).toBe(0);
    blocked.post(undo(1));
    expect(counted(blocked)).toBe(0);
  });

  test("takes one off that is taken back in its own month, and none of another month", () => {
    const book = aBook().at("2026-01-29T10:00:00Z");
    book.post(first(120));
    book.post(reward(120, { walletCode: "N12" }));
    book.at("2026-01-31T20:00:00Z").post(undo(1));
    expect(counted(book)).toBe(1);
    const later = book.log.find(({ walletId }) => walletId === 12)?.id ?? 0;
    book.at("2026-01-31T22:00:00Z").post(cancel(later, { walletCode: "N12" }));
    expect(counted(book)).toBe(0);
  });

  test("is nothing of a referrer whom nobody asked about: the first bonus counts as one, and none is taken off", () => {
    const book = aBook({ referralPerMonthMax: 1 });
    const { bonusesOfMonth } = book.state.referrals;
    const settled = decide(book.state, first(120), book.now);
    expect(settled).toMatchObject({ kind: "posted", postings: [{ referral: { state: "paid" } }] });
    const { written } = book.run(first(120));
    const [own, follower] = written;
    if (own === undefined || follower === undefined) throw new Error("No bonus");
    bonusesOfMonth.clear();
    const entries = { own: own.entry, follower: follower.entry };
    expect(applyReferral(book.state, own.posting, entries)?.follower).toEqual({
      ...{ walletId: 1, entryId: 2, points: 200 },
    });
    expect(bonusesOfMonth.get(1)).toBe(1);
    const back = book.run(undo(1)).written;
    bonusesOfMonth.clear();
    const taken = { own: back[0]?.entry ?? own.entry, follower: undefined };
    expect(applyReferral(book.state, back[0]?.posting ?? own.posting, taken)?.follower).toBe(null);
    expect(bonusesOfMonth.has(1)).toBe(false);
  });
});

describe("a reward that decided a referral", () => {
  test("takes both bonuses back when it is cancelled", () => {
    const book = aBook();
    book.post(first(120));
    const { written } = book.run(undo(1));
    expect(written.map(({ entry }) => entry)).toMatchObject([
      { walletId: 11, logTypeId: 4, amount: 170, relatedEntryId: 1 },
      { walletId: 1, logTypeId: 4, amount: 200, relatedEntryId: 2, channelId: 8, merchantId: null },
    ]);
    expect(book.wallet(REFERRER).reversals.get(2)?.cancelledByEntryId).toBe(written[1]?.entry.id);
    expect(balances(book)).toEqual([0, 0]);
  });

  test("takes them back when the last of it is returned, not before", () => {
    const book = aBook();
    book.post(first(120));
    expect(book.run(takeBack(1, { walletCode: "N11", value: 60 })).written).toHaveLength(1);
    expect(balances(book)).toEqual([110, 200]);
    expect(book.run(takeBack(1, { walletCode: "N11" })).written).toHaveLength(2);
    // The referral has ended for good: neither return is undone.
    for (const id of returns(book)) expect(book.refusal(cancel(id, { walletCode: "N11" }))).toBe(1414);
    expect(balances(book)).toEqual([0, 0]);
  });

  test("takes a spent bonus back below zero, also where customers' own rewards stop at zero", () => {
    const book = aBook({ cancelledRewardPolicy: "refuse" });
    book.post(first(120));
    book.post(redeem(200, { walletCode: REFERRER }));
    book.post(undo(1));
    expect(balances(book)).toEqual([0, -200]);
  });

  test("is not cancelled, and nothing is taken back, where the newcomer's own points are spent and the programme refuses", () => {
    const book = aBook({ cancelledRewardPolicy: "refuse" });
    book.post(first(120));
    book.post(redeem(1, { walletCode: "N11" }));
    expect(book.refusal(undo(1))).toBe(1415);
    expect(balances(book)).toEqual([169, 200]);
  });

  test("brings nothing once more after it was taken back", () => {
    const book = aBook();
    book.post(first(120));
    book.post(undo(1));
    book.post(first(120));
    expect(balances(book)).toEqual([120, 0]);
  });

  test("takes nothing of the referrer's back where there was no bonus", () => {
    const book = aBook({}, { statusId: 4 });
    book.post(first(120));
    expect(book.run(undo(1)).written).toHaveLength(1);
    expect(balances(book)).toEqual([0, 0]);
  });

  test("counts for the day of who cancels as their own cancellation alone: the referrer's is the system's", () => {
    const wallets = [aWallet({ walletCode: REFERRER }), newcomer(11)];
    const book = new Book({ wallets, limits: {}, programme: { ...ON, personReversedValueMax: 180 } });
    const who = { walletCode: "N11", actor: limited(TILL) };
    book.post(reward(120, who));
    book.post(cancel(1, who));
    const second = book.post(reward(10, who));
    expect(book.post(cancel(second.id, who)).amountValue).toBe(10_00n);
  });

  test("leaves the referral alone when another reward is cancelled", () => {
    const book = aBook();
    book.post(first(120));
    const second = book.post(first(10));
    expect(book.run(undo(second.id)).written).toHaveLength(1);
    expect(balances(book)).toEqual([170, 200]);
  });

  test("gives back the bonus to the lot that it filled, as far as it is there", () => {
    const book = aBook({}, { lots: { "2026-06-30": 15, infinity: 5 } });
    book.post(first(120));
    book.post(adjust("up", 30, { walletCode: REFERRER, actor: OPERATOR }));
    book.post(redeem(10, { walletCode: REFERRER }));
    book.post(undo(1));
    expect(book.lots(REFERRER)).toEqual({ "2026-06-30": 5, "2028-01-31": 30, infinity: 5 });
  });

  test("keeps its bonus entry from being cancelled by itself", () => {
    const book = aBook();
    book.post(first(120));
    expect(book.refusal(cancel(2, { walletCode: REFERRER }))).toBe(1414);
  });
});

/** Numbers of the returns in a book. */
function returns({ log }: Book): number[] {
  return log.filter(({ logTypeId }) => logTypeId === 11).map(({ id }) => id);
}
