import { hash } from "node:crypto";
import { z } from "zod";
import type { ClientBranch } from "@/lib/areas/clients/api-client";
import type { CouponDone } from "@/lib/areas/coupons/use-coupon";
import type { OperationId } from "@/lib/ledger/rules/command-facts";
import type { Actor, Command, ExpireCommand, Reference, Refusal } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { DomainError, type ErrorCode, isDomainError } from "@/lib/ledger/rules/errors";
import { type Asked, refusalsOf } from "@/lib/ledger/rules/refusals";
import { CHANNEL, type LogTypeId } from "@/lib/ledger/rules/types";
import { paidOf } from "@/lib/ledger/with/bills/rule";
import type { Money } from "@/lib/platform/money";
import { EXPIRED, refuseExpiredCustomer } from "./customer-value";
import { type PostedChange, pointsSuccess } from "./envelopes";
import { type FieldKind, factsIn } from "./field-facts";
import type { IntegrationResponse } from "./message";
import { ANY_REQUEST, type Call, type Moves, type Operation, type TrialsOf } from "./operation";
import { requestReader } from "./read-request";
import { isUsed, referenceAsKept, referenceOf } from "./reference";
import { playScenario, quoteScenario } from "./scenarios";
import { isOfAnotherDay } from "./serialize";
import { FIELDS } from "./shared-fields";
import { shownTo } from "./strangers";

/** Refusals that can meet any operation with a body that names a branch. */
export const ANY_BODY = [...ANY_REQUEST, 1001, 1003, 1004, 1006, 1110, 1111] as const;

/** Fields that a retry may change: the key itself, and the PIN, which must not be derivable from anything stored. */
const NOT_CONTENT: ReadonlySet<FieldKind> = new Set<FieldKind>(["reference", "pin"]);

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

type MovementCommand = Exclude<Command, ExpireCommand>;

interface Movement<Request extends z.ZodObject & z.ZodType<MovementBody>, Asking extends Asked>
  extends Omit<Operation, "method" | "request" | "codes" | "answer" | "moves" | "repeated" | "scope"> {
  scope: NonNullable<Operation["scope"]>;
  request: Request;
  /** The ledger's command: its refusals, and those of any request that names a branch, are all that the operation answers. */
  asked: Asking;
  /** Codes of what is done beside the ledger. */
  alsoRefuses?: readonly ErrorCode[];
  /** Of the entries that it makes, and the namespace of its references. */
  logTypeId: OperationId;
  /** Tells its own among the entries of this type; null: it makes all of them. */
  made: ((posted: PostedEntry) => boolean) | null;
  /** Kind of the entries of which it gives points back; null: of none. */
  givesBackOf: LogTypeId | null;
  moves: Omit<Moves, "what" | "references" | "trials"> & { trials: TrialsOf<Asking> };
  /** Whether a request names an earlier one of the client by its reference: a value of FindWallet may be of any age then. */
  namesEarlier?(body: z.output<Request>): boolean;
  /** Makes the ledger's command. */
  command(call: Call, body: z.output<Request>, common: Common): MovementCommand;
  /** Carries out what the request asks, where it takes more than the ledger. */
  post?(call: Call, body: z.output<Request>, common: Common): Promise<PostedEntry>;
  /** Looks beside the ledger as well, before and after `carryOut`. */
  around?(
    call: Call,
    request: { body: z.output<Request>; common: Common; command: MovementCommand },
    carryOut: () => Promise<IntegrationResponse>,
  ): Promise<IntegrationResponse>;
  /** The quote of what is done beside the ledger; null: the ledger does it. */
  quoteBeside?(
    call: Call,
    request: { body: z.output<Request>; common: Common; command: MovementCommand },
  ): Promise<CouponDone | null>;
  /** The envelope of what was posted, where it is not that of most movements (interface.md §2.5). */
  envelope?(posted: PostedEntry, call: Call): object;
}

/** A quoted movement. */
export interface Quoted {
  posted: PostedEntry;
  /** Of a reward: what of its bill was paid with points and earns nothing. */
  paidWithPoints: Money;
  isPinRequired: boolean;
}

