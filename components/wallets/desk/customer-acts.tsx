"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { useSend } from "@/components/kit/contract";
import { PaperLinks } from "@/components/kit/paper-links";
import { Drawer } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-queue";
import { customerRights as api } from "@/lib/areas/privacy/contract";
import type { ActProps } from "./act-parts";

/** Takes the customer's consent back, and says the number of the receipt. */
export function WithdrawAct({ wallet, onClose }: ActProps) {
  const t = useTranslations("privacy.customer");
  const act = useSend(api.withdraw);
  return (
    <ConfirmDialog
      title={t("withdraw")}
      confirmLabel={t("withdraw")}
      isDangerous
      isPending={act.isPending}
      error={act.error}
      onClose={onClose}
      onConfirm={() =>
        act.mutate(
          { params: { walletId: wallet.id }, body: { version: wallet.version } },
          {
            onSuccess: ({ consents }) => {
              toast({ kind: "success", title: t("withdrawn", { number: String(consents[0]?.id ?? "") }) });
              onClose();
            },
          },
        )
      }
    >
      <p>{t("withdrawText")}</p>
    </ConfirmDialog>
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
