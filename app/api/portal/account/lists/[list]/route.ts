import { readOwnList } from "@/lib/areas/lists/portal";
import { listChoicesSchema, listParamsSchema } from "@/lib/areas/lists/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** The user's saved views of a list, and the columns it does without. */
export const GET = withPortal({
  roles: ROLES,
  reach: "self",
  params: listParamsSchema,
  answer: listChoicesSchema,
  handler: ({ actor, params }) => readOwnList(actor, params.list),
});
