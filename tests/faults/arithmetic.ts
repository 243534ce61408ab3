/** The model's own arithmetic: factors as whole millionths. Nothing of the product's is used. */

const MILLION = 1_000_000n;

function micro(factor: string): bigint {
  const [whole = "0", part = ""] = factor.split(".");
  return BigInt(whole) * MILLION + BigInt(part.padEnd(6, "0"));
}

/** Points for so much money, rounded down. */
export function earned(value: number, factor: string): number {
  return Number((BigInt(value) * micro(factor)) / MILLION);
}

/** Points for so much money, rounded up. */
export function needed(value: number, factor: string): number {
  return Number((BigInt(value) * micro(factor) + MILLION - 1n) / MILLION);
}

/** Money for so many points, rounded down. */
export function worth(points: number, factor: string): number {
  return Number((BigInt(points) * MILLION) / micro(factor));
}

/** Whether points and money are less than one of either apart. */
export function agree(points: number, value: number, factor: string): boolean {
  const apart = BigInt(value) * micro(factor) - BigInt(points) * MILLION;
  const distance = apart < 0n ? -apart : apart;
  return distance < MILLION || distance < micro(factor);
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
