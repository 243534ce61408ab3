"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, ShieldOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { useErrorText } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Loading, Skeleton } from "@/components/ui/states";
import { account as api } from "@/lib/areas/account/contract";
import { isAdmin } from "@/lib/portal/acts/permissions";
import { EnrolDialog } from "./two-factor-enrolment";
import { PasswordDialog } from "./two-factor-password";

/** Few enough that it is time for new ones. */
const FEW_CODES = 3;

/** The second factor of the signed-in user: on or off, and the backup codes that are left. */
export function TwoFactorCard() {
  const t = useTranslations("account.twoFactor");
  const { textOf } = useErrorText();
  const { user } = useMe();
  const { data, error } = useQuery(ask(api.twoFactor));
  const [open, setOpen] = useState<"enrol" | "disable" | "codes" | null>(null);
  const close = () => setOpen(null);
  const left = data?.backupCodesLeft ?? 0;
  return (
    <Card title={t("title")} description={t("lead")}>
      {!data && !error && (
        <Loading>
          <Skeleton className="h-control" />
        </Loading>
      )}
      {error && !data && <Notice kind="danger">{textOf(error)}</Notice>}
      {data?.isEnabled && (
        <div className="grid gap-4">
          <div>
            <Status tone="success" icon={ShieldCheck}>
              {t("on")}
            </Status>
          </div>
          {left < FEW_CODES ? (
            <Notice kind="warning">{t("codesLeft", { count: left })}</Notice>
          ) : (
            <p>{t("codesLeft", { count: left })}</p>
          )}
          <div className="flex flex-wrap gap-3">
            <Button onPress={() => setOpen("codes")}>{t("newCodes")}</Button>
            <Button onPress={() => setOpen("disable")}>{t("disable")}</Button>
          </div>
        </div>
      )}
      {data && !data.isEnabled && (
        <div className="grid gap-4">
          <div>
            <Status tone="warning" icon={ShieldOff}>
              {t("off")}
            </Status>
          </div>
          {isAdmin(user) && (
            <div>
              <Button variant="primary" onPress={() => setOpen("enrol")}>
                {t("enable")}
              </Button>
            </div>
          )}
        </div>
      )}
      {open === "enrol" && <EnrolDialog onClose={close} />}
      {(open === "disable" || open === "codes") && <PasswordDialog purpose={open} onClose={close} />}
    </Card>
  );
}
