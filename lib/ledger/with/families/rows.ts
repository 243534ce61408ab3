import type { Family, FamilyMember, FamilyRole, WalletStatusId } from "@/lib/ledger/core/types";

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

/**
 * SQL for the wallets that named entries concern, their log's and the one that was addressed, where one of the two is named too: of named
 * entries (`$2`), and of named references (`$3`, `$4`, `$5`) of one user.
 */
export const WALLETS_OF_ENTRIES = `
SELECT unnest(ARRAY[e.wallet_id, e.actor_wallet_id])
  FROM (SELECT n.id AS entry_id FROM unnest($2::bigint[]) AS n (id)
         UNION ALL
        SELECT k.entry_id FROM unnest($3::int[], $4::smallint[], $5::text[]) AS n (user_id, operation, key)
         CROSS JOIN LATERAL (SELECT * FROM idempotency_key x WHERE x.user_id = n.user_id AND x.operation = n.operation AND x.key = n.key LIMIT 1) k) named
 CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = named.entry_id LIMIT 1) e
 WHERE ARRAY[e.wallet_id, e.actor_wallet_id] && ARRAY(SELECT n.id FROM wallet n WHERE n.wallet_code = ANY ($1::text[]))`;
