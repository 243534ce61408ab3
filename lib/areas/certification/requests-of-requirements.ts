import { afterEach, always, isFirstAttempt, isMovement, type Judge, orElse, seen } from "./judges";
import { isNewLock, leavesLockedPin } from "./judges-of-pins";
import { isNoRepetition } from "./judges-of-refusals";
import type { Observed } from "./observed";

// Which requests the requirements are about. All pure.

export const isDone =
  (operation: string, isAlso: (request: Observed) => boolean = () => true) =>
  (request: Observed) =>
    request.operation === operation && request.code === 0 && !request.isReplay && isAlso(request);

/** Of an operation that moves nothing. */
export const isAnsweredWell = (operation: string) => (request: Observed) =>
  request.operation === operation && request.code === 0;

export const isFirstUnanswered =
  (scenario: Observed["scenario"], operation?: string) => (request: Observed, before: readonly Observed[]) =>
    request.scenario === scenario &&
    (operation === undefined || request.operation === operation) &&
    !request.isAnswered &&
    isFirstAttempt(request, before);

export const isFirstRefusal = (code: number) => (request: Observed, before: readonly Observed[]) =>
  isMovement(request) && request.code === code && request.isAnswered && isFirstAttempt(request, before);

export const isNewRefusal = (code: number) => (request: Observed, before: readonly Observed[]) =>
  isMovement(request) && request.code === code && isNoRepetition(request, before);

/** A till that asks first may show a refusal without sending what would be refused. */
export const isRefusedQuote = (code: number) => (request: Observed) =>
  request.operation === "Quote" && request.code === code;

/** A locked PIN of the kind is left alone once a redemption met it, or a quote did and no redemption. */
export function understandsLock(isMeant: (request: Observed) => boolean): Judge {
  return orElse(
    afterEach(
      (request, before) =>
        isMovement(request) && request.code === 1312 && isMeant(request) && isNewLock(request, before),
      leavesLockedPin,
    ),
    seen((request) => isRefusedQuote(1312)(request) && isMeant(request)),
  );
}

/** Refusals that the same request would only meet again; a PIN may be typed again, and what is said to pass passes. */
export const isFinal = ({ code }: Observed) =>
  (code >= 1110 && code < 1310) || (code >= 1401 && code <= 1501);

export const inTheLast = (
  operation: string,
  isRight: (request: Observed, all: readonly Observed[]) => boolean,
) =>
  always({
    concerns: (request) => request.operation === operation && isMovement(request),
    isRight,
    least: 3,
    window: 10,
  });
