import { hundredthsOf, least } from "./arithmetic";
import type { WorldFacts } from "./facts";
import type { Answer, FaultRequest, LoggedEntry } from "./history";
import type { Story } from "./stories";

/** Hundredths that each of the coupons takes off a bill, in their order (rules.md §25). */
export type TakenOff = (numbers: readonly string[], bill: bigint) => bigint[];

export function takenOffBy(
  world: WorldFacts,
  coupons: readonly { number: string; offerNumber: number }[],
): TakenOff {
  const offers = new Map(coupons.map(({ number, offerNumber }) => [number, offerNumber]));
  return (numbers, bill) => {
    let left = bill;
    return numbers.map((number) => {
      const off = world.coupons?.templates.get(offers.get(number) ?? 0)?.off ?? null;
      const taken = off === null ? 0n : least(left, "amount" in off ? off.amount : percentOf(left, off));
      left -= taken;
      return taken;
    });
  };
}

function percentOf(left: bigint, { percent, most }: { percent: number; most: bigint }): bigint {
  return least((left * BigInt(percent)) / 100n, most);
}

/** The coupons of a settlement, in their order. */
export function couponsOf({ content }: FaultRequest): readonly string[] {
  return (content.CouponNumbers as readonly string[] | undefined) ?? [];
}

/** The whole bill of a settlement, in hundredths. */
export function billValueOf({ content }: FaultRequest): bigint {
  return hundredthsOf(Number(content.BillValue));
}

/** The redemption or the reward of a settlement as if it were asked for alone. */
export function partOfBill(
  request: FaultRequest,
  operation: "RedeemUser" | "Reward",
  hundredths: bigint,
): FaultRequest {
  return { ...request, operation, content: { ...request.content, PointsValue: Number(hundredths) / 100 } };
}

/** The refund, or the return, of a part of a bill's goods as if it were asked for alone. */
export function partOfGoods(
  request: FaultRequest,
  operation: "Refund" | "ReturnReward",
  { id, hundredths }: { id: number; hundredths: bigint },
): FaultRequest {
  const content = { ...request.content, TransactionId: id, PointsValue: Number(hundredths) / 100 };
  return { ...request, operation, content };
}

/** The cancellation of one entry of a bill as if it were asked for alone. */
export function undoingOf(request: FaultRequest, entryId: number): FaultRequest {
  const { OriginalExternalLogId: _name, ...content } = request.content;
  return { ...request, content: { ...content, TransactionId: entryId } };
}

/** Whether an entry is only a part of what its request did: the redemption of a bill, the refund of goods, or the cancellation of either. */
export function isFirstPart(entry: LoggedEntry, byId: ReadonlyMap<number, LoggedEntry>): boolean {
  const own = entry.logTypeId === 4 ? byId.get(entry.relatedEntryId ?? 0) : entry;
  const whole = own?.bill ?? own?.goods;
  return whole != null && whole.id !== own?.id;
}

/** Whether a settlement answers its bill as the log has it: with each of its parts, the first time and again. */
export function saysBill(
  { bill: said }: Answer,
  { before }: Pick<Story, "before">,
  entry: LoggedEntry,
): boolean {
  const bill = entry.logTypeId === 2 ? entry.bill : null;
  if (bill == null || said === undefined) return bill == null && said === undefined;
  const paid = before?.amountValue ?? 0n;
  const left = BigInt(bill.value - bill.off) - paid;
  const money = [said.billValue, said.paidWithPoints, said.payable].map(hundredthsOf);
  const coupons = said.coupons.map(
    ({ couponNumber, valueOff }) => `${couponNumber} ${hundredthsOf(valueOff)}`,
  );
  const parts = [before, entry].flatMap((one) => (one === undefined ? [] : [`${one.id} ${one.amount}`]));
  return (
    `${money}` === `${[bill.value, paid, left]}` &&
    `${coupons}` === `${bill.coupons.map(({ number, off }) => `${number} ${off}`)}` &&
    `${said.entries.map(({ id, amount }) => `${id} ${amount}`)}` === `${parts}`
  );
}
