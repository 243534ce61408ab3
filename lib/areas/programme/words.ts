export const CONSENT_LENGTH_MAX = 4_000;

/** Customers get so many per cent of their bills back in a new programme, and a page warns above this many. */
export const RETURN_PRESET_PERCENT = 5;
export const RETURN_WARNING_PERCENT = 20;

/** Per cent of a bill that customers get back in points, to two decimals; null while a rate is no number above 0. */
export function returnPercent({
  rewardFactor,
  redeemFactor,
}: {
  rewardFactor: string;
  redeemFactor: string;
}): number | null {
  const [earns, costs] = [Number(rewardFactor), Number(redeemFactor)];
  if (!Number.isFinite(earns) || !(costs > 0)) return null;
  return Math.round((earns / costs) * 10_000) / 100;
}
