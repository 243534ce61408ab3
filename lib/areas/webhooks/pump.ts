import type { ClientBase, Pool, PoolClient } from "pg";
import { isInReach, type Sandbox } from "@/lib/ledger/rules/reach";
import { wholeUpTo } from "@/lib/log/tail";
import type { Clock } from "@/lib/platform/clock";
import { sender } from "@/lib/platform/database/sender";
import { inTransaction } from "@/lib/platform/transaction";
import { type DomainEvent, type EventCursor, type EventType, eventText } from "./event-types";
import { readEvents } from "./read-events";

/** How long a delivery is tried before it is given up. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
const PART_SIZE = 500;

interface Endpoint {
  id: number;
  merchant_id: number;
  event_types: string[];
  /** Of a test client's, which is told of its test wallets. */
  sandbox: Sandbox | null;
}

/**
 * Turns what happened since the last time into deliveries, one for each endpoint that asked for it, in one transaction with
 * the mark of how far that was done: each event becomes a delivery exactly once, whatever is killed and however many
 * processes try at once. Events are in the log first, so none is told before its movement is committed.
 * @returns whether there may be more to do now
 */
export async function pumpEvents({
  pool,
  clock,
  partSize = PART_SIZE,
}: {
  pool: Pool;
  clock: Clock;
  partSize?: number;
}): Promise<boolean> {
  const after = await readCursor(pool);
  const end = {
    entryId: await wholeUpTo(pool, after.entryId),
    auditId: await wholeUpTo(pool, after.auditId, "audit_log"),
  };
  if (end.entryId === after.entryId && end.auditId === after.auditId) return false;
  const endpoints = await readEndpoints(pool);
  if (endpoints.length === 0) {
    return !(await advance(pool, { after, to: end, endpoints, deliveries: [], at: clock.now() }));
  }
  const merchantIds = [...new Set(endpoints.map(({ merchant_id }) => merchant_id))];
  const readers = endpoints.map(({ sandbox }) => sandbox ?? undefined);
  const { events, cursor, hasMore } = await readEvents(pool, {
    ...{ after, limit: partSize, merchantIds, readers },
  });
  const deliveries = events.flatMap((event) =>
    endpoints
      .filter(
        ({ merchant_id, event_types, sandbox }) =>
          event.merchantIds.includes(merchant_id) &&
          event_types.includes(event.type) &&
          isInReach(sandbox, event.sandboxId),
      )
      .map(({ id }) => ({ endpointId: id, event })),
  );
  const isDone = await advance(pool, { after, to: cursor, endpoints, deliveries, at: clock.now() });
  return hasMore || !isDone;
}

async function readCursor(pool: Pool): Promise<EventCursor> {
  const { rows } = await sender(pool)({
    text: 'SELECT entry_id AS "entryId", audit_id AS "auditId" FROM event_cursor WHERE id = 1',
  });
  const [cursor] = rows as EventCursor[];
  if (cursor === undefined) throw new Error("The table event_cursor is empty");
  return cursor;
}

async function readEndpoints(database: Pick<Pool | PoolClient, "query">): Promise<Endpoint[]> {
  const { rows } = await (database as Pool).query<Endpoint>(
    `SELECT e.id, m.id AS merchant_id, e.event_types,
            CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'isDemo', s.is_demo) END AS sandbox
       FROM webhook_endpoint e
       LEFT JOIN api_client c ON c.id = e.client_id
       LEFT JOIN sandbox s ON s.id = c.sandbox_id
       JOIN merchant m ON m.id = coalesce(e.merchant_id, c.merchant_id)
      WHERE e.state = 'active' AND m.is_active AND c.revoked_at IS NULL ORDER BY e.id`,
  );
  return rows;
}

interface Step {
  after: EventCursor;
  to: EventCursor;
  /** For whom the deliveries were made. */
  endpoints: readonly Endpoint[];
  deliveries: readonly { endpointId: number; event: DomainEvent }[];
  at: Date;
}

