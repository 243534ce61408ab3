import type { ProfileField } from "@/lib/ledger/rules/profile";
import type { ReadLine } from "./read-line";

/** Findings of a file's check on the lines that are not refused. */
export interface ImportCounts {
  /** Lines whose customer agreed, did not agree, and lines that do not say. Of a file of changes: of customers who do not take part. */
  agreed: number;
  declined: number;
  unsaid: number;
  /** Points of customers who exist, which joining opens up. */
  agreedPoints: number;
  unsaidPoints: number;
  /** A wallet that gains has a number of the author's own: a second person starts the file, whatever it gives. */
  isOwn: boolean;
  /** Of a file of changes: customers with another value of a field, and customers of whom nothing changes. */
  changes: Partial<Record<ProfileField, number>>;
  unchanged: number;
  /** How much of the file has been read, from 0 to 1. */
  readShare: number;
}

export const NO_COUNTS: ImportCounts = {
  ...{ agreed: 0, declined: 0, unsaid: 0, agreedPoints: 0, unsaidPoints: 0 },
  ...{ isOwn: false, changes: {}, unchanged: 0, readShare: 0 },
};

/** The customer of a line, in a file of changes. */
export interface Matched {
  isOptedIn: boolean;
  /** Points that joining opens up. */
  points: number;
  changed: ProfileField[];
}

/** Counts a line that is not refused. `own`: numbers of the file's author (E.164). */
export function countLine(
  counts: ImportCounts,
  { wallet, claims, match }: ReadLine & { match?: Matched | undefined },
  own: ReadonlySet<string>,
): void {
  if (wallet === null) return;
  const isOpen = match === undefined || !match.isOptedIn;
  const opened = isOpen && wallet.hasConsented !== false ? (match?.points ?? 0) : 0;
  if (isOpen) {
    if (wallet.hasConsented === null) {
      counts.unsaid += 1;
      counts.unsaidPoints += opened;
    } else if (wallet.hasConsented) {
      counts.agreed += 1;
      counts.agreedPoints += opened;
    } else counts.declined += 1;
  }
  if (wallet.openingPoints + opened > 0 && own.has(claims.msisdn ?? "")) counts.isOwn = true;
  if (match === undefined) return;
  for (const field of match.changed) counts.changes[field] = (counts.changes[field] ?? 0) + 1;
  const joins = isOpen && wallet.hasConsented === true;
  if (match.changed.length === 0 && wallet.openingPoints === 0 && !joins) counts.unchanged += 1;
}

/** Points that the start of a file gives, or opens up by the answer about consent. */
export function weighedPoints(openingPoints: number, counts: ImportCounts, isOnPaper: boolean): number {
  return openingPoints + counts.agreedPoints + (isOnPaper ? counts.unsaidPoints : 0);
}
