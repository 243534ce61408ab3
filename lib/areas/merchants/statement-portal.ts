import type { Paper } from "@/lib/areas/privacy/document";
import { paperResponse } from "@/lib/areas/privacy/document";
import { MEASURE_NAMES, tableFile } from "@/lib/areas/reports/export-portal";
import { readRollForwardReport } from "@/lib/areas/reports/owed-portal";
import { type KindSum, readReport } from "@/lib/areas/reports/read";
import { MEASURES, type Measured, measured } from "@/lib/areas/reports/words";
import { type CsvColumn, dayCell } from "@/lib/platform/csv";
import { reportsSource } from "@/lib/platform/database/reports-source";
import { type Bilingual, inLanguage, type Language, words } from "@/lib/platform/language";
import { formatLocalDate } from "@/lib/platform/time";
import type { AdminActor } from "@/lib/portal/acts/actor";
import type { WalletAdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { PERSON, personName } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { readOpenThings } from "./open-things";
import type { OpenThings } from "./record";

/** Movements of one kind in one month; null: in all of them. */
interface Line extends Measured {
  month: string | null;
  movement: Bilingual;
}

interface Statement {
  merchant: Bilingual;
  programme: Bilingual;
  currency: string;
  from: string;
  to: string;
  lines: Line[];
  /** Points that the merchant gave less those that it took, and their worth, at the end of the last day. */
  share: { points: number; value: number };
  open: OpenThings;
  madeBy: string;
  madeAt: Date;
}

type Context = Pick<WalletAdminContext, "database" | "clock" | "programme">;

interface Asked {
  actor: PortalActor;
  admin: AdminActor;
  merchantId: number;
}

/**
 * A merchant's figures from its first month until its last day, or until today while none has passed, to print or as a file.
 * @throws AdminError forbidden, not_found
 */
export async function statementFile(
  context: Context,
  asked: Asked,
  { format, language }: { format: "html" | "csv" | "xlsx"; language: Language },
): Promise<Response> {
  const statement = await readStatement(context, asked);
  const { from, to, lines } = statement;
  const details = { table: "statement", merchantId: asked.merchantId, from, to };
  await recordSecurityEvent({ kind: "export.reports", userId: asked.actor.userId, details });
  if (format === "html")
    return paperResponse(paperOf(statement, context.programme.timeZone()), format, language);
  const plainName = `statement ${statement.merchant.en} ${from} ${to}`;
  const name = inLanguage(words(plainName, `كشف حساب ${statement.merchant.ar} ${from} ${to}`), language);
  return tableFile(
    { columns: columnsOf(language), rows: lines, names: { name, plainName } },
    { format, language },
  );
}

async function readStatement(context: Context, { actor, admin, merchantId }: Asked): Promise<Statement> {
  const { database, clock, programme } = context;
  const open = await readOpenThings(context, admin, [merchantId]);
  const merchant = await database.merchant.findUnique({ where: { id: merchantId } });
  if (merchant === null) throw new AdminError("not_found", { subject: "merchant" });
  const zone = programme.timeZone();
  const madeAt = clock.now();
  const today = formatLocalDate(madeAt, zone);
  const lastDay = merchant.lastDay?.toISOString().slice(0, 10) ?? today;
  const { pool } = await reportsSource();
  const day = await database.reportDay.findFirst({
    where: { merchantId },
    orderBy: { day: "asc" },
    select: { day: true },
  });
  const to = first(lastDay, today);
  const began = day?.day.toISOString().slice(0, 10) ?? formatLocalDate(merchant.createdAt, zone);
  const from = first(began, to);
  const [report, { closing, currency }, named, maker] = await Promise.all([
    readReport(pool, { from, to, merchantId, branchId: null }, { grain: "month", compared: null }),
    readRollForwardReport(actor, { from, to, merchantId }),
    database.programme.findUniqueOrThrow({ where: { id: 1 }, select: { nameEn: true, nameAr: true } }),
    database.user.findUniqueOrThrow({ where: { id: actor.userId }, select: PERSON }),
  ]);
  return {
    merchant: words(merchant.nameEn, merchant.nameAr),
    programme: words(named.nameEn, named.nameAr),
    ...{ currency, from, to, open, madeAt, madeBy: personName(maker), share: closing },
    lines: [
      ...report.series.flatMap(({ day, kinds }) => linesOf(day, kinds)),
      ...linesOf(null, report.kinds),
    ],
  };
}

/** The earlier of two days. */
const first = (one: string, other: string): string => [one, other].sort()[0] ?? one;

/** One line for each measure with a transaction. */
function linesOf(month: string | null, kinds: readonly KindSum[]): Line[] {
  return MEASURES.map(({ key }) => ({ month, movement: MEASURE_NAMES[key], ...measured(kinds, key) })).filter(
    ({ entries }) => entries > 0,
  );
}

const COLUMNS = {
  month: words("Month", "الشهر"),
  movement: words("Kind", "النوع"),
  entries: words("Number of transactions", "عدد العمليات"),
  points: words("Points", "النقاط"),
  value: words("Money", "المبلغ"),
};
const TOGETHER = words("Together", "الإجمالي");

function columnsOf(language: Language): CsvColumn<Line>[] {
  return [
    {
      header: COLUMNS.month,
      cell: ({ month }) => (month === null ? TOGETHER[language] : dayCell(month)),
    },
    { header: COLUMNS.movement, cell: ({ movement }) => movement[language] },
    { header: COLUMNS.entries, cell: ({ entries }) => entries },
    { header: COLUMNS.points, cell: ({ points }) => points },
    { header: COLUMNS.value, cell: ({ value }) => value },
  ];
}

const OPEN_ROWS: readonly [(open: OpenThings) => { count: number; points?: number }, Bilingual][] = [
  [
    ({ coupons }) => ({ count: coupons }),
    words("Coupons that customers still hold", "كوبونات ما زالت لدى العملاء"),
  ],
  [({ holds }) => holds, words("Orders with points on hold", "طلبات لها نقاط محجوزة")],
  [({ pending }) => pending, words("Rewards whose points can be spent later", "إضافات تُصرف نقاطها لاحقًا")],
];

function paperOf({ merchant, programme, lines, share, open, ...made }: Statement, zone: string): Paper {
  const { from, to, currency, madeBy, madeAt } = made;
  const figures = ["entries", "points", "value", "count"];
  const rows = lines.map(({ month, ...line }) => ({
    month: month === null ? TOGETHER : month.slice(0, 7),
    ...line,
  }));
  return {
    name: `statement ${merchant.en} ${from} ${to}`,
    title: words(`Statement of ${merchant.en}`, `كشف حساب ${merchant.ar}`),
    madeAt,
    zone,
    lead: words(
      `${programme.en} · ${from} to ${to} · money in ${currency} · made by ${madeBy}`,
      `${programme.ar} · من ${from} إلى ${to} · المبالغ بعملة ${currency} · أعدّه ${madeBy}`,
    ),
    sections: [
      { id: "movements", title: words("Transactions", "العمليات"), columns: COLUMNS, figures, rows },
      {
        id: "share",
        title: words("Points given less points taken", "النقاط الممنوحة ناقص المدفوعة"),
        lead: words("At the end of the last day.", "في نهاية آخر يوم."),
        columns: { points: COLUMNS.points, value: words("Worth", "القيمة") },
        figures,
        rows: [{ points: share.points, value: share.value }],
      },
      {
        id: "open",
        title: words("Open when this was made", "ما زال مفتوحًا عند إعداد الكشف"),
        columns: { what: words("Open", "البند"), count: words("Number", "العدد"), points: COLUMNS.points },
        figures,
        rows: OPEN_ROWS.map(([of, what]) => ({ what, ...of(open) })),
      },
    ],
  };
}
