import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import type { Bounds } from "@/lib/areas/adjustments/schemas";
import { auditPortal } from "@/lib/areas/audit/portal";
import type { AuditPage } from "@/lib/areas/audit/schemas";
import { clientsPortal } from "@/lib/areas/clients/portal";
import { deskDealsPortal } from "@/lib/areas/deals/desk-portal";
import { homePortal } from "@/lib/areas/home/portal";
import type { Home } from "@/lib/areas/home/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { routeOf } from "@/lib/portal/serve";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { daysFromNow, newDeal } from "@/tests/support/portal/deals";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const { decide } = routesOf(adjustmentsPortal);
const { create, move } = routesOf(deskDealsPortal);
const { signIn } = routesOf(sessionPortal);
const readHome = routeOf(homePortal.read);
const listActs = routeOf(auditPortal.list);

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

let numbers = 0;
/** A draft that multiplies points: its publication takes two people. */
async function draft(): Promise<{ id: number; version: number }> {
  numbers += 1;
  const { body } = await admin.call(create, {
    method: "POST",
    body: {
      merchantId: world.merchantId,
      ...newDeal(categoryId, { discountType: 5, discount: 3, offerNumber: `88007${numbers}` }),
      startDate: daysFromNow(-1).toISOString(),
    },
  });
  return body as unknown as { id: number; version: number };
}

const publish = ({ id, version }: { id: number; version: number }) =>
  admin.call(move, { method: "POST", params: { dealId: String(id) }, body: { version, move: "publish" } });

const waiting = () =>
  database.prisma.pointAdjustment.findFirstOrThrow({
    where: { state: "requested" },
    orderBy: { id: "desc" },
  });

const approve = (id: number) =>
  operator.call(decide, {
    method: "POST",
    params: { adjustmentId: String(id) },
    body: { decision: "approve", note: "Agreed" },
  });

const stateOf = async (id: number) => (await database.prisma.deal.findUniqueOrThrow({ where: { id } })).state;

/** What the home page tells the asker of a request. */
async function toldToAsker(id: number) {
  const { body } = await admin.call(readHome, { path: "/api/portal/home" });
  return (body as unknown as Home).answers.find((answer) => answer.id === id);
}

describe("a request that waits", () => {
  const marketing = new TestBrowser();
  beforeAll(async () => {
    const body = { username: "marketing", password: TEST_PASSWORD };
    await marketing.call(signIn, { method: "POST", body });
  });
  const ownOf = async (browser: TestBrowser) =>
    (await browser.call(routeOf(adjustmentsPortal.own))).body.requests;
  const withdraw = (browser: TestBrowser, id: number) =>
    browser.call(routeOf(adjustmentsPortal.withdraw), {
      method: "POST",
      params: { adjustmentId: String(id) },
    });

  test("names its record and the people it waits for, and whoever asked takes it back, marketing as well", async () => {
    const { id, version } = await draft();
    const body = { version, move: "publish" };
    const asked = { method: "POST", params: { dealId: String(id) }, body };
    expect((await marketing.call(move, asked)).body.error).toMatchObject({ code: "second_person_asked" });
    const request = await waiting();
    expect(await ownOf(marketing)).toEqual([
      {
        id: request.id,
        area: "deals",
        recordId: String(id),
        deciders: expect.arrayContaining([expect.objectContaining({ name: "The programme_operator" })]),
      },
    ]);
    expect(await ownOf(admin)).toEqual([]);
    expect((await withdraw(admin, request.id)).body.error?.code).toBe("forbidden");
    expect((await withdraw(marketing, request.id)).body).toEqual({ outcome: "withdrawn", reason: null });
    expect(await ownOf(marketing)).toEqual([]);
    expect(await stateOf(id)).toBe("draft");
    const home = (await marketing.call(readHome, { path: "/api/portal/home" })).body as unknown as Home;
    expect(home.answers).toEqual([]);
  });

  test("is an answer on the home page of whoever asked, marketing as well", async () => {
    const { id, version } = await draft();
    const body = { version, move: "publish" };
    await marketing.call(move, { method: "POST", params: { dealId: String(id) }, body });
    const request = await waiting();
    const { needs } = (await marketing.call(readHome, { path: "/api/portal/home" })).body as unknown as Home;
    expect(needs).toMatchObject([{ kind: "ownRequests", count: 1 }]);
    await approve(request.id);
    const { answers } = (await marketing.call(readHome, { path: "/api/portal/home" }))
      .body as unknown as Home;
    expect(answers).toMatchObject([{ id: request.id, state: "approved" }]);
  });
});

