import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foreignReaders } from "@/lib/platform/database/foreign-roles";
import { migrateFor } from "@/lib/platform/database/migrate";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

const DOOR = "test_hosted_door";
let database: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.query(`DROP OWNED BY ${DOOR}; DROP ROLE IF EXISTS ${DOOR}`);
  await admin.end();
  await database.drop();
});

const READABLE = `
SELECT c.relname FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND has_table_privilege('${DOOR}', c.oid, p)`;

test("a hosted database's default grants give no other role what the service keeps, and one that reads is named", async () => {
  await admin.query(`
    CREATE ROLE ${DOOR} NOLOGIN; GRANT USAGE ON SCHEMA public TO ${DOOR};
    ALTER DEFAULT PRIVILEGES FOR ROLE points IN SCHEMA public GRANT ALL ON TABLES TO ${DOOR};
    ALTER DEFAULT PRIVILEGES FOR ROLE points IN SCHEMA public GRANT ALL ON SEQUENCES TO ${DOOR};
    ALTER DEFAULT PRIVILEGES FOR ROLE points IN SCHEMA public GRANT ALL ON FUNCTIONS TO ${DOOR}`);
  const urls = { url: database.url.replace("points:", "points_service:"), migrationUrl: database.ownerUrl };
  await migrateFor(urls);
  const readers = async () => (await foreignReaders(database.pool)).filter((name) => name === DOOR);
  expect((await admin.query(READABLE)).rows).toEqual([]);
  expect(await readers()).toEqual([]);

  // Given later, to a column too: named until the owner migrates again.
  await database.pool.query(
    `GRANT SELECT ON wallet TO ${DOOR}; GRANT SELECT (email) ON wallet_profile TO ${DOOR}`,
  );
  await database.owner.query("CREATE TABLE made_later ()");
  expect(await readers()).toEqual([DOOR]);
  await migrateFor({ url: database.ownerUrl });
  expect(await readers()).toEqual([]);
  const { rows } = await admin.query(
    `SELECT has_column_privilege('${DOOR}', 'wallet_profile', 'email', 'SELECT') AS door,
            has_table_privilege('points_service', 'wallet', 'SELECT') AS service, has_table_privilege('${DOOR}', 'made_later', 'SELECT') AS later`,
  );
  expect(rows).toEqual([{ door: false, service: true, later: false }]);
});
