import type { ClientBase } from "pg";
import type { Findings } from "@/lib/ledger/verify/findings";
import { report } from "@/lib/ledger/verify/joins";
import { amountSql } from "@/lib/platform/money";

const VALUE = (entry: string) => amountSql(`${entry}.amount_value`, `${entry}.amount_hundredths`);
const IN_WORDS = "'bill ' || b.id || ' of ' || b.hundredths || ', ' || b.off_hundredths || ' off by coupons'";

/** A bill's reward follows its redemption, one right after the other, and what coupons, points and the reward stand for is no more than the bill. */
const ENTRIES = `
SELECT b.wallet_id, e.seq, 'a redemption and a reward of one moment, for no more than the bill', ${IN_WORDS}
  FROM bill b LEFT JOIN entry e ON e.id = b.id AND e.wallet_id = b.wallet_id
  LEFT JOIN entry r ON r.id = b.redemption_entry_id AND r.wallet_id = b.wallet_id
 WHERE e.log_type_id IS DISTINCT FROM 2 OR b.off_hundredths + ${VALUE("e")} > b.hundredths
    OR b.redemption_entry_id IS NOT NULL AND NOT coalesce(
         r.log_type_id = 1 AND r.offer_number IS NULL AND r.related_entry_id IS NULL AND r.seq = e.seq - 1
         AND (r.user_id, r.created_at) = (e.user_id, e.created_at) AND b.off_hundredths + ${VALUE("r")} <= b.hundredths, false)`;

/** A bill is undone whole. */
const UNDONE = `
SELECT b.wallet_id, NULL::integer, 'undone whole or not at all', ${IN_WORDS}
  FROM bill b LEFT JOIN reversal v ON v.wallet_id = b.wallet_id AND v.entry_id = b.id
  JOIN reversal u ON u.wallet_id = b.wallet_id AND u.entry_id = b.redemption_entry_id
 WHERE (v.cancelled_by_entry_id IS NULL) <> (u.cancelled_by_entry_id IS NULL)
 UNION ALL
SELECT b.wallet_id, NULL, 'undone whole or not at all', ${IN_WORDS}
  FROM bill b JOIN reversal v ON v.wallet_id = b.wallet_id AND v.entry_id = b.id
  LEFT JOIN reversal u ON u.wallet_id = b.wallet_id AND u.entry_id = b.redemption_entry_id
 WHERE b.redemption_entry_id IS NOT NULL AND v.cancelled_by_entry_id IS NOT NULL AND u.entry_id IS NULL`;

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

/** Settled bills say what the log and their coupons say. */
export async function checkBills(client: ClientBase, findings: Findings): Promise<void> {
  for (const faults of [ENTRIES, UNDONE, OFF, COUPONS]) await report(client, findings, "bill", faults);
}
