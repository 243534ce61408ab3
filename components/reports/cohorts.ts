import type { ReportDetails } from "@/lib/areas/reports/schemas";
import { slotsOf } from "./slots";

/** The customers who first came in a month, and what part of them came in that and each later one. */
export interface CohortRow {
  firstMonth: string;
  customers: number;
  /** From the first month to that of the range's last day; share from 0 to 1. */
  months: { month: string; wallets: number; share: number }[];
}

/** The cohorts row by row, months in which nobody came back included; the oldest first. Pure. */
export function cohortRows(cohorts: ReportDetails["cohorts"], lastDay: string): CohortRow[] {
  const firsts = [...new Set(cohorts.map(({ firstMonth }) => firstMonth))].sort();
  return firsts.flatMap((firstMonth) => {
    const of = new Map(
      cohorts.filter((sum) => sum.firstMonth === firstMonth).map(({ month, wallets }) => [month, wallets]),
    );
    const customers = of.get(firstMonth) ?? 0;
    if (customers === 0) return [];
    const months = slotsOf({ from: firstMonth, to: lastDay }, "month").map((month) => {
      const wallets = of.get(month) ?? 0;
      return { month, wallets, share: wallets / customers };
    });
    return [{ firstMonth, customers, months }];
  });
}
