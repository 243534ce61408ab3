import { OPERATIONS } from "./contract.js";
import type {
  AnswerOf,
  CancellableName,
  CancelOutcome,
  DealsOutcome,
  FieldsOf,
  MovementFields,
  MovementName,
  Outcome,
  Prepared,
  QueryName,
  RefusalOf,
  SendOptions,
} from "./types.js";

export interface PointsClientOptions {
  /** Where the service is, `https://points.example.com` say. */
  baseUrl: string;
  /** The secret that the portal has issued. Keep it out of source code and logs. */
  clientId: string;
  /** Signs every request with this secret, which the portal has issued beside the ClientId. Absent: requests are not signed. */
  signingSecret?: string;
  /** Language of the service's texts. English by default. */
  language?: "en" | "ar";
  /** How long one request may take, in milliseconds. 15,000 by default: the service itself answers within 10,000. */
  timeoutMs?: number;
  /** How often one request is sent at most. 6 by default. */
  attemptsMax?: number;
  /**
   * How long a movement may take in all, in milliseconds: its attempts three quarters, and `cancelUnknown` after them the last one. 60,000 by
   * default.
   */
  giveUpAfterMs?: number;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
  /** Told before each pause between attempts. */
  onRetry?: (retry: { operation: string; attempt: number; waitMs: number; reason: string }) => void;
}

const DEFAULTS = { language: "en", timeoutMs: 15_000, attemptsMax: 6, giveUpAfterMs: 60_000 } as const;
/** Pauses between attempts where the service names none: they double, and differ a little from till to till. */
const PAUSE_MS = { first: 500, max: 15_000 } as const;
/** Too many requests, an unexpected error, temporarily unavailable: the same request may be sent again. */
const REPEATABLE_CODES = new Set(["1701", "1901", "1902"]);
/** Held for review, and to be approved: a person decides, and the same request is sent again afterwards. */
const WAITING_CODES = new Set(["1703", "1704"]);
/** Share of the Cancel in the time for a movement and itself. */
const CANCEL_SHARE = 1 / 4;
/** Answers that do not come from the service but from something in front of it, and that may pass. */
const REPEATABLE_STATUSES = new Set([408, 425, 429]);
/**
 * Refusals that come before the service looks for an earlier attempt: after an attempt without an answer they do not say
 * what became of that.
 */
const BLIND_REFUSALS = new Set(["1005", "1007", "1008", "1101", "1102", "1103", "1104", "1105"]);
/** The service has not begun with a request that it answers so. */
const NOT_BEGUN = "1701";
const NEVER_ARRIVED = "1401";
const CANCELLED_ALREADY = "1411";
/** Values of FindWallet begin so. */
const CUSTOMER_PREFIX = "cust_";

interface Exchange {
  method: "GET" | "POST";
  path: string;
  body?: string;
  headers?: Record<string, string>;
  /** Of the time for a movement and its Cancel. */
  share?: number;
}

/** Outcome of one attempt. */
type Attempt =
  | { kind: "answer"; status: number; headers: Headers; body: Record<string, unknown> }
  | { kind: "unchanged" }
  | { kind: "repeat"; reason: string; waitMs: number | null; mayBeDone: boolean }
  | { kind: "useless"; reason: string };

interface KeptDeals {
  etag: string;
  answer: AnswerOf<"GetDeals">;
}

/**
 * Calls the points API. A movement carries one reference through all of its attempts, so points move once; refusals are
 * outcomes and are never repeated; nothing is thrown for what a network or the service does.
 */
export class PointsClient {
  readonly #options: Required<Omit<PointsClientOptions, "fetch" | "onRetry" | "signingSecret">>;
  readonly #signingSecret: string | undefined;
  readonly #fetch: typeof fetch;
  readonly #onRetry: PointsClientOptions["onRetry"];
  readonly #deals = new Map<string, KeptDeals>();

  /** @throws TypeError when the address is none or the ClientId is missing. */
  constructor({ fetch: ownFetch, onRetry, signingSecret, ...options }: PointsClientOptions) {
    if (options.clientId === "") throw new TypeError("clientId is empty");
    this.#options = { ...DEFAULTS, ...options, baseUrl: new URL(options.baseUrl).href.replace(/\/+$/, "") };
    this.#fetch = ownFetch ?? ((input, init) => fetch(input, init));
    this.#onRetry = onRetry;
    this.#signingSecret = signingSecret;
  }

  /**
   * Makes a movement ready to be sent and gives it a reference of its own where the fields have none. Store the result
   * before you `send` it: after a crash the stored one is sent again.
   */
  prepare<Name extends MovementName>(operation: Name, fields: MovementFields<Name>): Prepared<Name> {
    return { operation, fields: { ...fields, ExternalLogId: fields.ExternalLogId || newReference() } };
  }

