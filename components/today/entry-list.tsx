"use client";

import { ArrowUp, RadioTower, WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { EntryMarks } from "@/components/entries/entry-marks";
import { EntryLink } from "@/components/entries/entry-parts";
import { KindIcon } from "@/components/entries/kind-icon";
import { kindOf } from "@/components/entries/kinds";
import type { ShownEntry } from "@/components/entries/use-shown-entry";
import { PagedList } from "@/components/kit/paged-list";
import { Badge, Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Code, DateTime, Money, Points } from "@/components/ui/format";
import { isDialogOpen } from "@/components/ui/is-dialog-open";
import { EmptyState, Loading, Skeleton } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import type { PortalEntry } from "@/lib/areas/entries/schemas";
import { movedPoints } from "@/lib/areas/entries/words";
import type { BranchDay } from "@/lib/areas/today/schemas";
import { Doer } from "./doer";
import { EntryFilters } from "./entry-filters";
import type { TodayFilter } from "./read-address";
import { type LiveEntries, useBranchEntries } from "./use-branch-entries";

/** Under the header of the page, which stays in view. */
const HEADER_PX = 64;

export interface EntryListProps {
  branchId: number;
  /** Absent: today. */
  day: string | undefined;
  filter: TodayFilter;
  onFilter: (filter: TodayFilter) => void;
  people: BranchDay["people"];
  shown: ShownEntry;
}

/** The entries of a branch's day, newest first; today new ones appear by themselves. */
export function EntryList({ branchId, day, filter, onFilter, people, shown }: EntryListProps) {
  const t = useTranslations("today");
  const isLive = day === undefined;
  const top = useRef<HTMLDivElement>(null);
  const {
    list,
    shown: live,
    isWatched,
  } = useBranchEntries({
    of: { branchId, day },
    filter,
    isLive,
    isReading: () => isBeingRead(top.current),
  });
  const release = () => {
    live.release();
    top.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Card title={t("list")} actions={isLive && list.isSuccess && <LiveState isWatched={isWatched} />}>
      <EntryFilters filter={filter} people={people} onChange={onFilter} />
      <div ref={top} className="scroll-mt-20" data-entries>
        <NewEntries live={live} onRelease={release} />
        <ListBody list={list} live={live} isLive={isLive} filter={filter} shown={shown} />
      </div>
    </Card>
  );
}

/** Whether a person is in the middle of the list: what they look at, point at or have the focus on must not move. */
function isBeingRead(list: HTMLElement | null): boolean {
  if (list === null) return false;
  const isScrolledPast = list.getBoundingClientRect().top < HEADER_PX;
  const isPointedAt = window.matchMedia("(hover: hover)").matches && list.matches(":hover");
  const isBehindDialog = isDialogOpen();
  return isScrolledPast || isPointedAt || isBehindDialog || list.contains(document.activeElement);
}

function LiveState({ isWatched }: { isWatched: boolean }) {
  const t = useTranslations("today");
  return isWatched ? (
    <Status tone="success" icon={RadioTower}>
      {t("live")}
    </Status>
  ) : (
    <Status tone="neutral" icon={WifiOff}>
      {t("waiting")}
    </Status>
  );
}

/** Says how many are held back, over the list and without taking room in it; says them aloud in any case. */
function NewEntries({ live, onRelease }: { live: LiveEntries; onRelease: () => void }) {
  const t = useTranslations("today");
  const { heldCount, newIds } = live;
  const count = heldCount + newIds.size;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && t("newEntries", { count })}
      </p>
      {heldCount > 0 && (
        <div className="sticky top-20 z-20 flex h-0 justify-center">
          <Button
            variant="primary"
            size="small"
            icon={ArrowUp}
            className="self-start rounded-full shadow-floating"
            onPress={onRelease}
          >
            {t("showNew", { count: heldCount })}
          </Button>
        </div>
      )}
    </>
  );
}

type EntryQuery = ReturnType<typeof useBranchEntries>["list"];

interface ListBodyProps {
  list: EntryQuery;
  live: LiveEntries;
  isLive: boolean;
  filter: TodayFilter;
  shown: ShownEntry;
}

function ListBody({ list, live: { entries, newIds }, isLive, filter, shown }: ListBodyProps) {
  const t = useTranslations("today");
  const columns = useColumns(newIds, shown);
  const isKnown = entries.length > 0 || list.isSuccess;
  return (
    <PagedList
      query={list}
      rows={isKnown ? entries : undefined}
      loading={<ListSkeleton />}
      empty={<EmptyList isLive={isLive} filter={filter} />}
      moreLabel={t("showOlder")}
    >
      {(rows) => (
        <Table
          label={t("list")}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          narrow={(entry) => <NarrowEntry entry={entry} isNew={newIds.has(entry.id)} shown={shown} />}
        />
      )}
    </PagedList>
  );
}

