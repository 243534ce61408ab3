"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { BackLink } from "@/components/kit/back-link";
import { ask } from "@/components/kit/contract";
import { LastMoment } from "@/components/kit/last-moment";
import { QueryState } from "@/components/kit/query-state";
import { useInLanguage } from "@/components/kit/use-language";
import { useNavigation } from "@/components/kit/use-navigation";
import { useShortcut } from "@/components/shell/shortcuts";
import { Card } from "@/components/ui/card";
import { Fact } from "@/components/ui/fact";
import { Code } from "@/components/ui/format";
import { Skeleton } from "@/components/ui/states";
import { deals as api } from "@/lib/areas/deals/contract";
import type { Deal } from "@/lib/areas/deals/schemas";
import { useOpenedDeal } from "./count-looks";
import { DealBranches } from "./deal-branches";
import { DealGone } from "./deal-gone";
import { DealPicture, MerchantLogo } from "./deal-picture";
import { EndsSoon, RatePlans, useDiscountText } from "./deal-words";
import { arriveFromList, isListBehind, listAddressBefore } from "./list-place";

/** Everything about one deal, for whoever is asked about it at the till. */
export function DealPage({ dealId }: { dealId: number }) {
  const query = useQuery(ask(api.one, { params: { dealId } }, { follows: 60, refetchOnWindowFocus: true }));
  // The deal ended while it was being read: the shown state is no longer true.
  if (query.error?.code === "not_found") return <DealGone />;
  return (
    <QueryState query={query} headingLevel={1} loading={<DealPageSkeleton />}>
      {(deal) => <DealDetails deal={deal} />}
    </QueryState>
  );
}

function DealDetails({ deal }: { deal: Deal }) {
  const t = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  const discount = useDiscountText()(deal);
  const title = inLanguage(deal.title);
  useOpenedDeal(deal.id);
  return (
    <>
      <BackToDeals />
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <DealPicture
          image={deal.image}
          categoryIcon={deal.category.icon}
          alt={t("imageOf", { title })}
          place={0}
          sizes="(width>=64rem) 38rem,100vw"
          className="rounded-2xl border border-line"
        />
        <div>
          <p className="flex items-center gap-2.5 text-ink-soft">
            <MerchantLogo image={deal.merchant.image} className="size-8" />
            <bdi>{inLanguage(deal.merchant.name)}</bdi>
          </p>
          <DealHeading>{title}</DealHeading>
          <p className="mt-2 font-semibold text-2xl text-accent">{discount}</p>
          <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
            <EndsSoon daysLeft={deal.daysLeft} />
            <RatePlans ratePlans={deal.ratePlans} />
          </div>
          <DealFacts deal={deal} />
        </div>
      </div>
      <div className="mt-6 grid items-start gap-6 lg:mt-8 lg:grid-cols-2 lg:gap-8">
        <LongText title={t("description")} text={inLanguage(deal.description)} />
        <LongText title={t("terms")} text={inLanguage(deal.terms)} />
      </div>
      <DealBranches branches={deal.branches} />
    </>
  );
}

/** Takes the focus when the deal was opened from the list, so that reading and tabbing go on from here. */
function DealHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arriveFromList()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="mt-3 font-semibold text-2xl outline-none sm:text-3xl">
      <bdi>{children}</bdi>
    </h1>
  );
}

function BackToDeals() {
  const t = useTranslations("deals.browse");
  const navigation = useNavigation();
  const back = () => {
    if (isListBehind()) navigation.back();
    else navigation.push(listAddressBefore());
  };
  useShortcut({ keys: ["B"], label: t("back"), onUse: back });
  return (
    <BackLink
      href="/deals"
      // Back is where the list was left: its filters, its place and its focus.
      onNavigate={(event) => {
        event.preventDefault();
        back();
      }}
    >
      {t("back")}
    </BackLink>
  );
}

function DealFacts({ deal }: { deal: Deal }) {
  const t = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  return (
    <dl className="mt-5 border-line border-t">
      <Fact isAcross className="border-line border-b" name={t("getUntil")}>
        <LastMoment end={deal.endsAt} />
      </Fact>
      <Fact isAcross className="border-line border-b" name={t("useUntil")}>
        <LastMoment end={deal.expiresAt} />
      </Fact>
      <Fact isAcross className="border-line border-b" name={t("ratePlan")}>
        {deal.ratePlans.length === 0 ? t("everybody") : <bdi>{deal.ratePlans.join(", ")}</bdi>}
      </Fact>
      <Fact isAcross className="border-line border-b" name={t("category")}>
        <bdi>{inLanguage(deal.category.name)}</bdi>
      </Fact>
      <Fact isAcross className="border-line border-b" name={t("offerNumber")}>
        <Code>{deal.offerNumber}</Code>
      </Fact>
    </dl>
  );
}

/** A text with the line breaks that it was written with. */
function LongText({ title, text }: { title: string; text: string }) {
  if (text === "") return null;
  return (
    <Card title={title}>
      <p dir="auto" className="max-w-prose whitespace-pre-line leading-relaxed">
        {text}
      </p>
    </Card>
  );
}

/** The place of a deal that is being loaded. */
export function DealPageSkeleton() {
  return (
    <>
      <Skeleton className="mb-4 h-10 w-28" />
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <Skeleton className="aspect-3/2 w-full rounded-2xl" />
        <div>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="mt-3 h-9 w-4/5" />
          <Skeleton className="mt-3 h-8 w-1/2" />
          <Skeleton className="mt-5 h-56 w-full" />
        </div>
      </div>
    </>
  );
}
