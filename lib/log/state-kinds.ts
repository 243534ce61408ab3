import { NOTED_TABLES, type SealedKind, tablesSealedBy } from "@/lib/platform/database/tables";

/**
 * Rows beside the log, which are in no chain: of each kind the rows with the guarded facts. Which of them were changed since the last look say
 * the notes of the triggers (lib/platform/database/act-rows.ts).
 */
export interface StateKind {
  /** SQL of the rows that there are: `id` as text, `facts` as text. */
  rows: string;
  /** The same of the rows whose owners are in $1. */
  among: string;
  /** SQL of a row's owner, by SQL of the row's id: the record that acts on the row name. */
  owner: (id: string) => string;
  /** SQL of the owners (text) whose rows were noted above $1 and up to $2, by the service ($3) alone or before $4 by anybody. */
  noted: string;
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
  /** SQL of the owner, by SQL of the key that the triggers note; absent: the first part of the key. */
  ofKey?: (key: string) => string;
  table?: string;
}

/** Rows that a stranger has changed are sealed by no look: they stay findings until a person has seen them. */
const BY_SERVICE = "(a.proof = $3 OR a.id <= $4)";

function kind(
  tables: readonly string[],
  { id, facts, from, where = "true", group = "", by, owner, ofKey = first, table }: Declared,
): StateKind {
  const [column, type] = by ?? [`(${id})::text`, "text"];
  const rows = (condition: string) =>
    `SELECT (${id})::text AS id, (${facts})::text AS facts FROM ${from} WHERE ${where}${condition} ${group}`;
  const names = tables.map((name) => `'${name}'`).join();
  return {
    rows: rows(""),
    among: rows(` AND ${column} = ANY ($1::${type}[])`),
    owner: owner ?? ((id) => id),
    noted: `SELECT DISTINCT ${ofKey("a.row_key")} FROM act_row a
             WHERE a.id > $1 AND a.id <= $2 AND a.table_name IN (${names}) AND ${BY_SERVICE}
               AND NOT EXISTS (SELECT FROM act_row x WHERE x.table_name = a.table_name AND x.row_key = a.row_key AND x.id > $4 AND x.proof IS DISTINCT FROM $3)`,
    ...(table !== undefined && { table }),
  };
}

const first = (id: string) => `split_part(${id}, ' ', 1)`;
const second = (id: string) => `split_part(${id}, ' ', 2)`;

/** Rows of a table with all of their columns but those that change by themselves. */
const whole = (table: string, ...omitted: readonly string[]) => ({
  table,
  from: `${table} t`,
  facts: `to_jsonb(t) - ARRAY['updated_at', 'version', 'last_used_at'${omitted.map((name) => `, '${name}'`).join("")}]`,
});
const columns = (names: string) => `jsonb_build_array(${names})`;

const OF_WALLET = {
  id: "w.wallet_code",
  by: ["w.wallet_code", "text"],
  ofKey: (key: string) => `(SELECT w.wallet_code FROM wallet w WHERE w.id = (${key})::bigint)`,
} as const;
const OF_CUSTOMERS = "w.sandbox_id IS NULL";

/** All rows have one owner. */
const OF_ALL = { by: ["'all'::text", "text"], owner: () => "'all'", ofKey: () => "'all'" } as const;

const OF_A_USER = { by: ["t.user_id::text", "text"], owner: first } as const;

