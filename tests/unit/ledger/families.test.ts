import { describe, expect, test } from "vitest";
import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import type { Family } from "@/lib/ledger/rules/types";
import { settledWalletView } from "@/lib/ledger/run/view";
import {
  adjust,
  aPin,
  aSegment,
  aWallet,
  Book,
  cancel,
  capture,
  hold,
  key,
  limited,
  OTHER_TILL,
  redeem,
  refund,
  releaseHold,
  reward,
  TILL,
  takeBack,
} from "./build";

const LOT = "2028-01-31";
const parent = (more: Parameters<typeof aWallet>[0] = {}) =>
  aWallet({ id: 1, walletCode: "P", lots: { [LOT]: 100 }, ...more });

const member = ({ id, walletCode, statusId, isOptedIn, redemptionEnabled }: WalletState) => ({
  id,
  walletCode,
  name: null,
  role: null,
  statusId,
  isOptedIn,
  redemptionEnabled,
});

/** A child of P that spends P's points. */
function child(
  of: WalletState,
  { role = "pooled", allowance = null, ...more }: Partial<Family> & Parameters<typeof aWallet>[0] = {},
): WalletState {
  const family: Family = { role, parent: member(of), children: [], allowance };
  return aWallet({ id: 2, walletCode: "C", poolWalletId: of.id, family, ...more });
}

function familyOf(
  parentMore: Parameters<typeof aWallet>[0] = {},
  ...children: Parameters<typeof child>[1][]
) {
  const pool = parent(parentMore);
  const all = children.map((more, index) =>
    child(pool, { id: index + 2, walletCode: `C${index + 1}`, ...more }),
  );
  return new Book({ wallets: [pool, ...all] });
}

const at = (walletCode: string) => ({ walletCode });

describe("what a pooled child does", () => {
  test("is one entry in its pool's log, which names the child; the child's own log stays as it was", () => {
    const book = familyOf({}, { lots: { [LOT]: 7 } });
    const earned = book.post(reward(30, at("C1")));
    expect(earned).toMatchObject({ walletId: 1, actorWalletId: 2, seq: 1, balanceAfter: 130, logTypeId: 2 });
    const spent = book.post(redeem(50, at("C1")));
    expect(spent).toMatchObject({ walletId: 1, actorWalletId: 2, seq: 2, balanceAfter: 80 });
    expect(book.wallet("P")).toMatchObject({ balance: 80, accumulated: 30, redeemed: 50 });
    expect(book.wallet("C1")).toMatchObject({ balance: 7, lastSeq: 0 });
  });

  test("shows the pool's points wherever the child is shown, also in a refusal", () => {
    const book = familyOf({}, { lots: { [LOT]: 7 } });
    expect(settledWalletView(book.state, book.wallet("C1"), book.now)).toMatchObject({
      id: 2,
      walletCode: "C1",
      balance: 100,
    });
  });

  test("earns and pays at the pool's segment, and lifts it", () => {
    const gold = aSegment({ versionId: 2, segmentId: 2, value: 20, rewardFactor: "2" });
    const book = new Book({
      wallets: [parent(), child(parent(), { segment: gold })],
      segments: [aSegment(), gold],
    });
    expect(book.post(reward(20, at("C")))).toMatchObject({ amount: 20, segmentVersionId: 2 });
    expect(book.post(reward(20, at("C"))).amount).toBe(40);
  });

  test("never takes the pool below zero, whoever asks", () => {
    const book = familyOf({}, {}, {});
    book.post(redeem(60, at("C1")));
    expect(book.refusal(redeem(60, at("C2")))).toBe(1301);
    expect(book.post(redeem(40, at("C2"))).balanceAfter).toBe(0);
  });

  test("first writes off what has lapsed in the pool: that entry is the pool's own", () => {
    const book = familyOf({ lots: { "2025-12-31": 40, [LOT]: 100 } }, {});
    const { written } = book.run(reward(1, at("C1")));
    expect(written.map(({ entry }) => [entry.logTypeId, entry.walletId, entry.actorWalletId])).toEqual([
      [5, 1, null],
      [2, 1, 2],
    ]);
  });

  test("is not what administrators do to it: that is in its own log", () => {
    const book = familyOf({}, { lots: { [LOT]: 7 } });
    expect(book.post(adjust("down", 7, at("C1")))).toMatchObject({ walletId: 2, actorWalletId: null });
  });

  test("of a child with points of its own is in its own log", () => {
    const book = familyOf({}, { role: "own", poolWalletId: null, lots: { [LOT]: 7 } });
    expect(book.post(redeem(7, at("C1")))).toMatchObject({
      walletId: 2,
      actorWalletId: null,
      balanceAfter: 0,
    });
    expect(book.wallet("P").balance).toBe(100);
  });
});

