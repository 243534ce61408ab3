import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const schemas = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/areas/entries/schemas")),
});

export const referrals = contract("wallets", schemas, {
  /** The referrer of a wallet's customer, and the customers whom that customer referred. */
  referrals: {
    route: "GET wallets/:walletId/referrals",
    may: SERVING_ROLES,
    reach: "own",
    params: "walletParamsSchema",
    answer: "walletReferralsSchema",
  },
});
