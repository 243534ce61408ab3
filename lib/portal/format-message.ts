import formatCompiled from "use-intl/format-message/format-only";
import type { Language } from "@/lib/platform/language";
import {
  type DateStyle,
  isolated,
  type NumberStyle,
  pluralOf,
  writerOf,
} from "@/lib/platform/writing/writer";

type Arguments = Parameters<typeof formatCompiled>;
type Formatters = Arguments[3]["formatters"];

/** Letters that are read from right to left. */
const RTL = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc`;

/** Values that a sentence of the language would turn around, or that would turn the sentence. A figure alone does neither. */
const TURNED: Readonly<Record<Language, RegExp>> = {
  en: new RegExp(`[${RTL}]`),
  ar: new RegExp(String.raw`[^${RTL}\s\d.,:/%\u200e\u200f]|\d\s+\d`),
};

/**
 * Writes a text of the portal. `next.config.js` puts it in the place of the library's own, so that every text of every page goes through here:
 * numbers and plural forms are written by {@link writerOf} on server and browser alike, and a name, code or figure within a sentence of the
 * other direction keeps its own.
 */
const formatMessage = ((key: string, message: unknown, values, options) =>
  formatCompiled(
    key,
    message as Arguments[1],
    values && isolatedValues(values, languageOf(options.locale), message),
    { ...options, formatters: FORMATTERS },
  )) as typeof formatCompiled;
// The library asks whether texts come unparsed.
Object.assign(formatMessage, { raw: false });

// biome-ignore lint/style/noDefaultExport: the library imports it so.
export default formatMessage;

const languageOf = (locale: unknown): Language => (String(locale).startsWith("ar") ? "ar" : "en");

/** The values, those texts isolated that the direction of the sentence would turn around. */
function isolatedValues(
  values: NonNullable<Arguments[2]>,
  language: Language,
  message: unknown,
): NonNullable<Arguments[2]> {
  const isTurned = (value: unknown): value is string =>
    typeof value === "string" && TURNED[language].test(value) && !isWhole(value);
  const turned = Object.entries(values).filter(([, value]) => isTurned(value));
  if (turned.length === 0) return values;
  const choices = choicesOf(message);
  return {
    ...values,
    ...Object.fromEntries(
      turned.filter(([name]) => !choices.has(name)).map(([name, value]) => [name, isolated(String(value))]),
    ),
  };
}

const SELECT = 1;
const NO_CHOICES: ReadonlySet<string> = new Set();

/** The values of a text that choose between its forms and are no part of it: `[name, 1, forms]` in what the build has parsed. */
function choicesOf(node: unknown): ReadonlySet<string> {
  if (typeof node !== "object" || node === null) return NO_CHOICES;
  const inner = Object.values(node).flatMap((part) => [...choicesOf(part)]);
  const isChoice = Array.isArray(node) && node[1] === SELECT && typeof node[0] === "string";
  return new Set(isChoice ? [...inner, String(node[0])] : inner);
}

/** Isolated already, or written by {@link writerOf} with its marks. */
const isWhole = (text: string) => text.startsWith("\u2068") || text.startsWith("\u200f");

const FORMATTERS = {
  getNumberFormat: (locale: unknown, style?: NumberStyle) => ({
    format: (value: number) => writerOf(languageOf(locale), "UTC").number(value, style),
  }),
  getDateTimeFormat: (locale: unknown, style: DateStyle) => ({
    format: (instant: Date) => writerOf(languageOf(locale), style.timeZone ?? "UTC").dateTime(instant, style),
  }),
  getPluralRules: (locale: unknown) => ({ select: (count: number) => pluralOf(count, languageOf(locale)) }),
} as unknown as Formatters;
