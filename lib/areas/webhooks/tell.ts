import type { ClientBase } from "pg";
import { type EventType, eventText } from "./event-types";
import { GIVE_UP_AFTER_MS } from "./pump";

/** An event that is written in the transaction that makes it, because it stands in no log that events are read from. */
export interface ToldEvent {
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
      WHERE e.state = 'active' AND (m.is_active OR e.merchant_id IS NULL) AND $2::text = ANY (e.event_types) AND ($7::integer IS NULL OR e.merchant_id = $7)`,
    [
      ...[id, type, subject, eventText({ id, type, at, data })],
      ...[at, new Date(at.getTime() + GIVE_UP_AFTER_MS)],
      merchantId === "everybody" ? null : merchantId,
    ],
  );
}