describe("who may", () => {
  test.each([
    ["the child is suspended", {}, { statusId: 3 }, 1203],
    ["the pool is suspended", { statusId: 3 }, {}, 1203],
    ["the child is blocked", {}, { statusId: 4 }, 1202],
    ["the pool is blocked", { statusId: 4 }, {}, 1202],
    ["the child has not joined", {}, { isOptedIn: false }, 1205],
    ["the pool has not joined", { isOptedIn: false }, {}, 1205],
    ["the child may not redeem", {}, { redemptionEnabled: false }, 1306],
    ["the pool may not redeem", { redemptionEnabled: false }, {}, 1306],
  ] as const)("nobody pays through a child when %s", (_, pool, own, code) => {
    const book = familyOf(pool, own);
    expect(book.refusal(redeem(10, at("C1")))).toBe(code);
    expect(book.refusal(hold({ points: 10, ...at("C1") }))).toBe(code);
  });

  test("a child that may not redeem earns for its pool", () => {
    const book = familyOf({}, { redemptionEnabled: false });
    expect(book.post(reward(10, at("C1"))).balanceAfter).toBe(110);
  });

  test("a suspended child does not keep the others from paying", () => {
    const book = familyOf({}, { statusId: 3 }, {});
    expect(book.post(redeem(10, at("C2"))).balanceAfter).toBe(90);
  });

  test("the child's own PIN proves the child, and wrong ones are counted for it", () => {
    const book = familyOf({ pin: aPin() }, { pin: aPin({ version: 5 }) });
    const typed = (correct: boolean) => ({
      ...at("C1"),
      pin: { kind: "checked", pinVersion: 5, correct } as const,
    });
    expect(book.refusal(redeem(10, at("C1")))).toBe(1310);
    expect(book.refusal(redeem(10, typed(false)))).toBe(1311);
    expect(book.wallet("C1").pin?.failedInRow).toBe(1);
    expect(book.wallet("P").pin?.failedInRow).toBe(0);
    expect(book.post(redeem(10, typed(true))).balanceAfter).toBe(90);
  });

  test("a card is proved by the PIN of its main wallet, and wrong ones are counted there", () => {
    const book = familyOf({ pin: aPin({ version: 3 }) }, { role: "card" });
    const typed = (correct: boolean) => ({
      ...at("C1"),
      pin: { kind: "checked", pinVersion: 3, correct } as const,
    });
    expect(book.refusal(redeem(10, at("C1")))).toBe(1310);
    expect(book.refusal(redeem(10, typed(false)))).toBe(1311);
    expect(book.wallet("P").pin?.failedInRow).toBe(1);
    expect(book.post(redeem(10, typed(true))).actorWalletId).toBe(2);
  });

  test("limits of a wallet are the pool's: rewards through all its children are counted together", () => {
    const book = new Book({
      wallets: [parent(), child(parent()), child(parent(), { id: 3, walletCode: "D" })],
      programme: { walletRewardsMax: 2 },
      limits: {},
    });
    const more = { actor: limited(TILL), ...key("a") };
    book.post(reward(1, { ...more, ...at("C") }));
    book.post(reward(1, { ...more, ...at("D"), ...key("b") }));
    expect(book.refusal(reward(1, { ...more, ...at("P"), ...key("c") }))).toMatchObject([1704, {}]);
  });
});

