import { extraPoints, pointsEarned } from "@/lib/ledger/rules/conversion";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import { ENTRY_TEXT_MAX, type Entry } from "@/lib/ledger/rules/types";
import { leastMoney, lesser, type Money, moneyText, NOTHING, perUnit } from "@/lib/platform/money";
import { pointsForItems } from "./items";
import type { GivenPart, PromotionTerms, SoldItem } from "./words";

/** A part of a reward, with the terms by which its promotion gave it. */
type Part = GivenPart & { terms: PromotionTerms | null };
type Reward = Pick<Entry, "id" | "amount" | "amountValue" | "factor">;

/** Goods of a reward that came back. */
export interface Goods {
  /** Their price. */
  value: Money;
  /** Those that the till names. */
  items: readonly SoldItem[];
  /** Points and money of the reward that came back before. */
  before: { points: number; money: Money };
}

/** Points that goods take from a reward, and from which of its parts; no parts where the sum is not made of them. */
export interface Taken {
  points: number;
  parts: readonly GivenPart[];
  /** In words; undefined where there is nothing to say but the number. */
  comment: string | undefined;
}

/** Parts of a reward; null where the bill at the segment's rate and bonus gave all. */
function partsOf({ promotions }: Pick<LedgerState, "promotions">, { id }: Reward): Part[] | null {
  const parts = promotions.given.get(id);
  if (parts === undefined || parts.length === 0) return null;
  return parts.map((part) => {
    const version = part.promotionVersionId;
    const present = promotions.all.find(({ versionId }) => versionId === version);
    return { ...part, terms: version === null ? null : (promotions.terms.get(version) ?? present ?? null) };
  });
}

/**
 * Points that goods take (rules.md §13): all that the wallet still has of the reward, less what the rest of the bill keeps. So the parts of
 * a return take, together and at each moment, as many points as the same goods in one return.
 */
export function takenByGoods(
  state: Pick<LedgerState, "promotions">,
  reward: Reward,
  { value, items, before }: Goods,
): Taken {
  const left = reward.amountValue - lesser(reward.amountValue, before.money);
  const rest = left - lesser(left, value);
  const remaining = reward.amount - before.points;
  const within = (points: number) => Math.min(remaining, Math.max(0, points));
  const parts = partsOf(state, reward);
  if (parts === null) {
    const points = rest === NOTHING ? remaining : within(remaining - rateKept(reward.amount, reward, rest));
    return { points, parts: [], comment: undefined };
  }
  // The rule for money explains the points that came back before, but for those that came back with named items.
  const explained = reward.amount - sum(partsKept(parts, reward, { rest: left, itemsBack: 0 }));
  const itemsBefore = Math.max(0, before.points - explained);
  const keptBefore = partsKept(parts, reward, { rest: left, itemsBack: itemsBefore });
  const itemsBack = itemsBefore + pointsOfItems(parts, items);
  const keptAfter = rest === NOTHING ? parts.map(() => 0) : partsKept(parts, reward, { rest, itemsBack });
  const points = within(remaining - sum(keptAfter));
  const taken = parts.map((part, place) => ({
    ...part,
    points: (keptBefore[place] ?? 0) - (keptAfter[place] ?? 0),
  }));
  // Returns by number have moved the sum away from its parts.
  if (sum(taken.map((part) => part.points)) !== points) return { points, parts: [], comment: undefined };
  const losing = taken.filter((part) => part.points > 0);
  return {
    points,
    parts: losing.map(({ terms: _, ...part }) => part),
    comment: losing.length === 0 ? undefined : commentOf(losing, rest),
  };
}

/** Money of the goods that `points` of a reward stand for, rounded down. */
export function priceOfPart({ amount, amountValue }: Reward, points: number): Money {
  if (amount === 0) return NOTHING;
  const exact = (amountValue * BigInt(points)) / BigInt(amount);
  return exact - (exact % leastMoney());
}

