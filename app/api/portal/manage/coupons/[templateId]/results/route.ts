import { templateResultsSchema, templateTargetSchema } from "@/lib/areas/coupons/schemas";
import { templateResults } from "@/lib/areas/coupons/templates";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Where a template's coupons were used. */
export const GET = withPortal({
  roles: PERMISSIONS["coupon.read"],
  reach: "own",
  params: templateTargetSchema,
  answer: templateResultsSchema,
  handler: (call) => templateResults(adminContext(), adminActor(call), call.params.templateId),
});
