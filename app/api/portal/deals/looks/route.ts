import { countDealLooks } from "@/lib/areas/deals/portal";
import { dealLooksSchema, noteSchema } from "@/lib/areas/deals/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Counts which deals somebody saw and opened. */
export const POST = withPortal({
  roles: ROLES,
  reach: "programme",
  body: dealLooksSchema,
  answer: noteSchema,
  handler: ({ body }) => countDealLooks(body),
});
