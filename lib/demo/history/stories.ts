import type { Command } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import { daysBefore } from "../days";
import { adjust, cancel, capture, hold, redeem, refund, release, reward, takeBack, transfer } from "./moves";
import { type Place, referenceOf, type World } from "./world";

/** In minutes. */
const A_WEEK = 10_080;

// Short names, so that a wallet's story reads like its history.
const NASR_CITY = "01000000001";
const MAADI = "01000000002";
const ZAMALEK = "01000000011";
const TALAAT_HARB = "01000000021";
const CASHIER: Place = { portal: "cashier", branch: NASR_CITY };
const SUPERVISOR: Place = { portal: "supervisor", branch: NASR_CITY };
const ADMIN_DESK: Place = { desk: "operator", channelId: CHANNEL.adminPortal };
const CALL_CENTRE: Place = { desk: "finance", channelId: CHANNEL.callCentre };
const IMPORT: Place = { desk: "operator", channelId: CHANNEL.import };
const at = (till: string): Place => ({ till });

/** One line of a story: so many days ago, at that minute of the day, by a person, something. */
interface Line {
  daysAgo: number;
  minute: number;
  place: Place;
  move: (world: World, happening: { walletCode: string; place: Place }, told: PostedEntry[]) => Command;
}

function line(daysAgo: number, minute: number, place: Place, move: Line["move"]): Line {
  return { daysAgo, minute, place, move };
}

const earns =
  (value: number): Line["move"] =>
  (world, { walletCode, place }) =>
    reward(world, place, walletCode, { value: moneyOf(value) });
const spends =
  (value: number): Line["move"] =>
  (world, { walletCode, place }) =>
    redeem(world, place, walletCode, moneyOf(value));
/** `line`: the position of the undone movement in the story, from 0. */
const givesBack =
  (line: number, comment: string, points?: number): Line["move"] =>
  (world, { walletCode, place }, told) =>
    refund(world, place, walletCode, {
      entryId: idOf(told, line),
      comment,
      ...(points === undefined ? {} : { points }),
    });
/** The same by a till, under a reference that the developer pages name, so that GetTransaction finds it. */
const byTill =
  (key: string, move: Line["move"]): Line["move"] =>
  (world, happening, told) =>
    ({
      ...move(world, happening, told),
      actor: world.actor(at(NASR_CITY)),
      reference: referenceOf(key),
      externalLogId: key,
    }) as Command;
const returns =
  (line: number, value: number, comment: string): Line["move"] =>
  (world, { walletCode, place }, told) =>
    takeBack(world, place, walletCode, { entryId: idOf(told, line), value: moneyOf(value), comment });
const undoes =
  (line: number, comment: string): Line["move"] =>
  (world, { walletCode, place }, told) =>
    cancel(world, place, walletCode, { entryId: idOf(told, line), comment });
const adjusts =
  (points: number, comment: string, pocket?: "suspended"): Line["move"] =>
  (world, { walletCode, place }) =>
    adjust(world, place, walletCode, { points, comment, ...(pocket === undefined ? {} : { pocket }) });
const releases =
  (points: number, comment: string): Line["move"] =>
  (world, { walletCode, place }) =>
    release(world, place, walletCode, { points, comment });
const holds =
  (value: number, minutes: number, comment: string): Line["move"] =>
  (world, { walletCode, place }) =>
    hold(world, place, walletCode, { value: moneyOf(value), minutes, comment });
/** `line`: the position of the hold in the story, from 0. */
const captures =
  (line: number, value: number, comment: string): Line["move"] =>
  (world, { walletCode, place }, told) =>
    capture(world, place, walletCode, { holdId: idOf(told, line), value: moneyOf(value), comment });
const sends =
  (toWalletCode: string, comment: string, points?: number): Line["move"] =>
  (world, { walletCode, place }) =>
    transfer(world, place, walletCode, {
      toWalletCode,
      comment,
      ...(points === undefined ? {} : { points }),
    });

function idOf(told: PostedEntry[], line: number): number {
  const posted = told[line];
  if (posted === undefined) throw new Error("A story undoes what has not happened yet");
  return posted.entry.id;
}

/**
 * The stories of the wallets from 100001 on. Those of the first ten add up to the balances that documentation, examples
 * and tests rely on; the loader checks them.
 */
