import type { ClientBase } from "pg";
import type { FindingKind, Findings } from "@/lib/ledger/verify/findings";
import { rowsOf } from "@/lib/ledger/verify/read";

interface BadRow {
  wallet_id: number;
  seq: number | null;
  expected: string;
  found: string;
}

/** Entries whose parts are not what they moved, parts of no entry, and rewards that name an offer without a part of its promotion. */
const PARTS = `
SELECT coalesce(e.wallet_id, 0) AS wallet_id, e.seq, coalesce(e.amount::text || ' points', 'an entry') AS expected,
       p.points || ' points in parts of entry ' || p.entry_id AS found
  FROM (SELECT entry_id, sum(points) AS points FROM entry_part GROUP BY entry_id) p LEFT JOIN entry e ON e.id = p.entry_id
 WHERE e.amount IS DISTINCT FROM p.points
 UNION ALL
SELECT e.wallet_id, e.seq, CASE WHEN e.offer_number IS NULL THEN 'no part of a promotion' ELSE 'a part of promotion ' || e.offer_number END,
       coalesce('parts of promotions ' || g.numbers, 'none')
  FROM entry e
  LEFT JOIN LATERAL (SELECT string_agg(o.number::text, ', ' ORDER BY o.number) AS numbers, bool_or(o.number = e.offer_number) AS is_named
                       FROM entry_part p JOIN promotion_version v ON v.id = p.promotion_version_id JOIN promotion o ON o.id = v.promotion_id
                      WHERE p.entry_id = e.id) g ON true
 WHERE e.log_type_id = 2 AND (e.offer_number IS NOT NULL OR e.id IN (SELECT entry_id FROM entry_part WHERE kind = 'promotion'))
   AND g.is_named IS NOT TRUE
 UNION ALL
SELECT e.wallet_id, e.seq, 'an item of a promotion that acted', 'item ' || e.sku_rule_id
  FROM entry e
 WHERE e.sku_rule_id IS NOT NULL
   AND NOT EXISTS (SELECT FROM entry_part p JOIN promotion_sku s ON s.version_id = p.promotion_version_id WHERE p.entry_id = e.id AND s.id = e.sku_rule_id)
 ORDER BY 1, 2`;

/** Points that promotions gave with rewards that were not cancelled. */
const GIVEN = `
  SELECT v.promotion_id, coalesce(e.actor_wallet_id, e.wallet_id) AS wallet_id, p.business_date AS day, p.points,
         coalesce(r.given_back >= e.amount, false) AS is_returned
    FROM entry_part p
    JOIN promotion_version v ON v.id = p.promotion_version_id
    JOIN entry e ON e.id = p.entry_id
    LEFT JOIN reversal r ON r.wallet_id = e.wallet_id AND r.entry_id = e.id
   WHERE r.cancelled_by_entry_id IS NULL`;

const TOTALS = `
WITH given AS (${GIVEN}), added AS (SELECT promotion_id, sum(points) AS points, count(*) AS uses FROM given GROUP BY 1)
SELECT 0 AS wallet_id, NULL::integer AS seq,
       'promotion ' || p.id || ': ' || coalesce(a.points, 0) || ' points in ' || coalesce(a.uses, 0) || ' rewards' AS expected,
       coalesce(t.points || ' points in ' || t.uses || ' rewards', 'nothing counted') AS found
  FROM promotion p LEFT JOIN promotion_total t ON t.promotion_id = p.id LEFT JOIN added a ON a.promotion_id = p.id
 WHERE p.has_budget AND (t.points IS DISTINCT FROM coalesce(a.points, 0) OR t.uses IS DISTINCT FROM coalesce(a.uses, 0))
 UNION ALL
SELECT 0, NULL, 'promotion ' || p.id || ': at most ' || b.most || ' points', t.points || ' points'
  FROM promotion p JOIN promotion_total t ON t.promotion_id = p.id
  JOIN LATERAL (SELECT max(v.budget_points) AS most, bool_or(v.budget_points IS NULL) AS is_open FROM promotion_version v WHERE v.promotion_id = p.id) b ON NOT b.is_open
 WHERE p.has_budget AND t.points > b.most
 ORDER BY 3`;

const USES = `
WITH given AS (${GIVEN}),
     added AS (SELECT x.promotion_id, x.wallet_id, x.day, count(*) AS uses, coalesce(sum(x.points) FILTER (WHERE p.has_wallet_points AND NOT x.is_returned), 0) AS points
                 FROM given x JOIN promotion p ON p.id = x.promotion_id AND p.has_wallet_limit GROUP BY 1, 2, 3)
SELECT coalesce(u.wallet_id, a.wallet_id) AS wallet_id, NULL::integer AS seq,
       'promotion ' || coalesce(u.promotion_id, a.promotion_id) || ' on ' || coalesce(u.business_date, a.day) || ': ' || coalesce(a.points, 0) || ' points in ' || coalesce(a.uses, 0) || ' uses' AS expected,
       coalesce(u.points, 0) || ' points in ' || coalesce(u.uses, 0) || ' uses' AS found
  FROM promotion_use u FULL JOIN added a ON a.promotion_id = u.promotion_id AND a.wallet_id = u.wallet_id AND a.day = u.business_date
 WHERE (coalesce(u.uses, 0), coalesce(u.points, 0)) <> (coalesce(a.uses, 0), coalesce(a.points, 0))
 ORDER BY 1, 3`;

/** Compares the parts of entries with their points, and the totals of promotions with the log. */
export async function checkPromotions(client: ClientBase, findings: Findings): Promise<void> {
  const check = async (what: FindingKind, bad: string) => {
    for (const { wallet_id: walletId, seq, expected, found } of await rowsOf<BadRow>(client, bad))
      findings.add({ walletId, seq, what, expected, found });
  };
  await check("entry_part", PARTS);
  await check("promotion_total", TOTALS);
  await check("promotion_use", USES);
}
