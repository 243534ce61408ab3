import { TILL_ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const ASKED = "points/approvals/:approvalId";
const asked = {
  may: TILL_ROLES,
  reach: "own",
  params: "approvalParamsSchema",
  answer: "askedApprovalSchema",
} as const;
const schemas = async () => ({
  ...(await import("./schemas")),
  ...(await import("@/lib/portal/wire/done")),
});

export const approvals = contract("approvals", schemas, {
  /** Requests of tills: of the actor's merchant, or all. An open page asks by itself, every few seconds. */
  list: {
    route: "GET manage/approvals",
    may: "approval.read",
    reach: "own",
    answer: "approvalListSchema",
  },
  /** Lets a movement pass its limits, or refuses it. */
  decide: {
    route: "POST manage/approvals/:approvalId/decision",
    may: "approval.decide",
    reach: "own",
    params: "approvalParamsSchema",
    body: "approvalDecisionSchema",
    answer: "doneSchema",
    outdates: ["adjustments"],
  },
  /** Asks for a person to let a movement pass its limits. */
  ask: {
    route: "POST points/approvals",
    may: TILL_ROLES,
    reach: "branch",
    body: "askApprovalRequestSchema",
    answer: "askedApprovalSchema",
  },
  /** State of the actor's own request. The till asks by itself while it waits. */
  asked: { route: `GET ${ASKED}`, ...asked },
  /** Another person approves the actor's request at the actor's till, with their own PIN. */
  approveHere: { route: `POST ${ASKED}/here`, ...asked, body: "approveHereRequestSchema" },
});
