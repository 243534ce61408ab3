import type { Transaction } from "@/lib/portal/acts/administer";
import type { WalletAct } from "@/lib/portal/acts/administer-wallet";
import { agree } from "@/lib/portal/acts/second-person";
import type { Wallet } from "@/lib/wallet/read";

/**
 * Counts the points that a new PIN, or none, opens up to whoever sets it, as moved by one person; above what one may move
 * alone in 24 hours a second one must have approved it (rules.md §16). Under the wallet's lock; within `withSecondPerson`.
 * @returns who approved it; null when nobody had to
 * @throws AdminError second_person
 */
export function requireMayOpen(
  act: WalletAct,
  wallet: Wallet,
  what: "set" | "clear",
): Promise<number | null> {
  return agree(act, {
    kind: "pin",
    alone: { kind: "pin", reference: `${wallet.id}-${wallet.version}` },
    merchantId: act.actor.merchantId,
    walletId: wallet.id,
    points: Math.max(0, wallet.balance),
    content: [what],
    summary: { act: what },
  });
}

/** Notes who set or cleared a wallet's PIN. */
export async function notePinChange(
  tx: Pick<Transaction, "walletPinChange">,
  change: { walletId: bigint; changedBy: number; at: Date },
): Promise<void> {
  await tx.walletPinChange.create({ data: change });
}
