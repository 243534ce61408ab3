import { createDeal } from "@/lib/admin/create-deal";
import { PERMISSIONS } from "@/lib/admin/permissions";
import {
  createDealRequestSchema,
  deskDealSchema,
  deskListRequestSchema,
  deskListSchema,
} from "@/lib/contract/portal/deal-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { changedDeal, dealFieldsOf, readDeskList } from "@/lib/http/portal/deal-desk";
import { requireMerchant } from "@/lib/http/portal/require";
import { withPortal } from "@/lib/http/portal/with-portal";

/** The deals of the actor's merchant in every state, or of all merchants for an operator. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  query: deskListRequestSchema,
  answer: deskListSchema,
  handler: (call) => readDeskList(adminActor(call), call.query),
});

/** Makes a draft. */
export const POST = withPortal({
  roles: PERMISSIONS["deal.create"],
  reach: "merchant",
  body: createDealRequestSchema,
  answer: deskDealSchema,
  handler: async (call) => {
    const { merchantId, ...fields } = call.body;
    requireMerchant(call.actor, merchantId);
    const actor = adminActor(call);
    const deal = await createDeal(adminContext(), actor, { merchantId, ...dealFieldsOf(fields) });
    return changedDeal(actor, deal);
  },
});
