import type {
  CancelCommand,
  CaptureCommand,
  Command,
  RefundCommand,
  ReleaseHoldCommand,
  ReturnCommand,
  TransferCommand,
} from "@/lib/ledger/rules/commands";
import { agree, businessDaysAfter, daysAfter, least, monthEnd, over, timesDown, timesUp } from "./arithmetic";
import { type Effect, type Line, Refusals } from "./lines";
import { whatActed } from "./offers";
import { incoming, outgoing, type Part, type Purse } from "./purse";
import type { View } from "./view";

const refuseIf = (reasons: Record<number, boolean>, remaining?: number, remainingMoney?: bigint): void => {
  const codes = Object.keys(reasons)
    .map(Number)
    .filter((code) => reasons[code]);
  if (codes.length > 0) throw new Refusals(codes, remaining, remainingMoney);
};

const newLot = ({ world, today }: View): string =>
  world.programme.pointsValidityMonths === 0
    ? "infinity"
    : monthEnd(today, world.programme.pointsValidityMonths);

const atRedeemRate = ({ segment }: Purse, points: number) => ({
  value: over(points, segment.redeemFactor),
  factor: segment.redeemFactor,
});

/** The lines of a command, once what has lapsed is gone. */
export function effectsOf(command: Command, view: View): Effect[] {
  const { purse, world } = view;
  const wallet = command.walletCode;
  const { pointsPerEntryMax, balanceMax } = world.programme;
  const room = ({ balance, suspended }: Purse) => balanceMax - balance - suspended;
  const isTooMuch = (points: number, into = purse) => points > 0 && points > room(into);
  switch (command.type) {
    case "expire":
      return [];
    case "settle":
      throw new Error("Settlements are held against their parts (settle.test.ts)");
    case "reward": {
      const { rewardFactor: factor, bonusPoints } = purse.segment;
      // A bill that was paid wholly with points earns nothing.
      const isPaid = command.value === 0n;
      const rate = isPaid ? 0 : timesDown(command.value, factor) + (bonusPoints ?? 0);
      refuseIf({ 1304: rate > pointsPerEntryMax || isTooMuch(rate) });
      const gave = isPaid ? [] : whatActed(command, view, rate);
      const bill = gave.reduce((sum, { points }) => sum + points, rate);
      const left = Math.min(pointsPerEntryMax, room(purse)) - bill;
      const delta = bill + Math.max(0, Math.min(view.welcome, left));
      const ripens = ripening(command, view);
      const issues = view.coupons.broughtBy(command, view);
      const effect = {
        wallet,
        type: 2,
        earned: delta,
        value: command.value,
        factor,
        gave,
        issues,
        lot: newLot(view),
      };
      if (ripens !== undefined && delta > 0)
        return [{ ...effect, delta: 0, suspended: delta, parts: [], ripens }];
      const parts = incoming(purse, [{ day: newLot(view), points: delta }]);
      return [{ ...effect, delta, parts }];
    }
    case "hold": {
      const { redeemFactor: factor } = purse.segment;
      const { points: asked, value: money, minutes } = command;
      const points = asked ?? timesUp(money ?? 0n, factor);
      refuseIf({ 1405: asked !== undefined && money !== undefined && !agree(asked, money, factor) });
      refuseUnpayable(wallet, points, view);
      const value = money ?? over(points, factor);
      const until = new Date(view.now.getTime() + minutes * 60_000);
      return [
        {
          wallet,
          type: 12,
          delta: -points,
          suspended: points,
          parts: outgoing(purse, points),
          value,
          factor,
          until,
        },
      ];
    }
    case "capture":
      return [captureEffect(command, view)];
    case "release_hold": {
      const line = openHold(command, view);
      return [releaseOf(line, view)];
    }
    case "redeem": {
      const { redeemFactor: factor } = purse.segment;
      const { couponOffer: issues } = command;
      const price = issues === undefined ? undefined : view.coupons.price(command, view);
      const points = price ?? timesUp(command.value, factor);
      refuseUnpayable(wallet, points, view);
      const parts = outgoing(purse, points);
      const value = price === undefined ? command.value : over(points, factor);
      return [{ wallet, type: 1, delta: -points, redeemed: points, parts, value, factor, issues }];
    }
    case "refund":
      return [view.coupons.withEnd(command, refundEffect(command, view), view.lines)];
    case "return":
      return [view.coupons.withEnd(command, returnEffect(command, view), view.lines)];
    case "cancel":
      return cancelEffect(command, view).map((effect) => view.coupons.withEnd(command, effect, view.lines));
    case "adjust": {
      const { points, pocket } = command;
      const isUp = command.direction === "up";
      const isSpendable = pocket === "spendable";
      refuseIf({
        1304: points > pointsPerEntryMax || (isUp && isTooMuch(points)),
        1301: !isUp && points > (isSpendable ? purse.balance : byHand(wallet, view)),
      });
      const signed = isUp ? points : -points;
      const moved = isUp ? incoming(purse, [{ day: newLot(view), points }]) : outgoing(purse, points);
      const effect = { wallet, type: isUp ? 6 : 7, ...atRedeemRate(purse, points) };
      return [
        isSpendable
          ? { ...effect, delta: signed, parts: moved }
          : { ...effect, delta: 0, suspended: signed, parts: [] },
      ];
    }
    case "release": {
      const { points } = command;
      refuseIf({ 1301: points > byHand(wallet, view) });
      const parts = incoming(purse, [{ day: newLot(view), points }]);
      return [{ wallet, type: 10, delta: points, suspended: -points, parts, ...atRedeemRate(purse, points) }];
    }
    case "transfer":
      return transferEffects(command, view, isTooMuch);
  }
}

