import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountPortal } from "@/lib/areas/account/account-portal";
import type { SessionList } from "@/lib/areas/account/schemas";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { listsPortal } from "@/lib/areas/lists/portal";
import { type ListChoices, VIEWS_MAX } from "@/lib/areas/lists/schemas";
import type { Bilingual } from "@/lib/platform/language";
import { routeOf } from "@/lib/portal/serve";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const hideColumns = routeOf(listsPortal.hideColumns);
const readList = routeOf(listsPortal.listChoices);
const changeView = routeOf(listsPortal.changeListView);
const removeView = routeOf(listsPortal.removeListView);
const saveView = routeOf(listsPortal.saveListView);
const { chooseBranch, me, operators, signIn, signOut } = routesOf(sessionPortal);

const {
  changePassword,
  savePreferences: changePreferences,
  endSession,
  endOtherSessions: endOthers,
  sessions: listSessions,
} = routesOf(accountPortal);

let database: TestDatabase;
let world: PortalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createPortalWorld(database);
});
afterAll(() => database.drop());
beforeEach(() => database.prisma.signInAttempt.deleteMany());

async function signedIn(username: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  const answer = await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
  expect(answer.status).toBe(200);
  return browser;
}

/** A browser into which somebody has put another one's cookies. */
function holding(cookies: ReadonlyMap<string, string>): TestBrowser {
  const browser = new TestBrowser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

async function sessionsOf(browser: TestBrowser): Promise<SessionList["sessions"]> {
  return ((await browser.call(listSessions)).body as unknown as SessionList).sessions;
}

describe("the session", () => {
  test("names the user and branches, and is never cached", async () => {
    const browser = await signedIn("cashier");
    const answer = await browser.call(me);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]+$/);
    expect(answer.body).toMatchObject({
      user: { name: "The cashier", username: "cashier", role: "cashier" },
      merchant: { id: world.merchantId, nameEn: "One" },
      branches: [{ id: world.branchIds[0] }],
      activeBranchId: world.branchIds[0],
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/password|token|email/i);
  });

  test("does not begin with a wrong password, and the answer says nothing about the user", async () => {
    const refusals = [];
    for (const username of ["cashier", "nobody"]) {
      const browser = new TestBrowser();
      const body = { username, password: "wrong password" };
      const answer = await browser.call(signIn, { method: "POST", body });
      expect(browser.cookies.size).toBe(0);
      refusals.push({ ...answer.body.error, requestId: "" });
      expect(answer.status).toBe(401);
    }
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]).toMatchObject({
      code: "sign_in_refused",
      message: {
        en: "The user name or the password is not correct",
        ar: "اسم المستخدم أو كلمة المرور غير صحيحة",
      },
    });
  });

  test("refuses too many attempts with the time to wait", async () => {
    const browser = new TestBrowser();
    const attempt = () =>
      browser.call(signIn, { method: "POST", body: { username: "cashier", password: "wrong password" } });
    for (let count = 0; count < 5; count += 1) expect((await attempt()).status).toBe(401);
    const limited = await attempt();
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(limited.body).toMatchObject({
      error: { code: "sign_in_paused", message: { en: expect.stringMatching(/Wait 5 seconds/) } },
    });
  });

  test("is new at every sign-in, even when the browser already has a planted one", async () => {
    const attacker = await signedIn("supervisor");
    const planted = new Map([...attacker.cookies].map(([name]) => [name, "made-up.value"]));
    for (const cookies of [attacker.cookies, planted]) {
      const victim = holding(cookies);
      const before = new Set(victim.cookies.values());
      const body = { username: "cashier", password: TEST_PASSWORD };
      expect((await victim.call(signIn, { method: "POST", body })).status).toBe(200);
      expect([...victim.cookies.values()].filter((value) => before.has(value))).toEqual([]);
      expect((await victim.call(me)).body).toMatchObject({ user: { username: "cashier" } });
      expect((await attacker.call(me)).body).toMatchObject({ user: { username: "supervisor" } });
    }
  });

  test("ends with signing out, which may be repeated", async () => {
    const browser = await signedIn("cashier");
    const stolen = holding(browser.cookies);
    expect((await browser.call(signOut, { method: "DELETE" })).status).toBe(200);
    expect((await browser.call(signOut, { method: "DELETE" })).status).toBe(200);
    expect((await browser.call(me)).body.error?.code).toBe("unauthenticated");
    expect((await stolen.call(me)).status).toBe(401);
  });

  test("keeps the chosen branch on the device, and only one the user may act for", async () => {
    const browser = await signedIn("supervisor");
    const choose = (branchId: unknown) => browser.call(chooseBranch, { method: "PUT", body: { branchId } });
    expect((await choose(world.branchIds[1])).body).toMatchObject({ activeBranchId: world.branchIds[1] });
    expect((await browser.call(me)).body).toMatchObject({ activeBranchId: world.branchIds[1] });
    expect((await choose(world.foreignBranchId)).body.error?.code).toBe("forbidden");
    expect((await choose(2_000_000_000)).body.error?.code).toBe("forbidden");
    expect((await choose(world.inactiveBranchId)).body.error?.code).toBe("1111");
    expect((await choose("1")).body.error?.fields).toHaveProperty("branchId");
    expect((await browser.call(me)).body).toMatchObject({ activeBranchId: world.branchIds[1] });
  });
});

