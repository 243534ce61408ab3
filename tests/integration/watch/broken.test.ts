import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findInDatabase } from "@/bin/doctor/database";
import type { Finding, Part } from "@/bin/doctor/findings";
import { findDisk, findWayIn } from "@/bin/doctor/machine";
import { makeAnchors } from "@/lib/areas/anchors/make-anchors";
import { createSigningKey } from "@/lib/areas/anchors/signing-key";
import { createClient } from "@/lib/areas/clients/clients";
import { completeEnv, env } from "@/lib/platform/env";
import { TimeBase } from "@/lib/platform/time-base";
import { actAlone, createWorld, type World } from "@/tests/support/admin-world";

const HOUR_MS = 3_600_000;
const PAGE = "docs/operations.md";
const TABLE = /(<!-- broken installations: begin -->\n).*?(<!-- broken installations: end -->)/s;

let world: World;
let folder: string;
let now: Date;
const SETTINGS = { anchorMinutes: 10, smtpUrl: undefined, host: "127.0.0.1", publicUrl: undefined };

beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
  folder = await mkdtemp(path.join(os.tmpdir(), "broken-"));
  const anchorKeyFile = path.join(folder, "anchor-key.pem");
  completeEnv({ ...env(), anchorKeyFile } as never);
  now = new Date();
  world.clock.set(now);
  const key = await createSigningKey(anchorKeyFile);
  const { pool } = world.database;
  await makeAnchors({ pool, clock: world.clock, key, file: path.join(folder, "anchors.jsonl"), everyMs: 0 });
});
afterAll(async () => {
  await world.database.drop();
  await rm(folder, { recursive: true });
});

const examine = (at = now) => findInDatabase(world.database.pool, SETTINGS, at);

/** Installations that are broken, in the order of the page: who looks for it, and how it is broken. */
const CASES: Readonly<Record<string, [Part, () => Promise<Finding[]>]>> = {
  "A clock is three hours ahead": [
    "clock",
    async () => {
      const machine = () => Date.now() + 3 * HOUR_MS;
      const [monotonic, uptime] = [() => performance.now(), () => performance.now()];
      const time = vi
        .spyOn(TimeBase, "ofProcess")
        .mockReturnValue(new TimeBase({ machine, monotonic, uptime }));
      try {
        return await examine();
      } finally {
        time.mockRestore();
      }
    },
  ],
  "The service's role lacks rights": [
    "roles",
    async () => {
      const { owner } = world.database;
      await owner.query("REVOKE INSERT, UPDATE ON wallet FROM points_service");
      try {
        return await examine();
      } finally {
        await owner.query("GRANT INSERT, UPDATE ON wallet TO points_service");
      }
    },
  ],
  "No TLS in front": [
    "proxy, TLS",
    () =>
      findWayIn(
        { ...SETTINGS, publicUrl: "http://points.example", trustedProxies: null, databaseUrl: undefined },
        now,
      ),
  ],
  "The disk is nearly full": [
    "disk",
    async () => [
      await findDisk({ dataDir: folder }, async () => ({ freeBytes: 5 * 1024 ** 3, bytes: 100 * 1024 ** 3 })),
    ],
  ],
  "The anchor key is lost": [
    "anchor key",
    async () => {
      const held = env().anchorKeyFile;
      completeEnv({ ...env(), anchorKeyFile: "anchor-key.pem" } as never);
      const findings = await examine();
      completeEnv({ ...env(), anchorKeyFile: held } as never);
      return findings;
    },
  ],
  "A clock of the future signed": ["signing", () => examine(new Date(now.getTime() - HOUR_MS))],
  "Records were changed behind the service's back": [
    "changes",
    async () => {
      const stranger = new pg.Pool({ connectionString: world.database.url, max: 1 });
      await stranger.query("UPDATE branch SET name_en = 'Mine' WHERE id = $1", [world.ours.branchId]);
      await stranger.end();
      return examine();
    },
  ],
  "There is no backup": ["backup", () => examine()],
  "Yesterday used most of a limit": [
    "limits",
    async () => {
      const { client } = await createClient(world.context, world.operator, {
        ...{ merchantId: world.ours.merchantId, name: "All tills", scopes: ["reward"] },
      });
      await world.database.pool.query(
        "INSERT INTO person_day SELECT $1, ($2::timestamptz AT TIME ZONE time_zone)::date, 700000, 0 FROM programme",
        [client.userId, new Date(now.getTime() - 24 * HOUR_MS)],
      );
      return examine();
    },
  ],
  "Notices reach nobody": ["notices", () => examine()],
};

test("the doctor says of each broken installation what is wrong and what to do, as the operator's page prints it", async () => {
  const rows: string[] = [];
  for (const [name, [part, examineBroken]] of Object.entries(CASES)) {
    const told = (await examineBroken()).filter(({ of, state }) => of === part && state !== "well");
    expect(told, name).toHaveLength(1);
    const text = told[0]?.text.replaceAll(/[0-9a-f]{32}/g, "3f1c…").replaceAll(folder, "/var/lib/points");
    const moment = text?.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…");
    rows.push(`| ${name} | ${told[0]?.state === "look" ? "LOOK" : "WRONG"} ${part} | ${moment} |`);
  }
  const table = `| case | line | doctor says |\n|---|---|---|\n${rows.join("\n")}\n`;
  const page = await readFile(PAGE, "utf8");
  if (process.env.UPDATE_DOCTOR) await writeFile(PAGE, page.replace(TABLE, `$1${table}$2`));
  else expect(TABLE.exec(page)?.[0]).toContain(table);
});
