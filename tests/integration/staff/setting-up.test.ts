import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestAdjustment } from "@/lib/areas/adjustments/adjust-points";
import { approveAdjustment, readKeptRequest } from "@/lib/areas/adjustments/decide-adjustment";
import { countWaitingAdjustments, listAdjustments } from "@/lib/areas/adjustments/list-adjustments";
import { countDecidedAlone, listActs } from "@/lib/areas/audit/read";
import { createClient } from "@/lib/areas/clients/clients";
import { createMerchant, updateMerchant } from "@/lib/areas/merchants/merchants";
import { readProgramme, updateProgramme } from "@/lib/areas/programme/programme";
import { createSegment } from "@/lib/areas/programme/segments";
import { issueUserLink } from "@/lib/areas/staff/links";
import { deactivateUser, inviteUser, updateUser } from "@/lib/areas/staff/users";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { prisma } from "@/lib/platform/database/pools";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { closeSettingUp, readSettingUp, readSetupEnd } from "@/lib/portal/acts/setting-up";
import {
  beginAnew,
  createNewProgramme,
  hire,
  type NewProgramme,
  NOW,
  refusal,
  unique,
  uniqueMsisdn,
} from "@/tests/support/admin-world";
import { createCoupon, createTemplate } from "@/tests/support/coupons";

/** The setting-up of a new programme (rules.md §24): the first operator decides alone, and how that is abused. */
const HOUR_MS = 60 * 60 * 1000;
const NEEDS_ANOTHER = { code: "second_person" };
let world: NewProgramme;
let first: AdminActor;
let partner: AdminActor;
beforeAll(async () => {
  world = await createNewProgramme();
});
afterAll(() => world.database.drop());
beforeEach(async () => {
  first = await beginAnew(world);
  partner = await hire(world.context, first, "programme_operator", null, []);
});

const rates = (more: object = {}) => ({
  ...{ nameEn: unique("Tier"), nameAr: "مستوى", value: 1_000 },
  ...{ rewardFactor: "1", redeemFactor: "20", ...more },
});
const addTier = (actor = first, more: object = {}) => createSegment(world.context, actor, rates(more));
const invited = () => {
  const username = unique("person");
  return inviteUser(world.context, first, {
    ...{ username, name: username, role: "programme_operator", merchantId: null },
  });
};
const settingUp = () => readSettingUp(world.database.prisma, world.clock.now());
const enrol = async () => {
  const customer = { contactMsisdn: uniqueMsisdn(), hasConsented: true };
  return (await enrolWallet(world.context, first, customer)).walletCode;
};
const shop = async () => {
  const name = unique("Shop");
  return { merchantId: (await createMerchant(world.context, first, { nameEn: name, nameAr: name })).id };
};
/** The first movement of a customer: a correction of a few points. */
const move = async (by: AdminActor = first) =>
  requestAdjustment(world.context, by, {
    ...{ walletCode: await enrol(), direction: "up", points: 5, reason: "Opening", reference: unique("ref") },
  });
const acts = (actor: AdminActor) =>
  world.database.prisma.auditLog.findMany({ where: { userId: actor.userId }, orderBy: { id: "asc" } });

