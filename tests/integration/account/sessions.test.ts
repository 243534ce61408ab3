import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { portalPool } from "@/lib/platform/database/pools";
import { storeSecurityEvents } from "@/lib/portal/security-log/record-event";
import { deviceOf, forgetDevice, isKnownDevice, listKnownDevices } from "@/lib/portal/session/known-devices";
import * as passwords from "@/lib/portal/session/password";
import {
  changePassword,
  endOtherSessions,
  endSessions,
  listSessions,
  readPortalSession,
  type SignInResult,
  signIn,
  signOut,
} from "@/lib/portal/session/sessions";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

const PASSWORD = "correct horse battery";

let database: TestDatabase;
let passwordHash: string;
let merchantId: number;
let foreignMerchantId: number;
let branchIds: number[];
let foreignBranchId: number;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  passwordHash = await passwords.hashPassword(PASSWORD);
  const { prisma } = database;
  const merchant = await prisma.merchant.create({ data: { nameEn: "One", nameAr: "واحد" } });
  const foreign = await prisma.merchant.create({ data: { nameEn: "Two", nameAr: "اثنان" } });
  merchantId = merchant.id;
  foreignMerchantId = foreign.id;
  const branches = await prisma.branch.createManyAndReturn({
    data: [1, 2, 3].map((number) => ({
      merchantId,
      msisdn: `+20100000000${number}`,
      nameEn: `Branch ${number}`,
      nameAr: `فرع ${number}`,
      isActive: number !== 1,
    })),
  });
  branchIds = branches.map(({ id }) => id);
  const foreignBranch = await prisma.branch.create({
    data: { merchantId: foreignMerchantId, msisdn: "+201000000011", nameEn: "Foreign", nameAr: "غريب" },
  });
  foreignBranchId = foreignBranch.id;
});
afterAll(() => database.drop());
beforeEach(() => database.prisma.signInAttempt.deleteMany());

interface UserOptions {
  role?: string;
  branches?: number[];
  hasPassword?: boolean;
}

async function createUser({ role = "cashier", branches = [], hasPassword = true }: UserOptions = {}) {
  serial += 1;
  const username = `user${serial}`;
  const user = await database.prisma.user.create({
    data: {
      name: `User ${serial}`,
      email: `${username}@portal.invalid`,
      username,
      role,
      merchantId: role === "programme_operator" ? null : merchantId,
      userBranches: { create: branches.map((branchId) => ({ branchId })) },
    },
  });
  if (hasPassword)
    await database.prisma.account.create({
      data: { userId: user.id, accountId: String(user.id), providerId: "credential", password: passwordHash },
    });
  return { id: user.id, username };
}

function tryToSignIn(username: string, password = PASSWORD, address = "192.0.2.1"): Promise<SignInResult> {
  return signIn({ username, password, address, userAgent: "a till" });
}

/** The request headers of a browser that took the cookies of a sign-in. */
function browserWith(cookies: readonly string[]): Headers {
  const pairs = cookies.map((line) => line.split(";")[0]).join("; ");
  return new Headers({ cookie: pairs });
}

async function signedInBrowser(username: string): Promise<Headers> {
  const result = await tryToSignIn(username);
  if (result.outcome !== "signed_in") throw new Error(`${username} could not sign in: ${result.outcome}`);
  return browserWith(result.cookies);
}

describe("signing in", () => {
  test("gives a session cookie that scripts cannot read and other sites cannot send", async () => {
    const user = await createUser();
    const result = await tryToSignIn(user.username.toUpperCase());
    expect(result).toMatchObject({ outcome: "signed_in", userId: user.id });
    const [cookie] = result.outcome === "signed_in" ? result.cookies : [];
    expect(cookie).toMatch(/^points\.session_token=/);
    expect(cookie).toMatch(/; HttpOnly/i);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(await listSessions(user.id)).toMatchObject([{ address: "192.0.2.1", userAgent: "a till" }]);
  });

  test("answers the same to an unknown user, a wrong password, no password, no access and a technical user", async () => {
    const known = await createUser();
    const withoutPassword = await createUser({ hasPassword: false });
    const withdrawn = await createUser();
    await database.prisma.user.update({ where: { id: withdrawn.id }, data: { isActive: false } });
    const attempts: [string, string][] = [
      ["nobody", PASSWORD],
      [known.username, "wrong password"],
      [withoutPassword.username, PASSWORD],
      [withdrawn.username, "wrong password"],
      ["", PASSWORD],
      ["x".repeat(5_000), PASSWORD],
      ["nul\u0000byte", PASSWORD],
    ];
    for (const [username, password] of attempts)
      expect(await tryToSignIn(username, password)).toEqual({ outcome: "refused" });
    // The right password is answered with the reason, and opens nothing.
    expect(await tryToSignIn(withdrawn.username, PASSWORD)).toEqual({
      outcome: "ended",
      ended: { userId: withdrawn.id },
    });
    expect(await database.prisma.session.count({ where: { userId: { in: [known.id, withdrawn.id] } } })).toBe(
      0,
    );
  });

  test("works on the slow hash once in every refusal, so that time tells nothing", async () => {
    const known = await createUser();
    const withoutPassword = await createUser({ hasPassword: false });
    const hash = vi.spyOn(passwords, "hashPassword");
    const verify = vi.spyOn(passwords, "verifyPassword");
    for (const username of ["nobody", known.username, withoutPassword.username, "x".repeat(500), ""]) {
      hash.mockClear();
      verify.mockClear();
      expect(await tryToSignIn(username, "wrong password")).toEqual({ outcome: "refused" });
      expect(hash.mock.calls.length + verify.mock.calls.length, username).toBe(1);
    }
  });
});