function transferEffects(
  { walletCode, toWalletCode, points }: TransferCommand,
  { purse, purses }: View,
  isTooMuch: (points: number, into: Purse) => boolean,
): Effect[] {
  const to = purses.get(toWalletCode);
  if (to === undefined || to === purse) throw new Refusals([1201]);
  const moved = points ?? purse.balance;
  const aside = points === undefined ? purse.suspended : 0;
  refuseIf({ 1301: moved < 0 || moved > purse.balance, 1304: isTooMuch(moved + aside, to) });
  const parts = outgoing(purse, moved);
  const arriving = parts.map((part) => ({ day: part.day ?? "", points: -part.points }));
  const out = { wallet: walletCode, type: 8, delta: -moved, parts, ...atRedeemRate(purse, moved) };
  const into = {
    wallet: toWalletCode,
    type: 9,
    delta: moved,
    parts: incoming(to, arriving),
    ...atRedeemRate(to, moved),
  };
  if (points !== undefined) return [out, into];
  const { suspended, earned, redeemed } = purse;
  return [
    { ...out, suspended: -suspended, earned: -earned, redeemed: -redeemed },
    { ...into, suspended, earned, redeemed },
  ];
}

/** The line a command names, if it is this wallet's and not another merchant's. */
function ownLine(
  id: number | null | undefined,
  { walletCode, actor }: Command,
  { lines, heirOf }: View,
): Line {
  const line = lines[(id ?? 0) - 1];
  if (line === undefined || heirOf(line.wallet) !== walletCode) throw new Refusals([1401]);
  const merchants = new Set([line.merchant, actor.merchantId].filter((merchant) => merchant !== null));
  if (merchants.size > 1) throw new Refusals([1401]);
  return line;
}

const openRefunds = (line: Line, { lines }: View): Line[] =>
  lines.filter(({ type, of, undoneBy }) => type === 3 && of === line.id && undoneBy === null);

const returnsOf = (line: Line, { lines }: View): Line[] =>
  lines.filter(({ type, of, undoneBy }) => type === 11 && of === line.id && undoneBy === null);

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** How much of a pending reward is left: what it gave, less what came back, unless that is undone, and what has ripened. */
export function pendingOf(line: Line, lines: readonly Line[]): number {
  if (line.ripens === undefined) return 0;
  const about = lines.filter(
    ({ of, type, restores }) => (of === line.id && [4, 10, 11].includes(type)) || restores === line.id,
  );
  return (line.suspended ?? 0) + sum(about, ({ suspended = 0 }) => suspended);
}

/** Holds of a wallet that nothing has ended. */
export function openHolds(wallet: string, lines: readonly Line[]): Line[] {
  const ended = new Set(
    lines.filter(({ type, of }) => [1, 10].includes(type) && of !== undefined).map(({ of }) => of),
  );
  return lines.filter((line) => line.type === 12 && line.wallet === wallet && !ended.has(line.id));
}

