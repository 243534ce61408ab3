import type { Pool } from "pg";
import type { Signal } from "@/lib/areas/radar/schemas";
import { plusDays } from "@/lib/platform/time";
import type { Planted, Traffic } from "./traffic";

/** What the radar made of traffic in which patterns were hidden. */
export interface Score {
  found: Planted[];
  missed: Planted[];
  /** People of whom something was found that was not hidden, by branch and week. */
  falseCases: { branchId: number; week: number; userId: number; signals: Signal[] }[];
  /** The most of them at one branch in one week. */
  falseMost: number;
  /** Branches times weeks that were judged. */
  branchWeeks: number;
}

/** Findings of the week after a pattern count for it: seven days are counted together. */
const AFTER_DAYS = 7;
const WEEK_MS = 7 * 24 * 60 * 60_000;

/**
 * Compares what was found with what was hidden. A finding is right when it is about somebody who had a pattern at that time, whatever
 * the signal; a pattern is found when a finding has its signal.
 */
export async function scoreRadar(
  pool: Pool,
  { planted, branchIds }: Pick<Traffic, "planted" | "branchIds">,
  judged: { from: string; until: string },
): Promise<Score> {
  const { rows } = await pool.query<{ user_id: number; branch_id: number; signal: Signal; day: string }>(
    "SELECT user_id, branch_id, signal, day::text AS day FROM radar_finding WHERE day >= $1 AND day <= $2 ORDER BY day, id",
    [judged.from, judged.until],
  );
  const isAt = (day: string, { from, until }: Planted) => day >= from && day <= plusDays(until, AFTER_DAYS);
  const isFound = (pattern: Planted) =>
    rows.some(
      (row) => row.user_id === pattern.userId && row.signal === pattern.signal && isAt(row.day, pattern),
    );
  const weekOf = (day: string) => Math.floor((Date.parse(day) - Date.parse(judged.from)) / WEEK_MS);
  const falseCases = new Map<string, Score["falseCases"][number]>();
  for (const { user_id: userId, branch_id: branchId, signal, day } of rows) {
    if (planted.some((pattern) => pattern.userId === userId && isAt(day, pattern))) continue;
    const week = weekOf(day);
    const key = `${branchId} ${week} ${userId}`;
    const known = falseCases.get(key) ?? { branchId, week, userId, signals: [] };
    if (!known.signals.includes(signal)) known.signals.push(signal);
    falseCases.set(key, known);
  }
  const perBranchWeek = new Map<string, number>();
  for (const { branchId, week } of falseCases.values())
    perBranchWeek.set(`${branchId} ${week}`, (perBranchWeek.get(`${branchId} ${week}`) ?? 0) + 1);
  return {
    found: planted.filter(isFound),
    missed: planted.filter((pattern) => !isFound(pattern)),
    falseCases: [...falseCases.values()],
    falseMost: Math.max(0, ...perBranchWeek.values()),
    branchWeeks: branchIds.length * (weekOf(judged.until) + 1),
  };
}
