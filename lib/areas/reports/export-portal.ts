import { Readable } from "node:stream";
import {
  type CsvCell,
  type CsvColumn,
  csvStream,
  dayCell,
  fileHeaders,
  momentCell,
} from "@/lib/platform/csv";
import { decimalsOf } from "@/lib/platform/currency";
import { type Bilingual, inLanguage, type Language } from "@/lib/platform/language";
import { xlsxStream } from "@/lib/platform/xlsx";
import { AdminError } from "@/lib/portal/acts/errors";
import { isPermitted } from "@/lib/portal/acts/permissions";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { services } from "@/lib/services";
import { readOutstandingPoints, readRollForwardReport } from "./owed-portal";
import type { CountedUpTo, OutstandingPoints, RollForwardQuery } from "./owed-schemas";
import { readActivity } from "./read-portal";
import type { FileFormat, KindSum, Report, ReportExportQuery } from "./schemas";
import { MEASURES, type MeasureKey, measured, measureOf } from "./words";

interface ReportRow {
  name: CsvCell[];
  activeWallets?: number | null;
  kinds: readonly KindSum[];
}

export const MEASURE_NAMES: Readonly<Record<MeasureKey, Bilingual>> = {
  issued: { en: "Issued", ar: "ممنوحة" },
  redeemed: { en: "Redeemed", ar: "مستبدلة" },
  refunded: { en: "Refunded", ar: "مستردة" },
  returned: { en: "Returned", ar: "مرتجعة" },
  cancelledRewards: { en: "Voided rewards", ar: "إضافات ملغاة" },
  cancelledRedemptions: { en: "Voided redemptions", ar: "عمليات دفع بالنقاط ملغاة" },
  cancelledRefunds: { en: "Voided refunds", ar: "استردادات ملغاة" },
  cancelledReturns: { en: "Voided returns", ar: "مرتجعات ملغاة" },
  cancelledExpiries: { en: "Write-offs taken back", ar: "نقاط مشطوبة عادت" },
  cancelledBonuses: { en: "Referral bonuses taken back", ar: "مكافآت ترشيح مسحوبة" },
  expired: { en: "Expired", ar: "منتهية" },
  adjustedUp: { en: "Adjusted up", ar: "تسويات بالزيادة" },
  adjustedDown: { en: "Adjusted down", ar: "تسويات بالخصم" },
  movedOut: { en: "Transferred out", ar: "تحويلات صادرة" },
  movedIn: { en: "Transferred in", ar: "تحويلات واردة" },
  held: { en: "Held", ar: "محجوزة" },
  released: { en: "Released", ar: "متاحة بعد تعليق" },
};
const SUM_NAMES = {
  entries: { en: "transactions", ar: "عدد العمليات" },
  points: { en: "points", ar: "النقاط" },
  value: { en: "bills", ar: "قيمة الفواتير" },
} as const satisfies Record<string, Bilingual>;

/** Tables that settlement-portal.ts does not make. */
type ActivityTable = Exclude<ReportExportQuery["table"], "settlement" | "journal">;

/**
 * One of a report's tables as a CSV file or a workbook, each measure with its transactions, points and money, under headers in the
 * reader's language. Throws as {@link readActivity}.
 */
export async function exportReport(
  actor: PortalActor,
  { table, day, format = "csv", ...query }: ReportExportQuery & { table: ActivityTable },
  language: Language,
): Promise<Response> {
  const file = { format, language };
  if (table === "outstanding") return exportOutstanding(actor, day, file);
  if (table === "rollForward") return exportRollForward(actor, query, file);
  const days = { ...query, compare: "none" as const };
  const report = await readActivity(actor, days, { grain: "day", rowsMax: Number.POSITIVE_INFINITY });
  const { headers, rows } = tableOf(report, table);
  const columns: CsvColumn<ReportRow>[] = [
    ...headers.map((header, index) => ({ header, cell: ({ name }: ReportRow) => name[index] })),
    ...(table === "days"
      ? [
          {
            header: { en: "Active wallets", ar: "العملاء النشطون" },
            cell: ({ activeWallets }: ReportRow) => activeWallets,
          },
        ]
      : []),
    ...MEASURES.flatMap(({ key }) =>
      (["entries", "points", "value"] as const).map((sum) => ({
        header: {
          en: `${MEASURE_NAMES[key].en}: ${SUM_NAMES[sum].en}`,
          ar: `${MEASURE_NAMES[key].ar}: ${SUM_NAMES[sum].ar}`,
        },
        cell: ({ kinds }: ReportRow) => measured(kinds, key)[sum],
      })),
    ),
  ];
  const { from, to } = report.range;
  await recordSecurityEvent({ kind: "export.reports", userId: actor.userId, details: { table, from, to } });
  const title = language === "ar" ? `تقرير ${from} ${to}` : `Report ${from} ${to}`;
  const names = { name: `${title} ${table}`, plainName: `report ${from} ${to} ${table}` };
  return tableFile({ columns, rows, names }, file);
}

