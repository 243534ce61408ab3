import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readAudit } from "@/lib/areas/audit/read";
import { createBranch, deactivateBranch, listBranches, updateBranch } from "@/lib/areas/branches/branches";
import { readBranchImpact } from "@/lib/areas/branches/read";
import { listCategories } from "@/lib/areas/categories/categories";
import { createClient } from "@/lib/areas/clients/clients";
import { firstEndingDeals, listDeals } from "@/lib/areas/deals/read";
import {
  createMerchant,
  deactivateMerchant,
  listMerchants,
  reactivateMerchant,
  setLastDay,
  stopWhenOver,
  updateMerchant,
} from "@/lib/areas/merchants/merchants";
import { readOpenThings } from "@/lib/areas/merchants/open-things";
import { dealState } from "@/lib/portal/acts/deal-states";
import {
  actAlone,
  audit,
  createWorld,
  NOW,
  refusal,
  uniqueMsisdn,
  type World,
} from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
});
afterAll(() => world.database.drop());

const open = (input: Partial<Parameters<typeof createBranch>[2]> = {}) =>
  createBranch(world.context, world.ours.admin, {
    merchantId: world.ours.merchantId,
    msisdn: uniqueMsisdn(),
    nameEn: "Corniche",
    nameAr: "الكورنيش",
    ...input,
  });

describe("merchants", () => {
  test("a merchant's admin sees and edits their own only", async () => {
    expect((await listMerchants(world.context, world.ours.admin)).map(({ id }) => id)).toEqual([
      world.ours.merchantId,
    ]);
    expect((await listMerchants(world.context, world.operator)).length).toBeGreaterThanOrEqual(2);
    expect(
      await refusal(() =>
        updateMerchant(world.context, world.ours.admin, {
          merchantId: world.theirs.merchantId,
          version: 1,
          nameEn: "Taken over",
        }),
      ),
    ).toEqual({ code: "not_found", params: { subject: "merchant" } });
  });

  test("refund rules are changed by one of two editors, and the other gets a conflict", async () => {
    const target = { merchantId: world.theirs.merchantId, version: 1 };
    const changed = await updateMerchant(world.context, world.theirs.admin, {
      ...target,
      refundWindowDays: 14,
    });
    expect(changed).toMatchObject({ refundWindowDays: 14, refundSameBranchOnly: false, version: 2 });
    expect(
      await refusal(() =>
        updateMerchant(world.context, world.operator, { ...target, refundSameBranchOnly: true }),
      ),
    ).toEqual({ code: "conflict", params: { subject: "merchant", version: 2 } });
    expect((await audit(world, "merchant")).at(-1)).toMatchObject({
      before: { refundWindowDays: 90 },
      after: { refundWindowDays: 14 },
    });
  });

  test("a window for refunds or returns that makes no sense is refused by its field", async () => {
    const { id } = await createMerchant(world.context, world.operator, { nameEn: "New", nameAr: "جديد" });
    expect(
      await refusal(() =>
        updateMerchant(world.context, world.operator, { merchantId: id, version: 1, refundWindowDays: -1 }),
      ),
    ).toEqual({ code: "invalid", params: { field: "refundWindowDays" } });
    expect(
      await refusal(() =>
        updateMerchant(world.context, world.operator, { merchantId: id, version: 1, returnWindowDays: 3651 }),
      ),
    ).toEqual({ code: "invalid", params: { field: "returnWindowDays" } });
  });

  test("nothing can be added to a deactivated merchant", async () => {
    const { id: merchantId } = await createMerchant(world.context, world.operator, {
      nameEn: "Gone",
      nameAr: "ذهب",
    });
    await deactivateMerchant(world.context, world.operator, { merchantId });
    expect(
      await refusal(() =>
        createBranch(world.context, world.operator, {
          merchantId,
          msisdn: uniqueMsisdn(),
          nameEn: "Late",
          nameAr: "متأخر",
        }),
      ),
    ).toEqual({ code: "inactive", params: { subject: "merchant" } });
  });
});

