"use client";

import { today } from "@internationalized/date";
import { NextIntlClientProvider, useTimeZone, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { DealCard } from "@/components/deals/deal-card";
import { lastDayOf } from "@/components/kit/wall-clock";
import { LANGUAGE_OPTIONS } from "@/components/ui/language-options";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/states";
import { useLanguage } from "@/components/ui/use-language";
import type { DealDeskChoices } from "@/lib/areas/deals/desk-schemas";
import type { DealSummary } from "@/lib/areas/deals/schemas";
import { inLanguage, type Language } from "@/lib/platform/language";
import { loadMessages, type Messages } from "@/lib/platform/messages";
import { DIRECTION, INTL_LOCALE } from "@/lib/platform/preferences";
import type { DealForm } from "./deal-form";

export interface DealPreviewProps {
  form: DealForm;
  merchantId: number | null;
  choices: DealDeskChoices;
}

/** The customer's view while the deal is being written, in either language: the card of the deals' page and the opened deal. */
export function DealPreview(props: DealPreviewProps) {
  const t = useTranslations("deals.desk.preview");
  const [language, setLanguage] = useState<Language>(useLanguage());
  return (
    <section aria-label={t("title")}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-lg">{t("title")}</h2>
        <RadioGroup
          label={t("language")}
          isLabelHidden
          options={LANGUAGE_OPTIONS}
          value={language}
          onChange={setLanguage}
        />
      </div>
      <InLanguage language={language}>
        <Preview {...props} language={language} />
      </InLanguage>
    </section>
  );
}

/** Its own language's texts, figures and direction, whatever those of the page are. */
function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  const [messages, setMessages] = useState<Partial<Record<Language, Messages>>>({});
  useEffect(() => {
    let isGone = false;
    void loadMessages(language).then((loaded) => {
      if (!isGone) setMessages((known) => ({ ...known, [language]: loaded }));
    });
    return () => {
      isGone = true;
    };
  }, [language]);
  const loaded = messages[language];
  if (loaded === undefined) return <Skeleton className="h-96 w-full rounded-3xl" />;
  return (
    <NextIntlClientProvider locale={INTL_LOCALE[language]} messages={loaded}>
      {children}
    </NextIntlClientProvider>
  );
}

function Preview({ language, ...props }: DealPreviewProps & { language: Language }) {
  const t = useTranslations("deals.browse");
  const { form, choices } = props;
  const deal = useSummary(props);
  const openIds = choices.branches.filter(({ isActive }) => isActive).map(({ id }) => id);
  const read = (en: string, ar: string) => inLanguage({ en, ar }, language);
  return (
    <div
      lang={language}
      dir={DIRECTION[language]}
      data-testid="deal-preview"
      className="rounded-3xl border border-line-strong bg-canvas p-3 shadow-card"
    >
      {/* A picture of a card: it opens nothing. */}
      <div inert>
        <DealCard deal={deal} view="cards" place={0} sizes="(width>=80rem) 21rem,100vw" />
      </div>
      <LongText title={t("description")} text={read(form.descriptionEn, form.descriptionAr)} />
      <LongText title={t("terms")} text={read(form.termsEn, form.termsAr)} />
      <p className="px-1 pt-3 text-ink-soft text-sm">
        {t("branches", { count: form.branchIds.filter((id) => openIds.includes(id)).length })}
      </p>
    </div>
  );
}

function LongText({ title, text }: { title: string; text: string }) {
  if (text.trim() === "") return null;
  return (
    <div className="px-1 pt-3">
      <h3 className="font-medium text-sm">{title}</h3>
      <p dir="auto" className="whitespace-pre-line break-words text-ink-soft text-sm leading-relaxed">
        {text}
      </p>
    </div>
  );
}

/** The deal as the list of live deals would have it; what is not written yet is a dash. */
function useSummary({ form, merchantId, choices }: DealPreviewProps): DealSummary {
  const zone = useTimeZone() ?? "UTC";
  const merchant = choices.merchants.find(({ id }) => id === merchantId);
  const category = choices.categories.find(({ id }) => id === form.categoryId);
  const endsAt = form.endDate ?? new Date(0).toISOString();
  const lastDay = lastDayOf(endsAt, zone);
  return {
    id: 0,
    title: { en: form.titleEn || "—", ar: form.titleAr },
    offerNumber: form.offerNumber,
    merchant: {
      id: merchantId ?? 0,
      name: merchant?.name ?? { en: "—", ar: "—" },
      image: merchant?.image ?? "",
    },
    category: {
      id: form.categoryId ?? 0,
      name: category?.name ?? { en: "—", ar: "—" },
      icon: category?.icon ?? "tag",
    },
    discountType: form.discountType,
    discount: form.discount ?? 0,
    image: form.imageHash === null ? "" : `/images/${form.imageHash}`,
    endsAt,
    expiresAt: form.expiryDate ?? endsAt,
    daysLeft: lastDay?.compare(today(zone)) ?? 0,
    ratePlans: form.ratePlans,
    // The note about the reader's own branch is for its staff only.
    branchIds: [],
  };
}
