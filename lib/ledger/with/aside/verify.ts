import type { ClientBase } from "pg";
import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import type { Report } from "@/lib/ledger/verify/findings";
import { rowsOf } from "@/lib/ledger/verify/read";

const { redemption, reward, cancellation, release, rewardReturn, hold } = LOG_TYPE;

/** Recorded pending points and holds of a wallet. */
export interface StoredAside {
  pending: readonly StoredPending[];
  holds: readonly StoredHold[];
}

export interface StoredPending {
  wallet_id: number;
  entry_id: number;
  points: number;
  expires_on: string;
}

export interface StoredHold {
  wallet_id: number;
  entry_id: number;
  points: number;
  /** Whether it ends after it was made. */
  is_later: boolean;
  state: string;
  ended_by_entry_id: number | null;
}

export function readPending(client: ClientBase, from: string, to: string): Promise<StoredPending[]> {
  return rowsOf(
    client,
    `SELECT wallet_id, entry_id, points, expires_on::text AS expires_on
       FROM pending_points WHERE wallet_id > $1 AND wallet_id <= $2 ORDER BY wallet_id, entry_id`,
    [from, to],
  );
}

export function readHolds(client: ClientBase, from: string, to: string): Promise<StoredHold[]> {
  return rowsOf(
    client,
    `SELECT h.wallet_id, h.entry_id, h.points, h.state, h.ended_by_entry_id,
            coalesce(h.expires_at > (SELECT e.created_at FROM entry e WHERE e.id = h.entry_id), false) AS is_later
       FROM hold h WHERE h.wallet_id > $1 AND h.wallet_id <= $2 ORDER BY h.wallet_id, h.entry_id`,
    [from, to],
  );
}

interface Held {
  points: number;
  moves: ReadonlyMap<string, number>;
  state: "open" | "captured" | "released";
  endedBy: number | null;
}

/**
 * Points aside of a wallet, added up from its entries: each names its reward or hold. Every release that names something gives free exactly
 * what that has left.
 */
export class AsideReplay {
  readonly #pending = new Map<number, { points: number; expiresOn: string | null }>();
  readonly #holds = new Map<number, Held>();
  /** Rewards of returns that took points before they ripened. */
  readonly #rewardOfReturn = new Map<number, { rewardId: number; points: number }>();
  /** Points that are to ripen or are held. */
  #points = 0;

  add(entry: Entry, report: Report): void {
    const { id, suspendedDelta: delta, relatedEntryId: relatedId } = entry;
    if (entry.logTypeId === hold) this.#hold(entry, report);
    if (entry.logTypeId === reward && delta !== 0) {
      this.#pending.set(id, { points: delta, expiresOn: entry.expiresOn });
      this.#points += delta;
    }
    const takesBack = entry.logTypeId === cancellation || entry.logTypeId === rewardReturn;
    const undone = relatedId === null ? undefined : this.#rewardOfReturn.get(relatedId);
    if (undone !== undefined) this.#putBack(entry, undone, report);
    else if (takesBack && relatedId !== null) this.#takeBack(entry, relatedId, report);
    if (entry.logTypeId === rewardReturn && relatedId !== null && delta < 0)
      this.#rewardOfReturn.set(id, { rewardId: relatedId, points: -delta });
    if (entry.logTypeId === redemption && (relatedId !== null || delta !== 0))
      this.#end(entry, "captured", report);
    if (entry.logTypeId === release && relatedId !== null) {
      if (this.#pending.has(relatedId)) this.#ripen(entry, relatedId, report);
      else this.#end(entry, "released", report);
    }
    if (this.#points > entry.suspendedAfter)
      report("aside", `at most ${entry.suspendedAfter} to ripen or held`, this.#points);
  }

  /** Checks what is kept beside the log. */
  compare({ pending, holds }: StoredAside, report: Report): void {
    compareById(
      [...this.#pending].map(([id, { points, expiresOn }]) => [
        id,
        `${points} of entry ${id} to ${expiresOn}`,
      ]),
      pending.map((row) => [row.entry_id, `${row.points} of entry ${row.entry_id} to ${row.expires_on}`]),
      (expected, found) => report("pending_points", expected, found),
    );
    compareById(
      [...this.#holds].map(([id, { points, state, endedBy }]) => [
        id,
        describe({ entry_id: id, points, state, ended_by_entry_id: endedBy, is_later: true }),
      ]),
      holds.map((row) => [row.entry_id, describe(row)]),
      (expected, found) => report("hold", expected, found),
    );
  }

  #hold(entry: Entry, report: Report): void {
    if (entry.pointsDelta !== -entry.suspendedDelta || entry.suspendedDelta <= 0)
      report("aside", "as many points set aside as taken", entry.suspendedDelta);
    const moves = new Map(entry.lotMoves.map(({ lot, points }) => [lot ?? "", -points]));
    this.#holds.set(entry.id, { points: entry.suspendedDelta, moves, state: "open", endedBy: null });
    this.#points += entry.suspendedDelta;
  }