describe("a merchant that leaves", () => {
  const made = (nameEn: string) => createMerchant(world.context, world.operator, { nameEn, nameAr: nameEn });
  const find = async (id: number) =>
    (await listMerchants(world.context, world.operator)).find((merchant) => merchant.id === id);
  const dayOf = async (id: number) => (await find(id))?.lastDay?.toISOString().slice(0, 10) ?? null;

  test("is stopped by the job when its last day is over in the programme's zone, and not before", async () => {
    const { id: merchantId, version } = await made("Leaver");
    await setLastDay(world.context, world.operator, { merchantId, version, lastDay: "2026-11-22" });
    // 23:59 of the last day in Cairo.
    world.clock.set(new Date("2026-11-22T21:59:59.000Z"));
    await stopWhenOver(world.context, world.system.userId);
    expect(await find(merchantId)).toMatchObject({ isActive: true });
    world.clock.set(new Date("2026-11-22T22:00:00.000Z"));
    expect(await stopWhenOver(world.context, world.system.userId)).toBe(1);
    expect(await stopWhenOver(world.context, world.system.userId)).toBe(0);
    expect(await find(merchantId)).toMatchObject({ isActive: false });
    expect(await dayOf(merchantId)).toBe("2026-11-22");
    world.clock.set(NOW);
  });

  test("has no day that is over, takes a day back, and none once it is stopped", async () => {
    const { id: merchantId, version } = await made("Doubtful");
    const target = { merchantId, version };
    expect(
      await refusal(() => setLastDay(world.context, world.operator, { ...target, lastDay: "2026-11-20" })),
    ).toEqual({ code: "invalid", params: { field: "lastDay" } });
    const set = await setLastDay(world.context, world.operator, { ...target, lastDay: "2026-11-21" });
    const back = await setLastDay(world.context, world.operator, {
      merchantId,
      version: set.version,
      lastDay: null,
    });
    expect(back.lastDay).toBeNull();
    await deactivateMerchant(world.context, world.operator, { merchantId });
    expect(await dayOf(merchantId)).toBe("2026-11-21");
    expect(
      await refusal(() =>
        setLastDay(world.context, world.operator, {
          merchantId,
          version: back.version + 1,
          lastDay: "2026-12-01",
        }),
      ),
    ).toEqual({ code: "inactive", params: { subject: "merchant" } });
    await reactivateMerchant(world.context, world.operator, { merchantId });
    expect(await dayOf(merchantId)).toBeNull();
  });

  test("keeps its planned day when a stop is undone, unless it is over by then", async () => {
    const { id: merchantId, version } = await made("Stopped by mistake");
    await setLastDay(world.context, world.operator, { merchantId, version, lastDay: "2026-11-30" });
    const stopAndUndo = async (undoneAt: Date) => {
      await deactivateMerchant(world.context, world.operator, { merchantId });
      expect(await dayOf(merchantId)).toBe("2026-11-21");
      world.clock.set(undoneAt);
      await reactivateMerchant(world.context, { ...world.operator, isUndo: true }, { merchantId });
      world.clock.set(NOW);
      return dayOf(merchantId);
    };
    expect(await stopAndUndo(NOW)).toBe("2026-11-30");
    expect(await stopAndUndo(new Date("2026-12-02T10:00:00.000Z"))).toBeNull();
  });

  test("takes its deals out of those that are live, and says what is open", async () => {
    const { id: merchantId } = await made("Seller");
    const categoryId = (
      await world.database.prisma.category.create({
        data: { nameEn: "Food", nameAr: "طعام", icon: "utensils", sortingNumber: 1 },
      })
    ).id;
    await world.database.prisma.deal.create({
      data: {
        ...{ merchantId, categoryId, offerNumber: "OF-9001", titleEn: "Half price", titleAr: "نصف السعر" },
        ...{ discountType: 1, discount: 50, state: "published", wasPublished: true },
        ...{
          startDate: new Date("2026-11-01"),
          endDate: new Date("2026-12-01"),
          expiryDate: new Date("2026-12-31"),
        },
      },
    });
    const state = async () => {
      const [deal] = await listDeals(world.context, world.operator, { merchantId });
      return deal && dealState(deal, NOW);
    };
    expect(await state()).toBe("live");
    const other = await made("Neighbour");
    expect(await readOpenThings(world.context, world.operator, [merchantId, other.id])).toEqual({
      ...{ offers: 1, coupons: 0, people: 0, clients: 0 },
      ...{ holds: { count: 0, points: 0 }, pending: { count: 0, points: 0 } },
    });
    await deactivateMerchant(world.context, world.operator, { merchantId });
    expect(await state()).toBe("stopped");
    expect(
      (await listCategories(world.context, world.operator)).find(({ id }) => id === categoryId),
    ).toMatchObject({
      liveDealCount: 0,
    });
    expect(
      await firstEndingDeals(world.context, world.operator, { before: new Date("2027-01-01"), limit: 3 }),
    ).toMatchObject({ count: 0 });
  });
});

