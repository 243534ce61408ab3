"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask, useSend } from "@/components/kit/contract";
import { Refusal } from "@/components/kit/refusal";
import { useMe } from "@/components/kit/use-me";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/states";
import { Switch } from "@/components/ui/switch";
import { staff as api } from "@/lib/areas/staff/contract";

/** Whether everybody who administers must have a second factor; for the programme's operators to say. */
export function PolicyCard() {
  const t = useTranslations("staff.policy");
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
      <Refusal error={change.error} className="mt-3" />
    </Card>
  );
}
