"use client";

import { useTranslations } from "next-intl";
import { useContext } from "react";
import { useFormatter } from "@/components/ui/use-formatter";
import { programmeCurrency } from "@/lib/platform/currency";
import { DIRECTION } from "@/lib/platform/preferences";
import { currencySign } from "@/lib/platform/writing/currency-signs";
import type { MoneyStyle, Writer } from "@/lib/platform/writing/writer";
import { CalendarContext } from "./calendar-context";
import { cx } from "./cx";
import { lazyPart } from "./lazy-part";
import { useLanguage } from "./use-language";

interface Styled {
  className?: string;
}

/** Writes amounts of money as {@link Money} shows them, for sentences. */
export function useMoneyText(): Writer["money"] {
  return useFormatter().money;
}

/** The sign of a currency, by default the programme's, for the fields that amounts are typed into. */
export function useCurrencySign(currency?: string): string {
  return currencySign(currency ?? programmeCurrency(), useLanguage());
}

/** An amount of money in the programme's currency. */
export function Money({ value, className, ...style }: Styled & MoneyStyle & { value: number }) {
  const money = useMoneyText();
  return <bdi className={cx("figures whitespace-nowrap", className)}>{money(value, style)}</bdi>;
}

/** A number of points, with its word unless the place says that it is one. */
export function Points({
  value,
  isSigned = false,
  isBare = false,
  className,
}: Styled & {
  value: number;
  /** Shows a plus as well as a minus. */
  isSigned?: boolean;
  isBare?: boolean;
}) {
  const format = useFormatter();
  const t = useTranslations("ui");
  // The direction is said, because the mark before an Arabic sign would turn figure and word around.
  const language = useLanguage();
  const figure = format.number(value, { signDisplay: isSigned ? "exceptZero" : "auto" });
  return (
    <bdi dir={DIRECTION[language]} className={cx("figures whitespace-nowrap", className)}>
      {isBare ? figure : t("points", { count: Math.abs(value), figure })}
    </bdi>
  );
}

/** A count or measure. */
export function Figure({ value, className }: Styled & { value: number }) {
  const format = useFormatter();
  return <bdi className={cx("figures", className)}>{format.number(value)}</bdi>;
}

/** Months are words: figures and slashes are read in another order in each language. */
const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const TIME = { hour: "numeric", minute: "2-digit" } as const;
const DATE_STYLES = {
  date: DATE,
  dateTime: { ...DATE, ...TIME },
  time: TIME,
  /** For what comes close after one another. */
  seconds: { ...TIME, second: "2-digit" },
} as const;

/** An instant in the programme's time zone. A day with its time may take two lines where there is little room. */
export function DateTime({
  value,
  style = "dateTime",
  className,
}: Styled & {
  value: Date | string;
  style?: keyof typeof DATE_STYLES;
}) {
  const format = useFormatter();
  const instant = typeof value === "string" ? new Date(value) : value;
  return (
    <time
      dateTime={instant.toISOString()}
      className={cx(style === "dateTime" ? "sm:whitespace-nowrap" : "whitespace-nowrap", className)}
    >
      <bdi className="figures">{format.dateTime(instant, DATE_STYLES[style])}</bdi>
      {(style === "date" || style === "dateTime") && <Hijri instant={instant} />}
    </time>
  );
}

/** A calendar day such as "2026-12-31": the same day in every time zone. */
export function Day({ value, className }: Styled & { value: string }) {
  const format = useFormatter();
  return (
    <time dateTime={value} className={cx("whitespace-nowrap", className)}>
      <bdi className="figures">
        {format.dateTime(new Date(`${value}T00:00:00Z`), { ...DATE, timeZone: "UTC" })}
      </bdi>
      <Hijri instant={new Date(`${value}T00:00:00Z`)} timeZone="UTC" />
    </time>
  );
}

/** The day by the Umm al-Qura calendar, where the reader chose to see it. */
function Hijri(day: { instant: Date; timeZone?: string }) {
  return useContext(CalendarContext) === "hijri" && <HijriDay {...day} />;
}

const HijriDay = lazyPart(async () => (await import("./hijri-day")).HijriDay);

/** A code, mobile number or reference: always left to right, whole, easy to copy. */
export function Code({ children, className }: Styled & { children: string }) {
  return (
    <bdi dir="ltr" className={cx("figures inline-block", className)}>
      {children}
    </bdi>
  );
}
