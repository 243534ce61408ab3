import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import { type Money, moneyText, NOTHING } from "@/lib/platform/money";
import type { Report } from "./findings";
import type { LogRow, StoredReversal, Target } from "./read";

const { redemption, reward, refund, cancellation, expiry, adjustmentUp, rewardReturn } = LOG_TYPE;

/** Reversals of one entry, according to the entries that refer to it. */
interface Fate {
  taken: number;
  givenBack: number;
  givenBackValue: Money;
  openRefunds: number;
  givenBackByLot: Map<string, number>;
  /** Of a reward with returns: the lot that it filled. */
  ownLot?: string | null;
  cancelledBy: number | null;
}

/** Follows a wallet's refunds, returns and cancellations. Holds only the entries that something became of. */
export class ReversalReplay {
  readonly #fates = new Map<number, Fate>();

  add({ entry, target }: LogRow, report: Report): void {
    // Points of a merged wallet's entries that its heir's log gives back are counted with those entries.
    if (target !== null && target.walletId !== entry.walletId) return;
    this.#count({ entry, target }, report);
  }

  /** Counts what an heir's log gives back of this merged wallet's entries. */
  addFromHeir({ entry, target }: LogRow, report: Report): void {
    if (target !== null && target.walletId === entry.walletId) {
      this.#undoPart(target);
    } else this.#count({ entry, target }, report);
  }

  #count({ entry, target }: Pick<LogRow, "entry" | "target">, report: Report): void {
    if (entry.logTypeId === refund) this.#refund(entry, target, report);
    if (entry.logTypeId === rewardReturn) this.#return(entry, target, report);
    if (entry.logTypeId === cancellation) this.#cancel(entry, target, report);
  }

  /** Checks what is on record; entries nothing has become of may have no record. */
  compare(stored: readonly StoredReversal[], report: Report): void {
    const missing = new Set(this.#fates.keys());
    for (const row of stored) {
      missing.delete(row.entry_id);
      const expected = record(row.entry_id, this.#fates.get(row.entry_id) ?? nothingYet(row.taken));
      const found = record(row.entry_id, fateOf(row));
      if (expected !== found) report("reversal", expected, found);
    }
    for (const entryId of missing) {
      const expected = record(entryId, this.#fates.get(entryId) ?? nothingYet(0));
      report("reversal", expected, `entry ${entryId}: nothing on record`);
    }
  }

  #refund(entry: Entry, target: Target | null, report: Report): void {
    if (target === null || target.logTypeId !== redemption || isLater(target, entry)) {
      report("related_entry", "an earlier redemption of this wallet", describe(entry, target));
      return;
    }
    const fate = this.#fateOf(target);
    if (fate.cancelledBy !== null) report("cancelled_and_refunded", "not cancelled", fate.cancelledBy);
    fate.givenBack += entry.amount;
    fate.givenBackValue += entry.amountValue;
    fate.openRefunds += 1;
    moveByLot(fate, entry, 1);
    if (fate.givenBack > target.amount)
      report("refund_too_much", `at most ${target.amount} points`, fate.givenBack);
    if (fate.givenBackValue > target.amountValue)
      report(
        "refund_too_much",
        `at most ${moneyText(target.amountValue)} in money`,
        moneyText(fate.givenBackValue),
      );
    if (entry.factor !== target.factor) report("refund_too_much", `factor ${target.factor}`, entry.factor);
    const taken = takenByLot(target);
    for (const [lot, points] of fate.givenBackByLot) {
      const most = taken.get(lot) ?? 0;
      if (points > most) report("refund_too_much", `at most ${most} to lot ${lot}`, points);
    }
  }

  #return(entry: Entry, target: Target | null, report: Report): void {
    if (target === null || target.logTypeId !== reward || isLater(target, entry)) {
      report("related_entry", "an earlier reward of this wallet", describe(entry, target));
      return;
    }
    const fate = this.#fateOf(target);
    if (fate.cancelledBy !== null) report("cancelled_and_refunded", "not cancelled", fate.cancelledBy);
    fate.givenBack += entry.amount;
    fate.givenBackValue += entry.amountValue;
    fate.openRefunds += 1;
    fate.ownLot = target.expiresOn;
    takeBackByLot(fate, entry, target);
    if (fate.givenBack > target.amount)
      report("return_too_much", `at most ${target.amount} points`, fate.givenBack);
    if (fate.givenBackValue > target.amountValue)
      report(
        "return_too_much",
        `at most ${moneyText(target.amountValue)} in money`,
        moneyText(fate.givenBackValue),
      );
    if (entry.factor !== target.factor) report("return_too_much", `factor ${target.factor}`, entry.factor);
  }

  #cancel(entry: Entry, target: Target | null, report: Report): void {
    if (target === null || !canBeCancelled(target) || isLater(target, entry)) {
      report(
        "related_entry",
        "an earlier redemption, reward, refund, return, write-off or referral bonus of this wallet",
        describe(entry, target),
      );
      return;
    }
    const fate = this.#fateOf(target);
    if (fate.cancelledBy !== null) report("cancelled_twice", `only by ${fate.cancelledBy}`, entry.id);
    if (fate.openRefunds > 0) report("cancelled_and_refunded", "no refunds or returns", fate.openRefunds);
    fate.cancelledBy = entry.id;
    // Ripened points are taken from the balance; of a captured hold only the redeemed points come back, to the balance.
    const mirror = [
      -target.pointsDelta - target.suspendedDelta,
      target.amount,
      moneyText(target.amountValue),
      target.factor,
    ];
    const found = [
      entry.pointsDelta + entry.suspendedDelta,
      entry.amount,
      moneyText(entry.amountValue),
      entry.factor,
    ];
    if (!isSame(mirror, found)) report("cancel_mirror", mirror, found);
    this.#undoPart(target);
    if (target.logTypeId === redemption) checkReturned(entry, target, report);
  }

  /** Of a refund or a return that is undone: what it counted counts no longer. */
  #undoPart(target: Target): void {
    if (target.logTypeId !== refund && target.logTypeId !== rewardReturn) return;
    const fate = this.#fates.get(target.relatedEntryId ?? 0);
    // Without a redemption or a reward the part itself was reported.
    if (fate === undefined) return;
    fate.givenBack -= target.amount;
    fate.givenBackValue -= target.amountValue;
    fate.openRefunds -= 1;
    if (target.logTypeId === refund) moveByLot(fate, target, -1);
    else giveBackByLot(fate, target);
  }

  #fateOf({ id, amount }: Target): Fate {
    const fate = this.#fates.get(id) ?? nothingYet(amount);
    this.#fates.set(id, fate);
    return fate;
  }
}

