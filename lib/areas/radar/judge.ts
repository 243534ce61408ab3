import { HABIT_DAYS } from "@/lib/log/odd-days";
import type { Signal } from "./schemas";

/** When a number of a signal is worth a look. */
export interface Threshold {
  /** Days that are counted together, up to and with the day in question. */
  days: number;
  /** Fewer are never told: a handful happens to everybody. */
  min: number;
  /** Whether it is compared with what is ordinary at the branch; otherwise `min` alone decides. */
  hasHabit: boolean;
  /** Why these figures. */
  reason: string;
}

/** Each signal's threshold. Measured by `bench radar` (docs/radar.md). */
export const THRESHOLDS: Readonly<Record<Signal, Threshold>> = {
  wallet_share: {
    days: 7,
    min: 10,
    hasHabit: true,
    reason: "A regular comes once a day; ten rewards in a week by one person are more than that.",
  },
  own_number: { days: 1, min: 1, hasHabit: false, reason: "Nobody serves themselves." },
  colleague_number: {
    days: 7,
    min: 5,
    hasHabit: true,
    reason: "Colleagues shop too, but by one till five times a week they hardly do.",
  },
  reversals: {
    days: 7,
    min: 6,
    hasHabit: true,
    reason: "One mistake a day is ordinary; the branch's habit says how many more are.",
  },
  without_invoice: {
    days: 7,
    min: 8,
    hasHabit: true,
    reason: "A branch that never types invoice numbers has that as its habit.",
  },
  out_of_hours: {
    days: 1,
    min: 3,
    hasHabit: false,
    reason:
      "A late customer is one; three in an hour in which the branch is closed and nobody else works are not.",
  },
  quick_succession: {
    days: 1,
    min: 6,
    hasHabit: true,
    reason:
      "Within ten seconds nobody pays and packs; a till that catches up after a queue does it a few times.",
  },
  quick_redemption: {
    days: 7,
    min: 5,
    hasHabit: true,
    reason: "Earned and spent within ten minutes is a customer who thought of it late: now and then.",
  },
  pin_failures: {
    days: 1,
    min: 6,
    hasHabit: true,
    reason: "Customers mistype; who guesses PINs needs many tries.",
  },
  pins_chosen: {
    days: 7,
    min: 6,
    hasHabit: true,
    reason:
      "Customers with points and without a PIN are few; a shop that asks them all has that as its habit.",
  },
  look_alikes: {
    days: 7,
    min: 4,
    hasHabit: true,
    reason: "A slip of the finger is one; the branch's habit says how often it slips.",
  },
};

/** So many times the habit at least. */
const TIMES = 3;
/** And so many standard deviations above it, as counts of rare events have them. */
const DEVIATIONS = 4;

/** Whether a count is beyond what is ordinary. Pure. */
export function isBeyondHabit(signal: Signal, count: number, habit: number): boolean {
  const { min, hasHabit } = THRESHOLDS[signal];
  if (count < min) return false;
  return !hasHabit || (count >= TIMES * habit && count >= habit + DEVIATIONS * Math.sqrt(Math.max(habit, 1)));
}

/** Of a person's rewards in a week, at least this share to one wallet. */
const SHARE_MIN = 0.08;
const SHARE_TIMES = 3;

/** Whether one wallet has too large a share of a person's rewards: `habit` is the largest share that others usually have. Pure. */
export function isLargeShare({ top, total, habit }: { top: number; total: number; habit: number }): boolean {
  const share = total === 0 ? 0 : top / total;
  return top >= THRESHOLDS.wallet_share.min && share >= Math.max(SHARE_MIN, SHARE_TIMES * habit);
}

/** Acts of a person and of everybody else at the branch in the four weeks before. */
export interface Habits {
  signal: Signal;
  /** Null of an API client. */
  role: string | null;
  /** Of how many the count is. */
  total: number;
  own_count: number;
  own_total: number;
  others_count: number;
  others_total: number;
}

/** Rewards or movements that a habit can be read from; of PIN failures, days of work. */
const KNOWN_FROM = 60;
const KNOWN_FROM_DAYS = 10;

/**
 * The ordinary number for as much work as the person did: the rate of everybody else at the branch, or of the whole branch where the others
 * did too little. Supervisors and admins undo for their tills: what they usually undo is ordinary for them. Null when too little is known
 * to call anything a habit. An API client is compared with itself: it does the work of many tills. Pure.
 */
export function habitOf({ signal, role, total, ...past }: Habits): number | null {
  const { days, hasHabit } = THRESHOLDS[signal];
  const isClient = role === null;
  if (!hasHabit) return isClient ? null : 0;
  const least = signal === "pin_failures" ? KNOWN_FROM_DAYS : KNOWN_FROM;
  if (isClient && past.own_total >= least) return (past.own_count / past.own_total) * total;
  if (isClient && OF_ONE_TILL.has(signal)) return null;
  const isOfOthers = past.others_total >= least;
  const count = isOfOthers ? past.others_count : past.others_count + past.own_count;
  const of = isOfOthers ? past.others_total : past.others_total + past.own_total;
  if (of < least) return null;
  const habit = (count / of) * total;
  const undoesForOthers = signal === "reversals" && role !== "cashier";
  return undoesForOthers ? Math.max(habit, (past.own_count * days) / HABIT_DAYS) : habit;
}

/** Signals in which a new client beside people says nothing: many tills behind it do more at once than one person. */
const OF_ONE_TILL: ReadonlySet<Signal> = new Set(["quick_succession", "pin_failures"]);

/** The share that is ordinary where nobody else works. */
export const SHARE_HABIT_DEFAULT = 0.03;
