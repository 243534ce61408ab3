import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountPortal } from "@/lib/areas/account/account-portal";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { auditPortal } from "@/lib/areas/audit/portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import type { StaffLink, StaffPage } from "@/lib/areas/staff/desk-schemas";
import { staffPortal } from "@/lib/areas/staff/portal";
import type { StaffMember } from "@/lib/areas/staff/record";
import { routeOf } from "@/lib/portal/serve";
import type { ManyAnswer } from "@/lib/portal/wire/many";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const deactivate = routeOf(staffPortal.deactivate);
const issueLink = routeOf(staffPortal.issueLink);
const readOne = routeOf(staffPortal.read);
const update = routeOf(staffPortal.update);
const endSessions = routeOf(staffPortal.endSessions);
const listSessions = routeOf(staffPortal.sessions);
const resetTwoFactor = routeOf(staffPortal.resetTwoFactor);
const deactivateMany = routeOf(staffPortal.deactivateMany);
const changePolicy = routeOf(staffPortal.setPolicy);
const readPolicy = routeOf(staffPortal.policy);
const invite = routeOf(staffPortal.invite);
const search = routeOf(staffPortal.search);
const endAllSessions = routeOf(staffPortal.endAllSessions);
const readAudit = routeOf(auditPortal.list);
const auditChoices = routeOf(auditPortal.choices);
const { me, signIn } = routesOf(sessionPortal);

const { choosePassword, link: disclose } = routesOf(accountPortal);

let database: TestDatabase;
let world: PortalWorld;
let admin: TestBrowser;
let operator: TestBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  admin = await signedIn("merchant_admin");
  operator = await signedIn("programme_operator");
});
afterAll(() => database.drop());
beforeEach(() => database.prisma.signInAttempt.deleteMany());

const PASSWORD = "a password of one's own";

async function trySignIn(username: string, password: string) {
  const browser = new TestBrowser();
  const answer = await browser.call(signIn, { method: "POST", body: { username, password } });
  return { browser, answer };
}

async function signedIn(username: string, password = TEST_PASSWORD): Promise<TestBrowser> {
  const { browser, answer } = await trySignIn(username, password);
  expect(answer.status).toBe(200);
  return browser;
}

let serial = 0;
async function invited(fields: object = {}, by = admin): Promise<StaffLink> {
  const body = {
    username: `newcomer${++serial}`,
    name: "Newcomer",
    role: "supervisor",
    merchantId: world.merchantId,
    ...fields,
  };
  const answer = await by.call(invite, { method: "POST", body });
  expect(answer.body.error).toBeUndefined();
  return answer.body as unknown as StaffLink;
}

const of = (userId: number) => ({ params: { userId: String(userId) } });
const use = (token: string, password = PASSWORD) =>
  new TestBrowser().call(choosePassword, { method: "POST", body: { token, password } });
const next = async (browser: TestBrowser, body: { token: string; password: string }) =>
  (await browser.call(choosePassword, { method: "POST", body })).body.next;
const auditOf = async (userId: number) =>
  (
    await database.prisma.auditLog.findMany({
      where: { subjectType: "user", subjectId: String(userId) },
      orderBy: { id: "asc" },
    })
  ).map(({ action, userId: by }) => [action, by]);
const userId = async (username: string) =>
  (await database.prisma.user.findUniqueOrThrow({ where: { username } })).id;

