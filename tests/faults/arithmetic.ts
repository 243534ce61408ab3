/** The model's own arithmetic: factors as whole millionths, money as whole hundredths. No code of the service is used. */

const MILLION = 1_000_000n;

function micro(factor: string): bigint {
  const [whole = "0", part = ""] = factor.split(".");
  return BigInt(whole) * MILLION + BigInt(part.padEnd(6, "0"));
}

/** A point at factor one, in hundredths times millionths. */
const POINT = 100n * MILLION;

/** Money in hundredths, from the number of currency units that a request names. */
export function hundredthsOf(units: number): bigint {
  return BigInt(units.toFixed(2).replace(".", ""));
}

/** Currency units, rounded half up. */
export function roundedUnits(hundredths: bigint): number {
  return Number((hundredths + 50n) / 100n);
}

/** The smaller one. */
export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Points for so much money, rounded down. */
export function earned(hundredths: bigint, factor: string): number {
  return Number((hundredths * micro(factor)) / POINT);
}

/** Points for so much money, rounded up. */
export function needed(hundredths: bigint, factor: string): number {
  return Number((hundredths * micro(factor) + POINT - 1n) / POINT);
}

/** Money for so many points, rounded down to hundredths. */
export function worth(points: number, factor: string): bigint {
  return (BigInt(points) * POINT) / micro(factor);
}

/** Whether points and money are less than a point or a hundredth apart; of whole money, less than a unit. */
export function agree(points: number, hundredths: bigint, factor: string): boolean {
  const apart = hundredths * micro(factor) - BigInt(points) * POINT;
  const distance = apart < 0n ? -apart : apart;
  const isWhole = hundredths % 100n === 0n;
  return distance < POINT || distance < micro(factor) || (isWhole && distance < micro(factor) * 100n);
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