describe("an allowance of the month", () => {
  const spending = (points: number) => ({ allowance: { points, spent: 0 } });
  const familyIn = (book: Book): Family => {
    const { family } = book.wallet("C1");
    if (family === null) throw new Error("The child has no family");
    return family;
  };
  const spentBy = (book: Book) => familyIn(book).allowance?.spent;

  test("is what a child may spend; beyond it it is refused with 1702, which names it", () => {
    const book = familyOf({}, spending(30), {});
    book.post(redeem(20, at("C1")));
    expect(book.refusal(redeem(11, at("C1")))).toEqual([
      1702,
      { limit: "childAllowance", required: 11, available: 10 },
    ]);
    book.post(redeem(10, at("C1")));
    expect(book.refusal(redeem(1, at("C1")))).toMatchObject([1702, { available: 0 }]);
    expect(book.post(redeem(70, at("C2"))).balanceAfter).toBe(0);
  });

  test("gets back what is given back, undone, and loses what is spent again by undoing that", () => {
    const book = familyOf({}, spending(30));
    const spent = () => spentBy(book);
    const first = book.post(redeem(30, at("C1")));
    const back = book.post(refund(first.id, { ...at("C1"), points: 10 }));
    expect(spent()).toBe(20);
    book.post(cancel(back.id, at("C1")));
    expect(spent()).toBe(30);
    book.post(cancel(first.id, at("P")));
    expect(spent()).toBe(0);
  });

  test("gets back what is given back on another day of its month, and is each child's own", () => {
    const book = familyOf({}, spending(30), spending(30));
    const first = book.post(redeem(30, at("C1")));
    expect(book.wallet("C2").family?.allowance?.spent).toBe(0);
    book.at("2026-01-31T20:00:00Z").post(refund(first.id, at("C1")));
    expect(spentBy(book)).toBe(0);
  });

  test("is not touched by what was spent in another month", () => {
    const book = familyOf({}, spending(30));
    const first = book.at("2026-01-31T20:00:00Z").post(redeem(30, at("C1")));
    book.wallet("C1").family = { ...familyIn(book), allowance: { points: 30, spent: 0 } };
    book.at("2026-02-01T08:00:00Z").post(refund(first.id, at("C1")));
    expect(book.wallet("C1").family?.allowance).toEqual({ points: 30, spent: 0 });
  });

  test("counts what is held as spent, and does not judge its capture again", () => {
    const book = familyOf({}, spending(30));
    const held = book.post(hold({ points: 20, ...at("C1") }));
    expect(book.refusal(redeem(11, at("C1")))).toMatchObject([1702, { required: 11, available: 10 }]);
    expect(book.refusal(hold({ points: 11, ...at("C1") }))).toMatchObject([1702, { available: 10 }]);
    book.post(redeem(10, at("C1")));
    expect(book.post(capture(held.id, { points: 15, ...at("C1") })).amount).toBe(15);
    expect(spentBy(book)).toBe(25);
    expect(book.refusal(redeem(6, at("C1")))).toMatchObject([1702, { available: 5 }]);
  });

  test("gets back what a hold gives back: released, ended by itself or captured in part, by whichever of the family", () => {
    const book = familyOf({}, spending(30));
    book.post(releaseHold(book.post(hold({ points: 30, ...at("C1") })).id, at("P")));
    expect(spentBy(book)).toBe(0);
    const held = book.post(hold({ points: 30, ...at("C1") }));
    const captured = book.post(capture(held.id, { points: 12, ...at("P") }));
    expect(spentBy(book)).toBe(12);
    const back = book.post(refund(captured.id, { ...at("P"), points: 4 }));
    expect(spentBy(book)).toBe(8);
    book.post(cancel(back.id, at("P")));
    expect(spentBy(book)).toBe(12);
    book.post(cancel(captured.id, at("P")));
    expect(spentBy(book)).toBe(0);
  });

  test("counts a hold in the month in which it was made, whenever it is captured, released or given back", () => {
    const book = familyOf({}, spending(30)).at("2026-01-31T20:00:00Z");
    const [captured, released] = [12, 18].map((points) =>
      book.post(hold({ points, minutes: 10_080, ...at("C1") })),
    );
    book.wallet("C1").family = { ...familyIn(book), allowance: { points: 30, spent: 5 } };
    book.at("2026-02-01T08:00:00Z");
    const paid = book.post(capture(captured?.id ?? 0, { points: 10, ...at("C1") }));
    book.post(releaseHold(released?.id ?? 0, at("C1")));
    book.post(refund(paid.id, at("C1")));
    expect(spentBy(book)).toBe(5);
  });

  test("does not get back once more what was no longer counted when its hold had run out", () => {
    const book = familyOf({}, spending(30)).at("2026-01-10T08:00:00Z");
    book.post(hold({ points: 30, minutes: 10, ...at("C1") }));
    // As it is read once the time of the hold is over.
    book.wallet("C1").family = { ...familyIn(book), allowance: { points: 30, spent: 0 } };
    book.at("2026-01-10T08:10:00Z");
    expect(book.post(redeem(30, at("C1"))).balanceAfter).toBe(70);
    expect(spentBy(book)).toBe(30);
  });

  test("of nothing lets a child earn and not spend", () => {
    const book = familyOf({}, spending(0));
    expect(book.post(reward(5, at("C1"))).balanceAfter).toBe(105);
    expect(book.refusal(redeem(1, at("C1")))).toMatchObject([1702, { available: 0 }]);
  });
});

