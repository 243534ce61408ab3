import { PERMISSIONS } from "@/lib/admin/permissions";
import { dealDeskChoicesSchema } from "@/lib/contract/portal/deal-desk";
import { adminActor } from "@/lib/http/portal/administration";
import { readDeskChoices } from "@/lib/http/portal/deal-desk";
import { withPortal } from "@/lib/http/portal/with-portal";

/** What a deal can be made of: merchants, categories, branches, rate plans. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  answer: dealDeskChoicesSchema,
  handler: (call) => readDeskChoices(adminActor(call)),
});
