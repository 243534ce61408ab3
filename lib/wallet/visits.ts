import type { Conditions } from "@/lib/platform/conditions";
import { moneyOf } from "@/lib/platform/money";
import { formatLocalDate, plusDays } from "@/lib/platform/time";
import type { Moment } from "./read";

/** The last visit was on one of the last `days` days, or on none of them; `never`: there was none. */
export type Visit = { kind: "within" | "before"; days: number } | { kind: "never" };

/**
 * Visits and bills of the last `days` days, today included. A visit is a day with a reward or a payment at a branch. Spent are bills that earned
 * points, less voids and goods that came back, in whole currency units. Without any bound: at least one visit.
 */
export interface Came {
  days: number;
  /** Absent: at any. */
  branchIds?: readonly number[] | undefined;
  visitsMin?: number | undefined;
  /** Without a least of either, customers who did not come are among those with few visits. */
  visitsMax?: number | undefined;
  spentMin?: number | undefined;
  spentMax?: number | undefined;
}

/** Adds the condition for wallets `w` whose last visit was then, at a merchant, or anywhere (merchant 0). */
export function addVisit(
  where: Conditions,
  visit: Visit,
  merchantId: number,
  { now, timeZone }: Moment,
): void {
  const came = `FROM report_wallet v WHERE v.wallet_id = w.id AND v.merchant_id = ${where.bind(merchantId)}`;
  if (visit.kind === "never") {
    where.add(`NOT EXISTS (SELECT ${came})`);
    return;
  }
  const day = plusDays(formatLocalDate(now, timeZone), -visit.days);
  where.add(`EXISTS (SELECT ${came} AND v.last_day ${visit.kind === "within" ? ">" : "<="} ?::date)`, day);
}

/** Adds the condition for wallets `w`. The period's rows of `report_visit` are summed, and no entry is read. A null merchant: at all of them. */
export function addCame(
  where: Conditions,
  { days, branchIds, visitsMin, visitsMax, spentMin, spentMax }: Came,
  { merchantId, now, timeZone }: Moment & { merchantId: number | null },
): void {
  const isAnyVisit = [visitsMin, visitsMax, spentMin, spentMax].every((bound) => bound === undefined);
  const sums = [
    { sum: "sum(v.came)", least: isAnyVisit ? 1 : visitsMin, most: visitsMax },
    { sum: "sum(v.spent)", least: spentMin && moneyOf(spentMin), most: spentMax && moneyOf(spentMax) },
  ];
  const bind = (value: unknown) => `${where.bind(value)}::bigint`;
  const leasts = sums.flatMap(({ sum, least }) => (least === undefined ? [] : [`${sum} >= ${bind(least)}`]));
  const isLeast = leasts.length > 0;
  const mosts = sums.flatMap(({ sum, most }) =>
    most === undefined ? [] : [`${sum} ${isLeast ? "<=" : ">"} ${bind(most)}`],
  );
  const merchants =
    merchantId === null
      ? "v.merchant_id = ANY (ARRAY(SELECT m.id FROM merchant m))"
      : `v.merchant_id = ${where.bind(merchantId)}`;
  const branches = branchIds ? `AND v.branch_id = ANY (${where.bind(branchIds)}::int[])` : "";
  const since = where.bind(plusDays(formatLocalDate(now, timeZone), -days));
  where.add(`${isLeast ? "EXISTS" : "NOT EXISTS"} (SELECT FROM (
    SELECT v.wallet_id FROM report_visit v WHERE ${merchants} AND v.day > ${since}::date ${branches} GROUP BY v.wallet_id
    HAVING ${isLeast ? [...leasts, ...mosts].join(" AND ") : mosts.join(" OR ")}) c WHERE c.wallet_id = w.id)`);
}

/** SQL: whether every entry of the reports' sums is among the visits. They are counted from the first entry on after an upgrade. */
export const VISITS_ARE_COUNTED = `
SELECT NOT EXISTS (SELECT FROM report_cursor c WHERE c.visit_entry_id < c.entry_id) AS "isCounted"`;
