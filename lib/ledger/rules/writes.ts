import type { HoldState, PendingPoints } from "@/lib/ledger/with/aside/words";
import type { BillWrites } from "@/lib/ledger/with/bills/words";
import type { Marked } from "@/lib/ledger/with/limits/words";
import type { WrittenReferral } from "@/lib/ledger/with/referrals/words";
import type { ReferenceSpace } from "./command-facts";
import type { Statement } from "./commands";
import type { Posting } from "./decision";
import type { PinState, TierMoves } from "./ledger-state";
import type { Entry, EntryPart, ReversalState } from "./types";
/** Everything that one batch writes. Wallets, lots and reversals with their final values: they are written once each. */
export interface Writes {
  entries: { entry: Entry; hash: string }[];
  wallets: Map<number, { segmentId: number; last: Entry; hash: string }>;
  lots: Map<string, { walletId: number; expiresOn: string; points: number }>;
  lapsed: { walletId: number; expiresOn: string; points: number; seq: number; entryId: number }[];
  reversals: Map<string, ReversalState & { walletId: number }>;
  keys: {
    userId: number;
    operation: ReferenceSpace;
    key: string;
    walletId: number;
    entryId: number | null;
    requestHash: string;
    at: Date;
  }[];
  pins: Map<number, PinState>;
  /** When those who typed wrong PINs typed them, by their id. */
  callers: Map<number, Date[]>;
  parts: (EntryPart & { entryId: number; place: number })[];
  coupons: CouponWrites;
  bills: BillWrites;
  /** Outcomes of referrals, in order. */
  referrals: WrittenReferral[];
  /** Moves of tier, by the wallets' ids. */
  tiers: Map<number, TierMoves | null>;
  merges: { walletId: number; intoWalletId: number }[];
  /** Remaining points of rewards that ripen, and states of holds, by their entries' ids. */
  pending: Map<number, PendingPoints & { walletId: number }>;
  holds: Map<number, HoldState>;
  /** Entries of which something is remembered for the sake of limits. */
  marked: Marked[];
  /** Statements that commands brought along. */
  alongside: Statement[];
}

// Writing --------------------------------------------------------------------------------------------------------------

/** Coupons that a batch issues, uses or voids. */
export interface CouponWrites {
  issued: { posting: NonNullable<Posting["coupon"]>; entry: Entry }[];
  ended: { issuedByEntryId: number; entry: Entry }[];
}
