import type { Pool } from "pg";
import { HABIT_DAYS } from "@/lib/log/odd-days";
import { sender } from "@/lib/platform/database/sender";
import type { Signal } from "./schemas";

/** When a number of a signal is worth a look. */
interface Threshold {
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
interface Habits {
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

/** The whole of which a signal is a part: all acts of the person. */
const TOTALS: Readonly<Record<Exclude<Signal, "wallet_share">, string>> = {
  own_number: "d.rewards + d.redemptions",
  colleague_number: "d.rewards",
  reversals: "d.rewards + d.redemptions",
  without_invoice: "d.rewards",
  out_of_hours: "d.rewards + d.redemptions",
  quick_succession: "d.rewards",
  quick_redemption: "d.rewards",
  pin_failures: "1",
  pins_chosen: "d.rewards + d.redemptions",
  look_alikes: "d.rewards",
};

/** The radar judges people of the portal and live API clients. */
const JUDGED = `JOIN app_user p ON p.id = d.user_id
       AND (p.kind = 'portal' OR EXISTS (SELECT FROM api_client c WHERE c.user_id = p.id AND c.sandbox_id IS NULL))`;

/** A person's or client's number of a signal, beside the habits that it is compared with. */
interface Tally {
  signal: Exclude<Signal, "wallet_share">;
  branch_id: number;
  merchant_id: number;
  user_id: number;
  /** Null of an API client. */
  role: string | null;
  count: number;
  total: number;
  /** Of the person, in the four weeks before. */
  own_count: number;
  own_total: number;
  /** Of all other people at the branch, in the four weeks before. */
  others_count: number;
  others_total: number;
}

function tallySql(signal: Exclude<Signal, "wallet_share">): string {
  const { days, min } = THRESHOLDS[signal];
  const recent = `d.day > $2::date - ${days}`;
  const count = `coalesce((d.counts ->> '${signal}')::int, 0)`;
  return `
SELECT '${signal}' AS signal, t.branch_id, b.merchant_id, t.user_id, u.role, t.count, t.total, t.own_count, t.own_total,
       t.others_count, t.others_total
  FROM (SELECT s.*, (coalesce(sum(own_count) FILTER (WHERE is_person) OVER branch, 0) - CASE WHEN is_person THEN own_count ELSE 0 END)::int AS others_count,
               (coalesce(sum(own_total) FILTER (WHERE is_person) OVER branch, 0) - CASE WHEN is_person THEN own_total ELSE 0 END)::int AS others_total
          FROM (SELECT d.branch_id, d.user_id, p.kind = 'portal' AS is_person,
                       coalesce(sum(${count}) FILTER (WHERE ${recent}), 0)::int AS count,
                       coalesce(sum(${TOTALS[signal]}) FILTER (WHERE ${recent}), 0)::int AS total,
                       coalesce(sum(${count}) FILTER (WHERE d.day = $2::date), 0)::int AS today,
                       coalesce(sum(${count}) FILTER (WHERE NOT ${recent}), 0)::int AS own_count,
                       coalesce(sum(${TOTALS[signal]}) FILTER (WHERE NOT ${recent}), 0)::int AS own_total
                  FROM radar_day d ${JUDGED}
                 WHERE d.branch_id = ANY ($1::int[]) AND d.day > $2::date - ${days + HABIT_DAYS} AND d.day <= $2::date
                 GROUP BY d.branch_id, d.user_id, p.kind) s
        WINDOW branch AS (PARTITION BY s.branch_id)) t
  JOIN app_user u ON u.id = t.user_id JOIN branch b ON b.id = t.branch_id
 WHERE t.count >= ${min} AND t.today > 0`;
}

/** The people and clients whose number of a signal has reached its minimum with something of that day. Parameters: branches, day. */
const TALLIES = (Object.keys(TOTALS) as Exclude<Signal, "wallet_share">[]).map(tallySql).join("\nUNION ALL");

export async function readTallies(pool: Pool, branchIds: readonly number[], day: string): Promise<Tally[]> {
  const { rows } = await sender(pool)({ text: TALLIES, values: [branchIds, day] });
  return rows as Tally[];
}

/** A person's largest share, beside what is usual: the median of others at the branch over five weeks. */
interface Share {
  branch_id: number;
  merchant_id: number;
  user_id: number;
  wallet_id: number;
  top: number;
  total: number;
  habit: number | null;
}

/** With fewer rewards in a week a share says nothing. */
const SHARE_REWARDS_MIN = 20;

const SHARES = `
SELECT d.branch_id, b.merchant_id, d.user_id, d.week_top_wallet_id AS wallet_id, d.week_top_rewards AS top, d.week_rewards AS total, o.habit
  FROM radar_day d ${JUDGED} JOIN branch b ON b.id = d.branch_id
  LEFT JOIN LATERAL (
       SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x.week_top_rewards::float8 / x.week_rewards) AS habit
         FROM radar_day x JOIN app_user p ON p.id = x.user_id AND p.kind = 'portal'
        WHERE x.branch_id = d.branch_id AND x.day > $2::date - ${HABIT_DAYS + THRESHOLDS.wallet_share.days} AND x.day <= $2::date
          AND x.user_id <> d.user_id AND x.week_rewards >= ${SHARE_REWARDS_MIN}) o ON true
 WHERE d.branch_id = ANY ($1::int[]) AND d.day = $2::date AND d.week_top_rewards >= ${THRESHOLDS.wallet_share.min}
   AND d.rewards > 0`;

export async function readShares(pool: Pool, branchIds: readonly number[], day: string): Promise<Share[]> {
  const { rows } = await sender(pool)({ text: SHARES, values: [branchIds, day] });
  return rows as Share[];
}
