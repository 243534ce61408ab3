import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADJUSTMENT_DAYS, adjustPoints, requestAdjustment } from "@/lib/areas/adjustments/adjust-points";
import {
  approveAdjustment,
  refuseAdjustment,
  withdrawAdjustment,
} from "@/lib/areas/adjustments/decide-adjustment";
import {
  countWaitingAdjustments,
  listAdjustments,
  readWaitingAdjustments,
} from "@/lib/areas/adjustments/list-adjustments";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { mergeWallets } from "@/lib/areas/wallets/merge-wallets";
import { setWalletPin } from "@/lib/areas/wallets/pins";
import { viewWallet } from "@/lib/areas/wallets/read";
import { DomainError } from "@/lib/ledger/rules/errors";
import { type AdminActor, ledgerActor } from "@/lib/portal/acts/actor";
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

const LIMIT = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

let world: World;
let second: AdminActor;
beforeAll(async () => {
  world = await createWorld();
  second = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
});
afterAll(() => world.database.drop());

const newWallet = async () =>
  (
    await enrolWallet(world.context, world.ours.cashier, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
    })
  ).walletCode;

const balanceOf = async (walletCode: string) =>
  (await viewWallet(world.context, world.operator, { walletCode })).balance;

const ask = (walletCode: string, points: number, by = world.ours.admin, reference = unique("reference")) =>
  requestAdjustment(world.context, by, {
    walletCode,
    direction: "up",
    points,
    reason: "Points lost at the till",
    reference,
  });

async function askAbove(walletCode: string, by = world.ours.admin): Promise<number> {
  const asked = await ask(walletCode, LIMIT + 1, by);
  if (asked.kind !== "requested") throw new Error("It was expected to wait.");
  return asked.adjustmentId;
}

const approve = (adjustmentId: number, by: AdminActor) =>
  approveAdjustment(world.context, by, { adjustmentId, note: null });

