"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { Switch } from "@/components/ui/switch";
import { toPortalError } from "@/lib/portal/error";
import { useMe } from "@/lib/portal/use-account";
import { useChangeStaffPolicy, useStaffPolicy } from "@/lib/portal/use-desk-staff";
import { useErrorText } from "@/lib/portal/use-language";

/** Whether everybody who administers must have a second factor; for the programme's operators to say. */
export function PolicyCard() {
  const t = useTranslations("staff.policy");
  const { textOf } = useErrorText();
  const { user } = useMe();
  const { data: policy } = useStaffPolicy();
  const change = useChangeStaffPolicy();
  return (
    <Card className="mb-5">
      {policy ? (
        <Switch
          isSelected={policy.adminsNeedTwoFactor}
          // Whoever asks it of others has it.
          isDisabled={change.isPending || (!user.twoFactorEnabled && !policy.adminsNeedTwoFactor)}
          onChange={(adminsNeedTwoFactor) => change.mutate({ ...policy, adminsNeedTwoFactor })}
        >
          {t("label")}
        </Switch>
      ) : (
        <Skeleton className="h-9" />
      )}
      <p className="mt-1 text-ink-soft text-sm">{user.twoFactorEnabled ? t("hint") : t("ownFirst")}</p>
      {change.error && (
        <Notice kind="danger" isAnnounced className="mt-3">
          {textOf(toPortalError(change.error))}
        </Notice>
      )}
    </Card>
  );
}
