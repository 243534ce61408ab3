import { readUnsigned, type Unsigned } from "@/lib/log/waiting";
import type { Database } from "@/lib/platform/rows";
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

/** {@link unsignedSince} beside the newest entry and not beside now: a copy that rests is well however old it is. */
export async function findUnsigned(database: Database, everyMs: number): Promise<Date | null> {
  const unsigned = await readUnsigned(database);
  const { anchoredAt, until: at } = unsigned;
  return at === null || anchoredAt === null ? null : unsignedSince(unsigned, { at, everyMs });
}

export const unsignedText = (since: Date): string =>
  `No anchor covers the entries since ${since.toISOString()}: a rewriting of them would not be seen. Look for "could not be anchored" in the service's log.`;
