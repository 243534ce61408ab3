import { readDealAnswer } from "@/lib/areas/deals/desk-portal";
import { dealAnswerRequestSchema, dealAnswerSchema } from "@/lib/areas/deals/desk-schemas";
import { PERMISSIONS } from "@/lib/areas/permissions";
import { baseUrlOf } from "@/lib/points-api/get-deals";
import { adminActor } from "@/lib/portal/administration";
import { withPortal } from "@/lib/portal/with-portal";
import { services } from "@/lib/services";

/** What GetDeals answers for a rate plan, a language and a moment. */
export const GET = withPortal({
  roles: PERMISSIONS["deal.read"],
  reach: "own",
  query: dealAnswerRequestSchema,
  answer: dealAnswerSchema,
  handler: (call) =>
    readDealAnswer(
      adminActor(call),
      call.query,
      services().publicUrl ?? baseUrlOf(call.request.headers.get("host") ?? undefined),
    ),
});
