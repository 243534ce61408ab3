import { expireNextLot } from "@/lib/ledger/moves/expire";
import { endNextHold } from "@/lib/ledger/moves/hold";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import type { Context } from "@/lib/ledger/rules/posting";
import type { Entry } from "@/lib/ledger/rules/types";
import { ripenNext } from "@/lib/ledger/with/aside/rule";
import { plusDays } from "@/lib/platform/time";

/** After every day: what is given free whatever its day. */
const ANY_DAY = "infinity";

/**
 * The wallet's next change by time alone: rewards ripen, lots lapse, holds end; in the order of their days, and of one day in this order,
 * so that the outcome does not depend on when it is written.
 * @param isMerged the wallet is about to be merged: nothing of it ripens or is held any longer
 */
export function nextDue(context: Context, { isMerged = false } = {}): Posting | null {
  const { wallet, today } = context;
  const lapse = expireNextLot(context);
  if (wallet.suspended === 0) return lapse;
  const ripe = ripenNext(context, isMerged ? ANY_DAY : today);
  const ended = endNextHold(context, { isAll: isMerged });
  const due: [day: string, Posting][] = [];
  if (ripe !== null) due.push([ripe.day, ripe.posting]);
  if (lapse !== null) due.push([plusDays(lapse.draft.expiresOn ?? today, 1), lapse]);
  if (ended !== null) due.push([ended.day, ended.posting]);
  // Stable: of one day the first stays the first.
  due.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return due[0]?.[1] ?? null;
}

/** Moves what a wallet has aside past a posting. `entry`: as it was written, where it has its id. */
export function applyAside(wallet: WalletState, { aside }: Posting, entry: Entry | null): void {
  if (aside === undefined) return;
  for (const pending of aside.pending ?? []) {
    const entryId = pending.entryId ?? entry?.id;
    if (entryId !== undefined) wallet.pending.set(entryId, { ...pending, entryId });
  }
  if (aside.held !== undefined && entry !== null)
    wallet.holds.set(entry.id, { entry, ...aside.held, state: "open", endedByEntryId: null });
  if (aside.ended !== undefined) {
    const { hold, as } = aside.ended;
    wallet.holds.set(hold.entry.id, { ...hold, state: as, endedByEntryId: entry?.id ?? null });
  }
}
