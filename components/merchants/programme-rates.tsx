"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ask } from "@/components/kit/contract";
import { RatesSentence } from "@/components/programme/rates-sentence";
import { programme } from "@/lib/areas/programme/contract";

/** How much a new customer gets back at each merchant, for operators: merchants have no rates of their own. */
export function ProgrammeRates() {
  const t = useTranslations("merchants");
  const { data } = useQuery(ask(programme.desk));
  const first = data?.segments.find(({ isDefault }) => isDefault);
  if (data === undefined || first === undefined) return null;
  return <RatesSentence rates={first} currency={data.programme.currency} lead={t("ratesLead")} />;
}
