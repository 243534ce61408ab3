import type { Family, FamilyMember, FamilyRole, WalletStatusId } from "@/lib/ledger/rules/types";

// Columns of a wallet's row about its family. Nothing more is read of a wallet that has neither parent nor children.

/** SQL for a member of a family out of an alias of a row of `wallet`, as a {@link MemberRow}. */
const memberJson = (wallet: string) =>
  `json_build_array(${wallet}.id, ${wallet}.wallet_code, (SELECT x.name FROM wallet_profile x WHERE x.wallet_id = ${wallet}.id LIMIT 1), ${wallet}.family_role, ${wallet}.status_id, ${wallet}.is_opted_in, ${wallet}.redemption_enabled)`;

/**
 * SQL for the columns of a family: `family_role`, `child_allowance`, `parent` and `children`, which are null where there are none.
 * @param wallet alias of a row of `wallet`
 */
export function familyColumns(wallet: string): string {
  return `${wallet}.family_role, ${wallet}.child_allowance AS child_allowance,
       CASE WHEN ${wallet}.parent_wallet_id IS NOT NULL THEN (SELECT ${memberJson("f")} FROM wallet f WHERE f.id = ${wallet}.parent_wallet_id LIMIT 1) END AS parent,
       CASE WHEN ${wallet}.children_count > 0 THEN (SELECT json_agg(${memberJson("f")} ORDER BY f.id) FROM (SELECT * FROM wallet x WHERE x.parent_wallet_id = ${wallet}.id LIMIT 1000) f) END AS children`;
}

type MemberRow = [
  id: number,
  walletCode: string,
  name: string | null,
  role: string | null,
  statusId: number,
  isOptedIn: boolean,
  redemptionEnabled: boolean,
];

export interface FamilyRow {
  family_role: string | null;
  child_allowance: number | null;
  parent: MemberRow | null;
  children: MemberRow[] | null;
}

/** A wallet's family out of its columns; null: it has none. `spent`: of its allowance, in points. */
export function familyOf(
  { family_role, child_allowance, parent, children }: FamilyRow,
  spent = 0,
): Family | null {
  if (parent === null && children === null) return null;
  return {
    role: family_role as FamilyRole | null,
    parent: parent === null ? null : memberOf(parent),
    children: (children ?? []).map(memberOf),
    allowance: child_allowance === null ? null : { points: child_allowance, spent },
  };
}

function memberOf([
  id,
  walletCode,
  name,
  role,
  statusId,
  isOptedIn,
  redemptionEnabled,
]: MemberRow): FamilyMember {
  return {
    id,
    walletCode,
    name,
    role: role as FamilyRole | null,
    statusId: statusId as WalletStatusId,
    isOptedIn,
    redemptionEnabled,
  };
}

/** SQL for the ids of the wallets that have the points of the wallet `id` since merges, the last one at the end. */
export function heirsOf(id: string): string {
  return `ARRAY(WITH RECURSIVE heir AS (
                  SELECT own.merged_into_wallet_id AS id, 1 AS step FROM wallet own WHERE own.id = ${id}
                   UNION ALL
                  SELECT next.merged_into_wallet_id, heir.step + 1 FROM heir CROSS JOIN LATERAL (SELECT * FROM wallet y WHERE y.id = heir.id LIMIT 1) next WHERE heir.step < 50)
                SELECT heir.id FROM heir WHERE heir.id IS NOT NULL)`;
}

/** SQL for the code of the wallet that has the points of a merged one, out of an alias of its row; null of any other. */
export function heirCode(wallet: string): string {
  return `CASE WHEN ${wallet}.merged_into_wallet_id IS NOT NULL THEN (SELECT h.wallet_code FROM unnest(${heirsOf(`${wallet}.id`)}) WITH ORDINALITY AS i (id, step) CROSS JOIN LATERAL (SELECT * FROM wallet y WHERE y.id = i.id LIMIT 1) h ORDER BY i.step DESC LIMIT 1) END`;
}

/**
 * SQL for the wallets that named entries concern, where one of them is named too: their log's, the one that was addressed, that of the
 * redemption behind a refund or the reward behind a return, and those that have their points since a merge. Of named entries (`$2`), and of named references (`$3`, `$4`,
 * `$5`) of one user.
 */
export const WALLETS_OF_ENTRIES = `
SELECT unnest(c.ids)
  FROM (SELECT n.id AS entry_id FROM unnest($2::bigint[]) AS n (id)
         UNION ALL
        SELECT k.entry_id FROM unnest($3::int[], $4::smallint[], $5::text[]) AS n (user_id, operation, key)
         CROSS JOIN LATERAL (SELECT * FROM idempotency_key x WHERE x.user_id = n.user_id AND x.operation = n.operation AND x.key = n.key LIMIT 1) k) named
 CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = named.entry_id LIMIT 1) e
  LEFT JOIN LATERAL (SELECT * FROM entry x WHERE e.log_type_id IN (3, 11) AND x.id = e.related_entry_id LIMIT 1) o ON true
 CROSS JOIN LATERAL (SELECT ARRAY[e.wallet_id, e.actor_wallet_id, o.wallet_id] || ${heirsOf("e.wallet_id")} AS ids) c
 WHERE c.ids && ARRAY(SELECT n.id FROM wallet n WHERE n.wallet_code = ANY ($1::text[]))`;
