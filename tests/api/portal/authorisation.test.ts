import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AREAS } from "@/app/api/portal/areas";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { ADMIN_ACTIONS, isPermitted } from "@/lib/portal/acts/permissions";
import { ROLES, type Role, SERVING_ROLES } from "@/lib/portal/acts/roles";
import { routeOf } from "@/lib/portal/serve";
import { PORTAL_HEADER, PORTAL_HEADER_VALUE } from "@/lib/portal/wire/request";
import { actAlone } from "@/tests/support/admin-world";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { expectOfEach } from "@/tests/support/each";
import { createWallet } from "@/tests/support/ledger";
import { makeCustomer } from "@/tests/support/portal/customers";
import { newDeal } from "@/tests/support/portal/deals";
import { PORTAL_ROUTES } from "@/tests/support/portal/routes";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  PORTAL_ORIGIN,
  type PortalCallOptions,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";
import { BODIES, MATRIX, QUERIES } from "./authorisation-matrix";

const { signIn } = routesOf(sessionPortal);

const routes = PORTAL_ROUTES;
const guarded = routes.filter(({ route }) => route.portal?.roles !== "public");

/**
 * Requests that name a branch or merchant, for the routes whose reach says that they do. A route without a line here
 * fails the test below.
 */
const CATEGORY_ID = 1_000;
const POINTS = { walletCode: "NO-SUCH-WALLET", reference: "reference-of-a-test" };
let numbers = 0;
const anotherMsisdn = () => `+2011${String(10_000_000 + ++numbers)}`;
function ofBranch(query = "") {
  return ({ branchId }: { branchId: number }): PortalCallOptions => ({
    path: `/api/portal/branches/${branchId}${query}`,
    params: { branchId: String(branchId) },
  });
}
const COUPON = "7KQ2M4XB9TZ3HRWQ";
const REQUESTS: Record<string, (target: { branchId: number; merchantId: number }) => PortalCallOptions> = {
  "POST /api/portal/points/reward": ({ branchId }) => ({ body: { ...POINTS, branchId, value: 1 } }),
  "POST /api/portal/points/bill": ({ branchId }) => ({
    body: { ...POINTS, branchId, value: 1, coupons: [] },
  }),
  "POST /api/portal/points/redeem": ({ branchId }) => ({ body: { ...POINTS, branchId, value: 1 } }),
  "POST /api/portal/points/refund": ({ branchId }) => ({ body: { ...POINTS, branchId, entryId: 1 } }),
  "POST /api/portal/points/return": ({ branchId }) => ({ body: { ...POINTS, branchId, entryId: 1 } }),
  "POST /api/portal/points/cancel": ({ branchId }) => ({ body: { ...POINTS, branchId, entryId: 1 } }),
  "POST /api/portal/points/quote": ({ branchId }) => ({
    body: { operation: "reward", walletCode: POINTS.walletCode, branchId, value: 1 },
  }),
  "POST /api/portal/points/settle": ({ branchId }) => ({
    body: { operation: "reward", request: { ...POINTS, branchId, value: 1 } },
  }),
  "POST /api/portal/till/kept-sales/removed": ({ branchId }) => ({
    body: {
      branchId,
      value: 1,
      reference: POINTS.reference,
      soldAt: "2026-01-01T10:00:00Z",
      reason: "Mistake",
    },
  }),
  "POST /api/portal/points/approvals": ({ branchId }) => ({
    body: { operation: "reward", request: { ...POINTS, branchId, value: 1 } },
  }),
  "POST /api/portal/wallets/[walletId]/holds/[holdId]/hand-out": ({ branchId }) => ({
    body: { branchId },
    params: { walletId: "1", holdId: "1" },
  }),
  "POST /api/portal/coupons/use": ({ branchId }) => ({ body: { ...POINTS, branchId, number: COUPON } }),
  "POST /api/portal/coupons/reopen": ({ branchId }) => ({
    body: { ...POINTS, branchId, number: COUPON, comment: "Wrong coupon" },
  }),
  "GET /api/portal/branches/[branchId]/day": ofBranch(),
  "GET /api/portal/branches/[branchId]/look-alikes": ofBranch(),
  "GET /api/portal/branches/[branchId]/entries": ofBranch(),
  "GET /api/portal/branches/[branchId]/changes": ofBranch("?mark=0.0"),
  "GET /api/portal/branches/[branchId]/report": ofBranch(),
  "POST /api/portal/manage/branches": ({ merchantId }) => ({
    body: { merchantId, msisdn: anotherMsisdn(), nameEn: "New", nameAr: "جديد" },
  }),
  "POST /api/portal/manage/branches/search": ({ merchantId }) => ({ body: { merchant: merchantId } }),
  "POST /api/portal/manage/branches/import": ({ merchantId }) => ({
    body: {
      merchantId,
      file: Buffer.from("msisdn,nameEn,nameAr\n01012345678,A,ب").toString("base64"),
      isDryRun: true,
    },
  }),
  "POST /api/portal/wallets/[walletId]/join": ({ branchId }) => ({
    params: { walletId: "999999" },
    body: { branchId, hasConsented: true, consent: { version: 1, language: "en" } },
  }),
  "POST /api/portal/wallets/enrol": ({ branchId }) => ({
    body: {
      branchId,
      contactMsisdn: anotherMsisdn(),
      hasConsented: true,
      consent: { version: 1, language: "en" },
      reference: `enrol-${anotherMsisdn().slice(1)}`,
    },
  }),
  "POST /api/portal/manage/staff": ({ merchantId }) => ({
    body: {
      merchantId,
      username: `user${anotherMsisdn()}`.replace("+", ""),
      name: "New",
      role: "supervisor",
    },
  }),
  "POST /api/portal/manage/staff/sets": ({ merchantId }) => ({
    body: { merchantId, name: `Set ${anotherMsisdn()}`, role: "cashier", added: [], removed: [] },
  }),
  "POST /api/portal/manage/staff/search": ({ merchantId }) => ({ body: { merchant: merchantId } }),
  "GET /api/portal/manage/audit": ({ merchantId }) => ({
    path: `/api/portal/manage/audit?merchant=${merchantId}`,
  }),
  "GET /api/portal/manage/audit/report": ({ merchantId }) => ({
    path: `/api/portal/manage/audit/report?merchant=${merchantId}`,
  }),
  "GET /api/portal/manage/webhooks": ({ merchantId }) => ({
    path: `/api/portal/manage/webhooks?merchantId=${merchantId}`,
  }),
  "POST /api/portal/manage/webhooks": ({ merchantId }) => ({
    body: {
      merchantId,
      url: "https://example.com/hooks",
      description: "",
      eventTypes: ["points.rewarded"],
    },
  }),
  "GET /api/portal/reports": ({ merchantId }) => ({ path: `/api/portal/reports?merchantId=${merchantId}` }),
  "GET /api/portal/reports/details": ({ merchantId }) => ({
    path: `/api/portal/reports/details?merchantId=${merchantId}`,
  }),
  "GET /api/portal/reports/offers": ({ merchantId }) => ({
    path: `/api/portal/reports/offers?merchantId=${merchantId}`,
  }),
  "GET /api/portal/reports/late-payments": ({ merchantId }) => ({
    path: `/api/portal/reports/late-payments?merchantId=${merchantId}`,
  }),
  "GET /api/portal/reports/entries": ({ merchantId }) => ({
    path: `/api/portal/reports/entries?merchantId=${merchantId}`,
  }),
  "POST /api/portal/reports/files": ({ merchantId }) => ({
    body: { format: "csv", filter: { merchantId } },
  }),
  "GET /api/portal/reports/export": ({ merchantId }) => ({
    path: `/api/portal/reports/export?table=days&merchantId=${merchantId}`,
  }),
  "POST /api/portal/manage/deals": ({ merchantId }) => ({ body: { merchantId, ...newDeal(CATEGORY_ID) } }),
  "PUT /api/portal/manage/deals/order": ({ merchantId }) => ({ body: { merchantId, from: [], to: [] } }),
  "POST /api/portal/manage/clients": ({ merchantId }) => ({
    body: { merchantId, name: "Tills", scopes: ["reward"] },
  }),
  "GET /api/portal/radar": ({ branchId }) => ({ path: `/api/portal/radar?branch=${branchId}` }),
  "PUT /api/portal/session/branch": ({ branchId }) => ({ body: { branchId } }),
  "POST /api/portal/session/display": ({ branchId }) => ({ body: { branchId } }),
  "PUT /api/portal/session/display": ({ branchId }) => ({ body: { branchId, shown: { name: "idle" } } }),
  "POST /api/portal/shifts": ({ branchId }) => ({ body: { branchId, count: null, note: "" } }),
};