  /**
   * Sends a prepared movement until the truth is known or the attempts are used up, always under the same reference. Call
   * it again with the same movement after `unknown`: what was carried out is answered as a replay. Where `customer` of FindWallet has expired
   * since and nothing was carried out, the customer is found again by the card's code, and the movement sent with the new value.
   */
  async send<Name extends MovementName>(
    movement: Prepared<Name>,
    options: SendOptions = {},
  ): Promise<Outcome<AnswerOf<Name>, RefusalOf<Name>>> {
    const { operation, fields } = movement;
    const outcome = await this.#post(operation, fields, options);
    if (!hasExpiredCustomer(fields, outcome)) return outcome;
    const { WalletCode, BranchMsisdn } = fields as FieldsOf<"GetWallet">;
    const found = await this.ask("FindWallet", { WalletCode, BranchMsisdn }, options);
    // Nothing was carried out, and the same movement can be sent later.
    if (found.kind === "unknown") return found;
    const customer =
      found.kind === "done" &&
      found.answer.candidates.find(({ walletCode }) => walletCode === WalletCode)?.customer;
    if (!customer) return outcome;
    return this.#post(operation, { ...fields, ContactMsisdn: customer }, options);
  }

  /** Prepares and sends in one step, for callers that need not survive a crash. */
  move<Name extends MovementName>(
    operation: Name,
    fields: MovementFields<Name>,
    options: SendOptions = {},
  ): Promise<Outcome<AnswerOf<Name>, RefusalOf<Name>>> {
    return this.send(this.prepare(operation, fields), options);
  }

  /** Asks for something that changes nothing: a wallet, a quote, what became of a reference. */
  ask<Name extends QueryName>(
    operation: Name,
    fields: FieldsOf<Name>,
    options: SendOptions = {},
  ): Promise<Outcome<AnswerOf<Name>, RefusalOf<Name>>> {
    return this.#post(operation, fields, options);
  }

  /**
   * Gives up a movement whose outcome is unknown: undoes it when it was carried out, and makes sure that it never is when it
   * has not arrived. May be called again with the same movement; a cancelled one stays cancelled.
   */
  async cancelUnknown(
    movement: Prepared<CancellableName>,
    options: SendOptions = {},
  ): Promise<CancelOutcome> {
    const { ExternalLogId, WalletCode, ContactMsisdn, BranchMsisdn } =
      movement.fields as FieldsOf<"Cancel"> & {
        ExternalLogId: string;
      };
    const fields = {
      WalletCode,
      ContactMsisdn,
      BranchMsisdn,
      OriginalExternalLogId: ExternalLogId,
      ...(saysWhich(movement.operation) ? { OriginalOperation: movement.operation } : {}),
      // The same for the same movement, so that a second cancellation is the first one again.
      ExternalLogId: cancellationReference(ExternalLogId),
    } as FieldsOf<"Cancel">;
    const outcome = await this.#post("Cancel", fields, options, CANCEL_SHARE);
    if (outcome.kind === "done") return { kind: "cancelled", wasCarriedOut: true, answer: outcome.answer };
    if (outcome.kind === "refused" && outcome.code === NEVER_ARRIVED)
      return { kind: "cancelled", wasCarriedOut: false, answer: outcome.answer };
    if (outcome.kind === "refused" && outcome.code === CANCELLED_ALREADY)
      return { kind: "cancelled", wasCarriedOut: true, answer: outcome.answer };
    return outcome;
  }

