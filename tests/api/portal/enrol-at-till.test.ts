import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { referralsPortal } from "@/lib/areas/referrals/portal";
import { reportsPortal } from "@/lib/areas/reports/portal";
import { tillPortal } from "@/lib/areas/till/portal";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import type { EnrolWords, TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { ROLES, type Role } from "@/lib/portal/acts/roles";
import { routeOf } from "@/lib/portal/serve";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const { me: getMe, signIn } = routesOf(sessionPortal);

const { quote, reward } = routesOf(tillPortal);
const { enrol, enrolWords: getWords, lookUp } = routesOf(tillWalletsPortal);

let database: TestDatabase;
let world: PortalWorld;
const browsers = new Map<Role, TestBrowser>();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  for (const role of ROLES) {
    const browser = new TestBrowser();
    const body = { username: world.usernames[role], password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    browsers.set(role, browser);
  }
});
afterAll(() => database.drop());

function browserOf(role: Role): TestBrowser {
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error(`Nobody is signed in as ${role}.`);
  return browser;
}
async function call(role: Role, route: PortalRoute, body?: object) {
  return browserOf(role).call(route, body === undefined ? {} : { method: "POST", body });
}

let numbers = 0;
const newMobile = () => `0107${String(3_000_000 + ++numbers)}`;
const request = (more: object = {}) => ({
  branchId: world.branchIds[0],
  contactMsisdn: newMobile(),
  hasConsented: true,
  consent: { version: 1, language: "ar" },
  reference: `reference-${++numbers}`,
  ...more,
});
const allowCashiers = (isAllowed: boolean) =>
  database.prisma.merchant.update({
    where: { id: world.merchantId },
    data: { cashiersMayEnrol: isAllowed },
  });
const wallets = () => database.prisma.wallet.count();

describe("a cashier", () => {
  test("opens wallets where the merchant lets them, finds them at once, and is told so by the session", async () => {
    await allowCashiers(true);
    expect((await call("cashier", getMe)).body).toMatchObject({ mayEnrol: true });
    const words = (await call("cashier", getWords)).body as unknown as EnrolWords;
    expect(words.consent.version).toBe(1);
    const body = request({ name: "Mona Adel", birthDate: "1990-05-17", pin: "4071" });
    const { status, body: answered } = await call("cashier", enrol, body);
    expect(status).toBe(200);
    const wallet = answered as unknown as TillWallet;
    expect(wallet).toMatchObject({ balance: 0, statusId: 1, isOptedIn: true, pin: { state: "set" } });
    expect(wallet.profile.mobile).toContain("•");
    const found = await call("cashier", lookUp, { text: body.contactMsisdn });
    expect(found.body).toMatchObject({ kind: "wallet", wallet: { id: wallet.id } });
    const consents = await database.prisma.walletConsent.findMany({ where: { walletId: wallet.id } });
    expect(consents).toMatchObject([{ via: "till", language: "ar", version: 1, isGiven: true }]);
  });

  test("is told before the PIN is asked for that a colleague takes the payment of a PIN they set themselves", async () => {
    await allowCashiers(true);
    const enrolled = await call("cashier", enrol, request({ pin: "4071" }));
    const { walletCode } = enrolled.body as unknown as TillWallet;
    const till = { branchId: world.branchIds[0], walletCode };
    await call("supervisor", lookUp, { text: walletCode });
    await call("supervisor", reward, {
      ...till,
      value: 500,
      reference: `reference-${++numbers}-of-a-reward`,
    });
    const asked = { ...till, operation: "redeem", value: 5 };
    expect((await call("cashier", quote, asked)).body).toMatchObject({
      outcome: "refused",
      isForAnyAmount: true,
      refusal: { code: "1307", message: { en: expect.stringContaining("until then a colleague does") } },
    });
    expect((await call("supervisor", quote, asked)).body).toMatchObject({
      outcome: "possible",
      isPinRequired: true,
    });
  });

  test("is refused by every door where the merchant does not, which is how merchants begin", async () => {
    const { cashiersMayEnrol } = await database.prisma.merchant.create({
      data: { nameEn: "N", nameAr: "ن" },
    });
    expect(cashiersMayEnrol).toBe(false);
    await allowCashiers(false);
    const before = await wallets();
    expect((await call("cashier", getMe)).body).toMatchObject({ mayEnrol: false });
    expect((await call("cashier", enrol, request())).status).toBe(403);
    const atDesk = { contactMsisdn: newMobile(), hasConsented: true };
    expect((await call("cashier", routeOf(walletsPortal.enrol), atDesk)).status).toBe(403);
    expect(await wallets()).toBe(before);
  });
});

