import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { build } from "esbuild";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runAdmin } from "@/bin/admin/program";
import { ApiClients } from "@/lib/areas/clients/api-clients";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { systemClock } from "@/lib/platform/clock";
import { startEmbedded } from "@/lib/platform/database/embedded";
import { migrateFor } from "@/lib/platform/database/migrate";
import { serviceSecret } from "@/lib/platform/seal";
import { signIn } from "@/lib/portal/session/sessions";
import { audit, createWorld, uniqueMsisdn, type World } from "@/tests/support/admin-world";
import { isDeep } from "@/tests/support/deep";
import { createTemporaryFolder } from "@/tests/support/test-server";

// Where a command is a process of its own, a busy machine takes a while.
vi.setConfig({ testTimeout: 120_000 });

const PROGRAM = path.resolve("dist/tests/admin.mjs");

let world: World;
beforeAll(async () => {
  await build({
    entryPoints: ["bin/admin.ts"],
    outfile: PROGRAM,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  world = await createWorld();
});
afterAll(() => world.database.drop());

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Carries a command out in this process, on the world's database, with `stdin` as what is piped in. */
async function run(args: string[], { stdin = "" } = {}): Promise<Ended> {
  const ended: Ended = { code: null, stdout: "", stderr: "" };
  const print = (stream: "stdout" | "stderr") => (text: string | Uint8Array) => {
    ended[stream] += String(text);
    return true;
  };
  const line = (stream: "stdout" | "stderr") => (text: string) => void print(stream)(`${text}\n`);
  const spies = [
    vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([stdin]) as typeof process.stdin),
    vi.spyOn(process.stdout, "write").mockImplementation(print("stdout")),
    vi.spyOn(process.stderr, "write").mockImplementation(print("stderr")),
    vi.spyOn(console, "log").mockImplementation(line("stdout")),
    vi.spyOn(console, "error").mockImplementation(line("stderr")),
  ];
  ended.code = await runAdmin(args);
  for (const spy of spies) spy.mockRestore();
  return ended;
}

/** Runs the command as a person would: the program itself, in a process of its own. */
function runProgram(
  args: string[],
  {
    stdin = "",
    env = { DATABASE_URL: world.database.url, SESSION_SECRET: serviceSecret() },
  }: { stdin?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
    stdio: "pipe",
  });
  const ended: Ended = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    ended.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    ended.stderr += chunk;
  });
  // A command that needs no input may be gone before it is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...ended, code }));
  });
}

