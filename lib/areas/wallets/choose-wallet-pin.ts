import type { AdminActor } from "@/lib/portal/acts/actor";
import { noteWeighed } from "@/lib/portal/acts/administer";
import { administerWallets } from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { lockWallets, requireOpen } from "@/lib/portal/acts/wallet-record";
import { writePin } from "@/lib/wallet/change";
import { asPooled } from "@/lib/wallet/read";
import { hashPin, refuseCommonPin } from "./wallet-pin";

/**
 * Gives a wallet its first PIN, as the customer chose it on the display of the actor's till. Until it proves who pays (rules.md §9) it opens
 * nothing that the wallet did not allow without one, so nobody approves it. Returns whether the wallet had points.
 * @throws AdminError forbidden, not_found, wallet_status, invalid (a PIN that is tried first), conflict (the wallet has a PIN, or is a card)
 */
export async function chooseWalletPin(
  context: WalletAdminContext,
  actor: AdminActor,
  { walletCode, pin }: { walletCode: string; pin: string },
): Promise<{ hadPoints: boolean }> {
  const hash = await hashPin(pin);
  return administerWallets(context, actor, "wallet.choose_pin", async (act) => {
    const { tx, now } = act;
    const [wallet] = await lockWallets(act, [walletCode]);
    requireOpen(wallet);
    const { id, version, contactMsisdn, profile } = wallet;
    if (wallet.hasPin || wallet.family?.role === "card")
      throw new AdminError("conflict", { subject: "wallet", version });
    refuseCommonPin(pin, { contactMsisdn, walletCode, birthDate: profile.birthDate });
    const { pinSetterHours } = await tx.programme.findFirstOrThrow({ select: { pinSetterHours: true } });
    const provesFrom = new Date(now.getTime() + pinSetterHours * 3_600_000);
    await writePin(tx, { walletId: BigInt(id), hash, now, setBy: actor.userId, provesFrom });
    noteWeighed(act);
    await changeWallet(act, wallet, { unseen: { credentials: "chosen" } });
    const { balance, suspended } = asPooled(wallet);
    return { hadPoints: balance + suspended > 0 };
  });
}
