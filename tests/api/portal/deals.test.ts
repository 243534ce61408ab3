import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { dealsPortal } from "@/lib/areas/deals/portal";
import type { Deal, DealChoices, DealPage, UsableDeals } from "@/lib/areas/deals/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { DEFAULT_TIME_ZONE, formatLocalDate, startOfDayBefore } from "@/lib/platform/time";
import { routeOf } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createMerchant } from "@/tests/support/ledger";
import { createDeal, daysFromNow, type NewDeal, removeAllDeals } from "@/tests/support/portal/deals";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const readDeal = routeOf(dealsPortal.one);
const readChoices = routeOf(dealsPortal.choices);
const countLooks = routeOf(dealsPortal.looks);
const listDeals = routeOf(dealsPortal.list);
const readUsable = routeOf(dealsPortal.usable);
const { signIn } = routesOf(sessionPortal);

let database: TestDatabase;
let world: PortalWorld;
let groceries: number;
let coffee: number;
const cashier = new TestBrowser();

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createPortalWorld(database);
  const category = async (nameEn: string, nameAr: string, sortingNumber: number) =>
    (await database.prisma.category.create({ data: { nameEn, nameAr, icon: "coffee", sortingNumber } })).id;
  groceries = await category("Groceries", "بقالة", 2);
  coffee = await category("Coffee", "قهوة", 1);
  await cashier.call(signIn, { method: "POST", body: { username: "cashier", password: TEST_PASSWORD } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await removeAllDeals(database);
  services().deals.forget();
});

async function create(deal: Partial<NewDeal> = {}): Promise<number> {
  const id = await createDeal(database, { merchantId: world.merchantId, categoryId: groceries, ...deal });
  services().deals.forget();
  return id;
}

async function list(query: Record<string, string | number> = {}): Promise<DealPage> {
  const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await cashier.call(listDeals, { path: `/api/portal/deals?${address}` });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body as unknown as DealPage;
}

const idsOf = ({ deals }: DealPage) => deals.map(({ id }) => id);

async function read(dealId: number | string) {
  return cashier.call(readDeal, { params: { dealId: String(dealId) } });
}