describe("an adjustment", () => {
  test("up to the limit is posted at once, above it waits and moves nothing", async () => {
    const walletCode = await newWallet();
    expect((await ask(walletCode, LIMIT)).kind).toBe("posted");
    expect((await ask(walletCode, LIMIT + 1)).kind).toBe("requested");
    expect(await balanceOf(walletCode)).toBe(LIMIT);
  });

  test("asked for twice under one reference waits once, and no other one hides behind it", async () => {
    const walletCode = await newWallet();
    const reference = unique("reference");
    const [one, other] = [
      await ask(walletCode, LIMIT + 1, world.ours.admin, reference),
      await ask(walletCode, LIMIT + 1, world.ours.admin, reference),
    ];
    expect(other).toEqual(one);
    expect(await refusal(() => ask(walletCode, LIMIT + 2, world.ours.admin, reference))).toMatchObject({
      code: "invalid",
    });
  });

  test("is approved by a second person, in the ledger's transaction with state and audit", async () => {
    const walletCode = await newWallet();
    const id = await askAbove(walletCode);
    const approved = await approve(id, second);
    expect(approved).toMatchObject({
      posted: { entry: { userId: world.ours.admin.userId, pointsDelta: LIMIT + 1 } },
    });
    expect(await balanceOf(walletCode)).toBe(LIMIT + 1);
    const { rows } = await world.database.pool.query("SELECT * FROM point_adjustment WHERE id = $1", [id]);
    expect(rows[0]).toMatchObject({ state: "approved", decided_by: second.userId });
    const acts = (await audit(world, "adjustment")).filter(({ subject_id }) => subject_id === String(id));
    expect(acts.map(({ action, user_id }) => [action, user_id])).toEqual([
      ["wallet.adjust", world.ours.admin.userId],
      ["wallet.approve_adjustment", second.userId],
    ]);
  });

  test("cannot be approved or refused by its requester, not even in the database", async () => {
    const walletCode = await newWallet();
    const id = await askAbove(walletCode);
    expect(await refusal(() => approve(id, world.ours.admin))).toMatchObject({
      code: "approver_not_allowed",
    });
    expect(
      await refusal(() => refuseAdjustment(world.context, world.ours.admin, { adjustmentId: id })),
    ).toMatchObject({ code: "approver_not_allowed" });
    await expect(
      world.database.pool.query(
        "UPDATE point_adjustment SET state = 'approved', decided_by = requested_by, decided_at = now() WHERE id = $1",
        [id],
      ),
    ).rejects.toMatchObject({ constraint: "point_adjustment_second_person" });
    expect(await balanceOf(walletCode)).toBe(0);
  });

  test("is not known to another merchant, and not decided by roles that may not", async () => {
    const id = await askAbove(await newWallet());
    expect(await refusal(() => approve(id, world.theirs.admin))).toMatchObject({ code: "not_found" });
    expect(await refusal(() => approve(id, world.ours.supervisor))).toMatchObject({ code: "forbidden" });
    const { adjustments } = await listAdjustments(world.context, world.theirs.admin);
    expect(adjustments).toEqual([]);
  });

  test("waits for the people who may decide it, by name, and never for its requester", async () => {
    const { userId: invitedId } = await hire(
      world.context,
      world.system,
      "merchant_admin",
      world.ours.merchantId,
      [],
    );
    // Whoever was invited and has no password yet decides nothing.
    await world.database.pool.query("DELETE FROM account WHERE user_id = $1", [invitedId]);
    const walletCode = await newWallet();
    const before = await countWaitingAdjustments(world.context, second);
    const id = await askAbove(walletCode);
    const [waiting] = await readWaitingAdjustments(world.context, world.ours.cashier, { walletCode });
    expect(waiting?.deciders.map((person) => person.id)).toEqual([second.userId, world.operator.userId]);
    expect(waiting).toMatchObject({ id, mayDecide: false, mayWithdraw: false });
    expect(await readWaitingAdjustments(world.context, world.theirs.admin, { walletCode })).toEqual([]);
    expect(await countWaitingAdjustments(world.context, second)).toBe(before + 1);
    expect(await refusal(() => countWaitingAdjustments(world.context, world.ours.cashier))).toMatchObject({
      code: "forbidden",
    });
    world.clock.set(new Date(NOW.getTime() + ADJUSTMENT_DAYS * DAY_MS));
    expect(await readWaitingAdjustments(world.context, second, { walletCode })).toEqual([]);
    expect(await countWaitingAdjustments(world.context, second)).toBe(0);
    world.clock.set(NOW);
    await refuseAdjustment(world.context, second, { adjustmentId: id });
    expect(await readWaitingAdjustments(world.context, second, { walletCode })).toEqual([]);
  });

  test("of an operator waits for other operators only", async () => {
    const walletCode = await newWallet();
    await askAbove(walletCode, world.operator);
    const waiting = () => readWaitingAdjustments(world.context, world.operator, { walletCode });
    expect(await waiting()).toMatchObject([{ deciders: [], mayDecide: false, mayWithdraw: true }]);
    const other = await hire(world.context, world.system, "programme_operator", null, []);
    expect((await waiting()).map(({ deciders }) => deciders.map(({ id }) => id))).toEqual([[other.userId]]);
    await world.database.pool.query("UPDATE app_user SET is_active = false WHERE id = $1", [other.userId]);
  });

  test("approved by several at once is posted once, and the others get a conflict", async () => {
    const walletCode = await newWallet();
    const id = await askAbove(walletCode);
    const approvers = [second, world.operator, second, world.operator, second];
    const results = await Promise.allSettled(approvers.map((by) => approve(id, by)));
    const refused = results.filter(({ status }) => status === "rejected");
    // Who comes in the same moment may be answered with the very same entry.
    expect(refused.length).toBeLessThan(approvers.length);
    for (const result of refused)
      expect(result).toMatchObject({ reason: { code: "conflict", params: { subject: "adjustment" } } });
    expect(await balanceOf(walletCode)).toBe(LIMIT + 1);
    const { rows } = await world.database.pool.query(
      "SELECT count(*)::int AS entries FROM entry e JOIN wallet w ON w.id = e.wallet_id WHERE w.wallet_code = $1",
      [walletCode],
    );
    expect(rows[0].entries).toBe(1);
  });

  test("approved and withdrawn at once ends as one of both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const walletCode = await newWallet();
      const id = await askAbove(walletCode);
      const [approved, withdrawn] = await Promise.allSettled([
        approve(id, second),
        withdrawAdjustment(world.context, world.ours.admin, { adjustmentId: id }),
      ]);
      expect([approved.status, withdrawn.status].sort()).toEqual(["fulfilled", "rejected"]);
      expect(await balanceOf(walletCode)).toBe(approved.status === "fulfilled" ? LIMIT + 1 : 0);
    }
  });

  test("is refused or withdrawn for good", async () => {
    const walletCode = await newWallet();
    const [refused, withdrawn] = [await askAbove(walletCode), await askAbove(walletCode)];
    await refuseAdjustment(world.context, second, { adjustmentId: refused, note: "No receipt" });
    expect(
      await refusal(() => withdrawAdjustment(world.context, second, { adjustmentId: withdrawn })),
    ).toMatchObject({ code: "forbidden" });
    await withdrawAdjustment(world.context, world.ours.admin, { adjustmentId: withdrawn });
    for (const id of [refused, withdrawn])
      expect(await refusal(() => approve(id, second))).toMatchObject({ code: "conflict" });
    expect(await balanceOf(walletCode)).toBe(0);
  });

  test("that the ledger refuses waits on", async () => {
    const walletCode = await newWallet();
    const asked = await requestAdjustment(world.context, world.ours.admin, {
      walletCode,
      direction: "down",
      points: LIMIT + 1,
      reason: "Mistake",
      reference: unique("reference"),
    });
    if (asked.kind !== "requested") throw new Error("It was expected to wait.");
    await expect(approve(asked.adjustmentId, second)).rejects.toBeInstanceOf(DomainError);
    expect(await listAdjustments(world.context, second, { state: "requested" })).toMatchObject({
      adjustments: expect.arrayContaining([
        expect.objectContaining({ id: asked.adjustmentId, mayDecide: true, mayWithdraw: false }),
      ]),
    });
  });

  test("of a user who was deactivated since is not approved", async () => {
    const third = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
    const walletCode = await newWallet();
    const id = await askAbove(walletCode, third);
    await world.database.pool.query("UPDATE app_user SET is_active = false WHERE id = $1", [third.userId]);
    expect(await refusal(() => approve(id, second))).toMatchObject({ code: "inactive" });
    expect(await balanceOf(walletCode)).toBe(0);
  });

  test("expires when it is not decided in time", async () => {
    const id = await askAbove(await newWallet());
    world.clock.set(new Date(NOW.getTime() + ADJUSTMENT_DAYS * DAY_MS));
    expect(await refusal(() => approve(id, second))).toMatchObject({ code: "conflict" });
    const { adjustments } = await listAdjustments(world.context, second);
    expect(adjustments.find((adjustment) => adjustment.id === id)?.state).toBe("expired");
    world.clock.set(NOW);
  });
});

