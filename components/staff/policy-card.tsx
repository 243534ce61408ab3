"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask, useSend } from "@/components/kit/contract";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/states";
import { Switch } from "@/components/ui/switch";
import { staff as api } from "@/lib/areas/staff/contract";

/** Whether everybody who administers must have a second factor; for the programme's operators to say. */
export function PolicyCard() {
  const t = useTranslations("staff.policy");
  const { textOf } = useErrorText();
  const { user } = useMe();
  const { data: policy } = useQuery(ask(api.policy));
  const change = useSend(api.setPolicy);
  return (
    <Card className="mb-5">
      {policy ? (
        <Switch
          isSelected={policy.adminsNeedTwoFactor}
          // A person who demands a second factor has one.
          isDisabled={change.isPending || (!user.twoFactorEnabled && !policy.adminsNeedTwoFactor)}
          onChange={(adminsNeedTwoFactor) => change.mutate({ body: { ...policy, adminsNeedTwoFactor } })}
        >
          {t("label")}
        </Switch>
      ) : (
        <Skeleton className="h-9" />
      )}
      <p className="mt-1 text-ink-soft text-sm">{user.twoFactorEnabled ? t("hint") : t("ownFirst")}</p>
      {change.error && (
        <Notice kind="danger" isAnnounced className="mt-3">
          {textOf(change.error)}
        </Notice>
      )}
    </Card>
  );
}
