import { PERMISSIONS } from "@/lib/admin/permissions";
import { dealTargetSchema, deskDealSchema, moveDealRequestSchema } from "@/lib/contract/portal/deal-desk";
import { adminActor } from "@/lib/http/portal/administration";
import { moveDeal } from "@/lib/http/portal/deal-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

/** Publishes, withdraws, pauses, resumes or ends a deal. */
export const POST = withPortal({
  roles: PERMISSIONS["deal.change_state"],
  reach: "own",
  params: dealTargetSchema,
  body: moveDealRequestSchema,
  answer: deskDealSchema,
  handler: (call) => moveDeal(adminActor(call), { ...call.params, ...call.body }),
});
