import {
  both,
  EARLY_SECONDS,
  type Judge,
  OPEN,
  SAME_SALE_SECONDS,
  secondsBetween,
  type Verdict,
} from "./judges";
import type { Observed } from "./observed";

// How a till is judged by what it does about a wrong PIN and a locked one. All pure.

/** A person takes so long at least to type a PIN. */
export const TYPING_SECONDS = 2;

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

/** A wrong PIN may be a slip: met by asking again, violated by more than `most` wrong ones in a row, and by one that nobody had time to type. */
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
    const isUnasked = others.some(
      (request, index) => secondsBetween(row[index] ?? first, request) < TYPING_SECONDS - EARLY_SECONDS,
    );
    return row.length > most || isUnasked
      ? { state: "violated", requests: [first, ...others] }
      : { state: "met", requests: [last] };
  };
}
