import { copyFile, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/platform/database/embedded";
import { copyCluster } from "@/lib/platform/database/embedded/base-backup";
import { prepareCluster } from "@/lib/platform/database/embedded/cluster";
import { createTemporaryFolder } from "@/tests/support/test-server";

const open = async (url: string) => {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  return session;
};

test("a copy of a database that is written to starts, and has all that was committed before it began and no half of what came later", async () => {
  const folder = await createTemporaryFolder();
  const started: EmbeddedDatabase[] = [];
  const start = async (dataDir: string) => {
    const database = await startEmbedded({ dataDir, whenHeld: "refuse", memoryMb: 32 });
    started.push(database);
    return database;
  };
  try {
    const original = await start(path.join(folder, "data"));
    const writer = await open(original.adminUrl);
    await writer.query(
      "CREATE TABLE pair (number integer PRIMARY KEY, half integer NOT NULL, text text NOT NULL)",
    );
    let written = 0;
    const write = () => {
      written += 1;
      return writer.query(
        "INSERT INTO pair SELECT 2 * $1::integer + half, half, repeat('x', 2000) FROM generate_series(1, 2) half",
        [written],
      );
    };
    for (let count = 0; count < 50; count += 1) await write();
    const before = written;
    const copied = { isDone: false };
    const session = await open(original.adminUrl);
    const { directory } = await prepareCluster(path.join(folder, "copy"));
    const copying = copyCluster(session, { to: directory }).finally(() => {
      copied.isDone = true;
    });
    while (!copied.isDone) await write();
    await copying;
    await session.end();
    await writer.end();
    for (const name of ["database-password", "database-service-password"])
      await copyFile(path.join(folder, "data", name), path.join(folder, "copy", name));
    const reader = await open((await start(path.join(folder, "copy"))).adminUrl);
    const { rows } = await reader.query<{ pairs: number; halves: number }>(
      "SELECT count(DISTINCT (number - half) / 2)::int AS pairs, count(*)::int AS halves FROM pair",
    );
    await reader.end();
    expect(rows[0]?.pairs).toBeGreaterThanOrEqual(before);
    expect(rows[0]?.halves).toBe(2 * (rows[0]?.pairs ?? 0));
  } finally {
    for (const database of started) await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