test.each(["supervisor", "merchant_admin"] as const)(
  "a %s opens wallets whatever cashiers may",
  async (role) => {
    await allowCashiers(false);
    expect((await call(role, getMe)).body).toMatchObject({ mayEnrol: true });
    expect((await call(role, enrol, request())).status).toBe(200);
  },
);

test("a branch of another merchant is refused, and nothing is opened", async () => {
  const before = await wallets();
  const foreign = await database.prisma.branch.findFirstOrThrow({
    where: { merchantId: world.foreignMerchantId },
  });
  expect((await call("supervisor", enrol, request({ branchId: foreign.id }))).status).toBe(403);
  expect(await wallets()).toBe(before);
});

test("the same request again opens no second wallet, and another one for the number is told the end of its code", async () => {
  const body = request();
  const first = await call("supervisor", enrol, body);
  const again = await call("supervisor", enrol, body);
  expect((again.body as unknown as TillWallet).id).toBe((first.body as unknown as TillWallet).id);
  const other = await call("supervisor", enrol, request({ contactMsisdn: body.contactMsisdn }));
  expect([other.status, other.body.error?.code]).toEqual([409, "1207"]);
  const different = await call("supervisor", enrol, { ...body, name: "Nadia" });
  expect([different.status, different.body.error?.code]).toEqual([409, "1501"]);
});

test("a further wallet for a number is opened only where that is asked for, at the till as at the desk", async () => {
  const contactMsisdn = newMobile();
  const atDesk = (more: object = {}) => ({ contactMsisdn, hasConsented: true, ...more });
  const first = (await call("supervisor", enrol, request({ contactMsisdn }))).body as unknown as TillWallet;
  const before = await wallets();
  for (const [route, body] of [
    [enrol, request({ contactMsisdn, allowsSharedMobile: false })],
    [routeOf(walletsPortal.enrol), atDesk()],
  ] as const) {
    const refused = await call("supervisor", route, body);
    expect([refused.status, refused.body.error?.code]).toEqual([409, "1207"]);
  }
  expect(await wallets()).toBe(before);
  const shared = request({ contactMsisdn, allowsSharedMobile: true });
  const second = (await call("supervisor", enrol, shared)).body as unknown as TillWallet;
  const again = (await call("supervisor", enrol, shared)).body as unknown as TillWallet;
  expect([second.id === first.id, again.id]).toEqual([false, second.id]);
  const other = await call("supervisor", enrol, { ...shared, allowsSharedMobile: false });
  expect(other.body.error?.code).toBe("1501");
  expect(
    (await call("supervisor", routeOf(walletsPortal.enrol), atDesk({ allowsSharedMobile: true }))).status,
  ).toBe(200);
  expect(await wallets()).toBe(before + 2);
});

test("a number whose wallet is closed is free again", async () => {
  const contactMsisdn = newMobile();
  const { id } = (await call("supervisor", enrol, request({ contactMsisdn }))).body as unknown as TillWallet;
  await database.prisma.wallet.update({ where: { id }, data: { statusId: WALLET_STATUS.closed } });
  expect((await call("supervisor", enrol, request({ contactMsisdn }))).status).toBe(200);
});

