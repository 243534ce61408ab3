import { listSegments } from "@/lib/areas/programme/segments";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { portalPool } from "@/lib/platform/database/pg-pools";
import type { Bilingual, Language } from "@/lib/platform/language";
import { log } from "@/lib/platform/log";
import { processSingleton } from "@/lib/platform/process-singleton";
import type { RecurringJob } from "@/lib/platform/recurring-job";
import { writeNumber } from "@/lib/platform/writing/numbers";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { adminContext } from "@/lib/portal/administration";
import { languageOfRequest } from "@/lib/portal/cookies";
import { readBytes } from "@/lib/portal/read-body";
import { serveContract } from "@/lib/portal/serve";
import { DONE } from "@/lib/portal/wire/done";
import { fillIn } from "@/lib/portal/wire/errors";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
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
import {
  type ImportView,
  listImports,
  type RefusedLine,
  readImport,
  readRefusedLines,
  readRefusedPage,
} from "./read-imports";
import { EXAMPLE_CODES, type LineProblem, type LineProblemCode } from "./read-line";
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

const PROBLEM_TEXTS: Readonly<Record<LineProblemCode, Bilingual>> = {
  broken: {
    en: "The line cannot be read: too long, too many cells or a missing quotation mark",
    ar: "تعذّرت قراءة السطر: طويل جدًا أو به خلايا زائدة أو علامة اقتباس ناقصة",
  },
  quote: {
    en: "A quotation mark is opened in this line and never closed, or stands within a cell. Put it right or take it out",
    ar: "في هذا السطر علامة اقتباس مفتوحة لم تُغلق أو في غير موضعها. صحّحها أو احذفها",
  },
  rounded: {
    en: "A spreadsheet has rounded this number, so digits are lost. Format the column as text before you type or paste the numbers, and save the file again from where they came",
    ar: "قرّب برنامج الجداول هذا الرقم فضاعت منه أرقام. اجعل تنسيق العمود نصًا قبل كتابة الأرقام أو لصقها ثم احفظ الملف من مصدره مرة أخرى",
  },
  formula: {
    en: "The spreadsheet has an error here, or a formula whose value is not in the file. Open the file in the spreadsheet, put the value into the cell and save",
    ar: "في هذه الخلية خطأ من برنامج الجداول أو معادلة بلا نتيجة محفوظة. افتح الملف في برنامج الجداول واكتب القيمة نفسها في الخلية ثم احفظه",
  },
  two_numbers: {
    en: "There are two numbers in this cell. Leave the one by which the customer is known",
    ar: "في هذه الخلية رقمان. اترك الرقم الذي يُعرف به العميل",
  },
  no_mobile: {
    en: "This is no whole mobile number: a digit is missing or too many, it is a landline, or no network has it",
    ar: "هذا ليس رقم موبايل كاملًا: ينقصه رقم أو يزيد، أو هو خط أرضي، أو لا تملكه أي شبكة",
  },
  national_id: {
    en: "This is no national ID of the programme's country. In Egypt it has 14 digits, with the date of birth and the governorate in them",
    ar: "هذا ليس رقمًا قوميًا في دولة البرنامج. في مصر هو 14 رقمًا فيها تاريخ الميلاد والمحافظة",
  },
  national_id_birth: {
    en: "The date of birth in this national ID is not the customer's date of birth",
    ar: "تاريخ الميلاد في هذا الرقم القومي غير تاريخ ميلاد العميل",
  },
  hijri: {
    en: "This is a date of the Hijri calendar. Write the Gregorian one, as 1990-02-28",
    ar: "هذا تاريخ هجري. اكتب التاريخ الميلادي بالشكل 1990-02-28",
  },
  short_year: {
    en: "Write the year with four digits: two can mean several years",
    ar: "اكتب السنة بأربعة أرقام: فالرقمان يحتملان أكثر من سنة",
  },
  fraction: {
    en: "Points are whole numbers: there is a part of a point here",
    ar: "النقاط أعداد صحيحة: هنا جزء من نقطة",
  },
  negative: {
    en: "A wallet begins with 0 points or more",
    ar: "يبدأ الحساب بعدد نقاط من 0 فأكثر",
  },
  unclear_number: {
    en: "This can be several numbers: 1.250 is 1250 in one country and one and a quarter in another. Write 1250",
    ar: "يحتمل هذا أكثر من عدد: 1.250 تعني 1250 في بلد وواحدًا وربعًا في بلد آخر. اكتب 1250",
  },
  example: {
    en: "This is the template's example, so no wallet is made of it. Delete the line",
    ar: "هذا سطر المثال في النموذج ولن يُضاف له عميل. احذف السطر",
  },
  required: { en: "Fill in this cell", ar: "املأ هذه الخلية" },
  invalid: FIELD_PROBLEMS.invalid,
  too_long: FIELD_PROBLEMS.too_long,
  too_big: {
    en: "At most {max} points, as the programme says",
    ar: "بحد أقصى {max} نقطة بحسب إعدادات البرنامج",
  },
  unknown_segment: {
    en: "There is no such tier. Write its number or its name: {segments}",
    ar: "لا يوجد مستوى بهذا الاسم أو الرقم. اكتب رقم المستوى أو اسمه: {segments}",
  },
  ambiguous_segment: {
    en: "Several tiers have this name. Write the number instead: {segments}",
    ar: "أكثر من مستوى بهذا الاسم. اكتب رقم المستوى بدلًا منه: {segments}",
  },
  code_taken: { en: "Another wallet has this code", ar: "هذا الكود مستخدم لعميل آخر" },
  code_twice: { en: "A line before has this code", ar: "الكود مكرر في سطر سابق" },
  mobile_taken: { en: "A wallet has this mobile number already", ar: "رقم الموبايل مسجل لعميل من قبل" },
  mobile_erased: {
    en: "This customer asked to be erased. Enrol them at the desk, with their consent",
    ar: "طلب هذا العميل حذف بياناته. سجّله من المكتب بموافقته",
  },
  mobile_twice: { en: "A line before has this mobile number", ar: "رقم الموبايل مكرر في سطر سابق" },
  inactive: {
    en: "This wallet was not active where the file comes from, so no wallet is made of it. Delete the line, or its status number",
    ar: "لم تكن هذه المحفظة مفعّلة في النظام الذي جاء منه الملف، لذلك لا تُنشأ لها محفظة. احذف السطر أو رقم الحالة فيه",
  },
  points_refused: {
    en: "The wallet was made, but without these points. Give them by adjusting its points",
    ar: "أُضيف العميل لكن بدون هذه النقاط. أضفها بتسوية نقاط",
  },
};

