import type { Transaction } from "./administer";
/** Until the act ends nobody else opens a wallet for this number (E.164), so that what is read of it stays true. */
export async function lockMsisdn(tx: Transaction, contactMsisdn: string): Promise<void> {
  await tx.$executeRawUnsafe(LOCK_MSISDNS, [contactMsisdn]);
}

/** The same for many numbers (`$1`, text[]), in an order that is the same for everybody. */
export const LOCK_MSISDNS = `
SELECT pg_advisory_xact_lock(hashtext('points-service enrol'), key)
  FROM (SELECT DISTINCT hashtext(msisdn) AS key FROM unnest($1::text[]) msisdn ORDER BY key) keys`;
