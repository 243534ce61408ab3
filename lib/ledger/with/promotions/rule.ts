import type { RewardCommand } from "@/lib/ledger/rules/commands";
import { extraPoints } from "@/lib/ledger/rules/conversion";
import type { Posting } from "@/lib/ledger/rules/decision";
import type { LedgerState, ProgrammeRules, WalletState } from "@/lib/ledger/rules/ledger-state";
import { type Context, roomIn } from "@/lib/ledger/rules/posting";
import { ENTRY_TEXT_MAX, type Entry, type EntryPart, LOG_TYPE } from "@/lib/ledger/rules/types";
import { holdsFor } from "@/lib/platform/any-of";
import { type Money, NOTHING, perUnit } from "@/lib/platform/money";
import { formatLocalDateTime } from "@/lib/platform/time";
import { isOfGroup, pointsForItems } from "./items";
import {
  addUse,
  type GivenPart,
  nameOfUse,
  type Promotion,
  type PromotionCount,
  type PromotionState,
  type SoldItem,
  type WalletPeriod,
  type WhyNot,
} from "./words";

export type Verdict = { points: number; skuRuleId: number | null } | { whyNot: WhyNot };

/** A promotion and what becomes of it for a reward. */
export interface Judged {
  promotion: Promotion;
  verdict: Verdict;
}

/** Promotions that acted: empty where `parts` is absent. */
export interface Acted {
  points: number;
  offerNumber: number | null;
  skuRuleId: number | null;
  parts?: readonly EntryPart[];
  comment?: string;
}

export const NOTHING_ACTED: Acted = { points: 0, offerNumber: null, skuRuleId: null };
const DAY_MINUTES = 24 * 60;
const HUNDRED = 100n;
/** The wallet of a reward, as promotions look at it: settled, and whose the use is. */
type Customer = Pick<
  WalletState,
  "balance" | "suspended" | "accumulated" | "segment" | "profile" | "sandboxId"
> & {
  /** The wallet that was addressed. */
  customerId: number;
};

type Bill = Pick<RewardCommand, "value" | "skuId" | "items" | "actor">;

/**
 * Adds the points of promotions to a bill that earns `rate` points (rules.md §21). The one that gives most acts, of equals that with the
 * lowest number. Where the programme lets them add up, all those that may act together, unless one that may not gives more alone. Pure.
 */
export function whatActs(context: Context<RewardCommand>, rate: number): Acted {
  const { state, wallet, addressed, command, now, today } = context;
  const { promotions } = state;
  if (promotions.all.length === 0) return NOTHING_ACTED;
  // Points are the pool's; profile and limits are the addressed wallet's.
  const customer = { ...wallet, profile: addressed.profile, customerId: addressed.id };
  const giving = verdicts(state, { wallet: customer, bill: command, now, rate }, { isGivingOnly: true });
  if (giving.length === 0) return NOTHING_ACTED;
  const room = roomOf(state.programme, { wallet: customer, rate });
  const acting = chosen(giving, promotions.stack, room).flatMap(({ promotion, verdict }) =>
    "points" in verdict ? [{ promotion, ...verdict }] : [],
  );
  if (acting.length === 0) return NOTHING_ACTED;
  const most = acting.reduce((best, one) => (one.points > best.points ? one : best));
  const skuRuleId = most.skuRuleId ?? acting.find((one) => one.skuRuleId !== null)?.skuRuleId ?? null;
  return {
    points: acting.reduce((sum, { points }) => sum + points, 0),
    offerNumber: most.promotion.number,
    skuRuleId,
    parts: [
      { kind: "rate", points: rate, promotionVersionId: null, day: null },
      ...acting.map(({ promotion, points }) => ({
        kind: "promotion" as const,
        points,
        promotionVersionId: promotion.versionId,
        day: today,
      })),
    ],
    comment: commentOf(acting),
  };
}

/**
 * Every promotion with what it gives for a bill, or why it gives nothing: what acts, and what a simulation shows. By number. Pure.
 */
export function judge(state: Judging, asked: Asked): Judged[] {
  return chosen(verdicts(state, asked), state.promotions.stack, roomOf(state.programme, asked));
}

type Judging = { promotions: PromotionState; programme: Bounds };
interface Asked {
  wallet: Customer;
  bill: Bill;
  now: Date;
  rate: number;
}

