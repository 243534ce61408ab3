import { branchDayQuery, branchesDayQuery, branchListQuery } from "@/components/today/queries";
import { readTodayAddress } from "@/components/today/read-address";
import { readBranchDay, readBranchEntries, readBranchesDay } from "@/lib/areas/today/portal";
import { mayOpen } from "@/lib/portal/may-open";
import type { PortalSession } from "@/lib/portal/page";
import { readAhead } from "@/lib/portal/prefetch";
import { addressOf } from "@/lib/portal/wire/read-filters";

export type PageQuery = Readonly<Record<string, string | string[] | undefined>>;

/** What the page of the day asks for first, by its address. */
export function todayAhead({ actor, branches }: PortalSession, query: PageQuery) {
  if (!mayOpen(actor.role, "/today")) return [];
  const { branchId, day, filter } = readTodayAddress(addressOf(query));
  if (branchId === "all")
    return actor.role === "cashier"
      ? []
      : [readAhead(branchesDayQuery(day), () => readBranchesDay(branches, { day }))];
  const shown = branchId ?? actor.activeBranchId ?? actor.branchIds[0];
  if (shown === undefined) return [];
  return [
    dayAhead(actor, shown, day),
    readAhead(branchListQuery({ branchId: shown, day }, filter), () =>
      readBranchEntries(actor, shown, { day, ...filter }),
    ),
  ];
}

/** What the report of a day asks for, by its address. */
export function reportAhead({ actor }: PortalSession, query: PageQuery) {
  if (!mayOpen(actor.role, "/today")) return [];
  const { branchId, day } = readTodayAddress(addressOf(query));
  const shown = typeof branchId === "number" ? branchId : (actor.activeBranchId ?? actor.branchIds[0]);
  return shown === undefined ? [] : [dayAhead(actor, shown, day)];
}

function dayAhead(actor: PortalSession["actor"], branchId: number, day: string | undefined) {
  return readAhead(branchDayQuery({ branchId, day }), () => readBranchDay(actor, branchId, { day }));
}
