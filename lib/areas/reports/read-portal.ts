import { kindOf } from "@/lib/areas/entries/portal";
import { latePayments } from "@/lib/log/late-payments";
import { type CsvColumn, csvHeaders, csvStream } from "@/lib/platform/csv";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import type { Bilingual, Language } from "@/lib/platform/language";
import { formatLocalDate, parseZonedDateTime, plusDays, startOfDayAfter } from "@/lib/platform/time";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { PortalRefusal } from "@/lib/portal/refusal";
import { requireBranch, requireMerchant } from "@/lib/portal/require";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { services } from "@/lib/services";
import { checkReports } from "./check";
import { readDetails } from "./details";
import { readOutstanding } from "./outstanding";
import { type Days, daysComparedWith } from "./range";
import { type ReportGrain, type ReportScope, readReport } from "./read";
import type {
  KindSum,
  LatePayments,
  MeasureKey,
  OutstandingPoints,
  Report,
  ReportCheckResult,
  ReportChoices,
  ReportDetails,
  ReportExportQuery,
  ReportQuery,
  ReportScopeQuery,
} from "./schemas";
import { MEASURES, measured } from "./words";

const RANGE_DAYS_DEFAULT = 30;
const RANGE_DAYS_MAX = 3_660;
/** People and deals that one answer names; the files name all of them. */
const ROWS_MAX = 200;

/**
 * What happened in a range of days: at the actor's merchant, or for an operator at any or all of them. Throws PortalRefusal
 * `forbidden` for a foreign merchant or branch, `validation` for days that are no range.
 */
export async function readActivity(
  actor: PortalActor,
  query: ReportQuery,
  { grain, rowsMax = ROWS_MAX }: { grain?: ReportGrain; rowsMax?: number } = {},
): Promise<Report> {
  const { today, ...scope } = await reportScopeOf(actor, query);
  const compared = comparedDaysOf(scope, query);
  const { pool, lagSeconds } = await reportsSource();
  const report = await readReport(pool, scope, { compared, ...(grain !== undefined && { grain }) });
  const seesProgramme = actor.role !== "supervisor" && scope.branchId === null;
  const { standing } = report;
  return {
    ...report,
    range: { from: scope.from, to: scope.to, today },
    currency: await readCurrency(),
    standing: {
      ...standing,
      lagSeconds,
      lastEntryAt: standing.lastEntryAt?.toISOString() ?? null,
      check: standing.check && { ...standing.check, at: standing.check.at.toISOString() },
    },
    withoutMerchant: seesProgramme ? report.withoutMerchant : null,
    branches: mostFirst(await nameBranches(report.branches), rowsMax),
    branchesBefore: report.branchesBefore.map(({ branchId, kinds }) => ({
      branchId: branchId === 0 ? null : branchId,
      kinds,
    })),
    people: mostFirst(await namePeople(report.people), rowsMax),
    deals: mostFirst(await nameDeals(report.deals), rowsMax),
  };
}

/** Throws PortalRefusal `validation` for chosen days that are no range. */
function comparedDaysOf(
  scope: Days,
  { compare = "previous", compareFrom, compareTo }: ReportQuery,
): Days | null {
  if (compare !== "own") return daysComparedWith(scope, compare, null);
  if (compareFrom === undefined) throw PortalRefusal.ofField("compareFrom", "required");
  if (compareTo === undefined) throw PortalRefusal.ofField("compareTo", "required");
  const own = { from: compareFrom, to: compareTo };
  requireRange(own, { from: "compareFrom", to: "compareTo" });
  return daysComparedWith(scope, compare, own);
}

function requireRange({ from, to }: Days, fields: Days): void {
  if (from > to) throw PortalRefusal.ofField(fields.to, "invalid");
  if (plusDays(from, RANGE_DAYS_MAX) < to) throw PortalRefusal.ofField(fields.from, "invalid");
}

/**
 * Hours, tiers and returning customers of a range, in the actor's reach. Throws as {@link readActivity}.
 */
export async function readReportDetails(actor: PortalActor, query: ReportScopeQuery): Promise<ReportDetails> {
  const { today: _, ...scope } = await reportScopeOf(actor, query);
  const { pool } = await reportsSource();
  const { behind, hours, tiers, cohorts } = await readDetails(pool, scope);
  const names = await prisma().segmentVersion.findMany({
    where: { isCurrent: true, segmentId: { in: tiers.map(({ segmentId }) => segmentId) } },
    select: { segmentId: true, nameEn: true, nameAr: true },
    orderBy: [{ value: "asc" }, { segmentId: "asc" }],
  });
  return {
    behind,
    hours,
    cohorts,
    tiers: names.map(({ segmentId, nameEn, nameAr }) => ({
      tier: { id: segmentId, nameEn, nameAr },
      kinds: tiers.filter((sum) => sum.segmentId === segmentId),
    })),
  };
}

