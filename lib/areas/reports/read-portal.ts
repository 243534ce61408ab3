import { kindOf } from "@/lib/areas/entries/portal";
import { latePayments } from "@/lib/log/late-payments";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import { formatLocalDate, parseZonedDateTime, plusDays, startOfDayAfter } from "@/lib/platform/time";
import { isPermitted } from "@/lib/portal/acts/permissions";
import { PERSON, person } from "@/lib/portal/acts/person";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { fieldRefusal } from "@/lib/portal/refusal";
import { requireBranch, requireMerchant } from "@/lib/portal/require";
import { services } from "@/lib/services";
import { checkReports } from "./check";
import { readDetails } from "./details";
import { type Days, daysComparedWith } from "./range";
import { type ReportGrain, type ReportScope, readReport } from "./read";
import type {
  KindSum,
  LatePayments,
  Report,
  ReportCheckResult,
  ReportChoices,
  ReportDetails,
  ReportQuery,
  ReportScopeQuery,
} from "./schemas";

const RANGE_DAYS_DEFAULT = 30;
const RANGE_DAYS_MAX = 3_660;
/** People and deals that one answer names; the files name all of them. */
const ROWS_MAX = 200;

/**
 * Activity of a range of days: at the actor's merchant, or for an operator at any or all of them. Throws AdminError `forbidden` for a
 * foreign merchant or branch, `validation` for days that are no range.
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
  const seesProgramme = isPermitted(actor, "owed.read") && scope.branchId === null;
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

/** Throws AdminError `validation` for chosen days that are no range. */
function comparedDaysOf(
  scope: Days,
  { compare = "previous", compareFrom, compareTo }: ReportQuery,
): Days | null {
  if (compare !== "own") return daysComparedWith(scope, compare, null);
  if (compareFrom === undefined) throw fieldRefusal("compareFrom", "required");
  if (compareTo === undefined) throw fieldRefusal("compareTo", "required");
  const own = { from: compareFrom, to: compareTo };
  requireRange(own, { from: "compareFrom", to: "compareTo" });
  return daysComparedWith(scope, compare, own);
}

function requireRange({ from, to }: Days, fields: Days): void {
  if (from > to) throw fieldRefusal(fields.to, "invalid");
  if (plusDays(from, RANGE_DAYS_MAX) < to) throw fieldRefusal(fields.from, "invalid");
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
      select: PERSON,
    }),
  ]);
  return {
    rows: rows.flatMap(({ payments, ...row }) => {
      const branch = branches.find(({ id }) => id === row.branchId);
      const by = users.find(({ id }) => id === row.userId);
      return branch === undefined || by === undefined ? [] : [{ branch, by: person(by), payments }];
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
  if (merchantId !== undefined && branch.merchantId !== merchantId) throw fieldRefusal("branchId", "invalid");
  return { ...scope, branchId, merchantId: branch.merchantId };
}

export async function readCurrency(): Promise<string> {
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
    select: { ...PERSON, kind: true },
  });
  const byId = new Map(users.map((user) => [user.id, { ...person(user), kind: kindOf(user.kind) }]));
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

/** Merchants and branches to which the actor can limit a report. */
export async function readReportChoices(actor: PortalActor): Promise<ReportChoices> {
  const isOperator = actor.merchantId === null;
  const [programme, merchants, branches] = await Promise.all([
    prisma().programme.findFirstOrThrow({ select: { nameEn: true, nameAr: true } }),
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
  return { programme, merchants, branches };
}

/** Compares all sums with the whole log, and notes the outcome for the page. */
export async function checkNow(): Promise<ReportCheckResult> {
  const { clock } = services();
  const check = await checkReports(portalPool(), { clock });
  return { entryId: check?.entryId ?? 0, findings: check?.findingCount ?? 0 };
}
