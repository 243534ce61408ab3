import type { Pool } from "pg";
import { HABIT_DAYS, type MeasuredDay, measureDay, readEvidence } from "@/lib/log/odd-days";
import type { Clock } from "@/lib/platform/clock";
import { sender } from "@/lib/platform/database/sender";
import { withSessionLock } from "@/lib/platform/session-lock";
import { formatLocalDate, parseZonedDateTime, plusDays, startOfDayAfter } from "@/lib/platform/time";
import {
  habitOf,
  isBeyondHabit,
  isLargeShare,
  readShares,
  readTallies,
  SHARE_HABIT_DEFAULT,
  THRESHOLDS,
} from "./judge";
import type { Signal } from "./schemas";

const JOB = "radar";
/** Branches that are measured by one statement. */
const BRANCHES_MAX = 50;
/** A first look reads so many days, to know the habits, and tells what is odd about the last week. */
const FIRST_DAYS = HABIT_DAYS + 7;
const FIRST_JUDGED_DAYS = 7;
/** After midnight what was done before it may still be on its way to the copy that reports are read from. */
const SETTLED_AFTER_MS = 15 * 60_000;

export interface RadarContext {
  /** Where findings are kept. */
  pool: Pool;
  /** Where the log is read: a copy, when there is one. */
  log: Pool;
  clock: Clock;
  /** The programme's time zone. */
  zone: string;
}

interface NewFinding {
  signal: Signal;
  user_id: number;
  branch_id: number;
  merchant_id: number;
  day: string;
  days: number;
  count: number;
  total: number;
  habit: number;
  wallet_id: number | null;
  evidence: number[];
}

/**
 * Looks at the days that are over and were not looked at yet, one after the other; when the radar was off for long, at the last five
 * weeks. One process at a time does it; one that dies is followed by another that goes on with the day.
 * @returns the days that were looked at, and what was found; null when another process is at it
 */
export async function runRadar(context: RadarContext): Promise<{ days: string[]; findings: number } | null> {
  const { pool, clock, zone } = context;
  return withSessionLock(pool, [JOB, 0], async () => {
    const yesterday = plusDays(formatLocalDate(new Date(clock.now().getTime() - SETTLED_AFTER_MS), zone), -1);
    const last = await readLastDay(pool);
    const first = plusDays(yesterday, 1 - FIRST_DAYS);
    const judgedFrom = last === null ? plusDays(yesterday, 1 - FIRST_JUDGED_DAYS) : first;
    const done = { days: [] as string[], findings: 0 };
    for (
      let day = last === null || last < first ? first : plusDays(last, 1);
      day <= yesterday;
      day = plusDays(day, 1)
    ) {
      done.findings += await lookAtDay(context, { day, isJudged: day >= judgedFrom });
      done.days.push(day);
      await writeLastDay(pool, day, clock.now());
    }
    return done;
  });
}

async function readLastDay(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ day: string | null }>(
    "SELECT detail ->> 'day' AS day FROM job_run WHERE name = $1",
    [JOB],
  );
  return rows[0]?.day ?? null;
}

async function writeLastDay(pool: Pool, day: string, now: Date): Promise<void> {
  await pool.query(
    `INSERT INTO job_run (name, started_at, finished_at, detail) VALUES ($1, $3, $3, jsonb_build_object('day', $2::text))
     ON CONFLICT (name) DO UPDATE SET finished_at = excluded.finished_at, detail = excluded.detail`,
    [JOB, day, now],
  );
}

/** When the radar last looked at a day that was over; null: never. */
export async function readLookedAt(pool: Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    "SELECT finished_at AS at FROM job_run WHERE name = $1",
    [JOB],
  );
  return rows[0]?.at ?? null;
}

/**
 * Measures one day and keeps what is odd about it. Done again it measures anew: a finding of the same day, person, branch and signal
 * is renewed and stays in its case.
 * @param branchIds only these; absent: all
 * @returns how many findings there are
 */
export async function lookAtDay(
  context: RadarContext,
  { day, isJudged = true, branchIds }: { day: string; isJudged?: boolean; branchIds?: readonly number[] },
): Promise<number> {
  const { pool, log, zone } = context;
  const all = branchIds ?? (await readBranchIds(pool));
  let findings = 0;
  for (let first = 0; first < all.length; first += BRANCHES_MAX) {
    const part = all.slice(first, first + BRANCHES_MAX);
    const until = startOfDayAfter(day, zone);
    const week = parseZonedDateTime(plusDays(day, 1 - THRESHOLDS.wallet_share.days), zone);
    const stretch = { branchIds: part, day, from: parseZonedDateTime(day, zone), until, zone };
    await writeDays(pool, day, part, await measureDay(log, { ...stretch, week }));
    if (!isJudged) continue;
    const found = await judge(context, day, part);
    await writeFindings(context, found);
    findings += found.length;
  }
  return findings;
}

