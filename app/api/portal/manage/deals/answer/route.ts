import { readDealAnswer } from "@/lib/areas/deals/desk-portal";
import { dealAnswerRequestSchema, dealAnswerSchema } from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";

/** What GetDeals answers for a rate plan, a language and a moment. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  query: dealAnswerRequestSchema,
  answer: dealAnswerSchema,
  handler: (call) => readDealAnswer(adminActor(call), call.query, call.request.headers),
});
