"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

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
    <Dialog
      role="alertdialog"
      size="small"
      isOpen
      onOpenChange={onStay}
      title={t("title")}
      actions={
        <>
          <Button onPress={onLeave}>{t("leave")}</Button>
          <Button variant="primary" onPress={onStay} autoFocus>
            {t("stay")}
          </Button>
        </>
      }
    >
      {t("text", { count })}
    </Dialog>
  );
}
