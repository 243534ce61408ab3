import type { Ledger } from "@/lib/ledger/core/ledger";
import type { Clock } from "@/lib/platform/clock";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { type WaitingWork, waitingWork } from "@/lib/platform/waiting-work";
import { FORGET_PASSES } from "@/lib/portal/acts/wallet-views";
import { carryOut } from "./carry-out";
import { checkFile } from "./check-file";

export interface ImportRunnerOptions extends Pick<WaitingWork, "pool" | "onError"> {
  ledger: Pick<Ledger, "post">;
  clock: Clock;
}

/** Reads files and carries imports out, each from where it stopped. */
export function createImportRunner({
  pool,
  ledger,
  clock,
  onError,
}: ImportRunnerOptions): RecurringJob<void> {
  return waitingWork({
    name: "imports",
    pool,
    waiting: "SELECT id FROM wallet_import WHERE state IN ('checking', 'running') ORDER BY id",
    lock: "wallet import",
    before: async () => {
      for (const text of [FORGET_PARTS, FORGET_PASSES]) await pool.query(text, [clock.now()]);
    },
    work: async (client, importId, signal) => {
      const { rows } = await client.query<{ state: string }>(
        "SELECT state FROM wallet_import WHERE id = $1",
        [importId],
      );
      const state = rows[0]?.state;
      if (state === "checking") await checkFile(client, { importId, now: clock.now(), signal });
      if (state === "running") await carryOut(client, { importId, ledger, now: () => clock.now(), signal });
    },
    onError,
  });
}

/** A file that never arrived whole is needed by nobody. Refused lines are kept as docs/privacy.md says. */
const FORGET_PARTS = `DELETE FROM wallet_import_part p USING wallet_import i
    WHERE i.id = p.import_id AND i.state = 'receiving' AND i.created_at < $1::timestamptz - interval '1 day'`;
