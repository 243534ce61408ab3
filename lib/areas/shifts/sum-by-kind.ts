import type { BranchTotal } from "@/lib/log/branch-totals";
import { inUnits, type Money, NOTHING } from "@/lib/platform/money";
import type { KindTotal } from "./total-schemas";

/** The totals of all branches and people among these, by kind. Pure. */
export function sumByKind(totals: readonly BranchTotal[]): KindTotal[] {
  const sums = new Map<string, Omit<KindTotal, "value"> & { value: Money }>();
  for (const { logTypeId, cancelledLogTypeId, entries, points, value } of totals) {
    const key = `${logTypeId} ${cancelledLogTypeId}`;
    const sum = sums.get(key) ?? { logTypeId, cancelledLogTypeId, entries: 0, points: 0, value: NOTHING };
    sum.entries += entries;
    sum.points += points;
    sum.value += value;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, value: inUnits(sum.value) }))
    .sort(
      (one, other) =>
        one.logTypeId - other.logTypeId || (one.cancelledLogTypeId ?? 0) - (other.cancelledLogTypeId ?? 0),
    );
}
