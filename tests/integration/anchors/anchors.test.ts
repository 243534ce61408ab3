import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { appendFile, cp, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Anchor, keyIdOf } from "@/lib/areas/anchors/anchor";
import { anchorJson, readAnchorFile } from "@/lib/areas/anchors/anchor-file";
import { type AnchorReport, checkAnchors, proveEntry } from "@/lib/areas/anchors/check-anchors";
import { readKeyOfDatabase, rotateSigningKey, settleSigningKey } from "@/lib/areas/anchors/key-of-database";
import { type AnchorOptions, AnchorsDifferError, makeAnchors } from "@/lib/areas/anchors/make-anchors";
import {
  createSigningKey,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
} from "@/lib/areas/anchors/signing-key";
import { readAnchors } from "@/lib/areas/anchors/store";
import { entryHash } from "@/lib/ledger/rules/hash";
import { readLogs } from "@/lib/ledger/verify/read";
import { verify } from "@/lib/ledger/verify/verify";
import { ManualClock } from "@/lib/platform/clock";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createWorld,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  type World,
} from "@/tests/support/ledger";
import { createTemporaryFolder } from "@/tests/support/test-server";

/**
 * What a superuser can do to the logs, each within a transaction that is rolled back, and what the anchors make of it. The
 * service's own role makes them.
 */
