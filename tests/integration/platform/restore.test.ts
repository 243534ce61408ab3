import { chmod, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FEED_START, type FeedCursor, parseFeedCursor, readFeed } from "@/lib/areas/webhooks/feed";
import { createLedger, type Ledger } from "@/lib/ledger/run/ledger";
import { verify } from "@/lib/ledger/verify/verify";
import { ManualClock } from "@/lib/platform/clock";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/platform/database/embedded";
import { migrateFor } from "@/lib/platform/database/migrate";
import { backUp } from "@/tests/support/base-backup";
import { createWorld, reference, START, until } from "@/tests/support/ledger";
import { createTemporaryFolder } from "@/tests/support/test-server";

let folder: string;
const databases: EmbeddedDatabase[] = [];
const pools: pg.Pool[] = [];

beforeAll(async () => {
  folder = await createTemporaryFolder();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  for (const database of databases) await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(name: string, settings: Record<string, string>): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({
    dataDir: path.join(folder, name),
    whenHeld: "refuse",
    memoryMb: 32,
    settings,
  });
  databases.push(database);
  return database;
}

function connect(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on("error", () => undefined);
  pools.push(pool);
  return pool;
}

const ledgerOn = (pool: pg.Pool): Ledger => createLedger({ pool, clock: new ManualClock(START) });

/** The log as anybody may read it. */
async function readLog(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    "SELECT wallet_id, seq, id, amount, balance_after, encode(hash, 'hex') AS hash FROM entry ORDER BY wallet_id, seq",
  );
  return rows;
}

/** A page of the event feed from a cursor on, and the cursor at its end; null where the log does not know the cursor. */
function readEvents(pool: pg.Pool, merchantId: number, cursor: FeedCursor | string) {
  const read = typeof cursor === "string" ? parseFeedCursor(cursor) : cursor;
  if (read === null) throw new Error("That is no cursor");
  return readFeed(pool, { merchantId, cursor: read, limit: 1_000, types: [] });
}

test("a database that is restored to a moment has the log of that moment, sound to the last entry, and takes new ones", async () => {
  const archive = path.join(folder, "archive");
  await mkdir(archive);
  await chmod(archive, 0o777);
  const lost = await start("lost", { archive_mode: "on", archive_command: `cp "%p" "${archive}/%f"` });
  await migrateFor(lost);
  const [pool, admin] = [connect(lost.url), connect(lost.adminUrl)];
  const world = await createWorld(pool);
  const ledger = ledgerOn(pool);
  const wallet = await world.walletWith(ledger, 1_000);
  await backUp(admin, path.join(folder, "lost"), {
    to: path.join(folder, "restored"),
    signal: "recovery.signal",
  });
  for (let value = 1; value <= 20; value += 1) await ledger.post(world.commands.reward(wallet, value));
  const log = await readLog(pool);
  const before = await readEvents(pool, world.merchantId, FEED_START);
  const { rows: moments } = await admin.query<{ at: string }>("SELECT clock_timestamp()::text AS at");
  const mistake = world.commands.redeem(wallet, 900, { reference: reference("mistake") });
  await ledger.post(mistake);
  await admin.query("SELECT pg_switch_wal()");
  await ledger.post(world.commands.reward(wallet, 1));
  const lostPage = await readEvents(pool, world.merchantId, FEED_START);
  const { rows: segments } = await admin.query<{ name: string }>(
    "SELECT pg_walfile_name(pg_switch_wal()) AS name",
  );
  await until(async () => {
    const { rows } = await admin.query("SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1", [
      segments[0]?.name,
    ]);
    return rows.length > 0;
  });

  const restored = await start("restored", {
    restore_command: `cp "${archive}/%f" "%p"`,
    recovery_target_time: moments[0]?.at ?? "",
    recovery_target_action: "promote",
  });
  const again = connect(restored.url);
  await until(async () => {
    const { rows } = await again.query<{ recovers: boolean }>("SELECT pg_is_in_recovery() AS recovers");
    return rows[0]?.recovers === false;
  });
  expect(log).toHaveLength(21);
  expect(await readLog(again)).toEqual(log);
  expect((await verify(again)).findings).toEqual([]);
  // A reader of the events goes on from what is left, and is told what is gone.
  expect(await readEvents(again, world.merchantId, before?.cursor ?? "")).toMatchObject({ events: [] });
  expect(await readEvents(again, world.merchantId, lostPage?.cursor ?? "")).toBeNull();
  // What came after the moment is not known any more: its reference is free again.
  expect(await ledgerOn(again).post(mistake)).toMatchObject({ replayed: false });
  for (let value = 1; value <= 40; value += 1)
    await ledgerOn(again).post(world.commands.reward(wallet, 100 + value));
  expect(await readEvents(again, world.merchantId, lostPage?.cursor ?? "")).toBeNull();
  const since = await readEvents(again, world.merchantId, before?.cursor ?? "");
  expect(since?.events).toHaveLength(41);
  expect((await verify(again)).findings).toEqual([]);
}, 120_000);
