import type { Pool } from "pg";
import { sender } from "@/lib/platform/database/sender";
import { ACTS } from "@/lib/portal/acts/generated/acts";
import type { EventType } from "./event-types";

/** A row of the audit log that is an event. */
export interface Act {
  id: number;
  created_at: Date;
  action: string;
  merchant_id: number | null;
  user_id: number | null;
  subject_type: string;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  entries_before: number | null;
}

/** Acts that are events. An adjustment is a log entry already. */
export const ACT_TYPES: Readonly<Record<string, EventType>> = Object.fromEntries(
  Object.entries(ACTS).flatMap(([action, { event }]): [string, EventType][] =>
    event === null ? [] : [[action, event]],
  ),
);

/** The acts above `after` up to `until`, which the caller knows to be complete, in the order of their numbers. */
export async function readActs(
  pool: Pool,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<Act[]> {
  const { rows } = await sender(pool)({
    text: `
SELECT a.id, a.created_at, a.action, a.merchant_id, a.user_id, a.subject_type, a.subject_id, a.before, a.after, a.entries_before
  FROM audit_log a
 WHERE a.id > $1 AND a.id <= $2 AND a.action = ANY ($3)
 ORDER BY a.id LIMIT $4`,
    values: [after, until, Object.keys(ACT_TYPES), limit],
  });
  return rows as Act[];
}

/** The deal of an act. */
export interface DealFacts {
  id: number;
  merchant_id: number;
  offer_number: string;
}

/** The deals that acts are about, those that are gone included, by number. */
export async function readDeals(pool: Pool, acts: readonly Act[]): Promise<Map<number, DealFacts>> {
  const ids = acts.flatMap((act) => (act.subject_type === "deal" ? Number(act.subject_id) : []));
  if (ids.length === 0) return new Map();
  // Of a deal that is gone its removal tells: what was to be told of it before is still told.
  const { rows } = await sender(pool)({
    text: `
SELECT id, merchant_id, offer_number FROM deal WHERE id = ANY ($1::int[])
 UNION ALL
SELECT subject_id::int, merchant_id, before ->> 'offerNumber' FROM audit_log
 WHERE subject_type = 'deal' AND action = 'deal.delete' AND subject_id = ANY ($1::int[]::text[])`,
    values: [ids],
  });
  return new Map((rows as DealFacts[]).map((deal) => [deal.id, deal]));
}

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
interface Sources<Entry extends NumberedEntry, Act extends PlacedAct> {
  entries: readonly Entry[];
  acts: readonly Act[];
  /** No further entry has this number or one below it. */
  entriesUpTo: number;
  /** Of these at most so many are taken; one more act may have been read, to know where it would stand. */
  limit: number;
}

interface OrderedPart<Entry, Act> {
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
