import { SETTINGS } from "@/lib/ledger/rules/programme-settings";
import { loosened, type Values } from "@/lib/ledger/rules/setting";

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

type Rules = Values<typeof SETTINGS>;

/**
 * The parts in which changes are sent, one after the other: what one person saves alone, so that nothing of it waits, and what lets more
 * pass. Settings that count beside one another stay together.
 */
export function partsOfChange<Changes extends object>(
  before: Rules,
  changes: Changes,
  together: readonly (readonly [string, string])[],
): Changes[] {
  const weighed = new Set<string>(loosened(SETTINGS, before, { ...before, ...changes }));
  for (const pair of together)
    if (pair.some((name) => weighed.has(name))) for (const name of pair) weighed.add(name);
  const part = (isWeighed: boolean) =>
    Object.fromEntries(
      Object.entries(changes).filter(([name]) => weighed.has(name) === isWeighed),
    ) as Changes;
  return [part(false), part(true)].filter((one) => Object.keys(one).length > 0);
}
