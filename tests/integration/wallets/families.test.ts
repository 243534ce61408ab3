import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveAdjustment } from "@/lib/areas/adjustments/decide-adjustment";
import { listAdjustments } from "@/lib/areas/adjustments/list-adjustments";
import {
  eraseWallet,
  type JoinFamilyInput,
  joinFamily,
  leaveFamily,
  setAllowance,
  setWalletType,
} from "@/lib/areas/families/families";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { mergeWallets } from "@/lib/areas/wallets/merge-wallets";
import { viewWallet } from "@/lib/areas/wallets/read";
import { setWalletStatus, updateWallet } from "@/lib/areas/wallets/update-wallet";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { audit, createWorld, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";
import { expectSound } from "@/tests/support/ledger";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await expectSound(world.database.pool);
  await world.database.drop();
});

const enrol = async (name = "Somebody") =>
  (
    await enrolWallet(world.context, world.ours.cashier, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
      name,
    })
  ).walletCode;

const view = (walletCode: string) => viewWallet(world.context, world.operator, { walletCode });

const till = () => ({
  userId: world.ours.admin.userId,
  channelId: 1 as const,
  merchantId: world.ours.merchantId,
  branchId: world.ours.branchId,
  branchMsisdn: null,
});
const reward = (walletCode: string, value: number) =>
  world.context.ledger.post({ type: "reward", walletCode, value: moneyOf(value), actor: till() });
const redeem = (walletCode: string, value: number) =>
  world.context.ledger.post({
    type: "redeem",
    walletCode,
    value: moneyOf(value),
    pin: { kind: "absent" },
    actor: till(),
  });

type Asked = Pick<JoinFamilyInput, "walletCode" | "parentWalletCode"> & Partial<JoinFamilyInput>;
const ask = async (by: AdminActor, asked: Asked) =>
  joinFamily(world.context, by, {
    version: (await view(asked.walletCode)).version,
    role: "pooled",
    allowance: null,
    reason: "Both asked for it",
    ...asked,
  });

/** Asked by the supervisor, approved by the admin, and done. */
async function join(asked: Asked) {
  const { supervisor, admin } = world.ours;
  expect(await refusal(() => ask(supervisor, asked))).toMatchObject({ code: "second_person" });
  const { adjustments } = await listAdjustments(world.context, admin, { state: "requested" });
  const request = adjustments.find(
    ({ kind, wallet }) => kind === "family" && wallet?.walletCode === asked.walletCode,
  );
  await approveAdjustment(world.context, admin, { adjustmentId: request?.id ?? 0 });
  return ask(supervisor, asked);
}

async function family(size = 1) {
  const parent = await enrol("Parent Person");
  const children: string[] = [];
  for (let number = 0; number < size; number += 1) {
    const child = await enrol(`Child ${number}`);
    await join({ walletCode: child, parentWalletCode: parent });
    children.push(child);
  }
  return { parent, children: children as [string, ...string[]] };
}

