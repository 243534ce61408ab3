import type { PromotionFacts, WorldFacts } from "./facts";
import type { LoggedEntry } from "./history";
import type { Story } from "./stories";

/** What a promotion would give for a reward, as long as its budget holds it. */
export interface Offered {
  promotion: PromotionFacts;
  points: number;
}

/** A reward of the log and what could act on it, by everything but budgets. */
export interface Promoted {
  entry: LoggedEntry;
  story: Story;
  offered: readonly Offered[];
  /** Points that can be added before the reward passes what an entry or a wallet may hold. */
  room: number;
}

interface Case {
  world: WorldFacts;
  log: readonly LoggedEntry[];
  stories: readonly Story[];
  /** What promotions with a budget have given in the end, by their numbers. */
  offers: { promotionTotals: ReadonlyMap<number, number> };
  problems: string[];
}

/** What a promotion gave, and the request that took it back, if one did. */
interface Gift {
  entryId: number;
  points: number;
  story: Story;
  back: Story | undefined;
  isBack: boolean;
}

/**
 * What acted on each reward is what had to act: of those that give anything, the one that gives most or those that add up, but for such
 * as may have had no budget left at that moment; and no budget was passed, together or by one reward (rules.md §21).
 */
export function checkPromotions(
  { world, log, stories, offers, problems }: Case,
  rewards: readonly Promoted[],
): void {
  const { promotions } = world;
  if (promotions === undefined) return;
  const gifts = giftsOf(rewards, log, stories);
  for (const promotion of promotions.all)
    if (promotion.budget !== null) {
      const own = gifts.get(promotion.number) ?? [];
      const given = own.reduce((sum, { points, isBack }) => sum + (isBack ? 0 : points), 0);
      const counted = offers.promotionTotals.get(promotion.number);
      if (given > promotion.budget || given !== counted)
        problems.push(
          `promotion ${promotion.number}: gave ${given} of ${promotion.budget}, ${counted} were counted`,
        );
    }
  for (const reward of rewards) {
    const told = `entry ${reward.entry.id}`;
    for (const { number, points } of reward.entry.parts ?? []) {
      const promotion = promotions.all.find((one) => one.number === number);
      if (promotion === undefined || promotion.budget === null) continue;
      const certain = certainBefore(gifts.get(number) ?? [], reward);
      if (certain + points > promotion.budget)
        problems.push(`${told}: ${number} gave ${points} when ${certain} of ${promotion.budget} were given`);
    }
    const spent = reward.offered.filter(({ promotion, points }) =>
      mayBeSpent(gifts.get(promotion.number) ?? [], reward, promotion, points),
    );
    const acted = nameOf(reward.entry.parts ?? []);
    const isPossible = subsetsOf(spent).some((without) => {
      const left = reward.offered.filter((one) => !without.includes(one));
      return nameOf(acting(left, reward.room, promotions.stacks)) === acted;
    });
    if (!isPossible)
      problems.push(
        `${told}: ${acted || "nothing"} acted on it; offered was ${nameOf(reward.offered.map(partOf))}, of which ${spent.length} may have been spent`,
      );
  }
}

function giftsOf(
  rewards: readonly Promoted[],
  log: readonly LoggedEntry[],
  stories: readonly Story[],
): Map<number, Gift[]> {
  const storyOf = new Map(
    stories.flatMap((story) => (story.entry ? [[story.entry.id, story] as const] : [])),
  );
  const backOf = new Map(
    log.flatMap((one) => (one.logTypeId === 4 ? [[one.relatedEntryId, one.id] as const] : [])),
  );
  const gifts = new Map<number, Gift[]>();
  for (const { entry, story } of rewards)
    for (const { number, points } of entry.parts ?? []) {
      const backId = backOf.get(entry.id);
      const gift = {
        ...{ entryId: entry.id, points, story, isBack: backId !== undefined },
        back: backId === undefined ? undefined : storyOf.get(backId),
      };
      gifts.set(number, [...(gifts.get(number) ?? []), gift]);
    }
  return gifts;
}

/** What had certainly been given before a reward was asked for, and was not back before anybody knew of it. */
function certainBefore(gifts: readonly Gift[], { entry, story }: Promoted): number {
  return gifts.reduce((sum, gift) => {
    const isCertain = gift.entryId !== entry.id && gift.story.knownAt < story.firstSentAt;
    const mayBeBack = gift.isBack && (gift.back?.firstSentAt ?? 0) < story.knownAt;
    return sum + (isCertain && !mayBeBack ? gift.points : 0);
  }, 0);
}

/** Whether a promotion may have had too little left when a reward was made. */
function mayBeSpent(
  gifts: readonly Gift[],
  { entry, story }: Promoted,
  { budget }: PromotionFacts,
  points: number,
): boolean {
  if (budget === null) return false;
  const possible = gifts.reduce((sum, gift) => {
    const isPossible = gift.entryId !== entry.id && gift.story.firstSentAt < story.knownAt;
    const isBack = gift.isBack && (gift.back?.knownAt ?? Number.POSITIVE_INFINITY) < story.firstSentAt;
    return sum + (isPossible && !isBack ? gift.points : 0);
  }, 0);
  return possible + points > budget;
}

/** Which of those that have enough left act: the one that gives most, or all that add up where they give more. */
function acting(
  offered: readonly Offered[],
  room: number,
  stacks: boolean,
): { number: number; points: number }[] {
  const fitting = offered
    .filter(({ points }) => points > 0 && points <= room)
    .toSorted((one, other) => one.promotion.number - other.promotion.number);
  const [first] = fitting;
  if (first === undefined) return [];
  const best = fitting.reduce((most, one) => (one.points > most.points ? one : most), first);
  if (!stacks) return [partOf(best)];
  const together: Offered[] = [];
  for (const one of fitting) {
    const sum = together.reduce((total, { points }) => total + points, one.points);
    if (one.promotion.stacks && sum <= room) together.push(one);
  }
  const all = together.reduce((total, { points }) => total + points, 0);
  return all > best.points ? together.map(partOf) : [partOf(best)];
}

function partOf({ promotion, points }: Offered): { number: number; points: number } {
  return { number: promotion.number, points };
}

function nameOf(parts: readonly { number: number; points: number }[]): string {
  return parts
    .map(({ number, points }) => `${number}+${points}`)
    .sort()
    .join(" ");
}

function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  let sets: Item[][] = [[]];
  for (const item of items) sets = sets.flatMap((set) => [set, [...set, item]]);
  return sets;
}
