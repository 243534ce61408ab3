import net from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { describeDatabaseError, isViolationOf } from "@/lib/platform/database/errors";
import { createPrismaClient, prisma } from "@/lib/platform/database/pools";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query(`
    CREATE TABLE shelf (id int CONSTRAINT shelf_pkey PRIMARY KEY, weight int CONSTRAINT shelf_weight CHECK (weight > 0), code varchar(3));
    CREATE TABLE book (
      id int PRIMARY KEY,
      shelf_id int NOT NULL CONSTRAINT book_shelf_fkey REFERENCES shelf,
      title text CONSTRAINT book_title_key UNIQUE
    );
    INSERT INTO shelf VALUES (1, 10, 'abc');
    INSERT INTO book VALUES (1, 1, 'taken');
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'book_kept'; END $$;
    CREATE TRIGGER book_kept BEFORE DELETE ON book FOR EACH ROW EXECUTE FUNCTION refuse();
  `);
});
afterAll(() => database.drop());

/** What a failing action throws, as this file names it. */
async function failure(action: () => Promise<unknown>) {
  try {
    await action();
  } catch (error) {
    return describeDatabaseError(error);
  }
  throw new Error("The action was expected to fail.");
}

const REFUSALS = [
  [
    "a taken unique value",
    "INSERT INTO book VALUES (2, 1, 'taken')",
    { kind: "unique", constraint: "book_title_key" },
  ],
  ["a taken key", "INSERT INTO shelf VALUES (1, 1, 'x')", { kind: "unique", constraint: "shelf_pkey" }],
  [
    "a CHECK constraint",
    "INSERT INTO shelf VALUES (2, 0, 'x')",
    { kind: "check", constraint: "shelf_weight" },
  ],
  [
    "a missing parent",
    "INSERT INTO book VALUES (3, 99, 'new')",
    { kind: "foreign_key", constraint: "book_shelf_fkey" },
  ],
  [
    "a parent in use",
    "DELETE FROM shelf WHERE id = 1",
    { kind: "foreign_key", constraint: "book_shelf_fkey" },
  ],
  ["a missing value", "INSERT INTO book VALUES (4, NULL, 'new')", { kind: "not_null" }],
  ["a value too long", "INSERT INTO shelf VALUES (5, 1, 'abcd')", { kind: "invalid_value" }],
  ["a number out of range", "SELECT 3000000000::int8::int4", { kind: "invalid_value" }],
  ["a cancelled statement", "DO $$ BEGIN RAISE query_canceled; END $$", { kind: "timeout" }],
  ["a lock that is not free", "DO $$ BEGIN RAISE lock_not_available; END $$", { kind: "timeout" }],
  ["a serialization failure", "DO $$ BEGIN RAISE serialization_failure; END $$", { kind: "serialization" }],
  ["a deadlock", "DO $$ BEGIN RAISE deadlock_detected; END $$", { kind: "serialization" }],
  ["a read-only server", "DO $$ BEGIN RAISE read_only_sql_transaction; END $$", { kind: "read_only" }],
  ["a full disk", "DO $$ BEGIN RAISE disk_full; END $$", { kind: "disk_full" }],
  [
    "a database that takes no connections for now",
    "DO $$ BEGIN RAISE object_not_in_prerequisite_state; END $$",
    { kind: "connection" },
  ],
  ["a database that is moved", "DO $$ BEGIN RAISE object_in_use; END $$", { kind: "connection" }],
  ["a server that stops", "DO $$ BEGIN RAISE admin_shutdown; END $$", { kind: "connection" }],
  ["a database that is dropped", "DO $$ BEGIN RAISE database_dropped; END $$", { kind: "connection" }],
  ["a mistake in the SQL", "SELECT nonsense", { kind: "other" }],
] as const;

describe("a refusal of the database is named the same whichever driver reports it", () => {
  test.each(REFUSALS)("pg: %s", async (_, sql, expected) => {
    expect(await failure(() => database.owner.query(sql))).toEqual(expected);
  });

  test.each(REFUSALS)("Prisma, raw: %s", async (_, sql, expected) => {
    expect(await failure(() => database.ownerPrisma.$executeRawUnsafe(sql))).toEqual(expected);
  });

  test("pg: a guarding trigger, with its name", async () => {
    const error = await database.owner.query("DELETE FROM book").catch((caught: unknown) => caught);
    expect(describeDatabaseError(error)).toEqual({ kind: "check", constraint: "book_kept" });
    expect(isViolationOf(error, "book_kept")).toBe(true);
    expect(isViolationOf(error, "book_title_key")).toBe(false);
  });
});

