import type { AdminActor } from "@/lib/areas/actor";
import { administer } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { type CategoryView, changeCategory, lockCategory } from "./category-view";

/**
 * Takes a category out of use: no further deals are put into it. Those that are in it stay, and stay listed. One that is
 * out of use already stays as it is.
 * @throws AdminError forbidden, not_found
 */
export function deactivateCategory(
  context: AdminContext,
  actor: AdminActor,
  { categoryId }: { categoryId: number },
): Promise<CategoryView> {
  return administer(context, actor, "category.deactivate", async (act) => {
    const category = await lockCategory(act, categoryId);
    return category.isActive ? changeCategory(act, category, { isActive: false }) : category;
  });
}
