"use client";

import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/act-confirm";
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
  const kind = user.hasPassword ? "reset" : "inviteAgain";
  return (
    <ActConfirm
      title={t(`${kind}Title`, { name: user.name })}
      confirmLabel={t("makeLink")}
      isDangerous={user.hasPassword}
      act={api.issueLink}
      asked={{ params: { userId: user.id } }}
      onDone={onIssued}
      onClose={onClose}
    >
      <p>{t(`${kind}Text`)}</p>
    </ActConfirm>
  );
}
