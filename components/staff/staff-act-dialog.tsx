"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { toast } from "@/components/ui/toast-queue";
import type { StaffMember } from "@/lib/areas/staff/desk-schemas";
import type { StaffAct } from "./mutations";
import { useStaffAct } from "./mutations";

/** Asks before somebody's access is taken away, given back, or their second factor taken away. */
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
  const change = useStaffAct();
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
          { userId: user.id, act },
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
