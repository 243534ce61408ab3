import { findForDesk } from "@/lib/areas/coupons/portal";
import { findCouponSchema, scannedCouponSchema } from "@/lib/areas/coupons/schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { withPortal } from "@/lib/portal/with-portal";

/** A coupon by its number. A POST, so that no number ever stands in an address. */
export const POST = withPortal({
  roles: PERMISSIONS["coupon.read"],
  reach: "own",
  body: findCouponSchema,
  answer: scannedCouponSchema,
  handler: ({ actor, body }) => findForDesk(actor, body.number),
});