describe("an invitation", () => {
  test("is shown once, stored as a hash, and sets a password once", async () => {
    const { user, link } = await invited();
    expect(user).toMatchObject({ hasPassword: false, link: { purpose: "invite" } });
    const kept = await database.prisma.userLink.findUniqueOrThrow({ where: { userId: user.id } });
    expect(Buffer.from(kept.tokenHash).toString("base64url")).not.toBe(link.token);
    const holder = await new TestBrowser().call(disclose, { method: "POST", body: { token: link.token } });
    expect(holder.body).toEqual({
      purpose: "invite",
      names: { en: "Newcomer", ar: "Newcomer" },
      username: user.username,
      role: "supervisor",
      merchant: { nameEn: "One", nameAr: "واحد" },
    });
    expect((await use(link.token)).status).toBe(200);
    expect((await use(link.token, "another password")).body.error?.code).toBe("link_expired");
    await signedIn(user.username, PASSWORD);
    expect((await auditOf(user.id)).map(([action]) => action)).toEqual([
      "user.invite",
      "account.accept_invite",
    ]);
    expect((await auditOf(user.id)).at(-1)?.[1]).toBe(user.id);
  });

  test("is found by the number in a name, in digits of any script, as the name has them", async () => {
    const [latin, arabic] = [await invited({ name: "Till 947" }), await invited({ name: "خزينة ٩٤٧" })];
    for (const [text, { user }] of [
      ["Till ٩٤٧", latin],
      ["خزينة ٩٤٧", arabic],
    ] as const) {
      const { body } = await admin.call(search, { method: "POST", body: { text } });
      expect((body as unknown as StaffPage).users.map(({ id }) => id)).toEqual([user.id]);
    }
  });

  test("with a taken user name, in any letter case, marks the user name", async () => {
    const { user } = await invited();
    const body = {
      username: user.username.toUpperCase(),
      name: "Twin",
      role: "supervisor",
      merchantId: world.merchantId,
    };
    const answer = await admin.call(invite, { method: "POST", body });
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, ["username"]]);
  });

  test("of two who use it at once lets one in", async () => {
    const { user, link } = await invited();
    const answers = await Promise.all([
      use(link.token, "the first password"),
      use(link.token, "the second password"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    const won = answers[0]?.status === 200 ? "the first password" : "the second password";
    await signedIn(user.username, won);
  });

  test("is refused when it is too old, made up, replaced, or its user is deactivated", async () => {
    const code = async (token: string) => (await use(token)).body.error?.code;
    const old = await invited();
    await database.prisma.userLink.update({
      where: { userId: old.user.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await code(old.link.token)).toBe("link_expired");
    expect(await code("A".repeat(43))).toBe("link_expired");
    const gone = await invited();
    await admin.call(deactivate, { method: "POST", ...of(gone.user.id) });
    expect(await code(gone.link.token)).toBe("link_expired");
    const replaced = await invited();
    const renewed = (await admin.call(issueLink, { method: "POST", ...of(replaced.user.id) }))
      .body as unknown as StaffLink;
    expect(renewed.link.purpose).toBe("invite");
    expect(await code(replaced.link.token)).toBe("link_expired");
    expect(await code(renewed.link.token)).toBeUndefined();
  });

  test("says that the merchant has ended, when it was stopped meanwhile", async () => {
    const { user, link } = await invited();
    const merchantId = user.merchantId ?? 0;
    const become = (isActive: boolean) =>
      database.prisma.merchant.update({
        where: { id: merchantId },
        data: { isActive, lastDay: isActive ? null : new Date("2026-11-20") },
      });
    await become(false);
    expect((await use(link.token, "a long password")).body.error).toMatchObject({
      code: "merchant_ended",
      message: { en: expect.stringContaining("Its last day was 20 November 2026") },
    });
    await become(true);
  });

  test("refuses a password that is short or holds the user name, and stays good", async () => {
    const { user, link } = await invited();
    const problem = async (password: string) => (await use(link.token, password)).body.error?.fields;
    expect(await problem("short")).toHaveProperty("password");
    expect(await problem(`my-${user.username}-1`)).toHaveProperty("password");
    expect((await use(link.token)).status).toBe(200);
  });

  test("ends the browser's previous session and signs its own user in", async () => {
    const { user, link } = await invited();
    const shared = await signedIn("supervisor");
    const body = { token: link.token, password: PASSWORD };
    expect(await next(shared, body)).toBe("signed_in");
    expect((await shared.call(me)).body).toMatchObject({ user: { id: user.id } });
  });

  test("asks who has a second factor for its code, and lets nobody in before", async () => {
    const { user, link } = await invited();
    await database.prisma.user.update({ where: { id: user.id }, data: { twoFactorEnabled: true } });
    const browser = new TestBrowser();
    expect(await next(browser, { token: link.token, password: PASSWORD })).toBe("second_factor");
    expect((await browser.call(me)).status).toBe(401);
  });

  test("of an operator is for operators to make", async () => {
    const body = { username: "boss", name: "Boss", role: "programme_operator", merchantId: null };
    expect((await admin.call(invite, { method: "POST", body })).body.error?.code).toBe("forbidden");
    const { user } = await invited(body, operator);
    expect(user).toMatchObject({ role: "programme_operator", merchantId: null });
  });
});

describe("a name in Arabic", () => {
  const inArabic = { headers: { "accept-language": "ar" } };
  const nameOf = async (browser: TestBrowser, options: object) => {
    const { body } = await browser.call(me, options);
    return (body as { user: { name: string } }).user.name;
  };

  test("is optional, kept beside the other one, found by the search, and told in the audit log", async () => {
    const { user } = await invited({ name: "Mona Adel", nameAr: "منى عادل" });
    expect(user).toMatchObject({ name: "Mona Adel", nameAr: "منى عادل", shownName: "Mona Adel" });
    const found = await admin.call(search, { method: "POST", body: { text: "منى" } });
    expect((found.body as unknown as StaffPage).users.map(({ id }) => id)).toContain(user.id);
    const { version, role, email } = user;
    const body = { name: "Mona Adel", nameAr: "", version, role, email, branchIds: [] };
    const changed = await admin.call(update, { method: "PATCH", body, ...of(user.id) });
    expect(changed.body).toMatchObject({ nameAr: null });
    const act = await database.prisma.auditLog.findFirstOrThrow({
      where: { subjectType: "user", subjectId: String(user.id) },
      orderBy: { id: "desc" },
    });
    expect([act.before, act.after]).toMatchObject([{ nameAr: "منى عادل" }, { nameAr: null }]);
  });

  test("is shown to readers of Arabic wherever the person is named; without it the other one is", async () => {
    const { user, link } = await invited({
      name: "Salma Nabil",
      nameAr: "سلمى نبيل",
    });
    const plain = await invited({ name: "Karim Fathy" });
    const browser = new TestBrowser();
    await next(browser, { token: link.token, password: PASSWORD });
    expect([await nameOf(browser, {}), await nameOf(browser, inArabic)]).toEqual([
      "Salma Nabil",
      "سلمى نبيل",
    ]);
    for (const [options, names] of [
      [{}, ["Salma Nabil", "Karim Fathy"]],
      [inArabic, ["سلمى نبيل", "Karim Fathy"]],
    ] as const) {
      const shown = await Promise.all(
        [user.id, plain.user.id].map(
          async (id) => (await admin.call(readOne, { ...options, ...of(id) })).body,
        ),
      );
      expect(shown.map(({ shownName }) => shownName)).toEqual(names);
    }
    const shownBy = { username: "merchant_admin" };
    const name = "رئيسة المحل";
    const before = await database.prisma.user.update({ where: shownBy, data: { nameAr: name } });
    for (const [options, by] of [
      [{}, before.name],
      [inArabic, name],
    ] as const) {
      const { body } = await admin.call(readOne, { ...options, ...of(plain.user.id) });
      expect(body.linkShownTo).toMatchObject({ name: by });
      const log = await admin.call(readAudit, { ...options, path: `/?subject=${plain.user.id}` });
      expect(JSON.stringify(log.body)).toContain(by);
      const choices = await admin.call(auditChoices, options);
      expect(JSON.stringify(choices.body)).toContain(by);
    }
    await database.prisma.user.update({ where: shownBy, data: { nameAr: null } });
  });
});

describe("a reset", () => {
  test("takes password and sessions away at once and gives a link", async () => {
    const { user, link } = await invited();
    await use(link.token);
    const browser = await signedIn(user.username, PASSWORD);
    const reset = (await admin.call(issueLink, { method: "POST", ...of(user.id) }))
      .body as unknown as StaffLink;
    expect(reset.link.purpose).toBe("reset");
    expect((await browser.call(me)).status).toBe(401);
    expect((await trySignIn(user.username, PASSWORD)).answer.status).toBe(401);
    expect((await use(reset.link.token, "yet another password")).status).toBe(200);
    await signedIn(user.username, "yet another password");
    const actions = (await auditOf(user.id)).map(([action]) => action);
    expect(actions.slice(2)).toEqual(["user.issue_link", "account.use_reset_link"]);
    const rows = await database.prisma.auditLog.findMany({ where: { subjectId: String(user.id) } });
    expect(JSON.stringify(rows.map(({ before, after }) => [before, after]))).not.toContain(reset.link.token);
  });
});

describe("one's own name", () => {
  test("is changed in both scripts by an admin, shown in the page's language, kept with its change, and no cashier changes it", async () => {
    const own = of(await userId("merchant_admin"));
    const { version, name } = (await admin.call(readOne, own)).body as unknown as StaffMember;
    const body = { version, name: "Sara Amin", nameAr: "سارة أمين" };
    expect((await admin.call(update, { method: "PATCH", ...own, body })).status).toBe(200);
    const shown = async (language: string) => {
      const headers = { "accept-language": language };
      return (await admin.call(me, { headers })).body as unknown as { user: { name: string } };
    };
    expect([(await shown("en")).user.name, (await shown("ar")).user.name]).toEqual([
      "Sara Amin",
      "سارة أمين",
    ]);
    const late = await admin.call(update, { method: "PATCH", ...own, body: { version, name: "Late" } });
    expect(late.body.error?.code).toBe("conflict");
    const empty = { version: version + 1, name: " " };
    expect((await admin.call(update, { method: "PATCH", ...own, body: empty })).status).toBe(422);
    const change = await database.prisma.auditLog.findFirst({
      where: { action: "user.update", subjectId: String(own.params.userId) },
      orderBy: { id: "desc" },
    });
    expect(change).toMatchObject({ before: { name }, after: { name: "Sara Amin", nameAr: "سارة أمين" } });
    const cashier = await signedIn("cashier");
    const theirs = of(await userId("cashier"));
    const asked = { version: 1, name: "Mine" };
    expect((await cashier.call(update, { method: "PATCH", ...theirs, body: asked })).status).toBe(403);
  });
});

describe("nobody", () => {
  test("raises their own role, deactivates themselves, or resets their own sign-in here", async () => {
    const own = of(await userId("merchant_admin"));
    const present = (await admin.call(readOne, own)).body as unknown as StaffMember;
    const body = { version: present.version, role: "supervisor" };
    expect((await admin.call(update, { method: "PATCH", ...own, body })).body.error?.code).toBe("own_role");
    for (const [route, method] of [
      [deactivate, "POST"],
      [issueLink, "POST"],
      [endSessions, "DELETE"],
      [resetTwoFactor, "DELETE"],
    ] as const)
      expect((await admin.call(route, { method, ...own })).body.error?.code).toBe("own_account");
  });

  test("touches the staff of another merchant, or operators who are not theirs", async () => {
    const stranger = await invited({ merchantId: world.foreignMerchantId }, operator);
    for (const id of [stranger.user.id, await userId("programme_operator")]) {
      const codes = await Promise.all([
        admin.call(readOne, of(id)),
        admin.call(listSessions, of(id)),
        admin.call(update, { method: "PATCH", ...of(id), body: { version: 1, name: "Mine" } }),
        admin.call(deactivate, { method: "POST", ...of(id) }),
        admin.call(issueLink, { method: "POST", ...of(id) }),
        admin.call(endSessions, { method: "DELETE", ...of(id) }),
        admin.call(resetTwoFactor, { method: "DELETE", ...of(id) }),
      ]);
      expect(codes.map(({ body }) => body.error?.code)).toEqual(Array(7).fill("not_found"));
    }
    const page = (await admin.call(search, { method: "POST", body: {} })).body as unknown as StaffPage;
    expect(new Set(page.users.map(({ merchantId }) => merchantId))).toEqual(new Set([world.merchantId]));
  });

  test("leaves a merchant without an admin: of two who deactivate each other at once one stays", async () => {
    const merchant = await database.prisma.merchant.create({ data: { nameEn: "Duel", nameAr: "مبارزة" } });
    await database.prisma.programme.update({ where: { id: 1 }, data: { adminsNeedSecondPerson: false } });
    const join = async () => {
      const { user, link } = await invited({ role: "merchant_admin", merchantId: merchant.id }, operator);
      await use(link.token);
      return { id: user.id, browser: await signedIn(user.username, PASSWORD) };
    };
    const [one, other] = [await join(), await join()];
    const answers = await Promise.all([
      one.browser.call(deactivate, { method: "POST", ...of(other.id) }),
      other.browser.call(deactivate, { method: "POST", ...of(one.id) }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await database.prisma.programme.update({ where: { id: 1 }, data: { adminsNeedSecondPerson: true } });
    const left = await database.prisma.user.count({ where: { merchantId: merchant.id, isActive: true } });
    expect(left).toBe(1);
    const [last] = await database.prisma.user.findMany({
      where: { merchantId: merchant.id, isActive: true },
    });
    const end = await operator.call(deactivate, { method: "POST", ...of(Number(last?.id)) });
    expect(end.body.error?.code).toBe("last_admin");
  });
});

describe("sessions of the staff", () => {
  test("of a whole merchant end together, but for the one it is done from, and others' go on", async () => {
    const elsewhere = await signedIn("merchant_admin");
    const cashier = await signedIn("cashier");
    const endAll = (merchant: number, by = admin) =>
      by.call(endAllSessions, {
        method: "DELETE",
        path: `/api/portal/manage/staff/sessions?merchant=${merchant}`,
      });
    expect((await endAll(world.foreignMerchantId)).status).toBe(404);
    expect((await cashier.call(me)).status).toBe(200);
    const { body } = await endAll(world.merchantId);
    expect(body.ended).toBeGreaterThanOrEqual(2);
    for (const browser of [elsewhere, cashier]) expect((await browser.call(me)).status).toBe(401);
    for (const browser of [admin, operator]) expect((await browser.call(me)).status).toBe(200);
    const act = await database.prisma.auditLog.findFirst({ where: { action: "user.end_all_sessions" } });
    expect(act).toMatchObject({
      subjectType: "merchant",
      subjectId: String(world.merchantId),
      before: { sessions: body.ended },
      after: { sessions: 0 },
    });
    const again = await signedIn("cashier");
    expect((await endAll(world.merchantId, operator)).status).toBe(200);
    expect((await again.call(me)).status).toBe(401);
    admin = await signedIn("merchant_admin");
  });

  test("are shown, and ended at once", async () => {
    const { user, link } = await invited();
    const browser = new TestBrowser();
    await next(browser, { token: link.token, password: PASSWORD });
    const shown = (await admin.call(listSessions, of(user.id))).body as { sessions?: unknown[] };
    expect(shown.sessions).toHaveLength(1);
    expect(JSON.stringify(shown)).not.toMatch(/token/i);
    expect((await admin.call(endSessions, { method: "DELETE", ...of(user.id) })).body).toEqual({ ended: 1 });
    expect((await browser.call(me)).status).toBe(401);
    expect((await auditOf(user.id)).at(-1)?.[0]).toBe("user.end_sessions");
  });
});

describe("many people at once", () => {
  test("lose their access by the rules of each: not oneself, and not those of others", async () => {
    const [one, two] = [(await invited()).user, (await invited()).user];
    const me = await database.prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
    const stranger = await database.prisma.user.findUniqueOrThrow({
      where: { username: "programme_operator" },
    });
    const records = [one, me, two, stranger].map(({ id }) => ({ id }));
    const { body } = await admin.call(deactivateMany, { method: "POST", body: { records } });
    const { results } = body as unknown as ManyAnswer;
    expect(results.map(({ id, refusal }) => [id, refusal?.code])).toEqual([
      [one.id, undefined],
      [me.id, "own_account"],
      [two.id, undefined],
      [stranger.id, "not_found"],
    ]);
    for (const { id } of [one, two]) expect((await auditOf(id)).at(-1)?.[0]).toBe("user.deactivate");
    const active = { where: { id: { in: records.map(({ id }) => id) }, isActive: true } };
    expect(await database.prisma.user.count(active)).toBe(2);
  });
});

describe("the policy", () => {
  test("lets admins without a second factor do nothing but set one up", async () => {
    const { version } = (await operator.call(readPolicy)).body;
    const mine = { where: { username: "programme_operator" } };
    const put = (body: object) => operator.call(changePolicy, { method: "PUT", body });
    expect((await put({ adminsNeedTwoFactor: true, version })).body.error?.code).toBe("two_factor_needed");
    await database.prisma.user.update({ ...mine, data: { twoFactorEnabled: true } });
    expect((await put({ adminsNeedTwoFactor: true, version })).body).toMatchObject({
      adminsNeedTwoFactor: true,
    });
    expect((await admin.call(search, { method: "POST", body: {} })).body.error?.code).toBe(
      "two_factor_needed",
    );
    expect((await admin.call(me)).status).toBe(200);
    const cashier = await signedIn("cashier");
    expect((await cashier.call(me)).status).toBe(200);
    await database.prisma.programme.update({ where: { id: 1 }, data: { adminsNeedTwoFactor: false } });
    expect((await put({ adminsNeedTwoFactor: false, version })).body.error?.code).toBe("conflict");
    expect((await admin.call(search, { method: "POST", body: {} })).status).toBe(200);
  });
});
