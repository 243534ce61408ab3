import { entryColumns } from "@/lib/areas/entries/columns";
import { historyFilterOf, kindOf, presentEntries, presentPage } from "@/lib/areas/entries/portal";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { readShiftsOf, sumByKind } from "@/lib/areas/shifts/shifts";
import { viewContext } from "@/lib/areas/wallets/portal";
import type { HistoryEntry } from "@/lib/ledger/rules/history-entry";
import {
  addedSince,
  type BranchMark,
  type BranchTotal,
  branchMark,
  branchTotals,
} from "@/lib/log/branch-totals";
import { branchHistory, lookAlikes } from "@/lib/log/history";
import { csvHeaders, csvStream } from "@/lib/platform/csv";
import { portalPool, prisma } from "@/lib/platform/database/pools";
import { type DayStretch, stretchOfDay } from "@/lib/platform/day-stretch";
import type { Language } from "@/lib/platform/language";
import { formatLocalDate } from "@/lib/platform/time";
import { PERSON, person, readIn } from "@/lib/portal/acts/person";
import type { ActorBranch, PortalActor } from "@/lib/portal/acts/portal-actor";
import { leadTo } from "@/lib/portal/acts/wallet-views";
import { languageOfRequest } from "@/lib/portal/cookies";
import { fieldRefusal } from "@/lib/portal/refusal";
import { requireBranch } from "@/lib/portal/require";
import { recordSecurityEvent } from "@/lib/portal/security-log/record-event";
import { serveContract } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { today } from "./contract";
import type {
  BranchChanges,
  BranchChangesQuery,
  BranchDay,
  BranchEntries,
  BranchEntriesQuery,
  BranchesDay,
  BranchReportQuery,
  LookAlikes,
} from "./schemas";

export const todayPortal = serveContract(today, {
  day: ({ actor, params, query }) => readBranchDay(actor, params.branchId, query),
  lookAlikes: ({ actor, params, query }) => readLookAlikes(actor, params.branchId, query),
  entries: ({ actor, params, query }) => readBranchEntries(actor, params.branchId, query),
  changes: ({ actor, params, query }) => readBranchChanges(actor, params.branchId, query),
  report: ({ actor, params, query, request }) =>
    branchReport(actor, params.branchId, query, languageOfRequest(request.headers)),
  totals: ({ session, query }) => readBranchesDay(session.branches, query),
});

/** The day of the programme's calendar at this moment. */
export function programmeToday(): string {
  return formatLocalDate(services().clock.now(), services().programme.timeZone());
}

/**
 * A branch's day: sums per kind and per person, those of the day before, and possible double sales. Throws AdminError `forbidden` for a
 * foreign branch, `validation` for a day that has not begun.
 */
async function readBranchDay(
  actor: PortalActor,
  branchId: number,
  { day }: { day?: string | undefined } = {},
): Promise<BranchDay> {
  await requireBranch(actor, branchId, { allowsInactive: true });
  const stretch = stretchOf(day);
  // The mark comes first: what is added while the sums are being read counts as new.
  const mark = await branchMark(portalPool(), { branchId, ...stretch });
  const [totals, before, alike, shifts] = await Promise.all([
    branchTotals(portalPool(), { branchIds: [branchId], ...stretch }),
    branchTotals(portalPool(), { branchIds: [branchId], ...stretch.before }),
    lookAlikes(portalPool(), { branchId, ...stretch, limit: LOOK_ALIKES_FIRST }),
    readShiftsOf(prisma(), { branchId, ...stretch }),
  ]);
  return {
    ...dayFieldsOf(stretch),
    mark: markText(mark),
    kinds: sumByKind(totals),
    kindsBefore: sumByKind(before),
    people: await peopleOf(totals),
    lookAlikes: await presentLookAlikes(actor, alike),
    shifts,
  };
}

/** With the day itself: enough to see that something is wrong. */
const LOOK_ALIKES_FIRST = 3;
/** On demand: a till that sends everything twice all day long is not looked through one by one. */
const LOOK_ALIKES_MAX = 100;

/** Possible double sales of the day, the newest hundred groups at most. Throws AdminError as {@link readBranchDay}. */
async function readLookAlikes(
  actor: PortalActor,
  branchId: number,
  { day }: { day?: string | undefined } = {},
): Promise<LookAlikes> {
  await requireBranch(actor, branchId, { allowsInactive: true });
  return presentLookAlikes(
    actor,
    await lookAlikes(portalPool(), { branchId, ...stretchOf(day), limit: LOOK_ALIKES_MAX }),
  );
}

/** The same sums for each of the branches, without their people. An inactive branch where nothing happened is left out. */
async function readBranchesDay(
  branches: readonly ActorBranch[],
  { day }: { day?: string | undefined } = {},
): Promise<BranchesDay> {
  const stretch = stretchOf(day);
  const branchIds = branches.map(({ id }) => id);
  const [totals, before] = await Promise.all([
    branchTotals(portalPool(), { branchIds, ...stretch }),
    branchTotals(portalPool(), { branchIds, ...stretch.before }),
  ]);
  const at = (branch: ActorBranch) => (total: BranchTotal) => total.branchId === branch.id;
  return {
    ...dayFieldsOf(stretch),
    branches: branches
      .map((branch) => ({
        branch,
        kinds: sumByKind(totals.filter(at(branch))),
        kindsBefore: sumByKind(before.filter(at(branch))),
      }))
      .filter(({ branch, kinds, kindsBefore }) => branch.isActive || kinds.length + kindsBefore.length > 0),
  };
}