describe("the list", () => {
  test("has exactly the deals of GetDeals, in its order, of all merchants", async () => {
    const last = await create({ startDate: daysFromNow(-20) });
    const newer = await create({ startDate: daysFromNow(-1), merchantId: world.foreignMerchantId });
    const second = await create({ sortingNumber: 2 });
    const first = await create({ sortingNumber: 1 });
    await create({ state: "draft" });
    await create({ state: "paused" });
    await create({ startDate: daysFromNow(1) });
    await create({ endDate: daysFromNow(-1) });
    const page = await list();
    expect(idsOf(page)).toEqual([first, second, newer, last]);
    const { deals } = await services().deals.live(null);
    expect(idsOf(page)).toEqual(deals.map(({ id }) => id));
    expect([page.total, page.nextCursor]).toEqual([4, null]);
  });

  test("says of each deal what a card needs, in both languages", async () => {
    const image = {
      hash: "a".repeat(64),
      contentType: "image/png",
      width: 1,
      height: 1,
      bytes: Buffer.from("x"),
    };
    await database.prisma.image.create({ data: image });
    const id = await create({
      titleEn: "Fruit",
      titleAr: "فاكهة",
      discountType: 2,
      discount: 50,
      imageHash: image.hash,
      ratePlans: ["GOLD"],
      branchIds: [world.branchIds[0], world.inactiveBranchId],
    });
    const [deal] = (await list()).deals;
    expect(deal).toMatchObject({
      id,
      title: { en: "Fruit", ar: "فاكهة" },
      merchant: { id: world.merchantId, name: { en: "One", ar: "واحد" }, image: "" },
      category: { id: groceries, name: { en: "Groceries", ar: "بقالة" } },
      discountType: 2,
      discount: 50,
      image: `/images/${image.hash}`,
      ratePlans: ["GOLD"],
      branchIds: [world.branchIds[0]],
    });
  });

  test("counts the days of the programme's calendar until the last one: an end at midnight is the day before", async () => {
    const midnight = (days: number) => startOfDayBefore(new Date(), -days, DEFAULT_TIME_ZONE);
    await create({ sortingNumber: 1, endDate: midnight(1) });
    await create({ sortingNumber: 2, endDate: midnight(2) });
    await create({ sortingNumber: 3, endDate: new Date(midnight(2).getTime() + 1) });
    expect((await list()).deals.map(({ daysLeft }) => daysLeft)).toEqual([0, 1, 2]);
  });

  test("comes in pages that stay whole while deals come and go", async () => {
    const ids: number[] = [];
    const startDate = daysFromNow(-5);
    for (let number = 1; number <= 7; number += 1)
      ids.push(await create({ sortingNumber: number > 4 ? null : 1, startDate }));
    const first = await list({ limit: 3 });
    expect([idsOf(first), first.total]).toEqual([ids.slice(0, 3), 7]);
    // The last one that was seen ends, and one comes before all others.
    await database.prisma.deal.update({ where: { id: ids[2] ?? 0 }, data: { state: "paused" } });
    await create({ sortingNumber: 0 });
    const second = await list({ limit: 3, cursor: first.nextCursor ?? "" });
    expect(idsOf(second)).toEqual(ids.slice(3, 6));
    const third = await list({ limit: 3, cursor: second.nextCursor ?? "" });
    expect([idsOf(third), third.nextCursor]).toEqual([ids.slice(6), null]);
  });

  test("shows a change as soon as it is committed", async () => {
    const id = await create();
    expect(idsOf(await list())).toEqual([id]);
    const other = await createDeal(database, { merchantId: world.merchantId, categoryId: groceries });
    await expect.poll(async () => idsOf(await list()), { timeout: 2_000 }).toContain(other);
  });

  test.each([
    ["limit", "0"],
    ["limit", "101"],
    ["category", "groceries"],
    ["merchant", "-1"],
    ["branch", "1.5"],
    ["text", "x".repeat(101)],
  ])("refuses %s=%s and names the field", async (name, value) => {
    const answer = await cashier.call(listDeals, { path: `/api/portal/deals?${name}=${value}` });
    expect(answer.status).toBe(422);
    expect(answer.body.error?.fields).toHaveProperty(name);
  });

  test.each(["x", "MS4y", "MS4yLjMuNA"])(
    "refuses the cursor %s, which is none of its own",
    async (cursor) => {
      const answer = await cashier.call(listDeals, { path: `/api/portal/deals?cursor=${cursor}` });
      expect([answer.status, answer.body.error?.code]).toEqual([400, "1002"]);
    },
  );
});

