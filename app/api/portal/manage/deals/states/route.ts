import { moveDeals } from "@/lib/areas/deals/desk-portal";
import { moveDealsRequestSchema } from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { manyAnswerSchema } from "@/lib/portal/wire/many";
import { withPortal } from "@/lib/portal/with-portal";

/** Pauses or resumes some deals. */
export const POST = withPortal({
  roles: PERMISSIONS["deal.change_state"],
  reach: "own",
  body: moveDealsRequestSchema,
  answer: manyAnswerSchema,
  handler: moveDeals,
});
