"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/notice";
import { ErrorState, Loading, Skeleton } from "@/components/ui/states";
import { Table, type TableProps } from "@/components/ui/table";
import { toPortalError } from "./error";
import { useErrorText } from "./use-language";

/** What of a paged query the table needs. */
interface PagedQuery {
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

const SKELETONS = ["a", "b", "c", "d", "e"];

/** A list that is fetched page by page, in every state that it can be in. */
export function PagedTable<Row>({
  query,
  rows,
  empty,
  ...table
}: Omit<TableProps<Row>, "rows"> & {
  query: PagedQuery;
  /** Undefined until the first page has come. */
  rows: readonly Row[] | undefined;
  /** In place of the table when nothing matches. */
  empty: ReactNode;
}) {
  const t = useTranslations();
  const { textOf } = useErrorText();
  if (rows === undefined && query.isError)
    return (
      <Card>
        <ErrorState title={t("errors.couldNotLoad")} onRetry={() => void query.refetch()}>
          {textOf(toPortalError(query.error))}
        </ErrorState>
      </Card>
    );
  if (rows === undefined)
    return (
      <Card>
        <Loading>
          <div className="grid gap-3">
            {SKELETONS.map((key) => (
              <Skeleton key={key} className="h-row" />
            ))}
          </div>
        </Loading>
      </Card>
    );
  if (rows.length === 0) return <Card>{empty}</Card>;
  return (
    <Card className="sm:px-3 sm:py-2">
      <div aria-busy={query.isPlaceholderData} className={cx(query.isPlaceholderData && "opacity-60")}>
        <Table {...table} rows={rows} />
      </div>
      {query.isFetchNextPageError && (
        <Notice kind="danger" isAnnounced className="mt-4">
          {textOf(toPortalError(query.error))}
        </Notice>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center py-4">
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t("desk.showMore")}
          </Button>
        </div>
      )}
    </Card>
  );
}
