import { CHANGED_SINCE, changeOf, NO_MARK, stateOf } from "@/lib/log/owed";
import type { Send } from "@/lib/platform/database/sender";
import { INFINITY, isCounted, keptFrom, readMark, valuesOf } from "./owed-days";

// Points owed, read from the kept days (owed-days.ts) and from what came after them.

/** The last count of the points owed. */
export interface Counted {
  at: Date;
  entryId: number;
  /** Customers whose points changed since; null: more than {@link CUSTOMERS_MAX}. */
  customers: number | null;
}

/** Up to so many customers are counted by who asks, in a third of a second; with more, the last count is told. */
const CUSTOMERS_AT_ONCE = 1_000;
const CUSTOMERS_MAX = 100_000;

/** The last count, where more came after it than is counted while a page waits; null: all of it can be counted, or there is no count yet. */
export async function readCounted(send: Send, atOnce = CUSTOMERS_AT_ONCE): Promise<Counted | null> {
  const mark = await readMark(send);
  if (!isCounted(mark)) return null;
  const { entryId, auditId, consentId } = mark;
  const { rows } = await send({
    text: CHANGED_SINCE,
    values: [entryId, auditId, consentId, CUSTOMERS_MAX + 1],
  });
  const [row] = rows as { wallets: number; at: Date | null }[];
  if (row === undefined || row.at === null || row.wallets <= atOnce) return null;
  return { at: row.at, entryId, customers: row.wallets > CUSTOMERS_MAX ? null : row.wallets };
}

/** Rows as `report_owed` has them. */
export interface OwedRows {
  text: string;
  values: unknown[];
}

/** Columns of `report_owed` but the day. */
const COLUMNS = "state, segment_id, on_date, points, first_wallets, last_wallets";

const unmarked = (until: string) => [until, NO_MARK, NO_MARK, NO_MARK];

/** The points owed at a moment, of every wallet. */
export function owedRowsOfAll(until: string): OwedRows {
  return { text: stateOf({ isOpen: until === INFINITY }, "all"), values: unmarked(until) };
}

/** The points owed when they were last counted. */
export const OWED_ROWS_COUNTED: OwedRows = {
  text: `SELECT ${COLUMNS} FROM report_owed WHERE day = 'infinity'`,
  values: [],
};

/** The points owed at a moment: of the kept day that is nearest to it and of the wallets touched in between; of all wallets while none is kept. */
export async function owedRowsAt(send: Send, until: string): Promise<OwedRows> {
  const isOpen = until === INFINITY;
  const mark = await readMark(send);
  const base = isCounted(mark) ? await keptFrom(send, until) : null;
  if (mark === null || base === null) return owedRowsOfAll(until);
  const change = changeOf({ isOpen: base.endsAt === INFINITY }, { isOpen });
  return {
    text: `SELECT ${COLUMNS} FROM report_owed WHERE day = $11::date UNION ALL SELECT * FROM (${change}) c`,
    values: [...valuesOf(base.endsAt, mark), ...unmarked(until), base.first ?? 1, base.last ?? 0, base.day],
  };
}

/** Up to which entry the changes of days can be read from a moment to another; null: from no kept day. */
export async function changesKeptTo(send: Send, from: string, until: string): Promise<number | null> {
  const { rows } = await send({
    text: `
SELECT c.owed_change_id AS "changeId" FROM report_cursor c
 WHERE c.owed_entry_id = c.owed_change_id AND EXISTS (SELECT FROM report_owed_day WHERE ends_at = $2)
   AND (EXISTS (SELECT FROM report_owed_day WHERE ends_at = $1)
        OR EXISTS (SELECT FROM (SELECT ends_at, first_entry_id FROM report_owed_day ORDER BY ends_at LIMIT 1) d
                    WHERE $1::timestamptz = '-infinity' OR $1::timestamptz < d.ends_at AND d.first_entry_id IS NULL))`,
    values: [from, until],
  });
  return (rows as { changeId: number }[])[0]?.changeId ?? null;
}
