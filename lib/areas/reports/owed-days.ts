import type { PoolClient } from "pg";
import {
  CHANGES_BY_DAY,
  changeOf,
  FIRST_ENTRY_AT,
  LAST_WALLET_OF_PART,
  MADE_SINCE,
  stateOf,
} from "@/lib/log/owed";
import { type Send, sender } from "@/lib/platform/database/sender";
import { formatLocalDate, plusDays } from "@/lib/platform/time";
import { readDayEnds } from "./day-ends";

// The points owed at the end of each day, kept beside the other sums of the reports. report_owed has the rows of each day that is over, and of the day
// `infinity`, which is now; all of them as of the same marks. A round adds what came after the marks: the wallets that it touched are looked at
// twice, as they were at the marks before and at the new ones. The rows of a day that is over are those of the day after it, taken back by the
// wallets that were touched in between.

/** Numbers of the log, of the acts of administration and of the consents up to which all rows are visible. */
export interface OwedMarks {
  entryId: number;
  auditId: number;
  consentId: number;
}

export interface OwedRound {
  whole: OwedMarks;
  now: Date;
  /** Entries, acts and consents that are added in one round. */
  partSize: number;
}

/** Wallets that are counted in one round while the sums are made for the first time. */
const WALLETS_AT_ONCE = 20_000;
/** After so many milliseconds no further day is begun. */
const ROUND_MS = 500;
/** A clock that is ahead by less than this takes no day back. */
const AHEAD_MS = 60 * 60_000;

export const INFINITY = "infinity";

export interface OwedMark extends OwedMarks {
  changeId: number;
  /** Null: all wallets are counted. */
  walletId: number | null;
}

/** Adds the next part to the points owed, in the caller's transaction and under the reports' lock. True while there is more to do. */
export async function keepOwedDays(client: PoolClient, round: OwedRound): Promise<boolean> {
  const send = sender(client);
  const mark = (await readMark(send)) ?? (await begin(send, round.whole));
  await keepDays(send, mark, round.now);
  if (mark.changeId < mark.entryId) {
    const until = Math.min(mark.entryId, mark.changeId + round.partSize);
    await addChanges(send, { after: mark.changeId, until, from: "-infinity" });
    await send({ text: "UPDATE report_cursor SET owed_change_id = $1", values: [until] });
    return true;
  }
  if (mark.walletId !== null) {
    await countWallets(send, mark, mark.walletId);
    return true;
  }
  const reached = await advance(send, mark, round);
  const names = ["entryId", "auditId", "consentId"] as const;
  // All that is of a day that is over is there before its rows are made.
  return names.some((name) => reached[name] < round.whole[name]) || (await fillDays(send, reached));
}

/** Up to where the points owed are counted; null: not begun. */
export async function readMark(send: Send): Promise<OwedMark | null> {
  const { rows } = await send({
    text: `SELECT owed_entry_id AS "entryId", owed_audit_id AS "auditId", owed_consent_id AS "consentId", owed_change_id AS "changeId",
                  owed_wallet_id AS "walletId" FROM report_cursor WHERE owed_entry_id IS NOT NULL`,
  });
  return (rows as OwedMark[])[0] ?? null;
}

/** Whether all wallets and all changes up to the marks are counted. */
export const isCounted = (mark: OwedMark | null): mark is OwedMark =>
  mark !== null && mark.walletId === null && mark.changeId === mark.entryId;

async function begin(send: Send, whole: OwedMarks): Promise<OwedMark> {
  await send({ text: "TRUNCATE report_owed, report_owed_change, report_owed_day" });
  await send({
    text: "INSERT INTO report_owed_day (day, ends_at, is_kept) VALUES ('infinity', 'infinity', true)",
  });
  await send({
    text: "UPDATE report_cursor SET owed_entry_id = $1, owed_audit_id = $2, owed_consent_id = $3, owed_change_id = 0, owed_wallet_id = 0",
    values: [whole.entryId, whole.auditId, whole.consentId],
  });
  return { ...whole, changeId: 0, walletId: 0 };
}

