import { segmentHoldingsSchema, segmentParamsSchema } from "@/lib/areas/programme/desk-schemas";
import { readHoldings } from "@/lib/areas/programme/portal";
import { withPortal } from "@/lib/portal/with-portal";

/** The wallets and points that a change of the segment's rates concerns. */
export const GET = withPortal({
  roles: ["programme_operator"],
  reach: "programme",
  params: segmentParamsSchema,
  answer: segmentHoldingsSchema,
  handler: ({ params }) => readHoldings(params.segmentId),
});
