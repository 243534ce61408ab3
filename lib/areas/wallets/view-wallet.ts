import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { shownTo } from "@/lib/portal/acts/administer-wallet";
import { momentOf, type WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { readWallet, type Wallet } from "@/lib/wallet/read";

/**
 * A wallet as this actor may see it, with the version that its changes ask for.
 * @throws AdminError forbidden, not_found
 */
export async function viewWallet(
  context: WalletAdminContext,
  actor: AdminActor,
  by: { walletCode: string } | { id: number },
): Promise<Wallet> {
  requirePermission(actor, "wallet.read");
  const wallet = await readWallet(context.database, by, momentOf(context));
  if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
  return shownTo(actor, wallet);
}
