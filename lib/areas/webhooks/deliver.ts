import type { Pool, PoolClient } from "pg";
import { Webhook } from "standardwebhooks";
import type { Clock } from "@/lib/platform/clock";
import { sender } from "@/lib/platform/database/sender";
import { traceWebhook } from "@/lib/platform/tracing";
import { inTransaction } from "@/lib/platform/transaction";
import { auditStatement } from "@/lib/portal/acts/audit-log";
import type { AddressPolicy } from "./send";
import { openSecret, sendWebhook, type WebhookAnswer } from "./send";

export interface DeliveryOptions {
  pool: Pool;
  clock: Clock;
  policy: AddressPolicy;
  /** For endpoints of test clients; absent: `policy`. */
  clientPolicy?: AddressPolicy;
  /** Seals the endpoints' secrets. */
  serviceSecret: string;
  /** In whose name an endpoint is disabled that does not work. */
  systemUserId: number;
  timeoutMs?: number;
  /** Told of every attempt, for metrics. */
  onAttempt?: (outcome: "delivered" | "failed" | "dead", seconds: number) => void;
}

/** A delivery that this process may try now. */
export interface ClaimedDelivery {
  id: number;
  endpointId: number;
  eventId: string;
  payload: string;
  attempts: number;
  giveUpAt: Date;
  url: string;
  isOfClient: boolean;
}

/** Longest exchange with a receiver. */
export const TIMEOUT_MS = 10_000;
/** A process that has not said what came of an attempt by then is dead, and another tries again with the same id. */
const LEASE_MS = 60_000;
/** Tried at once at one endpoint by one process: a slow one holds up nobody else. */
export const PER_ENDPOINT_MAX = 4;
/** After so many failures in a row an endpoint counts as away: it is tried with one delivery at a time. */
const AWAY_AFTER_FAILURES = 10;

/**
 * Takes deliveries that are due, at most `limit`, for this process alone, the longest due first. One whose subject (wallet,
 * deal) has an earlier one on its way to the same endpoint has to wait for it; others do not. Of an endpoint that is away
 * one delivery is taken, each time another one, so that one that is always refused does not hide its return.
 */
export async function claimDue(
  { pool, clock }: Pick<DeliveryOptions, "pool" | "clock">,
  {
    limit,
    busyEndpointIds = [],
    leaseMs = LEASE_MS,
  }: { limit: number; busyEndpointIds?: readonly number[]; leaseMs?: number },
): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const { rows } = await sender(pool)({
    text: CLAIM_DUE,
    values: [now, limit, busyEndpointIds, PER_ENDPOINT_MAX, new Date(now.getTime() + leaseMs)],
  });
  return rows;
}

const CLAIMED = `d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.payload, d.attempts, d.give_up_at AS "giveUpAt", e.url,
       e.client_id IS NOT NULL AS "isOfClient"`;

const CLAIM_DUE = `
WITH due AS (
  SELECT d.id
    FROM webhook_endpoint e
    LEFT JOIN api_client c ON c.id = e.client_id
   CROSS JOIN LATERAL (
     SELECT d.id FROM webhook_delivery d
      WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.next_attempt_at <= $1
        AND NOT EXISTS (SELECT 1 FROM webhook_delivery p
                         WHERE p.endpoint_id = d.endpoint_id AND p.subject = d.subject AND p.state = 'pending' AND p.id < d.id)
      ORDER BY d.id LIMIT $4 FOR UPDATE SKIP LOCKED) d
   WHERE e.state = 'active' AND c.revoked_at IS NULL AND (e.paused_until IS NULL OR e.paused_until <= $1) AND e.id <> ALL ($3::int[])
   LIMIT $2)
UPDATE webhook_delivery d SET attempts = d.attempts + 1, next_attempt_at = $5
  FROM due, webhook_endpoint e
 WHERE d.id = due.id AND e.id = d.endpoint_id
RETURNING ${CLAIMED}`;

/** Sends a claimed delivery and records what came of it. */
export async function attemptDelivery(options: DeliveryOptions, delivery: ClaimedDelivery): Promise<Attempt> {
  const answer = await send(options, delivery);
  const at = options.clock.now();
  const outcome = await inTransaction(options.pool, async (client) => {
    await recordAttempt(client, { deliveryId: delivery.id, at, answer, userId: null });
    if (isSuccess(answer)) {
      await markDelivered(client, delivery, at);
      return "delivered";
    }
    const { pausedUntil } = await markFailure(client, options, {
      endpointId: delivery.endpointId,
      answer,
      at,
    });
    const nextAt = nextAttemptAt(delivery, { answer, at, pausedUntil });
    const isDead = nextAt > delivery.giveUpAt;
    await client.query(
      isDead
        ? "UPDATE webhook_delivery SET state = 'dead', finished_at = $2 WHERE id = $1 AND state = 'pending'"
        : "UPDATE webhook_delivery SET next_attempt_at = $2 WHERE id = $1 AND state = 'pending'",
      [delivery.id, isDead ? at : nextAt],
    );
    return isDead ? "dead" : "failed";
  });
  options.onAttempt?.(outcome, answer.durationMs / 1000);
  return answer;
}

