import { adjust, release } from "@/lib/ledger/moves/adjust";
import { cancel } from "@/lib/ledger/moves/cancel";
import { capture, hold, releaseHold, valueToHold } from "@/lib/ledger/moves/hold";
import { redeem } from "@/lib/ledger/moves/redeem";
import { refund } from "@/lib/ledger/moves/refund";
import { returnReward } from "@/lib/ledger/moves/return-reward";
import { reward } from "@/lib/ledger/moves/reward";
import { transfer } from "@/lib/ledger/moves/transfer";
import { COMMANDS } from "@/lib/ledger/rules/command-facts";
import { type Command, keyName, operationsMeant, spaceOf } from "@/lib/ledger/rules/commands";
import type { Decision, PinUpdate, Posting } from "@/lib/ledger/rules/decision";
import type { ErrorParametersByCode } from "@/lib/ledger/rules/errors";
import type { KeyState, LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { type Context, Refused, refuse, Stale } from "@/lib/ledger/rules/posting";
import { isInReach } from "@/lib/ledger/rules/reach";
import { refuseWrongStanding, refuseWrongTarget } from "@/lib/ledger/rules/refusals";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { onWhatIsLeft } from "@/lib/ledger/with/bills/rule";
import { inPart } from "@/lib/ledger/with/bills/settle";
import { buyCoupon, valueAsked, withCoupon, withCouponVoided } from "@/lib/ledger/with/coupons/rule";
import {
  purseOf,
  recordNamed,
  refuseBeyondAllowance,
  refuseChildsFlag,
} from "@/lib/ledger/with/families/rule";
import { pinHolderOf } from "@/lib/ledger/with/families/words";
import { approvalFor, weighLimits } from "@/lib/ledger/with/limits/rule";
import type { LimitMarks } from "@/lib/ledger/with/limits/words";
import { canProve, judgePin } from "@/lib/ledger/with/pin/rule";
import { withFollowers } from "@/lib/ledger/with/referrals/rule";
import { formatLocalDate, formatLocalMinute } from "@/lib/platform/time";
import { advance, settle } from "./advance";
import { type CarriedOut, type Carry, returnGoods, settleBill, undoSettled } from "./settle";

/**
 * Decides one command from the state it may look at. All rules of the service are applied here. Pure: no clock, no
 * randomness, no I/O, `state` is not changed. The order of the checks is that of rules.md §11: replay, identification,
 * wallet status, opt-in, PIN, then the operation's own rules, and last the limits of its actor.
 */
export function decide(state: LedgerState, command: Command, now: Date): Decision {
  const seen = seenBefore(state, command);
  if (seen !== null) return seen;
  const heard: { pinUpdate?: PinUpdate } = {};
  try {
    if (command.refuseUnlessReplay !== undefined) throw new Refused(command.refuseUnlessReplay);
    const carry: Carry = (before, part) => carryOut(before, part, { now, heard });
    const parts = partsIn(state, command, { now, carry });
    const postings = parts.flatMap((part) => part.postings);
    if (!isNotEmpty(postings)) return { kind: "nothing" };
    mark(parts, approve(state, command, { parts, now }));
    return { kind: "posted", postings, ...heard };
  } catch (error) {
    if (error instanceof Stale) return { kind: "stale" };
    if (!(error instanceof Refused)) throw error;
    const closeKeys = keysToClose(state, command, error);
    return {
      kind: "refused",
      refusal: error.refusal,
      ...heard,
      ...(closeKeys.length === 0 ? {} : { closeKeys }),
    };
  }
}

/** The parts of a settlement, of goods of one that come back, or of either that is undone; of every other command it is one. */
function partsIn(
  state: LedgerState,
  command: Command,
  { now, carry }: { now: Date; carry: Carry },
): readonly CarriedOut[] {
  switch (command.type) {
    case "settle": {
      const wallet = identify(state, command);
      refuseWrongStanding(wallet, command.type);
      return settleBill(state, wallet, { command, now, carry });
    }
    case "return": {
      const { record } = partiesOf(state, command);
      return (record && returnGoods(state, record, { command, carry })) ?? [carry(state, command)];
    }
    case "cancel":
      return undoSettled(state, command, { now, carry }) ?? [carry(state, command)];
    default:
      return [carry(state, command)];
  }
}

/** The approval of all that the parts pass; a refusal names the first part that passes a limit. */
function approve(
  state: LedgerState,
  command: Command,
  { parts, now }: { parts: readonly CarriedOut[]; now: Date },
): LimitMarks["approval"] {
  const weighed = parts.flatMap((part) => part.weighed ?? []);
  const passing = parts.find((part) => (part.weighed?.asked.breaches.length ?? 0) > 0);
  const judge = () => approvalFor(state, command, { weighed, now });
  return passing?.part === undefined ? judge() : inPart(passing.part, judge);
}

/** Marks the entries of the parts for limits; the last one, which the command is known by, used the approval. */
function mark(parts: readonly CarriedOut[], approval: LimitMarks["approval"]): void {
  for (const [index, { postings, weighed }] of parts.entries()) {
    const own = postings.at(-1);
    if (own === undefined || weighed === null) continue;
    own.marks = { ...weighed.marks, approval: index === parts.length - 1 ? approval : null };
  }
}

/** Decides one movement. A PIN that was judged is remembered in `heard`, whatever becomes of the movement. */
function carryOut(
  state: LedgerState,
  command: Command,
  { now, heard }: { now: Date; heard: { pinUpdate?: PinUpdate } },
): CarriedOut {
  const { wallet, record, purse } = partiesOf(state, command);
  const pinHolder = pinHolderOf(state, wallet);
  if (command.type === "redeem" || command.type === "hold") {
    const value = command.type === "redeem" ? valueAsked(state, purse, command) : valueToHold(purse, command);
    const verdict = judgePin(state, pinHolder, { ...command, value }, now);
    if (verdict.kind === "stale") throw new Stale();
    if (verdict.update !== undefined) {
      heard.pinUpdate = { walletCode: pinHolder.walletCode, pin: verdict.update };
      if (verdict.kind === "refused" && verdict.wrongOfCaller !== undefined)
        heard.pinUpdate.caller = { userId: command.actor.userId, wrongAt: verdict.wrongOfCaller };
    }
    if (verdict.kind === "refused") throw new Refused(verdict.refusal);
  }
  if (purse !== wallet) refuseChildsFlag(wallet, command);
  const asked = { state, wallet: purse, addressed: wallet, command, now };
  const postings = postingsOf(record === null ? asked : { ...asked, record });
  const own = postings.at(-1);
  if (own === undefined) return { postings, weighed: null };
  refuseBeyondAllowance(wallet, own);
  return { postings, weighed: weighLimits(asked, own, isProved(pinHolder, command, now)) };
}

/**
 * The wallet that a command names, the one whose log has the entry that it names, and the one whose points it moves. Refuses with 1201 what is not
 * there, and a wallet in whose standing nothing of the kind is done.
 */
function partiesOf(
  state: LedgerState,
  command: Command,
): { wallet: WalletState; record: WalletState | null; purse: WalletState } {
  const wallet = identify(state, command);
  // A bill of before a merge is given back by either card, in the wallet that has the points now.
  const isMerged = wallet.statusId === WALLET_STATUS.merged;
  const standing = command.type === "cancel" && command.ofLapse ? { needsOptIn: false } : {};
  if (!isMerged) refuseWrongStanding(wallet, command.type, standing);
  const record = recordNamed(state, wallet, command);
  const purse = purseOf(state, wallet, command);
  if (isMerged && purse === wallet) refuseWrongStanding(wallet, command.type);
  if (purse !== wallet) refuseWrongStanding(purse, command.type, standing);
  return { wallet, record, purse };
}

/** A retry is answered as the first time; a reference used for something else, or closed, is refused (rules.md §5). */
function seenBefore(state: LedgerState, command: Command): Decision | null {
  if (command.reference === undefined) return null;
  const { key, requestHash } = command.reference;
  const seen = state.keys.get(keyName(command.actor.userId, spaceOf(command), key));
  if (seen === undefined) return null;
  if (seen.entryId === null) return { kind: "refused", refusal: { code: 1416, parameters: {} } };
  if (seen.requestHash !== requestHash)
    return { kind: "refused", refusal: { code: 1501, parameters: firstUseOf(state, seen) } };
  return { kind: "replayed", entryId: seen.entryId };
}

/** When and where a reference was used. Its client's own, and nothing of the wallet that it was used for. */
function firstUseOf(state: LedgerState, { entryId, walletId }: KeyState): ErrorParametersByCode[1501] {
  const log = [...state.wallets.values(), ...state.elsewhere].find(({ id }) => id === walletId);
  const entry = entryId === null ? undefined : log?.entries.get(entryId);
  if (entry === undefined) return {};
  const { branchMsisdn } = entry;
  const usedAt = formatLocalMinute(entry.createdAt, state.programme.timeZone);
  return { usedAt, ...(branchMsisdn !== null && { branchMsisdn }) };
}

/** Whether the customer has shown that the wallet is theirs: by its PIN, asked for or not. */
function isProved({ pin }: WalletState, command: Command, now: Date): boolean {
  // The customer agreed when the points were held.
  if (command.type === "capture") return true;
  if ((command.type !== "redeem" && command.type !== "hold") || pin === null) return false;
  if (!canProve(pin, command.actor, now)) return false;
  const { pin: check } = command;
  return (
    check.kind === "assumed" ||
    (check.kind === "checked" && check.correct && check.pinVersion === pin.version)
  );
}

function identify(state: LedgerState, command: Command): WalletState {
  const wallet = state.wallets.get(command.walletCode);
  if (wallet === undefined || !isReached(command, wallet)) return refuse(1201);
  if (command.contactMsisdn !== undefined && command.contactMsisdn !== wallet.contactMsisdn)
    return refuse(1201);
  return wallet;
}

/** A wallet out of the actor's reach is as if it did not exist. Lapsed points are written off in every wallet. */
export function isReached({ type, actor }: Command, { sandboxId }: WalletState): boolean {
  return type === "expire" || isInReach(actor.sandbox, sandboxId);
}

/** The entries of a command, in order: first what was due in the wallets it touches, then its own. */
function postingsOf({ wallet, state, addressed, record, command, now }: Omit<Context, "today">): Posting[] {
  const today = formatLocalDate(now, state.programme.timeZone);
  const context: Context = { state, wallet, addressed, command, now, today };
  if (record !== undefined) context.record = record;
  const isMerged = command.type === "transfer" && command.points === undefined;
  const settled = settle(context, wallet, { isMerged });
  context.wallet = settled.wallet;
  if (command.type === "transfer") {
    const to = state.wallets.get(command.toWalletCode);
    if (to === undefined || !isReached(command, to)) return refuse(1201);
    refuseWrongTarget(to);
    const settledTo = settle(context, to);
    const moved = transfer(narrowTo(command, context), settledTo.wallet);
    return [...settled.postings, ...settledTo.postings, ...moved];
  }
  if (command.type === "expire") return settled.postings;
  if (command.type === "settle") throw new Error("A settlement is decided by its parts");
  const own = withFollowers(context, ownPosting(narrowTo(command, context)), {
    settle,
    advance: (after, posting) => advance(after, posting, null),
  });
  if (addressed !== wallet) own.draft.actorWalletId = addressed.id;
  return [...settled.postings, own];
}

/** The context, known to be of this command. Not a copy: every reward comes by here several times. */
function narrowTo<C extends Command>(command: C, context: Context): Context<C> {
  context.command = command;
  return context as Context<C>;
}

function ownPosting(context: Context<Exclude<Command, { type: "transfer" | "expire" | "settle" }>>): Posting {
  const { command } = context;
  switch (command.type) {
    case "reward": {
      const bill = narrowTo(command, context);
      const earning = onWhatIsLeft(bill);
      return withCoupon(earning, reward(earning, bill.command));
    }
    case "redeem":
      return command.couponOffer === undefined
        ? redeem(narrowTo(command, context))
        : buyCoupon(narrowTo(command, context), command.couponOffer);
    case "refund":
      return withCouponVoided(context, refund(narrowTo(command, context)));
    case "cancel":
      return withCouponVoided(context, cancel(narrowTo(command, context)));
    case "return":
      return withCouponVoided(context, returnReward(narrowTo(command, context)));
    case "adjust":
      return adjust(narrowTo(command, context));
    case "release":
      return release(narrowTo(command, context));
    case "hold":
      return hold(narrowTo(command, context));
    case "capture":
      return capture(narrowTo(command, context));
    case "release_hold":
      return releaseHold(narrowTo(command, context));
  }
}

/**
 * A cancel of a reference that never arrived closes it, so that the original cannot be carried out after the till was
 * told that there was nothing to cancel (rules.md §7). The same holds for a caller that asks about its own reference
 * and is told that it never arrived.
 */
function keysToClose(
  state: LedgerState,
  command: Command,
  { refusal }: Refused,
): NonNullable<Extract<Decision, { kind: "refused" }>["closeKeys"]> {
  const wallet = state.wallets.get(command.walletCode);
  if (wallet === undefined || !isReached(command, wallet)) return [];
  const { userId } = command.actor;
  if (command.closesReference && command.reference !== undefined)
    return [
      {
        userId,
        operation: spaceOf(command),
        key: command.reference.key,
        walletId: wallet.id,
      },
    ];
  if (command.type !== "cancel" || refusal.code !== 1401 || "entryId" in command.target) return [];
  const key = command.target.originalKey;
  const own = command.reference?.key === key ? COMMANDS.cancel.references : null;
  const meant = operationsMeant(command).map((operation) => ({
    ...{ userId, operation, key, walletId: wallet.id },
    seen: state.keys.get(keyName(userId, operation, key)),
  }));
  const hasArrived = meant.some(({ seen }) => seen !== undefined && (seen.entryId !== null || seen.isCoupon));
  if (hasArrived) return [];
  // The cancel's own reference stays open: the same request is to have the same answer.
  return meant.flatMap(({ seen, ...closed }) =>
    seen !== undefined || closed.operation === own ? [] : closed,
  );
}

function isNotEmpty(postings: Posting[]): postings is [...Posting[], Posting] {
  return postings.length > 0;
}
