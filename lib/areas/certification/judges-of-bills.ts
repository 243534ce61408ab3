import { isMovement, type Judge, secondsBetween } from "./judges";
import type { Observed } from "./observed";

// How a bill's number, the order of its requests and the pace of reading deals are judged. All pure.

/** So long an answer of GetDeals may be kept. */
const DEALS_SECONDS = 60;
/** So many readings within that time are enough for two languages and a start anew. */
const DEALS_MAX = 5;

const isMoved = ({ code, isReplay }: Observed) => code === 0 && !isReplay;

/** Whether something was cancelled on the wallet between two requests: a bill that was voided may be booked again. */
function isVoided(earlier: Observed, later: Observed, all: readonly Observed[]): boolean {
  return all.some(
    (request) =>
      request.operation === "Cancel" &&
      isMoved(request) &&
      request.walletCode === earlier.walletCode &&
      request.id > earlier.id &&
      request.id < later.id,
  );
}

/** Whether a request has a bill's number, and none that stood on another bill before. */
export function hasOwnNumber(request: Observed, all: readonly Observed[]): boolean {
  if (!request.hasInvoiceNumber) return false;
  if (request.invoice === null || !isMoved(request)) return true;
  return !all.some(
    (other) =>
      other.id < request.id &&
      other.operation === request.operation &&
      other.invoice === request.invoice &&
      other.reference !== request.reference &&
      isMoved(other) &&
      (other.walletCode !== request.walletCode || other.amount !== request.amount) &&
      !isVoided(other, request, all),
  );
}

/**
 * The latest bill that was paid with points and earned some: met when the payment came first, and the reward is of the whole bill, which shows
 * where more than half of it was paid with points; violated by a reward before the payment, and by one of less than was paid.
 */
export const paysFirst: Judge = (requests) => {
  const isPart = ({ operation }: Observed) => operation === "RedeemUser" || operation === "Reward";
  const parts = requests.filter((request) => isMovement(request) && isMoved(request) && isPart(request));
  for (const [index, second] of [...parts.entries()].reverse()) {
    const first = parts
      .slice(0, index)
      .findLast(
        (one) =>
          second.invoice !== null &&
          one.invoice === second.invoice &&
          one.walletCode === second.walletCode &&
          one.operation !== second.operation &&
          !isVoided(one, second, requests),
      );
    if (first === undefined) continue;
    const paid = first.amount ?? 0;
    const bill = second.amount ?? 0;
    if (first.operation === "Reward" || bill < paid) return { state: "violated", requests: [first, second] };
    if (bill < 2 * paid) return { state: "met", requests: [first, second] };
  }
  return { state: "open" };
};

/** Met by the latest reading that was answered 304; violated by reading again and again, whatever the answer. */
export const readsSparingly: Judge = (requests) => {
  const readings = requests.filter(({ operation }) => operation === "GetDeals");
  for (const [index, reading] of [...readings.entries()].reverse()) {
    const row = readings
      .slice(0, index + 1)
      .filter((earlier) => secondsBetween(earlier, reading) <= DEALS_SECONDS);
    const [first = reading, ...others] = row;
    if (row.length > DEALS_MAX) return { state: "violated", requests: [first, ...others] };
    if (reading.status === 304) return { state: "met", requests: [reading] };
  }
  return { state: "open" };
};
