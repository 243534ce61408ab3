import { changeOwnView, removeOwnView } from "@/lib/areas/lists/portal";
import { changeListViewSchema, listChoicesSchema, listViewParamsSchema } from "@/lib/areas/lists/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Renames one of the user's views, gives it other filters or columns, or puts it first. */
export const PATCH = withPortal({
  roles: ROLES,
  reach: "self",
  params: listViewParamsSchema,
  body: changeListViewSchema,
  answer: listChoicesSchema,
  handler: changeOwnView,
});

export const DELETE = withPortal({
  roles: ROLES,
  reach: "self",
  params: listViewParamsSchema,
  answer: listChoicesSchema,
  handler: removeOwnView,
});