describe("joining a family", () => {
  test("takes a second person, moves no points, and is on record with its reason and who approved", async () => {
    const [parent, child] = [await enrol(), await enrol()];
    await reward(child, 40);
    await reward(parent, 100);
    const joined = await join({ walletCode: child, parentWalletCode: parent, allowance: 30 });
    expect(joined).toMatchObject({
      balance: 40,
      pool: { balance: 100 },
      family: { role: "pooled", parent: { walletCode: parent }, allowance: { points: 30, spent: 0 } },
    });
    expect((await view(parent)).family?.children).toMatchObject([{ walletCode: child, role: "pooled" }]);
    const row = (await audit(world, "wallet")).findLast(({ action }) => action === "wallet.join_family");
    expect(row).toMatchObject({
      subject_id: child,
      before: { parentWalletCode: null, familyRole: null },
      after: {
        parentWalletCode: parent,
        familyRole: "pooled",
        allowance: 30,
        reason: "Both asked for it",
        approvedBy: world.ours.admin.userId,
      },
    });
    await redeem(child, 30);
    expect(await view(child)).toMatchObject({ balance: 40, family: { allowance: { spent: 30 } } });
    expect(await view(parent)).toMatchObject({ balance: 70 });
  });

  test("is for merchants that know both customers", async () => {
    const asked = { walletCode: await enrol(), parentWalletCode: await enrol() };
    expect(await refusal(() => ask(world.theirs.admin, asked))).toMatchObject({ code: "not_visited" });
  });

  test("is refused for itself, a second parent, a child of a child, a parent as a child, and a circle", async () => {
    const { parent, children } = await family();
    const [child, other] = [children[0], await enrol()];
    const reasonOf = async (walletCode: string, parentWalletCode: string) =>
      (await refusal(() => ask(world.operator, { walletCode, parentWalletCode }))).params;
    expect(await reasonOf(other, other)).toEqual({ reason: "itself" });
    expect(await reasonOf(child, other)).toEqual({ reason: "two_parents" });
    expect(await reasonOf(other, child)).toEqual({ reason: "parent_is_child" });
    expect(await reasonOf(parent, other)).toEqual({ reason: "has_children" });
    expect(await reasonOf(parent, child)).toEqual({ reason: "has_children" });
  });

  test("ends where the programme's number of children is reached, also for two who join at once", async () => {
    await world.database.pool.query("UPDATE programme SET children_max = 2");
    const { parent } = await family(1);
    const asked = [await enrol(), await enrol()].map((walletCode) => ({
      walletCode,
      parentWalletCode: parent,
    }));
    const { supervisor, admin } = world.ours;
    for (const one of asked) await refusal(() => ask(supervisor, one));
    const { adjustments } = await listAdjustments(world.context, admin, { state: "requested" });
    for (const { id } of adjustments) await approveAdjustment(world.context, admin, { adjustmentId: id });
    const results = await Promise.allSettled(asked.map((one) => ask(supervisor, one)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "family", params: { reason: "too_many" } },
    });
    await world.database.pool.query("UPDATE programme SET children_max = 10");
  });
});

describe("a wallet of a family", () => {
  test("is neither closed nor merged before it has left, and keeps no point of the pool when it leaves", async () => {
    const { parent, children } = await family();
    const [child] = children;
    await reward(child, 50);
    const close = async (walletCode: string) =>
      setWalletStatus(world.context, world.ours.admin, {
        walletCode,
        version: (await view(walletCode)).version,
        statusId: WALLET_STATUS.closed,
        reason: "Test",
      });
    const other = await enrol();
    const merge = async (walletCode: string, toWalletCode: string) =>
      mergeWallets(world.context, world.operator, {
        walletCode,
        version: (await view(walletCode)).version,
        toWalletCode,
        reason: "Test",
      });
    for (const act of [
      () => close(child),
      () => merge(child, other),
      () => merge(parent, other),
      () => merge(other, child),
    ])
      expect(await refusal(act)).toMatchObject({ code: "in_family" });
    await leaveFamily(world.context, world.ours.supervisor, { walletCode: child });
    expect(await view(child)).toMatchObject({ balance: 0, family: null, pool: null });
    expect(await view(parent)).toMatchObject({ balance: 50, family: null });
    expect(
      await refusal(() => leaveFamily(world.context, world.ours.supervisor, { walletCode: child })),
    ).toMatchObject({ code: "not_in_family" });
    expect(await close(child)).toMatchObject({ statusId: WALLET_STATUS.closed });
  });

  test("is not merged either where the family is joined while the merge waits for the ledger", async () => {
    for (const whose of ["the wallet that ends", "the wallet that stays"]) {
      const [from, to, parent] = [await enrol(), await enrol(), await enrol()];
      await reward(from, 30);
      const child = whose === "the wallet that ends" ? from : to;
      const { ledger } = world.context;
      const post: typeof ledger.post = async (command) => {
        if ((await view(child)).family === null) await join({ walletCode: child, parentWalletCode: parent });
        return ledger.post(command);
      };
      const { version } = await view(from);
      const merged = await refusal(() =>
        mergeWallets({ ...world.context, ledger: { ...ledger, post } }, world.operator, {
          ...{ walletCode: from, version, toWalletCode: to, reason: "Test" },
        }),
      );
      // An edit of the wallet that ends is told first.
      expect(merged.code).toBe(child === from ? "conflict" : "in_family");
      expect(await view(from)).toMatchObject({ statusId: WALLET_STATUS.active, balance: 30 });
    }
  });

  test("is not merged where it gets a child meanwhile", async () => {
    const [from, to, child] = [await enrol(), await enrol(), await enrol()];
    const { ledger } = world.context;
    const post: typeof ledger.post = async (command) => {
      if ((await view(from)).family === null) await join({ walletCode: child, parentWalletCode: from });
      return ledger.post(command);
    };
    const { version } = await view(from);
    const input = { walletCode: from, version, toWalletCode: to, reason: "Test" };
    const context = { ...world.context, ledger: { ...ledger, post } };
    expect(await refusal(() => mergeWallets(context, world.operator, input))).toMatchObject({
      code: "in_family",
    });
  });

  test("has an allowance where it shares points only, which counts at once and for what was spent before", async () => {
    const { parent, children } = await family();
    const [child] = children;
    await reward(parent, 100);
    await redeem(child, 20);
    const allow = async (walletCode: string, allowance: number | null) =>
      setAllowance(world.context, world.system, {
        walletCode,
        version: (await view(walletCode)).version,
        allowance,
      });
    expect(await allow(child, 25)).toMatchObject({ family: { allowance: { points: 25, spent: 20 } } });
    await expect(redeem(child, 6)).rejects.toMatchObject({
      code: 1702,
      params: { limit: "childAllowance", required: 6, available: 5 },
    });
    await allow(child, null);
    await redeem(child, 6);
    expect(await refusal(() => allow(parent, 5))).toMatchObject({ code: "not_in_family" });
  });
});

