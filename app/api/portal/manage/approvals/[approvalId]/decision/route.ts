import { DONE, doneSchema } from "@/lib/areas/account/schemas";
import { decideFromDesk } from "@/lib/areas/approvals/portal";
import { approvalDecisionSchema, approvalParamsSchema } from "@/lib/areas/approvals/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** Lets a movement pass its limits, or refuses it. */
export const POST = withPortal({
  roles: PERMISSIONS["approval.decide"],
  reach: "own",
  params: approvalParamsSchema,
  body: approvalDecisionSchema,
  answer: doneSchema,
  handler: async ({ params, body, ...call }) => {
    await decideFromDesk(call, params.approvalId, body.decision);
    return DONE;
  },
});
