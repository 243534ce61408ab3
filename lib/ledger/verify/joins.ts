import type { ClientBase } from "pg";
import type { FindingKind, Findings } from "./findings";
import { rowsOf } from "./read";

/** Findings of one statement that are described one by one; the rest is only counted. */
const DESCRIBED_MAX = 1_000;

interface BadRow {
  wallet_id: number;
  seq: number | null;
  expected: string;
  found: string;
  total: number;
}

/** Reports what a statement finds: rows of wallet_id, seq, expected, found. */
export async function report(
  client: ClientBase,
  findings: Findings,
  what: FindingKind,
  bad: string,
): Promise<void> {
  const rows = await rowsOf<BadRow>(
    client,
    `SELECT bad.*, count(*) OVER () AS total FROM (${bad}) bad (wallet_id, seq, expected, found)
      ORDER BY wallet_id, seq LIMIT ${DESCRIBED_MAX}`,
  );
  for (const { wallet_id: walletId, seq, expected, found } of rows) {
    findings.add({ walletId, seq, what, expected, found });
  }
  findings.addUnseen(what, (rows[0]?.total ?? 0) - rows.length);
}

/** Reports reversals that belong to no entry of their wallet, or differ from that entry's points. */
export async function checkReversedEntries(client: ClientBase, findings: Findings): Promise<void> {
  await report(
    client,
    findings,
    "reversal",
    `SELECT r.wallet_id, e.seq, coalesce('entry ' || r.entry_id || ' of ' || e.amount || ' points', 'an entry of the wallet'),
            'record of entry ' || r.entry_id || ' of ' || r.taken || ' points'
       FROM reversal r LEFT JOIN entry e ON e.id = r.entry_id AND e.wallet_id = r.wallet_id
      WHERE e.id IS NULL OR e.amount <> r.taken`,
  );
}

/** Every transfer in is the other side of one transfer out, and every transfer out has one. */
export async function checkTransfers(client: ClientBase, findings: Findings): Promise<void> {
  const accumulatedDelta = (alias: string) =>
    `(${alias}.accumulated_after - (SELECT coalesce(max(p.accumulated_after), 0) FROM entry p WHERE p.wallet_id = ${alias}.wallet_id AND p.seq = ${alias}.seq - 1))`;
  const redeemedDelta = (alias: string) =>
    `(${alias}.redeemed_after - (SELECT coalesce(max(p.redeemed_after), 0) FROM entry p WHERE p.wallet_id = ${alias}.wallet_id AND p.seq = ${alias}.seq - 1))`;
  await report(
    client,
    findings,
    "transfer",
    `SELECT i.wallet_id, i.seq, 'the other side of a transfer out',
            'points ' || i.points_delta || ', suspended ' || i.suspended_delta || ', from entry ' || coalesce(i.related_entry_id::text, 'none')
       FROM entry i LEFT JOIN entry o ON o.id = i.related_entry_id AND o.log_type_id = 8 AND o.wallet_id <> i.wallet_id
      WHERE i.log_type_id = 9
        AND (o.id IS NULL OR o.id >= i.id OR o.points_delta <> -i.points_delta OR o.suspended_delta <> -i.suspended_delta
             OR ${accumulatedDelta("o")} <> -${accumulatedDelta("i")} OR ${redeemedDelta("o")} <> -${redeemedDelta("i")})`,
  );
  await report(
    client,
    findings,
    "transfer",
    `SELECT o.wallet_id, o.seq, 'one transfer in', count(i.id) || ' transfers in'
       FROM entry o LEFT JOIN entry i ON i.related_entry_id = o.id AND i.log_type_id = 9
      WHERE o.log_type_id = 8
      GROUP BY o.wallet_id, o.seq HAVING count(i.id) <> 1`,
  );
}

/** Every reference names one entry of its wallet, of the kind its operation writes, by its user. Returns their number. */
export async function checkKeys(client: ClientBase, findings: Findings): Promise<number> {
  await report(
    client,
    findings,
    "key_entry",
    `SELECT k.wallet_id, NULL::integer, 'an entry of the wallet', 'key ' || k.key || ' of user ' || k.user_id || ' names entry ' || k.entry_id
       FROM idempotency_key k LEFT JOIN entry e ON e.id = k.entry_id AND e.wallet_id = k.wallet_id
      WHERE k.entry_id IS NOT NULL AND e.id IS NULL`,
  );
  await report(
    client,
    findings,
    "key_operation",
    `SELECT k.wallet_id, e.seq, 'kind ' || k.operation || ' by user ' || k.user_id || ' (key ' || k.key || ')',
            'kind ' || e.log_type_id || ' by user ' || e.user_id
       FROM idempotency_key k JOIN entry e ON e.id = k.entry_id AND e.wallet_id = k.wallet_id
      WHERE e.user_id <> k.user_id
         OR e.log_type_id <> k.operation AND NOT (k.operation = 6 AND e.log_type_id = 7 OR k.operation = 4 AND e.log_type_id = 10
                                                OR k.operation = 16 AND EXISTS (SELECT FROM bill b WHERE b.id = e.id))`,
  );
  await report(
    client,
    findings,
    "key_twice",
    `SELECT e.wallet_id, e.seq, 'one key', string_agg('user ' || k.user_id || ' key ' || k.key, ', ' ORDER BY k.key)
       FROM idempotency_key k JOIN entry e ON e.id = k.entry_id AND e.wallet_id = k.wallet_id
      GROUP BY e.wallet_id, e.seq HAVING count(*) > 1`,
  );
  await report(
    client,
    findings,
    "unknown_wallet",
    `SELECT k.wallet_id, NULL::integer, 'a wallet', 'key ' || k.key || ' of user ' || k.user_id
       FROM idempotency_key k LEFT JOIN wallet w ON w.id = k.wallet_id
      WHERE w.id IS NULL`,
  );
  const [counted] = await rowsOf<{ keys: number }>(client, "SELECT count(*) AS keys FROM idempotency_key");
  return counted?.keys ?? 0;
}