describe("while a programme is set up", () => {
  test("the first operator decides alone on rates, limits, clients and people, and the audit log says so", async () => {
    await addTier();
    const { merchantId } = await shop();
    await createClient(world.context, first, { merchantId, name: "Tills", scopes: ["reward"] });
    await updateMerchant(world.context, first, { merchantId, version: 1, rewardValueMax: 10_000 });
    await updateMerchant(world.context, first, { merchantId, version: 2, rewardValueMax: 50_000 });
    const { version } = await readProgramme(world.context, first);
    await updateProgramme(world.context, first, { version, rewardValueMax: 50_000 });
    const { user } = await invited();
    await issueUserLink(world.context, first, { userId: user.id });
    const alone = (await acts(first)).filter(
      ({ after }) => (after as object | null) && "isSettingUp" in (after as object),
    );
    expect(alone.map(({ action }) => action)).toEqual([
      ...["user.create", "segment.create", "client.create", "merchant.update", "programme.update"],
      ...["user.invite", "user.issue_link"],
    ]);
    // The second operator looks through the same acts.
    expect(await countDecidedAlone(world.database.prisma)).toBe(alone.length);
    const listed = await listActs(world.database.prisma, { isAlone: true });
    expect(listed.acts.map(({ id }) => id)).toEqual(alone.map(({ id }) => String(id)).reverse());
    const begun = await world.database.prisma.auditLog.findMany({ where: { action: "programme.set_up" } });
    expect(begun.map(({ after }) => after)).toEqual([{ setUp: "begun" }]);
  });

  test("people whom the first operator brought ask as ever, and the first operator decides from the next day on", async () => {
    const tier = rates();
    const add = () => createSegment(world.context, partner, tier);
    expect(await refusal(add)).toMatchObject(NEEDS_ANOTHER);
    const { id } = await world.database.prisma.pointAdjustment.findFirstOrThrow();
    const decide = () => approveAdjustment(world.context, first, { adjustmentId: id });
    expect(await refusal(decide)).toMatchObject({ code: "approver_not_allowed" });
    world.clock.advance(24 * HOUR_MS);
    // The first movement comes between the question and the answer.
    await move();
    expect(await decide()).toEqual({ kind: "allowed" });
    await add();
    expect(await world.database.prisma.segmentVersion.count({ where: { nameEn: tier.nameEn } })).toBe(1);
    expect(await refusal(() => addTier())).toMatchObject(NEEDS_ANOTHER);
  });

  test("a decision during which the first movement is written stands and counts once, and nobody decides alone any more", async () => {
    const tier = rates();
    const add = () => createSegment(world.context, partner, tier);
    expect(await refusal(add)).toMatchObject(NEEDS_ANOTHER);
    const { id: adjustmentId } = await world.database.prisma.pointAdjustment.findFirstOrThrow();
    world.clock.advance(24 * HOUR_MS);
    const [decided, moved] = await Promise.all([
      approveAdjustment(world.context, first, { adjustmentId }),
      move(),
    ]);
    expect([decided, moved]).toMatchObject([{ kind: "allowed" }, { kind: "posted" }]);
    await add();
    expect((await settingUp())?.end).toBe("moved");
    expect(await refusal(() => addTier())).toMatchObject(NEEDS_ANOTHER);
    // The approval was used: it makes no second tier.
    expect(await refusal(add)).toMatchObject(NEEDS_ANOTHER);
    expect(await world.database.prisma.segmentVersion.count({ where: { nameEn: tier.nameEn } })).toBe(1);
  });

  test("rates above the usual, points worth more than a unit, and bounds that outlast it wait for a second person", async () => {
    for (const more of [
      { redeemFactor: "4.9" },
      { rewardFactor: "0.01", redeemFactor: "0.5" },
      { bonusPoints: 10 },
    ])
      expect(await refusal(() => addTier(first, more)), JSON.stringify(more)).toMatchObject(NEEDS_ANOTHER);
    const { version } = await readProgramme(world.context, first);
    for (const looser of [
      { adjustmentApprovalAbove: 5_000_000 },
      { offersApprovalAbove: 5_000_000 },
      { adminsNeedSecondPerson: false },
      { clientsNeedSecondPerson: false },
      { merchantRewardPointsMax: null },
      { clientRewardPointsMax: null },
      { pinSetterHours: 0 },
      { referralBonus: 1_000 },
      // Hidden among what is allowed.
      { rewardValueMax: null, adjustmentApprovalAbove: 5_000_000 },
    ])
      expect(
        await refusal(() => updateProgramme(world.context, first, { version, ...looser })),
        JSON.stringify(looser),
      ).toMatchObject(NEEDS_ANOTHER);
  });

  test("a person who has chosen a password is not taken over, and points move as ever within the person's day", async () => {
    expect(
      await refusal(() => issueUserLink(world.context, first, { userId: partner.userId })),
    ).toMatchObject(NEEDS_ANOTHER);
    const { walletCode } = { walletCode: await enrol() };
    const asked = await requestAdjustment(world.context, first, {
      ...{ walletCode, direction: "up", points: 10_001, reason: "Opening", reference: unique("ref") },
    });
    expect(asked).toMatchObject({ kind: "requested" });
    expect((await settingUp())?.end).toBeNull();
  });
});

