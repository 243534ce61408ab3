import { type AdminActor, requirePermission } from "./actor";
import { shownTo } from "./administer-wallet";
import type { AdminContext } from "./context";
import { AdminError } from "./errors";
import { findWallet, type WalletRecord } from "./wallet-record";

/**
 * A wallet as administration sees it, with the version that its changes ask for.
 * @throws AdminError forbidden, not_found
 */
export async function readWallet(
  { database }: AdminContext,
  actor: AdminActor,
  walletCode: string,
): Promise<WalletRecord> {
  requirePermission(actor, "wallet.read");
  const wallet = await findWallet(database, walletCode);
  if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
  return shownTo(actor, wallet);
}
