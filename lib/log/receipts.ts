import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import { addReach } from "@/lib/ledger/rules/reach";
import { Conditions } from "@/lib/platform/conditions";
import { type Database, readRows } from "@/lib/platform/rows";

/** An entry that a receipt may be of. */
export interface ReceiptEntry {
  entryId: number;
  walletId: number;
  createdAt: Date;
}

/** Entries that are looked at: a till that begins with 1 every day gives the same number hundreds of times. */
const ENTRIES_MAX = 200;
/** Under which references are kept. */
const OPERATIONS = Object.values(COMMANDS).map(({ references }) => references);

/**
 * Entries of customers' wallets whose receipt may bear the number `text`, of each wallet the newest, the newest first, at most
 * `limit`: it is the number of the invoice, in any letter case, or the reference that an API client sent.
 * @param merchantId only entries of this merchant; absent: of all
 */
export async function findReceipts(
  database: Database,
  sought: { text: string; merchantId?: number | undefined },
  limit: number,
): Promise<ReceiptEntry[]> {
  const { sql, values } = receiptsQuery(sought);
  const rows = await readRows<{ id: number; wallet_id: number; created_at: Date }>(database, sql, values);
  const found = rows.sort((one, other) => other.id - one.id);
  const newest = found.filter(
    ({ wallet_id }, place) => place === found.findIndex((row) => row.wallet_id === wallet_id),
  );
  return newest
    .slice(0, limit)
    .map((row) => ({ entryId: row.id, walletId: row.wallet_id, createdAt: row.created_at }));
}

/** The statement of {@link findReceipts}, so that a test can ask the planner about it. */
export function receiptsQuery({ text, merchantId }: { text: string; merchantId?: number | undefined }): {
  sql: string;
  values: unknown[];
} {
  const where = new Conditions();
  addReach(where, "w", undefined);
  if (merchantId !== undefined) where.add("e.merchant_id = ?", merchantId);
  const number = where.bind(text);
  const ofMerchant = merchantId === undefined ? "" : `AND u.merchant_id = ${where.bind(merchantId)}`;
  const wallet = "CROSS JOIN LATERAL (SELECT x.sandbox_id FROM wallet x WHERE x.id = e.wallet_id LIMIT 1) w";
  // Each reference is asked of the key that recognises retries: a technical user acts for each API client.
  const sql = `
(SELECT e.id, e.wallet_id, e.created_at
   FROM entry e ${wallet}
  WHERE e.invoice_number IS NOT NULL AND lower(e.invoice_number) = lower(${number}) AND ${where.sql}
  ORDER BY e.id DESC LIMIT ${ENTRIES_MAX})
UNION ALL
(SELECT e.id, e.wallet_id, e.created_at
   FROM app_user u
  CROSS JOIN unnest(${where.bind(OPERATIONS)}::smallint[]) AS operations (id)
  CROSS JOIN LATERAL (SELECT x.wallet_id, x.entry_id FROM idempotency_key x
                       WHERE x.user_id = u.id AND x.operation = operations.id AND x.key = ${number} LIMIT 1) k
  CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = k.entry_id AND x.wallet_id = k.wallet_id LIMIT 1) e ${wallet}
  WHERE u.kind = 'technical' ${ofMerchant} AND ${where.sql}
  ORDER BY e.id DESC LIMIT ${ENTRIES_MAX})`;
  return { sql, values: where.values };
}