describe("the setting-up is over", () => {
  const expectOver = async (end: string) => {
    expect((await settingUp())?.end).toBe(end);
    expect(await refusal(() => addTier())).toMatchObject(NEEDS_ANOTHER);
    expect(await closeSettingUp(world.context, world.system.userId)).toBe(end);
    expect(await closeSettingUp(world.context, world.system.userId)).toBeNull();
    const closed = await world.database.prisma.auditLog.findFirstOrThrow({
      where: { action: "programme.set_up" },
      orderBy: { id: "desc" },
    });
    expect(closed.after).toEqual({ setUp: "ended", setUpEnd: end });
    // An operator who was away is told of it for a week.
    const told = (days: number) =>
      readSetupEnd(world.database.prisma, new Date(closed.createdAt.getTime() + days * 24 * 3_600_000));
    expect(await told(7)).toEqual({ by: first.userId, at: closed.createdAt, why: end });
    expect(await told(7.1)).toBeNull();
    expect(await settingUp()).toBeNull();
    expect(await refusal(() => addTier())).toMatchObject(NEEDS_ANOTHER);
  };

  test("with the first movement of a customer, whatever moves it", async () => {
    await move();
    await expectOver("moved");
  });

  test("with the first coupon that was given out", async () => {
    const { pool } = world.database;
    await createCoupon(pool, await createTemplate(pool), null, { issued_by_user_id: first.userId });
    await expectOver("moved");
  });

  test("after 72 hours, also for a clock that is put back", async () => {
    world.clock.advance(72 * HOUR_MS - 1);
    await addTier();
    world.clock.advance(1);
    expect((await settingUp())?.end).toBe("time");
    const { merchantId } = await shop();
    expect(merchantId).toBeGreaterThan(0);
    world.clock.set(NOW);
    expect(await refusal(() => addTier())).toMatchObject(NEEDS_ANOTHER);
    expect((await settingUp())?.end).toBe("time");
    await closeSettingUp(world.context, world.system.userId);
    expect(await settingUp()).toBeNull();
  });

  test("for a fourth person with an admin's rights, brought one after the other or at once, demoted and deactivated ones counted", async () => {
    const { user } = await invited();
    expect(await refusal(() => invited())).toMatchObject(NEEDS_ANOTHER);
    await deactivateUser(world.context, first, { userId: user.id });
    expect(await refusal(() => invited())).toMatchObject(NEEDS_ANOTHER);
    // The command line needs nobody: then it is over.
    await hire(world.context, world.system, "programme_operator", null, []);
    await expectOver("people");
  });

  test("no more than three are there after four were brought at the same moment", async () => {
    const ended = await Promise.allSettled([invited(), invited(), invited(), invited()]);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await settingUp())?.people).toBe(3);
  });

  test("for nobody who became an admin by another role", async () => {
    const { merchantId } = await shop();
    const cashier = await hire(world.context, first, "supervisor", merchantId, []);
    const raise = updateUser(world.context, first, {
      userId: cashier.userId,
      version: 1,
      role: "merchant_admin",
    });
    expect(await refusal(() => raise)).toMatchObject(NEEDS_ANOTHER);
  });
});

describe("it is never opened again", () => {
  test.each([
    ["another beginning", "setup_from = setup_from + interval '1 day'"],
    ["another person", "setup_by = (SELECT max(id) FROM app_user WHERE kind = 'portal')"],
    ["no beginning, to begin anew", "setup_by = NULL, setup_from = NULL, setup_closed_at = NULL"],
    ["no end", "setup_closed_at = NULL"],
    ["a later end", "setup_closed_at = now() + interval '1 day'"],
  ])("by %s in the database", async (_, change) => {
    await world.database.prisma.programme.update({ where: { id: 1 }, data: { setupClosedAt: NOW } });
    await expect(prisma().$executeRawUnsafe(`UPDATE programme SET ${change} WHERE id = 1`)).rejects.toThrow(
      "happens once",
    );
  });

  test("nor opened in a programme that has people or points", async () => {
    await world.database.owner.query("ALTER TABLE programme DISABLE TRIGGER programme_set_up_once");
    await world.database.pool.query("UPDATE programme SET setup_by = NULL, setup_from = NULL WHERE id = 1");
    await world.database.owner.query("ALTER TABLE programme ENABLE TRIGGER programme_set_up_once");
    await expect(
      prisma().$executeRawUnsafe(
        `UPDATE programme SET setup_by = ${first.userId}, setup_from = now() WHERE id = 1`,
      ),
    ).rejects.toThrow("not set up again");
    await hire(world.context, world.system, "programme_operator", null, []);
    expect(await settingUp()).toBeNull();
  });
});

