import type { ClientBase } from "pg";

/**
 * Everything that migrations make in the session's schema, a line for each part: tables, columns with type, default and place,
 * constraints, indexes, triggers, functions, sequences, types. Two schemas with the same lines work alike. A constraint that is not
 * validated binds every new row, and counts as the same.
 */
export async function describeSchema(session: ClientBase): Promise<string[]> {
  const { rows } = await session.query<{ line: string }>(DESCRIBE);
  return rows.map(({ line }) => line).sort();
}

const DESCRIBE = `
WITH tables AS (
  SELECT oid, relname AS name, relkind, relpersistence, reloptions FROM pg_class
   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'c') AND relname <> '_prisma_migrations')
SELECT format('table %s %s %s %s', name, relkind, relpersistence, array_to_string(reloptions, ',')) AS line FROM tables
UNION ALL
SELECT format('column %s.%s %s %s%s%s%s%s', t.name, a.attname, row_number() OVER (PARTITION BY t.oid ORDER BY a.attnum),
              format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' not null' END, ' identity ' || nullif(a.attidentity::text, ''),
              ' generated ' || nullif(a.attgenerated::text, ''), ' default ' || pg_get_expr(d.adbin, d.adrelid))
  FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
UNION ALL
SELECT format('constraint %s.%s %s', t.name, c.conname, regexp_replace(pg_get_constraintdef(c.oid), ' NOT VALID$', ''))
  FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype <> 'n'
UNION ALL
SELECT format('index %s %s', x.indexrelid::regclass, replace(pg_get_indexdef(x.indexrelid), current_schema() || '.', ''))
  FROM tables t JOIN pg_index x ON x.indrelid = t.oid
UNION ALL
SELECT format('trigger %s.%s %s %s', t.name, g.tgname, g.tgenabled, replace(pg_get_triggerdef(g.oid), current_schema() || '.', ''))
  FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
UNION ALL
SELECT format('function %s(%s) returns %s %s %s %s %s %s %s %s %s', p.proname, pg_get_function_identity_arguments(p.oid),
              pg_get_function_result(p.oid), l.lanname, p.provolatile, p.prosecdef, p.proisstrict, p.proparallel, p.proleakproof, p.proconfig, p.prosrc)
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = current_schema()::regnamespace
UNION ALL
SELECT format('sequence %s %s %s %s %s %s %s', s.sequencename, s.data_type, s.start_value, s.increment_by, s.max_value, s.cycle,
              (SELECT d.refobjid::regclass || '.' || d.refobjsubid FROM pg_depend d
                WHERE d.classid = 'pg_class'::regclass AND d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass
                  AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass))
  FROM pg_sequences s WHERE s.schemaname = current_schema()`;
