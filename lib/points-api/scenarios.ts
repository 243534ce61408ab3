import { hash } from "node:crypto";
import type { ClientSandbox, ScenarioWallet } from "@/lib/areas/clients/api-client";
import { firstAttemptAt, isFirstAttempt, wouldBeFirst } from "@/lib/areas/sandbox/attempts";
import {
  DECIDED_SECONDS,
  PIN_LOCK_SECONDS,
  SLOW_SECONDS,
  TOO_MANY_SECONDS,
  UNAVAILABLE_SECONDS,
} from "@/lib/areas/sandbox/scenarios";
import type { Reference, Refusal } from "@/lib/ledger/rules/commands";
import { type BillPart, DomainError, type ErrorCode, type ErrorParameters } from "@/lib/ledger/rules/errors";
import type { Breach, LimitName } from "@/lib/ledger/with/limits/words";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { formatLocalMinute } from "@/lib/platform/time";
import { readWallet } from "@/lib/wallet/read";
import { EXPIRED } from "./customer-value";
import type { IntegrationResponse } from "./message";
import type { Call, Moves, Operation } from "./operation";

/** A movement that a test client asks for. */
export interface Asked {
  operation: Pick<Operation, "name"> & { moves: Pick<Moves, "answers" | "trials"> };
  body: Readonly<Record<string, unknown>>;
  common: { walletCode: string; contactMsisdn: string; reference?: Reference };
  contentHash(): string;
}

/** `refusal`: unless it is a retry that was carried out before. */
type CarryOut = (refusal?: Refusal) => Promise<IntegrationResponse>;

/** So many slow answers wait at once in a process, and so many of one client: the others are told to ask again. */
const SLOW_MAX = 16;
const SLOW_PER_CLIENT_MAX = 2;
const slowAnswers = new Map<number, number>();

/**
 * Answers a movement of a test client: on most wallets by carrying it out, on those that stand for an outcome that is hard to
 * reach with that outcome (rules.md §14; the wallets are in `lib/areas/sandbox/scenarios.ts`). Nothing of it is for live clients.
 * Throws DomainError for every refusal.
 */
export async function playScenario(
  call: Call,
  asked: Asked,
  carryOut: CarryOut,
): Promise<IntegrationResponse> {
  const { sandbox } = call.client;
  if (sandbox === undefined) return carryOut();
  const { reference, walletCode, contactMsisdn } = asked.common;
  const trial = {
    reference: reference === undefined ? null : digest(reference.key),
    content: digest(asked.contentHash()),
    ...(typeof asked.body.InvoiceNumber === "string" && { invoice: digest(asked.body.InvoiceNumber) }),
    ...(typeof asked.body.OriginalExternalLogId === "string" && {
      originalReference: digest(asked.body.OriginalExternalLogId),
    }),
  };
  call.noted.trial = trial;
  const wallet = sandbox?.scenarios.get(walletCode);
  // The ledger refuses a wrongly named wallet.
  if (wallet === undefined || wallet.contactMsisdn !== contactMsisdn) return carryOut();
  call.noted.trial = { ...trial, scenario: wallet.scenario };
  const refusal = await refusalOf(call, asked, { sandbox, wallet });
  if (refusal !== null) throw refusal;
  const { answers } = asked.operation.moves;
  const isReplayed = (answer: IntegrationResponse) => "Idempotent-Replayed" in answer.headers;
  switch (wallet.scenario) {
    case "answer_lost": {
      const answer = await carryOut();
      return answers !== "always" && !isReplayed(answer) ? lose(call) : answer;
    }
    case "never_answered": {
      const answer = await carryOut();
      return answers === "may_be_late" ? lose(call) : answer;
    }
    case "answer_slow": {
      const answer = await carryOut();
      if (answers === "may_be_late" && !isReplayed(answer)) await delay(call);
      return answer;
    }
    case "customer_expired":
      return carryOut((await isCustomerRenewed(call, asked, wallet)) ? undefined : EXPIRED);
    default:
      return carryOut();
  }
}

/** Whether the request names the customer by a value that FindWallet gave out after the first attempt with this reference, or by no value. */
async function isCustomerRenewed(
  { client, now, noted }: Call,
  { operation: { name: operation, moves }, common: { reference } }: Asked,
  wallet: ScenarioWallet,
): Promise<boolean> {
  if (noted.customerIssuedAt === undefined || moves.answers === "always" || reference === undefined)
    return true;
  const attempt = { clientId: client.id, walletId: wallet.id, operation, key: reference.key, now };
  return noted.customerIssuedAt > (await firstAttemptAt(portalPool(), attempt));
}