let database: TestDatabase;
let admin: pg.Pool;
let folder: string;
let key: SigningKey;
let options: AnchorOptions;
let world: World;
let till: TestProcess;
let wallet: TestWallet;
let redemptionId: number;
const clock = new ManualClock(START);
const MINUTE_MS = 60_000;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  admin.on("error", () => undefined);
  folder = await createTemporaryFolder();
  key = await createSigningKey(path.join(folder, "key", "anchor-key.pem"));
  options = {
    pool: portalPool(),
    clock,
    key,
    file: path.join(folder, "anchors.jsonl"),
    everyMs: 10 * MINUTE_MS,
  };
  world = await createWorld(database.pool);
  till = startProcess(database.url, { clock });
  const { reward, redeem } = world.commands;
  wallet = await world.walletWith(till.ledger, 1_000);
  await act("client.rotate");
  const other = await world.walletWith(till.ledger, 50);
  expect(await makeAnchors(options)).toHaveLength(1);
  redemptionId = (await till.ledger.post(redeem(wallet, 300))).entry.id;
  for (let value = 1; value <= 5; value += 1) await till.ledger.post(reward(other, value));
  await till.ledger.post(reward(wallet, 20));
  await act("user.update");
  clock.set(new Date(START.getTime() + 11 * MINUTE_MS));
  expect(await makeAnchors(options)).toHaveLength(1);
});
afterAll(async () => {
  await till?.stop();
  await admin?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

function act(action: string): Promise<unknown> {
  return database.prisma.auditLog.create({
    data: { action, subjectType: "client", subjectId: "1", before: { name: 'قبل\n"x"' }, after: { n: 1.5 } },
  });
}

const inFile = () => readAnchorFile(options.file);

async function check(pool = admin, keys: KeyObject[] = [key.publicKey]): Promise<AnchorReport> {
  return checkAnchors(pool, { keys, inFile: await inFile() });
}

/** What of a report is wrong, in short. */
const wrongIn = ({ findings, chains }: AnchorReport) => [
  ...findings.map(({ number, what }) => `anchor ${number} ${what}`),
  ...chains.flatMap(({ findings: found }) => found.map(({ chain, seq, what }) => `${chain} ${seq} ${what}`)),
];

const TABLES = ["entry", "wallet", "audit_log", "chain_link", "anchor"];

/** Changes the database as a superuser whom no trigger stops, looks at it, and puts everything back. */
async function tampered<Result>(
  tamper: (client: pg.PoolClient) => Promise<unknown>,
  look: () => Promise<Result>,
): Promise<Result> {
  const as = async (work: (client: pg.PoolClient) => Promise<unknown>) => {
    const client = await admin.connect();
    await client.query("SET session_replication_role = replica");
    await work(client);
    await client.query("RESET session_replication_role");
    client.release();
  };
  const saved: string[] = [];
  await as(async (client) => {
    for (const table of TABLES) {
      const { rows } = await client.query<{ rows: string }>(
        `SELECT jsonb_agg(t)::text AS rows FROM ${table} t`,
      );
      saved.push(rows[0]?.rows ?? "[]");
    }
    await tamper(client);
  });
  try {
    return await look();
  } finally {
    await as(async (client) => {
      for (const [place, table] of TABLES.entries()) {
        await client.query(`DELETE FROM ${table}`);
        await client.query(
          `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
          [saved[place]],
        );
      }
    });
  }
}

/** Changes one entry and makes all hashes of the wallet again, so that its log is consistent with itself and with its row. */
async function rewriteHistory(client: pg.PoolClient, walletId: number): Promise<void> {
  let before: string | null = null;
  const range = { fromWalletId: String(walletId - 1), toWalletId: String(walletId), pageSize: 100 };
  for await (const rows of readLogs(client, range)) {
    for (const { entry } of rows) {
      const rewritten = entry.seq === 1 ? { ...entry, comment: "a gift" } : entry;
      const hash = entryHash(before, rewritten);
      await client.query("UPDATE entry SET comment = $2, hash = decode($3, 'base64') WHERE id = $1", [
        ...[entry.id, rewritten.comment, hash],
      ]);
      before = hash;
    }
  }
  await client.query("UPDATE wallet SET last_hash = decode($2, 'base64') WHERE id = $1", [walletId, before]);
}

const REHASH_ACTS = `
  DELETE FROM chain_link WHERE chain = 'audit';
  SELECT add_chain_link('audit', a.id, audit_log_fields(a)) FROM audit_log a ORDER BY a.id`;

test("all logs are proved against anchors that continue each other, in the database and in the file", async () => {
  const report = await check();
  expect(wrongIn(report)).toEqual([]);
  expect(report).toMatchObject({
    ...{ anchors: 2, inFile: 2, findingCount: 0 },
    chains: [
      { chain: "audit", links: 2 },
      { chain: "security", links: 0 },
    ],
  });
  const [first, second] = (await inFile()) ?? [];
  expect([first?.wallets, second?.wallets]).toEqual([2, 2]);
  expect(second).toMatchObject({ previousHash: first?.hash, afterEntryId: first?.entryId, keyId: key.keyId });
});

test("a wallet's history that was rewritten consistently, hashes and all, is found", async () => {
  await tampered(
    (client) => rewriteHistory(client, wallet.id),
    async () => {
      expect((await verify(admin)).findings).toEqual([]);
      expect(wrongIn(await check())).toEqual(["anchor 1 entries", "anchor 2 entries"]);
    },
  );
  expect(wrongIn(await check())).toEqual([]);
});

test("an audit log that was rewritten consistently is found, and one that was not by its chain", async () => {
  const change = "UPDATE audit_log SET action = 'client.read' WHERE action = 'client.rotate'";
  await tampered(
    (client) => client.query(change),
    async () => expect(wrongIn(await check())).toEqual(["audit 1 changed"]),
  );
  await tampered(
    (client) => client.query(`${change};${REHASH_ACTS}`),
    async () => expect(wrongIn(await check())).toEqual(["anchor 1 audit", "anchor 2 audit"]),
  );
  await tampered(
    (client) => client.query("DELETE FROM audit_log WHERE action = 'user.update'"),
    async () => expect(wrongIn(await check())).toEqual(["audit 2 missing_row"]),
  );
  await tampered(
    (client) => client.query(`DELETE FROM audit_log WHERE action = 'user.update';${REHASH_ACTS}`),
    async () => expect(wrongIn(await check())).toEqual(["anchor 2 audit"]),
  );
  await tampered(
    (client) =>
      client.query("INSERT INTO audit_log (action, subject_type, subject_id) VALUES ('a', 'b', 'c')"),
    async () => expect(wrongIn(await check())).toEqual(["audit null unchained"]),
  );
});

test("entries that are removed, and anchors that are removed, changed or signed with another key, are found", async () => {
  await tampered(
    (client) => client.query("DELETE FROM entry WHERE id = $1", [redemptionId]),
    async () => expect((await verify(admin)).findings.map(({ what }) => what)).toContain("numbering"),
  );
  await tampered(
    (client) => client.query("DELETE FROM entry WHERE id = (SELECT max(id) FROM entry)"),
    async () => expect(wrongIn(await check())).toEqual(["anchor 2 entries"]),
  );
  await tampered(
    (client) => client.query("DELETE FROM anchor"),
    async () => expect(wrongIn(await check())).toEqual(["anchor 2 not_in_database"]),
  );
  await tampered(
    (client) => client.query("UPDATE anchor SET entry_id = entry_id + 1 WHERE number = 2"),
    async () => expect(wrongIn(await check())).toEqual(["anchor 2 hash", "anchor 2 signature"]),
  );
  const stranger = generateKeyPairSync("ed25519").publicKey;
  expect(wrongIn(await check(admin, [stranger]))).toEqual(["anchor 1 key"]);
});

test("an entry is proved along its wallet's log, the tree and the signature; one that was rewritten is not", async () => {
  const keys = [createPublicKey(key.privateKey)];
  const proof = await proveEntry(admin, { entryId: redemptionId, keys, knowsSecret: true });
  expect(proof).toMatchObject({
    ...{ isProved: true, failure: null, walletId: wallet.id, seq: 2 },
    chain: [{ seq: 2 }, { seq: 3 }],
    path: [{ side: "right" }],
    anchor: { number: 2 },
  });
  expect(await proveEntry(admin, { entryId: 999_999, keys, knowsSecret: true })).toBeNull();
  await tampered(
    (client) => client.query("UPDATE entry SET comment = 'a gift' WHERE id = $1", [redemptionId]),
    async () =>
      expect(await proveEntry(admin, { entryId: redemptionId, keys, knowsSecret: true })).toMatchObject({
        failure: "entry",
      }),
  );
  await tampered(
    (client) => rewriteHistory(client, wallet.id),
    async () => {
      const rewritten = { entryId: redemptionId, keys };
      expect(await proveEntry(admin, { ...rewritten, knowsSecret: true })).toMatchObject({ failure: "code" });
      expect(await proveEntry(admin, { ...rewritten, knowsSecret: false })).toMatchObject({
        failure: "path",
      });
    },
  );
  const late = (await till.ledger.post(world.commands.reward(wallet, 1))).entry.id;
  expect(await proveEntry(admin, { entryId: late, keys, knowsSecret: true })).toBe("waiting");
});

test("an anchor is made when it is due and something happened, once by many at a time, and in parts after a busy stretch", async () => {
  expect(await makeAnchors(options)).toBeNull();
  clock.set(new Date(START.getTime() + 22 * MINUTE_MS));
  const made = await Promise.all(Array.from({ length: 4 }, () => makeAnchors({ ...options, entriesMax: 1 })));
  expect(made.flatMap((anchors) => anchors ?? [])).toHaveLength(1);
  clock.set(new Date(START.getTime() + 33 * MINUTE_MS));
  expect(await makeAnchors(options)).toEqual([]);
  for (let value = 1; value <= 5; value += 1) await till.ledger.post(world.commands.reward(wallet, value));
  expect(await makeAnchors({ ...options, entriesMax: 2 })).toHaveLength(3);
  expect(wrongIn(await check())).toEqual([]);
  expect(await inFile()).toEqual(await readAnchors(admin, { after: 0, limit: 100 }));
});

test("a line that a crash cut short is written again; a file of another log is left alone, and said", async () => {
  await appendFile(options.file, '{"number":');
  await till.ledger.post(world.commands.reward(wallet, 1));
  clock.set(new Date(START.getTime() + 60 * MINUTE_MS));
  expect(await makeAnchors(options)).toHaveLength(1);
  expect(wrongIn(await check())).toEqual([]);

  const file = path.join(folder, "foreign.jsonl");
  const [own] = (await inFile()) ?? [];
  await appendFile(file, `${JSON.stringify(anchorJson({ ...(own as Anchor), hash: "of another" }))}\n`);
  await till.ledger.post(world.commands.reward(wallet, 1));
  clock.set(new Date(START.getTime() + 80 * MINUTE_MS));
  await expect(makeAnchors({ ...options, file })).rejects.toThrow(AnchorsDifferError);
  expect(await readAnchorFile(file)).toHaveLength(1);
  expect(keyIdOf(key.publicKey)).toBe(own?.keyId);
});

test("a round makes one anchor, whatever is written meanwhile, and the file has it first", async () => {
  clock.set(new Date(START.getTime() + 100 * MINUTE_MS));
  const file = path.join(folder, "busy.jsonl");
  await till.ledger.post(world.commands.reward(wallet, 1));
  // Something is written whenever an anchor is kept, as under load.
  const busy = async (...asked: [pg.QueryConfig]) => {
    await till.ledger.post(world.commands.reward(wallet, 1));
    return options.pool.query(...asked);
  };
  const pool = Object.assign(Object.create(options.pool), {
    query: busy,
    connect: () => options.pool.connect(),
  }) as pg.Pool;
  expect(await makeAnchors({ ...options, file, pool })).toHaveLength(1);

  // Between file and database the process ends: the anchor comes into the database with the next round.
  await till.ledger.post(world.commands.reward(wallet, 1));
  clock.set(new Date(START.getTime() + 120 * MINUTE_MS));
  await admin.query(REFUSE_ANCHORS);
  await expect(makeAnchors({ ...options, file })).rejects.toThrow("no anchors now");
  await admin.query("DROP TRIGGER refuse_anchors ON anchor");
  const inFileOnly = (await readAnchorFile(file))?.at(-1);
  expect((await readAnchors(admin, { after: 0, limit: 100 })).at(-1)?.number).toBe(
    (inFileOnly?.number ?? 0) - 1,
  );
  expect(
    (await checkAnchors(admin, { keys: [key.publicKey], inFile: await readAnchorFile(file) })).findings,
  ).toEqual([]);
  // Another instance, with a file of its own, makes the anchor of that number: the line that nobody was told of goes.
  expect(await makeAnchors(options)).toHaveLength(1);
  await till.ledger.post(world.commands.reward(wallet, 1));
  clock.set(new Date(START.getTime() + 140 * MINUTE_MS));
  expect(await makeAnchors({ ...options, file })).toHaveLength(1);
  expect(await readAnchorFile(file)).toEqual(await readAnchors(admin, { after: 0, limit: 100 }));
});

const REFUSE_ANCHORS = `
  CREATE OR REPLACE FUNCTION refuse_anchors() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no anchors now'; END $$;
  CREATE TRIGGER refuse_anchors BEFORE INSERT ON anchor FOR EACH ROW EXECUTE FUNCTION refuse_anchors()`;

test("one key signs for a database: another or a lost one is refused, a rotated and a replaced one leave all proved", async () => {
  const file = path.join(folder, "key", "anchor-key.pem");
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    const settle = (of: string) => settleSigningKey(client, of);
    expect((await settle(file)).keyId).toBe(key.keyId);
    await expect(settle(path.join(folder, "nowhere.pem"))).rejects.toThrow(
      `signed with the key ${key.keyId}`,
    );
    const other = path.join(folder, "other", "anchor-key.pem");
    await createSigningKey(other);
    await expect(settle(other)).rejects.toThrow("All instances need that key");

    const { key: rotated } = await rotateSigningKey(client, file, { isLost: false });
    expect(rotated.keyId).not.toBe(key.keyId);
    await till.ledger.post(world.commands.reward(wallet, 1));
    clock.set(new Date(START.getTime() + 200 * MINUTE_MS));
    await expect(makeAnchors(options)).rejects.toThrow(`signed with the key ${rotated.keyId}`);
    expect(await makeAnchors({ ...options, key: rotated })).toHaveLength(1);
    expect(wrongIn(await check(admin, await readPublicKeys([file])))).toEqual([]);

    await rm(file);
    await expect(rotateSigningKey(client, file, { isLost: false })).rejects.toThrow("is not there");
    const { key: replaced } = await rotateSigningKey(client, file, { isLost: true });
    expect((await settle(file)).keyId).toBe(replaced.keyId);
    await expect(rotateSigningKey(client, file, { isLost: true })).rejects.toThrow("it is not lost");
    const onNewMachine = path.join(folder, "new", "machine", "anchor-key.pem");
    const { key: brought } = await rotateSigningKey(client, onNewMachine, { isLost: true });
    expect((await settle(onNewMachine)).keyId).toBe(brought.keyId);
    await cp(onNewMachine, file);
    expect(wrongIn(await check(admin, await readPublicKeys([file])))).toEqual([]);
  } finally {
    await client.end();
  }
});

test("a backup from before a rotation starts with today's files, and its rehearsal leaves the live key alone", async () => {
  const restored = await createTestDatabase();
  const client = new pg.Client({ connectionString: restored.adminUrl });
  await client.connect();
  try {
    const file = path.join(folder, "today", "anchor-key.pem");
    const before = await createSigningKey(file);
    await settleSigningKey(client, file);
    const { rows } = await client.query("SELECT * FROM anchor_key");
    const { key: today } = await rotateSigningKey(client, file, { isLost: false });
    // The backup knows nothing of the rotation.
    await client.query("SET session_replication_role = replica; DELETE FROM anchor_key WHERE number > 1");
    expect((await client.query("SELECT * FROM anchor_key")).rows).toEqual(rows);
    expect((await settleSigningKey(client, file)).keyId).toBe(before.keyId);
    expect(await readKeyOfDatabase(client, file)).toMatchObject({ keyId: before.keyId });
    await rm(`${file}.${before.keyId}`);
    await expect(rotateSigningKey(client, file, { isLost: true })).rejects.toThrow(
      "the key of another database",
    );
    expect(await readSigningKey(file)).toMatchObject({ keyId: today.keyId });
  } finally {
    await client.end();
    await restored.drop();
  }
});

test("acts at once become one chain, in the order in which they were committed", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => act(`client.act_${index}`)));
  const { chains } = await check();
  expect(chains[0]).toMatchObject({ chain: "audit", links: 22, findingCount: 0 });
});
