import type { RefundCommand, ReturnCommand } from "@/lib/ledger/rules/commands";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import { ownEntry, refuse, reversalOf } from "@/lib/ledger/rules/posting";
import type { Entry, ReversalState } from "@/lib/ledger/rules/types";
import { inUnits, leastMoney, lesser, type Money, NOTHING } from "@/lib/platform/money";
import type { SettledBill } from "./words";

/** The bill that an entry, its redemption, paid a part of, by the id of its reward; null: it paid none. */
export function billPaidBy(
  { settled }: Pick<LedgerState["bills"], "settled">,
  { id }: Pick<Entry, "id">,
): number | null {
  for (const [billId, { redemption }] of settled) if (redemption?.id === id) return billId;
  return null;
}

/** A bill, the price of its goods that came back before, and the wallet whose log has its entries. */
interface BillOnRecord {
  bill: SettledBill;
  goodsBack: Money;
  record: WalletState;
}

/**
 * The price of the goods of a bill that come back: without a value of all that is left. Refuses with 1401, with 1411 goods of a bill that was undone,
 * with 1002 points, with 1403 where nothing is left, with 1404 more than is left.
 */
export function priceOfGoods(
  { entryId, actor, points, value }: ReturnCommand,
  { bill, goodsBack, record }: BillOnRecord,
): Money {
  const reversal = reversalOf(record, ownEntry(record, entryId, actor));
  if (reversal.cancelledByEntryId !== null) refuse(1411);
  if (points !== undefined) refuse(1002, { field: "Points", form: PRICE_WANTED });
  const left = bill.value - goodsBack;
  if (left === NOTHING) refuse(1403);
  if (value === undefined || isRestOf(left, value, reversal)) return left;
  if (value < left) return value;
  return refuse(1404, { remaining: reversal.taken - reversal.givenBack, remainingValue: inUnits(left) });
}

const PRICE_WANTED = {
  en: "The price of the goods is wanted, in PointsValue: the transaction settled a whole bill",
  ar: "المطلوب سعر البضاعة في PointsValue: هذه العملية لفاتورة كاملة بأجزائها",
};

/**
 * Whether `value` is all of the money that is left. A bill that comes back line by line has lines that were rounded, each by less than a smallest
 * coin: the last of them may be off by as many coins as there were lines.
 */
export function isRestOf(
  left: Money,
  value: Money,
  { openRefunds }: Pick<ReversalState, "openRefunds">,
): boolean {
  if (value <= left) return value === left;
  const lines = openRefunds === 0 ? 0 : openRefunds + 1;
  return value - left <= BigInt(lines) * leastMoney() && left > NOTHING;
}

/** The movements that give goods back, in order: the refund of what points paid of them, unless that is nothing, and the return of their reward. */
export function partsOfReturn(
  command: ReturnCommand,
  goods: Money,
  { bill, goodsBack, record }: BillOnRecord,
): [RefundCommand | null, ReturnCommand] {
  const { items, points: _points, ...base } = command;
  const { redemption } = bill;
  const reward = ownEntry(record, command.entryId, command.actor);
  const all = { value: bill.value, back: goodsBack + goods };
  const shareOf = (part: Entry) => shareOfGoods(part, reversalOf(record, part), all);
  const paid = redemption === null ? NOTHING : shareOf(redemption);
  return [
    redemption === null || paid === NOTHING
      ? null
      : { ...base, type: "refund", partOf: "return", entryId: redemption.id, value: paid },
    { ...base, type: "return", partOf: "return", value: shareOf(reward), items },
  ];
}

/**
 * The money of a bill's redemption or reward that goods bring back: that of all goods that have come back, rounded down to the smallest coin, less what
 * came back before. The last of the goods takes the rest.
 */
function shareOfGoods(
  { amountValue }: Pick<Entry, "amountValue">,
  { givenBackValue }: Pick<ReversalState, "givenBackValue">,
  { value, back }: { value: Money; back: Money },
): Money {
  const exact = (back * amountValue) / value;
  const due = exact - (exact % leastMoney());
  return due - lesser(due, givenBackValue);
}