describe("what gives back or undoes", () => {
  /** As the family is after the child has left. */
  function leave(book: Book, code: string): void {
    const wallet = book.wallet(code);
    wallet.poolWalletId = null;
    wallet.family = null;
  }

  test("goes to the pool, addressed by the child or by the parent, but by no other child", () => {
    const book = familyOf({}, {}, {});
    const first = book.post(redeem(50, at("C1")));
    const earned = book.post(reward(20, at("C1")));
    expect(book.refusal(refund(first.id, at("C2")))).toBe(1401);
    expect(book.refusal(cancel(first.id, at("C2")))).toBe(1401);
    expect(book.refusal(takeBack(earned.id, at("C2")))).toBe(1401);
    const { actor, walletId } = { actor: 2, walletId: 1 };
    expect(book.post(refund(first.id, { ...at("C1"), points: 20 }))).toMatchObject({
      walletId,
      actorWalletId: actor,
      balanceAfter: 90,
    });
    expect(book.post(refund(first.id, { ...at("P"), points: 20 }))).toMatchObject({
      walletId,
      actorWalletId: null,
      balanceAfter: 110,
    });
    expect(book.post(takeBack(earned.id, { ...at("C1"), points: 5 })).balanceAfter).toBe(105);
  });

  test("goes to the pool after the child has left, and moves nothing in the child's log", () => {
    const book = familyOf({}, { lots: { [LOT]: 7 } });
    const first = book.post(redeem(50, at("C1")));
    leave(book, "C1");
    expect(book.post(refund(first.id, { ...at("C1"), points: 20 }))).toMatchObject({
      walletId: 1,
      actorWalletId: 2,
      balanceAfter: 70,
    });
    expect(book.wallet("C1")).toMatchObject({ balance: 7, lastSeq: 0 });
    expect(book.post(reward(3, at("C1")))).toMatchObject({ walletId: 2, balanceAfter: 10 });
  });

  test("goes to the child's own log for what was there before it joined", () => {
    const book = new Book({ wallets: [parent(), aWallet({ id: 2, walletCode: "C", lots: { [LOT]: 50 } })] });
    const first = book.post(redeem(50, { ...at("C"), ...key("before") }));
    const wallet = book.wallet("C");
    wallet.poolWalletId = 1;
    wallet.family = child(parent()).family;
    expect(book.post(cancel(first.id, at("C")))).toMatchObject({ walletId: 2, balanceAfter: 50 });
    expect(book.wallet("P").lastSeq).toBe(0);
  });

  test("finds the pool by the child's own reference, and no other child's", () => {
    const book = familyOf({}, {}, {});
    book.post(redeem(50, { ...at("C1"), ...key("sale") }));
    const undo = (walletCode: string) => ({
      type: "cancel" as const,
      walletCode,
      actor: TILL,
      target: { originalKey: "sale" },
    });
    expect(book.refusal(undo("C2"))).toBe(1401);
    expect(book.post(undo("C1"))).toMatchObject({ walletId: 1, actorWalletId: 2, balanceAfter: 100 });
  });

  test("of two children who used one reference for different operations is of the child that is addressed", () => {
    const book = familyOf({}, {}, {});
    book.post(reward(20, { ...at("C1"), ...key("sale") }));
    const spent = book.post(redeem(50, { ...at("C2"), ...key("sale") }));
    const undo = { type: "cancel" as const, actor: TILL, target: { originalKey: "sale" } };
    expect(book.post({ ...undo, ...at("C2") }).relatedEntryId).toBe(spent.id);
  });

  test("is ambiguous where one reference was used before joining and after it: 1417", () => {
    const book = new Book({ wallets: [parent(), aWallet({ id: 2, walletCode: "C" })] });
    book.post(reward(50, { ...at("C"), ...key("sale") }));
    const wallet = book.wallet("C");
    wallet.poolWalletId = 1;
    wallet.family = child(parent()).family;
    book.post(redeem(10, { ...at("C"), ...key("sale") }));
    const undo = { type: "cancel" as const, ...at("C"), actor: TILL };
    expect(book.refusal({ ...undo, target: { originalKey: "sale" } })).toBe(1417);
    expect(book.post({ ...undo, target: { originalKey: "sale", operation: 2 } }).walletId).toBe(2);
  });

  test("is held to the rules of the merchant like all others", () => {
    const pool = parent();
    const book = new Book({ wallets: [pool, child(pool)], merchant: { refundSameBranchOnly: true } });
    const first = book.post(redeem(50, at("C")));
    expect(book.refusal(refund(first.id, { ...at("C"), actor: OTHER_TILL }))).toBe(1407);
  });
});

test("a retry is answered with the pool's entry, also when the child has left", () => {
  const book = familyOf({}, {});
  const command = redeem(50, { ...at("C1"), ...key("again") });
  const { id } = book.post(command);
  expect(book.decide(command)).toEqual({ kind: "replayed", entryId: id });
  const wallet = book.wallet("C1");
  wallet.poolWalletId = null;
  wallet.family = null;
  expect(book.decide(command)).toEqual({ kind: "replayed", entryId: id });
});
