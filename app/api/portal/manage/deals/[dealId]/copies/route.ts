import { changedDeal } from "@/lib/areas/deals/desk-portal";
import { dealTargetSchema, deskDealSchema } from "@/lib/areas/deals/desk-schemas";
import { duplicateDeal } from "@/lib/areas/deals/duplicate-deal";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Makes a draft like the deal. */
export const POST = withPortal({
  roles: PERMISSIONS["deal.duplicate"],
  reach: "own",
  params: dealTargetSchema,
  answer: deskDealSchema,
  handler: async (call) => {
    const actor = adminActor(call);
    return changedDeal(actor, await duplicateDeal(adminContext(), actor, call.params));
  },
});