/**
 * All or nothing, and says which. Nothing when another process has gone on from the same place meanwhile, or when the
 * endpoints are others by now: what is committed after an endpoint was made is for it, so they are read again last.
 */
async function advance(pool: Pool, { after, to, endpoints, deliveries, at }: Step): Promise<boolean> {
  const work = async (client: PoolClient) => {
    const { rowCount } = await client.query(
      `UPDATE event_cursor SET entry_id = $3, audit_id = $4, updated_at = $5
        WHERE id = 1 AND entry_id = $1 AND audit_id = $2`,
      [after.entryId, after.auditId, to.entryId, to.auditId, at],
    );
    if (rowCount !== 1) return false;
    if (JSON.stringify(await readEndpoints(client)) !== JSON.stringify(endpoints)) return false;
    if (deliveries.length > 0) {
      await client.query(INSERT_DELIVERIES, [
        deliveries.map(({ endpointId }) => endpointId),
        deliveries.map(({ event }) => event.id),
        deliveries.map(({ event }) => event.type),
        deliveries.map(({ event }) => event.subject),
        deliveries.map(({ event }) => eventText(event)),
        at,
        new Date(at.getTime() + GIVE_UP_AFTER_MS),
      ]);
      const ofClients = endpoints.filter(({ sandbox }) => sandbox !== null).map(({ id }) => id);
      if (ofClients.length > 0) await client.query(KEEP_LATEST, [ofClients, KEPT_OF_CLIENT]);
    }
    return true;
  };
  return inTransaction(pool, work, { isKept: (isDone) => isDone });
}

// In the order of the events, which the deliveries' numbers keep.
const INSERT_DELIVERIES = `
INSERT INTO webhook_delivery (endpoint_id, event_id, type, subject, payload, next_attempt_at, give_up_at, created_at)
SELECT endpoint_id, event_id, type, subject, payload, $6, $7, $6
  FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
       AS d (endpoint_id, event_id, type, subject, payload, position)
 ORDER BY position`;

/** Deliveries that are kept for a test client: a till that is tried must not fill the database. */
const KEPT_OF_CLIENT = 100;

// Those that are being tried are left for the next time.
const KEEP_LATEST = `
DELETE FROM webhook_delivery WHERE id IN (
  SELECT d.id FROM unnest($1::int[]) AS e (id)
   CROSS JOIN LATERAL (SELECT x.id FROM webhook_delivery x WHERE x.endpoint_id = e.id ORDER BY x.id DESC OFFSET $2) last
    JOIN webhook_delivery d ON d.id = last.id FOR UPDATE OF d SKIP LOCKED)`;

/** An event that is written in the transaction that makes it, because it stands in no log that events are read from. */
interface ToldEvent {
  id: string;
  type: EventType;
  at: Date;
  subject: string;
  data: Record<string, unknown>;
  /** Merchant of the event; "everybody": of no merchant. */
  merchantId: number | "everybody";
}

/**
 * Makes a delivery for each endpoint that asked for such events, in the caller's transaction, so that it is told exactly when
 * what it tells is committed.
 */
export async function tellSubscribers(client: Pick<ClientBase, "query">, event: ToldEvent): Promise<void> {
  const { id, type, at, subject, data, merchantId } = event;
  await client.query(
    `INSERT INTO webhook_delivery (endpoint_id, event_id, type, subject, payload, next_attempt_at, give_up_at, created_at)
     SELECT e.id, $1::text, $2::text, $3::text, $4::text, $5::timestamptz, $6::timestamptz, $5::timestamptz FROM webhook_endpoint e LEFT JOIN merchant m ON m.id = e.merchant_id
      WHERE e.state = 'active' AND (m.is_active OR e.merchant_id IS NULL) AND e.client_id IS NULL AND $2::text = ANY (e.event_types) AND ($7::integer IS NULL OR e.merchant_id = $7)`,
    [
      ...[id, type, subject, eventText({ id, type, at, data })],
      ...[at, new Date(at.getTime() + GIVE_UP_AFTER_MS)],
      merchantId === "everybody" ? null : merchantId,
    ],
  );
}
