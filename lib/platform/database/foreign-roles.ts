import type { ClientBase, Pool } from "pg";

/**
 * Every grant on what the session's role owns in its schema (tables, columns, sequences, functions) that is neither the owner's
 * nor the service's, and the grants that things made later would come with. Hosted databases give such to the roles of a door of
 * their own, by default.
 */
const FOREIGN_GRANTS = `
WITH here AS (SELECT current_schema()::regnamespace AS schema, pg_roles.oid AS me FROM pg_roles WHERE rolname = current_user),
     granted AS (
       SELECT CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, c.oid::regclass::text AS name, NULL::text AS columns, c.relowner AS owner, x.grantee
         FROM here, pg_class c, aclexplode(c.relacl) x
        WHERE c.relnamespace = here.schema AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       UNION
       SELECT 'TABLE', c.oid::regclass::text, quote_ident(a.attname), c.relowner, x.grantee
         FROM here, pg_class c, pg_attribute a, aclexplode(a.attacl) x
        WHERE c.relnamespace = here.schema AND a.attrelid = c.oid
       UNION
       SELECT 'FUNCTION', p.oid::regprocedure::text, NULL, p.proowner, x.grantee
         FROM here, pg_proc p, aclexplode(p.proacl) x
        WHERE p.pronamespace = here.schema AND x.grantee <> 0),
     kept AS (
       SELECT $1::regrole::oid AS role WHERE $1 IS NOT NULL
       UNION ALL
       SELECT x.grantee FROM pg_class c, aclexplode(c.relacl) x WHERE $1 IS NULL AND c.oid = to_regclass('entry')
        GROUP BY 1 HAVING array_agg(x.privilege_type ORDER BY 1) = ARRAY['INSERT', 'SELECT'])
SELECT 'REVOKE ALL' || coalesce(' (' || columns || ')', '') || ' ON ' || kind || ' ' || name || ' FROM '
       || CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END || ' CASCADE' AS revoke
  FROM granted, here
 WHERE grantee <> owner AND grantee <> here.me AND grantee NOT IN (SELECT role FROM kept) AND pg_has_role(owner, 'USAGE')
UNION ALL
SELECT 'ALTER DEFAULT PRIVILEGES IN SCHEMA ' || here.schema::text || ' REVOKE ALL ON '
       || CASE d.defaclobjtype WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' ELSE 'FUNCTIONS' END || ' FROM '
       || CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE x.grantee::regrole::text END
  FROM here, pg_default_acl d, aclexplode(d.defaclacl) x
 WHERE d.defaclnamespace = here.schema AND d.defaclrole = here.me AND d.defaclobjtype IN ('r', 'S', 'f')
   AND x.grantee <> here.me AND x.grantee NOT IN (SELECT role FROM kept)`;

/**
 * Takes every right on the service's tables, sequences and functions from roles other than their owner and the service's role. The
 * session is one of the owner. Where there is none nothing is touched. Membership in a role is not looked at: a role that is meant to
 * read is made a member of the service's, or of `pg_read_all_data`. Where migrations are applied without the service's address
 * (null), a role that has on the log what a service is given is taken for it.
 */
export async function revokeFromOthers(session: ClientBase, serviceRole: string | null): Promise<void> {
  const service = serviceRole === null ? null : session.escapeIdentifier(serviceRole);
  const { rows } = await session.query<{ revoke: string }>(FOREIGN_GRANTS, [service]);
  if (rows.length === 0) return;
  await session.query(`BEGIN;\n${rows.map(({ revoke }) => `${revoke};`).join("\n")}\nCOMMIT`);
}

/**
 * Roles that can read the service's tables without being a superuser, the tables' owner or the role that asks, by name. Nobody else than
 * the service has business there. To the owner, a role that has on the log what a service is given is the service's.
 */
export async function foreignReaders(session: ClientBase | Pool): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT r.rolname AS name FROM pg_roles r
      WHERE NOT r.rolsuper AND r.rolname <> current_user AND r.rolname !~ '^pg_'
        AND NOT EXISTS (SELECT FROM pg_class c, aclexplode(c.relacl) x
                         WHERE c.oid = to_regclass('entry') AND x.grantee = r.oid AND c.relowner = current_user::regrole
                         GROUP BY x.grantee HAVING array_agg(x.privilege_type ORDER BY 1) = ARRAY['INSERT', 'SELECT'])
        AND EXISTS (SELECT FROM pg_class c
                     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
                       AND NOT pg_has_role(r.oid, c.relowner, 'MEMBER') AND has_table_privilege(r.oid, c.oid, 'SELECT'))
      ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

export const FOREIGN_READERS =
  "Roles besides the service's can read its tables: customers, sessions, secrets. Take their rights away, or let DATABASE_MIGRATION_URL's owner migrate, which does it";
