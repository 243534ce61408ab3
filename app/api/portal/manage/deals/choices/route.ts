import { readDeskChoices } from "@/lib/areas/deals/desk-portal";
import { dealDeskChoicesSchema } from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** What a deal can be made of: merchants, categories, branches, rate plans. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  answer: dealDeskChoicesSchema,
  handler: (call) => readDeskChoices(adminActor(call)),
});
