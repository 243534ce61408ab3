import { plainDigits } from "../digits";

/** How a day with two small numbers is meant: 3/4 as the third of April, or as the fourth of March. */
export type DayOrder = "day_first" | "month_first";

/** Day of a cell. */
export type DayReading =
  | { kind: "day"; day: string }
  /** Two days are possible. */
  | { kind: "either"; dayFirst: string; monthFirst: string }
  /** A day that is one in this order only. */
  | { kind: "settled"; day: string; order: DayOrder }
  | { kind: "hijri" }
  | { kind: "short_year" }
  | { kind: "none" };

const MONTHS = new Map(
  [
    ["jan", "january", "يناير", "جانفي", "كانون الثاني"],
    ["feb", "february", "فبراير", "فيفري", "شباط"],
    ["mar", "march", "مارس", "آذار", "اذار"],
    ["apr", "april", "أبريل", "ابريل", "إبريل", "أفريل", "نيسان"],
    ["may", "مايو", "ماي", "أيار", "ايار"],
    ["jun", "june", "يونيو", "يونيه", "جوان", "حزيران"],
    ["jul", "july", "يوليو", "يوليه", "جويلية", "تموز"],
    ["aug", "august", "أغسطس", "اغسطس", "أوت", "آب"],
    ["sep", "sept", "september", "سبتمبر", "أيلول", "ايلول"],
    ["oct", "october", "أكتوبر", "اكتوبر", "تشرين الأول"],
    ["nov", "november", "نوفمبر", "تشرين الثاني"],
    ["dec", "december", "ديسمبر", "كانون الأول"],
  ].flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);
const HIJRI = /هـ|\bAH\b|محرم|صفر|ربيع|جماد[ىي]|رجب|شعبان|رمضان|شوال|ذو ?القعدة|ذو ?الحجة/i;
const isHijriYear = (year: number) => year >= 1300 && year < 1600;

const TIME_BEHIND =
  /(?:T| |, ?)\s*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?|ص|م)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/i;
const SERIAL = /^(\d{5})(?:\.\d+)?$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const RUN_TOGETHER = /^(\d{4})(\d{2})(\d{2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const DAY_NAMED = /^(\d{1,2})[ -]+([\p{L}. ]+?)[ ,.-]+(\d{4}|\d{2})$/u;
const NAMED_DAY = /^(\p{L}+)\.? (\d{1,2}),? (\d{4})$/u;
/** Day 1 of spreadsheets is the first of January 1900, and their 1900 has a 29th of February. */
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);

/**
 * Reads a cell as a day. A year of two digits is read where only one century can be meant.
 * @param years the years that a day of this column can have
 */
export function readDay(text: string, years: { from: number; to: number }): DayReading {
  const written = plainDigits(text).replace(TIME_BEHIND, "").trim();
  if (HIJRI.test(written)) return { kind: "hijri" };
  const serial = SERIAL.exec(written)?.[1];
  if (serial !== undefined)
    return day(new Date(SERIAL_EPOCH + Number(serial) * 86_400_000).toISOString().slice(0, 10));
  const [, year, month, date] = YEAR_FIRST.exec(written) ?? RUN_TOGETHER.exec(written) ?? [];
  if (year !== undefined)
    return isHijriYear(Number(year))
      ? { kind: "hijri" }
      : day(iso(Number(year), Number(month), Number(date)));
  const named = DAY_NAMED.exec(written);
  const turned = NAMED_DAY.exec(written);
  if (named || turned)
    return readNamed(named ? named.slice(1) : [turned?.[2], turned?.[1], turned?.[3]], years);
  const [, first = "", sign, second = "", last = ""] = YEAR_LAST.exec(written) ?? [];
  if (sign === undefined) return { kind: "none" };
  const full = fullYear(last, years);
  if (full === null) return { kind: "short_year" };
  if (isHijriYear(full)) return { kind: "hijri" };
  return inEitherOrder(iso(full, Number(second), Number(first)), iso(full, Number(first), Number(second)));
}

function inEitherOrder(dayFirst: string | null, monthFirst: string | null): DayReading {
  if (dayFirst !== null && monthFirst !== null)
    return dayFirst === monthFirst
      ? { kind: "day", day: dayFirst }
      : { kind: "either", dayFirst, monthFirst };
  if (dayFirst !== null) return { kind: "settled", day: dayFirst, order: "day_first" };
  return monthFirst === null ? { kind: "none" } : { kind: "settled", day: monthFirst, order: "month_first" };
}

function readNamed(
  [date, name = "", year = ""]: (string | undefined)[],
  years: { from: number; to: number },
): DayReading {
  const month = MONTHS.get(name.trim().replace(/\.$/, "").toLowerCase());
  if (month === undefined) return { kind: "none" };
  const full = fullYear(year, years);
  return full === null ? { kind: "short_year" } : day(iso(full, month, Number(date)));
}

/** The year; of two digits the only one within `years` that ends so, null where there are several or none. */
function fullYear(digits: string, { from, to }: { from: number; to: number }): number | null {
  if (digits.length === 4) return Number(digits);
  const possible = [1900, 2000]
    .map((century) => century + Number(digits))
    .filter((year) => year >= from && year <= to);
  return possible.length === 1 ? (possible[0] ?? null) : null;
}

function day(text: string | null): DayReading {
  return text === null ? { kind: "none" } : { kind: "day", day: text };
}

/** The ISO date of a day that the calendar has. */
function iso(year: number, month: number, date: number): string | null {
  const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text) ? text : null;
}

/** A day that can be two, as it stands and both ways. */
export interface DaySample {
  text: string;
  dayFirst: string;
  monthFirst: string;
}
const SAMPLES_MAX = 3;

/** Finds out in which order a whole column writes its days: one day that is one in a single order settles all the others. */
export class DayColumn {
  readonly #orders = new Set<DayOrder>();
  readonly #samples: DaySample[] = [];

  constructor(private readonly years: { from: number; to: number }) {}

  add(text: string): void {
    const reading = readDay(text, this.years);
    if (reading.kind === "settled") this.#orders.add(reading.order);
    if (reading.kind === "either" && this.#samples.length < SAMPLES_MAX)
      this.#samples.push({ text, dayFirst: reading.dayFirst, monthFirst: reading.monthFirst });
  }

  /** The order; undefined where no day depends on it; samples where only a person can tell. */
  get outcome(): DayOrder | undefined | { samples: readonly DaySample[] } {
    if (this.#samples.length === 0) return undefined;
    const [order, other] = this.#orders;
    return order !== undefined && other === undefined ? order : { samples: this.#samples };
  }
}
