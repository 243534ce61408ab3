import { ROLES } from "@/lib/auth/roles";
import { entryPageSchema, entryQuerySchema } from "@/lib/contract/portal/entries";
import { walletParamsSchema } from "@/lib/contract/portal/till";
import { presentWalletHistory } from "@/lib/http/portal/entries";
import { withPortal } from "@/lib/http/portal/with-portal";

export const GET = withPortal({
  roles: ROLES,
  reach: "own",
  params: walletParamsSchema,
  query: entryQuerySchema,
  answer: entryPageSchema,
  handler: ({ actor, params, query }) => presentWalletHistory(actor, params.walletId, query),
});
