import { findStrange, type NotedRows } from "@/lib/log/proved";
import { log } from "@/lib/platform/log";
import type { Database } from "@/lib/platform/rows";
import { recordSecurityEvent } from "./record-event";

/** Rows that were to be used were changed in a session that is none of the service. */
export class StrangeRowError extends Error {
  override readonly name = "StrangeRowError";
}

/**
 * Refuses rows that a session of nobody of the service has changed. Told at once, in the log of security events too.
 * @throws StrangeRowError
 */
export async function requireProved(database: Database, rows: readonly NotedRows[]): Promise<void> {
  const found = await lookFor(database, rows);
  if (found !== null)
    throw new StrangeRowError(
      `${found.kind} ${found.id} was changed in a session that is none of the service, and is left alone. ${ADVICE}`,
    );
}

/** {@link requireProved} for those who treat such rows as rows that are not there. */
export async function isProved(database: Database, rows: readonly NotedRows[]): Promise<boolean> {
  return (await lookFor(database, rows)) === null;
}

async function lookFor(database: Database, rows: readonly NotedRows[]) {
  const found = await findStrange(database, rows);
  if (found !== null) await tellStrange(found);
  return found;
}

const ADVICE = "npm run verify tells of all such rows; docs/operations.md says what to do.";

/** Notes that rows were not used because a stranger has changed them. */
export async function tellStrange({ kind, id }: { kind: string; id: string }): Promise<void> {
  log().error({ kind, id }, "A row that was changed behind the service's back was not used");
  await recordSecurityEvent({ kind: "state.changed", details: { kind, id, what: "stranger", count: 1 } });
}
