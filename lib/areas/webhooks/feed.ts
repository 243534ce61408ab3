import type { Pool } from "pg";
import type { DomainEvent, EventCursor } from "./event-types";
import { readEvents } from "./read-events";

export interface FeedPage {
  events: DomainEvent[];
  /** Where the next page begins; also when there is nothing new. */
  cursor: string;
  hasMore: boolean;
}

/**
 * A merchant's events after a cursor, read from the log: the whole history in order, for systems that cannot receive
 * webhooks or missed some. A page may be empty while there is more, because other merchants' entries were looked at.
 */
export async function readFeed(
  pool: Pool,
  {
    merchantId,
    cursor,
    limit,
    types,
  }: { merchantId: number; cursor: EventCursor; limit: number; types: readonly string[] },
): Promise<FeedPage> {
  const part = await readEvents(pool, { after: cursor, limit, merchantIds: [merchantId] });
  return {
    events: part.events.filter(({ type }) => types.length === 0 || types.includes(type)),
    cursor: `${part.cursor.entryId}.${part.cursor.auditId}`,
    hasMore: part.hasMore,
  };
}

const CURSOR = /^(\d{1,15})\.(\d{1,15})$/;

/** Reads a cursor that the feed gave out; null for anything else. */
export function parseFeedCursor(text: string): EventCursor | null {
  const [, entryId, auditId] = CURSOR.exec(text) ?? [];
  return entryId === undefined || auditId === undefined
    ? null
    : { entryId: Number(entryId), auditId: Number(auditId) };
}
