import type { Prisma } from "@/lib/platform/database/generated/client";
import { type AdminActor, isOwnMerchant, requirePermission } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { dealView, WITH_BRANCHES } from "./deal-view";
import type { DealView } from "./kept-deal";

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
export interface ListedDeal extends DealView {
  merchant: { id: number; nameEn: string; nameAr: string; imageHash: string | null };
  category: { id: number; nameEn: string; nameAr: string; icon: string; isActive: boolean };
}

const WITH_NAMES = {
  ...WITH_BRANCHES,
  merchant: { select: { id: true, nameEn: true, nameAr: true, imageHash: true } },
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
  requirePermission(actor, "deal.read");
  if (!isOwnMerchant(actor, merchantId ?? null)) throw new AdminError("not_found", { subject: "merchant" });
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
    ...(actor.role === "programme_operator" ? {} : { merchantId: actor.merchantId ?? -1 }),
    state: "published",
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
  return { count, deals };
}

type Row = Prisma.DealGetPayload<{ include: typeof WITH_NAMES }>;

function listedDeal({ merchant, category, ...row }: Row): ListedDeal {
  return { ...dealView(row), merchant, category };
}
