import { hash } from "node:crypto";
import type { z } from "zod";
import type { Actor, OperationId, PostedEntry, Reference, Refusal } from "@/lib/ledger/commands";
import { DomainError } from "@/lib/ledger/errors";
import { CHANNEL } from "@/lib/ledger/types";
import { readJson } from "./body";
import { type PostedChange, pointsSuccess } from "./envelopes";
import { FORMER_KEY_LENGTH_MAX, REFERENCE_LENGTH_MAX } from "./fields";
import type { IntegrationRequest, IntegrationResponse } from "./message";
import { ANY_REQUEST, type Call, type Operation } from "./operation";
import { fieldReader, readFields } from "./read-fields";
import { parseRequest } from "./request";
import { playScenario } from "./scenarios";

/** Refusals that can meet any movement: of a body, a branch, a reference or a wallet. */
export const ANY_MOVEMENT = [
  ...ANY_REQUEST,
  ...([1001, 1003, 1004, 1006] as const),
  ...([1110, 1111, 1201, 1202, 1203, 1204, 1205, 1206, 1501, 1504] as const),
] as const;

const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/;
/** Fields that a retry may change: the key itself, and the PIN, which must not be derivable from anything stored. */
const NOT_CONTENT: ReadonlySet<string> = new Set(["ExternalLogId", "PinCode"]);

/** The fields that the requests of all movements have. */
interface MovementBody {
  WalletCode: string;
  ContactMsisdn: string;
  BranchMsisdn: string;
  ExternalLogId: string | null;
}

/** The part of a command that all movements have. */
export interface Common {
  walletCode: string;
  contactMsisdn: string;
  actor: Actor;
  externalLogId: string;
  reference?: Reference;
  refuseUnlessReplay?: Refusal;
}

interface Movement<Request extends z.ZodObject & z.ZodType<MovementBody>>
  extends Omit<Operation, "method" | "request" | "answer"> {
  request: Request;
  /** Of the entries that it makes, and the namespace of its references. */
  logTypeId: OperationId;
  /** Carries out what the request asks. */
  post(call: Call, body: z.output<Request>, common: Common): Promise<PostedEntry>;
  /** The envelope of what was posted, where it is not that of most movements (interface.md §2.5). */
  envelope?(posted: PostedEntry, call: Call): object;
}

/** An operation that moves points, from what is its own. */
export function movement<
  const Own extends Movement<Request>,
  Request extends z.ZodObject & z.ZodType<MovementBody>,
>(own: Own & Movement<Request>) {
  const { post, envelope = (posted, { wire }) => pointsSuccess(changeOf(posted), wire) } = own;
  const content = contentFields(own.request);
  const reader = fieldReader(own.request);
  const canonical = (body: z.output<Request>) => canonicalRequest(own.name, content, body);
  const hashOf = (body: z.output<Request>) => hash("sha256", canonical(body), "base64");
  return {
    ...own,
    method: "POST" as const,
    /**
     * The content of a request as one text: two requests mean the same if and only if their texts are equal (rules.md
     * §5).
     */
    canonical,
    async answer(call: Call): Promise<IntegrationResponse> {
      const { isStrict } = call.client;
      const { body: sent, taken } = await readJson(call.request, { isStrict });
      call.noted.body = sent;
      const fields = isStrict ? { body: sent, taken: [] } : readFields(reader, sent);
      call.noted.liberties.push(...taken, ...fields.taken);
      const body: z.output<Request> = parseRequest(own.request as Request, fields.body);
      const headerKey = body.ExternalLogId === null ? idempotencyKey(call.request) : null;
      if (headerKey !== null && headerKey.length > REFERENCE_LENGTH_MAX)
        await requireFormerKey(call, own.logTypeId, headerKey);
      const key = body.ExternalLogId ?? headerKey;
      const common = commonOf(call, { body, key, scope: own.scope, contentHash: () => hashOf(body) });
      if (common.reference !== undefined && fields.taken.some((liberty) => liberty.startsWith("blanks:"))) {
        const former = own.request.safeParse(sent);
        if (former.success)
          common.reference = await formerReference(call, own.logTypeId, {
            present: common.reference,
            former: {
              key: former.data.ExternalLogId ?? common.reference.key,
              requestHash: hashOf(former.data),
            },
          });
      }
      const carryOut = async () => {
        const posted = await post(call, body, common);
        return success(posted, envelope(posted, call));
      };
      return call.client.sandbox === undefined
        ? carryOut()
        : playScenario(call, { operation: own.name, body, common, contentHash: hashOf(body) }, carryOut);
    },
  };
}

/** Throws 1504, and 1110 or 1111 where it cannot be a retry. */
function commonOf(
  { client }: Call,
  {
    body,
    key,
    scope,
    contentHash,
  }: { body: MovementBody; key: string | null; scope: Operation["scope"]; contentHash: () => string },
): Common {
  if (key === null && client.keyRequiredFor.has(scope)) throw new DomainError(1504);
  const branch = client.branches.get(body.BranchMsisdn);
  const refusal = branch === undefined ? 1110 : branch.isActive ? null : 1111;
  // A retry is answered as the first time even if its branch is gone since; without a reference it cannot be a retry.
  if (refusal !== null && key === null) throw new DomainError(refusal);
  return {
    walletCode: body.WalletCode,
    contactMsisdn: body.ContactMsisdn,
    externalLogId: body.ExternalLogId ?? "",
    actor: {
      userId: client.userId,
      channelId: CHANNEL.posApi,
      merchantId: client.merchantId,
      branchId: branch?.id ?? null,
      branchMsisdn: branch?.msisdn ?? null,
      ...(client.sandbox === undefined ? {} : { sandbox: client.sandbox }),
    },
    ...(key === null ? {} : { reference: { key, requestHash: contentHash() } }),
    ...(refusal === null ? {} : { refuseUnlessReplay: { code: refusal, parameters: {} } }),
  };
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

/**
 * Keys once could be longer than Cancel can name. A retry of a request that was kept under such a key is still answered;
 * a new one is refused. Throws 1002.
 */
async function requireFormerKey(
  { services, client }: Call,
  operation: OperationId,
  key: string,
): Promise<void> {
  const known = await services.references({ userId: client.userId, operation, keys: [key] });
  if (!known.has(key)) throw new DomainError(1002, { field: "Idempotency-Key" });
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

/**
 * The text never changes once it has been stored as a hash: fields are named and sorted by name, and those without a value
 * are left out, so that a field added to an operation later changes nothing.
 */
function canonicalRequest(operation: string, fields: readonly string[], request: object): string {
  const values = request as Readonly<Record<string, unknown>>;
  const content: Record<string, unknown> = { operation };
  for (const field of fields) {
    const value = values[field];
    if (value !== null && value !== undefined) content[field] = value;
  }
  return JSON.stringify(content);
}

function contentFields(schema: z.ZodObject): readonly string[] {
  return Object.keys(schema.shape)
    .filter((field) => !NOT_CONTENT.has(field))
    .sort();
}

/** What was posted, as the envelopes show it. */
export function changeOf({ wallet, entry, related, remainingPoints }: PostedEntry): PostedChange {
  return { wallet, entry, relatedLogTypeId: related?.logTypeId, remainingPoints };
}

function success({ replayed }: PostedEntry, envelope: object): IntegrationResponse {
  return {
    status: 200,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(replayed ? { "Idempotent-Replayed": "true" } : {}),
    },
    body: JSON.stringify(envelope),
  };
}
