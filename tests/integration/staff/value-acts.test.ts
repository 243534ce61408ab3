import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestAdjustment } from "@/lib/areas/adjustments/adjust-points";
import { approveAdjustment } from "@/lib/areas/adjustments/decide-adjustment";
import { createCategory } from "@/lib/areas/categories/categories";
import { createClient, updateClient } from "@/lib/areas/clients/clients";
import { rotateClientSecret, rotateSigningSecret } from "@/lib/areas/clients/secrets";
import { addIssueLines, createIssue, issueByHand } from "@/lib/areas/coupons/issue-coupons";
import type { TemplateFields } from "@/lib/areas/coupons/schemas";
import { changeTemplateState, createTemplate, updateTemplate } from "@/lib/areas/coupons/templates";
import { cancelCoupon, redeemCoupon } from "@/lib/areas/coupons/use-coupon";
import { changeDealState, createDeal, updateDeal } from "@/lib/areas/deals/deals";
import { setAllowance } from "@/lib/areas/families/families";
import { updateMerchant } from "@/lib/areas/merchants/merchants";
import { readProgramme, updateProgramme } from "@/lib/areas/programme/programme";
import { updateSegment } from "@/lib/areas/programme/segments";
import { createPromotion, movePromotion, updatePromotion } from "@/lib/areas/promotions/promotions";
import { deactivateUser, reactivateUser } from "@/lib/areas/staff/users";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { setWalletSegment } from "@/lib/areas/wallets/update-wallet";
import { isDomainError } from "@/lib/ledger/rules/errors";
import { SETTINGS } from "@/lib/ledger/rules/programme-settings";
import { namesOf, type Setting } from "@/lib/ledger/rules/setting";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import { readTies } from "@/lib/portal/acts/access-grants";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { administer } from "@/lib/portal/acts/administer";
import {
  createWorld,
  hire,
  NOW,
  newDeal,
  refusal,
  unique,
  uniqueMsisdn,
  type World,
} from "@/tests/support/admin-world";

/** Acts that create value or take it out of somebody's hands (rules.md §24): who does them alone, and how far. */
let world: World;
let asker: AdminActor;
let second: AdminActor;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());
beforeEach(async () => {
  const { merchantId } = world.ours;
  asker = await hire(world.context, world.system, "merchant_admin", merchantId, []);
  second = await hire(world.context, world.system, "merchant_admin", merchantId, []);
});

const HOUR_MS = 60 * 60 * 1000;
const NEEDS_ANOTHER = { code: "second_person" };

/** Approves the last request of a person. */
async function approveLast(by: AdminActor, of: AdminActor = asker): Promise<void> {
  const { id } = await world.database.prisma.pointAdjustment.findFirstOrThrow({
    where: { requestedBy: of.userId, state: "requested" },
    orderBy: { id: "desc" },
  });
  await approveAdjustment(world.context, by, { adjustmentId: id });
}

/** That an act waits for somebody else, is done once it was approved, and waits again the next time. */
async function expectSecond<Result>(act: () => Promise<Result>, by: AdminActor = second): Promise<Result> {
  expect(await refusal(act)).toMatchObject(NEEDS_ANOTHER);
  await approveLast(by);
  return act();
}

const enrol = async (contactMsisdn = uniqueMsisdn()) =>
  (await enrolWallet(world.context, world.ours.admin, { contactMsisdn, hasConsented: true })).walletCode;

test("an act of the table that changes something and weighs nothing is undone", async () => {
  const act = administer(world.context, world.operator, "segment.update", ({ record }) =>
    record({ subject: "segment", subjectId: 1, merchantId: null, before: null, after: { nameEn: "A" } }),
  );
  await expect(act).rejects.toThrow("has not asked `agree`");
});

