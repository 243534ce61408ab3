import { type Database, readRows } from "@/lib/platform/rows";

const READ = `
SELECT (SELECT count(*) FROM deal d WHERE d.merchant_id = m.id AND d.state = 'published' AND d.end_date > $2)
     + (SELECT count(*) FROM promotion p WHERE p.merchant_id = m.id AND p.state = 'published' AND p.ends_at > $2 AND p.deal_id IS NULL)
     + (SELECT count(*) FROM coupon_template t WHERE t.merchant_id = m.id AND t.state = 'live' AND coalesce(t.valid_until >= $3::date, true)) AS offers,
       (SELECT count(*) FROM coupon c JOIN coupon_template t ON t.id = c.template_id
         WHERE t.merchant_id = m.id AND c.state = 'issued' AND NOT c.is_test AND coalesce(c.valid_until >= $3::date, true)) AS coupons,
       (SELECT json_build_object('count', count(*), 'points', coalesce(sum(h.points), 0)) FROM hold h JOIN entry e ON e.id = h.entry_id
         WHERE h.state = 'open' AND e.merchant_id = m.id) AS holds,
       (SELECT json_build_object('count', count(*), 'points', coalesce(sum(p.points), 0)) FROM pending_points p JOIN entry e ON e.id = p.entry_id
         WHERE p.points > 0 AND e.merchant_id = m.id) AS pending,
       (SELECT count(*) FROM app_user u WHERE u.merchant_id = m.id AND u.kind = 'portal' AND u.is_active) AS people,
       (SELECT count(*) FROM api_client c WHERE c.merchant_id = m.id AND c.revoked_at IS NULL AND c.sandbox_id IS NULL) AS clients
  FROM merchant m WHERE m.id = ANY($1::integer[])`;

/** Movements that are not over, with their points. */
interface Open {
  count: number;
  points: number;
}

interface OpenAtMerchant {
  offers: number;
  coupons: number;
  holds: Open;
  pending: Open;
  people: number;
  clients: number;
}

/**
 * Counts offers, coupons that can still be used, holds, points that ripen, people and API clients of these merchants together, on a day of
 * the programme's calendar; null when one of them does not exist.
 */
export async function readOpenAt(
  database: Database,
  merchantIds: readonly number[],
  { now, today }: { now: Date; today: string },
): Promise<OpenAtMerchant | null> {
  type Row = { [Name in keyof OpenAtMerchant]: OpenAtMerchant[Name] extends number ? bigint : Open };
  const rows = await readRows<Row>(database, READ, [merchantIds, now, today]);
  if (rows.length < merchantIds.length) return null;
  const sum = (of: (row: Row) => bigint | number) => rows.reduce((total, row) => total + Number(of(row)), 0);
  const open = (name: "holds" | "pending"): Open => ({
    count: sum((row) => row[name].count),
    points: sum((row) => row[name].points),
  });
  return {
    ...{ offers: sum((row) => row.offers), coupons: sum((row) => row.coupons) },
    ...{ holds: open("holds"), pending: open("pending") },
    ...{ people: sum((row) => row.people), clients: sum((row) => row.clients) },
  };
}
