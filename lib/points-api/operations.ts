import type { z } from "zod";
import { cancel } from "./cancel";
import { getDeals } from "./get-deals";
import type { Operation } from "./operation";
import { redeemUser } from "./redeem-user";
import { refund } from "./refund";
import { returnReward } from "./return-reward";
import { reward } from "./reward";

/**
 * The operations of interface.md §4 and of rules.md §13, by the name that stands in the path. Both doors, the OpenAPI document and the
 * form to try them out read this list; a test compares it with the route files.
 */
export const OPERATIONS = {
  Reward: reward,
  RedeemUser: redeemUser,
  Refund: refund,
  Cancel: cancel,
  ReturnReward: returnReward,
  GetDeals: getDeals,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
/** The operations that move points. */
export type PointsOperationName = Exclude<OperationName, "GetDeals">;
/** The whole envelope of one operation. */
export type ResponseOf<Name extends OperationName> = z.output<(typeof OPERATIONS)[Name]["response"]>;