describe("a live client whose scopes move points", () => {
  const create = (more: Partial<Parameters<typeof createClient>[2]> = {}) =>
    createClient(world.context, asker, {
      merchantId: world.ours.merchantId,
      name: unique("POS"),
      scopes: ["reward"],
      ...more,
    });

  test("is issued, rotated and let do more by two people; one that moves none, a test client and less by one", async () => {
    const name = unique("POS");
    const { client } = await expectSecond(() => create({ name }));
    const rotate = (version: number) =>
      rotateClientSecret(world.context, asker, { clientId: client.id, version });
    const rotated = await expectSecond(() => rotate(client.version));
    const signing = await expectSecond(() =>
      rotateSigningSecret(world.context, asker, { clientId: client.id, version: rotated.client.version }),
    );
    const change = (version: number, more: object) =>
      updateClient(world.context, asker, { clientId: client.id, version, ...more });
    const signed = await change(signing.client.version, {
      signing: "required",
      rewardValueMax: 100,
      ipRanges: ["10.0.0.1"],
    });
    for (const more of [
      { signing: "accepted" },
      { rewardValueMax: 200 },
      { rewardValueMax: null },
      { scopes: ["reward", "redeem"] },
      { ipRanges: [] },
    ])
      expect(await refusal(() => change(signed.version, more))).toMatchObject(NEEDS_ANOTHER);
    expect(await change(signed.version, { rewardValueMax: 50, name: unique("POS") })).toMatchObject({
      rewardValueMax: 50,
    });
    await create({ scopes: ["wallet", "deals"] });
    await create({ isTest: true });
  });

  test("is the only person's to issue, who could ask nobody", async () => {
    const { prisma } = world.database;
    const others = { id: { not: asker.userId }, kind: "portal", isActive: true };
    const ids = (await prisma.user.findMany({ where: others, select: { id: true } })).map(({ id }) => id);
    await prisma.user.updateMany({ where: { id: { in: ids } }, data: { isActive: false } });
    expect((await create()).client.name).toContain("POS");
    await prisma.user.updateMany({ where: { id: { in: ids } }, data: { isActive: true } });
  });

  test("is held by whoever saw a secret, until another person has rotated it", async () => {
    const name = unique("POS");
    const { client } = await expectSecond(() => create({ name }));
    const isTied = async (person: AdminActor) =>
      (await readTies(world.database.prisma, world.clock.now()))(person.userId, client.userId);
    expect(await isTied(asker)).toBe(true);
    expect(await isTied(second)).toBe(false);
    const rotate = () =>
      rotateClientSecret(world.context, second, {
        clientId: client.id,
        version: client.version,
        overlapDays: 0,
      });
    expect(await refusal(rotate)).toMatchObject(NEEDS_ANOTHER);
    await approveLast(asker, second);
    world.clock.advance(1_000);
    await rotate();
    expect([await isTied(asker), await isTied(second)]).toEqual([true, true]);
    world.clock.advance(25 * HOUR_MS);
    expect([await isTied(asker), await isTied(second)]).toEqual([false, true]);
    world.clock.set(NOW);
  });
});

