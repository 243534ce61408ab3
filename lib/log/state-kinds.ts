import type { SealedKind } from "@/lib/platform/database/tables";

/**
 * Rows beside the log, which are in no chain: of each kind the rows with the guarded facts, and the rows that the chained logs tell of acts
 * on since the last look (lib/areas/anchors/state.ts).
 */
export interface StateKind {
  /** SQL of the rows that there are: `id` as text, `facts` as text. */
  rows: string;
  /** The same of the rows whose owners are in $1. */
  among: string;
  /** SQL of a row's owner, by SQL of the row's id: the record that acts on the row name. */
  owner: (id: string) => string;
  /** SQL of the owners (text) whose rows something was done to after act $1, entry $2 and coupon event $3, or the time $4. */
  touched: string;
  /** The table whose rows are sealed whole: a later release may add columns to it. */
  table?: string;
}

interface Declared {
  /** SQL of the id. */
  id: string;
  facts: string;
  from: string;
  where?: string;
  group?: string;
  /** SQL of the owner beside the row, with its type, where the owner is not the row itself. */
  by?: readonly [column: string, type: string];
  owner?: (id: string) => string;
  touched: readonly string[];
  table?: string;
}

function kind({
  id,
  facts,
  from,
  where = "true",
  group = "",
  by,
  owner,
  touched,
  table,
}: Declared): StateKind {
  const [column, type] = by ?? [`(${id})::text`, "text"];
  const rows = (condition: string) =>
    `SELECT (${id})::text AS id, (${facts})::text AS facts FROM ${from} WHERE ${where}${condition} ${group}`;
  return {
    rows: rows(""),
    among: rows(` AND ${column} = ANY ($1::${type}[])`),
    owner: owner ?? ((id) => id),
    touched: touched.join(" UNION ALL "),
    ...(table !== undefined && { table }),
  };
}

const acts = (...subjects: readonly string[]) =>
  `SELECT a.subject_id FROM audit_log a WHERE a.id > $1 AND a.subject_type IN (${subjects.map((subject) => `'${subject}'`).join()})`;
/** Wallets whose entries there are, and those that were addressed. */
const walletsOfEntries = (column: string, from = "") =>
  ["wallet_id", "actor_wallet_id"].map(
    (of) => `SELECT ${column} FROM entry e JOIN wallet w ON w.id = e.${of} ${from} WHERE e.id > $2`,
  );
const first = (id: string) => `split_part(${id}, ' ', 1)`;
const second = (id: string) => `split_part(${id}, ' ', 2)`;

/** Rows of a table with all of their columns but those that change by themselves. */
const whole = (table: string, ...omitted: readonly string[]) => ({
  table,
  from: `${table} t`,
  facts: `to_jsonb(t) - ARRAY['updated_at', 'version', 'last_used_at'${omitted.map((name) => `, '${name}'`).join("")}]`,
});
const columns = (names: string) => `jsonb_build_array(${names})`;

/** Clocks of instances differ, and a transaction commits some time after the moment that it notes. */
const BEFORE = "$4::timestamptz - interval '5 minutes'";
const OF_WALLET = { id: "w.wallet_code", by: ["w.wallet_code", "text"] } as const;
const OF_CUSTOMERS = "w.sandbox_id IS NULL";

/** Any act on the record: all rows have one owner. */
const OF_ALL = { by: ["'all'::text", "text"], owner: () => "'all'" } as const;
const anyAct = (subject: string) =>
  `SELECT 'all' FROM audit_log a WHERE a.id > $1 AND a.subject_type = '${subject}'`;

/** An act on the promotion itself, or on the deal whose points it gives. */
const OF_PROMOTION = [
  acts("promotion"),
  "SELECT p.id::text FROM audit_log a JOIN promotion p ON a.subject_id = p.deal_id::text WHERE a.id > $1 AND a.subject_type = 'deal'",
];
const OF_ISSUES = "SELECT c.id::text FROM coupon_issue i JOIN coupon c ON c.issue_id = i.id";

