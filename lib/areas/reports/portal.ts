import { presentReferralReport } from "@/lib/areas/referrals/portal";
import { COUPONS_GIVEN, PROMOTIONS_GIVEN } from "@/lib/log/offer-report";
import { prisma } from "@/lib/platform/database/pools";
import { reportsSource } from "@/lib/platform/database/reports-source";
import { sumOfSigned } from "@/lib/platform/money";
import { parseZonedDateTime, startOfDayAfter } from "@/lib/platform/time";
import type { PortalActor } from "@/lib/portal/acts/portal-actor";
import { languageOfRequest } from "@/lib/portal/cookies";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { reports } from "./contract";
import { exportReport } from "./export-portal";
import { askForFile, downloadReportFile, listReportFiles, readReportEntries } from "./files-portal";
import { closeMonth, readMonthChanges, reopenMonth } from "./month-portal";
import { roundedParts } from "./outstanding";
import { readOutstandingPoints, readRollForwardReport } from "./owed-portal";
import { atOneMoment } from "./read";
import {
  checkNow,
  readActivity,
  readCurrency,
  readLatePayments,
  readReportChoices,
  readReportDetails,
  reportScopeOf,
} from "./read-portal";
import type { OffersReport, ReportScopeQuery } from "./schemas";
import { exportJournal, exportSettlement, readSettlementReport } from "./settlement-portal";

export const reportsPortal = serveContract(reports, {
  activity: ({ actor, query }) => readActivity(actor, query),
  details: ({ actor, query }) => readReportDetails(actor, query),
  latePayments: ({ actor, query }) => readLatePayments(actor, query),
  offers: ({ actor, query }) => readOffersReport(actor, query),
  choices: ({ actor }) => readReportChoices(actor),
  outstanding: ({ actor, query }) => readOutstandingPoints(actor, query),
  rollForward: ({ actor, query }) => readRollForwardReport(actor, query),
  settlement: ({ actor, query }) => readSettlementReport(actor, query),
  closeMonth: ({ body, ...call }) => closeMonth(call, body.month),
  monthChanges: ({ query }) => readMonthChanges(query.month),
  reopenMonth: ({ body, ...call }) => reopenMonth(call, body),
  referrals: presentReferralReport,
  check: checkNow,
  export: ({ actor, query: { table, ...query }, request }) => {
    const language = languageOfRequest(request.headers);
    if (table !== "settlement" && table !== "journal")
      return exportReport(actor, { ...query, table }, language);
    const file = { format: query.format ?? "csv", language };
    return (table === "journal" ? exportJournal : exportSettlement)(actor, query, file);
  },
  entries: ({ actor, query }) => readReportEntries(actor, query),
  files: async ({ actor }) => ({ files: await listReportFiles(actor) }),
  askForFile: ({ body, request, ...call }) => askForFile(call, body, languageOfRequest(request.headers)),
  download: ({ actor, params }) => downloadReportFile(actor, params.fileId),
});

/** The discount of a coupon that takes an amount off the bill; others are worth what the bill makes of them. */
const AMOUNT_OFF = 2;

interface Given {
  id: number;
  branchId: number | null;
  uses: number;
  points: number;
  worth: string;
}
interface Couponed {
  id: number;
  branchId: number | null;
  given: number;
  used: number;
}

/**
 * Points of promotions in a range of days, beside their budgets, and coupons given and used, each by branch. Throws
 * AdminError as the reports of a range do.
 */
async function readOffersReport(actor: PortalActor, query: ReportScopeQuery): Promise<OffersReport> {
  const { from, to, merchantId, branchId } = await reportScopeOf(actor, query);
  const zone = services().programme.timeZone();
  const values = [parseZonedDateTime(from, zone), startOfDayAfter(to, zone), merchantId, branchId];
  const { pool } = await reportsSource();
  const [given, couponed] = await atOneMoment(pool, async (send) => [
    (await send({ text: PROMOTIONS_GIVEN, values })).rows as Given[],
    (await send({ text: COUPONS_GIVEN, values })).rows as Couponed[],
  ]);
  const branches = await readBranches([...given, ...couponed]);
  return {
    currency: await readCurrency(),
    promotions: await presentPromotions(actor, given, branches),
    coupons: await presentCoupons(couponed, branches),
  };
}

type Branches = Map<number | null, OffersReport["promotions"][number]["branches"][number]["branch"]>;

async function readBranches(rows: readonly { branchId: number | null }[]): Promise<Branches> {
  const branches = await prisma().branch.findMany({
    where: { id: { in: rows.flatMap(({ branchId }) => branchId ?? []) } },
    select: { id: true, nameEn: true, nameAr: true },
  });
  return new Map(branches.map((branch) => [branch.id, branch]));
}

async function presentPromotions(
  actor: PortalActor,
  rows: readonly Given[],
  branches: Branches,
): Promise<OffersReport["promotions"]> {
  const promotions = await prisma().promotion.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    select: {
      ...{ id: true, merchantId: true },
      versions: { where: { isCurrent: true }, select: { nameEn: true, nameAr: true, budgetPoints: true } },
      total: { select: { points: true } },
    },
    orderBy: { id: "asc" },
  });
  const values = roundedParts(rows.map(({ worth }) => worth));
  return promotions.flatMap(({ id, merchantId, versions: [version], total }) => {
    if (version === undefined) return [];
    const own = rows.flatMap((row, place) =>
      row.id === id ? [{ ...row, value: Number(values[place]) }] : [],
    );
    return [
      {
        id,
        ...{ nameEn: version.nameEn, nameAr: version.nameAr },
        uses: own.reduce((sum, { uses }) => sum + uses, 0),
        points: own.reduce((sum, { points }) => sum + points, 0),
        value: sumOfSigned(own.map(({ value }) => value)),
        budget: version.budgetPoints === null ? null : Number(version.budgetPoints),
        // All that the programme's promotion has spent would tell what other merchants gave.
        spent: total === null || ![null, merchantId].includes(actor.merchantId) ? null : Number(total.points),
        branches: own.map(({ branchId, uses, points }) => ({
          ...{ branch: branches.get(branchId) ?? null, uses, points },
        })),
      },
    ];
  });
}

async function presentCoupons(
  rows: readonly Couponed[],
  branches: Branches,
): Promise<OffersReport["coupons"]> {
  const templates = await prisma().couponTemplate.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    select: { id: true, titleEn: true, titleAr: true, discountType: true, discount: true },
    orderBy: { id: "asc" },
  });
  return templates.map(({ id, titleEn, titleAr, discountType, discount }) => {
    const own = rows.filter((row) => row.id === id);
    const used = own.reduce((sum, row) => sum + row.used, 0);
    return {
      ...{ id, titleEn, titleAr, used },
      given: own.reduce((sum, row) => sum + row.given, 0),
      value: discountType === AMOUNT_OFF ? used * discount : null,
      branches: own
        .filter((row) => row.used > 0)
        .map((row) => ({ branch: branches.get(row.branchId) ?? null, used: row.used })),
    };
  });
}
