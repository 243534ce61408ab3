import type { ClientBase } from "pg";
import { TABLES } from "./generated/tables";
import { tablesSealedBy } from "./tables";

type Privilege = "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "TRUNCATE";

/** Rights of the service on a table. */
const LEVELS = {
  /** Written by migrations, or by triggers as the owner. */
  read: ["SELECT"],
  /** A log: what is in it stays as it is. */
  append: ["SELECT", "INSERT"],
  /** Rows change and are never removed. */
  keep: ["SELECT", "INSERT", "UPDATE"],
  /** Rows come and go, and none changes. */
  replace: ["SELECT", "INSERT", "DELETE"],
  /** Rows come and go. */
  change: ["SELECT", "INSERT", "UPDATE", "DELETE"],
  /** Sums over the log, which are made again from the beginning. */
  rebuild: ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE"],
} as const satisfies Record<string, readonly Privilege[]>;

type Role = keyof typeof LEVELS;

/** The roles that prisma/schema.prisma declares. A table that another tool makes is `change`, as far as its own triggers allow. */
const ROLES: Readonly<Record<string, Role>> = {
  _prisma_migrations: "read",
  ...Object.fromEntries(Object.entries(TABLES).map(([table, { role }]) => [table, role])),
};

/** Logs whose rows prove each other. */
const LOGS = tablesSealedBy("chain");

interface FoundTable {
  name: string;
  /** Privileges that its triggers refuse to everybody. */
  refused: Privilege[];
  /** Privileges of the role on it. */
  granted: string[];
}

const FIND_TABLES = `
SELECT c.relname AS name,
       array_remove(ARRAY[CASE WHEN bool_or(t.tgtype & 16 <> 0) THEN 'UPDATE' END,
                          CASE WHEN bool_or(t.tgtype & 8 <> 0) THEN 'DELETE' END,
                          CASE WHEN bool_or(t.tgtype & 32 <> 0) THEN 'TRUNCATE' END], NULL) AS refused,
       ARRAY(SELECT x.privilege_type FROM aclexplode(c.relacl) x JOIN pg_roles r ON r.oid = x.grantee WHERE r.rolname = $1) AS granted
  FROM pg_class c
  LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgfoid = to_regproc('refuse_change')
 WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
   AND pg_has_role(c.relowner, 'USAGE')
 GROUP BY c.oid, c.relname, c.relacl ORDER BY c.relname`;

const SEQUENCE_WITHOUT_GRANT = `
SELECT FROM pg_class s
 WHERE s.relnamespace = current_schema()::regnamespace AND s.relkind = 'S' AND pg_has_role(s.relowner, 'USAGE')
   AND CASE WHEN s.relkind = 'S' THEN NOT has_sequence_privilege($1, s.oid, 'SELECT') END LIMIT 1`;

/**
 * Gives the role `role` what the service needs in the session's schema, and takes away the rest; where it has that already
 * nothing is touched, because a change of rights makes every running service plan its statements again. The session is one of the
 * tables' owner. Tables that are made later without this (by another tool) can be read and added to at once, and the rest
 * comes with the next migration.
 */
export async function grantToService(session: ClientBase, role: string): Promise<void> {
  const { rows: tables } = await session.query<FoundTable>(FIND_TABLES, [role]);
  const wanted = tables.map(({ name, refused, granted }) => ({
    ...{ name, granted },
    privileges: LEVELS[ROLES[name] ?? "change"].filter((privilege) => !refused.includes(privilege)),
  }));
  const isSame = wanted.every(
    ({ privileges, granted }) => privileges.toSorted().join() === granted.toSorted().join(),
  );
  const { rowCount: sequences } = await session.query(SEQUENCE_WITHOUT_GRANT, [role]);
  if (isSame && sequences === 0) return;
  const { rows: schemas } = await session.query<{ name: string }>("SELECT current_schema() AS name");
  const schema = session.escapeIdentifier(schemas[0]?.name ?? "public");
  const to = session.escapeIdentifier(role);
  const grants = wanted.map(
    ({ name, privileges }) => `GRANT ${privileges.join(", ")} ON ${session.escapeIdentifier(name)} TO ${to};`,
  );
  await session.query(`BEGIN;
    REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC, ${to};
    GRANT USAGE ON SCHEMA ${schema} TO ${to};
    REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${to};
    REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${schema} FROM ${to};
    ${grants.join("\n")}
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT ON TABLES TO ${to};
    ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${to};
    COMMIT`);
}

/** The privileges that the service is meant to have, by table. */
export function intendedPrivileges(): Readonly<Record<string, readonly Privilege[]>> {
  return Object.fromEntries(Object.entries(ROLES).map(([table, role]) => [table, LEVELS[role]]));
}

const MISSING = `
SELECT p.name, string_agg(p.privilege, ', ' ORDER BY p.privilege) AS privileges
  FROM unnest($1::text[], $2::text[]) AS p (name, privilege) JOIN pg_class c ON c.oid = to_regclass(p.name)
 WHERE NOT has_table_privilege(c.oid, p.privilege)
   AND NOT EXISTS (SELECT FROM pg_trigger t
                    WHERE t.tgrelid = c.oid AND t.tgfoid = to_regproc('refuse_change')
                      AND t.tgtype & CASE p.privilege WHEN 'UPDATE' THEN 16 WHEN 'DELETE' THEN 8 WHEN 'TRUNCATE' THEN 32 ELSE 0 END <> 0)
 GROUP BY p.name ORDER BY p.name`;

/** Rights that the service needs and the session's role lacks, such as "wallet (INSERT, UPDATE)". */
export async function missingRights(session: Pick<ClientBase, "query">): Promise<string[]> {
  const wanted = Object.entries(intendedPrivileges()).flatMap(([name, privileges]) =>
    privileges.map((privilege) => ({ name, privilege })),
  );
  const { rows } = await session.query<{ name: string; privileges: string }>(MISSING, [
    wanted.map(({ name }) => name),
    wanted.map(({ privilege }) => privilege),
  ]);
  return rows.map(({ name, privileges }) => `${name} (${privileges})`);
}

/**
 * Whether the session's role could rewrite the logs: as a superuser, as their owner (who can switch the triggers off), or by
 * privileges that it was given.
 */
export async function mayRewriteLogs(session: Pick<ClientBase, "query">): Promise<boolean> {
  const { rows } = await session.query<{ may: boolean }>(
    `SELECT coalesce(bool_or(r.rolsuper OR pg_has_role(c.relowner, 'MEMBER')
                             OR has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')), false) AS may
       FROM pg_roles r, pg_class c
      WHERE r.rolname = current_user AND c.oid IN (SELECT to_regclass(log) FROM unnest($1::text[]) log)`,
    [LOGS],
  );
  return rows[0]?.may === true;
}
