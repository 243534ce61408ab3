import type { ClientBase, Pool } from "pg";
import {
  digestOf,
  findWrongCodes,
  formOf,
  type Heads,
  hasForgedLook,
  hasLaterHeads,
  isLookOfFuture,
  type KnownLook,
  nameOfSecret,
  packColumns,
  readColumns,
  readFirstLook,
  readLastLook,
  readPages,
  requireSecretOfDatabase,
  type SealChange,
} from "@/lib/log/look";
import { hasBegunWithNotes } from "@/lib/log/proved";
import { STATE_KIND_NAMES } from "@/lib/log/state-kinds";
import { wholeUpTo } from "@/lib/log/tail";
import { env } from "@/lib/platform/env";
import { readRows } from "@/lib/platform/rows";
import { withSessionLock } from "@/lib/platform/session-lock";
import { isDue } from "@/lib/platform/time-base";
import { inTransaction, inTransactionOn } from "@/lib/platform/transaction";
import {
  beforeOf,
  columnsSince,
  type DifferingRow,
  differingOf,
  isNew,
  readExplained,
  readStrangers,
  type SealedRow,
  type Since,
  sealSteps,
  stateKind,
  WHOLE_TABLES,
} from "./seal-steps";
import type { StateFinding } from "./state-finding";
import { noteLook, storeSeals, toldOf } from "./store-seals";

/**
 * Rows beside the log are proved by seals: an HMAC of each row's facts under a key that is not in the database. A row may differ from its
 * seal where a session of the service has changed it since, as the triggers note (lib/platform/database/act-rows.ts); the job then seals it
 * anew. Any other difference, and each change in another session, was made behind the service's back. A security event has the digest of all
 * seals, so that it is in a chain and under the anchors.
 */

export const STATE_FINDINGS = {
  changed: "it was changed, and not by the service",
  added: "it was added, and not by the service",
  removed: "it was removed, and not by the service",
  stranger: "it was changed in a session that is none of the service",
  seals: "the seals are not those of the last look",
  future: "a clock that was ahead made the last look; the next one, within an hour, takes its place",
  secret:
    "DATA_SECRET, or SESSION_SECRET, is not the one that the seals were made with: nothing could be compared",
  code: "the service did not write it, or not like this",
  no_code: "it has no code: nobody of the service wrote it, or an instance of a release before codes did",
} as const satisfies Record<StateFinding["what"], string>;

export interface StateReport {
  /** When the state was sealed last; null before the first time, when nothing can be said. */
  sealedAt: Date | null;
  rows: number;
  findings: StateFinding[];
}

const DAY_MS = 24 * 3_600_000;
const NOTHING: Heads = { auditId: 0, entryId: 0, couponEventId: 0 };

/** Compares what stands beside the log with its seals, at one moment's state. Changes nothing. */
export function checkState(pool: Pool): Promise<StateReport> {
  return inTransaction(pool, checkStateOn, { mode: "snapshot", timeLimitMs: 0 });
}

/** {@link checkState} in a transaction of the caller's. */
export async function checkStateOn(client: ClientBase): Promise<StateReport> {
  const last = await readLastLook(client);
  if (last === null) return { sealedAt: null, rows: 0, findings: [] };
  if (last.secret !== nameOfSecret())
    return { sealedAt: last.at, rows: 0, findings: [{ kind: "seals", id: "", what: "secret" }] };
  const { rows, findings } = await compare(client, last);
  const isSame =
    last.isGenuine &&
    (await digestOf(client, formOf(last.digest))) === last.digest &&
    !(await hasForgedLook(client, last)) &&
    !(await hasLaterHeads(client, last));
  const seals: StateFinding[] = isSame ? [] : [{ kind: "seals", id: "", what: "seals" }];
  if (await isLookOfFuture(client, last)) seals.push({ kind: "seals", id: "", what: "future" });
  const codes = (await findWrongCodes(client, last)).map(
    ({ entryId, what }): StateFinding => ({ kind: "entry", id: String(entryId), what }),
  );
  const strangers = await readStrangers(client, { since: last.isGenuine ? last : { provedSince: 0 } });
  return { sealedAt: last.at, rows, findings: [...seals, ...findings, ...strangers, ...codes] };
}

/**
 * Seals the rows that the service has changed since the last look, and writes the digest of all seals into the security log. Only those rows
 * are read (`seal-steps.ts`). Changes in other sessions are returned, and their rows keep the seals that they had. Of all processes that try
 * at once one does it.
 * @param isAnew takes everything as it is: rows that were mended by hand, a secret that was lost, transactions of a release before codes
 * @returns null when another process is at it, or the last look is younger than `everyMs`
 * @throws EnvError when the seals were made with another secret
 */
export function sealState(
  pool: Pool,
  { now, everyMs, isAnew = false }: { now: Date; everyMs: number; isAnew?: boolean },
): Promise<StateFinding[] | null> {
  return withSessionLock(pool, ["state", 0], async (client) => {
    const last = await readLastLook(client);
    if (!isAnew) {
      await requireSecretOfDatabase(client);
      const isDone = last !== null && last.isPart !== true;
      if (isDone && !isDue({ last: last.at, now, everyMs })) return null;
    }
    // Read before the rows: what is still under way is noted above these numbers.
    const heads = await readHeads(pool, last ?? NOTHING);
    const since = isAnew ? anewFrom(last, heads) : await sinceFrom(client, { last, heads, now });
    const found =
      !isAnew && last !== null && formOf(last.digest) === "sum"
        ? await sealSteps(client, { last, heads, since, now })
        : await sealAll(client, { last: isAnew ? null : last, heads, since, now, isAnew });
    await forgetNotes(client, heads);
    return found;
  });
}