describe("a merchant that leaves", () => {
  test("tells its people the last day before it, and at sign-in after it since when it has ended and whom to ask", async () => {
    const operator = await database.prisma.user.findFirstOrThrow({ where: { role: "programme_operator" } });
    const own = { id: world.merchantId };
    await database.prisma.merchant.update({ where: own, data: { lastDay: new Date("2026-11-30") } });
    const cashier = await signedIn("cashier");
    expect((await cashier.call(me)).body).toMatchObject({ merchant: { lastDay: "2026-11-30" } });
    expect((await cashier.call(operators)).body).toEqual({ names: [operator.name] });
    await database.prisma.merchant.update({ where: own, data: { isActive: false } });
    const body = { username: "cashier", password: TEST_PASSWORD };
    const refused = await new TestBrowser().call(signIn, { method: "POST", body });
    expect(refused.body.error).toMatchObject({ code: "merchant_ended" });
    const { en, ar } = (refused.body.error as unknown as { message: Bilingual }).message;
    for (const text of [en, ar]) expect(text).toContain(operator.name);
    expect(en).toContain("30 November 2026");
    expect(ar).toContain("30 نوفمبر 2026");
    const guessed = { username: "cashier", password: "no password of theirs" };
    expect(
      (await new TestBrowser().call(signIn, { method: "POST", body: guessed })).body.error,
    ).toMatchObject({
      code: "sign_in_refused",
    });
    await database.prisma.merchant.update({ where: own, data: { isActive: true, lastDay: null } });
  });
});

test("a person without access any more is told so by the right password alone, with whom to ask", async () => {
  const { prisma } = database;
  const cashier = { username: "cashier" };
  const admin = await prisma.user.findFirstOrThrow({
    where: { role: "merchant_admin", merchantId: world.merchantId },
  });
  await prisma.user.update({ where: cashier, data: { isActive: false } });
  const enter = async (password: string) =>
    (await new TestBrowser().call(signIn, { method: "POST", body: { ...cashier, password } })).body.error;
  const told = (await enter(TEST_PASSWORD)) as unknown as { code: string; message: Bilingual };
  expect(told).toMatchObject({
    code: "access_ended",
    message: { en: `Your access was taken away. Ask ${admin.name}` },
  });
  expect(told.message.ar).toContain(admin.name);
  expect(await enter("no password of theirs")).toMatchObject({ code: "sign_in_refused" });
  await prisma.user.update({ where: cashier, data: { isActive: true } });
});

