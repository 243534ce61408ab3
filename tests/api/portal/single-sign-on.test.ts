import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readRefusedElsewhere } from "@/lib/areas/account/portal";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { completeEnv, type OidcSettings } from "@/lib/platform/env";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { OIDC_CLIENT, type OidcProvider, startOidcProvider } from "@/tests/support/portal/oidc-provider";
import { routesOf } from "@/tests/support/portal/routes-of";
import { createPortalWorld, PORTAL_ORIGIN, TEST_PASSWORD, TestBrowser } from "@/tests/support/portal/world";

const {
  finishSingleSignOn: comeBack,
  startSingleSignOn: start,
  signInWithPasskey,
  me,
  signIn,
} = routesOf(sessionPortal);

let database: TestDatabase;
let provider: OidcProvider;
beforeAll(async () => {
  database = await createTestDatabase();
  await createPortalWorld(database);
  provider = await startOidcProvider();
});
afterAll(async () => {
  setUp(undefined);
  await provider.close();
  await database.drop();
});
beforeEach(async () => {
  setUp({});
  await database.prisma.session.deleteMany();
  await database.prisma.account.deleteMany({ where: { providerId: "oidc" } });
});

/** Sets single sign-on up in this process; `undefined` leaves it off. */
function setUp(changes: Partial<OidcSettings> | undefined): void {
  const settings = { issuer: provider.issuer, ...OIDC_CLIENT, claim: "email", isOnly: false };
  const oidc = changes === undefined ? undefined : { ...settings, ...changes };
  completeEnv({ oidc, publicUrl: oidc && PORTAL_ORIGIN } as Parameters<typeof completeEnv>[0]);
}

const MINE = { sub: "s-1", email: "Merchant_Admin@portal.invalid", email_verified: true };

/** Goes to the sign-in service and comes back as whom the claims say. */
async function roundTrip(claims: Record<string, unknown>, body: { returnPath?: string } = {}) {
  const browser = new TestBrowser();
  const begun = await browser.call(start, { method: "POST", body });
  const query = new URLSearchParams(provider.signInAs(String(begun.body.url), claims));
  return { browser, query, answer: await back(browser, query) };
}

const back = (browser: TestBrowser, query: URLSearchParams) =>
  browser.call(comeBack, {
    path: `/api/portal/session/oidc/callback?${query}`,
    headers: { "sec-fetch-site": "cross-site" },
  });
const whereTo = (answer: { status: number; headers: Headers }) => [
  answer.status,
  answer.headers.get("location"),
];
const REFUSED = [303, "/sign-in?sso=refused"];

test("signs an existing person in by a verified address, again by the account, and keeps none of the provider's tokens", async () => {
  const people = await database.prisma.user.count();
  const { browser, answer } = await roundTrip(MINE, { returnPath: "/manage/staff" });
  expect(whereTo(answer)).toEqual([303, "/manage/staff"]);
  expect((await browser.call(me)).body).toMatchObject({ user: { username: "merchant_admin" } });
  expect(await database.prisma.session.findFirstOrThrow()).toMatchObject({ beganWith: "sso" });
  // The address may change there; it is the same account.
  const again = await roundTrip({ ...MINE, email: "new@example.com" });
  expect(whereTo(again.answer)).toEqual([303, "/"]);
  expect((await again.browser.call(me)).body).toMatchObject({ user: { username: "merchant_admin" } });
  expect(await database.prisma.user.count()).toBe(people);
  const linked = await database.prisma.account.findMany({ where: { providerId: "oidc" } });
  expect(linked).toMatchObject([{ accountId: "s-1", accessToken: null, refreshToken: null, idToken: null }]);
  // The password still works beside it.
  const body = { username: "merchant_admin", password: TEST_PASSWORD };
  expect((await new TestBrowser().call(signIn, { method: "POST", body })).status).toBe(200);
});

test.each([
  ["an address that is not verified", { ...MINE, email_verified: false }],
  ["an address that nobody here has", { ...MINE, email: "stranger@example.com" }],
  ["no address", { sub: "s-9" }],
  ["an answer to another question", { ...MINE, nonce: "another" }],
  ["an answer for another service", { ...MINE, aud: "another" }],
  ["an answer without an ID token", { ...MINE, id_token: null }],
  ["an answer that was given to another client", { ...MINE, azp: "another" }],
  ["an answer without an end", { ...MINE, exp: undefined }],
  [
    "an answer for others too that does not say whose it is",
    { ...MINE, aud: [OIDC_CLIENT.clientId, "another"] },
  ],
])("lets nobody in with %s, and creates nobody", async (_, claims) => {
  const people = await database.prisma.user.count();
  const { browser, answer } = await roundTrip(claims);
  expect(whereTo(answer)).toEqual(REFUSED);
  expect((await browser.call(me)).status).toBe(401);
  expect(await database.prisma.user.count()).toBe(people);
  expect(await database.prisma.account.count({ where: { providerId: "oidc" } })).toBe(0);
});

