import { useAtTill } from "@/lib/areas/coupons/portal";
import { useCouponSchema, usedCouponSchema } from "@/lib/areas/coupons/schemas";
import { TILL_ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Uses a coupon of a customer. */
export const POST = withPortal({
  roles: TILL_ROLES,
  reach: "branch",
  body: useCouponSchema,
  answer: usedCouponSchema,
  handler: (call) => useAtTill(call, "use", call.body),
});
