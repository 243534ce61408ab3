import { WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/core/types";

const { active, pending, suspended, blocked, closed, merged } = WALLET_STATUS;

/**
 * Where an administrator may move a wallet from each status. A wallet becomes merged by a merge only, and stays so; a
 * closed one is opened again only to mend a mistake, by those who may (permission "wallet.reopen").
 */
const MOVES: Readonly<Record<WalletStatusId, readonly WalletStatusId[]>> = {
  [active]: [suspended, blocked, closed],
  [pending]: [active, suspended, blocked, closed],
  [suspended]: [active, blocked, closed],
  [blocked]: [active, suspended, closed],
  [closed]: [active],
  [merged]: [],
};

/** The statuses that a wallet may be moved to. */
export function statusesAfter(present: WalletStatusId): readonly WalletStatusId[] {
  return MOVES[present];
}