/** The points of each promotion if it were the only one; with `isGivingOnly` only those that give some: a reward needs no more. */
function verdicts(
  { promotions, programme }: Judging,
  { wallet, bill, now }: Asked,
  { isGivingOnly = false } = {},
): Judged[] {
  const clock = clockOf(now, programme.timeZone);
  const asked = { wallet, bill, now, items: itemsOf(bill) };
  const judged: Judged[] = [];
  for (const promotion of promotions.all) {
    let verdict: Verdict = verdictOf(promotion, asked, clock);
    if ("points" in verdict) verdict = withinLimits(promotions, promotion, verdict, wallet, clock.day);
    if (!isGivingOnly || "points" in verdict) judged.push({ promotion, verdict });
  }
  return judged;
}

/** Settings of the programme that bound promotions. */
type Bounds = Pick<ProgrammeRules, "timeZone" | "pointsPerEntryMax" | "balanceMax">;

/** Points that promotions can add before a reward passes what an entry or a wallet may hold. */
function roomOf(programme: Bounds, { rate, wallet }: { rate: number; wallet: Customer }): number {
  return Math.min(programme.pointsPerEntryMax, roomIn(programme, wallet)) - rate;
}

/** Leaves those that act and says of the others that another does. `judged` is by number, so the first of equals is the lowest. */
function chosen(judged: readonly Judged[], stack: boolean, room: number): Judged[] {
  const points = ({ verdict }: Judged) => ("points" in verdict ? verdict.points : 0);
  const fitting = judged.map(
    (one): Judged => (points(one) > room ? { ...one, verdict: { whyNot: "too_much" } } : one),
  );
  const giving = fitting.filter((one) => points(one) > 0);
  const best = giving.reduce<Judged | null>(
    (most, one) => (most === null || points(one) > points(most) ? one : most),
    null,
  );
  if (best === null) return fitting;
  let acting: ReadonlySet<Judged> = new Set([best]);
  if (stack) {
    const together: Judged[] = [];
    let left = room;
    for (const one of giving.filter(({ promotion }) => promotion.rule.stacks)) {
      if (points(one) > left) continue;
      left -= points(one);
      together.push(one);
    }
    if (room - left > points(best)) acting = new Set(together);
  }
  return fitting.map((one) =>
    acting.has(one) || points(one) === 0 ? one : { ...one, verdict: { whyNot: "another_acts" } },
  );
}

interface Clock {
  day: string;
  /** ISO weekday of the day, and of the day before. */
  weekday: number;
  weekdayBefore: number;
  /** Minutes of the programme's clocks since midnight, as they show it: on the day they are put back one hour comes twice. */
  minute: number;
}

function clockOf(now: Date, zone: string): Clock {
  const text = formatLocalDateTime(now, zone);
  const day = text.slice(0, 10);
  const weekday = weekdayOf(day);
  return {
    day,
    weekday,
    weekdayBefore: weekday === 1 ? 7 : weekday - 1,
    minute: Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)),
  };
}

function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay() || 7;
}

/** Points that a promotion gives for a bill, by its own conditions. */
function verdictOf(
  promotion: Promotion,
  { wallet, bill, now, items }: Pick<Asked, "wallet" | "bill" | "now"> & { items: readonly SoldItem[] },
  clock: Clock,
): Verdict {
  const { rule } = promotion;
  const not = (whyNot: WhyNot): Verdict => ({ whyNot });
  const away = awayFrom(promotion, bill, now);
  if (away !== null) return not(away);
  if (wallet.sandboxId !== null && (promotion.hasBudget || promotion.hasWalletLimit))
    return not("test_wallet");
  if (!holdsFor(rule.segmentIds, wallet.segment.segmentId)) return not("segment");
  if (rule.ratePlans.length > 0) {
    const plan = wallet.segment.ratePlan?.toLowerCase() ?? "";
    if (!rule.ratePlans.some((name) => name.toLowerCase() === plan)) return not("rate_plan");
  }
  const outside = outsideHours(promotion, clock);
  if (outside !== null) return not(outside);
  if (rule.firstPurchase && wallet.accumulated > 0) return not("first_purchase");
  if (rule.birthdayMonth && wallet.profile.birthDate?.slice(5, 7) !== clock.day.slice(5, 7))
    return not("birthday_month");
  const bought = rule.skuIds.length === 0 ? null : items.filter(({ skuId }) => isOfGroup(rule.skuIds, skuId));
  if (bought?.length === 0) return not("sku");
  const value = bought === null ? bill.value : costOf(bought, bill.value);
  if (rule.minHundredths !== null && value * HUNDRED < BigInt(rule.minHundredths) * perUnit())
    return not("least_value");
  const given = pointsOf(promotion, { items, value, factor: wallet.segment.rewardFactor });
  return given.points > 0 ? given : not(promotion.skus.length > 0 ? "sku" : "nothing");
}

