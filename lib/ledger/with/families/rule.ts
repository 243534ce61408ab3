import { type Command, keyName, operationsMeant } from "@/lib/ledger/rules/commands";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { refuse } from "@/lib/ledger/rules/posting";
import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import { formatLocalDate } from "@/lib/platform/time";
import { heirOf, isOf, logOf, poolOf } from "./words";

/**
 * The wallet whose points a command moves: of a pooled child its pool's. Refunds, returns and cancellations go to the log of their entry,
 * whatever the family is by then; administrators' acts go to the wallet's own log. Refuses with 1417 a reference that means entries in
 * several logs.
 */
export function purseOf(state: LedgerState, wallet: WalletState, command: Command): WalletState {
  switch (command.type) {
    case "reward":
    case "redeem":
    case "hold":
      return poolOf(state, wallet) ?? wallet;
    case "refund":
    case "return":
    case "cancel": {
      const record = recordNamed(state, wallet, command);
      return record === null ? wallet : (heirOf(state, record) ?? wallet);
    }
    case "capture":
    case "release_hold":
      return holderOf(state, wallet, command.holdId) ?? wallet;
    default:
      return wallet;
  }
}

/**
 * The wallet whose log has the entry that a refund, a return or a cancellation names; null: none has that this wallet may name. Refuses with
 * 1417 a reference that means entries in several logs.
 */
export function recordNamed(state: LedgerState, wallet: WalletState, command: Command): WalletState | null {
  switch (command.type) {
    case "refund":
    case "return":
      return logOf(state, wallet, command.entryId);
    case "cancel": {
      if ("entryId" in command.target) return logOf(state, wallet, command.target.entryId);
      const key = command.target.originalKey;
      const logs = new Set<WalletState>();
      for (const operation of operationsMeant(command)) {
        const entryId = state.keys.get(keyName(command.actor.userId, operation, key))?.entryId;
        const log = entryId == null ? null : logOf(state, wallet, entryId);
        if (log !== null) logs.add(log);
      }
      const [log = null, ...others] = logs;
      return others.length > 0 ? refuse(1417) : log;
    }
    default:
      return null;
  }
}

/** The wallet that has a hold which was made for this one; null: none has. */
function holderOf({ wallets }: LedgerState, wallet: WalletState, holdId: number): WalletState | null {
  for (const log of wallets.values()) if (isOf(wallet, log.holds.get(holdId)?.entry)) return log;
  return null;
}

/** Refuses with 1306 a child that may not redeem itself, whatever its pool may. */
export function refuseChildsFlag({ redemptionEnabled }: WalletState, { type }: Command): void {
  if ((type === "redeem" || type === "hold") && !redemptionEnabled) refuse(1306);
}

/** Refuses with 1702 what passes a child's allowance of the month. A capture was judged when its hold was made. */
export function refuseBeyondAllowance({ family }: WalletState, { draft }: Posting): void {
  const allowance = family?.allowance ?? null;
  const isPaying = draft.logTypeId === LOG_TYPE.redemption && draft.relatedEntryId === null;
  const isSpending = isPaying || draft.logTypeId === LOG_TYPE.hold;
  if (allowance === null || !isSpending || draft.actorWalletId === null) return;
  const available = Math.max(0, allowance.points - allowance.spent);
  if (draft.amount > available) refuse(1702, { limit: "childAllowance", required: draft.amount, available });
}

/**
 * Counts an entry of a pool in the allowance of the child that spends, or gives it back, so that the next command of the batch is decided
 * on it. A captured or released hold counts in the month of the hold. A child that is not at hand has nothing decided in this batch.
 */
export function countSpent(state: LedgerState, pool: WalletState, entry: Entry): void {
  const relatedTo = ({ relatedEntryId }: Entry) =>
    relatedEntryId === null ? undefined : pool.entries.get(relatedEntryId);
  const monthOf = ({ createdAt }: Entry) => formatLocalDate(createdAt, state.programme.timeZone).slice(0, 7);
  const add = (spending: Entry, points: number) => {
    if (monthOf(spending) === monthOf(entry))
      addSpent(state, pool, { walletId: spending.actorWalletId, points });
  };
  const related = relatedTo(entry);
  switch (entry.logTypeId) {
    case LOG_TYPE.hold:
      add(entry, entry.amount);
      return;
    case LOG_TYPE.redemption:
      // Points held beyond the captured ones came back with it.
      add(related ?? entry, entry.amount - (related?.amount ?? 0));
      return;
    case LOG_TYPE.release: {
      const hold = related && pool.holds.get(related.id);
      // A hold whose time is over no longer counts, whenever its end is written.
      if (hold !== undefined && hold.expiresAt > entry.createdAt) add(hold.entry, -entry.amount);
      return;
    }
    case LOG_TYPE.refund:
    case LOG_TYPE.cancellation: {
      // A cancelled refund was spent again: the redemption is behind it.
      const redemption = related?.logTypeId === LOG_TYPE.refund ? relatedTo(related) : related;
      if (redemption?.logTypeId !== LOG_TYPE.redemption) return;
      add(relatedTo(redemption) ?? redemption, -entry.pointsDelta);
    }
  }
}

function addSpent(
  state: LedgerState,
  pool: WalletState,
  { walletId, points }: { walletId: number | null; points: number },
): void {
  if (walletId === null) return;
  for (const wallet of state.wallets.values()) {
    const { family } = wallet;
    const isMeant = wallet.id === walletId && wallet.poolWalletId === pool.id;
    if (!isMeant || family === null || family.allowance === null) continue;
    const { allowance } = family;
    wallet.family = { ...family, allowance: { ...allowance, spent: allowance.spent + points } };
  }
}
