import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAnchors } from "@/lib/areas/anchors/check-anchors";
import { makeAnchors } from "@/lib/areas/anchors/make-anchors";
import { createSigningKey } from "@/lib/areas/anchors/signing-key";
import { runExpiryJob } from "@/lib/ledger/jobs/expiry";
import { runReleaseJob } from "@/lib/ledger/jobs/release";
import { countWrittenOff } from "@/lib/ledger/jobs/restore";
import { TimeBase } from "@/lib/platform/time-base";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWorld, expectSound, startProcess, type TestProcess, type World } from "@/tests/support/ledger";
import { createTemporaryFolder } from "@/tests/support/test-server";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-03-25T06:00:00Z");
/** Points of February lapse with the end of March, in the second week. */
const FEBRUARY = Date.parse("2026-02-10T10:00:00Z");
const HELD_HOURS = 100;

/** Jumps of the clocks: day and hour of the beginning, hours until they are put back, milliseconds, and whose clock. */
const JUMPS: readonly (readonly [day: number, hour: number, hours: number, by: number, of: readonly Of[]])[] =
  [
    [1, 3, 5, 3 * HOUR, ["machine"]],
    [2, 20, 8, 800 * DAY, ["machine", "database"]],
    [4, 1, 6, -2 * DAY, ["machine"]],
    [5, 22, 4, 800 * DAY, ["database"]],
    [7, 2, 20, -3 * HOUR, ["machine", "database"]],
    [9, 9, 1, 61_000, ["machine"]],
    [10, 0, 30, -30 * DAY, ["database"]],
    [12, 12, 3, 365 * DAY, ["machine", "database"]],
  ];
type Of = "machine" | "database";

let database: TestDatabase;
let world: World;
let till: TestProcess;
/** The right time, which nobody in here knows. */
let truth = FEBRUARY;
const ahead: Record<Of, number> = { machine: 0, database: 0 };
const time = new TimeBase({
  machine: () => truth + ahead.machine,
  monotonic: () => truth - FEBRUARY,
  uptime: () => truth - FEBRUARY + HOUR,
});
const clock = { now: () => new Date(time.now()) };

beforeAll(async () => {
  time.compare(truth);
  database = await createTestDatabase();
  world = await createWorld(database.pool, { points_validity_months: 1 });
  till = startProcess(database.url, { clock });
});
afterAll(async () => {
  await till.stop();
  await database.drop();
});

test("two weeks of clocks that jump in both directions write off, release and sign nothing wrongly, and quiet hours trouble nobody", async () => {
  const { pool } = database;
  const { ledger } = till;
  const { systemUserId } = world;
  const lapsing = await world.walletWith(ledger, 500);
  truth = START;
  time.compare(truth);
  const holder = await world.walletWith(ledger, 300);
  await ledger.post(world.commands.hold(holder, 100, { minutes: HELD_HOURS * 60 }));
  const shop = await world.walletWith(ledger, 1);
  const folder = await createTemporaryFolder();
  const key = await createSigningKey(path.join(folder, "key.pem"));
  const anchors = { pool, clock, key, file: path.join(folder, "anchors.jsonl"), everyMs: 10 * 60_000 };

  const told: number[] = [];
  for (let hour = 0; hour < 14 * 24; hour += 1) {
    truth = START + hour * HOUR;
    [ahead.machine, ahead.database] = [0, 0];
    for (const [day, at, hours, by, of] of JUMPS) {
      const since = hour - (day * 24 + at);
      if (since >= 0 && since < hours) for (const whose of of) ahead[whose] = by;
    }
    const isWrong = ahead.machine !== 0 || ahead.database !== 0;
    if (time.compare(truth + ahead.database) !== null) told.push(hour);
    expect({ hour, isTold: told.includes(hour) }).toEqual({ hour, isTold: isWrong });
    // The process works by the right time all along.
    expect(Math.abs(time.now() - truth)).toBeLessThanOrEqual(1_000);
    await ledger.post(world.commands.reward(shop, 1));
    if (time.trouble !== null) continue;
    await runExpiryJob({ pool, ledger, clock, systemUserId });
    await runReleaseJob({ pool, ledger, clock, systemUserId });
    await makeAnchors(anchors);
  }

  const { rows: ended } = await pool.query<{ id: number; type: number; at: Date }>(
    "SELECT wallet_id AS id, log_type_id AS type, created_at AS at FROM entry WHERE log_type_id IN (5, 10) ORDER BY created_at",
  );
  const [released, lapsed] = [ended.find(({ type }) => type === 10), ended.find(({ type }) => type === 5)];
  expect(ended.map(({ id, type }) => [Number(id), type])).toEqual([
    [holder.id, 10],
    [lapsing.id, 5],
  ]);
  // Each in the first hour with right clocks after its time.
  const dueAt = { hold: START + HELD_HOURS * HOUR, lot: Date.parse("2026-03-31T22:00:00Z") };
  const firstRight = (due: number) =>
    Array.from({ length: 14 * 24 }, (_, hour) => hour).find(
      (hour) => START + hour * HOUR >= due && !told.includes(hour),
    ) ?? 0;
  expect([released?.at.getTime(), lapsed?.at.getTime()]).toEqual(
    [dueAt.hold, dueAt.lot].map((due) => START + firstRight(due) * HOUR),
  );
  expect(await countWrittenOff(pool, clock.now().toISOString().slice(0, 10))).toEqual({
    wallets: 0,
    points: 0,
  });

  const { findings, anchors: signed } = await checkAnchors(pool, { keys: [key.publicKey], inFile: null });
  expect([findings, signed]).toEqual([[], 14 * 24 - told.length]);
  await expectSound(pool);
});
