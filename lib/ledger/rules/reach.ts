import type { Conditions } from "@/lib/platform/conditions";

/** The test wallets of one or more test clients, as the ledger knows them (rules.md §14). */
export interface Sandbox {
  id: number;
  /** The sandbox of the demo data, whose clients act on the demo's customers as well. */
  isDemo: boolean;
}

/**
 * Whether whoever acts from `sandbox` (null or absent: everybody but test clients) may know of a wallet; one out of reach is as
 * if it did not exist (rules.md §14). Points of a test wallet never meet those of a customer.
 * @param walletSandboxId the sandbox of the wallet; null: it is a customer's
 */
export function isInReach(sandbox: Sandbox | null | undefined, walletSandboxId: number | null): boolean {
  if (walletSandboxId === null) return sandbox?.isDemo ?? true;
  return sandbox?.id === walletSandboxId;
}

/** Limits a selection to the wallets within reach: {@link isInReach} of `wallet`, an alias of a row of `wallet`. */
export function addReach(where: Conditions, wallet: string, sandbox: Sandbox | null | undefined): void {
  if (sandbox === null || sandbox === undefined) where.add(`${wallet}.sandbox_id IS NULL`);
  else if (sandbox.isDemo)
    where.add(`(${wallet}.sandbox_id IS NULL OR ${wallet}.sandbox_id = ?)`, sandbox.id);
  else where.add(`${wallet}.sandbox_id = ?`, sandbox.id);
}

/** SQL: whether a wallet is no test wallet, of a sandbox or by its kind, for reports; `wallet` is an alias of a row of `wallet`. */
export const isCustomers = (wallet: string) =>
  `${wallet}.sandbox_id IS NULL AND ${wallet}.wallet_type IS DISTINCT FROM 'test'`;

/** SQL: whether an entry is not of a test wallet, for sums over the log; `walletId` is SQL. The few test wallets are read once. */
export const isOfCustomer = (walletId: string) =>
  `${walletId} NOT IN (SELECT t.id FROM wallet t WHERE t.sandbox_id IS NOT NULL UNION ALL SELECT t.id FROM wallet t WHERE t.wallet_type = 'test')`;
