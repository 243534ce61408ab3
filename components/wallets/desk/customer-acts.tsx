"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/acts";
import { askPages } from "@/components/kit/contract";
import { PagedTable } from "@/components/kit/paged-list";
import { PaperLinks } from "@/components/kit/paper-links";
import { Drawer } from "@/components/ui/dialog";
import { DateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import { customerRights as api } from "@/lib/areas/privacy/contract";
import { wallets } from "@/lib/areas/wallets/contract";
import type { ActProps } from "./act-parts";

/** Takes the customer's consent back, and says the number of the receipt. */
export function WithdrawAct({ wallet, onClose }: ActProps) {
  const t = useTranslations("privacy.customer");
  return (
    <ActConfirm
      title={t("withdraw")}
      confirmLabel={t("withdraw")}
      isDangerous
      act={api.withdraw}
      asked={{ params: { walletId: wallet.id }, body: { version: wallet.version } }}
      said={({ consents }) => t("withdrawn", { number: String(consents[0]?.id ?? "") })}
      onClose={onClose}
    >
      <p>{t("withdrawText")}</p>
    </ActConfirm>
  );
}

/** The customer's file, to save. */
export function PersonFileDrawer({ walletId, onClose }: { walletId: number; onClose: () => void }) {
  const t = useTranslations("privacy.customer");
  return (
    <Drawer isOpen onOpenChange={onClose} title={t("file")}>
      <p className="mb-4 text-ink-soft">{t("fileText")}</p>
      <PaperLinks path={`manage/wallets/${walletId}/file`} />
    </Drawer>
  );
}

/** People who opened a wallet, with time and way. */
export function LooksDrawer({ walletId, onClose }: { walletId: number; onClose: () => void }) {
  const t = useTranslations("wallets.desk.looks");
  const query = useInfiniteQuery({
    ...askPages(wallets.looks, { params: { walletId } }),
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
