import { afterAll, beforeAll, expect, test } from "vitest";
import { adjustPoints } from "@/lib/areas/adjustments/adjust-points";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { mergeWallets } from "@/lib/areas/wallets/merge-wallets";
import { setWalletPin } from "@/lib/areas/wallets/pins";
import { exportWallets } from "@/lib/areas/wallets/read";
import type { PinCheck } from "@/lib/ledger/rules/commands";
import { knownCustomers } from "@/lib/ledger/rules/known-customers";
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
const pay = (walletCode: string, shop: World["ours"], pin: PinCheck) =>
  world.context.ledger.post({
    ...{ type: "redeem", walletCode, value: moneyOf(10), actor: actorAt(shop), pin },
  });

const merge = async (walletCode: string) =>
  mergeWallets(world.context, world.ours.admin, {
    ...{ walletCode, version: 1, reason: "Lost card" },
    toWalletCode: await enrolledBy(world.ours.admin),
  });

/** All that a merchant that knows a customer may do, and one that does not may not. */
const reached = async (walletCode: string) => {
  const { id } = await world.database.prisma.wallet.findUniqueOrThrow({ where: { walletCode } });
  const shops = [world.ours, world.theirs];
  const known = await Promise.all(
    shops.map(({ merchantId }) =>
      knownCustomers(world.database.pool, { merchantId, walletIds: [Number(id)] }),
    ),
  );
  const exporting = { ...world.context, pool: world.database.pool };
  const files = await Promise.all(
    shops.map(async ({ admin }) => {
      const codes: string[] = [];
      for await (const wallet of await exportWallets(exporting, admin, {})) codes.push(wallet.walletCode);
      return codes.includes(walletCode);
    }),
  );
  return { known: known.map((ids) => ids.size === 1), files };
};

test("a reward of 0.01 opens a stranger's profile to nobody, and no act on the wallet: points come in, and none go out", async () => {
  const walletCode = await enrolledBy(world.theirs.admin);
  await reward(walletCode, world.theirs, 4_000);
  await reward(walletCode, world.ours, 0.01);
  await pay(walletCode, world.ours, { kind: "absent" });
  await reward(walletCode, world.ours, 1);
  expect(await reached(walletCode)).toEqual({ known: [false, true], files: [false, true] });
  const { admin } = world.ours;
  const input = { walletCode, direction: "up", points: 5, reason: "Forgotten bill" } as const;
  for (const act of [
    () => merge(walletCode),
    () => setWalletPin(world.context, admin, { walletCode, pin: "492817" }),
    () => adjustPoints(world.context, admin, { ...input, reference: crypto.randomUUID() }),
  ])
    expect(await refusal(act)).toEqual({ code: "not_visited", params: {} });
});

test("bills on two days make the customer known", async () => {
  const walletCode = await enrolledBy(world.theirs.admin);
  await reward(walletCode, world.ours, 100);
  world.clock.advance(DAY_MS);
  await reward(walletCode, world.ours, 100);
  expect(await reached(walletCode)).toEqual({ known: [true, true], files: [true, true] });
  expect((await merge(walletCode)).mergedIntoWalletCode).not.toBeNull();
});

test("so does a payment by PIN", async () => {
  const walletCode = await enrolledBy(world.theirs.admin);
  await reward(walletCode, world.theirs, 4_000);
  await setWalletPin(world.context, world.theirs.admin, { walletCode, pin: "492817" });
  const { version } = await world.database.prisma.walletPin.findFirstOrThrow({
    where: { wallet: { walletCode } },
  });
  await pay(walletCode, world.ours, { kind: "checked", pinVersion: version, correct: true });
  expect(await reached(walletCode)).toEqual({ known: [true, true], files: [true, true] });
});
