import { presentWalletHistory } from "@/lib/areas/entries/portal";
import { entryPageSchema, entryQuerySchema } from "@/lib/areas/entries/schemas";
import { ROLES } from "@/lib/areas/roles";
import { walletParamsSchema } from "@/lib/areas/till/schemas";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: ROLES,
  reach: "own",
  params: walletParamsSchema,
  query: entryQuerySchema,
  answer: entryPageSchema,
  handler: ({ actor, params, query }) => presentWalletHistory(actor, params.walletId, query),
});
