import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate, migrateFor } from "@/lib/platform/database/migrate";
import { intendedPrivileges, mayRewriteLogs } from "@/lib/platform/database/service-role";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
let models: Model[];
beforeAll(async () => {
  database = await createTestDatabase();
  models = parseModels(await readFile("prisma/schema.prisma", "utf8"));
});
afterAll(() => database.drop());

interface Column {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
}

interface Model {
  table: string;
  columns: Column[];
  /** Names of indexes and foreign keys the schema promises. */
  indexes: string[];
  /** What the migrations alone make for this table, from the comments above its model: `check lot_points_not_negative`. */
  notes: string[];
  foreignKeys: string[];
  primaryKey: string[];
}

/** What PostgreSQL calls Prisma's types where the schema names no other. */
const DEFAULT_TYPES: Record<string, string> = {
  BigInt: "bigint",
  Boolean: "boolean",
  Bytes: "bytea",
  DateTime: "timestamp(3) without time zone",
  Int: "integer",
  Json: "jsonb",
  String: "text",
};

const NATIVE_TYPES: Record<string, (size: string) => string> = {
  Char: (size) => `character(${size})`,
  Date: () => "date",
  Decimal: (size) => `numeric(${size})`,
  SmallInt: () => "smallint",
  Real: () => "real",
  Timestamptz: (size) => `timestamp(${size}) with time zone`,
  Uuid: () => "uuid",
  VarChar: (size) => `character varying(${size})`,
};

/** Reads as much of Prisma's schema language as this schema uses: one field or attribute a line. */
function parseModels(schema: string): Model[] {
  const written = schema.matchAll(/^((?:\/\/.*\n)*)model (\w+) \{\n([\s\S]*?)^\}/gm);
  return [...written].map(([, comments = "", name = "", body = ""]) => {
    const lines = body
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("//"));
    const table = /@@map\("([^"]+)"\)/.exec(body)?.[1] ?? name;
    const named = (pattern: RegExp) => [...body.matchAll(pattern)].map(([, found = ""]) => found).sort();
    const columnNames = new Map<string, string>();
    const columns = lines.flatMap((line) => {
      const column = parseColumn(line, table);
      if (column === null) return [];
      columnNames.set(line.split(/\s+/)[0] ?? "", column.column);
      return [column];
    });
    return {
      table,
      columns: columns.sort((one, other) => (one.column < other.column ? -1 : 1)),
      indexes: named(/@(?:@index|@unique|unique)\([^\n]*?map: "([^"]+)"/g),
      foreignKeys: named(/@relation\([^\n]*fields: [^\n]*map: "([^"]+)"/g),
      notes: [...comments.matchAll(/^\/\/ (\w+ [\w=]+): /gm)].map(([, note = ""]) => note),
      primaryKey: primaryKeyFields(lines).map((field) => columnNames.get(field) ?? field),
    };
  });
}

function primaryKeyFields(lines: string[]): string[] {
  const several = lines
    .map((line) => /^@@id\(\[([^\]]+)\]/.exec(line)?.[1])
    .find((found) => found !== undefined);
  if (several !== undefined) return several.split(",").map((field) => field.trim());
  return lines.filter((line) => /\s@id\b/.test(line)).map((line) => line.split(/\s+/)[0] ?? "");
}

/** Null for attributes of the model and for fields that stand for another model. */
function parseColumn(line: string, table: string): Column | null {
  const [, field = "", type = "", suffix = ""] = /^(\w+)\s+(\w+)(\?|\[\])?/.exec(line) ?? [];
  const native = /@db\.(\w+)(?:\(([^)]*)\))?/.exec(line);
  const base =
    native === null
      ? DEFAULT_TYPES[type]
      : NATIVE_TYPES[native[1] ?? ""]?.(native[2]?.replace(/\s/g, "") ?? "");
  if (base === undefined) return null;
  return {
    table,
    column: /@map\("([^"]+)"\)/.exec(line)?.[1] ?? field,
    type: suffix === "[]" ? `${base}[]` : base,
    isNullable: suffix === "?",
  };
}

