"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { LinkButton } from "@/components/shell/link-button";
import { firstHour as api } from "@/lib/areas/firsthour/contract";
import { FIRST_HOUR_PATH } from "./path";

/** The way to the first hour, put away or not, until the first reward is made. */
export function FirstHourLink() {
  const t = useTranslations("firstHour");
  const { data } = useQuery(ask(api.firstHour));
  if (data === undefined || data.done.includes("reward")) return null;
  return <LinkButton href={FIRST_HOUR_PATH}>{t("title")}</LinkButton>;
}
