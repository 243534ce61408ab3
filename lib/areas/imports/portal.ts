import type { PortalActor } from "@/lib/areas/portal-actor";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { portalPool } from "@/lib/platform/database/pg-pools";
import type { Bilingual, Language } from "@/lib/platform/language";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { readBytes } from "@/lib/portal/read-body";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/errors";
import { services } from "@/lib/services";
import { IMPORT_COLUMNS, type ImportColumn } from "./columns";
import {
  addImportPart,
  checkImport,
  discardImport,
  IMPORT_PART_BYTES,
  type ImportView,
  listImports,
  type RefusedLine,
  readImport,
  readRefusedLines,
  startImport,
  stopImport,
} from "./import-wallets";
import type { LineProblemCode } from "./read-line";
import { createImportRunner } from "./runner";
import type { ImportAct, WalletImport, WalletImportList } from "./schemas";

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

// The report ----------------------------------------------------------------------------------------------------------

const PROBLEM_TEXTS: Readonly<Record<LineProblemCode, Bilingual>> = {
  broken: {
    en: "The line cannot be read: too long, too many cells or a missing quotation mark",
    ar: "تعذّرت قراءة السطر: طويل جدًا أو به خلايا زائدة أو علامة اقتباس ناقصة",
  },
  required: { en: "Missing", ar: "غير موجود" },
  invalid: { en: "Not valid", ar: "قيمة غير صحيحة" },
  too_long: { en: "Too long", ar: "أطول من المسموح" },
  too_big: { en: "More than the programme allows", ar: "أكبر من المسموح به في البرنامج" },
  unknown_segment: { en: "There is no such segment", ar: "لا توجد فئة بهذا الرقم" },
  code_taken: { en: "Another wallet has this code", ar: "هذا الكود مستخدم لمحفظة أخرى" },
  code_twice: { en: "A line before has this code", ar: "الكود مكرر في سطر سابق" },
  mobile_taken: { en: "A wallet has this mobile number already", ar: "رقم الهاتف مسجل لمحفظة من قبل" },
  mobile_twice: { en: "A line before has this mobile number", ar: "رقم الهاتف مكرر في سطر سابق" },
  points_refused: {
    en: "The wallet was made, but the ledger refused its opening points",
    ar: "تم إنشاء المحفظة لكن تعذّر تسجيل رصيدها الافتتاحي",
  },
};

const PAST_DAY: Bilingual = {
  en: "Write a day that has been, such as 1990-02-28",
  ar: "اكتب تاريخًا سابقًا، مثل 1990-02-28",
};
const WHOLE_NUMBER: Bilingual = { en: "Write a whole number", ar: "اكتب رقمًا صحيحًا" };
/** What a cell must say that says something else. */
const INVALID_TEXTS: Partial<Record<ImportColumn, Bilingual>> = {
  mobile: FIELD_PROBLEMS.mobile,
  walletCode: FIELD_PROBLEMS.wallet_code,
  email: FIELD_PROBLEMS.email,
  name: FIELD_PROBLEMS.unsafe_text,
  address: FIELD_PROBLEMS.unsafe_text,
  nationalId: FIELD_PROBLEMS.unsafe_text,
  gender: { en: "Write female or male", ar: "اكتب female أو male" },
  consent: { en: "Write yes or no", ar: "اكتب نعم أو لا" },
  birthDate: PAST_DAY,
  consentedOn: PAST_DAY,
  segmentId: WHOLE_NUMBER,
  openingPoints: WHOLE_NUMBER,
};

/** The refused lines of an import as a CSV file: where, why, and what they said, to be put right and sent again. */
export async function importReport(
  { actor }: { actor: PortalActor },
  importId: number,
  language: Language,
): Promise<Response> {
  const { columns, lines } = await readRefusedLines(adminContext(), actor, importId);
  const named = (code: string, column: string | null) => {
    const ofColumn = code === "invalid" ? INVALID_TEXTS[column as ImportColumn] : undefined;
    return (ofColumn ?? PROBLEM_TEXTS[code as LineProblemCode])?.[language] ?? code;
  };
  const cells: CsvColumn<RefusedLine>[] = columns.map((column) => ({
    header: column,
    cell: ({ cells }) => cells[column],
  }));
  const report: CsvColumn<RefusedLine>[] = [
    { header: "line", cell: ({ line }) => line },
    {
      header: "problem",
      cell: ({ problems }) =>
        problems
          .map(({ column, code }) =>
            column === null ? named(code, column) : `${column}: ${named(code, column)}`,
          )
          .join("; "),
    },
    ...cells,
  ];
  const name = `import ${importId} refused lines`;
  return new Response(csvStream(report, lines), { headers: csvHeaders({ name, plainName: name }) });
}

/** An empty file with every column, to be filled in. */
export function importTemplate(): Response {
  const columns = IMPORT_COLUMNS.map((column) => ({ header: column, cell: () => "" }));
  return new Response(csvStream(columns, []), {
    headers: csvHeaders({ name: "wallets template", plainName: "wallets template" }),
  });
}
