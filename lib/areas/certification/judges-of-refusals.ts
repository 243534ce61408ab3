import { both, isMovement, isSale, type Judge, OPEN, secondsBetween, type Verdict } from "./judges";
import type { Observed } from "./observed";

// How a till is judged by what it does about a final refusal. All pure.

/** Within so many seconds the same request is a repetition, not a new attempt of a person. */
const REPETITION_SECONDS = 60;
/** A refused sale that comes again so soon under another reference was sent by the till, not by a person. */
const ANEW_SECONDS = 10;

/** The event is final: violated when the same request comes again by itself, under its reference or at once under another. */
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
      request.hasPin === event.hasPin &&
      (request.reference === event.reference
        ? request.content === event.content && secondsBetween(event, request) <= REPETITION_SECONDS
        : isSameAnew(event, request)),
  );
}

/** Whether the request is the refused sale at once under another reference. 1501 and 1416 ask for another reference, 1201 for another number. */
function isSameAnew(event: Observed, request: Observed): boolean {
  if (event.code === 1501 || event.code === 1416 || secondsBetween(event, request) > ANEW_SECONDS)
    return false;
  const isSameSale =
    isSale(event) &&
    event.code !== 1201 &&
    event.amount !== null &&
    request.amount === event.amount &&
    request.walletCode === event.walletCode;
  return isMovement(request) && (isSameSale || request.content === event.content);
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
