import type { ClientBase, Pool } from "pg";
import { STATE_KIND_NAMES, STATE_KINDS, type StateKind, type StateKindName } from "@/lib/log/state-kinds";
import { wholeUpTo } from "@/lib/log/tail";
import { env } from "@/lib/platform/env";
import { readRows } from "@/lib/platform/rows";
import { withSessionLock } from "@/lib/platform/session-lock";
import { isDue } from "@/lib/platform/time-base";
import { inTransaction, inTransactionOn } from "@/lib/platform/transaction";
import { INSERT_EVENTS, rowOf } from "@/lib/portal/security-log/event";
import {
  digestOf,
  findWrongCodes,
  type Heads,
  hasLaterHeads,
  LOOK_EVENT,
  type Look,
  markOf,
  nameOfSecret,
  readColumns,
  readFirstLook,
  readLastLook,
  readPages,
  requireSecretOfDatabase,
  SEAL_PAGE,
  sealOf,
} from "./look";

/**
 * Rows beside the log are proved by seals: an HMAC of each row's facts under a key that is not in the database. A row may differ from its
 * seal where the chained logs tell of something that was done to it since; the job then seals it anew. Any other difference was made behind
 * the service's back. A security event has the digest of all seals, so that it is in a chain and under the anchors.
 */

export interface StateFinding {
  kind: StateKindName | "seals" | "entry";
  /** The row, as its kind names it. */
  id: string;
  /** `seals`: the seals themselves are not those of the last look. */
  what: "changed" | "added" | "removed" | "seals" | "secret" | "code" | "no_code";
}

export const STATE_FINDINGS = {
  changed: "it was changed, and no log tells of an act",
  added: "it was added, and no log tells of an act",
  removed: "it was removed, and no log tells of an act",
  seals: "the seals are not those of the last look",
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

const WHOLE_TABLES = STATE_KIND_NAMES.flatMap((kind) => {
  const { table }: StateKind = STATE_KINDS[kind];
  return table === undefined ? [] : [table];
});
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
    last.isGenuine && (await digestOf(client)) === last.digest && !(await hasLaterHeads(client, last));
  const seals: StateFinding[] = isSame ? [] : [{ kind: "seals", id: "", what: "seals" }];
  const codes = (await findWrongCodes(client, last)).map(
    ({ entryId, what }): StateFinding => ({ kind: "entry", id: String(entryId), what }),
  );
  return { sealedAt: last.at, rows, findings: [...seals, ...findings, ...codes] };
}

/**
 * Seals the rows that were changed by what the chained logs tell of since the last look, and writes the digest of all seals into the
 * security log. Rows that changed without it keep their seals, and are returned. Of all processes that try at once one does it.
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
      if (last !== null && !isDue({ last: last.at, now, everyMs })) return null;
    }
    // Read before the rows: an act that is still under way explains what it did at the next look.
    const heads = await readHeads(pool, last ?? NOTHING);
    return inTransactionOn(
      client,
      async () => {
        const { changes, findings, rows } = await compare(client, isAnew ? null : last);
        await store(client, changes);
        const codes = isAnew ? anewFrom(last, heads) : await codesFrom(client, { last, heads, now });
        const look = {
          ...heads,
          ...codes,
          secret: nameOfSecret(),
          digest: await digestOf(client),
          columns: await readColumns(client, WHOLE_TABLES),
          rows,
        };
        const events = [rowOf({ kind: LOOK_EVENT, details: { ...look, mark: markOf(look) } }, now)];
        const [first] = findings;
        const told = first !== undefined ? { ...first, count: findings.length } : isAnew ? ANEW : undefined;
        if (told !== undefined) events.unshift(rowOf({ kind: "state.changed", details: told }, now));
        await client.query(INSERT_EVENTS, [JSON.stringify(events)]);
        return findings;
      },
      { timeLimitMs: 0 },
    );
  });
}

/** Told of in the security log like a change, since everything was taken as it was. */
const ANEW = { kind: "seals", what: "anew" };

const REMOVE =
  "DELETE FROM state_seal s USING unnest($1::text[], $2::text[]) AS g (kind, row_id) WHERE s.kind = g.kind AND s.row_id = g.row_id";
const STORE = `
INSERT INTO state_seal (kind, row_id, seal) SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])
ON CONFLICT (kind, row_id) DO UPDATE SET seal = excluded.seal`;

async function store(client: ClientBase, changes: Comparison["changes"]): Promise<void> {
  for (let at = 0; at < changes.length; at += SEAL_PAGE) {
    const page = changes.slice(at, at + SEAL_PAGE);
    const gone = page.filter(({ seal }) => seal === null);
    const kept = page.filter(({ seal }) => seal !== null);
    await client.query(REMOVE, [gone.map(({ kind }) => kind), gone.map(({ id }) => id)]);
    await client.query(STORE, [
      kept.map(({ kind }) => kind),
      kept.map(({ id }) => id),
      kept.map(({ seal }) => seal),
    ]);
  }
}

