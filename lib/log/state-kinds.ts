/**
 * Rows beside the log, which are in no chain: of each kind the rows with the guarded facts, and whether the chained logs tell of an act on a
 * row since the last look (lib/areas/anchors/state.ts).
 */
export interface StateKind {
  /** SQL of the rows that there are: `id` as text, `facts` as text. */
  rows: string;
  /** SQL about `r.id`: something was done to the row after act $2, entry $3 and coupon event $4, or the time $5. */
  explained: string;
  /** The table whose rows are sealed whole: a later release may add columns to it. */
  table?: string;
}

const acts = (subjects: readonly string[], id = "r.id") =>
  `EXISTS (SELECT FROM audit_log a WHERE a.id > $2 AND a.subject_type IN (${subjects.map((subject) => `'${subject}'`).join()}) AND a.subject_id = ${id})`;
const anyAct = (subject: string) =>
  `EXISTS (SELECT FROM audit_log a WHERE a.id > $2 AND a.subject_type = '${subject}')`;
const entriesOf = (walletId: string) =>
  `EXISTS (SELECT FROM entry e WHERE e.id > $3 AND (e.wallet_id = ${walletId} OR e.actor_wallet_id = ${walletId}))`;
const walletOf = "(SELECT w.id FROM wallet w WHERE w.wallet_code = r.id)";

/** An act on the promotion itself, or on the deal whose points it gives. */
const ofPromotion = (id: string) =>
  `(${acts(["promotion"], id)} OR EXISTS (SELECT FROM promotion p WHERE p.id = (${id})::int AND ${acts(["deal"], "p.deal_id::text")}))`;

/** Rows of a table with all of their columns but those that change by themselves. */
const whole = (table: string, id: string, ...omitted: readonly string[]) => ({
  table,
  rows: `SELECT ${id}::text AS id, (to_jsonb(t) - ARRAY['updated_at', 'version', 'last_used_at'${omitted.map((name) => `, '${name}'`).join("")}])::text AS facts FROM ${table} t`,
});
const facts = (id: string, columns: string, from: string) =>
  `SELECT ${id}::text AS id, jsonb_build_array(${columns})::text AS facts FROM ${from}`;

/** Clocks of instances differ, and a transaction commits some time after the moment that it notes. */
const BEFORE = "$5::timestamptz - interval '5 minutes'";
const OF_CUSTOMERS = "w.sandbox_id IS NULL";

