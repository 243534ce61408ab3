import { type Money, NOTHING } from "@/lib/platform/money";
import type { Actor, CancelCommand, Command, Refusal } from "./commands";
import type { Posting } from "./decision";
import type { ErrorCode, ErrorParameters } from "./errors";
import type { LedgerState, ProgrammeRules, WalletState } from "./ledger-state";
import {
  type Entry,
  LOG_TYPE,
  type LogTypeId,
  type LotMove,
  type ReversalState,
  type SegmentVersion,
} from "./types";

/** Thrown by the rules inside `decide` only, which turns it into a refusal: guard clauses stay one line each. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(`Refused with ${refusal.code}`);
  }
}

/** Thrown by the rules inside `decide` only: the caller found out something that has changed since. */
export class Stale extends Error {}

/** Refuses the command with a code of the error table. */
export function refuse<Code extends ErrorCode>(
  code: Code,
  ...[parameters]: keyof ErrorParameters<Code> extends never ? [] : [ErrorParameters<Code>]
): never {
  throw new Refused({ code, parameters: parameters ?? {} } as Refusal);
}

/**
 * Points that a wallet can still be given or promised. Suspended points count, so that promised points always arrive (rules.md §1).
 * Below zero where the wallet was given its own points back beyond the maximum.
 */
export function roomIn(
  { balanceMax }: Pick<ProgrammeRules, "balanceMax">,
  { balance, suspended }: Pick<WalletState, "balance" | "suspended">,
): number {
  return balanceMax - balance - suspended;
}

/** Refuses with 1304, naming what would still fit, to give or promise more than there is room for. */
export function refuseAboveBalanceMax(
  programme: Pick<ProgrammeRules, "balanceMax">,
  wallet: Pick<WalletState, "balance" | "suspended">,
  points: number,
): void {
  const room = roomIn(programme, wallet);
  if (points > 0 && points > room) refuse(1304, { max: Math.max(0, room) });
}

/** Input of the rules of one command. The wallet's lapsed points are already written off. */
export interface Context<C extends Command = Command> {
  state: LedgerState;
  wallet: WalletState;
  /** The wallet that the command names: a pooled child, where `wallet` is its pool. */
  addressed: WalletState;
  /** The wallet whose log has the named entry, where `wallet` has its points since a merge. Absent: `wallet`. */
  record?: WalletState;
  command: C;
  now: Date;
  /** The programme's local date of `now`. */
  today: string;
}

/** A rule's own part of its entry; the rest follows from the wallet and the command. */
export interface Change {
  logTypeId: LogTypeId;
  pointsDelta: number;
  suspendedDelta?: number;
  accumulatedDelta?: number;
  redeemedDelta?: number;
  amountValue: Money;
  factor: string;
  lotMoves: LotMove[];
  expiresOn?: string | null;
  relatedEntryId?: number | null;
  actorWalletId?: number | null;
  offerNumber?: number | null;
  skuRuleId?: number | null;
  segment?: SegmentVersion;
  /** The bill that it undoes whole: the move of segment that this caused goes back with it. */
  undoesBill?: number;
  /** The bill whose return it undoes: a move of segment is that bill's. */
  restoresBill?: number;
  reversals?: Posting["reversals"];
  lapsedLot?: string;
  unlapsed?: Posting["unlapsed"];
  mergedInto?: number;
  parts?: Posting["parts"];
  takenParts?: Posting["takenParts"];
  promotionsBack?: Posting["promotionsBack"];
  aside?: Posting["aside"];
  referral?: Posting["referral"] | undefined;
  /** The entry's bill where the caller named none. */
  invoiceNumber?: string | null;
  /** The entry's comment where the caller sent none. */
  comment?: string | undefined;
}

