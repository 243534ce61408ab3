import { type AdminActor, requirePermission } from "@/lib/areas/actor";
import type { AdminContext } from "@/lib/areas/context";
import { dealState, type StoredDealState } from "@/lib/areas/deals/states";
import { type CategoryView, categoryView } from "./category-view";

/** A category with the deals that are in it, of all merchants. */
export interface CountedCategory extends CategoryView {
  dealCount: number;
  liveDealCount: number;
}

/**
 * The categories, in use or not, in the programme's order.
 * @throws AdminError forbidden
 */
export async function listCategories(
  { database, clock }: AdminContext,
  actor: AdminActor,
): Promise<CountedCategory[]> {
  requirePermission(actor, "category.read");
  const now = clock.now();
  const rows = await database.category.findMany({
    include: { deals: { select: { state: true, startDate: true, endDate: true } } },
    orderBy: [{ sortingNumber: "asc" }, { id: "asc" }],
  });
  return rows.map(({ deals, ...row }) => ({
    ...categoryView(row),
    dealCount: deals.length,
    liveDealCount: deals.filter(
      (deal) => dealState({ ...deal, state: deal.state as StoredDealState }, now) === "live",
    ).length,
  }));
}
