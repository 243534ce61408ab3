import { isKnownTo } from "@/lib/ledger/rules/known-customers";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";

/**
 * Locks the wallets of a part of a file, as the ledger does: none is closed or merged while it gets a coupon. $1 the issue, $2 the line
 * after which and $3 the line up to which.
 */
export const LOCK_WALLETS_OF_LINES = `
SELECT FROM wallet w
 WHERE w.wallet_code = ANY (ARRAY(SELECT l.wallet_code FROM coupon_issue_line l WHERE l.issue_id = $1 AND l.line > $2 AND l.line <= $3))
 ORDER BY w.id FOR NO KEY UPDATE`;

/** Whether any line of the issue $1 is the code of a wallet. */
export const NAMES_A_WALLET = `
SELECT FROM coupon_issue_line l JOIN wallet w ON w.wallet_code = l.wallet_code AND w.sandbox_id IS NULL WHERE l.issue_id = $1 LIMIT 1`;

/**
 * The lines of the issue $1 behind line $2 up to line $3, their wallets, and why one cannot have a coupon of the template $4: a customer
 * whom the merchant of the user $5 does not know is unknown; without $6 a customer has one coupon of the offer, void ones not counted.
 */
const WANTED = `
SELECT l.line, w.id AS wallet_id,
       CASE WHEN w.id IS NULL THEN 'unknown' WHEN w.status_id > 3 THEN 'closed'
            WHEN NOT $6::boolean AND (row_number() OVER (PARTITION BY w.id ORDER BY l.line) > 1
                 OR EXISTS (SELECT FROM coupon c WHERE c.wallet_id = w.id AND c.template_id = $4::int AND c.state <> 'void')) THEN 'has' END AS problem
  FROM coupon_issue_line l
  CROSS JOIN (SELECT u.merchant_id FROM app_user u WHERE u.id = $5::int) by
  LEFT JOIN LATERAL (SELECT x.id, x.status_id FROM wallet x
                      WHERE x.wallet_code = l.wallet_code AND x.sandbox_id IS NULL AND (by.merchant_id IS NULL OR ${isKnownTo("x", "by.merchant_id")})
                      LIMIT 1) w ON true
 WHERE l.issue_id = $1 AND l.line > $2 AND l.line <= $3`;

/** How many of these lines would have a coupon, and how many none, by problem (null: none). */
export const COUNT_WANTED = `SELECT problem, count(*)::int AS lines FROM (${WANTED}) wanted GROUP BY problem`;

/**
 * One statement for a part of a file: its wallets, the coupons of those that can have one as far as the stock goes, and why the others
 * have none. $1 to $6 as above, $7 numbers, $8 and $9 the days, $10 the moment, $11 how many at most. Returns how many were issued.
 */
export const ISSUE_TO_WALLETS = `
WITH wanted AS MATERIALIZED (${WANTED}),
     possible AS MATERIALIZED (SELECT line, wallet_id, row_number() OVER (ORDER BY line) AS place FROM wanted WHERE problem IS NULL),
     made AS (INSERT INTO coupon (template_id, number, wallet_id, valid_from, valid_until, issued_at, issued_by_user_id, issue_id)
              SELECT $4, ($7::text[])[p.place], p.wallet_id, $8, $9, $10, $5, $1 FROM possible p WHERE p.place <= $11),
     told AS (UPDATE coupon_issue_line l SET problem = coalesce(w.problem, 'stock')
                FROM wanted w LEFT JOIN possible p ON p.line = w.line
               WHERE l.issue_id = $1 AND l.line = w.line AND (w.problem IS NOT NULL OR p.place > $11))
SELECT least((SELECT count(*) FROM possible), $11)::int AS issued`;

/**
 * Ends the next $5 coupons of the issue $1 behind the coupon $4 that nobody has used, at the moment $2 by the user $3. Returns how many, and
 * the last one that was looked at; null when there are no more.
 */
export const TAKE_BACK_UNUSED = `
WITH next AS MATERIALIZED (SELECT id FROM coupon WHERE issue_id = $1 AND id > $4::bigint AND state = 'issued' ORDER BY id LIMIT $5 FOR NO KEY UPDATE),
     ended AS (UPDATE coupon c SET state = 'void', voided_at = $2, voided_by_user_id = $3 FROM next WHERE c.id = next.id RETURNING c.id)
SELECT (SELECT count(*)::int FROM ended) AS ended, (SELECT max(id) FROM next) AS last`;

/**
 * The codes of the wallets that the holders $1 of a file name, in their order, for an actor of the merchant $2: of a wallet's code that
 * code, of a mobile number (E.164) that of its one open wallet that the merchant knows; null of all others.
 */
export const NAMED_WALLETS = `
SELECT coalesce((SELECT w.wallet_code FROM wallet w WHERE w.wallet_code = n.holder LIMIT 1),
                CASE WHEN n.holder LIKE '+%' THEN
         (SELECT min(w.wallet_code) FROM wallet w
           WHERE w.contact_msisdn = n.holder AND w.sandbox_id IS NULL AND w.status_id <= ${WALLET_STATUS.suspended}
             AND ($2::int IS NULL OR ${isKnownTo("w", "$2::int")})
          HAVING count(*) = 1) END) AS "walletCode"
  FROM unnest($1::text[]) WITH ORDINALITY AS n (holder, place) ORDER BY n.place`;

/** Keeps the lines of the issue $1 behind its $2 first: codes of wallets, or marks, $3, and the sealed holders of marks in base64, $4. */
export const TAKE_LINES = `
INSERT INTO coupon_issue_line (issue_id, line, wallet_code, sealed)
SELECT $1::int, $2::int + n.place, n.code, decode(n.sealed, 'base64') FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS n (code, sealed, place)`;

/** Keeps the codes of the statement `codes` (wallet_code, line) as the lines of the issue in the parameter `issue`. */
export const takeFoundLines = (codes: string, issue: number) => `
INSERT INTO coupon_issue_line (issue_id, line, wallet_code) SELECT $${issue}::int, c.line, c.wallet_code FROM (${codes}) c`;
