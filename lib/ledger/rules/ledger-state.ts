import type { HoldState, PendingPoints } from "@/lib/ledger/with/aside/words";
import type { BillBook, PaidBills } from "@/lib/ledger/with/bills/words";
import type { CouponsState } from "@/lib/ledger/with/coupons/words";
import type { LimitMarks, LimitState } from "@/lib/ledger/with/limits/words";
import type { PromotionState } from "@/lib/ledger/with/promotions/words";
import type { ReferralBook } from "@/lib/ledger/with/referrals/words";
import type { ReviewState } from "@/lib/ledger/with/reviews/words";
import type { WalletProfile } from "./profile";
import type { ProgrammeSettingValues } from "./programme-settings";
import type {
  Balances,
  Entry,
  Family,
  ReversalState,
  SegmentVersion,
  WalletStatusId,
  WalletType,
} from "./types";

// State: everything the rules may look at, read under the lock ------------------------------------------------------

/** The programme's settings as they stand at this moment. */
export interface ProgrammeRules extends ProgrammeSettingValues {
  /** `ripeningDays` of merchants that have days of their own, by their ids. */
  ripeningDaysByMerchant: ReadonlyMap<number, number>;
}

export interface MerchantRules {
  refundWindowDays: number;
  returnWindowDays: number;
  /** Of refunds and returns. */
  refundSameBranchOnly: boolean;
}

/** Attempts on a wallet's PIN. The hash itself never enters the rules. */
export interface PinState {
  version: number;
  /** Wrong attempts since the last right one, at whichever merchant's tills. */
  failedInRow: number;
  /** The latest ten wrong attempts of the last 24 hours, at whichever merchant's tills. */
  failedAt: Date[];
  /** Locked everywhere. */
  lockedUntil: Date | null;
  /** Wrong PINs by merchant. */
  merchants: ReadonlyMap<number, PinTally>;
  /** Absent of a PIN that was not chosen on a till's display. */
  chosenAtTill?: { provesFrom: Date; byUserId: number | null };
}

/** Attempts on a wallet's PIN at the tills of one merchant. */
export interface PinTally {
  failedInRow: number;
  /** Wrong attempts of the last 24 hours. */
  failedAt: Date[];
  /** Locked at the merchant's tills. */
  lockedUntil: Date | null;
}

export interface KeyState {
  requestHash: string;
  walletId: number;
  /** null: closed by a cancel before the original arrived, or of an act on a coupon. */
  entryId: number | null;
  /** Of an act on a coupon that was carried out. */
  isCoupon?: true;
}

/** Segments by their ids: the one before the moves, and those that entries led to, with the entries' ids. */
export interface TierMoves {
  from: number;
  moves: readonly (readonly [entryId: number, segmentId: number])[];
}

export interface WalletState extends Balances {
  id: number;
  walletCode: string;
  contactMsisdn: string;
  statusId: WalletStatusId;
  isOptedIn: boolean;
  optedInAt: Date | null;
  redemptionEnabled: boolean;
  mergedIntoWalletId: number | null;
  mergedIntoWalletCode?: string | null;
  segment: SegmentVersion;
  /** Lifetime points when an admin last chose the segment; null: nobody ever did. */
  segmentChosenAtPoints: number | null;
  /** Moves to other segments that entries caused since; null: none. */
  tierMoves: TierMoves | null;
  profile: WalletProfile;
  /** Null: a customer's; else it is a test wallet of this sandbox. */
  sandboxId: number | null;
  /** Wallet of the pool that holds the points; null: its own. */
  poolWalletId: number | null;
  family: Family | null;
  walletType: WalletType | null;
  isErased: boolean;
  /** Rises with every administrative act on the wallet; 0 before the first. */
  version: number;
  /** Referring wallet while the reward that decides the referral is still to come; null: none. */
  openReferrerId: number | null;
  lastSeq: number;
  /** SHA-256 of the last entry, base64; null before the first. */
  lastHash: string | null;
  /** Lots that hold points, by their last day. */
  lots: Map<string, number>;
  /** Rewards whose points are still to ripen, by the rewards' ids; known where the wallet has suspended points. */
  pending: Map<number, PendingPoints>;
  /** Holds by their entries' ids: the open ones, known where the wallet has suspended points, and those that are answered again. */
  holds: Map<number, HoldState>;
  pin: PinState | null;
  /** Entries that commands refer to, by id, with what has become of them. */
  entries: Map<number, Entry>;
  reversals: Map<number, ReversalState>;
  /** Points that remained of its reward after each return among the entries. */
  remainders: Map<number, number>;
  /** Marks to write for the limits of the batch's entries. */
  marks: Map<number, LimitMarks>;
}

export interface LedgerState {
  programme: ProgrammeRules;
  merchants: Map<number, MerchantRules>;
  /** The current version of every segment. */
  segments: SegmentVersion[];
  /** Versions that entries refer to, current or not. */
  segmentVersions: Map<number, SegmentVersion>;
  /** Rewards that are answered again and all of whose points have lapsed. */
  expiredEntries: Set<number>;
  wallets: Map<string, WalletState>;
  /** Wallets whose log has something that is answered again, and that nothing is moved in. */
  elsewhere: readonly WalletState[];
  keys: Map<string, KeyState>;
  /** When those who typed a PIN typed wrong ones, by their id, the oldest first. */
  callers: Map<number, Date[]>;
  /** State of coupons; null where no command of the batch concerns one. */
  coupons: CouponsState | null;
  /** State of limits; null where no command of the batch has a limit. */
  limits: LimitState | null;
  /** State of review rules; null where no rule is on, or nobody is checked. */
  reviews: ReviewState | null;
  promotions: PromotionState;
  /** Parts of the batch's bills that were paid with points; empty where bills earn as a whole. */
  paid: PaidBills;
  bills: BillBook;
  referrals: ReferralBook;
}
