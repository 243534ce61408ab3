import { type AdminActor, isOwnMerchant } from "@/lib/portal/acts/actor";
import { type Act, administer } from "@/lib/portal/acts/administer";
import type { AdminContext } from "@/lib/portal/acts/context";
import { AdminError } from "@/lib/portal/acts/errors";
import { type DealView, dealView, tellOfDeal, WITH_BRANCHES } from "./deal";
import { ORDER_OF_GET_DEALS, orderable } from "./read";

interface OrderDealsInput {
  /** Merchant whose deals are put in order; null: those of all merchants, which is for operators. */
  merchantId: number | null;
  /** All of them that are not over, in the order that was seen. */
  from: readonly number[];
  /** The same in the order that they are to have. */
  to: readonly number[];
}

/**
 * Puts deals in the given order. They share out the sorting numbers that they already have
 * (sortingNumbers). Their versions stay, so nobody's edit is disturbed.
 */
export function orderDeals(
  context: AdminContext,
  actor: AdminActor,
  { merchantId, from, to }: OrderDealsInput,
): Promise<void> {
  return administer(context, actor, "deal.order", async (act) => {
    if (!isOwnMerchant(actor, merchantId)) throw new AdminError("not_found", { subject: "merchant" });
    const present = await lockOrderable(act, merchantId);
    if (present.map(({ id }) => id).join() !== from.join())
      throw new AdminError("conflict", { subject: "deal", version: 0 });
    const byId = new Map(present.map((deal) => [deal.id, deal]));
    const wanted = to.flatMap((id) => byId.get(id) ?? []);
    if (new Set(to).size !== to.length || wanted.length !== present.length || to.length !== present.length)
      throw new AdminError("invalid", { field: "order" });
    return renumber(act, wanted);
  });
}

async function lockOrderable({ tx, now }: Act, merchantId: number | null): Promise<DealView[]> {
  await tx.$queryRaw`
    SELECT 1 FROM deal WHERE ${merchantId}::integer IS NULL OR merchant_id = ${merchantId}::integer
     ORDER BY id FOR NO KEY UPDATE`;
  const rows = await tx.deal.findMany({
    where: { ...orderable(now), ...(merchantId !== null && { merchantId }) },
    orderBy: [...ORDER_OF_GET_DEALS],
    include: WITH_BRANCHES,
  });
  return rows.map(dealView);
}

async function renumber(act: Act, deals: readonly DealView[]): Promise<void> {
  const { _max: highest } = await act.tx.deal.aggregate({ _max: { sortingNumber: true } });
  const numbers = sortingNumbers(
    deals.map(({ sortingNumber }) => sortingNumber),
    highest.sortingNumber ?? 0,
  );
  for (const [index, before] of deals.entries()) {
    const sortingNumber = numbers[index] ?? null;
    if (sortingNumber === before.sortingNumber) continue;
    await act.tx.deal.update({ where: { id: before.id }, data: { sortingNumber } });
    await tellOfDeal(act, before, { ...before, sortingNumber });
  }
}

/**
 * The sorting numbers that bring deals into the order in which they are given, each by its present number (null = none).
 * The numbers that these deals already hold are dealt out anew, so that putting one's own deals in order moves nobody
 * else's and overtakes nobody. Deals beyond them get the next numbers after theirs; where none has a number they begin
 * after `lastOfAll`, the highest one that any deal has. Numbers that two of them share are pulled apart. Pure.
 */
export function sortingNumbers(present: readonly (number | null)[], lastOfAll: number): number[] {
  const held = present.filter((number) => number !== null).sort((one, other) => one - other);
  const numbers: number[] = [];
  for (let index = 0; index < present.length; index += 1) {
    const last = numbers.at(-1);
    const next = last === undefined ? lastOfAll + 1 : last + 1;
    const own = held[index];
    numbers.push(own === undefined ? next : last === undefined ? own : Math.max(own, next));
  }
  return numbers;
}
