"use client";

import { ShieldCheck } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { ActButton } from "@/components/kit/acts";
import { may } from "@/components/kit/contract";
import { useMe } from "@/components/kit/use-me";
import { Status } from "@/components/ui/badge";
import { reports as api } from "@/lib/areas/reports/contract";
import type { ReportStanding } from "@/lib/areas/reports/schemas";

const DATE_TIME = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;

/** Up to where the figures go, and that they were compared with the log. */
export function StandingLine({ standing }: { standing: ReportStanding }) {
  const t = useTranslations("reports.standing");
  const format = useFormatter();
  const { user } = useMe();
  const { behind, lastEntryAt, entryId, lagSeconds } = standing;
  const when = (iso: string) => format.dateTime(new Date(iso), DATE_TIME);
  return (
    <div className="flex flex-wrap items-center gap-3 text-ink-soft text-sm">
      <Status tone={behind === 0 ? "success" : "warning"}>
        {behind === 0 ? t("upToDate") : t("behind", { count: behind })}
      </Status>
      {lastEntryAt !== null && <span>{t("upTo", { entry: String(entryId), when: when(lastEntryAt) })}</span>}
      {lagSeconds !== null && <span>{t("copy", { seconds: Math.ceil(lagSeconds) })}</span>}
      {standing.check !== null && (
        <Status tone={standing.check.findings === 0 ? "success" : "danger"}>
          {standing.check.findings === 0
            ? t("checked", { when: when(standing.check.at) })
            : t("differs", { count: standing.check.findings })}
        </Status>
      )}
      {may(user, api.check) && (
        <ActButton
          size="small"
          variant="quiet"
          className="print:hidden"
          icon={ShieldCheck}
          act={api.check}
          asked={{}}
          said={({ findings }) =>
            findings === 0 ? t("checkedNow") : { kind: "problem", title: t("differs", { count: findings }) }
          }
        >
          {t("checkNow")}
        </ActButton>
      )}
    </div>
  );
}