describe("the kind of a wallet", () => {
  const typed = async (walletCode: string, walletType: "staff" | "corporate" | "test" | null) =>
    setWalletType(world.context, world.ours.admin, {
      walletCode,
      version: (await view(walletCode)).version,
      walletType,
    });

  test("is changed at any time, but for tests only before the first transaction and outside of families", async () => {
    const walletCode = await enrol();
    expect(await typed(walletCode, "test")).toMatchObject({ walletType: "test" });
    await reward(walletCode, 5);
    expect(await refusal(() => typed(walletCode, null))).toMatchObject({ params: { field: "walletType" } });
    const { children } = await family();
    expect(await typed(children[0], "corporate")).toMatchObject({ walletType: "corporate" });
    expect(await refusal(() => typed(children[0], "test"))).toMatchObject({ code: "in_family" });
    const asked = { walletCode: await enrol(), parentWalletCode: walletCode };
    expect((await refusal(() => ask(world.operator, asked))).params).toEqual({ reason: "test" });
  });
});

test("erasing takes what is known of the customer of a closed wallet, and no audit row has or had it", async () => {
  const known = {
    ...{ contactMsisdn: uniqueMsisdn(), name: "Someone To Forget", email: "forget@example.com" },
    ...{ address: "12 Forgotten Street", birthDate: "1971-03-04", nid: "27103040105678" },
  };
  const { walletCode } = await enrolWallet(world.context, world.ours.cashier, {
    ...known,
    hasConsented: true,
  });
  await updateWallet(world.context, world.ours.admin, {
    ...{ walletCode, version: 1, name: "Someone Else To Forget", address: "13 Forgotten Street" },
    birthDate: "1971-03-05",
  });
  const erase = async (by: AdminActor) =>
    eraseWallet(world.context, by, {
      walletCode,
      version: (await view(walletCode)).version,
      reason: "Asked for by the customer",
    });
  expect(await refusal(() => erase(world.operator))).toMatchObject({ code: "wallet_status" });
  await setWalletStatus(world.context, world.ours.admin, {
    walletCode,
    version: 2,
    statusId: WALLET_STATUS.closed,
    reason: "Test",
  });
  expect(await refusal(() => erase(world.ours.admin))).toMatchObject({ code: "forbidden" });
  expect(await erase(world.operator)).toMatchObject({ isErased: true, profile: { name: null } });
  const row = (await audit(world, "wallet")).findLast(({ action }) => action === "wallet.erase");
  expect(row).toMatchObject({ subject_id: walletCode, after: { isErased: true } });
  const rows = await audit(world);
  const changed = rows.find(({ action, subject_id: id }) => action === "wallet.update" && id === walletCode);
  expect(Object.keys(changed?.after as object)).toEqual(["name", "address", "birthDate"]);
  for (const value of [...Object.values(known), "Forget", "forget", "Forgotten", "1971"])
    expect(JSON.stringify(rows.map(({ before, after }) => [before, after]))).not.toContain(value);
});