/** Completes a change to the next entry of its wallet. */
export function posting(
  { wallet, command, now }: Pick<Context, "wallet" | "command" | "now">,
  change: Change,
): Posting {
  const { segment = wallet.segment } = change;
  // Turning nothing round makes -0, which is not 0 to all who compare; adding 0 puts it right.
  const pointsDelta = change.pointsDelta + 0;
  const suspendedDelta = (change.suspendedDelta ?? 0) + 0;
  const { actor } = command;
  return {
    walletCode: wallet.walletCode,
    segment,
    reversals: change.reversals ?? [],
    draft: {
      walletId: wallet.id,
      seq: wallet.lastSeq + 1,
      logTypeId: change.logTypeId,
      channelId: actor.channelId,
      amount: amountOf(change.logTypeId, pointsDelta, suspendedDelta),
      pointsDelta,
      suspendedDelta,
      amountValue: change.amountValue,
      factor: change.factor,
      balanceAfter: wallet.balance + pointsDelta,
      accumulatedAfter: wallet.accumulated + (change.accumulatedDelta ?? 0),
      redeemedAfter: wallet.redeemed + (change.redeemedDelta ?? 0),
      suspendedAfter: wallet.suspended + suspendedDelta,
      segmentVersionId: segment.versionId,
      lotMoves: change.lotMoves,
      expiresOn: change.expiresOn ?? null,
      relatedEntryId: change.relatedEntryId ?? null,
      merchantId: actor.merchantId,
      branchId: actor.branchId,
      branchMsisdn: actor.branchMsisdn,
      userId: actor.userId,
      externalLogId: command.externalLogId ?? "",
      invoiceNumber: command.invoiceNumber ?? change.invoiceNumber ?? null,
      invoiceDate: command.type === "reward" ? (command.invoiceDate ?? null) : null,
      skuId: command.type === "reward" ? (command.skuId ?? null) : null,
      actorWalletId: change.actorWalletId ?? null,
      offerNumber: change.offerNumber ?? null,
      skuRuleId: change.skuRuleId ?? null,
      comment: command.comment ?? change.comment ?? null,
      createdAt: now,
    },
    ...(change.undoesBill === undefined ? {} : { undoesBill: change.undoesBill }),
    ...(change.restoresBill === undefined ? {} : { restoresBill: change.restoresBill }),
    ...(change.lapsedLot === undefined ? {} : { lapsedLot: change.lapsedLot }),
    ...(change.unlapsed === undefined ? {} : { unlapsed: change.unlapsed }),
    ...(change.mergedInto === undefined ? {} : { mergedInto: change.mergedInto }),
    ...(change.parts === undefined ? {} : { parts: change.parts }),
    ...(change.takenParts === undefined ? {} : { takenParts: change.takenParts }),
    ...(change.promotionsBack === undefined ? {} : { promotionsBack: change.promotionsBack }),
    ...(change.aside === undefined ? {} : { aside: change.aside }),
    ...(change.referral === undefined ? {} : { referral: change.referral }),
  };
}

/** Points moved. A redemption that captures a hold takes them from the suspended points and gives what is left of those back. */
function amountOf(logTypeId: LogTypeId, pointsDelta: number, suspendedDelta: number): number {
  if (logTypeId === LOG_TYPE.redemption) return 0 - pointsDelta - suspendedDelta;
  return Math.max(Math.abs(pointsDelta), Math.abs(suspendedDelta));
}

/** The system's own act in the course of a person's command: no branch, no reference, no invoice. */
export function bySystem(actor: Actor): Actor {
  return { ...actor, channelId: 8, merchantId: null, branchId: null, branchMsisdn: null };
}

/** Refunds, returns and cancellation of an entry; empty when none is on record. */
export function reversalOf(wallet: WalletState, entry: Entry): ReversalState {
  return (
    wallet.reversals.get(entry.id) ?? {
      entryId: entry.id,
      taken: entry.amount,
      givenBack: 0,
      givenBackValue: NOTHING,
      openRefunds: 0,
      givenBackByLot: {},
      cancelledByEntryId: null,
    }
  );
}

/** The entry a command refers to. 1401 for unknown and for foreign entries alike. */
export function ownEntry(wallet: WalletState, entryId: number, actor: Actor): Entry {
  const entry = wallet.entries.get(entryId);
  if (entry === undefined) return refuse(1401);
  if (actor.merchantId !== null && entry.merchantId !== null && entry.merchantId !== actor.merchantId) {
    return refuse(1401);
  }
  return entry;
}

/** Refuses with 1414 to undo an entry, and names the entry to callers that named a reference. */
export function refuseForGood(
  { target }: CancelCommand,
  { id, logTypeId, couponUsed }: Pick<Entry, "id" | "logTypeId"> & { couponUsed?: boolean },
): never {
  if (target.originalKey === undefined) return refuse(1414, {});
  return refuse(1414, { entryId: id, logTypeId, ...(couponUsed && { couponUsed }) });
}
