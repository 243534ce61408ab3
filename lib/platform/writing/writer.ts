import type { Language } from "../language";
import { type DateStyle, writeDate } from "./dates";
import { type MoneyStyle, type NumberStyle, writeMoney, writeNumber } from "./numbers";

export type { DateStyle, MoneyStyle, NumberStyle };

/**
 * Writes numbers, money and dates of one language and time zone. The texts come from numbers, patterns and the words of this folder alone:
 * server and browser need not agree about anything else, whatever release of `Intl` each of them has.
 */
export interface Writer {
  number(value: number, style?: NumberStyle): string;
  money(value: number, style?: MoneyStyle): string;
  dateTime(instant: Date, style: DateStyle): string;
  list(texts: readonly string[]): string;
}

/** A name or code that keeps its own direction within a list. Values of a text are isolated where they are written (lib/portal/format-message.ts). */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

const writers = new Map<string, Writer>();

export function writerOf(language: Language, timeZone: string): Writer {
  const key = `${language} ${timeZone}`;
  const known = writers.get(key);
  if (known !== undefined) return known;
  const made: Writer = {
    number: (value, style) => writeNumber(value, language, style),
    money: (value, style) => writeMoney(value, language, style),
    dateTime: (instant, style) => writeDate(instant, language, timeZone, style),
    list: (texts) => writeList(texts, language),
  };
  writers.set(key, made);
  return made;
}

function writeList(texts: readonly string[], language: Language): string {
  if (language === "ar") return texts.join(" و");
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/** The form of a text that a count takes in a language. */
export function pluralOf(
  count: number,
  language: Language,
): "zero" | "one" | "two" | "few" | "many" | "other" {
  const size = Math.abs(count);
  if (language === "en") return size === 1 ? "one" : "other";
  if (size <= 2 && Number.isInteger(size)) return (["zero", "one", "two"] as const)[size] ?? "other";
  const rest = Number.isInteger(size) ? size % 100 : 0;
  return rest >= 3 && rest <= 10 ? "few" : rest >= 11 ? "many" : "other";
}