async function runJson(args: string[], env?: Record<string, string>) {
  const asked = [...args, "--json"];
  const { code, stdout, stderr } = env === undefined ? await run(asked) : await runProgram(asked, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

const identify = (secret: string) => new ApiClients(world.database.pool, systemClock).identify(secret);

describe("from an empty database to a working till", () => {
  test("a merchant, a branch and a client are made, and the printed ClientId is accepted for the branch", async () => {
    const merchant = await runJson([
      "merchant",
      "create",
      "--name-en",
      "Nile Café",
      "--name-ar",
      "مقهى النيل",
    ]);
    expect(merchant).toMatchObject({ nameAr: "مقهى النيل", refundWindowDays: 90, isActive: true });
    const of = ["--merchant", String(merchant.id)];
    const branch = await runJson([
      ...[
        "branch",
        "create",
        ...of,
        "--msisdn",
        "01000000099",
        "--name-en",
        "Zamalek",
        "--name-ar",
        "الزمالك",
      ],
      ...["--latitude", "30.05", "--longitude", "31.2"],
    ]);
    const { client, secret } = await runJson(["client", "create", ...of, "--name", "POS"]);
    expect(client).toMatchObject({ keyRequiredFor: [], rate: { perSecond: 100, burst: 200 } });
    const known = await identify(secret);
    expect(known?.branches.get("+201000000099")).toMatchObject({ id: branch.id, isActive: true });
    expect(await runJson(["branch", "list", ...of])).toMatchObject([{ id: branch.id, latitude: 30.05 }]);
    const closed = await runJson(["branch", "deactivate", String(branch.id)]);
    expect(closed.branch).toMatchObject({ id: branch.id, isActive: false });
  });

  test("what a client may do is what was asked for", async () => {
    const { client } = await runJson([
      ...["client", "create", "--merchant", String(world.ours.merchantId), "--name", "Screen"],
      ...[
        "--scopes",
        "deals,reward",
        "--branches",
        String(world.ours.branchId),
        "--ip",
        "10.0.0.0/8, 192.0.2.1",
        "--origins",
        "https://till.example, https://till.example:8443/page",
      ],
      ...[
        "--rate",
        "5",
        "--key-required",
        "none",
        "--legacy-http-200",
        "--expires",
        "2099-01-01T00:00:00+02:00",
      ],
    ]);
    expect(client).toMatchObject({
      scopes: ["reward", "deals"],
      branchIds: [world.ours.branchId],
      ipRanges: ["10.0.0.0/8", "192.0.2.1"],
      allowedOrigins: ["https://till.example", "https://till.example:8443"],
      rate: { perSecond: 5, burst: 10 },
      keyRequiredFor: [],
      legacyHttp200: true,
      exposeNid: false,
      expiresAt: "2098-12-31T22:00:00.000Z",
    });
    const unlimited = await runJson([
      ...[
        "client",
        "create",
        "--merchant",
        String(world.ours.merchantId),
        "--name",
        "Load test",
        "--no-limit",
      ],
    ]);
    expect(unlimited.client.rate).toBeNull();
  });

  test("a ClientId is rotated and revoked", async () => {
    const made = await runJson([
      "client",
      "create",
      "--merchant",
      String(world.ours.merchantId),
      "--name",
      "POS",
    ]);
    const id = String(made.client.id);
    const rotated = await runJson(["client", "rotate", id, "--overlap-days", "0"]);
    expect(await identify(made.secret)).toBeNull();
    expect(await identify(rotated.secret)).not.toBeNull();
    await runJson(["client", "revoke", id]);
    expect(await identify(rotated.secret)).toBeNull();
    const { code, stderr } = await run(["client", "rotate", id]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "The client is revoked, for ever. Create another one.\n",
    });
  });

  test("for people the ClientId is printed once, and lists never show it", async () => {
    const { stdout } = await run([
      "client",
      "create",
      "--merchant",
      String(world.ours.merchantId),
      "--name",
      "POS",
    ]);
    const secrets = stdout.match(/pis_live_[\w-]{32}/g) ?? [];
    expect(secrets).toHaveLength(1);
    const listed = await run(["client", "list"]);
    expect(listed.stdout).toContain(`…${secrets[0]?.slice(-4)}`);
    expect(listed.stdout).not.toContain(secrets[0]);
  });
});

test("the program itself reads standard input, answers on standard output and ends with the exit code", async () => {
  const args = ["--username", "spawned", "--name", "Mona Adel", "--role", "programme_operator", "--json"];
  const made = await runProgram(["user", "create", ...args], { stdin: "quite a secret one\nnot this\n" });
  expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(made.stdout)).toMatchObject({ username: "spawned", isActive: true });
  const elsewhere = {
    DATABASE_URL: world.database.url,
    DATA_DIR: path.join(path.dirname(PROGRAM), "nothing"),
  };
  const unknown = await runProgram(["user", "create", ...args], {
    stdin: "quite a secret one\n",
    env: elsewhere,
  });
  expect(unknown).toMatchObject({
    ...{ code: 1, stdout: "", stderr: expect.stringContaining("SESSION_SECRET is not known") },
  });
  const refused = await runProgram(["wallet", "show", "nobody's"]);
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/\S/) });
});

describe("users", () => {
  const create = (username: string, stdin: string) =>
    run(
      [
        ...["user", "create", "--username", username, "--name", "Mona Adel", "--role", "cashier"],
        ...["--merchant", String(world.ours.merchantId), "--branches", String(world.ours.branchId)],
      ],
      { stdin },
    );
  const trySignIn = async (username: string, password: string) =>
    (await signIn({ username, password, address: "192.0.2.9", userAgent: "test" })).outcome;

  test("are let in with the password from standard input, which is repeated nowhere", async () => {
    const password = "quite a secret one";
    const { code, stdout, stderr } = await create("Mona.A", `${password}\nnot this\n`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain(password);
    expect(await trySignIn("mona.a", password)).toBe("signed_in");
    const changed = await run(["user", "set-password", "MONA.A"], { stdin: "and another one\r\n" });
    expect(changed.code).toBe(0);
    expect(await trySignIn("mona.a", password)).toBe("refused");
    expect(await trySignIn("mona.a", "and another one")).toBe("signed_in");
    expect(await runJson(["user", "deactivate", "mona.a"])).toMatchObject({ isActive: false });
    expect(await trySignIn("mona.a", "and another one")).toBe("ended");
    const without = await run(["user", "set-password", "mona.a"], { stdin: "and a third one\n" });
    expect(without.stdout).toContain(
      "The user is deactivated and still cannot sign in: user activate mona.a",
    );
    expect(await runJson(["user", "list", "--merchant", String(world.ours.merchantId)])).toContainEqual(
      expect.objectContaining({ username: "mona.a", isActive: false }),
    );
    expect(await runJson(["user", "activate", "mona.a"])).toMatchObject({ isActive: true });
    expect(await trySignIn("mona.a", "and a third one")).toBe("signed_in");
    const short = await run(["user", "set-password", "mona.a"], { stdin: "short\n" });
    expect(short.stderr).toContain("the password: At least 10 characters");
  });

  test("without a password, with a weak one or for an unknown name nothing happens", async () => {
    expect(await create("nobody1", "")).toMatchObject({ code: 1, stderr: "No password was given.\n" });
    expect(await create("nobody1", "short\n")).toMatchObject({ code: 2, stdout: "" });
    expect(await create("nobody1", "it is Nobody1!\n")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("does not contain your user name"),
    });
    expect(await run(["user", "set-password", "nobody1"], { stdin: "long enough it is\n" })).toMatchObject({
      code: 1,
      stderr: "There is no such user.\n",
    });
    expect(await world.database.prisma.user.count({ where: { username: "nobody1" } })).toBe(0);
  });
});

