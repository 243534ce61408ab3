import { afterAll, beforeAll, expect, test } from "vitest";
import { openReferral } from "@/lib/ledger/with/referrals/facts";
import { ManualClock } from "@/lib/platform/clock";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createUser,
  createWorld,
  expectSound,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  type World,
} from "@/tests/support/ledger";

let database: TestDatabase;
let world: World;
let till: TestProcess;
const clock = new ManualClock(START);
const dayAfter = (days: number) => new Date(START.getTime() + days * 86_400_000);

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  till = startProcess(database.url, { clock });
  await database.prisma.programme.update({
    where: { id: 1 },
    data: {
      referralBonus: 200,
      referralNewcomerBonus: 50,
      referralSecondVisit: true,
      referralPerEnrollerMax: 2,
    },
  });
});
afterAll(async () => {
  await till.stop();
  await expectSound(database.pool);
  await database.drop();
});

const rewarded = (wallet: TestWallet, day: number) => {
  clock.set(dayAfter(day));
  return till.ledger.post(world.commands.reward(wallet, 100));
};
const balanceOf = async ({ id }: TestWallet) =>
  Number((await database.prisma.wallet.findUniqueOrThrow({ where: { id } })).balance);

test("the bonuses of a referral wait for a reward on a later day than one that was not cancelled", async () => {
  const referrer = await world.wallet();
  const newcomer = await world.wallet({ broughtBy: referrer });
  const first = await rewarded(newcomer, 0);
  await rewarded(newcomer, 0);
  expect([await balanceOf(newcomer), await balanceOf(referrer)]).toEqual([200, 0]);
  await rewarded(newcomer, 1);
  expect([await balanceOf(newcomer), await balanceOf(referrer)]).toEqual([350, 200]);
  await rewarded(newcomer, 2);
  expect([await balanceOf(newcomer), await balanceOf(referrer)]).toEqual([450, 200]);
  expect(first.entry.pointsDelta).toBe(100);

  const other = await world.wallet({ broughtBy: referrer });
  const undone = await rewarded(other, 3);
  await till.ledger.post(world.commands.cancel(other, undone.entry.id));
  await rewarded(other, 4);
  expect([await balanceOf(other), await balanceOf(referrer)]).toEqual([100, 200]);
  await rewarded(other, 5);
  expect([await balanceOf(other), await balanceOf(referrer)]).toEqual([250, 400]);
});

test("a bonus goes back with a bill of before a merge: of the newcomer's, by either card, and of the referrer's, from the wallet that has the points", async () => {
  for (const who of ["old", "new"]) {
    const referrer = await world.wallet();
    const newcomer = await world.wallet({ broughtBy: referrer });
    const heir = await world.wallet();
    const kept = await world.wallet();
    await rewarded(newcomer, 0);
    const { entry } = await rewarded(newcomer, 1);
    expect([await balanceOf(newcomer), await balanceOf(referrer)]).toEqual([250, 200]);
    const merge = (from: TestWallet, to: TestWallet) => till.ledger.post(world.commands.transfer(from, to));
    await merge(newcomer, heir);
    await merge(referrer, kept);
    expect([await balanceOf(heir), await balanceOf(kept)]).toEqual([250, 200]);
    await till.ledger.post(world.commands.cancel(who === "old" ? newcomer : heir, entry.id));
    expect([await balanceOf(heir), await balanceOf(kept), await balanceOf(referrer)]).toEqual([100, 0, 0]);
    expect(
      await database.prisma.referral.findUniqueOrThrow({ where: { walletId: newcomer.id } }),
    ).toMatchObject({
      state: "taken_back",
    });
  }
});

test("of one enroller as many referrals begin in 24 hours as the programme allows, however many are enrolled at once", async () => {
  const referrer = await world.wallet();
  const [one, other] = await Promise.all([createUser(database.pool), createUser(database.pool)]);
  const opened = async (enrolledBy: number, count: number, day: number) => {
    const wallets = await Promise.all(Array.from({ length: count }, () => world.wallet()));
    await Promise.all(
      wallets.map(({ id, contactMsisdn }) =>
        database.prisma.$transaction((tx) =>
          openReferral(tx, {
            ...{ walletId: BigInt(id), contactMsisdn, referralMsisdn: referrer.contactMsisdn },
            ...{ nid: null, now: dayAfter(day), enrolledBy },
          }),
        ),
      ),
    );
    return database.prisma.referral.count({
      where: { walletId: { in: wallets.map(({ id }) => BigInt(id)) } },
    });
  };
  expect(await opened(one, 12, 10)).toBe(2);
  expect(await opened(one, 1, 10.9)).toBe(0);
  expect(await opened(other, 1, 10)).toBe(1);
  expect(await opened(one, 3, 11.1)).toBe(2);
});
