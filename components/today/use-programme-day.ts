"use client";

import { useQuery } from "@tanstack/react-query";
import { ask } from "@/components/kit/contract";
import { today as api } from "@/lib/areas/today/contract";

/** The programme's day at this moment, as the latest answer tells it; `known` until there is one. */
export function useProgrammeDay(
  { branchId, day }: { branchId: number | "all" | undefined; day: string | undefined },
  known: string,
): string {
  const isAll = branchId === "all";
  const id = typeof branchId === "number" ? branchId : 0;
  const query = { day };
  const ofBranch = useQuery({ ...ask(api.day, { params: { branchId: id }, query }), enabled: id !== 0 });
  const ofAll = useQuery({ ...ask(api.totals, { query }), enabled: isAll });
  return (isAll ? ofAll : ofBranch).data?.today ?? known;
}
