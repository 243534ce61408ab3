"use client";

import { useTranslations } from "next-intl";
import { weekdaysInOrder } from "@/components/ui/first-day";
import { useMoneyText } from "@/components/ui/format";
import { useFormatter } from "@/components/ui/use-formatter";
import type { Programme } from "@/lib/areas/programme/record";
import { SETTING_GROUPS, SETTINGS, type SettingName } from "@/lib/ledger/rules/programme-settings";
import { counts, namesOf, type Setting } from "@/lib/ledger/rules/setting";

type Rules = Pick<Programme, SettingName>;
/** Numbers may be missing or wrong while they are typed. */
export type RuleFields = {
  [Name in SettingName]: Rules[Name] extends number | null ? number | null | undefined : Rules[Name];
};

type Group = keyof typeof SETTING_GROUPS;

/** The groups of settings in their order, each with its settings in theirs. */
export const GROUPS = namesOf(SETTING_GROUPS as never) as Group[];
/** Name and logo are asked for together, beside the rules. */
const BRAND: ReadonlySet<SettingName> = new Set(["nameEn", "nameAr"]);
export const namesIn = (group: Group) =>
  (Object.keys(SETTING_GROUPS[group]) as SettingName[]).filter((name) => !BRAND.has(name));

/** Rules that a shop decides; all others keep it safe, and are good as they begin. */
export const SHOP_SETTINGS: readonly SettingName[] = [
  ...(["pointsValidityMonths", "ripeningDays", "earnedOn", "cancelWindowBusinessDays"] as const),
  ...(["pinPolicy", "pinAboveValue", "shifts", "cashiersChangeByPin"] as const),
  ...(["referralBonus", "referralNewcomerBonus"] as const),
  ...(["weekendDays", "country", "currency", "timeZone"] as const),
];
export const safetyIn = (group: Group) => namesIn(group).filter((name) => !SHOP_SETTINGS.includes(name));
export const SAFETY_GROUPS = GROUPS.filter((group) => safetyIn(group).length > 0);
export const settingOf = (name: SettingName): Setting => SETTINGS[name];

/** The names of ISO weekdays in the page's language. */
export function useWeekdayName(): (day: number) => string {
  const format = useFormatter();
  // The first of January 2024 was a Monday.
  return (day) => format.dateTime(new Date(Date.UTC(2024, 0, day)), { weekday: "long", timeZone: "UTC" });
}

/** The words of settings, by their names: label, hint, options, and a value in words. Limits have theirs in common with merchants and clients. */
export function useSettingWords() {
  const t = useTranslations();
  const format = useFormatter();
  const money = useMoneyText();
  const weekday = useWeekdayName();
  // The keys follow from the rows of the settings; tests/unit/programme/settings.test.ts finds one that is missing.
  const translate = t as unknown as (key: string, values?: Record<string, number>) => string;
  const find = (...keys: string[]) => keys.find((key) => (t.has as (key: string) => boolean)(key));
  const option = (name: SettingName, value: string) =>
    translate(find(`programme.choice.${name}.${value}`) ?? `desk.limits.repeated.${value}`);
  const word = (name: string) => translate(`programme.word.${name}`);

  function whole(value: number | null, setting: Setting & { kind: "whole" }, currency?: string): string {
    if (value === null) return setting.none === undefined ? "" : word(setting.none);
    if (value === 0 && setting.zero !== undefined) return word(setting.zero);
    if (setting.unit === "money") return money(value, currency === undefined ? {} : { currency });
    return setting.unit === "number"
      ? format.number(value)
      : translate(`programme.unit.${setting.unit}`, { count: value });
  }

  /** A value by itself, whatever the other settings are; money is the programme's unless its `currency` is being changed. */
  function alone(name: SettingName, value: unknown, currency?: string): string {
    const setting = settingOf(name);
    switch (setting.kind) {
      case "whole":
        return whole(value as number | null, setting, currency);
      case "flag":
        return word(value === true ? "yes" : "no");
      case "choice":
        return option(name, String(value));
      case "weekdays":
        return (value as number[]).length === 0
          ? word("noWeekend")
          : format.list(weekdaysInOrder(value as number[]).map(weekday));
      case "contacts":
        return value === "" ? word("nobody") : String(value);
      default:
        return String(value);
    }
  }

  return {
    label: (name: SettingName) => translate(find(`programme.rule.${name}`) ?? `desk.limits.field.${name}`),
    option,
    /** Empty for a value that is missing while it is typed, and for a setting that does not count beside the others. */
    value: (name: SettingName, rules: RuleFields): string =>
      rules[name] === undefined || !counts(settingOf(name), rules)
        ? ""
        : alone(name, rules[name], rules.currency),
    alone,
  };
}
