import { type CsvColumn, dayCell } from "@/lib/platform/csv";
import { decimalsOf } from "@/lib/platform/currency";
import { prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import { type Bilingual, inLanguage, type Language, words } from "@/lib/platform/language";
import { sumOfSigned } from "@/lib/platform/money";
import { AdminError } from "@/lib/portal/acts/errors";
import { isPermitted } from "@/lib/portal/acts/permissions";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { services } from "@/lib/services";
import { type FileStyle, tableFile } from "./export-portal";
import { dayEnds, limitOf, readClosed, readRollForwardReport, todayIn } from "./owed-portal";
import type { RollForwardQuery, SettlementReport } from "./owed-schemas";
import {
  balanceOf,
  type JournalLine,
  journalOf,
  type MerchantSettlement,
  readSettlement,
  SETTLED,
  type Settled,
  type Sum,
} from "./settlement";

type Row = SettlementReport["merchants"][number];
type Merchants = Row["merchant"][];

/**
 * The settlement of some days by merchant: of the reader's own, or of all that the reader sees. Throws as {@link readRollForwardReport}.
 */
export async function readSettlementReport(
  actor: PortalActor,
  query: RollForwardQuery,
): Promise<SettlementReport> {
  const { report, rows } = await settlementFor(actor, query);
  return {
    ...report,
    merchants: rows.map(({ merchant, settlement }) => ({ merchant, ...shownOf(settlement) })),
    together: shownOf(sumOfAll(rows.map(({ settlement }) => settlement))),
  };
}

async function settlementFor(actor: PortalActor, query: RollForwardQuery) {
  const forward = await readRollForwardReport(actor, query);
  const { from, to, today } = forward.range;
  const limit = query.merchantId ?? (await limitOf(actor));
  const closed = await readClosed({ from, to });
  const kept = closed?.settlements ?? null;
  const all = kept ?? (await readNow(forward.range, limit));
  const settlements = all.filter(({ merchantId }) => limit === null || merchantId === limit);
  const merchants = await merchantsOf(settlements);
  // A month that was closed is settled as it was closed.
  const whole = kept === null ? null : (closed?.figures ?? null);
  const { opening, closing } = whole ?? forward;
  const together = sumOfAll(whole === null ? settlements : all);
  return {
    rows: settlements.map((settlement) => ({
      settlement,
      merchant: merchants.find((merchant) => merchant?.id === settlement.merchantId) ?? null,
    })),
    report: {
      range: { from, to, today },
      currency: forward.currency,
      isEqual: together.opening.points === opening.points && together.closing.points === closing.points,
      // The rest of what the worth of all points became: rows are told at the rate of each transaction.
      revalued:
        limit === null
          ? sumOfSigned([closing.value, -opening.value, -together.closing.value, together.opening.value])
          : null,
      isClosed: kept !== null,
    },
  };
}

async function readNow(days: { from: string; to: string }, merchantId: number | null) {
  const { pool } = await reportsSource();
  const today = todayIn(services().programme.timeZone());
  return readSettlement(pool, { ...days, merchantId }, { today, endOf: await dayEnds() });
}

async function merchantsOf(settlements: readonly MerchantSettlement[]): Promise<Merchants> {
  const ids = settlements.flatMap(({ merchantId }) => merchantId ?? []);
  return prisma().merchant.findMany({
    where: { id: { in: ids } },
    select: { id: true, nameEn: true, nameAr: true },
  });
}

type Sums = Omit<MerchantSettlement, "merchantId">;

function shownOf({ merchantId: _, ...sums }: Sums & { merchantId?: number | null }) {
  return { ...sums, balance: balanceOf(sums) };
}

function sumOfAll(all: readonly Sums[]): Sums {
  const sum = (of: (one: Sums) => Sum): Sum => ({
    points: all.reduce((total, one) => total + of(one).points, 0),
    value: sumOfSigned(all.map((one) => of(one).value)),
  });
  const parts = SETTLED.map((part) => [part, sum((one) => one[part])]);
  return {
    opening: sum((one) => one.opening),
    ...(Object.fromEntries(parts) as Record<Settled, Sum>),
    closing: sum((one) => one.closing),
  };
}

const NO_MERCHANT = words("At no merchant", "بدون تاجر");
const TOGETHER = words("Together", "الإجمالي");
const DAYS = [words("First day", "أول يوم"), words("Last day", "آخر يوم")] as const;
const MERCHANT_NUMBER = words("Merchant's number", "رقم التاجر");
const MERCHANT = words("Merchant", "التاجر");
const POINTS = words("points", "النقاط");
const WORTH = words("worth", "القيمة");
const NAMES: Readonly<Record<Settled | "opening" | "closing" | "revalued", Bilingual>> = {
  opening: words("Opening", "الرصيد الافتتاحي"),
  granted: words("Granted by bills", "نقاط مُنحت عن الفواتير"),
  paid: words("Paid with points", "مدفوعات بالنقاط"),
  lapsed: words("Expired", "نقاط منتهية"),
  other: words("Other changes", "تغييرات أخرى"),
  closing: words("Closing", "الرصيد الختامي"),
  revalued: words("Rates and tiers changed", "تغيّر الأسعار والمستويات"),
};

const amountCell = (value: number) => ({ amount: value.toFixed(decimalsOf()) });

function nameOf(merchant: Row["merchant"], language: Language): string {
  return inLanguage(merchant === null ? NO_MERCHANT : words(merchant.nameEn, merchant.nameAr), language);
}

async function noteExport(actor: PortalActor, table: string, { from, to }: { from: string; to: string }) {
  await recordSecurityEvent({ kind: "export.reports", userId: actor.userId, details: { table, from, to } });
}

/** The rows of {@link readSettlementReport} and their sum. */
export async function exportSettlement(
  actor: PortalActor,
  query: RollForwardQuery,
  file: FileStyle,
): Promise<Response> {
  if (!isPermitted(actor, "owed.read")) throw new AdminError("forbidden");
  const { range, merchants, together } = await readSettlementReport(actor, query);
  const { language } = file;
  const rows = [
    ...merchants.map((row) => ({ ...row, name: nameOf(row.merchant, language) })),
    { ...together, merchant: null, name: TOGETHER[language] },
  ];
  type Line = (typeof rows)[number];
  const columns: CsvColumn<Line>[] = [
    { header: DAYS[0], cell: () => dayCell(range.from) },
    { header: DAYS[1], cell: () => dayCell(range.to) },
    { header: MERCHANT_NUMBER, cell: ({ merchant }) => merchant?.id },
    { header: MERCHANT, cell: ({ name }) => name },
    ...(["opening", ...SETTLED, "closing"] as const).flatMap((part): CsvColumn<Line>[] => [
      {
        header: words(`${NAMES[part].en}: ${POINTS.en}`, `${NAMES[part].ar}: ${POINTS.ar}`),
        cell: (row) => row[part].points,
      },
      {
        header: words(`${NAMES[part].en}: ${WORTH.en}`, `${NAMES[part].ar}: ${WORTH.ar}`),
        cell: (row) => amountCell(row[part].value),
      },
    ]),
    {
      header: words("Merchant pays (below zero: is paid)", "على التاجر (بالسالب: للتاجر)"),
      cell: ({ balance }) => amountCell(balance),
    },
  ];
  await noteExport(actor, "settlement", range);
  const plainName = `settlement ${range.from} ${range.to}`;
  const name = { en: plainName, ar: `المقاصة بين التجار ${range.from} ${range.to}` }[language];
  return tableFile({ columns, rows, names: { name, plainName } }, file);
}

const ACCOUNTS = {
  owed: "journalOwed",
  granted: "journalGranted",
  paid: "journalPaid",
  lapsed: "journalLapsed",
  other: "journalOther",
} as const satisfies Record<JournalLine["account"], string>;

/** The settlement as a journal for the bookkeeping, dated on the last day: debits and credits are equal. */
export async function exportJournal(
  actor: PortalActor,
  query: RollForwardQuery,
  file: FileStyle,
): Promise<Response> {
  if (!isPermitted(actor, "owed.read")) throw new AdminError("forbidden");
  const { report, rows } = await settlementFor(actor, query);
  const { range, revalued } = report;
  const { language } = file;
  const accounts = await prisma().programme.findUniqueOrThrow({ where: { id: 1 } });
  const lines = journalOf(
    rows.map(({ settlement }) => settlement),
    revalued ?? 0,
  );
  const merchantOf = ({ merchantId }: JournalLine) =>
    rows.find(({ merchant }) => merchant !== null && merchant.id === merchantId)?.merchant ?? null;
  const columns: CsvColumn<JournalLine>[] = [
    { header: words("Date", "التاريخ"), cell: () => dayCell(range.to) },
    { header: words("Account", "الحساب"), cell: ({ account }) => accounts[ACCOUNTS[account]] },
    { header: words("Debit", "مدين"), cell: ({ debit }) => (debit === 0 ? null : amountCell(debit)) },
    { header: words("Credit", "دائن"), cell: ({ credit }) => (credit === 0 ? null : amountCell(credit)) },
    { header: words("Text", "البيان"), cell: ({ of }) => NAMES[of][language] },
    { header: MERCHANT_NUMBER, cell: (line) => merchantOf(line)?.id },
    {
      header: MERCHANT,
      cell: (line) => (line.of === "revalued" ? null : nameOf(merchantOf(line), language)),
    },
    { header: words("Points", "النقاط"), cell: ({ points }) => points },
  ];
  await noteExport(actor, "journal", range);
  const plainName = `journal ${range.from} ${range.to}`;
  const name = { en: plainName, ar: `اليومية المحاسبية ${range.from} ${range.to}` }[language];
  return tableFile({ columns, rows: lines, names: { name, plainName } }, file);
}
