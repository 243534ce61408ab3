import type { Unsigned } from "@/lib/log/waiting";
import { CLOCK_TOLERANCE_MS } from "@/lib/platform/time-base";

/** Rounds of anchoring that may pass before signing counts as stopped. */
const ROUNDS_MAX = 3;

/**
 * Since when nothing is signed although entries come, as of `at`: the first entry under no anchor, when that is older than a few rounds of
 * `everyMs`. Null while signing keeps up.
 */
export function unsignedSince(
  { since }: Unsigned,
  { at, everyMs }: { at: Date; everyMs: number },
): Date | null {
  return since !== null && at.getTime() - since.getTime() > ROUNDS_MAX * everyMs ? since : null;
}

/** Whether a clock that was ahead made the newest anchor. */
export function isOfFuture({ anchoredAt }: Unsigned, now: Date): boolean {
  return anchoredAt !== null && anchoredAt.getTime() - now.getTime() > CLOCK_TOLERANCE_MS;
}
