import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Command } from "@/lib/ledger/commands";
import { walletHistory } from "@/lib/ledger/history";
import { readWallet } from "@/lib/ledger/wallets";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  AT,
  type Attempt,
  attempt,
  type Commands,
  createUser,
  createWorld,
  expectSound,
  reference,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  tally,
  until,
  type World,
} from "@/tests/support/ledger";

/** Two ledgers with connections of their own stand for two processes; every test goes through both at once. */
let database: TestDatabase;
let world: World;
let commands: Commands;
let processes: TestProcess[];

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  commands = world.commands;
  processes = [startProcess(database.url), startProcess(database.url, { lanes: 3, batchMax: 7 })];
});
afterEach(() => expectSound(database.pool));
afterAll(async () => {
  for (const running of processes) await running.stop();
  await database.drop();
});

const COUNT = 50;

function ledgerOf(index: number) {
  const running = processes[index % processes.length];
  if (running === undefined) throw new Error("No process");
  return running.ledger;
}

type Posted = Exclude<Command, { type: "expire" }>;

/** Sends the commands to both processes in turn, all at once. */
function atOnce(commands: readonly Posted[]): Promise<Attempt[]> {
  return Promise.all(commands.map((command, index) => attempt(ledgerOf(index).post(command))));
}

function times(count: number, make: (index: number) => Posted): Posted[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

async function stand(wallet: TestWallet) {
  const details = await readWallet(database.pool, { id: wallet.id }, AT);
  if (details === null) throw new Error("No wallet");
  return { balance: details.balance, lastSeq: details.lastSeq };
}

async function waitingForLock(): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}

const withPoints = (points: number, options = {}) => world.walletWith(ledgerOf(0), points, options);
describe("one reference sent many times at once", () => {
  test("is carried out once; all the others get that entry again", async () => {
    const wallet = await world.wallet();
    const attempts = await atOnce(
      times(COUNT, () => commands.reward(wallet, 10, { reference: reference("same") })),
    );
    expect(tally(attempts)).toEqual({ posted: 1, replayed: COUNT - 1 });
    expect(new Set(attempts.map((made) => "id" in made && made.id)).size).toBe(1);
    expect(await stand(wallet)).toEqual({ balance: 10, lastSeq: 1 });
  });

  test("gets the same balances from each replay, whatever has happened since", async () => {
    const wallet = await withPoints(100);
    const command = commands.redeem(wallet, 30, { reference: reference("balances") });
    const first = await ledgerOf(0).post(command);
    await ledgerOf(1).post(commands.reward(wallet, 500));
    for (const again of [await ledgerOf(0).post(command), await ledgerOf(1).post(command)]) {
      expect(again).toEqual({ ...first, replayed: true });
    }
  });

  test("for two wallets is carried out for one of them; the other is refused with 1501", async () => {
    for (let round = 0; round < 20; round += 1) {
      const wallets = [await world.wallet(), await world.wallet()];
      const command = (wallet: TestWallet) =>
        commands.reward(wallet, 10, { reference: reference(`two wallets ${round}`, wallet.walletCode) });
      const attempts = await atOnce(times(10, (index) => command(wallets[index < 5 ? 0 : 1] as TestWallet)));
      expect(tally(attempts)).toEqual({ posted: 1, replayed: 4, "1501": 5 });
      const stands = await Promise.all(wallets.map(stand));
      expect(stands.map(({ balance }) => balance).sort()).toEqual([0, 10]);
    }
  });

  test("by two processes at the same instant, for two wallets, is still found out by the one that comes second", async () => {
    for (let round = 0; round < 10; round += 1) {
      const wallets = [await world.wallet(), await world.wallet()];
      const key = (wallet: TestWallet) => ({ reference: reference(`instant ${round}`, wallet.walletCode) });
      // Both wait for their wallets, are let go together, and find the reference unused.
      const holder = await database.pool.connect();
      await holder.query("BEGIN");
      await holder.query("SELECT FROM wallet WHERE id = ANY ($1) FOR UPDATE", [wallets.map(({ id }) => id)]);
      const made = atOnce(wallets.map((wallet) => commands.reward(wallet, 10, key(wallet))));
      await until(async () => (await waitingForLock()) === 2);
      await holder.query("COMMIT");
      holder.release();
      expect(tally(await made)).toEqual({ posted: 1, "1501": 1 });
    }
  });

  test("with other content is refused with 1501 and moves nothing", async () => {
    const wallet = await world.wallet();
    const attempts = await atOnce(
      times(COUNT, (index) => commands.reward(wallet, index + 1, { reference: reference("content", index) })),
    );
    expect(tally(attempts)).toEqual({ posted: 1, "1501": COUNT - 1 });
    expect((await stand(wallet)).lastSeq).toBe(1);
  });

  test("of different users or operations are different references", async () => {
    const wallet = await withPoints(100);
    const key = { reference: reference("namespace") };
    const attempts = await atOnce([
      commands.reward(wallet, 1, key),
      commands.redeem(wallet, 1, key),
      commands.reward(wallet, 1, { ...key, actor: world.actor({ userId: world.systemUserId }) }),
    ]);
    expect(tally(attempts)).toEqual({ posted: 3 });
  });
});

