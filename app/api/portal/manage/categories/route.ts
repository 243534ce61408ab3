import { createCategory } from "@/lib/admin/create-category";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { categoryFieldsSchema, deskCategoriesSchema } from "@/lib/contract/portal/deal-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { readDeskCategories } from "@/lib/http/portal/deal-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The categories of all merchants' deals. Each act on them answers with what there is then. */
export const GET = withPortal({
  roles: PERMISSIONS["category.read"],
  reach: "programme",
  answer: deskCategoriesSchema,
  handler: (call) => readDeskCategories(adminActor(call)),
});

export const POST = withPortal({
  roles: PERMISSIONS["category.create"],
  reach: "programme",
  body: categoryFieldsSchema,
  answer: deskCategoriesSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    await createCategory(adminContext(), actor, call.body);
    return readDeskCategories(actor);
  },
});
