import { readDealCalendar } from "@/lib/areas/deals/desk-portal";
import { dealCalendarRequestSchema, dealCalendarSchema } from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** What is live when in a month, of the actor's merchant or of all merchants for an operator. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  query: dealCalendarRequestSchema,
  answer: dealCalendarSchema,
  handler: (call) => readDealCalendar(adminActor(call), call.query),
});