/** Scenarios of which a quote knows nothing: of the network, and of a PIN, which it takes for given. */
const NOT_QUOTED: ReadonlySet<ScenarioWallet["scenario"]> = new Set([
  "unavailable",
  "too_many_requests",
  "wrong_pin",
  "needs_approval",
]);

/** Refuses the quote of a movement that is refused on its wallet, and notes no attempt. Throws DomainError. */
export async function quoteScenario(call: Call, asked: Omit<Asked, "contentHash">): Promise<void> {
  const { sandbox } = call.client;
  const wallet = sandbox?.scenarios.get(asked.common.walletCode);
  if (sandbox === undefined || wallet?.contactMsisdn !== asked.common.contactMsisdn) return;
  if (NOT_QUOTED.has(wallet.scenario)) return;
  const refusal = await refusalOf(call, asked, { sandbox, wallet, isQuote: true });
  if (refusal !== null) throw refusal;
}

/** A locked PIN; null: until it is reset. */
function pinLocked(lockedForSeconds: number | null): DomainError<1312> {
  return new DomainError(
    1312,
    { lockedForSeconds },
    lockedForSeconds === null ? {} : { retryAfterSeconds: lockedForSeconds },
  );
}

/** The part of a settled bill that is refused with a code; of every other code the whole bill. */
const PART_OF: Readonly<Partial<Record<ErrorCode, BillPart>>> = {
  ...{ 1301: "points", 1307: "points", 1311: "points", 1312: "points", 1421: "coupons" },
  ...{ 1702: "reward", 1703: "reward", 1704: "reward" },
};

/** The refusal of a request that is not carried out; null: none. A bill without the part that would be refused is carried out. */
async function refusalOf(
  ...[call, asked, found]: Parameters<typeof playedRefusal>
): Promise<DomainError | null> {
  const { operation, body } = asked;
  const refusal = await playedRefusal(call, asked, found);
  const part = refusal === null || operation.name !== "Settle" ? undefined : PART_OF[refusal.code];
  if (refusal === null || part === undefined) return refusal;
  const [couponNumber] = (body.CouponNumbers ?? []) as readonly string[];
  if (part === "points" && body.RedeemValue === null) return null;
  if (part === "coupons" && couponNumber === undefined) return null;
  const named = { part, ...(part === "coupons" && couponNumber !== undefined && { couponNumber }) };
  return new DomainError(refusal.code as 1301, refusal.params, { ...refusal.details, ...named });
}

/** The refusal that the wallet stands for, where the operation meets it. */
async function playedRefusal(
  call: Call,
  { operation: { name, moves }, body, common: { reference } }: Omit<Asked, "contentHash">,
  found: { sandbox: ClientSandbox; wallet: ScenarioWallet; isQuote?: boolean },
): Promise<DomainError | null> {
  const { trials } = moves;
  switch (found.wallet.scenario) {
    case "insufficient_points":
      return trials[1301] ? withWallet(1301, call, found) : null;
    case "wrong_pin":
      return trials[1311] && typeof body.PinCode === "string" ? new DomainError(1311) : null;
    case "pin_locked":
      return trials[1312] ? pinLocked(PIN_LOCK_SECONDS) : null;
    case "pin_needs_reset":
      return trials[1312] ? pinLocked(null) : null;
    case "reference_taken":
      return trials[1501] && reference !== undefined
        ? withWallet(1501, call, found, otherSale(call, body))
        : null;
    case "unavailable":
      return (await isFirst(call, name, reference, found, 0))
        ? new DomainError(1902, {}, { retryAfterSeconds: UNAVAILABLE_SECONDS })
        : null;
    case "too_many_requests":
      return (await isFirst(call, name, reference, found, TOO_MANY_SECONDS))
        ? new DomainError(1701, {}, { retryAfterSeconds: TOO_MANY_SECONDS })
        : null;
    case "needs_approval":
      return trials[1307] && typeof body.PinCode !== "string"
        ? withWallet(1307, call, found, { required: pointsIn(body), available: 0 })
        : null;
    case "limit_reached":
      return trials[1702] ? withWallet(1702, call, found, breachOf(trials[1702], body)) : null;
    case "under_review":
    case "needs_supervisor": {
      const isReview = found.wallet.scenario === "under_review";
      const limit = isReview ? trials[1703] && ("quickSuccession" as const) : trials[1704];
      if (!limit || !(await isFirst(call, name, reference, found, DECIDED_SECONDS))) return null;
      const value = valueIn(body);
      const breach: Breach =
        limit === "quickSuccession" ? { limit, required: 4, available: 3 } : breachOf(limit, body);
      const waiting = { breaches: [breach], points: Math.trunc(value), value };
      return withWallet(isReview ? 1703 : 1704, call, found, waiting);
    }
    case "points_spent":
      return trials[1415] ? withWallet(1415, call, found) : null;
    case "coupon_lapsed":
      return trials[1421] ? withWallet(1421, call, found, { reason: "lapsed" }) : null;
    case "coupons_gone":
      return trials[1422] ? withWallet(1422, call, found) : null;
    default:
      return null;
  }
}

