import { ROLES } from "@/lib/portal/acts/roles";
import { contract } from "@/lib/portal/contract";

const ALL = "manage/adjustments";
/** Everybody with acts that another person approves. */
const ASKER_ROLES = ["marketing", "supervisor", "merchant_admin", "programme_operator"] as const;
const outdates = ["wallets", "entries", "today"] as const;

const acts = async () => ({
  ...(await import("./schemas")),
  ...(await import("./form-schemas")),
});

export const adjustments = {
  ...contract("adjustments", () => import("./schemas"), {
    /** Adjustments that were asked for: of the actor's merchant, or all. */
    list: {
      route: `GET ${ALL}`,
      may: "wallet.approve_adjustment",
      reach: "own",
      query: "adjustmentListQuerySchema",
      answer: "adjustmentPageSchema",
    },
    /** A request of the reader's that was approved, to be sent again by them: its answer has a secret. */
    kept: {
      route: `GET ${ALL}/:adjustmentId/request`,
      may: "approval.decide",
      reach: "own",
      params: "adjustmentParamsSchema",
      answer: "keptRequestSchema",
    },
    /** The reader's own requests that wait for another person. */
    own: {
      route: `GET ${ALL}/own`,
      may: ASKER_ROLES,
      reach: "own",
      answer: "ownWaitingSchema",
      freshMs: 30_000,
    },
    /** How far the reader acts alone, which forms say before the press. */
    bounds: { route: `GET ${ALL}/bounds`, may: ROLES, reach: "own", answer: "boundsSchema", freshMs: 10_000 },
    /** How much waits for the actor's decision. */
    waiting: {
      route: `GET ${ALL}/waiting`,
      may: "approval.decide",
      reach: "own",
      answer: "waitingSchema",
    },
  }),
  ...contract("adjustments", acts, {
    /** Corrects a wallet's points, or asks a second person to. */
    adjust: {
      route: `POST ${ALL}`,
      may: "wallet.adjust",
      reach: "programme",
      body: "adjustPointsSchema",
      answer: "adjustedSchema",
      outdates,
    },
    /** Takes back a request of the actor's own. */
    withdraw: {
      route: `POST ${ALL}/:adjustmentId/withdraw`,
      may: ASKER_ROLES,
      reach: "own",
      params: "adjustmentParamsSchema",
      answer: "decidedAdjustmentSchema",
      outdates: [...outdates, "home"],
    },
    /** Approves, refuses or takes back an adjustment of the actor's merchant. */
    decide: {
      route: `POST ${ALL}/:adjustmentId/decision`,
      may: "wallet.approve_adjustment",
      reach: "own",
      params: "adjustmentParamsSchema",
      body: "adjustmentDecisionSchema",
      answer: "decidedAdjustmentSchema",
      outdates,
    },
  }),
};
