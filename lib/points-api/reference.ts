import type { z } from "zod";
import type { OperationId } from "@/lib/ledger/rules/command-facts";
import type { Reference } from "@/lib/ledger/rules/commands";
import { DomainError } from "@/lib/ledger/rules/errors";
import { FORMER_KEY_LENGTH_MAX, REFERENCE_LENGTH_MAX } from "./fields";
import type { IntegrationRequest } from "./message";
import type { Call } from "./operation";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/;

interface Referring {
  ExternalLogId: string | null;
}

/**
 * The reference of a request; null when it has none. A key that is longer than Cancel can name is one of before, or none.
 * Throws 1504 for a client that must send one, 1002 for an unusable header.
 */
export async function referenceOf(
  { client, request }: Call,
  { ExternalLogId }: Referring,
  { scope, isFormer }: { scope: string; isFormer?: (key: string) => Promise<boolean> },
): Promise<string | null> {
  const headerKey = ExternalLogId === null ? idempotencyKey(request) : null;
  if (headerKey !== null && headerKey.length > REFERENCE_LENGTH_MAX && !(await isFormer?.(headerKey)))
    throw new DomainError(1002, { field: "Idempotency-Key" });
  const key = ExternalLogId ?? headerKey;
  if (key === null && client.keyRequiredFor.has(scope)) throw new DomainError(1504);
  return key;
}

/**
 * Blanks around texts once were a part of them: a retry of a request that was kept so is told by its former reading. Those
 * references never change, so they are read before the lock.
 */
async function formerReference(
  { services, client }: Call,
  operation: OperationId,
  { present, former }: { present: Reference; former: Reference },
): Promise<Reference> {
  const keys = [present.key, former.key];
  const known = await services.references({ userId: client.userId, operation, keys });
  const isKept = former.key !== present.key && known.has(former.key);
  return isKept || known.get(former.key) === former.requestHash ? former : present;
}

/** The reference as a request was kept whose texts had blanks around them. */
export async function referenceAsKept<Request extends z.ZodObject & z.ZodType<Referring>>(
  call: Call,
  { request, logTypeId }: { request: Request; logTypeId: OperationId },
  {
    present,
    sent,
    hashOf,
  }: { present: Reference; sent: object; hashOf: (body: z.output<Request>) => string },
): Promise<Reference> {
  const former = request.safeParse(sent);
  if (!former.success) return present;
  const { data } = former;
  return formerReference(call, logTypeId, {
    present,
    former: { key: data.ExternalLogId ?? present.key, requestHash: hashOf(data) },
  });
}

/** Whether the client has sent an operation under this key before. */
export async function isUsed(
  { services, client }: Call,
  operation: OperationId,
  key: string,
): Promise<boolean> {
  return (await services.references({ userId: client.userId, operation, keys: [key] })).has(key);
}

/** The header that stands in for an ExternalLogId. Throws 1002 when it is no usable key. */
function idempotencyKey(request: IntegrationRequest): string | null {
  const key = request.header("idempotency-key")?.trim();
  if (key === undefined || key === "") return null;
  if (key.length > FORMER_KEY_LENGTH_MAX || !IDEMPOTENCY_KEY.test(key)) {
    throw new DomainError(1002, { field: "Idempotency-Key" });
  }
  return key;
}
