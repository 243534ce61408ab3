import type { Pool } from "pg";
import { sender } from "@/lib/platform/database/sender";

/** A stretch of days at some branches. */
export interface Stretch {
  branchIds: readonly number[];
  /** The last of the days. */
  day: string;
  from: Date;
  until: Date;
  zone: string;
}

/** Days before the one in question from which habits and opening hours are known. */
export const HABIT_DAYS = 28;

/** An hour counts as opening hours when the branch worked in it on every fifth of its days at least. */
const OPEN_EVERY_DAYS = 5;
/** With fewer days behind it, a branch's opening hours are not known. */
const KNOWN_AFTER_DAYS = 7;

const REWARD = "m.log_type_id = 2";
const WITHIN_SECONDS = 10;
const WITHIN_MINUTES = 10;
/** As on the page of the day (lib/log/history.ts). */
const ALIKE_SECONDS = 60;

/**
 * Counted entries of each signal: a condition on an entry `m` of {@link MOVES}. The share of one wallet and PIN failures are not conditions
 * on one entry and have statements of their own below.
 */
export const CONDITIONS = {
  own_number: "m.log_type_id IN (1, 2, 3) AND NOT m.is_part AND m.user_id = ANY (o.owners)",
  colleague_number: `${REWARD} AND m.merchant_id = ANY (o.merchants) AND NOT m.user_id = ANY (o.owners)`,
  reversals: "m.log_type_id IN (3, 4, 11) AND NOT m.is_part",
  without_invoice: `${REWARD} AND coalesce(m.invoice_number, '') = ''`,
  out_of_hours:
    "m.log_type_id IN (1, 2) AND NOT m.is_part AND k.branch_id IS NOT NULL AND h.branch_id IS NULL AND m.in_hour = m.own_in_hour",
  quick_succession: `${REWARD} AND m.created_at <= m.before_at + interval '${WITHIN_SECONDS} seconds'`,
  quick_redemption: `${REWARD} AND m.next_type = 1 AND m.next_at <= m.created_at + interval '${WITHIN_MINUTES} minutes'`,
  look_alikes: `${REWARD} AND m.created_at <= m.alike_at + interval '${ALIKE_SECONDS} seconds'
    AND NOT EXISTS (SELECT FROM reversal x WHERE x.wallet_id = m.wallet_id AND x.entry_id = m.id AND x.cancelled_by_entry_id IS NOT NULL)`,
} as const satisfies Record<string, string>;

/** Signals measured of a day. */
export type MeasuredSignal = keyof typeof CONDITIONS | "wallet_share" | keyof typeof PIN_EVENTS;

/**
 * The entries of the stretch, read by (branch_id, created_at), with what stands around each. A settled bill counts by its reward: its redemption,
 * and the cancellation of that, are parts (rules.md §25). Parameters: branches, from, until, zone,
 * day.
 */
