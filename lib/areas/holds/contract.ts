import { SERVING_ROLES, TILL_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const schemas = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/areas/entries/schemas")),
  ...(await import("@/lib/areas/till/schemas")),
});
const list = { reach: "own", answer: "holdListSchema" } as const;

export const holds = contract("wallets", schemas, {
  /** The open holds of a wallet. */
  holds: { route: "GET wallets/:walletId/holds", may: SERVING_ROLES, params: "walletParamsSchema", ...list },
  /** The order of a hold is handed out: pays it with the points held, or with fewer. */
  handOut: {
    route: "POST wallets/:walletId/holds/:holdId/hand-out",
    may: TILL_ROLES,
    reach: "branch",
    params: "holdParamsSchema",
    body: "handOutRequestSchema",
    answer: "postedSchema",
    outdates: ["entries", "today"],
  },
  /** Gives the points of a hold back. */
  releaseHold: {
    route: "POST wallets/:walletId/holds/:holdId/release",
    may: "wallet.release_hold",
    params: "holdParamsSchema",
    ...list,
    outdates: ["entries", "today"],
  },
});