/** Names the days that are over, from the one before the first entry on, and takes back those that are not by the clock of now. */
async function keepDays(send: Send, { changeId }: OwedMark, now: Date): Promise<void> {
  const { rows } = await send({
    text: `SELECT (SELECT max(day)::text FROM report_owed_day WHERE day < 'infinity') AS last,
                  ${FIRST_ENTRY_AT} AS first_at,
                  EXISTS (SELECT FROM report_owed_day WHERE ends_at > $1 AND day < 'infinity') AS is_ahead,
                  (SELECT time_zone FROM programme WHERE id = 1) AS zone`,
    values: [new Date(now.getTime() + AHEAD_MS)],
  });
  const [known] = rows as { last: string | null; first_at: Date | null; is_ahead: boolean; zone: string }[];
  if (known === undefined) return;
  if (known.is_ahead) {
    const { rows: over } = await send({
      text: "SELECT coalesce(max(ends_at), '-infinity')::text AS ended FROM report_owed_day WHERE ends_at <= $1",
      values: [now],
    });
    const { ended } = (over as [{ ended: string }])[0];
    const ahead = "ends_at > $1 AND day < 'infinity'";
    await send({
      text: `DELETE FROM report_owed WHERE day IN (SELECT day FROM report_owed_day WHERE ${ahead})`,
      values: [ended],
    });
    await reassign(send, { changeId, from: ended }, async () => {
      await send({ text: `DELETE FROM report_owed_day WHERE ${ahead}`, values: [ended] });
    });
    return;
  }
  if (known.first_at === null) return;
  const first =
    known.last === null ? plusDays(formatLocalDate(known.first_at, known.zone), -2) : plusDays(known.last, 1);
  // Most rounds come within the day after the last one that is over.
  if (plusDays(formatLocalDate(now, known.zone), 1) <= first) return;
  const endOf = await readDayEnds(send);
  const days: string[] = [];
  for (let day = first; endOf(day) <= now.toISOString(); day = plusDays(day, 1)) days.push(day);
  const [next] = days;
  if (next === undefined) return;
  await reassign(send, { changeId, from: endOf(plusDays(next, -1)) }, async () => {
    await send({
      text: "INSERT INTO report_owed_day (day, ends_at) SELECT * FROM unnest($1::date[], $2::timestamptz[])",
      values: [days, days.map(endOf)],
    });
  });
}

/** Gives the entries from a moment on that had a day already the one that is theirs once `change` has changed the days. */
async function reassign(
  send: Send,
  { changeId, from }: { changeId: number; from: string },
  change: () => Promise<void>,
): Promise<void> {
  const { rows } = await send({
    text: "SELECT min(first_entry_id) AS first FROM report_owed_day WHERE ends_at > $1",
    values: [from],
  });
  const first = (rows as { first: number | null }[])[0]?.first ?? null;
  await send({
    text: "DELETE FROM report_owed_change WHERE day IN (SELECT day FROM report_owed_day WHERE ends_at > $1)",
    values: [from],
  });
  await send({
    text: "UPDATE report_owed_day SET first_entry_id = NULL, last_entry_id = NULL WHERE ends_at > $1",
    values: [from],
  });
  await change();
  if (first !== null) await addChanges(send, { after: first - 1, until: changeId, from });
}

async function addChanges(
  send: Send,
  { after, until, from }: { after: number; until: number; from: string },
): Promise<void> {
  await send({
    text: `
WITH sums AS MATERIALIZED (${CHANGES_BY_DAY}),
     days AS (
UPDATE report_owed_day d SET first_entry_id = least(d.first_entry_id, s.first), last_entry_id = greatest(d.last_entry_id, s.last)
  FROM (SELECT day, min(first_entry_id) AS first, max(last_entry_id) AS last FROM sums GROUP BY 1) s WHERE s.day = d.day)
INSERT INTO report_owed_change AS r (day, merchant_id, log_type_id, cancelled_log_type_id, segment_version_id, entries, points_delta, suspended_delta)
SELECT day, merchant_id, log_type_id, cancelled_log_type_id, segment_version_id, entries, points_delta, suspended_delta FROM sums
ON CONFLICT (day, merchant_id, log_type_id, cancelled_log_type_id, segment_version_id) DO UPDATE
   SET entries = r.entries + excluded.entries, points_delta = r.points_delta + excluded.points_delta,
       suspended_delta = r.suspended_delta + excluded.suspended_delta`,
    values: [after, until, from],
  });
}

const KEEP = `
INSERT INTO report_owed AS r (day, state, segment_id, on_date, points, first_wallets, last_wallets)
SELECT {day}::date, s.* FROM ({rows}) s
ON CONFLICT (day, state, segment_id, on_date) DO UPDATE
   SET points = r.points + excluded.points, first_wallets = r.first_wallets + excluded.first_wallets, last_wallets = r.last_wallets + excluded.last_wallets`;
const keep = (day: string, rows: string) => KEEP.replace("{day}", day).replace("{rows}", () => rows);

/** Adds the next wallets, as they were at the marks, to now. */
async function countWallets(send: Send, mark: OwedMark, after: number): Promise<void> {
  const { rows } = await send({
    text: LAST_WALLET_OF_PART,
    values: [after, WALLETS_AT_ONCE],
  });
  const last = (rows as { last: number | null }[])[0]?.last ?? null;
  if (last !== null)
    await send({
      text: keep("'infinity'", stateOf({ isOpen: true }, "part")),
      values: [...valuesOf(INFINITY, mark), after, last],
    });
  await send({ text: "UPDATE report_cursor SET owed_wallet_id = $1", values: [last] });
}

export const valuesOf = (until: string, { entryId, auditId, consentId }: OwedMarks) => [
  until,
  entryId,
  auditId,
  consentId,
];