/** Suspended points that are neither pending nor held. */
function byHand(wallet: string, { purse, lines }: View): number {
  const pending = sum(
    lines.filter((line) => line.wallet === wallet),
    (line) => pendingOf(line, lines),
  );
  return purse.suspended - pending - sum(openHolds(wallet, lines), ({ amount }) => amount);
}

function ripening(
  { actor }: Command,
  { world, today, ...view }: View,
): { on: string; to: string } | undefined {
  const { ripeningDays, ripeningDaysByMerchant } = world.programme;
  const days = ripeningDaysByMerchant.get(actor.merchantId ?? 0) ?? ripeningDays;
  if (days === 0) return undefined;
  const to = newLot({ world, today, ...view });
  const on = daysAfter(today, days);
  return { on: to !== "infinity" && on > daysAfter(to, 1) ? daysAfter(to, 1) : on, to };
}

function refuseUnpayable(wallet: string, points: number, { world, purse }: View): void {
  const { redeemThreshold } = purse.segment;
  refuseIf({
    1306: world.wallets.get(wallet)?.redemptionEnabled === false,
    1302: redeemThreshold > 0 && purse.balance < redeemThreshold,
    1304: points > world.programme.pointsPerEntryMax,
    1301: points > purse.balance,
  });
}

function openHold({ holdId, walletCode, actor }: CaptureCommand | ReleaseHoldCommand, { lines }: View): Line {
  const line = openHolds(walletCode, lines).find(({ id }) => id === holdId);
  const isForeign = actor.merchantId !== null && line?.merchant != null && line.merchant !== actor.merchantId;
  if (line === undefined || isForeign) throw new Refusals([1418]);
  return line;
}

/** All of a hold goes back to where it came from. */
export function releaseOf(line: Line, view: View): Effect {
  const { wallet, amount, value, factor, id: of } = line;
  const parts = back(
    line.parts.map(({ day, points }) => ({ from: day ?? "", points: -points })),
    view,
  );
  return { wallet, type: 10, delta: amount, suspended: -amount, parts, value, factor, of };
}

/** A pending reward becomes the wallet's. */
export function ripeOf(line: Line, { purse, lines }: View): Effect {
  const points = pendingOf(line, lines);
  const parts = incoming(purse, [{ day: line.ripens?.to ?? "", points }]);
  return {
    wallet: line.wallet,
    type: 10,
    delta: points,
    suspended: -points,
    parts,
    ...atRedeemRate(purse, points),
    of: line.id,
  };
}

function captureEffect(command: CaptureCommand, view: View): Effect {
  const line = openHold(command, view);
  const { points: asked, value: money } = command;
  const { amount, factor, wallet, id: of } = line;
  const isAll = asked === undefined ? money === undefined || money === line.value : asked === amount;
  const points = asked ?? (isAll ? amount : timesUp(money ?? 0n, factor));
  const contradicts = asked !== undefined && money !== undefined && !agree(asked, money, factor);
  refuseIf(
    {
      1419: points > amount || (asked === undefined && (money ?? 0n) > line.value),
      1405: contradicts && !(isAll && money === line.value),
    },
    amount,
  );
  const value = isAll && money === undefined ? line.value : least(line.value, money ?? over(points, factor));
  let missing = points;
  const taken: Part[] = [];
  const rest: { from: string; points: number }[] = [];
  for (const { day, points: out } of [...line.parts].sort((one, other) =>
    (one.day ?? "").localeCompare(other.day ?? ""),
  )) {
    const part = Math.min(missing, -out);
    missing -= part;
    if (part > 0) taken.push({ day, points: -part });
    if (part < -out) rest.push({ from: day ?? "", points: -out - part });
  }
  const parts = back(rest, view);
  return {
    wallet,
    type: 1,
    delta: amount - points,
    suspended: -amount,
    redeemed: points,
    parts,
    taken,
    value,
    factor,
    of,
  };
}

/** Back into the lots they came from, or for some days more when those have lapsed. */
function back(parts: readonly { from: string; points: number }[], { purse, world, today }: View): Part[] {
  const grace = daysAfter(today, world.programme.refundGraceDays);
  return incoming(
    purse,
    parts.map(({ from, points }) => ({ day: from < today ? grace : from, points, origin: from })),
  );
}