describe("too many attempts", () => {
  test("of one user from one address are refused with the time to wait, right password or not", async () => {
    const user = await createUser();
    for (let count = 0; count < 5; count += 1) await tryToSignIn(user.username, "wrong password");
    const refused = await tryToSignIn(user.username);
    expect(refused.outcome).toBe("limited");
    expect(refused).toHaveProperty(
      "retryAfterSeconds",
      expect.toSatisfy((value) => value > 0 && value <= 900),
    );
    expect((await tryToSignIn(user.username, PASSWORD, "192.0.2.99")).outcome).toBe("signed_in");
  });

  test("all at once get through no more often than one after the other", async () => {
    const user = await createUser();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => tryToSignIn(user.username, "wrong password")),
    );
    expect(results.filter(({ outcome }) => outcome === "refused")).toHaveLength(5);
  });

  test("of one user from one address lock that user out nowhere else", async () => {
    const user = await createUser();
    for (let count = 0; count < 40; count += 1) await tryToSignIn(user.username, "wrong password");
    expect((await tryToSignIn(user.username)).outcome).toBe("limited");
    expect((await tryToSignIn(user.username, PASSWORD, "192.0.2.99")).outcome).toBe("signed_in");
  });

  test("of one user from many addresses make new devices wait for a turn that comes, and a known one not at all", async () => {
    const user = await createUser();
    const known = deviceOf(await signedInBrowser(user.username));
    for (let count = 0; count < 31; count += 1)
      await tryToSignIn(user.username, "wrong password", `192.0.2.${count}`);
    const elsewhere = () => tryToSignIn(user.username, PASSWORD, "192.0.2.200");
    const waiting = await elsewhere();
    expect(waiting).toMatchObject({ outcome: "limited" });
    expect(waiting).toHaveProperty(
      "retryAfterSeconds",
      expect.toSatisfy((seconds) => seconds <= 5),
    );
    const atHome = { username: user.username, address: "192.0.2.1", userAgent: "a till", device: known };
    expect((await signIn({ ...atHome, password: PASSWORD })).outcome).toBe("signed_in");
    // The turn comes, and it is theirs.
    await database.pool.query("UPDATE sign_in_attempt SET turn_at = turn_at - 60000 WHERE turn_at > 0");
    expect((await elsewhere()).outcome).toBe("signed_in");
  });

  test("over many names at one address, 50 of them, leave those whom their devices know alone", async () => {
    const user = await createUser();
    const device = deviceOf(await signedInBrowser(user.username));
    await Promise.all(
      Array.from({ length: 60 }, (_, name) => tryToSignIn(`nobody ${name}`, "wrong password")),
    );
    expect((await tryToSignIn(user.username)).outcome).toBe("limited");
    const attempt = { username: user.username, address: "192.0.2.1", userAgent: "a till", device };
    expect((await signIn({ ...attempt, password: PASSWORD })).outcome).toBe("signed_in");
  });

  test("on a known device are limited too, and a removed device, or another's, is not known", async () => {
    const user = await createUser();
    const other = await createUser();
    const device = deviceOf(await signedInBrowser(user.username));
    const attempt = { username: user.username, address: "192.0.2.9", userAgent: "a till", device };
    for (let count = 0; count < 5; count += 1)
      expect((await signIn({ ...attempt, password: "wrong password" })).outcome).toBe("refused");
    expect((await signIn({ ...attempt, password: PASSWORD })).outcome).toBe("limited");
    // Elsewhere nobody has to wait for it.
    expect((await tryToSignIn(user.username, PASSWORD, "192.0.2.10")).outcome).toBe("signed_in");
    expect(await isKnownDevice(device ?? "", other.username)).toBe(false);
    const [row] = await listKnownDevices(user.id, device);
    expect(row).toMatchObject({ isCurrent: false, address: "192.0.2.10" });
    const mine = (await listKnownDevices(user.id, device)).find(({ isCurrent }) => isCurrent);
    expect(await forgetDevice(other.id, mine?.id ?? 0)).toBe(0);
    expect(await isKnownDevice(device ?? "", user.username)).toBe(true);
    expect(await forgetDevice(user.id, mine?.id ?? 0)).toBe(1);
    expect(await isKnownDevice(device ?? "", user.username)).toBe(false);
  });

  test("meet a device's cookie that is signed, kept from scripts, and new with every sign-in", async () => {
    const user = await createUser();
    const first = await tryToSignIn(user.username);
    const line =
      first.outcome === "signed_in" ? first.cookies.find((one) => one.startsWith("points.device=")) : "";
    expect(line).toMatch(/; HttpOnly; SameSite=Lax/);
    const browser = browserWith(first.outcome === "signed_in" ? first.cookies : []);
    const device = deviceOf(browser) ?? "";
    const forged = new Headers({ cookie: `points.device=${device}.${"A".repeat(43)}` });
    expect([deviceOf(forged), deviceOf(new Headers())]).toEqual([null, null]);
    const attempt = { username: user.username, address: "192.0.2.1", userAgent: "a till", device };
    const again = await signIn({ ...attempt, password: PASSWORD });
    const renewed = deviceOf(browserWith(again.outcome === "signed_in" ? again.cookies : [])) ?? "";
    expect([await isKnownDevice(device, user.username), await isKnownDevice(renewed, user.username)]).toEqual(
      [false, true],
    );
    expect(await listKnownDevices(user.id, renewed)).toHaveLength(1);
  });

  test("are forgotten by a success, and no name or password is kept with the count", async () => {
    const user = await createUser();
    for (let round = 0; round < 4; round += 1) {
      for (let count = 0; count < 4; count += 1) await tryToSignIn(user.username, "wrong password");
      expect((await tryToSignIn(user.username)).outcome).toBe("signed_in");
    }
    const rows = await database.prisma.signInAttempt.findMany();
    expect(JSON.stringify(rows.map(({ key }) => key))).not.toContain(user.username);
  });
});

