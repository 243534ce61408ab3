import { createDeal } from "@/lib/areas/deals/create-deal";
import { changedDeal, dealFieldsOf, readDeskList } from "@/lib/areas/deals/desk-portal";
import {
  createDealRequestSchema,
  deskDealSchema,
  deskListRequestSchema,
  deskListSchema,
} from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { requireMerchant } from "@/lib/portal/require";
import { withPortal } from "@/lib/portal/with-portal";

/** The deals of the actor's merchant in every state, or of all merchants for an operator. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  query: deskListRequestSchema,
  answer: deskListSchema,
  handler: (call) => readDeskList(adminActor(call), call.query),
});

/** Makes a deal: a draft, or one that is published at once. */
export const POST = withPortal({
  roles: PERMISSIONS["deal.create"],
  reach: "merchant",
  body: createDealRequestSchema,
  answer: deskDealSchema,
  handler: async (call) => {
    const { merchantId, publication, ...fields } = call.body;
    requireMerchant(call.actor, merchantId);
    const actor = adminActor(call);
    const input = { merchantId, publication, ...dealFieldsOf(fields) };
    const deal = await createDeal(adminContext(), actor, input);
    return changedDeal(actor, deal);
  },
});
