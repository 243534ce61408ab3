import { heldEntryColumns } from "@/lib/ledger/rules/entry-fields";
import { heldColumns } from "@/lib/ledger/rules/profile";
import type { HeldKind } from "@/lib/platform/database/tables";
import { type Database, readRows } from "@/lib/platform/rows";

/** Newest first; more than anybody has, and few enough to be made while a person waits. */
const ROWS_MAX = 20_000;

/** The acts are read from the audit log, with their values opened. */
export type StatementKind = Exclude<HeldKind, "acts">;

/** SQL: what is held about the customer whose cards are `$1`, by kind. A profile is read whole, whatever its customer has withdrawn. */
export const HELD = {
  profile: `
SELECT w.wallet_code AS "walletCode", w.contact_msisdn AS mobile, ${heldColumns("p")},
                 p.referral_msisdn AS "referralMobile", w.status_id AS status, s.name_en AS tier, w.balance AS points, w.created_at AS "createdAt",
                 EXISTS (SELECT FROM wallet_pin x WHERE x.wallet_id = w.id) AS "hasPin"
            FROM wallet w JOIN segment_version s ON s.segment_id = w.segment_id AND s.is_current LEFT JOIN wallet_profile p ON p.wallet_id = w.id
           WHERE w.id = ANY ($1::bigint[]) ORDER BY w.id`,
  consents: `
SELECT c.id AS receipt, c.at, c.is_given AS "isGiven", c.via, c.version,
                 coalesce(p.words, CASE c.language WHEN 'ar' THEN t.text_ar ELSE t.text_en END) AS text, p.agreed_on::text AS "agreedOn", p.proof, c.recorded_at AS "recordedAt"
            FROM wallet_consent c LEFT JOIN consent_text t ON t.version = c.version LEFT JOIN consent_proof p ON p.id = c.proof_id WHERE c.wallet_id = ANY ($1::bigint[]) ORDER BY c.id DESC`,
  transactions: `
SELECT ${heldEntryColumns("e")}, m.name_en AS merchant
            FROM entry e LEFT JOIN merchant m ON m.id = e.merchant_id WHERE e.wallet_id = ANY ($1::bigint[]) OR e.actor_wallet_id = ANY ($1::bigint[]) ORDER BY e.id DESC LIMIT ${ROWS_MAX}`,
  points: `
SELECT 'usable' AS state, l.points, l.expires_on::text AS until FROM lot l WHERE l.wallet_id = ANY ($1::bigint[]) AND l.points > 0
           UNION ALL SELECT 'pending', p.points, p.ripens_on::text FROM pending_points p WHERE p.wallet_id = ANY ($1::bigint[])
           UNION ALL SELECT 'held', h.points, h.expires_at::text FROM hold h WHERE h.wallet_id = ANY ($1::bigint[]) AND h.state = 'open' ORDER BY 3`,
  coupons: `
SELECT c.number, t.title_en AS title, c.state, c.issued_at AS "issuedAt", c.used_at AS "usedAt"
            FROM coupon c JOIN coupon_template t ON t.id = c.template_id WHERE c.wallet_id = ANY ($1::bigint[]) ORDER BY c.id DESC LIMIT ${ROWS_MAX}`,
  family: `
SELECT w.wallet_code AS "walletCode", w.family_role AS role FROM wallet w WHERE w.parent_wallet_id = ANY ($1::bigint[])
           UNION ALL SELECT p.wallet_code, 'parent' FROM wallet w JOIN wallet p ON p.id = w.parent_wallet_id WHERE w.id = ANY ($1::bigint[])`,
  referrals: `
SELECT r.state, r.opened_at AS at, CASE WHEN r.wallet_id = ANY ($1::bigint[]) THEN r.newcomer_points ELSE r.referrer_points END AS points
            FROM referral r WHERE r.wallet_id = ANY ($1::bigint[]) OR r.referrer_wallet_id = ANY ($1::bigint[]) ORDER BY r.opened_at DESC`,
  looks: `
SELECT v.at, u.name AS by, m.name_en AS merchant, v.how FROM wallet_view v JOIN app_user u ON u.id = v.user_id LEFT JOIN merchant m ON m.id = u.merchant_id
           WHERE v.wallet_id = ANY ($1::bigint[]) ORDER BY v.id DESC LIMIT ${ROWS_MAX}`,
  webhooks: `
SELECT d.created_at AS at, d.type, w.url AS to FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id
           WHERE d.subject = ANY (ARRAY(SELECT 'wallet:' || c.id FROM unnest($1::bigint[]) c (id))) ORDER BY d.id DESC LIMIT ${ROWS_MAX}`,
  requests: `
SELECT a.requested_at AS at, a.kind, a.state, a.points, a.reason FROM point_adjustment a WHERE a.wallet_id = ANY ($1::bigint[]) ORDER BY a.id DESC LIMIT ${ROWS_MAX}`,
  privacy: `
SELECT r.received_on::text AS "receivedOn", r.kind, r.due_on::text AS "dueOn", r.answer, r.answer_note AS note, r.answered_at AS at
            FROM privacy_request r WHERE r.wallet_id = ANY ($1::bigint[]) ORDER BY r.id DESC`,
  security: `
SELECT s.created_at AS at, s.kind FROM security_event s WHERE s.wallet_id = ANY ($1::bigint[]) ORDER BY s.id DESC LIMIT ${ROWS_MAX}`,
} as const satisfies Record<StatementKind, string>;

/** All rows of a kind that are held about the customer of these cards. */
export function readHeld(
  database: Database,
  kind: StatementKind,
  walletIds: readonly number[],
): Promise<Record<string, string | number | boolean | Date | null>[]> {
  return readRows(database, HELD[kind], [walletIds]);
}
