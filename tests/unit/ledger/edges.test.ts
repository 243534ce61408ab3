import { describe, expect, test } from "vitest";
import { takeFromLots } from "@/lib/ledger/rules/lots";
import { LOCKED_UNTIL_RESET } from "@/lib/ledger/with/pin/rule";
import {
  adjust,
  aPin,
  aSegment,
  aWallet,
  Book,
  cancel,
  key,
  redeem,
  refund,
  reward,
  TILL,
  transfer,
} from "./build";

const APRIL = "2026-04-30";
const MAY = "2026-05-31";

/** Edges of the rules at which a slip of the hand went unnoticed by every other test (`node scripts/mutants.mjs`). */

describe("limits are reached, not passed", () => {
  test("an adjustment may be as large as an entry may be", () => {
    const book = new Book({ programme: { pointsPerEntryMax: 100 } });
    expect(book.post(adjust("up", 100)).amount).toBe(100);
    expect(book.refusal(adjust("up", 101))).toEqual([1304, { max: 100 }]);
  });

  test("a threshold of one point is one, also for an empty wallet", () => {
    const book = new Book({ wallets: [aWallet({ segment: aSegment({ redeemThreshold: 1 }) })] });
    expect(book.refusal(redeem(1))).toEqual([1302, { min: 1 }]);
  });

  test("a reward whose only point was spent cannot be cancelled where debt is refused", () => {
    const book = new Book({ programme: { cancelledRewardPolicy: "refuse" } });
    const rewarded = book.post(reward(1));
    book.post(redeem(1));
    expect(book.refusal(cancel(rewarded.id))).toBe(1415);
  });

  test("above no amount at all is above nothing: the PIN is asked for from the first unit on", () => {
    const wallets = [aWallet({ lots: { [MAY]: 10 }, pin: aPin() })];
    const book = new Book({ wallets, programme: { pinPolicy: "above", pinAboveValue: null } });
    expect(book.refusal(redeem(1))).toBe(1310);
  });
});

describe("segments", () => {
  test("one of the same value is no step up", () => {
    const present = aSegment();
    const other = aSegment({ versionId: 2, segmentId: 2 });
    const book = new Book({ wallets: [aWallet({ segment: present })], segments: [present, other] });
    book.post(reward(10));
    expect(book.wallet().segment.segmentId).toBe(present.segmentId);
  });

  test("one that was reached to the point when an admin chose another is not reached again", () => {
    const present = aSegment();
    const gold = aSegment({ versionId: 2, segmentId: 2, value: 500 });
    const wallet = aWallet({ segment: present, accumulated: 500, segmentChosenAtPoints: 500 });
    const book = new Book({ wallets: [wallet], segments: [present, gold] });
    book.post(reward(10));
    expect(book.wallet().segment.segmentId).toBe(present.segmentId);
  });

  test("the version that a reward moves the wallet to is known to what comes after it in the batch", () => {
    const gold = aSegment({ versionId: 2, segmentId: 2, value: 5 });
    const book = new Book({ segments: [aSegment(), gold] });
    book.state.segmentVersions.delete(gold.versionId);
    book.post(reward(10));
    expect(book.state.segmentVersions.get(gold.versionId)).toEqual(gold);
  });
});

describe("what has become of a redemption", () => {
  test("names the lots that something was given back to, and no others", () => {
    const book = new Book({ wallets: [aWallet({ lots: { [APRIL]: 50, [MAY]: 50 } })] });
    const redemption = book.post(redeem(100));
    book.post(refund(redemption.id, { points: 30 }));
    expect(book.wallet().reversals.get(redemption.id)?.givenBackByLot).toEqual({ [MAY]: 30 });
  });

  test("keeps the refund that was not cancelled, lot by lot", () => {
    const book = new Book({ wallets: [aWallet({ lots: { [MAY]: 100 } })] });
    const redemption = book.post(redeem(100));
    const [first, second] = [30, 20].map((points) => book.post(refund(redemption.id, { points })));
    book.post(cancel(first?.id ?? 0));
    expect(book.wallet().reversals.get(redemption.id)?.givenBackByLot).toEqual({ [MAY]: 20 });
    book.post(cancel(second?.id ?? 0));
    expect(book.wallet().reversals.get(redemption.id)?.givenBackByLot).toEqual({});
  });
});

describe("points are taken", () => {
  test("from a preferred lot and then from what else it holds", () => {
    expect(takeFromLots(new Map([[MAY, 150]]), 100, [[MAY, 60]])).toEqual([{ lot: MAY, points: -100 }]);
    expect(takeFromLots(new Map([[MAY, 100]]), 120, [[MAY, 60]])).toEqual([
      { lot: MAY, points: -100 },
      { lot: null, points: -20 },
    ]);
    expect(takeFromLots(new Map(), 1)).toEqual([{ lot: null, points: -1 }]);
  });
});

describe("the state after a command", () => {
  test("says into which wallet a merged one went", () => {
    const wallets = [aWallet({ lots: { [MAY]: 5 } }), aWallet({ id: 2, walletCode: "W2" })];
    const book = new Book({ wallets });
    book.post(transfer("W2"));
    expect(book.wallet()).toMatchObject({ statusId: 6, mergedIntoWalletId: 2 });
  });

  test("closes the reference of what is refused for good", () => {
    const refusal = { code: 1110, parameters: {} } as const;
    const command = reward(10, { ...key("late"), refuseUnlessReplay: refusal, closesReference: true });
    expect(new Book().decide(command)).toEqual({
      kind: "refused",
      refusal,
      closeKeys: [{ userId: TILL.userId, operation: 2, key: "late", walletId: 1 }],
    });
  });

  test("remembers the last ten wrong PINs and no more, and starts counting anew", () => {
    const before = new Date("2026-01-15T09:00:00Z");
    const failedAt = Array.from({ length: 10 }, () => before);
    const tally = { failedInRow: 4, failedAt, lockedUntil: null };
    const pin = aPin({ failedInRow: 4, failedAt, merchants: new Map([[1, tally]]) });
    const book = new Book({ wallets: [aWallet({ lots: { [MAY]: 10 }, pin })] });
    expect(book.refusal(redeem(1, { pin: { kind: "checked", pinVersion: 1, correct: false } }))).toBe(1311);
    expect(book.wallet().pin).toEqual({
      ...pin,
      failedInRow: 0,
      failedAt: [...failedAt.slice(1), book.now],
      merchants: new Map([
        [1, { failedInRow: 0, failedAt: [...failedAt.slice(1), book.now], lockedUntil: LOCKED_UNTIL_RESET }],
      ]),
    });
  });
});
