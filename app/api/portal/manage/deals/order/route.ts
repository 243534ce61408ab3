import { orderDeals } from "@/lib/admin/order-deals";
import { PERMISSIONS } from "@/lib/admin/permissions";
import {
  changeDealOrderRequestSchema,
  dealOrderRequestSchema,
  dealOrderSchema,
} from "@/lib/contract/portal/deal-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { readDealOrder } from "@/lib/http/portal/deal-desk";
import { PortalRefusal } from "@/lib/http/portal/refusal";
import { requireMerchant } from "@/lib/http/portal/require";
import { withPortal } from "@/lib/http/portal/with-portal";
import { services } from "@/lib/services";

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
    const actor = adminActor(call);
    await orderDeals(adminContext(), actor, call.body);
    services().deals.forget();
    return readDealOrder(actor, merchantId ?? undefined);
  },
});