describe("the filters", () => {
  test("by category, merchant and branch, alone and together", async () => {
    const [near, far] = world.branchIds;
    const fruit = await create({ sortingNumber: 1, branchIds: [near] });
    const latte = await create({ sortingNumber: 2, categoryId: coffee, branchIds: [near, far] });
    const foreign = await create({
      sortingNumber: 3,
      categoryId: coffee,
      merchantId: world.foreignMerchantId,
      branchIds: [world.foreignBranchId],
    });
    expect(idsOf(await list({ category: coffee }))).toEqual([latte, foreign]);
    expect(idsOf(await list({ merchant: world.foreignMerchantId }))).toEqual([foreign]);
    expect(idsOf(await list({ branch: near }))).toEqual([fruit, latte]);
    expect(idsOf(await list({ branch: far, category: coffee }))).toEqual([latte]);
    expect(await list({ branch: far, category: groceries })).toMatchObject({ deals: [], total: 0 });
  });

  test("by an inactive branch finds nothing, because nothing can be had there", async () => {
    await create({ branchIds: [world.inactiveBranchId] });
    expect((await list({ branch: world.inactiveBranchId })).total).toBe(0);
  });

  test("by rate plan as GetDeals does: those of the plan in any case, and those for everybody", async () => {
    const open = await create({ sortingNumber: 1 });
    const gold = await create({ sortingNumber: 2, ratePlans: ["Gold", "PLATINUM"] });
    await create({ sortingNumber: 3, ratePlans: ["silver"] });
    expect(idsOf(await list({ ratePlan: "GOLD" }))).toEqual([open, gold]);
    expect(idsOf(await list({ ratePlan: "bronze" }))).toEqual([open]);
    expect((await list()).total).toBe(3);
  });

  test("by text finds title, description, merchant and offer number in both languages", async () => {
    const id = await create({
      titleEn: "Two Lattes",
      titleAr: "لاتيه بقهوة مُحَمَّصة",
      descriptionEn: "Bring somebody you like",
      descriptionAr: "ادعُ أحد أصدقائك إلى مقهى الأزهر",
      offerNumber: "KN-120001",
    });
    await create({ titleEn: "Towels", titleAr: "مناشف", merchantId: world.foreignMerchantId });
    for (const text of [
      "latte",
      "LATTES two",
      "قهوه محمصه",
      "القهوة",
      "مقهي",
      "الى اصدقائك",
      "somebody",
      "واحد",
      "kn-120001",
      "١٢٠٠٠١",
    ])
      expect([text, idsOf(await list({ text }))]).toEqual([text, [id]]);
    for (const text of ["latte towels", "espresso", "قهر"])
      expect([text, (await list({ text })).total]).toEqual([text, 0]);
  });

  test("can be chosen from what the live deals have", async () => {
    await create({ branchIds: [world.branchIds[0], world.inactiveBranchId], ratePlans: ["GOLD"] });
    await create({ categoryId: coffee, ratePlans: ["gold", "Silver"] });
    await create({ merchantId: world.foreignMerchantId, branchIds: [world.foreignBranchId], state: "draft" });
    const { body } = await cashier.call(readChoices);
    const choices = body as unknown as DealChoices;
    expect(choices.categories.map(({ id }) => id)).toEqual([coffee, groceries]);
    expect(choices.merchants).toEqual([{ id: world.merchantId, name: { en: "One", ar: "واحد" } }]);
    expect(choices.branches).toEqual([
      { id: world.branchIds[0], name: { en: "Branch 1", ar: "فرع 1" }, merchantId: world.merchantId },
    ]);
    expect(choices.ratePlans.map((plan) => plan.toLowerCase())).toEqual(["silver", "gold"].sort());
  });
});

describe("a deal", () => {
  test("is shown in full: terms with their line breaks, and its active branches with directions", async () => {
    await database.prisma.branch.update({
      where: { id: world.branchIds[0] },
      data: { phone: "0220000101", latitude: "30.0586", longitude: "31.3367", addressEn: "12 Street" },
    });
    const id = await create({
      termsEn: "Once a day.\nWhile stocks last.",
      branchIds: [world.branchIds[0], world.branchIds[1], world.inactiveBranchId],
    });
    const deal = (await read(id)).body as unknown as Deal;
    expect(deal.terms.en).toBe("Once a day.\nWhile stocks last.");
    expect(deal.branches).toEqual([
      {
        id: world.branchIds[0],
        name: { en: "Branch 1", ar: "فرع 1" },
        address: { en: "12 Street", ar: "" },
        phone: "0220000101",
        latitude: "30.0586",
        longitude: "31.3367",
      },
      {
        id: world.branchIds[1],
        name: { en: "Branch 2", ar: "فرع 2" },
        address: { en: "", ar: "" },
        phone: null,
        latitude: "",
        longitude: "",
      },
    ]);
  });

  test("of any state but live is not found, and neither is an unknown one", async () => {
    const hidden = [
      await create({ state: "draft" }),
      await create({ state: "paused" }),
      await create({ startDate: daysFromNow(1) }),
      await create({ endDate: daysFromNow(-1) }),
      2_000_000_000,
    ];
    for (const id of hidden) {
      const answer = await read(id);
      expect([answer.status, answer.body.error?.code]).toEqual([404, "not_found"]);
    }
    expect((await read("first")).status).toBe(422);
  });
});

