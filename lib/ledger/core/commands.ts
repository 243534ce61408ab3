import type { AsideChange, HoldState, PendingPoints } from "@/lib/ledger/with/aside/words";
import type { PaidBills } from "@/lib/ledger/with/bills/words";
import type { Coupon, CouponDraft, CouponsState } from "@/lib/ledger/with/coupons/words";
import type { LimitMarks, LimitState } from "@/lib/ledger/with/limits/words";
import type { GivenPart, PromotionCount, PromotionState, SoldItem } from "@/lib/ledger/with/promotions/words";
import type { ReferralBook, ReferralOutcome } from "@/lib/ledger/with/referrals/words";
import type { ReviewState } from "@/lib/ledger/with/reviews/words";
import type { Money } from "@/lib/platform/money";
import type { ErrorCode, ErrorParameters } from "./errors";
import type { HistoryEntry } from "./history-entry";
import type { WalletProfile } from "./profile";
import type { ProgrammeSettingValues } from "./programme-settings";
import type { Sandbox } from "./reach";
import type {
  Balances,
  ChannelId,
  Entry,
  EntryPart,
  Family,
  LogTypeId,
  ReversalState,
  SegmentVersion,
  WalletStanding,
  WalletStatusId,
  WalletType,
  WalletView,
} from "./types";

/** The acting user, the channel and the merchant on whose behalf they act. */
export interface Actor {
  /** The portal user, the technical user of the API client, or the system user. Also the namespace of references. */
  userId: number;
  channelId: ChannelId;
  /** The merchant the actor is bound to; null = every merchant (programme operator, system). */
  merchantId: number | null;
  branchId: number | null;
  /** E.164; null when no branch acts. */
  branchMsisdn: string | null;
  /** A test client's: it reaches the wallets of its sandbox only. Absent: customers' wallets only. */
  sandbox?: Sandbox | undefined;
  /**
   * The person (`clientId` null) or API client whose limits bind the actor. `isCounted`: what the user does in a day is limited as well.
   * Absent: no limits (rules.md §15).
   */
  limitedBy?: { clientId: number | null; isCounted: boolean } | undefined;
}

/** A caller's own reference to one request, by which a retry is recognised (rules.md §5). */
export interface Reference {
  key: string;
  /** SHA-256 over the request's content, base64. The same key with another hash is refused with 1501. */
  requestHash: string;
}

/** One statement and its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

interface CommandBase {
  walletCode: string;
  /** E.164. When given it must be the wallet's own, or the wallet is "not found" (1201). */
  contactMsisdn?: string;
  actor: Actor;
  reference?: Reference;
  externalLogId?: string;
  invoiceNumber?: string | undefined;
  comment?: string | undefined;
  /** Known before the ledger is asked (the branch is unknown or inactive): refused with it, unless it is a retry. */
  refuseUnlessReplay?: Refusal;
  /** With `refuseUnlessReplay`: the reference is closed as well, so that the original is refused if it still arrives. */
  closesReference?: boolean;
  /** The answer says all that a portal shows afterwards: {@link PostedEntry.standing}. */
  wantsStanding?: boolean;
  /** Written in the transaction that carries the command out, if it is carried out: not for a refusal, not for a retry. */
  alongside?: readonly Statement[];
}

export interface RewardCommand extends CommandBase {
  type: "reward";
  /** The bill that earns. */
  value: Money;
  skuId?: string | undefined;
  /** Sold items, where the till lists them. */
  items?: readonly SoldItem[] | undefined;
  invoiceDate?: Date | undefined;
}

/** Outcome of the PIN's hash, compared before the wallet is locked: hashing is too slow to do under the lock. */
export type PinCheck =
  | { kind: "absent" }
  /** A quote's: as if the right one had been given, where the wallet has one. */
  | { kind: "assumed" }
  | { kind: "checked"; pinVersion: number; correct: boolean };

export interface RedeemCommand extends CommandBase {
  type: "redeem";
  /** The bill amount paid with points. */
  value: Money;
  pin: PinCheck;
  /** A coupon of this offer is paid for instead of a bill: what it costs is taken, and `value` is not looked at. */
  couponOffer?: number | undefined;
}

export interface RefundCommand extends CommandBase {
  type: "refund";
  /** The redemption that is given back. */
  entryId: number;
  points?: number | undefined;
  value?: Money | undefined;
}

/** Goods came back: takes points of their reward back. */
export interface ReturnCommand extends CommandBase {
  type: "return";
  /** The reward whose goods came back. */
  entryId: number;
  points?: number | undefined;
  /** The price of the goods. */
  value?: Money | undefined;
}

export interface CancelCommand extends CommandBase {
  type: "cancel";
  /**
   * Names the entry to undo, or the actor's own reference of it. Both must name the same entry. `operation`: which of several operations
   * the reference means.
   */
  target: { operation?: CancellableOperation | undefined } & (
    | { entryId: number; originalKey?: string | undefined }
    | { originalKey: string }
  );
}

export interface AdjustCommand extends CommandBase {
  type: "adjust";
  direction: "up" | "down";
  points: number;
  /** Which of the wallet's points: those it can spend, or those set aside. */
  pocket: "spendable" | "suspended";
}

export interface ReleaseCommand extends CommandBase {
  type: "release";
  /** Suspended points that become spendable. */
  points: number;
}

