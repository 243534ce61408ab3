"use client";

import { ChevronDown, ListX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useMe } from "@/components/account/queries";
import { EntryFilters } from "@/components/entries/entry-filters";
import { EntryTable } from "@/components/entries/entry-table";
import { useWalletEntries } from "@/components/entries/queries";
import { useEntryFilter } from "@/components/entries/use-entry-filter";
import type { ShownEntry } from "@/components/entries/use-shown-entry";
import { toPortalError } from "@/components/kit/error";
import { useErrorText } from "@/components/kit/use-language";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { EmptyState, ErrorState, Loading, Skeleton } from "@/components/ui/states";

/** Everything that ever happened to a wallet's points, the newest first. */
export function WalletHistory({ walletId, shown }: { walletId: number; shown: ShownEntry }) {
  const t = useTranslations("entry");
  const [filter, setFilter] = useEntryFilter();
  const { merchant } = useMe();
  return (
    <Card title={t("list.title")} {...(merchant && { description: t("list.ownMerchant") })}>
      <EntryFilters filter={filter} onChange={setFilter} />
      <div className="mt-5">
        <Entries walletId={walletId} filter={filter} onClear={() => setFilter({})} shown={shown} />
      </div>
    </Card>
  );
}

function Entries({
  walletId,
  filter,
  onClear,
  shown,
}: {
  walletId: number;
  filter: Parameters<typeof useWalletEntries>[1];
  onClear: () => void;
  shown: ShownEntry;
}) {
  const t = useTranslations("entry");
  const { textOf } = useErrorText();
  const query = useWalletEntries(walletId, filter);
  const { data, error, refetch } = query;
  if (data === undefined)
    return error ? (
      <ErrorState title={t("list.failed")} onRetry={() => void refetch()}>
        {textOf(toPortalError(error))}
      </ErrorState>
    ) : (
      <HistorySkeleton />
    );
  const entries = data.pages.flatMap((page) => page.entries);
  const isFiltered = Object.keys(filter).length > 0;
  if (entries.length === 0)
    return isFiltered ? (
      <EmptyState
        icon={<ListX aria-hidden />}
        title={t("list.nothing")}
        actions={<Button onPress={onClear}>{t("filters.clear")}</Button>}
      />
    ) : (
      <EmptyState title={t("list.empty")}>{t("list.emptyText")}</EmptyState>
    );
  return (
    <>
      <EntryTable label={t("list.title")} entries={entries} shown={shown} />
      <Older query={query} count={entries.length} />
    </>
  );
}

/** How much is shown, and the way to what is older. */
function Older({
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage },
  count,
}: {
  query: ReturnType<typeof useWalletEntries>;
  count: number;
}) {
  const t = useTranslations("entry.list");
  const { textOf } = useErrorText();
  const end = useRef<HTMLParagraphElement>(null);
  const hadNextPage = useRef(hasNextPage);
  useEffect(() => {
    // The button goes with the last part; the keyboard stays where it was.
    if (hadNextPage.current && !hasNextPage && document.activeElement === document.body) end.current?.focus();
    hadNextPage.current = hasNextPage;
  }, [hasNextPage]);
  return (
    <div className="mt-4 grid justify-items-center gap-3">
      {isFetchNextPageError && error && (
        <Notice kind="danger" isAnnounced>
          {t("olderFailed")}: {textOf(toPortalError(error))}
        </Notice>
      )}
      <p ref={end} role="status" tabIndex={-1} className="text-ink-soft text-sm outline-none">
        {hasNextPage ? t("shown", { count }) : t("all", { count })}
      </p>
      {hasNextPage && (
        <Button icon={ChevronDown} isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t("older")}
        </Button>
      )}
    </div>
  );
}

/** As high as the first rows will be. */
function HistorySkeleton() {
  return (
    <Loading>
      <div className="grid gap-3">
        {Array.from({ length: 8 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity.
          <Skeleton key={place} className="h-row w-full" />
        ))}
      </div>
    </Loading>
  );
}
