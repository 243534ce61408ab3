import { type AdminActor, requirePermission } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { type DealSchedule, dealState } from "@/lib/portal/acts/deal-states";
import { recordActs } from "@/lib/portal/acts/record-acts";
import { type Category, type CategoryFields, type CountedCategory, category } from "./record";

const acts = recordActs({ subject: "category", table: (tx) => tx.category, record: category });

const IN_ORDER = [{ sortingNumber: "asc" as const }, { id: "asc" as const }];

/** The categories, in use or not, in the programme's order. */
export async function categoriesInOrder({ database }: AdminContext): Promise<Category[]> {
  return (await database.category.findMany({ orderBy: IN_ORDER })).map(category.view);
}

/**
 * The same with the number of deals in each, of all merchants.
 * @throws AdminError forbidden
 */
export async function listCategories(
  { database, clock }: AdminContext,
  actor: AdminActor,
): Promise<CountedCategory[]> {
  requirePermission(actor, "category.read");
  const now = clock.now();
  const rows = await database.category.findMany({
    include: {
      deals: {
        select: { state: true, startDate: true, endDate: true, merchant: { select: { isActive: true } } },
      },
    },
    orderBy: IN_ORDER,
  });
  return rows.map(({ deals, ...row }) => ({
    ...category.view(row),
    dealCount: deals.length,
    // Checked by the database.
    liveDealCount: deals.filter(
      ({ merchant, ...deal }) =>
        dealState({ ...(deal as DealSchedule), isMerchantStopped: !merchant.isActive }, now) === "live",
    ).length,
  }));
}

/** @throws AdminError forbidden */
export function createCategory(
  context: AdminContext,
  actor: AdminActor,
  fields: CategoryFields,
): Promise<Category> {
  return administer(context, actor, "category.create", (act) => acts.create(act, fields));
}

/**
 * Changes a category, and with it all deals that are in it.
 * @throws AdminError forbidden, not_found, conflict
 */
export function updateCategory(
  context: AdminContext,
  actor: AdminActor,
  { categoryId, version, ...fields }: CategoryFields & { categoryId: number; version: number },
): Promise<Category> {
  return administer(context, actor, "category.update", async (act) =>
    acts.change(act, await acts.lock(act, categoryId, version), fields),
  );
}

/**
 * Takes a category out of use (no further deals are put into it; those in it stay, and stay listed), or into use again. One
 * that is so already stays as it is.
 * @throws AdminError forbidden, not_found, conflict (when a version is named)
 */
export function setCategoryActive(
  context: AdminContext,
  actor: AdminActor,
  { categoryId, version, isActive }: { categoryId: number; version?: number | undefined; isActive: boolean },
): Promise<Category> {
  return administer(context, actor, isActive ? "category.reactivate" : "category.deactivate", (act) =>
    acts.switchTo(act, { id: categoryId, version, isActive }),
  );
}
