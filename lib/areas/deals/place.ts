import { DomainError } from "@/lib/ledger/core/errors";

/** GetDeals' order (rules.md §10): sorting number, start (later first) and id. */
export type Place = readonly [sortingNumber: number, startsAtMs: number, id: number];

/** Larger than every sorting number: deals without one come last. */
const UNSORTED = 2 ** 31;

export function placeOf({
  sortingNumber,
  startsAt,
  id,
}: {
  sortingNumber: number | null;
  startsAt: Date;
  id: number;
}): Place {
  return [sortingNumber ?? UNSORTED, startsAt.getTime(), id];
}

export function isAfter(
  [sortingNumber, startsAtMs, id]: Place,
  [otherNumber, otherStartsAtMs, otherId]: Place,
): boolean {
  if (sortingNumber !== otherNumber) return sortingNumber > otherNumber;
  if (startsAtMs !== otherStartsAtMs) return startsAtMs < otherStartsAtMs;
  return id > otherId;
}

/** A place as the cursor of a list: pages stay whole while deals come and go. */
export function encodeCursor(place: Place): string {
  return Buffer.from(place.join(".")).toString("base64url");
}

/** Throws {@link DomainError} 1002 (field "cursor") for what {@link encodeCursor} did not make. */
export function decodeCursor(cursor: string): Place {
  const [sortingNumber = Number.NaN, startsAtMs = Number.NaN, id = Number.NaN] = Buffer.from(
    cursor,
    "base64url",
  )
    .toString()
    .split(".")
    .map(Number);
  const place: Place = [sortingNumber, startsAtMs, id];
  if (!place.every(Number.isSafeInteger) || encodeCursor(place) !== cursor)
    throw new DomainError(1002, { field: "cursor" });
  return place;
}