describe("a session that the server ends is a lost connection", () => {
  const END = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_sleep%' AND state = 'active'`;
  const ended = async (work: Promise<unknown>) => {
    let isTold = false;
    const told = failure(() => work).finally(() => {
      isTold = true;
    });
    // A session that another test has ended can still be seen for a moment.
    const untilTold = async () => {
      await database.owner.query(END);
      expect(isTold).toBe(true);
    };
    await vi.waitFor(untilTold, { timeout: 20_000 });
    return told;
  };

  test.each<[string, () => Promise<unknown>]>([
    ["pg", () => database.pool.query("SELECT pg_sleep(60)")],
    ["Prisma", () => database.prisma.$queryRaw`SELECT pg_sleep(60)::text`],
    [
      "a transaction of Prisma",
      () =>
        database.prisma.$transaction((tx) => tx.$queryRaw`SELECT pg_sleep(60)::text`, { timeout: 60_000 }),
    ],
  ])("%s", async (_, work) => {
    expect(await ended(work())).toEqual({ kind: "connection" });
  });

  test("Prisma between two statements", async () => {
    const work = prisma().$transaction(async (tx) => {
      const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await database.owner.query("SELECT pg_terminate_backend($1, 5000)", [own?.pid]);
      return tx.programme.findFirst();
    });
    expect(await failure(() => work)).toEqual({ kind: "connection" });
  });

  test("a database that takes no connections", async () => {
    const name = new URL(database.url).pathname.slice(1);
    const elsewhere = new URL(database.adminUrl);
    elsewhere.pathname = "/postgres";
    const admin = new pg.Client(elsewhere.href);
    await admin.connect();
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    const told = await failure(() => new pg.Client({ connectionString: database.url }).connect());
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`).finally(() => admin.end());
    expect(told).toEqual({ kind: "connection" });
  });
});

describe("Prisma's own operations", () => {
  const merchant = { nameEn: "Merchant", nameAr: "تاجر" };

  test("a taken unique value, with the index's name", async () => {
    const { id: merchantId } = await database.prisma.merchant.create({ data: merchant });
    const branch = { merchantId, msisdn: "+201000000001", nameEn: "Branch", nameAr: "فرع" };
    await database.prisma.branch.create({ data: branch });
    expect(await failure(() => database.prisma.branch.create({ data: branch }))).toEqual({
      kind: "unique",
      constraint: "branch_msisdn_key",
    });
  });

  test("a missing parent", async () => {
    const branch = { merchantId: 999_999, msisdn: "+201000000002", nameEn: "Branch", nameAr: "فرع" };
    expect(await failure(() => database.prisma.branch.create({ data: branch }))).toMatchObject({
      kind: "foreign_key",
    });
  });

  test("a CHECK constraint, with its name", async () => {
    expect(
      await failure(() => database.prisma.merchant.create({ data: { ...merchant, refundWindowDays: -1 } })),
    ).toMatchObject({ kind: "check", constraint: expect.stringContaining("refund") });
  });

  test("a row that is not there", async () => {
    expect(
      await failure(() => database.prisma.merchant.update({ where: { id: 999_999 }, data: { nameEn: "x" } })),
    ).toEqual({ kind: "not_found" });
  });
});

describe("a fault of the connection", () => {
  async function unusedPort(): Promise<number> {
    const server = net.createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as net.AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  test("no server listens: pg and Prisma", async () => {
    const pool = new pg.Pool({
      connectionString: `postgresql://points@127.0.0.1:${await unusedPort()}/points`,
    });
    const client = createPrismaClient(pool);
    expect(await failure(() => pool.query("SELECT 1"))).toEqual({ kind: "connection" });
    expect(await failure(() => client.merchant.count())).toEqual({ kind: "connection" });
    expect(await failure(() => client.$queryRaw`SELECT 1`)).toEqual({ kind: "connection" });
    await pool.end();
  });

  test("no connection is free in time: pg and Prisma", async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 1_000 });
    const client = createPrismaClient(pool);
    const held = await pool.connect();
    expect(await failure(() => pool.query("SELECT 1"))).toEqual({ kind: "connection" });
    expect(await failure(() => client.merchant.count())).toEqual({ kind: "connection" });
    expect(await failure(() => client.$transaction((tx) => tx.merchant.count()))).toEqual({
      kind: "connection",
    });
    held.release();
    await pool.end();
  });

  test("the session is ended while it works: pg and Prisma", async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    pool.on("error", () => undefined);
    const client = createPrismaClient(pool);
    const suicide = "SELECT pg_terminate_backend(pg_backend_pid())";
    expect(await failure(() => pool.query(suicide))).toEqual({ kind: "connection" });
    expect(await failure(() => client.$queryRawUnsafe(suicide))).toEqual({ kind: "connection" });
    await pool.end();
  });

  test("the session is gone when the next statement is sent: pg and Prisma", async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    pool.on("error", () => undefined);
    const breaks = Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" });
    const breakSocket = (session: unknown) => {
      const { stream } = (session as { connection: { stream: net.Socket } }).connection;
      stream._write = (_chunk, _encoding, done) => done(breaks);
      stream._writev = (_chunks, done) => done(breaks);
    };
    const held = await pool.connect();
    held.on("error", () => undefined);
    breakSocket(held);
    expect(await failure(() => held.query("SELECT 1"))).toEqual({ kind: "connection" });
    held.release(true);
    const sessions: unknown[] = [];
    pool.on("connect", (session) => sessions.push(session));
    const inTransaction = createPrismaClient(pool).$transaction(async (tx) => {
      await tx.merchant.count();
      for (const session of sessions) breakSocket(session);
      return tx.merchant.create({ data: { nameEn: "Broken", nameAr: "Broken" } });
    });
    expect(await failure(() => inTransaction)).toEqual({ kind: "connection" });
    await pool.end();
  });

  test("a wrong password", async () => {
    const url = new URL(database.url);
    url.password = "wrong";
    const pool = new pg.Pool({ connectionString: url.href });
    expect(await failure(() => pool.query("SELECT 1"))).toEqual({ kind: "connection" });
    expect(await failure(() => createPrismaClient(pool).merchant.count())).toEqual({ kind: "connection" });
    await pool.end();
  });

  test("an error of the program is not one of the database", () => {
    expect(describeDatabaseError(new TypeError("x is not a function"))).toBeNull();
    expect(describeDatabaseError("text")).toBeNull();
  });
});
