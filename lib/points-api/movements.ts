import { cancel } from "./cancel";
import { capture } from "./capture";
import { hold } from "./hold";
import { issueCoupon } from "./issue-coupon";
import { redeemUser } from "./redeem-user";
import { refund } from "./refund";
import { release } from "./release";
import { returnReward } from "./return-reward";
import { reward } from "./reward";

/** The operations that move points, by the name that stands in the path. Quotes and lookups of entries (rules.md §13) follow from this list. */
export const MOVEMENTS = {
  Reward: reward,
  RedeemUser: redeemUser,
  Refund: refund,
  Cancel: cancel,
  ReturnReward: returnReward,
  Hold: hold,
  Capture: capture,
  Release: release,
  IssueCoupon: issueCoupon,
} as const;

/** The operations that move points. */
export type PointsOperationName = keyof typeof MOVEMENTS;
export const MOVEMENT_NAMES = Object.keys(MOVEMENTS) as [PointsOperationName, ...PointsOperationName[]];
