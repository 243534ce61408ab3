import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as serveImage } from "@/app/images/[hash]/route";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { categoriesPortal } from "@/lib/areas/categories/portal";
import type { CountedCategory } from "@/lib/areas/categories/record";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import type {
  DealAnswer,
  DealDeskChoices,
  DealFields,
  DeskDeal,
  DeskFilterChoices,
  DeskList,
} from "@/lib/areas/deals/desk-schemas";
import { NEEDED_PARTS } from "@/lib/areas/deals/words";
import { offersPortal } from "@/lib/areas/offers/portal";
import type { OfferCalendar } from "@/lib/areas/offers/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { formatLocalDate } from "@/lib/platform/time";
import { routeOf } from "@/lib/portal/serve";
import type { ManyAnswer } from "@/lib/portal/wire/many";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import { services } from "@/lib/services";
import { createTemplate } from "@/tests/support/coupons";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createPromotion } from "@/tests/support/ledger";
import { photograph, picture, pngBomb } from "@/tests/support/pictures";
import { daysFromNow, createDeal as insertDeal, newDeal } from "@/tests/support/portal/deals";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalAnswer,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const uploadImage = routeOf(deskDealsPortal.storePicture);
const duplicateDeal = routeOf(deskDealsPortal.duplicate);
const deleteDeal = routeOf(deskDealsPortal.remove);
const readDeal = routeOf(deskDealsPortal.deskOne);
const updateDeal = routeOf(deskDealsPortal.change);
const moveDeal = routeOf(deskDealsPortal.move);
const readAnswer = routeOf(deskDealsPortal.answer);
const readCalendar = routeOf(offersPortal.calendar);
const readChoices = routeOf(deskDealsPortal.deskChoices);
const readFilterChoices = routeOf(deskDealsPortal.filters);
const orderDeals = routeOf(deskDealsPortal.reorder);
const createDeal = routeOf(deskDealsPortal.create);
const listDeals = routeOf(deskDealsPortal.deskList);
const moveMany = routeOf(deskDealsPortal.moveMany);
const { signIn } = routesOf(sessionPortal);
const { decide } = routesOf(adjustmentsPortal);

let database: TestDatabase;
let world: PortalWorld;
let categoryId: number;
const admin = new TestBrowser();
const operator = new TestBrowser();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  categoryId = (await database.prisma.category.create({ data: { nameEn: "Coffee", nameAr: "قهوة" } })).id;
  for (const [browser, username] of [
    [admin, "merchant_admin"],
    [operator, "programme_operator"],
  ] as const)
    await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
});
afterAll(() => database.drop());

const target = (dealId: number) => ({ params: { dealId: String(dealId) } });

function accepted<Body>(answer: PortalAnswer): Body {
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body as unknown as Body;
}

async function create(fields: Partial<DealFields> = {}): Promise<DeskDeal> {
  const body = { merchantId: world.merchantId, ...newDeal(categoryId, fields) };
  return accepted(await admin.call(createDeal, { method: "POST", body }));
}

const put = (deal: DeskDeal, fields: Partial<DealFields> & { version?: number } = {}, browser = admin) =>
  browser.call(updateDeal, { method: "PUT", ...target(deal.id), body: { ...deal, ...fields } });

const step = (deal: DeskDeal, move: string, browser = admin) =>
  browser.call(moveDeal, { method: "POST", ...target(deal.id), body: { version: deal.version, move } });

/** The deal once the operator has agreed to what the admin asked for. */
async function agreed(answer: PortalAnswer): Promise<DeskDeal> {
  expect(answer.body.error?.code).toBe("second_person_asked");
  const { id } = await database.prisma.pointAdjustment.findFirstOrThrow({
    where: { state: "requested" },
    orderBy: { id: "desc" },
  });
  const body = { decision: "approve", note: "" };
  accepted(await operator.call(decide, { method: "POST", params: { adjustmentId: String(id) }, body }));
  const deal = await database.prisma.deal.findFirstOrThrow({
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
  });
  return accepted(await admin.call(readDeal, target(deal.id)));
}
const publish = async (deal: DeskDeal) => agreed(await step(deal, "publish"));

async function list(query: Record<string, string | number> = {}, browser = admin): Promise<DeskList> {
  const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return accepted(await browser.call(listDeals, { path: `/api/portal/manage/deals?${address}` }));
}