describe("offers", () => {
  const promotion = (budgetPoints: number | null, points = 10) => ({
    ...{ merchantId: world.ours.merchantId, nameEn: unique("Bonus"), nameAr: "مكافأة" },
    ...{ startsAt: NOW, endsAt: new Date(NOW.getTime() + 240 * HOUR_MS) },
    rule: { ...ANY_BILL, kind: "bonus" as const, multiplier: null, points, stacks: false },
    ...{ skus: [], budgetPoints, walletMax: null, walletPeriod: null, walletPoints: null },
  });
  const publish = ({ id: promotionId, version }: { id: number; version: number }) =>
    movePromotion(world.context, asker, { promotionId, version, move: "publish" });

  test("a promotion has a budget, and beyond what one person publishes in a day a second one agrees", async () => {
    expect(await refusal(() => createPromotion(world.context, asker, promotion(null)))).toEqual({
      code: "invalid",
      params: { field: "budgetPoints", isMissing: true },
    });
    const [first, next] = [
      await createPromotion(world.context, asker, promotion(60_000)),
      await createPromotion(world.context, asker, promotion(60_000)),
    ];
    const { version } = await publish(first);
    await expectSecond(() => publish(next));
    const edit = { ...promotion(60_000, 1_000_000), promotionId: first.id, version };
    expect(await refusal(() => updatePromotion(world.context, asker, edit))).toMatchObject(NEEDS_ANOTHER);
    const { nameEn, nameAr, rule } = first;
    const renamed = { ...promotion(60_000), rule, nameAr, nameEn: `${nameEn} 2` };
    await updatePromotion(world.context, asker, { ...renamed, promotionId: first.id, version });
  });

  test("a deal is published by two people, whichever act publishes it; so is more of it, and what customers read", async () => {
    const category = await createCategory(world.context, world.operator, {
      ...{ nameEn: unique("Food"), nameAr: "طعام", icon: "tag" as const, sortingNumber: 1 },
    });
    const move = (deal: { id: number; version: number }, step: "publish" | "pause" | "resume") =>
      changeDealState(world.context, asker, { dealId: deal.id, version: deal.version, move: step });
    for (const discountType of [1, 2, 3, 4, 5, 6]) {
      const discount = discountType === 3 || discountType === 4 ? 0 : 3;
      const endDate = new Date(NOW.getTime() + 240 * HOUR_MS);
      const deal = newDeal(category.id, { discountType, discount, endDate, expiryDate: endDate });
      const create = (publication?: { startsNow: boolean }) =>
        createDeal(world.context, asker, { merchantId: world.ours.merchantId, ...deal, publication });
      await expectSecond(() => create({ startsNow: true }));
      const draft = await create();
      const published = await expectSecond(() => move(draft, "publish"));
      const change = (changed: Partial<typeof deal>) =>
        updateDeal(world.context, asker, {
          ...{ dealId: published.id, version: published.version, ...deal, ...changed },
          offerNumber: published.offerNumber,
        });
      for (const more of [
        { discountType: 2, discount: 4 },
        {
          endDate: new Date(endDate.getTime() + HOUR_MS),
          expiryDate: new Date(endDate.getTime() + HOUR_MS),
        },
        { branchIds: [world.ours.branchId] },
        { titleEn: "A free television" },
        { termsAr: "كل شيء" },
      ])
        expect(await refusal(() => change(more)), JSON.stringify(more)).toMatchObject(NEEDS_ANOTHER);
      const less = await change({ endDate: new Date(endDate.getTime() - HOUR_MS) });
      await move(await move(less, "pause"), "resume");
    }
  });

  const FIELDS: TemplateFields = {
    ...{ titleEn: "Coffee", titleAr: "قهوة", termsEn: "", termsAr: "", discountType: 2, discount: 50 },
    ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: null },
    ...{ stockMax: 100, rewardMin: null, worth: 50, minBill: null },
  };
  const template = (more: Partial<TemplateFields> = {}) =>
    createTemplate(world.context, asker, {
      merchantId: world.ours.merchantId,
      fields: { ...FIELDS, ...more },
    });
  const live = ({ id: templateId, version }: { id: number; version: number }) =>
    changeTemplateState(world.context, asker, { templateId, version, state: "live" });

  test("a coupon's template says its number and worth, which count less the points that it costs", async () => {
    expect(await refusal(() => template({ worth: null }))).toMatchObject({ params: { field: "worth" } });
    expect(await refusal(() => template({ stockMax: null }))).toMatchObject({
      params: { field: "stockMax" },
    });
    await live(await template({ worth: 1_000_000, costPoints: 1_000_000, stockMax: 1_000 }));
    const { version, id } = await live(await template());
    const large = await template({ worth: 1_000_000 });
    await expectSecond(() => live(large));
    // One that comes with a bill too is paid for by nobody.
    const both = await template({ worth: 1_000_000, costPoints: 1_000_000, stockMax: 1_000, rewardMin: 100 });
    await expectSecond(() => live(both));
    const television = { ...FIELDS, titleEn: "A free television", titleAr: "تلفزيون مجاني" };
    expect(
      await refusal(() =>
        updateTemplate(world.context, asker, { templateId: id, version, fields: television }),
      ),
    ).toMatchObject({
      ...NEEDS_ANOTHER,
      params: { why: { en: "Another text of an offer that customers read always needs a second person" } },
    });
    const draft = await template();
    await updateTemplate(world.context, asker, {
      ...{ templateId: draft.id, version: draft.version, fields: television },
    });
    const fields = { ...FIELDS, worth: 100_000 };
    expect(
      await refusal(() => updateTemplate(world.context, asker, { templateId: id, version, fields })),
    ).toMatchObject(NEEDS_ANOTHER);
  });

  test("coupons whose worth is only declared have no bound, and less of them needs nobody", async () => {
    const kinds = [
      { discountType: 1, discount: 100 },
      { discountType: 3, discount: 0 },
      { discountType: 4, discount: 0 },
      { discountType: 5, discount: 10 },
      { discountType: 6, discount: 1 },
    ] as const;
    for (const kind of kinds) {
      const draft = await template({ ...kind, worth: 1, stockMax: 1, costPoints: 1_000 });
      expect(await refusal(() => live(draft))).toMatchObject({
        ...NEEDS_ANOTHER,
        params: { why: { en: "The most that this offer costs is not known, so a second person agrees" } },
      });
      const { summary } = await world.database.prisma.pointAdjustment.findFirstOrThrow({
        where: { requestedBy: asker.userId },
        orderBy: { id: "desc" },
      });
      expect(summary).toMatchObject({ discountType: String(kind.discountType), most: null });
    }
    const fields = { ...FIELDS, ...kinds[0], worth: 1, stockMax: 500, minBill: 10 };
    const draft = await template(fields);
    const { id: templateId, version } = await expectSecond(() => live(draft));
    const file = async (unnamed: number) => {
      const begun = await createIssue(world.context, asker, { templateId, fileName: "a.csv", unnamed });
      const lines = { issueId: begun.id, after: 0, walletCodes: [], isLast: true };
      return addIssueLines(world.context, asker, lines);
    };
    expect(await refusal(() => file(1))).toMatchObject(NEEDS_ANOTHER);
    await issueByHand(world.context, asker, { templateId, walletCode: await enrol() });
    const edit = (changed: Partial<TemplateFields>, of = version) =>
      updateTemplate(world.context, asker, { templateId, version: of, fields: { ...fields, ...changed } });
    for (const more of [{ discount: 99 }, { worth: 2 }, { stockMax: 501 }, { costPoints: 9 }, { minBill: 9 }])
      expect(await refusal(() => edit(more))).toMatchObject(NEEDS_ANOTHER);
    await edit({ stockMax: 400, minBill: 20, validDays: 10 });
  });

  test("coupons by hand and by file count with what one person gives in a day, and never go to oneself alone", async () => {
    const { id: templateId } = await live(await template({ worth: 500 }));
    const number = uniqueMsisdn();
    const [walletCode, own] = [await enrol(), await enrol(number)];
    const issue = (code: string, reference = unique("reference-of-hand-")) =>
      issueByHand(world.context, asker, { templateId, walletCode: code, reference });
    const reference = unique("reference-of-hand-");
    const first = await issue(walletCode, reference);
    expect(await issue(walletCode, reference)).toEqual(first);
    expect(await refusal(() => issue(own, reference))).toMatchObject({ code: "invalid" });
    await world.database.prisma.staffNumber.create({
      data: { userId: asker.userId, msisdn: number, createdBy: second.userId, createdAt: NOW },
    });
    await expectSecond(() => issue(own));
    const file = async (walletCodes: string[], unnamed: number) => {
      const begun = await createIssue(world.context, asker, { templateId, fileName: "a.csv", unnamed });
      return addIssueLines(world.context, asker, { issueId: begun.id, after: 0, walletCodes, isLast: true });
    };
    expect(await file([walletCode], 5)).toMatchObject({ state: "running" });
    expect(await refusal(() => file([own], 0))).toMatchObject(NEEDS_ANOTHER);
    expect(await expectSecond(() => file([walletCode], 30))).toMatchObject({ state: "running" });
  });

  test("a coupon's use is taken back twice, and its worth counts in the day of whoever uses it", async () => {
    const { ours, context, database } = world;
    const { id: templateId } = await live(await template({ worth: 100 }));
    const walletCode = await enrol();
    const { number } = await issueByHand(context, asker, { templateId, walletCode });
    const till = {
      ...{ via: "till" as const, channelId: CHANNEL.cashierPortal, walletCode, number },
      branch: { id: ours.branchId, merchantId: ours.merchantId },
    };
    const use = (actor: AdminActor) => redeemCoupon(context, actor, till);
    const reopen = (actor: AdminActor) => cancelCoupon(context, actor, { ...till, ends: false });
    const refused = async (act: Promise<unknown>) => {
      const error = await act.catch((thrown: unknown) => thrown);
      return isDomainError(error) ? [error.code, error.params] : error;
    };
    await database.prisma.programme.update({ where: { id: 1 }, data: { personCouponValueMax: 450 } });
    for (const act of [use, reopen, use, reopen]) await act(ours.cashier);
    expect(await refused(use(ours.cashier))).toEqual([
      1702,
      { limit: "personCouponValueMax", required: 100, available: 50 },
    ]);
    await use(ours.supervisor);
    expect(await refused(reopen(ours.supervisor))).toEqual([1421, { reason: "reopened" }]);
    await database.prisma.programme.update({ where: { id: 1 }, data: { personCouponValueMax: null } });
  });
});

