import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Command } from "@/lib/ledger/rules/commands";
import type { PostedEntry } from "@/lib/ledger/rules/decision";
import { isDomainError } from "@/lib/ledger/rules/errors";
import type { Entry } from "@/lib/ledger/rules/types";
import { ManualClock } from "@/lib/platform/clock";
import { createCoupon, createTemplate, type TestTemplate } from "@/tests/support/coupons";
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
import { type Act, actWithBills, commandOf } from "@/tests/support/ledger-acts";
import { seedOf, untilMet } from "@/tests/support/rounds";

/**
 * Random histories on a real PostgreSQL: several clients at once act on the same few wallets through two processes, while
 * time passes and connections are ended under them. Every answer is held against what every answer must be, the
 * log against the answers, and at the end of each round the whole ledger is added up again.
 */
const HISTORIES = isDeep ? 240 : 80;
const TOGETHER = 8;
const CLIENTS = 4;
const ACTS_MAX = 14;

let database: TestDatabase;
let world: World;
let processes: TestProcess[];
let templates: TestTemplate[];
const clock = new ManualClock(START);

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool, {
    points_validity_months: 2,
    cancel_window_business_days: 60,
    referral_bonus: 30,
    referral_newcomer_bonus: 12,
    referral_least_value: 20,
    referral_per_month_max: 1,
  });
  await createSegment(database.pool, {
    value: 800,
    reward_factor: "1.5",
    redeem_factor: "2",
    redeem_threshold: 50,
  });
  templates = [
    await createTemplate(database.pool, { discount_type: 2, discount: 15 }),
    await createTemplate(database.pool, { discount_type: 1, discount: 20, worth: 40 }),
  ];
  processes = [
    startProcess(database.url, { clock, connections: 3, lanes: 2, batchMax: 16 }),
    startProcess(database.url, { clock, connections: 3, lanes: 3 }),
  ];
});
afterAll(async () => {
  for (const running of processes) await running.stop();
  await database.drop();
});

/** What one client does, and by how many hours the clock, which all share, is put forward before each act. */
const hours = fc.oneof(
  { weight: 200, arbitrary: fc.constant(0) },
  { weight: 20, arbitrary: fc.constantFrom(0.01, 1) },
  { weight: 3, arbitrary: fc.constant(24) },
  { weight: 1, arbitrary: fc.constant(24 * 40) },
);
const script = fc.array(fc.tuple(actWithBills, hours), { minLength: 4, maxLength: ACTS_MAX, size: "max" });
const history = fc.record({
  clients: fc.array(script, { minLength: CLIENTS, maxLength: CLIENTS }),
  /** In some histories a connection is ended after this many answers. */
  breaksAfter: fc.option(fc.integer({ min: 1, max: 15 }), { freq: 2 }),
});
type Script = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

test(`${HISTORIES} histories with concurrent clients on a real database add up`, async () => {
  const seen = new Set<string>();
  await untilMet({
    seed: seedOf("Concurrent histories"),
    // Histories in which none of this happens would prove little.
    expected: [...KINDS, ...CANCELLED, ...BILLS, ...ANSWERS],
    met: () => seen,
    round: async (seed) => {
      const scripts = fc.sample(history, { numRuns: HISTORIES, seed });
      for (let first = 0; first < HISTORIES; first += TOGETHER) {
        const some = scripts.slice(first, first + TOGETHER);
        const histories = some.map(
          (each, index) =>
            new History(`history ${first + index} of seed ${seed}`, each, (what) => seen.add(what)),
        );
        await Promise.all(histories.map((each) => each.run()));
        for (const each of histories) await each.checkLog();
        if (first % (4 * TOGETHER) === 0) await expectSound(database.pool);
      }
      await expectSound(database.pool);
      for (const kind of await kindsInLog()) seen.add(kind);
    },
  });
}, 900_000);

const KINDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((kind) => `entry of kind ${kind}`);
const CANCELLED = [1, 2, 3, 6].map((kind) => `cancelled kind ${kind}`);
const BILLS = ["bill with coupon and points", "bill undone"];
const ANSWERS = ["posted", "replayed"].concat([
  "1110",
  "1201",
  "1301",
  "1401",
  "1404",
  "1411",
  "1413",
  "1416",
  "1501",
  "1902",
]);

/** Every kind of entry that was written, every kind that was cancelled, and what became of bills. */
async function kindsInLog(): Promise<string[]> {
  const { rows } = await database.pool.query<{ kind: string }>(
    `SELECT DISTINCT 'entry of kind ' || log_type_id AS kind FROM entry
     UNION SELECT 'cancelled kind ' || t.log_type_id FROM entry e JOIN entry t ON t.id = e.related_entry_id
            WHERE e.log_type_id = 4
     UNION SELECT 'bill with coupon and points' FROM bill b JOIN bill_coupon c ON c.bill_id = b.id WHERE b.redemption_entry_id IS NOT NULL
     UNION SELECT 'bill undone' FROM bill_coupon c JOIN bill b ON b.id = c.bill_id JOIN reversal r ON r.wallet_id = b.wallet_id AND r.entry_id = b.id
            WHERE r.cancelled_by_entry_id IS NOT NULL`,
  );
  return rows.map(({ kind }) => kind);
}

class History {
  private wallets: TestWallet[] = [];
  private coupons: string[] = [];
  /** Entries that were answered, by id, in the order of the answers. */
  private readonly answered = new Map<number, Entry>();
  private readonly answersByReference = new Map<string, PostedEntry>();
  /** Entries that were answered as new, not as a replay. */
  private readonly carriedOut = new Set<number>();
  /** Commands without a reference whose fate nobody knows. */
  private unknown = 0;
  private answers = 0;

  constructor(
    private readonly name: string,
    private readonly script: Script,
    private readonly note: (what: string) => void,
  ) {}

  async run(): Promise<void> {
    const first = await world.wallet();
    this.wallets = [
      first,
      await world.wallet({ hasPin: true, broughtBy: first }),
      await world.wallet({ broughtBy: first }),
    ];
    for (const template of templates)
      for (const walletId of [first.id, null, null])
        this.coupons.push(await createCoupon(database.pool, template, walletId));
    await Promise.all(this.script.clients.map((acts, client) => this.act(acts, client)));
  }

  private async act(acts: Script["clients"][number], client: number): Promise<void> {
    for (const [each, passing] of acts) {
      clock.advance(passing * 3_600_000);
      await this.carryOut(each, client);
      this.answers += 1;
      if (this.answers === this.script.breaksAfter) await endOneConnection();
    }
  }

  private async carryOut(each: Act, client: number): Promise<void> {
    const { wallets, coupons, name } = this;
    const scene = { world, wallets, coupons, entries: [...this.answered.values()], name };
    const command = commandOf(scene, each);
    for (let tries = 0; ; tries += 1) {
      const running = processes[(client + tries) % processes.length];
      const answer = await ask(running, command);
      const isUnknown = typeof answer === "number" && answer === 1902;
      this.note(typeof answer === "number" ? String(answer) : answer?.replayed ? "replayed" : "posted");
      if (!isUnknown) return this.check(command, answer);
      // With a reference the caller asks again, at the other process, until it is told.
      if (command.reference === undefined) {
        this.unknown += 1;
        return;
      }
      expect(tries, "a database that is there answers sooner or later").toBeLessThan(20);
    }
  }

