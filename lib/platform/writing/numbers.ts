import { decimalsOf, programmeCurrency } from "../currency";
import type { Language } from "../language";
import { currencySign } from "./currency-signs";

export interface NumberStyle {
  /** `percent` writes a share, 0.25 as "25%". */
  style?: "percent" | "unit";
  unit?: "kilobyte" | "megabyte";
  /** By default none, and none of a percentage. */
  minimumFractionDigits?: number;
  /** By default three, and none of a percentage. */
  maximumFractionDigits?: number;
  /** `exceptZero` shows a plus as well as a minus. */
  signDisplay?: "auto" | "exceptZero";
  /** In a few letters: "1.2k". */
  notation?: "compact";
}

export interface MoneyStyle {
  /** An ISO code; by default the programme's currency. */
  currency?: string;
  /** Digits after the point; by default the currency's unless the amount is whole. */
  decimals?: number;
}

/** A left-to-right mark: sign and percent stay beside their figure in Arabic text. */
const LRM = "\u200e";
/** A right-to-left mark: an amount in Arabic begins and ends as Arabic text. */
const RLM = "\u200f";
const BLANK = "\u00a0";
const DECIMALS_MAX = 3;

const UNITS = {
  en: { kilobyte: " kB", megabyte: " MB" },
  ar: { kilobyte: " كيلوبايت", megabyte: " م.ب" },
} as const;

/** Thousands, millions and so on; `few`: of three to nine. */
const THOUSANDS = {
  en: [{ word: "k" }, { word: "m" }, { word: "bn" }, { word: "tn" }],
  ar: [
    { word: `${BLANK}ألف`, few: `${BLANK}آلاف` },
    { word: `${BLANK}مليون` },
    { word: `${BLANK}مليار` },
    { word: `${BLANK}ترليون` },
  ],
} as const satisfies Record<Language, readonly { word: string; few?: string }[]>;

/** A number in Latin digits, grouped by commas. */
export function writeNumber(value: number, language: Language, style: NumberStyle = {}): string {
  const isPercent = style.style === "percent";
  const most = style.maximumFractionDigits ?? (isPercent ? 0 : DECIMALS_MAX);
  const least = style.minimumFractionDigits ?? 0;
  const shown = isPercent ? shifted(value, 2) : value;
  const figure =
    style.notation === "compact"
      ? compact(Math.abs(shown), language)
      : grouped(Math.abs(shown), least, Math.max(least, most));
  const mark = language === "ar" ? LRM : "";
  const isZero = !/[1-9]/.test(figure);
  const sign =
    value < 0 && !(isZero && style.signDisplay === "exceptZero")
      ? `${mark}-`
      : style.signDisplay === "exceptZero" && !isZero
        ? `${mark}+`
        : "";
  const unit = style.unit === undefined ? "" : UNITS[language][style.unit];
  return sign + figure + (isPercent ? `${mark}%${mark}` : unit);
}

/** An amount of money in currency units. */
export function writeMoney(
  value: number,
  language: Language,
  {
    currency = programmeCurrency(),
    decimals = Number.isInteger(value) ? 0 : decimalsOf(currency),
  }: MoneyStyle = {},
): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const sign = currencySign(currency, language);
  if (language === "ar") {
    const isArabic = /\p{Script=Arabic}/u.test(sign);
    return `${RLM}${writeNumber(value, "ar", digits)}${BLANK}${sign}${isArabic ? RLM : ""}`;
  }
  const figure = writeNumber(Math.abs(value), "en", digits);
  return `${value < 0 ? "-" : ""}${sign}${/\p{Letter}$/u.test(sign) ? BLANK : ""}${figure}`;
}

/** The value times a power of ten, without the error of a multiplication. */
function shifted(value: number, by: number): number {
  const [digits, exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${Number(exponent) + by}`);
}

/** Rounds half away from zero, as the written digits say. The value is not negative. */
function rounded(value: number, digits: number): number {
  return shifted(Math.round(shifted(value, digits)), -digits);
}

function grouped(value: number, least: number, most: number): string {
  const [whole = "0", fraction = ""] = rounded(value, most).toFixed(most).split(".");
  let end = fraction.length;
  while (end > least && fraction[end - 1] === "0") end -= 1;
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return end === 0 ? groups : `${groups}.${fraction.slice(0, end)}`;
}

/** Two digits that count below a hundred, else whole thousands, millions and so on. */
function compact(value: number, language: Language): string {
  const inFew = (size: number) => (size >= 10 ? Math.round(size) : Number(size.toPrecision(2)));
  const words = THOUSANDS[language];
  let step = 0;
  let size = inFew(value);
  while (size >= 1_000 && step < words.length) {
    step += 1;
    size = inFew(value / 1_000 ** step);
  }
  const found = words[step - 1];
  if (found === undefined) return String(size);
  const isFew = Number.isInteger(size) && size >= 3 && size < 10;
  return `${size}${isFew && "few" in found ? found.few : found.word}`;
}
