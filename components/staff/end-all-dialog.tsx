"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { useSend } from "@/components/kit/contract";
import { toast } from "@/components/ui/toast-queue";
import { staff as api } from "@/lib/areas/staff/contract";

/** Asks before everybody who works for a merchant is signed out. */
export function EndAllSessionsDialog({ merchantId, onClose }: { merchantId: number; onClose: () => void }) {
  const t = useTranslations("staff");
  const end = useSend(api.endAllSessions);
  return (
    <ConfirmDialog
      title={t("endAllTitle")}
      confirmLabel={t("endAllConfirm")}
      isDangerous
      isPending={end.isPending}
      error={end.error}
      onClose={onClose}
      onConfirm={() =>
        end.mutate(
          { query: { merchant: merchantId } },
          {
            onSuccess: ({ ended }) => {
              toast({ kind: "success", title: t("sessionsEnded", { count: ended }) });
              onClose();
            },
          },
        )
      }
    >
      <p>{t("endAllText")}</p>
    </ConfirmDialog>
  );
}