describe("wallets and the programme", () => {
  test("are shown, and a PIN is set from standard input in either kind of digits", async () => {
    const { walletCode } = await enrolWallet(world.context, world.ours.cashier, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
    });
    expect(await runJson(["wallet", "show", walletCode])).toMatchObject({
      walletCode,
      hasPin: false,
      balance: 0,
    });
    const { code, stdout } = await run(["wallet", "set-pin", walletCode], { stdin: "٤٧١١\n" });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/4711|٤٧١١/);
    expect(await runJson(["wallet", "show", walletCode])).toMatchObject({ hasPin: true });
    const shown = await runJson(["programme", "show"]);
    expect(shown).toMatchObject({
      programme: { timeZone: "Africa/Cairo" },
      segments: [{ nameEn: "Standard" }],
    });
  });
});

describe("what goes wrong", () => {
  test.each([
    [["--help"], 0],
    [["nonsense"], 2],
    [["merchant", "create", "--name-en", "Half"], 2],
    [["branch", "deactivate", "one"], 2],
    [["client", "create", "--merchant", "999999", "--name", "POS"], 1],
    [["wallet", "show", "nobody's"], 1],
  ])("%j ends with %i", async (args, code) => {
    const before = (await audit(world)).length;
    const ended = await run(args);
    expect(ended.code).toBe(code);
    expect((code === 0 ? ended.stdout : ended.stderr).trim()).not.toBe("");
    expect(await audit(world)).toHaveLength(before);
  });

  test("wrong settings and a database that is not there have exit codes of their own", async () => {
    const settings = await runProgram(["merchant", "list"], { env: { DATABASE_URL: "mysql://nowhere" } });
    expect(settings).toMatchObject({ code: 78, stdout: "", stderr: expect.stringContaining("DATABASE_URL") });
    const unreachable = "postgresql://somebody:hidden@127.0.0.1:1/points";
    const ended = await runProgram(["merchant", "list"], { env: { DATABASE_URL: unreachable } });
    expect(ended.code).toBe(69);
    expect(ended.stderr).not.toContain("hidden");
  });

  test("a database without the service's tables is left as it is", async () => {
    // Not by createTestDatabase, which would point the commands of this process at it as well.
    const name = `${new URL(world.database.url).pathname.slice(1)}_empty`;
    const admin = new pg.Client(world.database.adminUrl);
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name} OWNER points`);
    const url = Object.assign(new URL(world.database.url), { pathname: `/${name}` }).href;
    const ended = await runProgram(["merchant", "list"], { env: { DATABASE_URL: url, DEMO_DATA: "off" } });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("npm run migrate") });
    const empty = new pg.Client(url);
    await empty.connect();
    const { rows } = await empty.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
    await empty.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`).finally(() => admin.end());
    expect(rows).toEqual([]);
  });
});

test("everything that was changed is in the audit log as done by the system", async () => {
  await runJson(["merchant", "create", "--name-en", "Audited", "--name-ar", "مدقق"]);
  expect((await audit(world)).at(-1)).toMatchObject({
    user_id: world.system.userId,
    action: "merchant.create",
    after: { nameEn: "Audited" },
  });
});

describe.runIf(isDeep)("the embedded database", () => {
  test("is used beside a running service, and on its own when none runs", async () => {
    const folder = await createTemporaryFolder();
    const dataDir = path.join(folder, "data");
    const env = { DATA_DIR: dataDir, DEMO_DATA: "off" };
    try {
      const held = await startEmbedded({ dataDir, whenHeld: "refuse", memoryMb: 32 });
      try {
        await migrateFor(held);
        await runJson(["merchant", "create", "--name-en", "Beside", "--name-ar", "بجانب"], env);
      } finally {
        await held.stop();
      }
      expect(await runJson(["merchant", "list"], env)).toMatchObject([{ nameEn: "Beside" }]);
      const { code, stderr } = await runProgram(["merchant", "list"], { env: { ...env, DEMO_DATA: "on" } });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("is not begun by a command where the demo data is expected", async () => {
    const folder = await createTemporaryFolder();
    try {
      const ended = await runProgram(["merchant", "list"], { env: { DATA_DIR: path.join(folder, "data") } });
      expect(ended).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("npm start") });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