export const STATE_KINDS = {
  wallet: kind({
    ...OF_WALLET,
    facts:
      columns(`w.id, w.contact_msisdn, w.status_id, w.is_opted_in, w.redemption_enabled, w.merged_into_wallet_id, w.parent_wallet_id, w.family_role,
       w.pool_wallet_id, w.child_allowance, w.wallet_type, w.erased_at`),
    ...{ from: "wallet w", where: OF_CUSTOMERS, touched: [acts("wallet")] },
  }),
  tier: kind({
    ...OF_WALLET,
    // Seals of before know no moves of tier that bills caused.
    facts: `${columns("w.segment_id, w.segment_chosen_at_points")} || CASE WHEN w.tier_moves IS NULL THEN '[]' ELSE ${columns("w.tier_moves")} END`,
    ...{ from: "wallet w", where: OF_CUSTOMERS },
    touched: [acts("wallet"), ...walletsOfEntries("w.wallet_code")],
  }),
  customer: kind({
    ...OF_WALLET,
    facts: columns(
      "p.name, p.email, p.address, p.gender, p.birth_date, p.consent_at, p.consent_by, p.withdrawn_at",
    ),
    from: "wallet_profile p JOIN wallet w ON w.id = p.wallet_id",
    where: `${OF_CUSTOMERS}
        AND jsonb_build_array(p.name, p.email, p.address, p.gender, p.birth_date, p.consent_at, p.withdrawn_at) <> '[null, null, null, null, null, null, null]'`,
    touched: [acts("wallet")],
  }),
  pin: kind({
    ...OF_WALLET,
    // Seals of before know no PIN that was chosen at a till.
    facts: columns("p.hash || coalesce(' ' || extract(epoch FROM p.proves_from), ''), p.set_by"),
    ...{ from: "wallet_pin p JOIN wallet w ON w.id = p.wallet_id", where: OF_CUSTOMERS },
    touched: [acts("wallet")],
  }),
  hold: kind({
    ...{ id: "h.entry_id || ' ' || h.wallet_id", by: ["h.wallet_id", "bigint"], owner: second },
    ...{ facts: columns("h.points, h.expires_at, h.state, h.ended_by_entry_id"), from: "hold h" },
    touched: walletsOfEntries("w.id::text"),
  }),
  ripening: kind({
    ...{ id: "p.entry_id || ' ' || p.wallet_id", by: ["p.wallet_id", "bigint"], owner: second },
    ...{ facts: columns("p.points, p.ripens_on, p.expires_on"), from: "pending_points p" },
    touched: walletsOfEntries("w.id::text"),
  }),
  coupon: kind({
    ...{ ...whole("coupon"), id: "t.id", by: ["t.id", "bigint"] },
    touched: [
      "SELECT v.coupon_id::text FROM coupon_event v WHERE v.id > $3",
      `${acts("coupon")} AND a.subject_id ~ '^\\d{1,18}$'`,
      "SELECT c.id::text FROM coupon c WHERE c.issued_by_entry_id > $2",
      "SELECT c.id::text FROM coupon c WHERE c.voided_by_entry_id > $2",
      `${OF_ISSUES} WHERE i.finished_at IS NULL OR i.finished_at >= ${BEFORE}`,
      `${OF_ISSUES} WHERE i.id::text IN (${acts("coupon_issue")})`,
      ...walletsOfEntries("c.id::text", "JOIN coupon c ON c.wallet_id = w.merged_into_wallet_id"),
    ],
  }),
  couponTemplate: kind({
    ...whole("coupon_template", "stock_left"),
    id: "t.id",
    touched: [acts("coupon_template")],
  }),
  staff: kind({
    ...{ id: "u.id", from: "app_user u", where: "u.kind = 'portal'", touched: [acts("user")] },
    facts: columns("u.username, u.email, u.role, u.merchant_id, u.is_active, u.two_factor_enabled"),
  }),
  setOfStaff: kind({
    ...{ id: "u.id", facts: columns("u.permission_set_id"), from: "app_user u" },
    ...{ where: "u.permission_set_id IS NOT NULL", touched: [acts("user")] },
  }),
  permissionSet: kind({ ...whole("permission_set"), id: "t.id", touched: [acts("permission_set")] }),
  branchesOfStaff: kind({
    ...{ id: "b.user_id", facts: "array_agg(b.branch_id ORDER BY b.branch_id)", from: "user_branch b" },
    ...{ group: "GROUP BY b.user_id", touched: [acts("user")] },
  }),
  password: kind({
    ...{ id: "c.user_id || ' ' || c.id", by: ["c.user_id::text", "text"], owner: first },
    ...{ facts: columns("c.password"), from: "account c", where: "c.password IS NOT NULL" },
    touched: [acts("user")],
  }),
  factor: kind({
    ...{
      id: "f.user_id",
      facts: columns("f.secret, f.verified"),
      from: "two_factor f",
      touched: [acts("user")],
    },
  }),
  passkey: kind({
    ...{ id: "k.user_id || ' ' || k.id", by: ["k.user_id::text", "text"], owner: first },
    ...{ facts: columns("k.public_key, k.credential_id"), from: "passkey k", touched: [acts("user")] },
  }),
  staffPin: kind({
    ...{ id: "p.user_id", facts: columns("p.hash, p.changed_at"), from: "staff_pin p" },
    touched: [
      acts("user"),
      `SELECT v.user_id::text FROM security_event v WHERE v.kind = 'staff_pin.set' AND v.created_at >= ${BEFORE}`,
    ],
  }),
  programme: kind({
    ...{
      ...whole("programme", "first_hour_dismissed_at"),
      ...OF_ALL,
      id: "t.id",
      touched: [anyAct("programme")],
    },
  }),
  consentText: kind({ ...whole("consent_text"), ...OF_ALL, id: "t.version", touched: [anyAct("programme")] }),
  segment: kind({
    ...{ ...whole("segment_version"), id: "t.segment_id || ' ' || t.id", by: ["t.segment_id::text", "text"] },
    ...{ owner: first, touched: [acts("segment")] },
  }),
  merchant: kind({ ...whole("merchant"), id: "t.id", touched: [acts("merchant")] }),
  branch: kind({ ...whole("branch"), id: "t.id", touched: [acts("branch")] }),
  client: kind({ ...whole("api_client"), id: "t.id", touched: [acts("client")] }),
  clientSecret: kind({
    ...{ ...whole("api_client_secret"), id: "t.client_id || ' ' || t.id", by: ["t.client_id::text", "text"] },
    ...{ owner: first, touched: [acts("client")] },
  }),
  signingSecret: kind({
    ...{ ...whole("api_client_signing_secret"), id: "t.client_id || ' ' || t.id" },
    ...{ by: ["t.client_id::text", "text"], owner: first, touched: [acts("client")] },
  }),
  promotion: kind({ ...whole("promotion"), id: "t.id", touched: OF_PROMOTION }),
  promotionRule: kind({
    ...{ ...whole("promotion_version"), id: "t.promotion_id || ' ' || t.id" },
    ...{ by: ["t.promotion_id::text", "text"], owner: first, touched: OF_PROMOTION },
  }),
  approval: kind({
    ...{
      id: "t.id",
      from: "till_approval t",
      where: "t.decided_by IS NOT NULL",
      touched: [acts("approval")],
    },
    facts: columns(
      "t.user_id, t.operation, t.key, t.wallet_id, t.points, t.value_hundredths, t.decided_by, t.kind",
    ),
  }),
  adjustment: kind({
    ...{
      id: "t.id",
      from: "point_adjustment t",
      where: "t.decided_by IS NOT NULL",
      touched: [acts("adjustment")],
    },
    facts: columns("t.wallet_id, t.kind, t.points, t.direction, t.requested_by, t.decided_by"),
  }),
  webhook: kind({
    ...{ id: "t.id", facts: columns("t.merchant_id, t.url, t.event_types"), from: "webhook_endpoint t" },
    touched: [acts("webhook")],
  }),
} satisfies Record<SealedKind, StateKind>;
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
