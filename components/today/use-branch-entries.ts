"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { ask, askPages, send } from "@/components/kit/contract";
import { followed } from "@/components/kit/query";
import { useSessionEnded } from "@/components/kit/use-connection";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { today as api } from "@/lib/areas/today/contract";
import type { BranchChanges, BranchDay } from "@/lib/areas/today/schemas";
import type { BranchAndDay } from "./address";
import type { TodayFilter } from "./read-address";

/** How often an open page asks whether anything was added: often enough to be live, and it costs next to nothing. */
const POLL_SECONDS = 4;
const POLL_AFTER_FAILURE_SECONDS = 15;

/** Of what came by itself no more than this is kept beside the list; then the list is read again, and holds what was new. */
const ADDED_MAX = 200;

export interface LiveEntries {
  /** Shown entries, newest first. */
  entries: readonly PortalEntry[];
  /** Numbers of those that came by themselves the last time any did. */
  newIds: ReadonlySet<number>;
  /** How many more there are that are held back, so that nothing moves under the reader's eyes. */
  heldCount: number;
  /** Shows what is held back. */
  release(): void;
}

/**
 * The entries of a branch's day, page by page; while `isLive` the server is asked every few seconds for new ones, as
 * long as the page is visible. New ones are shown at once, or held back while `isReading`.
 */
export function useBranchEntries({
  of,
  filter,
  isLive,
  isReading,
}: {
  of: BranchAndDay;
  filter: TodayFilter;
  isLive: boolean;
  isReading: () => boolean;
}) {
  const client = useQueryClient();
  const { branchId, day } = of;
  const params = { branchId };
  const query = { day, ...filter };
  const listQuery = askPages(api.entries, { params, query }, { placeholderData: keepPreviousData });
  const list = useInfiniteQuery(listQuery);
  const [live, setLive] = useLiveState(JSON.stringify([of, filter]));
  const listed = useMemo(() => list.data?.pages.flatMap(({ entries }) => entries) ?? [], [list.data]);
  const readAgain = () => void client.invalidateQueries({ queryKey: listQuery.queryKey });
  const changes = useChanges({
    of,
    filter,
    isEnabled: isLive && list.isSuccess && !list.isPlaceholderData,
    listMark: list.data?.pages[0]?.mark,
  });

  const onChanges = useEffectEvent(({ today, mark, entries }: BranchChanges) => {
    const { queryKey } = ask(api.day, { params, query: { day } });
    const known = client.getQueryData<BranchDay>(queryKey);
    const isNextDay = known !== undefined && known.today !== today;
    if (isNextDay || entries === null) {
      // Another day has begun, or too much has happened: everything is read anew.
      setLive(() => NOTHING_NEW);
      for (const { area, name } of [api.day, api.lookAlikes, api.entries])
        void client.invalidateQueries({ queryKey: [area, name, params] });
      return;
    }
    if (known !== undefined && known.mark !== mark) void client.invalidateQueries({ queryKey });
    const knownIds = new Set([...live.added, ...listed].map(({ id }) => id));
    const fresh = entries.filter(({ id }) => !knownIds.has(id) && !live.heldIds.has(id));
    if (fresh.length === 0) return;
    const isHeld = isReading();
    setLive((present) => withAdded(present, fresh, { listed, isHeld }));
    // Cancelled or refunded entries look different now.
    const isChanged = fresh.some(
      ({ relatedEntryId }) => relatedEntryId !== null && knownIds.has(relatedEntryId),
    );
    if (isChanged || (!isHeld && live.added.length > ADDED_MAX)) readAgain();
  });
  useEffect(() => {
    if (changes.data !== undefined) onChanges(changes.data);
  }, [changes.data]);

  const entries = useMemo(
    () => newestFirst([...live.added, ...listed]).filter(({ id }) => !live.heldIds.has(id)),
    [live, listed],
  );
  const shown: LiveEntries = {
    entries,
    newIds: live.newIds,
    heldCount: live.heldIds.size,
    release: () => {
      setLive((present) => ({ ...present, newIds: present.heldIds, heldIds: NONE }));
      if (live.heldIds.size > ADDED_MAX) readAgain();
    },
  };
  return { list, shown, isWatched: isLive && changes.isSuccess && !changes.isError };
}

/** Asks again and again what was added since the last answer. The first question starts from the mark that came with the list. */
function useChanges({
  of: { branchId, day },
  filter,
  isEnabled,
  listMark,
}: {
  of: BranchAndDay;
  filter: TodayFilter;
  isEnabled: boolean;
  listMark: string | undefined;
}) {
  const client = useQueryClient();
  const hasSessionEnded = useSessionEnded();
  const queryKey = ["today", "changes", branchId, day ?? null, filter] as const;
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const mark = client.getQueryData<BranchChanges>(queryKey)?.mark ?? listMark ?? "";
      const query = { day, ...filter, mark };
      return send(api.changes, { params: { branchId }, query }, { signal });
    },
    enabled: isEnabled && listMark !== undefined && !hasSessionEnded,
    ...followed<BranchChanges>(({ error }) => (error === null ? POLL_SECONDS : POLL_AFTER_FAILURE_SECONDS)),
    refetchOnWindowFocus: "always",
    retry: false,
    staleTime: POLL_SECONDS * 1_000,
    gcTime: 0,
  });
}

interface LiveState {
  /** Entries that arrived since the list was read. */
  added: readonly PortalEntry[];
  newIds: ReadonlySet<number>;
  heldIds: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();
export const NOTHING_NEW: LiveState = { added: [], newIds: NONE, heldIds: NONE };

/** Arrived entries of the list of that name; another list begins with none. */
function useLiveState(list: string) {
  const [state, setState] = useState({ list, live: NOTHING_NEW });
  const liveOf = (present: typeof state) => (present.list === list ? present.live : NOTHING_NEW);
  const set = (change: (live: LiveState) => LiveState) =>
    setState((present) => ({ list, live: change(liveOf(present)) }));
  return [liveOf(state), set] as const;
}

/**
 * Adds new entries to the live state, or holds them back while the reader is in the list. Entries that the list holds, and older ones, are
 * dropped. Held-back entries are kept as far as they fit; the rest is read when they are released. Pure.
 */
export function withAdded(
  { added, newIds, heldIds }: LiveState,
  fresh: readonly PortalEntry[],
  { listed, isHeld }: { listed: readonly PortalEntry[]; isHeld: boolean },
): LiveState {
  const freshIds = fresh.map(({ id }) => id);
  const ids = new Set(listed.map(({ id }) => id));
  const oldest = Date.parse(listed.at(-1)?.createdAt ?? "");
  const isApart = ({ id, createdAt }: PortalEntry) => !ids.has(id) && !(Date.parse(createdAt) < oldest);
  return {
    added: isHeld
      ? [...added, ...fresh].slice(0, Math.max(added.length, ADDED_MAX))
      : [...added.filter(isApart), ...fresh],
    newIds: isHeld ? newIds : new Set(freshIds),
    heldIds: isHeld ? new Set([...heldIds, ...freshIds]) : heldIds,
  };
}

/** Each entry once, in its latest form: a list that was read again is newer than what came by itself. */
function newestFirst(entries: readonly PortalEntry[]): PortalEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return [...byId.values()].sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id,
  );
}