let database: TestDatabase;
let world: PortalWorld;
const browsers = new Map<Role, TestBrowser>();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  await actAlone({ database });
  world = await createPortalWorld(database);
  await database.prisma.category.create({ data: { id: CATEGORY_ID, nameEn: "Coffee", nameAr: "قهوة" } });
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

test("every route is made by the wrapper and says who may call it", () => {
  expect(routes.length).toBeGreaterThan(6);
  for (const { name, route } of routes) {
    expect(route.portal, name).toBeDefined();
    if (route.portal.roles !== "public") expect(route.portal.roles.length, name).toBeGreaterThan(0);
  }
});

test("only signing in and out, by whatever way, choosing a password by a link, and the customer's side of a till need no session", () => {
  const open = routes.filter(({ route }) => route.portal.roles === "public").map(({ name }) => name);
  expect(open.sort()).toEqual([
    "DELETE /api/portal/display",
    "DELETE /api/portal/session",
    "GET /api/portal/display",
    "GET /api/portal/display/deals",
    "GET /api/portal/session/oidc/callback",
    "POST /api/portal/display",
    "POST /api/portal/display/answer",
    "POST /api/portal/display/new-pin",
    "POST /api/portal/display/pin",
    "POST /api/portal/link",
    "POST /api/portal/link/password",
    "POST /api/portal/session",
    "POST /api/portal/session/oidc",
    "POST /api/portal/session/passkey",
    "POST /api/portal/session/passkey/challenge",
    "POST /api/portal/session/second-factor",
    "POST /api/portal/session/unlock",
  ]);
});