/** Kinds whose facts are some of their columns, or of several tables. */
const KINDS = {
  wallet: {
    ...OF_WALLET,
    facts:
      columns(`w.id, w.contact_msisdn, w.status_id, w.is_opted_in, w.redemption_enabled, w.merged_into_wallet_id, w.parent_wallet_id, w.family_role,
       w.pool_wallet_id, w.child_allowance, w.wallet_type, w.erased_at`),
    ...{ from: "wallet w", where: OF_CUSTOMERS },
  },
  tier: {
    ...OF_WALLET,
    // Seals of before know no moves of tier that bills caused.
    facts: `${columns("w.segment_id, w.segment_chosen_at_points")} || CASE WHEN w.tier_moves IS NULL THEN '[]' ELSE ${columns("w.tier_moves")} END`,
    ...{ from: "wallet w", where: OF_CUSTOMERS },
  },
  customer: {
    ...OF_WALLET,
    facts: columns(
      "p.name, p.email, p.address, p.gender, p.birth_date, p.consent_at, p.consent_by, p.withdrawn_at",
    ),
    from: "wallet_profile p JOIN wallet w ON w.id = p.wallet_id",
    where: `${OF_CUSTOMERS}
        AND jsonb_build_array(p.name, p.email, p.address, p.gender, p.birth_date, p.consent_at, p.withdrawn_at) <> '[null, null, null, null, null, null, null]'`,
  },
  pin: {
    ...OF_WALLET,
    // Seals of before know no PIN that was chosen at a till.
    facts: columns("p.hash || coalesce(' ' || extract(epoch FROM p.proves_from), ''), p.set_by"),
    ...{ from: "wallet_pin p JOIN wallet w ON w.id = p.wallet_id", where: OF_CUSTOMERS },
  },
  hold: {
    ...{ id: "h.entry_id || ' ' || h.wallet_id", by: ["h.wallet_id", "bigint"], owner: second },
    ...{ facts: columns("h.points, h.expires_at, h.state, h.ended_by_entry_id"), from: "hold h" },
  },
  ripening: {
    ...{ id: "p.entry_id || ' ' || p.wallet_id", by: ["p.wallet_id", "bigint"], owner: second },
    ...{ facts: columns("p.points, p.ripens_on, p.expires_on"), from: "pending_points p" },
  },
  coupon: { ...whole("coupon"), id: "t.id", by: ["t.id", "bigint"] },
  couponTemplate: { ...whole("coupon_template", "stock_left"), id: "t.id" },
  staff: {
    ...{ id: "u.id", from: "app_user u", where: "u.kind = 'portal'" },
    facts: columns("u.username, u.email, u.role, u.merchant_id, u.is_active, u.two_factor_enabled"),
  },
  setOfStaff: {
    ...{ id: "u.id", facts: columns("u.permission_set_id"), from: "app_user u" },
    where: "u.permission_set_id IS NOT NULL",
  },
  permissionSet: { ...whole("permission_set"), id: "t.id" },
  branchesOfStaff: {
    ...{ id: "b.user_id", facts: "array_agg(b.branch_id ORDER BY b.branch_id)", from: "user_branch b" },
    group: "GROUP BY b.user_id",
  },
  password: {
    ...{ ...OF_A_USER, id: "t.user_id || ' ' || t.id", from: "account t" },
    ...{ facts: columns("t.password"), where: "t.password IS NOT NULL" },
  },
  factor: { id: "f.user_id", facts: columns("f.secret, f.verified"), from: "two_factor f" },
  passkey: {
    ...{ ...OF_A_USER, id: "t.user_id || ' ' || t.id", from: "passkey t" },
    facts: columns("t.public_key, t.credential_id"),
  },
  staffPin: { id: "p.user_id", facts: columns("p.hash, p.changed_at"), from: "staff_pin p" },
  programme: { ...whole("programme", "first_hour_dismissed_at"), ...OF_ALL, id: "t.id" },
  consentText: { ...whole("consent_text"), ...OF_ALL, id: "t.version" },
  segment: {
    ...{ ...whole("segment_version"), id: "t.segment_id || ' ' || t.id" },
    ...{ by: ["t.segment_id::text", "text"], owner: first },
  },
  merchant: { ...whole("merchant"), id: "t.id" },
  branch: { ...whole("branch"), id: "t.id" },
  client: { ...whole("api_client"), id: "t.id" },
  clientSecret: {
    ...{ ...whole("api_client_secret"), id: "t.client_id || ' ' || t.id" },
    ...{ by: ["t.client_id::text", "text"], owner: first },
  },
  signingSecret: {
    ...{ ...whole("api_client_signing_secret"), id: "t.client_id || ' ' || t.id" },
    ...{ by: ["t.client_id::text", "text"], owner: first },
  },
  promotion: { ...whole("promotion"), id: "t.id" },
  promotionRule: {
    ...{ ...whole("promotion_version"), id: "t.promotion_id || ' ' || t.id" },
    ...{ by: ["t.promotion_id::text", "text"], owner: first },
  },
  approval: {
    ...{ id: "t.id", from: "till_approval t", where: "t.decided_by IS NOT NULL" },
    facts: columns(
      "t.user_id, t.operation, t.key, t.wallet_id, t.points, t.value_hundredths, t.decided_by, t.kind",
    ),
  },
  adjustment: {
    ...{ id: "t.id", from: "point_adjustment t", where: "t.decided_by IS NOT NULL" },
    facts: columns("t.wallet_id, t.kind, t.points, t.direction, t.requested_by, t.decided_by"),
  },
  webhook: {
    ...{ id: "t.id", facts: columns("t.merchant_id, t.url, t.event_types"), from: "webhook_endpoint t" },
  },
} satisfies Record<SealedKind, Declared>;

