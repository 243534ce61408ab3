import type { BillCouponAct } from "@/lib/ledger/with/coupons/words";
import type { Shares } from "@/lib/ledger/with/limits/words";
import type { SoldItem } from "@/lib/ledger/with/promotions/words";
import type { Money } from "@/lib/platform/money";
import { COMMANDS, type OperationId, type ReferenceSpace, TILL_REFERENCES } from "./command-facts";
import type { ErrorCode, ErrorParameters, PartNamed } from "./errors";
import type { Sandbox } from "./reach";
import type { ChannelId } from "./types";

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
   * `shares`: those of a person whose rights, or whose people's rights, are new.
   * `tillId`: the registered till that a person works on. Absent: no limits (rules.md §15).
   */
  limitedBy?:
    | { clientId: number | null; isCounted: boolean; shares?: Shares | undefined; tillId?: number | null }
    | undefined;
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
  /** Of a part of a settlement, or of a return of a bill's goods: the reference is that one's. */
  partOf?: "settle" | "return";
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
  /** Places of the bill's lines that are not among them, from 1 on; 0: no line could be read. */
  linesNotCounted?: readonly number[] | undefined;
  invoiceDate?: Date | undefined;
  /** Of a bill that is settled: what of `value` is paid with points in the same act. */
  paid?: Money | undefined;
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

/** Makes the statement that notes an act on a coupon of a bill. The statement is written as `alongside` is. */
export type NoteCoupon = (act: BillCouponAct) => Statement;

/** Settles a bill: uses its coupons, pays with points, rewards what is left, all of it or nothing (rules.md §25). */
export interface SettleCommand
  extends CommandBase,
    Pick<RewardCommand, "skuId" | "items" | "linesNotCounted" | "invoiceDate"> {
  type: "settle";
  /** The whole bill. */
  bill: Money;
  /** Numbers of the coupons, in the order in which they take off the bill. */
  coupons: readonly string[];
  /** The part that is paid with points; "max": as much as points can pay; null: none. */
  redeem: Money | "max" | null;
  pin: PinCheck;
  noteCoupon?: NoteCoupon | undefined;
  /** Of a quote: what cannot be taken is left out, and its reason is answered. */
  leavesOut?: boolean | undefined;
}

export interface RefundCommand extends CommandBase {
  type: "refund";
  /** The redemption that is given back. */
  entryId: number;
  points?: number | undefined;
  value?: Money | undefined;
}

/** Goods came back: takes points of their reward back. Of a settled bill: its part of the points goes back as well (rules.md §25). */
export interface ReturnCommand extends CommandBase {
  type: "return";
  /** The reward whose goods came back. */
  entryId: number;
  points?: number | undefined;
  /** The price of the goods. */
  value?: Money | undefined;
  /** The goods, where the till lists them: they take the points that were given for them. */
  items?: readonly SoldItem[] | undefined;
}

export interface CancelCommand extends CommandBase {
  type: "cancel";
  /**
   * Names the entry to undo, or the actor's own reference of it. Both must name the same entry. `operation`: which of several operations
   * the reference means.
   */
  target: { operation?: ReferenceSpace | undefined } & (
    | { entryId: number; originalKey?: string | undefined }
    | { originalKey: string }
  );
  noteCoupon?: NoteCoupon | undefined;
  /** Undoes a write-off instead, of points whose last day is not over: a clock that was wrong wrote them off. */
  ofLapse?: boolean | undefined;
}

export interface AdjustCommand extends CommandBase {
  type: "adjust";
  direction: "up" | "down";
  points: number;
  /** Which of the wallet's points: those it can spend, or those set aside. */
  pocket: "spendable" | "suspended";
  /** Points brought from another programme, earned there: they count as lifetime points. Only upwards. */
  isEarnedBefore?: boolean | undefined;
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
  | SettleCommand
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

/** Those that a cancel's reference may mean. */
export function operationsMeant({ target }: CancelCommand): readonly ReferenceSpace[] {
  return target.operation === undefined ? TILL_REFERENCES : [target.operation];
}

/** Namespace of a command's reference. */
export function spaceOf({ type, partOf }: Pick<Command, "type" | "partOf">): OperationId {
  return COMMANDS[partOf ?? type].references;
}

/** The parts of a settlement that move points, in order; `payable` is what its coupons left of the bill, `paid` what of it points pay. */
export function partsOf(
  command: SettleCommand,
  { payable, paid }: { payable: Money; paid: Money },
): [RedeemCommand, RewardCommand] {
  const { bill: _bill, coupons: _coupons, redeem: _redeem, leavesOut: _leavesOut, pin, ...common } = command;
  const {
    alongside: _alongside,
    noteCoupon: _note,
    skuId,
    items,
    linesNotCounted,
    invoiceDate,
    ...base
  } = common;
  return [
    { ...base, type: "redeem", partOf: "settle", value: paid, pin },
    {
      ...{ ...base, type: "reward", partOf: "settle", value: payable, paid },
      ...{ skuId, items, linesNotCounted, invoiceDate },
    },
  ];
}

/** The commands with settlements as their parts: all that rules of a part may look at is read for the whole bill. */
export function inParts(commands: readonly Command[]): Command[] {
  return commands.flatMap((command): Command[] =>
    command.type !== "settle"
      ? [command]
      : partsOf(command, { payable: command.bill, paid: command.bill }).filter(
          ({ type }) => type === "reward" || command.redeem !== null,
        ),
  );
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
} & PartNamed;
