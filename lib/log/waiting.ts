import { type Database, readRows } from "@/lib/platform/rows";

/** The newest anchor beside the newest entry. */
export interface Unsigned {
  /** When the newest anchor was made; null where there is none. */
  anchoredAt: Date | null;
  /** When the first entry under no anchor was written, and the last one; null where all are signed. */
  since: Date | null;
  until: Date | null;
}

const UNSIGNED = `
WITH newest AS MATERIALIZED (SELECT entry_id, created_at FROM anchor ORDER BY number DESC LIMIT 1)
SELECT (SELECT created_at FROM newest) AS "anchoredAt",
       (SELECT e.created_at FROM entry e WHERE e.id > coalesce((SELECT entry_id FROM newest), 0) ORDER BY e.id LIMIT 1) AS since,
       (SELECT e.created_at FROM entry e WHERE e.id > coalesce((SELECT entry_id FROM newest), 0) ORDER BY e.id DESC LIMIT 1) AS until`;

/** Entries that wait to be signed. */
export async function readUnsigned(database: Database): Promise<Unsigned> {
  const [row] = await readRows<Unsigned>(database, UNSIGNED);
  return row ?? { anchoredAt: null, since: null, until: null };
}

/** SQL for the time of the oldest fact in the logs that webhooks were not yet made of. */
export const OLDEST_UNTOLD = `
SELECT least((SELECT x.created_at FROM entry x WHERE x.id > c.entry_id ORDER BY x.id LIMIT 1),
             (SELECT x.created_at FROM audit_log x WHERE x.id > c.audit_id ORDER BY x.id LIMIT 1)) AS at FROM event_cursor c WHERE c.id = 1`;
