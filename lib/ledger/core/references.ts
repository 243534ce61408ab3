import type { Pool } from "pg";
import type { OperationId } from "./command-facts";

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