const STORIES: Readonly<Record<string, readonly Line[]>> = {
  // 1,000 points.
  "100001": [
    line(240, 1_105, at(NASR_CITY), earns(650)),
    line(190, 1_180, at(MAADI), earns(480)),
    line(150, 1_090, CASHIER, spends(300)),
    line(120, 1_210, at(NASR_CITY), earns(720)),
    line(80, 1_140, at(NASR_CITY), spends(500)),
    line(78, 1_000, SUPERVISOR, givesBack(4, "Two items returned", 200)),
    line(40, 1_060, CASHIER, earns(350)),
    line(12, 1_150, at(MAADI), spends(600)),
  ],
  // 5,000 points.
  "100002": [
    line(230, 700, at(NASR_CITY), earns(2_400)),
    line(170, 1_125, at(NASR_CITY), earns(1_850)),
    line(110, 1_260, CASHIER, earns(1_500)),
    line(75, 1_155, at(MAADI), spends(900)),
    line(33, 1_030, at(NASR_CITY), earns(1_150)),
    line(9, 1_200, CASHIER, spends(1_000)),
  ],
  // 2,000 points: Gold earns half as much again, and pays two points for a pound.
  "100003": [
    line(220, 840, at(MAADI), earns(800)),
    line(160, 1_215, at(NASR_CITY), earns(1_000)),
    line(95, 1_100, CASHIER, spends(300)),
    line(52, 1_165, at(ZAMALEK), earns(600)),
    line(16, 1_235, at(NASR_CITY), spends(500)),
  ],
  "100004": [line(140, 1_000, at(NASR_CITY), earns(450)), line(61, 1_190, CASHIER, spends(150))],
  "100005": [line(130, 1_045, at(MAADI), earns(180)), line(67, 1_110, at(NASR_CITY), earns(120))],
  "100006": [line(200, 980, at(NASR_CITY), earns(260)), line(45, 1_075, CASHIER, spends(260))],
  // Never joined, so nothing was ever earned: the points came with the former card.
  "100007": [line(210, 600, IMPORT, adjusts(300, "Balance of the former card"))],
  "100008": [line(100, 1_130, at(NASR_CITY), earns(190)), line(48, 1_020, CASHIER, earns(110))],
  "100009": [
    line(180, 1_170, at(MAADI), earns(420)),
    line(20, 780, ADMIN_DESK, sends("100011", "Second card of the same customer")),
  ],
  "100011": [line(205, 1_085, at(NASR_CITY), earns(880)), line(26, 1_225, at(NASR_CITY), earns(340))],
  // Below zero: a reward that went to the wrong wallet was spent before it was cancelled.
  "100012": [
    line(60, 1_040, at(NASR_CITY), earns(120)),
    line(6, 1_080, at(MAADI), earns(900)),
    line(6, 1_110, CASHIER, spends(850)),
    line(6, 1_230, { portal: "maadi", branch: MAADI }, undoes(1, "Wrong customer")),
  ],
  // Points set aside, some of them released.
  "100013": [
    line(150, 1_070, at(NASR_CITY), earns(640)),
    line(30, 690, ADMIN_DESK, adjusts(2_000, "Campaign prize, under review", "suspended")),
    line(10, 720, ADMIN_DESK, releases(1_200, "Review finished for the first part")),
  ],
  "100014": [
    line(125, 1_150, at(ZAMALEK), earns(230)),
    line(88, 640, ADMIN_DESK, adjusts(500, "Goodwill after a complaint about a delivery")),
    line(41, 655, ADMIN_DESK, adjusts(-80, "Correction of receipt INV-2231, keyed in twice")),
    // Pending: the merchant lets its rewards ripen.
    line(3, 1_135, at(TALAAT_HARB), earns(480)),
  ],
  "100015": [
    line(115, 1_205, at(MAADI), earns(1_400)),
    line(15, 800, CALL_CENTRE, sends("100016", "Present to his daughter, confirmed by telephone", 500)),
  ],
  // Goods of a bill that came back, some of them.
  "100016": [
    line(70, 1_010, at(ZAMALEK), earns(85)),
    line(22, 1_060, at(NASR_CITY), earns(310.5)),
    line(19, 1_110, CASHIER, returns(1, 120.75, "Faulty iron returned")),
  ],
  // A redemption given back in two parts.
  "100017": [
    line(105, 1_120, at(NASR_CITY), earns(1_250)),
    line(28, 1_160, CASHIER, byTill("DEMO-100017", spends(700))),
    line(27, 1_015, CASHIER, givesBack(1, "Kettle returned", 450)),
    line(24, 1_145, SUPERVISOR, givesBack(1, "The rest returned")),
    // An order that was delivered, one item short, and one that is still packed.
    line(5, 1_020, at(NASR_CITY), holds(180, A_WEEK, "Delivery")),
    line(4, 1_090, at(NASR_CITY), captures(4, 150, "Delivered, one item sold out")),
    line(1, 1_130, at(NASR_CITY), holds(220, A_WEEK, "Order for collection")),
  ],
  // A first bill that was undone, and the bonuses of its referral with it; then a refund that was undone.
  "100018": [
    line(92, 1_100, CASHIER, earns(80)),
    line(92, 1_104, CASHIER, undoes(0, "Customer took something else")),
    line(92, 1_195, at(NASR_CITY), earns(560)),
    line(18, 1_055, CASHIER, spends(240)),
    line(17, 1_090, CASHIER, givesBack(3, "Returned goods", 240)),
    line(17, 1_098, SUPERVISOR, undoes(4, "Goods were not returned after all")),
  ],
  // A redemption cancelled at the till.
  "100019": [
    line(58, 1_175, at(NASR_CITY), earns(930)),
    line(3, 1_185, CASHIER, byTill("DEMO-100019", spends(400))),
    line(3, 1_189, CASHIER, undoes(1, "Customer paid in cash")),
  ],
  "100020": [line(170, 1_000, at(MAADI), earns(340)), line(44, 1_130, at(MAADI), spends(340))],
};

/** Puts every story's lines on the calendar; a line may refer to the entries of those before it. */
export function scheduleStories(world: World, now: Date): void {
  for (const [walletCode, story] of Object.entries(STORIES)) {
    const told: PostedEntry[] = [];
    for (const { daysAgo, minute, place, move } of story) {
      world.schedule({
        at: daysBefore(now, daysAgo, minute),
        walletCode,
        branch: branchOf(place),
        ask: (unfolding) => move(unfolding, { walletCode, place }, told),
        follow: (posted) => told.push(posted),
      });
    }
  }
}

function branchOf(place: Place): string | null {
  if (place === "system" || "desk" in place) return null;
  return "till" in place ? place.till : place.branch;
}
