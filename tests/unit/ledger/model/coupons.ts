import type { Command, RedeemCommand, RewardCommand } from "@/lib/ledger/rules/commands";
import type { LedgerState } from "@/lib/ledger/rules/ledger-state";
import type { CouponTemplate } from "@/lib/ledger/with/coupons/words";
import { type Effect, type Line, Refusals } from "./lines";

const template = (more: Partial<CouponTemplate> & Pick<CouponTemplate, "offerNumber">): CouponTemplate => ({
  ...{ id: more.offerNumber, merchantId: null, merchantNameEn: null, merchantNameAr: null, state: "live" },
  ...{ titleEn: "Coffee", titleAr: "قهوة", termsEn: "", termsAr: "", discountType: 3, discount: 0 },
  ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: null },
  ...{ stockLeft: null, rewardMin: null, worth: null, minBill: null },
  ...more,
});

/** To be had for points: one of the first, of the second as many as are asked for until its last day, and the third costs too much. */
export const CATALOGUE = [
  template({ offerNumber: 71, costPoints: 20, stockLeft: 1, merchantId: 1 }),
  template({ offerNumber: 72, costPoints: 15, validUntil: "2026-06-30" }),
  template({ offerNumber: 75, costPoints: 200_000_000 }),
];
/** Issued by bills, the highest first. */
export const REWARDING = [
  template({ offerNumber: 73, rewardMin: 25_000n, merchantId: 1 }),
  template({ offerNumber: 74, rewardMin: 20_000n }),
];

/** What rules.md §22 says of coupons, written a second time: what was issued and ended is looked for in the log. */
export class CouponModel {
  /** Lines whose coupon is used now. */
  readonly used = new Set<number>();

  constructor(
    private readonly world: LedgerState,
    private readonly isOn: boolean,
  ) {}

  /** What the coupon that is asked for costs at most, whether or not it is to be had. */
  costOf(offer: number): number {
    return (this.isOn ? CATALOGUE.find(({ offerNumber }) => offerNumber === offer)?.costPoints : null) ?? 0;
  }

  /** Points that the coupon costs, or why it is not to be had. */
  price(
    { couponOffer, actor }: RedeemCommand,
    { lines, today }: { lines: readonly Line[]; today: string },
  ): number {
    const wanted = this.isOn ? CATALOGUE.find(({ offerNumber }) => offerNumber === couponOffer) : undefined;
    if (wanted === undefined || !isOffered(wanted, actor.merchantId, today)) throw new Refusals([1420]);
    const out = lines.filter((line) => line.issues === couponOffer && !isVoid(line, lines)).length;
    if (wanted.stockLeft !== null && out >= wanted.stockLeft) throw new Refusals([1422]);
    return wanted.costPoints ?? 0;
  }

  /** The offer of the coupon that a bill brings. */
  broughtBy({ value, actor }: RewardCommand, { today }: { today: string }): number | undefined {
    if (!this.isOn) return undefined;
    return REWARDING.find((one) => (one.rewardMin ?? 0n) <= value && isOffered(one, actor.merchantId, today))
      ?.offerNumber;
  }

  /** What undoes a line, with the end of the coupon that the line had issued. */
  withEnd({ type }: Pick<Command, "type">, effect: Effect, lines: readonly Line[]): Effect {
    const { of } = effect;
    const code = type === "cancel" ? 1414 : 1402;
    const line = of === undefined ? undefined : lines[of - 1];
    // A refund that ended a coupon stays: the coupon would be missing.
    if (line?.voids !== undefined) throw new Refusals([code]);
    // Nor can a part of what made a bill whole and ended its coupon be undone.
    const { restores } = effect;
    const bill = restores === undefined ? undefined : lines[restores - 1];
    if (bill !== undefined && isVoid(bill, lines)) {
      const left = lines.filter(
        (one) => one.of === restores && one.type === 11 && one.undoneBy === null && one.id !== of,
      );
      const isWhole = left.length > 0 && left.reduce((sum, one) => sum + one.amount, 0) === bill.amount;
      if (!isWhole) throw new Refusals([code]);
    }
    if (of === undefined || line?.issues === undefined || isVoid(line, lines)) return effect;
    const givenBack = lines.filter(
      (one) => one.of === of && [3, 11].includes(one.type) && one.undoneBy === null,
    );
    const back = givenBack.reduce((sum, { amount }) => sum + amount, pointsOf(effect));
    if (type !== "cancel" && back < line.amount) {
      if (type === "refund") throw new Refusals([1402]);
      return effect;
    }
    if (!this.used.has(of)) return { ...effect, voids: of };
    if (this.world.programme.usedCouponPolicy === "refuse") throw new Refusals([code]);
    return effect;
  }
}

const pointsOf = ({ delta, suspended = 0 }: Effect): number => Math.abs(delta + suspended);

export function isVoid({ id }: Line, lines: readonly Line[]): boolean {
  return lines.some(({ voids }) => voids === id);
}

function isOffered({ merchantId, validUntil }: CouponTemplate, at: number | null, today: string): boolean {
  return (merchantId === null || merchantId === at) && (validUntil === null || today <= validUntil);
}
