import type { QueryConfig } from "pg";
import type { WalletState } from "@/lib/ledger/rules/ledger-state";
import { nothing, type Questions, type Reading, walletsById } from "@/lib/ledger/rules/reading";
import { type EntryRow, entryJson, entryOf } from "@/lib/ledger/rules/rows";
import type { Writes } from "@/lib/ledger/rules/writes";
import { type PendingRow, pendingOf } from "./rows";
import type { AsideChange, HoldState } from "./words";

// Points aside of a wallet. Read only of wallets that have suspended points, written only where an entry changes it: all other batches send
// what they always did.

const READ_PENDING = `
SELECT p.wallet_id, p.entry_id, p.points, p.ripens_on::text AS ripens_on, p.expires_on::text AS expires_on
  FROM unnest($1::bigint[]) AS wanted (id)
 CROSS JOIN LATERAL (SELECT * FROM pending_points x WHERE x.wallet_id = wanted.id AND x.points > 0 LIMIT 100000) p`;

const READ_HOLDS = `
SELECT h.wallet_id, h.expires_at, ${entryJson("e")} AS entry
  FROM unnest($1::bigint[]) AS wanted (id)
 CROSS JOIN LATERAL (SELECT * FROM hold x WHERE x.wallet_id = wanted.id AND x.state = 'open' LIMIT 100000) h
 CROSS JOIN LATERAL (SELECT * FROM entry x WHERE x.id = h.entry_id LIMIT 1) e`;

export interface HoldRow {
  wallet_id: number;
  expires_at: Date;
  entry: EntryRow;
}

/** Reads what lies aside of wallets that have suspended points, and of companions, of which that is not known yet. */
export function* asideReader(reading: Reading): Questions {
  yield nothing;
  const [pending, holds]: [PendingRow[], HoldRow[]] = yield () => {
    const suspended = reading.wallets.filter(({ suspended }) => suspended > 0).map(({ id }) => id);
    const values = [[...suspended, ...reading.others]];
    return values[0]?.length === 0
      ? []
      : [
          { name: "read_pending", text: READ_PENDING, values },
          { name: "read_holds", text: READ_HOLDS, values },
        ];
  };
  const wallets = walletsById(reading.state);
  for (const row of pending ?? []) wallets.get(row.wallet_id)?.pending.set(row.entry_id, pendingOf(row));
  for (const { wallet_id, expires_at, entry: row } of holds ?? []) {
    const entry = entryOf(row);
    const held: HoldState = { entry, expiresAt: expires_at, state: "open", endedByEntryId: null };
    const wallet = wallets.get(wallet_id);
    wallet?.entries.set(entry.id, entry);
    wallet?.holds.set(entry.id, held);
  }
}

/** Adds what an entry changes to a batch's writes; `wallet` is as it stands after it. */
export function addAside(
  writes: Writes,
  wallet: WalletState,
  { pending = [], held, ended }: AsideChange,
  entryId: number,
): void {
  for (const change of pending) {
    const left = wallet.pending.get(change.entryId ?? entryId);
    if (left !== undefined) writes.pending.set(left.entryId, { walletId: wallet.id, ...left });
  }
  const holdId = ended === undefined ? (held === undefined ? null : entryId) : ended.hold.entry.id;
  const hold = holdId === null ? undefined : wallet.holds.get(holdId);
  if (hold !== undefined) writes.holds.set(hold.entry.id, hold);
}

const WRITE_PENDING = `
INSERT INTO pending_points (wallet_id, entry_id, points, ripens_on, expires_on)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[], $5::date[])
ON CONFLICT (wallet_id, entry_id) DO UPDATE SET points = excluded.points`;
const WRITE_HOLDS = `
INSERT INTO hold (entry_id, wallet_id, points, expires_at, state, ended_by_entry_id)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::text[], $6::bigint[])
ON CONFLICT (entry_id) DO UPDATE SET state = excluded.state, ended_by_entry_id = excluded.ended_by_entry_id`;

/** Writes what a batch changes of what lies aside, after its entries, which guards look for. Nothing where nothing changes. */
export function asideStatements({ pending, holds }: Pick<Writes, "pending" | "holds">): QueryConfig[] {
  const statements: QueryConfig[] = [];
  if (pending.size > 0) {
    const rows = [...pending.values()];
    const values = [
      rows.map(({ walletId }) => walletId),
      rows.map(({ entryId }) => entryId),
      rows.map(({ points }) => points),
      rows.map(({ ripensOn }) => ripensOn),
      rows.map(({ expiresOn }) => expiresOn),
    ];
    statements.push({ name: "write_pending", text: WRITE_PENDING, values });
  }
  if (holds.size > 0) {
    const rows = [...holds.values()];
    const values = [
      rows.map(({ entry }) => entry.id),
      rows.map(({ entry }) => entry.walletId),
      rows.map(({ entry }) => entry.amount),
      rows.map(({ expiresAt }) => expiresAt.toISOString()),
      rows.map(({ state }) => state),
      rows.map(({ endedByEntryId }) => endedByEntryId),
    ];
    statements.push({ name: "write_holds", text: WRITE_HOLDS, values });
  }
  return statements;
}
