import { SERVING_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

export const entries = contract("entries", () => import("./schemas"), {
  /** One entry with those it is tied to. */
  read: {
    route: "GET entries/:entryId",
    may: SERVING_ROLES,
    reach: "own",
    params: "entryParamsSchema",
    answer: "entryDetailsSchema",
  },
  /** A wallet's entries, the newest first. */
  ofWallet: {
    route: "GET wallets/:walletId/entries",
    may: SERVING_ROLES,
    reach: "own",
    params: "walletParamsSchema",
    query: "entryQuerySchema",
    answer: "entryPageSchema",
  },
});
