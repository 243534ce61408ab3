import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createCategory,
  listCategories,
  setCategoryActive,
  updateCategory,
} from "@/lib/areas/categories/categories";
import {
  changeDealState,
  createDeal,
  type DealFields,
  deleteDeal,
  duplicateDeal,
  updateDeal,
} from "@/lib/areas/deals/deals";
import { orderDeals } from "@/lib/areas/deals/order-deals";
import { storeImage } from "@/lib/areas/deals/pictures";
import { listDeals, readDeal } from "@/lib/areas/deals/read";
import { eventText } from "@/lib/areas/webhooks/event-types";
import { readEvents } from "@/lib/areas/webhooks/read-events";
import { EVENT_SCHEMAS } from "@/lib/points-api/events";
import { createServices } from "@/lib/services";
import {
  audit,
  createWorld,
  NOW,
  newDeal,
  refusal,
  type World,
  withSecond,
} from "@/tests/support/admin-world";
import { until } from "@/tests/support/ledger";
import { picture } from "@/tests/support/pictures";

let world: World;
let categoryId: number;
beforeAll(async () => {
  world = await createWorld();
  const names = { nameEn: "Coffee", nameAr: "قهوة" };
  categoryId = (
    await createCategory(world.context, world.operator, { ...names, icon: "coffee", sortingNumber: 1 })
  ).id;
});
afterAll(() => world.database.drop());

const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const create = (fields: Partial<DealFields> = {}) =>
  createDeal(world.context, world.ours.admin, {
    merchantId: world.ours.merchantId,
    ...newDeal(categoryId, { branchIds: [world.ours.branchId], ...fields }),
  });
const move = (deal: { id: number; version: number }, step: Parameters<typeof changeDealState>[2]["move"]) =>
  withSecond(world, () =>
    changeDealState(world.context, world.ours.admin, { dealId: deal.id, version: deal.version, move: step }),
  );
const live = async (fields: Partial<DealFields> = {}) =>
  move(await create({ startDate: inDays(-1), ...fields }), "publish");
const change = (deal: { id: number; version: number } & DealFields, fields: Partial<DealFields>) => {
  const { offerNumber, titleEn, titleAr, descriptionEn, descriptionAr, termsEn, termsAr } = deal;
  const { discountType, discount, imageHash, startDate, endDate, expiryDate, ratePlans, branchIds } = deal;
  const input = {
    ...{ dealId: deal.id, version: deal.version, categoryId: deal.categoryId },
    ...{ offerNumber, titleEn, titleAr, descriptionEn, descriptionAr, termsEn, termsAr },
    ...{ discountType, discount, imageHash, startDate, endDate, expiryDate, ratePlans, branchIds },
    ...fields,
  };
  return withSecond(world, () => updateDeal(world.context, world.ours.admin, input));
};
const lastAct = async () => (await audit(world)).at(-1);