describe("a customer at the till", () => {
  const usable = async (segment: number, branch: number) => {
    const answer = await cashier.call(readUsable, {
      path: `/api/portal/deals/usable?segment=${segment}&branch=${branch}`,
    });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return (answer.body as unknown as UsableDeals).deals.map(({ id }) => id);
  };

  test("may use the live deals of the branch that are for everybody or for the tier's rate plan", async () => {
    await ensureFoundation(database.prisma);
    const [here = 0, elsewhere = 0] = world.branchIds;
    const tier = async (ratePlan: string | null) => {
      const { segmentId } = await database.prisma.segmentVersion.findFirstOrThrow({
        where: { isCurrent: true, segment: { isDefault: true } },
      });
      await database.prisma.segmentVersion.updateMany({
        where: { segmentId, isCurrent: true },
        data: { ratePlan },
      });
      return segmentId;
    };
    const everybody = await create({ branchIds: [here, elsewhere] });
    const gold = await create({ branchIds: [here], ratePlans: ["Gold"] });
    await create({ branchIds: [here], ratePlans: ["silver"] });
    await create({ branchIds: [elsewhere] });
    await create({ branchIds: [here], state: "paused" });
    await create({ branchIds: [here], startDate: daysFromNow(1) });
    expect((await usable(await tier("GOLD"), here)).sort()).toEqual([everybody, gold]);
    expect(await usable(await tier(null), here)).toEqual([everybody]);
    expect(await usable(2_000_000_000, here)).toEqual([everybody]);
  });

  test("may use a deal that names no branch at every branch of its merchant, and nowhere one whose branches are closed", async () => {
    const [here = 0, elsewhere = 0] = world.branchIds;
    const branch = async (merchantId: number, msisdn: string) =>
      (await database.prisma.branch.create({ data: { merchantId, msisdn, nameEn: "Far", nameAr: "بعيد" } }))
        .id;
    const theirs = await branch(await createMerchant(database.pool), "+201099000001");
    const closed = await branch(world.merchantId, "+201099000002");
    const [everywhere, gone] = [await create({ branchIds: [] }), await create({ branchIds: [closed] })];
    await database.prisma.branch.update({ where: { id: closed }, data: { isActive: false } });
    services().deals.forget();
    const listed = async (branch: number) => {
      const answer = await cashier.call(listDeals, { path: `/api/portal/deals?branch=${branch}` });
      return (answer.body as unknown as DealPage).deals.map(({ id }) => id);
    };
    for (const branch of [here, elsewhere])
      expect([await usable(1, branch), await listed(branch)]).toEqual([[everywhere], [everywhere]]);
    expect([await usable(1, theirs), await listed(theirs)]).toEqual([[], []]);
    expect(await usable(1, closed)).not.toContain(gone);
  });
});

test("what is seen and opened in the portal is counted for the day, and what is not live is not", async () => {
  const [one, other, paused] = [await create(), await create(), await create({ state: "paused" })];
  const look = async (body: { seen: number[]; opened: number[] }) => {
    const answer = await cashier.call(countLooks, { method: "POST", body });
    expect(answer.body).toEqual({ isNoted: true });
  };
  await look({ seen: [one, other, paused], opened: [] });
  await look({ seen: [one, 2_000_000_000], opened: [one, paused] });
  await services().dealCounts.flush();
  await look({ seen: [one], opened: [] });
  await services().dealCounts.flush();
  const rows = await database.prisma.dealDay.findMany({ orderBy: { dealId: "asc" } });
  const day = new Date(`${formatLocalDate(new Date(), DEFAULT_TIME_ZONE)}T00:00:00Z`);
  expect(rows).toEqual([
    { dealId: one, day, channelId: 2, views: 3n, taps: 1n },
    { dealId: other, day, channelId: 2, views: 1n, taps: 0n },
  ]);
});