/** Three screens of a desk are full with them. */
const PAGE_ENTRIES = 24;

/**
 * A page of what happened at a branch on a day, newest first. Throws AdminError as {@link readBranchDay}, DomainError
 * 1002 for a cursor that is none.
 */
async function readBranchEntries(
  actor: PortalActor,
  branchId: number,
  { day, cursor, limit = PAGE_ENTRIES, ...query }: BranchEntriesQuery = {},
): Promise<BranchEntries> {
  await requireBranch(actor, branchId, { allowsInactive: true });
  const stretch = stretchOf(day);
  const mark = await branchMark(portalPool(), { branchId, ...stretch });
  const filter = { ...historyFilterOf(query), from: stretch.from, until: stretch.until };
  const page = await branchHistory(portalPool(), { branchId, filter, cursor, limit });
  await lead(actor, page.entries);
  return { ...(await presentPage(page)), mark: markText(mark) };
}

/** The wallets of a list can be opened from it. */
function lead(actor: PortalActor, entries: readonly HistoryEntry[]): Promise<void> {
  return leadTo(
    viewContext(),
    actor,
    entries.map(({ entry }) => entry.walletId),
  );
}

/** With more to tell than this, the list is better loaded anew. */
const CHANGES_MAX = 100;

/** Entries at the branch on the day since the mark. Throws AdminError as {@link readBranchDay}. */
async function readBranchChanges(
  actor: PortalActor,
  branchId: number,
  { day, mark: known, ...query }: BranchChangesQuery,
): Promise<BranchChanges> {
  await requireBranch(actor, branchId, { allowsInactive: true });
  const { today, from, until } = stretchOf(day);
  const mark = markText(await branchMark(portalPool(), { branchId, from, until }));
  if (mark === known) return { today, mark, entries: [] };
  const newestKnown = new Date(Number.parseInt(known, 10));
  const filter = { ...historyFilterOf(query), from: addedSince(newestKnown, from), until };
  const page = await branchHistory(portalPool(), { branchId, filter, limit: CHANGES_MAX });
  await lead(actor, page.entries);
  return { today, mark, entries: page.nextCursor === null ? await presentEntries(page.entries) : null };
}

/** The day that is asked for. Throws AdminError `validation` when it has not begun. */
function stretchOf(day: string | undefined): DayStretch {
  const { clock, programme } = services();
  const stretch = stretchOfDay({ day, now: clock.now() }, programme.timeZone());
  if (stretch === null) throw fieldRefusal("day", "invalid");
  return stretch;
}

function dayFieldsOf({ day, today, isToday, before }: DayStretch) {
  return {
    day,
    today,
    readAt: services().clock.now().toISOString(),
    before: { day: before.day, until: before.until.toISOString(), isWholeDay: !isToday },
  };
}

function markText({ newestAt, entries }: BranchMark): string {
  return `${newestAt?.getTime() ?? 0}.${entries}`;
}

async function peopleOf(totals: readonly BranchTotal[]): Promise<BranchDay["people"]> {
  const users = await prisma().user.findMany({
    where: { id: { in: [...new Set(totals.map(({ userId }) => userId))] } },
    select: { ...PERSON, kind: true },
    orderBy: [{ kind: "asc" }, { name: "asc" }, { id: "asc" }],
  });
  return users.map((user) => ({
    by: { ...person(user), kind: kindOf(user.kind) },
    kinds: sumByKind(totals.filter(({ userId }) => userId === user.id)),
  }));
}

async function presentLookAlikes(
  actor: PortalActor,
  { count, groups }: Awaited<ReturnType<typeof lookAlikes>>,
): Promise<LookAlikes> {
  await lead(
    actor,
    groups.flatMap(({ entries }) => entries),
  );
  const presented = await presentEntries(groups.flatMap(({ entries }) => entries));
  return {
    count,
    groups: groups.map(({ count, entries }) => ({ count, entries: presented.splice(0, entries.length) })),
  };
}

/** Read from the log at a time: enough to be quick, little enough to hold. */
const REPORT_PAGE_ENTRIES = 200;

/**
 * A day's entries at a branch as a CSV file, newest first, read from the log while it is sent, so that its length does
 * not matter. Headers are in the reader's language, kinds are English words for machines; times carry the offset of
 * the programme's zone. Throws AdminError `forbidden` for a foreign branch, `validation` for a day to come.
 */
async function branchReport(
  actor: PortalActor,
  branchId: number,
  { day, userId }: BranchReportQuery,
  language: Language,
): Promise<Response> {
  const branch = await requireBranch(actor, branchId, { allowsInactive: true });
  const { day: reported, from, until } = stretchOf(day);
  await recordSecurityEvent({
    kind: "export.entries",
    userId: actor.userId,
    branchId,
    details: { day: reported },
  });
  const name = language === "ar" ? branch.nameAr : branch.nameEn;
  const person = userId === undefined ? "" : ` (${userId})`;
  return new Response(
    csvStream(entryColumns(services().programme.timeZone(), language), entries(), language),
    {
      headers: csvHeaders({
        name: `${name} ${reported}${person}`,
        plainName: `branch-${branchId} ${reported}${person}`,
      }),
    },
  );

  async function* entries(): AsyncGenerator<PortalEntry> {
    let cursor: string | undefined;
    do {
      const filter = { from, until, userId };
      const history = await branchHistory(portalPool(), {
        branchId,
        filter,
        cursor,
        limit: REPORT_PAGE_ENTRIES,
      });
      const page = await readIn(language, () => presentPage(history));
      yield* page.entries;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}