describe("the account", () => {
  test("lists one's own sessions only, and ends any of them", async () => {
    const here = await signedIn("merchant_admin");
    const there = await signedIn("merchant_admin");
    const stranger = await signedIn("cashier");
    const sessions = await sessionsOf(here);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const thereId = (await sessionsOf(there)).find(({ isCurrent }) => isCurrent)?.id;
    expect(sessions.map(({ id }) => id)).toContain(thereId);
    const end = (browser: TestBrowser) =>
      browser.call(endSession, { method: "DELETE", params: { sessionId: String(thereId) } });
    expect((await end(stranger)).body.error?.code).toBe("not_found");
    expect((await there.call(me)).status).toBe(200);
    expect((await end(here)).body).toEqual({ ended: 1 });
    expect((await there.call(me)).status).toBe(401);
    expect((await here.call(me)).status).toBe(200);
  });

  test("signs out everywhere else", async () => {
    const here = await signedIn("supervisor");
    const there = await signedIn("supervisor");
    await here.call(endOthers, { method: "DELETE" });
    expect((await there.call(me)).status).toBe(401);
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  test("changes the password with the present one; other sessions end, this one goes on", async () => {
    const here = await signedIn("programme_operator");
    const there = await signedIn("programme_operator");
    const change = (currentPassword: string, newPassword: string) =>
      here.call(changePassword, { method: "POST", body: { currentPassword, newPassword } });
    const problems = async (currentPassword: string, newPassword: string) =>
      (await change(currentPassword, newPassword)).body.error?.fields;
    expect(await problems("wrong password", "a longer and newer one")).toHaveProperty("currentPassword");
    expect(await problems(TEST_PASSWORD, "short")).toMatchObject({
      newPassword: { en: "At least 10 characters" },
    });
    expect(await problems(TEST_PASSWORD, TEST_PASSWORD)).toHaveProperty("newPassword");
    expect(await problems(TEST_PASSWORD, "Programme_Operator")).toHaveProperty("newPassword");
    expect(await problems("", "")).toMatchObject({ currentPassword: { en: "Fill in this field" } });
    expect((await there.call(me)).status).toBe(200);
    expect((await change(TEST_PASSWORD, "a longer and newer one")).status).toBe(200);
    expect((await here.call(me)).status).toBe(200);
    expect((await there.call(me)).status).toBe(401);
  });

  test("remembers language, theme, density and calendar for the next device", async () => {
    const first = await signedIn("cashier");
    const choice = { language: "ar", theme: "dark", density: "compact", calendar: "hijri" };
    expect((await first.call(changePreferences, { method: "PATCH", body: choice })).status).toBe(200);
    const second = await signedIn("cashier");
    expect((await second.call(me)).body).toMatchObject({ preferences: choice });
    expect(Object.fromEntries(second.cookies)).toMatchObject({
      "points.language": "ar",
      "points.theme": "dark",
      "points.density": "compact",
      "points.calendar": "hijri",
    });
    const refused = await first.call(changePreferences, { method: "PATCH", body: { theme: "pink" } });
    expect(refused.body.error?.fields).toHaveProperty("theme");
  });

  test("takes the language chosen on the sign-in page over the remembered one", async () => {
    const browser = new TestBrowser();
    const body = { username: "cashier", password: TEST_PASSWORD, language: "en" };
    await browser.call(signIn, { method: "POST", body });
    expect(browser.cookies.get("points.language")).toBe("en");
  });
});

describe("what somebody makes of a list", () => {
  const of = (viewId?: number, list = "branches") => ({
    params: { list, ...(viewId !== undefined && { viewId: String(viewId) }) },
  });
  const view = (name: string) => ({ name, filters: { status: "active" }, hiddenColumns: ["place"] });
  const save = async (browser: TestBrowser, name: string, list?: string) =>
    browser.call(saveView, { method: "POST", ...of(undefined, list), body: view(name) });
  const read = async (browser: TestBrowser, list?: string) =>
    (await browser.call(readList, of(undefined, list))).body as unknown as ListChoices;
  const names = async (browser: TestBrowser) => (await read(browser)).views.map(({ name }) => name);

  test("is kept by list and by person, in its order, and the first view can be another", async () => {
    const mine = await signedIn("merchant_admin");
    const theirs = await signedIn("supervisor");
    for (const name of ["Open", "Cairo", "All"]) expect((await save(mine, name)).status).toBe(200);
    expect((await save(mine, " cairo ")).body.error?.fields).toHaveProperty("name");
    const [open, cairo, all] = (await read(mine)).views.map(({ id }) => id);
    await mine.call(changeView, { method: "PATCH", ...of(all), body: { isFirst: true } });
    await mine.call(changeView, {
      method: "PATCH",
      ...of(cairo),
      body: { name: "Giza", filters: { text: "Giza" } },
    });
    expect((await read(mine)).views).toEqual([
      { id: all, ...view("All") },
      { id: open, ...view("Open") },
      { id: cairo, name: "Giza", filters: { text: "Giza" }, hiddenColumns: ["place"] },
    ]);
    await mine.call(hideColumns, { method: "PUT", ...of(), body: { hiddenColumns: ["msisdn"] } });
    expect((await read(mine)).hiddenColumns).toEqual(["msisdn"]);
    expect(await read(mine, "deals")).toEqual({ views: [], hiddenColumns: [] });
    expect(await read(theirs)).toEqual({ views: [], hiddenColumns: [] });
    for (const [route, method] of [
      [changeView, "PATCH"],
      [removeView, "DELETE"],
    ] as const)
      expect(
        (
          await theirs.call(route, {
            method,
            ...of(open),
            ...(method === "PATCH" && { body: { name: "X" } }),
          })
        ).status,
      ).toBe(404);
    await mine.call(removeView, { method: "DELETE", ...of(open) });
    expect(await names(mine)).toEqual(["All", "Giza"]);
  });

  test("is at most twenty views, however many are saved at once", async () => {
    const browser = await signedIn("cashier");
    const saved = await Promise.all(
      Array.from({ length: VIEWS_MAX + 4 }, (_, place) => save(browser, `View ${place}`)),
    );
    expect(saved.filter(({ status }) => status === 200)).toHaveLength(VIEWS_MAX);
    expect(new Set(saved.flatMap(({ body }) => body.error?.code ?? []))).toEqual(
      new Set(["list_views_full"]),
    );
    expect(await names(browser)).toHaveLength(VIEWS_MAX);
    expect((await save(browser, "Another list", "deals")).status).toBe(200);
  });

  test("has filters and columns only that a list can have", async () => {
    const browser = await signedIn("merchant_admin");
    const before = await read(browser);
    for (const body of [
      { ...view("A"), filters: { "a b": "1" } },
      { ...view("A"), filters: { text: "x".repeat(501) } },
      { ...view("A"), hiddenColumns: ["<b>"] },
      { ...view(" ") },
    ])
      expect((await browser.call(saveView, { method: "POST", ...of(), body })).status).toBe(422);
    expect((await save(browser, "A", "unknown")).status).toBe(422);
    expect(await read(browser)).toEqual(before);
  });
});
