import { issueByHand } from "@/lib/areas/coupons/issue-coupons";
import { issueByHandSchema, issuedByHandSchema, templateTargetSchema } from "@/lib/areas/coupons/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Issues a coupon to one customer. */
export const POST = withPortal({
  roles: PERMISSIONS["coupon.issue"],
  reach: "own",
  params: templateTargetSchema,
  body: issueByHandSchema,
  answer: issuedByHandSchema,
  handler: (call) => issueByHand(adminContext(), adminActor(call), { ...call.params, ...call.body }),
});
