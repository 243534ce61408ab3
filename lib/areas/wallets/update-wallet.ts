import type { AdminActor } from "@/lib/areas/actor";
import { requireVersion } from "@/lib/areas/administer";
import type { WalletAdminContext } from "@/lib/areas/context";
import { defined } from "@/lib/areas/defined";
import { type ConsentGiven, recordConsent } from "@/lib/areas/programme/consent";
import { type AdministeredWallet, administerWallet } from "./administer-wallet";
import { changeWallet } from "./change-wallet";
import { lockMsisdn } from "./enrol-wallet";
import { profileData, type WalletProfileInput } from "./wallet-profile";
import { lockWallets, requireOpen } from "./wallet-record";

/** What is absent stays as it is. */
export interface UpdateWalletInput extends WalletProfileInput {
  walletCode: string;
  /** The version that was read. */
  version: number;
  /** E.164. */
  contactMsisdn?: string | undefined;
  /** Whether the customer takes part; recorded as their consent when they join. */
  isOptedIn?: boolean | undefined;
  /** When they join: which words they agreed to, in which language; they must be the present ones. */
  consent?: ConsentGiven | undefined;
  redemptionEnabled?: boolean | undefined;
}

/**
 * Changes whose wallet it is, how they are reached, and whether they take part and may redeem.
 * @throws AdminError forbidden, not_found, conflict, wallet_status, invalid
 */
export function updateWallet(
  context: WalletAdminContext,
  actor: AdminActor,
  {
    walletCode,
    version,
    contactMsisdn,
    isOptedIn,
    consent,
    redemptionEnabled,
    ...profile
  }: UpdateWalletInput,
): Promise<AdministeredWallet> {
  return administerWallet(context, actor, "wallet.update", async (act) => {
    const [wallet] = await lockWallets(act, [walletCode]);
    requireVersion("wallet", wallet.version, version);
    requireOpen(wallet);
    if (contactMsisdn !== undefined) await lockMsisdn(act.tx, contactMsisdn);
    const joins = isOptedIn === true && !wallet.isOptedIn;
    const leaves = isOptedIn === false && wallet.isOptedIn;
    if (joins || leaves) await recordConsent(act, BigInt(wallet.id), { isGiven: joins, consent });
    return changeWallet(act, wallet, {
      wallet: {
        ...defined({ contactMsisdn, isOptedIn, redemptionEnabled }),
        ...(joins && { optedInAt: act.now }),
      },
      profile: {
        ...profileData(profile, act.now),
        ...(joins && { consentAt: act.now, consentBy: actor.userId }),
      },
    });
  });
}
