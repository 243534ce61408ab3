import { knownCustomers } from "@/lib/ledger/rules/known-customers";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import type { Database } from "@/lib/platform/rows";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { AdminError } from "@/lib/portal/acts/errors";
import { readWalletFacts } from "@/lib/wallet/facts";
import { lockWallets as lock, type Wallet } from "@/lib/wallet/read";
import type { WalletAct } from "./administer-wallet";

/** The audit log's copy of a wallet: its points have a log of their own. */
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
 * Every act on a wallet asks here: people who may not see a customer change nothing of them (rules.md §16).
 * @throws AdminError not_visited
 */
export async function requireSeen(
  database: Database,
  { merchantId }: Pick<AdminActor, "merchantId">,
  walletIds: readonly number[],
): Promise<void> {
  const known = await knownCustomers(database, { merchantId, walletIds });
  if (!walletIds.every((id) => known.has(id))) throw new AdminError("not_visited");
}

/**
 * {@link requireSeen} for an act that the ledger carries out, which names the wallet by its code.
 * @throws AdminError not_found, not_visited
 */
export async function requireSeenByCode(
  database: Database,
  actor: Pick<AdminActor, "merchantId">,
  walletCode: string,
): Promise<void> {
  const facts = await readWalletFacts(database, { ids: [], walletCodes: [walletCode] });
  if (facts.length === 0) throw new AdminError("not_found", { subject: "wallet" });
  await requireSeen(
    database,
    actor,
    facts.map(({ id }) => id),
  );
}

/**
 * Wallets by their codes, locked until the act ends, in the order of `walletCodes`.
 * @throws AdminError not_found, not_visited, as {@link requireSeen}
 */
export async function lockWallets<const Codes extends readonly string[]>(
  act: WalletAct,
  walletCodes: Codes,
): Promise<{ [Index in keyof Codes]: Wallet }> {
  const locked: readonly (Wallet | null)[] = await lock(act.tx, walletCodes, act);
  const ids = locked.flatMap((wallet) => wallet?.id ?? []);
  if (ids.length < locked.length) throw new AdminError("not_found", { subject: "wallet" });
  await requireSeen(act.tx, act.actor, ids);
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
