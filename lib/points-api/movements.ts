import { cancelOf } from "./cancel";
import { cancelCoupon } from "./cancel-coupon";
import { capture } from "./capture";
import { enrol } from "./enrol";
import { hold } from "./hold";
import { issueCoupon } from "./issue-coupon";
import { redeemCoupon } from "./redeem-coupon";
import { redeemUser } from "./redeem-user";
import { refund } from "./refund";
import { release } from "./release";
import { returnReward } from "./return-reward";
import { reward } from "./reward";
import { settle } from "./settle";

const ADDITIONS = {
  ReturnReward: returnReward,
  Hold: hold,
  Capture: capture,
  Release: release,
  IssueCoupon: issueCoupon,
  Settle: settle,
} as const;
const OF_THE_INTERFACE = { Reward: reward, RedeemUser: redeemUser, Refund: refund } as const;

/** Operations that move coupons and no points. */
export const COUPON_ACTS = { RedeemCoupon: redeemCoupon, CancelCoupon: cancelCoupon } as const;

/** Operations that open wallets. */
export const OPENINGS = { Enrol: enrol } as const;

/** The operations that move points, by the name that stands in the path. Quotes and lookups of entries (rules.md §13) follow from this list. */
export const MOVEMENTS = {
  ...OF_THE_INTERFACE,
  Cancel: cancelOf({ ...OF_THE_INTERFACE, ...ADDITIONS, ...COUPON_ACTS, ...OPENINGS }),
  ...ADDITIONS,
} as const;

/** The operations that move points. */
export type PointsOperationName = keyof typeof MOVEMENTS;
export const MOVEMENT_NAMES = Object.keys(MOVEMENTS) as [PointsOperationName, ...PointsOperationName[]];