/**
 * Why a promotion is not for a bill, as far as that is known before the wallet is: its dates, where and through what the bill is rewarded.
 */
export function awayFrom(
  { startsAt, endsAt, merchantId, rule }: Promotion,
  { actor }: Pick<Bill, "actor">,
  now: Date,
): WhyNot | null {
  if (now < startsAt) return "not_begun";
  if (now >= endsAt) return "over";
  if (merchantId !== null && actor.merchantId !== merchantId) return "merchant";
  if (!holdsFor(rule.merchantIds, actor.merchantId)) return "merchant";
  if (!holdsFor(rule.branchIds, actor.branchId)) return "branch";
  return !holdsFor(rule.channels, actor.channelId) ? "channel" : null;
}

function outsideHours({ rule }: Promotion, clock: Clock): "weekday" | "hours" | null {
  const isOn = (weekday: number) => rule.weekdays.length === 0 || rule.weekdays.includes(weekday);
  if (rule.hours === null) return isOn(clock.weekday) ? null : "weekday";
  const { from, to } = rule.hours;
  if (from < to) {
    if (clock.minute < from || clock.minute >= to) return "hours";
    return isOn(clock.weekday) ? null : "weekday";
  }
  // Past midnight: what comes after it belongs to the evening before.
  if (clock.minute >= from) return isOn(clock.weekday) ? null : "weekday";
  if (clock.minute < to) return isOn(clock.weekdayBefore) ? null : "weekday";
  return "hours";
}

/** The items of a bill; one that names a single item has one piece of it, for all that it comes to. */
function itemsOf({ items, skuId, value }: Bill): readonly SoldItem[] {
  if (items !== undefined && items.length > 0) return items;
  return skuId === undefined ? [] : [{ skuId, quantity: 1, hundredths: Number(value) }];
}

/** Cost of items, never more than the bill; the whole bill where the till does not say. */
function costOf(items: readonly SoldItem[], bill: Money): Money {
  let sum = NOTHING;
  for (const { hundredths } of items) {
    if (hundredths === null) return bill;
    sum += BigInt(hundredths);
  }
  return sum < bill ? sum : bill;
}

function pointsOf(
  { rule, skus }: Promotion,
  { items, value, factor }: { items: readonly SoldItem[]; value: Money; factor: string },
): { points: number; skuRuleId: number | null } {
  if (rule.multiplier !== null)
    return { points: extraPoints(value, factor, rule.multiplier), skuRuleId: null };
  if (rule.points !== null) return { points: rule.points, skuRuleId: null };
  return pointsForItems(items, skus);
}

/** The rest of a gift by the promotion's limits for the customer, where its budget holds the whole of that. */
function withinLimits(
  { totals, uses }: PromotionState,
  { id, budgetPoints, walletMax, walletPoints, walletPeriod }: Promotion,
  gift: { points: number; skuRuleId: number | null },
  { customerId }: Customer,
  day: string,
): Verdict {
  let { points } = gift;
  if (walletPeriod !== null) {
    const from = periodStart(day, walletPeriod);
    const had = { uses: 0, points: 0 };
    for (const [on, use] of uses.get(nameOfUse(id, customerId)) ?? []) {
      if (on < from) continue;
      had.uses += use.uses;
      had.points += use.points;
    }
    if (walletMax !== null && had.uses >= walletMax) return { whyNot: "wallet_limit" };
    if (walletPoints !== null) points = Math.min(points, walletPoints - had.points);
    if (points <= 0) return { whyNot: "wallet_limit" };
  }
  if (budgetPoints !== null && (totals.get(id)?.points ?? 0) + points > budgetPoints)
    return { whyNot: "budget" };
  return { ...gift, points };
}

/** The first day of the period that a day is in; "" is before all days. */
export function periodStart(day: string, period: WalletPeriod): string {
  switch (period) {
    case "day":
      return day;
    case "week":
      return new Date(Date.parse(day) - (weekdayOf(day) - 1) * DAY_MINUTES * 60_000)
        .toISOString()
        .slice(0, 10);
    case "month":
      return `${day.slice(0, 7)}-01`;
    case "ever":
      return "";
  }
}

