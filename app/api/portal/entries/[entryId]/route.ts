import { presentEntryDetails } from "@/lib/areas/entries/portal";
import { entryDetailsSchema, entryParamsSchema } from "@/lib/areas/entries/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: ROLES,
  reach: "own",
  params: entryParamsSchema,
  answer: entryDetailsSchema,
  handler: ({ actor, params }) => presentEntryDetails(actor, params.entryId),
});