/** Reasons for a cell that does not fit. */
const INVALID_TEXTS: Partial<Record<ImportColumn, Bilingual>> = {
  mobile: FIELD_PROBLEMS.mobile,
  walletCode: FIELD_PROBLEMS.wallet_code,
  email: FIELD_PROBLEMS.email,
  name: FIELD_PROBLEMS.unsafe_text,
  address: FIELD_PROBLEMS.unsafe_text,
  nationalId: FIELD_PROBLEMS.unsafe_text,
  segmentId: FIELD_PROBLEMS.unsafe_text,
  gender: { en: "Write female or male", ar: "اكتب أنثى أو ذكر" },
  consent: { en: "Write yes or no", ar: "اكتب نعم أو لا" },
  birthDate: {
    en: "Write a day that has been as 1990-02-28 or 28/2/1990",
    ar: "اكتب تاريخًا سابقًا بالشكل 1990-02-28 أو 28/2/1990",
  },
  consentedOn: {
    en: "Write the day on which the customer agreed, today at the latest, as 2026-01-15 or 15/1/2026",
    ar: "اكتب يوم موافقة العميل، اليوم على الأكثر، بالشكل 2026-01-15 أو 15/1/2026",
  },
  openingPoints: {
    en: "Write how many points the wallet begins with: a whole number, 0 or more, such as 250",
    ar: "اكتب عدد النقاط التي يبدأ بها العميل: رقم صحيح من 0 فأكثر، مثل 250",
  },
  referralMobile: {
    en: "Write the mobile number of another customer, such as 01112345678",
    ar: "اكتب رقم موبايل عميل آخر، مثل 01112345678",
  },
};
const MOBILE_MISSING: Bilingual = {
  en: "Write the customer's mobile number: no wallet is made without one",
  ar: "اكتب رقم موبايل العميل: لا يُضاف عميل بدونه",
};

/** Says what is wrong in the words of the column that it is wrong with. */
async function problemWords(actor: PortalActor): Promise<(problem: LineProblem) => Bilingual> {
  const segments = await listSegments(adminContext(), actor);
  const named = (nameOf: (segment: (typeof segments)[number]) => string, comma: string) =>
    segments.map((segment) => `${segment.segmentId} ${nameOf(segment)}`).join(comma);
  const names = { en: named(({ nameEn }) => nameEn, ", "), ar: named(({ nameAr }) => nameAr, "، ") };
  return ({ column, code, max }) => {
    const ofColumn = code === "invalid" && column !== null ? INVALID_TEXTS[column] : undefined;
    const text = code === "required" ? MOBILE_MISSING : (ofColumn ?? PROBLEM_TEXTS[code]);
    const filled = fillIn(text, { max: max === undefined ? "" : writeNumber(max, "en") });
    return {
      en: fillIn(filled, { segments: names.en }).en,
      ar: fillIn(filled, { segments: names.ar }).ar,
    };
  };
}

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
