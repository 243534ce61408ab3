import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import { type AdministeredWallet, administerWallet } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import { recordConsent } from "@/lib/portal/acts/consent";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockWallets } from "@/lib/portal/acts/wallet-record";
import { hasWithdrawn } from "@/lib/wallet/erase";

export interface WithdrawConsentInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
}

/**
 * Takes a customer's consent back. Its record is the receipt, by its number. From then on nothing of the customer's profile is read by any
 * page, file or API client (`profileColumns`), the wallet is in no export, and its points are not moved until the customer joins again.
 * @throws AdminError forbidden, not_found, conflict, wallet_status (the consent is withdrawn already)
 */
export function withdrawConsent(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, version }: WithdrawConsentInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.withdraw_consent", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    if (await hasWithdrawn(act.tx, wallet.id))
      throw new AdminError("wallet_status", { statusId: wallet.statusId });
    await recordConsent(act, BigInt(wallet.id), { isGiven: false });
    return changeWallet(act, wallet, { wallet: { isOptedIn: false }, profile: { withdrawnAt: act.now } });
  });
}
