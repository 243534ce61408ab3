import type { Pool } from "pg";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { type DayFigures, dayFigures } from "@/lib/log/day-figures";
import { NOTHING, ofColumns } from "@/lib/platform/money";
import { readRows } from "@/lib/platform/rows";
import { formatLocalDateTime, parseZonedDateTime, plusDays, startOfDayAfter } from "@/lib/platform/time";

/** Days that are shown, today with them. */
const DAYS_SHOWN = 14;
const WEEK_DAYS = 7;

/** More entries of today and of the day a week ago are not read one by one: then whole days are compared. */
const ENTRIES_READ_MAX = 20_000;

const NO_FIGURES: DayFigures = { rewards: 0, redemptions: 0, value: NOTHING, customers: 0 };

export interface HomeDays {
  now: DayFigures;
  before: DayFigures & { day: string; until: Date; isWholeDay: boolean };
  days: (DayFigures & { day: string })[];
  /** Whether the entries of today are few enough to be read one by one. */
  isReadable: boolean;
}

/**
 * Today beside the same weekday a week ago, and the fourteen days up to today. The days come from the sums that reports are made of,
 * whose rows grow with branches and people and not with entries. They also tell whether the entries of the two days are at most
 * {@link ENTRIES_READ_MAX}: then both are read up to this time of the day.
 * @param reports where reports are read; `log` where entries are
 * @param merchantId null: all merchants
 */
export async function readHomeDays(
  { reports, log }: { reports: Pool; log: Pool },
  {
    merchantId,
    branchIds,
    now,
    zone,
    entriesReadMax = ENTRIES_READ_MAX,
  }: {
    merchantId: number | null;
    branchIds: readonly number[];
    now: Date;
    zone: string;
    entriesReadMax?: number;
  },
): Promise<HomeDays> {
  const local = formatLocalDateTime(now, zone);
  const today = local.slice(0, 10);
  const first = plusDays(today, 1 - DAYS_SHOWN);
  const values = [first, today, merchantId];
  const [sums, active] = await Promise.all([
    readRows<SumRow>(reports, SUMS, values),
    readRows<{ day: string; wallets: number }>(reports, ACTIVE, values),
  ]);
  const figuresOf = (day: string): DayFigures & { day: string } => {
    const reward = sums.find((row) => row.day === day && row.log_type_id === LOG_TYPE.reward);
    const redemption = sums.find((row) => row.day === day && row.log_type_id === LOG_TYPE.redemption);
    return {
      day,
      rewards: reward?.entries ?? 0,
      redemptions: redemption?.entries ?? 0,
      value: reward ? ofColumns({ units: reward.value, hundredths: reward.value_hundredths }) : NOTHING,
      customers: active.find((row) => row.day === day)?.wallets ?? 0,
    };
  };
  const days = Array.from({ length: DAYS_SHOWN }, (_, index) => figuresOf(plusDays(first, index)));
  const weekAgo = plusDays(today, -WEEK_DAYS);
  const read = sums
    .filter(({ day }) => day === today || day === weekAgo)
    .reduce((sum, { entries }) => sum + entries, 0);
  const isReadable = read <= entriesReadMax;
  const until = isReadable
    ? parseZonedDateTime(weekAgo + local.slice(10), zone)
    : startOfDayAfter(weekAgo, zone);
  const stretchOf = (day: string, until: Date) => ({ branchIds, from: parseZonedDateTime(day, zone), until });
  const [present, before] = isReadable
    ? await Promise.all([
        dayFigures(log, stretchOf(today, startOfDayAfter(today, zone))),
        dayFigures(log, stretchOf(weekAgo, until)),
      ])
    : [figuresOf(today), figuresOf(weekAgo)];
  return {
    now: present,
    before: { ...before, day: weekAgo, until, isWholeDay: !isReadable },
    // The sums are a few seconds behind the log.
    days: days.map((figures) =>
      figures.day === today ? { ...NO_FIGURES, ...present, day: today } : figures,
    ),
    isReadable,
  };
}

interface SumRow {
  day: string;
  log_type_id: number;
  entries: number;
  value: number;
  value_hundredths: number;
}

/** Parameters: first and last day, merchant. */
export const SUMS = `
SELECT day::text AS day, log_type_id, sum(entries)::bigint AS entries, sum(value)::bigint AS value,
       sum(value_hundredths)::bigint AS value_hundredths
  FROM report_day
 WHERE day BETWEEN $1::date AND $2::date AND log_type_id IN (${LOG_TYPE.redemption}, ${LOG_TYPE.reward})
   AND ($3::int IS NULL OR merchant_id = $3)
 GROUP BY report_day.day, log_type_id`;

/** The same. Each wallet counts once a day: at a merchant, or anywhere. */
export const ACTIVE = `
SELECT day::text AS day, sum(wallets)::bigint AS wallets FROM report_activity
 WHERE merchant_id = coalesce($3::int, 0) AND day BETWEEN $1::date AND $2::date
 GROUP BY report_activity.day`;
