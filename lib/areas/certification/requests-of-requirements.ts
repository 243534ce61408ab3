import { always, isFirstAttempt, isMovement, isNoRepetition } from "./judges";
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
  (scenario: Observed["scenario"]) => (request: Observed, before: readonly Observed[]) =>
    request.scenario === scenario && !request.isAnswered && isFirstAttempt(request, before);

export const isFirstRefusal = (code: number) => (request: Observed, before: readonly Observed[]) =>
  isMovement(request) && request.code === code && request.isAnswered && isFirstAttempt(request, before);

export const isNewRefusal = (code: number) => (request: Observed, before: readonly Observed[]) =>
  isMovement(request) && request.code === code && isNoRepetition(request, before);

/** Refusals that the same request would only meet again; a PIN may be typed again, and what is said to pass passes. */
export const isFinal = ({ code }: Observed) =>
  (code >= 1110 && code < 1310) || (code >= 1401 && code <= 1501);

export const inTheLast = (operation: string, isRight: (request: Observed) => boolean) =>
  always({
    concerns: (request) => request.operation === operation && isMovement(request),
    isRight,
    least: 3,
    window: 10,
  });

export function isSale({ operation }: Observed): boolean {
  return operation === "Reward" || operation === "RedeemUser";
}
