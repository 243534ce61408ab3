import type { ClientBase } from "pg";
import type { Findings } from "@/lib/ledger/verify/findings";
import { rowsOf } from "@/lib/ledger/verify/read";
import { amountSql } from "@/lib/platform/money";
import { countedSql } from "./store";

interface BadDay {
  user_id: number;
  day: string;
  expected: string;
  found: string;
}

/**
 * Each day of a person that is counted, added up again from the log, each entry on the day of the zone that the programme had then, as the
 * audit log tells it. An API client may have been counted for a part of it only: what was counted is no more than the log has. The worth of
 * a reward's coupon counts with its points. Until a release counted what points are worth, days counted the money alone: both are sound.
 */
const DAYS = `
WITH changed AS (
  SELECT id, created_at, before ->> 'timeZone' AS was, after ->> 'timeZone' AS became
    FROM audit_log WHERE action = 'programme.update' AND after ? 'timeZone'),
zone AS (
  SELECT became AS name, created_at AS since, lead(created_at, 1, 'infinity') OVER (ORDER BY id) AS until FROM changed
   UNION ALL
  SELECT coalesce(f.was, p.time_zone), '-infinity', coalesce(f.created_at, 'infinity')
    FROM programme p LEFT JOIN (SELECT * FROM changed ORDER BY id LIMIT 1) f ON true),
added AS (
  SELECT e.user_id, (e.created_at AT TIME ZONE z.name)::date AS day,
         coalesce(sum(e.amount) FILTER (WHERE e.log_type_id = 2), 0) AS points,
         coalesce(bool_or(e.log_type_id = 2 AND EXISTS (SELECT FROM coupon c WHERE c.issued_by_entry_id = e.id)), false) AS has_coupons,
         coalesce(sum(${amountSql("e.amount_value", "e.amount_hundredths")}) FILTER (WHERE e.log_type_id IN (3, 4, 11)), 0) AS reversed,
         coalesce(sum(${countedSql("e", "s.redeem_factor")}) FILTER (WHERE e.log_type_id IN (3, 4, 11)), 0) AS reversed_most
    FROM entry e JOIN segment_version s ON s.id = e.segment_version_id JOIN zone z ON e.created_at >= z.since AND e.created_at < z.until
   WHERE e.branch_id IS NOT NULL AND e.user_id IN (SELECT d.user_id FROM person_day d) AND e.log_type_id IN (2, 3, 4, 11)
   GROUP BY 1, 2)
SELECT d.user_id, d.business_date::text AS day,
       coalesce(a.points, 0) || ' points, ' || coalesce(a.reversed, 0) || ' in money' AS expected,
       d.rewarded_points || ' points, ' || d.reversed_hundredths || ' in money' AS found
  FROM person_day d LEFT JOIN added a ON a.user_id = d.user_id AND a.day = d.business_date
 WHERE (d.rewarded_points > coalesce(a.points, 0) AND NOT coalesce(a.has_coupons, false)) OR d.reversed_hundredths > coalesce(a.reversed_most, 0)
    OR ((d.rewarded_points < a.points OR d.reversed_hundredths < a.reversed)
        AND NOT EXISTS (SELECT FROM api_client c WHERE c.user_id = d.user_id))
 ORDER BY 1, 2`;

interface BadMark {
  wallet_id: number;
  seq: number | null;
  expected: string;
  found: string;
}

/** Marks for limits whose entry does not exist or is of another kind. */
const MARKS = `
SELECT u.wallet_id, e.seq, 'a redemption or a hold of the wallet' AS expected, 'unproved redemption ' || u.entry_id AS found
  FROM unproved_redemption u LEFT JOIN entry e ON e.id = u.entry_id AND e.wallet_id = u.wallet_id WHERE e.log_type_id IS NULL OR e.log_type_id NOT IN (1, 12)
 UNION ALL
SELECT coalesce(e.wallet_id, 0), e.seq, 'a reward', 'repeated invoice of entry ' || r.entry_id
  FROM repeated_invoice r LEFT JOIN entry e ON e.id = r.entry_id WHERE e.log_type_id IS DISTINCT FROM 2
 UNION ALL
SELECT coalesce(e.wallet_id, 0), e.seq, 'the entry that was approved', 'approval ' || a.approval_id || ' of entry ' || a.entry_id
  FROM entry_approval a LEFT JOIN entry e ON e.id = a.entry_id JOIN till_approval t ON t.id = a.approval_id
 WHERE e.id IS NULL OR t.entry_id IS DISTINCT FROM a.entry_id OR t.decided_by IS DISTINCT FROM a.approved_by OR t.wallet_id <> coalesce(e.actor_wallet_id, e.wallet_id) OR t.user_id <> e.user_id
 ORDER BY 1, 2`;

/** Compares the counts of limits with the log, and their marks with the entries. */
export async function checkLimits(client: ClientBase, findings: Findings): Promise<void> {
  for (const { user_id, day, expected, found } of await rowsOf<BadDay>(client, DAYS))
    findings.add({
      // Belongs to no wallet.
      walletId: 0,
      seq: null,
      what: "person_day",
      expected: `user ${user_id} on ${day}: ${expected}`,
      found,
    });
  for (const { wallet_id: walletId, seq, expected, found } of await rowsOf<BadMark>(client, MARKS))
    findings.add({ walletId, seq, what: "limit_mark", expected, found });
}