describe("one balance spent many times at once", () => {
  test("is spent once", async () => {
    const wallet = await withPoints(100);
    const attempts = await atOnce(times(COUNT, () => commands.redeem(wallet, 100)));
    expect(tally(attempts)).toEqual({ posted: 1, "1301": COUNT - 1 });
    expect((await stand(wallet)).balance).toBe(0);
  });

  test("is spent in parts down to zero and no further", async () => {
    const wallet = await withPoints(100);
    const attempts = await atOnce(times(COUNT, () => commands.redeem(wallet, 7)));
    expect(tally(attempts)).toEqual({ posted: 14, "1301": COUNT - 14 });
    expect((await stand(wallet)).balance).toBe(2);
  });

  test("adds up when many spend and earn in one hot wallet", async () => {
    const wallet = await withPoints(10_000);
    const batch = times(400, (index) =>
      index % 2 === 0 ? commands.reward(wallet, 3) : commands.redeem(wallet, 2),
    );
    expect(tally(await atOnce(batch))).toEqual({ posted: 400 });
    expect(await stand(wallet)).toEqual({ balance: 10_200, lastSeq: 401 });
  });
});

describe("one redemption refunded and cancelled at once", () => {
  const redeemed = async (points: number) => {
    const wallet = await withPoints(points);
    const { entry } = await ledgerOf(0).post(commands.redeem(wallet, points));
    return { wallet, id: entry.id };
  };

  test("never gives back more than was taken", async () => {
    const { wallet, id } = await redeemed(100);
    const attempts = await atOnce(times(COUNT, () => commands.refund(wallet, id, { points: 7 })));
    expect(tally(attempts)).toEqual({ posted: 14, "1404": COUNT - 14 });
    const { entries } = await walletHistory(database.pool, {
      walletId: wallet.id,
      filter: { logTypeIds: [1] },
    });
    expect(entries[0]).toMatchObject({ remainingPoints: 2, givenBackValue: 98_00n });
    expect((await stand(wallet)).balance).toBe(98);
  });

  test("is given back whole once", async () => {
    const { wallet, id } = await redeemed(100);
    expect(tally(await atOnce(times(COUNT, () => commands.refund(wallet, id))))).toEqual({
      posted: 1,
      "1403": COUNT - 1,
    });
    expect((await stand(wallet)).balance).toBe(100);
  });

  test("is cancelled once", async () => {
    const { wallet, id } = await redeemed(100);
    expect(tally(await atOnce(times(COUNT, () => commands.cancel(wallet, id))))).toEqual({
      posted: 1,
      "1411": COUNT - 1,
    });
    expect((await stand(wallet)).balance).toBe(100);
  });

  test("is either refunded or cancelled, never both", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { wallet, id } = await redeemed(100);
      const outcome = tally(
        await atOnce(
          times(20, (index) =>
            (index + round) % 3 === 0
              ? commands.cancel(wallet, id)
              : commands.refund(wallet, id, { points: 100 }),
          ),
        ),
      );
      expect(outcome.posted).toBe(1);
      // Cancelled first: refunds find nothing left, cancels find it cancelled. Refunded first: cancels find refunds.
      const refusedCancels = (outcome["1411"] ?? 0) > 0 ? "1411" : "1413";
      expect(Object.keys(outcome).sort()).toEqual(["1403", refusedCancels, "posted"].sort());
      expect((await stand(wallet)).balance).toBe(100);
    }
  });

  test("by its reference: a cancel that comes first closes it, one that comes after undoes it", async () => {
    for (let round = 0; round < 20; round += 1) {
      const wallet = await world.wallet();
      const key = `late ${round}`;
      const pair = [commands.reward(wallet, 10, { reference: reference(key) }), commands.cancel(wallet, key)];
      const [original, undo] = await atOnce(round % 2 === 0 ? pair : pair.reverse()).then((made) =>
        round % 2 === 0 ? made : made.reverse(),
      );
      const isUndone = original !== undefined && "id" in original;
      expect([original, undo]).toEqual(
        isUndone
          ? [expect.objectContaining({ replayed: false }), expect.objectContaining({ replayed: false })]
          : [{ code: 1416 }, { code: 1401 }],
      );
      expect((await stand(wallet)).balance).toBe(0);
    }
  });
});

