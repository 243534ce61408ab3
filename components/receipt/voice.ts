import { createTranslator } from "next-intl";
import type { ReceiptLanguage } from "@/lib/areas/receipt/words";
import { decimalsOf } from "@/lib/platform/currency";
import type { Language } from "@/lib/platform/language";
import type { Messages } from "@/lib/platform/messages";
import { INTL_LOCALE } from "@/lib/platform/preferences";
import { formatLocalDateTime } from "@/lib/platform/time";
import { writerOf } from "@/lib/platform/writing/writer";

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const MOMENT = { ...DAY, hour: "numeric", minute: "2-digit" } as const;

/** The texts of one language. */
export function speaker(language: Language, messages: Messages) {
  return createTranslator({ locale: INTL_LOCALE[language], messages });
}
export type Speaker = ReturnType<typeof speaker>;

/** How a receipt writes its figures. */
export interface Figures {
  /** An instant, in the programme's time zone. */
  moment(instant: string): string;
  /** A calendar day. */
  day(day: string): string;
  money(value: number): string;
  points(points: number): string;
  /** The same with its sign. */
  movement(points: number): string;
  /** A share of 1, in per cent. */
  share(share: number): string;
}

/** Figures as the receipt's language writes them; where it has two, as both read them. */
export function figuresOf(
  language: ReceiptLanguage,
  { timeZone, currency }: { timeZone: string; currency: string },
): Figures {
  const format = writerOf(language === "ar" ? "ar" : "en", timeZone);
  const numbers = {
    points: (points: number) => format.number(points),
    movement: (points: number) => format.number(points, { signDisplay: "exceptZero" }),
    share: (share: number) => format.number(share, { style: "percent" }),
  };
  if (language === "both")
    return {
      ...numbers,
      moment: (instant) => formatLocalDateTime(new Date(instant), timeZone).slice(0, 16).replace("T", " "),
      day: (day) => day,
      money: (value) => `${format.number(value, digitsOf(value, currency))} ${currency}`,
    };
  return {
    ...numbers,
    moment: (instant) => format.dateTime(new Date(instant), MOMENT),
    // A day is the same in every zone.
    day: (day) => format.dateTime(new Date(`${day}T00:00:00Z`), { ...DAY, timeZone: "UTC" }),
    money: (value) => format.money(value, { currency }),
  };
}

/** Piastres where there are any. */
function digitsOf(value: number, currency: string) {
  const digits = Number.isInteger(value) ? 0 : decimalsOf(currency);
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}
