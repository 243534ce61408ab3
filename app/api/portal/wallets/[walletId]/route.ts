import { walletParamsSchema } from "@/lib/areas/entries/schemas";
import { presentWallet } from "@/lib/areas/wallets/portal";
import { walletSchema } from "@/lib/areas/wallets/shown-schemas";
import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { withPortal } from "@/lib/portal/with-portal";

export const GET = withPortal({
  roles: SERVING_ROLES,
  reach: "own",
  params: walletParamsSchema,
  answer: walletSchema,
  handler: ({ actor, params }) => presentWallet(actor, params.walletId),
});
