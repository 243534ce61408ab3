import type { Entry, RipeningDay } from "@/lib/ledger/rules/types";

// Points aside of a wallet's balance, which rules of their own release (rules.md §19). They are a part of the suspended points; an
// administrator sets the rest aside and releases it.

/** Points of a reward that cannot be spent yet. */
export interface PendingPoints {
  /** The reward. */
  entryId: number;
  /** Those that are left; 0 once they have ripened or were taken back. */
  points: number;
  /** ISO date of the first day on which they can be spent. */
  ripensOn: string;
  /** The lot that they go to: ISO date of its last day, or "infinity". */
  expiresOn: string;
}

/** Points that are kept for an order. */
export interface HoldState {
  /** The hold's entry. */
  entry: Entry;
  /** When it ends by itself. */
  expiresAt: Date;
  /** A hold ends once: its points are redeemed, as a whole or in part, or all of them go back. */
  state: "open" | "captured" | "released";
  endedByEntryId: number | null;
}

/** State of a hold for its reader: one whose minutes are over is released, although the system writes its release within a minute only. */
export function holdStateAt({ state, expiresAt }: Pick<HoldState, "state" | "expiresAt">, now: Date) {
  return state === "open" && expiresAt <= now ? "released" : state;
}

/** Points that an entry set aside, as shown: of a reward those still to ripen, of a hold its state. */
export type ShownAside =
  | { kind: "pending"; ripensOn: string; points: number }
  | { kind: "hold"; state: HoldState["state"]; expiresAt: Date };

export function shownAside(aside: HoldState | PendingPoints | null): ShownAside | null {
  if (aside === null) return null;
  if ("ripensOn" in aside) return { kind: "pending", ripensOn: aside.ripensOn, points: aside.points };
  return { kind: "hold", state: aside.state, expiresAt: aside.expiresAt };
}

/** A wallet's ripening points by day, soonest first. */
export function ripeningDaysOf(pending: Iterable<PendingPoints>): RipeningDay[] {
  const days = new Map<string, number>();
  for (const { ripensOn, points } of pending)
    if (points > 0) days.set(ripensOn, (days.get(ripensOn) ?? 0) + points);
  return [...days]
    .map(([ripensOn, points]) => ({ ripensOn, points }))
    .sort((one, other) => (one.ripensOn < other.ripensOn ? -1 : 1));
}

/** Points of a wallet's open holds. */
export function heldPointsOf(holds: Iterable<HoldState>): number {
  let points = 0;
  for (const { state, entry } of holds) if (state === "open") points += entry.amount;
  return points;
}

/** An entry's changes of the points aside. */
export interface AsideChange {
  /** Pending points of rewards after the entry. `entryId` null: the entry itself is the reward. */
  pending?: readonly (Omit<PendingPoints, "entryId"> & { entryId: number | null })[];
  /** The entry is a hold that ends by itself then. */
  held?: { expiresAt: Date };
  /** The entry ends this hold. */
  ended?: { hold: HoldState; as: "captured" | "released" };
}

/** Suspended points that an administrator set aside: they neither ripen nor are held. */
export function setAsideByHand(wallet: {
  suspended: number;
  pending: ReadonlyMap<number, PendingPoints>;
  holds: ReadonlyMap<number, HoldState>;
}): number {
  let points = wallet.suspended;
  for (const pending of wallet.pending.values()) points -= pending.points;
  for (const { state, entry } of wallet.holds.values()) if (state === "open") points -= entry.amount;
  return points;
}
