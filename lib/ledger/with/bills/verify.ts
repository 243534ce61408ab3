import type { ClientBase } from "pg";
import type { Findings } from "@/lib/ledger/verify/findings";
import { report } from "@/lib/ledger/verify/joins";
import { amountSql, leastMoney } from "@/lib/platform/money";

const VALUE = (entry: string) => amountSql(`${entry}.amount_value`, `${entry}.amount_hundredths`);
const IN_WORDS = "'bill ' || b.id || ' of ' || b.hundredths || ', ' || b.off_hundredths || ' off by coupons'";
const GOODS_IN_WORDS = "'goods of ' || g.hundredths || ' of bill ' || g.bill_id";

/** A bill's reward follows its redemption, one right after the other, and what coupons, points and the reward stand for is no more than the bill. */
const ENTRIES = `
SELECT b.wallet_id, e.seq, 'a redemption and a reward of one moment, for no more than the bill', ${IN_WORDS}
  FROM bill b LEFT JOIN entry e ON e.id = b.id AND e.wallet_id = b.wallet_id
  LEFT JOIN entry r ON r.id = b.redemption_entry_id AND r.wallet_id = b.wallet_id
 WHERE e.log_type_id IS DISTINCT FROM 2 OR b.off_hundredths + ${VALUE("e")} > b.hundredths
    OR b.redemption_entry_id IS NOT NULL AND NOT coalesce(
         r.log_type_id = 1 AND r.offer_number IS NULL AND r.related_entry_id IS NULL AND r.seq = e.seq - 1
         AND (r.user_id, r.created_at) = (e.user_id, e.created_at) AND b.off_hundredths + ${VALUE("r")} <= b.hundredths, false)`;

/** A bill is undone whole, and so is a return of its goods. */
const UNDONE = `
SELECT a.wallet_id, NULL::integer, 'undone whole or not at all', a.said
  FROM (SELECT b.wallet_id, b.id, b.redemption_entry_id, ${IN_WORDS} FROM bill b
         UNION ALL SELECT g.wallet_id, g.id, g.refund_entry_id, ${GOODS_IN_WORDS} FROM bill_return g) a (wallet_id, id, first_id, said)
  LEFT JOIN reversal v ON v.wallet_id = a.wallet_id AND v.entry_id = a.id
  LEFT JOIN reversal u ON u.wallet_id = a.wallet_id AND u.entry_id = a.first_id
 WHERE a.first_id IS NOT NULL AND (v.cancelled_by_entry_id IS NULL) <> (u.cancelled_by_entry_id IS NULL)`;

/** The money of a part of a bill that goods bring back: the share of all that has come back by then, rounded down, less what was brought back before. */
const SHARE = (part: string, before: string) =>
  `greatest(0, div((o.goods + g.hundredths)::numeric * coalesce(${VALUE(part)}, 0), b.hundredths * ${leastMoney()}::numeric) * ${leastMoney()} - ${before})`;

const STOOD =
  "NOT EXISTS (SELECT FROM reversal v WHERE v.wallet_id = x.wallet_id AND v.entry_id = x.id AND v.cancelled_by_entry_id < g.id)";

/** Goods of a bill are no more than the bill, and at each moment its points and its reward gave back what the sum of its goods gives. */
const goods = () => `
SELECT g.wallet_id, e.seq, 'a refund and a return of one moment, of the goods'' parts of the bill', ${GOODS_IN_WORDS}
  FROM bill_return g JOIN bill b ON b.id = g.bill_id JOIN entry w ON w.id = b.id LEFT JOIN entry p ON p.id = b.redemption_entry_id
  LEFT JOIN entry e ON e.id = g.id AND e.wallet_id = g.wallet_id
  LEFT JOIN entry r ON r.id = g.refund_entry_id AND r.wallet_id = g.wallet_id
 CROSS JOIN LATERAL (SELECT coalesce(sum(x.hundredths), 0) AS goods FROM bill_return x WHERE x.bill_id = g.bill_id AND x.id < g.id AND ${STOOD}) o
 CROSS JOIN LATERAL (SELECT coalesce(sum(${VALUE("x")}) FILTER (WHERE x.log_type_id = 11), 0) AS rewarded, coalesce(sum(${VALUE("x")}) FILTER (WHERE x.log_type_id = 3), 0) AS paid
                       FROM entry x WHERE x.related_entry_id IN (b.id, b.redemption_entry_id) AND x.id < coalesce(g.refund_entry_id, g.id) AND ${STOOD}) q
 WHERE NOT coalesce(e.log_type_id = 11 AND e.related_entry_id = b.id AND o.goods + g.hundredths <= b.hundredths
                    AND ${VALUE("e")} = ${SHARE("w", "q.rewarded")} AND coalesce(${VALUE("r")}, 0) = ${SHARE("p", "q.paid")}, false)
    OR g.refund_entry_id IS NOT NULL AND NOT coalesce(r.log_type_id = 3 AND r.related_entry_id = b.redemption_entry_id AND r.seq = e.seq - 1
                                                      AND (r.user_id, r.created_at) = (e.user_id, e.created_at), false)`;

/** The money off a bill is the sum of its coupons. */
const OFF = `
SELECT b.wallet_id, NULL::integer, b.off_hundredths || ' off', coalesce(c.off, 0) || ' by coupons'
  FROM bill b LEFT JOIN (SELECT x.bill_id, sum(x.off_hundredths) AS off FROM bill_coupon x GROUP BY x.bill_id) c ON c.bill_id = b.id
 WHERE b.off_hundredths <> coalesce(c.off, 0)`;

/** Each coupon of a bill was used with it, and can be used again once the bill is undone. */
const COUPONS = `
SELECT b.wallet_id, e.seq, kind || ' with entry ' || e.id, 'coupon ' || x.coupon_id
  FROM bill_coupon x JOIN bill b ON b.id = x.bill_id LEFT JOIN reversal v ON v.wallet_id = b.wallet_id AND v.entry_id = b.id
 CROSS JOIN LATERAL (VALUES ('used', b.id), ('reopened', v.cancelled_by_entry_id)) acts (kind, entry_id)
  JOIN entry e ON e.id = acts.entry_id
 WHERE NOT EXISTS (SELECT FROM coupon_event o WHERE o.coupon_id = x.coupon_id AND o.kind = acts.kind AND o.user_id = e.user_id
                      AND o.at = date_trunc('milliseconds', e.created_at))`;

/** Settled bills and their goods that came back say what the log and their coupons say. */
export async function checkBills(client: ClientBase, findings: Findings): Promise<void> {
  for (const faults of [ENTRIES, UNDONE, OFF, COUPONS, goods()])
    await report(client, findings, "bill", faults);
}
