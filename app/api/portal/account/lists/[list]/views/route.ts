import { saveOwnView } from "@/lib/areas/lists/portal";
import { listChoicesSchema, listParamsSchema, saveListViewSchema } from "@/lib/areas/lists/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Saves a view of a list for the user. */
export const POST = withPortal({
  roles: ROLES,
  reach: "self",
  params: listParamsSchema,
  body: saveListViewSchema,
  answer: listChoicesSchema,
  handler: saveOwnView,
});