/** Whether promotions gave some of a reward's points. */
export function hasParts(state: Pick<LedgerState, "promotions">, reward: Reward): boolean {
  return partsOf(state, reward) !== null;
}

/** Points at the segment's rate that the wallet keeps. The segment's bonus goes with the last of the bill. */
function rateKept(points: number, { amountValue, factor }: Reward, rest: Money): number {
  const earnedBy = (value: Money) => pointsEarned(value, { rewardFactor: factor, bonusPoints: null });
  return points - earnedBy(amountValue) + earnedBy(rest);
}

/**
 * Points of each part that the wallet keeps while `rest` is left of the bill: of the rate and of what multiplies it those that the rest would
 * have earned, of points for items those whose items did not come back, an addition with a least bill while the rest reaches it, every other
 * addition whole.
 */
function partsKept(
  parts: readonly Part[],
  reward: Reward,
  { rest, itemsBack }: { rest: Money; itemsBack: number },
): number[] {
  let back = itemsBack;
  return parts.map(({ kind, points, terms }) => {
    if (kind === "rate") return rateKept(points, reward, rest);
    if (terms === null) return points;
    if (isForItems(terms)) {
      const taken = Math.min(points, back);
      back -= taken;
      return points - taken;
    }
    const { multiplier, skuIds } = terms.rule;
    if (multiplier === null) return isReached(terms, rest) ? points : 0;
    // The cost of the multiplied items is not in the log: they take the part of the whole bill that came back.
    if (skuIds.length > 0) return Number((BigInt(points) * rest) / reward.amountValue);
    return Math.min(points, extraPoints(rest, reward.factor, multiplier));
  });
}

function isForItems({ rule }: PromotionTerms): boolean {
  return rule.multiplier === null && rule.points === null;
}

function isReached({ rule: { minHundredths } }: PromotionTerms, rest: Money): boolean {
  return minHundredths === null || rest * 100n >= BigInt(minHundredths) * perUnit();
}

function pointsOfItems(parts: readonly Part[], items: readonly SoldItem[]): number {
  return sum(
    parts.map(({ terms }) =>
      terms !== null && isForItems(terms) ? pointsForItems(items, terms.skus).points : 0,
    ),
  );
}

function sum(points: readonly number[]): number {
  return points.reduce((total, one) => total + one, 0);
}

/** Which parts lose what, and why, in both languages: whoever reads the log later may read either. */
function commentOf(losing: readonly Part[], rest: Money): string {
  const say = (language: "en" | "ar", separator: string) =>
    losing
      .map((part) => {
        const { bill, welcome, under, last } = WORDS[language];
        const name =
          part.kind === "rate"
            ? bill
            : ((language === "en" ? part.promotion?.nameEn : part.promotion?.nameAr) ?? welcome);
        const isAddition =
          part.kind === "promotion" && part.terms !== null && part.terms.rule.points !== null;
        const least = isAddition ? (part.terms?.rule.minHundredths ?? null) : null;
        const why =
          !isAddition || part.kind === "rate"
            ? ""
            : rest === NOTHING
              ? ` (${last})`
              : least === null
                ? ""
                : ` (${under(moneyText((BigInt(least) * perUnit()) / 100n))})`;
        return `${name} −${part.points}${why}`;
      })
      .join(separator);
  const text = `${say("en", ", ")} / ${say("ar", "، ")}`;
  return text.length <= ENTRY_TEXT_MAX.comment ? text : `${text.slice(0, ENTRY_TEXT_MAX.comment - 1)}…`;
}

const WORDS = {
  en: {
    bill: "Bill",
    welcome: "Welcome bonus",
    under: (least: string) => `less than ${least} is left`,
    last: "last of the goods",
  },
  ar: {
    bill: "الفاتورة",
    welcome: "مكافأة ترحيب",
    under: (least: string) => `المتبقي أقل من ${least}`,
    last: "آخر المرتجع",
  },
};
