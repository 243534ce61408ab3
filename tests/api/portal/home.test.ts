import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { homePortal } from "@/lib/areas/home/portal";
import type { Home } from "@/lib/areas/home/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { routeOf } from "@/lib/portal/serve";
import { services } from "@/lib/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import { workTill } from "@/tests/support/portal/work-till";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const { signIn } = routesOf(sessionPortal);

let database: TestDatabase;
let world: PortalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
});
afterAll(() => database.drop());

test("a new merchant's admin is led to the first points, by what is there, until they have moved", async () => {
  const firstSteps = async (username: string) => {
    const browser = new TestBrowser();
    await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
    return ((await browser.call(routeOf(homePortal.read))).body as unknown as Home).firstSteps;
  };
  const { prisma } = database;
  await prisma.user.updateMany({ where: { username: "cashier" }, data: { isActive: false } });
  expect(await firstSteps("merchant_admin")).toEqual({ branch: true, cashier: false, till: false });
  await prisma.user.updateMany({ where: { username: "cashier" }, data: { isActive: true } });
  expect(await firstSteps("merchant_admin")).toEqual({ branch: true, cashier: true, till: false });
  expect(await firstSteps("supervisor")).toBeNull();
  await workTill({ database, world }, async ({ wallet, post, commands }) =>
    post(commands.reward(await wallet("Mona Adel"), 10)),
  );
  expect(await firstSteps("merchant_admin")).toBeNull();
});

test("an operator's home says that all is well only when a copy is kept elsewhere and troubles are told", async () => {
  const browser = new TestBrowser();
  await browser.call(signIn, {
    method: "POST",
    body: { username: "programme_operator", password: TEST_PASSWORD },
  });
  const service = async () =>
    ((await browser.call(routeOf(homePortal.read))).body as unknown as Home).service;
  const { prisma } = database;
  await prisma.programme.updateMany({ data: { troublesToldTo: "" } });
  expect(await service()).toMatchObject({ lastBackup: null, isAnybodyTold: false });
  const copied = (after: object) =>
    prisma.auditLog.create({
      data: {
        ...{ action: "programme.back_up", subjectType: "programme", subjectId: "1", after },
      },
    });
  await copied({ isProved: true, isOnSameDisk: true });
  await prisma.programme.updateMany({ data: { troublesToldTo: "owner@example.com" } });
  expect(await service()).toMatchObject({
    lastBackup: { isProved: true, isOnSameDisk: true },
    isAnybodyTold: true,
  });
  await copied({ isProved: true });
  expect(await service()).toMatchObject({ lastBackup: { isProved: true, isOnSameDisk: false } });
});

test("home has something to do while customers have not joined and while a request of one's own waits", async () => {
  const browser = new TestBrowser();
  await browser.call(signIn, {
    method: "POST",
    body: { username: "merchant_admin", password: TEST_PASSWORD },
  });
  const needs = async () => ((await browser.call(routeOf(homePortal.read))).body as unknown as Home).needs;
  const kindsOf = async () => (await needs()).map(({ kind }) => kind);
  expect(await kindsOf()).not.toContain("notJoined");
  await workTill({ database, world }, async ({ wallet, post, commands }) => {
    const served = await wallet("Hany Fares");
    await post(commands.reward(served, 30));
    await database.prisma.wallet.update({ where: { id: served.id }, data: { isOptedIn: false } });
  });
  expect(await needs()).toContainEqual({ kind: "notJoined", count: 1, first: [{ id: 1, points: 30 }] });
  const { prisma } = database;
  const { id } = await prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
  const asked = { kind: "rules", reason: "", requestedBy: id, merchantId: world.merchantId };
  const { clock } = services();
  await prisma.pointAdjustment.create({
    data: {
      ...{ ...asked, requestedAt: clock.now(), expiresAt: new Date(clock.now().getTime() + 60_000) },
      reference: "own-request",
      contentHash: Buffer.alloc(32),
    },
  });
  expect(await needs()).toContainEqual({
    kind: "ownRequests",
    count: 1,
    first: [expect.objectContaining({ kind: "rules", deciders: expect.any(Array) })],
  });
});
