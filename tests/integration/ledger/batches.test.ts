import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { composites, KEY } from "@/lib/ledger/rules/columns";
import type { Command } from "@/lib/ledger/rules/commands";
import { isDomainError } from "@/lib/ledger/rules/errors";
import type { Entry, LogTypeId } from "@/lib/ledger/rules/types";
import type { Ledger } from "@/lib/ledger/run/ledger";
import { ManualClock } from "@/lib/platform/clock";
import { ledgerPool } from "@/lib/platform/database/pools";
import { env } from "@/lib/platform/env";
import { createServices } from "@/lib/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { isDeep } from "@/tests/support/deep";
import {
  createSegment,
  createWorld,
  expectSound,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  type World,
} from "@/tests/support/ledger";
import { type Act, act, commandOf, type Scene } from "@/tests/support/ledger-acts";
import { seedOf, untilMet } from "@/tests/support/rounds";

/** One database in which commands share batches, and one in which each has a transaction of its own. */
interface Side {
  database: TestDatabase;
  world: World;
  process: TestProcess;
}
let together: Side;
let alone: Side;
const clock = new ManualClock(START);

beforeAll(async () => {
  together = await start(64);
  alone = await start(1);
});
afterAll(async () => {
  for (const { process, database } of [together, alone]) {
    await process.stop();
    await database.drop();
  }
});

async function start(batchMax: number): Promise<Side> {
  const database = await createTestDatabase();
  const world = await createWorld(database.pool, {
    points_validity_months: 1,
    cancel_window_business_days: 30,
  });
  await createSegment(database.pool, {
    value: 500,
    reward_factor: "1.5",
    redeem_factor: "2",
    redeem_threshold: 50,
  });
  return { database, world, process: startProcess(database.url, { clock, lanes: 1, batchMax }) };
}

const RUNS = isDeep ? 16 : 6;
const JUMPS_HOURS = [0, 0, 0, 1, 24, 24 * 20, 24 * 45];

/** Commands that arrive at the same moment, and how long after the ones before. */
const burst = fc.record({
  hours: fc.constantFrom(...JUMPS_HOURS),
  acts: fc.array(act, { minLength: 1, maxLength: 56, size: "max" }),
});

let run = 0;

test("many commands in one batch give the same result as one by one", async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(fc.array(burst, { minLength: 1, maxLength: 4 }), async (bursts) => {
    run += 1;
    clock.set(new Date(START.getTime() + run * 1_000));
    const scenes = [
      await createScene(together, `run ${run}`),
      await createScene(alone, `run ${run}`),
    ] as const;
    for (const { hours, acts } of bursts) {
      clock.advance(hours * 3_600_000);
      const answers = [await sendTogether(scenes[0], acts), await sendAlone(scenes[1], acts)] as const;
      expect(answers[0]).toEqual(answers[1]);
      for (const answer of answers[0]) seen.add(typeof answer === "number" ? String(answer) : answer.kind);
      for (const scene of scenes) scene.entries = await entriesOf(scene);
    }
    const [one, other] = [await everythingIn(scenes[0]), await everythingIn(scenes[1])];
    expect(one).toEqual(other);
  });
  await untilMet({
    seed: seedOf("Batches"),
    expected: ["1110", "1201", "1301", "1311", "1401", "1411", "1501", "nothing", "posted", "replayed"],
    met: () => seen,
    round: (seed) => fc.assert(property, { numRuns: RUNS, seed }),
  });
  await expectSound(together.database.pool);
  await expectSound(alone.database.pool);
}, 900_000);

type Known = Scene["entries"][number];
type MutableScene = Omit<Scene, "entries"> & { side: Side; entries: Known[] };

async function createScene(side: Side, name: string): Promise<MutableScene> {
  const wallets: TestWallet[] = [];
  for (const place of [1, 2, 3]) {
    const number = String(run * 10 + place).padStart(8, "0");
    const code = { walletCode: `R${number}`, contactMsisdn: `+2012${number}` };
    wallets.push(await side.world.wallet({ ...code, hasPin: place === 2 }));
  }
  return { side, world: side.world, wallets, entries: [], name };
}

/** All at the same moment: they share as few batches as the writer can make. */
function sendTogether(scene: MutableScene, acts: readonly Act[]): Promise<Answer[]> {
  return Promise.all(acts.map((each) => answer(scene, commandOf(scene, each))));
}

async function sendAlone(scene: MutableScene, acts: readonly Act[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const each of acts) answers.push(await answer(scene, commandOf(scene, each)));
  return answers;
}

type Answer = number | { kind: string; place?: string; wallet?: unknown; related?: string | null };

