import type { ClientBase } from "pg";
import type { Findings } from "@/lib/ledger/verify/findings";
import { rowsOf } from "@/lib/ledger/verify/read";

interface Bad {
  wallet_id: number;
  seq: number | null;
  expected: string;
  found: string;
}

/**
 * The addressed wallet is another wallet of the same world. That it was in the family then is not in the log: families change, and their
 * changes are in the audit log.
 */
const ACTORS = `
SELECT e.wallet_id, e.seq, 'another wallet that exists' AS expected, 'wallet ' || e.actor_wallet_id AS found
  FROM entry e LEFT JOIN wallet a ON a.id = e.actor_wallet_id LEFT JOIN wallet w ON w.id = e.wallet_id
 WHERE e.actor_wallet_id IS NOT NULL
   AND (a.id IS NULL OR e.actor_wallet_id = e.wallet_id OR a.sandbox_id IS DISTINCT FROM w.sandbox_id OR e.log_type_id = 5)
 ORDER BY 1, 2`;

const FAMILIES = `
SELECT w.id AS wallet_id, NULL::integer AS seq, count(c.id) || ' children' AS expected, w.children_count || ' counted' AS found
  FROM wallet w LEFT JOIN wallet c ON c.parent_wallet_id = w.id
 WHERE w.children_count <> 0 OR c.id IS NOT NULL
 GROUP BY w.id HAVING w.children_count <> count(c.id)
 UNION ALL
SELECT c.id, NULL, 'a parent without a parent, and its pool where it is pooled',
       coalesce(c.family_role, 'no role') || ' of ' || p.id || ', pool ' || coalesce(c.pool_wallet_id::text, 'none')
  FROM wallet c JOIN wallet p ON p.id = c.parent_wallet_id
 WHERE p.parent_wallet_id IS NOT NULL OR p.id = c.id OR p.sandbox_id IS DISTINCT FROM c.sandbox_id OR c.family_role IS NULL
    OR c.pool_wallet_id IS DISTINCT FROM CASE WHEN c.family_role <> 'own' THEN c.parent_wallet_id END
 UNION ALL
SELECT c.id, NULL, 'no pool', 'pool ' || c.pool_wallet_id FROM wallet c WHERE c.pool_wallet_id IS NOT NULL AND c.parent_wallet_id IS NULL
 ORDER BY 1`;

/** Every entry that names another wallet names one that there is, and every family is what its wallets say. */
export async function checkFamilies(client: ClientBase, findings: Findings): Promise<void> {
  for (const { wallet_id: walletId, ...rest } of await rowsOf<Bad>(client, ACTORS))
    findings.add({ walletId, what: "actor_wallet", ...rest });
  for (const { wallet_id: walletId, ...rest } of await rowsOf<Bad>(client, FAMILIES))
    findings.add({ walletId, what: "family", ...rest });
}