function refundEffect(command: RefundCommand, view: View): Effect {
  const line = ownLine(command.entryId, command, view);
  refuseIf({ 1402: line.type !== 1 });
  const refunds = openRefunds(line, view);
  const pointsLeft = line.undoneBy === null ? line.amount - sum(refunds, ({ amount }) => amount) : 0;
  const returned = refunds.reduce((total, { value }) => total + value, 0n);
  const moneyLeft = line.value - least(returned, line.value);
  const { factor } = line;
  const { points: asked, value: money } = command;

  const most = moneyLeft + slackOf(refunds.length, moneyLeft);
  const isRest = asked === undefined ? (money ?? moneyLeft) >= moneyLeft : asked === pointsLeft;
  const before = sum(refunds, ({ amount }) => amount);
  const due = timesUp(returned + (money ?? 0n), factor) - before;
  const points = isRest ? pointsLeft : (asked ?? Math.min(pointsLeft, Math.max(0, due)));
  const isMoneyLeft = asked === undefined && money !== undefined && refunds.length > 0 && moneyLeft > 0n;
  const contradicts = asked !== undefined && money !== undefined && !agree(asked, money, factor);
  const rules = line.merchant === null ? undefined : view.world.merchants.get(line.merchant);
  const { branchId } = command.actor;
  refuseIf(
    {
      1403: pointsLeft === 0 && !(line.undoneBy === null && isMoneyLeft),
      1404: points > pointsLeft || (asked === undefined && (money ?? 0n) > most),
      1405: contradicts && !(isRest && money === moneyLeft),
      1406: rules !== undefined && view.today > daysAfter(line.day, rules.refundWindowDays),
      1407: rules?.refundSameBranchOnly === true && branchId !== null && branchId !== line.branch,
    },
    pointsLeft,
    // Where the points of the money would fit, they say nothing.
    asked === undefined && timesUp(money ?? 0n, factor) <= pointsLeft ? moneyLeft : undefined,
  );
  const value = isRest ? moneyLeft : least(moneyLeft, money ?? over(points, factor));
  let missing = points;
  const latestFirst = [...(line.taken ?? line.parts)].sort((one, other) =>
    (other.day ?? "").localeCompare(one.day ?? ""),
  );
  const parts = latestFirst.map(({ day, points: taken }) => {
    const returned = refunds.flatMap((refund) => refund.parts).filter(({ origin }) => origin === day);
    const part = Math.min(missing, -taken - sum(returned, (one) => one.points));
    missing -= part;
    return { from: day ?? "", points: part };
  });
  const effect = {
    wallet: command.walletCode,
    type: 3,
    delta: points,
    redeemed: -points,
    value,
    factor,
    of: line.id,
  };
  return { ...effect, parts: back(parts, view) };
}

/** A line of a bill is rounded by less than a hundredth: so many of them may be too much when the last one comes back. */
const slackOf = (before: number, moneyLeft: bigint): bigint =>
  before > 0 && moneyLeft > 0n ? BigInt(before + 1) : 0n;

/** The points that a bill earns with `rest` left of it. Bonus, welcome and fixed points of an offer stay whole. */
function keptOf({ amount, value, factor, gave = [] }: Line, rest: bigint, { world }: View): number {
  const multiplied = gave.flatMap(({ number, points }) => {
    const times = world.promotions.all.find((one) => one.number === number)?.rule.multiplier ?? null;
    return times === null ? [] : [{ times: BigInt(times) - 1n, points }];
  });
  const whole = amount - timesDown(value, factor) - sum(multiplied, ({ points }) => points);
  return (
    whole +
    timesDown(rest, factor) +
    sum(multiplied, ({ times, points }) => Math.min(points, timesDown(rest * times, factor)))
  );
}