describe("branches", () => {
  test("keep their place to 6 decimals and are the merchant's own", async () => {
    const branch = await open({ latitude: 30.044_42, longitude: 31.235_712, phone: "+20223456789" });
    expect(branch).toMatchObject({ latitude: 30.044_42, longitude: 31.235_712, isActive: true, version: 1 });
    expect((await listBranches(world.context, world.ours.supervisor)).map(({ id }) => id)).toContain(
      branch.id,
    );
    expect(
      await refusal(() => listBranches(world.context, world.theirs.admin, { merchantId: branch.merchantId })),
    ).toEqual({ code: "not_found", params: { subject: "merchant" } });
  });

  test("no two have the same mobile number, of whichever merchant", async () => {
    const { msisdn } = await open();
    expect(
      await refusal(() =>
        createBranch(world.context, world.theirs.admin, {
          merchantId: world.theirs.merchantId,
          msisdn,
          nameEn: "Copy",
          nameAr: "نسخة",
        }),
      ),
    ).toEqual({ code: "taken", params: { field: "msisdn" } });
  });

  test.each([
    ["half a place", { latitude: 30, longitude: null }, "coordinates"],
    ["a place off the earth", { latitude: 91, longitude: 31 }, "coordinates"],
    ["a number that is none", { msisdn: "0100" }, "msisdn"],
  ] as const)("%s is refused", async (_, input, field) => {
    expect(await refusal(() => open(input))).toEqual({ code: "invalid", params: { field } });
  });

  test("another merchant's branch does not exist", async () => {
    const { branchId } = world.theirs;
    const acts = [
      () => updateBranch(world.context, world.ours.admin, { branchId, version: 1, nameEn: "Mine" }),
      () => deactivateBranch(world.context, world.ours.admin, { branchId }),
      () => readBranchImpact(world.context, world.ours.admin, branchId),
    ];
    for (const act of acts)
      expect(await refusal(act)).toEqual({ code: "not_found", params: { subject: "branch" } });
  });

  test("closing one lists the users and clients left without a branch", async () => {
    const { branchId, cashier, merchantId } = world.ours;
    const elsewhere = await open();
    const bound = { merchantId, scopes: ["reward" as const] };
    const { client } = await createClient(world.context, world.ours.admin, {
      ...bound,
      name: "Here only",
      branchIds: [branchId],
    });
    await createClient(world.context, world.ours.admin, {
      ...bound,
      name: "Here and there",
      branchIds: [branchId, elsewhere.id],
    });
    const impact = await readBranchImpact(world.context, world.ours.admin, branchId);
    expect(impact.cashiers.map(({ id }) => id)).toEqual([cashier.userId]);
    expect(impact.clients).toEqual([{ id: client.id, name: "Here only" }]);
    expect(impact.deals).toEqual([]);
  });
});

describe("the audit log", () => {
  test("an edit that changes nothing leaves no row", async () => {
    const branch = await open();
    const before = (await audit(world, "branch")).length;
    await updateBranch(world.context, world.ours.admin, {
      branchId: branch.id,
      version: 1,
      nameEn: branch.nameEn,
    });
    expect(await audit(world, "branch")).toHaveLength(before);
  });

  test("an act that is refused leaves no row", async () => {
    const { msisdn } = await open();
    const before = (await audit(world)).length;
    await refusal(() => open({ msisdn }));
    expect(await audit(world)).toHaveLength(before);
  });

  test("rows cannot be changed or removed", async () => {
    for (const tampering of [
      "UPDATE audit_log SET user_id = 1",
      "DELETE FROM audit_log",
      "TRUNCATE audit_log",
    ])
      await expect(world.database.owner.query(tampering), tampering).rejects.toMatchObject({
        constraint: "audit_log_append_only",
      });
  });

  test("is read page by page, each row once, and only by its own merchant and operators", async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await readAudit(world.context, world.ours.admin, { cursor, limit: 3 });
      expect(page.acts.every(({ merchantId }) => merchantId === world.ours.merchantId)).toBe(true);
      seen.push(...page.acts.map(({ id }) => id));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    const own = (await audit(world)).filter(({ merchant_id }) => merchant_id === world.ours.merchantId);
    expect(seen).toHaveLength(own.length);
    expect(new Set(seen).size).toBe(seen.length);
    const { merchantId } = world.theirs;
    expect(await refusal(() => readAudit(world.context, world.ours.admin, { merchantId }))).toMatchObject({
      code: "not_found",
    });
    expect(await refusal(() => readAudit(world.context, world.ours.supervisor))).toMatchObject({
      code: "forbidden",
    });
  });

  test("is searched by who, what and group of acts", async () => {
    const { userId } = world.ours.admin;
    const { acts } = await readAudit(world.context, world.operator, { userId, action: "branch." });
    expect(acts.length).toBeGreaterThan(0);
    expect(acts.every(({ user, action }) => user?.id === userId && action.startsWith("branch."))).toBe(true);
  });
});