/** Payments in points that came after the reward of their bill; none where bills earn as a whole. Throws as {@link readActivity}. */
export async function readLatePayments(actor: PortalActor, query: ReportScopeQuery): Promise<LatePayments> {
  const { from, to, branchId, merchantId } = await reportScopeOf(actor, query);
  const { earnedOn, timeZone } = await prisma().programme.findFirstOrThrow({
    select: { earnedOn: true, timeZone: true },
  });
  if (earnedOn === "bill") return { rows: [] };
  const { pool } = await reportsSource();
  const stretch = { from: parseZonedDateTime(from, timeZone), until: startOfDayAfter(to, timeZone) };
  const rows = await latePayments(pool, { branchId, merchantId, ...stretch });
  const select = { id: true, nameEn: true, nameAr: true };
  const [branches, users] = await Promise.all([
    prisma().branch.findMany({ where: { id: { in: rows.map((row) => row.branchId) } }, select }),
    prisma().user.findMany({
      where: { id: { in: rows.map((row) => row.userId) } },
      select: { id: true, name: true },
    }),
  ]);
  return {
    rows: rows.flatMap(({ payments, ...row }) => {
      const branch = branches.find(({ id }) => id === row.branchId);
      const by = users.find(({ id }) => id === row.userId);
      return branch === undefined || by === undefined ? [] : [{ branch, by, payments }];
    }),
  };
}

/** The days, merchant and branch that are asked about. Throws as {@link readActivity}. */
export async function reportScopeOf(
  actor: PortalActor,
  { from, to, merchantId, branchId }: ReportScopeQuery,
): Promise<ReportScope & { today: string }> {
  const { clock, programme } = services();
  const today = formatLocalDate(clock.now(), programme.timeZone());
  const last = to ?? today;
  const first = from ?? plusDays(last, 1 - RANGE_DAYS_DEFAULT);
  requireRange({ from: first, to: last }, { from: "from", to: "to" });
  if (merchantId !== undefined) requireMerchant(actor, merchantId);
  const scope = { from: first, to: last, today, branchId: null };
  if (branchId === undefined) return { ...scope, merchantId: merchantId ?? actor.merchantId };
  const branch = await requireBranch(actor, branchId, { allowsInactive: true });
  if (merchantId !== undefined && branch.merchantId !== merchantId)
    throw PortalRefusal.ofField("branchId", "invalid");
  return { ...scope, branchId, merchantId: branch.merchantId };
}

async function readCurrency(): Promise<string> {
  const { currency } = await prisma().programme.findFirstOrThrow({ select: { currency: true } });
  return currency;
}

/** Where most points moved comes first. */
function mostFirst<Row extends { kinds: readonly KindSum[] }>(rows: readonly Row[], rowsMax: number): Row[] {
  const pointsOf = ({ kinds }: Row) => kinds.reduce((sum, { points }) => sum + points, 0);
  return [...rows].sort((one, other) => pointsOf(other) - pointsOf(one)).slice(0, rowsMax);
}

async function nameBranches(
  rows: readonly { branchId: number; kinds: KindSum[] }[],
): Promise<Report["branches"]> {
  const branches = await prisma().branch.findMany({
    where: { id: { in: rows.map(({ branchId }) => branchId) } },
    select: { id: true, nameEn: true, nameAr: true },
  });
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  return rows.map(({ branchId, kinds }) => ({ branch: byId.get(branchId) ?? null, kinds }));
}

async function namePeople(rows: readonly { userId: number; kinds: KindSum[] }[]): Promise<Report["people"]> {
  const users = await prisma().user.findMany({
    where: { id: { in: rows.map(({ userId }) => userId) } },
    select: { id: true, name: true, kind: true },
  });
  const byId = new Map(users.map(({ id, name, kind }) => [id, { id, name, kind: kindOf(kind) }]));
  return rows.flatMap(({ userId, kinds }) => {
    const by = byId.get(userId);
    return by === undefined ? [] : [{ by, kinds }];
  });
}

async function nameDeals(rows: readonly { dealId: number; kinds: KindSum[] }[]): Promise<Report["deals"]> {
  const deals = await prisma().deal.findMany({
    where: { id: { in: rows.map(({ dealId }) => dealId) } },
    select: { id: true, offerNumber: true, titleEn: true, titleAr: true },
  });
  const byId = new Map(deals.map((deal) => [deal.id, deal]));
  return rows.flatMap(({ dealId, kinds }) => {
    const deal = byId.get(dealId);
    return deal === undefined ? [] : [{ deal, kinds }];
  });
}

/** What the actor can limit a report to. */
export async function readReportChoices(actor: PortalActor): Promise<ReportChoices> {
  const isOperator = actor.merchantId === null;
  const [merchants, branches] = await Promise.all([
    isOperator
      ? prisma().merchant.findMany({
          select: { id: true, nameEn: true, nameAr: true },
          orderBy: { nameEn: "asc" },
        })
      : [],
    prisma().branch.findMany({
      where: actor.merchantId === null ? {} : { merchantId: actor.merchantId },
      select: { id: true, merchantId: true, nameEn: true, nameAr: true },
      orderBy: [{ merchantId: "asc" }, { nameEn: "asc" }],
    }),
  ]);
  return { merchants, branches };
}

