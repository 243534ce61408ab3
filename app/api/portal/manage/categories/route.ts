import { createCategory } from "@/lib/areas/categories/categories";
import { readCategories } from "@/lib/areas/categories/portal";
import { categoryFieldsSchema, deskCategoriesSchema } from "@/lib/areas/categories/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** The categories of all merchants' deals. Each act on them answers with what there is then. */
export const GET = withPortal({
  roles: PERMISSIONS["category.read"],
  reach: "programme",
  answer: deskCategoriesSchema,
  handler: (call) => readCategories(adminActor(call)),
});

export const POST = withPortal({
  roles: PERMISSIONS["category.create"],
  reach: "programme",
  body: categoryFieldsSchema,
  answer: deskCategoriesSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    await createCategory(adminContext(), actor, call.body);
    return readCategories(actor);
  },
});
