import type { Pool } from "pg";
import type { MaskedValue } from "@/lib/areas/clients/masked-request";
import type { Trial } from "@/lib/areas/clients/trial";
import { scenarioMsisdn, scenarioWalletCode } from "@/lib/areas/sandbox/scenarios";
import type { Sandbox } from "@/lib/ledger/rules/reach";
import type { Verdict } from "./judges";
import type { Observed } from "./observed";
import type { Requirement } from "./requirement";
import { asNeeded, requirementsFor } from "./requirements";
import type { RequirementName } from "./schemas";

/** A requirement, and what has been seen of it. */
export interface RequirementProgress {
  requirement: Requirement;
  state: "open" | "met" | "violated";
  seenAt: Date | null;
  requests: readonly Evidence[];
  /** The wallet on which it is shown; null: any. */
  wallet: { walletCode: string /** E.164. */; contactMsisdn: string } | null;
}

/** How far a test client has come, as its traffic shows until now (rules.md §14). */
export async function readProgress(
  pool: Pool,
  client: { id: number; scopes: Iterable<string>; sandbox: Sandbox },
): Promise<RequirementProgress[]> {
  await gatherEvidence(pool, [client.id]);
  const seen = await readSeen(pool, client.id);
  return requirementsFor([...client.scopes]).map((asked) => {
    const requirement = asNeeded(asked, seen);
    const shown = seen.get(requirement.name);
    const { suffix } = requirement;
    return {
      requirement,
      state: shown?.state ?? "open",
      seenAt: shown?.seenAt ?? null,
      requests: shown?.requests ?? [],
      wallet:
        suffix === null
          ? null
          : { walletCode: scenarioWalletCode(client.sandbox, suffix), contactMsisdn: scenarioMsisdn(suffix) },
    };
  });
}

/** A request that shows something. */
export interface Evidence {
  /** Of the request log, as long as it is kept. */
  id: number;
  requestId: string;
  at: string;
  operation: string | null;
  code: number;
}

/** The evidence of a requirement. */
interface Seen {
  state: "met" | "violated";
  seenAt: Date;
  requests: readonly Evidence[];
}

interface RequestRow {
  id: number;
  at: Date;
  day: string;
  operation: string | null;
  status: number;
  code: number;
  is_replay: boolean;
  liberties: string[];
  request_id: string;
  request: { fields: Record<string, MaskedValue>; trial?: Trial };
}

const READ_REQUESTS = `
SELECT (row_number() OVER (ORDER BY r.at, r.id))::float8 AS id, r.at, (r.at AT TIME ZONE p.time_zone)::date::text AS day, r.operation, r.status, r.code, r.is_replay, r.liberties,
       r.request_id, r.request
  FROM api_request r CROSS JOIN programme p WHERE r.client_id = $1 ORDER BY r.at, r.id`;

const READ_TEST_CLIENTS =
  "SELECT id, scopes FROM api_client WHERE id = ANY ($1::int[]) AND sandbox_id IS NOT NULL";

/** Later evidence stays; of two writers the one that saw more wins. */
const KEEP = `
INSERT INTO certification_evidence AS e (client_id, requirement, state, seen_at, requests)
SELECT $1, x.requirement, x.state, x.seen_at, x.requests
  FROM jsonb_to_recordset($2::jsonb) AS x (requirement text, state text, seen_at timestamptz, requests jsonb)
 ORDER BY x.requirement
ON CONFLICT (client_id, requirement) DO UPDATE
   SET state = excluded.state, seen_at = excluded.seen_at, requests = excluded.requests
 WHERE e.seen_at < excluded.seen_at OR (e.seen_at = excluded.seen_at AND e.state <> excluded.state)`;

const READ_SEEN = `SELECT requirement, state, seen_at AS "seenAt", requests FROM certification_evidence WHERE client_id = $1`;

/** At most so many requests are kept of what shows a requirement. */
const SHOWN_MAX = 3;

/**
 * Judges the requests that are in the log of each of these clients that is a test client, and keeps what they show. Run
 * before the log is pruned, so that nothing is missed, and whenever a person asks. Can be run again and at once.
 */
export async function gatherEvidence(pool: Pool, clientIds: readonly number[]): Promise<void> {
  if (clientIds.length === 0) return;
  const { rows } = await pool.query<{ id: number; scopes: string[] }>(READ_TEST_CLIENTS, [clientIds]);
  for (const { id, scopes } of rows) {
    const requests = (await pool.query<RequestRow>(READ_REQUESTS, [id])).rows.map(observedOf);
    const shown = requirementsFor(scopes).flatMap(({ name, judge }) => shownBy(name, judge(requests)));
    if (shown.length > 0) await pool.query(KEEP, [id, JSON.stringify(shown)]);
  }
}

/** Evidence of a client's requirements so far, by their names. */
export async function readSeen(pool: Pool, clientId: number): Promise<ReadonlyMap<RequirementName, Seen>> {
  const { rows } = await pool.query<Seen & { requirement: RequirementName }>(READ_SEEN, [clientId]);
  return new Map(rows.map(({ requirement, ...seen }) => [requirement, seen]));
}

function shownBy(requirement: RequirementName, verdict: Verdict) {
  if (verdict.state === "open") return [];
  const requests = verdict.requests.slice(-SHOWN_MAX).map(
    ({ id, requestId, at, operation, code }): Evidence => ({
      id,
      requestId,
      at: at.toISOString(),
      operation,
      code,
    }),
  );
  return [{ requirement, state: verdict.state, seen_at: requests.at(-1)?.at, requests }];
}

/** A row of the request log. Requests are masked there; certification needs nothing of what is masked. */
function observedOf({ request_id: requestId, is_replay: isReplay, request, ...row }: RequestRow): Observed {
  const { fields, trial = {} } = request;
  return {
    ...row,
    requestId,
    isReplay,
    isAnswered: trial.isLost !== true,
    walletCode: typeof fields.WalletCode === "string" ? fields.WalletCode : null,
    amount: amountOf(fields.PointsValue) ?? amountOf(fields.Points) ?? amountOf(fields.BillValue),
    hasPin: isSent(fields.PinCode),
    hasInvoiceNumber: isSent(fields.InvoiceNumber),
    invoice: trial.invoice ?? null,
    isSigned: trial.isSigned === true,
    reference: trial.reference ?? null,
    content: trial.content ?? null,
    originalReference: trial.originalReference ?? null,
    language: trial.language ?? null,
    scenario: trial.scenario ?? null,
    retryAfterSeconds: trial.retryAfterSeconds ?? null,
    foundNobody: trial.foundNobody === true,
  };
}

function amountOf(value: MaskedValue | undefined): number | null {
  const amount = typeof value === "string" ? Number(value) : value;
  return typeof amount === "number" && Number.isFinite(amount) && amount !== 0 ? amount : null;
}

function isSent(value: MaskedValue | undefined): boolean {
  return value !== undefined && value !== null && value !== "" && value !== 0;
}