/** All points that customers hold, by the month in which they lapse. */
export async function readOutstandingPoints(): Promise<OutstandingPoints> {
  const { clock, programme } = services();
  const now = clock.now();
  const { pool, lagSeconds } = await reportsSource();
  const outstanding = await readOutstanding(pool, formatLocalDate(now, programme.timeZone()));
  return {
    ...outstanding,
    lagSeconds,
    value: Number(outstanding.value),
    months: outstanding.months.map((month) => ({ ...month, value: Number(month.value) })),
    aside: outstanding.aside.map((part) => ({ ...part, value: Number(part.value) })),
    readAt: now.toISOString(),
    currency: await readCurrency(),
  };
}

/** Compares all sums with the whole log, and notes the outcome for the page. */
export async function checkNow(): Promise<ReportCheckResult> {
  const { clock } = services();
  const check = await checkReports(portalPool(), { clock });
  return { entryId: check?.entryId ?? 0, findings: check?.findingCount ?? 0 };
}

// Files ----------------------------------------------------------------------------------------------------------------

interface ReportRow {
  name: (string | number | null)[];
  activeWallets?: number | null;
  kinds: readonly KindSum[];
}

const MEASURE_NAMES: Readonly<Record<MeasureKey, Bilingual>> = {
  issued: { en: "Issued", ar: "ممنوحة" },
  redeemed: { en: "Redeemed", ar: "مستبدلة" },
  refunded: { en: "Refunded", ar: "مستردة" },
  returned: { en: "Returned", ar: "مرتجعة" },
  cancelledRewards: { en: "Voided rewards", ar: "إضافات ملغاة" },
  cancelledRedemptions: { en: "Voided redemptions", ar: "استبدالات ملغاة" },
  cancelledRefunds: { en: "Voided refunds", ar: "استردادات ملغاة" },
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
  value: { en: "value", ar: "القيمة" },
} as const satisfies Record<string, Bilingual>;

/**
 * One of a report's tables as a CSV file, each measure with its transactions, points and money, under headers in the
 * reader's language. Throws as {@link readActivity}.
 */
export async function exportReport(
  actor: PortalActor,
  { table, ...query }: ReportExportQuery,
  language: Language,
): Promise<Response> {
  if (table === "outstanding") return exportOutstanding(actor, language);
  const days = { ...query, compare: "none" as const };
  const report = await readActivity(actor, days, { grain: "day", rowsMax: Number.POSITIVE_INFINITY });
  const { headers, rows } = tableOf(report, table);
  const columns: CsvColumn<ReportRow>[] = [
    ...headers.map((header, index) => ({ header, cell: ({ name }: ReportRow) => name[index] })),
    ...(table === "days"
      ? [
          {
            header: { en: "Active wallets", ar: "المحافظ النشطة" },
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
  return new Response(csvStream(columns, rows, language), {
    headers: csvHeaders({ name: `${title} ${table}`, plainName: `report ${from} ${to} ${table}` }),
  });
}

const NUMBER: Bilingual = { en: "Number", ar: "الرقم" };

function tableOf(
  { series, branches, people, deals }: Report,
  table: Exclude<ReportExportQuery["table"], "outstanding">,
): { headers: Bilingual[]; rows: ReportRow[] } {
  switch (table) {
    case "days":
      return {
        headers: [{ en: "Day", ar: "اليوم" }],
        rows: series.map(({ day, activeWallets, kinds }) => ({ name: [day], activeWallets, kinds })),
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

async function exportOutstanding(actor: PortalActor, language: Language): Promise<Response> {
  if (actor.role === "supervisor") throw new PortalRefusal("forbidden");
  const { months, readAt } = await readOutstandingPoints();
  const columns: CsvColumn<(typeof months)[number]>[] = [
    {
      header: { en: "Expires in", ar: "تنتهي في" },
      cell: ({ month }) => month?.slice(0, 7) ?? (language === "ar" ? "لا تنتهي" : "never"),
    },
    { header: { en: "Expired", ar: "انتهت صلاحيتها" }, cell: ({ isLapsed }) => isLapsed },
    { header: { en: "Points", ar: "النقاط" }, cell: ({ points }) => points },
    { header: { en: "Worth", ar: "القيمة" }, cell: ({ value }) => value },
    { header: { en: "Wallets", ar: "المحافظ" }, cell: ({ wallets }) => wallets },
  ];
  await recordSecurityEvent({
    kind: "export.reports",
    userId: actor.userId,
    details: { table: "outstanding" },
  });
  const name = `outstanding points ${readAt.slice(0, 10)}`;
  return new Response(csvStream(columns, months, language), {
    headers: csvHeaders({ name, plainName: name }),
  });
}
