import { describe, expect, test } from "vitest";
import { NOTHING_NEW, withAdded } from "@/components/today/use-branch-entries";
import type { PortalEntry } from "@/lib/areas/entries/schemas";

/** Entries of these numbers, each a second after the one before. */
const entries = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => {
    const id = from + place;
    return { id, createdAt: new Date(id * 1_000).toISOString() } as PortalEntry;
  });
const newestFirst = (list: readonly PortalEntry[]) => [...list].reverse();
const idsOf = (list: readonly PortalEntry[]) => list.map(({ id }) => id);

describe("what came by itself to the list of a day", () => {
  test("is kept until the list itself holds it, or what is newer", () => {
    const listed = newestFirst(entries(1, 5));
    const first = withAdded(NOTHING_NEW, entries(6, 9), { listed, isHeld: false });
    expect(idsOf(first.added)).toEqual([6, 7, 8, 9]);
    const readAgain = newestFirst(entries(7, 9));
    const second = withAdded(first, entries(10, 10), { listed: readAgain, isHeld: false });
    expect(idsOf(second.added)).toEqual([10]);
  });

  test("stays where it is while somebody reads, and is counted without being kept once it is much", () => {
    const shown = withAdded(NOTHING_NEW, entries(6, 9), { listed: [], isHeld: false });
    let live = shown;
    for (let from = 10; from < 1_010; from += 10)
      live = withAdded(live, entries(from, from + 9), { listed: newestFirst(entries(7, 9)), isHeld: true });
    expect(idsOf(live.added).slice(0, 4)).toEqual([6, 7, 8, 9]);
    expect(live.heldIds.size).toBe(1_000);
    expect(live.added.length).toBeLessThanOrEqual(200);
  });
});