export interface FileStyle {
  format: FileFormat;
  language: Language;
}

/** A table as a file of the asked kind. */
export function tableFile<Row>(
  {
    columns,
    rows,
    names,
  }: { columns: readonly CsvColumn<Row>[]; rows: readonly Row[]; names: { name: string; plainName: string } },
  { format, language }: FileStyle,
): Response {
  const body =
    format === "xlsx"
      ? (Readable.toWeb(xlsxStream(columns, rows, language)) as ReadableStream<Uint8Array>)
      : csvStream(columns, rows, language);
  return new Response(body, { headers: fileHeaders({ ...names, extension: format }) });
}

const NUMBER: Bilingual = { en: "Number", ar: "الرقم" };

function tableOf(
  { series, branches, people, deals }: Report,
  table: Exclude<ActivityTable, "outstanding" | "rollForward">,
): { headers: Bilingual[]; rows: ReportRow[] } {
  switch (table) {
    case "days":
      return {
        headers: [{ en: "Day", ar: "اليوم" }],
        rows: series.map(({ day, activeWallets, kinds }) => ({ name: [dayCell(day)], activeWallets, kinds })),
      };
    case "branches":
      return {
        headers: [
          NUMBER,
          { en: "Name in English", ar: "الاسم بالإنجليزية" },
          { en: "Name in Arabic", ar: "الاسم بالعربية" },
        ],
        rows: branches.map(({ branch, kinds }) => ({
          name: [branch?.id ?? null, branch?.nameEn ?? null, branch?.nameAr ?? null],
          kinds,
        })),
      };
    case "people":
      return {
        headers: [NUMBER, { en: "Name", ar: "الاسم" }, { en: "Kind of person", ar: "نوع المستخدم" }],
        rows: people.map(({ by, kinds }) => ({ name: [by.id, by.name, by.kind], kinds })),
      };
    case "deals":
      return {
        headers: [
          NUMBER,
          { en: "Offer number", ar: "رقم العرض" },
          { en: "Title in English", ar: "العنوان بالإنجليزية" },
          { en: "Title in Arabic", ar: "العنوان بالعربية" },
        ],
        rows: deals.map(({ deal, kinds }) => ({
          name: [deal.id, deal.offerNumber, deal.titleEn, deal.titleAr],
          kinds,
        })),
      };
  }
}

const STATE_NAMES: Readonly<Record<OutstandingPoints["parts"][number]["state"], Bilingual>> = {
  spendable: { en: "Can be spent", ar: "متاحة للاستخدام" },
  not_joined: { en: "Of customers who have not joined", ar: "لعملاء غير مشتركين" },
  stopped: { en: "Of blocked or inactive customers", ar: "لعملاء محظورين أو غير مفعّلين" },
  pending: { en: "Pending", ar: "تُتاح لاحقًا" },
  held: { en: "Held for orders", ar: "محجوزة لطلبات" },
  by_hand: { en: "Suspended by hand", ar: "موقوفة يدويًا" },
  debt: { en: "Owed by customers", ar: "مستحقة على العملاء" },
};
const POINTS: Bilingual = { en: "Points", ar: "النقاط" };
const WORTH: Bilingual = { en: "Worth of the points", ar: "قيمة النقاط" };
const COUNTED_UP_TO: Bilingual = { en: "Counted up to", ar: "محسوبة حتى" };
/** Of figures that are those of the last count: when that was, in each row. */
const countedColumns = (counted: CountedUpTo | null) =>
  counted === null
    ? []
    : [
        {
          header: COUNTED_UP_TO,
          cell: () => momentCell(new Date(counted.at), services().programme.timeZone()),
        },
      ];
const amountCell = (value: number) => ({ amount: value.toFixed(decimalsOf()) });

