import { readWalletCoupons } from "@/lib/areas/coupons/portal";
import { walletCouponsRequestSchema, walletCouponsSchema } from "@/lib/areas/coupons/schemas";
import { walletParamsSchema } from "@/lib/areas/entries/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** The coupons of a wallet at a branch, and what it can have for points there. */
export const GET = withPortal({
  roles: ROLES,
  reach: "own",
  params: walletParamsSchema,
  query: walletCouponsRequestSchema,
  answer: walletCouponsSchema,
  handler: ({ actor, params, query }) => readWalletCoupons(actor, params.walletId, query),
});
