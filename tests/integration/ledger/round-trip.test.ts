import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type RoundTrip, roundTrips } from "@/lib/ledger/rules/round-trip";
import { describeDatabaseError } from "@/lib/platform/database/errors";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
let client: pg.Client;
let roundTrip: RoundTrip;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  client = new pg.Client({ connectionString: database.ownerUrl });
  client.on("error", () => undefined);
  await client.connect();
  roundTrip = roundTrips(client);
});
afterEach(() => client.end());

const BEGIN = { text: "BEGIN" };
const COMMIT = { name: "COMMIT", text: "COMMIT" };
const DOUBLE = { name: "double", text: "SELECT $1::bigint * 2 AS doubled, NULL AS nothing" };
const FAILING = { name: "failing", text: "SELECT 1 / $1::int" };

const preparedNames = async () =>
  (await client.query("SELECT name FROM pg_prepared_statements WHERE name <> '' ORDER BY name")).rows.map(
    ({ name }: { name: string }) => name,
  );

test("gives each statement's rows, in order, every time it is sent", async () => {
  for (const value of [1, 2, 3]) {
    const results = await roundTrip([
      BEGIN,
      { ...DOUBLE, values: [value] },
      { text: "SELECT unnest($1::text[]) AS name", values: [["a", 'b"\\', "ü"]] },
      COMMIT,
    ]);
    expect(results).toEqual([
      { command: "BEGIN", rows: [] },
      { command: "SELECT", rows: [{ doubled: value * 2, nothing: null }] },
      { command: "SELECT", rows: [{ name: "a" }, { name: 'b"\\' }, { name: "ü" }] },
      { command: "COMMIT", rows: [] },
    ]);
  }
  expect(await preparedNames()).toEqual(["COMMIT", "double"]);
});

test("lets each statement see what was committed just before it, not before the round trip", async () => {
  const other = new pg.Client({ connectionString: database.ownerUrl });
  await other.connect();
  await other.query(
    "CREATE TABLE counted (id int PRIMARY KEY, count int); INSERT INTO counted VALUES (1, 0)",
  );
  await other.query("BEGIN; UPDATE counted SET count = 1");
  const read = roundTrip([
    { text: "BEGIN ISOLATION LEVEL READ COMMITTED" },
    { text: "SELECT 1 AS locked FROM counted FOR NO KEY UPDATE" },
    { text: "SELECT count FROM counted" },
    COMMIT,
  ]);
  await other.query("COMMIT");
  await other.end();
  expect((await read)[2]?.rows).toEqual([{ count: 1 }]);
});

test("carries out nothing behind a statement that fails, and throws its error", async () => {
  await client.query("CREATE TABLE written (id int)");
  const failed = roundTrip([
    BEGIN,
    { text: "INSERT INTO written VALUES (1)" },
    { ...FAILING, values: [0] },
    { text: "INSERT INTO written VALUES (2)" },
    COMMIT,
  ]);
  await expect(failed).rejects.toMatchObject({ code: "22012", message: "division by zero" });
  await expect(roundTrip([{ text: "SELECT 1" }])).rejects.toMatchObject({ code: "25P02" });
  await roundTrip([{ text: "ROLLBACK" }]);
  expect((await roundTrip([{ text: "SELECT * FROM written" }]))[0]?.rows).toEqual([]);
});

test("can send again, after an error, what was prepared in the round trip that failed or before it", async () => {
  await roundTrip([{ ...DOUBLE, values: [1] }]);
  await expect(
    roundTrip([
      { ...DOUBLE, values: [1] },
      { ...FAILING, values: [0] },
    ]),
  ).rejects.toThrow("division by zero");
  const [doubled] = await roundTrip([
    { ...DOUBLE, values: [4] },
    { ...FAILING, values: [1] },
  ]);
  expect(doubled?.rows).toEqual([{ doubled: 8, nothing: null }]);
});

test("goes on after a column's type has changed", async () => {
  await client.query("CREATE TABLE changing (value int); INSERT INTO changing VALUES (7)");
  const read = { name: "changing", text: "SELECT value FROM changing" };
  expect((await roundTrip([read]))[0]?.rows).toEqual([{ value: 7 }]);
  await client.query("ALTER TABLE changing ALTER value TYPE text");
  await expect(roundTrip([read])).rejects.toThrow("cached plan must not change result type");
  expect((await roundTrip([read]))[0]?.rows).toEqual([{ value: "7" }]);
});

test("refuses a number that it could not hold exactly, and goes on", async () => {
  const values = [2 ** 53 - 1];
  await expect(roundTrip([{ ...DOUBLE, values }, COMMIT])).rejects.toThrow(RangeError);
  expect((await roundTrip([{ ...DOUBLE, values: [1] }]))[0]?.rows).toEqual([{ doubled: 2, nothing: null }]);
});

test("sends nothing of a round trip that holds a value which cannot be written down, and goes on", async () => {
  const endless: { self?: unknown } = {};
  endless.self = endless;
  const unsendable = roundTrip([BEGIN, { text: "SELECT $1::jsonb", values: [endless] }]);
  await expect(unsendable).rejects.toThrow("circular");
  // Which is refused in a transaction.
  expect((await roundTrip([{ text: "VACUUM programme" }]))[0]?.command).toBe("VACUUM");
});

test("fails like a broken connection when there is no answer in time, and when the connection ends", async () => {
  const silent = roundTrips(client, 50)([{ text: "SELECT pg_sleep(60)" }]);
  const silence = await silent.catch((error: unknown) => error);
  expect(describeDatabaseError(silence)?.kind).toBe("connection");

  const other = new pg.Client({ connectionString: database.ownerUrl });
  other.on("error", () => undefined);
  await other.connect();
  const { rows } = await other.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const ended = roundTrips(other)([BEGIN, { text: "SELECT pg_sleep(60)" }, COMMIT]).catch(
    (error: unknown) => error,
  );
  await database.owner.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  expect(describeDatabaseError(await ended)?.kind).toBe("connection");
});