/** The rows of {@link readOutstandingPoints} and their sum, then the coupons that stand beside the points, with the day of all. */
async function exportOutstanding(
  actor: PortalActor,
  day: string | undefined,
  file: FileStyle,
): Promise<Response> {
  if (!isPermitted(actor, "owed.read")) throw new AdminError("forbidden");
  const { parts, points, value, coupons, counted, day: asOf } = await readOutstandingPoints(actor, { day });
  const { language } = file;
  interface Row {
    state: string;
    month?: string | null;
    isLapsed?: boolean;
    points?: number;
    value: number | null;
    wallets?: number;
    coupons?: number;
  }
  const rows: Row[] = [
    ...parts.map((part) => ({ ...part, state: STATE_NAMES[part.state][language] })),
    { state: { en: "Together", ar: "الإجمالي" }[language], points, value },
    ...coupons.map(({ kind, coupons: count, worth }) => ({
      state: couponName(kind, language),
      value: worth,
      coupons: count,
    })),
  ];
  const columns: CsvColumn<Row>[] = [
    { header: { en: "At the end of", ar: "في نهاية" }, cell: () => dayCell(asOf) },
    ...countedColumns(counted),
    { header: { en: "Status of the points", ar: "حالة النقاط" }, cell: ({ state }) => state },
    {
      header: { en: "Month of expiry, or from which they can be spent", ar: "شهر الانتهاء أو الإتاحة" },
      cell: ({ month }) => month && dayCell(month),
    },
    { header: { en: "Expired", ar: "انتهت صلاحيتها" }, cell: ({ isLapsed }) => isLapsed },
    { header: POINTS, cell: (row) => row.points },
    { header: WORTH, cell: (row) => (row.value === null ? null : amountCell(row.value)) },
    { header: { en: "Wallets", ar: "حسابات النقاط" }, cell: ({ wallets }) => wallets },
    { header: { en: "Coupons", ar: "عدد الكوبونات" }, cell: (row) => row.coupons },
  ];
  await recordSecurityEvent({
    kind: "export.reports",
    userId: actor.userId,
    details: { table: "outstanding", day: asOf },
  });
  const name = `outstanding points ${asOf}`;
  return tableFile({ columns, rows, names: { name, plainName: name } }, file);
}

/** A row of coupons that can still be used, by the name of their kind. */
function couponName(kind: OutstandingPoints["coupons"][number]["kind"], language: Language): string {
  const name = inLanguage({ en: kind.nameEn, ar: kind.nameAr }, language);
  return { en: `Coupon: ${name}`, ar: `كوبون: ${name}` }[language];
}

/** The rows of {@link readRollForwardReport}, from the opening to the closing. */
async function exportRollForward(
  actor: PortalActor,
  query: RollForwardQuery,
  file: FileStyle,
): Promise<Response> {
  if (!isPermitted(actor, "owed.read")) throw new AdminError("forbidden");
  const report = await readRollForwardReport(actor, query);
  const { from, to } = report.range;
  const { language } = file;
  interface Row {
    name: string;
    entries: number | null;
    spendable: number | null;
    suspended: number | null;
    points: number;
    value: number;
  }
  const bare = { entries: null, spendable: null, suspended: null };
  const rows: Row[] = [
    { ...bare, name: { en: "Opening", ar: "الرصيد الافتتاحي" }[language], ...report.opening },
    ...report.rows.map((row) => ({
      ...row,
      name: MEASURE_NAMES[measureOf(row)][language],
      points: row.spendable + row.suspended,
    })),
    {
      ...bare,
      name: { en: "Rates and tiers changed", ar: "تغيّر الأسعار والمستويات" }[language],
      points: 0,
      value: report.revalued,
    },
    { ...bare, name: { en: "Closing", ar: "الرصيد الختامي" }[language], ...report.closing },
  ];
  const columns: CsvColumn<Row>[] = [
    { header: { en: "First day", ar: "أول يوم" }, cell: () => dayCell(from) },
    { header: { en: "Last day", ar: "آخر يوم" }, cell: () => dayCell(to) },
    ...countedColumns(report.counted),
    { header: { en: "Row", ar: "البند" }, cell: ({ name }) => name },
    { header: { en: "Transactions", ar: "عدد العمليات" }, cell: ({ entries }) => entries },
    { header: { en: "Points that can be spent", ar: "نقاط متاحة" }, cell: ({ spendable }) => spendable },
    { header: { en: "Points not usable yet", ar: "نقاط غير متاحة بعد" }, cell: ({ suspended }) => suspended },
    { header: POINTS, cell: (row) => row.points },
    { header: WORTH, cell: (row) => amountCell(row.value) },
  ];
  await recordSecurityEvent({
    kind: "export.reports",
    userId: actor.userId,
    details: { table: "rollForward", from, to },
  });
  const name = `roll-forward ${from} ${to}`;
  return tableFile({ columns, rows, names: { name, plainName: name } }, file);
}
