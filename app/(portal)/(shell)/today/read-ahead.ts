import { keys } from "@/components/kit/keys";
import { readTodayAddress } from "@/components/today/address";
import { readBranchDay, readBranchEntries, readBranchesDay } from "@/lib/areas/today/portal";
import { branchDaySchema, branchEntriesSchema, branchesDaySchema } from "@/lib/areas/today/schemas";
import { mayOpen } from "@/lib/portal/navigation";
import type { PortalSession } from "@/lib/portal/page";
import { readAhead } from "@/lib/portal/prefetch";

export type PageQuery = Readonly<Record<string, string | string[] | undefined>>;

/** What the page of the day asks for first, by its address. */
export function todayAhead({ actor, branches }: PortalSession, query: PageQuery) {
  if (!mayOpen(actor.role, "/today")) return [];
  const { branchId, day, filter } = readTodayAddress(addressOf(query));
  if (branchId === "all")
    return actor.role === "cashier"
      ? []
      : [readAhead(keys.entries.branches(day), branchesDaySchema, () => readBranchesDay(branches, { day }))];
  const shown = branchId ?? actor.activeBranchId ?? actor.branchIds[0];
  if (shown === undefined) return [];
  return [
    dayAhead(actor, shown, day),
    readAhead(
      keys.entries.branchList(shown, day, filter),
      branchEntriesSchema,
      () => readBranchEntries(actor, shown, { day, ...filter }),
      { isPaged: true },
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
  return readAhead(keys.entries.branchDay(branchId, day), branchDaySchema, () =>
    readBranchDay(actor, branchId, { day }),
  );
}

function addressOf(query: PageQuery): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const [one] = typeof value === "string" ? [value] : (value ?? []);
    return one === undefined ? [] : [[name, one]];
  });
  return new URLSearchParams(pairs);
}