/** An empty log carries codes from its beginning; another one from a day after the first look on, when no older instance runs. */
async function codesFrom(
  client: ClientBase,
  { last, heads, now }: { last: Look | null; heads: Heads; now: Date },
): Promise<Pick<Look, "codesSince" | "codesProved">> {
  const codesProved = last?.codesProved ?? 0;
  if (!env().hasEntryMacs) return { codesSince: null, codesProved };
  const known = last?.codesSince ?? null;
  if (known !== null) return { codesSince: known, codesProved };
  if (last === null) return { codesSince: heads.entryId === 0 ? 0 : null, codesProved };
  const isLate = now.getTime() - (await readFirstLook(client)).getTime() >= DAY_MS;
  return { codesSince: isLate ? heads.entryId : null, codesProved };
}

/** At a new start no instance of an older release runs, nor one of another secret. */
function anewFrom(last: Look | null, { entryId }: Heads): Pick<Look, "codesSince" | "codesProved"> {
  const isSameSecret = last === null || last.secret === nameOfSecret();
  return {
    codesSince: env().hasEntryMacs ? entryId : null,
    codesProved: isSameSecret ? (last?.codesProved ?? 0) : entryId,
  };
}

async function readHeads(pool: Pool, since: Heads): Promise<Heads> {
  return {
    auditId: await wholeUpTo(pool, since.auditId, "audit_log"),
    entryId: await wholeUpTo(pool, since.entryId),
    couponEventId: await wholeUpTo(pool, since.couponEventId, "coupon_event"),
  };
}

interface Comparison {
  rows: number;
  findings: StateFinding[];
  /** Explained ones: the seal that each row is to have, null for one that is gone. */
  changes: { kind: StateKindName; id: string; seal: Buffer | null }[];
}

/** Before the first look all rows are taken as they are. */
async function compare(client: ClientBase, last: (Look & { at: Date }) | null): Promise<Comparison> {
  const comparison: Comparison = { rows: 0, findings: [], changes: [] };
  const columns = last === null ? [] : await columnsSince(client, last);
  for (const kind of STATE_KIND_NAMES) {
    const { rows, explained, table }: StateKind = STATE_KINDS[kind];
    const added = columns.filter(({ of }) => of === table).map(({ name }) => name);
    const differing = new Map<string, { what: StateFinding["what"]; seal: Buffer | null }>();
    const pages = readPages<{ id: string; facts: string | null; before: string | null; seal: Buffer | null }>(
      client,
      `SELECT coalesce(r.id, s.row_id) AS id, r.facts, ${added.length === 0 ? "r.facts" : "(r.facts::jsonb - $1::text[])::text"} AS before, s.seal FROM (${rows}) r
         FULL JOIN (SELECT row_id, seal FROM state_seal WHERE kind = '${kind}') s ON s.row_id = r.id`,
      added.length === 0 ? [] : [added],
    );
    for await (const page of pages)
      for (const { id, facts, before, seal: sealed } of page) {
        const seal = facts === null ? null : sealOf(kind, id, facts);
        if (seal !== null) comparison.rows += 1;
        if (seal !== null && sealed !== null && seal.equals(sealed)) continue;
        // A release has added columns: the others are those that were sealed.
        if (
          before !== null &&
          before !== facts &&
          sealed !== null &&
          sealOf(kind, id, before).equals(sealed)
        ) {
          comparison.changes.push({ kind, id, seal });
          continue;
        }
        differing.set(id, { what: seal === null ? "removed" : sealed === null ? "added" : "changed", seal });
      }
    const known =
      last === null ? differing : await readExplained(client, explained, [...differing.keys()], last);
    for (const [id, { what, seal }] of differing)
      if (known.has(id)) comparison.changes.push({ kind, id, seal });
      else comparison.findings.push({ kind, id, what });
  }
  return comparison;
}

/** Columns of whole rows that a migration has added since the last look. */
async function columnsSince(client: ClientBase, { columns }: Look): Promise<{ of: string; name: string }[]> {
  const known = new Set(columns.split(","));
  return (await readColumns(client, WHOLE_TABLES))
    .split(",")
    .filter((column) => !known.has(column))
    .map((column) => column.split("."))
    .map(([of = "", name = ""]) => ({ of, name }));
}

async function readExplained(
  client: ClientBase,
  explained: string,
  ids: readonly string[],
  { auditId, entryId, couponEventId, at }: Heads & { at: Date },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await readRows<{ id: string }>(
    client,
    `SELECT r.id FROM unnest($1::text[]) AS r (id) WHERE ($2::bigint, $3::bigint, $4::bigint, $5::timestamptz) IS NOT NULL AND ${explained}`,
    [ids, auditId, entryId, couponEventId, at],
  );
  return new Set(rows.map(({ id }) => id));
}
