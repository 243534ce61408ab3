import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import type { Entry } from "@/lib/ledger/rules/types";

/** The wallet that a child's points are in; null: they are its own. Read and locked with it. */
export function poolOf({ wallets }: Pick<LedgerState, "wallets">, wallet: WalletState): WalletState | null {
  if (wallet.poolWalletId === null) return null;
  for (const pool of wallets.values()) if (pool.id === wallet.poolWalletId) return pool;
  throw new Error(`The pool of wallet ${wallet.walletCode} was not read`);
}

/** A wallet as its own, with the points of another one. */
export function withPointsOf(wallet: WalletState, purse: WalletState): WalletState {
  if (purse === wallet) return wallet;
  const { balance, accumulated, redeemed, suspended, segment, lots, pending, holds } = purse;
  return { ...wallet, balance, accumulated, redeemed, suspended, segment, lots, pending, holds };
}

/** The wallet whose PIN proves that this one is the customer's: of a card that of the person's main wallet. */
export function pinHolderOf(state: Pick<LedgerState, "wallets">, wallet: WalletState): WalletState {
  return wallet.family?.role === "card" ? (poolOf(state, wallet) ?? wallet) : wallet;
}

/** Whether a wallet may name an entry: it is in its own log, or it was the one that was addressed. */
export function isOf(wallet: Pick<WalletState, "id">, entry: Entry | undefined): boolean {
  return entry !== undefined && (entry.walletId === wallet.id || entry.actorWalletId === wallet.id);
}

type AtHand = Pick<LedgerState, "wallets"> & Partial<Pick<LedgerState, "elsewhere">>;

/** The wallet that has the points of one now: itself, or the one that it was merged into at last; null where that is not at hand. */
export function heirOf({ wallets, elsewhere = [] }: AtHand, wallet: WalletState): WalletState | null {
  let heir: WalletState | undefined = wallet;
  while (heir !== undefined && heir.mergedIntoWalletId !== null) {
    const { mergedIntoWalletId }: WalletState = heir;
    heir = [...wallets.values(), ...elsewhere].find(({ id }) => id === mergedIntoWalletId);
  }
  return heir ?? null;
}

/** Whether a wallet may name an entry of a log: as its own, or as the heir of the wallet that the log is of. */
function mayName(state: AtHand, wallet: WalletState, log: WalletState, entryId: number): boolean {
  const entry = log.entries.get(entryId);
  if (entry === undefined) return false;
  if (isOf(wallet, entry)) return true;
  return log.mergedIntoWalletId !== null && entry.walletId === log.id && heirOf(state, log) === wallet;
}

/** The wallet whose log has an entry that this one may name, among those that a command may move; null: none has. */
export function logOf(
  state: Pick<LedgerState, "wallets">,
  wallet: WalletState,
  entryId: number,
): WalletState | null {
  if (wallet.entries.has(entryId)) return wallet;
  for (const log of state.wallets.values()) if (mayName(state, wallet, log, entryId)) return log;
  return null;
}

/** The same among those that are at hand only because the entry is answered again. */
export function recordOf(
  state: Pick<LedgerState, "wallets" | "elsewhere">,
  wallet: WalletState,
  entryId: number,
): WalletState | null {
  return (
    logOf(state, wallet, entryId) ??
    state.elsewhere.find((log) => mayName(state, wallet, log, entryId)) ??
    null
  );
}
