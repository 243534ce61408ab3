import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readRows } from "@/lib/platform/rows";
import { withSessionLock } from "@/lib/platform/session-lock";
import { inTransaction, inTransactionOn } from "@/lib/platform/transaction";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
  await database.owner.query("CREATE TABLE note (text text PRIMARY KEY)");
});
afterAll(() => database.drop());

const notes = async () =>
  (await database.pool.query<{ text: string }>("SELECT text FROM note ORDER BY text")).rows.map(
    ({ text }) => text,
  );
const INSERT = "INSERT INTO note (text) VALUES ($1)";

describe("a transaction", () => {
  test("is committed before it resolves", async () => {
    const result = await inTransaction(database.pool, async (client) => {
      await client.query(INSERT, ["kept"]);
      return "done";
    });
    expect(result).toBe("done");
    expect(await notes()).toContain("kept");
  });

  test("that fails keeps nothing, and its connection is not used again", async () => {
    let processId = 0;
    const failing = inTransaction(database.pool, async (client) => {
      processId = (await client.query("SELECT pg_backend_pid() AS id")).rows[0].id;
      await client.query(INSERT, ["lost"]);
      throw new Error("On second thoughts");
    });
    await expect(failing).rejects.toThrow("On second thoughts");
    expect(await notes()).not.toContain("lost");
    const { rows } = await database.pool.query("SELECT pg_backend_pid() AS id");
    expect(rows[0].id).not.toBe(processId);
  });

  test("whose result is not to be kept leaves nothing and resolves", async () => {
    const options = { isKept: (count: number) => count > 1 };
    const write = inTransaction(
      database.pool,
      async (client) => (await client.query(INSERT, ["one"])).rowCount ?? 0,
      options,
    );
    expect(await write).toBe(1);
    expect(await notes()).not.toContain("one");
  });

  test("of a snapshot sees one moment and writes nothing", async () => {
    const counts = await inTransaction(
      database.pool,
      async (client) => {
        const count = async () => (await client.query("SELECT FROM note")).rowCount;
        const before = await count();
        await database.pool.query(INSERT, ["meanwhile"]);
        return [before, await count()];
      },
      { mode: "snapshot" },
    );
    expect(counts[1]).toBe(counts[0]);
    const write = inTransaction(database.pool, (client) => client.query(INSERT, ["no"]), {
      mode: "snapshot",
    });
    await expect(write).rejects.toMatchObject({ code: "25006" });
  });

  test("has time limits of its own, and the session has its own again after it", async () => {
    const limit = async (client: { query(text: string): Promise<{ rows: { limit: string }[] }> }) =>
      (await client.query("SELECT current_setting('statement_timeout') AS limit")).rows[0]?.limit;
    const client = await database.pool.connect();
    try {
      await client.query("SET statement_timeout = '7s'");
      expect(await inTransactionOn(client, () => limit(client), { timeLimitMs: 0 })).toBe("0");
      expect(await inTransactionOn(client, () => limit(client), { timeLimitMs: 60_000 })).toBe("1min");
      expect(await limit(client)).toBe("7s");
    } finally {
      client.release(true);
    }
  });

  test("on a connection that is held leaves it usable after a failure", async () => {
    const client = await database.pool.connect();
    try {
      const twice = inTransactionOn(client, async () => {
        await client.query(INSERT, ["twice"]);
        await client.query(INSERT, ["twice"]);
      });
      await expect(twice).rejects.toMatchObject({ code: "23505" });
      await inTransactionOn(client, () => client.query(INSERT, ["after"]));
    } finally {
      client.release();
    }
    expect(await notes()).toEqual(expect.arrayContaining(["after"]));
    expect(await notes()).not.toContain("twice");
  });
});

describe("a lock of one process", () => {
  test("is held by one at a time, others find it taken, and it is free again after a failure", async () => {
    const key = ["test", 1] as const;
    const outcomes = await withSessionLock(database.pool, key, async () => [
      await withSessionLock(database.pool, key, async () => "both"),
      await withSessionLock(database.pool, ["test", 2], async () => "another one"),
    ]);
    expect(outcomes).toEqual([null, "another one"]);
    await expect(
      withSessionLock(database.pool, key, () => Promise.reject(new Error("Failed"))),
    ).rejects.toThrow("Failed");
    expect(await withSessionLock(database.pool, key, async () => "free")).toBe("free");
  });
});

test("rows are the same over the driver and over Prisma", async () => {
  const text = `
SELECT $1::bigint AS whole, $2::int AS small, $3::text AS text, '2026-11-21T10:00:00Z'::timestamptz AS at,
       json_build_array('infinity'::date, 5) AS list, NULL::bigint AS nothing, $4::text[] AS several`;
  const values = [2 ** 53 - 1, 7, "مرحبا", ["a", "b"]];
  const [byDriver] = await readRows(database.pool, text, values);
  expect(byDriver).toEqual({
    whole: 2 ** 53 - 1,
    small: 7,
    text: "مرحبا",
    at: new Date("2026-11-21T10:00:00Z"),
    list: ["infinity", 5],
    nothing: null,
    several: ["a", "b"],
  });
  expect((await readRows(database.prisma, text, values))[0]).toEqual(byDriver);
  const tooLarge = "SELECT 9007199254740993::bigint AS whole";
  await expect(readRows(database.pool, tooLarge)).rejects.toThrow(RangeError);
  await expect(readRows(database.prisma, tooLarge)).rejects.toThrow(RangeError);
});
