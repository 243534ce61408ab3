/** The model's own arithmetic: fractions of whole numbers, money in hundredths, and days as text. Nothing of the ledger's is used. */

const DAY_MS = 86_400_000;

function fraction(decimal: string): [numerator: bigint, denominator: bigint] {
  const [whole = "0", part = ""] = decimal.split(".");
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

/** `hundredths ÷ 100 × factor`, rounded down. */
export function timesDown(hundredths: bigint, factor: string): number {
  const [numerator, denominator] = fraction(factor);
  return Number((hundredths * numerator) / (denominator * 100n));
}

/** `hundredths ÷ 100 × factor`, rounded up. */
export function timesUp(hundredths: bigint, factor: string): number {
  const [numerator, denominator] = fraction(factor);
  const unit = denominator * 100n;
  return Number((hundredths * numerator + unit - 1n) / unit);
}

/** `points ÷ factor`, rounded down to hundredths. */
export function over(points: number, factor: string): bigint {
  const [numerator, denominator] = fraction(factor);
  return (BigInt(points) * denominator * 100n) / numerator;
}

/** Whether points and money are less than one point apart, or less than a hundredth; of whole money, less than a unit. */
export function agree(points: number, hundredths: bigint, factor: string): boolean {
  const [numerator, denominator] = fraction(factor);
  const unit = denominator * 100n;
  const apart = hundredths * numerator - BigInt(points) * unit;
  const distance = apart < 0n ? -apart : apart;
  const isWhole = hundredths % 100n === 0n;
  return distance < unit || distance < numerator || (isWhole && distance < numerator * 100n);
}

/** The smaller one. */
export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The day on the wall of a zone. */
export function dayOf(instant: Date, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    clocks.set(timeZone, clock);
  }
  return clock.format(instant);
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The last day of the month that is `months` after the month of `day`. */
export function monthEnd(day: string, months: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}

export function businessDaysAfter(day: string, count: number, weekend: readonly number[]): string {
  if (count === 0) return day;
  const next = daysAfter(day, 1);
  const isWeekend = weekend.includes(new Date(next).getUTCDay() || 7);
  return businessDaysAfter(next, isWeekend ? count : count - 1, weekend);
}
