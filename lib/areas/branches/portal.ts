import { safeParse } from "zod/v4/core";
import { type CsvColumn, columnsByHeader, plainHeader } from "@/lib/platform/csv";
import type { Bilingual } from "@/lib/platform/language";
import { formatMsisdn, normalizeMsisdn } from "@/lib/platform/msisdn";
import { plainCell } from "@/lib/platform/table/cells";
import { type ColumnRules, cellsByColumn } from "@/lib/platform/table/match";
import type { Survey } from "@/lib/platform/table/survey";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { AdminError } from "@/lib/portal/acts/errors";
import { adminContext } from "@/lib/portal/administration";
import { chosenFile } from "@/lib/portal/chosen-file";
import { actOnEach } from "@/lib/portal/many";
import { validationRefusal } from "@/lib/portal/refusal";
import { requireMerchant } from "@/lib/portal/require";
import { type Call, serveContract } from "@/lib/portal/serve";
import { surveyUploaded } from "@/lib/portal/uploaded-file";
import { fillIn } from "@/lib/portal/wire/errors";
import type { AgreedFile } from "@/lib/portal/wire/files";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import {
  type BranchLine,
  createBranch,
  deactivateBranch,
  exportBranches,
  importBranches,
  reactivateBranch,
  readBranch,
  requireOpenMerchant,
  updateBranch,
} from "./branches";
import { branches } from "./contract";
import { readBranchImpact, searchBranches } from "./read";
import { BRANCH_FILE_LINES_MAX, type BranchImportAnswer, type BranchView, create } from "./record";
import { BRANCH_FILE_COLUMNS, BRANCH_FILE_NAMES, type BranchFileColumn } from "./words";

export const branchesPortal = serveContract(branches, {
  list: ({ actor, context, body: { merchant: merchantId, status, ...search } }) => {
    if (merchantId !== undefined) requireMerchant(actor, merchantId);
    const isActive = status === undefined ? undefined : status === "active";
    return searchBranches(context, actor, { ...search, merchantId, isActive });
  },
  read: ({ admin, context, params }) => readBranch(context, admin, params.branchId),
  impact: ({ admin, context, params }) => readBranchImpact(context, admin, params.branchId),
  create: ({ actor, admin, context, body }) => {
    requireMerchant(actor, body.merchantId);
    return createBranch(context, admin, body);
  },
  change: ({ admin, context, params, body }) => updateBranch(context, admin, { ...params, ...body }),
  deactivate: ({ admin, context, params }) => deactivateBranch(context, admin, params),
  reactivate: ({ admin, context, params }) => reactivateBranch(context, admin, params),
  deactivateMany: (call) =>
    actOnEach(call, (actor, { id: branchId, version }) =>
      deactivateBranch(call.context, actor, { branchId, version }),
    ),
  reactivateMany: (call) =>
    actOnEach(call, (actor, { id: branchId, version }) =>
      reactivateBranch(call.context, actor, { branchId, version }),
    ),
  export: branchExport,
  import: ({ actor, admin, body }) => {
    requireMerchant(actor, body.merchantId);
    return importBranchFile(admin, body);
  },
});

type Refused = BranchImportAnswer["refused"][number];

/**
 * Creates the branches of a CSV file, or says what would come of it. Refuses the file as a whole when it is no CSV file,
 * lacks a column or is too long, and otherwise line by line.
 */
async function importBranchFile(
  actor: AdminActor,
  {
    merchantId,
    isDryRun,
    ...sent
  }: { merchantId: number; file: string; agreed?: AgreedFile | undefined; isDryRun: boolean },
): Promise<BranchImportAnswer> {
  const context = adminContext();
  await requireOpenMerchant(context, merchantId);
  const survey = await surveyUploaded({ ...sent, rules: RULES, merchantId, kind: "branches" });
  if (!survey.isClear) return { accepted: 0, refused: [], places: [], question: survey.question };
  const records = await recordsOf(survey);
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
  return {
    accepted: done.accepted,
    question: null,
    refused: refused.sort((one, other) => one.line - other.line),
    places: lines.flatMap(({ line, input: { latitude, longitude } }) =>
      latitude == null || longitude == null
        ? []
        : [{ line, name: names.get(line) ?? "", latitude, longitude }],
    ),
  };
}

interface BranchRecord {
  line: number;
  cells: Partial<Record<BranchFileColumn, string>>;
}

