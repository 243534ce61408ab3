import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adjustPoints } from "@/lib/areas/adjustments/adjust-points";
import { approveAdjustment } from "@/lib/areas/adjustments/decide-adjustment";
import { listAdjustments } from "@/lib/areas/adjustments/list-adjustments";
import { createSegment, listSegments } from "@/lib/areas/programme/segments";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { mergeWallets } from "@/lib/areas/wallets/merge-wallets";
import { clearWalletPin, createPinReader, setWalletPin } from "@/lib/areas/wallets/pins";
import { viewWallet } from "@/lib/areas/wallets/read";
import { setWalletSegment, setWalletStatus, updateWallet } from "@/lib/areas/wallets/update-wallet";
import { DomainError } from "@/lib/ledger/rules/errors";
import { WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/rules/types";
import { createLedger } from "@/lib/ledger/run/ledger";
import { moneyOf } from "@/lib/platform/money";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { momentOf } from "@/lib/portal/acts/context";
import { hashPassword, verifyPassword } from "@/lib/portal/session/password";
import { readWallet } from "@/lib/wallet/read";
import {
  audit,
  createWorld,
  hire,
  NOW,
  refusal,
  unique,
  uniqueMsisdn,
  type World,
} from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

const enrol = (input: Partial<Parameters<typeof enrolWallet>[2]> = {}) =>
  enrolWallet(world.context, world.ours.cashier, {
    contactMsisdn: uniqueMsisdn(),
    hasConsented: true,
    ...input,
  });

const at = () => ({
  userId: world.ours.admin.userId,
  channelId: 1 as const,
  merchantId: world.ours.merchantId,
  branchId: world.ours.branchId,
  branchMsisdn: null,
});

async function pinVersionOf(walletCode: string): Promise<number> {
  const { rows } = await world.database.pool.query(
    "SELECT version FROM wallet_pin p JOIN wallet w ON w.id = p.wallet_id WHERE wallet_code = $1",
    [walletCode],
  );
  return rows[0]?.version;
}

const reward = (walletCode: string, value: number) =>
  world.context.ledger.post({ type: "reward", walletCode, value: moneyOf(value), actor: at() });

const cancel = (walletCode: string, entryId: number) =>
  world.context.ledger.post({ type: "cancel", walletCode, target: { entryId }, actor: at() });

async function redeem(walletCode: string, value: number, pin?: string) {
  const pins = createPinReader({ pool: world.database.pool, clock: world.clock });
  return world.context.ledger.post({
    type: "redeem",
    walletCode,
    value: moneyOf(value),
    pin: await pins.check({ walletCode }, pin, world.ours.admin),
    actor: at(),
  });
}

/** The code with which the ledger refuses; fails the test when it does not. */
async function ledgerRefusal(act: () => Promise<unknown>): Promise<number> {
  try {
    await act();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  throw new Error("The movement was expected to be refused.");
}

const setStatus = async (walletCode: string, statusId: WalletStatusId, by = world.ours.admin) =>
  setWalletStatus(world.context, by, {
    walletCode,
    version: (await read(walletCode)).version,
    statusId,
    reason: "Asked for by the customer",
  });

const read = (walletCode: string) => viewWallet(world.context, world.operator, { walletCode });

const walletRows = async (walletCode: string) =>
  (await audit(world, "wallet")).filter(({ subject_id }) => subject_id === walletCode);

describe("enrolment", () => {
  test("opens an empty wallet in the default segment, with a code of its own and the consent on record", async () => {
    const wallet = await enrol({ name: "Mona Adel", birthDate: "1990-02-28" });
    expect(wallet.walletCode).toMatch(/^\d{10}$/);
    expect(wallet).toMatchObject({
      statusId: WALLET_STATUS.active,
      balance: 0,
      isOptedIn: true,
      optedInAt: NOW,
      consentAt: NOW,
      consentBy: world.ours.cashier.userId,
      profile: { name: "Mona Adel", birthDate: "1990-02-28" },
      hasPin: false,
      version: 1,
    });
    expect(await reward(wallet.walletCode, 70)).toMatchObject({ wallet: { balance: 70 } });
  });

  test("without consent nothing can be moved", async () => {
    const wallet = await enrol({ hasConsented: false });
    expect(wallet).toMatchObject({ isOptedIn: false, optedInAt: null, consentAt: null, consentBy: null });
    expect(await ledgerRefusal(() => reward(wallet.walletCode, 70))).toBe(1205);
  });

  test("a customer may have several wallets on purpose, but no code is given twice", async () => {
    const { walletCode, contactMsisdn } = await enrol();
    expect(await ledgerRefusal(() => enrol({ contactMsisdn }))).toBe(1207);
    expect((await enrol({ contactMsisdn, allowsSharedMobile: true })).walletCode).not.toBe(walletCode);
    expect(await refusal(() => enrol({ walletCode }))).toEqual({
      code: "taken",
      params: { field: "walletCode" },
    });
  });

  test("a landline, a number that lost a digit and an id of another birthday make no customer, nor change one", async () => {
    const { walletCode } = await enrol({ birthDate: "1990-02-28" });
    const change = (fields: object) =>
      refusal(() => updateWallet(world.context, world.ours.admin, { walletCode, version: 1, ...fields }));
    for (const contactMsisdn of ["+20227654321", "+20101234567", "+201601234567"])
      for (const refused of [() => refusal(() => enrol({ contactMsisdn })), () => change({ contactMsisdn })])
        expect(await refused()).toEqual({ code: "invalid", params: { field: "contactMsisdn" } });
    for (const nid of ["29801230000000", "2.98012E+13", "28512310100034"])
      for (const refused of [
        () => refusal(() => enrol({ nid, birthDate: "1990-02-28" })),
        () => change({ nid }),
      ])
        expect(await refused()).toEqual({ code: "invalid", params: { field: "nid" } });
  });

  test("a segment that does not exist and a PIN that is none are refused", async () => {
    expect(await refusal(() => enrol({ segmentId: 9999 }))).toEqual({
      code: "invalid",
      params: { field: "segmentId" },
    });
    for (const pin of ["123", "1234567", "12a4", "١٢٣٤"])
      expect(await refusal(() => enrol({ pin })), pin).toEqual({ code: "invalid", params: { field: "pin" } });
  });
});

describe("personal data", () => {
  test("of a national id only operators see more than its end, and the audit log does not have it", async () => {
    const nid = "29002280101234";
    const wallet = await enrol({ nid });
    expect(wallet.profile.nid).toBe("…34");
    expect(
      await viewWallet(world.context, world.ours.admin, { walletCode: wallet.walletCode }),
    ).toMatchObject({
      profile: { nid: "…34" },
    });
    expect(await read(wallet.walletCode)).toMatchObject({ profile: { nid } });
    const same = "28512310100034";
    await updateWallet(world.context, world.ours.admin, {
      walletCode: wallet.walletCode,
      version: 1,
      nid: same,
    });
    const rows = await walletRows(wallet.walletCode);
    expect(rows.map(({ action }) => action)).toEqual(["wallet.enrol", "wallet.update"]);
    expect(JSON.stringify(rows)).not.toContain(nid);
    expect(JSON.stringify(rows)).not.toContain(same);
  });

  test("can be changed and taken away, field by field", async () => {
    const { walletCode } = await enrol({ name: "Mona", email: "mona@example.com", address: "Giza" });
    const changed = await updateWallet(world.context, world.ours.admin, {
      walletCode,
      version: 1,
      email: null,
      name: "Mona Adel",
    });
    expect(changed).toMatchObject({
      profile: { name: "Mona Adel", email: null, address: "Giza" },
      version: 2,
    });
  });

  test("a second editor gets a conflict, even when the first changed the status", async () => {
    const { walletCode } = await enrol();
    await setStatus(walletCode, WALLET_STATUS.suspended);
    expect(
      await refusal(() =>
        updateWallet(world.context, world.ours.admin, { walletCode, version: 1, name: "Late" }),
      ),
    ).toEqual({ code: "conflict", params: { subject: "wallet", version: 2 } });
  });

  test("a customer who joins later is rewarded from then on, and their consent is on record", async () => {
    const { walletCode } = await enrol({ hasConsented: false });
    const joined = await updateWallet(world.context, world.ours.supervisor, {
      walletCode,
      version: 1,
      isOptedIn: true,
    });
    expect(joined).toMatchObject({ optedInAt: NOW, consentAt: NOW, consentBy: world.ours.supervisor.userId });
    await reward(walletCode, 10);
  });
});

describe("a mobile number", () => {
  test("another one takes a second person, and a merchant that knows the customer", async () => {
    const { walletCode, contactMsisdn, version } = await enrol();
    const next = uniqueMsisdn();
    const change = (by: AdminActor) =>
      updateWallet(world.context, by, { walletCode, version, contactMsisdn: next });
    expect(await refusal(() => change(world.theirs.admin))).toMatchObject({ code: "not_visited" });
    expect(await refusal(() => change(world.ours.supervisor))).toMatchObject({ code: "second_person" });
    expect((await read(walletCode)).contactMsisdn).toBe(contactMsisdn);
    const { adjustments } = await listAdjustments(world.context, world.ours.admin, { state: "requested" });
    const [asked] = adjustments.filter(
      ({ kind, wallet }) => kind === "mobile" && wallet?.walletCode === walletCode,
    );
    expect(JSON.stringify(asked)).not.toContain(next.slice(4, -3));
    await approveAdjustment(world.context, world.ours.admin, { adjustmentId: asked?.id ?? 0 });
    // The approval is good for this number, and for whoever asked.
    const third = { walletCode, version, contactMsisdn: uniqueMsisdn() };
    expect(await refusal(() => updateWallet(world.context, world.ours.supervisor, third))).toMatchObject({
      code: "second_person",
    });
    expect((await change(world.ours.supervisor)).contactMsisdn).toBe(next);
  });
});

describe("status", () => {
  const ALLOWED: [WalletStatusId, WalletStatusId[]][] = [
    [1, [3, 4, 5]],
    [2, [1, 3, 4, 5]],
    [3, [1, 4, 5]],
    [4, [1, 3, 5]],
    [5, [1]],
  ];
  test.each(ALLOWED)("from %i a wallet goes to %j and nowhere else", async (from, allowed) => {
    for (const to of [1, 2, 3, 4, 5, 6] as WalletStatusId[]) {
      if (to === from) continue;
      const { walletCode } = await enrol({ isPending: from === 2 });
      if (from > 2) await setStatus(walletCode, from);
      const act = () => setStatus(walletCode, to, world.operator);
      if (allowed.includes(to)) expect(await act()).toMatchObject({ statusId: to });
      else expect(await refusal(act)).toEqual({ code: "wallet_status", params: { statusId: from } });
    }
  });

  test("counts for the very next movement, and its reason is in the audit log", async () => {
    const { walletCode } = await enrol();
    await reward(walletCode, 50);
    await setStatus(walletCode, WALLET_STATUS.suspended);
    expect(await ledgerRefusal(() => reward(walletCode, 50))).toBe(1203);
    expect((await walletRows(walletCode)).at(-1)).toMatchObject({
      action: "wallet.set_status",
      user_id: world.ours.admin.userId,
      merchant_id: world.ours.merchantId,
      before: { statusId: 1 },
      after: { statusId: 3, reason: "Asked for by the customer" },
    });
  });

  test("a wallet with points is not closed, and only an operator opens a closed one", async () => {
    const { walletCode } = await enrol();
    await reward(walletCode, 50);
    expect(await refusal(() => setStatus(walletCode, WALLET_STATUS.closed))).toEqual({
      code: "wallet_not_empty",
      params: { points: 50 },
    });
    await redeem(walletCode, 50);
    await setStatus(walletCode, WALLET_STATUS.closed);
    expect(await refusal(() => setStatus(walletCode, WALLET_STATUS.active))).toMatchObject({
      code: "forbidden",
    });
    expect(await setStatus(walletCode, WALLET_STATUS.active, world.operator)).toMatchObject({ statusId: 1 });
  });

  test("changes take their turn with movements: after a block that succeeded nothing moves", async () => {
    const { walletCode } = await enrol();
    const rewards = Array.from({ length: 40 }, () => reward(walletCode, 1));
    const block = setStatus(walletCode, WALLET_STATUS.blocked);
    const outcomes = await Promise.allSettled(rewards);
    await block;
    const rewarded = outcomes.filter(({ status }) => status === "fulfilled").length;
    expect(await ledgerRefusal(() => reward(walletCode, 1))).toBe(1202);
    expect(await read(walletCode)).toMatchObject({ statusId: WALLET_STATUS.blocked, balance: rewarded });
  });
});

describe("PIN", () => {
  test("once set it is asked for, and it is kept as a slow hash that no log has", async () => {
    const { walletCode } = await enrol();
    await reward(walletCode, 100);
    expect(await setWalletPin(world.context, world.ours.admin, { walletCode, pin: "4711" })).toMatchObject({
      hasPin: true,
    });
    expect(await ledgerRefusal(() => redeem(walletCode, 10))).toBe(1310);
    expect(await ledgerRefusal(() => redeem(walletCode, 10, "4712"))).toBe(1311);
    await redeem(walletCode, 10, "4711");
    const row = (await walletRows(walletCode)).at(-1);
    expect(row).toMatchObject({ action: "wallet.set_pin", after: { credentials: "set", hasPin: true } });
    expect(JSON.stringify(row)).not.toMatch(/4711|argon2/);
  });

  test("a new one opens a lock and forgets the wrong guesses", async () => {
    const { walletCode } = await enrol({ pin: "4071" });
    await reward(walletCode, 100);
    for (let guess = 0; guess < 5; guess += 1) await ledgerRefusal(() => redeem(walletCode, 1, "9999"));
    expect(await ledgerRefusal(() => redeem(walletCode, 1, "4071"))).toBe(1312);
    await setWalletPin(world.context, world.ours.admin, { walletCode, pin: "5816" });
    expect(await ledgerRefusal(() => redeem(walletCode, 1, "4071"))).toBe(1311);
    await redeem(walletCode, 1, "5816");
  });

  test("guessed wrong at one merchant's tills is locked there, in the till's words too, and not at another's", async () => {
    const { walletCode } = await enrol({ pin: "4071" });
    await reward(walletCode, 100);
    const wrong = { kind: "checked", pinVersion: await pinVersionOf(walletCode), correct: false } as const;
    const right = { ...wrong, correct: true };
    const there = {
      ...at(),
      userId: world.theirs.cashier.userId,
      merchantId: world.theirs.merchantId,
      branchId: world.theirs.branchId,
    };
    const pay = (actor: ReturnType<typeof at>, pin: typeof wrong | typeof right) =>
      world.context.ledger.post({ type: "redeem", walletCode, value: 1_00n, pin, actor });
    const standing = async (merchantId: number | null) =>
      (await readWallet(world.database.pool, { walletCode }, { ...momentOf(world.context), merchantId }))
        ?.pin;
    for (let guess = 0; guess < 5; guess += 1) await ledgerRefusal(() => pay(at(), wrong));
    expect(await ledgerRefusal(() => pay(at(), right))).toBe(1312);
    expect(await standing(world.ours.merchantId)).toMatchObject({ kind: "locked" });
    expect(await standing(null)).toMatchObject({ kind: "locked" });
    expect(await standing(world.theirs.merchantId)).toEqual({ kind: "set", failedInRow: 0 });
    expect(await ledgerRefusal(() => pay(there, wrong))).toBe(1311);
    expect(await standing(world.theirs.merchantId)).toEqual({ kind: "set", failedInRow: 1 });
    await pay(there, right);
    expect(await ledgerRefusal(() => pay(at(), right))).toBe(1312);
  });

  test("of one person, in parallel and on many wallets, are judged up to the limit and not once more, restarts included", async () => {
    const wallets = await Promise.all(Array.from({ length: 12 }, () => enrol()));
    const codes = wallets.map(({ walletCode }) => walletCode);
    const { database, clock, context } = world;
    await database.pool.query(
      "INSERT INTO wallet_pin (wallet_id, hash) SELECT id, 'not looked at' FROM wallet WHERE wallet_code = ANY ($1)",
      [codes],
    );
    const { cashier } = world.ours;
    const actor = { ...at(), userId: cashier.userId, channelId: 2 as const };
    const pins = createPinReader({ pool: database.pool, clock });
    await pins.check({ walletCode: "NOBODY" }, "1357", cashier);
    await database.pool.query("UPDATE programme SET pin_wrong_per_person_max = 7");
    const processes = Array.from({ length: 3 }, () => createLedger({ pool: database.pool, clock }));
    const guess = (
      index: number,
      correct: boolean,
      ledger = processes[index % processes.length] ?? context.ledger,
    ) =>
      ledgerRefusal(() =>
        ledger.post({
          type: "redeem",
          walletCode: codes[index % codes.length] ?? "",
          value: 1_00n,
          pin: { kind: "checked", pinVersion: 1, correct },
          actor,
        }),
      );
    const refusals = await Promise.all(Array.from({ length: 48 }, (_, index) => guess(index, false)));
    expect(refusals.filter((code) => code === 1311)).toHaveLength(7);
    expect(refusals.filter((code) => code === 1701)).toHaveLength(41);
    // After a restart, and with the right one, which is not told from a wrong one.
    const restarted = createLedger({ pool: database.pool, clock });
    for (const correct of [false, true]) expect(await guess(0, correct, restarted)).toBe(1701);
    const { rows } = await database.pool.query(
      "SELECT sum(failed_in_row)::int AS wrong FROM wallet_pin p JOIN wallet w ON w.id = p.wallet_id WHERE wallet_code = ANY ($1)",
      [codes],
    );
    expect(rows[0]?.wrong).toBe(7);
    await database.pool.query("UPDATE programme SET pin_wrong_per_person_max = 20");
  });

  test("is nothing without the service's secret: a copied hash is tried in vain, and one of before is replaced at the right PIN once no instance of before runs", async () => {
    const { walletCode } = await enrol({ pin: "4071" });
    const { pool } = world.database;
    const ofWallet = "wallet_id = (SELECT id FROM wallet WHERE wallet_code = $1)";
    const kept = async () => {
      const { rows } = await pool.query(`SELECT hash, version FROM wallet_pin WHERE ${ofWallet}`, [
        walletCode,
      ]);
      return rows[0] as { hash: string; version: number };
    };
    const isBare = ({ hash }: { hash: string }) => verifyPassword(hash.slice(hash.indexOf("$")), "4071");
    expect(await isBare(await kept())).toBe(false);
    const older = await hashPassword("4071");
    await pool.query(`UPDATE wallet_pin SET hash = $2 WHERE ${ofWallet}`, [walletCode, older]);
    const before = await kept();
    expect(await isBare(before)).toBe(true);
    const pins = createPinReader({ pool, clock: world.clock });
    const typed = (pin: string) => pins.check({ walletCode }, pin, world.ours.admin);
    expect(await typed("4072")).toMatchObject({ correct: false });
    const checked = { kind: "checked", pinVersion: before.version, correct: true };
    expect(await typed("4071")).toEqual(checked);
    expect(await kept()).toEqual(before);
    await world.database.owner.query(
      "UPDATE _prisma_migrations SET finished_at = now() - interval '8 days' WHERE migration_name = '0057_keyed_pins'",
    );
    expect(await typed("4072")).toMatchObject({ correct: false });
    expect(await kept()).toEqual(before);
    expect(await typed("4071")).toEqual(checked);
    expect(await isBare(await kept())).toBe(false);
    expect((await kept()).version).toBe(before.version);
    expect(await typed("4071")).toEqual(checked);
  });

  test("a check of a PIN that was cleared meanwhile does not pass for the next one", async () => {
    const { walletCode } = await enrol({ pin: "4071" });
    await reward(walletCode, 100);
    const pins = createPinReader({ pool: world.database.pool, clock: world.clock });
    const checked = await pins.check({ walletCode }, "4071", world.ours.admin);
    await clearWalletPin(world.context, world.ours.admin, { walletCode });
    await setWalletPin(world.context, world.ours.admin, { walletCode, pin: "5816" });
    await expect(
      world.context.ledger.post({ type: "redeem", walletCode, value: 1_00n, pin: checked, actor: at() }),
    ).rejects.toMatchObject({ name: "StaleError" });
  });

  test("cleared, it is no longer asked for", async () => {
    const { walletCode } = await enrol({ pin: "4071" });
    await reward(walletCode, 100);
    await clearWalletPin(world.context, world.ours.admin, { walletCode });
    await redeem(walletCode, 10);
  });

  test("is for admins to set, not for the till", async () => {
    const { walletCode } = await enrol();
    for (const by of [world.ours.cashier, world.ours.supervisor])
      expect(await refusal(() => setWalletPin(world.context, by, { walletCode, pin: "4711" }))).toMatchObject(
        {
          code: "forbidden",
        },
      );
  });
});

describe("segment", () => {
  test("an admin moves a wallet up and down, and the next reward is at its rates", async () => {
    const { segmentId } = await createSegment(world.context, world.operator, {
      nameEn: "Staff",
      nameAr: "الموظفون",
      value: 0,
      rewardFactor: "2.5",
      redeemFactor: "1",
    });
    const { walletCode } = await enrol();
    const change = { walletCode, reason: "Works here" };
    await setWalletSegment(world.context, world.ours.admin, { ...change, version: 1, segmentId });
    expect(await reward(walletCode, 10)).toMatchObject({ entry: { amount: 25, factor: "2.5" } });
    const standard = (await listSegments(world.context, world.operator)).find(({ isDefault }) => isDefault);
    await setWalletSegment(world.context, world.ours.admin, {
      ...change,
      version: 2,
      segmentId: standard?.segmentId ?? 0,
    });
    expect(await reward(walletCode, 10)).toMatchObject({ entry: { amount: 10 } });
  });
});

test("a move down is not undone by the next reward, but by reaching a value not reached before", async () => {
  const create = (nameEn: string, value: number) =>
    createSegment(world.context, world.operator, {
      nameEn,
      nameAr: nameEn,
      value,
      rewardFactor: "1",
      redeemFactor: "1",
    });
  const silver = await create("Silver of a hundred", 100);
  const gold = await create("Gold of a thousand", 1_000);
  const { walletCode } = await enrol();
  const segmentOf = async (value: number) => (await reward(walletCode, value)).wallet.segment.segmentId;
  expect(await segmentOf(150)).toBe(silver.segmentId);
  const standard = (await listSegments(world.context, world.operator)).find(({ isDefault }) => isDefault);
  await setWalletSegment(world.context, world.ours.admin, {
    walletCode,
    version: 1,
    segmentId: standard?.segmentId ?? 0,
    reason: "Bought for resale",
  });
  expect(await segmentOf(10)).toBe(standard?.segmentId);
  expect(await segmentOf(840)).toBe(gold.segmentId);
});

describe("adjustment", () => {
  const adjust = (
    walletCode: string,
    input: Partial<Parameters<typeof adjustPoints>[2]> = {},
    approver?: Parameters<typeof adjustPoints>[3],
  ) =>
    adjustPoints(
      world.context,
      world.ours.admin,
      {
        walletCode,
        direction: "up",
        points: 100,
        reason: "Lost receipt",
        reference: unique("adjustment-"),
        ...input,
      },
      approver,
    );

  test("moves points through the ledger, and its audit row and its entry name each other", async () => {
    const { walletCode } = await enrol();
    const reference = unique("adjustment-");
    const { entry, wallet } = await adjust(walletCode, { reference });
    expect(wallet).toMatchObject({ balance: 100, accumulated: 0 });
    expect(entry).toMatchObject({
      logTypeId: 6,
      channelId: 3,
      userId: world.ours.admin.userId,
      merchantId: world.ours.merchantId,
      externalLogId: reference,
      comment: "Lost receipt",
    });
    expect((await walletRows(walletCode)).at(-1)).toMatchObject({
      action: "wallet.adjust",
      after: {
        direction: "up",
        points: 100,
        pocket: "spendable",
        reason: "Lost receipt",
        reference,
        approvedBy: null,
      },
    });
  });

  test("asked for again with the same reference moves nothing again and leaves one row", async () => {
    const { walletCode } = await enrol();
    const input = { reference: unique("adjustment-") };
    const first = await adjust(walletCode, input);
    const [again, more] = await Promise.all([adjust(walletCode, input), adjust(walletCode, input)]);
    expect([again.replayed, more.replayed]).toEqual([true, true]);
    expect(again.entry.id).toBe(first.entry.id);
    expect(await read(walletCode)).toMatchObject({ balance: 100 });
    expect((await walletRows(walletCode)).filter(({ action }) => action === "wallet.adjust")).toHaveLength(1);
  });

  test("a reference that was used for something else is refused", async () => {
    const { walletCode } = await enrol();
    const input = { reference: unique("adjustment-") };
    await adjust(walletCode, input);
    expect(await ledgerRefusal(() => adjust(walletCode, { ...input, points: 101 }))).toBe(1501);
  });

  test("what the ledger refuses leaves neither an entry nor a row", async () => {
    const { walletCode } = await enrol();
    expect(await ledgerRefusal(() => adjust(walletCode, { direction: "down" }))).toBe(1301);
    expect((await walletRows(walletCode)).map(({ action }) => action)).toEqual(["wallet.enrol"]);
  });

  test.each([0, -5, 1.5, Number.NaN, Number.MAX_VALUE])("%d points are refused", async (points) => {
    const { walletCode } = await enrol();
    expect(await refusal(() => adjust(walletCode, { points }))).toEqual({
      code: "invalid",
      params: { field: "points" },
    });
  });

  test("above the limit a second person must have approved it: another one, of the same merchant, who may", async () => {
    const { walletCode } = await enrol();
    const points = 10_001;
    expect(await refusal(() => adjust(walletCode, { points }))).toEqual({
      code: "approval_required",
      params: { above: 10_000, before: expect.any(Number) },
    });
    const second = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
    const unfit = [
      world.ours.admin,
      world.ours.supervisor,
      world.theirs.admin,
      { ...world.ours.supervisor, role: "merchant_admin" as const },
    ];
    for (const approver of unfit)
      expect(await refusal(() => adjust(walletCode, { points }, approver))).toMatchObject({
        code: "approver_not_allowed",
      });
    expect(await read(walletCode)).toMatchObject({ balance: 0 });
    await adjust(walletCode, { points }, second);
    expect(await read(walletCode)).toMatchObject({ balance: points });
    expect((await walletRows(walletCode)).at(-1)).toMatchObject({ after: { approvedBy: second.userId } });
  });
});

describe("merge", () => {
  const merge = async (walletCode: string, toWalletCode: string) =>
    mergeWallets(world.context, world.ours.admin, {
      walletCode,
      toWalletCode,
      version: (await read(walletCode)).version,
      reason: "Two cards, one customer",
    });

  test("moves everything, lifetime totals and suspended points included, and ends the one wallet", async () => {
    const [from, to] = [await enrol(), await enrol()];
    await reward(from.walletCode, 300);
    await redeem(from.walletCode, 100);
    await adjustPoints(world.context, world.ours.admin, {
      walletCode: from.walletCode,
      direction: "up",
      points: 7,
      pocket: "suspended",
      reason: "Promised",
      reference: unique("adjustment-"),
    });
    await reward(to.walletCode, 5);
    expect(await merge(from.walletCode, to.walletCode)).toMatchObject({
      statusId: WALLET_STATUS.merged,
      mergedIntoWalletCode: to.walletCode,
      balance: 0,
      suspended: 0,
      accumulated: 0,
      redeemed: 0,
    });
    expect(await read(to.walletCode)).toMatchObject({
      balance: 205,
      suspended: 7,
      accumulated: 305,
      redeemed: 100,
    });
    expect(await ledgerRefusal(() => reward(from.walletCode, 1))).toBe(1206);
    expect((await walletRows(from.walletCode)).slice(-1)).toMatchObject([
      {
        action: "wallet.merge",
        after: { statusId: 6, mergedIntoWalletCode: to.walletCode, reason: "Two cards, one customer" },
      },
    ]);
  });

  test("what is refused leaves neither an entry nor a row", async () => {
    const [from, to] = [await enrol(), await enrol()];
    const { entry } = await reward(from.walletCode, 10);
    await redeem(from.walletCode, 10);
    await cancel(from.walletCode, entry.id);
    expect(await ledgerRefusal(() => merge(from.walletCode, to.walletCode))).toBe(1301);
    expect(await read(from.walletCode)).toMatchObject({ statusId: 1, balance: -10 });
    expect((await walletRows(from.walletCode)).map(({ action }) => action)).not.toContain("wallet.merge");
  });

  test("what the ended wallet once did is undone once where its points are now, also when it is asked for in the same moment", async () => {
    const [from, to] = [await enrol(), await enrol()];
    const { entry } = await reward(from.walletCode, 10);
    const [, undone] = await Promise.allSettled([
      merge(from.walletCode, to.walletCode),
      cancel(from.walletCode, entry.id),
    ]);
    expect(undone.status).toBe("fulfilled");
    expect(await read(to.walletCode)).toMatchObject({ balance: 0 });
    expect(await read(from.walletCode)).toMatchObject({ balance: 0, accumulated: 0, statusId: 6 });
    expect(await ledgerRefusal(() => cancel(from.walletCode, entry.id))).toBe(1411);
  });

  test("an empty wallet leaves its mark in both logs", async () => {
    const [from, to] = [await enrol(), await enrol()];
    await merge(from.walletCode, to.walletCode);
    const entries = await world.database.prisma.entry.count({
      where: { walletId: { in: [BigInt(from.id), BigInt(to.id)] } },
    });
    expect(entries).toBe(2);
  });

  test("points that arrive while it goes on are not lost", async () => {
    const [from, to] = [await enrol(), await enrol()];
    await reward(from.walletCode, 1000);
    const rewards = Array.from({ length: 20 }, () => reward(from.walletCode, 1));
    const merging = merge(from.walletCode, to.walletCode);
    const outcomes = await Promise.allSettled(rewards);
    const ended = await merging;
    const rewarded = outcomes.filter(({ status }) => status === "fulfilled").length;
    expect(ended).toMatchObject({ statusId: WALLET_STATUS.merged, balance: 0 });
    expect(await read(to.walletCode)).toMatchObject({ balance: 1000 + rewarded });
  });

  test("two wallets that are merged into each other at once keep one of them", async () => {
    const [one, other] = [await enrol(), await enrol()];
    await reward(one.walletCode, 10);
    await reward(other.walletCode, 20);
    await Promise.allSettled([
      merge(one.walletCode, other.walletCode),
      merge(other.walletCode, one.walletCode),
    ]);
    const [first, second] = [await read(one.walletCode), await read(other.walletCode)];
    expect(
      [first.statusId, second.statusId].filter((statusId) => statusId === WALLET_STATUS.active),
    ).not.toHaveLength(0);
    expect(first.balance + second.balance).toBe(30);
  });

  test("is refused with itself, with a blocked, closed or merged wallet, and after an edit by somebody else", async () => {
    const [from, to] = [await enrol(), await enrol()];
    expect(await refusal(() => merge(from.walletCode, from.walletCode))).toMatchObject({ code: "invalid" });
    for (const statusId of [WALLET_STATUS.blocked, WALLET_STATUS.closed]) {
      await setStatus(to.walletCode, statusId);
      expect(await refusal(() => merge(from.walletCode, to.walletCode))).toEqual({
        code: "wallet_status",
        params: { statusId },
      });
    }
    const input = { walletCode: from.walletCode, toWalletCode: to.walletCode, version: 7, reason: "Late" };
    expect(await refusal(() => mergeWallets(world.context, world.ours.admin, input))).toMatchObject({
      code: "conflict",
    });
    expect(await read(from.walletCode)).toMatchObject({ statusId: 1 });
  });
});
