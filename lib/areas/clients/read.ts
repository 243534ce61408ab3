import type { Pool } from "pg";
import type { Prisma } from "@/lib/platform/database/generated/client";
import { digitSpellings } from "@/lib/platform/digits";
import { type AdminActor, ownOf, requirePermission, requireReach } from "@/lib/portal/acts/actor";
import type { AdminContext } from "@/lib/portal/acts/context";
import type { RefusedFor } from "./api-clients";
import { CLIENT_PARTS, type ClientView, clientView, readClientRow, requireOwnClient } from "./client";
import type { ClientState, LibertyTaken } from "./desk-schemas";
import type { MaskedAnswer } from "./masked-answer";
import type { MaskedRequest } from "./masked-request";
import type { SignatureFault } from "./signature";

interface ClientQuery {
  merchantId?: number | undefined;
  /** A part of the name. */
  text?: string | undefined;
  state?: ClientState | undefined;
  /** Only clients with a higher number. */
  afterId?: number | undefined;
  limit?: number | undefined;
}

/**
 * The API clients of a merchant, revoked ones included, or of all merchants for an operator. By number.
 * @throws AdminError forbidden, not_found (the merchant is not the actor's)
 */
export async function listClients(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { merchantId = actor.merchantId ?? undefined, text, state, afterId, limit }: ClientQuery = {},
): Promise<ClientView[]> {
  requireReach(actor, "client.read", merchantId);
  const now = clock.now();
  const rows = await database.apiClient.findMany({
    where: {
      ...(merchantId !== undefined && { merchantId }),
      ...(text !== undefined && { AND: { OR: named(text) } }),
      ...(afterId !== undefined && { id: { gt: afterId } }),
      ...(state !== undefined && inState(state, now)),
    },
    include: CLIENT_PARTS,
    orderBy: { id: "asc" },
    ...(limit !== undefined && { take: limit }),
  });
  return rows.map((row) => clientView(row, now));
}

/**
 * The actor's API clients that can be used now and no more after a moment, because they or all of their secrets end: the first to end
 * first. Test clients are left out.
 * @throws AdminError forbidden
 */
export async function listEndingClients(
  { database, clock }: AdminContext,
  actor: AdminActor,
  { before }: { before: Date },
): Promise<{ id: number; name: string; endsAt: Date }[]> {
  requirePermission(actor, "client.read");
  const now = clock.now();
  const rows = await database.apiClient.findMany({
    where: {
      ...ownOf(actor),
      ...inState("live", now),
      sandboxId: null,
    },
    select: {
      id: true,
      name: true,
      expiresAt: true,
      apiClientSecrets: {
        where: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        select: { expiresAt: true },
      },
    },
  });
  return rows
    .map(({ id, name, expiresAt, apiClientSecrets }) => {
      // A client works for as long as the last of its secrets, and no longer than itself.
      const secrets = Math.max(...apiClientSecrets.map((secret) => secret.expiresAt?.getTime() ?? Infinity));
      return { id, name, ends: Math.min(expiresAt?.getTime() ?? Infinity, secrets) };
    })
    .filter(({ ends }) => ends < before.getTime())
    .sort((one, other) => one.ends - other.ends || one.id - other.id)
    .map(({ id, name, ends }) => ({ id, name, endsAt: new Date(ends) }));
}

function named(text: string): Prisma.ApiClientWhereInput[] {
  return digitSpellings(text).map((contains) => ({ name: { contains, mode: "insensitive" } }));
}

/** The same as {@link stateOfClient}, for the database. */
function inState(state: ClientState, now: Date): Prisma.ApiClientWhereInput {
  if (state === "revoked") return { revokedAt: { not: null } };
  if (state === "expired") return { revokedAt: null, expiresAt: { lte: now } };
  const open = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const secret = { revokedAt: null, ...open };
  return {
    revokedAt: null,
    ...open,
    apiClientSecrets: state === "live" ? { some: secret } : { none: secret },
  };
}

/**
 * One API client.
 * @throws AdminError forbidden, not_found
 */
export async function readClient(
  { database, clock }: AdminContext,
  actor: AdminActor,
  clientId: number,
): Promise<ClientView> {
  requirePermission(actor, "client.read");
  const row = await readClientRow(database, clientId);
  return requireOwnClient(row, actor, clock.now());
}

/** How much was asked in the last 24 hours: the present hour and the 23 before it. */
export interface Usage {
  requests: number;
  /** Requests that were refused, for whatever reason. */
  errors: number;
  /** Requests that were too many at once to be kept in the log; they are counted above all the same. */
  unlogged: number;
  /** Repeated a reference of another day: nothing moved for them. */
  lateReplays: number;
}

interface HourUsage extends Usage {
  hour: Date;
}

interface CodeUsage {
  code: number;
  requests: number;
}

