"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Figure } from "@/components/ui/format";
import type { DealInterest } from "@/lib/areas/deals/desk-schemas";

/** How often a deal was seen, and the bills that it was on: in a line of the list. */
export function DealInterestLine({ interest }: { interest: DealInterest }) {
  const t = useTranslations("deals.desk.interest");
  const { apiViews, portalViews, redemptions, rewards } = interest;
  return (
    <span className="flex flex-col items-start gap-0.5 text-sm cards:items-end">
      <span>
        {t("views", { count: apiViews + portalViews })} · {t("rewards", { count: rewards })}
      </span>
      {redemptions > 0 && <span>{t("redemptions", { count: redemptions })}</span>}
    </span>
  );
}

/** The same on the deal's own page, with where it was seen. */
export function DealInterestCard({ interest }: { interest: DealInterest }) {
  const t = useTranslations("deals.desk.interest");
  return (
    <Card title={t("title")} description={t("text")}>
      <dl className="grid grid-cols-2 gap-4 sm:max-xl:grid-cols-3">
        <Measure name={t("apiViews")}>
          <Figure value={interest.apiViews} />
        </Measure>
        <Measure name={t("portalViews")}>
          <Figure value={interest.portalViews} />
        </Measure>
        <Measure name={t("tapsName")}>
          <Figure value={interest.taps} />
        </Measure>
        <Measure name={t("redemptionsName")}>
          <Figure value={interest.redemptions} />
        </Measure>
        <Measure name={t("rewardsName")}>
          <Figure value={interest.rewards} />
        </Measure>
      </dl>
    </Card>
  );
}

function Measure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-semibold text-2xl">{children}</dd>
    </div>
  );
}
