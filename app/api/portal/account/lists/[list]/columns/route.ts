import { hideOwnColumns } from "@/lib/areas/lists/portal";
import { hideColumnsSchema, listChoicesSchema, listParamsSchema } from "@/lib/areas/lists/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Keeps which columns the user's list does without. */
export const PUT = withPortal({
  roles: ROLES,
  reach: "self",
  params: listParamsSchema,
  body: hideColumnsSchema,
  answer: listChoicesSchema,
  handler: hideOwnColumns,
});