/** In both languages: whoever reads the log later may read either. */
function commentOf(acting: readonly { promotion: Promotion; points: number }[]): string {
  const say = (name: (promotion: Promotion) => string) =>
    acting.map(({ promotion, points }) => `${name(promotion)} +${points}`).join(", ");
  const text = `${say(({ nameEn }) => nameEn)} / ${say(({ nameAr }) => nameAr)}`;
  return text.length <= ENTRY_TEXT_MAX.comment ? text : `${text.slice(0, ENTRY_TEXT_MAX.comment - 1)}…`;
}

/** Counts that the cancellation of a reward gives back to its promotions. */
export function givenBackBy(state: Pick<LedgerState, "promotions">, reward: Entry): PromotionCount[] {
  return countsOf(state, reward).map((count) => ({ ...count, points: -count.points, uses: -1 }));
}

/** Points that the return of a whole reward gives back to its customer's limits; budgets and uses stay as they are (rules.md §21). */
export function pointsGivenBackBy(
  state: Pick<LedgerState, "promotions">,
  reward: Entry,
): Pick<Posting, "promotionsBack"> {
  const back = countsOf(state, reward)
    .filter(({ hasWalletPoints }) => hasWalletPoints)
    .map((count) => ({ ...count, points: -count.points, uses: 0 as const, hasBudget: false }));
  return back.length === 0 ? {} : { promotionsBack: back };
}

/** The same points once that return is undone: they count again. */
export function countedAgainBy(
  state: Pick<LedgerState, "promotions">,
  reward: Entry,
): Pick<Posting, "promotionsBack"> {
  const { promotionsBack } = pointsGivenBackBy(state, reward);
  if (promotionsBack === undefined) return {};
  return { promotionsBack: promotionsBack.map((back) => ({ ...back, points: -back.points })) };
}

/** Counts what promotions gave with an entry, or got back, so that the next command of the batch is decided on it. */
export function countPromotions(
  state: Pick<LedgerState, "promotions">,
  posting: Posting,
  entry: Entry,
): void {
  const { promotions } = state;
  if (entry.logTypeId === LOG_TYPE.reward && entry.offerNumber !== null) {
    promotions.given.set(
      entry.id,
      (posting.parts ?? []).map((part) => partInWords(promotions.all, part)),
    );
    for (const given of countsOf(state, entry)) count(promotions, given);
  }
  if (posting.takenParts !== undefined) promotions.taken.set(entry.id, posting.takenParts);
  for (const back of posting.promotionsBack ?? []) count(promotions, back);
}

/** A reward's counts for its promotions. The use is of the addressed wallet, whichever log the entry is in. */
function countsOf(
  { promotions }: Pick<LedgerState, "promotions">,
  reward: Pick<Entry, "id" | "walletId" | "actorWalletId">,
): PromotionCount[] {
  const walletId = reward.actorWalletId ?? reward.walletId;
  return (promotions.given.get(reward.id) ?? []).flatMap(({ promotion, points, day }) => {
    if (promotion === null || day === null || !(promotion.hasBudget || promotion.hasWalletLimit)) return [];
    const { id: promotionId, hasBudget, hasWalletLimit, hasWalletPoints } = promotion;
    const counted = { hasBudget, hasWalletLimit, hasWalletPoints };
    return [{ promotionId, walletId, day, points, uses: 1 as const, ...counted }];
  });
}

function count(state: PromotionState, change: PromotionCount): void {
  const { promotionId, points, uses } = change;
  if (change.hasBudget) {
    const total = state.totals.get(promotionId) ?? { points: 0, uses: 0 };
    state.totals.set(promotionId, { points: total.points + points, uses: total.uses + uses });
  }
  if (change.hasWalletLimit) addUse(state, change, { uses, points: change.hasWalletPoints ? points : 0 });
  state.counted.push(change);
}

/** A part of an entry with the promotion that gave it. */
function partInWords(all: readonly Promotion[], part: EntryPart): GivenPart {
  const found = all.find(({ versionId }) => versionId === part.promotionVersionId);
  if (found === undefined) return { ...part, promotion: null };
  const { id, number, nameEn, nameAr, hasBudget, hasWalletLimit, hasWalletPoints } = found;
  return { ...part, promotion: { id, number, nameEn, nameAr, hasBudget, hasWalletLimit, hasWalletPoints } };
}
