import { moveDeal } from "@/lib/areas/deals/desk-portal";
import { dealTargetSchema, deskDealSchema, moveDealRequestSchema } from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Publishes, starts, withdraws, pauses, resumes or ends a deal. */
export const POST = withPortal({
  roles: PERMISSIONS["deal.change_state"],
  reach: "own",
  params: dealTargetSchema,
  body: moveDealRequestSchema,
  answer: deskDealSchema,
  handler: (call) => moveDeal(adminActor(call), { ...call.params, ...call.body }),
});