/** Goods that came back: what the wallet may keep is what the goods that are kept have earned, and until they are gone the bonus. */
function returnEffect(command: ReturnCommand, view: View): Effect {
  const line = ownLine(command.entryId, command, view);
  refuseIf({ 1402: line.type !== 2 });
  refuseIf({ 1411: line.undoneBy !== null });
  const before = returnsOf(line, view);
  const pointsLeft = line.amount - sum(before, ({ amount }) => amount);
  const moneyLeft = before.reduce((left, { value }) => left - value, line.value);
  const { points: asked, value: money } = command;
  const { factor } = line;
  const { walletCode: wallet } = command;
  const most = moneyLeft + slackOf(before.length, moneyLeft);
  const isRest = asked === undefined ? (money ?? moneyLeft) >= moneyLeft : asked === pointsLeft;
  const rest = moneyLeft - least(moneyLeft, money ?? 0n);
  const taken =
    rest === 0n ? pointsLeft : Math.min(pointsLeft, Math.max(0, pointsLeft - keptOf(line, rest, view)));
  const points = isRest ? pointsLeft : (asked ?? taken);
  const isOffered = (line.gave ?? []).length > 0;
  const isMoneyLeft = asked === undefined && money !== undefined && before.length > 0 && moneyLeft > 0n;
  const contradicts =
    asked !== undefined &&
    money !== undefined &&
    !(isOffered ? Math.abs(taken - asked) <= 1 : agree(asked, money, factor));
  const rules = line.merchant === null ? undefined : view.world.merchants.get(line.merchant);
  const { branchId } = command.actor;
  refuseIf(
    {
      1403: pointsLeft === 0 && !isMoneyLeft,
      1404: points > pointsLeft || (asked === undefined && (money ?? 0n) > most),
      1405: contradicts && !(isRest && money === moneyLeft),
      1406: rules !== undefined && view.today > daysAfter(line.day, rules.returnWindowDays),
      1407: rules?.refundSameBranchOnly === true && branchId !== null && branchId !== line.branch,
      1415:
        view.world.programme.cancelledRewardPolicy === "refuse" &&
        points - Math.min(points, pendingOf(line, view.lines)) > Math.max(0, view.purse.balance),
    },
    pointsLeft,
    // Where the points of the money would fit, they say nothing.
    asked === undefined && timesUp(money ?? 0n, factor) <= pointsLeft ? moneyLeft : undefined,
  );
  const byFactor = Number(factor) === 0 ? 0n : over(points, factor);
  const price = isOffered ? (line.value * BigInt(points)) / BigInt(line.amount) : byFactor;
  const value = isRest ? moneyLeft : least(moneyLeft, money ?? price);
  const unripe = Math.min(points, pendingOf(line, view.lines));
  const delta = unripe - points;
  const parts = outgoing(view.purse, -delta, ownParts(line, view.lines));
  return { wallet, type: 11, delta, suspended: -unripe, earned: -points, parts, value, factor, of: line.id };
}

/** Where a reward's points went, at once or later. */
const filledBy = ({ ripens, amount, parts }: Line): readonly Part[] =>
  ripens === undefined ? parts : [{ day: ripens.to, points: amount }];

/** Points of a reward that are still in its lot, after earlier returns took from there and undone returns gave back. */
function ownParts(line: Line, lines: readonly Line[]): Part[] {
  return filledBy(line).flatMap(({ day, points }) => {
    if (day === null) return [];
    let left = points;
    for (const { type, of, restores, parts } of lines) {
      const isReturn = type === 11 && of === line.id;
      const moved = isReturn ? parts : restores === line.id ? (lines[(of ?? 0) - 1]?.parts ?? []) : [];
      const taken = sum(
        moved.filter((part) => part.day === day),
        (part) => -part.points,
      );
      left = isReturn ? Math.max(0, left - taken) : Math.min(points, left + taken);
    }
    return [{ day, points: left }];
  });
}

/** Kinds of the entries that a till's references name. */
export const TILL_KINDS: readonly number[] = [1, 2, 3, 4, 10, 11, 12];
const UNDOABLE_KINDS: readonly number[] = [1, 2, 3, 11, 12];

function cancelEffect(command: CancelCommand, view: View): Effect[] {
  const all = targetIds(command, view);
  const undoable = all.filter((id) => UNDOABLE_KINDS.includes(view.lines[id - 1]?.type ?? 0));
  const named = undoable.length > 0 ? undoable : all;
  if (named.length < 2) return undoEffect(named[0], command, view);
  const undone: Effect[][] = [];
  let refused: unknown;
  for (const id of named.toSorted((one, other) => one - other)) {
    try {
      undone.push(undoEffect(id, command, view));
    } catch (error) {
      refused = error;
    }
  }
  if (undone.length > 1) throw new Refusals([1417]);
  if (undone[0] === undefined) throw refused;
  return undone[0];
}

