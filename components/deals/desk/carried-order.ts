/**
 * An order that was begun on an earlier list, by ids, carried over to the list as it is now: deals that are gone leave it, and a new
 * deal comes behind the deal that precedes it in the list.
 */
export function carriedOrder(order: readonly number[], present: readonly number[]): number[] {
  const carried = order.filter((id) => present.includes(id));
  for (const [place, id] of present.entries()) {
    if (carried.includes(id)) continue;
    const before = present[place - 1];
    carried.splice(before === undefined ? 0 : carried.indexOf(before) + 1, 0, id);
  }
  return carried;
}

/** Whether others gave the deals that are in both lists another order meanwhile. */
export function isReordered(before: readonly number[], present: readonly number[]): boolean {
  const stayed = present.filter((id) => before.includes(id));
  return before.filter((id) => present.includes(id)).some((id, place) => id !== stayed[place]);
}
