import { readUsesOfDeals } from "@/lib/areas/reports/details";
import { CHANNEL } from "@/lib/ledger/rules/types";
import type { CsvColumn } from "@/lib/platform/csv";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { formatOffsetDateTime } from "@/lib/platform/time";
import { type AdminActor, ownOf, requirePermission, requireReach } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { dealState } from "@/lib/portal/acts/deal-states";
import { PERSON, personName } from "@/lib/portal/acts/person";
import { type DealView, dealView, ownDeal, WITH_BRANCHES } from "./deal";

/** As GetDeals orders them (rules.md §10). */
export const ORDER_OF_GET_DEALS = [
  { sortingNumber: { sort: "asc", nulls: "last" } },
  { startDate: "desc" },
  { id: "asc" },
] as const satisfies Prisma.DealOrderByWithRelationInput[];

/** The deals that have or may get a place in GetDeals. */
export function orderable(now: Date): Prisma.DealWhereInput {
  return { OR: [{ state: "draft" }, { endDate: { gt: now } }] };
}

/** A deal with the names that a list shows. */
export type ListedDeal = DealView & {
  isMerchantStopped: boolean;
  merchant: { id: number; nameEn: string; nameAr: string; imageHash: string | null };
  /** Null for a draft without one. */
  category: { id: number; nameEn: string; nameAr: string; icon: string; isActive: boolean } | null;
};

const WITH_NAMES = {
  ...WITH_BRANCHES,
  merchant: { select: { id: true, nameEn: true, nameAr: true, imageHash: true, isActive: true } },
  category: { select: { id: true, nameEn: true, nameAr: true, icon: true, isActive: true } },
} as const;

/**
 * The deals of a merchant in every state, or of all merchants for an operator, as GetDeals orders them.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listDeals(
  { database, clock }: AdminContext,
  actor: AdminActor,
  {
    merchantId = actor.merchantId ?? undefined,
    isOrderable = false,
    within,
  }: {
    merchantId?: number | undefined;
    /** Only those that have or may get a place in GetDeals. */
    isOrderable?: boolean | undefined;
    /** Only those that are published or paused and can be had between these moments. */
    within?: { from: Date; until: Date } | undefined;
  } = {},
): Promise<ListedDeal[]> {
  requireReach(actor, "deal.read", merchantId);
  const rows = await database.deal.findMany({
    where: {
      ...(merchantId !== undefined && { merchantId }),
      ...(isOrderable && orderable(clock.now())),
      ...(within && {
        state: { not: "draft" },
        startDate: { lt: within.until },
        endDate: { gt: within.from },
      }),
    },
    include: WITH_NAMES,
    orderBy: [...ORDER_OF_GET_DEALS],
  });
  return rows.map(listedDeal);
}

/**
 * The actor's deals that customers see now and that end before a moment, the first to end first, and how many there are.
 * @throws AdminError forbidden
 */
export async function firstEndingDeals(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { before, limit }: { before: Date; limit: number },
) {
  requirePermission(actor, "deal.read");
  const now = clock.now();
  const where = {
    ...ownOf(actor),
    state: "published",
    merchant: { isActive: true },
    startDate: { lte: now },
    endDate: { gt: now, lt: before },
  };
  const [count, deals] = await Promise.all([
    database.deal.count({ where }),
    database.deal.findMany({
      where,
      select: { id: true, titleEn: true, titleAr: true, endDate: true },
      orderBy: [{ endDate: "asc" }, { id: "asc" }],
      take: limit,
    }),
  ]);
  return {
    count,
    deals: deals.flatMap(({ endDate, ...deal }) => (endDate === null ? [] : { ...deal, endDate })),
  };
}

type Row = Prisma.DealGetPayload<{ include: typeof WITH_NAMES }>;

function listedDeal({ merchant: { isActive, ...merchant }, category, ...row }: Row): ListedDeal {
  return { ...dealView(row), merchant, category, isMerchantStopped: !isActive };
}

/** Last change of a deal. */
interface LastChange {
  at: Date;
  /** Null when it was nobody that the service knows by name. */
  by: string | null;
}

/**
 * A deal of the actor's merchant, with who changed it last.
 * @throws AdminError forbidden, not_found
 */
export async function readDeal(
  { database, clock }: AdminContext,
  actor: AdminActor,
  dealId: number,
): Promise<{ deal: DealView & { isMerchantStopped: boolean }; lastChange: LastChange | null }> {
  requirePermission(actor, "deal.read");
  const row = await database.deal.findUnique({ where: { id: dealId }, include: WITH_BRANCHES });
  const own = ownDeal.requireOwn(row, actor, clock.now());
  const { isActive } = await database.merchant.findUniqueOrThrow({ where: { id: own.merchantId } });
  const deal = { ...own, isMerchantStopped: !isActive };
  const act = await database.auditLog.findFirst({
    where: { subjectType: "deal", subjectId: String(dealId), action: { not: "deal.order" } },
    orderBy: { id: "desc" },
    select: { createdAt: true, userId: true },
  });
  if (act === null) return { deal, lastChange: null };
  const user =
    act.userId === null
      ? null
      : await database.user.findUnique({ where: { id: act.userId }, select: PERSON });
  return { deal, lastChange: { at: act.createdAt, by: user && personName(user) } };
}

