import { debtOf } from "@/lib/ledger/moves/refund";
import { NEVER } from "@/lib/ledger/rules/calendar";
import type { Command } from "@/lib/ledger/rules/commands";
import { valueOfPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { ProgrammeRules, WalletState } from "@/lib/ledger/rules/ledger-state";
import { putIntoLots } from "@/lib/ledger/rules/lots";
import { bySystem, type Change, posting } from "@/lib/ledger/rules/posting";
import type { Entry } from "@/lib/ledger/rules/types";
import { plusDays } from "@/lib/platform/time";

/**
 * The first day on which points of a reward that is made today can be spent, null: at once (rules.md §19). Never later than the
 * day after the lot's last: what has not ripened by then lapses with the rest of its lot.
 * @param days whole days until they ripen
 * @param lot the last day of their lot
 */
export function ripeningDay(today: string, days: number, lot: string): string | null {
  if (days <= 0) return null;
  const day = plusDays(today, days);
  if (lot === NEVER) return day;
  const lapse = plusDays(lot, 1);
  if (day > lapse) return lapse;
  return day;
}

/** Days until points of a merchant's rewards ripen: its own, or else the programme's. */
export function ripeningDays(
  {
    ripeningDays: programmeDays,
    ripeningDaysByMerchant,
  }: Pick<ProgrammeRules, "ripeningDays" | "ripeningDaysByMerchant">,
  merchantId: number | null,
): number {
  const own = merchantId === null ? undefined : ripeningDaysByMerchant.get(merchantId);
  return own ?? programmeDays;
}

/** Movement of a reward's `points`: into the lot, or aside until they ripen. */
export function rewardedPoints(
  wallet: Pick<WalletState, "balance">,
  { points, lot, ripensOn }: { points: number; lot: string; ripensOn: string | null },
): Pick<Change, "pointsDelta" | "suspendedDelta" | "lotMoves" | "aside"> {
  if (points === 0) return { pointsDelta: 0, lotMoves: [] };
  if (ripensOn === null)
    return { pointsDelta: points, lotMoves: putIntoLots([{ lot, points }], debtOf(wallet)) };
  return {
    pointsDelta: 0,
    suspendedDelta: points,
    lotMoves: [],
    aside: { pending: [{ entryId: null, points, ripensOn, expiresOn: lot }] },
  };
}

/** How many of a reward's `points` are taken back before they have ripened, and what that changes. */
export function takeFromPending(
  { pending }: Pick<WalletState, "pending">,
  reward: Pick<Entry, "id">,
  points: number,
): { points: number; aside?: NonNullable<Change["aside"]> } {
  const held = pending.get(reward.id);
  const taken = Math.min(points, held?.points ?? 0);
  if (held === undefined || taken === 0) return { points: 0 };
  return { points: taken, aside: { pending: [{ ...held, points: held.points - taken }] } };
}

/** The lot that a reward filled, at once or when it ripened, and how many points of it count as the reward's own. */
export function lotOfReward(
  reward: Pick<Entry, "lotMoves" | "suspendedDelta" | "expiresOn">,
): [string, number][] {
  if (reward.suspendedDelta > 0 && reward.expiresOn !== null)
    return [[reward.expiresOn, reward.suspendedDelta]];
  return reward.lotMoves.flatMap(({ lot, points }): [string, number][] =>
    lot === null ? [] : [[lot, points]],
  );
}

/**
 * Gives the reward free that ripens first, if one does by `today`: one entry (`logTypeId` 10) a reward, by the system. The points go to the
 * reward's lot, after a debt is repaid.
 */
export function ripenNext(
  { wallet, command, now }: { wallet: WalletState; command: Command; now: Date },
  today: string,
): { day: string; posting: Posting } | null {
  const ripe = [...wallet.pending.values()].filter(({ points, ripensOn }) => points > 0 && ripensOn <= today);
  ripe.sort((one, other) =>
    one.ripensOn === other.ripensOn ? one.entryId - other.entryId : one.ripensOn < other.ripensOn ? -1 : 1,
  );
  const [first] = ripe;
  if (first === undefined) return null;
  const { points, expiresOn, entryId, ripensOn } = first;
  const act: Command = {
    type: "expire",
    walletCode: command.walletCode,
    actor: bySystem(command.actor),
  };
  return {
    day: ripensOn,
    posting: posting(
      { wallet, command: act, now },
      {
        logTypeId: 10,
        pointsDelta: points,
        suspendedDelta: -points,
        amountValue: valueOfPoints(points, wallet.segment.redeemFactor),
        factor: wallet.segment.redeemFactor,
        lotMoves: putIntoLots([{ lot: expiresOn, points }], debtOf(wallet)),
        relatedEntryId: entryId,
        aside: { pending: [{ ...first, points: 0 }] },
      },
    ),
  };
}
