import { useSearchParams } from "next/navigation";
import { readTodayAddress, type TodayAddress } from "./read-address";

export interface BranchAndDay {
  branchId: number;
  /** Absent: today, whichever day that is. */
  day: string | undefined;
}

export function useTodayAddress(): TodayAddress {
  return readTodayAddress(useSearchParams());
}

/** The path of a page of the day that shows this. */
export function todayPath(
  { branchId, day, filter }: TodayAddress,
  page: "today" | "today/report" = "today",
): string {
  const given = Object.entries({ branchId, day, ...filter }).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return `/${page}${text === "" ? "" : `?${text}`}`;
}
