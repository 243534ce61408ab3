"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { LastDay } from "@/components/kit/last-moment";
import { useInLanguage } from "@/components/kit/use-language";
import { useMe } from "@/components/kit/use-me";
import { Skeleton } from "@/components/ui/states";
import type { DealSummary } from "@/lib/areas/deals/schemas";
import { DealPicture, MerchantLogo } from "./deal-picture";
import { AtYourBranch, EndsSoon, RatePlans, useDealTitle, useDiscountText } from "./deal-words";
import type { DealsView } from "./deals-view";
import { leaveList } from "./list-place";

export interface DealCardProps {
  deal: DealSummary;
  view: DealsView;
  /** Where it stands in the list, from 0. */
  place: number;
  /** How wide the picture of a card is shown, when not among others. */
  sizes?: string;
}

/** The id of the link that opens a deal, so that the focus can be given back to it. */
export function dealLinkId(dealId: number): string {
  return `deal-${dealId}`;
}

const CARD =
  "relative transition-colors hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent";

/** How wide a card's picture is, by the list's columns. */
const CARD_SIZES = "(width>=80rem) 19rem,(width>=64rem) 33vw,(width>=40rem) 50vw,100vw";

/** A deal among others: as a card with its picture, or as a row. Pressing it anywhere opens it. */
export function DealCard({ deal, view, place, sizes = CARD_SIZES }: DealCardProps) {
  const discount = useDiscountText()(deal);
  const picture = { image: deal.image, categoryIcon: deal.category.icon, alt: "", place };
  if (view === "list")
    return (
      <article className={`${CARD} flex gap-3 p-3 -outline-offset-2 sm:gap-4 sm:p-4`}>
        <div className="w-24 shrink-0 sm:w-36">
          <DealPicture {...picture} className="rounded-lg" />
        </div>
        <div className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
          <div className="min-w-0 flex-1">
            <DealTitle deal={deal} />
            <p className="mt-0.5 font-semibold text-accent">{discount}</p>
            <DealMerchant deal={deal} />
          </div>
          <DealFacts deal={deal} className="mt-2 sm:mt-0 sm:max-w-1/2 sm:justify-end" />
        </div>
      </article>
    );
  return (
    <article
      className={`${CARD} flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-card outline-offset-2`}
    >
      <DealPicture {...picture} sizes={sizes} />
      <div className="flex flex-1 flex-col p-4">
        <DealTitle deal={deal} />
        <p className="order-first mb-1 font-semibold text-accent text-lg leading-snug">{discount}</p>
        <DealMerchant deal={deal} />
        <DealFacts deal={deal} className="mt-auto pt-3" />
      </div>
    </article>
  );
}

/** The name of the deal, which is the link over the whole card. */
function DealTitle({ deal }: { deal: DealSummary }) {
  const dealTitle = useDealTitle();
  return (
    <h2 className="font-medium leading-snug">
      <DealLink dealId={deal.id}>
        <bdi>{dealTitle(deal)}</bdi>
      </DealLink>
    </h2>
  );
}

/** Its page is prepared when it is pointed at: preparing those of all cards would be a request for each. */
function DealLink({ dealId, children }: { dealId: number; children: ReactNode }) {
  const [isLikely, setLikely] = useState(false);
  const prepare = () => setLikely(true);
  return (
    <Link
      id={dealLinkId(dealId)}
      href={`/deals/${dealId}`}
      prefetch={isLikely ? null : false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onNavigate={() => leaveList(dealId)}
      className="outline-none after:absolute after:inset-0"
    >
      {children}
    </Link>
  );
}

function DealMerchant({ deal: { merchant } }: { deal: DealSummary }) {
  const inLanguage = useInLanguage();
  return (
    <p className="mt-1.5 flex min-w-0 items-center gap-2 text-ink-soft text-sm">
      <MerchantLogo image={merchant.image} className="size-6" />
      <bdi className="min-w-0 truncate">{inLanguage(merchant.name)}</bdi>
    </p>
  );
}

/** Until when, where and for whom. */
function DealFacts({ deal, className }: { deal: DealSummary; className: string }) {
  const t = useTranslations("deals.browse");
  const { activeBranchId } = useMe();
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm ${className}`}>
      <p className="text-ink-soft">
        {t("until")} <LastDay end={deal.endsAt} />
      </p>
      <EndsSoon daysLeft={deal.daysLeft} />
      {activeBranchId !== null && deal.branchIds.includes(activeBranchId) && <AtYourBranch />}
      <RatePlans ratePlans={deal.ratePlans} />
    </div>
  );
}

/** The place of a card or row that is being loaded. */
export function DealCardSkeleton({ view }: { view: DealsView }) {
  if (view === "list")
    return (
      <div className="flex gap-3 p-3 sm:gap-4 sm:p-4">
        <Skeleton className="aspect-3/2 w-24 shrink-0 self-start sm:w-36" />
        <div className="flex-1">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="mt-2 h-5 w-1/3" />
          <Skeleton className="mt-2 h-5 w-1/2" />
        </div>
      </div>
    );
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-surface">
      <Skeleton className="aspect-3/2 w-full rounded-none" />
      <div className="p-4">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="mt-2 h-5 w-4/5" />
        <Skeleton className="mt-2.5 h-6 w-2/5" />
        <Skeleton className="mt-4 h-5 w-3/5" />
      </div>
    </div>
  );
}