  #takeBack({ suspendedDelta: delta }: Entry, relatedId: number, report: Report): void {
    const pending = this.#pending.get(relatedId);
    if (delta === 0 && (pending === undefined || pending.points === 0)) return;
    if (pending === undefined || delta > 0 || pending.points + delta < 0) {
      report("aside", `at most ${pending?.points ?? 0} taken before they ripen`, -delta);
      return;
    }
    pending.points += delta;
    this.#points += delta;
  }

  /** Of a return that is undone: all that it took before they ripened is aside again, or has ripened since. */
  #putBack(
    { suspendedDelta: delta }: Entry,
    { rewardId, points }: { rewardId: number; points: number },
    report: Report,
  ): void {
    const pending = this.#pending.get(rewardId);
    if (pending === undefined || (delta !== 0 && delta !== points)) {
      report("aside", `${points} aside again, or none`, delta);
      return;
    }
    pending.points += delta;
    this.#points += delta;
  }

  #ripen({ suspendedDelta: delta }: Entry, relatedId: number, report: Report): void {
    const pending = this.#pending.get(relatedId);
    if (pending === undefined) return;
    if (delta !== -pending.points || delta === 0) report("aside", `${pending.points} ripen`, -delta);
    this.#points -= pending.points;
    pending.points = 0;
  }

  #end(entry: Entry, state: "captured" | "released", report: Report): void {
    const held = this.#holds.get(entry.relatedEntryId ?? 0);
    if (held === undefined || held.state !== "open") {
      report("aside", "an open hold of the wallet", `${entry.relatedEntryId}, ${held?.state ?? "no hold"}`);
      return;
    }
    if (entry.suspendedDelta !== -held.points)
      report("aside", `all ${held.points} of the hold`, -entry.suspendedDelta);
    const back = new Map<string, number>();
    for (const { points, from } of entry.lotMoves)
      if (from !== undefined) back.set(from, (back.get(from) ?? 0) + points);
    for (const [lot, points] of held.moves)
      if (back.get(lot) !== points) report("aside", `${points} back to ${lot}`, back.get(lot) ?? 0);
    this.#points -= held.points;
    held.state = state;
    held.endedBy = entry.id;
  }
}

function describe(row: Omit<StoredHold, "wallet_id">): string {
  const end = row.ended_by_entry_id === null ? "" : ` by ${row.ended_by_entry_id}`;
  return `hold ${row.entry_id} of ${row.points} points, ${row.state}${end}${row.is_later ? "" : ", over before it began"}`;
}

/** Reports each entry of which the two do not say the same. */
function compareById(
  expected: readonly [id: number, said: string][],
  found: readonly [id: number, said: string][],
  report: (expected: string, found: string) => void,
): void {
  const wanted = new Map(expected);
  const kept = new Map(found);
  for (const id of new Set([...wanted.keys(), ...kept.keys()])) {
    const [one, other] = [wanted.get(id) ?? "nothing", kept.get(id) ?? "nothing"];
    if (one !== other) report(one, other);
  }
}