/** A looser value of a setting; undefined: none is looser than this. */
function looserThan(setting: Setting, value: unknown): unknown {
  switch (setting.looser) {
    case "higher":
      return value === null ? undefined : Number(value) + 1;
    case "lower":
      return value === null ? undefined : Number(value) - 1;
    case "on":
      return value === true ? undefined : true;
    case "off":
      return value === false ? undefined : false;
    case "earlier":
    case "later": {
      const options = setting.kind === "choice" ? setting.options : [];
      return options[options.indexOf(String(value)) + (setting.looser === "earlier" ? -1 : 1)];
    }
    case "any":
      if (setting.kind === "weekdays") return [1, 2];
      return setting.kind === "timeZone" ? "Asia/Tokyo" : Number(value) + 1;
    case "no":
      return undefined;
  }
}

test("rates, limits, bounds and bonuses are loosened by two people, and tightened by one", async () => {
  const { context, operator, database, ours } = world;
  const finance = await hire(context, world.system, "programme_operator", null, []);
  const { versionId, segmentId } = await database.prisma.segmentVersion
    .findFirstOrThrow({ where: { isCurrent: true, segment: { isDefault: true } } })
    .then(({ id, segmentId }) => ({ versionId: id, segmentId }));
  asker = operator;
  await expectSecond(
    () => updateSegment(context, operator, { segmentId, version: versionId, rewardFactor: "2" }),
    finance,
  );
  const update = async (more: object) => {
    const { version } = await database.prisma.programme.findUniqueOrThrow({ where: { id: 1 } });
    return updateProgramme(context, operator, { version, ...more });
  };
  await database.prisma.programme.update({
    where: { id: 1 },
    data: {
      ...{ referralSecondVisit: true, reviewOwnNumber: true, shifts: "required", usedCouponPolicy: "refuse" },
      ...{
        ripeningDays: 3,
        referralLeastValue: 5,
        reviewHoursFrom: 1,
        reviewHoursUntil: 5,
        earnedOn: "rest",
      },
      ...{ approvesBeyondLimits: false, pinPolicy: "when_set", reviewRedemptionMinutes: 9 },
    },
  });
  const before = await readProgramme(context, operator);
  const steps = namesOf(SETTINGS).flatMap((name) => {
    const value = looserThan(SETTINGS[name], before[name]);
    // Above a value needs the value.
    const beside = value === "above" ? { pinAboveValue: 10 } : {};
    return value === undefined ? [] : [{ [name]: value, ...beside }];
  });
  expect(steps.length).toBeGreaterThan(30);
  for (const more of steps)
    expect(await refusal(() => update(more)), JSON.stringify(more)).toMatchObject(NEEDS_ANOTHER);
  await update({ rewardValueMax: 10_000, nameEn: unique("Points") });
  const admin = ours.admin;
  const limits = async (rewardValueMax: number | null) => {
    const { version } = await database.prisma.merchant.findUniqueOrThrow({ where: { id: ours.merchantId } });
    return updateMerchant(context, admin, { merchantId: ours.merchantId, version, rewardValueMax });
  };
  await limits(5_000);
  expect(await refusal(() => limits(null))).toMatchObject(NEEDS_ANOTHER);
});

