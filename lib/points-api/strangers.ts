import { DomainError } from "@/lib/ledger/rules/errors";
import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import { profileShown } from "@/lib/ledger/rules/profile";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import type { WalletView } from "@/lib/ledger/rules/types";
import { portalPool } from "@/lib/platform/database/pools";

type Reader = { merchantId: number; sandbox: Sandbox | undefined };

/**
 * A wallet as a client is shown it: of a customer whom its merchant does not know, and where the database cannot tell, without what the desk
 * hides as well. Never fails: what the answer tells was done. Test clients have wallets of their own, and the demo's clients the demo's.
 */
export async function shownTo<View extends Pick<WalletView, "id" | "profile">>(
  { merchantId, sandbox }: Reader,
  wallet: View,
): Promise<View> {
  const isBlank = Object.values(wallet.profile).every((value) => value === null);
  if (sandbox !== undefined || isBlank) return wallet;
  const known = await knownCustomers(portalPool(), { merchantId, walletIds: [wallet.id] }).catch(() => null);
  return { ...wallet, profile: profileShown(wallet.profile, known?.has(wallet.id) ?? false) };
}

/** A refusal with the wallet that it names as {@link shownTo} shows it. */
export async function refusalShownTo(client: Reader | undefined, failure: DomainError): Promise<DomainError> {
  const { wallet: named, ...details } = failure.details;
  if (client === undefined || named === undefined) return failure;
  const wallet = await shownTo(client, named);
  return new DomainError(failure.code as 1201, failure.params as never, { ...details, wallet });
}
