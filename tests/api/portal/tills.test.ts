import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { branchesPortal } from "@/lib/areas/branches/portal";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { tillPortal } from "@/lib/areas/till/portal";
import { tillsPortal } from "@/lib/areas/tills/portal";
import type { TillList } from "@/lib/areas/tills/schemas";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import { routeOf } from "@/lib/portal/serve";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createSegment, createWallet } from "@/tests/support/ledger";
import { makeCustomer } from "@/tests/support/portal/customers";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const revoke = routeOf(tillsPortal.revoke);
const rename = routeOf(tillsPortal.rename);
const openCode = routeOf(tillsPortal.openCode);
const endCode = routeOf(tillsPortal.endCode);
const join = routeOf(tillsPortal.join);
const { change: changeMerchant } = routesOf(merchantsPortal);
const { change: changeBranch } = routesOf(branchesPortal);
const setPolicy = routeOf(tillsPortal.setPolicy);
const register = routeOf(tillsPortal.register);
const tills = routeOf(tillsPortal.list);
const ownTill = routeOf(tillsPortal.own);
const requestTill = routeOf(tillsPortal.request);
const { me, signIn } = routesOf(sessionPortal);
const { redeem, reward } = routesOf(tillPortal);
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
  await database.prisma.knownDevice.deleteMany();
  await database.prisma.signInAttempt.deleteMany();
  await database.prisma.merchant.updateMany({ data: { tillsNeedRegistration: false } });
  await database.prisma.branch.updateMany({ data: { tillsNeedRegistration: false, ...NO_CODE } });
  await database.prisma.userBranch.deleteMany({ where: { branchId: world.branchIds[1] } });
  await database.prisma.programme.updateMany({ data: { tillsNeedRegistration: true } });
});

const NO_CODE = { tillCodeHash: null, tillCodeExpiresAt: null, tillCodeOpenedBy: null } as const;

