import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Command } from "@/lib/ledger/rules/commands";
import { roundTrips } from "@/lib/ledger/rules/round-trip";
import { runBatch } from "@/lib/ledger/run/batch";
import { verify } from "@/lib/ledger/verify/verify";
import { walletHistory } from "@/lib/log/history";
import { ManualClock } from "@/lib/platform/clock";
import { readWallet } from "@/lib/wallet/read";
import { createTemplate } from "@/tests/support/coupons";
import { createTestDatabase, type TestDatabase, untilHeldUp } from "@/tests/support/database";
import {
  AT,
  type Attempt,
  attempt,
  type Commands,
  createBranch,
  createPromotion,
  createUser,
  createWorld,
  expectSound,
  joinFamily,
  leaveFamily,
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
    "reward_value_max = NULL, person_reward_points_max = NULL, person_reversed_value_max = NULL, wallet_rewards_max = NULL, unproved_value_max = NULL, person_unproved_value_max = NULL, branch_unproved_value_max = NULL, till_unproved_value_max = NULL, repeated_invoices = 'off'";
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

  test("what customers pay with a person without proof is never more than the person's day, whatever the wallets", async () => {
    const actor = await person();
    const many = await wallets(COUNT);
    for (const wallet of many) await ledgerOf(0).post(commands.reward(wallet, 100));
    await limitsAre("person_unproved_value_max = 200");
    const attempts = await atOnce(many.map((wallet) => commands.redeem(wallet, 10, { actor })));
    expect(tally(attempts)).toEqual({ posted: 20, 1307: COUNT - 20 });
    const { rows } = await database.pool.query(
      "SELECT unproved_hundredths::int FROM person_day WHERE user_id = $1",
      [actor.userId],
    );
    expect(rows).toEqual([{ unproved_hundredths: 200_00 }]);
  });

  test("what customers pay at a branch without proof is never more than the branch's day, whoever takes it", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, person));
    const many = await wallets(COUNT);
    for (const wallet of many) await ledgerOf(0).post(commands.reward(wallet, 100));
    await limitsAre("branch_unproved_value_max = 200");
    await database.ownerPrisma.branchDay.deleteMany();
    const attempts = await atOnce(
      people.flatMap((actor, place) =>
        many
          .filter((_, at) => at % people.length === place)
          .map((wallet) => commands.redeem(wallet, 10, { actor })),
      ),
    );
    expect(tally(attempts)).toEqual({ posted: 20, 1307: COUNT - 20 });
    expect(await database.prisma.branchDay.findMany({ select: { unprovedHundredths: true } })).toEqual([
      { unprovedHundredths: 200_00n },
    ]);
  });

  test("what customers pay on a till without proof is never more than the till's day, whoever takes it", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, person));
    const many = await wallets(COUNT);
    for (const wallet of many) await ledgerOf(0).post(commands.reward(wallet, 100));
    await limitsAre("till_unproved_value_max = 200");
    const limitedBy = { clientId: null, isCounted: true, tillId: 31 };
    const attempts = await atOnce(
      many.map((wallet, at) => {
        const actor = { ...world.actor(), ...people[at % people.length], limitedBy };
        return commands.redeem(wallet, 10, { actor });
      }),
    );
    expect(tally(attempts)).toEqual({ posted: 20, 1307: COUNT - 20 });
    expect(
      await database.prisma.tillDay.findMany({ select: { tillId: true, unprovedHundredths: true } }),
    ).toEqual([{ tillId: 31, unprovedHundredths: 200_00n }]);
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

  test("what was written while a clock was a day ahead counts in that day alone", async () => {
    await limitsAre("person_reward_points_max = 200");
    const actor = await person();
    const [wallet, other] = [await world.wallet(), await world.wallet()];
    const tomorrow = new ManualClock(new Date(START.getTime() + 86_400_000));
    const ahead = startProcess(database.url, { clock: tomorrow });
    await ahead.ledger.post(commands.reward(other, 150, { actor }));
    await ahead.stop();
    const attempts = await atOnce(times(COUNT, () => commands.reward(wallet, 10, { actor })));
    expect(tally(attempts)).toEqual({ posted: 20, 1702: COUNT - 20 });
    // The wallet's number of rewards as well.
    await limitsAre("person_reward_points_max = NULL, wallet_rewards_max = 3");
    const rewards = times(COUNT, () => commands.reward(other, 10, { actor }));
    expect(tally(await atOnce(rewards))).toEqual({ posted: 3, 1702: COUNT - 3 });
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

  test("a client with limits of its own is held to them and to no others, also beside people and other clients", async () => {
    await limitsAre("wallet_rewards_max = 20");
    const client = async (hasOwnLimits: boolean, rewardsMax: number) => {
      const userId = await createUser(database.pool);
      const { rows } = await database.pool.query<{ id: number }>(
        `INSERT INTO api_client (merchant_id, user_id, name, scopes, has_own_limits, wallet_rewards_max)
         VALUES ($1, $2, 'Till', '{reward}', $3, $4) RETURNING id`,
        [world.merchantId, userId, hasOwnLimits, rewardsMax],
      );
      return { ...world.actor(), userId, limitedBy: { clientId: rows[0]?.id ?? 0, isCounted: false } };
    };
    const own = await client(true, 30);
    const shared = await client(false, 40);
    const actors = [own, shared, await person()];
    const alone = await world.wallet();
    const rewarded = (wallet: TestWallet, of: readonly Command["actor"][]) =>
      atOnce(times(COUNT, (index) => commands.reward(wallet, 1, { actor: of[index % of.length] ?? own })));
    expect(tally(await rewarded(alone, [own]))).toEqual({ posted: 30, 1702: COUNT - 30 });
    const beside = await world.wallet();
    await rewarded(beside, actors);
    expect(tally(await rewarded(beside, [own]))).toMatchObject({ 1702: COUNT });
    expect((await stand(beside)).lastSeq).toBe(30);
    const second = await world.wallet();
    expect(tally(await rewarded(second, [shared]))).toEqual({ posted: 20, 1702: COUNT - 20 });
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

  async function approveReward(
    wallet: TestWallet,
    userId: number,
    key: string,
    { limit = "rewardValueMax", kind = "limit" } = {},
  ): Promise<number> {
    const supervisor = await createUser(database.pool);
    await database.pool.query(
      `INSERT INTO till_approval (user_id, operation, key, request_hash, wallet_id, merchant_id, branch_id, points, value_hundredths, breaches,
                                  state, asked_at, expires_at, decided_by, decided_at, kind)
       VALUES ($1, 2, $2, $3, $4, $5, $6, 10, 1000, jsonb_build_array(jsonb_build_object('limit', $9::text, 'required', 10, 'available', 5)), 'approved', $7::timestamptz, $7::timestamptz + interval '10 minutes', $8, $7::timestamptz, $10)`,
      [
        userId,
        key,
        Buffer.from(reference(key).requestHash, "base64"),
        wallet.id,
        world.merchantId,
        world.branch.id,
        START.toISOString(),
        supervisor,
        limit,
        kind,
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

  test("rewards in quick succession are held beyond the number, exactly, and one that is let go moves once", async () => {
    await limitsAre("reward_value_max = NULL");
    await database.pool.query("UPDATE programme SET review_rewards_max = 3, review_rewards_minutes = 10");
    try {
      const actor = await person();
      const wallet = await world.wallet();
      const attempts = await atOnce(
        times(COUNT, (index) =>
          commands.reward(wallet, 10, { actor, reference: reference(`quick ${index}`) }),
        ),
      );
      expect(tally(attempts)).toEqual({ posted: 3, 1703: COUNT - 3 });
      const place = attempts.findIndex((one) => "code" in one);
      const command = commands.reward(wallet, 10, { actor, reference: reference(`quick ${place}`) });
      await approveReward(wallet, actor.userId, `quick ${place}`, {
        limit: "quickSuccession",
        kind: "review",
      });
      expect(tally(await atOnce(times(COUNT, () => command)))).toEqual({ posted: 1, replayed: COUNT - 1 });
      expect(await stand(wallet)).toEqual({ balance: 40, lastSeq: 4 });
    } finally {
      await database.pool.query("UPDATE programme SET review_rewards_max = NULL");
    }
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

describe("a promotion that fifty ask at once", () => {
  /** At a branch of its own, so that it is in nobody else's way. */
  async function offered(limits: { budget?: number; walletMax?: number; walletPoints?: number }) {
    const branch = await createBranch(database.pool, world.merchantId);
    const promotion = await createPromotion(database.pool, { rule: { branchIds: [branch.id] }, ...limits });
    return { promotion, actor: world.actor({ branchId: branch.id, branchMsisdn: branch.msisdn }) };
  }
  const given = async (promotionId: number) =>
    (
      await database.pool.query<{ points: number; uses: number }>(
        "SELECT points::int, uses::int FROM promotion_total WHERE promotion_id = $1",
        [promotionId],
      )
    ).rows[0];
  const balances = async (wallets: readonly TestWallet[]) =>
    (await Promise.all(wallets.map(stand))).map(({ balance }) => balance);

  test("gives the last points of its budget, and not one more, whatever the wallet and the process", async () => {
    const { promotion, actor } = await offered({ budget: 125 });
    const wallets = await Promise.all(Array.from({ length: COUNT }, () => world.wallet()));
    const attempts = await atOnce(wallets.map((wallet) => commands.reward(wallet, 1, { actor })));
    expect(tally(attempts)).toEqual({ posted: COUNT });
    expect(await given(promotion.id)).toEqual({ points: 120, uses: 12 });
    const got = await balances(wallets);
    expect(got.filter((balance) => balance === 11)).toHaveLength(12);
    expect(got.filter((balance) => balance === 1)).toHaveLength(COUNT - 12);
  });

  test("acts for one customer as often as it may, and once more for each of those that are cancelled", async () => {
    const { actor } = await offered({ walletMax: 3 });
    const wallet = await world.wallet();
    await atOnce(times(COUNT, () => commands.reward(wallet, 1, { actor })));
    expect((await stand(wallet)).balance).toBe(COUNT + 30);
    const { entries } = await walletHistory(database.pool, { walletId: wallet.id, limit: COUNT });
    const acted = entries.filter(({ entry }) => entry.offerNumber !== null).map(({ entry }) => entry.id);
    expect(acted).toHaveLength(3);
    await atOnce(acted.slice(1).map((id) => commands.cancel(wallet, id, { actor })));
    expect((await stand(wallet)).balance).toBe(COUNT - 2 + 10);
    await atOnce(times(10, () => commands.reward(wallet, 1, { actor })));
    expect((await stand(wallet)).balance).toBe(COUNT - 2 + 10 + 10 + 20);
  });

  test("gives one customer the last of its points, and again those that are cancelled or returned whole", async () => {
    const { actor } = await offered({ walletPoints: 25 });
    const wallet = await world.wallet();
    await atOnce(times(COUNT, () => commands.reward(wallet, 1, { actor })));
    expect((await stand(wallet)).balance).toBe(COUNT + 25);
    const { entries } = await walletHistory(database.pool, { walletId: wallet.id, limit: COUNT });
    const acted = entries.map(({ entry }) => entry).filter(({ offerNumber }) => offerNumber !== null);
    expect(acted.map(({ amount }) => amount).sort()).toEqual([11, 11, 6]);
    const [one, other] = acted.filter(({ amount }) => amount === 11).map(({ id }) => id) as [number, number];
    await atOnce([
      commands.cancel(wallet, one, { actor }),
      commands.takeBack(wallet, other, { actor }),
      ...times(COUNT, () => commands.reward(wallet, 1, { actor })),
    ]);
    await atOnce(times(3, () => commands.reward(wallet, 1, { actor })));
    expect((await stand(wallet)).balance).toBe(2 * COUNT + 1 + 25);
    expect((await verify(database.pool)).findings.filter(({ what }) => what === "promotion_use")).toEqual([]);
  });

  test("is given back for the child that had it when its parent cancels, also once the child has left", async () => {
    const { actor } = await offered({ walletMax: 1 });
    const parent = await world.wallet();
    const children = await Promise.all(Array.from({ length: 2 }, () => world.wallet()));
    const [stays, leaves] = children as [TestWallet, TestWallet];
    for (const child of children) await joinFamily(database.pool, child, parent);
    const acted = await atOnce(children.map((child) => commands.reward(child, 1, { actor })));
    await leaveFamily(database.pool, leaves);
    const cancels = acted.map((made) => commands.cancel(parent, "id" in made ? made.id : 0, { actor }));
    const rewards = times(COUNT, () => commands.reward(leaves, 1, { actor }));
    expect(tally(await atOnce([...rewards, ...cancels]))).toEqual({ posted: COUNT + 2 });
    await atOnce(children.map((child) => commands.reward(child, 1, { actor })));
    expect(await balances([parent, leaves])).toEqual([11, COUNT + 1 + 10]);
    expect((await ledgerOf(0).post(commands.reward(stays, 1, { actor }))).entry.amount).toBe(1);
  });

  test("is given back on the day that it was counted on, whatever the programme's time zone has become", async () => {
    const { actor } = await offered({ walletMax: 1 });
    const wallet = await world.wallet();
    const first = await ledgerOf(0).post(commands.reward(wallet, 1, { actor }));
    const zoneIs = (zone: string) => database.pool.query("UPDATE programme SET time_zone = $1", [zone]);
    const usesFound = async () =>
      (await verify(database.pool)).findings.filter(({ what }) => what === "promotion_use");
    try {
      await zoneIs("Pacific/Kiritimati");
      expect(await usesFound()).toEqual([]);
      await ledgerOf(1).post(commands.cancel(wallet, first.entry.id, { actor }));
      const second = await ledgerOf(0).post(commands.reward(wallet, 1, { actor }));
      expect([first.entry.amount, second.entry.amount]).toEqual([11, 11]);
      await zoneIs(AT.timeZone);
      await ledgerOf(1).post(commands.cancel(wallet, second.entry.id, { actor }));
      expect(await usesFound()).toEqual([]);
    } finally {
      await zoneIs(AT.timeZone);
    }
  });

  test("has back what was cancelled while others ask for it, to the point", async () => {
    const { promotion, actor } = await offered({ budget: 100 });
    const wallets = await Promise.all(Array.from({ length: 10 }, () => world.wallet()));
    const first = await atOnce(wallets.map((wallet) => commands.reward(wallet, 1, { actor })));
    const cancels = first.map((made, index) =>
      commands.cancel(wallets[index] as TestWallet, "id" in made ? made.id : 0, { actor }),
    );
    const asked = wallets.flatMap((wallet) => times(4, () => commands.reward(wallet, 1, { actor })));
    expect(tally(await atOnce([...cancels, ...asked]))).toEqual({ posted: 50 });
    await atOnce(wallets.map((wallet) => commands.reward(wallet, 1, { actor })));
    expect(await given(promotion.id)).toEqual({ points: 100, uses: 10 });
  });

  test("is locked after the templates of coupons that the same batch ends, as by whoever issues them", async () => {
    const { promotion, actor } = await offered({ budget: 100 });
    const template = await createTemplate(database.pool, { stock_max: 5 });
    const [buyer, other] = [await withPoints(300), await world.wallet()];
    const bought = await ledgerOf(0).post({
      ...commands.redeem(buyer, 1),
      couponOffer: template.offerNumber,
    });
    const [holder, client] = [await database.pool.connect(), await database.pool.connect()];
    await holder.query("BEGIN");
    await holder.query("SELECT FROM promotion_total WHERE promotion_id = $1 FOR UPDATE", [promotion.id]);
    const batch = runBatch(
      roundTrips(client),
      [commands.cancel(buyer, bought.entry.id), commands.reward(other, 1, { actor })],
      START,
    );
    await untilHeldUp(database.pool);
    await expect(
      database.pool.query("SELECT FROM coupon_template WHERE id = $1 FOR NO KEY UPDATE NOWAIT", [
        template.id,
      ]),
    ).rejects.toMatchObject({ code: "55P03" });
    await holder.query("COMMIT");
    expect((await batch).map(({ kind }) => kind)).toEqual(["posted", "posted"]);
    for (const one of [holder, client]) one.release();
  });

  test("and that is changed meanwhile, acts by one rule or the other, and never beyond the budget of the moment", async () => {
    const { promotion, actor } = await offered({ budget: 10_000 });
    const wallets = await Promise.all(Array.from({ length: COUNT }, () => world.wallet()));
    const rewarding = atOnce(wallets.map((wallet) => commands.reward(wallet, 1, { actor })));
    const client = await database.pool.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM promotion_total WHERE promotion_id = $1 FOR UPDATE", [promotion.id]);
    await client.query("UPDATE promotion_version SET is_current = false WHERE promotion_id = $1", [
      promotion.id,
    ]);
    const { rows } = await client.query<{ points: number }>(
      `INSERT INTO promotion_version (promotion_id, name_en, name_ar, rule, budget_points)
       SELECT promotion_id, name_en, name_ar, rule || '{"points": 3}', greatest(1, (SELECT points FROM promotion_total WHERE promotion_id = $1) + 7)
         FROM promotion_version WHERE promotion_id = $1 RETURNING budget_points::int AS points`,
      [promotion.id],
    );
    await client.query("COMMIT");
    client.release();
    expect(tally(await rewarding)).toEqual({ posted: COUNT });
    await atOnce(wallets.map((wallet) => commands.reward(wallet, 1, { actor })));
    const total = await given(promotion.id);
    expect(total?.points).toBe((rows[0]?.points ?? 0) - 1);
  });
});

describe("a family", () => {
  async function family(points: number, size: number, allowance: number | null = null) {
    const parent = await withPoints(points);
    const children = await Promise.all(Array.from({ length: size }, () => world.wallet()));
    for (const child of children) await joinFamily(database.pool, child, parent, { allowance });
    return { parent, children };
  }

  test("of ten cards that empties its pool at once pays with each point once, and never goes below zero", async () => {
    const { parent, children } = await family(100, 10);
    const attempts = await atOnce(
      times(COUNT, (index) => commands.redeem(children[index % 10] as TestWallet, 7)),
    );
    expect(tally(attempts)).toEqual({ posted: 14, "1301": COUNT - 14 });
    expect(await stand(parent)).toEqual({ balance: 2, lastSeq: 15 });
    for (const child of children) expect(await stand(child)).toEqual({ balance: 0, lastSeq: 0 });
  });

  test("keeps a child within its allowance whatever is sent at once, and gives it back what is refunded", async () => {
    const { parent, children } = await family(1_000, 2, 50);
    const [child, other] = children as [TestWallet, TestWallet];
    const attempts = await atOnce(times(COUNT, () => commands.redeem(child, 8)));
    expect(tally(attempts)).toEqual({ posted: 6, "1702": COUNT - 6 });
    const [first] = attempts.flatMap((made) => ("id" in made ? [made.id] : []));
    const refunds = await atOnce(times(10, () => commands.refund(child, first ?? 0, { points: 8 })));
    expect(tally(refunds)).toEqual({ posted: 1, "1403": 9 });
    expect(tally(await atOnce(times(10, () => commands.redeem(child, 8))))).toEqual({ posted: 1, "1702": 9 });
    expect(tally(await atOnce([commands.redeem(other, 50), commands.redeem(parent, 50)]))).toEqual({
      posted: 2,
    });
    expect((await stand(parent)).balance).toBe(1_000 - 48 - 100);
  });

  test("keeps what a child holds and what it pays together within its allowance, and captures every hold it let it make", async () => {
    const { parent, children } = await family(1_000, 1, 50);
    const [child] = children as [TestWallet];
    const holds = times(COUNT / 2, () => commands.hold(child, 8));
    const attempts = await atOnce([...holds, ...times(COUNT / 2, () => commands.redeem(child, 8))]);
    expect(tally(attempts)).toEqual({ posted: 6, "1702": COUNT - 6 });
    const { entries } = await walletHistory(database.pool, { walletId: parent.id, limit: COUNT });
    const held = entries.filter(({ entry }) => entry.logTypeId === 12).map(({ entry }) => entry.id);
    const ends = held.map((id, index) =>
      index === 0 ? commands.releaseHold(child, id) : commands.capture(child, id, { points: 5 }),
    );
    expect(tally(await atOnce(ends))).toEqual(held.length === 0 ? {} : { posted: held.length });
    const left = 50 - (6 - held.length) * 8 - Math.max(0, held.length - 1) * 5;
    expect(tally(await atOnce(times(COUNT, () => commands.redeem(child, 1))))).toEqual({
      posted: left,
      "1702": COUNT - left,
    });
  });

  test("has a child's hold count in its month when it is captured and refunded in the next one", async () => {
    const { children } = await family(1_000, 1, 50);
    const [child] = children as [TestWallet];
    const clock = new ManualClock(new Date("2026-03-31T20:00:00Z"));
    const { ledger, stop } = startProcess(database.url, { clock });
    try {
      const held = await ledger.post(commands.hold(child, 50, { minutes: 10_080 }));
      expect(await attempt(ledger.post(commands.redeem(child, 1)))).toEqual({ code: 1702 });
      clock.set(new Date("2026-04-01T10:00:00Z"));
      await ledger.post(commands.redeem(child, 45));
      const captured = await ledger.post(commands.capture(child, held.entry.id, { points: 40 }));
      expect(await attempt(ledger.post(commands.redeem(child, 6)))).toEqual({ code: 1702 });
      await ledger.post(commands.refund(child, captured.entry.id, { points: 40 }));
      expect(await attempt(ledger.post(commands.redeem(child, 6)))).toEqual({ code: 1702 });
      await ledger.post(commands.redeem(child, 5));
    } finally {
      await stop();
    }
  });

  test("joined and left while its child pays keeps every point where its entry is", async () => {
    const parent = await withPoints(1_000);
    const child = await withPoints(1_000);
    const paying = atOnce(times(COUNT, () => commands.redeem(child, 3)));
    for (let round = 0; round < 5; round += 1) {
      await joinFamily(database.pool, child, parent);
      await leaveFamily(database.pool, child);
    }
    expect(tally(await paying)).toEqual({ posted: COUNT });
    const [ofParent, ofChild] = await Promise.all([stand(parent), stand(child)]);
    expect(ofParent.balance + ofChild.balance).toBe(2_000 - 3 * COUNT);
  });

  test("answers a retry, a refund, a cancel and a return as what they name is, also after the child has left", async () => {
    const { parent, children } = await family(100, 2);
    const [child, other] = children as [TestWallet, TestWallet];
    const pay = commands.redeem(child, 30, { reference: reference("pooled pay") });
    const earn = commands.reward(child, 20, { reference: reference("pooled earn") });
    const paid = await ledgerOf(0).post(pay);
    const earned = await ledgerOf(1).post(earn);
    expect(paid).toMatchObject({
      entry: { walletId: parent.id, actorWalletId: child.id, balanceAfter: 70 },
      wallet: { id: child.id, balance: 70, family: { role: "pooled", parent: { id: parent.id } } },
    });
    await leaveFamily(database.pool, child);
    for (const [command, first] of [
      [pay, paid],
      [earn, earned],
    ] as const) {
      const again = await ledgerOf(1).post(command);
      expect(again.entry).toEqual(first.entry);
      expect(again).toMatchObject({
        replayed: true,
        wallet: { id: child.id, balance: first.wallet.balance },
      });
    }
    const foreign = await Promise.all([
      attempt(ledgerOf(0).post(commands.refund(other, paid.entry.id, { points: 1 }))),
      attempt(ledgerOf(0).post(commands.cancel(other, "pooled pay"))),
    ]);
    expect(tally(foreign)).toEqual({ "1401": 2 });
    const recalled = await ledgerOf(0).recall({
      ...child,
      actor: world.actor(),
      entryId: null,
      reference: { key: "pooled pay", operations: [1] },
    });
    expect(recalled).toMatchObject({ posted: { entry: { id: paid.entry.id } }, givenBack: 0 });
    const back = await ledgerOf(0).post(commands.refund(child, paid.entry.id, { points: 10 }));
    expect(back.entry).toMatchObject({ walletId: parent.id, actorWalletId: child.id, balanceAfter: 100 });
    const taken = await ledgerOf(1).post(commands.takeBack(child, earned.entry.id, { points: 5 }));
    expect(taken.entry).toMatchObject({ walletId: parent.id, balanceAfter: 95 });
    await ledgerOf(1).post(commands.cancel(child, back.entry.id));
    await ledgerOf(0).post(commands.cancel(child, "pooled pay"));
    expect(await stand(parent)).toEqual({ balance: 115, lastSeq: 7 });
    expect(await stand(child)).toEqual({ balance: 0, lastSeq: 0 });
    const byNumber = await ledgerOf(0).recall({
      ...child,
      actor: world.actor(),
      entryId: paid.entry.id,
      reference: null,
    });
    expect(byNumber.cancelledByEntryId).not.toBeNull();
  });

  test("that two wallets begin with each other at once is begun by one of them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await world.wallet(), await world.wallet()];
      const results = await Promise.allSettled([
        joinFamily(database.pool, one, other),
        joinFamily(database.pool, other, one),
      ]);
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
  });
});

describe("customers whom one other brought", () => {
  const programmeIs = (columns: string) => database.pool.query(`UPDATE programme SET ${columns}`);
  beforeAll(() =>
    programmeIs("referral_bonus = 200, referral_newcomer_bonus = 50, referral_per_month_max = 20"),
  );
  afterAll(() =>
    programmeIs("referral_bonus = 0, referral_newcomer_bonus = 0, referral_per_month_max = NULL"),
  );
  const brought = (referrer: TestWallet, count: number) =>
    Promise.all(Array.from({ length: count }, () => world.wallet({ broughtBy: referrer })));
  const statesOf = async (referrer: TestWallet) => {
    const { rows } = await database.pool.query<{ state: string; count: number }>(
      "SELECT state, count(*)::int FROM referral WHERE referrer_wallet_id = $1 GROUP BY state",
      [referrer.id],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };

  test("bring the month's bonuses, and not one more, when all come at once", async () => {
    const referrer = await world.wallet();
    const newcomers = await brought(referrer, COUNT);
    const attempts = await atOnce(newcomers.map((newcomer) => commands.reward(newcomer, 10)));
    expect(tally(attempts)).toEqual({ posted: COUNT });
    expect(await statesOf(referrer)).toEqual({ paid: 20, over_limit: COUNT - 20 });
    expect(await stand(referrer)).toEqual({ balance: 20 * 200, lastSeq: 20 });
    for (const newcomer of newcomers) expect(await stand(newcomer)).toEqual({ balance: 60, lastSeq: 1 });
  });

  test("bring one bonus each, however often they are rewarded at once", async () => {
    const referrer = await world.wallet();
    const [newcomer] = await brought(referrer, 1);
    if (newcomer === undefined) throw new Error("No newcomer");
    await atOnce(times(COUNT, () => commands.reward(newcomer, 10)));
    expect(await stand(newcomer)).toEqual({ balance: COUNT * 10 + 50, lastSeq: COUNT });
    expect(await stand(referrer)).toEqual({ balance: 200, lastSeq: 1 });
  });

  test("take back with their rewards what these had brought, while others bring and the referrer spends", async () => {
    const referrer = await world.wallet();
    const newcomers = await brought(referrer, COUNT);
    const early = newcomers.slice(0, 10);
    const rewards = await Promise.all(
      early.map((newcomer) => ledgerOf(0).post(commands.reward(newcomer, 10))),
    );
    const attempts = await atOnce([
      ...early.flatMap((newcomer, index) => [
        commands.cancel(newcomer, rewards[index]?.entry.id ?? 0),
        commands.cancel(newcomer, rewards[index]?.entry.id ?? 0),
        commands.reward(newcomer, 10),
      ]),
      ...newcomers.slice(10).map((newcomer) => commands.reward(newcomer, 10)),
      ...times(10, () => commands.redeem(referrer, 100)),
    ]);
    const { 1301: refused = 0, ...others } = tally(attempts);
    expect(others).toEqual({ posted: 10 + 10 + (COUNT - 10) + (10 - refused), 1411: 10 });
    const { paid = 0, taken_back, over_limit = 0 } = await statesOf(referrer);
    expect(taken_back).toBe(10);
    expect(paid + over_limit).toBe(COUNT - 10);
    expect(paid).toBeLessThanOrEqual(20);
    expect((await stand(referrer)).balance).toBe(paid * 200 - (10 - refused) * 100);
    for (const newcomer of early) expect((await stand(newcomer)).balance).toBe(10);
  });

  test("are rewarded and cancelled by reference at once: what is undone has brought nothing", async () => {
    const referrer = await world.wallet();
    const newcomers = await brought(referrer, 20);
    await atOnce(
      newcomers.flatMap((newcomer) => [
        commands.reward(newcomer, 10, { reference: reference(`bring ${newcomer.id}`) }),
        commands.cancel(newcomer, `bring ${newcomer.id}`),
      ]),
    );
    const { paid = 0 } = await statesOf(referrer);
    expect((await stand(referrer)).balance).toBe(paid * 200);
    for (const newcomer of newcomers) expect([0, 60]).toContain((await stand(newcomer)).balance);
  });

  test("take back what a child's reward had brought, also once the child has left its family", async () => {
    const [referrer, parent] = [await world.wallet(), await world.wallet()];
    const [child] = await brought(referrer, 1);
    if (child === undefined) throw new Error("No newcomer");
    await joinFamily(database.pool, child, parent);
    const first = await ledgerOf(0).post(commands.reward(child, 10));
    expect((await stand(referrer)).balance).toBe(200);
    await leaveFamily(database.pool, child);
    await ledgerOf(1).post(commands.cancel(child, first.entry.id));
    expect(await statesOf(referrer)).toEqual({ taken_back: 1 });
    expect([await stand(referrer), await stand(parent)]).toMatchObject([{ balance: 0 }, { balance: 0 }]);
  });

  test("bring a bonus to one of two wallets while these are merged, and never to both", async () => {
    const [referrer, other] = [await world.wallet(), await world.wallet()];
    const newcomers = await brought(referrer, 20);
    const attempts = await atOnce([
      ...newcomers.slice(0, 10).map((newcomer) => commands.reward(newcomer, 10)),
      commands.transfer(referrer, other),
      ...newcomers.slice(10).map((newcomer) => commands.reward(newcomer, 10)),
    ]);
    expect(tally(attempts)).toEqual({ posted: 21 });
    expect(await statesOf(referrer)).toEqual({ paid: 20 });
    expect((await stand(referrer)).balance).toBe(0);
    expect((await stand(other)).balance).toBe(20 * 200);
  });

  test("who bring each other's friends in a row do not wait in a circle", async () => {
    const first = await world.wallet();
    const chain = [first];
    for (let length = 1; length < 20; length += 1)
      chain.push(await world.wallet({ broughtBy: chain.at(-1) ?? first }));
    const attempts = await atOnce(chain.flatMap((wallet) => times(3, () => commands.reward(wallet, 10))));
    expect(tally(attempts)).toEqual({ posted: chain.length * 3 });
    expect((await stand(first)).balance).toBe(30 + 200);
    expect((await stand(chain.at(-1) ?? first)).balance).toBe(30 + 50);
  });
});

test("a payment in points and the reward of its bill, at once in two processes, are one after the other", async () => {
  const [payer, earner] = [await world.wallet(), await world.wallet()];
  await ledgerOf(0).post(commands.reward(payer, 1_000));
  await database.pool.query("UPDATE programme SET earned_on = 'rest'");
  try {
    for (let round = 0; round < 40; round += 1) {
      const bill = { invoiceNumber: `RACE-${round}` };
      const payment = () => ledgerOf(round).post(commands.redeem(payer, 1, bill));
      const reward = () => ledgerOf(round + 1).post(commands.reward(earner, 5, bill));
      const [paid, rewarded] =
        round % 2 === 0
          ? await Promise.all([payment(), reward()])
          : await Promise.all([reward(), payment()]).then(([one, other]) => [other, one] as const);
      const isBefore = paid.entry.id < rewarded.entry.id;
      expect(rewarded.entry.amount).toBe(isBefore ? 4 : 5);
    }
  } finally {
    await database.pool.query("UPDATE programme SET earned_on = 'bill'");
  }
});