const MOVES = `
WITH own AS (
  SELECT w.id AS wallet_id, array_agg(s.user_id) AS owners, array_agg(u.merchant_id) AS merchants
    FROM staff_number s JOIN app_user u ON u.id = s.user_id JOIN wallet w ON w.contact_msisdn = s.msisdn
   GROUP BY w.id
), known AS (
  SELECT d.branch_id, count(DISTINCT d.day) AS days
    FROM radar_day d
   WHERE d.branch_id = ANY ($1::int[]) AND d.day >= $5::date - ${HABIT_DAYS} AND d.day < $5::date
   GROUP BY d.branch_id HAVING count(DISTINCT d.day) >= ${KNOWN_AFTER_DAYS}
), open_hour AS (
  SELECT d.branch_id, x.hour - 1 AS hour
    FROM radar_day d CROSS JOIN LATERAL unnest(d.hours) WITH ORDINALITY x (entries, hour) JOIN known ON known.branch_id = d.branch_id
   WHERE d.branch_id = ANY ($1::int[]) AND d.day >= $5::date - ${HABIT_DAYS} AND d.day < $5::date AND x.entries > 0
   GROUP BY d.branch_id, x.hour, known.days HAVING count(DISTINCT d.day) * ${OPEN_EVERY_DAYS} >= known.days
), moves AS (
  SELECT e.id, e.wallet_id, e.branch_id, e.merchant_id, e.user_id, e.log_type_id, e.amount, e.invoice_number, e.created_at,
         extract(hour FROM e.created_at AT TIME ZONE $4)::int AS hour,
         EXISTS (SELECT FROM bill b WHERE b.redemption_entry_id = CASE e.log_type_id WHEN 4 THEN e.related_entry_id ELSE e.id END)
         OR EXISTS (SELECT FROM bill_return b WHERE b.refund_entry_id = CASE e.log_type_id WHEN 4 THEN e.related_entry_id ELSE e.id END) AS is_part,
         lag(e.created_at) OVER (PARTITION BY e.branch_id, e.user_id, e.log_type_id ORDER BY e.created_at, e.id) AS before_at,
         lead(e.log_type_id) OVER wallet AS next_type, lead(e.created_at) OVER wallet AS next_at,
         lag(e.created_at) OVER (PARTITION BY e.branch_id, e.wallet_id, e.log_type_id, e.amount_value, e.amount_hundredths
                                 ORDER BY e.created_at, e.id) AS alike_at,
         count(*) OVER (PARTITION BY e.branch_id, date_trunc('hour', e.created_at)) AS in_hour,
         count(*) OVER (PARTITION BY e.branch_id, date_trunc('hour', e.created_at), e.user_id) AS own_in_hour
    FROM entry e
   WHERE e.branch_id = ANY ($1::int[]) AND e.created_at >= $2 AND e.created_at < $3 AND e.log_type_id IN (1, 2, 3, 4, 11)
  WINDOW wallet AS (PARTITION BY e.branch_id, e.wallet_id ORDER BY e.created_at, e.id)
)`;
const AROUND = `
  LEFT JOIN own o ON o.wallet_id = m.wallet_id
  LEFT JOIN known k ON k.branch_id = m.branch_id
  LEFT JOIN open_hour h ON h.branch_id = m.branch_id AND h.hour = m.hour`;

const counts = Object.entries(CONDITIONS)
  .map(([signal, condition]) => `'${signal}', count(*) FILTER (WHERE ${condition})`)
  .join(",\n    ");
const hours = Array.from({ length: 24 }, (_, hour) => `count(*) FILTER (WHERE m.hour = ${hour})`).join(", ");

/** Each person's day at each branch, as rows of `radar_day` but for the week's. */
const MEASURE_DAY = `${MOVES}
SELECT m.branch_id, m.user_id, count(*) FILTER (WHERE ${REWARD})::int AS rewards,
       coalesce(sum(m.amount) FILTER (WHERE ${REWARD}), 0)::text AS reward_points,
       count(*) FILTER (WHERE m.log_type_id = 1)::int AS redemptions,
       count(*) FILTER (WHERE m.log_type_id IN (3, 11))::int AS refunds,
       count(*) FILTER (WHERE m.log_type_id = 4 AND NOT m.is_part)::int AS cancellations,
       jsonb_build_object(${counts}) AS counts,
       ARRAY[${hours}]::smallint[] AS hours
  FROM moves m ${AROUND}
 GROUP BY m.branch_id, m.user_id`;

/** Of each person's rewards at a branch in a stretch, those to the wallet that got most. Parameters: branches, from, until. */
const MEASURE_SHARES = `
SELECT DISTINCT ON (x.branch_id, x.user_id) x.branch_id, x.user_id, x.wallet_id, x.rewards::int AS top,
       (sum(x.rewards) OVER (PARTITION BY x.branch_id, x.user_id))::int AS total
  FROM (SELECT e.branch_id, e.user_id, e.wallet_id, count(*) AS rewards
          FROM entry e
         WHERE e.branch_id = ANY ($1::int[]) AND e.created_at >= $2 AND e.created_at < $3 AND e.log_type_id = 2
         GROUP BY e.branch_id, e.user_id, e.wallet_id) x
 ORDER BY x.branch_id, x.user_id, x.rewards DESC, x.wallet_id`;

/** Signals that are counted in the log of security events. */
const PIN_EVENTS = {
  pin_failures: "s.kind IN ('pin.failed', 'pin.locked')",
  // A PIN of a wallet without points opens nothing.
  pins_chosen: "s.kind = 'pin.chosen' AND s.details ->> 'hadPoints' = 'true'",
} as const;
const PIN_COUNTS = Object.entries(PIN_EVENTS).map(
  ([signal, condition]) => `'${signal}', count(*) FILTER (WHERE ${condition})`,
);

