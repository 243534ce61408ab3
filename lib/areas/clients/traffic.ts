import type { Pool, PoolClient } from "pg";
import type { LibertyTaken } from "@/lib/areas/clients/desk-schemas";
import { BatchWriter } from "@/lib/platform/batch-writer";
import type { Clock } from "@/lib/platform/clock";
import type { RefusedFor } from "./api-clients";
import { maskAnswer, type SentAnswer } from "./masked-answer";
import { maskRequest, type SentRequest, scrub } from "./masked-request";
import { pruneTraffic } from "./prune-requests";
import type { SignatureFault } from "./signature";
import type { Trial } from "./trial";

/** Stands for whoever sent no ClientId, or one that nobody has. */
export const NOBODY = 0;

/** An answered request of a client. The bodies are masked when they are written down, not before. */
export interface AnsweredRequest extends SentRequest {
  clientId: number;
  secretId: number | null;
  at: Date;
  /** Null when the path names none. */
  operation: string | null;
  method: string;
  /** HTTP. */
  status: number;
  /** Of the table of errors; 0 is success. */
  code: number;
  /** Parameters of the code's text. */
  parameters: Readonly<Record<string, unknown>>;
  /** Why a ClientId that was issued once, or a signature, is refused: the caller is told the code only, its owner more. */
  detail: RefusedFor | SignatureFault | null;
  isReplay: boolean;
  /** Accepted spellings that the interface writes in another way. */
  liberties: readonly LibertyTaken[];
  durationMs: number;
  requestId: string;
  ipAddress: string;
  answer: SentAnswer;
  /** Of a test client. */
  trial?: Trial | undefined;
}

/** How many requests of one client are kept between two writes: refusals are what people look for. */
const SUCCESSES_MAX = 50;
const REFUSALS_MAX = 150;
/** And of all clients together. */
const KEPT_MAX = 1_000;
/** After so many failures a batch goes without its requests: one that cannot be written must not hold up the counts. */
const ATTEMPTS_WITH_REQUESTS = 3;
const PRUNE_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;

interface Count {
  requests: number;
  unlogged: number;
  lateReplays: number;
}

interface Tally {
  clientId: number;
  /** Hours since 1970. */
  hour: number;
  byCode: Map<number, Count>;
  successes: number;
  refusals: number;
}

interface Batch {
  tallies: readonly Tally[];
  requests: readonly AnsweredRequest[];
}

/**
 * Counts the requests of the points API and keeps a window on each client's latest, at next to no cost to them: counting
 * is an addition in memory, and everything else happens about once a second, outside of the requests' path, one
 * transaction a batch. Memory is bounded: what is too much at once is counted as unlogged, refusals having room of their
 * own. The counts are exact, also when a connection breaks and when the process is asked to stop; a process that is
 * killed outright takes what it has not written with it, about one second's worth.
 */
