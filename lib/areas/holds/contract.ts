import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const schemas = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/areas/entries/schemas")),
});
const list = { reach: "own", answer: "holdListSchema" } as const;

export const holds = contract("wallets", schemas, {
  /** The open holds of a wallet. */
  holds: { route: "GET wallets/:walletId/holds", may: SERVING_ROLES, params: "walletParamsSchema", ...list },
  /** Gives the points of a hold back. */
  releaseHold: {
    route: "POST wallets/:walletId/holds/:holdId/release",
    may: "wallet.release_hold",
    params: "holdParamsSchema",
    ...list,
    outdates: ["entries", "today"],
  },
});
