import { DECIDED_SECONDS, SLOW_SECONDS } from "@/lib/areas/sandbox/scenarios";
import type { Observed } from "./observed";

// How a requirement is judged from a client's requests, the oldest first. All pure.

/** Whether a requirement is met, as far as the requests show; the requests that show it, the oldest first. */
export type Verdict =
  | { state: "open" }
  | { state: "met" | "violated"; requests: readonly [Observed, ...Observed[]] };

export type Judge = (requests: readonly Observed[]) => Verdict;

export const OPEN: Verdict = { state: "open" };

/** So long after an event a second booking of the same sale counts as one. */
export const SAME_SALE_SECONDS = 600;
/** A till that gives a sale up has sent it so often at least. */
const TRIES_MIN = 3;
/** A till that waits less gives up requests that succeed: the service answers within so many seconds. */
const PATIENCE_SECONDS = 10;
/** A till that goes on by itself sends a request again sooner: after such a pause it was started anew. */
export const RESTART_SECONDS = 10;
/** Clocks and roads differ by little: a call so much sooner than allowed is not held against the caller. */
export const EARLY_SECONDS = 0.2;

/** Met by the latest request that is as wanted. */
export function seen(isWanted: (request: Observed) => boolean): Judge {
  return (requests) => {
    const last = requests.findLast(isWanted);
    return last === undefined ? OPEN : { state: "met", requests: [last] };
  };
}

/** Met by the latest of each kind, once all kinds were seen. */
export function seenEach(...kinds: readonly ((request: Observed) => boolean)[]): Judge {
  return (requests) => {
    const found = kinds.flatMap((isWanted) => requests.findLast(isWanted) ?? []).sort((a, b) => a.id - b.id);
    const [first, ...others] = found;
    if (first === undefined || found.length < kinds.length) return OPEN;
    return { state: "met", requests: [first, ...others] };
  };
}

/** Met when the last `window` requests it concerns, `least` at least, are all right; violated by those that are not. */
export function always({
  concerns,
  isRight,
  least,
  window,
}: {
  concerns: (request: Observed) => boolean;
  isRight: (request: Observed, all: readonly Observed[]) => boolean;
  least: number;
  window: number;
}): Judge {
  return (requests) => {
    const recent = requests.filter(concerns).slice(-window);
    const [wrong, ...others] = recent.filter((request) => !isRight(request, requests));
    if (wrong !== undefined) return { state: "violated", requests: [wrong, ...others] };
    const last = recent.at(-1);
    return last === undefined || recent.length < least ? OPEN : { state: "met", requests: [last] };
  };
}

/** The verdict of the last event about which something can be said: who has mended a mistake shows it the next time. */
export function afterEach(
  isEvent: (request: Observed, before: readonly Observed[]) => boolean,
  judge: (event: Observed, later: readonly Observed[], all: readonly Observed[]) => Verdict,
): Judge {
  return (requests) => {
    for (let index = requests.length - 1; index >= 0; index -= 1) {
      const event = requests[index];
      if (event === undefined || !isEvent(event, requests.slice(0, index))) continue;
      const verdict = judge(event, requests.slice(index + 1), requests);
      if (verdict.state !== "open") return verdict;
    }
    return OPEN;
  };
}

/** The verdict about each of these operations: violated by one of them, met by the latest. */
export function eachOf(operations: readonly string[], judgeOf: (operation: string) => Judge): Judge {
  return (requests) => {
    const verdicts = operations.map((operation) => judgeOf(operation)(requests));
    const violated = verdicts.find(({ state }) => state === "violated");
    if (violated !== undefined) return violated;
    const lastOf = (verdict: Verdict) => (verdict.state === "open" ? 0 : (verdict.requests.at(-1)?.id ?? 0));
    return verdicts.sort((one, other) => lastOf(other) - lastOf(one))[0] ?? OPEN;
  };
}

/** The first verdict of these that says something. */
export function orElse(...judges: readonly Judge[]): Judge {
  return (requests) => {
    for (const judge of judges) {
      const verdict = judge(requests);
      if (verdict.state !== "open") return verdict;
    }
    return OPEN;
  };
}

