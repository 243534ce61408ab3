import { seal, serviceSecret, unseal } from "@/lib/platform/seal";

/** Minutes for which a customer's value names the customer. */
export const CUSTOMER_VALUE_MINUTES = 30;

/** Stands before each: no mobile number begins so. */
export const CUSTOMER_VALUE_PREFIX = "cust_";

const key = () => ({ serviceSecret: serviceSecret(), purpose: "customers of FindWallet" }) as const;

/**
 * The value that stands for a wallet's mobile number in requests of one client (rules.md §13). Nothing can be read from it, and another client
 * is refused with it.
 */
export function customerValueOf({
  clientId,
  walletId,
  now,
}: {
  clientId: number;
  walletId: number;
  now: Date;
}): string {
  const expiresAtMs = now.getTime() + CUSTOMER_VALUE_MINUTES * 60_000;
  return CUSTOMER_VALUE_PREFIX + seal(`${clientId} ${walletId} ${expiresAtMs}`, key()).toString("base64url");
}

/** The wallet behind a value; null: it was not made for this client. */
export function readCustomerValue(
  value: string,
  { clientId, now }: { clientId: number; now: Date },
): { walletId: number; issuedAt: Date; hasExpired: boolean } | null {
  const sealed = Buffer.from(value.slice(CUSTOMER_VALUE_PREFIX.length), "base64url");
  const [client, wallet, expiresAtMs] = (unseal(sealed, key()) ?? "").split(" ").map(Number);
  if (client !== clientId || wallet === undefined || expiresAtMs === undefined) return null;
  const issuedAt = new Date(expiresAtMs - CUSTOMER_VALUE_MINUTES * 60_000);
  return { walletId: wallet, issuedAt, hasExpired: now.getTime() > expiresAtMs };
}
