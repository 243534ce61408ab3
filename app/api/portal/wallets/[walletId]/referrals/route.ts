import { walletParamsSchema } from "@/lib/areas/entries/schemas";
import { presentReferrals } from "@/lib/areas/referrals/portal";
import { walletReferralsSchema } from "@/lib/areas/referrals/schemas";
import { ROLES } from "@/lib/areas/roles";
import { withPortal } from "@/lib/portal/with-portal";

/** Who brought a wallet's customer, and whom its customer brought. */
export const GET = withPortal({
  roles: ROLES,
  reach: "own",
  params: walletParamsSchema,
  answer: walletReferralsSchema,
  handler: ({ actor, params }) => presentReferrals(actor, params.walletId),
});
