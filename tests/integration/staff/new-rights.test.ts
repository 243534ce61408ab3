import { afterAll, beforeAll, expect, test } from "vitest";
import { adjustPoints } from "@/lib/areas/adjustments/adjust-points";
import { confirmUser } from "@/lib/areas/staff/confirm";
import { deactivateUser, reactivateUser, updateUser } from "@/lib/areas/staff/users";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { DEFAULT_DAY_LIMITS, DEFAULT_LIMITS } from "@/lib/ledger/with/limits/words";
import { moneyOf } from "@/lib/platform/money";
import { requireIndependent } from "@/lib/portal/acts/access-grants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { AdminError } from "@/lib/portal/acts/errors";
import { readShares } from "@/lib/portal/acts/new-rights";
import { createWorld, hire, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.database.prisma.programme.update({
    where: { id: 1 },
    data: { ...DEFAULT_LIMITS, ...DEFAULT_DAY_LIMITS },
  });
});
afterAll(() => world.database.drop());

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY_POINTS = DEFAULT_LIMITS.personRewardPointsMax ?? 0;
const BILL = DEFAULT_LIMITS.rewardValueMax ?? 0;

const admin = () => hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
const cashierOf = (by: AdminActor) =>
  hire(world.context, by, "cashier", world.ours.merchantId, [world.ours.branchId]);
const newWallet = async () =>
  (await enrolWallet(world.context, world.ours.admin, { contactMsisdn: uniqueMsisdn(), hasConsented: true }))
    .walletCode;

/** Points that a person rewards at the till until a limit of the person's refuses. */
async function rewardAll({ userId, merchantId }: AdminActor): Promise<number> {
  let sum = 0;
  for (;;) {
    const shares = await readShares(world.context.database, userId, world.clock.now());
    const given = await world.context.ledger
      .post({
        ...{ type: "reward", walletCode: await newWallet(), value: moneyOf(BILL) },
        actor: {
          ...{ userId, merchantId, branchId: world.ours.branchId, branchMsisdn: null },
          ...{
            channelId: CHANNEL.cashierPortal,
            limitedBy: { clientId: null, isCounted: true, shares },
          },
        },
      })
      .then(({ entry }) => entry.amount)
      .catch((error: unknown) => {
        if (isDomainError(error) && error.code === 1704) return 0;
        throw error;
      });
    if (given === 0) return sum;
    sum += given;
  }
}

test("three cashiers whom one admin invites today reward one person's day together with the admin, each half of one", async () => {
  const by = await admin();
  const cashiers = [await cashierOf(by), await cashierOf(by), await cashierOf(by)];
  expect(await rewardAll(cashiers[0] as AdminActor)).toBe(2 * BILL);
  for (const one of cashiers) await rewardAll(one);
  await rewardAll(by);
  const { rows } = await world.database.pool.query<{ sum: string }>(
    "SELECT sum(amount) FROM entry WHERE user_id = ANY ($1) AND log_type_id = 2",
    [[by, ...cashiers].map(({ userId }) => userId)],
  );
  expect(Number(rows[0]?.sum)).toBe(DAY_POINTS);
  world.clock.advance(DAY_MS + 1);
  expect(await rewardAll(cashiers[0] as AdminActor)).toBe(DAY_POINTS);
});

test("a person whom another admin confirms has a day of their own, and one whom nobody may confirm does not", async () => {
  const [by, other, cashier] = [await admin(), await admin(), await cashierOf(world.ours.admin)];
  const mate = await cashierOf(by);
  const { context } = world;
  expect((await refusal(() => confirmUser(context, by, { userId: mate.userId }))).code).toBe(
    "approver_not_allowed",
  );
  await confirmUser(context, other, { userId: mate.userId });
  expect(await rewardAll(mate)).toBe(DAY_POINTS);
  expect(await rewardAll(by)).toBe(DAY_POINTS);
  expect(await rewardAll(cashier)).toBe(2 * BILL);
});

test("points that people with new rights give at the desk count with those of whoever brought them", async () => {
  const by = await admin();
  const { context, system, ours } = world;
  const raised = await hire(context, system, "supervisor", ours.merchantId, []);
  await world.database.prisma.programme.update({ where: { id: 1 }, data: { adminsNeedSecondPerson: false } });
  await updateUser(context, by, { userId: raised.userId, version: 1, role: "merchant_admin" });
  await world.database.prisma.programme.update({ where: { id: 1 }, data: { adminsNeedSecondPerson: true } });
  const asAdmin: AdminActor = { ...raised, role: "merchant_admin" };
  const adjust = async (who: AdminActor, points: number) =>
    adjustPoints(context, who, {
      ...{ walletCode: await newWallet(), direction: "up", points, reason: "Complaint" },
      reference: crypto.randomUUID(),
    });
  expect((await refusal(() => adjust(asAdmin, 5_001))).params).toMatchObject({ above: 5_000, before: 0 });
  await adjust(asAdmin, 5_000);
  expect((await refusal(() => adjust(by, 5_001))).params).toMatchObject({ above: 10_000, before: 5_000 });
  await adjust(by, 5_000);
});

test("a person with new rights approves nothing for a day, unless confirmed", async () => {
  const { context, database, clock, ours } = world;
  const supervisor = await hire(context, await admin(), "supervisor", ours.merchantId, []);
  const approve = () =>
    requireIndependent(database.prisma, {
      ...{ approver: supervisor.userId, asker: ours.cashier.userId },
      now: clock.now(),
    });
  await expect(approve()).rejects.toThrow(AdminError);
  await confirmUser(context, await admin(), { userId: supervisor.userId });
  await approve();
  await deactivateUser(context, ours.admin, { userId: supervisor.userId });
  clock.advance(1);
  await reactivateUser(context, ours.admin, { userId: supervisor.userId });
  await expect(approve()).rejects.toThrow(AdminError);
  clock.advance(DAY_MS + 1);
  await approve();
});

test("where nobody else could agree to a person, whoever brings the person has agreed", async () => {
  const { context, system, clock } = world;
  await world.database.prisma.user.updateMany({
    where: { kind: "portal", role: { in: ["programme_operator", "merchant_admin"] } },
    data: { isActive: false },
  });
  const alone = await hire(context, system, "programme_operator", null, []);
  const cashier = await hire(context, alone, "cashier", world.theirs.merchantId, [world.theirs.branchId]);
  expect(await readShares(context.database, cashier.userId, clock.now())).toBeUndefined();
});
