import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/platform/database/embedded";

const PREFIX = "points-tests-";
const OWNER_FILE = "owner.pid";

/** A new empty folder that also the account of the embedded database may enter when the tests run as root. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), PREFIX));
  await chmod(folder, 0o755);
  await writeFile(path.join(folder, OWNER_FILE), String(process.pid));
  return folder;
}

/** Starts a PostgreSQL server of its own that says it is there for tests. */
export function startTestServer(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedDatabase> {
  return startEmbedded({
    dataDir,
    whenHeld: "refuse",
    memoryMb: 128,
    settings: {
      "points.test_server": "on",
      max_connections: "300",
      ...settings,
    },
  });
}

/**
 * Refuses every server that could hold anything of value: one that is not on this machine, or that does not say of itself
 * that it is there for tests (the setting points.test_server).
 */
export async function refuseUnlessTestServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  const isLocal = client.host.startsWith("/") || ["localhost", "127.0.0.1", "::1"].includes(client.host);
  if (!isLocal) throw new Error(`Tests run on a local database only, not on ${client.host}.`);
  await client.connect();
  try {
    const { rows } = await client.query<{ mark: string | null }>(
      "SELECT current_setting('points.test_server', true) AS mark",
    );
    if (rows[0]?.mark !== "on")
      throw new Error("This database server is not marked as one for tests (points.test_server = on).");
  } finally {
    await client.end();
  }
}

/** Stops the servers and removes the folders of test runs that were killed. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = path.join(os.tmpdir(), name);
    const owner = Number(await readFile(path.join(folder, OWNER_FILE), "utf8").catch(() => "0"));
    if (owner === 0 || isAlive(owner)) continue;
    for (const dataDir of [folder, path.join(folder, "data")]) await stopAbandoned(dataDir);
    await rm(folder, { recursive: true, force: true });
  }
}

async function stopAbandoned(dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, "postgres", "postmaster.pid"))) return;
  const server = await startEmbedded({ dataDir, whenHeld: "share" }).catch(() => null);
  await server?.stop();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
