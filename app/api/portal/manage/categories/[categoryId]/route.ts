import { deactivateCategory } from "@/lib/areas/categories/deactivate-category";
import { reactivateCategory } from "@/lib/areas/categories/reactivate-category";
import { updateCategory } from "@/lib/areas/categories/update-category";
import { readDeskCategories } from "@/lib/areas/deals/desk-portal";
import {
  activateCategoryRequestSchema,
  categoryTargetSchema,
  deskCategoriesSchema,
  updateCategoryRequestSchema,
} from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Changes a category. Refused as a conflict when it is no longer what was read. */
export const PUT = withPortal({
  roles: PERMISSIONS["category.update"],
  reach: "programme",
  params: categoryTargetSchema,
  body: updateCategoryRequestSchema,
  answer: deskCategoriesSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    await updateCategory(adminContext(), actor, { ...call.params, ...call.body });
    return readDeskCategories(actor);
  },
});

/** Takes it out of use, or into use again. */
export const PATCH = withPortal({
  roles: PERMISSIONS["category.deactivate"],
  reach: "programme",
  params: categoryTargetSchema,
  body: activateCategoryRequestSchema,
  answer: deskCategoriesSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    const change = call.body.isActive ? reactivateCategory : deactivateCategory;
    await change(adminContext(), actor, call.params);
    return readDeskCategories(actor);
  },
});