test("twenty at once for one number, at tills and desks, open one wallet", async () => {
  const contactMsisdn = newMobile();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      place % 2 === 0
        ? call("supervisor", enrol, request({ contactMsisdn }))
        : call("merchant_admin", routeOf(walletsPortal.enrol), { contactMsisdn, hasConsented: true }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  const e164 = `+2${contactMsisdn}`;
  expect(await database.prisma.wallet.count({ where: { contactMsisdn: e164 } })).toBe(1);
});

test.each([
  ["no consent", { hasConsented: false }, "hasConsented"],
  ["a PIN that everybody tries", { pin: "1234" }, "pin"],
  ["the birth year as PIN", { birthDate: "1973-11-26", pin: "1973" }, "pin"],
  ["a day of birth to come", { birthDate: "2999-01-01" }, "birthDate"],
  ["no mobile number", { contactMsisdn: "12" }, "contactMsisdn"],
])("%s is refused at its field, and nothing is opened", async (_label, wrong, field) => {
  const before = await wallets();
  const { status, body } = await call("supervisor", enrol, request(wrong));
  expect(status).toBe(422);
  expect(body.error?.fields).toHaveProperty(field);
  if (field === "pin") expect(body.error?.fields?.pin).toEqual(FIELD_PROBLEMS.pin_common);
  expect(await wallets()).toBe(before);
});

test("words that were replaced meanwhile are a conflict: the customer agrees to the present ones", async () => {
  const { status, body } = await call(
    "supervisor",
    enrol,
    request({ consent: { version: 7, language: "en" } }),
  );
  expect([status, body.error?.code]).toEqual([409, "conflict"]);
});

describe("a customer whom another one brought", () => {
  const programmeIs = (referralBonus: number, referralNewcomerBonus: number) =>
    database.prisma.programme.update({
      where: { id: 1 },
      data: { referralBonus, referralNewcomerBonus, referralSecondVisit: false },
    });
  beforeAll(() => programmeIs(200, 50));
  afterAll(() => programmeIs(0, 0));
  const opened = async (more: object) => {
    const { status, body } = await call("supervisor", enrol, request(more));
    expect(status).toBe(200);
    return body as unknown as TillWallet;
  };
  const referralsOf = async (role: Role, { id }: { id: number }) => {
    const { status, body } = await browserOf(role).call(routeOf(referralsPortal.referrals), {
      params: { walletId: String(id) },
    });
    expect(status).toBe(200);
    return body;
  };

  test("is said at the till, brings both a bonus that the quote, the result and the pages show, and is masked", async () => {
    const contactMsisdn = newMobile();
    const referrer = await opened({ name: "Mona Adel", contactMsisdn });
    const newcomer = await opened({ name: "Omar Lotfy", referralMsisdn: contactMsisdn });
    expect(referrer.broughtBy).toBeNull();
    expect(newcomer.broughtBy).toMatchObject({ name: "Mona A.", isOpen: true });
    expect(newcomer.broughtBy?.mobile).toContain("•");
    const bill = { branchId: world.branchIds[0], walletCode: newcomer.walletCode, value: 120 };
    const quoted = await call("supervisor", quote, { operation: "reward", ...bill });
    expect(quoted.body).toMatchObject({ outcome: "possible", points: 170, referralPoints: 50 });
    const reference = `reference-${++numbers}-of-a-reward`;
    for (const replayed of [false, true]) {
      const { body } = await call("supervisor", reward, { ...bill, reference });
      expect(body).toMatchObject({
        replayed,
        entry: { points: 170, referralPoints: 50 },
        wallet: { balance: 170, broughtBy: { isOpen: false } },
      });
    }
    expect(await referralsOf("supervisor", newcomer)).toMatchObject({
      broughtBy: { state: "paid", points: 50, other: { walletId: null, name: "Mona A." } },
      count: 0,
    });
    expect(await referralsOf("merchant_admin", referrer)).toMatchObject({
      broughtBy: null,
      brought: [{ state: "paid", points: 200, other: { walletId: newcomer.id, name: "Omar L." } }],
      count: 1,
      points: 200,
    });
    const report = await call("merchant_admin", routeOf(reportsPortal.referrals));
    expect(report.body).toMatchObject({
      open: 0,
      months: [{ opened: 1, paid: 1, newcomerPoints: 50, referrerPoints: 200 }],
    });
  });

  test("is not brought by themselves", async () => {
    const contactMsisdn = newMobile();
    for (const door of [enrol, routeOf(walletsPortal.enrol)]) {
      const body = request({ contactMsisdn, referralMsisdn: `+2${contactMsisdn}` });
      const refused = await call("supervisor", door, body);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain("referralMsisdn");
    }
  });

  test("brings nothing on the first day where a second visit is waited for, and no more than a number for one who enrols", async () => {
    const contactMsisdn = newMobile();
    await opened({ contactMsisdn });
    const { id: supervisorId } = await database.prisma.user.findFirstOrThrow({
      where: { username: "supervisor" },
    });
    const begun = await database.prisma.referral.count({ where: { openedBy: supervisorId } });
    await database.prisma.programme.update({
      where: { id: 1 },
      data: { referralSecondVisit: true, referralPerEnrollerMax: begun + 1 },
    });
    const [first, second] = [
      await opened({ referralMsisdn: contactMsisdn }),
      await opened({ referralMsisdn: contactMsisdn }),
    ];
    expect([first.broughtBy?.isOpen, second.broughtBy]).toEqual([true, null]);
    for (const visit of ["one", "two"])
      expect(
        (
          await call("supervisor", reward, {
            ...{ branchId: world.branchIds[0], walletCode: first.walletCode, value: 120 },
            reference: `reference-${++numbers}-of-visit-${visit}`,
          })
        ).body,
      ).toMatchObject({ entry: { points: 120 }, wallet: { broughtBy: { isOpen: true } } });
    await database.prisma.programme.update({ where: { id: 1 }, data: { referralPerEnrollerMax: null } });
    await programmeIs(200, 50);
  });

  test("is another request under the same reference", async () => {
    const body = request();
    expect((await call("supervisor", enrol, body)).status).toBe(200);
    const changed = await call("supervisor", enrol, { ...body, referralMsisdn: newMobile() });
    expect(changed.status).toBe(409);
    expect(changed.text).toContain("1501");
  });
});
