"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTimeZone, useTranslations } from "next-intl";
import { DealPicture } from "@/components/deals/deal-picture";
import { useDiscountText } from "@/components/deals/deal-words";
import { BackLink } from "@/components/kit/back-link";
import { ask } from "@/components/kit/contract";
import { LastMoment } from "@/components/kit/last-moment";
import { QueryState } from "@/components/kit/query-state";
import { useMoreRows } from "@/components/kit/use-more-rows";
import { useReadAddress } from "@/components/kit/use-read-address";
import { instantOf, wallClockOf } from "@/components/kit/wall-clock";
import { PageHead } from "@/components/shell/page-head";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DateTimePicker } from "@/components/ui/date-field";
import { DateTime } from "@/components/ui/format";
import { LANGUAGE_OPTIONS } from "@/components/ui/language-options";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { EmptyState, Skeleton } from "@/components/ui/states";
import { useFormatter } from "@/components/ui/use-formatter";
import { useLanguage } from "@/components/ui/use-language";
import { deskDeals as api } from "@/lib/areas/deals/desk-contract";
import type { DealAnswer, DealAnswerRequest } from "@/lib/areas/deals/desk-schemas";

const loadRead = async () => (await import("@/lib/areas/deals/desk-schemas")).readAnswerRequest;
const BARE: DealAnswerRequest = {};

/** GetDeals' answer for a rate plan, in a language, at a moment: by the code that answers it. */
export function DealAnswerPage() {
  const t = useTranslations("deals.desk.answer");
  const tDesk = useTranslations("deals.desk");
  const request = useReadAddress(loadRead, BARE);
  const query = useQuery({
    ...ask(api.answer, { query: request }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <>
      <BackLink href="/manage/deals">{tDesk("back")}</BackLink>
      <PageHead title={t("title")} lead={t("lead")} />
      <Question request={request} answeredAt={query.data?.at} />
      <QueryState query={query} loading={<AnswerSkeleton />}>
        {(answer) => <Answer answer={answer} request={request} />}
      </QueryState>
    </>
  );
}

function Question({ request, answeredAt }: { request: DealAnswerRequest; answeredAt: string | undefined }) {
  const t = useTranslations("deals.desk.answer");
  const tDeals = useTranslations("deals.browse");
  const zone = useTimeZone() ?? "UTC";
  const { data: choices } = useQuery({ ...ask(api.deskChoices), refetchOnWindowFocus: true });
  const known = choices?.ratePlans ?? [];
  const { ratePlan = "", language = "en", at } = request;
  const plans = ratePlan === "" || known.includes(ratePlan) ? known : [...known, ratePlan];
  const change = (changes: DealAnswerRequest) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...request, ...changes }))
      if (value) parameters.set(name, value);
    window.history.replaceState(null, "", `/manage/deals/answer?${parameters}`);
  };
  return (
    <Card className="mb-5">
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[1fr_1fr_1.4fr]">
        <Select
          label={tDeals("ratePlan")}
          options={[{ id: "", label: t("noPlan") }, ...plans.map((plan) => ({ id: plan, label: plan }))]}
          value={ratePlan}
          onChange={(plan) => change({ ratePlan: plan })}
        />
        <RadioGroup
          label={t("language")}
          options={LANGUAGE_OPTIONS}
          value={language}
          onChange={(chosen) => change({ language: chosen })}
        />
        <div className="flex flex-wrap items-end gap-2">
          <DateTimePicker
            label={t("at")}
            value={wallClockOf(at ?? answeredAt ?? null, zone)}
            onChange={(value) => value && change({ at: instantOf(value, zone) })}
            className="min-w-56 flex-1"
          />
          <Button isDisabled={at === undefined} onPress={() => change({ at: "" })}>
            {t("now")}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Answer({ answer, request }: { answer: DealAnswer; request: DealAnswerRequest }) {
  const t = useTranslations("deals.desk.answer");
  const tDeals = useTranslations("deals.browse");
  const format = useFormatter();
  const discount = useDiscountText();
  const pageLanguage = useLanguage();
  const { language = "en", ratePlan } = request;
  const { deals } = answer.envelope;
  const { shown, more } = useMoreRows(deals);
  return (
    <>
      <div role="status" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="font-semibold text-lg">{tDeals("count", { count: deals.length })}</h2>
        <DateTime value={answer.at} className="text-ink-soft" />
      </div>
      {answer.hiddenCount > 0 && (
        <Notice kind="info" className="mb-4">
          {t("hidden", { count: answer.hiddenCount })}
        </Notice>
      )}
      {deals.length === 0 && <EmptyState title={t("none")}>{t("noneText")}</EmptyState>}
      <ol className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-3">
        {shown.map((deal, index) => (
          <li key={deal.Id} className="flex gap-3 rounded-2xl border border-line bg-surface p-3 shadow-card">
            <span className="w-20 shrink-0">
              <DealPicture image={pathOf(deal.Image)} categoryIcon="tag" alt="" className="rounded-lg" />
            </span>
            <span className="min-w-0">
              <span className="block text-ink-faint text-sm">
                {t("place", { place: format.number(index + 1) })}
                {deal.SortingNumber !== null && ` · ${t("number", { number: deal.SortingNumber })}`}
              </span>
              <span lang={language} className={language === pageLanguage ? undefined : "foreign-word"}>
                <bdi className="block break-words font-medium">{deal.Title}</bdi>
              </span>
              <span className="block text-sm">
                {discount({ discountType: deal.DiscountType, discount: deal.Discount })}
              </span>
              <span className="block text-ink-soft text-sm">
                <bdi>{deal.Merchant}</bdi> · {tDeals("until")} <LastMoment end={deal.EndDate} /> ·{" "}
                {tDeals("branches", { count: deal.Branches.length })}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {more}
      <details className="mt-5 rounded-2xl border border-line bg-surface shadow-card">
        <summary className="cursor-pointer px-5 py-4 font-medium">{t("wire")}</summary>
        <p dir="ltr" className="break-words px-5 text-ink-soft text-sm">
          <code>
            GET /api/Integration/v1/GetDeals{ratePlan && `?ratePlan=${encodeURIComponent(ratePlan)}`}
            <br />
            Accept-Language: {language}
          </code>
        </p>
        <section
          aria-label={t("wire")}
          dir="ltr"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
          tabIndex={0}
          className="max-h-96 overflow-auto p-5 text-sm"
        >
          <pre>{JSON.stringify(answer.envelope, null, 2)}</pre>
        </section>
      </details>
    </>
  );
}

/** The pictures are this service's own, whatever address callers reach it by. */
function pathOf(image: string): string {
  return /\/images\/[0-9a-f]{64}$/.exec(image)?.[0] ?? "";
}

function AnswerSkeleton() {
  return (
    <div className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-3">
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-24 w-full rounded-2xl" />
      ))}
    </div>
  );
}