describe("after it", () => {
  beforeEach(() => closeIt());
  const closeIt = () =>
    world.database.prisma.programme.update({ where: { id: 1 }, data: { setupClosedAt: NOW } });

  test("a request says why, who can approve and from when, to both; and counts as nobody's until then", async () => {
    expect(await refusal(() => addTier())).toMatchObject({
      code: "second_person",
      params: {
        why: { en: "Rules that give more and closed months need a second person" },
        sent: { en: expect.stringMatching(/ can approve from Sunday.* 22 November.* 12:00$/) },
      },
    });
    const from = new Date(NOW.getTime() + 24 * HOUR_MS).toISOString();
    for (const reader of [first, partner])
      expect((await listAdjustments(world.context, reader)).adjustments[0]).toMatchObject({
        deciders: [{ id: partner.userId, from }],
        mayDecide: false,
      });
    expect(await countWaitingAdjustments(world.context, partner)).toBe(0);
    world.clock.advance(24 * HOUR_MS);
    expect(await countWaitingAdjustments(world.context, partner)).toBe(1);
    expect((await listAdjustments(world.context, partner)).adjustments[0]).toMatchObject({
      deciders: [{ id: partner.userId, from: null }],
      mayDecide: true,
    });
  });

  test("a client is asked for once: its request is kept, for its asker alone, and used once", async () => {
    const { merchantId } = await shop();
    const input = { merchantId, name: "Tills", scopes: ["reward" as const] };
    const sent = { route: "POST manage/clients", body: input, isAskers: true as const };
    const create = (actor: AdminActor) => createClient(world.context, { ...actor, sent }, input);
    expect(await refusal(() => create(first))).toMatchObject({
      ...NEEDS_ANOTHER,
      params: { why: { en: "A live API client that moves points needs a second person" } },
    });
    world.clock.advance(24 * HOUR_MS);
    const [asked] = (await listAdjustments(world.context, partner)).adjustments;
    const { id: adjustmentId = 0 } = asked ?? {};
    const kept = (actor: AdminActor) => readKeptRequest(world.context, actor, { adjustmentId });
    expect(await refusal(() => kept(first))).toMatchObject({ code: "not_found" });
    await approveAdjustment(world.context, partner, { adjustmentId });
    expect((await listAdjustments(world.context, first)).adjustments[0]).toMatchObject({ mayFinish: true });
    expect(await refusal(() => kept(partner))).toMatchObject({ code: "not_found" });
    expect(await kept(first)).toEqual(sent);
    await create(first);
    expect(await refusal(() => kept(first))).toMatchObject({ code: "not_found" });
    expect((await listAdjustments(world.context, first)).adjustments[0]).toMatchObject({ mayFinish: false });
  });

  test("a request whose approval was not used is forgotten with it", async () => {
    const { merchantId } = await shop();
    const input = { merchantId, name: "Tills", scopes: ["reward" as const] };
    const sent = { route: "POST manage/clients", body: input, isAskers: true as const };
    expect(await refusal(() => createClient(world.context, { ...first, sent }, input))).toMatchObject(
      NEEDS_ANOTHER,
    );
    world.clock.advance(24 * HOUR_MS);
    const { id } = await world.database.prisma.pointAdjustment.findFirstOrThrow();
    await approveAdjustment(world.context, partner, { adjustmentId: id });
    world.clock.advance(25 * HOUR_MS);
    await listAdjustments(world.context, first);
    expect(await world.database.prisma.pointAdjustment.findFirstOrThrow()).toMatchObject({
      request: null,
      usedAt: null,
    });
  });

  test("more than a person's day says both numbers", async () => {
    const asked = await requestAdjustment(world.context, first, {
      ...{
        walletCode: await enrol(),
        direction: "up",
        points: 200_000,
        reason: "Opening",
        reference: unique("ref"),
      },
    });
    expect(asked).toMatchObject({ kind: "requested" });
    expect((await listAdjustments(world.context, first)).adjustments[0]?.why?.en).toBe(
      "Worth 200,000 points, more than the 10,000 of one person in 24 hours",
    );
  });
});