test("whoever switches the others off who could agree is no more alone than before for a week", async () => {
  const { context, clock, database } = world;
  const { prisma } = database;
  const [one, other] = [
    await hire(context, world.system, "programme_operator", null, []),
    await hire(context, world.system, "programme_operator", null, []),
  ];
  const rest = { role: "programme_operator", kind: "portal", id: { notIn: [one.userId, other.userId] } };
  const active = await prisma.user.findMany({ where: { ...rest, isActive: true }, select: { id: true } });
  const setRest = (isActive: boolean) =>
    prisma.user.updateMany({ where: { id: { in: active.map(({ id }) => id) } }, data: { isActive } });
  await setRest(false);
  await prisma.programme.update({ where: { id: 1 }, data: { walletRewardsMax: 20 } });
  const loosen = async () => {
    const { version } = await prisma.programme.findUniqueOrThrow({ where: { id: 1 } });
    return updateProgramme(context, one, { version, walletRewardsMax: 21 });
  };
  await deactivateUser(context, one, { userId: other.userId });
  expect(await refusal(loosen)).toMatchObject({
    ...NEEDS_ANOTHER,
    params: { sent: { en: expect.stringMatching(/has no access any more: .*alone from/) } },
  });
  // The person comes back without agreeing to it.
  await reactivateUser(context, one, { userId: other.userId });
  expect(await refusal(loosen)).toMatchObject(NEEDS_ANOTHER);
  await deactivateUser(context, one, { userId: other.userId });
  clock.advance(7 * 24 * 60 * 60 * 1000 + 1);
  expect(await loosen()).toMatchObject({ walletRewardsMax: 21 });
  await setRest(true);
});

