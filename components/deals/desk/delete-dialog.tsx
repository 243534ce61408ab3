"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { toast } from "@/components/ui/toast-queue";
import { useDeleteDeal } from "./deal-acts";

/** Asks before a draft is removed for ever. */
export function DeleteDealDialog({
  deal,
  onClose,
  onDeleted,
}: {
  deal: { id: number; version: number; name: string };
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useTranslations("deals.desk.deletion");
  const mutation = useDeleteDeal();
  const carryOut = () =>
    mutation.mutate(deal, {
      onSuccess: () => {
        toast({ kind: "success", title: t("done"), detail: deal.name });
        onClose();
        onDeleted?.();
      },
    });
  return (
    <ConfirmDialog
      title={t("title", { name: deal.name })}
      confirmLabel={t("confirm")}
      isDangerous
      isPending={mutation.isPending}
      error={mutation.error}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <p>{t("text")}</p>
    </ConfirmDialog>
  );
}