describe("a session", () => {
  test("says who the user is and for which branches they may act", async () => {
    const [inactive = 0, first = 0, second = 0] = branchIds;
    const cashier = await createUser({ branches: [inactive, second, foreignBranchId] });
    const session = await readPortalSession(await signedInBrowser(cashier.username));
    expect(session?.actor).toEqual({
      userId: cashier.id,
      role: "cashier",
      set: null,
      merchantId,
      branchIds: [inactive, second],
      activeBranchId: second,
      tillId: null,
    });
    const supervisor = await createUser({ role: "supervisor" });
    const browser = await signedInBrowser(supervisor.username);
    expect((await readPortalSession(browser))?.actor).toMatchObject({ branchIds, activeBranchId: first });
    const chosen = async (chosenBranchId: number) =>
      (await readPortalSession(browser, { chosenBranchId }))?.actor.activeBranchId;
    expect(await chosen(second)).toBe(second);
    expect(await chosen(inactive)).toBe(first);
    expect(await chosen(foreignBranchId)).toBe(first);
    const operator = await createUser({ role: "programme_operator" });
    expect((await readPortalSession(await signedInBrowser(operator.username)))?.actor).toMatchObject({
      merchantId: null,
      branchIds: [],
      activeBranchId: null,
    });
  });

  test("is read in one statement, whoever it is", async () => {
    const query = vi.spyOn(portalPool(), "query");
    for (const role of ["cashier", "merchant_admin", "programme_operator"]) {
      const browser = await signedInBrowser((await createUser({ role })).username);
      // The sign-in is noted a moment later.
      await storeSecurityEvents();
      query.mockClear();
      expect(await readPortalSession(browser, { prolongs: true })).not.toBeNull();
      expect(query).toHaveBeenCalledTimes(1);
    }
    query.mockRestore();
  });

  test("is not found with a changed, foreign or missing cookie", async () => {
    const user = await createUser();
    const cookie = (await signedInBrowser(user.username)).get("cookie") ?? "";
    expect(await readPortalSession(new Headers({ cookie }))).not.toBeNull();
    expect(await readPortalSession(new Headers({ cookie: cookie.replace(/=./, "=~") }))).toBeNull();
    expect(
      await readPortalSession(new Headers({ cookie: cookie.split("; ")[0]?.slice(0, -8) ?? "" })),
    ).toBeNull();
    expect(await readPortalSession(new Headers())).toBeNull();
  });

  test("ends at once when the user, or the merchant, loses access", async () => {
    const user = await createUser();
    const browser = await signedInBrowser(user.username);
    const { prisma } = database;
    await prisma.user.update({ where: { id: user.id }, data: { isActive: false } });
    expect(await readPortalSession(browser)).toBeNull();
    await prisma.user.update({ where: { id: user.id }, data: { isActive: true } });
    expect(await readPortalSession(browser)).not.toBeNull();
    await prisma.merchant.update({ where: { id: merchantId }, data: { isActive: false } });
    expect(await readPortalSession(browser)).toBeNull();
    expect((await tryToSignIn(user.username)).outcome).toBe("ended");
    await prisma.merchant.update({ where: { id: merchantId }, data: { isActive: true } });
  });

  test("ends when it was not used for half a day, and after a week of use", async () => {
    const user = await createUser();
    const browser = await signedInBrowser(user.username);
    const changeTimes = (createdAgo: string, expiresIn: string) =>
      database.pool.query(
        "UPDATE session SET created_at = now() - $2::interval, expires_at = now() + $3::interval WHERE user_id = $1",
        [user.id, createdAgo, expiresIn],
      );
    await changeTimes("6 days", "1 hour");
    const prolonged = await readPortalSession(browser, { prolongs: true });
    expect(prolonged?.cookies.join()).toMatch(/Max-Age=43200/);
    await changeTimes("8 days", "1 hour");
    expect(await readPortalSession(browser)).toBeNull();
    const second = await signedInBrowser(user.username);
    await changeTimes("13 hours", "-1 second");
    expect(await readPortalSession(second)).toBeNull();
  });

  test("ends by signing out, one by one, all others, and all together", async () => {
    const user = await createUser();
    const browsers = [];
    for (let count = 0; count < 4; count += 1) browsers.push(await signedInBrowser(user.username));
    const [first, second, third, fourth] = browsers as [Headers, Headers, Headers, Headers];
    const isOpen = async (browser: Headers) => (await readPortalSession(browser)) !== null;
    expect((await signOut(first)).join()).toMatch(/points\.session_token=;.*Max-Age=0/);
    expect(await isOpen(first)).toBe(false);
    const secondId = (await readPortalSession(second))?.sessionId ?? 0;
    const stranger = await createUser();
    expect(await endSessions(stranger.id, [secondId])).toBe(0);
    expect(await endSessions(user.id, [secondId])).toBe(1);
    expect(await isOpen(second)).toBe(false);
    expect(await endOtherSessions(user.id, (await readPortalSession(third))?.sessionId ?? 0)).toBe(1);
    expect([await isOpen(third), await isOpen(fourth)]).toEqual([true, false]);
    expect(await endSessions(user.id)).toBe(1);
    expect(await isOpen(third)).toBe(false);
  });
});

