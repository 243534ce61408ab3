import { safeParse } from "zod/v4/core";
import { CsvProblem, type CsvRecord, columnsByHeader, plainHeader, readCsv } from "@/lib/platform/csv";
import type { Bilingual, Language } from "@/lib/platform/language";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { adminContext } from "@/lib/portal/administration";
import { PortalRefusal, validationRefusal } from "@/lib/portal/refusal";
import { FIELD_PROBLEMS, fillIn } from "@/lib/portal/wire/errors";
import { BRANCH_FILE_LINES_MAX, type BranchImportAnswer } from "./desk-schemas";
import { type BranchLine, importBranches, requireOpenMerchant } from "./import-branches";
import { createBranchSchema } from "./schemas";
import { BRANCH_FILE_COLUMNS, BRANCH_FILE_NAMES } from "./words";

type Refused = BranchImportAnswer["refused"][number];

/**
 * Creates the branches of a CSV file, or says what would come of it. Refuses the file as a whole when it is no CSV file,
 * lacks a column or is too long, and otherwise line by line.
 */
export async function importBranchFile(
  actor: AdminActor,
  { merchantId, csv, isDryRun }: { merchantId: number; csv: string; isDryRun: boolean },
): Promise<BranchImportAnswer> {
  const context = adminContext();
  await requireOpenMerchant(context, merchantId);
  const records = readFile(csv);
  const lines: BranchLine[] = [];
  const refused: Refused[] = [];
  for (const record of records) {
    const read = readLine(record, merchantId);
    if ("problems" in read) refused.push(read);
    else lines.push(read);
  }
  const done = await importBranches(context, actor, { lines, isDryRun });
  const names = new Map(records.map((record) => [record.line, nameOf(record)]));
  for (const { line, field, problem } of done.refused)
    refused.push({
      line,
      name: names.get(line) ?? "",
      problems: [{ column: field, text: FIELD_PROBLEMS[problem] }],
    });
  return { accepted: done.accepted, refused: refused.sort((one, other) => one.line - other.line) };
}

function readFile(csv: string): CsvRecord[] {
  const records = tryToRead(csv).map(byColumns);
  const missing = BRANCH_FILE_COLUMNS.slice(0, 3).filter((column) => !(column in (records[0]?.cells ?? {})));
  if (missing.length > 0) {
    const named = (language: Language) =>
      fillIn(FILE_PROBLEMS.columns, {
        columns: missing
          .map((column) => BRANCH_FILE_NAMES[column][language])
          .join(language === "ar" ? "، " : ", "),
      })[language];
    refuseFile({ en: named("en"), ar: named("ar") });
  }
  if (records.length > BRANCH_FILE_LINES_MAX)
    refuseFile(fillIn(FILE_PROBLEMS.too_many, { max: BRANCH_FILE_LINES_MAX }));
  return records;
}

/** The columns by their names in either language, and by those that programs write. */
const BY_NAME = columnsByHeader(BRANCH_FILE_NAMES);

function byColumns({ line, cells }: CsvRecord): CsvRecord {
  const named = Object.entries(cells).map(([header, cell]) => [
    BY_NAME.get(plainHeader(header)) ?? header,
    cell,
  ]);
  return { line, cells: Object.fromEntries(named) };
}

function tryToRead(csv: string): CsvRecord[] {
  try {
    const records = readCsv(csv);
    if (records.length > 0) return records;
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    refuseFile(fillIn(FILE_PROBLEMS.unreadable, { line: error.line }));
  }
  return refuseFile(FILE_PROBLEMS.empty);
}

const FILE_PROBLEMS = {
  unreadable: {
    en: "Line {line} cannot be read: it has more cells than the headers, or a quotation mark that is not closed",
    ar: "تعذّرت قراءة السطر {line}: عدد خاناته أكبر من عدد العناوين أو فيه علامة تنصيص غير مغلقة",
  },
  empty: { en: "There is nothing below the headers", ar: "لا توجد بيانات أسفل سطر العناوين" },
  columns: {
    en: "The first line must name these columns: {columns}",
    ar: "يجب أن يحتوي السطر الأول على هذه الأعمدة: {columns}",
  },
  too_many: { en: "At most {max} branches at a time", ar: "الحد الأقصى {max} فرع في المرة الواحدة" },
} as const satisfies Record<string, Bilingual>;

function refuseFile(text: Bilingual): never {
  throw new PortalRefusal("validation", { fields: { csv: text } });
}

function readLine(record: CsvRecord, merchantId: number): BranchLine | Refused {
  const { line, cells } = record;
  // A spreadsheet whose cells are parted by semicolons writes decimal commas.
  const degrees = (cell: string | undefined) => (cell ? Number(cell.replace(",", ".")) : null);
  const input = {
    merchantId,
    msisdn: cells.msisdn ?? "",
    nameEn: cells.nameEn ?? "",
    nameAr: cells.nameAr ?? "",
    addressEn: cells.addressEn ?? "",
    addressAr: cells.addressAr ?? "",
    phone: cells.phone || null,
    latitude: degrees(cells.latitude),
    longitude: degrees(cells.longitude),
  };
  const parsed = safeParse(createBranchSchema, input);
  if (parsed.success) return { line, input: parsed.data };
  const { fields = {} } = validationRefusal(parsed.error, input).details;
  return {
    line,
    name: nameOf(record),
    problems: Object.entries(fields).map(([column, text]) => ({ column, text })),
  };
}

/** Enough of the line to know it by. */
function nameOf({ cells }: CsvRecord): string {
  return (cells.nameEn || cells.nameAr || cells.msisdn || "").slice(0, 60);
}
