/** The model's own arithmetic: fractions of whole numbers, and days as text. Nothing of the ledger's is used. */

const DAY_MS = 86_400_000;

function fraction(decimal: string): [numerator: bigint, denominator: bigint] {
  const [whole = "0", part = ""] = decimal.split(".");
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

/** `value × factor`, rounded down. */
export function timesDown(value: number, factor: string): number {
  const [numerator, denominator] = fraction(factor);
  return Number((BigInt(value) * numerator) / denominator);
}

/** `value × factor`, rounded up. */
export function timesUp(value: number, factor: string): number {
  const [numerator, denominator] = fraction(factor);
  return Number((BigInt(value) * numerator + denominator - 1n) / denominator);
}

/** `points ÷ factor`, rounded down. */
export function over(points: number, factor: string): number {
  const [numerator, denominator] = fraction(factor);
  return Number((BigInt(points) * denominator) / numerator);
}

/** Whether points and money are less than one point, or less than one unit of money, apart. */
export function agree(points: number, value: number, factor: string): boolean {
  const [numerator, denominator] = fraction(factor);
  const apart = BigInt(value) * numerator - BigInt(points) * denominator;
  const distance = apart < 0n ? -apart : apart;
  return distance < denominator || distance < numerator;
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
