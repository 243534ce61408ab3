import type { AdminActor } from "@/lib/areas/actor";
import { administer } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { type CategoryView, changeCategory, lockCategory } from "./category-view";

/**
 * Takes a category into use again. One that is in use already stays as it is.
 * @throws AdminError forbidden, not_found
 */
export function reactivateCategory(
  context: AdminContext,
  actor: AdminActor,
  { categoryId }: { categoryId: number },
): Promise<CategoryView> {
  return administer(context, actor, "category.reactivate", async (act) => {
    const category = await lockCategory(act, categoryId);
    return category.isActive ? category : changeCategory(act, category, { isActive: true });
  });
}
