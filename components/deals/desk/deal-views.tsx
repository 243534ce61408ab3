"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ask } from "@/components/kit/contract";
import { QueryState } from "@/components/kit/query-state";
import { LANGUAGE_OPTIONS } from "@/components/ui/language-options";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/states";
import { Tabs } from "@/components/ui/tabs";
import { useLanguage } from "@/components/ui/use-language";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DeskDeal } from "@/lib/areas/deals/desk-schemas";
import { DealPreview, type DealPreviewProps } from "./deal-preview";

/** A deal as customers see it while it is written, and as GetDeals answers it once it is saved. */
export function DealViews({ deal, ...preview }: DealPreviewProps & { deal: DeskDeal | null }) {
  const t = useTranslations("deals.desk.views");
  if (deal === null) return <DealPreview {...preview} />;
  return (
    <Tabs
      label={t("title")}
      tabs={[
        { id: "customers", label: t("customers"), content: <DealPreview {...preview} /> },
        { id: "answer", label: t("answer"), content: <OwnAnswer deal={deal} /> },
      ]}
    />
  );
}

/** The deal within the answer for its rate plan: now, or from its first moment on where that is still to come. */
function OwnAnswer({ deal: { id, state, startDate, ratePlans } }: { deal: DeskDeal }) {
  const t = useTranslations("deals.desk.views");
  const tAnswer = useTranslations("deals.desk.answer");
  const [language, setLanguage] = useState(useLanguage());
  const [ratePlan] = ratePlans;
  const query = useQuery({
    ...ask(api.answer, {
      query: {
        language,
        ...(ratePlan !== undefined && { ratePlan }),
        ...(state === "scheduled" && { at: startDate }),
      },
    }),
    staleTime: 0,
  });
  return (
    <section aria-label={t("answer")} className="grid gap-3">
      <RadioGroup
        label={tAnswer("language")}
        options={LANGUAGE_OPTIONS}
        value={language}
        onChange={setLanguage}
      />
      <QueryState query={query} loading={<Skeleton className="h-64 w-full rounded-2xl" />}>
        {({ envelope: { deals } }) => {
          const place = deals.findIndex(({ Id }) => Id === id);
          if (place === -1) return <Notice kind="info">{t("notAnswered")}</Notice>;
          return (
            <>
              <p className="text-ink-soft">
                {t(state === "scheduled" ? "answeredLater" : "answered", {
                  place: place + 1,
                  count: deals.length,
                })}
              </p>
              <section
                aria-label={tAnswer("wire")}
                dir="ltr"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
                tabIndex={0}
                className="max-h-96 overflow-auto rounded-2xl border border-line bg-surface p-4 text-sm"
              >
                <pre>{JSON.stringify(deals[place], null, 2)}</pre>
              </section>
            </>
          );
        }}
      </QueryState>
    </section>
  );
}
