"use client";

import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/acts";
import { PaperLinks } from "@/components/kit/paper-links";
import { Drawer } from "@/components/ui/dialog";
import { customerRights as api } from "@/lib/areas/privacy/contract";
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