describe("a deal", () => {
  test("begins as a draft with the next free offer number, and its making is in the audit log", async () => {
    const one = await create();
    const other = await create();
    expect([one.state, one.version, one.branchIds]).toEqual(["draft", 1, [world.ours.branchId]]);
    expect(Number(other.offerNumber)).toBe(Number(one.offerNumber) + 1);
    expect(await lastAct()).toMatchObject({
      user_id: world.ours.admin.userId,
      merchant_id: world.ours.merchantId,
      action: "deal.create",
      subject_type: "deal",
      subject_id: String(other.id),
      before: null,
      after: { titleEn: other.titleEn, state: "draft" },
    });
  });

  test("never shares an offer number, however many are made at once", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create()));
    expect(new Set(made.map(({ offerNumber }) => offerNumber)).size).toBe(8);
    expect(await refusal(() => create({ offerNumber: made[0]?.offerNumber ?? "" }))).toEqual({
      code: "taken",
      params: { field: "offerNumber" },
    });
  });

  test("is offered at branches of its own merchant only", async () => {
    expect(await refusal(() => create({ branchIds: [world.theirs.branchId] }))).toEqual({
      code: "invalid",
      params: { field: "branchIds" },
    });
    const deal = await create();
    expect(await refusal(() => change(deal, { branchIds: [world.theirs.branchId] }))).toEqual({
      code: "invalid",
      params: { field: "branchIds" },
    });
    expect((await readDeal(world.context, world.ours.admin, deal.id)).deal.branchIds).toEqual([
      world.ours.branchId,
    ]);
  });

  test("of another merchant does not exist: neither to read nor to change, copy, move or order", async () => {
    const { id: dealId, version } = await create();
    const stranger = world.theirs.admin;
    const acts = [
      () => readDeal(world.context, stranger, dealId),
      () => updateDeal(world.context, stranger, { dealId, version, ...newDeal(categoryId) }),
      () => changeDealState(world.context, stranger, { dealId, version, move: "publish" }),
      () => duplicateDeal(world.context, stranger, { dealId }),
    ];
    for (const act of acts)
      expect(await refusal(act)).toEqual({ code: "not_found", params: { subject: "deal" } });
    const { merchantId } = world.ours;
    for (const act of [
      () => orderDeals(world.context, stranger, { merchantId, from: [], to: [] }),
      () => orderDeals(world.context, stranger, { merchantId: null, from: [], to: [] }),
      () => listDeals(world.context, stranger, { merchantId }),
    ])
      expect(await refusal(act)).toEqual({ code: "not_found", params: { subject: "merchant" } });
    expect(await listDeals(world.context, stranger)).toEqual([]);
  });

  test("is changed by one of two editors, and the other gets a conflict and overwrites nothing", async () => {
    const deal = await create();
    const [one, other] = await Promise.allSettled([
      change(deal, { titleEn: "One" }),
      change(deal, { titleEn: "Other" }),
    ]);
    expect([one.status, other.status].sort()).toEqual(["fulfilled", "rejected"]);
    const { deal: now, lastChange } = await readDeal(world.context, world.ours.admin, deal.id);
    expect([now.version, now.titleEn]).toEqual([2, one.status === "fulfilled" ? "One" : "Other"]);
    expect(lastChange?.by).toBeTruthy();
    expect(await refusal(() => move(deal, "publish"))).toEqual({
      code: "conflict",
      params: { subject: "deal", version: 2 },
    });
  });

  test("that was never published is deleted by its version, and only the audit log still tells of it", async () => {
    const deal = await create({ titleEn: "Given up" });
    const remove = (version: number, actor = world.ours.admin) =>
      deleteDeal(world.context, actor, { dealId: deal.id, version });
    expect(await refusal(() => remove(deal.version, world.theirs.admin))).toEqual({
      code: "not_found",
      params: { subject: "deal" },
    });
    const changed = await change(deal, { titleEn: "Given up at last" });
    expect((await refusal(() => remove(deal.version))).code).toBe("conflict");
    await remove(changed.version);
    const none = { code: "not_found", params: { subject: "deal" } };
    expect(await refusal(() => readDeal(world.context, world.ours.admin, deal.id))).toEqual(none);
    expect(await refusal(() => remove(changed.version))).toEqual(none);
    expect((await listDeals(world.context, world.ours.admin)).map(({ id }) => id)).not.toContain(deal.id);
    const { rows } = await world.database.pool.query("SELECT 1 FROM deal_branch WHERE deal_id = $1", [
      deal.id,
    ]);
    expect(rows).toEqual([]);
    expect(await lastAct()).toMatchObject({
      action: "deal.delete",
      user_id: world.ours.admin.userId,
      merchant_id: world.ours.merchantId,
      subject_id: String(deal.id),
      before: {
        titleEn: "Given up at last",
        offerNumber: deal.offerNumber,
        branchIds: [world.ours.branchId],
      },
      after: null,
    });
  });

  test("that was deleted stays in the log: made, changed and deleted, with its offer number", async () => {
    const deal = await create();
    const { version } = await change(deal, { titleEn: "Told" });
    await deleteDeal(world.context, world.ours.admin, { dealId: deal.id, version });
    const told: string[] = [];
    for (let cursor = { entryId: 0, auditId: 0 }, hasMore = true; hasMore; ) {
      const merchantIds = [world.ours.merchantId];
      const part = await readEvents(world.database.pool, { after: cursor, limit: 100, merchantIds });
      for (const event of part.events) {
        if (event.data.dealId !== deal.id) continue;
        told.push(`${event.type} ${event.data.offerNumber}`);
        const sent = JSON.parse(eventText(event));
        expect(EVENT_SCHEMAS.deal.parse(sent)).toEqual(sent);
      }
      ({ cursor, hasMore } = part);
    }
    expect(told).toEqual(["created", "updated", "deleted"].map((what) => `deal.${what} ${deal.offerNumber}`));
  });

  test("that was published once is never deleted, whatever it is now, not even behind the service's back", async () => {
    const withdrawn = await move(await move(await create(), "publish"), "withdraw");
    expect(withdrawn.state).toBe("draft");
    for (const deal of [withdrawn, await live(), await move(await live(), "end")]) {
      const { id: dealId, version } = deal;
      const refused = await refusal(() => deleteDeal(world.context, world.ours.admin, { dealId, version }));
      expect(refused.code).toBe("deal_state");
      await expect(
        world.database.pool.query("DELETE FROM deal WHERE id = $1", [dealId]),
      ).rejects.toMatchObject({ constraint: "deal_stays_once_published" });
      expect((await readDeal(world.context, world.ours.admin, dealId)).deal.version).toBe(version);
    }
  });

  test("is either deleted or published when two people do both at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const deal = await create();
      const [removed, published] = await Promise.allSettled([
        deleteDeal(world.context, world.ours.admin, { dealId: deal.id, version: deal.version }),
        move(deal, "publish"),
      ]);
      expect([removed.status, published.status].sort()).toEqual(["fulfilled", "rejected"]);
      const left = await world.database.prisma.deal.findUnique({ where: { id: deal.id } });
      expect(left === null).toBe(removed.status === "fulfilled");
    }
  });

  test("that has started keeps its start and offer number, and ends by being ended", async () => {
    const deal = await live();
    for (const [fields, field] of [
      [{ startDate: inDays(-2) }, "startDate"],
      [{ offerNumber: "OTHER" }, "offerNumber"],
      [{ endDate: inDays(-0.5) }, "endDate"],
    ] as const)
      expect(await refusal(() => change(deal, fields))).toEqual({ code: "invalid", params: { field } });
    const changed = await change(deal, { titleEn: "Better", offerNumber: "" });
    expect([changed.titleEn, changed.offerNumber]).toEqual(["Better", deal.offerNumber]);
    expect(await lastAct()).toMatchObject({
      action: "deal.update",
      before: { titleEn: deal.titleEn },
      after: { titleEn: "Better" },
    });
  });

  test("that was ended never changes", async () => {
    const deal = await live();
    const ended = await move(deal, "end");
    expect([ended.endDate, ended.expiryDate]).toEqual([NOW, deal.expiryDate]);
    expect(await lastAct()).toMatchObject({
      action: "deal.change_state",
      before: { endDate: deal.endDate?.toISOString() },
      after: { endDate: NOW.toISOString() },
    });
    const isOver = { code: "deal_state", params: { state: "ended" } };
    expect(await refusal(() => change(ended, { endDate: inDays(5) }))).toEqual(isOver);
    expect(await refusal(() => move(ended, "resume"))).toEqual(isOver);
  });

  test("whose end is past is not published, and says why", async () => {
    const deal = await create({ startDate: inDays(-3), endDate: inDays(-1), expiryDate: inDays(3) });
    expect(await refusal(() => move(deal, "publish"))).toEqual({
      code: "invalid",
      params: { field: "endDate" },
    });
  });

  test("keeps a category that went out of use, but no other deal gets it", async () => {
    const old = await createCategory(world.context, world.operator, {
      ...{ nameEn: "Old", nameAr: "قديم", icon: "tag" as const, sortingNumber: 9 },
    });
    const deal = await create({ categoryId: old.id });
    await setCategoryActive(world.context, world.operator, { categoryId: old.id, isActive: false });
    expect((await change(deal, { titleEn: "Still here" })).categoryId).toBe(old.id);
    const isInvalid = { code: "invalid", params: { field: "categoryId" } };
    expect(await refusal(() => create({ categoryId: old.id }))).toEqual(isInvalid);
    expect(await refusal(() => create({ categoryId: 999_999 }))).toEqual(isInvalid);
  });
});