/** What the caller was told, without the ids that differ between the databases. */
async function answer({ side, wallets }: MutableScene, command: Command): Promise<Answer> {
  const { ledger }: { ledger: Ledger } = side.process;
  try {
    const posted = command.type === "expire" ? await ledger.expire(command) : await ledger.post(command);
    if (posted === null) return { kind: "nothing" };
    const { entry, related, replayed } = posted;
    const { id: _, segment, ...wallet } = posted.wallet;
    return {
      kind: replayed ? "replayed" : "posted",
      place: placeOf(wallets, entry),
      wallet: { ...wallet, rewardFactor: segment.rewardFactor },
      related: related === null ? null : placeOf(wallets, related),
    };
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
}

function placeOf(wallets: readonly TestWallet[], { walletId, seq }: Pick<Entry, "walletId" | "seq">): string {
  return `${wallets.findIndex(({ id }) => id === walletId)}/${seq}`;
}

async function entriesOf({ side, wallets }: MutableScene): Promise<Known[]> {
  const { rows } = await side.database.pool.query<{ id: string; wallet_id: string; log_type_id: LogTypeId }>(
    "SELECT id, wallet_id, log_type_id FROM entry WHERE wallet_id = ANY ($1) ORDER BY wallet_id, seq",
    [wallets.map(({ id }) => id)],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    walletId: Number(row.wallet_id),
    logTypeId: row.log_type_id,
  }));
}

/** Everything the database keeps of the scene's wallets, entries named by their place instead of their id. */
async function everythingIn({ side, wallets }: MutableScene): Promise<unknown> {
  const ids = wallets.map(({ id }) => id);
  const place = (id: string) =>
    `(SELECT w.wallet_code || '/' || x.seq FROM entry x JOIN wallet w ON w.id = x.wallet_id WHERE x.id = ${id})`;
  const rows = async (sql: string) => ((await side.database.pool.query(sql, [ids])) as pg.QueryResult).rows;
  return {
    entries: await rows(
      `SELECT w.wallet_code, to_jsonb(e) - '{id,hash,mac,related_entry_id,branch_msisdn}'::text[] AS entry, ${place("e.related_entry_id")} AS related
         FROM entry e JOIN wallet w ON w.id = e.wallet_id WHERE e.wallet_id = ANY ($1) ORDER BY w.wallet_code, e.seq`,
    ),
    wallets: await rows(
      `SELECT to_jsonb(w) - '{last_hash,created_at,tier_moves}'::text[] AS wallet, jsonb_path_query_array(tier_moves, '$.moves[*][1]') AS tiers
         FROM wallet w WHERE id = ANY ($1) ORDER BY wallet_code`,
    ),
    lots: await rows("SELECT * FROM lot WHERE wallet_id = ANY ($1) ORDER BY wallet_id, expires_on"),
    reversals: await rows(
      `SELECT ${place("r.entry_id")} AS entry, to_jsonb(r) - '{entry_id,cancelled_by_entry_id}'::text[] AS reversal,
              ${place("r.cancelled_by_entry_id")} AS cancelled_by FROM reversal r WHERE wallet_id = ANY ($1) ORDER BY 1`,
    ),
    keys: await rows(
      `SELECT to_jsonb(k) - 'entry_id' AS key, ${place("k.entry_id")} AS entry
         FROM idempotency_key k WHERE wallet_id = ANY ($1) ORDER BY user_id, operation, key`,
    ),
    pins: await rows("SELECT to_jsonb(p) - 'set_at' AS pin FROM wallet_pin p WHERE wallet_id = ANY ($1)"),
  };
}

test("a movement is carried out while quotes hold every connection that they may have", async () => {
  const database = await createTestDatabase();
  const world = await createWorld(database.pool);
  const { ledger } = createServices();
  const held = await Promise.all(
    Array.from({ length: env().ledgerPoolSizeMax }, () => ledgerPool().connect()),
  );
  const { entry } = await ledger.post(world.commands.reward(await world.wallet(), 7));
  expect(entry.amount).toBe(7);
  for (const client of held) client.release();
  await database.drop();
});

test("texts are kept as they were sent, whatever they hold", async () => {
  const texts = fc.oneof(
    fc.string({
      unit: fc.constantFrom("\\", '"', "'", ",", "(", ")", "{", "}", " ", "$", "&", "x", "4", "ع"),
    }),
    fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0")),
    fc.constantFrom("", "NULL", "\\x41", "\\"),
  );
  const property = fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 20 }), async (keys) => {
    const rows = keys.map((key) => ({
      ...{ userId: 1, operation: 2 as const, walletId: 3, entryId: null },
      ...{ key, requestHash: "3q2+7w==", at: START },
    }));
    const read = await together.database.pool.query(
      "SELECT key, encode(request_hash, 'base64') AS hash FROM unnest($1::key_row[])",
      [composites(KEY, rows)],
    );
    expect(read.rows).toEqual(keys.map((key) => ({ key, hash: "3q2+7w==" })));
  });
  await fc.assert(property, { seed: seedOf("Texts"), numRuns: 100 });
});
