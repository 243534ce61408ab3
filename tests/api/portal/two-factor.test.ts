import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountPortal } from "@/lib/areas/account/account-portal";
import type { Enrolment } from "@/lib/areas/account/schemas";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import { totp } from "@/tests/support/portal/totp";
import { createPortalWorld, TEST_PASSWORD, TestBrowser } from "@/tests/support/portal/world";

const { me, signIn, giveSecondFactor: giveCode } = routesOf(sessionPortal);

const {
  renewBackupCodes: renewCodes,
  confirmTwoFactor: confirm,
  disableTwoFactor: disable,
  startTwoFactor: start,
  twoFactor: state,
} = routesOf(accountPortal);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await createPortalWorld(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.prisma.signInAttempt.deleteMany();
  await database.prisma.twoFactor.deleteMany();
  await database.prisma.twoFactorCode.deleteMany();
  await database.prisma.user.updateMany({ data: { twoFactorEnabled: false } });
});

const USERNAME = "merchant_admin";
async function givePassword(username = USERNAME) {
  const browser = new TestBrowser();
  const answer = await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
  return { browser, answer };
}
const code = (browser: TestBrowser, text: string) =>
  browser.call(giveCode, { method: "POST", body: { code: text } });
/** The code of the next period: it is taken already, and for as long as a slow machine needs to send it. */
const nextCode = (secret: string) => totp(secret, 1);
const isIn = async (browser: TestBrowser) => (await browser.call(me)).status === 200;

/** Sets up a second factor with the present code. */
async function enrolled(): Promise<Enrolment & { browser: TestBrowser; used: string }> {
  const { browser } = await givePassword();
  const begun = await browser.call(start, { method: "POST", body: { password: TEST_PASSWORD } });
  const enrolment = begun.body as unknown as Enrolment;
  const used = totp(enrolment.secret);
  const first = await browser.call(confirm, { method: "POST", body: { code: used } });
  expect(first.body.error).toBeUndefined();
  return { ...enrolment, browser, used };
}

describe("setting up a second factor", () => {
  test("needs the password, counts from the first code on, and ends every other session", async () => {
    const { browser } = await givePassword();
    const { browser: other } = await givePassword();
    const begin = (password: string) => browser.call(start, { method: "POST", body: { password } });
    expect((await begin("not the password")).body.error?.fields).toHaveProperty("password");
    const { uri, secret, backupCodes } = (await begin(TEST_PASSWORD)).body as unknown as Enrolment;
    expect(uri).toContain(`otpauth://totp/Points:${USERNAME}?`);
    expect(backupCodes).toHaveLength(10);
    // Not yet.
    expect((await givePassword()).answer.body.userId).not.toBeNull();
    const wrong = await browser.call(confirm, { method: "POST", body: { code: "000000" } });
    expect(wrong.body.error?.fields).toHaveProperty("code");
    expect((await browser.call(confirm, { method: "POST", body: { code: totp(secret) } })).status).toBe(200);
    expect(await isIn(browser)).toBe(true);
    expect(await isIn(other)).toBe(false);
    expect((await browser.call(state)).body).toEqual({ isEnabled: true, backupCodesLeft: 10 });
    expect((await begin(TEST_PASSWORD)).body.error?.code).toBe("conflict");
    const kept = await database.prisma.twoFactor.findFirstOrThrow();
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(kept.backupCodes).not.toContain(backupCodes[0]);
  });

  test("is for those who administer", async () => {
    const { browser } = await givePassword("cashier");
    const answer = await browser.call(start, { method: "POST", body: { password: TEST_PASSWORD } });
    expect(answer.body.error?.code).toBe("forbidden");
  });
});