/** An operation that moves points, from what is its own. */
export function movement<
  const Own extends Movement<Request, Asking>,
  Request extends z.ZodObject & z.ZodType<MovementBody>,
  const Asking extends Asked,
>(own: Own & Movement<Request, Asking>) {
  const {
    command: commandOf,
    post = (call, body, common) => call.services.ledger.post(commandOf(call, body, common)),
    envelope = (posted, { wire, now }) => pointsSuccess(changeOf(posted, now), wire),
    around = (_call, _request, carryOut) => carryOut(),
    namesEarlier = () => false,
  } = own;
  const moves = { ...own.moves, what: "points" as const, references: own.logTypeId };
  const operation = { name: own.name, moves };
  const content = contentFields(own.request);
  const reader = requestReader(own.request as Request);
  const quoted = quotedRequest(own.request);
  const quotedReader = requestReader(quoted);
  const canonical = (body: z.output<Request>) => canonicalRequest(own.name, content, body);
  const hashOf = (body: z.output<Request>) => hash("sha256", canonical(body), "base64");
  const commonTo = (call: Call, body: z.output<Request>, key: string | null) =>
    commonOf(call, body, { key, contentHash: () => hashOf(body), takesAnyAge: namesEarlier(body) });
  return {
    ...own,
    method: "POST" as const,
    moves,
    repeated: "first" as const,
    codes: [...new Set<ErrorCode>([...ANY_BODY, 1504, ...refusalsOf(own.asked), ...(own.alsoRefuses ?? [])])],
    /** Its fields as a quote takes them: no PIN, and a reference only for those who have one. */
    quoted,
    /** The content of a request as one text, equal if and only if two requests mean the same (rules.md §5). */
    canonical,
    async answer(call: Call): Promise<IntegrationResponse> {
      const { body, sent, hasTrimmed } = await reader.read(call);
      const key = await referenceOf(call, body, {
        scope: own.scope,
        isFormer: (long) => isUsed(call, own.logTypeId, long),
      });
      const common = commonTo(call, body, key);
      if (common.reference !== undefined && hasTrimmed)
        common.reference = await referenceAsKept(call, own, { present: common.reference, sent, hashOf });
      const carryOut = (refusal?: Refusal) => {
        if (refusal !== undefined) common.refuseUnlessReplay ??= refusal;
        return around(call, { body, common, command: commandOf(call, body, common) }, async () => {
          const posted = await post(call, body, common).catch((error: unknown) =>
            asking(call, own.logTypeId, common, error),
          );
          const isLateReplay = posted.replayed && isOfAnotherDay(posted.entry, call.wire, call.now);
          const shown = { ...posted, wallet: await shownTo(call.client, posted.wallet) };
          return { ...movementAnswer(posted, envelope(shown, call)), isLateReplay };
        });
      };
      return playScenario(call, { operation, body, common, contentHash: () => hashOf(body) }, carryOut);
    },
    /**
     * Outcome of the movement now, by the ledger's own rules (rules.md §13). Moves nothing, uses up no reference and neither compares nor
     * counts a PIN. Throws what the movement would throw, but for 1310 and 1311.
     */
    async quote(call: Call, sent: Readonly<Record<string, unknown>>): Promise<Quoted | CouponDone> {
      const read = { PinCode: null, ExternalLogId: null, ...quotedReader.parse(call, sent) };
      const body = read as unknown as z.output<Request>;
      const common = commonTo(call, body, body.ExternalLogId);
      const command = commandOf(call, body, common);
      await quoteScenario(call, { operation, body, common });
      const beside = await own.quoteBeside?.(call, { body, common, command });
      return beside ?? quoteOf(call, command);
    },
  };
}

/** Quotes the command, with the PIN taken for given where one is required. */
async function quoteOf({ services: { ledger } }: Call, command: MovementCommand): Promise<Quoted> {
  const quoted = await ledger.quoteWithPin(
    command.type === "settle" ? { ...command, leavesOut: true } : command,
  );
  return { ...quoted, paidWithPoints: paidOf(command, quoted.posted) };
}

/**
 * Throws the refusal again; what a person may let pass or has to look at is asked for first, under the request's own reference, so that the
 * same request can be sent again (rules.md §15).
 */
