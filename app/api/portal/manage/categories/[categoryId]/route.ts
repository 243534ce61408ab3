import { deactivateCategory } from "@/lib/admin/deactivate-category";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { reactivateCategory } from "@/lib/admin/reactivate-category";
import { updateCategory } from "@/lib/admin/update-category";
import {
  activateCategoryRequestSchema,
  categoryTargetSchema,
  deskCategoriesSchema,
  updateCategoryRequestSchema,
} from "@/lib/contract/portal/deal-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { readDeskCategories } from "@/lib/http/portal/deal-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

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