/** The columns by their names in either language, by those that programs write, and by what people call them. */
const BY_NAME = columnsByHeader(BRANCH_FILE_NAMES);
const OTHER_NAMES: Readonly<Record<string, BranchFileColumn>> = {
  mobile: "msisdn",
  name: "nameEn",
  branch: "nameEn",
  address: "addressEn",
  telephone: "phone",
  lat: "latitude",
  lng: "longitude",
  lon: "longitude",
  الفرع: "nameAr",
  اسمالفرع: "nameAr",
  العنوان: "addressAr",
  الموبايل: "msisdn",
};
const REQUIRED = BRANCH_FILE_COLUMNS.slice(0, 3);

const RULES: ColumnRules<BranchFileColumn> = {
  columnOf: (header) => BY_NAME.get(plainHeader(header)) ?? OTHER_NAMES[plainHeader(header)],
  several: new Set(),
  looks: [
    ["msisdn", (cell) => normalizeMsisdn(cell) !== null],
    ["nameAr", (cell) => /^\p{Script=Arabic}/u.test(cell)],
    ["nameEn", (cell) => /^\p{Script=Latin}/u.test(cell)],
  ],
  isEnough: (columns) => REQUIRED.every((column) => columns.has(column)),
  days: {},
  exports: [],
};

async function recordsOf({ table, columns }: Survey<BranchFileColumn>): Promise<BranchRecord[]> {
  const records: BranchRecord[] = [];
  for await (const { line, cells } of table.records()) {
    if (cells === null || cells.slice(columns.length).some((cell) => cell.trim() !== ""))
      refuseFile(fillIn(FILE_PROBLEMS.unreadable, { line }));
    records.push({ line, cells: cellsByColumn(columns, cells.map(plainCell)) });
    if (records.length > BRANCH_FILE_LINES_MAX)
      refuseFile(fillIn(FILE_PROBLEMS.too_many, { max: BRANCH_FILE_LINES_MAX }));
  }
  return records.length > 0 ? records : refuseFile(FILE_PROBLEMS.empty);
}

const FILE_PROBLEMS = {
  unreadable: {
    en: "Line {line} cannot be read: it has more cells than the headers, or a quotation mark that is not closed",
    ar: "تعذّرت قراءة السطر {line}: عدد خاناته أكبر من عدد العناوين أو فيه علامة تنصيص غير مغلقة",
  },
  empty: { en: "There is nothing below the headers", ar: "لا توجد بيانات أسفل سطر العناوين" },
  too_many: { en: "At most {max} branches at a time", ar: "الحد الأقصى {max} فرع في المرة الواحدة" },
} as const satisfies Record<string, Bilingual>;

function refuseFile(text: Bilingual): never {
  throw new AdminError("validation", { fields: { file: text } });
}

function readLine(record: BranchRecord, merchantId: number): BranchLine | Refused {
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
  const parsed = safeParse(create, input);
  if (parsed.success) return { line, input: parsed.data };
  const { fields } = validationRefusal(parsed.error, input).params;
  return {
    line,
    name: nameOf(record),
    problems: Object.entries(fields).map(([column, text]) => ({ column, text })),
  };
}

/** Enough of the line to know it by. */
function nameOf({ cells }: BranchRecord): string {
  return (cells.nameEn || cells.nameAr || cells.msisdn || "").slice(0, 60);
}

/** The chosen branches as a CSV file, with the columns that the import reads. */
async function branchExport(call: Call<typeof branches.export>): Promise<Response> {
  const rows = await exportBranches(call.context, call.admin, call.query);
  return chosenFile(call, "branches", () => COLUMNS, rows);
}

const COLUMNS: readonly CsvColumn<BranchView>[] = [
  { header: BRANCH_FILE_NAMES.msisdn, cell: ({ msisdn }) => formatMsisdn(msisdn) },
  { header: BRANCH_FILE_NAMES.nameEn, cell: ({ nameEn }) => nameEn },
  { header: BRANCH_FILE_NAMES.nameAr, cell: ({ nameAr }) => nameAr },
  { header: BRANCH_FILE_NAMES.addressEn, cell: ({ addressEn }) => addressEn },
  { header: BRANCH_FILE_NAMES.addressAr, cell: ({ addressAr }) => addressAr },
  { header: BRANCH_FILE_NAMES.phone, cell: ({ phone }) => phone },
  { header: BRANCH_FILE_NAMES.latitude, cell: ({ latitude }) => latitude },
  { header: BRANCH_FILE_NAMES.longitude, cell: ({ longitude }) => longitude },
  { header: { en: "Open", ar: "مفتوح" }, cell: ({ isActive }) => isActive },
];
