const AHEAD_MS_MAX = 5 * 60_000;
export const SALE_AGE_DAYS_MAX = 90;
const DAY_MS = 86_400_000;

/** Whether a sale can be of this moment: not more than 5 minutes ahead, not older than 90 days (rules.md §3). */
export function isSaleDate(
  date: Date,
  now: Date,
  oldest = now.getTime() - SALE_AGE_DAYS_MAX * DAY_MS,
): boolean {
  return date.getTime() >= oldest && date.getTime() <= now.getTime() + AHEAD_MS_MAX;
}