export const STATE_KINDS = {
  wallet: {
    rows: facts(
      "w.wallet_code",
      `w.id, w.contact_msisdn, w.status_id, w.is_opted_in, w.redemption_enabled, w.merged_into_wallet_id, w.parent_wallet_id, w.family_role,
       w.pool_wallet_id, w.child_allowance, w.wallet_type, w.erased_at`,
      `wallet w WHERE ${OF_CUSTOMERS}`,
    ),
    explained: acts(["wallet"]),
  },
  tier: {
    // Seals of before know no moves of tier that bills caused.
    rows: `SELECT w.wallet_code AS id,
       (jsonb_build_array(w.segment_id, w.segment_chosen_at_points) || CASE WHEN w.tier_moves IS NULL THEN '[]' ELSE jsonb_build_array(w.tier_moves) END)::text AS facts
  FROM wallet w WHERE ${OF_CUSTOMERS}`,
    explained: `(${acts(["wallet"])} OR ${entriesOf(walletOf)})`,
  },
  customer: {
    rows: facts(
      "w.wallet_code",
      "p.name, p.email, p.address, p.gender, p.birth_date, p.consent_at, p.consent_by, p.withdrawn_at",
      `wallet_profile p JOIN wallet w ON w.id = p.wallet_id WHERE ${OF_CUSTOMERS}
        AND jsonb_build_array(p.name, p.email, p.address, p.gender, p.birth_date, p.consent_at, p.withdrawn_at) <> '[null, null, null, null, null, null, null]'`,
    ),
    explained: acts(["wallet"]),
  },
  pin: {
    rows: facts(
      "w.wallet_code",
      // Seals of before know no PIN that was chosen at a till.
      "p.hash || coalesce(' ' || extract(epoch FROM p.proves_from), ''), p.set_by",
      `wallet_pin p JOIN wallet w ON w.id = p.wallet_id WHERE ${OF_CUSTOMERS}`,
    ),
    explained: acts(["wallet"]),
  },
  hold: {
    rows: facts(
      "h.entry_id || ' ' || h.wallet_id",
      "h.points, h.expires_at, h.state, h.ended_by_entry_id",
      "hold h",
    ),
    explained: entriesOf("split_part(r.id, ' ', 2)::bigint"),
  },
  ripening: {
    rows: facts(
      "p.entry_id || ' ' || p.wallet_id",
      "p.points, p.ripens_on, p.expires_on",
      "pending_points p",
    ),
    explained: entriesOf("split_part(r.id, ' ', 2)::bigint"),
  },
  coupon: {
    ...whole("coupon", "t.id"),
    explained: `(EXISTS (SELECT FROM coupon_event v WHERE v.id > $4 AND v.coupon_id = r.id::bigint) OR ${acts(["coupon"])}
      OR EXISTS (SELECT FROM coupon c WHERE c.id = r.id::bigint AND (c.issued_by_entry_id > $3 OR c.voided_by_entry_id > $3))
      OR EXISTS (SELECT FROM coupon c JOIN coupon_issue i ON i.id = c.issue_id WHERE c.id = r.id::bigint
                   AND (i.finished_at IS NULL OR i.finished_at >= ${BEFORE} OR ${acts(["coupon_issue"], "i.id::text")}))
      OR EXISTS (SELECT FROM coupon c JOIN wallet w ON w.merged_into_wallet_id = c.wallet_id WHERE c.id = r.id::bigint AND ${entriesOf("w.id")}))`,
  },
  couponTemplate: {
    ...whole("coupon_template", "t.id", "stock_left"),
    explained: acts(["coupon_template"]),
  },
  staff: {
    rows: facts(
      "u.id",
      "u.username, u.email, u.role, u.merchant_id, u.is_active, u.two_factor_enabled",
      "app_user u WHERE u.kind = 'portal'",
    ),
    explained: acts(["user"]),
  },
  setOfStaff: {
    rows: facts("u.id", "u.permission_set_id", "app_user u WHERE u.permission_set_id IS NOT NULL"),
    explained: acts(["user"]),
  },
  permissionSet: { ...whole("permission_set", "t.id"), explained: acts(["permission_set"]) },
  branchesOfStaff: {
    rows: "SELECT b.user_id::text AS id, array_agg(b.branch_id ORDER BY b.branch_id)::text AS facts FROM user_branch b GROUP BY 1",
    explained: acts(["user"]),
  },
  password: {
    rows: facts("c.user_id || ' ' || c.id", "c.password", "account c WHERE c.password IS NOT NULL"),
    explained: acts(["user"], "split_part(r.id, ' ', 1)"),
  },
  factor: {
    rows: facts("f.user_id", "f.secret, f.verified", "two_factor f"),
    explained: acts(["user"]),
  },
  passkey: {
    rows: facts("k.user_id || ' ' || k.id", "k.public_key, k.credential_id", "passkey k"),
    explained: acts(["user"], "split_part(r.id, ' ', 1)"),
  },
  staffPin: {
    rows: facts("p.user_id", "p.hash, p.changed_at", "staff_pin p"),
    explained: `(${acts(["user"])} OR EXISTS (
      SELECT FROM security_event v WHERE v.kind = 'staff_pin.set' AND v.user_id = r.id::int AND v.created_at >= ${BEFORE}))`,
  },
  programme: { ...whole("programme", "t.id", "first_hour_dismissed_at"), explained: anyAct("programme") },
  consentText: { ...whole("consent_text", "t.version"), explained: anyAct("programme") },
  segment: {
    ...whole("segment_version", "t.segment_id || ' ' || t.id"),
    explained: acts(["segment"], "split_part(r.id, ' ', 1)"),
  },
  merchant: { ...whole("merchant", "t.id"), explained: acts(["merchant"]) },
  branch: { ...whole("branch", "t.id"), explained: acts(["branch"]) },
  client: { ...whole("api_client", "t.id"), explained: acts(["client"]) },
  clientSecret: {
    ...whole("api_client_secret", "t.client_id || ' ' || t.id"),
    explained: acts(["client"], "split_part(r.id, ' ', 1)"),
  },
  signingSecret: {
    ...whole("api_client_signing_secret", "t.client_id || ' ' || t.id"),
    explained: acts(["client"], "split_part(r.id, ' ', 1)"),
  },
  promotion: { ...whole("promotion", "t.id"), explained: ofPromotion("r.id") },
  promotionRule: {
    ...whole("promotion_version", "t.promotion_id || ' ' || t.id"),
    explained: ofPromotion("split_part(r.id, ' ', 1)"),
  },
  approval: {
    rows: facts(
      "t.id",
      "t.user_id, t.operation, t.key, t.wallet_id, t.points, t.value_hundredths, t.decided_by, t.kind",
      "till_approval t WHERE t.decided_by IS NOT NULL",
    ),
    explained: acts(["approval"]),
  },
  adjustment: {
    rows: facts(
      "t.id",
      "t.wallet_id, t.kind, t.points, t.direction, t.requested_by, t.decided_by",
      "point_adjustment t WHERE t.decided_by IS NOT NULL",
    ),
    explained: acts(["adjustment"]),
  },
  webhook: {
    rows: facts("t.id", "t.merchant_id, t.url, t.event_types", "webhook_endpoint t"),
    explained: acts(["webhook"]),
  },
} as const satisfies Record<string, StateKind>;
export type StateKindName = keyof typeof STATE_KINDS;
export const STATE_KIND_NAMES = Object.keys(STATE_KINDS) as StateKindName[];

/** SQL of the entries that carry a code that proves something, or should carry one; all of them, or the one of a number. */
export function readCodes(
  { codesSince, codesProved }: { codesSince: number | null; codesProved: number },
  entryId?: number,
): string {
  const should = codesSince === null ? "" : ` OR e.id > ${codesSince}`;
  const one = entryId === undefined ? "" : ` AND e.id = ${entryId}`;
  return `SELECT e.id, e.hash, e.mac FROM entry e WHERE e.id > ${codesProved} AND (e.mac IS NOT NULL${should})${one} ORDER BY e.id`;
}
