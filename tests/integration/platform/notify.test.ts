import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  announceConfigChange,
  type ConfigChange,
  isListening,
  onConfigChange,
} from "@/lib/platform/database/notify";
import { isOwnSession } from "@/lib/platform/database/reach";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
const heard: ConfigChange[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  onConfigChange((change) => heard.push(change));
  await vi.waitFor(() => expect(heard).toEqual([{ kind: "everything" }]), { timeout: 10_000 });
});
afterAll(() => database.drop());

const untilListening = () => vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 10_000 });

beforeEach(async () => {
  await untilListening();
  heard.length = 0;
});

describe("configuration changes", () => {
  test("are heard with what was announced once the change is committed", async () => {
    await announceConfigChange(database.pool, { table: "api_client", id: 7 });
    await vi.waitFor(() =>
      expect(heard).toEqual([{ kind: "changed", payload: { table: "api_client", id: 7 } }]),
    );
  });

  test("are not heard when the change is rolled back", async () => {
    const session = await database.pool.connect();
    await session.query("BEGIN");
    await announceConfigChange(session, { id: "rolled back" });
    await session.query("ROLLBACK");
    await announceConfigChange(session, { id: "after" });
    session.release();
    await vi.waitFor(() => expect(heard).toEqual([{ kind: "changed", payload: { id: "after" } }]));
  });

  test("a payload that is not JSON is handed on as text", async () => {
    await database.pool.query("SELECT pg_notify('config_changed', 'plain')");
    await vi.waitFor(() => expect(heard).toEqual([{ kind: "changed", payload: "plain" }]));
  });

  test("one listener that fails does not keep the others from hearing", async () => {
    const stop = onConfigChange(() => {
      throw new Error("broken listener");
    });
    const later: ConfigChange[] = [];
    const stopLater = onConfigChange((change) => later.push(change));
    await announceConfigChange(database.pool, 1);
    await vi.waitFor(() => expect(later).toHaveLength(1));
    stop();
    stopLater();
  });

  test("after a broken connection everything may have changed, and announcements are heard again", async () => {
    const killed = await database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'points-service notify' AND datname = current_database()",
    );
    expect(killed.rowCount).toBe(1);
    await vi.waitFor(() => expect(heard).toEqual([{ kind: "everything" }]), { timeout: 10_000 });
    await untilListening();
    await announceConfigChange(database.pool, "again");
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: "changed", payload: "again" }));
  });
});

test("a pooler that gives each statement another session is told from a session of one's own", async () => {
  const pooled = {
    query: (text: string) => database.pool.query(text),
    once: () => pooled,
  } as unknown as Parameters<typeof isOwnSession>[0];
  const [session, other] = [new pg.Client(database.url), new pg.Client(database.url)];
  await Promise.all([session.connect(), other.connect()]);
  expect(await isOwnSession(session, other)).toBe(true);
  expect(await isOwnSession(pooled, other)).toBe(false);
  await Promise.all([session.end(), other.end()]);
});
