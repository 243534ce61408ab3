import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addedSince, type BranchTotal, branchMark, branchTotals } from "@/lib/log/branch-totals";
import { branchHistory } from "@/lib/log/history";
import { ManualClock } from "@/lib/platform/clock";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  attempt,
  createBranch,
  createUser,
  createWorld,
  startProcess,
  type TestBranch,
  type TestProcess,
  type TestWallet,
  type World,
} from "@/tests/support/ledger";
import { act, commandOf, type Scene } from "@/tests/support/ledger-acts";
import { seedOf, untilMet } from "@/tests/support/rounds";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BEGIN = new Date("2026-03-09T22:00:00Z");

let database: TestDatabase;
let world: World;
let till: TestProcess;
let wallets: TestWallet[];
let userIds: number[];
const clock = new ManualClock(BEGIN);

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool, { cancel_window_business_days: 30 });
  till = startProcess(database.url, { clock });
  wallets = [await world.wallet(), await world.wallet(), await world.wallet()];
  userIds = [world.userId, await createUser(database.pool), await createUser(database.pool)];
});
afterAll(async () => {
  await till.stop();
  await database.drop();
});

interface Row {
  id: number;
  branch_id: number;
  user_id: number;
  log_type_id: number;
  related_entry_id: number | null;
  amount: number;
  /** Hundredths. */
  value: number;
  created_at: Date;
}

/** The whole log as it lies in the database, read without any of the code under test. */
async function readLog(): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    `SELECT id::float8, branch_id, user_id, log_type_id, related_entry_id::float8, amount::float8, (amount_value * 100 + amount_hundredths)::float8 AS value, created_at
       FROM entry WHERE branch_id IS NOT NULL`,
  );
  return rows;
}

function sumsOf(log: readonly Row[], isCounted: (row: Row) => boolean): Map<string, number[]> {
  const kinds = new Map(log.map(({ id, log_type_id }) => [id, log_type_id]));
  const sums = new Map<string, number[]>();
  for (const row of log.filter(isCounted)) {
    const cancelled = row.log_type_id === 4 ? kinds.get(row.related_entry_id ?? 0) : null;
    const key = [row.branch_id, row.user_id, row.log_type_id, cancelled].join(" ");
    const [entries = 0, points = 0, value = 0] = sums.get(key) ?? [];
    sums.set(key, [entries + 1, points + row.amount, value + row.value]);
  }
  return sums;
}

function asSums(totals: readonly BranchTotal[]): Map<string, number[]> {
  return new Map(
    totals.map(({ branchId, userId, logTypeId, cancelledLogTypeId, entries, points, value }) => [
      [branchId, userId, logTypeId, cancelledLogTypeId].join(" "),
      [entries, points, Number(value)],
    ]),
  );
}