export class Traffic {
  readonly #writer: BatchWriter<Batch>;
  readonly #touched = new Set<number>();
  #tallies = new Map<number, Tally>();
  /** Of hours that ended before they were written. */
  #ended: Tally[] = [];
  #requests: AnsweredRequest[] = [];
  #prunedAt = 0;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    /** Looks at what the clients asked before the oldest of it is removed. */
    private readonly hooks: { beforePruning?: (clientIds: readonly number[]) => Promise<void> } = {},
  ) {
    this.#writer = new BatchWriter(pool, clock, {
      take: () => this.#take(),
      write: writeBatch,
      afterwards: () => this.#pruneIfDue(),
      failure: "What API clients ask could not be written down",
      writeAfterMs: 1_000,
      retryAfterMs: 3_000,
    });
  }

  /**
   * Counts one answered request of a client, or of {@link NOBODY}. True when there is room to {@link keep} the request
   * itself as well. `isLateReplay`: it repeated a reference of another day.
   */
  count(clientId: number, code: number, at: Date, isLateReplay = false): boolean {
    this.#writer.wake();
    const tally = this.#tallyOf(clientId, Math.floor(at.getTime() / HOUR_MS));
    let count = tally.byCode.get(code);
    if (count === undefined) {
      count = { requests: 0, unlogged: 0, lateReplays: 0 };
      tally.byCode.set(code, count);
    }
    count.requests += 1;
    if (isLateReplay) count.lateReplays += 1;
    if (clientId === NOBODY) return false;
    const isRoom = code === 0 ? tally.successes < SUCCESSES_MAX : tally.refusals < REFUSALS_MAX;
    if (!isRoom || this.#requests.length >= KEPT_MAX) {
      count.unlogged += 1;
      return false;
    }
    if (code === 0) tally.successes += 1;
    else tally.refusals += 1;
    return true;
  }

  /** Keeps a request that {@link count} found room for. */
  keep(request: AnsweredRequest): void {
    this.#requests.push(request);
  }

  /** Writes everything that was counted until now. Resolves whether or not that succeeded; what failed is tried again. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** Writes what is left: the last thing before the connections are closed. */
  stop(): Promise<void> {
    return this.#writer.stop();
  }

  #tallyOf(clientId: number, hour: number): Tally {
    let tally = this.#tallies.get(clientId);
    if (tally !== undefined && tally.hour === hour) return tally;
    if (tally !== undefined) this.#ended.push(tally);
    tally = { clientId, hour, byCode: new Map(), successes: 0, refusals: 0 };
    this.#tallies.set(clientId, tally);
    return tally;
  }

  #take(): Batch | null {
    if (this.#tallies.size === 0 && this.#ended.length === 0) return null;
    for (const { clientId } of this.#requests) this.#touched.add(clientId);
    const batch = { tallies: [...this.#ended, ...this.#tallies.values()], requests: this.#requests };
    this.#tallies = new Map();
    this.#ended = [];
    this.#requests = [];
    return batch;
  }

  async #pruneIfDue(): Promise<void> {
    const now = this.clock.now();
    if (Math.abs(now.getTime() - this.#prunedAt) < PRUNE_EVERY_MS) return;
    this.#prunedAt = now.getTime();
    const clientIds = [...this.#touched];
    await this.hooks.beforePruning?.(clientIds);
    await pruneTraffic(this.pool, { now, clientIds });
    this.#touched.clear();
  }
}

/** One writer at a time, so that the numbers of requests become visible in their order and a reader's cursor skips none. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtext('points-service'), hashtext('traffic'))";

const ADD_COUNTS = `
INSERT INTO api_client_hour (client_id, hour, code, requests, unlogged, late_replays)
SELECT x.client_id, to_timestamp(x.hour * 3600), x.code, sum(x.requests), sum(x.unlogged), sum(x.late_replays)
  FROM unnest($1::int[], $2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[])
       AS x (client_id, hour, code, requests, unlogged, late_replays)
 GROUP BY x.client_id, x.hour, x.code
 ORDER BY x.client_id, x.hour, x.code
ON CONFLICT (client_id, hour, code) DO UPDATE
   SET requests = api_client_hour.requests + excluded.requests, unlogged = api_client_hour.unlogged + excluded.unlogged,
       late_replays = api_client_hour.late_replays + excluded.late_replays`;

const ADD_REQUESTS = `
INSERT INTO api_request (client_id, secret_id, at, operation, method, status, code, parameters, detail, is_replay,
                         duration_ms, request_id, ip_address, request, answer, liberties)
SELECT * FROM jsonb_to_recordset($1::jsonb) AS x (client_id int, secret_id int, at timestamptz, operation text, method text,
       status smallint, code smallint, parameters jsonb, detail text, is_replay boolean, duration_ms real, request_id text,
       ip_address text, request jsonb, answer jsonb, liberties text[])`;

async function writeBatch(client: PoolClient, batch: Batch, attempt: number): Promise<void> {
  await client.query(LOCK);
  const requests = attempt <= ATTEMPTS_WITH_REQUESTS ? batch.requests : [];
  const isWithout = requests.length < batch.requests.length;
  const counts = batch.tallies.flatMap((tally) =>
    [...tally.byCode].map(([code, { requests, unlogged, lateReplays }]) => ({
      ...tally,
      code,
      requests,
      lateReplays,
      unlogged: isWithout && tally.clientId !== NOBODY ? requests : unlogged,
    })),
  );
  await client.query(ADD_COUNTS, [
    counts.map(({ clientId }) => clientId),
    counts.map(({ hour }) => hour),
    counts.map(({ code }) => code),
    counts.map(({ requests }) => requests),
    counts.map(({ unlogged }) => unlogged),
    counts.map(({ lateReplays }) => lateReplays),
  ]);
  if (requests.length > 0) await client.query(ADD_REQUESTS, [JSON.stringify(requests.map(rowOf))]);
}

function rowOf(request: AnsweredRequest): Record<string, unknown> {
  const parameters = Object.entries(request.parameters).map(([name, value]) => [
    name,
    typeof value === "string" ? scrub(value) : value,
  ]);
  return {
    client_id: request.clientId,
    secret_id: request.secretId,
    at: request.at.toISOString(),
    operation: request.operation,
    method: request.method.slice(0, 16),
    status: request.status,
    code: request.code,
    parameters: Object.fromEntries(parameters),
    detail: request.detail,
    is_replay: request.isReplay,
    duration_ms: request.durationMs,
    request_id: scrub(request.requestId).slice(0, 64),
    ip_address: scrub(request.ipAddress).slice(0, 64),
    request: { ...maskRequest(request), ...(request.trial !== undefined && { trial: request.trial }) },
    answer: maskAnswer(request.answer, request.isOwnBranch),
    liberties: request.liberties,
  };
}
