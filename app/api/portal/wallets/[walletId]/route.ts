import { ROLES } from "@/lib/auth/roles";
import { walletParamsSchema, walletSchema } from "@/lib/contract/portal/till";
import { presentWallet } from "@/lib/http/portal/wallets";
import { withPortal } from "@/lib/http/portal/with-portal";

export const GET = withPortal({
  roles: ROLES,
  reach: "own",
  params: walletParamsSchema,
  answer: walletSchema,
  handler: ({ actor, params }) => presentWallet(actor, params.walletId),
});
