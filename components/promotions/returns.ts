import type { PromotionFields, Promotions } from "@/lib/areas/promotions/schemas";

type Segment = Promotions["segments"][number];

/** A promotion on an example bill, in whole currency units, at a tier's rates. */
interface Returns {
  segment: Segment;
  rates: { rewardFactor: string; redeemFactor: string };
  bonusPoints: number | null;
  bill: number;
}

const BILL = 100;

/** The tier that gets most back by a rule, with its rates times the rule's; null for items, and where no tier is meant. */
export function returnsOf(
  { multiplier, points, skuIds, segmentIds, minHundredths }: PromotionFields["rule"],
  segments: readonly Segment[],
): Returns | null {
  if (skuIds.length > 0 || (multiplier === null && points === null)) return null;
  const times = multiplier === null ? 1 : Number(multiplier);
  if (!Number.isFinite(times)) return null;
  const [segment] = segments
    .filter(({ id }) => segmentIds.length === 0 || segmentIds.includes(id))
    .sort((one, other) => shareOf(other) - shareOf(one));
  if (segment === undefined) return null;
  return {
    segment,
    rates: {
      rewardFactor: (Number(segment.rewardFactor) * times).toFixed(6).replace(/\.?0+$/, ""),
      redeemFactor: segment.redeemFactor,
    },
    bonusPoints: points,
    bill: minHundredths === null || minHundredths <= 0 ? BILL : Math.ceil(minHundredths / 100),
  };
}

const shareOf = ({ rewardFactor, redeemFactor }: Segment) => Number(rewardFactor) / Number(redeemFactor);