function useColumns(newIds: ReadonlySet<number>, shown: ShownEntry): Column<PortalEntry>[] {
  const t = useTranslations();
  return [
    {
      id: "time",
      header: t("today.time"),
      cell: ({ id, createdAt }) => <Time createdAt={createdAt} isNew={newIds.has(id)} />,
    },
    { id: "kind", header: t("today.kind"), cell: (entry) => <Kind entry={entry} shown={shown} /> },
    {
      id: "wallet",
      header: t("today.wallet"),
      cell: ({ wallet }) => <Code className="whitespace-nowrap">{wallet.walletCode}</Code>,
    },
    {
      id: "points",
      header: t("today.pointsColumn"),
      isNumeric: true,
      cell: (entry) => <Points value={movedPoints(entry)} isSigned isBare className="font-medium" />,
    },
    {
      id: "value",
      header: t("today.valueColumn"),
      isNumeric: true,
      cell: ({ value }) => <Money value={value} />,
    },
    { id: "by", header: t("today.by"), cell: ({ by }) => <Doer by={by} /> },
  ];
}

/** Kind of an entry, as a link to its page. */
function Kind({ entry, shown, linkClass }: { entry: PortalEntry; shown: ShownEntry; linkClass?: string }) {
  const t = useTranslations();
  const { id, logTypeId, invoiceNumber } = entry;
  const kind = t(`entries.kinds.${kindOf(logTypeId)}`);
  return (
    <span className="block">
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <KindIcon logTypeId={logTypeId} className="size-4 text-ink-faint" />
        <EntryLink
          href={shown.hrefOf(id)}
          onOpen={() => shown.show(id)}
          label={t("entries.list.open", { kind, number: String(id) })}
          className={cx(
            "pointer-coarse:min-w-11 pointer-coarse:py-2.5 font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current",
            linkClass,
          )}
        >
          {kind}
        </EntryLink>
        <EntryMarks entry={entry} />
      </span>
      <span className="block text-ink-faint text-sm">
        {invoiceNumber
          ? t.rich("today.invoice", { number: () => <Code>{invoiceNumber}</Code> })
          : t.rich("today.receipt", { number: () => <Code>{String(id)}</Code> })}
      </span>
    </span>
  );
}

function Time({ createdAt, isNew }: { createdAt: string; isNew: boolean }) {
  const t = useTranslations("today");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <DateTime value={createdAt} style="time" />
      {isNew && <Badge tone="accent">{t("new")}</Badge>}
    </span>
  );
}

/** An entry in the width of a phone: what and how much, then when, whose and by whom. */
export function NarrowEntry({
  entry,
  isNew,
  shown,
}: {
  entry: PortalEntry;
  isNew: boolean;
  shown: ShownEntry;
}) {
  const { createdAt, wallet, value, by } = entry;
  return (
    // All of it is the link: a thumb is no pointer.
    <span className="relative block">
      <span className="flex items-start justify-between gap-3">
        <Kind entry={entry} shown={shown} linkClass="after:absolute after:inset-0" />
        <span className="shrink-0 text-end">
          <Points value={movedPoints(entry)} isSigned isBare className="block font-semibold" />
          <Money value={value} className="block text-ink-faint text-sm" />
        </span>
      </span>
      <span className="mt-1 flex flex-wrap items-baseline gap-x-3 text-ink-soft text-sm">
        <Time createdAt={createdAt} isNew={isNew} />
        <Code>{wallet.walletCode}</Code>
        <Doer by={by} />
      </span>
    </span>
  );
}

function EmptyList({ isLive, filter }: { isLive: boolean; filter: TodayFilter }) {
  const t = useTranslations("today");
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  if (isNarrowed) return <EmptyState title={t("emptyFilterTitle")}>{t("emptyFilterText")}</EmptyState>;
  return isLive ? (
    <EmptyState title={t("emptyTitle")}>{t("emptyText")}</EmptyState>
  ) : (
    <EmptyState title={t("emptyPastTitle")}>{t("emptyPastText")}</EmptyState>
  );
}

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"];

function ListSkeleton() {
  return (
    <Loading>
      <Skeleton className="mb-2 h-10" />
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} className="mb-2 h-row" />
      ))}
    </Loading>
  );
}
