import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestAdjustment } from "@/lib/areas/adjustments/adjust-points";
import { listAdjustments } from "@/lib/areas/adjustments/list-adjustments";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { mergeWallets, previewMerge } from "@/lib/areas/wallets/merge-wallets";
import { exportWallets, viewWallet } from "@/lib/areas/wallets/read";
import { setWalletStatus } from "@/lib/areas/wallets/update-wallet";
import { WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import { type Moment, readWallet } from "@/lib/wallet/read";
import { searchWallets } from "@/lib/wallet/search";
import { createWorld, NOW, refusal, unique, uniqueMsisdn, type World } from "@/tests/support/admin-world";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Points of {@link NOW} last two years, to the end of the month; of {@link LATER} they have lapsed, half a year of days before. */
const LATER = new Date(NOW.getTime() + 900 * DAY_MS);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.clock.set(NOW));
afterAll(() => world.database.drop());

const at = (): Moment => ({ now: world.clock.now(), timeZone: "Africa/Cairo" });

const enrol = async () =>
  (await enrolWallet(world.context, world.operator, { contactMsisdn: uniqueMsisdn(), hasConsented: true }))
    .walletCode;

const reward = (walletCode: string, value: number) =>
  world.context.ledger.post({
    type: "reward",
    walletCode,
    value: moneyOf(value),
    actor: {
      userId: world.ours.admin.userId,
      channelId: 1,
      merchantId: world.ours.merchantId,
      branchId: world.ours.branchId,
      branchMsisdn: null,
    },
  });

/** A wallet with 100 points that have lapsed and are not written off, and `open` points that have not. */
async function withLapsed(open: number): Promise<string> {
  world.clock.set(NOW);
  const walletCode = await enrol();
  await reward(walletCode, 100);
  if (open > 0) {
    world.clock.set(new Date(NOW.getTime() + 600 * DAY_MS));
    await reward(walletCode, open);
  }
  world.clock.set(LATER);
  const { rows } = await world.database.pool.query<{ balance: string }>(
    "SELECT balance FROM wallet WHERE wallet_code = $1",
    [walletCode],
  );
  expect(Number(rows[0]?.balance)).toBe(100 + open);
  return walletCode;
}

const view = (walletCode: string) => viewWallet(world.context, world.operator, { walletCode });

const setStatus = async (walletCode: string, statusId: WalletStatusId) =>
  setWalletStatus(world.context, world.operator, {
    walletCode,
    version: (await view(walletCode)).version,
    statusId,
    reason: "Asked for by the customer",
  });

describe("points that have lapsed and are not written off yet", () => {
  test("are in no balance that anybody is shown: till, desk, search, export, adjustments and merges agree", async () => {
    const walletCode = await withLapsed(30);
    const asked = await requestAdjustment(world.context, world.ours.admin, {
      walletCode,
      direction: "up",
      points: 20_000,
      reason: "Points lost at the till",
      reference: unique("reference"),
    });
    expect(asked.kind).toBe("requested");
    const { adjustments } = await listAdjustments(world.context, world.ours.admin);
    const { wallets } = await searchWallets(
      world.database.pool,
      { text: walletCode },
      { at: at(), limit: 1 },
    );
    const exported: number[] = [];
    const rows = await exportWallets({ ...world.context, pool: world.database.pool }, world.operator, {});
    for await (const row of rows) if (row.walletCode === walletCode) exported.push(row.balance);
    const preview = await previewMerge(world.context, world.operator, {
      walletCode,
      toWalletCode: await enrol(),
    });
    expect({
      till: (await readWallet(world.database.pool, { walletCode }, at()))?.balance,
      inATransaction: (await readWallet(world.context.database, { walletCode }, at()))?.balance,
      desk: (await view(walletCode)).balance,
      search: wallets[0]?.balance,
      exported,
      adjustment: adjustments.find(({ wallet }) => wallet?.walletCode === walletCode)?.wallet?.balance,
      merge: preview.from.balance,
      quote: (await world.context.ledger.quote(rewardOf(walletCode))).wallet.balance - 1,
    }).toEqual({
      till: 30,
      inATransaction: 30,
      desk: 30,
      search: 30,
      exported: [30],
      adjustment: 30,
      merge: 30,
      quote: 30,
    });
  });

  test("do not keep a blocked wallet from being closed", async () => {
    const walletCode = await withLapsed(0);
    await setStatus(walletCode, WALLET_STATUS.blocked);
    expect((await view(walletCode)).balance).toBe(0);
    expect(await setStatus(walletCode, WALLET_STATUS.closed)).toMatchObject({
      statusId: WALLET_STATUS.closed,
      balance: 0,
    });
  });

  test("are not what keeps a wallet open: those that have not lapsed are counted alone", async () => {
    const walletCode = await withLapsed(30);
    expect(await refusal(() => setStatus(walletCode, WALLET_STATUS.closed))).toEqual({
      code: "wallet_not_empty",
      params: { points: 30 },
    });
  });

  test("are left out of a merge's preview on both sides, and the merge matches it", async () => {
    const [walletCode, toWalletCode] = [await withLapsed(30), await withLapsed(7)];
    const preview = await previewMerge(world.context, world.operator, { walletCode, toWalletCode });
    expect(preview).toMatchObject({ movedPoints: 30, after: { balance: 37 } });
    const { version } = await view(walletCode);
    await mergeWallets(world.context, world.operator, {
      walletCode,
      version,
      toWalletCode,
      reason: "One customer",
    });
    expect(await view(toWalletCode)).toMatchObject({ balance: preview.after.balance });
  });

  test("are not listed among the lots of a wallet", async () => {
    const { lots } = await view(await withLapsed(30));
    expect(lots.map(({ points }) => points)).toEqual([30]);
  });
});

function rewardOf(walletCode: string) {
  return {
    type: "reward",
    walletCode,
    value: 1_00n,
    actor: {
      userId: world.ours.admin.userId,
      channelId: 1,
      merchantId: null,
      branchId: null,
      branchMsisdn: null,
    },
  } as const;
}
