/** Types of events. Types are stable; new ones may come. */
export const EVENT_TYPES = [
  "points.rewarded",
  "points.redeemed",
  "points.refunded",
  "points.returned",
  "points.cancelled",
  "points.expired",
  "points.adjusted",
  "points.held",
  "points.released",
  "wallet.created",
  "wallet.updated",
  "wallet.status_changed",
  "wallet.segment_changed",
  "wallet.merged",
  "deal.created",
  "deal.updated",
  "deal.state_changed",
  "deal.deleted",
  "coupon.issued",
  "coupon.used",
  "coupon.reopened",
  "coupon.voided",
  "anchor.created",
  "security.alert",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Types for an endpoint of the programme, of no merchant. */
export const PROGRAMME_EVENT_TYPES = [
  "anchor.created",
  "security.alert",
] as const satisfies readonly EventType[];

/** Types for the endpoint of a test client: events of its test wallets. */
export const CLIENT_EVENT_TYPES = EVENT_TYPES.filter((type) => /^(points|wallet|coupon)\./.test(type));

/** Sent by the test button; endpoints cannot subscribe to it. */
export const TEST_EVENT_TYPE = "test.ping";

/** An event as receivers get it. */
export interface DomainEvent {
  /** The same for everybody and for ever: `evt_p` and the number of the entry, `evt_a` and that of the act, `evt_n` and that of the anchor, `evt_s` and that of the security event; of the coupon of an entry `evt_i` or `evt_v` and the number of the entry. */
  id: string;
  type: EventType;
  at: Date;
  /** Subject; events of one subject keep their order. */
  subject: string;
  /** Ids and what happened; of personal data the masked mobile number only. */
  data: Record<string, unknown>;
  /** Merchants of the event. */
  merchantIds: readonly number[];
  /** The sandbox of its test wallet; null: of no test wallet. */
  sandboxId: number | null;
}

/** Up to where the two sources were read. */
export interface EventCursor {
  entryId: number;
  auditId: number;
}

/** An event as it is sent, signed and given out: JSON after the Standard Webhooks specification, with its id. */
export function eventText({
  id,
  type,
  at,
  data,
}: Pick<DomainEvent, "id" | "at" | "data"> & { type: string }): string {
  return JSON.stringify({ id, type, timestamp: at.toISOString(), data });
}