  /** The live deals: all, those for a rate plan, or those of one branch. A list that has not changed is not transferred again. */
  async deals({
    ratePlan,
    branchMsisdn,
    signal,
  }: { ratePlan?: string; branchMsisdn?: string } & SendOptions = {}): Promise<DealsOutcome> {
    const asked = new URLSearchParams({
      ...(ratePlan === undefined ? {} : { ratePlan }),
      ...(branchMsisdn === undefined ? {} : { BranchMsisdn: branchMsisdn }),
    }).toString();
    const query = asked === "" ? "" : `?${asked}`;
    const kept = this.#deals.get(query);
    const { attempt, attempts } = await this.#exchange(
      "GetDeals",
      {
        method: "GET",
        path: `GetDeals${query}`,
        ...(kept === undefined ? {} : { headers: { "If-None-Match": kept.etag } }),
      },
      { ...(signal === undefined ? {} : { signal }) },
    );
    if (attempt.kind === "unchanged" && kept !== undefined)
      return {
        kind: "done",
        answer: kept.answer,
        isUnchanged: true,
        isReplay: false,
        attempts,
        requestId: null,
      };
    if (attempt.kind !== "answer") return { kind: "unknown", reason: reasonOf(attempt), attempts };
    const { headers, body } = attempt;
    if (body.ErrorCode !== 0) {
      const answer = body as RefusalOf<"GetDeals">;
      return { ...refusalOf(attempt, attempts), answer, message: String(body.ErrorMessage ?? "") };
    }
    const answer = body as AnswerOf<"GetDeals">;
    const etag = headers.get("ETag");
    if (etag !== null) this.#deals.set(query, { etag, answer });
    return {
      kind: "done",
      answer,
      isUnchanged: false,
      isReplay: false,
      attempts,
      requestId: headers.get("X-Request-Id"),
    };
  }

  async #post<Name extends MovementName | QueryName>(
    operation: Name,
    fields: object,
    options: SendOptions,
    share = 1 - CANCEL_SHARE,
  ): Promise<Outcome<AnswerOf<Name>, RefusalOf<Name>>> {
    const { attempt, attempts } = await this.#exchange(
      operation,
      { method: "POST", path: operation, body: JSON.stringify(fields), share },
      options,
    );
    if (attempt.kind !== "answer") return { kind: "unknown", reason: reasonOf(attempt), attempts };
    const { headers, body } = attempt;
    if (body.errorCode !== "0") {
      const refusal = { ...refusalOf(attempt, attempts), answer: body as RefusalOf<Name> };
      // A quote says that the operation would wait.
      const isWaiting = WAITING_CODES.has(refusal.code) && operation !== "Quote";
      return isWaiting ? { ...refusal, kind: "waiting" } : refusal;
    }
    return {
      kind: "done",
      answer: body as AnswerOf<Name>,
      isReplay: headers.get("Idempotent-Replayed") === "true",
      attempts,
      requestId: headers.get("X-Request-Id"),
    };
  }

  /** Sends the same request until it is answered, the attempts or the time are used up, or the caller stops waiting. */
  async #exchange(
    operation: string,
    exchange: Exchange,
    { signal }: SendOptions,
  ): Promise<{ attempt: Attempt; attempts: number }> {
    const { attemptsMax, giveUpAfterMs } = this.#options;
    const endsAt = performance.now() + giveUpAfterMs * (exchange.share ?? 1);
    let mayBeDone = false;
    for (let attempts = 1; ; attempts++) {
      const attempt = await this.#attempt(exchange, endsAt - performance.now(), signal);
      if (attempt.kind !== "repeat") return { attempt: mayBeDone ? withDoubt(attempt) : attempt, attempts };
      mayBeDone ||= attempt.mayBeDone;
      const waitMs = attempt.waitMs ?? pauseMs(attempts);
      const isLate = performance.now() + waitMs >= endsAt;
      if (attempts >= attemptsMax || isLate || signal?.aborted) return { attempt, attempts };
      this.#onRetry?.({ operation, attempt: attempts, waitMs, reason: attempt.reason });
      await pause(waitMs, signal);
      if (signal?.aborted) return { attempt, attempts };
    }
  }

  async #attempt(
    { method, path, body, headers }: Exchange,
    leftMs: number,
    signal?: AbortSignal,
  ): Promise<Attempt> {
    const { baseUrl, clientId, language } = this.#options;
    const timeoutMs = Math.max(1, Math.min(this.#options.timeoutMs, Math.round(leftMs)));
    const limit = timeLimit(timeoutMs, signal);
    try {
      const target = `/api/Integration/v1/${path}`;
      // Anew for each attempt: a signature is accepted once, and for a few minutes.
      const signature =
        this.#signingSecret === undefined ? {} : await sign(this.#signingSecret, { method, target, body });
      const response = await this.#fetch(`${baseUrl}${target}`, {
        method,
        headers: {
          ClientId: clientId,
          Accept: "application/json",
          "Accept-Language": language,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
          ...signature,
        },
        ...(body === undefined ? {} : { body }),
        redirect: "error",
        // A browser would answer some lists from its own cache, without telling that they have not changed.
        cache: "no-store",
        signal: limit.signal,
      });
      if (response.status === 304) return { kind: "unchanged" };
      return readAnswer(response, await response.text());
    } catch (error) {
      const reason = limit.hasPassed() ? `No answer within ${timeoutMs} ms` : messageOf(error);
      return { kind: "repeat", reason, waitMs: null, mayBeDone: true };
    } finally {
      limit.end();
    }
  }
}

/**
 * Whether nothing was carried out because `customer` of FindWallet is older than its 30 minutes: 1002 then names the field. A value that is none
 * of this client is 1201.
 */
