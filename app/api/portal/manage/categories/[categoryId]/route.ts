import { deactivateCategory, reactivateCategory, updateCategory } from "@/lib/areas/categories/categories";
import { readCategories } from "@/lib/areas/categories/portal";
import {
  activateCategorySchema,
  categoryTargetSchema,
  deskCategoriesSchema,
  updateCategorySchema,
} from "@/lib/areas/categories/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Changes a category. Refused as a conflict when it is no longer what was read. */
export const PUT = withPortal({
  roles: PERMISSIONS["category.update"],
  reach: "programme",
  params: categoryTargetSchema,
  body: updateCategorySchema,
  answer: deskCategoriesSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    await updateCategory(adminContext(), actor, { ...call.params, ...call.body });
    return readCategories(actor);
  },
});

/** Takes it out of use, or into use again. */
export const PATCH = withPortal({
  roles: PERMISSIONS["category.deactivate"],
  reach: "programme",
  params: categoryTargetSchema,
  body: activateCategorySchema,
  answer: deskCategoriesSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    const change = call.body.isActive ? reactivateCategory : deactivateCategory;
    await change(adminContext(), actor, call.params);
    return readCategories(actor);
  },
});
