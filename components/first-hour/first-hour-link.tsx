"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ActButton } from "@/components/kit/acts";
import { ask } from "@/components/kit/contract";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/link-button";
import { firstHour as api } from "@/lib/areas/firsthour/contract";
import { NEEDED_STEPS } from "@/lib/areas/firsthour/words";

/** The way to the first hour, put away or not, until the first reward is made. */
export function FirstHourLink() {
  const t = useTranslations("firstHour");
  const { data } = useQuery(ask(api.firstHour));
  if (data === undefined || data.done.includes("reward")) return null;
  return <LinkButton href={FIRST_HOUR_PATH}>{t("title")}</LinkButton>;
}

/**
 * Leads an operator to the first hour from wherever they begin, until the first reward is made or a person has put it away.
 * Nothing for everybody else, and for a programme that has begun.
 */
export function FirstHourCard() {
  const t = useTranslations("firstHour");
  const { data } = useQuery(ask(api.firstHour));
  if (data === undefined || data.isDismissed || data.done.includes("reward")) return null;
  return (
    <Card title={t("title")} description={t("lead")} className="mb-5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="me-auto font-medium">
          {t("progress", {
            done: NEEDED_STEPS.filter((step) => data.done.includes(step)).length,
            all: NEEDED_STEPS.length,
          })}
        </p>
        <ActButton
          variant="quiet"
          act={api.putAwayFirstHour}
          asked={{ body: { isDismissed: true } }}
          said={{ kind: "info", title: t("putAwayDone") }}
        >
          {t("putAway")}
        </ActButton>
        <LinkButton href={FIRST_HOUR_PATH} variant="primary">
          {t(data.done.length === 0 ? "begin" : "goOn")}
        </LinkButton>
      </div>
    </Card>
  );
}

/** Where the first hour is. */
const FIRST_HOUR_PATH = "/manage/merchants/first-hour";
