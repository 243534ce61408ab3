/** An entry, as far as its place counts. */
interface NumberedEntry {
  id: number;
  createdAt: Date;
}

/** An act, as far as its place counts. */
interface PlacedAct {
  id: number;
  created_at: Date;
  /** Entries of the act's wallet up to this number came before it; null for acts of before this was noted. */
  entries_before: number | null;
}

/** Rows of the two sources behind one cursor, each in the order of its numbers. */
export interface Sources<Entry extends NumberedEntry, Act extends PlacedAct> {
  entries: readonly Entry[];
  acts: readonly Act[];
  /** No further entry has this number or one below it. */
  entriesUpTo: number;
  /** Of these at most so many are taken; one more act may have been read, to know where it would stand. */
  limit: number;
}

export interface OrderedPart<Entry, Act> {
  /** In the order in which they happened, as far as one wallet is concerned. */
  items: ({ entry: Entry } | { act: Act })[];
  entries: Entry[];
  acts: Act[];
}

/**
 * Brings entries and acts into one order and takes as many as are sure to be followed by later ones only. An act stands behind the
 * entries that it notes; no act stands before one with a lower number. The second rule costs no truth, because the note is
 * read before the act's number is taken. Pure.
 */
export function inOneOrder<Entry extends NumberedEntry, Act extends PlacedAct>({
  entries,
  acts,
  entriesUpTo,
  limit,
}: Sources<Entry, Act>): OrderedPart<Entry, Act> {
  const places = placesOf(acts, { entries, isWhole: entries.length < limit });
  const known = acts.filter((_, index) => index < limit && (places[index] ?? 0) <= entriesUpTo);
  const nextPlace = places[known.length] ?? Number.POSITIVE_INFINITY;
  const sure = entries.filter(({ id }) => id <= nextPlace);
  const items: OrderedPart<Entry, Act>["items"] = [];
  let actCount = 0;
  const takeActsBefore = (id: number) => {
    for (
      let act = known[actCount];
      act !== undefined && (places[actCount] ?? 0) < id;
      act = known[actCount]
    ) {
      items.push({ act });
      actCount += 1;
    }
  };
  for (const entry of sure) {
    takeActsBefore(entry.id);
    items.push({ entry });
  }
  takeActsBefore(Number.POSITIVE_INFINITY);
  return { items, entries: sure, acts: known };
}

/** The number of the last entry that stands before each act; they never fall. */
function placesOf(
  acts: readonly PlacedAct[],
  { entries, isWhole }: { entries: readonly NumberedEntry[]; isWhole: boolean },
): number[] {
  let place = 0;
  return acts.map((act) => {
    place = Math.max(place, act.entries_before ?? placeByTime(act, entries, isWhole));
    return place;
  });
}

/** Where an act stands that notes no entries: behind those that are not later. */
function placeByTime(act: PlacedAct, entries: readonly NumberedEntry[], isWhole: boolean): number {
  const next = entries.findIndex(({ createdAt }) => createdAt > act.created_at);
  if (next === -1) return isWhole ? (entries.at(-1)?.id ?? 0) : Number.POSITIVE_INFINITY;
  return next === 0 ? 0 : (entries[next - 1]?.id ?? 0);
}