describe("an approval", () => {
  test("carries the act out in the asker's name, and the log says asked, approved and done", async () => {
    const deal = await draft();
    expect((await publish(deal)).body.error).toMatchObject({ code: "second_person_asked" });
    const { id } = await waiting();
    expect((await approve(id)).body).toEqual({ outcome: "done", reason: null });
    expect(await stateOf(deal.id)).toBe("published");
    expect(await toldToAsker(id)).toMatchObject({ state: "approved", isUsable: false, note: "Agreed" });
    const { acts } = (await operator.call(listActs, { path: "/api/portal/manage/audit" }))
      .body as unknown as AuditPage;
    const told = acts.map(({ action, subject, user, after }) => [
      ...[action, subject.type, user?.name, after?.state],
    ]);
    expect(told.slice(0, 3)).toEqual([
      ["deal.change_state", "deal", "The merchant_admin", "published"],
      ["wallet.approve_adjustment", "adjustment", "The programme_operator", "approved"],
      ["deal.change_state", "adjustment", "The merchant_admin", "requested"],
    ]);
    // The request is kept no longer than it waits.
    expect(await database.prisma.pointAdjustment.findUniqueOrThrow({ where: { id } })).toMatchObject({
      request: null,
      usedAt: expect.any(Date),
    });
    expect((await approve(id)).body.error).toMatchObject({ code: "conflict" });
  });

  test("of an act that can no longer be done closes the request, and tells both why", async () => {
    const deal = await draft();
    await publish(deal);
    const { id } = await waiting();
    await database.prisma.deal.update({ where: { id: deal.id }, data: { version: { increment: 1 } } });
    const { body } = await approve(id);
    expect(body).toMatchObject({
      outcome: "failed",
      reason: { en: "This was changed after the request was sent" },
    });
    expect(await toldToAsker(id)).toMatchObject({
      ...{ state: "failed", note: "Agreed" },
      failure: { en: "This was changed after you asked" },
    });
    expect(await stateOf(deal.id)).toBe("draft");
  });

  test("of an act that answers a secret lets its asker finish it, as it was sent, and nobody else", async () => {
    const body = {
      merchantId: world.merchantId,
      name: "Till system",
      scopes: ["reward"],
      isTest: false,
    };
    const asked = await admin.call(routeOf(clientsPortal.create), { method: "POST", body });
    expect(asked.body.error).toMatchObject({ code: "second_person" });
    const { id } = await waiting();
    expect((await approve(id)).body).toEqual({ outcome: "allowed", reason: null });
    expect(await toldToAsker(id)).toMatchObject({ state: "approved", isUsable: true, mayFinish: true });
    const kept = (by: typeof admin) =>
      by.call(routeOf(adjustmentsPortal.kept), { params: { adjustmentId: String(id) } });
    expect((await kept(operator)).status).toBe(404);
    expect((await kept(admin)).body).toMatchObject({ route: "POST manage/clients", body });
    const issued = await admin.call(routeOf(clientsPortal.create), { method: "POST", body });
    expect(issued.body).toMatchObject({ client: { name: "Till system" } });
    expect((await kept(admin)).status).toBe(404);
  });
});

describe("how far a person acts alone, before the press", () => {
  const read = async (browser: TestBrowser) =>
    (await browser.call(routeOf(adjustmentsPortal.bounds), { path: "/api/portal/manage/adjustments/bounds" }))
      .body as unknown as Bounds;

  test("says the points of the day that are left, and which settings ask for a second person", async () => {
    const { id: userId } = await database.prisma.user.findFirstOrThrow({
      where: { username: "merchant_admin" },
    });
    const counted = { userId, kind: "adjust", points: 4_000n, at: new Date() };
    await database.prisma.pointsAlone.create({ data: { ...counted, reference: "of-today" } });
    const { days, settings, others, isSettingUp } = await read(admin);
    expect(days).toEqual({
      adjustmentApprovalAbove: { above: 10_000, left: 6_000 },
      offersApprovalAbove: { above: 100_000, left: 100_000 },
    });
    expect(settings).toEqual({ adminsNeedSecondPerson: true, clientsNeedSecondPerson: true });
    expect({ others, isSettingUp }).toEqual({
      others: { programme: true, merchants: true },
      isSettingUp: false,
    });
  });

  test("knows a person with whom nobody else could agree", async () => {
    const { id } = await database.prisma.user.findFirstOrThrow({ where: { username: "programme_operator" } });
    await database.prisma.user.updateMany({
      where: { id: { not: id }, role: { in: ["programme_operator", "merchant_admin"] } },
      data: { isActive: false },
    });
    expect((await read(operator)).others).toEqual({ programme: false, merchants: false });
  });
});