export function isSale({ operation }: Observed): boolean {
  return operation === "Reward" || operation === "RedeemUser" || operation === "Settle";
}

export const isMovement = ({ content }: Observed) => content !== null;

/** The first attempt of a request with this reference; without a reference each is a first one. */
export function isFirstAttempt({ operation, reference, walletCode }: Observed, before: readonly Observed[]) {
  return !before.some(
    (other) =>
      reference !== null &&
      other.operation === operation &&
      other.reference === reference &&
      other.walletCode === walletCode,
  );
}

/** Another booking of what an event was about: the same sale under another reference, or under none. */
function isOtherBooking(event: Observed, other: Observed): boolean {
  return (
    other.id !== event.id &&
    other.operation === event.operation &&
    other.walletCode === event.walletCode &&
    other.amount === event.amount &&
    (other.reference === null || other.reference !== event.reference) &&
    Math.abs(secondsBetween(event, other)) <= SAME_SALE_SECONDS
  );
}

const isRepetition = (event: Observed, other: Observed) =>
  event.reference !== null && other.operation === event.operation && other.reference === event.reference;

/**
 * Nobody knows what became of the event: met when it is sent again as it was until it is answered, not sooner than it was
 * told; violated by another content under its reference, by a second booking, and by coming back too soon.
 */
export function repeatsUntilAnswered(event: Observed, later: readonly Observed[]): Verdict {
  if (event.reference === null) return { state: "violated", requests: [event] };
  for (const request of later) {
    if (isOtherBooking(event, request)) return { state: "violated", requests: [event, request] };
    if (!isRepetition(event, request)) continue;
    const isTooSoon = secondsBetween(event, request) < waitOf(event);
    if (isTooSoon || request.content !== event.content)
      return { state: "violated", requests: [event, request] };
    if (request.code === 0 && request.isAnswered) return { state: "met", requests: [event, request] };
  }
  return OPEN;
}

const waitOf = ({ isAnswered, retryAfterSeconds }: Observed) =>
  isAnswered && retryAfterSeconds !== null ? retryAfterSeconds - EARLY_SECONDS : 0;

/**
 * Nobody ever answers the event: met when it is sent again, and then cancelled by its reference; violated by booking the sale again before,
 * by giving up too soon, and by going on with something else as long as it is not cancelled.
 */
export function cancelsByReference(event: Observed, later: readonly Observed[]): Verdict {
  if (event.reference === null) return { state: "violated", requests: [event] };
  let tries = 1;
  for (const request of later) {
    if (isOtherBooking(event, request)) return { state: "violated", requests: [event, request] };
    if (isRepetition(event, request)) tries += 1;
    if (isCancelOf(event, request) && request.code === 0)
      return { state: tries < TRIES_MIN ? "violated" : "met", requests: [event, request] };
  }
  const next = later.find(
    (request) => isMovement(request) && !isRepetition(event, request) && !isCancelOf(event, request),
  );
  return next === undefined ? OPEN : { state: "violated", requests: [event, next] };
}

function isCancelOf(event: Observed, { operation, originalReference }: Observed): boolean {
  return operation === "Cancel" && originalReference === event.reference;
}

/** The event was answered by nobody: met when the first time that it is sent again comes after a pause as of a restart. */
export function repeatsAfterRestart(event: Observed, later: readonly Observed[]): Verdict {
  const again = later.find((request) => isRepetition(event, request));
  if (again === undefined || secondsBetween(event, again) < RESTART_SECONDS - EARLY_SECONDS) return OPEN;
  const isSame = again.content === event.content && again.code === 0 && again.isAnswered;
  return { state: isSame ? "met" : "violated", requests: [event, again] };
}

/**
 * A person decides about the event: met when it is carried out as it was; violated by booking the sale in another way, and by asking again
 * without a pause.
 */