describe("a copy", () => {
  test("is a draft with a number of its own that begins in the future at the same hour", async () => {
    const deal = await live({ ratePlans: ["Gold"], startDate: inDays(-3.5), endDate: inDays(4) });
    const copy = await duplicateDeal(world.context, world.ours.admin, { dealId: deal.id });
    expect(copy).toMatchObject({
      state: "draft",
      sortingNumber: null,
      titleEn: deal.titleEn,
      ratePlans: ["Gold"],
      branchIds: deal.branchIds,
      startDate: inDays(0.5),
      endDate: inDays(8),
    });
    expect(copy.offerNumber).not.toBe(deal.offerNumber);
    expect(await lastAct()).toMatchObject({ action: "deal.duplicate", subject_id: String(copy.id) });
  });

  test("of a deal that has not started has its dates", async () => {
    const deal = await create();
    const copy = await duplicateDeal(world.context, world.ours.admin, { dealId: deal.id });
    expect([copy.startDate, copy.endDate]).toEqual([deal.startDate, deal.endDate]);
  });
});

describe("the order", () => {
  const ids = async (merchantId?: number) =>
    (await listDeals(world.context, world.operator, { merchantId, isOrderable: true })).map(({ id }) => id);

  test("is the given one, keeps versions, and moves no other merchant's deals", async () => {
    const { merchantId } = world.ours;
    const theirs = await createDeal(world.context, world.theirs.admin, {
      merchantId: world.theirs.merchantId,
      ...newDeal(categoryId),
    });
    await world.database.prisma.deal.update({ where: { id: theirs.id }, data: { sortingNumber: 40 } });
    const from = await ids(merchantId);
    const versions = await listDeals(world.context, world.ours.admin);
    const to = [...from].reverse();
    await orderDeals(world.context, world.ours.admin, { merchantId, from, to });
    expect(await ids(merchantId)).toEqual(to);
    expect((await ids())[0]).toBe(theirs.id);
    const after = await listDeals(world.context, world.ours.admin);
    const versionOf = (list: typeof after) => new Map(list.map(({ id, version }) => [id, version]));
    expect(versionOf(after)).toEqual(versionOf(versions));
    expect(await lastAct()).toMatchObject({ action: "deal.order", before: { sortingNumber: null } });
    // Again: the numbers that are held change hands.
    await orderDeals(world.context, world.ours.admin, { merchantId, from: to, to: from });
    expect(await ids(merchantId)).toEqual(from);
  });

  test("is not changed from an outdated view, and never loses or doubles a deal", async () => {
    const { merchantId } = world.ours;
    const from = await ids(merchantId);
    const to = [...from].reverse();
    const attempt = (input: { from: number[]; to: number[] }) =>
      refusal(() => orderDeals(world.context, world.ours.admin, { merchantId, ...input }));
    expect((await attempt({ from: to, to: from })).code).toBe("conflict");
    const [first = 0, ...rest] = to;
    for (const wrong of [rest, [first, first, ...rest.slice(1)], [...to, 999_999]])
      expect(await attempt({ from, to: wrong })).toEqual({ code: "invalid", params: { field: "order" } });
    expect(await ids(merchantId)).toEqual(from);
  });
});