const HOURS = 24;
const HOUR_MS = 3_600_000;

const SUMS = `sum(requests)::float8 AS requests, coalesce(sum(requests) FILTER (WHERE code <> 0), 0)::float8 AS errors,
       sum(unlogged)::float8 AS unlogged, sum(late_replays)::float8 AS "lateReplays"`;

/** The use of the last day by client; a client that asked nothing is not in it. */
export async function usageByClient(
  pool: Pool,
  { clientIds, now }: { clientIds: readonly number[]; now: Date },
): Promise<Map<number, Usage>> {
  const { rows } = await pool.query<Usage & { clientId: number }>(
    `SELECT client_id AS "clientId", ${SUMS} FROM api_client_hour WHERE client_id = ANY ($1) AND hour >= $2 GROUP BY client_id`,
    [clientIds, firstHour(now)],
  );
  return new Map(rows.map(({ clientId, ...usage }) => [clientId, usage]));
}

/** The use of the last day of one client, hour by hour without gaps, and by code, the most frequent first. */
export async function usageOfClient(
  pool: Pool,
  { clientId, now }: { clientId: number; now: Date },
): Promise<{ hours: HourUsage[]; codes: CodeUsage[] }> {
  const values = [clientId, firstHour(now)];
  const [byHour, byCode] = await Promise.all([
    pool.query<HourUsage>(
      `SELECT hour, ${SUMS} FROM api_client_hour WHERE client_id = $1 AND hour >= $2 GROUP BY hour`,
      values,
    ),
    pool.query<CodeUsage>(
      `SELECT code, sum(requests)::float8 AS requests FROM api_client_hour WHERE client_id = $1 AND hour >= $2
        GROUP BY code ORDER BY requests DESC, code`,
      values,
    ),
  ]);
  const found = new Map(byHour.rows.map((row) => [row.hour.getTime(), row]));
  const from = firstHour(now).getTime();
  const hours = Array.from({ length: HOURS }, (_, index): HourUsage => {
    const hour = from + index * HOUR_MS;
    return found.get(hour) ?? { hour: new Date(hour), requests: 0, errors: 0, unlogged: 0, lateReplays: 0 };
  });
  return { hours, codes: byCode.rows };
}

function firstHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) - HOURS + 1) * HOUR_MS);
}

/** A request of a client as it was kept. */
interface LoggedRequest {
  id: number;
  at: Date;
  operation: string | null;
  method: string;
  status: number;
  code: number;
  parameters: Readonly<Record<string, string | number>>;
  detail: RefusedFor | SignatureFault | null;
  isReplay: boolean;
  /** Accepted spellings that the interface writes in another way. */
  liberties: LibertyTaken[];
  durationMs: number;
  requestId: string;
  ipAddress: string;
  /** The last characters of the ClientId that was used; null when it is unknown. */
  last4: string | null;
  request: MaskedRequest;
  /** Null when it was not kept. */
  answer: MaskedAnswer | null;
}

interface RequestFilter {
  operation?: string | undefined;
  outcome?: "success" | "refused" | undefined;
  code?: number | undefined;
}

interface RequestPage {
  /** The newest first. */
  requests: LoggedRequest[];
  /** Whether there are more in the direction that was asked for than the page holds. */
  hasMore: boolean;
}

const READ = `
SELECT r.id::float8 AS id, r.at, r.operation, r.method, r.status, r.code, r.parameters, r.detail, r.is_replay AS "isReplay", r.liberties,
       r.duration_ms::float8 AS "durationMs", r.request_id AS "requestId", r.ip_address AS "ipAddress", s.last4, r.request, r.answer
  FROM api_request r LEFT JOIN api_client_secret s ON s.id = r.secret_id
 WHERE r.client_id = $1 AND ($2::bigint IS NULL OR r.id > $2) AND ($3::bigint IS NULL OR r.id < $3)
   AND ($4::text IS NULL OR r.operation = $4) AND ($5::boolean IS NULL OR (r.code = 0) = $5) AND ($6::smallint IS NULL OR r.code = $6)
 ORDER BY r.id DESC LIMIT $7`;

/**
 * A client's requests, the newest first: those newer than `after`, which never skips one that is written later, or those
 * older than `before`.
 */
export async function readRequests(
  pool: Pool,
  {
    clientId,
    filter: { operation, outcome, code },
    after,
    before,
    limit,
  }: {
    clientId: number;
    filter: RequestFilter;
    after?: number | undefined;
    before?: number | undefined;
    limit: number;
  },
): Promise<RequestPage> {
  const { rows } = await pool.query<LoggedRequest>(READ, [
    clientId,
    after ?? null,
    before ?? null,
    operation ?? null,
    outcome === undefined ? null : outcome === "success",
    code ?? null,
    limit + 1,
  ]);
  return { requests: rows.slice(0, limit), hasMore: rows.length > limit };
}
