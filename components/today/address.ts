import { useReadAddress } from "@/components/kit/use-read-address";

/** What the list of entries is narrowed to. */
export interface TodayFilter {
  kinds?: string | undefined;
  userId?: number | undefined;
  text?: string | undefined;
}

export interface BranchAndDay {
  branchId: number;
  /** Absent: today, whichever day that is. */
  day: string | undefined;
}

/** What the page of the day shows, as it stands in its address; what is not there is not narrowed. */
export interface TodayAddress {
  /** Absent: the branch that this device works for. */
  branchId?: number | "all" | undefined;
  /** Absent: today, whichever day that is. */
  day?: string | undefined;
  filter: TodayFilter;
}

/** Of an address that names nothing. */
const BARE: TodayAddress = { filter: {} };

const load = async () => (await import("./read-address")).readTodayAddress;

/** What the address of the page says. */
export function useTodayAddress(): TodayAddress {
  return useReadAddress(load, BARE);
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
