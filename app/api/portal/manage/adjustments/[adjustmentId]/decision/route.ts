import { DONE, doneSchema } from "@/lib/areas/account/schemas";
import { decideAdjustment } from "@/lib/areas/adjustments/portal";
import { adjustmentDecisionSchema, adjustmentParamsSchema } from "@/lib/areas/adjustments/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** Approves, refuses or takes back an adjustment of the actor's merchant. */
export const POST = withPortal({
  roles: PERMISSIONS["wallet.approve_adjustment"],
  reach: "own",
  params: adjustmentParamsSchema,
  body: adjustmentDecisionSchema,
  answer: doneSchema,
  handler: async ({ params, body, ...call }) => {
    await decideAdjustment(call, params.adjustmentId, body);
    return DONE;
  },
});
