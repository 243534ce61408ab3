"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { LastDay, LastMoment } from "@/components/kit/last-moment";
import { useInLanguage } from "@/components/kit/use-language";
import { cx } from "@/components/ui/cx";
import { Drawer } from "@/components/ui/dialog";
import { Code } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import type { UsableDeal } from "@/lib/areas/deals/schemas";
import { useOpenedDeal, useSeenDeals } from "./count-looks";
import { EndsSoon, RatePlans, useDealTitle, useDiscountText } from "./deal-words";

/** Deals that a customer can use at this till now, over the customer's wallet: each opens in its place. */
export function CustomerDeals({
  deals,
  tier,
  onClose,
}: {
  deals: readonly UsableDeal[];
  /** Of the customer. */
  tier: string;
  onClose: () => void;
}) {
  const t = useTranslations("deals.customer");
  const [openId, setOpenId] = useState<number | null>(null);
  useSeenDeals(deals.map(({ id }) => id));
  return (
    <Drawer onClose={onClose} title={t("title")}>
      <p className="mb-4 text-ink-soft">{t("lead", { tier })}</p>
      {deals.length === 0 ? (
        <EmptyState title={t("none")} />
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line">
          {deals.map((deal) => (
            <li key={deal.id}>
              <DealRow
                deal={deal}
                isOpen={deal.id === openId}
                onToggle={() => setOpenId(deal.id === openId ? null : deal.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  );
}

function DealRow({ deal, isOpen, onToggle }: { deal: UsableDeal; isOpen: boolean; onToggle: () => void }) {
  const t = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  const dealTitle = useDealTitle();
  const discount = useDiscountText()(deal);
  const detailsId = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={onToggle}
        className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-2xl px-4 py-3 text-start -outline-offset-2 hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold text-accent">{discount}</span>
          <bdi className="block font-medium">{dealTitle(deal)}</bdi>
          <bdi className="block text-ink-soft text-sm">{inLanguage(deal.merchant.name)}</bdi>
          <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span className="text-ink-soft">
              {t("until")} <LastDay end={deal.endsAt} />
            </span>
            <EndsSoon daysLeft={deal.daysLeft} />
            <RatePlans ratePlans={deal.ratePlans} />
          </span>
        </span>
        <ChevronDown aria-hidden className={cx("size-5 shrink-0 text-ink-faint", isOpen && "rotate-180")} />
      </button>
      <div id={detailsId} hidden={!isOpen}>
        {isOpen && <DealDetails deal={deal} />}
      </div>
    </>
  );
}

function DealDetails({ deal }: { deal: UsableDeal }) {
  const t = useTranslations("deals.browse");
  const inLanguage = useInLanguage();
  useOpenedDeal(deal.id);
  const texts = [
    { name: t("description"), text: inLanguage(deal.description) },
    { name: t("terms"), text: inLanguage(deal.terms) },
  ];
  return (
    <dl className="grid gap-3 px-4 pb-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className="text-ink-soft text-sm">{t("offerNumber")}</dt>
        <dd className="font-semibold text-lg">
          <Code>{deal.offerNumber}</Code>
        </dd>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <dt className="text-ink-soft text-sm">{t("useUntil")}</dt>
        <dd>
          <LastMoment end={deal.expiresAt} />
        </dd>
      </div>
      {texts.map(
        ({ name, text }) =>
          text !== "" && (
            <div key={name}>
              <dt className="text-ink-soft text-sm">{name}</dt>
              <dd dir="auto" className="whitespace-pre-line">
                {text}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
