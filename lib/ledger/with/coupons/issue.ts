import { isKnownTo } from "@/lib/ledger/core/known-customers";
import { WALLET_STATUS } from "@/lib/ledger/core/types";

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
 * One statement for a part of a file: its wallets, the coupons of those that can have one as far as the stock goes, and why the others
 * have none: one whose customer the merchant of who issues does not know is unknown. $1 the issue, $2 the line after which and $3 the line up to which, $4 the template, $5 numbers, $6 and $7 the days, $8 the
 * moment, $9 the user, $10 how many at most. Returns how many were issued.
 */
export const ISSUE_TO_WALLETS = `
WITH wanted AS MATERIALIZED (
       SELECT l.line, w.id AS wallet_id, CASE WHEN w.id IS NULL THEN 'unknown' WHEN w.status_id > 3 THEN 'closed' END AS problem
         FROM coupon_issue_line l
         CROSS JOIN (SELECT u.merchant_id FROM app_user u WHERE u.id = $9) by
         LEFT JOIN LATERAL (SELECT x.id, x.status_id FROM wallet x
                             WHERE x.wallet_code = l.wallet_code AND x.sandbox_id IS NULL AND (by.merchant_id IS NULL OR ${isKnownTo("x", "by.merchant_id")})
                             LIMIT 1) w ON true
        WHERE l.issue_id = $1 AND l.line > $2 AND l.line <= $3),
     possible AS MATERIALIZED (SELECT line, wallet_id, row_number() OVER (ORDER BY line) AS place FROM wanted WHERE problem IS NULL),
     made AS (INSERT INTO coupon (template_id, number, wallet_id, valid_from, valid_until, issued_at, issued_by_user_id, issue_id)
              SELECT $4, ($5::text[])[p.place], p.wallet_id, $6, $7, $8, $9, $1 FROM possible p WHERE p.place <= $10),
     told AS (UPDATE coupon_issue_line l SET problem = coalesce(w.problem, 'stock')
                FROM wanted w LEFT JOIN possible p ON p.line = w.line
               WHERE l.issue_id = $1 AND l.line = w.line AND (w.problem IS NOT NULL OR p.place > $10))
SELECT least((SELECT count(*) FROM possible), $10)::int AS issued`;

/**
 * Keeps the lines $3 of the issue $1 behind its $2 first as they name their wallets, for an actor of the merchant $4. A mobile number (E.164) becomes the code of its one open wallet that the merchant knows; of none or
 * several it stays, and is no wallet's code.
 */
export const TAKE_LINES = `
INSERT INTO coupon_issue_line (issue_id, line, wallet_code)
SELECT $1::int, $2::int + n.place,
       coalesce(CASE WHEN n.code LIKE '+%' THEN
         (SELECT min(w.wallet_code) FROM wallet w
           WHERE w.contact_msisdn = n.code AND w.sandbox_id IS NULL AND w.status_id <= ${WALLET_STATUS.suspended}
             AND ($4::int IS NULL OR ${isKnownTo("w", "$4::int")})
          HAVING count(*) = 1) END, n.code)
  FROM unnest($3::text[]) WITH ORDINALITY AS n (code, place)`;
