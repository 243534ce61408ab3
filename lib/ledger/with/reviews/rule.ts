import { commandsWith } from "@/lib/ledger/rules/command-facts";
import { type Command, keyName, spaceOf } from "@/lib/ledger/rules/commands";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import type { Context } from "@/lib/ledger/rules/posting";
import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import type { Breach } from "@/lib/ledger/with/limits/words";
import { formatLocalDateTime } from "@/lib/platform/time";
import type { ReviewState } from "./words";

const MINUTE_MS = 60_000;

/** Movements that a person serves a customer with. */
const SERVED = commandsWith(({ reviewed }) => reviewed !== null);

/**
 * Why a movement of a person whose limits are checked has to be looked at before it is carried out (rules.md §15); empty: nothing holds it.
 * One that is held already stays held until a person lets it go, whatever time has passed. A client with limits of its own is not
 * held, and of no client is any number its own. Pure.
 */
export function reasonsToHold({ state, wallet, addressed, command, now }: Omit<Context, "today">): Breach[] {
  const { reviews, programme } = state;
  const { actor } = command;
  if (reviews === null || actor.limitedBy === undefined || !SERVED.has(command.type)) return [];
  const { clientId } = actor.limitedBy;
  if (clientId !== null && state.limits?.clients.get(clientId)?.hasOwnLimits) return [];
  const held = heldBefore(reviews, command);
  if (held !== null) return held;
  const reasons: Breach[] = [];
  if (
    programme.reviewOwnNumber &&
    clientId === null &&
    reviews.ownNumbers.get(actor.userId)?.has(addressed.contactMsisdn)
  )
    reasons.push({ limit: "ownNumber", required: 1, available: 0 });
  const own = (reviews.recent.get(wallet.id) ?? []).filter(({ userId }) => userId === actor.userId);
  const within = (minutes: number) =>
    own.filter(({ createdAt }) => now.getTime() - createdAt.getTime() <= minutes * MINUTE_MS).length;
  const { reviewRewardsMax: most, reviewRewardsMinutes, reviewRedemptionMinutes: wait } = programme;
  if (command.type === "reward") {
    const rewards = most === null ? 0 : within(reviewRewardsMinutes);
    if (most !== null && rewards + 1 > most)
      reasons.push({ limit: "quickSuccession", required: rewards + 1, available: most });
    if (isOutOfHours(programme, now)) reasons.push({ limit: "outOfHours", required: 1, available: 0 });
  }
  const takes = command.type === "redeem" || command.type === "hold";
  if (takes && wait !== null && within(wait) > 0)
    reasons.push({ limit: "quickRedemption", required: wait, available: 0 });
  return reasons;
}

function heldBefore({ held }: ReviewState, command: Command): Breach[] | null {
  const { actor, reference } = command;
  if (reference === undefined) return null;
  const before = held.get(keyName(actor.userId, spaceOf(command), reference.key));
  return before === undefined || before.requestHash !== reference.requestHash ? null : [...before.reasons];
}

/** Whether a moment is outside the hours in which rewards are ordinary. */
function isOutOfHours(
  { reviewHoursFrom: from, reviewHoursUntil: until, timeZone }: LedgerState["programme"],
  now: Date,
): boolean {
  if (from === null || until === null) return false;
  const hour = Number(formatLocalDateTime(now, timeZone).slice(11, 13));
  return from < until ? hour < from || hour >= until : hour < from && hour >= until;
}

/** Counts an entry, so that the next command of the batch is checked against it. */
export function countRecent({ recent }: ReviewState, entry: Entry): void {
  const { id, walletId, userId, createdAt, logTypeId, relatedEntryId, branchId } = entry;
  const rewards = recent.get(walletId) ?? [];
  // Entries that the system adds to a person's command, at no branch, are not that person's.
  if (logTypeId === LOG_TYPE.reward && branchId !== null)
    recent.set(walletId, [...rewards, { id, userId, createdAt }]);
  if (logTypeId === LOG_TYPE.cancellation)
    recent.set(
      walletId,
      rewards.filter((reward) => reward.id !== relatedEntryId),
    );
}
