"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/kit/confirm-dialog";
import { useSend } from "@/components/kit/contract";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffLink, StaffMember } from "@/lib/areas/staff/desk-schemas";

/** Asks before a person's way in is replaced by a link. */
export function IssueLinkDialog({
  user,
  onIssued,
  onClose,
}: {
  user: StaffMember;
  onIssued: (issued: StaffLink) => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff");
  const issue = useSend(api.issueLink);
  const kind = user.hasPassword ? "reset" : "inviteAgain";
  return (
    <ConfirmDialog
      title={t(`${kind}Title`, { name: user.name })}
      confirmLabel={t("makeLink")}
      isDangerous={user.hasPassword}
      isPending={issue.isPending}
      error={issue.error}
      onClose={onClose}
      onConfirm={() => issue.mutate({ params: { userId: user.id } }, { onSuccess: onIssued })}
    >
      <p>{t(`${kind}Text`)}</p>
    </ConfirmDialog>
  );
}
