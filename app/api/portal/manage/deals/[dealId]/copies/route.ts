import { duplicateDeal } from "@/lib/admin/duplicate-deal";
import { PERMISSIONS } from "@/lib/admin/permissions";
import { dealTargetSchema, deskDealSchema } from "@/lib/contract/portal/deal-desk";
import { adminActor, adminContext } from "@/lib/http/portal/administration";
import { changedDeal } from "@/lib/http/portal/deal-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

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
