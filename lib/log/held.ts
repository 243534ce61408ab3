import { heldColumns } from "@/lib/ledger/core/profile";
import { type Database, readRows } from "@/lib/platform/rows";

/** Newest first; more than anybody has, and few enough to be made while a person waits. */
const ROWS_MAX = 20_000;

/** SQL: what is held about the customer of the wallet `$1`, by kind. A profile is read whole, whatever its customer has withdrawn. */
const HELD = {
  profile: `
SELECT w.wallet_code AS "walletCode", w.contact_msisdn AS mobile, ${heldColumns("p")},
                 p.referral_msisdn AS "referralMobile", w.status_id AS status, s.name_en AS tier, w.balance AS points, w.created_at AS "createdAt",
                 EXISTS (SELECT FROM wallet_pin x WHERE x.wallet_id = w.id) AS "hasPin"
            FROM wallet w JOIN segment_version s ON s.segment_id = w.segment_id AND s.is_current LEFT JOIN wallet_profile p ON p.wallet_id = w.id
           WHERE w.id = $1 OR w.merged_into_wallet_id = $1`,
  consents: `
SELECT c.id AS receipt, c.at, c.is_given AS "isGiven", c.via, c.version,
                 coalesce(p.words, CASE c.language WHEN 'ar' THEN t.text_ar ELSE t.text_en END) AS text, p.agreed_on::text AS "agreedOn", p.proof, c.recorded_at AS "recordedAt"
            FROM wallet_consent c LEFT JOIN consent_text t ON t.version = c.version LEFT JOIN consent_proof p ON p.id = c.proof_id WHERE c.wallet_id = $1 ORDER BY c.id DESC`,
  transactions: `
SELECT e.id, e.created_at AS at, e.points_delta AS points, e.balance_after AS balance, m.name_en AS merchant, e.invoice_number AS invoice, e.comment
            FROM entry e LEFT JOIN merchant m ON m.id = e.merchant_id WHERE e.wallet_id = $1 OR e.actor_wallet_id = $1 ORDER BY e.id DESC LIMIT ${ROWS_MAX}`,
  coupons: `
SELECT c.number, t.title_en AS title, c.state, c.issued_at AS "issuedAt", c.used_at AS "usedAt"
            FROM coupon c JOIN coupon_template t ON t.id = c.template_id WHERE c.wallet_id = $1 ORDER BY c.id DESC LIMIT ${ROWS_MAX}`,
  family: `
SELECT w.wallet_code AS "walletCode", w.family_role AS role FROM wallet w WHERE w.parent_wallet_id = $1
           UNION ALL SELECT p.wallet_code, 'parent' FROM wallet w JOIN wallet p ON p.id = w.parent_wallet_id WHERE w.id = $1`,
  referrals: `
SELECT r.state, r.opened_at AS at, CASE WHEN r.wallet_id = $1 THEN r.newcomer_points ELSE r.referrer_points END AS points
            FROM referral r WHERE r.wallet_id = $1 OR r.referrer_wallet_id = $1 ORDER BY r.opened_at DESC`,
  looks: `
SELECT v.at, u.name AS by, m.name_en AS merchant, v.how FROM wallet_view v JOIN app_user u ON u.id = v.user_id LEFT JOIN merchant m ON m.id = u.merchant_id
           WHERE v.wallet_id = $1 ORDER BY v.id DESC LIMIT ${ROWS_MAX}`,
  webhooks: `
SELECT d.created_at AS at, d.type, w.url AS to FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id
           WHERE d.subject = 'wallet:' || $1::bigint ORDER BY d.id DESC LIMIT ${ROWS_MAX}`,
} as const satisfies Record<string, string>;
export type HeldKind = keyof typeof HELD;

/** All rows of a kind that are held about the customer of a wallet. */
export function readHeld(
  database: Database,
  kind: HeldKind,
  walletId: number,
): Promise<Record<string, string | number | boolean | Date | null>[]> {
  return readRows(database, HELD[kind], [walletId]);
}
