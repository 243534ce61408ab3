import { AdminError } from "@/lib/areas/errors";
import { WALLET_STATUS } from "@/lib/ledger/types";
import { lockWallets as lock, type Wallet } from "@/lib/ledger/wallets";
import type { WalletAct } from "./administer-wallet";

/** What the audit log keeps of a wallet: its points have a log of their own. */
export function walletSnapshot(wallet: Wallet) {
  return {
    id: wallet.id,
    walletCode: wallet.walletCode,
    contactMsisdn: wallet.contactMsisdn,
    statusId: wallet.statusId,
    isOptedIn: wallet.isOptedIn,
    optedInAt: wallet.optedInAt,
    redemptionEnabled: wallet.redemptionEnabled,
    segmentId: wallet.segment.segmentId,
    mergedIntoWalletCode: wallet.mergedIntoWalletCode,
    hasPin: wallet.hasPin,
    parentWalletCode: wallet.family?.parent?.walletCode ?? null,
    familyRole: wallet.family?.role ?? null,
    allowance: wallet.family?.allowance?.points ?? null,
    walletType: wallet.walletType,
    ...wallet.profile,
    consentAt: wallet.consentAt,
    consentBy: wallet.consentBy,
    version: wallet.version,
    createdAt: wallet.createdAt,
  };
}

/**
 * Wallets by their codes, locked until the act ends, in the order of `walletCodes`.
 * @throws AdminError not_found
 */
export async function lockWallets<const Codes extends readonly string[]>(
  act: WalletAct,
  walletCodes: Codes,
): Promise<{ [Index in keyof Codes]: Wallet }> {
  const locked: readonly (Wallet | null)[] = await lock(act.tx, walletCodes, act);
  for (const wallet of locked) if (wallet === null) throw new AdminError("not_found", { subject: "wallet" });
  return locked as { [Index in keyof Codes]: Wallet };
}

/**
 * Refuses wallets that are parents or children: what would become of the family is for people to say first.
 * @throws AdminError in_family
 */
export function requireNoFamily({ family }: Wallet): void {
  if (family !== null) throw new AdminError("in_family");
}

/**
 * Refuses closed and merged wallets, which cannot be changed.
 * @throws AdminError wallet_status
 */
export function requireOpen({ statusId }: Wallet): void {
  if (statusId === WALLET_STATUS.closed || statusId === WALLET_STATUS.merged) {
    throw new AdminError("wallet_status", { statusId });
  }
}
