import type { SegmentVersion } from "@/lib/ledger/rules/types";
import type { Part } from "./purse";
/** A line of the model's log. */
export interface Line extends Effect {
  id: number;
  amount: number;
  merchant: number | null;
  branch: number | null;
  user: number;
  at: Date;
  invoice: string | undefined;
  /** The child that was addressed, where the line is in its pool's log. */
  actor: string | null;
  /** A redemption without proof of the customer, of an actor with limits. */
  isUnproved: boolean;
  /** Of the wallet's segment after it: what its points are worth. */
  redeemFactor: string;
  day: string;
  /** The segment that it led to. */
  movedTo?: SegmentVersion | undefined;
  undoneBy: number | null;
  /** The system's own, because of the line before. */
  isFollower: boolean;
}

/** What a rule has to say about a line. */
export interface Effect {
  wallet: string;
  type: number;
  delta: number;
  parts: Part[];
  /** Money in hundredths. */
  value: bigint;
  factor: string;
  suspended?: number;
  earned?: number;
  redeemed?: number;
  of?: number;
  /** A reward's: what offers gave of it. */
  gave?: Gave[];
  /** A reward's lot, which it fills now or later. */
  lot?: string;
  /** Of a reward that is pending: its day, and the lot its points are meant for. */
  ripens?: { on: string; to: string } | undefined;
  /** Of a hold: when it ends by itself. */
  until?: Date;
  /** The offer of the coupon that it issued. */
  issues?: number | undefined;
  /** The reward whose return it undoes. */
  restores?: number;
  /** The line whose coupon it ended. */
  voids?: number;
  /** Of a captured hold: what it took, lot by lot; for every other line that is in its parts. */
  taken?: Part[];
}

/** Every code that fits; empty when nothing speaks against the command. */
export class Refusals {
  constructor(
    readonly codes: number[],
    readonly remaining?: number,
    /** In hundredths, where the caller named money. */
    readonly remainingMoney?: bigint,
  ) {}
}

/** What an offer gave with a line. */
export interface Gave {
  number: number;
  points: number;
}
