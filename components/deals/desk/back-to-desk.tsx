"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BackLink } from "@/components/kit/back-link";

/** The way back to the list of deals. */
export function BackToDesk(): ReactNode {
  const t = useTranslations("deals.desk");
  return <BackLink href="/manage/deals">{t("back")}</BackLink>;
}
