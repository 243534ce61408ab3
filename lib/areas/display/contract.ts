import { TILL_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const open = { may: "public", reach: "self" } as const;
const TILL = "session/display";
const till = { may: TILL_ROLES, answer: "tillDisplaySchema" } as const;
const schemas = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/portal/wire/done")),
});

export const display = contract("display", schemas, {
  /** The screen of this cookie's display. */
  read: { route: "GET display", ...open, query: "displayQuerySchema", answer: "displaySchema" },
  /** Deals of its merchant, for the display of this cookie while nobody is served. */
  deals: { route: "GET display/deals", ...open, answer: "displayDealsSchema" },
  /** Pairs this device with the till that shows the code. */
  pair: { route: "POST display", ...open, body: "pairDisplaySchema", answer: "doneSchema" },
  leave: { route: "DELETE display", ...open, answer: "doneSchema" },
  /** The customer's PIN, for the redemption that waits at the till. The answer does not say what it came to. */
  givePin: { route: "POST display/pin", ...open, body: "displayPinSchema", answer: "displaySchema" },
  /** The customer agrees to join, or does not; or wants no PIN. */
  answer: { route: "POST display/answer", ...open, body: "displayAnswerSchema", answer: "displaySchema" },
  /** The PIN that the customer chose, for the wallet that the till names; the till never has it. */
  choosePin: { route: "POST display/new-pin", ...open, body: "displayNewPinSchema", answer: "displaySchema" },
  /** The display of the caller's till. */
  ofTill: { route: `GET ${TILL}`, ...till, reach: "own", query: "displayQuerySchema" },
  /** Waits for a display, with a new code. */
  offer: { route: `POST ${TILL}`, ...till, reach: "branch", body: "newDisplaySchema" },
  /** Says what the till shows. */
  show: { route: `PUT ${TILL}`, ...till, reach: "branch", body: "showRequestSchema" },
  end: { route: `DELETE ${TILL}`, ...till, reach: "own" },
});
