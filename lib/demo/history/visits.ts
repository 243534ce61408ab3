import { pointsEarned } from "@/lib/ledger/rules/conversion";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { CHANNEL, LOG_TYPE } from "@/lib/ledger/rules/types";
import { type Money, moneyOf } from "@/lib/platform/money";
import { formatLocalDate, parseZonedDateTime } from "@/lib/platform/time";
import { DEALS } from "../catalogue/deals";
import { MERCHANTS } from "../catalogue/merchants";
import { DEMO_TIME_ZONE, daysBefore, weekdayBefore } from "../days";
import type { SeededRandom } from "../random";
import type { DemoWallet, Habits } from "../wallets";
import { adjust, cancel, expire, redeem, refund, reward } from "./moves";
import type { Happening, Place, World } from "./world";

/** Days of dense history. */
export const HISTORY_DAYS = 275;

/** Shops by ISO weekday, Monday first: the end of the week is busy. */
const WEEKDAY_SHARE = [0.8, 0.95, 0.85, 1.15, 1.35, 1.2, 0.9] as const;
/** Shops by hour of the day. */
const HOUR_WEIGHTS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 5, 6, 6, 5, 4, 5, 7, 9, 10, 10, 9, 7, 4, 1] as const;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const RETURNED = ["Item returned", "Size exchanged", "Damaged packaging", "Changed their mind"] as const;
const WRONG = ["Wrong customer", "Keyed in twice", "Customer left without the goods"] as const;

/** Every customer's visits, the monthly sweeps of what has lapsed, and today at the first branch. */
export function scheduleVisits(world: World, now: Date): void {
  for (const wallet of world.wallets.values()) {
    if (wallet.habits === null) continue;
    if (wallet.isOldMember) scheduleOldVisits(world, wallet, wallet.habits, now);
    scheduleRecentVisits(world, wallet, wallet.habits, now);
  }
  scheduleSweeps(world, now);
  scheduleToday(world, now);
}

/** Before the months of dense history: a visit each season, kept to a few days so that it is quick to write. */
function scheduleOldVisits(world: World, wallet: DemoWallet, habits: Habits, now: Date): void {
  for (let day = 1_000; day > HISTORY_DAYS; day -= 45) {
    if (world.random.chance(0.45)) continue;
    const at = drawMoment(world.random, now, day);
    if (at > wallet.createdAt) world.schedule(visit(wallet, habits, at, world.random));
  }
}

function scheduleRecentVisits(world: World, wallet: DemoWallet, habits: Habits, now: Date): void {
  const joinedDaysAgo = Math.floor((now.getTime() - wallet.createdAt.getTime()) / DAY_MS);
  const firstDay = Math.min(HISTORY_DAYS, joinedDaysAgo - 1);
  if (world.random.chance(0.12)) scheduleWelcome(world, wallet, daysBefore(now, firstDay, 610));
  for (let day = firstDay; day >= 1; day -= 1) {
    const share = WEEKDAY_SHARE[weekdayBefore(now, day) - 1] ?? 1;
    // The programme grows: a customer comes more often the longer it runs.
    const growth = 0.75 + 0.5 * (1 - day / HISTORY_DAYS);
    if (!world.random.chance((habits.visitsPerMonth / 30) * share * growth)) continue;
    world.schedule(visit(wallet, habits, drawMoment(world.random, now, day), world.random));
  }
}

/** Points left on the customer's former card. */
function scheduleWelcome(world: World, wallet: DemoWallet, at: Date): void {
  const points = world.random.integer(4, 60) * 25;
  world.schedule({
    at: at > wallet.createdAt ? at : new Date(wallet.createdAt.getTime() + 5 * MINUTE_MS),
    walletCode: wallet.walletCode,
    branch: null,
    ask: (unfolding) =>
      adjust(unfolding, { desk: "operator", channelId: CHANNEL.import }, wallet.walletCode, {
        points,
        comment: "Balance of the former card",
      }),
  });
}

/** Consequence of a movement at a branch. */
type Consequence = (world: World, branch: string, posted: PostedEntry) => void;

/** One visit to a branch: points are spent or earned, and now and then that is undone. */
function visit(
  wallet: DemoWallet,
  habits: Habits,
  at: Date,
  random: SeededRandom,
  consequence: Consequence = scheduleConsequence,
): Happening {
  const { walletCode } = wallet;
  // The first branch of a customer's list is the usual one.
  const branch = habits.branches[random.weighted(habits.branches.map((_, index) => 1 / (index + 1)))] ?? "";
  const spends = wallet.redemptionEnabled && random.chance(habits.redeemChance);
  return {
    at,
    walletCode,
    branch,
    ask: (world) => {
      const place = world.pickPlace(branch);
      const value = spends ? valueToSpend(world, walletCode) : 0;
      if (value > 0) return redeem(world, place, walletCode, moneyOf(value));
      const bill = withPiastres(world, walletCode, moneyOf(drawBill(world, branch, habits.billFactor)));
      return reward(world, place, walletCode, { value: bill, skuId: drawDeal(world, place, branch) });
    },
    follow: (posted, world) => consequence(world, branch, posted),
  };
}

