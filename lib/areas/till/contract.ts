import { TILL_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const schemas = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/portal/wire/done")),
});

const asked = { may: TILL_ROLES, reach: "branch" } as const;
const posted = { ...asked, answer: "postedSchema" } as const;

/** A till's operations on a customer's points. Requests that wait on a device are sent by these names later on. */
export const till = contract("till", schemas, {
  reward: { route: "POST points/reward", ...posted, body: "rewardRequestSchema" },
  redeem: { route: "POST points/redeem", ...posted, body: "redeemRequestSchema" },
  bill: { route: "POST points/bill", ...posted, body: "billRequestSchema" },
  refund: { route: "POST points/refund", ...posted, body: "refundRequestSchema" },
  return: { route: "POST points/return", ...posted, body: "returnRequestSchema" },
  cancel: { route: "POST points/cancel", ...posted, body: "cancelRequestSchema" },
  /** Outcome of an operation; nothing is done. */
  quote: { route: "POST points/quote", ...asked, body: "quoteRequestSchema", answer: "quoteSchema" },
  /** A refused sale is taken off the device on which it was kept, for a reason: nobody gets points for it. */
  removeKept: {
    route: "POST till/kept-sales/removed",
    ...asked,
    body: "removedSaleSchema",
    answer: "doneSchema",
  },
  /** State of an operation whose answer was lost. */
  settle: { route: "POST points/settle", ...asked, body: "settleRequestSchema", answer: "settledSchema" },
});
