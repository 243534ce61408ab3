import type { Pool } from "pg";
import { sender } from "@/lib/platform/database/sender";
import { type EntryRow, entryJson, entryOf } from "./store/rows";
import type { Entry } from "./types";

/** A part of the whole log, in the order of the entries' numbers. */
export interface LogPart {
  entries: Entry[];
  /** Where the next part begins. Everything up to here has been given out, and nothing will ever appear before it. */
  cursor: number;
}

const LIMIT_MAX = 5_000;

/**
 * The log of all wallets after `after`, each entry once and none left out: what events and reports are fed from.
 *
 * Entries are numbered before they are committed, so the highest number that can be seen is not where the log is whole:
 * a lower one may still be on its way. Whoever has taken numbers from the sequence holds a lock on it until the end of the
 * transaction, so the log is whole up to the sequence's last value once nobody who held that lock then still holds it.
 * A part therefore ends before the first number that is under way, and costs the write path nothing.
 *
 * Within a wallet the order is that of its log: numbers are taken under the wallet's lock.
 */
export async function readLog(
  pool: Pool,
  { after, limit = 1_000 }: { after: number; limit?: number },
): Promise<LogPart> {
  const whole = await wholeUpTo(pool, after);
  const size = Math.min(limit, LIMIT_MAX);
  const { rows } = await sender(pool)({ text: READ_LOG, values: [after, whole, size] });
  const entries = rows.map(({ entry }: { entry: EntryRow }) => entryOf(entry));
  return { entries, cursor: entries.at(-1)?.id ?? after };
}

const READ_LOG = `
SELECT ${entryJson("e")} AS entry
  FROM entry e WHERE e.id > $1 AND e.id <= $2 ORDER BY e.id LIMIT $3`;

/** How often and how long transactions under way are waited for. A part that is not whole yet is asked for again later. */
const LOOK_MS = 5;
const LOOKS_MAX = 40;

/** What is read in the order of its numbers: the entries of the log, and the acts of administration. */
export type Numbered = "entry" | "audit_log";

/**
 * The number of the last row up to which every row that will ever exist can be seen by the statements that follow; `after`
 * when there is none or that is not known yet.
 *
 * It is a row's number and never one that was only taken: a server that crashes forgets numbers nobody has committed
 * under and gives them again, and whoever had gone past them would miss what they are given to then.
 */
export async function wholeUpTo(pool: Pool, after: number, table: Numbered = "entry"): Promise<number> {
  const sequence = `${table}_id_seq`;
  const send = sender(pool);
  const { rows } = await send({
    text: `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS taken FROM ${sequence}`,
  });
  const taken: number = rows[0]?.taken ?? 0;
  if (taken <= after) return after;
  // Asked in a statement of its own, after the value: whoever took a number up to it has the lock by now or is done.
  const underWay = new Set(await holders(send, sequence));
  for (let looks = 0; underWay.size > 0; looks += 1) {
    if (looks === LOOKS_MAX) return after;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const present = new Set(await holders(send, sequence));
    for (const holder of underWay) if (!present.has(holder)) underWay.delete(holder);
  }
  const { rows: committed } = await send({
    text: `SELECT max(id) AS last FROM ${table} WHERE id > $1 AND id <= $2`,
    values: [after, taken],
  });
  return (committed[0] as { last: number | null } | undefined)?.last ?? after;
}

/** The transactions that hold the sequence's lock, by their virtual ids, which are not used twice. */
async function holders(send: ReturnType<typeof sender>, sequence: string): Promise<string[]> {
  const { rows } = await send({
    text: `
SELECT l.virtualtransaction AS id FROM pg_locks l
 WHERE l.locktype = 'relation' AND l.relation = '${sequence}'::regclass
   AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  });
  return rows.map(({ id }: { id: string }) => id);
}
