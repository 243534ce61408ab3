import { createHash } from "node:crypto";
import { plainHeader } from "@/lib/platform/csv";
import type { Matching } from "./match";

interface Remembered {
  merchantId: number | null;
  kind: "customers" | "branches" | "coupons" | "promotions";
  /** The names of a file's columns. */
  headers: readonly string[];
}

interface Sender {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The same columns in the same order, however their names are spaced. */
function keyOf(headers: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify(headers.map(plainHeader)))
    .digest("hex");
}

/** The merchant's earlier answer about the columns of such a file; null when there is none. */
export async function recallColumns<Column extends string>(
  database: Sender,
  { merchantId, kind, headers }: Remembered,
): Promise<Matching<Column> | null> {
  const { rows } = await database.query(
    "SELECT columns FROM file_columns WHERE merchant_id = $1 AND kind = $2 AND headers_hash = $3",
    [merchantId ?? 0, kind, keyOf(headers)],
  );
  const [found] = rows as { columns: Matching<Column> }[];
  return found?.columns ?? null;
}

/** Keeps it for the next file of the same columns. Files of operators, who are no merchant's, are remembered together. */
export async function rememberColumns(
  database: Sender,
  { merchantId, kind, headers }: Remembered,
  columns: Matching<string>,
): Promise<void> {
  await database.query(
    `INSERT INTO file_columns (merchant_id, kind, headers_hash, columns) VALUES ($1, $2, $3, $4::jsonb)
     ON CONFLICT (merchant_id, kind, headers_hash) DO UPDATE SET columns = excluded.columns`,
    [merchantId ?? 0, kind, keyOf(headers), JSON.stringify(columns)],
  );
}
