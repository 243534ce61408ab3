import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { approveAdjustment } from "@/lib/areas/adjustments/decide-adjustment";
import { checkAnchors } from "@/lib/areas/anchors/check-anchors";
import { makeAnchors } from "@/lib/areas/anchors/make-anchors";
import { createSigningKey, type SigningKey } from "@/lib/areas/anchors/signing-key";
import { clockRunner, putClockRight, readClockDamage } from "@/lib/areas/programme/clock";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { runExpiryJob } from "@/lib/ledger/jobs/expiry";
import { moneyOf } from "@/lib/platform/money";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { createWorld, hire, NOW, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";
import { expectSound } from "@/tests/support/ledger";
import { createTemporaryFolder } from "@/tests/support/test-server";

/** A clock 1,000 days ahead, after which all points of {@link NOW} have lapsed. */
const AHEAD = new Date(NOW.getTime() + 1_000 * 86_400_000);

let world: World;
let second: AdminActor;
let key: SigningKey;
let file: string;
beforeAll(async () => {
  world = await createWorld();
  second = await hire(world.context, world.system, "programme_operator", null, []);
  const folder = await createTemporaryFolder();
  key = await createSigningKey(path.join(folder, "key.pem"));
  file = path.join(folder, "anchors.jsonl");
  world.clock.set(NOW);
});
afterAll(() => world.database.drop());

async function reward(): Promise<string> {
  const { walletCode } = await enrolWallet(world.context, world.operator, {
    contactMsisdn: uniqueMsisdn(),
    hasConsented: true,
  });
  const { merchantId, branchId, admin } = world.ours;
  const actor = { userId: admin.userId, channelId: 1, merchantId, branchId, branchMsisdn: null } as const;
  await world.context.ledger.post({ type: "reward", walletCode, value: moneyOf(100), actor });
  return walletCode;
}

const anchor = () =>
  makeAnchors({ pool: world.database.pool, clock: world.clock, key, file, everyMs: 60_000 });

const findings = async () =>
  (await checkAnchors(world.database.pool, { keys: [key.publicKey], inFile: null })).findings.map(
    ({ number, what }) => [number, what],
  );

test("an operator and a second person put right what a clock of the future did, and the log proves it", async () => {
  await reward();
  await anchor();
  await reward();
  world.clock.set(AHEAD);
  await anchor();
  const { pool } = world.database;
  const { ledger } = world.context;
  const systemUserId = world.system.userId;
  await runExpiryJob({ pool, ledger, clock: world.clock, systemUserId });
  world.clock.set(NOW);
  expect(await findings()).toEqual([[2, "future"]]);
  // Signing goes on by itself.
  expect(await anchor()).toHaveLength(1);
  expect(await findings()).toEqual([[3, "time"]]);

  const damage = await readClockDamage(world.context);
  expect(damage).toMatchObject({ wallets: 2, anchor: 2, isRunning: false });
  expect(damage.points).toBeGreaterThan(0);
  const act = () => putClockRight(world.context, world.operator);
  expect(await refusal(act)).toMatchObject({ code: "second_person" });
  expect(await readClockDamage(world.context)).toEqual(damage);
  const { id } = await world.database.prisma.pointAdjustment.findFirstOrThrow({
    where: { requestedBy: world.operator.userId, state: "requested" },
  });
  await approveAdjustment(world.context, second, { adjustmentId: id });
  expect(await act()).toMatchObject({ anchor: null, isRunning: true });
  // Pressed again while it is carried out: nothing more.
  expect(await act()).toMatchObject({ isRunning: true });

  const timeZone = () => world.context.programme.timeZone();
  await clockRunner({ pool, ledger, clock: world.clock, timeZone }).run();
  expect(await readClockDamage(world.context)).toEqual({
    ...{ wallets: 0, points: 0, anchor: null, isRunning: false },
  });
  expect(await findings()).toEqual([]);
  const acts = await world.database.prisma.auditLog.findMany({
    where: { action: "programme.put_clock_right", subjectType: "programme" },
  });
  expect(acts.map(({ userId, after }) => ({ userId, after }))).toEqual([
    {
      userId: world.operator.userId,
      after: { wallets: 2, points: damage.points, anchor: 2, approvedBy: second.userId },
    },
  ]);
  await expectSound(pool);
});
