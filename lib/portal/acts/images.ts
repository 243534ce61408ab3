import type { Transaction } from "./administer";
import { AdminError } from "./errors";
/**
 * Checks that a picture is there, and keeps it there until the act is done: a job removes those that nothing uses.
 * @throws AdminError invalid
 */
export async function requireImage(tx: Transaction, hash: string): Promise<void> {
  const found = await tx.$queryRaw<unknown[]>`SELECT 1 FROM image WHERE hash = ${hash} FOR KEY SHARE`;
  if (found.length === 0) throw new AdminError("invalid", { field: "imageHash" });
}
