import { DomainError } from "@/lib/ledger/core/errors";
import { maskMsisdn } from "@/lib/platform/mask";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { requireVersion } from "@/lib/portal/acts/administer";
import {
  type AdministeredWallet,
  administerWallet,
  type WalletAct,
} from "@/lib/portal/acts/administer-wallet";
import { changeWallet } from "@/lib/portal/acts/change-wallet";
import { type ConsentGiven, recordConsent } from "@/lib/portal/acts/consent";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { defined } from "@/lib/portal/acts/defined";
import { lockMsisdn } from "@/lib/portal/acts/lock-msisdns";
import { agree, withSecondPerson } from "@/lib/portal/acts/second-person";
import { lockWallets, requireOpen } from "@/lib/portal/acts/wallet-record";
import { hasWithdrawn } from "@/lib/wallet/erase";
import type { Wallet } from "@/lib/wallet/read";
import { requireMobile } from "./enrol-wallet";
import { profileData, type WalletProfileInput } from "./wallet-profile";

/** Absent fields stay as they are. */
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
 * Another mobile number is approved by a second person (rules.md §16).
 * @throws AdminError second_person, forbidden, not_found, conflict, wallet_status, invalid; DomainError 1208
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
  return withSecondPerson(context, actor, "wallet.update", () =>
    administerWallet(context, actor, "wallet.update", async (act) => {
      const [wallet] = await lockWallets(act, [walletCode]);
      requireVersion("wallet", wallet.version, version);
      requireOpen(wallet);
      const approval = await requireNewNumber(act, wallet, contactMsisdn ?? wallet.contactMsisdn);
      if (contactMsisdn !== undefined) await lockMsisdn(act.tx, contactMsisdn);
      const joins = isOptedIn === true && !wallet.isOptedIn;
      const leaves = isOptedIn === false && wallet.isOptedIn;
      const known = profileData(profile, act.now, wallet.profile);
      // Nothing new is kept of a customer who has withdrawn their consent.
      if (Object.keys(known).length > 0 && !joins && (await hasWithdrawn(act.tx, wallet.id)))
        throw new DomainError(1208);
      if (joins || leaves) await recordConsent(act, BigInt(wallet.id), { isGiven: joins, consent });
      return changeWallet(act, wallet, {
        wallet: {
          ...defined({ contactMsisdn, isOptedIn, redemptionEnabled }),
          ...(joins && { optedInAt: act.now }),
        },
        profile: {
          ...known,
          ...(joins && { consentAt: act.now, consentBy: actor.userId, withdrawnAt: null }),
          ...(leaves && { withdrawnAt: act.now }),
        },
        unseen: approval,
      });
    }),
  );
}

/**
 * The holder of the number has the customer's points: a second person approves another number (rules.md §16). Nothing for the number that
 * it has.
 */
async function requireNewNumber(
  act: WalletAct,
  { id, contactMsisdn }: Wallet,
  next: string,
): Promise<{ approvedBy?: number | null }> {
  const isNew = next !== contactMsisdn;
  if (isNew) requireMobile(next);
  const approvedBy = await agree(act, {
    kind: "mobile",
    points: isNew ? Number.POSITIVE_INFINITY : 0,
    merchantId: act.actor.merchantId,
    walletId: id,
    content: [next],
    summary: { from: maskMsisdn(contactMsisdn), to: maskMsisdn(next) },
  });
  return isNew ? { approvedBy } : {};
}
