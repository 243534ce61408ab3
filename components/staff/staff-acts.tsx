"use client";

import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/acts";
import { staff as api } from "@/lib/areas/staff/contract";
import type { StaffLink } from "@/lib/areas/staff/desk-schemas";
import type { StaffMember } from "@/lib/areas/staff/record";

/** An act for which nothing is typed. */
export type StaffAct = "confirm" | "deactivate" | "reactivate" | "resetTwoFactor";

/** Asks before a person is confirmed, or their access or second factor taken away or given back. */
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
  return (
    <ActConfirm
      title={t(`${act}Title`, { name })}
      confirmLabel={t(act)}
      isDangerous={act !== "reactivate" && act !== "confirm"}
      act={api[act]}
      asked={{ params: { userId: user.id } }}
      said={t(`${act}Done`, { name })}
      onClose={onClose}
    >
      <p>{t(`${act}Text`)}</p>
    </ActConfirm>
  );
}

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
      title={t(`${kind}Title`, { name: user.shownName })}
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