test("every route but those of one's own account asks for the registered till and the second factor that the programme asks for", async () => {
  const { prisma } = database;
  const refusalsOf = async (role: Role) => {
    const codes = new Set<string | undefined>();
    for (const { method, route } of guarded) {
      if (route.portal.reach === "self" || !(route.portal.roles as readonly Role[]).includes(role)) continue;
      const answer = await browserOf(role).call(route, { method, ...(method !== "GET" && { body: {} }) });
      codes.add(answer.body.error?.code);
    }
    return [...codes];
  };
  await prisma.programme.updateMany({ data: { tillsNeedRegistration: true, adminsNeedTwoFactor: true } });
  const refusals = [await refusalsOf("cashier"), await refusalsOf("merchant_admin")];
  await prisma.programme.updateMany({ data: { tillsNeedRegistration: false, adminsNeedTwoFactor: false } });
  expect(refusals).toEqual([["till_not_registered"], ["two_factor_needed"]]);
});

test("every route that names a branch or merchant has requests to be tried with", () => {
  const needed = guarded.filter(({ route }) => ["branch", "merchant"].includes(route.portal.reach));
  expect(Object.keys(REQUESTS).sort()).toEqual(needed.map(({ name }) => name).sort());
});

const nameOf = ({ name }: (typeof routes)[number]) => name;