describe("signing in with a second factor", () => {
  test("needs a code after the password, and takes each code once", async () => {
    const { secret, used } = await enrolled();
    const { browser, answer } = await givePassword();
    expect(answer.body).toEqual({ userId: null });
    expect(await isIn(browser)).toBe(false);
    expect((await code(browser, used)).body.error?.code).toBe("second_factor_refused");
    expect(await isIn(browser)).toBe(false);
    const now = nextCode(secret);
    expect((await code(browser, now)).body.userId).toEqual(expect.any(Number));
    expect(await isIn(browser)).toBe(true);
    const { browser: replaying } = await givePassword();
    expect((await code(replaying, now)).body.error?.code).toBe("second_factor_refused");
    expect(await isIn(replaying)).toBe(false);
  });

  test("lets one of two in who give the same code at once", async () => {
    const { secret } = await enrolled();
    const browsers = [(await givePassword()).browser, (await givePassword()).browser];
    const now = nextCode(secret);
    const answers = await Promise.all(browsers.map((browser) => code(browser, now)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test("takes each backup code once, with or without its hyphen, and says so in the audit log", async () => {
    const { backupCodes } = await enrolled();
    const [first = "", second = ""] = backupCodes;
    const { browser } = await givePassword();
    expect((await code(browser, first)).status).toBe(200);
    expect((await browser.call(state)).body).toEqual({ isEnabled: true, backupCodesLeft: 9 });
    const { browser: again } = await givePassword();
    expect((await code(again, first)).status).toBe(401);
    expect((await code(again, second.replace("-", " "))).status).toBe(200);
    const acts = await database.prisma.auditLog.findMany({
      where: { action: "account.use_backup_code" },
      orderBy: { id: "desc" },
      take: 2,
    });
    expect(acts).toHaveLength(2);
    expect(JSON.stringify(acts.map(({ after }) => after))).not.toContain(first);
  });

  test("uses a backup code up together with the session it begins and its audit row, or none of the three", async () => {
    const { backupCodes } = await enrolled();
    const [first = ""] = backupCodes;
    const { browser } = await givePassword();
    const sessions = () => database.prisma.session.count();
    const before = await sessions();
    await database.owner.query(`
      CREATE FUNCTION no_backup_code() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the log is full'; END $$;
      CREATE TRIGGER no_backup_code BEFORE INSERT ON audit_log FOR EACH ROW
        WHEN (NEW.action = 'account.use_backup_code') EXECUTE FUNCTION no_backup_code()`);
    const failed = await code(browser, first);
    await database.owner.query("DROP TRIGGER no_backup_code ON audit_log; DROP FUNCTION no_backup_code()");
    expect([failed.status, await isIn(browser), await sessions()]).toEqual([500, false, before]);
    expect((await code(browser, first)).status).toBe(200);
    expect((await browser.call(state)).body).toEqual({ isEnabled: true, backupCodesLeft: 9 });
  });

  test("accepts a backup code once when it is sent twice at once, and counts wrong ones", async () => {
    const { backupCodes } = await enrolled();
    const browsers = [(await givePassword()).browser, (await givePassword()).browser];
    const answers = await Promise.all(browsers.map((browser) => code(browser, backupCodes[0] ?? "")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const acts = await database.prisma.auditLog.count({ where: { action: "account.use_backup_code" } });
    expect((await code((await givePassword()).browser, "aaaaa-aaaaa")).status).toBe(401);
    expect(await database.prisma.auditLog.count({ where: { action: "account.use_backup_code" } })).toBe(acts);
    const { failedVerificationCount } = await database.prisma.twoFactor.findFirstOrThrow();
    expect(failedVerificationCount).toBeGreaterThan(0);
  });

  test("is refused without the cookie of the password, and with a made-up one", async () => {
    const { secret } = await enrolled();
    const { browser } = await givePassword();
    expect((await code(new TestBrowser(), nextCode(secret))).body.error?.code).toBe("second_factor_expired");
    const thief = new TestBrowser();
    for (const [name, value] of browser.cookies)
      if (name.endsWith("two_factor"))
        thief.cookies.set(name, `${decodeURIComponent(value).split(".")[0]}.forged`);
    expect((await code(thief, nextCode(secret))).body.error?.code).toBe("second_factor_expired");
    for (const name of thief.cookies.keys()) thief.cookies.set(name, "%ff");
    expect((await code(thief, nextCode(secret))).body.error?.code).toBe("second_factor_expired");
    expect(await isIn(thief)).toBe(false);
  });

  test("is limited as passwords are", async () => {
    await enrolled();
    const { browser } = await givePassword();
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await code(browser, "000000")).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 200)).toEqual([]);
  });

  test("of a user deactivated in between is refused", async () => {
    const { secret } = await enrolled();
    const { browser } = await givePassword();
    await database.prisma.user.update({ where: { username: USERNAME }, data: { isActive: false } });
    expect((await code(browser, nextCode(secret))).status).toBe(401);
    await database.prisma.user.update({ where: { username: USERNAME }, data: { isActive: true } });
  });
});

describe("afterwards", () => {
  test("backup codes are replaced with the password and a code, never with the password alone", async () => {
    const { browser, backupCodes, secret } = await enrolled();
    const renew = (password: string, given?: string) =>
      browser.call(renewCodes, { method: "POST", body: { password, ...(given && { code: given }) } });
    expect((await renew("not the password", nextCode(secret))).body.error?.fields).toHaveProperty("password");
    expect((await renew(TEST_PASSWORD)).body.error?.fields).toHaveProperty("code");
    expect((await browser.call(state)).body).toEqual({ isEnabled: true, backupCodesLeft: 10 });
    const renewed = (await renew(TEST_PASSWORD, nextCode(secret))).body as { backupCodes?: string[] };
    expect(renewed.backupCodes).toHaveLength(10);
    const { browser: other } = await givePassword();
    expect((await code(other, backupCodes[0] ?? "")).status).toBe(401);
    expect((await code(other, renewed.backupCodes?.[0] ?? "")).status).toBe(200);
  });

  test("it is switched off with the password and a code, never with the password alone, and every change is in the audit log without a secret", async () => {
    const { browser, secret, backupCodes } = await enrolled();
    const off = (password: string, given?: string) =>
      browser.call(disable, { method: "DELETE", body: { password, ...(given && { code: given }) } });
    expect((await off("not the password", nextCode(secret))).body.error?.fields).toHaveProperty("password");
    expect((await off(TEST_PASSWORD)).body.error?.fields).toHaveProperty("code");
    expect((await off(TEST_PASSWORD, "000000")).body.error?.fields).toHaveProperty("code");
    expect((await browser.call(state)).body).toMatchObject({ isEnabled: true });
    expect((await off(TEST_PASSWORD, backupCodes[0])).status).toBe(200);
    expect(await isIn(browser)).toBe(true);
    expect((await givePassword()).answer.body.userId).not.toBeNull();
    const acts = await database.prisma.auditLog.findMany({ orderBy: { id: "desc" }, take: 2 });
    expect(acts.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["account.disable_two_factor", { twoFactorEnabled: true }, { twoFactorEnabled: false }],
      ["account.enable_two_factor", { twoFactorEnabled: false }, { twoFactorEnabled: true }],
    ]);
    expect(JSON.stringify(acts.map(({ after }) => after))).not.toContain(secret);
  });
});
