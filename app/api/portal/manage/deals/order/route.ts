import { changeDealOrder, readDealOrder } from "@/lib/areas/deals/desk-portal";
import {
  changeDealOrderRequestSchema,
  dealOrderRequestSchema,
  dealOrderSchema,
} from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor } from "@/lib/portal/administration";
import { PortalRefusal } from "@/lib/portal/refusal";
import { requireMerchant } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

/** The deals that are not over, as GetDeals orders them. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  query: dealOrderRequestSchema,
  answer: dealOrderSchema,
  handler: (call) => readDealOrder(adminActor(call), call.query.merchant),
});

/** Puts them in another order. Refused as a conflict when it is no longer the order that was seen. */
export const PUT = withPortal({
  roles: PERMISSIONS["deal.order"],
  reach: "merchant",
  body: changeDealOrderRequestSchema,
  answer: dealOrderSchema,
  handler: async (call) => {
    const { merchantId } = call.body;
    if (merchantId !== null) requireMerchant(call.actor, merchantId);
    else if (call.actor.role !== "programme_operator") throw new PortalRefusal("forbidden");
    return changeDealOrder(adminActor(call), call.body);
  },
});
