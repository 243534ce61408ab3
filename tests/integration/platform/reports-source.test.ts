import { spawnSync } from "node:child_process";
import { chmod, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLedger } from "@/lib/ledger/run/ledger";
import { ManualClock } from "@/lib/platform/clock";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/platform/database/embedded";
import { migrateFor } from "@/lib/platform/database/migrate";
import { closePools, portalPool } from "@/lib/platform/database/pg-pools";
import { lagOf, reportsSource } from "@/lib/platform/database/reports-source";
import { completeEnv, type Env, parseEnv } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/process-singleton";
import { backUp } from "@/tests/support/base-backup";
import { createWorld, START, until } from "@/tests/support/ledger";
import { createTemporaryFolder } from "@/tests/support/test-server";

let folder: string;
let archive: string;
let own: EmbeddedDatabase;
let standby: EmbeddedDatabase;
let pool: pg.Pool;
let admin: pg.Pool;

/** The settings as they are with such a copy, for new pools and without a rest after an earlier failure. */
async function useCopy(reportsDatabaseUrl: string | undefined): Promise<void> {
  await closePools();
  processSingleton("pools", () => new Map()).clear();
  processSingleton("reports-source", () => ({ restsUntil: 0 })).restsUntil = 0;
  completeEnv({
    databaseUrl: own.url,
    reportsDatabaseUrl,
  } satisfies Partial<Env> as Parameters<typeof completeEnv>[0]);
}

const countEntries = async (where: pg.Pool) =>
  Number((await where.query<{ count: string }>("SELECT count(*) FROM entry")).rows[0]?.count);

/** Has everything that was written until now archived, from where the standby server takes it. */
async function sendLog(): Promise<void> {
  await admin.query("SELECT pg_switch_wal()");
  const written = await countEntries(pool);
  const copy = new pg.Pool({ connectionString: standby.url, max: 1 });
  await until(async () => (await countEntries(copy)) === written);
  await copy.end();
}

beforeAll(async () => {
  folder = await createTemporaryFolder();
  archive = path.join(folder, "archive");
  await mkdir(archive);
  await chmod(archive, 0o777);
  const options = { whenHeld: "refuse", memoryMb: 32 } as const;
  own = await startEmbedded({
    ...options,
    dataDir: path.join(folder, "own"),
    settings: { archive_mode: "on", archive_command: `cp "%p" "${archive}/%f"` },
  });
  await migrateFor(own);
  pool = new pg.Pool({ connectionString: own.url });
  admin = new pg.Pool({ connectionString: own.adminUrl });
  await backUp(admin, path.join(folder, "own"), {
    to: path.join(folder, "standby"),
    signal: "standby.signal",
  });
  await admin.query("SELECT pg_switch_wal()");
  standby = await startEmbedded({
    ...options,
    dataDir: path.join(folder, "standby"),
    settings: { restore_command: `cp "${archive}/%f" "%p"`, wal_retrieve_retry_interval: "100ms" },
  });
}, 120_000);
afterEach(() => useCopy(undefined));
afterAll(async () => {
  await closePools();
  await Promise.all([pool?.end(), admin?.end()]);
  await standby?.stop();
  await own?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("reports are read from the standby server, which says how far it is behind", async () => {
  const world = await createWorld(pool);
  const ledger = createLedger({ pool, clock: new ManualClock(START) });
  const wallet = await world.walletWith(ledger, 100);
  await sendLog();
  await useCopy(standby.url);
  const source = await reportsSource();
  expect(source.pool).not.toBe(portalPool());
  const before = await countEntries(source.pool);
  expect(before).toBe(await countEntries(pool));
  await ledger.post(world.commands.reward(wallet, 5));
  const { lagSeconds } = await reportsSource();
  expect(lagSeconds).toBeGreaterThan(0);
  expect(await countEntries(source.pool)).toBe(before);
  expect(await countEntries(pool)).toBe(before + 1);
  await expect(source.pool.query("DELETE FROM heartbeat")).rejects.toThrow(/read-only/);
});

test("the database itself is read where there is no copy, or one that is no standby server, or none that answers", async () => {
  expect(await reportsSource()).toEqual({ pool: portalPool(), lagSeconds: null });
  await useCopy(own.url);
  expect(await reportsSource()).toEqual({ pool: portalPool(), lagSeconds: null });
  await expect(lagOf({ copy: pool, database: pool })).rejects.toThrow(/no standby server/);
  await useCopy("postgresql://points:wrong@127.0.0.1:1/points");
  expect(await reportsSource()).toEqual({ pool: portalPool(), lagSeconds: null });
  expect(await reportsSource()).toEqual({ pool: portalPool(), lagSeconds: null });
});

test("the log is verified on the standby server, and on the database itself when asked", async () => {
  await sendLog();
  const verify = (...more: string[]) =>
    spawnSync(process.execPath, ["bin/run.mjs", "verify", ...more], {
      encoding: "utf8",
      env: {
        ...{ ...process.env, DATA_DIR: path.join(folder, "verify") },
        ...{ DATABASE_URL: own.url, REPORTS_DATABASE_URL: standby.url },
      },
    });
  const onCopy = verify();
  expect(onCopy.stderr + onCopy.stdout).toContain("all is well");
  expect(onCopy.stderr).toMatch(/Reading from the standby server, \d+\.\d s behind/);
  const onDatabase = verify("--primary");
  expect(onDatabase.stdout).toContain("all is well");
  expect(onDatabase.stderr).not.toContain("standby");
});

test("the address of the standby server is a setting that is checked, and never printed", () => {
  expect(() => parseEnv({ REPORTS_DATABASE_URL: "mysql://secret@host/points" })).toThrow(
    /REPORTS_DATABASE_URL cannot be used/,
  );
  expect(() => parseEnv({ REPORTS_DATABASE_URL: "mysql://secret@host/points" })).not.toThrow(/secret/);
});
