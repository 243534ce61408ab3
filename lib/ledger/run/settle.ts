import {
  type CancelCommand,
  type Command,
  keyName,
  operationsMeant,
  partsOf,
  type ReturnCommand,
  type SettleCommand,
} from "@/lib/ledger/rules/commands";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { BillPart } from "@/lib/ledger/rules/errors";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { Refused, refuseForGood } from "@/lib/ledger/rules/posting";
import { partsOfReturn, priceOfGoods } from "@/lib/ledger/with/bills/goods";
import {
  actToUndo,
  couponsOnBill,
  couponsToReopen,
  inPart,
  valueToPay,
} from "@/lib/ledger/with/bills/settle";
import { type LeftOut, takenOff } from "@/lib/ledger/with/bills/words";
import { poolOf } from "@/lib/ledger/with/families/words";
import type { Weighed } from "@/lib/ledger/with/limits/rule";
import { NOTHING } from "@/lib/platform/money";
import { formatLocalDate } from "@/lib/platform/time";
import { settle, stateAfter } from "./advance";

/** The postings of one movement, and what limits say of its own, the last of them. */
export interface CarriedOut {
  postings: Posting[];
  weighed: Weighed | null;
  /** Of a settlement. */
  part?: BillPart;
}

/** Decides a movement on a state as any other is decided. */
export type Carry = (state: LedgerState, command: Command) => CarriedOut;

interface Settling<C extends Command> {
  command: C;
  now: Date;
  carry: Carry;
}

/**
 * Settles a bill by today's movements, each on the state that the one before left: its coupons, the redemption, the reward of what is left
 * (rules.md §25). All of them or none. Each refusal names the part.
 */
export function settleBill(
  state: LedgerState,
  wallet: WalletState,
  { command, now, carry }: Settling<SettleCommand>,
): CarriedOut[] {
  const today = formatLocalDate(now, state.programme.timeZone);
  const purse = settle({ state, command, now, today }, poolOf(state, wallet) ?? wallet).wallet;
  const context = { state, wallet: purse, addressed: wallet, command, now, today };
  const { coupons, leftOut } = couponsOnBill(context);
  const payable = command.bill - takenOff({ coupons });
  const pays = () => {
    const paid = valueToPay(state, purse, { redeem: command.redeem, payable });
    const [redemption] = partsOf(command, { payable, paid });
    return paid === NOTHING ? null : { paid, ...carry(state, redemption), part: "points" as const };
  };
  const payment = leavingOut(command, leftOut, () => inPart("points", pays));
  const [, reward] = partsOf(command, { payable, paid: payment?.paid ?? NOTHING });
  const before = payment === null ? state : stateAfter(state, payment.postings);
  const rewarded = { ...inPart("reward", () => carry(before, reward)), part: "reward" as const };
  const own = rewarded.postings.at(-1);
  if (own === undefined) throw new Error("A reward came to nothing");
  own.settles = { value: command.bill, coupons, isPaid: payment !== null, leftOut };
  return payment === null ? [rewarded] : [payment, rewarded];
}

/** Of a quote that leaves out, what points refuse is told; that a PIN is wanted is not, since it can be given. */
function leavingOut<Result>(
  { leavesOut }: SettleCommand,
  leftOut: LeftOut[],
  work: () => Result,
): Result | null {
  try {
    return work();
  } catch (error) {
    if (!leavesOut || !(error instanceof Refused) || PIN_WANTED.has(error.refusal.code)) throw error;
    leftOut.push({ ...error.refusal, part: "points" });
    return null;
  }
}

const PIN_WANTED: ReadonlySet<number> = new Set([1307, 1310]);

/**
 * Brings goods of a settled bill back by today's movements: what points paid of them is refunded, then what of the reward was theirs is taken back
 * (rules.md §25). Null: the return names no bill. The return is written whatever it takes, since the act is known by it.
 */
export function returnGoods(
  state: LedgerState,
  record: WalletState,
  { command, carry }: Omit<Settling<ReturnCommand>, "now">,
): CarriedOut[] | null {
  const bill = state.bills.settled.get(command.entryId);
  if (bill === undefined) return null;
  const before = { bill, goodsBack: state.bills.goodsBack.get(command.entryId) ?? NOTHING, record };
  const goods = priceOfGoods(command, before);
  const [refund, back] = partsOfReturn(command, goods, before);
  const refunded = refund && { ...inPart("points", () => carry(state, refund)), part: "points" as const };
  const between = refunded === null ? state : stateAfter(state, refunded.postings);
  const returned = { ...inPart("reward", () => carry(between, back)), part: "reward" as const };
  const own = returned.postings.at(-1);
  if (own === undefined) throw new Error("A return came to nothing");
  own.returns = { billId: command.entryId, value: goods, isPaid: refunded !== null };
  return refunded === null ? [returned] : [refunded, returned];
}

/**
 * Undoes a settled bill whole: gives its points back, takes its reward back, opens its coupons again. Undoes a return of goods of one whole in the
 * same way. Null: the cancellation names none. Refuses with 1414 to undo its redemption, or the refund of the return, alone.
 */
export function undoSettled(
  state: LedgerState,
  command: CancelCommand,
  { now, carry }: Omit<Settling<CancelCommand>, "command">,
): CarriedOut[] | null {
  const { bills } = state;
  if (bills.settled.size + bills.returned.size === 0) return null;
  const found = actToUndo(bills, namedBy(state, command), (entry) => {
    // Refuses first where the caller may not name the entry.
    carry(state, command);
    return refuseForGood(command, entry);
  });
  if (found === null) return null;
  const { id, first, bill } = found;
  const undo = (entryId: number): CancelCommand => ({ ...command, target: { entryId } });
  const refunded = first && inPart("points", () => carry(state, undo(first.id)));
  const before = refunded === null ? state : stateAfter(state, refunded.postings);
  const undone = inPart("reward", () => carry(before, undo(id)));
  const own = undone.postings.at(-1);
  const wallet = state.wallets.get(command.walletCode);
  if (own === undefined || wallet === undefined) throw new Error("A cancellation came to nothing");
  const today = formatLocalDate(now, state.programme.timeZone);
  const context = { state, wallet, addressed: wallet, command, now, today };
  if (bill === null) own.undoesReturn = id;
  else {
    const walletId = memberOf(state, id) ?? own.draft.walletId;
    own.reopens = couponsToReopen(context, bill).map((coupon) => ({ ...coupon, walletId }));
  }
  return refunded === null ? [undone] : [refunded, undone];
}

/** The member of a family whose bill it was, by its reward's id; null: the wallet of the log itself. A parent may undo a child's bill. */
function memberOf({ wallets }: LedgerState, rewardId: number): number | null {
  for (const { entries } of wallets.values()) {
    const reward = entries.get(rewardId);
    if (reward !== undefined) return reward.actorWalletId;
  }
  return null;
}

/** The entries that a cancellation names. */
function namedBy({ keys }: LedgerState, command: CancelCommand): number[] {
  const { target, actor } = command;
  if ("entryId" in target) return [target.entryId];
  return operationsMeant(command).flatMap(
    (operation) => keys.get(keyName(actor.userId, operation, target.originalKey))?.entryId ?? [],
  );
}