test("lets a person in as the one that they are linked to, never another one with their address", async () => {
  const ours = { aud: [OIDC_CLIENT.clientId, "another"], azp: OIDC_CLIENT.clientId };
  expect(whereTo((await roundTrip({ ...MINE, ...ours })).answer)).toEqual([303, "/"]);
  const other = await roundTrip({ ...MINE, sub: "s-2" });
  expect(whereTo(other.answer)).toEqual(REFUSED);
  expect((await other.browser.call(me)).status).toBe(401);
  const linked = { where: { providerId: "oidc" }, select: { accountId: true } };
  expect(await database.prisma.account.findMany(linked)).toEqual([{ accountId: "s-1" }]);
  expect(whereTo((await roundTrip(MINE)).answer)).toEqual([303, "/"]);
});

test("lets nobody in whose access was withdrawn, who brings another's answer, or brings one twice", async () => {
  const first = await roundTrip(MINE);
  expect(whereTo(await back(new TestBrowser(), first.query))).toEqual(REFUSED);
  expect(whereTo(await back(first.browser, first.query))).toEqual(REFUSED);
  await database.prisma.user.update({ where: { username: "merchant_admin" }, data: { isActive: false } });
  expect(whereTo((await roundTrip(MINE)).answer)).toEqual(REFUSED);
  await database.prisma.user.update({ where: { username: "merchant_admin" }, data: { isActive: true } });
});

test("tells a person whose merchant has ended so, and nobody who makes the cookie up", async () => {
  const { merchantId } = await database.prisma.user.findUniqueOrThrow({
    where: { username: "merchant_admin" },
  });
  const become = (isActive: boolean) =>
    database.prisma.merchant.update({
      where: { id: merchantId ?? 0 },
      data: { isActive, lastDay: isActive ? null : new Date("2026-11-20") },
    });
  await become(false);
  const { answer } = await roundTrip(MINE);
  expect(whereTo(answer)).toEqual([303, "/sign-in?sso=ended"]);
  const [, value] = /points\.ended=([^;]+); Path=\/sign-in/.exec(answer.headers.getSetCookie().join()) ?? [];
  const cookies = (kept: string | undefined) => ({
    get: (name: string) => (name === "points.ended" && kept !== undefined ? { value: kept } : undefined),
  });
  expect(await readRefusedElsewhere("ended", cookies(value))).toMatchObject({
    en: expect.stringMatching(/is no longer in the points programme\. Its last day was .*20 November 2026/),
  });
  for (const made of [undefined, String(merchantId), `${value}A`])
    expect(await readRefusedElsewhere("ended", cookies(made))).toBe("refused");
  expect(await readRefusedElsewhere(undefined, cookies(value))).toBeNull();
  await become(true);
});

test("goes by another claim where one is set, and only back to the portal's own pages", async () => {
  setUp({ claim: "preferred_username" });
  const claims = { sub: "s-2", email: "shared@example.com", preferred_username: "Supervisor" };
  const { browser, answer } = await roundTrip(claims, { returnPath: "//elsewhere.example" });
  expect(whereTo(answer)).toEqual([303, "/"]);
  expect((await browser.call(me)).body).toMatchObject({ user: { username: "supervisor" } });
});

test("can be the only way in, and is no way at all where it is not set up", async () => {
  setUp({ isOnly: true });
  const body = { username: "merchant_admin", password: TEST_PASSWORD };
  const refusals = [
    await new TestBrowser().call(signIn, { method: "POST", body }),
    await new TestBrowser().call(signInWithPasskey, { method: "POST", body: { response: {} } }),
  ];
  expect(refusals.map((refused) => refused.body.error?.code)).toEqual(["sso_only", "sso_only"]);
  expect(whereTo((await roundTrip(MINE)).answer)).toEqual([303, "/"]);
  setUp(undefined);
  expect((await new TestBrowser().call(start, { method: "POST", body: {} })).status).toBe(404);
  expect((await back(new TestBrowser(), new URLSearchParams({ code: "a", state: "b" }))).status).toBe(404);
});
