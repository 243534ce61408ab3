import { PERMISSIONS } from "@/lib/admin/permissions";
import { DONE, doneSchema } from "@/lib/contract/portal/account";
import { adjustmentDecisionSchema, adjustmentParamsSchema } from "@/lib/contract/portal/wallet-desk";
import { decideAdjustment } from "@/lib/http/portal/adjustments";
import { withPortal } from "@/lib/http/portal/with-portal";

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