  /** What must hold of every single answer, whatever else is going on. */
  private check(command: Command, answer: number | PostedEntry | null): void {
    if (typeof answer === "number" || answer === null) return;
    const { entry, wallet, replayed } = answer;
    const own = this.wallets.find(({ walletCode }) => walletCode === command.walletCode);
    expect(entry.walletId).toBe(own?.id);
    expect(wallet).toMatchObject({
      id: entry.walletId,
      balance: entry.balanceAfter,
      accumulated: entry.accumulatedAfter,
      redeemed: entry.redeemedAfter,
      suspended: entry.suspendedAfter,
    });
    if (entry.logTypeId === 1 && entry.pointsDelta < 0) expect(entry.balanceAfter).toBeGreaterThanOrEqual(0);
    if (entry.logTypeId === 3 || entry.logTypeId === 4) expect(answer.related?.id).toBe(entry.relatedEntryId);

    const known = this.answered.get(entry.id);
    if (known !== undefined) expect(entry).toEqual(known);
    this.answered.set(entry.id, entry);
    // A settlement answers its redemption as well.
    const redemption = answer.bill?.redemption ?? null;
    if (redemption !== null) this.answered.set(redemption.id, redemption);
    if (!replayed) {
      expect(this.carriedOut.has(entry.id), "an entry that was carried out twice").toBe(false);
      this.carriedOut.add(entry.id);
    }
    this.checkReference(command, answer);
  }

  /** One reference, one answer: a replay may be heard before the answer that it repeats, but says the same. */
  private checkReference({ type, reference }: Command, answer: PostedEntry): void {
    if (reference === undefined) {
      expect(answer.replayed).toBe(false);
      return;
    }
    const name = `${type} ${reference.key}`;
    const other = this.answersByReference.get(name) ?? answer;
    this.answersByReference.set(name, other);
    // Points of a reward may lapse between the answer and its replay.
    const { replayed, isExpired, aside, bill } = answer;
    // A hold may end between them as well.
    expect(answer).toEqual({ ...other, bill, replayed, isExpired, aside, wallet: expect.anything() });
    expect(told(bill)).toEqual(told(other.bill));
    expect(answer.wallet).toMatchObject({ balance: other.wallet.balance, segment: other.wallet.segment });
  }

  /** The log holds every entry that was answered, exactly as it was answered, and none that nobody asked for. */
  async checkLog(): Promise<void> {
    const { rows } = await database.pool.query<{ id: string; log_type_id: number }>(
      // But for what the system does because of it or in its course: releases, bonuses of referrals and their cancellations; and for the
      // redemption of a settled bill, the refund of its goods and what undoes either: an act on a bill is known by its last entry.
      `SELECT e.id, CASE WHEN e.channel_id = 8 OR e.log_type_id IN (1, 4) AND b.id IS NOT NULL OR e.log_type_id IN (3, 4) AND g.id IS NOT NULL THEN 5 ELSE e.log_type_id END AS log_type_id
         FROM entry e LEFT JOIN bill b ON b.redemption_entry_id IN (e.id, e.related_entry_id)
         LEFT JOIN bill_return g ON g.refund_entry_id IN (e.id, e.related_entry_id) WHERE e.wallet_id = ANY ($1)`,
      [this.wallets.map(({ id }) => id)],
    );
    const logged = new Map(rows.map((row) => [Number(row.id), row.log_type_id]));
    for (const id of this.answered.keys()) expect(logged.has(id), `${this.name}: entry ${id}`).toBe(true);
    // No answer shows what was due before its own entry, an expiry or the end of a hold, or the other side of a transfer.
    const unasked = [...logged].filter(
      ([id, logTypeId]) => logTypeId !== 5 && logTypeId !== 9 && !this.answered.has(id),
    );
    expect(unasked.length, this.name).toBeLessThanOrEqual(this.unknown);
  }
}

/** A bill as it is answered. Of its coupons more is known when they are used than when the answer is repeated. */
function told(bill: PostedEntry["bill"]) {
  return bill && { ...bill, coupons: bill.coupons.map(({ coupon, off }) => [coupon.number, off]) };
}

async function ask(running: TestProcess | undefined, command: Command): Promise<number | PostedEntry | null> {
  if (running === undefined) throw new Error("No process");
  try {
    return command.type === "expire"
      ? await running.ledger.expire(command)
      : await running.ledger.post(command);
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
}

/** Ends a connection of one of the two processes. */
async function endOneConnection(): Promise<void> {
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE '%ledger%' ORDER BY state_change DESC LIMIT 1`,
  );
}
