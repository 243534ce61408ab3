import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { findInDatabase } from "@/bin/doctor/database";
import { exitCodeOf, type Finding, screenOf } from "@/bin/doctor/findings";
import { findDisk, findService, findWayIn } from "@/bin/doctor/machine";
import { makeAnchors } from "@/lib/areas/anchors/make-anchors";
import { createSigningKey } from "@/lib/areas/anchors/signing-key";
import { createClient } from "@/lib/areas/clients/clients";
import { completeEnv, env } from "@/lib/platform/env";
import { actAlone, createWorld, type World } from "@/tests/support/admin-world";

let world: World;
let folder: string;
let keyFile: string;
let now: Date;
const SETTINGS = { anchorMinutes: 10, smtpUrl: undefined, host: "127.0.0.1", publicUrl: undefined };

beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
  folder = await mkdtemp(path.join(os.tmpdir(), "doctor-"));
  keyFile = path.join(folder, "anchor-key.pem");
  completeEnv({ ...env(), anchorKeyFile: keyFile } as never);
  const { pool } = world.database;
  now = new Date();
  world.clock.set(now);
  const key = await createSigningKey(keyFile);
  await makeAnchors({ pool, clock: world.clock, key, file: path.join(folder, "anchors.jsonl"), everyMs: 0 });
});
afterAll(async () => {
  await world.database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await world.database.pool.query("UPDATE programme SET troubles_told_to = 'https://hooks.example/x'");
  await world.database.prisma.auditLog.create({
    data: {
      ...{ action: "programme.back_up", subjectType: "programme", subjectId: "1", createdAt: now },
      ...{ after: { isProved: true }, userId: world.operator.userId },
    },
  });
});

const examine = (settings = SETTINGS) => findInDatabase(world.database.pool, settings, now);
const of = (findings: readonly Finding[], part: Finding["of"]) =>
  findings.filter((finding) => finding.of === part).map(({ state, text }) => `${state}: ${text}`);

describe("the doctor", () => {
  test("finds nothing wrong with an installation that is well, and fits one screen", async () => {
    const findings = [
      ...(await examine()),
      await findDisk({ dataDir: folder }),
      ...(await findWayIn({ ...SETTINGS, trustedProxies: null, databaseUrl: undefined }, now)),
    ];
    expect(findings.filter(({ state }) => state === "wrong")).toEqual([]);
    expect(exitCodeOf(findings)).toBe(0);
    expect(screenOf(findings).split("\n").length).toBeLessThan(24);
    for (const { text } of findings) expect(text).not.toBe("");
  });

  test("finds another installation's key, one that is gone, and one that others can read", async () => {
    const other = path.join(folder, "other.pem");
    await createSigningKey(other);
    for (const [file, told] of [
      [other, /other\.pem holds .* signs for this database\. Bring it/],
      [path.join(folder, "gone.pem"), /gone\.pem is not there, .* replace-lost/],
    ] as const) {
      completeEnv({ ...env(), anchorKeyFile: file } as never);
      const findings = await examine();
      expect(of(findings, "anchor key")).toEqual([expect.stringMatching(told)]);
      expect(exitCodeOf(findings)).toBe(1);
    }
    completeEnv({ ...env(), anchorKeyFile: keyFile } as never);
    await chmod(keyFile, 0o644);
    expect(of(await examine(), "anchor key")).toEqual([expect.stringMatching(/chmod 600/)]);
    await chmod(keyFile, 0o600);
  });

  test("finds a last copy of the database that is old", async () => {
    expect(of(await examine(), "backup")).toEqual([
      expect.stringMatching(/^well: the last copy is 0 minutes old, proved/),
    ]);
    const later = new Date(now.getTime() + 3 * 24 * 60 * 60_000);
    expect(of(await findInDatabase(world.database.pool, SETTINGS, later), "backup")).toEqual([
      expect.stringMatching(/^wrong: the last copy is 3 days old, proved\. Run each night/),
    ]);
  });

  test("finds a last copy that is on the disk of the service", async () => {
    const copied = (after: object) =>
      world.database.prisma.auditLog.create({
        data: {
          action: "programme.back_up",
          subjectType: "programme",
          subjectId: "1",
          after,
          createdAt: now,
        },
      });
    await copied({ isProved: true, isOnSameDisk: true });
    expect(of(await examine(), "backup")).toEqual([
      expect.stringMatching(/^look: .*on the disk of the service: a broken disk takes both/),
    ]);
    await copied({ isProved: true });
    expect(of(await examine(), "backup")).toEqual([expect.stringMatching(/^well: /)]);
  });

  test("finds alerts that reach nobody, and mail without a server", async () => {
    await world.database.pool.query("UPDATE programme SET troubles_told_to = ''");
    expect(of(await examine(), "notices")).toEqual([expect.stringMatching(/^wrong: nobody is told/)]);
    await world.database.pool.query("UPDATE programme SET troubles_told_to = 'night@shop.example'");
    expect(of(await examine(), "notices")).toEqual([expect.stringMatching(/^wrong: .*SMTP_URL/)]);
  });

  test("finds a limit that yesterday nearly used up, beside the one who did", async () => {
    const { client } = await createClient(world.context, world.operator, {
      ...{ merchantId: world.ours.merchantId, name: "All tills", scopes: ["reward"] },
    });
    const yesterday = new Date(now.getTime() - 24 * 60 * 60_000);
    await world.database.pool.query(
      "INSERT INTO person_day SELECT $1, ($2::timestamptz AT TIME ZONE time_zone)::date, 700000, 0 FROM programme",
      [client.userId, yesterday],
    );
    expect(of(await examine(), "limits")).toEqual([
      "look: All tills used 70 % of 1000000 points yesterday. A busy day reaches it: raise it (Settings, API clients).",
    ]);
  });

  test("finds a way in that others can read along, and one without the proxy's name", async () => {
    const way = async (settings: object) =>
      (await findWayIn({ ...SETTINGS, trustedProxies: null, databaseUrl: undefined, ...settings }, now)).map(
        ({ state, text }) => `${state}: ${text}`,
      );
    expect(await way({ publicUrl: "http://points.example" })).toEqual([
      expect.stringMatching(/^wrong: .*not encrypted/),
    ]);
    expect(await way({ host: "0.0.0.0" })).toEqual([expect.stringMatching(/^wrong: .*without PUBLIC_URL/)]);
    const nobody = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await vi.waitFor(() => expect(nobody.listening).toBe(true));
    const { port } = nobody.address() as { port: number };
    const findings = await way({ publicUrl: `https://points.localtest.invalid:${port}` });
    expect(findings).toEqual([
      expect.stringMatching(/^wrong: TRUST_PROXY is off/),
      expect.stringMatching(/^wrong: .* cannot be reached as browsers do/),
    ]);
    nobody.close();
  });

  test("finds a service that does not run, and one that is not ready", async () => {
    expect(await findService({ host: "127.0.0.1", port: 9 })).toMatchObject({ state: "look" });
    const { createServer: createHttp } = await import("node:http");
    const sick = createHttp((_, response) =>
      response.writeHead(503).end(JSON.stringify({ reasons: ["The database does not answer."] })),
    ).listen(0, "127.0.0.1");
    await vi.waitFor(() => expect(sick.listening).toBe(true));
    const { port } = sick.address() as { port: number };
    expect(await findService({ host: "127.0.0.1", port })).toMatchObject({
      state: "wrong",
      text: expect.stringContaining("The database does not answer."),
    });
    sick.close();
  });
});
