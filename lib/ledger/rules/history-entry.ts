import type { ShownAside } from "@/lib/ledger/with/aside/words";
import type { Money } from "@/lib/platform/money";
import { type Entry, LOG_TYPE, type ReversalState } from "./types";

/** An entry and what has become of it since. */
export interface HistoryEntry {
  entry: Entry;
  walletCode: string;
  /** Redemptions and rewards: points that can still be refunded or returned, whatever the time limits say. 0 for every other kind. */
  remainingPoints: number;
  /** Redemptions and rewards: money value of what was refunded or returned so far. */
  givenBackValue: Money;
  /** The cancellation that undid the entry. */
  cancelledByEntryId: number | null;
  /** A reward all of whose points have lapsed (rules.md §2). */
  isExpired: boolean;
  /** The user who let it pass a limit (rules.md §15). */
  approvedBy: number | null;
  /** An earlier reward for the same invoice. */
  repeatsEntryId: number | null;
  /** Of a pending reward and of a hold: how they stand. */
  aside: ShownAside | null;
  /** Points of a reward that its customer got for having been brought by a person (rules.md §23); 0 for every other entry. */
  referralPoints: number;
}

/** Points of a redemption or reward that can still be refunded or returned. */
export function remainingPointsOf(
  { logTypeId, amount }: Entry,
  { givenBack, cancelledByEntryId }: Pick<ReversalState, "givenBack" | "cancelledByEntryId">,
): number {
  const isGivenBackInParts = logTypeId === LOG_TYPE.redemption || logTypeId === LOG_TYPE.reward;
  return isGivenBackInParts && cancelledByEntryId === null ? amount - givenBack : 0;
}