describe("every route that needs a session", () => {
  test("is refused without a session", () =>
    expectOfEach(guarded, nameOf, async ({ method, route }) => {
      const answer = await new TestBrowser().call(route, {
        method,
        body: route.portal.hasBody ? {} : undefined,
      });
      expect([answer.status, answer.body.error?.code]).toEqual([401, "unauthenticated"]);
    }));

  test("is refused to every role that it does not name, before its input is looked at", () =>
    expectOfEach(guarded, nameOf, async ({ method, route }) => {
      for (const role of ROLES.filter((role) => !route.portal.roles.includes(role))) {
        const answer = await browserOf(role).call(route, {
          method,
          ...(method !== "GET" && { body: "not json" }),
        });
        expect([role, answer.status, answer.body.error?.code]).toEqual([role, 403, "forbidden"]);
      }
    }));

  test("is refused to people whose set takes its permission away, with the session that they have", async () => {
    const { prisma } = database;
    const removed = ADMIN_ACTIONS.filter((action) => isPermitted({ role: "merchant_admin" }, action));
    const { merchantId } = await prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
    const data = { merchantId: merchantId ?? 0, name: "Nothing", role: "merchant_admin", removed };
    const { id: permissionSetId } = await prisma.permissionSet.create({ data });
    const give = (setId: number | null) =>
      prisma.user.updateMany({ where: { username: "merchant_admin" }, data: { permissionSetId: setId } });
    const named = AREAS.flatMap((area) => Object.values(area)).filter(({ endpoint: { may } }) =>
      removed.some((action) => action === may),
    );
    expect(named.length).toBeGreaterThan(100);
    await give(permissionSetId);
    for (const served of named) {
      const { method, path } = served.endpoint;
      const answer = await browserOf("merchant_admin").call(routeOf(served), {
        method,
        ...(method !== "GET" && { body: "not json" }),
      });
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 403, "forbidden"]);
    }
    await give(null);
  });

  test("is refused to other sites, whichever user is signed in", () =>
    expectOfEach(guarded, nameOf, async ({ method, route }) => {
      const foreign: Record<string, string>[] =
        method === "GET"
          ? [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]
          : [
              { "sec-fetch-site": "cross-site" },
              { origin: "https://evil.example" },
              { origin: "null" },
              { origin: "" },
              { [PORTAL_HEADER]: "" },
              { origin: `${PORTAL_ORIGIN}.evil.example`, [PORTAL_HEADER]: PORTAL_HEADER_VALUE },
            ];
      const role = route.portal.roles[0] as Role;
      for (const headers of foreign) {
        const answer = await browserOf(role).call(route, { method, headers });
        expect([headers, answer.status, answer.body.error?.code]).toEqual([headers, 403, "cross_site"]);
      }
    }));
});

describe("every route that names a branch or merchant", () => {
  const reaching = guarded.flatMap((found) => {
    const request = REQUESTS[found.name];
    return request === undefined ? [] : [{ ...found, request }];
  });

  test("acts for own branches only", () =>
    expectOfEach(reaching, nameOf, async ({ method, route, request }) => {
      for (const role of route.portal.roles as readonly Role[]) {
        const isForAll = role === "programme_operator";
        const own = request({ branchId: world.branchIds[0], merchantId: world.merchantId });
        const ownAnswer = await browserOf(role).call(route, { method, ...own });
        // The wallet of the requests does not exist: being told so is being let in.
        const code = ownAnswer.body.error?.code ?? "1201";
        expect([role, "own", code.replace("not_found", "1201")]).toEqual([role, "own", "1201"]);
        const foreign = request({ branchId: world.foreignBranchId, merchantId: world.foreignMerchantId });
        const foreignAnswer = await browserOf(role).call(route, { method, ...foreign });
        const expected = isForAll ? ownAnswer.body.error?.code : "forbidden";
        expect([role, "foreign", foreignAnswer.body.error?.code]).toEqual([role, "foreign", expected]);
      }
    }));

  test("acts for the branches of a cashier only where they are assigned", () =>
    expectOfEach(
      reaching.filter(
        ({ route }) => route.portal.reach === "branch" && route.portal.roles.includes("cashier"),
      ),
      nameOf,
      async ({ method, route, request }) => {
        const other = request({ branchId: world.branchIds[1], merchantId: world.merchantId });
        const answer = await browserOf("cashier").call(route, { method, ...other });
        expect(answer.body.error?.code).toBe("forbidden");
      },
    ));
});