describe("guesses of a PIN made at once", () => {
  const guess = (wallet: TestWallet, correct = false) =>
    commands.redeem(wallet, 1, { pin: { kind: "checked", pinVersion: 1, correct } });

  test("learn no more than guesses made in turn: five are answered, then it is locked", async () => {
    const wallet = await withPoints(100, { hasPin: true });
    const attempts = await atOnce(times(COUNT, () => guess(wallet)));
    expect(tally(attempts)).toEqual({ "1311": 5, "1312": COUNT - 5 });
    const details = await readWallet(database.pool, { id: wallet.id }, AT);
    expect(details?.pin).toMatchObject({ kind: "locked", until: new Date(START.getTime() + 15 * 60_000) });
    expect(details?.balance).toBe(100);
  });

  test("lock out the right PIN too, once they are five", async () => {
    for (let round = 0; round < 5; round += 1) {
      const wallet = await withPoints(100, { hasPin: true });
      const attempts = await atOnce(times(COUNT, (index) => guess(wallet, index === round * 7)));
      const right = attempts[round * 7];
      const { "1311": wrong = 0, "1312": locked = 0, posted = 0 } = tally(attempts);
      expect(wrong + locked + posted).toBe(COUNT);
      if (right !== undefined && "id" in right) {
        // The right one was in time and started the count of those in a row afresh.
        expect(posted).toBe(1);
        expect(wrong).toBeGreaterThanOrEqual(5);
        expect(wrong).toBeLessThanOrEqual(9);
      } else {
        expect({ right, wrong, posted }).toEqual({ right: { code: 1312 }, wrong: 5, posted: 0 });
      }
    }
  });
});