function undoEffect(id: number | undefined, command: CancelCommand, view: View): Effect[] {
  const line = ownLine(id, command, view);
  if (line.type === 12 && command.target.originalKey !== undefined) {
    const end = view.lines.find(({ of, type }) => of === line.id && (type === 1 || type === 10));
    refuseIf({ 1411: end?.type === 10, 1418: end?.type === 1 });
    return [releaseOf(line, view)];
  }
  refuseIf({ 1414: line.type > 3 && line.type !== 11 });
  const { programme } = view.world;
  const unripe = pendingOf(line, view.lines);
  const isSpent = [2, 3].includes(line.type) && line.amount - unripe > Math.max(0, view.purse.balance);
  const lastDay = businessDaysAfter(line.day, programme.cancelWindowBusinessDays, programme.weekendDays);
  refuseIf({
    1411: line.undoneBy !== null,
    1412: view.today > lastDay,
    1413: openRefunds(line, view).length + returnsOf(line, view).length > 0,
    1415: programme.cancelledRewardPolicy === "refuse" && isSpent,
  });
  const { value, factor, amount } = line;
  const { walletCode: wallet } = command;
  const effect = { wallet, type: 4, value, factor, of: line.id };
  if (line.type === 1) {
    const parts = (line.taken ?? line.parts).map(({ day, points }) => ({ from: day ?? "", points: -points }));
    return [{ ...effect, delta: amount, redeemed: -amount, parts: back(parts, view) }];
  }
  if (line.type === 11) return [undoneReturn(line, effect, view)];
  const delta = unripe - amount;
  const parts = outgoing(view.purse, -delta, filledBy(line));
  const taken = { ...effect, delta, suspended: -unripe, parts };
  return [line.type === 2 ? { ...taken, earned: -amount } : { ...taken, redeemed: amount }];
}

/** The goods stay with the customer: points are aside again until they ripen, or go where they were taken from. */
function undoneReturn(
  line: Line,
  effect: Pick<Effect, "wallet" | "type" | "value" | "factor" | "of">,
  view: View,
): Effect {
  const reward = view.lines[(line.of ?? 0) - 1];
  if (reward === undefined) throw new Refusals([1401]);
  const isWhole = sum(returnsOf(reward, view), ({ amount }) => amount) === reward.amount && line.amount > 0;
  refuseIf({ 1414: isWhole && view.endedReferrals.has(reward.id) });
  const unripe = -(line.suspended ?? 0);
  const isHere = reward.wallet === effect.wallet;
  const aside = isHere && reward.ripens !== undefined && reward.ripens.on > view.today ? unripe : 0;
  const own = reward.lot ?? "";
  const taken = line.parts.map(({ day, points }) => ({ from: day ?? own, points: -points }));
  const parts = back(together([...taken, { from: own, points: unripe - aside }]), view);
  const { amount } = line;
  return { ...effect, delta: amount - aside, suspended: aside, earned: amount, parts, restores: reward.id };
}

function together(parts: readonly { from: string; points: number }[]): { from: string; points: number }[] {
  const sums = new Map<string, number>();
  for (const { from, points } of parts) if (points > 0) sums.set(from, (sums.get(from) ?? 0) + points);
  return [...sums].map(([from, points]) => ({ from, points }));
}

/** Whether a wallet may name a line: of its own log, or one for which it was addressed. */
export function isOf(wallet: string, line: Pick<Line, "wallet" | "actor"> | undefined): boolean {
  return line !== undefined && (line.wallet === wallet || line.actor === wallet);
}

function targetIds(command: CancelCommand, view: View): number[] {
  const { target, actor, walletCode } = command;
  const { originalKey, operation } = target;
  const operations = operation === undefined ? TILL_KINDS : [operation];
  const found = operations.map((one) => view.keys.get(`${actor.userId}/${one}/${originalKey}`));
  const isOwn = (id: number) => {
    const line = view.lines[id - 1];
    return isOf(view.addressed, line) || (line !== undefined && view.heirOf(line.wallet) === view.addressed);
  };
  const own = found.flatMap((key) =>
    key !== undefined && view.heirOf(key.wallet) === walletCode && key.id !== null && isOwn(key.id)
      ? key.id
      : [],
  );
  if (!("entryId" in target)) return own;
  const { entryId } = target;
  const isOther = originalKey !== undefined && !own.includes(entryId);
  const isUnknown = view.lines[entryId - 1] === undefined;
  if (isOther) throw new Refusals(isUnknown ? [1002, 1401] : [1002]);
  const { type } = ownLine(entryId, command, view);
  if (operation !== undefined && type !== operation) throw new Refusals([1002]);
  return [entryId];
}
