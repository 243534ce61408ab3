import { portalPool } from "@/lib/platform/database/pg-pools";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { languageOfRequest } from "@/lib/portal/cookies";
import { readBytes } from "@/lib/portal/read-body";
import { serveContract } from "@/lib/portal/serve";
import { DONE } from "@/lib/portal/wire/done";
import { services } from "@/lib/services";
import { imports } from "./contract";
import {
  addImportPart,
  agreeOnFile,
  checkImport,
  createImport,
  createImportRunner,
  discardImport,
  startImport,
  stopImport,
} from "./import-wallets";
import { type ImportView, listImports, readImport } from "./read-imports";
import { importReport, importTemplate, readRefused } from "./report-portal";
import type { WalletImport } from "./schemas";
import { IMPORT_PART_BYTES } from "./words";

/** Works on imports in this process. */
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

/** One import as it stands. */
async function presentImport(actor: PortalActor, importId: number): Promise<WalletImport> {
  return importOf(await readImport(adminContext(), actor, importId));
}

function importOf({ createdAt, finishedAt, problem, question, ...rest }: ImportView): WalletImport {
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    // Written by the reading of the file, and checked once more on its way out.
    problem: problem as WalletImport["problem"],
    question: question as WalletImport["question"],
  };
}

const match = (context: AdminContext, admin: AdminActor, importId: number) =>
  agreeOnFile(context, admin, { importId, agreed: "ask" });
const ACTS = {
  check: checkImport,
  match,
  start: startImport,
  stop: stopImport,
  discard: discardImport,
} as const;

export const importsPortal = serveContract(imports, {
  list: async ({ context, actor }) => ({ imports: (await listImports(context, actor)).map(importOf) }),
  read: ({ actor, params }) => presentImport(actor, params.importId),
  create: async ({ context, admin, actor, body }) =>
    presentImport(actor, await createImport(context, admin, body)),
  sendPart: async ({ context, admin, params, request }) => {
    const bytes = Uint8Array.from(await readBytes(request, IMPORT_PART_BYTES));
    await addImportPart(context, admin, { ...params, bytes });
    return DONE;
  },
  act: async ({ context, admin, actor, params: { importId }, body: { act } }) => {
    await ACTS[act](context, admin, importId);
    // Work that takes long is begun here, and goes on after the answer.
    if (act === "check" || act === "start" || act === "match") void importRunner().run();
    return presentImport(actor, importId);
  },
  agree: async ({ context, admin, actor, params: { importId }, body }) => {
    await agreeOnFile(context, admin, { importId, agreed: body });
    void importRunner().run();
    return presentImport(actor, importId);
  },
  refused: ({ actor, params, query }) => readRefused(actor, params.importId, query),
  report: ({ actor, params, request }) =>
    importReport({ actor }, params.importId, languageOfRequest(request.headers)),
  template: ({ actor, request }) => importTemplate(actor, languageOfRequest(request.headers)),
});