/**
 * Some deals as they are now, as GetDeals orders them; those of other merchants are left out. That it was asked for, and of
 * which, is in the audit log before the first one is given out.
 * @throws AdminError forbidden
 */
export async function exportDeals(
  context: AdminContext,
  actor: AdminActor,
  { ids }: { ids: readonly number[] },
): Promise<ListedDeal[]> {
  const wanted = new Set(ids);
  const deals = (await listDeals(context, actor)).filter(({ id }) => wanted.has(id));
  await administer(context, actor, "deal.export", ({ record }) =>
    record({
      subject: "deal",
      subjectId: "*",
      merchantId: actor.merchantId,
      before: null,
      after: { chosen: deals.map(({ id }) => id) },
    }),
  );
  return deals;
}

/** How often a deal was seen, opened and used, from its beginning on. */
interface DealInterest {
  apiViews: number;
  portalViews: number;
  taps: number;
  redemptions: number;
  rewards: number;
}

export interface DealInterests {
  /** Nothing at all for a deal that nobody has seen or used. */
  of(dealId: number): DealInterest;
}

const NOTHING: DealInterest = { apiViews: 0, portalViews: 0, taps: 0, redemptions: 0, rewards: 0 };

interface CountRow {
  deal_id: number;
  api_views: bigint;
  portal_views: bigint;
  taps: bigint;
}

/** Counts of these deals. The caller checks that the reader may know of them. */
export async function readDealInterests(
  { database }: Pick<AdminContext, "database">,
  dealIds: readonly number[],
): Promise<DealInterests> {
  const ids = [...dealIds];
  const [counts, uses] = await Promise.all([
    database.$queryRaw<CountRow[]>`
      SELECT deal_id, coalesce(sum(views) FILTER (WHERE channel_id = ${CHANNEL.posApi}), 0)::bigint AS api_views,
             coalesce(sum(views) FILTER (WHERE channel_id <> ${CHANNEL.posApi}), 0)::bigint AS portal_views,
             sum(taps)::bigint AS taps
        FROM deal_day WHERE deal_id = ANY(${ids}::int[]) GROUP BY deal_id`,
    readUsesOfDeals(database, ids),
  ]);
  const byDeal = new Map<number, DealInterest>();
  for (const row of counts)
    byDeal.set(row.deal_id, {
      ...NOTHING,
      apiViews: Number(row.api_views),
      portalViews: Number(row.portal_views),
      taps: Number(row.taps),
    });
  for (const { dealId, ...used } of uses) byDeal.set(dealId, { ...(byDeal.get(dealId) ?? NOTHING), ...used });
  return { of: (dealId) => byDeal.get(dealId) ?? NOTHING };
}

/** The columns of the file of chosen deals. */
export function dealColumns(zone: string, now: Date): CsvColumn<ListedDeal>[] {
  const moment = (date: Date | null) => (date === null ? "" : formatOffsetDateTime(date, zone));
  return [
    { header: { en: "Offer number", ar: "رقم العرض" }, cell: ({ offerNumber }) => offerNumber },
    { header: { en: "Title in English", ar: "العنوان بالإنجليزية" }, cell: ({ titleEn }) => titleEn },
    { header: { en: "Title in Arabic", ar: "العنوان بالعربية" }, cell: ({ titleAr }) => titleAr },
    {
      header: { en: "Merchant in English", ar: "التاجر بالإنجليزية" },
      cell: ({ merchant }) => merchant.nameEn,
    },
    { header: { en: "Merchant in Arabic", ar: "التاجر بالعربية" }, cell: ({ merchant }) => merchant.nameAr },
    {
      header: { en: "Category in English", ar: "الفئة بالإنجليزية" },
      cell: ({ category }) => category?.nameEn ?? "",
    },
    {
      header: { en: "Category in Arabic", ar: "الفئة بالعربية" },
      cell: ({ category }) => category?.nameAr ?? "",
    },
    { header: { en: "Status", ar: "الحالة" }, cell: (deal) => dealState(deal, now) },
    { header: { en: "Start", ar: "البداية" }, cell: ({ startDate }) => moment(startDate) },
    { header: { en: "End", ar: "النهاية" }, cell: ({ endDate }) => moment(endDate) },
    {
      header: { en: "Usable until", ar: "صالح للاستخدام حتى" },
      cell: ({ expiryDate }) => moment(expiryDate),
    },
    { header: { en: "Rate plans", ar: "الباقات" }, cell: ({ ratePlans }) => ratePlans.join(" ") },
  ];
}
