"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";

/** Operations of the user wait on this device, and only this user can send them. */
export function SignOutDialog({
  count,
  onStay,
  onLeave,
}: {
  count: number;
  onStay: () => void;
  onLeave: () => void;
}) {
  const t = useTranslations("till.signOut");
  return (
    <ConfirmDialog
      size="small"
      title={t("title")}
      confirmLabel={t("leave")}
      cancelLabel={t("stay")}
      isDangerous
      onConfirm={onLeave}
      onClose={onStay}
    >
      {t("text", { count })}
    </ConfirmDialog>
  );
}
