import { afterAll, beforeAll, expect, test } from "vitest";
import { adjustPoints } from "@/lib/areas/adjustments/adjust-points";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { mergeWallets } from "@/lib/areas/wallets/merge-wallets";
import { setWalletPin } from "@/lib/areas/wallets/pins";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { createWorld, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

const DAY_MS = 24 * 60 * 60 * 1000;

const enrolledBy = async (by: AdminActor) =>
  (await enrolWallet(world.context, by, { contactMsisdn: uniqueMsisdn(), hasConsented: true })).walletCode;

const actorAt = ({ cashier, merchantId, branchId }: World["ours"]) => ({
  ...{ userId: cashier.userId, merchantId, branchId, branchMsisdn: null },
  ...{ channelId: CHANNEL.cashierPortal, limitedBy: { clientId: null, isCounted: true } },
});
const reward = (walletCode: string, shop: World["ours"], value: number) =>
  world.context.ledger.post({ type: "reward", walletCode, value: moneyOf(value), actor: actorAt(shop) });
const payWithoutPin = (walletCode: string, shop: World["ours"]) =>
  world.context.ledger.post({
    ...{ type: "redeem", walletCode, value: moneyOf(10), actor: actorAt(shop) },
    pin: { kind: "absent" },
  });

const setPin = (walletCode: string) =>
  setWalletPin(world.context, world.ours.admin, { walletCode, pin: "492817" });
const merge = async (walletCode: string) =>
  mergeWallets(world.context, world.ours.admin, {
    ...{ walletCode, version: 1, reason: "Lost card" },
    toWalletCode: await enrolledBy(world.ours.admin),
  });

test("one reward opens a stranger's wallet to nobody: points come in, and none go out", async () => {
  const walletCode = await enrolledBy(world.theirs.admin);
  await reward(walletCode, world.theirs, 4_000);
  await reward(walletCode, world.ours, 1);
  expect(await refusal(() => merge(walletCode))).toEqual({ code: "not_visited", params: {} });
  expect(await refusal(() => setPin(walletCode))).toEqual({ code: "not_visited", params: {} });
  await payWithoutPin(walletCode, world.ours);
  expect((await refusal(() => merge(walletCode))).code).toBe("not_visited");
  await adjustPoints(world.context, world.ours.admin, {
    ...{ walletCode, direction: "up", points: 5, reason: "Forgotten bill", reference: crypto.randomUUID() },
  });
  await reward(walletCode, world.ours, 1);
  expect((await refusal(() => merge(walletCode))).code).toBe("not_visited");
});

test("bills on two days make the customer known", async () => {
  const walletCode = await enrolledBy(world.theirs.admin);
  await reward(walletCode, world.ours, 100);
  world.clock.advance(DAY_MS);
  await reward(walletCode, world.ours, 100);
  expect((await merge(walletCode)).mergedIntoWalletCode).not.toBeNull();
});