/** Everything that is due now, tried once. */
export async function deliverDue(
  options: DeliveryOptions,
  { limit = 16, leaseMs = LEASE_MS } = {},
): Promise<number> {
  const due = await claimDue(options, { limit, leaseMs });
  await Promise.all(due.map((delivery) => attemptDelivery(options, delivery)));
  return due.length;
}

/**
 * Sends an event once more, now and out of its order, because a person asked for it. When it arrives it counts as
 * delivered; when it does not, nothing changes.
 */
export async function resendDelivery(
  options: DeliveryOptions,
  { deliveryId, userId }: { deliveryId: number; userId: number },
): Promise<Attempt> {
  const { rows } = await sender(options.pool)({
    text: `
SELECT ${CLAIMED}
  FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id WHERE d.id = $1`,
    values: [deliveryId],
  });
  const [delivery] = rows as ClaimedDelivery[];
  if (delivery === undefined) throw new Error(`There is no delivery ${deliveryId}`);
  const answer = await send(options, delivery);
  const at = options.clock.now();
  await inTransaction(options.pool, async (client) => {
    await recordAttempt(client, { deliveryId, at, answer, userId });
    if (isSuccess(answer)) await markDelivered(client, delivery, at);
    await client.query("UPDATE webhook_delivery SET attempts = attempts + 1 WHERE id = $1", [deliveryId]);
  });
  return answer;
}

/** An answer, and the headers that were sent for it; null: nothing was sent. */
export interface Attempt extends WebhookAnswer {
  headers: Readonly<Record<string, string>> | null;
}

/** Signs with every secret that is still valid, as the Standard Webhooks specification says, and sends. */
async function send(
  { pool, clock, policy, clientPolicy = policy, serviceSecret, timeoutMs = TIMEOUT_MS }: DeliveryOptions,
  { endpointId, eventId, payload, url, isOfClient }: ClaimedDelivery,
): Promise<Attempt> {
  const at = clock.now();
  const { rows } = await pool.query<{ sealed: Buffer }>(
    "SELECT sealed FROM webhook_secret WHERE endpoint_id = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY id DESC",
    [endpointId, at],
  );
  const secrets = rows.flatMap(({ sealed }) => openSecret(sealed, serviceSecret) ?? []);
  if (secrets.length === 0)
    return {
      ...{ status: null, error: "secret", durationMs: 0, answerStart: "", retryAfterSeconds: null },
      headers: null,
    };
  const sign = (secret: string) => new Webhook(secret).sign(eventId, at, payload);
  return traceWebhook(async (traced) => {
    const headers = {
      ...traced,
      "content-type": "application/json; charset=utf-8",
      "user-agent": "points-service-webhooks/1",
      "webhook-id": eventId,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": secrets.map(sign).join(" "),
    };
    const allowed = isOfClient ? clientPolicy : policy;
    const answer = await sendWebhook({ url, policy: allowed, timeoutMs, body: payload, headers });
    return { ...answer, headers };
  });
}

export function isSuccess({ status }: WebhookAnswer): boolean {
  return status !== null && status >= 200 && status < 300;
}

// Outcomes ---------------------------------------------------------------------------------------------------------------

/**
 * How one delivery is tried again that is refused while others arrive: every few seconds at first, so that a receiver that
 * was away for a minute is told within 10 seconds of its return, then at longer and longer intervals.
 */
const RETRY_MS = {
  first: 5_000,
  steadyAttempts: AWAY_AFTER_FAILURES,
  factor: 3,
  max: 2 * 60 * 60_000,
  jitter: 0.2,
};

/**
 * When a failed delivery is due again. While its endpoint is away the endpoint's pause governs: what has failed together
 * must not wait longer than the endpoint does.
 */
function nextAttemptAt(
  { attempts }: Pick<ClaimedDelivery, "attempts">,
  { answer, at, pausedUntil }: { answer: WebhookAnswer; at: Date; pausedUntil: Date | null },
): Date {
  const asked = at.getTime() + Math.min(RETRY_MS.max, (answer.retryAfterSeconds ?? 0) * 1_000);
  const own = pausedUntil?.getTime() ?? at.getTime() + retryMs(attempts);
  return new Date(Math.max(asked, own));
}

/** Each time a little different, so that receivers are not met by everything at once. */
export function retryMs(attempts: number): number {
  const { first, steadyAttempts, factor, max, jitter } = RETRY_MS;
  const base = Math.min(max, first * factor ** Math.max(0, attempts - steadyAttempts));
  return Math.round(base * (1 - jitter + 2 * jitter * Math.random()));
}