describe("the Prisma schema and the database the migrations make", () => {
  test("have the same tables", async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY 1`,
    );
    expect(models.map((model) => model.table).sort()).toEqual(rows.map((row) => row.name));
  });

  test("have the same columns, of the same types, that may be empty alike", async () => {
    const { rows } = await database.pool.query<Column>(
      `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
              NOT a.attnotnull AS "isNullable"
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
          AND c.relname <> '_prisma_migrations'`,
    );
    const sorted = (columns: Column[]) =>
      columns
        .map((found) => `${found.table}.${found.column} ${found.type}${found.isNullable ? "?" : ""}`)
        .sort();
    expect(sorted(models.flatMap((model) => model.columns))).toEqual(sorted(rows));
  });

  test("have the same primary keys", async () => {
    const { rows } = await database.pool.query<{ table: string; columns: string[] }>(
      `SELECT c.relname AS table, array_agg(a.attname::text ORDER BY k.position) AS columns
         FROM pg_constraint p
         JOIN pg_class c ON c.oid = p.conrelid
         CROSS JOIN unnest(p.conkey) WITH ORDINALITY AS k (number, position)
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
        WHERE p.contype = 'p' AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'
        GROUP BY c.relname`,
    );
    const found = Object.fromEntries(rows.map((row) => [row.table, row.columns]));
    expect(Object.fromEntries(models.map((model) => [model.table, model.primaryKey]))).toEqual(found);
  });

  test("have the same foreign keys, by name", async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1",
    );
    expect(models.flatMap((model) => model.foreignKeys).sort()).toEqual(rows.map((row) => row.name));
  });

  test("have the same indexes, checks, triggers, row types, functions, sequences and storage settings, by name", async () => {
    const { rows } = await database.pool.query<{ made: string }>(WHAT_THE_MIGRATIONS_MAKE);
    const promised = models.flatMap(({ table, indexes, notes }) => [
      ...indexes.map((name) => `${table} index ${name}`),
      // Row types, functions and sequences belong to no table of their own.
      ...notes.map((note) => (/^(?:type|function|sequence) /.test(note) ? note : `${table} ${note}`)),
    ]);
    expect(promised.sort()).toEqual(rows.map((row) => row.made).sort());
  });
});

describe("the service's own role", () => {
  const LOGS = ["entry", "idempotency_key", "audit_log", "security_event", "chain_link", "anchor", "act_row"];
  let service: pg.Pool;
  beforeAll(() => {
    service = new pg.Pool({ connectionString: database.url, max: 1 });
  });
  afterAll(() => service.end());

  test("may do with every table what is listed for it, less what the table's triggers refuse", async () => {
    const { rows } = await database.pool.query<{ table: string; privileges: string[] }>(
      `SELECT c.relname AS table, array_remove(array_agg(CASE WHEN has_table_privilege('points_service', c.oid, p.name) THEN p.name END), NULL) AS privileges
         FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS p (name)
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY 1 ORDER BY 1`,
    );
    const found = Object.fromEntries(rows.map(({ table, privileges }) => [table, privileges]));
    expect(found).toEqual(intendedPrivileges());
    for (const table of LOGS)
      expect([table, found[table]]).toEqual([
        table,
        table === "chain_link" || table === "act_row" ? ["SELECT"] : ["SELECT", "INSERT"],
      ]);
  });

  // Links are added by the triggers of the logs, which act as the owner.
  test("may do all that the triggers and functions do, which act in its name", async () => {
    const { rows } = await database.pool.query<{ name: string; source: string }>(
      "SELECT proname AS name, prosrc AS source FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND NOT prosecdef AND proname <> 'add_chain_link'",
    );
    const tables = intendedPrivileges();
    const lacking = rows.flatMap(({ name, source }) =>
      [...source.matchAll(/\b(INSERT INTO|DELETE FROM|UPDATE(?! OF)|TRUNCATE) (\w+)/g)].flatMap(
        ([, act = "", table = ""]) => {
          const right = act.split(" ")[0] as "INSERT" | "DELETE" | "UPDATE" | "TRUNCATE";
          return tables[table]?.includes(right) === false ? [`${name}: ${act} ${table}`] : [];
        },
      ),
    );
    expect(lacking).toEqual([]);
  });

  test.each(LOGS)("cannot change, empty or alter %s, nor switch its triggers off", async (table) => {
    for (const statement of [
      `UPDATE ${table} SET hash = NULL`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `ALTER TABLE ${table} DISABLE TRIGGER USER`,
      `ALTER TABLE ${table} ADD COLUMN mine text`,
      `DROP TABLE ${table}`,
      "SET session_replication_role = replica",
    ])
      await expect(service.query(statement), statement).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:42501|42703)$/),
      });
  });

  test("makes no tables and adds no links to chains, and is not taken for one that can rewrite the logs", async () => {
    await expect(service.query("CREATE TABLE mine ()")).rejects.toMatchObject({ code: "42501" });
    await expect(service.query("SELECT add_chain_link('audit', 1, '{}')")).rejects.toMatchObject({
      code: "42501",
    });
    const asked = async (pool: pg.Pool) => {
      const client = await pool.connect();
      return mayRewriteLogs(client).finally(() => client.release());
    };
    expect([await asked(service), await asked(database.owner)]).toEqual([false, true]);
  });

  test("finds nothing to migrate, says who can where something is missing, and reads what other tools add later", async () => {
    expect(await migrate(database.url)).toEqual([]);
    const { rows } = await database.pool.query(
      "SELECT * FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1",
    );
    await database.owner.query("DELETE FROM _prisma_migrations WHERE id = $1", [rows[0]?.id]);
    await expect(migrate(database.url)).rejects.toThrow(/DATABASE_MIGRATION_URL/);
    await database.owner.query(
      "INSERT INTO _prisma_migrations SELECT * FROM jsonb_populate_record(NULL::_prisma_migrations, $1)",
      [JSON.stringify(rows[0])],
    );
    await database.owner.query("CREATE TABLE added_later (id int)");
    await service.query("INSERT INTO added_later VALUES (1)");
    await expect(service.query("UPDATE added_later SET id = 2")).rejects.toMatchObject({ code: "42501" });
    expect(await migrateFor({ url: database.url, migrationUrl: database.ownerUrl })).toEqual([]);
    await service.query("UPDATE added_later SET id = 2");
    await database.owner.query("DROP TABLE added_later");
  });
});

/** One row for each thing, named as the schema names it. What a primary key, a serial column or a trigger brings along is left out. */
const WHAT_THE_MIGRATIONS_MAKE = `
  WITH tables AS (
    SELECT oid, relname, reloptions FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations')
  SELECT t.relname || ' index ' || x.indexrelid::regclass AS made
    FROM pg_index x JOIN tables t ON t.oid = x.indrelid WHERE NOT x.indisprimary
  UNION ALL
  SELECT t.relname || ' check ' || c.conname FROM pg_constraint c JOIN tables t ON t.oid = c.conrelid
   WHERE c.contype NOT IN ('p', 'f', 'u', 'n', 't')
  UNION ALL
  SELECT t.relname || ' trigger ' || g.tgname FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal AND g.tgfoid <> 'note_act_row'::regproc
  UNION ALL
  SELECT t.relname || ' storage ' || option FROM tables t, unnest(t.reloptions) option
  UNION ALL
  SELECT 'type ' || relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'c'
  UNION ALL
  SELECT 'function ' || proname FROM pg_proc
   WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
  UNION ALL
  SELECT 'sequence ' || relname FROM pg_class s
   WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = s.oid AND d.deptype IN ('a', 'i'))`;
