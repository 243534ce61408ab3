"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ActButton } from "@/components/kit/acts";
import { BackLink } from "@/components/kit/back-link";
import { ask } from "@/components/kit/contract";
import { PageHead } from "@/components/shell/page-head";
import { firstHour as api } from "@/lib/areas/firsthour/contract";
import { FirstHour } from "./first-hour";

/** The first hour of a programme. */
export function FirstHourPage() {
  const t = useTranslations("firstHour");
  const { data } = useQuery(ask(api.firstHour));
  const isOver = data?.done.includes("reward") ?? true;
  return (
    <>
      <BackLink href="/manage/merchants">{t("back")}</BackLink>
      <PageHead
        title={t("title")}
        lead={t("lead")}
        actions={
          data &&
          !isOver && (
            <ActButton
              act={api.putAwayFirstHour}
              asked={{ body: { isDismissed: !data.isDismissed } }}
              said={({ isDismissed }) => ({
                kind: "info",
                title: t(isDismissed ? "putAwayDone" : "takenUpDone"),
              })}
            >
              {t(data.isDismissed ? "takeUp" : "putAway")}
            </ActButton>
          )
        }
      />
      <FirstHour />
    </>
  );
}
