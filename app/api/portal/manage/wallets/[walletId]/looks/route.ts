import { ADMIN_ROLES } from "@/lib/areas/roles";
import { presentLooks } from "@/lib/areas/wallets/desk-portal";
import {
  walletIdParamsSchema,
  walletLooksQuerySchema,
  walletLooksSchema,
} from "@/lib/areas/wallets/desk-schemas";
import { withPortal } from "@/lib/portal/with-portal";

/** Who looked at the wallet. */
export const GET = withPortal({
  roles: ADMIN_ROLES,
  reach: "own",
  params: walletIdParamsSchema,
  query: walletLooksQuerySchema,
  answer: walletLooksSchema,
  handler: ({ actor, params, query }) => presentLooks(actor, params.walletId, query.cursor),
});
