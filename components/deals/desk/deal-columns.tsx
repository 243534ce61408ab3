"use client";

import { Languages, PencilLine, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { OwnRequest } from "@/components/adjustments/own-request";
import { DealPicture } from "@/components/deals/deal-picture";
import { RatePlans, useDealTitle, useDiscountText } from "@/components/deals/deal-words";
import { LastMoment } from "@/components/kit/last-moment";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { OfferState } from "@/components/offers/offer-state";
import { Status } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { Code, DateTime } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";
import type { ListedDeal } from "@/lib/areas/deals/desk-schemas";
import { DealInterestLine } from "./deal-interest";
import { OrderHandle } from "./order-handle";
import type { DealOrder } from "./use-deal-order";
import { useLackingText } from "./use-lacking-text";

export function useDealColumns(order: DealOrder | null): Column<ListedDeal>[] {
  const t = useTranslations("deals.desk");
  const inLanguage = useInLanguage();
  const isOperator = useMe().merchant === null;
  return [
    { id: "deal", header: t("deal"), cell: (deal) => <DealCell deal={deal} order={order} /> },
    ...(isOperator
      ? [
          {
            id: "merchant",
            header: t("merchant"),
            cell: ({ merchant }: ListedDeal) => <bdi>{inLanguage(merchant.name)}</bdi>,
          },
        ]
      : []),
    {
      id: "state",
      header: t("state"),
      cell: ({ state, untranslated, ...deal }) => (
        <span className="flex flex-wrap items-center gap-1.5 cards:justify-end">
          <OfferState state={state} />
          <Lacking parts={deal.lacks} />
          <MissingTranslations {...untranslated} />
          <Notes warnings={deal.warnings} />
          <OwnRequest area="deals" id={deal.id} />
        </span>
      ),
    },
    {
      id: "dates",
      header: t("period"),
      cell: ({ startDate, endDate, ratePlans }) => (
        <span className="flex flex-col items-start gap-0.5 text-sm cards:items-end">
          <Period start={startDate} end={endDate} />
          <RatePlans ratePlans={ratePlans} />
        </span>
      ),
    },
    {
      id: "interest",
      header: t("interest.header"),
      cell: ({ interest }) => <DealInterestLine interest={interest} />,
    },
  ];
}

/** Parts without which the draft cannot be published. */
function Lacking({ parts }: { parts: ListedDeal["lacks"] }) {
  const t = useTranslations("deals.desk");
  const named = useLackingText()(parts);
  if (parts.length === 0) return null;
  return (
    <Status tone="warning" icon={PencilLine}>
      {t("lacks", { parts: named })}
    </Status>
  );
}

/** First and last day; a draft may lack one of them or both. */
function Period({ start, end }: { start: string | null; end: string | null }) {
  const t = useTranslations("deals.desk");
  if (start === null && end === null) return <span className="text-ink-soft">{t("noDates")}</span>;
  return (
    <span>
      {start === null ? "…" : <DateTime value={start} style="date" />} –{" "}
      {end === null ? "…" : <LastMoment end={end} />}
    </span>
  );
}

/** Languages that customers would miss, with the texts that are not written in them. */
function MissingTranslations({ en, ar }: ListedDeal["untranslated"]) {
  const t = useTranslations("deals.desk");
  const missing = [
    { language: "ar", texts: ar },
    { language: "en", texts: en },
  ] as const;
  return missing.map(
    ({ language, texts }) =>
      texts.length > 0 && (
        <Status key={language} tone="warning" icon={Languages}>
          {t(`missing.${language}`, {
            texts: texts.map((text) => t(`warnings.texts.${text}`)).join(t("warnings.comma")),
          })}
        </Status>
      ),
  );
}

/** Warnings that have a mark of their own. */
const MARKED: ReadonlySet<ListedDeal["warnings"][number]> = new Set(["lacks", "no_arabic", "no_english"]);

/** How much else deserves a second look. */
function Notes({ warnings }: Pick<ListedDeal, "warnings">) {
  const t = useTranslations("deals.desk");
  const count = warnings.filter((kind) => !MARKED.has(kind)).length;
  if (count === 0) return null;
  return (
    <span className="inline-flex items-center gap-1 text-sm text-warning">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {t("warningCount", { count })}
    </span>
  );
}

function DealCell({ deal, order }: { deal: ListedDeal; order: DealOrder | null }) {
  const t = useTranslations("deals.desk");
  const title = useDealTitle()(deal) || t("untitled");
  const discountText = useDiscountText();
  const { discountType, discount } = deal;
  const name = useInLanguage()(deal.title) || t("untitled");
  return (
    <span className="flex items-center gap-3 text-start">
      {order && order.placeOf(deal.id) >= 0 && <OrderHandle deal={{ id: deal.id, name }} order={order} />}
      <span className={cx("w-16 shrink-0 max-sm:hidden", order && "max-xl:hidden")}>
        <DealPicture
          image={deal.image}
          categoryIcon={deal.category?.icon ?? "tag"}
          alt=""
          className="rounded-md"
        />
      </span>
      <span className="min-w-0">
        <Link
          href={`/manage/deals/${deal.id}`}
          className="font-medium underline-offset-4 hover:underline max-sm:py-1"
        >
          <bdi>{title}</bdi>
        </Link>
        <span className="block text-ink-soft text-sm">
          {discount === null ? t("noDiscount") : discountText({ discountType, discount })} ·{" "}
          <Code>{deal.offerNumber}</Code>
        </span>
      </span>
    </span>
  );
}