/** Removes notes of long ago whose rows are sealed since, a part at a time. */
async function forgetNotes(client: ClientBase, { noteId = 0 }: Heads): Promise<void> {
  for (let forgotten = 1; forgotten > 0; ) {
    const [row] = await readRows<{ forgotten: number }>(client, "SELECT forget_act_rows($1) AS forgotten", [
      noteId,
    ]);
    forgotten = row?.forgotten ?? 0;
  }
}

/** The first look, one of everything anew, and the one after a release with another digest read all rows in one transaction. */
function sealAll(
  client: ClientBase,
  {
    last,
    heads,
    since,
    now,
    isAnew,
  }: { last: KnownLook | null; heads: Heads; since: Since; now: Date; isAnew: boolean },
): Promise<StateFinding[]> {
  return inTransactionOn(
    client,
    async () => {
      const { changes, findings, rows } = await compare(client, last);
      await storeSeals(client, changes);
      const look = {
        ...{ ...heads, ...since, rows, isPart: false },
        digest: await digestOf(client),
        columns: packColumns(await readColumns(client, WHOLE_TABLES)),
      };
      await noteLook(client, look, now, isAnew && findings.length === 0 ? ANEW : toldOf(findings));
      return findings;
    },
    { timeLimitMs: 0 },
  );
}

/** Told of in the security log like a change, since everything was taken as it was. */
const ANEW = { kind: "seals", what: "anew" };

interface Looked {
  last: KnownLook | null;
  heads: Heads;
  now: Date;
}

async function sinceFrom(client: ClientBase, looked: Looked): Promise<Since> {
  return { ...(await codesFrom(client, looked)), provedSince: await provedFrom(client, looked) };
}

/** A database that began with notes has them from its beginning; another one from a day after its first look with them, when no older instance runs. */
async function provedFrom(client: ClientBase, { last, heads, now }: Looked): Promise<number | null> {
  if (last?.provedSince != null) return last.provedSince;
  if (await hasBegunWithNotes(client)) return 0;
  if (last?.noteId === undefined) return null;
  const isLate = now.getTime() - (await readFirstLook(client, { withNotes: true })).getTime() >= DAY_MS;
  return isLate ? (heads.noteId ?? 0) : null;
}

/** An empty log carries codes from its beginning; another one from a day after the first look on, when no older instance runs. */
async function codesFrom(
  client: ClientBase,
  { last, heads, now }: Looked,
): Promise<Pick<Since, "codesSince" | "codesProved">> {
  const codesProved = last?.codesProved ?? 0;
  if (!env().hasEntryMacs) return { codesSince: null, codesProved };
  const known = last?.codesSince ?? null;
  if (known !== null) return { codesSince: known, codesProved };
  if (last === null) return { codesSince: heads.entryId === 0 ? 0 : null, codesProved };
  const isLate = now.getTime() - (await readFirstLook(client)).getTime() >= DAY_MS;
  return { codesSince: isLate ? heads.entryId : null, codesProved };
}

/** At a new start no instance of an older release runs, nor one of another secret. */
function anewFrom(last: KnownLook | null, { entryId, noteId = 0 }: Heads): Since {
  const isSameSecret = last === null || last.secret === nameOfSecret();
  return {
    codesSince: env().hasEntryMacs ? entryId : null,
    codesProved: isSameSecret ? (last?.codesProved ?? 0) : entryId,
    provedSince: noteId,
  };
}

async function readHeads(pool: Pool, since: Heads): Promise<Heads> {
  return {
    auditId: await wholeUpTo(pool, since.auditId, "audit_log"),
    entryId: await wholeUpTo(pool, since.entryId),
    couponEventId: await wholeUpTo(pool, since.couponEventId, "coupon_event"),
    noteId: await wholeUpTo(pool, since.noteId ?? 0, "act_row"),
  };
}

interface Comparison {
  rows: number;
  findings: StateFinding[];
  /** Explained ones. */
  changes: SealChange[];
}

/** Reads all rows. Before the first look all are taken as they are. */
async function compare(client: ClientBase, last: KnownLook | null): Promise<Comparison> {
  const comparison: Comparison = { rows: 0, findings: [], changes: [] };
  const columns = last === null ? [] : await columnsSince(client, last);
  for (const kind of STATE_KIND_NAMES) {
    const { rows, table } = stateKind(kind);
    const added = columns.filter(({ of }) => of === table).map(({ name }) => name);
    const differing = new Map<string, DifferingRow>();
    const pages = readPages<SealedRow>(
      client,
      `SELECT coalesce(r.id, s.row_id) AS id, r.facts, ${beforeOf(1)}, s.seal FROM (${rows}) r
         FULL JOIN (SELECT row_id, seal FROM state_seal WHERE kind = '${kind}') s ON s.row_id = r.id`,
      [added],
    );
    for await (const page of pages) {
      comparison.rows += page.filter(({ facts }) => facts !== null).length;
      const { renewed, others } = differingOf(kind, page);
      comparison.changes.push(...renewed);
      for (const row of others) differing.set(row.id, row);
    }
    const isFirst = last === null || isNew(kind, last);
    const known = isFirst ? differing : await readExplained(client, kind, [...differing.keys()], last);
    for (const [id, row] of differing)
      if (known.has(id)) comparison.changes.push(row);
      else comparison.findings.push({ kind, id, what: row.what });
  }
  return comparison;
}
