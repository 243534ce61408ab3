import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { hundredthsOf } from "./arithmetic";
import type { LoggedEntry } from "./history";

/** What follows the log while a history runs: the event feed, webhooks and reports. */
export interface Followers {
  /** Waits until they have caught up with the log; everything in which they differ from it. */
  compare(log: readonly LoggedEntry[]): Promise<string[]>;
}

interface FeedEvent {
  id: string;
  data: { logId: number; points: number; totalPoints: number; totalAmount: number; walletCode: string };
}

const CLIENT = "pis_test_demo";
const MERCHANT = 1;
const TYPES = [
  "points.rewarded",
  "points.redeemed",
  "points.refunded",
  "points.returned",
  "points.cancelled",
  "points.expired",
  "points.held",
  "points.released",
];
const LOOK_EVERY_MS = 150;
const CAUGHT_UP_WITHIN_MS = 90_000;

/** Subscribes to everything that happens from now on, by webhook and by reading the feed as a merchant would. */
export async function follow(pool: pg.Pool, port: () => number, lastIdBefore: number): Promise<Followers> {
  // Paused: deliveries are written, but nothing is sent to the address, which does not exist.
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO webhook_endpoint (merchant_id, url, event_types, paused_until)
     VALUES ($1, 'https://receiver.invalid/', $2, now() + interval '30 days') RETURNING id`,
    [MERCHANT, TYPES],
  );
  const endpointId = rows[0]?.id ?? 0;
  const feed = new FeedReader(port, lastIdBefore);
  const reading = feed.readUntilStopped();
  return {
    compare: async (log) => {
      const last = log.reduce((highest, { id }) => Math.max(highest, id), lastIdBefore);
      const isCaughtUp = await eventually(
        async () => feed.position >= last && (await isFollowed(pool, last)),
      );
      feed.isStopped = true;
      await reading;
      if (!isCaughtUp) return [`what follows the log did not catch up with entry ${last}`];
      const entries = log.filter(({ id, merchantId }) => id > lastIdBefore && merchantId === MERCHANT);
      const deliveries = await readDeliveries(pool, endpointId);
      await pool.query("DELETE FROM webhook_delivery WHERE endpoint_id = $1", [endpointId]);
      await pool.query("DELETE FROM webhook_endpoint WHERE id = $1", [endpointId]);
      return [
        ...compareEvents("the feed", feed.events, entries),
        ...compareEvents("webhooks", deliveries, entries),
        ...(await compareReports(pool)),
      ];
    },
  };
}

/** Reads the feed page by page from its last position, as a receiver without webhooks does. */
class FeedReader {
  readonly events: FeedEvent[] = [];
  isStopped = false;
  private cursor: string;

  constructor(
    private readonly port: () => number,
    after: number,
  ) {
    this.cursor = `${after}.0`;
  }

  /** Up to which entry it has read. */
  get position(): number {
    return Number(this.cursor.split(".")[0]);
  }

  async readUntilStopped(): Promise<void> {
    while (!this.isStopped) {
      // A service that is down is asked again, from the same place.
      const hasMore = await this.readPage().catch(() => false);
      if (!hasMore) await delay(LOOK_EVERY_MS);
    }
  }

  private async readPage(): Promise<boolean> {
    const address = `http://127.0.0.1:${this.port()}/api/events/v1?cursor=${this.cursor}&limit=500`;
    const response = await fetch(address, {
      headers: { clientid: CLIENT },
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) return false;
    const page = (await response.json()) as { events: FeedEvent[]; cursor: string; hasMore: boolean };
    this.events.push(...page.events.filter(({ id }) => id.startsWith("evt_p")));
    this.cursor = page.cursor;
    return page.hasMore;
  }
}

async function isFollowed(pool: pg.Pool, last: number): Promise<boolean> {
  const { rows } = await pool.query<{ isFollowed: boolean }>(
    `SELECT (SELECT entry_id FROM event_cursor) >= $1
        AND coalesce((SELECT entry_id FROM report_cursor), 0) >= $1 AS "isFollowed"`,
    [last],
  );
  return rows[0]?.isFollowed === true;
}

async function readDeliveries(pool: pg.Pool, endpointId: number): Promise<FeedEvent[]> {
  const { rows } = await pool.query<{ payload: string }>(
    "SELECT payload FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY id",
    [endpointId],
  );
  return rows.map(({ payload }) => JSON.parse(payload) as FeedEvent);
}

/** Each entry once, as the log has it, and each wallet's in their order. */
export function compareEvents(
  what: string,
  events: readonly FeedEvent[],
  entries: readonly LoggedEntry[],
): string[] {
  const problems: string[] = [];
  const told = new Map<number, FeedEvent>();
  const lastOf = new Map<string, number>();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const event of events) {
    const { logId, points, totalPoints, totalAmount, walletCode } = event.data;
    const entry = byId.get(logId);
    if (entry === undefined) continue;
    if (told.has(logId)) problems.push(`${what} told of entry ${logId} twice`);
    told.set(logId, event);
    const isSame =
      points === entry.pointsDelta &&
      totalPoints === entry.balanceAfter &&
      hundredthsOf(totalAmount) === entry.amountValue;
    if (!isSame || event.id !== `evt_p${logId}`)
      problems.push(`${what} told of entry ${logId} as ${JSON.stringify(event)}`);
    if ((lastOf.get(walletCode) ?? 0) > entry.seq)
      problems.push(`${what} told of entry ${logId} after a later one of its wallet`);
    lastOf.set(walletCode, entry.seq);
  }
  for (const { id } of entries) if (!told.has(id)) problems.push(`${what} did not tell of entry ${id}`);
  return problems;
}

/** Compares the sums of the reports with independent sums of the log. */
export async function compareReports(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ difference: string }>(
    `WITH said AS (
       SELECT merchant_id, day, branch_id, user_id, log_type_id, sum(entries) AS entries, sum(points) AS points,
              sum(points_delta) AS delta, sum(suspended_delta) AS suspended, sum(value * 100 + value_hundredths) AS value
         FROM report_day GROUP BY 1, 2, 3, 4, 5),
     logged AS (
       SELECT coalesce(e.merchant_id, 0) AS merchant_id, (e.created_at AT TIME ZONE p.time_zone)::date AS day,
              coalesce(e.branch_id, 0) AS branch_id, e.user_id, e.log_type_id, count(*)::numeric AS entries,
              sum(e.amount) AS points, sum(e.points_delta) AS delta, sum(e.suspended_delta) AS suspended,
              sum(e.amount_value * 100 + e.amount_hundredths) AS value
         FROM entry e CROSS JOIN programme p
        -- What a till gave up waiting for may still be carried out, and is counted in a moment.
        WHERE e.id <= (SELECT entry_id FROM report_cursor) GROUP BY 1, 2, 3, 4, 5)
     SELECT row_to_json(said)::text || ' is said, the log has ' || coalesce(row_to_json(logged)::text, 'nothing') AS difference
       FROM said FULL JOIN logged USING (merchant_id, day, branch_id, user_id, log_type_id)
      WHERE (said.entries, said.points, said.delta, said.suspended, said.value)
         IS DISTINCT FROM (logged.entries, logged.points, logged.delta, logged.suspended, logged.value)`,
  );
  return rows.map(({ difference }) => `reports: ${difference ?? "a sum is missing"}`);
}

async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < CAUGHT_UP_WITHIN_MS; waited += LOOK_EVERY_MS) {
    if (await isSo().catch(() => false)) return true;
    await delay(LOOK_EVERY_MS);
  }
  return false;
}
