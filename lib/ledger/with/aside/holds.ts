import { type Money, moneySql } from "@/lib/platform/money";
import { type Database, readRows } from "@/lib/platform/rows";

/** A hold that nothing has ended. */
export interface OpenHold {
  /** Its entry. */
  id: number;
  points: number;
  value: Money;
  createdAt: Date;
  /** When it ends by itself. */
  expiresAt: Date;
  branchId: number | null;
  invoiceNumber: string | null;
}

/** The logs that a wallet's holds are in: its own, and of a pooled child its pool's. */
const LOGS = "ARRAY(SELECT unnest(ARRAY[w.id, w.pool_wallet_id]) FROM wallet w WHERE w.id = $1)";

const OPEN_HOLDS = `
SELECT e.id, h.points, ${moneySql("e.amount_value", "e.amount_hundredths")} AS value, e.created_at, h.expires_at, e.branch_id, e.invoice_number
  FROM (SELECT * FROM hold x WHERE x.wallet_id = ANY (${LOGS}) AND x.state = 'open' ORDER BY x.entry_id DESC LIMIT $3) h
 CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = h.entry_id LIMIT 1) e
 WHERE $2::int IS NULL OR e.merchant_id = $2
 ORDER BY h.expires_at, e.id`;

interface Row {
  id: number;
  points: number;
  value: string;
  created_at: Date;
  expires_at: Date;
  branch_id: number | null;
  invoice_number: string | null;
}

/** The open holds of the points that a wallet spends, those of one merchant or of all (null), the one that ends first before the others; at most `limit`. */
export async function readOpenHolds(
  database: Database,
  { walletId, merchantId, limit = 100 }: { walletId: number; merchantId: number | null; limit?: number },
): Promise<OpenHold[]> {
  const rows = await readRows<Row>(database, OPEN_HOLDS, [walletId, merchantId, limit], { isKept: true });
  return rows.map((row) => ({
    id: row.id,
    points: row.points,
    value: BigInt(row.value),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    branchId: row.branch_id,
    invoiceNumber: row.invoice_number,
  }));
}

/**
 * The code of the customer's wallet for which a hold of the points that a wallet spends was made, open or not; null: these points have no
 * such hold.
 */
export async function readHolder(
  database: Database,
  { walletId, holdId }: { walletId: number; holdId: number },
): Promise<string | null> {
  const rows = await readRows<{ wallet_code: string }>(
    database,
    `SELECT o.wallet_code FROM entry e JOIN wallet o ON o.id = coalesce(e.actor_wallet_id, e.wallet_id)
      WHERE e.id = $2 AND e.log_type_id = 12 AND e.wallet_id = ANY (${LOGS})`,
    [walletId, holdId],
  );
  return rows[0]?.wallet_code ?? null;
}
