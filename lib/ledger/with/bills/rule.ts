import type { Command, RewardCommand } from "@/lib/ledger/rules/commands";
import type { PostedEntry, Posting } from "@/lib/ledger/rules/decision";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import type { Context } from "@/lib/ledger/rules/posting";
import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import { lesser, type Money, moneyText, NOTHING } from "@/lib/platform/money";
import { billName, takenOff } from "./words";

/**
 * The reward as it earns: where points are on what is left of a bill, less what was paid of it with points before (rules.md §1). Never
 * below nothing.
 */
export function onWhatIsLeft(context: Context<RewardCommand>): Context<RewardCommand> {
  const { state, addressed, command } = context;
  const { actor, invoiceNumber, value } = command;
  if (state.programme.earnedOn === "bill") return context;
  const payments =
    actor.merchantId === null || invoiceNumber === undefined
      ? undefined
      : state.paid.get(billName(addressed.sandboxId, actor.merchantId, invoiceNumber));
  const paid = [...(payments?.values() ?? [])].reduce(
    (sum, one) => sum + one.value - one.givenBack,
    command.paid ?? NOTHING,
  );
  return paid === NOTHING
    ? context
    : { ...context, command: { ...command, value: value - lesser(value, paid) } };
}

/** The comment of a reward where some of its bill was paid with points. */
export function saidOfPaid(bill: RewardCommand, earning: RewardCommand): string | undefined {
  if (bill.value === earning.value) return undefined;
  const [paid, whole] = [moneyText(bill.value - earning.value), moneyText(bill.value)];
  return `${paid} of ${whole} paid with points / ${paid} من ${whole} مدفوعة بالنقاط`;
}

/** Keeps what a posting pays of a bill, or gives back of it, so that the next reward of the batch is decided on it. */
export function countPaid(
  { programme, paid }: Pick<LedgerState, "programme" | "paid">,
  { sandboxId }: Pick<WalletState, "sandboxId">,
  { reversals }: Pick<Posting, "reversals">,
  entry: Entry,
): void {
  if (programme.earnedOn === "bill") return;
  const { id, logTypeId, merchantId, invoiceNumber, offerNumber, amountValue } = entry;
  // A coupon that is bought with points is no bill.
  if (
    logTypeId === LOG_TYPE.redemption &&
    merchantId !== null &&
    invoiceNumber !== null &&
    offerNumber === null
  ) {
    const name = billName(sandboxId, merchantId, invoiceNumber);
    paid.set(name, (paid.get(name) ?? new Map()).set(id, { value: amountValue, givenBack: NOTHING }));
  }
  for (const { entryId, givenBackValue, cancelledBySelf, cancelledByEntryId } of reversals)
    for (const payments of paid.values()) {
      const payment = payments.get(entryId);
      if (payment === undefined) continue;
      if (cancelledBySelf || cancelledByEntryId !== null) payments.delete(entryId);
      else payment.givenBack = givenBackValue;
    }
}

/** The part of a bill that is paid with points and earns nothing; nothing for commands that reward none. */
export function paidOf(
  command: Command,
  { entry: { amountValue }, bill }: Pick<PostedEntry, "entry" | "bill">,
): Money {
  if (bill !== null) return bill.value - takenOff(bill) - amountValue;
  return command.type === "reward" ? command.value - amountValue : NOTHING;
}
