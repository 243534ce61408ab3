"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useNow, useTranslations } from "next-intl";
import { useInLanguage } from "@/components/kit/use-language";
import type { DealDeskChoices, DeskDeal } from "@/lib/areas/deals/desk-schemas";
import { type DealWarning, dealWarnings } from "@/lib/areas/deals/warnings";
import type { DealSchedule } from "@/lib/portal/acts/deal-states";
import type { DealForm } from "./deal-form";
import { useLackingText } from "./use-lacking-text";

export interface DealWarningsProps {
  form: DealForm;
  deal: DeskDeal | null;
  merchantId: number | null;
  choices: DealDeskChoices;
}

/** Hints while the deal is being written; the list of deals has the same by the same rules. */
export function DealWarnings(props: DealWarningsProps) {
  const t = useTranslations("deals.desk.warnings");
  const warnings = useWarnings(props);
  if (warnings.length === 0) return null;
  return (
    <section
      aria-label={t("title")}
      className="rounded-xl bg-warning-soft px-4 py-3 text-warning-soft-ink"
      data-testid="deal-warnings"
    >
      <h2 className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        {t("title")}
      </h2>
      <ul className="mt-1 list-disc ps-7">
        {warnings.map((warning) => (
          <li key={warning.kind}>
            <Warning warning={warning} choices={props.choices} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** So many of the other deals are named. */
const NAMED_MAX = 5;

function Warning({ warning, choices }: { warning: DealWarning; choices: DealDeskChoices }) {
  const t = useTranslations("deals.desk.warnings");
  const lackingText = useLackingText();
  const inLanguage = useInLanguage();
  if (warning.kind === "no_arabic" || warning.kind === "no_english")
    return t(warning.kind, { texts: warning.texts.map((text) => t(`texts.${text}`)).join(t("comma")) });
  if (warning.kind === "lacks") return t("lacks", { parts: lackingText(warning.parts) });
  if (warning.kind !== "overlap") return t(warning.kind);
  const others = warning.dealIds.flatMap((id) => choices.deals.find((deal) => deal.id === id) ?? []);
  return (
    <>
      {t("overlap", { count: others.length })}{" "}
      {others.slice(0, NAMED_MAX).map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && t("comma")}
          <Link href={`/manage/deals/${id}`} className="underline underline-offset-2">
            <bdi>{inLanguage(title)}</bdi>
          </Link>
        </span>
      ))}
      {others.length > NAMED_MAX && t("others", { count: others.length - NAMED_MAX })}
    </>
  );
}

function useWarnings({ form, deal, merchantId, choices }: DealWarningsProps): DealWarning[] {
  const now = useNow({ updateInterval: 60_000 });
  if (deal?.state === "ended") return [];
  const category = choices.categories.find(({ id }) => id === form.categoryId);
  const moment = (date: string | null) => (date === null ? null : new Date(date));
  const schedule = {
    state: deal?.storedState ?? "draft",
    startDate: moment(form.startDate),
    endDate: moment(form.endDate),
  } as DealSchedule;
  const others = choices.deals.map((other) => ({
    ...other,
    startDate: new Date(other.startDate),
    endDate: new Date(other.endDate),
  }));
  return dealWarnings(
    {
      ...form,
      id: deal?.id ?? null,
      merchantId: merchantId ?? 0,
      ...schedule,
      hasImage: form.imageHash !== null,
      isCategoryActive: category?.isActive ?? true,
    },
    others,
    now,
  );
}
