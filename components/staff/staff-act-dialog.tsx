"use client";

import { useTranslations } from "next-intl";
import { ActConfirm } from "@/components/kit/act-confirm";
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
  return (
    <ActConfirm
      title={t(`${act}Title`, { name })}
      confirmLabel={t(act)}
      isDangerous={act !== "reactivate"}
      act={api[act]}
      asked={{ params: { userId: user.id } }}
      said={t(`${act}Done`, { name })}
      onClose={onClose}
    >
      <p>{t(`${act}Text`)}</p>
    </ActConfirm>
  );
}
