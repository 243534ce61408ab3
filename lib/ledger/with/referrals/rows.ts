import type { Command } from "@/lib/ledger/rules/commands";
import { heirsOf } from "@/lib/ledger/with/families/rows";

/** The codes of the wallets whose rewards the commands may undo. */
export function undoingCodes(commands: readonly Command[]): string[] {
  const codes = commands.flatMap(({ type, walletCode }) =>
    type === "cancel" || type === "return" ? [walletCode] : [],
  );
  return [...new Set(codes)];
}

/** SQL for the ids of a wallet and of those that were merged into it, one after the other. */
export const cardsOf = (wallet: string) => `ARRAY(
  WITH RECURSIVE own AS (
    SELECT ${wallet}.id AS id
     UNION
    SELECT m.id FROM own CROSS JOIN LATERAL (SELECT x.id FROM wallet x WHERE x.merged_into_wallet_id = own.id LIMIT 100000) m)
  SELECT own.id FROM own)`;

/**
 * SQL: ids of the wallets that hold bonuses of rewards in the log of a wallet `wallet`, of one that was merged into it, of its pool, or of its
 * own first one; and of the wallets that have the points of these since a merge.
 */
export const bonusWalletsOf = (wallet: string) => `
SELECT unnest(r.bonus_wallet_id || ${heirsOf("r.bonus_wallet_id")}) FROM referral r
 WHERE (r.wallet_id = ANY (${cardsOf(wallet)}) OR r.reward_wallet_id = ANY (${cardsOf(wallet)} || ${wallet}.pool_wallet_id)) AND r.state = 'paid' AND r.bonus_wallet_id IS NOT NULL LIMIT 100000`;
