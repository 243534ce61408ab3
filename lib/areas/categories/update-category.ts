import type { AdminActor } from "@/lib/areas/actor";
import { administer, requireVersion } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { type CategoryView, changeCategory, lockCategory } from "./category-view";
import type { CreateCategoryInput } from "./create-category";

export type UpdateCategoryInput = {
  categoryId: number;
  /** The version that was read. */
  version: number;
} & CreateCategoryInput;

/**
 * Changes a category, with all deals that are in it.
 * @throws AdminError forbidden, not_found, conflict
 */
export function updateCategory(
  context: AdminContext,
  actor: AdminActor,
  { categoryId, version, ...fields }: UpdateCategoryInput,
): Promise<CategoryView> {
  return administer(context, actor, "category.update", async (act) => {
    const category = await lockCategory(act, categoryId);
    requireVersion("category", category.version, version);
    return changeCategory(act, category, fields);
  });
}
