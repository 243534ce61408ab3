import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import type { CouponModel } from "./coupons";
import type { Line } from "./lines";

import type { Purse } from "./purse";

/** All that the rules may look at. */
export interface View {
  world: LedgerState;
  lines: readonly Line[];
  keys: ReadonlyMap<string, { id: number | null; wallet: string }>;
  purses: ReadonlyMap<string, Purse>;
  purse: Purse;
  today: string;
  /** The wallet that was named: a child, where the command's is its pool. */
  addressed: string;
  now: Date;
  /** What a first reward of this bill would bring the customer whom somebody brought. */
  welcome: number;
  /** Rewards whose referral was taken back. */
  endedReferrals: ReadonlySet<number>;
  coupons: CouponModel;
  /** The wallet that has the points of one since its merges. */
  heirOf: (code: string) => string;
}
