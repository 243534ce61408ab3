import type { Pool } from "pg";
import { type Database, readRows } from "@/lib/platform/rows";
import type { OperationId, ReferenceSpace } from "./command-facts";

/**
 * The references among `keys` that a client has used with an operation, with the hash of the content they came with (base64).
 * They never change, so that what is read here stays true.
 */
export async function readReferences(
  pool: Pool,
  { userId, operation, keys }: { userId: number; operation: OperationId; keys: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ key: string; request_hash: Buffer }>(
    "SELECT key, request_hash FROM idempotency_key WHERE user_id = $1 AND operation = $2 AND key = ANY ($3::text[])",
    [userId, operation, keys],
  );
  return new Map(rows.map(({ key, request_hash }) => [key, request_hash.toString("base64")]));
}

/**
 * Whether a Cancel has closed a reference under which no entry is written (rules.md §7). Of acts on coupons it is read under the lock of the
 * wallet, under which the ledger closes it.
 */
export async function isReferenceClosed(
  database: Database,
  { userId, space, key }: { userId: number; space: ReferenceSpace; key: string | undefined },
): Promise<boolean> {
  if (key === undefined) return false;
  const closed = await readRows(
    database,
    "SELECT 1 FROM idempotency_key WHERE user_id = $1 AND operation = $2 AND key = $3",
    [userId, space, key],
  );
  return closed.length > 0;
}