export interface TransferCommand extends CommandBase {
  type: "transfer";
  toWalletCode: string;
  /** Absent: everything, suspended points included, and the wallet becomes merged in the same moment. */
  points?: number | undefined;
  /** How the caller found both wallets before the ledger locked them; "stale" where they have changed. */
  expects?: MergeExpectation;
}

export interface MergeExpectation {
  /** Versions of both wallets ({@link WalletState.version}). Neither is in a family that the merge would break. */
  version: number;
  toVersion: number;
  /** The most points that move, suspended ones included: as many as the caller counted. */
  pointsMax: number;
}

/** Sets points aside for an order that is paid later (rules.md §19). */
export interface HoldCommand extends CommandBase {
  type: "hold";
  /** The amount that will be paid. Absent: `points` says how many. */
  value?: Money | undefined;
  points?: number | undefined;
  /** Whole minutes after which the hold ends by itself. */
  minutes: number;
  pin: PinCheck;
}

/** Redeems points of a hold; what is left of it goes back. */
export interface CaptureCommand extends CommandBase {
  type: "capture";
  /** The hold's entry. */
  holdId: number;
  points?: number | undefined;
  value?: Money | undefined;
}

/** Gives the points of a hold back. */
export interface ReleaseHoldCommand extends CommandBase {
  type: "release_hold";
  /** The hold's entry. */
  holdId: number;
}

/** Writes off what has lapsed, gives free what has ripened and ends holds whose time is over. Every other command does the same first; this one is for wallets nobody touches. */
export interface ExpireCommand extends CommandBase {
  type: "expire";
}

export type Command =
  | RewardCommand
  | RedeemCommand
  | RefundCommand
  | CancelCommand
  | ReturnCommand
  | AdjustCommand
  | ReleaseCommand
  | TransferCommand
  | HoldCommand
  | CaptureCommand
  | ReleaseHoldCommand
  | ExpireCommand;

/** The namespace of a command's reference: `logTypeId` of the entry that the command writes. */
export const OPERATION_OF_COMMAND = {
  redeem: 1,
  capture: 1,
  reward: 2,
  refund: 3,
  cancel: 4,
  expire: 5,
  adjust: 6,
  transfer: 8,
  release: 10,
  release_hold: 10,
  return: 11,
  hold: 12,
} as const satisfies Record<Command["type"], LogTypeId>;
export type OperationId = (typeof OPERATION_OF_COMMAND)[Command["type"]];

/** The operations whose references `OriginalExternalLogId` may name. */
export const CANCELLABLE_OPERATIONS = [1, 2, 3] as const satisfies OperationId[];
export type CancellableOperation = (typeof CANCELLABLE_OPERATIONS)[number];

/** Those that a cancel's reference may mean. */
export function operationsMeant({ target }: CancelCommand): readonly CancellableOperation[] {
  return target.operation === undefined ? CANCELLABLE_OPERATIONS : [target.operation];
}

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
  /** null: closed by a cancel before the original arrived. */
  entryId: number | null;
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
  segment: SegmentVersion;
  /** Lifetime points when an admin last chose the segment; null: nobody ever did. */
  segmentChosenAtPoints: number | null;
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
  referrals: ReferralBook;
}

/** The name of a reference within the state. */
export function keyName(userId: number, operation: number, key: string): string {
  return `${userId}:${operation}:${key}`;
}

// Decisions ---------------------------------------------------------------------------------------------------------

/** A refusal in the words of the error table. */
export type Refusal = {
  [Code in ErrorCode]: { code: Code; parameters: ErrorParameters<Code> };
}[ErrorCode] & {
  /** When asking again makes sense, where that is known. */
  retryAfterSeconds?: number;
};

/** An entry as decided; its id is given when it is written. */
export type EntryDraft = Omit<Entry, "id">;

/** One entry and all that changes with it, in one wallet. */
export interface Posting {
  walletCode: string;
  draft: EntryDraft;
  /** The wallet's segment after the entry. */
  segment: SegmentVersion;
  /** State of the reversed entry afterwards. `cancelledBySelf`: this very entry is what cancelled it. */
  reversals: (ReversalState & { cancelledBySelf?: boolean })[];
  /** The lot that lapses with this entry. */
  lapsedLot?: string;
  /** The wallet that this one is merged into with this entry, by its id. */
  mergedInto?: number;
  /** Marks of the entry for limits. */
  marks?: LimitMarks;
  /** Parts of its points, where more than the bill at the segment's rate gave them. */
  parts?: readonly EntryPart[];
  /** Counts that promotions get back because the reward on which they acted is undone. */
  promotionsBack?: readonly PromotionCount[];
  /** Changes of pending points and holds. */
  aside?: AsideChange;
  /** The coupon that it issues. */
  coupon?: CouponDraft;
  /** The entry whose coupon ends with it. */
  voidsCouponOf?: number;
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
      closeKeys?: { userId: number; operation: OperationId; key: string; walletId: number }[];
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
  /** Return: the points that remained of the reward after it; null for every other kind. */
  remainingPoints: number | null;
  /** Hold: as it stands. Reward: what of it is still to ripen, and when. Null for what sets nothing aside. */
  aside: HoldState | PendingPoints | null;
  /** All points of the entry, a reward, have lapsed: only a replay can say so. */
  isExpired: boolean;
  /** How things stand at this moment, for commands that want it; null for all others. */
  standing: Standing | null;
  /** Parts of its points, where more than the bill gave them. */
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