describe("a deal in the desk", () => {
  test("is made, changed and published, and GetDeals answers it at once", async () => {
    const draft = await create({ branchIds: [world.branchIds[0]], startDate: daysFromNow(-1).toISOString() });
    expect(draft).toMatchObject({ state: "draft", moves: ["publish"], isStarted: false, version: 1 });
    const changed = accepted<DeskDeal>(await put(draft, { titleEn: "Changed", ratePlans: ["Gold", "GOLD"] }));
    expect([changed.titleEn, changed.ratePlans, changed.version]).toEqual(["Changed", ["GOLD"], 2]);
    const published = await publish(changed);
    expect(published).toMatchObject({ state: "live", moves: ["pause", "end"], isStarted: true });
    expect(published.lastChange?.by).toBe("The merchant_admin");
    const { deals } = await services().deals.live("gold");
    expect(deals.map(({ id }) => id)).toContain(draft.id);
    accepted(await step(published, "pause"));
    const later = await services().deals.live("gold");
    expect(later.deals.map(({ id }) => id)).not.toContain(draft.id);
  });

  test("is paused, resumed and ended among many, each by the version that was read", async () => {
    const live = async () =>
      publish(await create({ startDate: daysFromNow(-1).toISOString(), branchIds: [world.branchIds[0]] }));
    const [one, stale, draft] = [await live(), await live(), await create()];
    const records = [one, { ...stale, version: 1 }, draft].map(({ id, version }) => ({ id, version }));
    const send = async (body: object) =>
      accepted<ManyAnswer>(await admin.call(moveMany, { method: "POST", body })).results;
    const paused = await send({ move: "pause", records });
    expect(paused.map(({ id, version, refusal }) => [id, version, refusal?.code])).toEqual([
      [one.id, one.version + 1, undefined],
      [stale.id, null, "conflict"],
      [draft.id, null, "deal_state"],
    ]);
    const listed = async () => (await services().deals.live(null)).deals.map(({ id }) => id);
    expect(await listed()).not.toContain(one.id);
    expect(await listed()).toContain(stale.id);
    const undone = await send({
      move: "resume",
      records: [{ id: one.id, version: paused[0]?.version }],
      isUndo: true,
    });
    expect(undone).toEqual([{ id: one.id, version: one.version + 2, refusal: null }]);
    expect(await listed()).toContain(one.id);
    const ended = await send({ move: "end", records: [{ id: one.id, version: one.version + 2 }] });
    expect(ended).toEqual([{ id: one.id, version: one.version + 3, refusal: null }]);
    expect(await listed()).not.toContain(one.id);
    const refused = await admin.call(moveMany, { method: "POST", body: { move: "publish", records } });
    expect(refused.status).toBe(422);
  });

  test("can be deleted only before its first publication, and says whether it can", async () => {
    const remove = ({ id, version }: Pick<DeskDeal, "id" | "version">) =>
      admin.call(deleteDeal, {
        method: "DELETE",
        ...target(id),
        path: `/api/portal/manage/deals/${id}?version=${version}`,
      });
    const draft = await create();
    expect(draft.isDeletable).toBe(true);
    const { id, version } = draft;
    expect((await remove({ id, version: version + 1 })).body.error?.code).toBe("conflict");
    expect(accepted(await remove(draft))).toEqual({ isDeleted: true });
    expect((await admin.call(readDeal, target(id))).status).toBe(404);
    expect((await list()).deals.map((deal) => deal.id)).not.toContain(id);
    const published = await publish(await create());
    expect(published.isDeletable).toBe(false);
    expect((await remove(published)).body.error?.code).toBe("deal_state");
  });

  test("is refused field by field, in both languages", async () => {
    const body = {
      merchantId: world.merchantId,
      publication: { startsNow: false },
      ...newDeal(categoryId, { titleEn: "", discount: 400, endDate: daysFromNow(0).toISOString() }),
    };
    const answer = await admin.call(createDeal, { method: "POST", body });
    expect(answer.status).toBe(422);
    expect(answer.body.error?.fields).toEqual({
      titleEn: FIELD_PROBLEMS.required,
      discount: { en: "At most 100", ar: "لا تزيد القيمة على 100" },
      endDate: FIELD_PROBLEMS.ends_before_start,
    });
  });

  describe("as a draft with almost nothing", () => {
    const bare = {
      ...{ titleEn: "", categoryId: null, discount: null },
      ...{ startDate: null, endDate: null, expiryDate: null },
    };
    const required = Object.fromEntries(NEEDED_PARTS.map((part) => [part, FIELD_PROBLEMS.required]));

    test("is saved, copied and listed with what it lacks", async () => {
      const draft = await create({ ...bare, titleAr: "مسودة أولى" });
      expect(draft).toMatchObject({ ...bare, state: "draft", moves: ["publish"] });
      const copy = accepted<DeskDeal>(
        await admin.call(duplicateDeal, { method: "POST", ...target(draft.id) }),
      );
      expect(copy).toMatchObject({ ...bare, titleAr: "مسودة أولى", state: "draft" });
      const found = (await list({ text: "مسودة أولى", state: "draft" })).deals;
      expect(found.map(({ id, lacks, title, category }) => ({ id, lacks, title, category }))).toEqual(
        [draft.id, copy.id].map((id) => ({
          id,
          lacks: [...NEEDED_PARTS],
          title: { en: "مسودة أولى", ar: "مسودة أولى" },
          category: null,
        })),
      );
      const whole = accepted<DeskDeal>(await put(draft, newDeal(categoryId)));
      const [listed] = (await list({ text: whole.titleEn })).deals.filter(({ id }) => id === draft.id);
      expect(listed?.lacks).toEqual([]);
    });

    test("is not published, neither from the list nor by its form, and says each missing field", async () => {
      const draft = await create(bare);
      const answers = [
        await step(draft, "publish"),
        await put(draft, { publication: { startsNow: true } } as object),
        await admin.call(createDeal, {
          method: "POST",
          body: {
            merchantId: world.merchantId,
            ...newDeal(categoryId, bare),
            publication: { startsNow: false },
          },
        }),
      ];
      for (const { status, body } of answers) expect([status, body.error?.fields]).toEqual([422, required]);
      const now = accepted<DeskDeal>(await admin.call(readDeal, target(draft.id)));
      expect([now.state, now.version]).toEqual(["draft", 1]);
    });

    test("keeps all its parts once it is published", async () => {
      const published = await publish(await create());
      for (const part of NEEDED_PARTS) {
        const answer = await put(published, { [part]: bare[part] });
        expect([answer.status, answer.body.error?.fields]).toEqual([
          422,
          { [part]: FIELD_PROBLEMS.required },
        ]);
      }
      await expect(
        database.prisma.deal.update({ where: { id: published.id }, data: { categoryId: null } }),
      ).rejects.toThrow("deal_whole");
    });
  });

  test("of two admins is saved by the first; the second gets 409, and nothing is overwritten", async () => {
    const deal = await create();
    accepted(await put(deal, { titleEn: "First" }));
    const second = await put(deal, { titleEn: "Second" }, operator);
    expect([second.status, second.body.error?.code]).toEqual([409, "conflict"]);
    const now = accepted<DeskDeal>(await admin.call(readDeal, target(deal.id)));
    expect([now.titleEn, now.version]).toEqual(["First", 2]);
  });

  test("of another merchant does not exist for an admin", async () => {
    const dealId = await insertDeal(database, { merchantId: world.foreignMerchantId, categoryId });
    const foreign = accepted<DeskDeal>(await operator.call(readDeal, target(dealId)));
    for (const answer of [
      await admin.call(readDeal, target(dealId)),
      await put(foreign),
      await step(foreign, "pause"),
      await admin.call(duplicateDeal, { method: "POST", ...target(dealId) }),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([404, "not_found"]);
    const refused = await admin.call(listDeals, {
      path: `/api/portal/manage/deals?merchant=${world.foreignMerchantId}`,
    });
    expect(refused.body.error?.code).toBe("not_found");
    const branch = await put(await create(), { branchIds: [world.foreignBranchId] });
    expect(branch.body.error?.fields).toEqual({ branchIds: FIELD_PROBLEMS.invalid });
  });

  test("does not make a move that its state has not", async () => {
    const deal = await create();
    const answer = await step(deal, "pause");
    expect([answer.status, answer.body.error?.code]).toEqual([409, "deal_state"]);
  });

  test("is copied to a draft", async () => {
    const deal = await create({ titleEn: "Original" });
    const copy = accepted<DeskDeal>(await admin.call(duplicateDeal, { method: "POST", ...target(deal.id) }));
    expect(copy).toMatchObject({ titleEn: "Original", state: "draft" });
    expect(copy.id).not.toBe(deal.id);
  });

  test("keeps markup as the text it is, and refuses characters that turn the reading around", async () => {
    const markup = '<script>alert("1")</script>';
    const deal = await create({ titleEn: markup, termsEn: markup });
    expect([deal.titleEn, deal.termsEn]).toEqual([markup, markup]);
    const answer = await put(deal, { titleEn: "50\u202e%", descriptionAr: "\u2066خصم" });
    expect(answer.status).toBe(422);
    expect(answer.body.error?.fields).toEqual({
      titleEn: FIELD_PROBLEMS.unsafe_text,
      descriptionAr: FIELD_PROBLEMS.unsafe_text,
    });
  });
});

describe("the desk's list", () => {
  test("shows the own deals in every state, with how many there are of each", async () => {
    await insertDeal(database, { merchantId: world.merchantId, categoryId, titleEn: "Zebra live" });
    const dates = { startDate: daysFromNow(-9), endDate: daysFromNow(-2), expiryDate: daysFromNow(-1) };
    await insertDeal(database, { merchantId: world.merchantId, categoryId, titleEn: "Zebra over", ...dates });
    await insertDeal(database, {
      ...{ merchantId: world.merchantId, categoryId, titleEn: "Zebra next", startDate: daysFromNow(1) },
    });
    await insertDeal(database, { merchantId: world.foreignMerchantId, categoryId, titleEn: "Zebra foreign" });
    const all = await list({ text: "zebra" });
    expect(all.counts).toEqual({ draft: 0, scheduled: 1, live: 1, paused: 0, stopped: 0, ended: 1 });
    expect(all.deals.map(({ state }) => state).sort()).toEqual(["ended", "live", "scheduled"]);
    const over = await list({ text: "zebra", state: "ended" });
    expect(over.deals.map(({ title, moves, warnings }) => [title.en, moves, warnings])).toEqual([
      ["Zebra over", [], []],
    ]);
    expect(over.counts).toEqual(all.counts);
    const everybody = await list({ text: "zebra" }, operator);
    expect(everybody.total).toBe(4);
    expect((await list({ text: "zebra", merchant: world.foreignMerchantId }, operator)).total).toBe(1);
  });

  test("shows the deals that end within a week, and no others", async () => {
    const own = { merchantId: world.merchantId, categoryId };
    const until = (days: number) => ({ endDate: daysFromNow(days), expiryDate: daysFromNow(60) });
    await insertDeal(database, { ...own, titleEn: "Okapi soon", ...until(6) });
    await insertDeal(database, { ...own, titleEn: "Okapi later", ...until(8) });
    await insertDeal(database, { ...own, titleEn: "Okapi next", startDate: daysFromNow(2), ...until(6) });
    const ending = await list({ text: "okapi", ends: "week" });
    expect(ending.deals.map(({ title }) => title.en)).toEqual(["Okapi soon"]);
    expect(ending).toMatchObject({ total: 1, order: null });
  });

  test("has the deals of a branch, of some days, and without a language, in the order that is asked for, page by page", async () => {
    const own = { merchantId: world.merchantId, categoryId };
    const [first, second] = world.branchIds;
    const days = (from: number, until: number) => ({
      ...{ startDate: daysFromNow(from), endDate: daysFromNow(until), expiryDate: daysFromNow(60) },
    });
    await insertDeal(database, { ...own, titleEn: "Lemur here", branchIds: [first], ...days(-3, 20) });
    await insertDeal(database, { ...own, titleEn: "Lemur there", branchIds: [second], ...days(10, 15) });
    await insertDeal(database, { ...own, titleEn: "Lemur anywhere", titleAr: "", ...days(-5, 4) });
    await insertDeal(database, { ...own, titleEn: "Lemur over", ...days(-9, -2) });
    await insertDeal(database, {
      ...{ merchantId: world.foreignMerchantId, categoryId, titleEn: "Lemur foreign", ...days(-3, 30) },
    });
    const titles = async (query: Record<string, string | number>, browser = admin) =>
      (await list({ text: "lemur", ...query }, browser)).deals.map(({ title }) => title.en.slice(6));
    expect((await titles({ branch: first }, operator)).sort()).toEqual(["anywhere", "here", "over"]);
    expect(await titles({ branch: world.foreignBranchId })).toEqual([]);
    const day = (ahead: number) => formatLocalDate(daysFromNow(ahead), "Africa/Cairo");
    expect((await titles({ from: day(5), until: day(12) })).sort()).toEqual(["here", "there"]);
    expect(await titles({ until: day(-8) })).toEqual(["over"]);
    expect(await titles({ without: "ar" })).toEqual(["anywhere"]);
    expect(await titles({ order: "newest" })).toEqual(["over", "anywhere", "there", "here"]);
    const ends = await titles({ order: "ends" });
    expect(ends).toEqual(["anywhere", "there", "here", "over"]);
    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: DeskList = await list({
        text: "lemur",
        order: "ends",
        limit: 1,
        ...(cursor && { cursor }),
      });
      pages.push(...page.deals.map(({ title }) => title.en.slice(6)));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(ends);
  });

  test("is searched in both languages, and warns of what deserves a second look", async () => {
    const categoryId = (
      await database.prisma.category.create({ data: { nameEn: "Far away", nameAr: "بعيد", icon: "coffee" } })
    ).id;
    await create({ titleEn: "Giraffe", titleAr: "زرافة طويلة", branchIds: [world.branchIds[1]], categoryId });
    const [found] = (await list({ text: "زرافه" })).deals;
    expect(found?.title.en).toBe("Giraffe");
    expect(found?.warnings).toEqual(["no_image"]);
  });

  test("comes page by page", async () => {
    const seen: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: DeskList = await list({ limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.deals.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength((await list()).total);
  });
});

test("the choices are the actor's own: no branch or deal of another merchant", async () => {
  const choices = accepted<DealDeskChoices>(await admin.call(readChoices));
  expect(choices.merchants.map(({ id }) => id)).toEqual([world.merchantId]);
  expect(choices.branches.every(({ merchantId }) => merchantId === world.merchantId)).toBe(true);
  expect(choices.deals.every(({ merchantId }) => merchantId === world.merchantId)).toBe(true);
  expect(accepted<DealDeskChoices>(await operator.call(readChoices)).merchants.length).toBeGreaterThan(1);
});

test("the list is filtered by the actor's own merchants and by every category", async () => {
  const { categories, merchants } = accepted<DeskFilterChoices>(await admin.call(readFilterChoices));
  expect(merchants.map(({ id }) => id)).toEqual([world.merchantId]);
  expect(categories).toEqual(
    accepted<DealDeskChoices>(await admin.call(readChoices)).categories.map(({ id, name }) => ({ id, name })),
  );
  expect(
    accepted<DeskFilterChoices>(await operator.call(readFilterChoices)).merchants.length,
  ).toBeGreaterThan(1);
});

test("the order is changed only from its present state", async () => {
  const read = async () => (await list()).order ?? [];
  const order = (body: object) => admin.call(orderDeals, { method: "PUT", body });
  const from = await read();
  const to = [...from].reverse();
  accepted(await order({ merchantId: world.merchantId, from, to }));
  expect(await read()).toEqual(to);
  const late = await order({ merchantId: world.merchantId, from, to: from });
  expect([late.status, late.body.error?.code]).toEqual([409, "conflict"]);
  expect((await order({ merchantId: null, from: [], to: [] })).body.error?.code).toBe("forbidden");
  // Filters leave out deals between which others would be put, and an answer has the order once.
  const { order: whole, nextCursor } = await list({ limit: 1 });
  expect(whole).toEqual(to);
  for (const query of [
    { state: "draft" },
    { text: "deal" },
    { category: categoryId },
    { cursor: nextCursor ?? "" },
  ])
    expect((await list(query)).order, JSON.stringify(query)).toBeNull();
});

describe("what GetDeals answers", () => {
  const ask = async (query: Record<string, string>, browser = admin): Promise<DealAnswer> =>
    accepted(
      await browser.call(readAnswer, {
        path: `/api/portal/manage/deals/answer?${new URLSearchParams(query)}`,
      }),
    );

  test("is shown for any plan, language and moment, as callers get it", async () => {
    await insertDeal(database, {
      ...{ merchantId: world.merchantId, categoryId, titleEn: "Soon", titleAr: "قريبا", ratePlans: ["Tin"] },
      startDate: daysFromNow(5),
    });
    const at = daysFromNow(6).toISOString();
    const titles = ({ envelope }: DealAnswer) => envelope.deals.map(({ Title }) => Title);
    expect(titles(await ask({ ratePlan: "tin" }))).not.toContain("Soon");
    expect(titles(await ask({ ratePlan: "tin", at }))).toContain("Soon");
    expect(titles(await ask({ ratePlan: "other", at }))).not.toContain("Soon");
    expect(titles(await ask({ ratePlan: "tin", at, language: "ar" }))).toContain("قريبا");
    expect((await ask({})).envelope).toMatchObject({ ErrorCode: 0, EnglishErrorMessage: "" });
  });

  test("does not tell an admin what other merchants plan", async () => {
    await insertDeal(database, {
      ...{ merchantId: world.foreignMerchantId, categoryId, titleEn: "Their secret" },
      startDate: daysFromNow(50),
      endDate: daysFromNow(60),
      expiryDate: daysFromNow(60),
    });
    const at = daysFromNow(55).toISOString();
    expect(JSON.stringify(await ask({ at }))).not.toContain("Their secret");
    expect(JSON.stringify(await ask({ at }, operator))).toContain("Their secret");
  });
});

describe("an upload", () => {
  const upload = (body: Uint8Array | string) =>
    admin.call(uploadImage, { method: "POST", body, headers: { "content-type": "image/png" } });

  test("is re-encoded and served by its hash: cached for ever, and as a picture only", async () => {
    const { hash } = accepted<{ hash: string }>(await upload(await photograph()));
    const served = await serveImage(new Request("http://portal.test"), { params: Promise.resolve({ hash }) });
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(await served.arrayBuffer()).includes("SECRET OWNER")).toBe(false);
    expect((await create({ imageHash: hash })).imageHash).toBe(hash);
  });

  const files: [
    name: string,
    file: () => Promise<Uint8Array | string>,
    problem: "type" | "broken" | "too_large",
  ][] = [
    [
      "an SVG with a script",
      async () => '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
      "type",
    ],
    ["a web page called picture.png", async () => "<!doctype html><script>1</script>", "type"],
    ["a bomb", async () => pngBomb(60_000, 60_000), "too_large"],
    ["a picture that breaks off", async () => (await picture("jpeg")).subarray(0, 900), "broken"],
  ];
  test.each(files)("of %s is refused and leaves nothing", async (_name, file, problem) => {
    const before = await database.prisma.image.count();
    const answer = await upload(await file());
    expect(answer.status).toBe(422);
    expect(answer.body.error?.fields).toEqual({ picture: FIELD_PROBLEMS[`picture_${problem}`] });
    expect(await database.prisma.image.count()).toBe(before);
  });

  test("that is too long is not read to its end", async () => {
    const answer = await upload(new Uint8Array(9 * 1024 * 1024));
    expect([answer.status, answer.body.error?.code]).toEqual([413, "too_large"]);
  });
});

describe("categories", () => {
  const fields = { nameEn: "Books", nameAr: "كتب", icon: "book-open", sortingNumber: 3 };
  const byName = (answer: PortalAnswer, name: string): CountedCategory => {
    const { categories } = accepted<{ categories: CountedCategory[] }>(answer);
    const found = categories.find(({ nameEn }) => nameEn === name);
    if (found === undefined) throw new Error(`There is no category ${name}.`);
    return found;
  };

  test("are made, changed and taken out of use by operators, and read by admins", async () => {
    const made = byName(
      await operator.call(routeOf(categoriesPortal.create), { method: "POST", body: fields }),
      "Books",
    );
    const params = { categoryId: String(made.id) };
    const body = { ...fields, nameEn: "Reading", version: made.version };
    const changed = byName(
      await operator.call(routeOf(categoriesPortal.change), { method: "PUT", params, body }),
      "Reading",
    );
    expect(changed).toMatchObject({ isActive: true, version: 2, dealCount: 0 });
    const late = await operator.call(routeOf(categoriesPortal.change), { method: "PUT", params, body });
    expect([late.status, late.body.error?.code]).toEqual([409, "conflict"]);
    const off = { method: "PATCH", params, body: { isActive: false } };
    expect(byName(await operator.call(routeOf(categoriesPortal.activate), off), "Reading").isActive).toBe(
      false,
    );
    expect(byName(await admin.call(routeOf(categoriesPortal.list)), "Reading").isActive).toBe(false);
  });

  test("without a name in both languages, or with an icon there is not, are refused", async () => {
    const answer = await operator.call(routeOf(categoriesPortal.create), {
      method: "POST",
      body: { ...fields, nameAr: "", icon: "skull" },
    });
    expect(answer.body.error?.fields).toEqual({
      nameAr: FIELD_PROBLEMS.required,
      icon: FIELD_PROBLEMS.invalid,
    });
  });
});

describe("saving and publishing in one step", () => {
  const publication = (startsNow: boolean) => ({ publication: { startsNow } });

  test("makes a deal that is live at once, whatever start was sent, in one act", async () => {
    const body = { merchantId: world.merchantId, ...newDeal(categoryId), ...publication(true) };
    const deal = await agreed(await admin.call(createDeal, { method: "POST", body }));
    expect(deal).toMatchObject({ state: "live", version: 1, isDeletable: false });
    expect(Date.parse(deal.startDate ?? "")).toBeLessThanOrEqual(Date.now());
    const acts = await database.prisma.auditLog.findMany({
      where: { subjectType: "deal", subjectId: String(deal.id) },
    });
    expect(acts.map(({ action }) => action)).toEqual(["deal.create"]);
    expect((await services().deals.live(null)).deals.map(({ id }) => id)).toContain(deal.id);
  });

  test("publishes a draft with what is saved of it, and changes nothing when it cannot be", async () => {
    const draft = await create();
    const past = { startDate: daysFromNow(-3).toISOString(), endDate: daysFromNow(-1).toISOString() };
    const send = (deal: DeskDeal, fields: object) =>
      admin.call(updateDeal, { method: "PUT", ...target(deal.id), body: { ...deal, ...fields } });
    const refused = await send(draft, { titleEn: "Never", ...past, ...publication(false) });
    expect(refused.body.error?.fields).toHaveProperty("endDate");
    const kept = accepted<DeskDeal>(await admin.call(readDeal, target(draft.id)));
    expect([kept.titleEn, kept.state, kept.version]).toEqual([draft.titleEn, "draft", draft.version]);
    const scheduled = await agreed(await send(draft, { titleEn: "Soon", ...publication(false) }));
    expect(scheduled).toMatchObject({ titleEn: "Soon", state: "scheduled", startDate: draft.startDate });
    expect((await send(scheduled, publication(true))).body.error?.code).toBe("deal_state");
  });

  test("takes the dates of the dialog, and a scheduled deal can be started before its day", async () => {
    const draft = await create();
    const dates = {
      startsNow: false,
      startDate: daysFromNow(2).toISOString(),
      endDate: daysFromNow(5).toISOString(),
      expiryDate: daysFromNow(6).toISOString(),
    };
    const publishWith = (body: object) =>
      admin.call(moveDeal, {
        method: "POST",
        ...target(draft.id),
        body: { version: 1, move: "publish", ...body },
      });
    const refused = await publishWith({ dates: { ...dates, endDate: daysFromNow(1).toISOString() } });
    expect(refused.body.error?.fields).toHaveProperty("dates.endDate");
    const scheduled = await agreed(await publishWith({ dates }));
    const { startDate, endDate, expiryDate } = dates;
    expect(scheduled).toMatchObject({ state: "scheduled", startDate, endDate, expiryDate });
    expect(scheduled.moves).toEqual(["start", "pause", "withdraw"]);
    const started = accepted<DeskDeal>(await step(scheduled, "start"));
    expect(started).toMatchObject({ state: "live", endDate, expiryDate, isStarted: true });
    expect((await step(started, "start")).body.error?.code).toBe("deal_state");
  });
});

describe("the calendar of offers", () => {
  const read = async (query: string) =>
    accepted<OfferCalendar>(
      await admin.call(readCalendar, { path: `/api/portal/manage/offers/calendar?${query}` }),
    );

  test("has the deals of a month, by the days of the programme, and no drafts", async () => {
    const at = (day: string) => new Date(`${day}T22:00:00Z`).toISOString();
    const dates = (from: string, to: string) => ({
      startDate: at(from),
      endDate: at(to),
      expiryDate: at(to),
    });
    const between = async (from: string, to: string) => publish(await create(dates(from, to)));
    const spanning = await between("2090-01-20", "2090-03-09");
    const within = await between("2090-02-09", "2090-02-10");
    await between("2090-02-28", "2090-03-05");
    await create(dates("2090-02-03", "2090-02-05"));
    const { month, offers } = await read("month=2090-02&kind=deal");
    expect(month).toBe("2090-02");
    expect(offers.map(({ id, firstDay, lastDay }) => [id, firstDay, lastDay])).toEqual([
      [spanning.id, "2090-01-21", "2090-03-09"],
      [within.id, "2090-02-10", "2090-02-10"],
    ]);
  });

  test("has promotions and coupons too, where they hold, with what meets on one bill", async () => {
    const { pool, prisma } = database;
    const { merchantId, branchIds, foreignBranchId } = world;
    const [branch = 0] = branchIds;
    const promotion = await createPromotion(pool, { rule: { branchIds: [branch] } });
    const programmes = await createPromotion(pool);
    const draft = await createPromotion(pool);
    const dates = { startsAt: new Date("2090-06-09T21:00:00Z"), endsAt: new Date("2090-06-30T21:00:00Z") };
    const ids = [promotion.id, programmes.id, draft.id];
    await prisma.promotion.updateMany({ where: { id: { in: ids } }, data: dates });
    await prisma.promotion.update({ where: { id: draft.id }, data: { state: "draft" } });
    const coupon = await createTemplate(pool, {
      ...{ merchant_id: merchantId, branch_ids: `{${branch}}`, state: "stopped" },
      ...{ valid_from: "2090-06-15", valid_until: "2090-06-20" },
    });
    const openEnded = await createTemplate(pool, { valid_from: "2090-06-16", state: "live" });
    const found = ({ offers }: OfferCalendar) => offers.map(({ kind, id, lastDay }) => [kind, id, lastDay]);
    const { offers } = await read("month=2090-06");
    expect(
      offers.map(({ kind, id, state, firstDay, lastDay }) => [kind, id, state, firstDay, lastDay]),
    ).toEqual([
      ["promotion", promotion.id, "scheduled", "2090-06-10", "2090-06-30"],
      ["promotion", programmes.id, "scheduled", "2090-06-10", "2090-06-30"],
      ["coupon", coupon.id, "paused", "2090-06-15", "2090-06-20"],
      ["coupon", openEnded.id, "scheduled", "2090-06-16", null],
    ]);
    expect(offers.map(({ rivals }) => rivals.map(({ en }) => en))).toEqual([
      [`Offer ${programmes.number}`],
      [`Offer ${promotion.number}`],
      [],
      [],
    ]);
    expect(found(await read(`month=2090-06&branch=${branchIds[1]}`))).toEqual([
      ["promotion", programmes.id, "2090-06-30"],
      ["coupon", openEnded.id, null],
    ]);
    expect(found(await read(`month=2090-06&kind=coupon&merchant=${merchantId}`))).toEqual([
      ["coupon", coupon.id, "2090-06-20"],
      ["coupon", openEnded.id, null],
    ]);
    const { branches, merchants } = await read("month=2090-06");
    expect(branches.map(({ id }) => id)).not.toContain(foreignBranchId);
    expect(merchants).toEqual([]);
  });
});

test("a deal is listed with what it lacks in a language, and with how often it was seen, opened and used", async () => {
  const draft = await create({ titleAr: "", descriptionAr: "نص", branchIds: [world.branchIds[0]] });
  const deal = await publish(draft);
  const day = new Date("2026-11-20T00:00:00Z");
  await database.prisma.dealDay.createMany({
    data: [
      { dealId: deal.id, day, channelId: 1, views: 40, taps: 0 },
      { dealId: deal.id, day, channelId: 2, views: 5, taps: 3 },
    ],
  });
  const used = (logTypeId: number, cancelledLogTypeId: number, entries: number) => ({
    ...{
      offerNumber: deal.offerNumber,
      merchantId: world.merchantId,
      day,
      branchId: world.branchIds[0] ?? 0,
    },
    ...{ logTypeId, cancelledLogTypeId, entries, points: 0, value: 0 },
  });
  await database.prisma.reportDealDay.createMany({ data: [used(1, 0, 7), used(4, 1, 2), used(2, 0, 9)] });
  const listed = (await list({ text: deal.offerNumber })).deals.find(({ id }) => id === deal.id);
  expect(listed?.untranslated).toEqual({ ar: ["title"], en: ["description"] });
  const interest = { apiViews: 40, portalViews: 5, taps: 3, redemptions: 5, rewards: 9 };
  expect(listed?.interest).toEqual(interest);
  expect(accepted<DeskDeal>(await admin.call(readDeal, target(deal.id))).interest).toEqual(interest);
});