async function readBranchIds(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>("SELECT id FROM branch ORDER BY id");
  return rows.map(({ id }) => id);
}

async function writeDays(
  pool: Pool,
  day: string,
  branchIds: readonly number[],
  rows: readonly MeasuredDay[],
): Promise<void> {
  await pool.query(
    `WITH gone AS (DELETE FROM radar_day d WHERE d.branch_id = ANY ($2::int[]) AND d.day = $1::date
                    AND NOT EXISTS (SELECT FROM jsonb_to_recordset($3::jsonb) AS r (branch_id int, user_id int)
                                     WHERE r.branch_id = d.branch_id AND r.user_id = d.user_id))
     INSERT INTO radar_day (branch_id, day, user_id, rewards, reward_points, redemptions, refunds, cancellations, week_rewards,
                            week_top_rewards, week_top_wallet_id, counts, hours)
     SELECT branch_id, $1::date, user_id, rewards, reward_points, redemptions, refunds, cancellations, week_rewards, week_top_rewards,
            week_top_wallet_id, counts, hours
       FROM jsonb_to_recordset($3::jsonb) AS r (branch_id int, user_id int, rewards int, reward_points bigint, redemptions int,
            refunds int, cancellations int, week_rewards int, week_top_rewards int, week_top_wallet_id bigint, counts jsonb, hours smallint[])
     ON CONFLICT (branch_id, day, user_id) DO UPDATE
        SET (rewards, reward_points, redemptions, refunds, cancellations, week_rewards, week_top_rewards, week_top_wallet_id, counts, hours)
          = (excluded.rewards, excluded.reward_points, excluded.redemptions, excluded.refunds, excluded.cancellations,
             excluded.week_rewards, excluded.week_top_rewards, excluded.week_top_wallet_id, excluded.counts, excluded.hours)`,
    [day, branchIds, JSON.stringify(rows)],
  );
}

/** Odd facts of a measured day, with their evidence. */
async function judge(
  { pool, log, zone }: RadarContext,
  day: string,
  branchIds: readonly number[],
): Promise<NewFinding[]> {
  const tallies = (await readTallies(pool, branchIds, day)).flatMap((tally) => {
    const habit = habitOf(tally);
    return habit === null || !isBeyondHabit(tally.signal, tally.count, habit)
      ? []
      : [{ ...tally, habit, wallet_id: null }];
  });
  const shares = (await readShares(pool, branchIds, day)).flatMap((share) => {
    const habit = share.habit ?? SHARE_HABIT_DEFAULT;
    return isLargeShare({ ...share, habit })
      ? [{ ...share, signal: "wallet_share" as const, count: share.top, habit }]
      : [];
  });
  const findings: NewFinding[] = [];
  for (const odd of [...tallies, ...shares]) {
    const { days } = THRESHOLDS[odd.signal];
    const stretch = {
      branchIds: [odd.branch_id],
      day,
      from: parseZonedDateTime(plusDays(day, 1 - days), zone),
      until: startOfDayAfter(day, zone),
      zone,
    };
    const of = { signal: odd.signal, userId: odd.user_id, branchId: odd.branch_id, walletId: odd.wallet_id };
    const { signal, user_id, branch_id, merchant_id, count, total, habit, wallet_id } = odd;
    const evidence = await readEvidence(log, stretch, of);
    findings.push({
      signal,
      user_id,
      branch_id,
      merchant_id,
      day,
      days,
      count,
      total,
      habit,
      wallet_id,
      evidence,
    });
  }
  return findings;
}

/** A person about whom a case is open has what is found since in it. */
async function writeFindings({ pool, clock }: RadarContext, findings: readonly NewFinding[]): Promise<void> {
  if (findings.length === 0) return;
  await sender(pool)({
    text: `
INSERT INTO radar_finding (user_id, branch_id, merchant_id, signal, day, days, count, total, habit, wallet_id, evidence, found_at, case_id)
SELECT f.user_id, f.branch_id, f.merchant_id, f.signal, f.day, f.days, f.count, f.total, f.habit, f.wallet_id, f.evidence, $2, c.id
  FROM jsonb_to_recordset($1::jsonb) AS f (user_id int, branch_id int, merchant_id int, signal text, day date, days smallint, count int,
       total int, habit numeric, wallet_id bigint, evidence bigint[])
  LEFT JOIN radar_case c ON c.user_id = f.user_id AND c.closed_at IS NULL
ON CONFLICT (user_id, branch_id, signal, day) DO UPDATE
   SET (count, total, habit, wallet_id, evidence) = (excluded.count, excluded.total, excluded.habit, excluded.wallet_id, excluded.evidence)`,
    values: [JSON.stringify(findings), clock.now()],
  });
}
