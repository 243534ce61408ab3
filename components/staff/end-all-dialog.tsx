"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { toast } from "@/components/ui/toast-queue";
import { useEndAllStaffSessions } from "./mutations";

/** Asks before everybody who works for a merchant is signed out. */
export function EndAllSessionsDialog({ merchantId, onClose }: { merchantId: number; onClose: () => void }) {
  const t = useTranslations("staff");
  const end = useEndAllStaffSessions();
  return (
    <ConfirmDialog
      title={t("endAllTitle")}
      confirmLabel={t("endAllConfirm")}
      isDangerous
      isPending={end.isPending}
      error={end.error}
      onClose={onClose}
      onConfirm={() =>
        end.mutate(merchantId, {
          onSuccess: ({ ended }) => {
            toast({ kind: "success", title: t("sessionsEnded", { count: ended }) });
            onClose();
          },
        })
      }
    >
      <p>{t("endAllText")}</p>
    </ConfirmDialog>
  );
}