const step = fc.record({
  act,
  branch: fc.nat(2),
  user: fc.nat(2),
  minutes: fc.integer({ min: 0, max: 400 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Lets the steps happen one after the other, as time passes. */
async function happen(steps: readonly Step[], branches: readonly TestBranch[], name: string): Promise<void> {
  const entries: Scene["entries"][number][] = [];
  for (const { act, branch, user, minutes } of steps) {
    clock.advance(minutes * 60_000);
    const place = branches[branch];
    const userId = userIds[user];
    if (place === undefined || userId === undefined || act.type === "expire") continue;
    const actor = world.actor({ branchId: place.id, branchMsisdn: place.msisdn, userId });
    const command = { ...commandOf({ world, wallets, entries, name }, act), actor };
    if (command.type === "expire") continue;
    const made = await till.ledger.post(command).catch(() => null);
    if (made !== null) entries.push(made.entry);
  }
}

test("the totals of a stretch are the sums over the log, by branch, user and kind, whatever happened", async () => {
  const seen = new Set<string>();
  const steps = fc.array(step, { minLength: 60, maxLength: 60 });
  const round = async (seed: number) => {
    for (const [number, history] of fc.sample(steps, { numRuns: 12, seed }).entries()) {
      const branches = await Promise.all([1, 2, 3].map(() => createBranch(database.pool, world.merchantId)));
      const begin = clock.now();
      await happen(history, branches, `seed ${seed} history ${number}`);
      const log = await readLog();
      const branchIds = branches.map(({ id }) => id);
      const whole = { from: begin, until: new Date(clock.now().getTime() + 1) };
      const stretches = [whole, ...cutsOf(log, whole)];
      for (const { from, until } of stretches) {
        const isCounted = (row: Row) =>
          branchIds.includes(row.branch_id) && row.created_at >= from && row.created_at < until;
        const totals = await branchTotals(database.pool, { branchIds, from, until });
        expect(asSums(totals), `seed ${seed}`).toEqual(sumsOf(log, isCounted));
        for (const { logTypeId, cancelledLogTypeId } of totals)
          seen.add(`${logTypeId} ${cancelledLogTypeId}`);
      }
      const [one = 0] = branchIds;
      const alone = await branchTotals(database.pool, { branchIds: [one], ...whole });
      expect(asSums(alone)).toEqual(sumsOf(log, (row) => row.branch_id === one));
    }
  };
  // The histories are worth something only when they hold every kind that a branch can have.
  const expected = ["1 null", "2 null", "3 null", "4 1", "4 2"];
  await untilMet({ seed: seedOf("Totals of branches"), expected, met: () => seen, round });
});

/** Stretches that begin and end exactly at an entry, where being one too early or too late shows. */
function cutsOf(log: readonly Row[], { from, until }: { from: Date; until: Date }) {
  const times = log
    .map(({ created_at }) => created_at)
    .filter((time) => time >= from && time < until)
    .sort((one, other) => one.getTime() - other.getTime());
  return [0.2, 0.5].flatMap((part) => {
    const cut = times[Math.floor(times.length * part)];
    return cut === undefined
      ? []
      : [
          { from, until: cut },
          { from: cut, until },
        ];
  });
}

describe("a branch's mark", () => {
  const stretch = { from: BEGIN, until: new Date(BEGIN.getTime() + 90 * DAY) };

  async function quietBranch(): Promise<{ branch: TestBranch; post: (at: Date) => Promise<number> }> {
    const branch = await createBranch(database.pool, world.merchantId);
    const actor = world.actor({ branchId: branch.id, branchMsisdn: branch.msisdn });
    const wallet = await world.wallet();
    return {
      branch,
      post: async (at) => {
        clock.set(at);
        const made = await attempt(till.ledger.post(world.commands.reward(wallet, 1, { actor })));
        if (!("id" in made)) throw new Error("The reward was refused.");
        return made.id;
      },
    };
  }
  const mark = ({ id }: TestBranch, { from, until } = stretch) =>
    branchMark(database.pool, { branchId: id, from, until });

  test("changes with every entry of the branch and the stretch, and with no other", async () => {
    const { branch, post } = await quietBranch();
    const other = await quietBranch();
    const noon = new Date(BEGIN.getTime() + 10 * HOUR);
    expect(await mark(branch)).toEqual({ newestAt: null, entries: 0 });
    const marks = [JSON.stringify(await mark(branch))];
    // Several of one moment, then later ones, some within a minute and some not.
    for (const seconds of [0, 0, 0, 30, 61, 600]) {
      await post(new Date(noon.getTime() + seconds * 1000));
      marks.push(JSON.stringify(await mark(branch)));
    }
    expect(new Set(marks).size).toBe(marks.length);

    await other.post(new Date(noon.getTime() + 700_000));
    expect(JSON.stringify(await mark(branch))).toBe(marks.at(-1));
    const morning = { from: BEGIN, until: noon };
    expect(await mark(branch, morning)).toEqual({ newestAt: null, entries: 0 });
  });

  test("changes with an entry that is seen after a newer one, and tells from when to look", async () => {
    const { branch, post } = await quietBranch();
    const now = new Date(BEGIN.getTime() + 3 * DAY);
    await post(now);
    const before = await mark(branch);
    const late = await post(new Date(now.getTime() - 10_000));
    expect(await mark(branch)).not.toEqual(before);

    const filter = { from: addedSince(before.newestAt ?? BEGIN, stretch.from), until: stretch.until };
    const { entries } = await branchHistory(database.pool, { branchId: branch.id, filter });
    expect(entries.map(({ entry }) => entry.id)).toContain(late);
    expect(addedSince(new Date(0), stretch.from)).toEqual(stretch.from);
  });
});
