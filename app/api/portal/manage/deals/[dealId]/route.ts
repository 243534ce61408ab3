import { changedDeal, dealFieldsOf, readDeskDeal, removeDeal } from "@/lib/areas/deals/desk-portal";
import {
  dealTargetSchema,
  deleteDealRequestSchema,
  deletedDealSchema,
  deskDealSchema,
  updateDealRequestSchema,
} from "@/lib/areas/deals/desk-schemas";
import { updateDeal } from "@/lib/areas/deals/update-deal";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor, adminContext } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** Everything about a deal of the actor's; another merchant's does not exist for them. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  params: dealTargetSchema,
  answer: deskDealSchema,
  handler: (call) => readDeskDeal(adminActor(call), call.params.dealId),
});

/** Changes it as a whole, and publishes a draft when asked to. Refused as a conflict when it is no longer what was read. */
export const PUT = withPortal({
  roles: PERMISSIONS["deal.update"],
  reach: "own",
  params: dealTargetSchema,
  body: updateDealRequestSchema,
  answer: deskDealSchema,
  handler: async (call) => {
    const { version, publication, ...fields } = call.body;
    const actor = adminActor(call);
    const input = { dealId: call.params.dealId, version, publication, ...dealFieldsOf(fields) };
    return changedDeal(actor, await updateDeal(adminContext(), actor, input));
  },
});

/** Removes a draft that was never published. Refused as a conflict when it is no longer what was read. */
export const DELETE = withPortal({
  roles: PERMISSIONS["deal.delete"],
  reach: "own",
  params: dealTargetSchema,
  query: deleteDealRequestSchema,
  answer: deletedDealSchema,
  handler: (call) => removeDeal(adminActor(call), { ...call.params, ...call.query }),
});
