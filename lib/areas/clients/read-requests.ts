import type { Pool } from "pg";
import type { RefusedFor } from "./api-clients";
import type { LibertyTaken } from "./desk-schemas";
import type { MaskedAnswer } from "./masked-answer";
import type { MaskedRequest } from "./masked-request";
import type { SignatureFault } from "./signature";

/** A request of a client as it was kept. */
export interface LoggedRequest {
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

export interface RequestFilter {
  operation?: string | undefined;
  outcome?: "success" | "refused" | undefined;
  code?: number | undefined;
}

export interface RequestPage {
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
