import { createHash } from "node:crypto";
import type { Pool } from "pg";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import { entryHashAt, wholeUpTo } from "@/lib/log/tail";
import { sender } from "@/lib/platform/database/sender";
import type { DomainEvent, EventCursor } from "./event-types";
import { readEvents } from "./read-events";

export interface FeedPage {
  events: DomainEvent[];
  /** Where the next page begins; also when there is nothing new. */
  cursor: string;
  hasMore: boolean;
}

/** A cursor as its reader sends it: two numbers, and what stood there when it was given out. */
export interface FeedCursor extends EventCursor {
  /** Null in cursors of before there were marks. */
  mark: string | null;
}

/** Where the feed begins. */
export const FEED_START: FeedCursor = { entryId: 0, auditId: 0, mark: null };

/**
 * A merchant's events after a cursor, read from the log: the whole history in order, for systems that cannot receive
 * webhooks or missed some. Rows of other merchants are passed over, as many parts as {@link PARTS_MAX} in one page.
 * @returns null for a cursor of which the log holds nothing: one that was never given out, or that was given out before a
 * backup was restored in which its rows are missing or are others
 */
export async function readFeed(
  pool: Pool,
  {
    merchantId,
    cursor,
    limit,
    types,
    sandbox,
  }: {
    merchantId: number;
    cursor: FeedCursor;
    limit: number;
    types: readonly string[];
    /** A test client's, which is told of its own test wallets. */
    sandbox?: Sandbox | undefined;
  },
): Promise<FeedPage | null> {
  const mark = await markOf(pool, cursor);
  if (mark === null || (cursor.mark !== null && cursor.mark !== mark)) return null;
  const isAsked = ({ type }: DomainEvent) => types.length === 0 || types.includes(type);
  const readPart = (after: EventCursor) =>
    readEvents(pool, { after, limit, merchantIds: [merchantId], readers: [sandbox] });
  let part = await readPart(cursor);
  for (let parts = 1; parts < PARTS_MAX && part.hasMore && !part.events.some(isAsked); parts += 1)
    part = await readPart(part.cursor);
  const end = part.cursor;
  const endMark =
    end.entryId === cursor.entryId && end.auditId === cursor.auditId ? mark : await markOf(pool, end);
  return {
    events: part.events.filter(isAsked),
    cursor: `${end.entryId}.${end.auditId}.${endMark}`,
    hasMore: part.hasMore,
  };
}

/** Parts of the log that are looked at for one page: none of them has to hold an event that the reader may see. */
const PARTS_MAX = 50;

/** The cursor of this moment: the feed from now on (`cursor=now`). */
export async function feedEnd(pool: Pool): Promise<FeedCursor> {
  const [entryId, auditId] = await Promise.all([wholeUpTo(pool, 0), wholeUpTo(pool, 0, "audit_log")]);
  return { entryId, auditId, mark: null };
}

const CURSOR = /^(\d{1,15})\.(\d{1,15})(?:\.([\da-f]{12}))?$/;

/** Reads a cursor that the feed gave out; null for anything else. */
export function parseFeedCursor(text: string): FeedCursor | null {
  const [, entryId, auditId, mark = null] = CURSOR.exec(text) ?? [];
  return entryId === undefined || auditId === undefined
    ? null
    : { entryId: Number(entryId), auditId: Number(auditId), mark };
}

const MARK_LENGTH = 12;

/**
 * Digest of the two rows that a cursor names: after a backup was restored other rows could bear their numbers. Null when one of the rows is
 * not there. Rows of both logs are never changed or removed.
 */
async function markOf(pool: Pool, { entryId, auditId }: EventCursor): Promise<string | null> {
  const [entry, { rows }] = await Promise.all([
    entryHashAt(pool, entryId),
    sender(pool)({
      text: "SELECT concat_ws(' ', extract(epoch FROM created_at), action, subject_id) AS act FROM audit_log WHERE id = $1",
      values: [auditId],
    }),
  ]);
  const act = (rows as { act: string }[])[0]?.act ?? null;
  if ((entryId > 0 && entry === null) || (auditId > 0 && act === null)) return null;
  return createHash("sha256").update(`${entry} ${act}`).digest("hex").slice(0, MARK_LENGTH);
}
