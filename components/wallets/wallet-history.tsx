"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ListX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { EntryFilter } from "@/components/entries/entry-filter";
import { EntryFilters } from "@/components/entries/entry-filters";
import { EntryTable } from "@/components/entries/entry-table";
import { useEntryFilter } from "@/components/entries/use-entry-filter";
import type { ShownEntry } from "@/components/entries/use-shown-entry";
import { askPages } from "@/components/kit/contract";
import { PagedList } from "@/components/kit/paged-list";
import { useMe } from "@/components/kit/use-me";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/states";
import { entries as api } from "@/lib/areas/entries/contract";

/** Everything that ever happened to a wallet's points, the newest first. */
export function WalletHistory({ walletId, shown }: { walletId: number; shown: ShownEntry }) {
  const t = useTranslations("entries");
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
  filter: EntryFilter;
  onClear: () => void;
  shown: ShownEntry;
}) {
  const t = useTranslations("entries");
  const query = useInfiniteQuery(askPages(api.ofWallet, { params: { walletId }, query: filter }));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const count = entries?.length ?? 0;
  return (
    <PagedList
      query={query}
      rows={entries}
      empty={
        Object.keys(filter).length > 0 ? (
          <EmptyState
            icon={<ListX aria-hidden />}
            title={t("list.nothing")}
            actions={<Button onPress={onClear}>{t("filters.clear")}</Button>}
          />
        ) : (
          <EmptyState title={t("list.empty")}>{t("list.emptyText")}</EmptyState>
        )
      }
      moreLabel={t("list.older")}
      summary={query.hasNextPage ? t("list.shown", { count }) : t("list.all", { count })}
    >
      {(rows) => <EntryTable label={t("list.title")} entries={rows} shown={shown} />}
    </PagedList>
  );
}