/** Events of PINs by the person whose till asked for the PIN. Parameters: branches, from, until. */
const MEASURE_PINS = `
SELECT s.branch_id, s.user_id, jsonb_build_object(${PIN_COUNTS.join()}) AS counts
  FROM security_event s
 WHERE s.created_at >= $2 AND s.created_at < $3 AND s.kind IN ('pin.failed', 'pin.locked', 'pin.chosen') AND s.branch_id = ANY ($1::int[])
   AND s.user_id IS NOT NULL
 GROUP BY s.branch_id, s.user_id`;

/** A row of `radar_day`. */
export interface MeasuredDay {
  branch_id: number;
  user_id: number;
  rewards: number;
  reward_points: string;
  redemptions: number;
  refunds: number;
  cancellations: number;
  week_rewards: number;
  week_top_rewards: number;
  week_top_wallet_id: number | null;
  counts: Record<string, number>;
  hours: number[];
}

/**
 * Measures a day at some branches, reading the log of that day, and of the six days before for the share of one wallet.
 * @param week the first moment of the seven days that end with the day
 */
export async function measureDay(
  pool: Pool,
  { week, ...stretch }: Stretch & { week: Date },
): Promise<MeasuredDay[]> {
  const { branchIds, from, until, zone, day } = stretch;
  const send = sender(pool);
  const days = await send({ text: MEASURE_DAY, values: [branchIds, from, until, zone, day] });
  const shares = await send({ text: MEASURE_SHARES, values: [branchIds, week, until] });
  const pins = await send({ text: MEASURE_PINS, values: [branchIds, from, until] });
  const measured = new Map<string, MeasuredDay>();
  const key = ({ branch_id, user_id }: { branch_id: number; user_id: number }) => `${branch_id} ${user_id}`;
  for (const row of days.rows as MeasuredDay[])
    measured.set(key(row), { ...row, week_rewards: 0, week_top_rewards: 0, week_top_wallet_id: null });
  for (const row of pins.rows as Pick<MeasuredDay, "branch_id" | "user_id" | "counts">[]) {
    const known = measured.get(key(row)) ?? emptyDay(row);
    measured.set(key(row), { ...known, counts: { ...known.counts, ...row.counts } });
  }
  for (const row of shares.rows as {
    branch_id: number;
    user_id: number;
    wallet_id: number;
    top: number;
    total: number;
  }[]) {
    const known = measured.get(key(row));
    if (known === undefined) continue;
    known.week_rewards = row.total;
    known.week_top_rewards = row.top;
    known.week_top_wallet_id = row.wallet_id;
  }
  return [...measured.values()];
}

function emptyDay({ branch_id, user_id }: { branch_id: number; user_id: number }): MeasuredDay {
  return {
    ...{ branch_id, user_id, rewards: 0, reward_points: "0", redemptions: 0, refunds: 0, cancellations: 0 },
    ...{ week_rewards: 0, week_top_rewards: 0, week_top_wallet_id: null, counts: {} },
    hours: Array.from({ length: 24 }, () => 0),
  };
}

/** Numbers of entries that are kept with a finding, the newest. */
export const EVIDENCE_MAX = 200;

/** Evidence of a finding: numbers of entries, the newest first; of PIN failures, numbers of security events. */
export async function readEvidence(
  pool: Pool,
  stretch: Stretch,
  {
    signal,
    userId,
    branchId,
    walletId,
  }: { signal: MeasuredSignal; userId: number; branchId: number; walletId: number | null },
): Promise<number[]> {
  const { from, until, zone, day } = stretch;
  const newest = `ORDER BY 1 DESC LIMIT ${EVIDENCE_MAX}`;
  const query =
    signal === "pin_failures" || signal === "pins_chosen"
      ? {
          text: `SELECT s.id FROM security_event s WHERE s.user_id = $1 AND s.branch_id = $2 AND s.created_at >= $3 AND s.created_at < $4
                    AND ${PIN_EVENTS[signal]} ${newest}`,
          values: [userId, branchId, from, until],
        }
      : signal === "wallet_share"
        ? {
            text: `SELECT e.id FROM entry e WHERE e.branch_id = $2 AND e.created_at >= $3 AND e.created_at < $4 AND e.user_id = $1
                      AND e.wallet_id = $5 AND e.log_type_id = 2 ${newest}`,
            values: [userId, branchId, from, until, walletId],
          }
        : {
            text: `${MOVES} SELECT m.id FROM moves m ${AROUND} WHERE m.user_id = $6 AND ${CONDITIONS[signal]} ${newest}`,
            values: [[branchId], from, until, zone, day, userId],
          };
  const { rows } = await sender(pool)(query);
  return (rows as { id: number }[]).map(({ id }) => id);
}
