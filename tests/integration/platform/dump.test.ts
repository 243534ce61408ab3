import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createTemporaryFolder } from "@/tests/support/test-server";

// A process of its own takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const PROGRAM = path.resolve("dist/tests/backup.mjs");

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await createTemporaryFolder();
  await build({
    entryPoints: ["bin/backup.ts"],
    outfile: PROGRAM,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Backs the database up with programs of PostgreSQL that say to be of this version; null: there are none. */
async function backUp(version: string | null): Promise<{ code: number; said: string; copies: string[] }> {
  const programs = path.join(folder, `programs-${version}`);
  const copies = path.join(folder, `copies-${version}`);
  const script = `#!${process.execPath}
const [, , ...args] = process.argv;
if (args[0] === "--version") console.log("pg_dump (PostgreSQL) ${version}");
const file = args.find((arg) => arg.startsWith("--file="));
if (file) require("node:fs").writeFileSync(file.slice(7), process.env.PGDATABASE);
`;
  await mkdir(programs, { recursive: true });
  for (const name of version === null ? [] : ["pg_dump", "pg_restore"]) {
    await writeFile(path.join(programs, name), script);
    await chmod(path.join(programs, name), 0o755);
  }
  const env = {
    NODE_ENV: "production" as const,
    PATH: programs,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
  };
  return new Promise((resolve) =>
    execFile(process.execPath, [PROGRAM, "--to", copies], { env }, async (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr, copies: await readdir(copies) }),
    ),
  );
}

async function serverVersion(): Promise<number> {
  const { rows } = await database.pool.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version",
  );
  return rows[0]?.version ?? 0;
}

test("a server of one's own is dumped to a file that only its owner reads", async () => {
  const { code, said, copies } = await backUp(`${await serverVersion()}.1`);
  expect([code, copies.length]).toEqual([0, 1]);
  expect(said).toContain("Dumped, and its list can be read");
  const place = path.join(folder, `copies-${await serverVersion()}.1`, copies[0] ?? "");
  expect((await stat(place)).mode & 0o777).toBe(0o600);
});

test("a pg_dump older than the server, and one that is missing, are refused with the version to install", async () => {
  const server = await serverVersion();
  for (const version of ["9.6.24", `${server - 1}.4 (Debian)`, null]) {
    const { code, said, copies } = await backUp(version);
    expect([code, copies]).toEqual([2, []]);
    expect(said).toContain(`client programs of version ${server} or newer`);
  }
});