describe("a category", () => {
  test("is changed by one of two editors, and everything is in the operators' audit log", async () => {
    const fields = { nameEn: "Books", nameAr: "كتب", icon: "book-open" as const, sortingNumber: 3 };
    const { id, version } = await createCategory(world.context, world.operator, fields);
    const update = () =>
      updateCategory(world.context, world.operator, {
        categoryId: id,
        version,
        ...fields,
        nameEn: "Reading",
      });
    expect(await update()).toMatchObject({ nameEn: "Reading", version: 2 });
    expect(await refusal(update)).toEqual({ code: "conflict", params: { subject: "category", version: 2 } });
    await setCategoryActive(world.context, world.operator, { categoryId: id, isActive: false });
    await setCategoryActive(world.context, world.operator, { categoryId: id, isActive: false });
    await setCategoryActive(world.context, world.operator, { categoryId: id, isActive: true });
    const acts = (await audit(world, "category")).filter(({ subject_id }) => subject_id === String(id));
    expect(acts.map(({ action, merchant_id }) => [action, merchant_id])).toEqual([
      ["category.create", null],
      ["category.update", null],
      ["category.deactivate", null],
      ["category.reactivate", null],
    ]);
  });

  test("says how many deals are in it and how many of them are live", async () => {
    const { id } = await createCategory(world.context, world.operator, {
      ...{ nameEn: "Travel", nameAr: "سفر", icon: "plane" as const, sortingNumber: 4 },
    });
    await create({ categoryId: id });
    await live({ categoryId: id });
    const counted = (await listCategories(world.context, world.ours.admin)).find((one) => one.id === id);
    expect(counted).toMatchObject({ dealCount: 2, liveDealCount: 1 });
  });
});

