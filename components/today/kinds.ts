import { Ban, Gift, type LucideIcon, PackageOpen, ShoppingBag, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { kindOf } from "@/components/entries/kinds";
import type { KindTotal } from "@/lib/areas/shifts/schemas";
import { LOG_TYPE, type LogTypeId } from "@/lib/ledger/rules/types";
import { sumOfUnits } from "@/lib/platform/money";

/** Sums, whatever of. */
export interface Sums {
  entries: number;
  points: number;
  value: number;
}

export function sumOf(totals: readonly Sums[]): Sums {
  return totals.reduce<Sums>(
    (sum, { entries, points, value }) => ({
      entries: sum.entries + entries,
      points: sum.points + points,
      value: sumOfUnits([sum.value, value]),
    }),
    { entries: 0, points: 0, value: 0 },
  );
}

/** Kinds of a branch's day, in their order. */
export const DAILY_KINDS = ["rewards", "redemptions", "refunds", "returns", "cancellations"] as const;
export type DailyKind = (typeof DAILY_KINDS)[number];

export const DAILY: Record<DailyKind, { logTypeId: LogTypeId; icon: LucideIcon }> = {
  rewards: { logTypeId: LOG_TYPE.reward, icon: Gift },
  redemptions: { logTypeId: LOG_TYPE.redemption, icon: ShoppingBag },
  refunds: { logTypeId: LOG_TYPE.refund, icon: Undo2 },
  returns: { logTypeId: LOG_TYPE.rewardReturn, icon: PackageOpen },
  cancellations: { logTypeId: LOG_TYPE.cancellation, icon: Ban },
};

export function ofKind<Of extends { logTypeId: number }>(kinds: readonly Of[], kind: DailyKind): Of[] {
  return kinds.filter(({ logTypeId }) => logTypeId === DAILY[kind].logTypeId);
}

const PLUS: readonly LogTypeId[] = [
  LOG_TYPE.reward,
  LOG_TYPE.refund,
  LOG_TYPE.adjustmentUp,
  LOG_TYPE.transferIn,
];
/** They move points between what can be spent and what is set aside. */
const NEUTRAL: readonly LogTypeId[] = [LOG_TYPE.hold, LOG_TYPE.release];

/** By how much the customers' points grew, those set aside included. */
export function netPoints(kinds: readonly KindTotal[]): number {
  return kinds.reduce((sum, { logTypeId, cancelledLogTypeId, points }) => {
    if (NEUTRAL.includes(logTypeId)) return sum;
    const isPlus = PLUS.includes(cancelledLogTypeId ?? logTypeId);
    return sum + (isPlus === (cancelledLogTypeId === null) ? points : -points);
  }, 0);
}

/** The order of daily kinds first, then whatever else there is. */
export function inDailyOrder(kinds: readonly KindTotal[]): KindTotal[] {
  const daily = DAILY_KINDS.flatMap((kind) => ofKind(kinds, kind));
  return [...daily, ...kinds.filter((kind) => !daily.includes(kind))];
}

/** The name of what a total is of. */
export function useTotalName(): (total: Pick<KindTotal, "logTypeId" | "cancelledLogTypeId">) => string {
  const t = useTranslations();
  return ({ logTypeId, cancelledLogTypeId }) => {
    const cancelled = cancelledLogTypeId === null ? null : kindOf(cancelledLogTypeId);
    if (
      cancelled === "reward" ||
      cancelled === "redemption" ||
      cancelled === "refund" ||
      cancelled === "rewardReturn"
    )
      return t(`today.cancelled.${cancelled}`);
    const daily = DAILY_KINDS.find((kind) => DAILY[kind].logTypeId === logTypeId);
    return daily === undefined ? t(`entries.kinds.${kindOf(logTypeId)}`) : t(`today.kinds.${daily}`);
  };
}
