import type { Pool } from "pg";
import type { CheckedSignature } from "./signature";

/** Instances' clocks may differ by so much. */
const CLOCKS_APART_MS = 60_000;

/**
 * Uses up a signature: true for one request, whichever process receives it and however many come at once, and false for every
 * other that carries it. Committed before the request is carried out.
 */
export async function takeSignature(
  pool: Pool,
  clientId: number,
  { digest, until }: CheckedSignature,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    "INSERT INTO api_client_signature (client_id, signature, until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [clientId, digest, until],
  );
  return rowCount === 1;
}

/** Removes the signatures that are refused for their time by now. Safe in several processes at once. */
export async function forgetSignatures(pool: Pool, now: Date): Promise<void> {
  const before = new Date(now.getTime() - CLOCKS_APART_MS);
  await pool.query("DELETE FROM api_client_signature WHERE until < $1", [before]);
}
