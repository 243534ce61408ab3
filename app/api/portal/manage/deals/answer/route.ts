import { PERMISSIONS } from "@/lib/admin/permissions";
import { dealAnswerRequestSchema, dealAnswerSchema } from "@/lib/contract/portal/deal-desk";
import { baseUrlOf } from "@/lib/http/deals-response";
import { adminActor } from "@/lib/http/portal/administration";
import { readDealAnswer } from "@/lib/http/portal/deal-desk";
import { withPortal } from "@/lib/http/portal/with-portal";
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
