"use client";

import { useTranslations } from "next-intl";
import { useNameOf } from "@/components/kit/use-language";
import { weekdaysInOrder } from "@/components/ui/first-day";
import { useFormatter } from "@/components/ui/use-formatter";
import { useAmounts } from "@/components/wallet/use-amounts";
import type { PromotionFields, Promotions } from "@/lib/areas/promotions/schemas";
import { isolated } from "@/lib/platform/writing/writer";
import { isFirstPurchase } from "./promotion-fields";

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** The name of an ISO weekday. */
export function useWeekdayName(): (weekday: number) => string {
  const format = useFormatter();
  return (weekday) =>
    format.dateTime(new Date(MONDAY + (weekday - 1) * DAY_MS), { weekday: "long", timeZone: "UTC" });
}

/** Ways on which a bill may come that are told apart: POS systems, the portal's till, the customer's app. */
export const CHANNELS = [1, 2, 4] as const;
export type TriedChannel = (typeof CHANNELS)[number];

/** "16:30" */
export function hourOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

type Said = Pick<
  PromotionFields,
  "rule" | "skus" | "budgetPoints" | "walletMax" | "walletPeriod" | "walletPoints"
>;

const ITEMS_SAID = 6;

/** Says in a sentence what a promotion does. */
export function useRuleSentence({
  branches,
  segments,
  merchants,
}: Pick<Promotions, "branches" | "segments" | "merchants">): (promotion: Said) => string {
  const t = useTranslations("promotions");
  const nameOf = useNameOf();
  const weekdayName = useWeekdayName();
  const amounts = useAmounts();
  const list = (words: readonly string[]) => words.join(t("sentence.join"));
  /** The first of many items, and how many there are besides. */
  const some = (words: readonly string[]) =>
    words.length <= ITEMS_SAID
      ? list(words)
      : t("sentence.moreItems", {
          items: list(words.slice(0, ITEMS_SAID)),
          count: words.length - ITEMS_SAID,
        });
  const names = (known: readonly { id: number; nameEn: string; nameAr: string }[], ids: readonly number[]) =>
    list(known.filter(({ id }) => ids.includes(id)).map((named) => isolated(nameOf(named))));
  return ({ rule, skus, budgetPoints, walletMax, walletPeriod, walletPoints }) => {
    const isMultiplied = rule.multiplier !== null && rule.multiplier !== "";
    const items = some(
      rule.skuIds.map((id) =>
        id.endsWith("*") ? t("sentence.beginning", { code: isolated(id.slice(0, -1)) }) : isolated(id),
      ),
    );
    const isOfItems = isMultiplied && items !== "";
    const effect = isMultiplied
      ? t(isOfItems ? "sentence.multipliedItems" : "sentence.multiplier", {
          multiplier: rule.multiplier ?? "",
          items,
        })
      : rule.points
        ? t("sentence.points", { points: amounts.points(rule.points) })
        : skus.length > 0
          ? t("sentence.skus", {
              items: some(skus.map(({ skuId, points }) => isolated(`${skuId} +${points}`))),
            })
          : t("sentence.nothing");
    const channels = CHANNELS.filter((id) => rule.channels.includes(id));
    const isFirst = isFirstPurchase(rule);
    const period = walletPeriod === null || isFirst ? null : t(`periods.${walletPeriod}`);
    const conditions = [
      rule.minHundredths && t("sentence.minValue", { money: amounts.money(rule.minHundredths / 100) }),
      items !== "" && !isOfItems && t("sentence.skuIds", { items }),
      rule.merchantIds.length > 0 && t("sentence.branches", { branches: names(merchants, rule.merchantIds) }),
      rule.branchIds.length > 0 && t("sentence.branches", { branches: names(branches, rule.branchIds) }),
      rule.segmentIds.length > 0 && t("sentence.segments", { segments: names(segments, rule.segmentIds) }),
      rule.ratePlans.length > 0 && t("sentence.ratePlans", { plans: list(rule.ratePlans.map(isolated)) }),
      rule.weekdays.length > 0 &&
        t("sentence.weekdays", { days: list(weekdaysInOrder(rule.weekdays).map(weekdayName)) }),
      rule.hours !== null &&
        t("sentence.hours", { from: hourOf(rule.hours.from), to: hourOf(rule.hours.to % (24 * 60)) }),
      channels.length > 0 &&
        t("sentence.channels", { channels: list(channels.map((id) => t(`channelNames.${id}`))) }),
      isFirst && t("sentence.firstPurchase"),
      (rule.birthdayMonth || rule.kind === "birthday_month") && t("sentence.birthdayMonth"),
      period !== null && walletMax && t("sentence.walletMax", { count: walletMax, period }),
      period !== null &&
        walletPoints &&
        t("sentence.walletPoints", { points: amounts.points(walletPoints), period }),
      budgetPoints && t("sentence.budget", { points: amounts.points(budgetPoints) }),
    ].filter((condition): condition is string => typeof condition === "string");
    const said = `${list([effect, ...conditions])}.`;
    return isOfItems ? `${said} ${t("sentence.withoutPrices")}` : said;
  };
}
