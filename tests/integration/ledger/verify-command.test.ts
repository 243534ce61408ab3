import { spawn } from "node:child_process";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWorld, startProcess } from "@/tests/support/ledger";

let database: TestDatabase;
let walletId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const world = await createWorld(database.pool);
  const till = startProcess(database.url);
  walletId = (await world.walletWith(till.ledger, 100)).id;
  await till.stop();
});
afterAll(() => database.drop());

/** `npm run verify` as an operator would run it, on the given database. */
async function run(
  url: string,
  ...args: string[]
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ["bin/run.mjs", "verify", ...args], {
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: url, LOG_LEVEL: "silent" },
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
      "Proved the logs against 0 anchors in the database, without a file of anchors, up to entry 0: all is well.\n",
    ].join("\n"),
    stderr: "",
  });
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