function hasExpiredCustomer(fields: object, outcome: Outcome<unknown, unknown>): boolean {
  const { ContactMsisdn } = fields as { ContactMsisdn?: unknown };
  return (
    outcome.kind === "refused" &&
    outcome.code === "1002" &&
    outcome.message.includes("ContactMsisdn") &&
    String(ContactMsisdn).startsWith(CUSTOMER_PREFIX)
  );
}

/** The headers that prove who sent a request and that nobody changed it. */
async function sign(
  secret: string,
  { method, target, body = "" }: { method: string; target: string; body: string | undefined },
): Promise<Record<string, string>> {
  const { subtle } = globalThis.crypto;
  const bytes = (text: string) => new TextEncoder().encode(text);
  // The decimals keep two equal requests of one moment apart.
  const timestamp =
    (Date.now() / 1_000).toFixed(3) + String(Math.floor(Math.random() * 1e6)).padStart(6, "0");
  const digest = hexOf(await subtle.digest("SHA-256", bytes(body)));
  const key = await subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const signature = await subtle.sign("HMAC", key, bytes([timestamp, method, target, digest].join("\n")));
  return { "X-Timestamp": timestamp, "X-Signature": hexOf(signature) };
}

function hexOf(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readAnswer({ status, headers }: Response, text: string): Attempt {
  const body = parseEnvelope(text);
  const code = body?.errorCode ?? body?.ErrorCode;
  const mayRepeat =
    code === undefined
      ? status >= 500 || REPEATABLE_STATUSES.has(status)
      : REPEATABLE_CODES.has(String(code));
  if (mayRepeat) {
    const reason = code === undefined ? `HTTP ${status}` : `${String(code)}: ${messageIn(body)}`;
    return { kind: "repeat", reason, waitMs: waitMsOf(headers), mayBeDone: String(code) !== NOT_BEGUN };
  }
  if (body === null || code === undefined)
    return { kind: "useless", reason: `HTTP ${status}: this is no answer of the points API` };
  return { kind: "answer", status, headers, body };
}

/** Adds to an answer that an attempt before may have carried the request out. */
function withDoubt(attempt: Attempt): Attempt {
  if (attempt.kind !== "answer") return attempt;
  const code = String(attempt.body.errorCode ?? attempt.body.ErrorCode);
  if (!BLIND_REFUSALS.has(code)) return attempt;
  return {
    kind: "useless",
    reason: `${code}: ${messageIn(attempt.body)}. An attempt before it had no answer`,
  };
}

/** An answer of the points API is an object with a code. Anything else comes from something in front of it. */
function parseEnvelope(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function refusalOf({ headers, body }: Extract<Attempt, { kind: "answer" }>, attempts: number) {
  const waitMs = waitMsOf(headers);
  return {
    kind: "refused" as const,
    code: String(body.errorCode ?? body.ErrorCode),
    message: messageIn(body),
    retryAfterSeconds: waitMs === null ? null : Math.ceil(waitMs / 1_000),
    attempts,
    requestId: headers.get("X-Request-Id"),
  };
}

function messageIn(body: Record<string, unknown> | null): string {
  return String(body?.errorMessage ?? body?.ErrorMessage ?? "");
}

function reasonOf(attempt: Attempt): string {
  return "reason" in attempt ? attempt.reason : "The answer is not the one that was asked for";
}

/** `Retry-After` in milliseconds: it names seconds or a date. Null when it is absent or neither. */
function waitMsOf(headers: Headers): number | null {
  const value = headers.get("Retry-After")?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function pauseMs(attempts: number): number {
  const longest = Math.min(PAUSE_MS.max, PAUSE_MS.first * 2 ** (attempts - 1));
  return Math.round(longest * (0.5 + Math.random() / 2));
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}

/** A signal that aborts after a time or with the caller's own. `AbortSignal.any` is too new for some tills' browsers. */
function timeLimit(ms: number, outer?: AbortSignal) {
  const controller = new AbortController();
  let isOver = false;
  const stop = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, ms);
  if (outer?.aborted) stop();
  outer?.addEventListener("abort", stop);
  return {
    signal: controller.signal,
    hasPassed: () => isOver,
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    },
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** 128 random bits. `crypto.randomUUID` does not exist on pages without https, which many shops have. */
function newReference(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

const REFERENCE_LENGTH_MAX = 64;
const CANCELLATION_PREFIX = "cancel-";

/** References of cancellations are apart from those of other operations, so a long one may stand as it is. */
function cancellationReference(reference: string): string {
  const own = CANCELLATION_PREFIX + reference;
  return own.length <= REFERENCE_LENGTH_MAX ? own : reference;
}

/** Whether Cancel is to be told which operation is meant: one reference may stand on a Reward and on a RedeemUser. */
function saysWhich(operation: string): boolean {
  return (OPERATIONS.Cancel.originalOperations as readonly string[]).includes(operation);
}
