import { walletParamsSchema } from "@/lib/areas/entries/schemas";
import { presentHolds } from "@/lib/areas/holds/portal";
import { holdListSchema } from "@/lib/areas/holds/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: ROLES,
  reach: "own",
  params: walletParamsSchema,
  answer: holdListSchema,
  handler: ({ actor, params }) => presentHolds(actor, params.walletId),
});
