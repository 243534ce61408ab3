import { createHash, createHmac } from "node:crypto";
import type { ClientBase } from "pg";
import { env } from "@/lib/platform/env";
import { type Database, readRows } from "@/lib/platform/rows";
import { sealingKey } from "@/lib/platform/seal";
import { inTransactionOn } from "@/lib/platform/transaction";
import { NOTED_TABLES, type NotedTable } from "./tables";

/**
 * Changes of sealed rows are noted by triggers, in `act_row`: the row, the transaction, and the proof of the session. A session of the service
 * says a token that is made with the service's secret and stands in no table; the trigger keeps the first half of the token's SHA-256. So a change
 * by whoever has only the database's password is told from one of the service, whatever else they write (docs/decisions/0058).
 */

const PROOF_BYTES = 16;

/** The token of the service's sessions; null where the secret is not known, as in tools beside the service. */
export function sessionToken(): string | null {
  const { dataSecret, sessionSecret } = env();
  const serviceSecret = dataSecret ?? sessionSecret;
  if (serviceSecret === undefined) return null;
  return createHmac("sha256", sealingKey({ serviceSecret, purpose: "sessions of the service" }))
    .update("token")
    .digest("base64");
}

/** The part of the token that the triggers keep, hashed. @throws Error where the secret is not known */
export function sessionProof(): Buffer {
  const token = sessionToken();
  if (token === null)
    throw new Error("SESSION_SECRET is not known: nothing of the service can be told from others");
  return createHash("sha256").update(token).digest().subarray(0, PROOF_BYTES);
}

/** Says in a session that it is one of the service. Does nothing where the secret is not known. */
export async function proveSession(client: Pick<ClientBase, "query">): Promise<void> {
  await client.query("SELECT set_config('points.proof', $1, false)", [sessionToken() ?? ""]);
}

/** Lets the triggers of busy tables tell the service from others. */
export async function registerProof(database: Database): Promise<void> {
  await readRows(database, "INSERT INTO act_proof (proof) VALUES ($1) ON CONFLICT DO NOTHING", [
    sessionProof(),
  ]);
}

interface FoundTable {
  name: string;
  columns: string[];
  /** The definition that each trigger was made from, by the trigger's name. */
  triggers: Record<string, string> | null;
}

const FIND_TABLES = `
SELECT c.relname AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attname) AS columns,
       (SELECT jsonb_object_agg(t.tgname, coalesce(obj_description(t.oid, 'pg_trigger'), '')) FROM pg_trigger t
         WHERE t.tgrelid = c.oid AND t.tgfoid = to_regproc('note_act_row')) AS triggers
  FROM pg_class c
 WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1)
   AND to_regproc('note_act_row') IS NOT NULL ORDER BY c.relname`;

/**
 * Makes the triggers that the declarations in prisma/schema.prisma ask for, on the tables that lack them or have others. The session is one of
 * the tables' owner. One table is locked at a time, for moments.
 * @param untilFree carries out an act again while other transactions hold the table
 */
export async function makeTriggers(
  session: ClientBase,
  untilFree: (act: () => Promise<void>, table: string) => Promise<void> = (act) => act(),
): Promise<void> {
  const { rows } = await session.query<FoundTable>(FIND_TABLES, [Object.keys(NOTED_TABLES)]);
  for (const table of rows) {
    const statements = statementsFor(table);
    if (statements.length === 0) continue;
    await untilFree(
      () => inTransactionOn(session, async () => void (await session.query(statements.join(";\n")))),
      table.name,
    );
  }
}

/** Tables of the service whose changes nothing notes, or not as this release declares. */
export async function tablesWithoutTriggers(database: Database): Promise<string[]> {
  const rows = await readRows<FoundTable>(database, FIND_TABLES, [Object.keys(NOTED_TABLES)]);
  return rows.filter((table) => statementsFor(table).length > 0).map(({ name }) => name);
}

const quoted = (name: string) => `"${name}"`;

function statementsFor({ name, columns, triggers }: FoundTable): string[] {
  const declared = NOTED_TABLES[name];
  const wanted = declared === undefined ? [] : triggersOf(declared, columns);
  const isSame =
    wanted.length === Object.keys(triggers ?? {}).length &&
    wanted.every(({ trigger, definition }) => triggers?.[trigger] === markOf(definition));
  if (isSame) return [];
  return [
    ...Object.keys(triggers ?? {}).map((trigger) => `DROP TRIGGER ${trigger} ON ${quoted(name)}`),
    ...wanted.flatMap(({ trigger, definition }) => [
      `CREATE TRIGGER ${trigger} AFTER ${definition.replace("ON", `ON ${quoted(name)}`)}`,
      `COMMENT ON TRIGGER ${trigger} ON ${quoted(name)} IS '${markOf(definition)}'`,
    ]),
  ];
}

const markOf = (definition: string) => createHash("sha256").update(definition).digest("hex").slice(0, 16);

function triggersOf(
  { of, key, except, isReplayed }: NotedTable,
  columns: readonly string[],
): { trigger: string; definition: string }[] {
  const act = `EXECUTE FUNCTION note_act_row(${key.map(([column]) => `'${column}'`).join(", ")})`;
  if (of === "strangers")
    return [
      {
        trigger: "act_row_strange",
        definition: `INSERT OR UPDATE OR DELETE ON FOR EACH ROW WHEN (NOT is_of_service()) ${act}`,
      },
    ];
  const guarded = columns.filter((column) => !except.includes(column)).map(quoted);
  const rowOf = (record: string) => `(${guarded.map((column) => `${record}.${column}`).join(", ")})`;
  const differs = `ROW${rowOf("OLD")} IS DISTINCT FROM ROW${rowOf("NEW")}`;
  // Replayed columns change with each movement, and the log proves them.
  const when = isReplayed || except.length === 0 ? differs : `${differs} OR NOT is_of_service()`;
  return [
    { trigger: "act_row_added", definition: `INSERT OR DELETE ON FOR EACH ROW ${act}` },
    { trigger: "act_row_changed", definition: `UPDATE ON FOR EACH ROW WHEN (${when}) ${act}` },
  ];
}