export function waitsForPerson(event: Observed, later: readonly Observed[]): Verdict {
  if (event.reference === null) return { state: "violated", requests: [event] };
  let before = event;
  for (const request of later) {
    if (isOtherBooking(event, request)) return { state: "violated", requests: [event, request] };
    if (!isRepetition(event, request)) continue;
    const isTooSoon = secondsBetween(before, request) < DECIDED_SECONDS - EARLY_SECONDS;
    if (isTooSoon || request.content !== event.content)
      return { state: "violated", requests: [before, request] };
    if (request.code === 0 && request.isAnswered) return { state: "met", requests: [event, request] };
    before = request;
  }
  return OPEN;
}

/**
 * The event's value of FindWallet had expired: met when the same request comes with a new one under its reference; violated by coming with the
 * old one, by another content, and by a second booking.
 */
export function sendsWithNewCustomer(event: Observed, later: readonly Observed[]): Verdict {
  for (const request of later) {
    if (isOtherBooking(event, request)) return { state: "violated", requests: [event, request] };
    if (!isRepetition(event, request)) continue;
    const isSame = request.content === event.content && request.code !== event.code;
    if (!isSame) return { state: "violated", requests: [event, request] };
    if (request.code === 0 && request.isAnswered) return { state: "met", requests: [event, request] };
  }
  return OPEN;
}

/** Met by the latest two done of a kind each, the first before the other, that belong together. */
export function seenInTurn(
  isFirst: (request: Observed) => boolean,
  isSecond: (request: Observed) => boolean,
  belong: (first: Observed, second: Observed) => boolean,
): Judge {
  return (requests) => {
    for (const [index, second] of [...requests.entries()].reverse()) {
      if (!isSecond(second)) continue;
      const first = requests.slice(0, index).findLast((one) => isFirst(one) && belong(one, second));
      if (first !== undefined) return { state: "met", requests: [first, second] };
    }
    return OPEN;
  };
}

/**
 * The event was answered late: violated by a second booking meanwhile or afterwards, and by sending it again or cancelling it before the till
 * has waited as long as the service may take.
 */
export function waitsOrRepeats(
  event: Observed,
  _later: readonly Observed[],
  all: readonly Observed[],
): Verdict {
  const other =
    all.find((request) => isOtherBooking(event, request)) ??
    all.find(
      (request) =>
        request.id !== event.id &&
        (isRepetition(event, request) || isCancelOf(event, request)) &&
        SLOW_SECONDS - secondsBetween(request, event) < PATIENCE_SECONDS - EARLY_SECONDS,
    );
  if (event.reference === null || other !== undefined) {
    const [first = event, ...others] = [event, ...(other === undefined ? [] : [other])].sort(
      (one, two) => one.id - two.id,
    );
    return { state: "violated", requests: [first, ...others] };
  }
  return { state: "met", requests: [event] };
}

/**
 * Met by the last day whose references are all new; violated by one that had moved points on a day before, and had been answered. Tills
 * whose numbers begin again each day send such ones.
 */
export function usesNewReferences(requests: readonly Observed[]): Verdict {
  const movements = requests.filter((request) => isMovement(request) && request.reference !== null);
  const day = movements.at(-1)?.day;
  const before = movements.filter((request) => request.day !== day && request.code === 0);
  const [known] = before;
  const today = movements.filter((request) => request.day === day);
  for (const request of today.filter(({ isReplay, code }) => isReplay || code === 1501)) {
    const tries = before.filter((other) => isRepetition(other, request));
    const first = tries.find(({ isAnswered }) => isAnswered);
    if (first !== undefined) return { state: "violated", requests: [first, request] };
  }
  const done = today.findLast(({ code, isReplay }) => code === 0 && !isReplay);
  return known === undefined || done === undefined ? OPEN : { state: "met", requests: [known, done] };
}

export function both(one: Observed, two: Observed | undefined): readonly [Observed, ...Observed[]] {
  return two === undefined ? [one] : [one, two];
}

/** Seconds from one request to another. */
export function secondsBetween(earlier: Observed, later: Observed): number {
  return (later.at.getTime() - earlier.at.getTime()) / 1_000;
}
