import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import type { Report } from "./findings";
import type { StoredLot } from "./read";

/** Kinds of entries that bring points in for the first time, as opposed to giving back what was taken. */
const BRINGS_IN: ReadonlySet<number> = new Set([
  LOG_TYPE.reward,
  LOG_TYPE.adjustmentUp,
  LOG_TYPE.transferIn,
  LOG_TYPE.release,
]);

interface Lapse {
  points: number;
  fromSeq: number | null;
}

interface Inflow {
  seq: number;
  entryId: number;
  points: number;
  isReward: boolean;
}

/** A wallet's lots and its debt, as the moves of its entries come to. */
export class LotReplay {
  /** Points in all lots. */
  open = 0;
  /** Debt of the wallet after spent points were taken back. */
  debt = 0;
  readonly #points = new Map<string, number>();
  readonly #lapses = new Map<string, Lapse>();
  /** Inflows of each lot, to tell which rewards a lapse took whole. */
  readonly #inflows = new Map<string, Inflow[]>();
  readonly #cancelledIds = new Set<number>();
  /** Points that were taken back of rewards, by their ids. */
  readonly #returned = new Map<number, number>();
  readonly #returns = new Map<number, Entry>();
  readonly #expiries = new Map<number, Entry>();

  add(entry: Entry, report: Report): void {
    for (const { lot, points } of entry.lotMoves) {
      if (lot === null) this.debt -= points;
      else this.#move(lot, points, report);
    }
    if (this.debt < 0) {
      report("lot_moves", "no more repaid than owed", `${-this.debt} more`);
      this.debt = 0;
    }
    if (this.debt > 0 && this.open > 0) report("lot_moves", "a debt only when all lots are empty", this.open);
    // Ripened points came in with their reward; points released from a hold are not new.
    const isNew = entry.logTypeId !== LOG_TYPE.release || entry.relatedEntryId === null;
    if (BRINGS_IN.has(entry.logTypeId) && isNew) this.#remember(entry);
    if (entry.logTypeId === LOG_TYPE.cancellation && entry.relatedEntryId !== null) {
      this.#cancelledIds.add(entry.relatedEntryId);
      const undone = this.#returns.get(entry.relatedEntryId);
      if (undone !== undefined) this.#takeBack(undone, -1);
      this.undoLapse(entry.relatedEntryId, report);
    }
    if (entry.logTypeId === LOG_TYPE.rewardReturn) {
      this.#returns.set(entry.id, entry);
      this.#takeBack(entry, 1);
    }
    if (entry.logTypeId === LOG_TYPE.expiry && entry.expiresOn !== null)
      this.#lapse(entry, entry.expiresOn, report);
  }

  /** Where a cancellation undoes a write-off, by whichever log it stands in. */
  undoLapse(cancelledId: number, report: Report): void {
    const entry = this.#expiries.get(cancelledId);
    if (entry?.expiresOn == null) return;
    const { amount, expiresOn: lot } = entry;
    const points = (this.#lapses.get(lot)?.points ?? 0) - amount;
    if (points < 0) report("lot_lapsed", `at most ${points + amount} restored to ${lot}`, amount);
    this.#lapses.set(lot, { points, fromSeq: this.#firstLapsedWhole(lot, points) });
  }

  #takeBack({ relatedEntryId: rewardId, amount }: Entry, sign: 1 | -1): void {
    if (rewardId !== null) this.#returned.set(rewardId, (this.#returned.get(rewardId) ?? 0) + sign * amount);
  }

  /** Checks the stored lots; a lot without points that never lapsed may be stored or not. */
  compare(stored: readonly StoredLot[], report: Report): void {
    const dates = new Set([...this.#points.keys(), ...this.#lapses.keys()]);
    for (const lot of stored) {
      dates.delete(lot.expires_on);
      this.#compareLot(lot, report);
    }
    for (const expires_on of dates) {
      this.#compareLot({ expires_on, points: 0, lapsed_points: 0, lapsed_from_seq: null }, report);
    }
  }

  #compareLot(stored: Omit<StoredLot, "wallet_id">, report: Report): void {
    const date = stored.expires_on;
    const points = this.#points.get(date) ?? 0;
    if (stored.points !== points) report("lot_points", `${date}: ${points}`, `${date}: ${stored.points}`);
    const lapse = this.#lapses.get(date) ?? { points: 0, fromSeq: null };
    if (stored.lapsed_points !== lapse.points || stored.lapsed_from_seq !== lapse.fromSeq) {
      report(
        "lot_lapsed",
        `${date}: ${lapse.points} from ${lapse.fromSeq}`,
        `${date}: ${stored.lapsed_points} from ${stored.lapsed_from_seq}`,
      );
    }
  }

  #move(lot: string, points: number, report: Report): void {
    const held = this.#points.get(lot) ?? 0;
    if (held + points < 0) report("lot_negative", `at most ${held} taken from ${lot}`, -points);
    const after = Math.max(0, held + points);
    this.open += after - held;
    if (after === 0) this.#points.delete(lot);
    else this.#points.set(lot, after);
  }

  #remember(entry: Entry): void {
    const isReward = entry.logTypeId === LOG_TYPE.reward;
    // A reward counts whole, also what of it repaid a debt: all of it is earned and some of it is spent already.
    const parts: (readonly [string | null, number])[] = isReward
      ? [[entry.expiresOn, entry.amount]]
      : entry.lotMoves.map(({ lot, points }) => [lot, points]);
    for (const [lot, points] of parts) {
      if (lot === null || points <= 0) continue;
      const inflows = this.#inflows.get(lot) ?? [];
      inflows.push({ seq: entry.seq, entryId: entry.id, points, isReward });
      this.#inflows.set(lot, inflows);
    }
  }

  #lapse(entry: Entry, lot: string, report: Report): void {
    this.#expiries.set(entry.id, entry);
    const left = this.#points.get(lot) ?? 0;
    if (left !== 0) report("lot_moves", `lot ${lot} empty after its expiry`, left);
    const before = this.#lapses.get(lot) ?? { points: 0, fromSeq: null };
    const points = before.points + entry.amount;
    this.#lapses.set(lot, { points, fromSeq: this.#firstLapsedWhole(lot, points) });
  }

  /** Points are spent oldest first, so what lapses is the newest that came in. */
  #firstLapsedWhole(lot: string, lapsed: number): number | null {
    let first: number | null = null;
    let newest = 0;
    for (const inflow of (this.#inflows.get(lot) ?? []).toReversed()) {
      const points = inflow.points - (this.#returned.get(inflow.entryId) ?? 0);
      if (this.#cancelledIds.has(inflow.entryId) || points <= 0) continue;
      newest += points;
      if (newest > lapsed) break;
      if (inflow.isReward) first = inflow.seq;
    }
    return first;
  }
}
