import { CUSTOMER_VALUE_PREFIX, readCustomerValue } from "@/lib/areas/clients/customer-value";
import type { Refusal } from "@/lib/ledger/rules/commands";
import { DomainError } from "@/lib/ledger/rules/errors";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { readWalletFacts } from "@/lib/wallet/facts";
import type { Call } from "./operation";

type Sent = Readonly<Record<string, unknown>>;

/**
 * The body with the mobile number in place of a value of FindWallet, so that a request means the same however it names the customer. Notes
 * where the value has expired: only retries are answered then, and requests that name an earlier one by its reference. Throws 1201 for a value
 * of another client or wallet.
 */
export async function withNumberOf(call: Call, body: Sent): Promise<Sent> {
  const { ContactMsisdn: value, WalletCode } = body;
  if (typeof value !== "string" || !value.trim().startsWith(CUSTOMER_VALUE_PREFIX)) return body;
  call.noted.isCustomerValue = true;
  const read = readCustomerValue(value.trim(), { clientId: call.client.id, now: call.now });
  const [wallet] = await readWalletFacts(portalPool(), { ids: [read?.walletId ?? 0], walletCodes: [] });
  const named = String(WalletCode ?? "").trim();
  if (wallet === undefined || (named !== "" && named !== wallet.wallet_code)) throw new DomainError(1201);
  call.noted.isCustomerExpired = read?.hasExpired ?? false;
  if (read !== null) call.noted.customerIssuedAt = read.issuedAt;
  return { ...body, ContactMsisdn: wallet.contact_msisdn };
}

/** Refuses a value that is no longer good, where the request cannot be a retry. */
export function refuseExpiredCustomer({ noted }: Call): void {
  if (noted.isCustomerExpired) throw new DomainError(1002, EXPIRED.parameters);
}

/** Whether this is the refusal of an expired value: its answer has the header `Customer: expired`. */
export function isExpiredCustomer({ code, params }: DomainError): boolean {
  return code === EXPIRED.code && "advice" in params && params.advice === EXPIRED.parameters.advice;
}

export const EXPIRED = {
  code: 1002,
  parameters: { field: "ContactMsisdn", advice: "customer_expired" },
} as const satisfies Refusal;
