import { inUnits } from "@/lib/platform/money";
import { type Database, readRows } from "@/lib/platform/rows";

/** A limit of the day is told of from this share on. */
export const NEAR_SHARE = 0.8;

/** How far an API client or a merchant has come with a limit of today. */
export interface DayUse {
  of: "client" | "merchant";
  id: number;
  en: string;
  ar: string;
  /** Points rewarded, or money given back. */
  limit: "rewards" | "reversals";
  used: number;
  max: number;
}

const READ = `
WITH day AS MATERIALIZED (SELECT p.*, ($1::timestamptz AT TIME ZONE p.time_zone)::date AS date FROM programme p WHERE p.id = 1),
used AS (
  SELECT 'client' AS of, c.id, c.name AS en, c.name AS ar, d.rewarded_points AS points, d.reversed_hundredths AS reversed,
         CASE WHEN c.has_own_limits THEN c.person_reward_points_max ELSE least(c.person_reward_points_max, day.client_reward_points_max) END AS points_max,
         CASE WHEN c.has_own_limits THEN c.person_reversed_value_max ELSE least(c.person_reversed_value_max, day.client_reversed_value_max) END AS reversed_max
    FROM day CROSS JOIN api_client c JOIN person_day d ON d.user_id = c.user_id AND d.business_date = day.date
   WHERE c.sandbox_id IS NULL AND c.revoked_at IS NULL
   UNION ALL
  SELECT 'merchant', m.id, m.name_en, m.name_ar, s.points, s.reversed, day.merchant_reward_points_max, day.merchant_reversed_value_max
    FROM day CROSS JOIN merchant m
   CROSS JOIN LATERAL (SELECT coalesce(sum(d.rewarded_points), 0) AS points, coalesce(sum(d.reversed_hundredths), 0) AS reversed
                         FROM app_user u JOIN person_day d ON d.user_id = u.id AND d.business_date = day.date WHERE u.merchant_id = m.id) s)
SELECT of, id, en, ar, points::text, reversed::text, points_max AS "pointsMax", reversed_max AS "reversedMax" FROM used ORDER BY of, id`;

interface Row extends Pick<DayUse, "of" | "id" | "en" | "ar"> {
  points: string;
  reversed: string;
  pointsMax: number | null;
  reversedMax: number | null;
}

/** Use of the day's limits of API clients and merchants, on the programme's day of `at`; those without a limit are left out. */
export async function readDayUse(database: Database, at: Date): Promise<DayUse[]> {
  const rows = await readRows<Row>(database, READ, [at]);
  return rows.flatMap(({ points, reversed, pointsMax, reversedMax, ...who }) => {
    const uses: DayUse[] = [];
    if (pointsMax !== null)
      uses.push({ ...who, limit: "rewards", used: Number(points), max: Number(pointsMax) });
    if (reversedMax !== null)
      uses.push({ ...who, limit: "reversals", used: inUnits(BigInt(reversed)), max: Number(reversedMax) });
    return uses;
  });
}

/** From 0; 1 is a limit that is used up. */
export const shareOf = ({ used, max }: Pick<DayUse, "used" | "max">): number =>
  max === 0 ? (used > 0 ? 1 : 0) : used / max;
