"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { useSend } from "@/components/kit/contract";
import { toast } from "@/components/ui/toast-queue";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffMember } from "@/lib/areas/staff/desk-schemas";

/** An act for which nothing is typed. */
export type StaffAct = "deactivate" | "reactivate" | "resetTwoFactor";

/** Asks before a person's access is taken away, given back, or their second factor taken away. */
export function StaffActDialog({
  user,
  act,
  onClose,
}: {
  user: StaffMember;
  act: StaffAct;
  onClose: () => void;
}) {
  const t = useTranslations("staff");
  const { name } = user;
  const change = useSend(api[act]);
  return (
    <ConfirmDialog
      title={t(`${act}Title`, { name })}
      confirmLabel={t(act)}
      isDangerous={act !== "reactivate"}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() =>
        change.mutate(
          { params: { userId: user.id } },
          {
            onSuccess: () => {
              toast({ kind: "success", title: t(`${act}Done`, { name }) });
              onClose();
            },
          },
        )
      }
    >
      <p>{t(`${act}Text`)}</p>
    </ConfirmDialog>
  );
}
