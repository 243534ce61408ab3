import type { RewardCommand } from "@/lib/ledger/rules/commands";
import type { Promotion } from "@/lib/ledger/with/promotions/words";
import { promotion } from "../build";
import { timesDown } from "./arithmetic";
import type { Gave, Line } from "./lines";
import type { View } from "./view";

/**
 * What rules.md §21 says of offers, written a second time: what they gave and how often is looked for in the log. Multipliers are whole.
 */
export function whatActed(command: RewardCommand, view: View, rate: number): Gave[] {
  const { world, lines, purse, today, addressed } = view;
  const { pointsPerEntryMax, balanceMax } = world.programme;
  const room = Math.min(pointsPerEntryMax, balanceMax - purse.balance - purse.suspended) - rate;
  const standing = lines.filter(({ type, undoneBy }) => type === 2 && undoneBy === null);
  const acting: Gave[] = [];
  for (const { number, rule, budgetPoints, walletMax, walletPoints } of world.promotions.all) {
    const { branchIds, minHundredths, multiplier } = rule;
    if (branchIds.length > 0 && !branchIds.includes(command.actor.branchId ?? -1)) continue;
    if (minHundredths !== null && command.value < BigInt(minHundredths)) continue;
    const times = BigInt(multiplier ?? "1") - 1n;
    const whole = rule.points ?? timesDown(command.value * times, purse.segment.rewardFactor);
    const gave = standing.flatMap((line) =>
      (line.gave ?? []).filter((one) => one.number === number).map((one) => ({ ...one, line })),
    );
    const todays = gave.filter(({ line }) => (line.actor ?? line.wallet) === addressed && line.day === today);
    const kept = todays.filter(({ line }) => !isBack(line, lines)).reduce((sum, one) => sum + one.points, 0);
    const points = walletPoints === null ? whole : Math.min(whole, walletPoints - kept);
    const total = gave.reduce((sum, one) => sum + one.points, 0);
    if (budgetPoints !== null && total + points > budgetPoints) continue;
    if (walletMax !== null && todays.length >= walletMax) continue;
    if (points > 0 && points <= room) acting.push({ number, points });
  }
  const most = Math.max(0, ...acting.map(({ points }) => points));
  const first = acting.filter(({ points }) => points === most).slice(0, 1);
  return world.promotions.stack ? together(acting, room, first) : first;
}

/** Whether returns took the whole of a reward back. */
function isBack(reward: Line, lines: readonly Line[]): boolean {
  const returns = lines.filter(
    ({ type, of, undoneBy }) => type === 11 && of === reward.id && undoneBy === null,
  );
  return returns.reduce((sum, { amount }) => sum + amount, 0) === reward.amount;
}

function together(acting: readonly Gave[], room: number, best: Gave[]): Gave[] {
  const chosen: Gave[] = [];
  let sum = 0;
  for (const one of acting.filter(({ number }) => STACKING.has(number))) {
    if (sum + one.points > room) continue;
    sum += one.points;
    chosen.push(one);
  }
  return sum > (best[0]?.points ?? 0) ? chosen : best;
}

const STACKING: ReadonlySet<number> = new Set([31, 33, 34, 35]);

const offer = (number: number, more: Partial<Promotion>, rule: Partial<Promotion["rule"]>): Promotion =>
  promotion(
    number,
    { stacks: STACKING.has(number), ...rule },
    { startsAt: new Date("2020-01-01T00:00:00Z"), endsAt: new Date("2090-01-01T00:00:00Z"), ...more },
  );

/** A bonus with a budget, a multiplier at one branch, one a day for each customer, one that many bills are too small for, and one with
 * so many points a day for each. */
export const OFFERS: readonly Promotion[] = [
  offer(31, { budgetPoints: 400 }, { points: 37 }),
  offer(32, {}, { multiplier: "3", branchIds: [101] }),
  offer(33, { walletMax: 2, walletPeriod: "day" }, { points: 60 }),
  offer(
    34,
    { budgetPoints: 5_000, walletMax: 1, walletPeriod: "day" },
    { multiplier: "2", minHundredths: 150_00 },
  ),
  offer(35, { walletPoints: 100, walletPeriod: "day", budgetPoints: 900 }, { multiplier: "2" }),
];

/** Points of the largest part, which names the entry; of equals the lowest number. */
export function namedBy(gave: readonly Gave[]): number | null {
  const most = Math.max(...gave.map(({ points }) => points));
  return gave.find(({ points }) => points === most)?.number ?? null;
}
