import type { AdminActor } from "@/lib/areas/actor";
import { administer } from "@/lib/areas/administer";
import type { AdminContext } from "@/lib/areas/context";
import { type CategoryView, categoryView } from "./category-view";

export type CreateCategoryInput = Pick<CategoryView, "nameEn" | "nameAr" | "icon" | "sortingNumber">;

/**
 * Makes a category, which deals can be put into at once.
 * @throws AdminError forbidden
 */
export function createCategory(
  context: AdminContext,
  actor: AdminActor,
  fields: CreateCategoryInput,
): Promise<CategoryView> {
  return administer(context, actor, "category.create", async ({ tx, record, announce }) => {
    const category = categoryView(await tx.category.create({ data: fields }));
    await record({
      subject: "category",
      subjectId: category.id,
      merchantId: null,
      before: null,
      after: { ...category },
    });
    await announce("category", category.id);
    return category;
  });
}