function valueIn({ PointsValue, Points, BillValue }: Asked["body"]): number {
  return Number(PointsValue ?? Points ?? BillValue ?? 0);
}

/** The part of a bill that points pay. */
function pointsIn(body: Asked["body"]): number {
  return typeof body.RedeemValue === "number" ? body.RedeemValue : valueIn(body);
}

/** The limit of a wallet on which it is reached. */
function breachOf(limit: LimitName, body: Asked["body"]): ErrorParameters<1702> {
  return { limit, required: valueIn(body), available: 0 };
}

/** When and where the reference of a taken one was used: at the same branch, a day ago. */
function otherSale({ now, wire }: Call, { BranchMsisdn }: Asked["body"]): ErrorParameters<1501> {
  return {
    usedAt: formatLocalMinute(new Date(now.getTime() - DAY_MS), wire.zone),
    ...(typeof BranchMsisdn === "string" && { branchMsisdn: BranchMsisdn }),
  };
}

const DAY_MS = 24 * 3_600_000;

function isFirst(
  { client, now }: Call,
  operation: string,
  reference: Reference | undefined,
  { wallet, isQuote = false }: { wallet: ScenarioWallet; isQuote?: boolean },
  forSeconds: number,
): Promise<boolean> {
  // A quote starts no waiting: it is told of what waits.
  const look = isQuote ? wouldBeFirst : isFirstAttempt;
  return look(portalPool(), {
    clientId: client.id,
    walletId: wallet.id,
    operation,
    key: reference?.key,
    now,
    forSeconds,
  });
}

async function withWallet<Code extends 1301 | 1307 | 1415 | 1421 | 1422 | 1501 | 1702 | 1703 | 1704>(
  code: Code,
  { services, now }: Call,
  { sandbox, wallet: { id } }: { sandbox: ClientSandbox; wallet: ScenarioWallet },
  parameters?: ErrorParameters<Code>,
): Promise<DomainError> {
  const at = { now, timeZone: services.programme.timeZone(), sandbox };
  const wallet = await readWallet(portalPool(), { id }, at);
  const details = wallet === null ? {} : { wallet };
  return new DomainError(code as 1415, (parameters ?? {}) as ErrorParameters<1415>, details);
}

/** The door cuts the connection; a door that cannot answers that nobody knows what happened. */
function lose(call: Call): never {
  call.noted.isLost = true;
  throw new DomainError(1902, {}, { retryAfterSeconds: UNAVAILABLE_SECONDS });
}

async function delay({ client, services }: Call): Promise<void> {
  const own = slowAnswers.get(client.id) ?? 0;
  const all = [...slowAnswers.values()].reduce((sum, count) => sum + count, 0);
  if (own >= SLOW_PER_CLIENT_MAX || all >= SLOW_MAX) {
    throw new DomainError(1902, {}, { retryAfterSeconds: SLOW_SECONDS });
  }
  slowAnswers.set(client.id, own + 1);
  try {
    await services.wait(SLOW_SECONDS * 1_000);
  } finally {
    const left = (slowAnswers.get(client.id) ?? 1) - 1;
    if (left === 0) slowAnswers.delete(client.id);
    else slowAnswers.set(client.id, left);
  }
}

const DIGEST_LENGTH = 22;

function digest(text: string): string {
  return hash("sha256", text, "base64url").slice(0, DIGEST_LENGTH);
}
