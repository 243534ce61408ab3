import { TILL_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const asked = { may: TILL_ROLES, reach: "branch" } as const;
const posted = { ...asked, answer: "postedSchema" } as const;

/** A till's operations on a customer's points. Requests that wait on a device are sent by these names later on. */
export const till = contract("till", () => import("./schemas"), {
  reward: { route: "POST points/reward", ...posted, body: "rewardRequestSchema" },
  redeem: { route: "POST points/redeem", ...posted, body: "redeemRequestSchema" },
  refund: { route: "POST points/refund", ...posted, body: "refundRequestSchema" },
  return: { route: "POST points/return", ...posted, body: "returnRequestSchema" },
  cancel: { route: "POST points/cancel", ...posted, body: "cancelRequestSchema" },
  /** Outcome of an operation; nothing is done. */
  quote: { route: "POST points/quote", ...asked, body: "quoteRequestSchema", answer: "quoteSchema" },
  /** State of an operation whose answer was lost. */
  settle: { route: "POST points/settle", ...asked, body: "settleRequestSchema", answer: "settledSchema" },
});
