import type { ApiClient } from "@/lib/areas/clients/api-client";
import type { RefusedSecret } from "@/lib/areas/clients/api-clients";
import type { LibertyTaken } from "@/lib/areas/clients/desk-schemas";
import { keepable } from "@/lib/areas/clients/masked-answer";
import type { SignatureFault } from "@/lib/areas/clients/signature";
import { NOBODY } from "@/lib/areas/clients/traffic";
import type { Trial } from "@/lib/areas/clients/trial";
import type { DomainError, ErrorCode } from "@/lib/ledger/rules/errors";
import { logRequest } from "@/lib/platform/log";
import { observeRequest } from "@/lib/platform/metrics";
import type { RateStanding } from "@/lib/platform/rate-limits";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import type { Services } from "@/lib/services";
import type { AnswerContext, IntegrationRequest, IntegrationResponse } from "./message";
import { type OperationName, TREATMENTS } from "./operations";

/** Refusals of a path, before its caller is looked at. */
export const OF_THE_PATH: ReadonlySet<ErrorCode> = new Set([1005, 1007, 1008]);

interface Answered {
  request: IntegrationRequest;
  progress: Progress;
  response: IntegrationResponse;
  failure: DomainError | undefined;
  durationMs: number;
}

/** Counts an answered request, logs it, and keeps it for its client's log where there is room. */
export function note(services: Services, answered: Answered): void {
  const { progress, response, failure, durationMs } = answered;
  const code = failure?.code ?? 0;
  noteTraffic(services, answered);
  observeRequest(progress.operation ?? "unknown", code, durationMs / 1000);
  noteRefusal(failure, {
    client: progress.client,
    clientId: progress.refused?.clientId,
    ipAddress: answered.request.remoteAddress,
    userAgent: answered.request.header("user-agent"),
    requestId: progress.requestId,
  });
  logRequest({
    requestId: progress.requestId,
    operation: progress.operation,
    apiClientId: progress.client?.id,
    status: response.status,
    code,
    durationMs: Math.round(durationMs * 10) / 10,
  });
}

function noteTraffic({ traffic, clock }: Services, answered: Answered): void {
  const { request, progress, response, failure, durationMs } = answered;
  const { client, refused, operation } = progress;
  const clientId = client?.id ?? refused?.clientId ?? NOBODY;
  const code = failure?.code ?? 0;
  const at = clock.now();
  if (!traffic.count(clientId, code, at, response.isLateReplay)) return;
  traffic.keep({
    clientId,
    secretId: client?.secretId ?? refused?.secretId ?? null,
    at,
    operation,
    method: request.method,
    status: response.status,
    code,
    parameters: failure?.params ?? {},
    detail: refused?.reason ?? progress.signatureFault,
    isReplay: response.headers["Idempotent-Replayed"] !== undefined,
    durationMs,
    requestId: progress.requestId,
    ipAddress: request.remoteAddress,
    answer: keepable(response.body),
    liberties: progress.liberties,
    body: progress.body,
    query: request.query,
    idempotencyKey: request.header("idempotency-key"),
    path: OF_THE_PATH.has(code as ErrorCode) ? request.path : null,
    treatments: TREATMENTS,
    isOwnBranch: (msisdn) => client?.branches.has(msisdn) ?? false,
    trial: client?.sandbox === undefined ? undefined : trialOf(answered),
  });
}

/** Facts for certification (rules.md §14). */
function trialOf({ request, progress, failure }: Answered): Trial {
  const { trial, language, isLost, client, signatureFault } = progress;
  const isSigned =
    request.header("x-signature") !== undefined && client?.signing.mode !== "off" && signatureFault === null;
  return {
    ...trial,
    language,
    ...(isLost && { isLost }),
    ...(isSigned && { isSigned }),
    ...(failure?.details.retryAfterSeconds !== undefined && {
      retryAfterSeconds: failure.details.retryAfterSeconds,
    }),
  };
}

/** Known facts of a request so far; a refusal on the way is worded with as many as there are. */
export interface Progress extends AnswerContext {
  /** A value of FindWallet names the customer. */
  isCustomerValue?: boolean;
  operation: OperationName | null;
  client: ApiClient | null;
  /** The refused ClientId's client. For the log of that client only: the caller is answered as if it were nobody's. */
  refused: RefusedSecret | null;
  /** Why its signature was refused, for the log alone. */
  signatureFault: SignatureFault | null;
  standing: RateStanding | null;
  /** The headers of a version that is on its way out, once it is known that it is the one that is asked for. */
  deprecation: Readonly<Record<string, string>>;
  /** Accepted spellings that the interface writes in another way. */
  liberties: LibertyTaken[];
  body?: Readonly<Record<string, unknown>>;
  /** Of a test client only. */
  trial?: Trial;
  isLost?: boolean;
}

/** The refused caller, and the connection. */
interface Refused {
  client: Pick<ApiClient, "userId" | "merchantId" | "sandbox"> | null;
  /** Of a secret that is known and not valid any more. */
  clientId?: number | undefined;
  ipAddress: string;
  userAgent: string | undefined;
  requestId: string;
}

/**
 * Notes in the log of security events that a ClientId was missing or wrong (1101, 1102), once a minute and address, or that a
 * client was beyond its rate (1701), once a minute, client and address. Nothing is noted of a sandbox, nor of any other code.
 */
export function noteRefusal(error: DomainError | undefined, { client, clientId, ...where }: Refused): void {
  if (error === undefined) return;
  if (error.code === 1101 || error.code === 1102)
    void recordSecurityEvent({ kind: "api.refused", clientId, ...where });
  if (error.code === 1701 && client !== null && client.sandbox === undefined)
    void recordSecurityEvent({
      kind: "api.limited",
      userId: client.userId,
      merchantId: client.merchantId,
      ...where,
    });
}
