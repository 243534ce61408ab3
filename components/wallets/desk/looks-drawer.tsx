"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { askPages } from "@/components/kit/contract";
import { PagedTable } from "@/components/kit/paged-list";
import { Drawer } from "@/components/ui/dialog";
import { DateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { wallets as api } from "@/lib/areas/wallets/contract";

/** People who opened a wallet, with time and way. */
export function LooksDrawer({ walletId, onClose }: { walletId: number; onClose: () => void }) {
  const t = useTranslations("wallets.desk.looks");
  const query = useInfiniteQuery({
    ...askPages(api.looks, { params: { walletId } }),
    staleTime: 0,
  });
  return (
    <Drawer isOpen onOpenChange={onClose} title={t("title")}>
      <p className="mb-4 text-ink-soft">{t("lead")}</p>
      <PagedTable
        label={t("title")}
        query={query}
        rows={query.data?.pages.flatMap(({ looks }) => looks)}
        rowKey={({ id }) => id}
        columns={[
          { id: "person", header: t("person"), cell: ({ by }) => <bdi>{by.name}</bdi> },
          { id: "way", header: t("way"), cell: ({ how }) => t(`how.${how}`) },
          { id: "when", header: t("when"), cell: ({ at }) => <DateTime value={at} /> },
        ]}
        empty={<EmptyState icon={<Eye aria-hidden />} title={t("none")} />}
      />
    </Drawer>
  );
}
