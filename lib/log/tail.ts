import type { Pool } from "pg";
import { type EntryRow, entryJson, entryOf } from "@/lib/ledger/rules/rows";
import type { Entry } from "@/lib/ledger/rules/types";
import { sender } from "@/lib/platform/database/sender";

/** A part of the whole log, in the order of the entries' numbers. */
export interface LogPart {
  entries: Entry[];
  /** Where the next part begins. Everything up to here was returned, and nothing will appear before it. */
  cursor: number;
}

const LIMIT_MAX = 5_000;

/**
 * Reads the log of all wallets after `after`, each entry once and none left out. Events and reports read it.
 *
 * Entries are numbered before they are committed, so a lower number can appear after a higher one. A transaction that
 * has taken numbers holds a lock on the sequence until it ends. So the log is complete up to the sequence's last value
 * once every transaction that held the lock at that moment has ended. A part ends before the first number that is still
 * uncommitted. This costs the write path nothing.
 *
 * Within a wallet the order is that of its log: numbers are taken under the wallet's lock.
 */
export async function readLog(
  pool: Pool,
  { after, limit = 1_000 }: { after: number; limit?: number },
): Promise<LogPart> {
  const entries = await readEntries(pool, { after, until: await wholeUpTo(pool, after), limit });
  return { entries, cursor: entries.at(-1)?.id ?? after };
}

/** The entries above `after` up to `until`, which the caller knows to be complete, in the order of their numbers. */
export async function readEntries(
  pool: Pool,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<Entry[]> {
  const { rows } = await sender(pool)({
    text: READ_LOG,
    values: [after, until, Math.min(limit, LIMIT_MAX)],
  });
  return rows.map(({ entry }: { entry: EntryRow }) => entryOf(entry));
}

const READ_LOG = `
SELECT ${entryJson("e")} AS entry
  FROM entry e WHERE e.id > $1 AND e.id <= $2 ORDER BY e.id LIMIT $3`;

/** How often and how long to wait for transactions under way. A part that is incomplete is asked for again later. */
const LOOK_MS = 5;
const LOOKS_MAX = 40;

/** Logs read in the order of their numbers: entries, acts of administration, security events, uses of coupons, consents, and changes of sealed rows. */
export type Numbered =
  | "entry"
  | "audit_log"
  | "security_event"
  | "coupon_event"
  | "wallet_consent"
  | "act_row";

/**
 * The number of the last row up to which all rows are visible to later statements; `after` when there is none or it is
 * not known yet.
 *
 * The number is one of an existing row. After a crash uncommitted ids are reused; a reader past them would miss rows.
 */
export async function wholeUpTo(pool: Pool, after: number, table: Numbered = "entry"): Promise<number> {
  return (await settledUpTo(pool, after, table))?.last ?? after;
}

/** Up to where a table is complete. */
export interface Settled {
  /** The last row of it. */
  last: number;
  /** The last number of it: no row will appear with this one or one below it. */
  taken: number;
}

/** {@link wholeUpTo}, with the last number that was given out; null where transactions under way leave it unknown. */
export async function settledUpTo(
  pool: Pool,
  after: number,
  table: Numbered = "entry",
): Promise<Settled | null> {
  const sequence = `${table}_id_seq`;
  const send = sender(pool);
  const { rows } = await send({
    text: `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS taken FROM ${sequence}`,
  });
  const taken: number = rows[0]?.taken ?? 0;
  if (taken <= after) return { last: after, taken: after };
  // A separate statement after reading the value: a transaction that took a number up to it holds the lock by now or
  // has ended.
  const underWay = new Set(await holders(send, sequence));
  for (let looks = 0; underWay.size > 0; looks += 1) {
    if (looks === LOOKS_MAX) return null;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const present = new Set(await holders(send, sequence));
    for (const holder of underWay) if (!present.has(holder)) underWay.delete(holder);
  }
  const { rows: committed } = await send({
    text: `SELECT max(id) AS last FROM ${table} WHERE id > $1 AND id <= $2`,
    values: [after, taken],
  });
  return { last: (committed[0] as { last: number | null } | undefined)?.last ?? after, taken };
}

/** The transactions that took numbers, by their virtual ids, which are not used twice. Reading the sequence locks it in another mode. */
async function holders(send: ReturnType<typeof sender>, sequence: string): Promise<string[]> {
  const { rows } = await send({
    text: `
SELECT l.virtualtransaction AS id FROM pg_locks l
 WHERE l.locktype = 'relation' AND l.relation = '${sequence}'::regclass
   AND l.mode = 'RowExclusiveLock' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  });
  return rows.map(({ id }: { id: string }) => id);
}

/** The hash of the entry with this number, as hexadecimal digits; null when there is none. */
export async function entryHashAt(pool: Pool, entryId: number): Promise<string | null> {
  const { rows } = await sender(pool)({
    text: "SELECT encode(hash, 'hex') AS hash FROM entry WHERE id = $1",
    values: [entryId],
  });
  return (rows as { hash: string }[])[0]?.hash ?? null;
}
