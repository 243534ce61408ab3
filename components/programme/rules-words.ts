"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMoneyText } from "@/components/ui/format";
import type { Programme } from "@/lib/areas/programme/desk-schemas";

export type Rules = Omit<Programme, "version" | "updatedAt">;
export type RuleName = keyof Rules;

/** In the order in which they are shown. */
export const RULE_GROUPS = {
  points: [
    "pointsValidityMonths",
    "ripeningDays",
    "earnedOn",
    "pointsPerEntryMax",
    "balanceMax",
    "adjustmentApprovalAbove",
  ],
  windows: [
    "cancelWindowBusinessDays",
    "weekendDays",
    "refundGraceDays",
    "cancelledRewardPolicy",
    "usedCouponPolicy",
  ],
  pin: ["pinPolicy", "pinAboveValue", "pinWrongPerPersonMax", "pinWrongPerClientMax"],
  limits: [
    "rewardValueMax",
    "personRewardPointsMax",
    "personReversedValueMax",
    "walletRewardsMax",
    "unprovedValueMax",
    "repeatedInvoices",
    "approvesBeyondLimits",
  ],
  reviews: [
    "reviewOwnNumber",
    "reviewRewardsMax",
    "reviewRewardsMinutes",
    "reviewRedemptionMinutes",
    "reviewHoursFrom",
    "reviewHoursUntil",
  ],
  people: [
    "adminsNeedSecondPerson",
    "pinSetterHours",
    "walletViewsPerMinute",
    "walletViewsPerDay",
    "childrenMax",
  ],
  till: ["shifts"],
  referrals: ["referralBonus", "referralNewcomerBonus", "referralLeastValue", "referralPerMonthMax"],
  place: ["nameEn", "nameAr", "currency", "timeZone"],
} as const satisfies Record<string, readonly RuleName[]>;
export const RULE_NAMES: readonly RuleName[] = Object.values(RULE_GROUPS).flat();

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The names of ISO weekdays in the page's language. */
export function useWeekdayName(): (day: number) => string {
  const format = useFormatter();
  // The first of January 2024 was a Monday.
  return (day) => format.dateTime(new Date(Date.UTC(2024, 0, day)), { weekday: "long", timeZone: "UTC" });
}

/** What a rule says, in words. */
export function useRuleText(): (name: RuleName, rules: Rules) => string {
  const t = useTranslations("programme");
  const format = useFormatter();
  const money = useMoneyText();
  const weekday = useWeekdayName();
  return (name, rules) => {
    switch (name) {
      case "pointsValidityMonths":
        return rules.pointsValidityMonths === 0
          ? t("neverLapse")
          : t("months", { count: rules.pointsValidityMonths });
      case "ripeningDays":
        return rules.ripeningDays === 0 ? t("ripensAtOnce") : t("days", { count: rules.ripeningDays });
      case "refundGraceDays":
        return t("days", { count: rules.refundGraceDays });
      case "cancelWindowBusinessDays":
        return t("businessDays", { count: rules.cancelWindowBusinessDays });
      case "weekendDays":
        return rules.weekendDays.length === 0
          ? t("noWeekend")
          : format.list([...rules.weekendDays].sort().map(weekday));
      case "earnedOn":
        return t(`earned.${rules.earnedOn}`);
      case "cancelledRewardPolicy":
        return t(`cancelledReward.${rules.cancelledRewardPolicy}`);
      case "usedCouponPolicy":
        return t(`usedCoupon.${rules.usedCouponPolicy}`);
      case "pinPolicy":
        return t(`pin.${rules.pinPolicy}`);
      case "pinAboveValue":
        return rules.pinAboveValue === null ? "" : money(rules.pinAboveValue, { currency: rules.currency });
      case "pinWrongPerPersonMax":
      case "pinWrongPerClientMax":
        return t("wrongPins", { count: rules[name] });
      case "adminsNeedSecondPerson":
        return t(rules.adminsNeedSecondPerson ? "twoPeople" : "onePerson");
      case "pinSetterHours":
        return t("hours", { count: rules.pinSetterHours });
      case "walletViewsPerMinute":
      case "walletViewsPerDay":
        return t("looks", { count: rules[name] });
      case "childrenMax":
        return t("members", { count: rules.childrenMax });
      case "pointsPerEntryMax":
      case "balanceMax":
      case "adjustmentApprovalAbove":
        return t("pointsText", { count: rules[name] });
      case "rewardValueMax":
      case "personReversedValueMax":
      case "unprovedValueMax":
        return rules[name] === null ? t("noLimit") : money(rules[name], { currency: rules.currency });
      case "personRewardPointsMax":
        return rules[name] === null ? t("noLimit") : t("pointsText", { count: rules[name] });
      case "walletRewardsMax":
        return rules[name] === null ? t("noLimit") : format.number(rules[name]);
      case "shifts":
        return t(`shiftPolicy.${rules.shifts}`);
      case "referralBonus":
      case "referralNewcomerBonus":
        return rules[name] === 0 ? t("referralsNone") : t("pointsText", { count: rules[name] });
      case "referralLeastValue":
        return rules[name] === 0 ? t("anyBill") : money(rules[name], { currency: rules.currency });
      case "referralPerMonthMax":
        return rules[name] === null ? t("noLimit") : format.number(rules[name]);
      case "repeatedInvoices":
        return t(`repeated.${rules[name]}`);
      case "reviewOwnNumber":
        return t(`holds.${rules.reviewOwnNumber ? "yes" : "no"}`);
      case "reviewRewardsMax":
        return rules[name] === null ? t("holds.no") : format.number(rules[name]);
      case "reviewRewardsMinutes":
      case "reviewRedemptionMinutes":
        return rules[name] === null ? t("holds.no") : t("minutes", { count: rules[name] });
      case "reviewHoursFrom":
      case "reviewHoursUntil":
        return rules[name] === null ? t("holds.no") : t("clock", { hour: format.number(rules[name]) });
      case "approvesBeyondLimits":
        return t(`approves.${rules[name] ? "yes" : "no"}`);
      default:
        return rules[name];
    }
  };
}
