import type { AsideChange, HoldState, PendingPoints } from "@/lib/ledger/with/aside/words";
import type { BillDraft, GoodsDraft, ReturnedGoods, SettledBill } from "@/lib/ledger/with/bills/words";
import type { Coupon, CouponDraft, ShownCoupon } from "@/lib/ledger/with/coupons/words";
import type { LimitMarks } from "@/lib/ledger/with/limits/words";
import type { GivenPart, PromotionCount } from "@/lib/ledger/with/promotions/words";
import type { ReferralOutcome } from "@/lib/ledger/with/referrals/words";
import type { ReferenceSpace } from "./command-facts";
import type { Refusal } from "./commands";
import type { HistoryEntry } from "./history-entry";
import type { PinState } from "./ledger-state";
import type { Entry, EntryPart, ReversalState, SegmentVersion, WalletStanding, WalletView } from "./types";

/** An entry as decided; its id is given when it is written. */
export type EntryDraft = Omit<Entry, "id">;

/** One entry and all that changes with it, in one wallet. */
export interface Posting {
  walletCode: string;
  draft: EntryDraft;
  /** The wallet's segment after the entry. */
  segment: SegmentVersion;
  /** The bill that it undoes whole. */
  undoesBill?: number;
  /** The bill whose return it undoes: a move of segment is that bill's. */
  restoresBill?: number;
  /** State of the reversed entry afterwards. `cancelledBySelf`: this very entry is what cancelled it. `walletId`: of the log that has it, where it is another one. */
  reversals: (ReversalState & { cancelledBySelf?: boolean; walletId?: number })[];
  /** The lot that lapses with this entry. */
  lapsedLot?: string;
  /** The lot whose lapse is undone with this entry, in the log that has it. */
  unlapsed?: { walletId: number; lot: string };
  /** The wallet that this one is merged into with this entry, by its id. */
  mergedInto?: number;
  /** Marks of the entry for limits. */
  marks?: LimitMarks;
  /** Parts of its points, where more than the bill at the segment's rate gave them. */
  parts?: readonly EntryPart[];
  /** Of a return: what each part of the reward loses. Said in the answer and kept in the comment. */
  takenParts?: readonly GivenPart[];
  /** Counts that promotions get back because the reward on which they acted is undone, or count again because its return is. */
  promotionsBack?: readonly PromotionCount[];
  /** Changes of pending points and holds. */
  aside?: AsideChange;
  /** The coupon that it issues. */
  coupon?: CouponDraft;
  /** The entry whose coupon ends with it. */
  voidsCouponOf?: number;
  /** Of a settlement's reward: the bill that it settles; the redemption before it is the bill's. */
  settles?: BillDraft;
  /** Coupons of the settlement that it undoes: they can be used again. */
  reopens?: readonly ShownCoupon[];
  /** Of a return: the goods of a settled bill that come back; the refund before it is theirs. */
  returns?: GoodsDraft;
  /** The return of a bill's goods that it undoes. */
  undoesReturn?: number;
  /** Outcome of a referral that the entry decides. */
  referral?: ReferralOutcome;
  /** The system's own entries that follow from it, in other wallets' logs or a pool's, in order. */
  follows?: readonly Posting[];
  /** Of one that follows: it is related to the entry that it follows from. */
  relatesToOwn?: boolean;
}

/** Attempts on the PIN to be remembered, whatever becomes of the command. */
export interface PinUpdate {
  walletCode: string;
  pin: PinState;
  /** User who typed the wrong PIN, with the times of the earlier ones. */
  caller?: { userId: number; wrongAt: Date[] };
}

export type Decision =
  | {
      kind: "posted";
      /** In the order to write them; the last is the command's own, those before it what had to come first. */
      postings: [...Posting[], Posting];
      pinUpdate?: PinUpdate;
    }
  | { kind: "replayed"; entryId: number }
  /** Nothing had to be written (nothing had lapsed). */
  | { kind: "nothing" }
  /** A fact that the caller read before the lock has changed since: read it again. */
  | { kind: "stale" }
  | {
      kind: "refused";
      refusal: Refusal;
      pinUpdate?: PinUpdate;
      /** References to close, so that an original that arrives late is refused with 1416. */
      closeKeys?: { userId: number; operation: ReferenceSpace; key: string; walletId: number }[];
    };

export type PostedDecision = Extract<Decision, { kind: "posted" }>;

export interface PostedEntry {
  entry: Entry;
  /** The wallet after the entry: for a replay, with the balances it had then. */
  wallet: WalletView;
  replayed: boolean;
  /** The entry that a cancellation undid, a refund gave back or a return took back. */
  related: Entry | null;
  /** The coupon that the entry issued or ended, as it was then; null: none. */
  coupon: Coupon | null;
  /** The bill that the entry, its reward, settled; null for every other entry. */
  bill: SettledBill | null;
  /** The goods of a settled bill that the entry, its return, brought back; null for every other entry. */
  goods: ReturnedGoods | null;
  /** Return: the points that remained of the reward after it; null for every other kind. */
  remainingPoints: number | null;
  /** Hold: as it stands. Reward: what of it is still to ripen, and when. Null for what sets nothing aside. */
  aside: HoldState | PendingPoints | null;
  /** All points of the entry, a reward, have lapsed: only a replay can say so. */
  isExpired: boolean;
  /** How things stand at this moment, for commands that want it; null for all others. */
  standing: Standing | null;
  /** Parts of its points, where more than the bill gave them; of a return, unless it is answered again, what each part of its reward loses. */
  parts: readonly GivenPart[];
}

/** Wallet and entry as a portal shows them after a command, read in the command's own transaction. For a replay it is how things stand now. */
export interface Standing {
  wallet: WalletStanding;
  /** The command's entry, with its reversals. */
  entry: HistoryEntry;
  /** The next segment that the wallet's lifetime points can reach. */
  nextSegment: SegmentVersion | null;
}
