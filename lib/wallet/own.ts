import { type Database, readRows } from "@/lib/platform/rows";

const OWN = `
SELECT w.wallet_code FROM staff_number s JOIN wallet w ON w.contact_msisdn = s.msisdn WHERE s.user_id = $1`;

/** Codes of the wallets whose mobile number is known to be this person's own. */
export async function ownWalletCodes(database: Database, userId: number): Promise<string[]> {
  const rows = await readRows<{ wallet_code: string }>(database, OWN, [userId]);
  return rows.map((row) => row.wallet_code);
}