describe("text that the database cannot keep", () => {
  const UNSTORABLE = ["\u0000", "a\u0000b", "a\ud800b"];
  /** A number for whatever a path names, and the name of a list. */
  const paramsOf = (name: string) => ({
    ...Object.fromEntries([...name.matchAll(/\[(\w+)\]/g)].map(([, param]) => [param, "1"])),
    list: "clients",
  });

  test.each(routes.filter(({ route }) => route.portal.hasBody))(
    "is refused in the body of $name",
    async ({ name, method, route }) => {
      const { roles } = route.portal;
      const browser = roles === "public" ? new TestBrowser() : browserOf(roles[0] as Role);
      for (const text of UNSTORABLE) {
        const answer = await browser.call(route, { method, params: paramsOf(name), body: { text } });
        expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, ["text"]]);
      }
    },
  );

  test.each(["text", "ratePlan", "who"])(
    "is no failure as `%s` in the address of any list",
    async (field) => {
      const failed: string[] = [];
      for (const { name, method, route } of guarded.filter((one) => one.method === "GET")) {
        const query = new URLSearchParams(QUERIES[name]?.slice(1));
        query.set(field, "a\u0000b");
        const answer = await browserOf(route.portal.roles.at(-1) as Role).call(route, {
          method,
          path: `/api/portal/test?${query}`,
          params: paramsOf(name),
        });
        if (answer.status >= 500) failed.push(name);
      }
      expect(failed).toEqual([]);
    },
  );
});

test("every route that reads lets each role in that it names", async () => {
  const { prisma } = database;
  await prisma.programme.updateMany({ data: { cashiersChangeByPin: true } });
  await expectOfEach(
    guarded.filter(({ method }) => method === "GET"),
    nameOf,
    async ({ name, method, route }) => {
      const branchId = String(world.branchIds[0]);
      const names = [...name.matchAll(/\[(\w+)\]/g)].map(([, param]) => param);
      const params = Object.fromEntries(names.map((param) => [param, param === "branchId" ? branchId : "1"]));
      const path = `/api/portal/test${QUERIES[name] ?? ""}`;
      for (const role of route.portal.roles as readonly Role[]) {
        const { status } = await browserOf(role).call(route, { method, path, params });
        expect([role, status]).not.toEqual([role, 403]);
      }
    },
  );
  await prisma.programme.updateMany({ data: { cashiersChangeByPin: false } });
});

/**
 * Who is let in where: for each route what a cashier, a supervisor, an admin and an operator are answered about their own
 * merchant's things, and an admin of another merchant about the same things. Whoever is let in by role asks, except to read, for
 * what does not exist or says nothing, so that nothing is changed on the way: 404 and 422 are answers to somebody who was let in.
 */