describe("transfers both ways at once", () => {
  test("neither deadlock nor lose a point", async () => {
    const [one, other, third] = [await withPoints(1_000), await withPoints(1_000), await withPoints(1_000)];
    const ring = [one, other, third];
    const batch = times(90, (index) => {
      const from = ring[index % 3] as TestWallet;
      const to = ring[(index + 1 + (index % 2)) % 3] as TestWallet;
      return commands.transfer(from, to, 1 + (index % 5));
    });
    expect(tally(await atOnce(batch))).toEqual({ posted: 90 });
    const stands = await Promise.all(ring.map(stand));
    expect(stands.reduce((sum, { balance }) => sum + balance, 0)).toBe(3_000);
    // A deadlock would be tried again and cost a second: nobody would see it but here.
    const { rows } = await database.pool.query(
      "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
    );
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});

describe("limits, met by everybody at once", () => {
  const limitsAre = (columns: string) => database.pool.query(`UPDATE programme SET ${columns}`);
  const person = async () => ({
    ...world.actor(),
    userId: await createUser(database.pool),
    limitedBy: { clientId: null, isCounted: true },
  });
  const OFF =
    "reward_value_max = NULL, person_reward_points_max = NULL, person_reversed_value_max = NULL, wallet_rewards_max = NULL, unproved_value_max = NULL, repeated_invoices = 'off'";
  const wallets = (count: number) => Promise.all(Array.from({ length: count }, () => world.wallet()));
  afterEach(() => limitsAre(OFF));

  test("a person's points of the day are never passed, whatever the wallets, and verify adds up the same", async () => {
    await limitsAre("person_reward_points_max = 200");
    const actor = await person();
    const many = await wallets(COUNT);
    const attempts = await atOnce(
      many.map((wallet, index) =>
        commands.reward(wallet, 10, { actor, reference: reference(`person ${index}`) }),
      ),
    );
    expect(tally(attempts)).toEqual({ posted: 20, 1704: COUNT - 20 });
    const { rows } = await database.pool.query(
      "SELECT rewarded_points::int FROM person_day WHERE user_id = $1",
      [actor.userId],
    );
    expect(rows).toEqual([{ rewarded_points: 200 }]);
  });

  test("what a person did before the day was counted counts as well", async () => {
    const actor = await person();
    const { limitedBy: _none, ...unlimited } = actor;
    const wallet = await world.wallet();
    await ledgerOf(0).post(commands.reward(wallet, 150, { actor: unlimited }));
    await limitsAre("person_reward_points_max = 200");
    const attempts = await atOnce(times(COUNT, () => commands.reward(wallet, 10, { actor })));
    expect(tally(attempts)).toEqual({ posted: 5, 1702: COUNT - 5 });
  });

  test("what a person gives back in a day is never passed", async () => {
    await limitsAre("person_reversed_value_max = 100");
    const actor = await person();
    const many = await wallets(COUNT);
    const given = await Promise.all(
      many.map((wallet, index) => ledgerOf(index).post(commands.reward(wallet, 9))),
    );
    const attempts = await atOnce(
      many.map((wallet, index) => commands.cancel(wallet, given[index]?.entry.id ?? 0, { actor })),
    );
    expect(tally(attempts)).toEqual({ posted: 11, 1702: COUNT - 11 });
  });

  test("a wallet's rewards and its redemptions without proof are never passed", async () => {
    await limitsAre("wallet_rewards_max = 20, unproved_value_max = 50");
    const actor = { ...(await person()), limitedBy: { clientId: null, isCounted: false } };
    const wallet = await world.wallet();
    expect(tally(await atOnce(times(COUNT, () => commands.reward(wallet, 100, { actor }))))).toEqual({
      posted: 20,
      1702: COUNT - 20,
    });
    expect(tally(await atOnce(times(COUNT, () => commands.redeem(wallet, 3, { actor }))))).toEqual({
      posted: 16,
      1307: COUNT - 16,
    });
    expect((await stand(wallet)).balance).toBe(2_000 - 48);
  });

  test("an invoice is rewarded once, whatever the wallets", async () => {
    await limitsAre("repeated_invoices = 'refused'");
    const actor = await person();
    const many = await wallets(COUNT);
    const attempts = await atOnce(
      many.map((wallet, index) =>
        commands.reward(wallet, 10, { actor, invoiceNumber: index % 2 === 0 ? "Inv-1" : "INV-1" }),
      ),
    );
    expect(tally(attempts)).toEqual({ posted: 1, 1702: COUNT - 1 });
  });

  async function approveReward(wallet: TestWallet, userId: number, key: string): Promise<number> {
    const supervisor = await createUser(database.pool);
    await database.pool.query(
      `INSERT INTO till_approval (user_id, operation, key, request_hash, wallet_id, merchant_id, branch_id, points, value_hundredths, breaches,
                                  state, asked_at, expires_at, decided_by, decided_at)
       VALUES ($1, 2, $2, $3, $4, $5, $6, 10, 1000, '[{"limit":"rewardValueMax"}]', 'approved', $7::timestamptz, $7::timestamptz + interval '10 minutes', $8, $7::timestamptz)`,
      [
        userId,
        key,
        Buffer.from(reference(key).requestHash, "base64"),
        wallet.id,
        world.merchantId,
        world.branch.id,
        START.toISOString(),
        supervisor,
      ],
    );
    return supervisor;
  }

  test("an approval carries out one movement, once, and the entry says whose it was", async () => {
    await limitsAre("reward_value_max = 5");
    const actor = await person();
    const wallet = await world.wallet();
    const command = commands.reward(wallet, 10, { actor, reference: reference("approved") });
    expect(await attempt(ledgerOf(0).post(command))).toEqual({ code: 1704 });
    const supervisor = await approveReward(wallet, actor.userId, "approved");
    const other = { ...command, reference: reference("approved", "another content") };
    expect(await attempt(ledgerOf(0).post(other))).toEqual({ code: 1704 });
    expect(tally(await atOnce(times(COUNT, () => command)))).toEqual({ posted: 1, replayed: COUNT - 1 });
    expect(await stand(wallet)).toEqual({ balance: 10, lastSeq: 1 });
    const { entries } = await walletHistory(database.pool, { walletId: wallet.id });
    expect(entries[0]).toMatchObject({ approvedBy: supervisor });
    const { rows } = await database.pool.query(
      "SELECT state, entry_id::int FROM till_approval WHERE user_id = $1",
      [actor.userId],
    );
    expect(rows).toEqual([{ state: "used", entry_id: entries[0]?.entry.id }]);
  });

  test("an approval that is closed while its movement is carried out lets nothing pass", async () => {
    await limitsAre("reward_value_max = 5");
    const actor = await person();
    const wallet = await world.wallet();
    await approveReward(wallet, actor.userId, "closed");
    const closer = await database.pool.connect();
    await closer.query("BEGIN");
    await closer.query(
      "UPDATE till_approval SET state = 'expired', decided_by = NULL, decided_at = NULL WHERE user_id = $1",
      [actor.userId],
    );
    const sent = attempt(
      ledgerOf(0).post(commands.reward(wallet, 10, { actor, reference: reference("closed") })),
    );
    await until(async () => (await waitingForLock()) === 1);
    await closer.query("COMMIT");
    closer.release();
    expect(await sent).toEqual({ code: 1704 });
    expect(await stand(wallet)).toEqual({ balance: 0, lastSeq: 0 });
  });
});
