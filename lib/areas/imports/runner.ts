import type { Pool } from "pg";
import type { Ledger } from "@/lib/ledger/core/ledger";
import type { Clock } from "@/lib/platform/clock";
import { type RecurringJob, recurringJob } from "@/lib/platform/recurring-job";
import { withSessionLock } from "@/lib/platform/session-lock";
import { FORGET_PASSES } from "@/lib/portal/acts/wallet-views";
import { carryOut } from "./carry-out";
import { checkFile } from "./check-file";

export interface ImportRunnerOptions {
  /** One connection is held while an import is worked on: it holds the import's lock. */
  pool: Pool;
  ledger: Pick<Ledger, "post">;
  clock: Clock;
  /** Told of every failure; the import is tried again. */
  onError?: (error: unknown) => void;
}

const LOOK_EVERY_MS = 10_000;

/**
 * Reads files and carries imports out. Any number of processes may try: an import is worked on by whoever holds its lock,
 * which belongs to a connection and so goes free the moment its process dies. Another one then takes over where the first
 * stopped.
 */
export function createImportRunner(options: ImportRunnerOptions): RecurringJob<void> {
  return recurringJob({
    name: "imports",
    everyMs: LOOK_EVERY_MS,
    // Told here, so that a run that a person asked for is told of as well.
    round: (signal) => workOff(options, signal).catch((error: unknown) => options.onError?.(error)),
  });
}

async function workOff(options: ImportRunnerOptions, signal: AbortSignal): Promise<void> {
  for (const text of [...FORGET, FORGET_PASSES]) await options.pool.query(text, [options.clock.now()]);
  const { rows } = await options.pool.query<{ id: number }>(
    "SELECT id FROM wallet_import WHERE state IN ('checking', 'running') ORDER BY id",
  );
  for (const { id } of rows) {
    if (signal.aborted) return;
    await workOn(id, options, signal);
  }
}

/** A file that never arrived whole is needed by nobody. Refused lines are kept as docs/privacy.md says. */
const FORGET = [
  `DELETE FROM wallet_import_part p USING wallet_import i
    WHERE i.id = p.import_id AND i.state = 'receiving' AND i.created_at < $1::timestamptz - interval '1 day'`,
] as const;

async function workOn(
  importId: number,
  { pool, ledger, clock }: ImportRunnerOptions,
  signal: AbortSignal,
): Promise<void> {
  await withSessionLock(pool, ["wallet import", importId], async (client) => {
    const { rows } = await client.query<{ state: string }>("SELECT state FROM wallet_import WHERE id = $1", [
      importId,
    ]);
    const state = rows[0]?.state;
    if (state === "checking") await checkFile(client, { importId, now: clock.now(), signal });
    if (state === "running") await carryOut(client, { importId, ledger, now: () => clock.now(), signal });
  });
}
