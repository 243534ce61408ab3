import type { PortalActor } from "@/lib/areas/portal-actor";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { readBytes } from "@/lib/portal/read-body";
import { services } from "@/lib/services";
import {
  addImportPart,
  checkImport,
  discardImport,
  type ImportView,
  listImports,
  readImport,
  startImport,
  stopImport,
} from "./import-wallets";
import { createImportRunner } from "./runner";
import type { ImportAct, WalletImport, WalletImportList } from "./schemas";
import { IMPORT_PART_BYTES } from "./words";

/** What works on imports in this process. */
export function importRunner(): RecurringJob<void> {
  return processSingleton("wallet-import-runner", () => {
    const { ledger, clock } = services();
    return createImportRunner({
      pool: portalPool(),
      ledger,
      clock,
      onError: (error) =>
        log().error({ err: error }, "An import of wallets was interrupted and is tried again"),
    });
  });
}

type Call = Parameters<typeof adminActor>[0];

/** The last imports that the actor may know of. */
export async function readImportList(actor: PortalActor): Promise<WalletImportList> {
  return { imports: (await listImports(adminContext(), actor)).map(importOf) };
}

/** One import as it stands. */
export async function presentImport(actor: PortalActor, importId: number): Promise<WalletImport> {
  return importOf(await readImport(adminContext(), actor, importId));
}

function importOf({ createdAt, finishedAt, problem, ...rest }: ImportView): WalletImport {
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    // Written by the reading of the file, and checked once more on its way out.
    problem: problem as WalletImport["problem"],
  };
}

/** Keeps a part of a file as it is read from the request. */
export async function receivePart(
  call: Call & { request: Request },
  { importId, part }: { importId: number; part: number },
): Promise<void> {
  const bytes = Uint8Array.from(await readBytes(call.request, IMPORT_PART_BYTES));
  await addImportPart(adminContext(), adminActor(call), { importId, part, bytes });
}

const ACTS = { check: checkImport, start: startImport, stop: stopImport, discard: discardImport } as const;

/** Does something to an import. What takes long is begun, and goes on after the answer. */
export async function actOnImport(call: Call, importId: number, act: ImportAct): Promise<void> {
  await ACTS[act](adminContext(), adminActor(call), importId);
  if (act === "check" || act === "start") void importRunner().run();
}
