import { lotDate } from "@/lib/ledger/rules/calendar";
import type { RewardCommand } from "@/lib/ledger/rules/commands";
import { pointsEarned } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { ProgrammeRules, WalletState } from "@/lib/ledger/rules/ledger-state";
import {
  type Change,
  type Context,
  posting,
  refuse,
  refuseAboveBalanceMax,
} from "@/lib/ledger/rules/posting";
import { segmentAt } from "@/lib/ledger/rules/tiers";
import { ENTRY_TEXT_MAX, type EntryPart } from "@/lib/ledger/rules/types";
import { rewardedPoints, ripeningDay, ripeningDays } from "@/lib/ledger/with/aside/rule";
import { saidOfPaid } from "@/lib/ledger/with/bills/rule";
import { type Acted, NOTHING_ACTED, whatActs } from "@/lib/ledger/with/promotions/rule";
import { referralDue } from "@/lib/ledger/with/referrals/rule";
import { type Money, NOTHING } from "@/lib/platform/money";

/**
 * Adds the points that a bill, or what is left of it (`context.command`), earns, and those of the promotions that act on it (rules.md §1, §8, §21); where they have to ripen, to those
 * that lie aside (rules.md §19).
 * Refuses with 1304 above the programme's limits.
 */
export function reward(context: Context<RewardCommand>, bill: RewardCommand): Posting {
  const { state, wallet, command, today } = context;
  const { programme } = state;
  // Nothing is left of a bill that was paid with points, not even for a bonus.
  const isPaid = command.value === NOTHING;
  const rate = isPaid ? 0 : pointsToGive(programme, wallet, command.value);
  const { points: added, ...acted } = isPaid ? NOTHING_ACTED : whatActs(context, rate);
  const referral = isPaid ? null : referralDue(context, rate + added);
  const welcome = referral?.outcome.newcomerPoints ?? 0;
  const points = rate + added + welcome;
  const lot = lotDate(today, programme.pointsValidityMonths);
  const ripensOn = ripeningDay(today, ripeningDays(programme, command.actor.merchantId), lot);
  return posting(context, {
    logTypeId: 2,
    ...rewardedPoints(wallet, { points, lot, ripensOn }),
    accumulatedDelta: points,
    amountValue: command.value,
    factor: wallet.segment.rewardFactor,
    expiresOn: points === 0 ? null : lot,
    segment: segmentAt(state.segments, wallet, wallet.accumulated + points),
    ...acted,
    ...(welcome > 0 && partsWith(acted, { rate, welcome })),
    comment: said(
      saidOfLines(command.linesNotCounted),
      saidOfPaid(bill, command),
      acted.comment,
      referral?.comment,
    ),
    ...(referral !== null && { referral: referral.outcome }),
  });
}

/** Parts of a reward's points where a newcomer's bonus is among them. */
function partsWith(
  { parts }: Pick<Acted, "parts">,
  { rate, welcome }: { rate: number; welcome: number },
): Pick<Change, "parts"> {
  const part = (kind: EntryPart["kind"], points: number) => ({
    kind,
    points,
    promotionVersionId: null,
    day: null,
  });
  return { parts: [...(parts ?? [part("rate", rate)]), part("referral", welcome)] };
}

/** Places of lines that a comment names. */
const PLACES_MAX = 10;

/** The lines of the bill that were not counted, in both languages; neighbours as one range. */
function saidOfLines(places: readonly number[] | undefined): string | undefined {
  if (places === undefined || places.length === 0) return undefined;
  if (places[0] === 0) return "Items could not be read / تعذّرت قراءة الأصناف";
  const ranges: [from: number, to: number][] = [];
  for (const place of places) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === place - 1) last[1] = place;
    else ranges.push([place, place]);
  }
  const named = ranges.slice(0, PLACES_MAX).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  if (ranges.length > PLACES_MAX) named.push("…");
  return `Lines not counted: ${named.join(", ")} / سطور لم تُحسب: ${named.join("، ")}`;
}

/** Joins the texts of an entry's comment, as far as there is room. */
function said(...texts: (string | undefined)[]): string | undefined {
  const text = texts.filter((one) => one !== undefined).join(" · ");
  return text === "" ? undefined : text.slice(0, ENTRY_TEXT_MAX.comment);
}

/** Points that a bill of `value` gives to a settled wallet. Refuses with 1304. */
export function pointsToGive(
  programme: Pick<ProgrammeRules, "pointsPerEntryMax" | "balanceMax">,
  wallet: Pick<WalletState, "balance" | "suspended" | "segment">,
  value: Money,
): number {
  const points = pointsEarned(value, wallet.segment);
  const { pointsPerEntryMax } = programme;
  if (points > pointsPerEntryMax) refuse(1304, { max: pointsPerEntryMax });
  refuseAboveBalanceMax(programme, wallet, points);
  return points;
}
