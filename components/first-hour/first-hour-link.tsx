"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/shell/link-button";
import { FIRST_HOUR_PATH } from "./path";
import { firstHourQuery } from "./queries";

/** The way to the first hour, put away or not, until the first reward is made. */
export function FirstHourLink() {
  const t = useTranslations("firstHour");
  const { data } = useQuery(firstHourQuery);
  if (data === undefined || data.done.includes("reward")) return null;
  return <LinkButton href={FIRST_HOUR_PATH}>{t("title")}</LinkButton>;
}
