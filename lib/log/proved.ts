import { sessionProof } from "@/lib/platform/database/act-rows";
import type { TABLES } from "@/lib/platform/database/generated/tables";
import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/process-singleton";
import { type Database, readRows } from "@/lib/platform/rows";
import { readLastLook } from "./look";

/** Jobs and ways in ask here about the rows that they are about to use: whether a session that is none of the service has changed them. */

/** A row by its key, or the rows of an owner by the first part of theirs. */
export type NotedRows = readonly [table: keyof typeof TABLES, key: string | number];

/** The migration that brought the notes. */
const FIRST_MIGRATION = "0054_act_rows";

/** Whether the database was made by a release that notes changes: no older instance has ever served it. */
export async function hasBegunWithNotes(database: Database): Promise<boolean> {
  const [row] = await readRows<{ has_begun: boolean }>(
    database,
    `SELECT coalesce(min(finished_at) FILTER (WHERE migration_name = $1) - min(finished_at) < interval '10 minutes', false) AS has_begun
       FROM _prisma_migrations`,
    [FIRST_MIGRATION],
  );
  return row?.has_begun === true;
}

/** No note has a higher number: none must be the service's yet. */
const NEVER = Number.MAX_SAFE_INTEGER;
const REMEMBERED_MS = 10_000;

const remembered = () =>
  processSingleton("proved since", () => new Map<string, { at: number; since: Promise<number> }>());

/** The number above which each noted change must be the service's. Remembered for some seconds. */
export function readProvedSince(database: Database): Promise<number> {
  const known = remembered().get(env().databaseUrl ?? "");
  if (known !== undefined && Math.abs(performance.now() - known.at) < REMEMBERED_MS) return known.since;
  const since = findProvedSince(database);
  remembered().clear();
  remembered().set(env().databaseUrl ?? "", { at: performance.now(), since });
  since.catch(() => remembered().clear());
  return since;
}

async function findProvedSince(database: Database): Promise<number> {
  const last = await readLastLook(database);
  // Looks by others cannot say that nothing must be proved.
  if (last !== null && !last.isGenuine) return 0;
  if (last?.provedSince != null) return last.provedSince;
  return (await hasBegunWithNotes(database)) ? 0 : NEVER;
}

/** SQL: whether a stranger has changed one of these rows, by SQL of their keys. `place` is that of two parameters, {@link strangerValues}. */
export function isStrange(
  rows: readonly (readonly [table: keyof typeof TABLES, key: string])[],
  place: number,
): string {
  const one = ([table, key]: readonly [string, string]) =>
    `EXISTS (SELECT FROM act_row x WHERE x.table_name = '${table}' AND x.id > $${place} AND x.proof IS DISTINCT FROM $${place + 1}::bytea
        AND (x.row_key = (${key})::text OR x.row_key >= (${key}) || ' ' AND x.row_key < (${key}) || '!'))`;
  return `(${rows.map(one).join(" OR ")})`;
}

/** The two values that {@link isStrange} takes. */
export async function strangerValues(database: Database): Promise<[since: number, proof: Buffer]> {
  return [await readProvedSince(database), sessionProof()];
}

/** The first of these rows that a stranger has changed; null where there is none. */
export async function findStrange(
  database: Database,
  rows: readonly NotedRows[],
): Promise<{ kind: string; id: string } | null> {
  const [found] = await readRows<{ kind: string; id: string }>(
    database,
    `SELECT x.table_name AS kind, x.row_key AS id
       FROM unnest($3::text[], $4::text[]) AS asked (name, key),
            LATERAL (SELECT n.table_name, n.row_key FROM act_row n
                      WHERE n.table_name = asked.name AND n.id > $1 AND n.proof IS DISTINCT FROM $2::bytea
                        AND (n.row_key = asked.key OR n.row_key >= asked.key || ' ' AND n.row_key < asked.key || '!') LIMIT 1) x LIMIT 1`,
    [...(await strangerValues(database)), rows.map(([table]) => table), rows.map(([, key]) => String(key))],
  );
  return found ?? null;
}

/** How many rows strangers have changed. */
export async function countStrange(database: Database): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    database,
    "SELECT count(DISTINCT (table_name, row_key))::int AS count FROM act_row WHERE id > $1 AND proof IS DISTINCT FROM $2::bytea",
    await strangerValues(database),
  );
  return row?.count ?? 0;
}
