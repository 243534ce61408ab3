"use client";

import { useQuery } from "@tanstack/react-query";
import { branchDayQuery, branchesDayQuery } from "./queries";

/** The programme's day at this moment, as the latest answer tells it; `known` until there is one. */
export function useProgrammeDay(
  { branchId, day }: { branchId: number | "all" | undefined; day: string | undefined },
  known: string,
): string {
  const isAll = branchId === "all";
  const id = typeof branchId === "number" ? branchId : 0;
  const ofBranch = useQuery({ ...branchDayQuery({ branchId: id, day }), enabled: id !== 0 });
  const ofAll = useQuery({ ...branchesDayQuery(day), refetchInterval: false, enabled: isAll });
  return (isAll ? ofAll : ofBranch).data?.today ?? known;
}
