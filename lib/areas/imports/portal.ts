import { listSegments } from "@/lib/areas/programme/segments";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { portalPool } from "@/lib/platform/database/pg-pools";
import type { Language } from "@/lib/platform/language";
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
import { readAlone } from "./alone";
import { answerImport } from "./answer";
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
import { problemWords } from "./problems-portal";
import {
  type ImportView,
  listImports,
  type RefusedLine,
  readImport,
  readRefusedLines,
  readRefusedPage,
} from "./read-imports";
import { EXAMPLE_CODES } from "./read-line";
import { REPORT_COLUMN_NAMES, type RefusedLines, type WalletImport } from "./schemas";
import { IMPORT_COLUMN_NAMES, IMPORT_COLUMNS, IMPORT_PART_BYTES, type ImportColumn } from "./words";

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
  list: async ({ context, actor }) => {
    const [found, alone] = await Promise.all([listImports(context, actor), readAlone(context, actor)]);
    return { imports: found.map(importOf), alone };
  },
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
  answer: async ({ context, admin, actor, params: { importId }, body }) => {
    await answerImport(context, admin, { importId, ...body });
    return presentImport(actor, importId);
  },
  refused: ({ actor, params, query }) => readRefused(actor, params.importId, query),
  report: ({ actor, params, request }) =>
    importReport({ actor }, params.importId, languageOfRequest(request.headers)),
  template: ({ actor, request }) => importTemplate(actor, languageOfRequest(request.headers)),
});

/** The refused lines of an import as a CSV file: where, why, and what they said, to be put right and sent again. */
async function importReport(
  { actor }: { actor: PortalActor },
  importId: number,
  language: Language,
): Promise<Response> {
  const { columns, lines } = await readRefusedLines(adminContext(), actor, importId);
  const wordsOf = await problemWords(actor);
  const cells: CsvColumn<RefusedLine>[] = columns.map((column) => ({
    header: IMPORT_COLUMN_NAMES[column],
    cell: ({ cells }) => cells[column],
  }));
  const report: CsvColumn<RefusedLine>[] = [
    { header: REPORT_COLUMN_NAMES.line, cell: ({ line }) => line },
    {
      header: REPORT_COLUMN_NAMES.problem,
      cell: ({ problems }) =>
        problems
          .map((problem) => {
            const words = wordsOf(problem)[language];
            return problem.column === null
              ? words
              : `${IMPORT_COLUMN_NAMES[problem.column][language]}: ${words}`;
          })
          .join("; "),
    },
    ...cells,
  ];
  const name = `import ${importId} refused lines`;
  return new Response(csvStream(report, lines, language), { headers: csvHeaders({ name, plainName: name }) });
}

const PAGE_LINES = 25;

/** A part of the same for the page: the customer of each line, and each problem with what stands in its cell. */
async function readRefused(
  actor: PortalActor,
  importId: number,
  { cursor = "0" }: { cursor?: string | undefined },
): Promise<RefusedLines> {
  const { lines, hasMore } = await readRefusedPage(adminContext(), actor, importId, {
    after: Number(cursor),
    limit: PAGE_LINES,
  });
  const wordsOf = await problemWords(actor);
  return {
    lines: lines.map(({ line, problems, cells }) => ({
      line,
      name: cells.name ?? "",
      mobile: cells.mobile ?? "",
      problems: problems.map((problem) => ({
        column: problem.column,
        value: problem.column === null ? "" : (cells[problem.column] ?? ""),
        text: wordsOf(problem),
      })),
    })),
    nextCursor: hasMore ? String(lines.at(-1)?.line) : null,
  };
}

const EXAMPLES = {
  en: { name: "Mona Adel", address: "12 Tahrir Street, Cairo", gender: "female", consent: "yes" },
  ar: { name: "منى عادل", address: "12 شارع التحرير، القاهرة", gender: "أنثى", consent: "نعم" },
} as const satisfies Record<Language, Partial<Record<ImportColumn, string>>>;

/** A file with every column and one customer as an example, to be filled in. */
async function importTemplate(actor: PortalActor, language: Language): Promise<Response> {
  const segments = await listSegments(adminContext(), actor);
  const segment = segments.find(({ isDefault }) => isDefault);
  const example: Partial<Record<ImportColumn, string>> = {
    ...EXAMPLES[language],
    walletCode: EXAMPLE_CODES[language],
    mobile: "01012345678",
    email: "mona@example.com",
    birthDate: "1990-02-28",
    nationalId: "29002280100001",
    segmentId: (language === "ar" ? segment?.nameAr : segment?.nameEn) ?? "",
    consentedOn: "2026-01-15",
    openingPoints: "250",
    referralMobile: "01112345678",
  };
  const columns = IMPORT_COLUMNS.map((column) => ({
    header: IMPORT_COLUMN_NAMES[column],
    cell: () => example[column] ?? "",
  }));
  return new Response(csvStream(columns, [example], language), {
    headers: csvHeaders({ name: "wallets template", plainName: "wallets template" }),
  });
}