describe("changing the password", () => {
  const change = (headers: Headers, username: string, currentPassword: string) =>
    changePassword(headers, {
      username,
      address: "192.0.2.7",
      currentPassword,
      newPassword: "a longer and newer one",
    });

  test("ends every other session and keeps the user signed in with a new one", async () => {
    const user = await createUser();
    const other = await signedInBrowser(user.username);
    const browser = await signedInBrowser(user.username);
    const result = await change(browser, user.username, PASSWORD);
    expect(result.outcome).toBe("changed");
    expect(await readPortalSession(other)).toBeNull();
    expect(await readPortalSession(browser)).toBeNull();
    const renewed = browserWith(result.outcome === "changed" ? result.cookies : []);
    expect((await readPortalSession(renewed))?.user.id).toBe(user.id);
    expect((await tryToSignIn(user.username)).outcome).toBe("refused");
    expect((await tryToSignIn(user.username, "a longer and newer one")).outcome).toBe("signed_in");
  });

  test("needs the present password, and guesses at it are limited", async () => {
    const user = await createUser();
    const browser = await signedInBrowser(user.username);
    for (let count = 0; count < 5; count += 1)
      expect((await change(browser, user.username, "not it at all")).outcome).toBe("wrong_password");
    expect((await change(browser, user.username, PASSWORD)).outcome).toBe("limited");
    expect(await readPortalSession(browser)).not.toBeNull();
  });
});
