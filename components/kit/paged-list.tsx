"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { Table, type TableProps } from "@/components/ui/table";
import type { PortalError } from "./error";
import { QueryState } from "./query-state";
import { useErrorText } from "./use-language";

/** Parts of a query that a list needs; the optional ones are those of a query with pages. */
interface PagedQuery {
  error: PortalError | null;
  refetch: () => unknown;
  isPlaceholderData: boolean;
  hasNextPage?: boolean;
  isFetchNextPageError?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
}

export interface PagedListProps<Row> {
  query: PagedQuery;
  /** Undefined until the first page has come. */
  rows: readonly Row[] | undefined;
  /** In place of the list until then. */
  loading?: ReactNode;
  /** In place of the list when nothing matches. */
  empty: ReactNode;
  moreLabel?: string;
  /** Before more is asked for. */
  onMore?: () => void;
  /** How much is shown, below the list. */
  summary?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list that is fetched page by page, in every state that it can be in. */
export function PagedList<Row>({
  query,
  rows,
  loading = <RowSkeletons />,
  empty,
  moreLabel,
  onMore,
  summary,
  children,
}: PagedListProps<Row>) {
  return (
    <QueryState query={{ ...query, data: rows }} loading={loading}>
      {(known) =>
        known.length === 0 ? (
          empty
        ) : (
          <>
            <div
              aria-busy={query.isPlaceholderData}
              className={query.isPlaceholderData ? "opacity-60" : undefined}
            >
              {children(known)}
            </div>
            <More query={query} label={moreLabel} onMore={onMore} summary={summary} />
          </>
        )
      }
    </QueryState>
  );
}

/** The same as a table in a card. */
export function PagedTable<Row>({
  query,
  rows,
  empty,
  ...table
}: Omit<TableProps<Row>, "rows"> & Pick<PagedListProps<Row>, "query" | "rows" | "empty">) {
  return (
    <Card {...(rows?.length && { className: "sm:px-3 sm:py-2" })}>
      <PagedList query={query} rows={rows} empty={empty}>
        {(known) => <Table {...table} rows={known} />}
      </PagedList>
    </Card>
  );
}

/** The way to what follows; when that could not be fetched, why not, and the way to try again. */
function More({
  query: { hasNextPage, isFetchNextPageError, isFetchingNextPage = false, fetchNextPage, error },
  label,
  onMore,
  summary,
}: {
  query: PagedQuery;
  label: string | undefined;
  onMore: (() => void) | undefined;
  summary: string | undefined;
}) {
  const t = useTranslations();
  const { textOf } = useErrorText();
  const end = useRef<HTMLParagraphElement>(null);
  const hadNextPage = useRef(hasNextPage);
  useEffect(() => {
    // The button goes with the last page; the keyboard stays where it was.
    if (hadNextPage.current && !hasNextPage && document.activeElement === document.body) end.current?.focus();
    hadNextPage.current = hasNextPage;
  }, [hasNextPage]);
  return (
    <div className="grid justify-items-center gap-3 py-4 empty:hidden">
      {isFetchNextPageError && (
        <Notice kind="danger" isAnnounced className="w-full">
          {t("desk.moreFailed")}: {error && textOf(error)}
        </Notice>
      )}
      {summary !== undefined && (
        <p ref={end} role="status" tabIndex={-1} className="text-ink-soft text-sm outline-none">
          {summary}
        </p>
      )}
      {hasNextPage && (
        <Button
          isPending={isFetchingNextPage}
          onPress={() => {
            onMore?.();
            void fetchNextPage?.();
          }}
        >
          {isFetchNextPageError ? t("ui.tryAgain") : (label ?? t("desk.showMore"))}
        </Button>
      )}
    </div>
  );
}

const SKELETONS = ["a", "b", "c", "d", "e", "f"];

/** As high as the first rows will be. */
export function RowSkeletons({ className = "h-row" }: { className?: string }) {
  return (
    <div className="grid gap-3">
      {SKELETONS.map((key) => (
        <Skeleton key={key} className={className} />
      ))}
    </div>
  );
}
