import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { tillsPortal } from "@/lib/areas/tills/portal";
import type { TillList } from "@/lib/areas/tills/schemas";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import { routeOf } from "@/lib/portal/serve";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const revoke = routeOf(tillsPortal.revoke);
const setPolicy = routeOf(tillsPortal.setPolicy);
const register = routeOf(tillsPortal.register);
const tills = routeOf(tillsPortal.list);
const ownTill = routeOf(tillsPortal.own);
const requestTill = routeOf(tillsPortal.request);
const { me, signIn } = routesOf(sessionPortal);
const { lookUp: lookup } = routesOf(tillWalletsPortal);

let database: TestDatabase;
let world: PortalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.prisma.till.deleteMany();
  await database.prisma.programme.updateMany({ data: { tillsNeedRegistration: true } });
});

async function signedIn(username: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
  return browser;
}

const work = async (browser: TestBrowser) => {
  const answer = await browser.call(lookup, { method: "POST", body: { text: "01012345678" } });
  return answer.body.error?.code ?? answer.status;
};
const codeOf = async (browser: TestBrowser) =>
  String((await browser.call(requestTill, { method: "POST" })).body.code);
const registerAs = (browser: TestBrowser, code: string) =>
  browser.call(register, { method: "POST", body: { code, name: "Counter 2" } });
const listOf = async (browser: TestBrowser) => (await browser.call(tills)).body as unknown as TillList;

describe("where the programme asks for registered tills", () => {
  test("a cashier does nothing on a device until a supervisor types its code, and then works at its branch", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    expect(await work(cashier)).toBe("till_not_registered");
    expect((await cashier.call(me)).status).toBe(200);
    expect((await cashier.call(ownTill)).body).toEqual({ isNeeded: true, code: null, codeExpiresAt: null });
    const code = await codeOf(cashier);
    expect(code).toMatch(/^\d{6}$/);
    expect((await cashier.call(ownTill)).body).toMatchObject({ isNeeded: true, code });
    const wrong = code === "000000" ? "000001" : "000000";
    expect((await registerAs(supervisor, wrong)).body.error?.fields).toHaveProperty("code");
    expect(await work(cashier)).toBe("till_not_registered");
    expect((await registerAs(supervisor, code)).status).toBe(200);
    expect(await work(cashier)).toBe(200);
    expect((await cashier.call(ownTill)).body).toMatchObject({ isNeeded: false, code: null });
    // The code is used up, and the same person elsewhere is not let in by it.
    expect((await registerAs(supervisor, code)).body.error?.fields).toHaveProperty("code");
    expect(await work(await signedIn("cashier"))).toBe("till_not_registered");
    expect(await work(supervisor)).toBe(200);
    const { tills: list } = await listOf(supervisor);
    expect(list).toMatchObject([
      {
        name: "Counter 2",
        branch: { id: world.branchIds[0] },
        registeredBy: "The supervisor",
        lastUsedBy: "The cashier",
        lastUsedAt: expect.any(String),
      },
    ]);
  });

  test("a till counts for its branch only, and a cashier of two works at that one alone", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    await registerAs(supervisor, await codeOf(cashier));
    const user = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
    const second = { userId: user.id, branchId: world.branchIds[1] };
    await database.prisma.userBranch.create({ data: second });
    expect((await cashier.call(me)).body).toMatchObject({ branches: [{ id: world.branchIds[0] }] });
    await database.prisma.till.updateMany({ data: { branchId: world.branchIds[1] } });
    expect((await cashier.call(me)).body).toMatchObject({ activeBranchId: world.branchIds[1] });
    await database.prisma.userBranch.deleteMany({ where: second });
    expect(await work(cashier)).toBe("till_not_registered");
  });

  test("revoking one ends its work at once, is in the audit log, and is for its own merchant", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    await registerAs(supervisor, await codeOf(cashier));
    const [till] = (await listOf(supervisor)).tills;
    const end = (browser: TestBrowser) =>
      browser.call(revoke, { method: "POST", params: { tillId: String(till?.id) } });
    const supervisorRow = { where: { username: "supervisor" } };
    await database.prisma.user.update({ ...supervisorRow, data: { merchantId: world.foreignMerchantId } });
    expect((await listOf(supervisor)).tills).toEqual([]);
    expect((await end(supervisor)).body.error?.code).toBe("not_found");
    expect((await registerAs(supervisor, await codeOf(await signedIn("cashier")))).status).toBe(422);
    await database.prisma.user.update({ ...supervisorRow, data: { merchantId: world.merchantId } });
    expect((await end(cashier)).body.error?.code).toBe("forbidden");
    expect(await work(cashier)).toBe(200);
    expect((await end(supervisor)).status).toBe(200);
    expect(await work(cashier)).toBe("till_not_registered");
    expect((await end(supervisor)).body.error?.code).toBe("not_found");
    const acts = await database.prisma.auditLog.findMany({ orderBy: { id: "desc" }, take: 2 });
    expect(acts.map(({ action, merchantId }) => [action, merchantId])).toEqual([
      ["till.revoke", world.merchantId],
      ["till.register", world.merchantId],
    ]);
  });

  test("a code is good for ten minutes, and a made-up cookie is no till", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    const code = await codeOf(cashier);
    await database.prisma.till.updateMany({ data: { codeExpiresAt: new Date(Date.now() - 1000) } });
    expect((await registerAs(supervisor, code)).body.error?.fields).toHaveProperty("code");
    expect((await registerAs(supervisor, await codeOf(cashier))).status).toBe(200);
    const cookie = cashier.cookies.get("points.till") ?? "";
    for (const forged of ["", `${cookie.split(".")[0]}.${"A".repeat(43)}`, "%ff", "made-up.value"]) {
      cashier.cookies.set("points.till", forged);
      expect(await work(cashier), forged).toBe("till_not_registered");
    }
    cashier.cookies.set("points.till", cookie);
    expect(await work(cashier)).toBe(200);
  });
});

test("it is off until an operator switches it on, and then changes nothing for anybody but cashiers", async () => {
  await database.prisma.programme.updateMany({ data: { tillsNeedRegistration: false } });
  const [cashier, operator] = [await signedIn("cashier"), await signedIn("programme_operator")];
  expect(await work(cashier)).toBe(200);
  expect((await cashier.call(requestTill, { method: "POST" })).body).toMatchObject({ isNeeded: false });
  const { isNeeded, version } = await listOf(operator);
  expect(isNeeded).toBe(false);
  const change = (browser: TestBrowser) =>
    browser.call(setPolicy, { method: "PUT", body: { isNeeded: true, version } });
  expect((await change(await signedIn("merchant_admin"))).body.error?.code).toBe("forbidden");
  expect((await change(operator)).body).toMatchObject({ isNeeded: true });
  expect((await change(operator)).body.error?.code).toBe("conflict");
  expect(await work(cashier)).toBe("till_not_registered");
  for (const username of ["supervisor", "merchant_admin"])
    expect(await work(await signedIn(username)), username).toBe(200);
});