/** Brings now, and each day that late rows belong to, up to new marks. */
async function advance(send: Send, mark: OwedMark, { whole, partSize }: OwedRound): Promise<OwedMarks> {
  // An import has an act for each of its customers: they are taken part by part, too.
  const next = (name: keyof OwedMarks) => Math.max(mark[name], Math.min(whole[name], mark[name] + partSize));
  const to: OwedMarks = {
    entryId: next("entryId"),
    auditId: next("auditId"),
    consentId: next("consentId"),
  };
  if (to.entryId === mark.entryId && to.auditId === mark.auditId && to.consentId === mark.consentId)
    return to;
  await addChanges(send, { after: mark.entryId, until: to.entryId, from: "-infinity" });
  const { rows: late } = await send({
    text: `
SELECT d.day::text AS day, d.ends_at::text AS "endsAt" FROM report_owed_day d
 WHERE d.is_kept AND d.ends_at > coalesce(${MADE_SINCE}, 'infinity') OR d.day = 'infinity'`,
    values: [mark.entryId, to.entryId, mark.auditId, to.auditId, mark.consentId, to.consentId],
  });
  for (const { day, endsAt } of late as { day: string; endsAt: string }[]) {
    const isOpen = day === INFINITY;
    await send({
      text: keep("$11", changeOf({ isOpen }, { isOpen })),
      values: [...valuesOf(endsAt, mark), ...valuesOf(endsAt, to), 1, 0, day],
    });
  }
  await send({
    text: "UPDATE report_cursor SET owed_entry_id = $1, owed_audit_id = $2, owed_consent_id = $3, owed_change_id = $1",
    values: [to.entryId, to.auditId, to.consentId],
  });
  return to;
}

/** Makes the rows of days that are over, the newest first. True while some are left. */
async function fillDays(send: Send, marks: OwedMarks): Promise<boolean> {
  const endsAt = performance.now() + ROUND_MS;
  for (;;) {
    const { rows } = await send({
      text: `SELECT day::text AS day, ends_at::text AS "endsAt" FROM report_owed_day WHERE NOT is_kept ORDER BY ends_at DESC LIMIT 1`,
    });
    const [next] = rows as { day: string; endsAt: string }[];
    if (next === undefined) return false;
    if (performance.now() > endsAt) return true;
    const base = await keptFrom(send, next.endsAt);
    if (base === null) throw new Error("The points owed now are not counted");
    await send({
      text: "INSERT INTO report_owed SELECT $1::date, state, segment_id, on_date, points, first_wallets, last_wallets FROM report_owed WHERE day = $2",
      values: [next.day, base.day],
    });
    if (await isTouchedBetween(send, next.endsAt, base))
      await send({
        text: keep("$11", changeOf({ isOpen: base.endsAt === INFINITY }, { isOpen: false })),
        values: [
          ...valuesOf(base.endsAt, marks),
          ...valuesOf(next.endsAt, marks),
          base.first ?? 1,
          base.last ?? 0,
          next.day,
        ],
      });
    await send({ text: "UPDATE report_owed_day SET is_kept = true WHERE day = $1", values: [next.day] });
    await send({
      text: "DELETE FROM report_owed WHERE day = $1 AND points = 0 AND first_wallets = 0 AND last_wallets = 0",
      values: [next.day],
    });
  }
}

/** Whether a row that can change points owed came between a moment and the end of a kept day. */
async function isTouchedBetween(send: Send, from: string, { endsAt, first }: KeptDay): Promise<boolean> {
  if (first !== null) return true;
  const { rows } = await send({
    text: `
SELECT EXISTS (SELECT FROM audit_log WHERE subject_type = 'wallet' AND created_at >= $1 AND created_at < $2)
    OR EXISTS (SELECT FROM wallet_consent WHERE coalesce(recorded_at, at) >= $1 AND coalesce(recorded_at, at) < $2) AS touched`,
    values: [from, endsAt],
  });
  return (rows as { touched: boolean }[])[0]?.touched ?? true;
}

export interface KeptDay {
  day: string;
  endsAt: string;
  /** Numbers between which the entries from `until` to the end of the day are. */
  first: number | null;
  last: number | null;
}

/** The first kept day that ends at a moment or later. */
export async function keptFrom(send: Send, until: string): Promise<KeptDay | null> {
  const { rows } = await send({
    text: `
SELECT b.day::text AS day, b.ends_at::text AS "endsAt", d.first, d.last
  FROM (SELECT day, ends_at FROM report_owed_day WHERE is_kept AND ends_at >= $1 ORDER BY ends_at LIMIT 1) b
 CROSS JOIN LATERAL (SELECT min(d.first_entry_id) AS first, max(d.last_entry_id) AS last
                       FROM report_owed_day d WHERE d.ends_at > $1 AND d.ends_at <= b.ends_at) d`,
    values: [until],
  });
  return (rows as KeptDay[])[0] ?? null;
}