/** The rows of tables that prisma/schema.prisma says are sealed with all of their columns. */
const ROW_KINDS = Object.entries(NOTED_TABLES).flatMap(([table, { kind: name, key, except }]) => {
  if (name === undefined) return [];
  const [[owner, type] = ["", ""]] = key;
  const declared: Declared = {
    ...{ table, from: `${table} t`, by: [`t.${owner}`, type], owner: key.length === 1 ? (id) => id : first },
    ...(key.length === 1 && { ofKey: (noted: string) => noted }),
    id: key.map(([column]) => `coalesce(t.${column}::text, '')`).join(" || ' ' || "),
    facts: `to_jsonb(t) - ARRAY[${except.map((column) => `'${column}'`).join()}]::text[]`,
  };
  return [[name, kind([table], declared)] as const];
});

export const STATE_KINDS: Readonly<Record<string, StateKind>> = Object.fromEntries([
  ...Object.entries(KINDS).map(([name, declared]) => [
    name,
    kind(tablesSealedBy(name as SealedKind), declared as Declared),
  ]),
  ...ROW_KINDS,
]);
export const STATE_KIND_NAMES = Object.keys(STATE_KINDS);

/** SQL of owners as text that chained logs name above act $1, entry $2 and coupon event $3, or since $4: changes before any were noted. */
export const NAMED_BEFORE_NOTES = `
SELECT a.subject_id FROM audit_log a WHERE a.id > $1
UNION ALL SELECT 'all' FROM audit_log a WHERE a.id > $1 AND a.subject_type = 'programme'
UNION ALL SELECT p.id::text FROM audit_log a JOIN promotion p ON a.subject_id = p.deal_id::text WHERE a.id > $1
UNION ALL SELECT x FROM entry e JOIN wallet w ON w.id IN (e.wallet_id, e.actor_wallet_id), unnest(ARRAY[w.id::text, w.wallet_code::text]) AS x WHERE e.id > $2
UNION ALL SELECT c.id::text FROM entry e JOIN coupon c ON c.wallet_id = e.wallet_id OR c.wallet_id = e.actor_wallet_id WHERE e.id > $2
UNION ALL SELECT v.coupon_id::text FROM coupon_event v WHERE v.id > $3
UNION ALL SELECT c.id::text FROM coupon c WHERE c.issued_by_entry_id > $2 OR c.voided_by_entry_id > $2
UNION ALL SELECT c.id::text FROM coupon_issue i JOIN coupon c ON c.issue_id = i.id
           WHERE i.finished_at IS NULL OR i.finished_at >= $4::timestamptz - interval '5 minutes'
UNION ALL SELECT v.user_id::text FROM security_event v WHERE v.created_at >= $4::timestamptz - interval '5 minutes'`;

/** SQL of the entries that carry a code that proves something, or should carry one; all of them, or the one of a number. */
export function readCodes(
  { codesSince, codesProved }: { codesSince: number | null; codesProved: number },
  entryId?: number,
): string {
  const should = codesSince === null ? "" : ` OR e.id > ${codesSince}`;
  const one = entryId === undefined ? "" : ` AND e.id = ${entryId}`;
  return `SELECT e.id, e.hash, e.mac FROM entry e WHERE e.id > ${codesProved} AND (e.mac IS NOT NULL${should})${one} ORDER BY e.id`;
}