describe("the matrix of routes and roles", () => {
  // The others reach only what their routes say by name (above), always of their own merchant.
  const ACTORS = [...SERVING_ROLES, "foreign"] as const;
  const NOTHING = "999999999";

  async function foreignBrowser(): Promise<TestBrowser> {
    const data = { name: "Foreign", email: "foreign@portal.invalid", username: "foreign_admin" };
    const user = await database.prisma.user.create({
      data: { ...data, role: "merchant_admin", merchantId: world.foreignMerchantId },
    });
    const account = await database.prisma.account.findFirstOrThrow({ where: { providerId: "credential" } });
    const { password } = account;
    await database.prisma.account.create({
      data: { userId: user.id, accountId: String(user.id), providerId: "credential", password },
    });
    const browser = new TestBrowser();
    const body = { username: "foreign_admin", password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    return browser;
  }

  /** Things of the merchant, by the names that paths give them. */
  async function ownThings(): Promise<Record<string, string>> {
    const { prisma } = database;
    const { merchantId } = world;
    const user = await prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
    const admin = await prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
    const segment = await prisma.segment.findFirstOrThrow();
    const wallet = await makeCustomer(
      database,
      await createWallet(database.pool, { segmentId: segment.id, name: "Mona Ali" }),
      merchantId,
    );
    const made = async (name: keyof typeof REQUESTS, read: (body: Record<string, unknown>) => unknown) => {
      const found = guarded.find((one) => one.name === name);
      const request = REQUESTS[name]?.({ branchId: world.branchIds[0], merchantId });
      if (found === undefined || request === undefined) throw new Error(`${name} is no route with a request`);
      const { body } = await browserOf("merchant_admin").call(found.route, {
        method: found.method,
        ...request,
      });
      return String(read(body));
    };
    const now = new Date();
    const adjustment = await prisma.pointAdjustment.create({
      data: {
        walletId: BigInt(wallet.id),
        merchantId,
        direction: "up",
        pocket: "spendable",
        points: 50_000n,
        reason: "Lost",
        reference: "matrix",
        requestedBy: admin.id,
        requestedAt: now,
        expiresAt: new Date(now.getTime() + 86_400_000),
      },
    });
    const imported = await prisma.walletImport.create({
      data: { fileName: "a.csv", bytes: 10, merchantId, createdBy: admin.id, createdAt: now },
    });
    return {
      merchantId: String(merchantId),
      branchId: String(world.branchIds[0]),
      userId: String(user.id),
      walletId: String(wallet.id),
      segmentId: String(segment.id),
      categoryId: String(CATEGORY_ID),
      adjustmentId: String(adjustment.id),
      importId: String(imported.id),
      clientId: await made("POST /api/portal/manage/clients", (body) => (body.client as { id: number }).id),
      webhookId: await made(
        "POST /api/portal/manage/webhooks",
        (body) => (body.webhook as { id: number }).id,
      ),
      dealId: await made("POST /api/portal/manage/deals", ({ id }) => id),
    };
  }

  test("is the one that is written down, with no route missing from it", async () => {
    const [foreign, things] = [await foreignBrowser(), await ownThings()];
    const found: Record<string, string> = {};
    for (const { name, method, route } of guarded) {
      const names = [...name.matchAll(/\[(\w+)\]/g)].map(([, param = ""]) => param);
      const statuses: number[] = [];
      for (const actor of ACTORS) {
        const isLetIn = actor !== "foreign" && route.portal.roles.includes(actor);
        const isReal = method === "GET" || !isLetIn;
        const params = Object.fromEntries(
          names.map((param) => [param, (isReal && things[param]) || NOTHING]),
        );
        const { body } =
          REQUESTS[name]?.({ branchId: world.branchIds[0], merchantId: world.merchantId }) ?? {};
        const sent = actor === "foreign" ? (body ?? BODIES[name] ?? {}) : {};
        const browser = actor === "foreign" ? foreign : browserOf(actor);
        const path = `/api/portal/test${method === "GET" ? (QUERIES[name] ?? "") : ""}`;
        const hasBody = method !== "GET" && route.portal.hasBody;
        const answer = await browser.call(route, { method, path, params, ...(hasBody && { body: sent }) });
        statuses.push(answer.status);
        // A session that locked itself has others to try.
        await database.prisma.session.updateMany({
          where: { lockedAt: { not: null } },
          data: { lockedAt: null },
        });
      }
      found[name] = statuses.join(" ");
    }
    expect(found).toEqual(MATRIX);
  });
});
