import { spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAnchors } from "@/lib/areas/anchors/make-anchors";
import { createSigningKey } from "@/lib/areas/anchors/signing-key";
import { ManualClock } from "@/lib/platform/clock";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWorld, START, startProcess } from "@/tests/support/ledger";
import { createTemporaryFolder } from "@/tests/support/test-server";

let database: TestDatabase;
let walletId: number;
let folder: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  database = await createTestDatabase();
  const world = await createWorld(database.pool);
  const till = startProcess(database.url);
  walletId = (await world.walletWith(till.ledger, 100)).id;
  await till.stop();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** `npm run verify` as an operator would run it, on the given database. */
const run = (url: string, ...args: string[]) => runCommand("verify", url, ...args);

async function runCommand(
  command: string,
  url: string,
  ...args: string[]
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ["bin/run.mjs", command, ...args], {
    env: {
      ...{ ...process.env, NODE_ENV: "production", DATABASE_URL: url, LOG_LEVEL: "silent" },
      DATA_DIR: path.join(folder, "data"),
    },
  });
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
    });
  }
  const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { exitCode, ...output };
}

test("npm run verify says that all is well and succeeds", async () => {
  expect(await run(database.url)).toEqual({
    exitCode: 0,
    stdout: [
      "Verified 1 wallets, 1 entries and 0 references: all is well.",
      "Hashed 0 rows of the audit log again: all is well.",
      "Hashed 0 rows of the security events again: all is well.",
      "Proved the logs against 0 anchors in the database, without a file of anchors, up to entry 0: all is well.",
      "What stands beside the log was not compared: SESSION_SECRET is not known here.\n",
    ].join("\n"),
    stderr: "",
  });
});

test("it proves the log, and one entry with its path, against the anchors and the key that are named", async () => {
  const [file, keyFile] = [path.join(folder, "anchors.jsonl"), path.join(folder, "key.pem")];
  const key = await createSigningKey(keyFile);
  const options = { pool: portalPool(), clock: new ManualClock(START), key, file, everyMs: 1 };
  expect(await makeAnchors(options)).toHaveLength(1);
  const named = ["--anchors", file, "--key", keyFile];
  const whole = await run(database.url, ...named);
  expect([whole.exitCode, whole.stdout]).toEqual([
    0,
    expect.stringContaining(
      "against 1 anchors in the database, and 1 in the file, up to entry 1: all is well.",
    ),
  ]);
  const proof = await run(database.url, "--entry", "1", ...named);
  expect([proof.exitCode, proof.stdout]).toEqual([0, expect.stringContaining("the entry is proved.")]);
  expect(await run(database.url, "--entry", "7", ...named)).toMatchObject({
    exitCode: 1,
    stdout: "There is no entry 7.\n",
  });

  await writeFile(
    file,
    `${await readFile(file, "utf8")}${JSON.stringify({ ...(await lastLine(file)), number: 2 })}\n`,
  );
  const forged = await run(database.url, ...named);
  expect([forged.exitCode, forged.stdout]).toEqual([
    1,
    expect.stringContaining("anchor 2 (entries 1 to 1): it is in the file and not in the database"),
  ]);
});

const lastLine = async (file: string): Promise<object> =>
  JSON.parse((await readFile(file, "utf8")).trimEnd().split("\n").at(-1) ?? "");

test("without the key file it says that no signature was checked, and ends with 3; a file that is named and missing is a mistake", async () => {
  const without = await run(database.url, "--anchors", path.join(folder, "anchors.jsonl"));
  expect([without.exitCode, without.stdout]).toEqual([
    1,
    expect.stringContaining("anchor 2 (entries 1 to 1): it is in the file and not in the database"),
  ]);
  const unfiled = await run(database.url);
  expect([unfiled.exitCode, unfiled.stdout]).toEqual([
    3,
    expect.stringContaining("Signatures were not checked: there is no "),
  ]);
  expect(await run(database.url, "--key", path.join(folder, "none.pem"))).toMatchObject({
    exitCode: 2,
    stdout: "",
  });
});

test("it works as the tables' owner, and does not take the service's role for a stranger", async () => {
  const { exitCode, stdout } = await run(database.ownerUrl, "--key", path.join(folder, "key.pem"));
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining("Roles besides the service's")]);
});

test("it does not say that all is well where entries went on for rounds without an anchor", async () => {
  const other = await createTestDatabase();
  const clock = new ManualClock(START);
  const world = await createWorld(other.pool);
  const till = startProcess(other.url, { clock });
  const wallet = await world.walletWith(till.ledger, 10);
  const [file, keyFile] = [path.join(folder, "late.jsonl"), path.join(folder, "late.pem")];
  await makeAnchors({
    ...{ pool: other.pool, clock, file, everyMs: 1 },
    key: await createSigningKey(keyFile),
  });
  const named = ["--anchors", file, "--key", keyFile];
  const { entry } = await till.ledger.post(world.commands.reward(wallet, 10));
  expect((await run(other.url, ...named)).exitCode).toBe(0);
  clock.set(new Date(START.getTime() + 31 * 60_000));
  await till.ledger.post(world.commands.reward(wallet, 10));
  await till.stop();
  const late = await run(other.url, ...named);
  expect([late.exitCode, late.stdout]).toEqual([
    1,
    expect.stringContaining(`No anchor covers the entries since ${entry.createdAt.toISOString()}`),
  ]);
  await other.drop();
});

test("it describes what is wrong and fails, for people and for programs", async () => {
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query("SET session_replication_role = replica");
  await admin.query("UPDATE entry SET comment = 'changed'");
  await admin.query("UPDATE lot SET points = 99");
  await admin.end();

  const { exitCode, stdout } = await run(database.url, "--findings", "1");
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(
    /^Verified 1 wallets, 1 entries and 0 references: 2 findings \(hash 1, lot_points 1\)\.\n/,
  );
  expect(stdout).toContain(`wallet ${walletId}, entry 1: hash: expected `);
  expect(stdout).toContain("… and 1 more.");

  const asJson = await run(database.url, "--json");
  expect(asJson.exitCode).toBe(1);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    isSound: false,
    findingCount: 2,
    findings: [
      { walletId, seq: 1, what: "hash" },
      { walletId, seq: null, what: "lot_points", expected: "2028-03-31: 100", found: "2028-03-31: 99" },
    ],
  });
});

test("it tells apart that something is wrong and that it could not look", async () => {
  const missing = new URL(database.url);
  missing.pathname = "/nowhere";
  const { exitCode, stdout, stderr } = await run(missing.href);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain("nowhere");
  expect((await run(database.url, "--findings", "many")).exitCode).toBe(2);
});

test("commands refuse a database that is newer than they are", async () => {
  const { owner, url } = database;
  await owner.query(
    "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', now(), '9999_future')",
  );
  try {
    const refused = expect.stringContaining("newer than this release: it has the migration 9999_future");
    expect(await run(url)).toEqual({ exitCode: 2, stdout: "", stderr: refused });
    expect(await runCommand("demo-wallets", url, "--count", "1")).toMatchObject({
      exitCode: 1,
      stderr: refused,
    });
    expect(await runCommand("admin", url, "client", "list")).toMatchObject({ exitCode: 1, stderr: refused });
  } finally {
    await owner.query("DELETE FROM _prisma_migrations WHERE id = 'x'");
  }
});
