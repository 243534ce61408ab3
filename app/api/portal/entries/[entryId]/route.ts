import { ROLES } from "@/lib/auth/roles";
import { entryDetailsSchema, entryParamsSchema } from "@/lib/contract/portal/entries";
import { presentEntryDetails } from "@/lib/http/portal/entries";
import { withPortal } from "@/lib/http/portal/with-portal";

export const GET = withPortal({
  roles: ROLES,
  reach: "own",
  params: entryParamsSchema,
  answer: entryDetailsSchema,
  handler: ({ actor, params }) => presentEntryDetails(actor, params.entryId),
});
