import { type ApiClient, isAddressAllowed } from "@/lib/areas/clients/api-client";
import { DomainError } from "@/lib/ledger/rules/errors";
import type { Services } from "@/lib/services";
import { BODY_BYTES_MAX } from "./body";
import { checkOrigin } from "./cors";
import type { IntegrationRequest } from "./message";
import type { Progress } from "./note-answer";
import { requireSignature } from "./signature";

/** Of a path that was sent as a whole URL. */
const ORIGIN = /^https?:\/\/[^/]*/i;

/** The client behind the ClientId, within its addresses and its rate. Throws 1101, 1102, 1104 or 1701. */
export async function authenticate(
  { clients, rateLimits, publicUrl }: Services,
  request: IntegrationRequest,
  progress: Progress,
): Promise<ApiClient> {
  const secret = request.header("clientid");
  if (secret === undefined || secret === "") throw new DomainError(1101);
  const client = await clients.identify(secret);
  progress.client = client;
  if (client === null) {
    progress.refused = await clients.explainRefusal(secret);
    throw new DomainError(1102);
  }
  if (!isAddressAllowed(client, request.remoteAddress)) throw new DomainError(1104);
  if (request.header("origin") !== undefined)
    await checkOrigin(clients, client, { header: request.header, publicUrl });
  if (client.rate === null) return client;
  progress.standing = await rateLimits.count(client.id, client.rate);
  if (!progress.standing.isAllowed) {
    throw new DomainError(1701, {}, { retryAfterSeconds: progress.standing.resetSeconds });
  }
  return client;
}

/** The request, its signature checked where its client signs. Throws 1105; 1003 and 1006 for a body that cannot be read whole. */
export async function withSignature(
  client: ApiClient,
  request: IntegrationRequest,
  { now, progress }: { now: Date; progress: Progress },
): Promise<IntegrationRequest> {
  const { method, path, query, header } = request;
  const hasBody = header("content-length") !== undefined || header("transfer-encoding") !== undefined;
  const body = await requireSignature(
    client,
    {
      method,
      target: path.replace(ORIGIN, "") + (query === "" ? "" : `?${query}`),
      header,
      readBody: async () => (hasBody ? request.readBody(BODY_BYTES_MAX) : new Uint8Array()),
    },
    {
      now,
      onFault: (fault) => {
        progress.signatureFault = fault;
      },
    },
  );
  return body === undefined ? request : { ...request, readBody: async () => body };
}

/** A path is refused before its caller is looked at; but a client that is always to get HTTP 200 gets it there too. */
export async function recognise(
  { clients }: Services,
  request: IntegrationRequest,
  progress: Progress,
): Promise<void> {
  const secret = request.header("clientid");
  if (secret === undefined || secret === "") return;
  try {
    progress.client = await clients.identify(secret);
  } catch {
    // Nobody's, as long as nobody can say whose.
    progress.client = null;
  }
}