function isLater(target: Target, entry: Entry): boolean {
  return target.walletId === entry.walletId ? target.seq >= entry.seq : target.id >= entry.id;
}

/** A referrer's bonus is an adjustment that names the newcomer's reward. A write-off is undone where a clock was wrong. */
function canBeCancelled({ logTypeId, relatedEntryId }: Target): boolean {
  return (
    logTypeId <= refund ||
    logTypeId === rewardReturn ||
    logTypeId === expiry ||
    (logTypeId === adjustmentUp && relatedEntryId !== null)
  );
}

function nothingYet(taken: number): Fate {
  return {
    taken,
    givenBack: 0,
    givenBackValue: NOTHING,
    openRefunds: 0,
    givenBackByLot: new Map(),
    cancelledBy: null,
  };
}

function moveByLot(fate: Fate, { lotMoves }: Pick<Entry, "lotMoves">, sign: 1 | -1): void {
  for (const { from, points } of lotMoves) {
    if (from === undefined) continue;
    const after = (fate.givenBackByLot.get(from) ?? 0) + sign * points;
    if (after === 0) fate.givenBackByLot.delete(from);
    else fate.givenBackByLot.set(from, after);
  }
}

/** Points that a return takes from the lot of its reward count as the reward's own, as far as that had put points there. */
function takeBackByLot(
  fate: Fate,
  { lotMoves }: Pick<Entry, "lotMoves">,
  { expiresOn: lot, ...target }: Target,
): void {
  if (lot === null) return;
  const pointsIn = (moves: Target["lotMoves"]) =>
    moves.reduce((sum, move) => (move.lot === lot ? sum + move.points : sum), 0);
  const before = fate.givenBackByLot.get(lot) ?? 0;
  // The points of a pending reward came into its lot when they ripened.
  const own = target.suspendedDelta > 0 ? target.amount : pointsIn(target.lotMoves);
  const after = Math.min(own, before - pointsIn(lotMoves));
  if (after > 0) fate.givenBackByLot.set(lot, after);
}

/** Of a return that is undone nothing counts as taken from the lot of its reward. */
function giveBackByLot(fate: Fate, { lotMoves }: Pick<Target, "lotMoves">): void {
  const { ownLot: lot } = fate;
  if (lot == null) return;
  const taken = lotMoves.reduce((sum, move) => (move.lot === lot ? sum - move.points : sum), 0);
  const after = (fate.givenBackByLot.get(lot) ?? 0) - taken;
  if (after > 0) fate.givenBackByLot.set(lot, after);
  else fate.givenBackByLot.delete(lot);
}

/** A cancelled redemption gives each lot back exactly what it took. */
function checkReturned(entry: Entry, target: Target, report: Report): void {
  const returned = nothingYet(0);
  moveByLot(returned, entry, 1);
  const expected = byDate(takenByLot(target));
  const found = byDate(returned.givenBackByLot);
  if (!isSame(expected, found)) report("cancel_mirror", expected, found);
}

function takenByLot({ lotMoves }: Target): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { lot, points } of lotMoves) {
    if (lot !== null && points < 0) taken.set(lot, (taken.get(lot) ?? 0) - points);
  }
  return taken;
}

function byDate(points: ReadonlyMap<string, number>): [string, number][] {
  return [...points].sort(([one], [other]) => (one < other ? -1 : 1));
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function fateOf(row: StoredReversal): Fate {
  return {
    taken: row.taken,
    givenBack: row.given_back,
    givenBackValue: BigInt(row.given_back_value),
    openRefunds: row.open_refunds,
    givenBackByLot: new Map(Object.entries(row.given_back_by_lot)),
    cancelledBy: row.cancelled_by_entry_id,
  };
}

/** The same for the same fate, for comparing and for saying. */
function record(entryId: number, fate: Fate): string {
  const lots = byDate(fate.givenBackByLot).map(([lot, points]) => `${lot}: ${points}`);
  return [
    `entry ${entryId}: ${fate.givenBack} of ${fate.taken} points and ${moneyText(fate.givenBackValue)} in money given back`,
    `in ${fate.openRefunds} parts, {${lots.join(", ")}}, cancelled by ${fate.cancelledBy}`,
  ].join(" ");
}

function describe(entry: Entry, target: Target | null): string {
  return target === null
    ? `${entry.relatedEntryId}, not in this wallet`
    : `${target.id}, kind ${target.logTypeId}, position ${target.seq}`;
}
