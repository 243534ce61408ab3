import type { Command } from "@/lib/ledger/core/commands";

/** The codes of the wallets whose rewards the commands may undo. */
export function undoingCodes(commands: readonly Command[]): string[] {
  const codes = commands.flatMap(({ type, walletCode }) =>
    type === "cancel" || type === "return" ? [walletCode] : [],
  );
  return [...new Set(codes)];
}

/** SQL: ids of the wallets that hold bonuses of rewards in the log of a wallet `wallet` or of its pool, or of its own first one. */
export const bonusWalletsOf = (wallet: string) => `
SELECT r.bonus_wallet_id FROM referral r
 WHERE (r.wallet_id = ${wallet}.id OR r.reward_wallet_id IN (${wallet}.id, ${wallet}.pool_wallet_id)) AND r.state = 'paid' AND r.bonus_wallet_id IS NOT NULL LIMIT 100000`;
