"use client";

import { useNow, useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/format";
import { EmptyState } from "@/components/ui/states";
import type { Promotion } from "@/lib/areas/promotions/schemas";

const DAYS = 60;
const DAY_MS = 86_400_000;

/** What runs when in the next days, and which of them meet. */
export function PromotionTimeline({ promotions }: { promotions: readonly Promotion[] }) {
  const t = useTranslations("promotions.calendar");
  const nameOf = useNameOf();
  const from = useNow().getTime();
  const until = from + DAYS * DAY_MS;
  const running = promotions
    .filter(({ state }) => state === "live" || state === "scheduled" || state === "paused")
    .filter(({ startsAt, endsAt }) => Date.parse(startsAt) < until && Date.parse(endsAt) > from)
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  if (running.length === 0) return <EmptyState title={t("none")} />;
  const share = (instant: string) =>
    Math.min(1, Math.max(0, (Date.parse(instant) - from) / (DAYS * DAY_MS))) * 100;
  return (
    <>
      <p className="mb-4 text-ink-soft">{t("lead")}</p>
      <div className="mb-2 flex justify-between text-ink-faint text-sm">
        <DateTime value={new Date(from).toISOString()} />
        <DateTime value={new Date(until).toISOString()} />
      </div>
      <ul className="grid gap-3">
        {running.map((promotion) => {
          const others = running.filter((other) => other.id !== promotion.id && meet(promotion, other));
          const begins = share(promotion.startsAt);
          return (
            <li key={promotion.id} className="rounded-xl border border-line bg-surface p-3">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <bdi className="font-medium">{nameOf(promotion)}</bdi>
                <span className="text-ink-soft text-sm">
                  <DateTime value={promotion.startsAt} /> – <DateTime value={promotion.endsAt} />
                </span>
              </span>
              <span aria-hidden className="mt-2 flex h-3 rounded-full bg-sunken">
                <span style={{ width: `${begins}%` }} />
                <span
                  style={{ width: `${Math.max(1, share(promotion.endsAt) - begins)}%` }}
                  className={cx("rounded-full", promotion.state === "paused" ? "bg-warning" : "bg-accent")}
                />
              </span>
              <span className="mt-1.5 block text-ink-soft text-sm">
                {others.length === 0
                  ? t("alone")
                  : t("meets", { names: others.map((other) => nameOf(other)).join(" · ") })}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Whether two may be asked about one bill: at one time, at one branch, on one weekday, for one tier. */
function meet(one: Promotion, other: Promotion): boolean {
  const isAtOnce =
    Date.parse(one.startsAt) < Date.parse(other.endsAt) &&
    Date.parse(other.startsAt) < Date.parse(one.endsAt);
  const isOneMerchant =
    one.merchantId === null || other.merchantId === null || one.merchantId === other.merchantId;
  return (
    isAtOnce &&
    isOneMerchant &&
    share(one.rule.branchIds, other.rule.branchIds) &&
    share(one.rule.merchantIds, other.rule.merchantIds) &&
    share(one.rule.segmentIds, other.rule.segmentIds) &&
    share(one.rule.ratePlans, other.rule.ratePlans) &&
    share(one.rule.weekdays, other.rule.weekdays)
  );
}

/** An empty list is any. */
function share<Value>(one: readonly Value[], other: readonly Value[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((value) => other.includes(value));
}