test("a child's allowance is raised by two people, and lowered by one", async () => {
  const { context, ours, database } = world;
  const [parent, child] = [await enrol(), await enrol()];
  const parentRow = await database.prisma.wallet.findUniqueOrThrow({ where: { walletCode: parent } });
  await database.prisma.wallet.update({
    where: { walletCode: child },
    data: {
      ...{ parentWalletId: parentRow.id, poolWalletId: parentRow.id },
      ...{ familyRole: "pooled", childAllowance: 100n },
    },
  });
  asker = ours.supervisor;
  const set = async (allowance: number | null) => {
    const { version = 0 } =
      (await database.prisma.walletProfile.findFirst({ where: { wallet: { walletCode: child } } })) ?? {};
    return setAllowance(context, asker, { walletCode: child, version, allowance });
  };
  await set(50);
  expect(await refusal(() => set(null))).toMatchObject(NEEDS_ANOTHER);
  await expectSecond(() => set(4_000));
});

test("a correction of one's own wallet waits for somebody else, however small, and a higher tier counts", async () => {
  const { context, database } = world;
  const number = uniqueMsisdn();
  const walletCode = await enrol(number);
  await database.prisma.staffNumber.create({
    data: { userId: asker.userId, msisdn: number, createdBy: second.userId, createdAt: NOW },
  });
  const adjust = (code: string, points: number) =>
    requestAdjustment(context, asker, {
      ...{ walletCode: code, direction: "up", points, reason: "Goodwill" },
      reference: unique("reference"),
    });
  expect(await adjust(walletCode, 1)).toMatchObject({ kind: "requested" });
  const other = await enrol();
  expect(await adjust(other, 6_000)).toMatchObject({ kind: "posted" });
  const { id } = await database.prisma.segment.create({
    data: {
      segmentVersions: {
        create: { nameEn: "Gold", nameAr: "ذهبي", value: 1_000n, rewardFactor: "2", redeemFactor: "1" },
      },
    },
  });
  const move = () =>
    setWalletSegment(context, asker, { walletCode: other, version: 1, segmentId: id, reason: "VIP" });
  expect(await refusal(move)).toMatchObject(NEEDS_ANOTHER);
});
