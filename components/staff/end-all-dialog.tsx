"use client";

import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/act-confirm";
import { staff as api } from "@/lib/areas/staff/contract";

/** Asks before everybody who works for a merchant is signed out. */
export function EndAllSessionsDialog({ merchantId, onClose }: { merchantId: number; onClose: () => void }) {
  const t = useTranslations("staff");
  return (
    <ActConfirm
      title={t("endAllTitle")}
      confirmLabel={t("endAllConfirm")}
      isDangerous
      act={api.endAllSessions}
      asked={{ query: { merchant: merchantId } }}
      said={({ ended }) => t("sessionsEnded", { count: ended })}
      onClose={onClose}
    >
      <p>{t("endAllText")}</p>
    </ActConfirm>
  );
}