test("a picture is stored once, under the hash of what is stored, and its first storing is audited", async () => {
  const file = await picture("png", { colour: "#123456" });
  const stored = await storeImage(world.context, world.ours.admin, file);
  const acts = (await audit(world, "image")).length;
  expect(await storeImage(world.context, world.theirs.admin, file)).toEqual(stored);
  expect(await audit(world, "image")).toHaveLength(acts);
  expect(await lastAct()).toMatchObject({ action: "image.store", subject_id: stored.hash });
  expect(await refusal(() => storeImage(world.context, world.ours.admin, Buffer.from("<svg/>")))).toEqual({
    code: "picture",
    params: { problem: "type" },
  });
  const deal = await create({ imageHash: stored.hash });
  expect(deal.imageHash).toBe(stored.hash);
  expect(await refusal(() => create({ imageHash: "0".repeat(64) }))).toEqual({
    code: "invalid",
    params: { field: "imageHash" },
  });
});

test("GetDeals answers a change at once in every process: what each remembers is forgotten when it is announced", async () => {
  // Their clock stands still, so nothing they remember grows old by itself.
  const processes = [1, 2].map(() => createServices({ clock: world.clock }));
  const titles = async () =>
    Promise.all(
      processes.map(async (services) => {
        const { deals } = await services.deals.live("tin");
        return deals.filter(({ ratePlans }) => ratePlans.includes("tin")).map(({ title }) => title.en);
      }),
    );
  const everywhere = (expected: string[]) =>
    until(async () => (await titles()).every((found) => JSON.stringify(found) === JSON.stringify(expected)));
  expect(await titles()).toEqual([[], []]);
  const deal = await live({ ratePlans: ["tin"], titleEn: "Everywhere" });
  await everywhere(["Everywhere"]);
  const renamed = await change(deal, { titleEn: "Renamed" });
  await everywhere(["Renamed"]);
  const paused = await move(renamed, "pause");
  await everywhere([]);
  const resumed = await move(paused, "resume");
  await everywhere(["Renamed"]);
  await move(resumed, "end");
  await everywhere([]);
});