async function asking(
  { services, client }: Call,
  operation: OperationId,
  { reference, actor }: Common,
  error: unknown,
): Promise<never> {
  const wallet =
    isDomainError(error) && (error.code === 1703 || error.code === 1704) ? error.details.wallet : undefined;
  if (wallet !== undefined && reference !== undefined && actor.branchId !== null)
    await services.askApproval({
      userId: client.userId,
      merchantId: client.merchantId,
      branchId: actor.branchId,
      walletId: wallet.id,
      operation,
      reference,
      ...(error as DomainError<1703 | 1704>).params,
    });
  throw error;
}

/** The fields of a request as a quote takes them. */
function quotedRequest({ shape }: z.ZodObject): z.ZodObject {
  const { PinCode: _never, ...fields } = shape;
  return z.object({
    ...fields,
    ...("ExternalLogId" in fields && { ExternalLogId: FIELDS.OptionalExternalLogId }),
  });
}

/** The branch of a request, or why the client cannot act for it. */
export function branchOf(
  { client }: Call,
  { BranchMsisdn }: Pick<MovementBody, "BranchMsisdn">,
): { branch: ClientBranch | undefined; refusal: 1110 | 1111 | null } {
  const branch = client.branches.get(BranchMsisdn);
  return { branch, refusal: branch === undefined ? 1110 : branch.isActive ? null : 1111 };
}

/**
 * Why a request is refused unless it is a retry, which is answered as the first time even if its branch is gone or the value of FindWallet has
 * expired since. Throws it where there is no reference: then it cannot be a retry.
 */
export function refusalUnlessRetry(
  call: Call,
  body: Pick<MovementBody, "BranchMsisdn">,
  { key, takesAnyAge = false }: { key: string | null; takesAnyAge?: boolean },
): Refusal | null {
  const { refusal: ofBranch } = branchOf(call, body);
  if (ofBranch !== null && key === null) throw new DomainError(ofBranch);
  if (ofBranch !== null) return { code: ofBranch, parameters: {} };
  if (takesAnyAge || !call.noted.isCustomerExpired) return null;
  if (key === null) refuseExpiredCustomer(call);
  return EXPIRED;
}

/** Throws 1110, 1111, or 1002 for a value of FindWallet, where it cannot be a retry. */
function commonOf(
  call: Call,
  body: MovementBody,
  { key, contentHash, takesAnyAge }: { key: string | null; contentHash: () => string; takesAnyAge: boolean },
): Common {
  const { client } = call;
  const { branch } = branchOf(call, body);
  const refusal = refusalUnlessRetry(call, body, { key, takesAnyAge });
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
      ...(client.limits === null ? {} : { limitedBy: { clientId: client.id, ...client.limits } }),
    },
    ...(key === null ? {} : { reference: { key, requestHash: contentHash() } }),
    ...(refusal === null ? {} : { refuseUnlessReplay: refusal }),
  };
}

/**
 * The text never changes once it has been stored as a hash: fields are named and sorted by name, and those without a value
 * are left out, so that a field added to an operation later changes nothing.
 */
export function canonicalRequest(operation: string, fields: readonly string[], request: object): string {
  const values = request as Readonly<Record<string, unknown>>;
  const content: Record<string, unknown> = { operation };
  for (const field of fields) {
    const value = values[field];
    if (value !== null && value !== undefined) content[field] = value;
  }
  return JSON.stringify(content);
}

export function contentFields(schema: z.ZodObject): readonly string[] {
  return factsIn(schema.shape)
    .flatMap(([name, { kind }]) => (NOT_CONTENT.has(kind) ? [] : [name]))
    .sort();
}

/** The posted entry, as the envelopes show it. `now`: of the request that it answers. */
export function changeOf(posted: PostedEntry, now?: Date): PostedChange {
  const { wallet, entry, related, remainingPoints, coupon, parts, aside, bill, goods } = posted;
  return {
    wallet,
    entry,
    relatedLogTypeId: related?.logTypeId,
    remainingPoints,
    coupon,
    parts,
    aside,
    bill,
    goods,
    ...(posted.replayed && { repeatedAt: now }),
  };
}

/** The answer to what was carried out, or had been before. */
export function movementAnswer(
  { replayed = false }: { replayed?: boolean },
  envelope: object,
): IntegrationResponse {
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