/** A part of what the wallet may spend, in round figures; 0 when that is not worth the while. */
function valueToSpend(world: World, walletCode: string): number {
  const view = world.views.get(walletCode);
  if (view === undefined || view.balance < Math.max(80, view.segment.redeemThreshold)) return 0;
  const worth = view.balance / Number(view.segment.redeemFactor);
  const value = worth * (0.25 + 0.65 * world.random.next());
  const step = value > 500 ? 50 : 10;
  return Math.floor(value / step) * step;
}

function drawBill(world: World, branch: string, billFactor: number): number {
  const { merchantId } = world.branch(branch);
  const [usual, large] = MERCHANTS.find(({ id }) => id === merchantId)?.bill ?? [100, 300];
  const isLarge = world.random.chance(0.12);
  const spread = 0.3 + 1.4 * world.random.next();
  return Math.max(5, Math.round((isLarge ? large : usual) * spread * billFactor));
}

/** A third of the bills have piastres, where they change nothing about the points. */
function withPiastres({ billRandom, views }: World, walletCode: string, bill: Money): Money {
  const exact = billRandom.chance(0.33) ? bill + BigInt(billRandom.integer(1, 19) * 5) : bill;
  const segment = views.get(walletCode)?.segment;
  const isSame = segment !== undefined && pointsEarned(exact, segment) === pointsEarned(bill, segment);
  return isSame ? exact : bill;
}

/** Now and then a till names the deal that was used, of those that ran at the branch that day. */
function drawDeal(world: World, place: Place, branch: string): string | undefined {
  const { dealRandom, moment, end } = world;
  if (place === "system" || !("till" in place) || !dealRandom.chance(0.3)) return undefined;
  const { merchantId } = world.branch(branch);
  const running = DEALS.filter(
    ({ merchantId: owner, state, startsIn, endsIn, branches }) =>
      owner === merchantId &&
      state !== "draft" &&
      (branches?.includes(branch) ?? true) &&
      daysBefore(end, -startsIn, 0) <= moment &&
      moment < daysBefore(end, -endsIn, 0),
  );
  return running[dealRandom.weighted(running.map((_, index) => 1 / (index + 1)))]?.offerNumber;
}

function scheduleConsequence(world: World, branch: string, posted: PostedEntry): void {
  const { entry } = posted;
  const { random } = world;
  const luck = random.next();
  if (entry.logTypeId === LOG_TYPE.redemption && luck < 0.09) scheduleReturn(world, branch, posted);
  else if (luck > 0.982) scheduleCancel(world, branch, posted);
  else if (entry.logTypeId === LOG_TYPE.reward && luck > 0.972) scheduleLookAlike(world, branch, posted);
}

/** Some days later something is brought back, all of it or a part. */
function scheduleReturn(world: World, branch: string, posted: PostedEntry): void {
  const { random } = world;
  scheduleRefund(world, branch, posted, random.integer(1, 6) * DAY_MS + random.integer(-90, 90) * MINUTE_MS);
}

function scheduleRefund(world: World, branch: string, { entry, wallet }: PostedEntry, laterMs: number): void {
  const { random } = world;
  const at = after(world, entry.createdAt, laterMs);
  if (at === null || entry.logTypeId !== LOG_TYPE.redemption) return;
  const isPart = entry.amount >= 100 && random.chance(0.6);
  const points = isPart ? Math.floor(entry.amount / random.integer(2, 4) / 10) * 10 : undefined;
  const comment = random.pick(RETURNED);
  world.schedule({
    at,
    walletCode: wallet.walletCode,
    branch,
    ask: (unfolding) =>
      refund(unfolding, supervisorOr(unfolding, branch), wallet.walletCode, {
        entryId: entry.id,
        comment,
        ...(points === undefined ? {} : { points }),
      }),
  });
}

/** Minutes later the till finds that it was a mistake. */
function scheduleCancel(world: World, branch: string, { entry, wallet }: PostedEntry): void {
  const at = after(world, entry.createdAt, world.random.integer(2, 25) * MINUTE_MS);
  if (at === null) return;
  const comment = world.random.pick(WRONG);
  world.schedule({
    at,
    walletCode: wallet.walletCode,
    branch,
    ask: (unfolding) =>
      cancel(unfolding, supervisorOr(unfolding, branch), wallet.walletCode, { entryId: entry.id, comment }),
  });
}