describe("one person", () => {
  test("moves no more than the limit alone in 24 hours, however many at once", async () => {
    const alone = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
    const walletCode = await newWallet();
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask(walletCode, 2_500, alone)));
    expect(asked.filter(({ kind }) => kind === "posted")).toHaveLength(4);
    expect(await balanceOf(walletCode)).toBe(LIMIT);
    world.clock.advance(DAY_MS + 1);
    expect((await ask(walletCode, LIMIT, alone)).kind).toBe("posted");
    expect((await ask(walletCode, 1, alone)).kind).toBe("requested");
    expect(await balanceOf(walletCode)).toBe(2 * LIMIT);
    world.clock.set(NOW);
  });

  test("is not charged for what the ledger refused, and once for what is sent twice", async () => {
    const alone = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
    const walletCode = await newWallet();
    const down = { walletCode, direction: "down", points: LIMIT, reason: "Mistake" } as const;
    await expect(
      requestAdjustment(world.context, alone, { ...down, reference: unique("reference") }),
    ).rejects.toBeInstanceOf(DomainError);
    const reference = unique("reference");
    for (let times = 0; times < 2; times += 1)
      expect((await ask(walletCode, LIMIT, alone, reference)).kind).toBe("posted");
    expect(await balanceOf(walletCode)).toBe(LIMIT);
  });

  test("is not charged for a merge that the ledger refused", async () => {
    const alone = await anotherAdmin();
    const [from, to] = [await newWallet(), await newWallet()];
    await ask(from, LIMIT, await anotherAdmin());
    await world.database.pool.query("UPDATE programme SET balance_max = 1");
    const merge = { walletCode: from, toWalletCode: to, version: 1, reason: "One customer" };
    await expect(mergeWallets(world.context, alone, merge)).rejects.toMatchObject({ code: 1304 });
    await world.database.pool.query("UPDATE programme SET balance_max = DEFAULT");
    expect((await ask(to, LIMIT, alone)).kind).toBe("posted");
  });

  test("is charged for points that come into a wallet while its merge waits for the ledger", async () => {
    const [alone, another] = [await anotherAdmin(), await anotherAdmin()];
    const [from, to] = [await newWallet(), await newWallet()];
    await ask(from, LIMIT, another);
    const { ledger } = world.context;
    const post: typeof ledger.post = async (command) => {
      if ((await balanceOf(from)) === LIMIT) await ledger.post(one);
      return ledger.post(command);
    };
    const one = {
      type: "adjust",
      walletCode: from,
      direction: "up",
      points: 1,
      pocket: "spendable",
      actor: ledgerActor(another),
    } as const;
    const merge = { walletCode: from, toWalletCode: to, version: 1, reason: "One customer" };
    expect(
      await refusal(() => mergeWallets({ ...world.context, ledger: { ...ledger, post } }, alone, merge)),
    ).toMatchObject({ code: "second_person" });
    expect(await balanceOf(from)).toBe(LIMIT + 1);
    expect((await ask(to, LIMIT, alone)).kind).toBe("posted");
  });

  test("hides no adjustment behind the reference of another one that is under way", async () => {
    const alone = await anotherAdmin();
    const [walletCode, reference] = [await newWallet(), unique("reference")];
    const { ledger } = world.context;
    let second: unknown;
    const post: typeof ledger.post = async (command) => {
      second = (await ask(walletCode, LIMIT, alone, reference)).kind;
      return ledger.post(command);
    };
    const small = { walletCode, direction: "up", points: 1, reason: "Small", reference } as const;
    await expect(
      adjustPoints({ ...world.context, ledger: { ...ledger, post } }, alone, small),
    ).resolves.toMatchObject({ entry: { amount: 1 } });
    expect(second).toBe("requested");
  });

  test("has merges and the PINs that they set counted as well", async () => {
    const alone = await hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
    const [from, to] = [await newWallet(), await newWallet()];
    await ask(from, 6_000, await anotherAdmin());
    const merge = { walletCode: from, toWalletCode: to, version: 1, reason: "One customer" };
    await mergeWallets(world.context, alone, merge);
    const set = () => setWalletPin(world.context, alone, { walletCode: to, pin: "739164" });
    expect(await refusal(set)).toMatchObject({ code: "second_person" });
    expect(await refusal(set)).toMatchObject({ code: "second_person" });
    expect((await viewWallet(world.context, world.operator, { walletCode: to })).hasPin).toBe(false);
    const { adjustments } = await listAdjustments(world.context, second, { state: "requested" });
    const waiting = adjustments.filter(
      ({ kind, requestedBy }) => kind === "pin" && requestedBy.id === alone.userId,
    );
    expect(waiting).toHaveLength(1);
    expect(await approve(waiting[0]?.id ?? 0, second)).toEqual({ kind: "allowed" });
    expect((await set()).hasPin).toBe(true);
    // The approval is used up.
    expect(await refusal(set)).toMatchObject({ code: "second_person" });
  });
});

const anotherAdmin = () => hire(world.context, world.system, "merchant_admin", world.ours.merchantId, []);