/** Notes an attempt; not of a delivery that is gone by now. */
async function recordAttempt(
  client: PoolClient,
  {
    deliveryId,
    at,
    answer,
    userId,
  }: { deliveryId: number; at: Date; answer: Attempt; userId: number | null },
): Promise<void> {
  const { durationMs, status, error, answerStart, headers } = answer;
  await client.query(
    `INSERT INTO webhook_attempt (delivery_id, at, duration_ms, status, error, answer_start, user_id, headers)
     SELECT id, $2, $3, $4, $5, $6, $7, $8 FROM webhook_delivery WHERE id = $1 FOR KEY SHARE`,
    [deliveryId, at, durationMs, status, error, answerStart, userId, headers],
  );
}

/** The endpoint first, as everywhere: disabling one locks it and then all of its deliveries. */
async function markDelivered(client: PoolClient, delivery: ClaimedDelivery, at: Date): Promise<void> {
  await client.query(
    `UPDATE webhook_endpoint SET failing_since = NULL, consecutive_failures = 0, paused_until = NULL, last_success_at = $2
      WHERE id = $1`,
    [delivery.endpointId, at],
  );
  await client.query("UPDATE webhook_delivery SET state = 'delivered', finished_at = $2 WHERE id = $1", [
    delivery.id,
    at,
  ]);
}

/** Where nothing has arrived for so long nothing is sent any more. */
const DISABLE_AFTER_MS = 5 * 24 * 60 * 60_000;
/**
 * The pause between two tries at an endpoint that is away: 5 seconds for the first ten minutes, then a hundred-and-twentieth of the time
 * that it has been away, at most 5 minutes. The pause follows the clock and not the number of attempts: many events that fail together are
 * one failure.
 */
const PAUSE_MS = { min: 5_000, max: 5 * 60_000, shareOfAbsence: 1 / 120 };
const GONE = 410;

/** How long an endpoint that has been away for so long is left alone before it is tried again, in milliseconds. */
export function pauseMs(awayForMs: number): number {
  return Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, Math.round(awayForMs * PAUSE_MS.shareOfAbsence)));
}

interface EndpointHealth {
  /** Null: it is the programme's own. */
  merchant_id: number | null;
  consecutive_failures: number;
  failing_since: Date;
}

/** Notes a failure at an endpoint, and says until when the endpoint is left alone; null while it is not away. */
async function markFailure(
  client: PoolClient,
  { systemUserId }: DeliveryOptions,
  { endpointId, answer, at }: { endpointId: number; answer: WebhookAnswer; at: Date },
): Promise<{ pausedUntil: Date | null }> {
  const { rows } = await client.query<EndpointHealth>(
    `UPDATE webhook_endpoint SET consecutive_failures = consecutive_failures + 1, failing_since = coalesce(failing_since, $2)
      WHERE id = $1 AND state = 'active' RETURNING coalesce(merchant_id, (SELECT c.merchant_id FROM api_client c WHERE c.id = client_id)) AS merchant_id, consecutive_failures, failing_since`,
    [endpointId, at],
  );
  const [health] = rows;
  if (health === undefined) return { pausedUntil: null };
  const awayForMs = at.getTime() - health.failing_since.getTime();
  if (answer.status === GONE || awayForMs >= DISABLE_AFTER_MS) {
    const reason = answer.status === GONE ? "gone" : "failing";
    await disable(client, { endpointId, at, systemUserId, health, reason });
    return { pausedUntil: null };
  }
  if (health.consecutive_failures < AWAY_AFTER_FAILURES) return { pausedUntil: null };
  const askedMs = Math.min(PAUSE_MS.max, (answer.retryAfterSeconds ?? 0) * 1_000);
  const pausedUntil = new Date(at.getTime() + Math.max(pauseMs(awayForMs), askedMs));
  await client.query("UPDATE webhook_endpoint SET paused_until = $2 WHERE id = $1", [
    endpointId,
    pausedUntil,
  ]);
  return { pausedUntil };
}

async function disable(
  client: PoolClient,
  {
    endpointId,
    at,
    systemUserId,
    health,
    reason,
  }: {
    endpointId: number;
    at: Date;
    systemUserId: number;
    health: EndpointHealth;
    reason: "gone" | "failing";
  },
): Promise<void> {
  await client.query(
    `UPDATE webhook_endpoint SET state = 'disabled', disabled_reason = $2, disabled_at = $3, paused_until = NULL,
            version = version + 1, updated_at = $3 WHERE id = $1`,
    [endpointId, reason, at],
  );
  await client.query(
    "UPDATE webhook_delivery SET state = 'dead', finished_at = $2 WHERE endpoint_id = $1 AND state = 'pending'",
    [endpointId, at],
  );
  const { text, values } = auditStatement({
    action: "webhook.disable",
    subject: "webhook",
    subjectId: endpointId,
    merchantId: health.merchant_id,
    before: { state: "active", disabledReason: null },
    after: { state: "disabled", disabledReason: reason },
    at,
    by: { userId: systemUserId },
  });
  await client.query(text, values);
}