/** The cashier works at the second branch as well. */
async function addSecondBranch(): Promise<void> {
  const { id: userId } = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
  await database.prisma.userBranch.create({ data: { userId, branchId: world.branchIds[1] } });
}

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
    expect((await cashier.call(ownTill)).body).toMatchObject({
      isNeeded: true,
      code: null,
      codeExpiresAt: null,
    });
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

  test("what is paid there without a PIN counts for the till, whoever serves, and for no other device", async () => {
    const [till, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    await registerAs(supervisor, await codeOf(till));
    const { id: segmentId } = await createSegment(database.pool);
    const made = await createWallet(database.pool, { segmentId });
    const { walletCode } = await makeCustomer(database, made, world.merchantId);
    let references = 0;
    const act = (value: number) => ({
      method: "POST" as const,
      body: { branchId: world.branchIds[0], walletCode, value, reference: `till-${++references}-reference` },
    });
    const pay = async (browser: TestBrowser, value: number) =>
      (await browser.call(redeem, act(value))).body.error?.code ?? "paid";
    await supervisor.call(reward, act(500));
    await database.prisma.programme.updateMany({ data: { tillUnprovedValueMax: 50 } });
    expect(await pay(till, 30)).toBe("paid");
    await till.call(signIn, { method: "POST", body: { username: "supervisor", password: TEST_PASSWORD } });
    expect(await pay(till, 21)).toBe("1307");
    expect(await pay(supervisor, 21)).toBe("paid");
    expect(await pay(till, 20)).toBe("paid");
    await database.prisma.programme.updateMany({ data: { tillUnprovedValueMax: null } });
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

describe("where a merchant or a branch asks for registered tills", () => {
  beforeEach(async () => {
    await database.prisma.programme.updateMany({ data: { tillsNeedRegistration: false } });
  });

  test("the merchant's word counts for its cashiers, by its admin, and the audit log has it", async () => {
    const [cashier, admin] = [await signedIn("cashier"), await signedIn("merchant_admin")];
    const change = async (browser: TestBrowser, tillsNeedRegistration: boolean) => {
      const { version } = await database.prisma.merchant.findUniqueOrThrow({
        where: { id: world.merchantId },
      });
      return browser.call(changeMerchant, {
        ...{ method: "PATCH", params: { merchantId: String(world.merchantId) } },
        body: { version, tillsNeedRegistration },
      });
    };
    expect((await change(await signedIn("supervisor"), true)).body.error?.code).toBe("forbidden");
    expect((await change(admin, true)).body).toMatchObject({ tillsNeedRegistration: true });
    expect(await work(cashier)).toBe("till_not_registered");
    expect((await change(admin, false)).status).toBe(200);
    expect(await work(cashier)).toBe(200);
    const acts = await database.prisma.auditLog.findMany({ orderBy: { id: "desc" }, take: 2 });
    expect(acts.map(({ action, after }) => [action, after])).toMatchObject([
      ["merchant.update", { tillsNeedRegistration: false }],
      ["merchant.update", { tillsNeedRegistration: true }],
    ]);
  });

  test("a branch's word counts there alone: on another device its cashier works at the other branch", async () => {
    await addSecondBranch();
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    const [first, second] = world.branchIds;
    const { version } = await database.prisma.branch.findUniqueOrThrow({ where: { id: first } });
    const body = { version, tillsNeedRegistration: true };
    const params = { branchId: String(first) };
    const change = async (username: string) =>
      (await signedIn(username)).call(changeBranch, { method: "PATCH", params, body });
    expect((await change("supervisor")).body.error?.code).toBe("forbidden");
    expect((await change("merchant_admin")).status).toBe(200);
    expect(await work(cashier)).toBe(200);
    expect((await cashier.call(me)).body).toMatchObject({
      activeBranchId: second,
      branches: [{ id: second }],
    });
    // Registered for the first, it serves both.
    const asked = await cashier.call(requestTill, {
      method: "POST",
      path: `/api/portal/session/till?branchId=${first}`,
    });
    expect(asked.body).toMatchObject({ isNeeded: false, branchId: first });
    expect((await registerAs(supervisor, String(asked.body.code))).status).toBe(200);
    expect((await cashier.call(me)).body).toMatchObject({ branches: [{ id: first }, { id: second }] });
    await database.prisma.branch.updateMany({ data: { tillsNeedRegistration: true } });
    expect((await cashier.call(me)).body).toMatchObject({ branches: [{ id: first }] });
    expect(await work(await signedIn("cashier"))).toBe("till_not_registered");
  });
});

describe("before anything asks for registered tills", () => {
  beforeEach(async () => {
    await database.prisma.programme.updateMany({ data: { tillsNeedRegistration: false } });
  });

  test("a device shows its code and is registered, says so, and keeps that when it is asked again", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    expect((await cashier.call(ownTill)).body).toMatchObject({ isNeeded: false, till: null, code: null });
    expect((await registerAs(supervisor, await codeOf(cashier))).status).toBe(200);
    const registered = { till: { name: "Counter 2", branch: { id: world.branchIds[0] } }, code: null };
    expect((await cashier.call(ownTill)).body).toMatchObject(registered);
    expect((await cashier.call(requestTill, { method: "POST" })).body).toMatchObject(registered);
    await database.prisma.programme.updateMany({ data: { tillsNeedRegistration: true } });
    expect(await work(cashier)).toBe(200);
  });

  test("a code is for the cashier's own branches", async () => {
    const cashier = await signedIn("cashier");
    for (const branchId of [world.branchIds[1], world.foreignBranchId])
      expect(
        (
          await cashier.call(requestTill, {
            method: "POST",
            path: `/api/portal/session/till?branchId=${branchId}`,
          })
        ).body.error?.code,
      ).toBe("forbidden");
  });

  test("devices of the last week are counted by branch, each once, and those that are registered among them", async () => {
    const [first, second] = [await signedIn("cashier"), await signedIn("cashier")];
    const supervisor = await signedIn("supervisor");
    const countsOf = async () =>
      (await listOf(supervisor)).branches
        .filter(({ id }) => id === world.branchIds[0])
        .map(({ used, registered }) => [used, registered]);
    expect(await countsOf()).toEqual([[2, 0]]);
    await registerAs(supervisor, await codeOf(first));
    await work(first);
    expect(await countsOf()).toEqual([[2, 1]]);
    await work(second);
    expect(await countsOf()).toEqual([[2, 1]]);
    const [till] = (await listOf(supervisor)).tills;
    await supervisor.call(revoke, { method: "POST", params: { tillId: String(till?.id) } });
    expect(await countsOf()).toEqual([[2, 0]]);
    await database.prisma.knownDevice.updateMany({
      data: { lastUsedAt: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000) },
    });
    expect(await countsOf()).toEqual([[0, 0]]);
    expect((await listOf(await signedIn("programme_operator"))).merchants.map(({ id }) => id)).toContain(
      world.foreignMerchantId,
    );
    expect((await listOf(supervisor)).merchants.map(({ id }) => id)).toEqual([world.merchantId]);
  });
});

describe("the code of a branch", () => {
  const open = (browser: TestBrowser, branchId = world.branchIds[0]) =>
    browser.call(openCode, { method: "POST", params: { branchId: String(branchId) } });
  const type = (browser: TestBrowser, code: string) => browser.call(join, { method: "POST", body: { code } });
  const wrong = (code: string) => (code === "00000000" ? "00000001" : "00000000");

  test("registers several devices, counted through, each a row of the audit log, until it is ended or an hour is over", async () => {
    const supervisor = await signedIn("supervisor");
    const { body } = await open(supervisor);
    const code = String(body.code);
    expect(code).toMatch(/^\d{8}$/);
    const [first, second, third] = [
      await signedIn("cashier"),
      await signedIn("cashier"),
      await signedIn("cashier"),
    ];
    for (const browser of [first, second]) {
      expect(await work(browser)).toBe("till_not_registered");
      expect((await type(browser, code)).body).toMatchObject({
        isNeeded: false,
        till: { name: expect.stringMatching(/^Counter/) },
      });
      expect(await work(browser)).toBe(200);
    }
    const { tills: list, branches } = await listOf(supervisor);
    expect(list.map(({ name, registeredBy }) => [name, registeredBy])).toEqual([
      ["Counter 1", "The supervisor"],
      ["Counter 2", "The supervisor"],
    ]);
    expect(branches.find(({ id }) => id === world.branchIds[0])).toMatchObject({ codeUntil: body.codeUntil });
    const acts = await database.prisma.auditLog.findMany({ orderBy: { id: "desc" }, take: 3 });
    expect(acts.map(({ action, subjectType }) => [action, subjectType])).toEqual([
      ["till.join", "till"],
      ["till.join", "till"],
      ["till.open_code", "branch"],
    ]);
    expect(JSON.stringify(acts.map(({ before, after }) => [before, after]))).not.toContain(code);
    const end = { method: "POST", params: { branchId: String(world.branchIds[0]) } } as const;
    expect((await supervisor.call(endCode, end)).status).toBe(200);
    expect((await type(third, code)).body.error?.fields).toHaveProperty("code");
    // Another one ends by itself.
    const again = String((await open(supervisor)).body.code);
    await database.prisma.branch.updateMany({
      where: { tillCodeHash: { not: null } },
      data: { tillCodeExpiresAt: new Date(Date.now() - 1000) },
    });
    expect((await type(third, again)).body.error?.fields).toHaveProperty("code");
    expect(await work(third)).toBe("till_not_registered");
    expect(await work(first)).toBe(200);
  });

  test("is one a branch, for its own cashiers, and opened by supervisors and admins of its merchant", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    expect((await open(cashier)).body.error?.code).toBe("forbidden");
    expect((await open(supervisor, world.foreignBranchId)).body.error?.code).toBe("not_found");
    expect((await type(supervisor, "12345678")).body.error?.code).toBe("forbidden");
    const before = String((await open(supervisor)).body.code);
    const other = String((await open(supervisor, world.branchIds[1])).body.code);
    const now = String((await open(supervisor)).body.code);
    for (const code of [before, other])
      expect((await type(cashier, code)).body.error?.fields).toHaveProperty("code");
    expect((await type(cashier, now)).status).toBe(200);
  });

  test("is not guessed: wrong ones count for their person, whatever code is open", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    const code = String((await open(supervisor)).body.code);
    for (let guess = 0; guess < 9; guess += 1) await type(cashier, wrong(code));
    expect((await type(cashier, code)).body.error?.code).toBe("rate_limited");
    expect(await database.prisma.till.count()).toBe(0);
  });

  test("a till is renamed by its own merchant, which the audit log says", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    await type(cashier, String((await open(supervisor)).body.code));
    const [till] = (await listOf(supervisor)).tills;
    const put = (browser: TestBrowser, name: string) =>
      browser.call(rename, { method: "PUT", params: { tillId: String(till?.id) }, body: { name } });
    expect((await put(cashier, "Mine")).body.error?.code).toBe("forbidden");
    expect((await put(supervisor, " ")).status).toBe(422);
    expect((await put(supervisor, "Front desk")).body).toMatchObject({ tills: [{ name: "Front desk" }] });
    const act = await database.prisma.auditLog.findFirstOrThrow({ orderBy: { id: "desc" } });
    expect(act).toMatchObject({
      action: "till.update",
      before: { name: "Counter 1" },
      after: { name: "Front desk" },
    });
  });
});
