import type { Observed } from "./observed";

// How a requirement is judged from a client's requests, the oldest first. All pure.

/** Whether a requirement is met, as far as the requests show; the requests that show it, the oldest first. */
export type Verdict =
  | { state: "open" }
  | { state: "met" | "violated"; requests: readonly [Observed, ...Observed[]] };

export type Judge = (requests: readonly Observed[]) => Verdict;

const OPEN: Verdict = { state: "open" };

/** So long after an event a second booking of the same sale counts as one. */
const SAME_SALE_SECONDS = 600;
/** Within so many seconds the same request is a repetition, not a new attempt of a person. */
const REPETITION_SECONDS = 60;
/** A till that gives a sale up has sent it so often at least. */
const TRIES_MIN = 3;
/** A till that goes on by itself sends a request again sooner: after such a pause it was started anew. */
export const RESTART_SECONDS = 10;
/** Clocks and roads differ by little: a call so much sooner than allowed is not held against the caller. */
const EARLY_SECONDS = 0.2;

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
  isRight: (request: Observed) => boolean;
  least: number;
  window: number;
}): Judge {
  return (requests) => {
    const recent = requests.filter(concerns).slice(-window);
    const [wrong, ...others] = recent.filter((request) => !isRight(request));
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
 * and by giving up too soon.
 */
export function cancelsByReference(event: Observed, later: readonly Observed[]): Verdict {
  if (event.reference === null) return { state: "violated", requests: [event] };
  let tries = 1;
  for (const request of later) {
    if (isOtherBooking(event, request)) return { state: "violated", requests: [event, request] };
    if (isRepetition(event, request)) tries += 1;
    const isCancelled =
      request.operation === "Cancel" && request.originalReference === event.reference && request.code === 0;
    if (isCancelled) return { state: tries < TRIES_MIN ? "violated" : "met", requests: [event, request] };
  }
  return OPEN;
}

/** The event was answered by nobody: met when the first time that it is sent again comes after a pause as of a restart. */
export function repeatsAfterRestart(event: Observed, later: readonly Observed[]): Verdict {
  const again = later.find((request) => isRepetition(event, request));
  if (again === undefined || secondsBetween(event, again) < RESTART_SECONDS - EARLY_SECONDS) return OPEN;
  const isSame = again.content === event.content && again.code === 0 && again.isAnswered;
  return { state: isSame ? "met" : "violated", requests: [event, again] };
}

/** A person decides about the event: met when it is carried out as it was; violated by booking the sale in another way. */
export function waitsForPerson(event: Observed, later: readonly Observed[]): Verdict {
  if (event.reference === null) return { state: "violated", requests: [event] };
  for (const request of later) {
    if (isOtherBooking(event, request)) return { state: "violated", requests: [event, request] };
    if (!isRepetition(event, request)) continue;
    if (request.content !== event.content) return { state: "violated", requests: [event, request] };
    if (request.code === 0 && request.isAnswered) return { state: "met", requests: [event, request] };
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

/** The event was answered late: violated by a second booking meanwhile or afterwards. */
export function waitsOrRepeats(
  event: Observed,
  _later: readonly Observed[],
  all: readonly Observed[],
): Verdict {
  const other = all.find((request) => isOtherBooking(event, request));
  if (event.reference === null || other !== undefined) {
    const [first = event, ...others] = [event, ...(other === undefined ? [] : [other])].sort(
      (one, two) => one.id - two.id,
    );
    return { state: "violated", requests: [first, ...others] };
  }
  return { state: "met", requests: [event] };
}

/** The event is final: violated when the same request comes again by itself. */
export function doesNotRepeat(event: Observed, later: readonly Observed[]): Verdict {
  const repeated = repetitionOf(event, later);
  return { state: repeated === undefined ? "met" : "violated", requests: both(event, repeated) };
}

/** Whether a request is not itself the repetition of one before it, which would be judged as that one's. */
export function isNoRepetition(request: Observed, before: readonly Observed[]): boolean {
  return !before.some((other) => repetitionOf(other, [request]) !== undefined);
}

/** With the PIN that was asked for (1307) a request is a new attempt of a person. */
function repetitionOf(event: Observed, later: readonly Observed[]): Observed | undefined {
  return later.find(
    (request) =>
      request.operation === event.operation &&
      request.content === event.content &&
      request.reference === event.reference &&
      request.hasPin === event.hasPin &&
      secondsBetween(event, request) <= REPETITION_SECONDS,
  );
}

/** Final refusals are not sent again: met when the last `window` of them, `least` at least, were not. */
export function neverRepeats({
  isFinal,
  least,
  window,
}: {
  isFinal: (request: Observed) => boolean;
  least: number;
  window: number;
}): Judge {
  return (requests) => {
    const recent = requests.filter((request) => isMovement(request) && isFinal(request)).slice(-window);
    for (const event of recent) {
      const repeated = repetitionOf(
        event,
        requests.filter(({ id }) => id > event.id),
      );
      if (repeated !== undefined) return { state: "violated", requests: [event, repeated] };
    }
    const [first, ...others] = recent.slice(-least);
    return first === undefined || recent.length < least
      ? OPEN
      : { state: "met", requests: [first, ...others] };
  };
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

/** The PIN is locked: violated by another redemption from the wallet before the lock ends, or within ten minutes. */
export function leavesLockedPin(event: Observed, later: readonly Observed[]): Verdict {
  const seconds = event.retryAfterSeconds ?? SAME_SALE_SECONDS;
  const sooner = later.find(
    (request) =>
      request.operation === "RedeemUser" &&
      request.walletCode === event.walletCode &&
      secondsBetween(event, request) < seconds - EARLY_SECONDS,
  );
  return { state: sooner === undefined ? "met" : "violated", requests: both(event, sooner) };
}

/** Whether the PIN was not yet said to be locked, or its lock has ended since. */
export function isNewLock(request: Observed, before: readonly Observed[]): boolean {
  return !before.some(
    (other) => other.code === 1312 && leavesLockedPin(other, [request]).state === "violated",
  );
}

/** A wrong PIN may be a slip: met by asking again, violated by more than `most` wrong ones in a row. */
export function asksAgainForPin(most: number): Judge {
  return (requests) => {
    const redemptions = requests.filter(({ operation, hasPin }) => operation === "RedeemUser" && hasPin);
    const last = redemptions.findLast(({ code }) => code === 1311);
    if (last === undefined) return OPEN;
    const row: Observed[] = [];
    for (const request of redemptions.slice(0, redemptions.indexOf(last) + 1).reverse()) {
      if (request.walletCode !== last.walletCode) continue;
      if (request.code !== 1311 || secondsBetween(request, last) > SAME_SALE_SECONDS) break;
      row.unshift(request);
    }
    const [first = last, ...others] = row;
    // A till that asks once has not shown that it asks again.
    if (row.length < 2) return OPEN;
    return row.length > most
      ? { state: "violated", requests: [first, ...others] }
      : { state: "met", requests: [last] };
  };
}

function both(one: Observed, two: Observed | undefined): readonly [Observed, ...Observed[]] {
  return two === undefined ? [one] : [one, two];
}

/** Seconds from one request to another. */
function secondsBetween(earlier: Observed, later: Observed): number {
  return (later.at.getTime() - earlier.at.getTime()) / 1_000;
}