/** The same bill again within the minute: a slip of the finger, for the portal to point at. */
function scheduleLookAlike(world: World, branch: string, { entry, wallet }: PostedEntry): void {
  const at = after(world, entry.createdAt, world.random.integer(18, 52) * 1_000);
  if (at === null) return;
  world.schedule({
    at,
    walletCode: wallet.walletCode,
    branch,
    ask: (unfolding) =>
      reward(unfolding, unfolding.pickPlace(branch), wallet.walletCode, { value: entry.amountValue }),
  });
}

function supervisorOr(world: World, branch: string): Place {
  const { merchantId } = world.branch(branch);
  return merchantId === 1 && world.random.chance(0.4)
    ? { portal: "supervisor", branch }
    : world.pickPlace(branch);
}

/** A moment after another; null when it would lie in the future. */
function after(world: World, from: Date, milliseconds: number): Date | null {
  const at = new Date(from.getTime() + milliseconds);
  return at < world.end ? at : null;
}

/** On the first of each month the system writes off what has lapsed. */
function scheduleSweeps(world: World, now: Date): void {
  const today = new Date(formatLocalDate(now, DEMO_TIME_ZONE));
  for (let months = 9; months >= 0; months -= 1) {
    const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1));
    const at = parseZonedDateTime(`${first.toISOString().slice(0, 10)}T00:20:00`, DEMO_TIME_ZONE);
    if (at >= now) continue;
    for (const wallet of world.wallets.values()) {
      if (!wallet.isOldMember) continue;
      world.schedule({
        at,
        walletCode: wallet.walletCode,
        branch: null,
        ask: (unfolding) => expire(unfolding, wallet.walletCode),
      });
    }
  }
}

/** Undone movements of today, so that the day's list shows every kind of entry: by the position of the visit. */
const TODAY: Readonly<Record<number, Consequence>> = {
  1: scheduleCancel,
  6: (world, branch, posted) => scheduleRefund(world, branch, posted, 7 * MINUTE_MS),
  8: scheduleCancel,
  12: (world, branch, posted) => scheduleRefund(world, branch, posted, 4 * MINUTE_MS),
  17: scheduleLookAlike,
};
const YESTERDAY: Readonly<Record<number, Consequence>> = {
  3: scheduleCancel,
  9: (world, branch, posted) => scheduleRefund(world, branch, posted, 6 * MINUTE_MS),
};

/** The day so far, and the one before it to compare it with, at the first two branches. */
function scheduleToday(world: World, now: Date): void {
  const dayStart = daysBefore(now, 0, 0).getTime();
  const opening = Math.max(
    dayStart,
    Math.min(dayStart + 9 * 60 * MINUTE_MS, now.getTime() - 120 * MINUTE_MS),
  );
  const dayBefore = {
    opening: daysBefore(now, 1, 9 * 60).getTime(),
    closing: daysBefore(now, 1, 22 * 60).getTime(),
  };
  scheduleDay(world, { ...dayBefore, count: 41, consequences: YESTERDAY });
  scheduleDay(world, { opening, closing: now.getTime(), count: 26, consequences: TODAY });
}

/** Visits between two moments, each fourth at the second branch. */
function scheduleDay(
  world: World,
  {
    opening,
    closing,
    count,
    consequences,
  }: { opening: number; closing: number; count: number; consequences: Readonly<Record<number, Consequence>> },
): void {
  const { random } = world;
  const span = closing - opening;
  const customers = [...world.wallets.values()].filter(({ habits }) => habits !== null);
  for (let index = 0; index < count; index += 1) {
    const wallet = customers[(index * 11 + (count % 7)) % customers.length];
    if (wallet?.habits == null) continue;
    const at = new Date(opening + Math.floor((span * (index + 0.5 * random.next())) / (count + 1)));
    const branches = [index % 4 === 3 ? "01000000002" : "01000000001"];
    const habits = { ...wallet.habits, branches, redeemChance: index % 3 === 0 ? 1 : 0 };
    world.schedule(visit(wallet, habits, at, random, consequences[index]));
  }
}

function drawMoment(random: SeededRandom, now: Date, daysAgo: number): Date {
  const hour = random.weighted(HOUR_WEIGHTS);
  const moment = daysBefore(now, daysAgo, hour * 60 + random.integer(0, 59));
  return new Date(moment.getTime() + random.integer(0, 59_999));
}
