import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import { entriesPortal } from "@/lib/areas/entries/portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { tillPortal } from "@/lib/areas/till/portal";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import type { Role } from "@/lib/portal/acts/roles";
import { routeOf } from "@/lib/portal/serve";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { services } from "@/lib/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createSegment, createWallet, type TestWallet } from "@/tests/support/ledger";
import { makeCustomer } from "@/tests/support/portal/customers";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const getWallet = routeOf(tillWalletsPortal.one);

const { signIn } = routesOf(sessionPortal);

const { cancel, redeem, refund, return: takeBack, reward, settle } = routesOf(tillPortal);

let database: TestDatabase;
let world: PortalWorld;
let segmentId: number;
const browsers = new Map<Role, TestBrowser>();
let references = 0;
const reference = () => `after-commit-reference-${++references}`;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  segmentId = (await createSegment(database.pool)).id;
  await createSegment(database.pool, { value: 1_000 });
  for (const role of ["cashier", "merchant_admin"] as const) {
    const browser = new TestBrowser();
    const body = { username: world.usernames[role], password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    browsers.set(role, browser);
  }
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => database.drop());

const newWallet = async (): Promise<TestWallet> =>
  makeCustomer(
    database,
    await createWallet(database.pool, { segmentId, name: "Mona Ali" }),
    world.merchantId,
  );

async function call(
  route: PortalRoute,
  options: { method?: string; body?: unknown; params?: Record<string, string> },
  role: Role = "cashier",
) {
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error(`Nobody is signed in as ${role}.`);
  const { status, body } = await browser.call(route, options);
  return { status, body };
}

const post = (route: PortalRoute, body: object) => call(route, { method: "POST", body });

const act = (wallet: TestWallet, extra: object) => ({
  walletCode: wallet.walletCode,
  branchId: world.branchIds[0],
  reference: reference(),
  ...extra,
});

/**
 * From the commit on the service's connections answer nothing any more. Returns what was asked after it.
 * @param by whose commit: a movement is committed by the ledger, an act of administration by Prisma
 */
function goSilentAfterCommit(by: "ledger" | "prisma"): string[] {
  let isCommitted = false;
  const asked: string[] = [];
  const { ledger } = services();
  const carryOut = ledger.post;
  vi.spyOn(ledger, "post").mockImplementation(async (command) => {
    const posted = await carryOut(command);
    if (by === "ledger") isCommitted = true;
    return posted;
  });
  const query = pg.Client.prototype.query as unknown as (...sent: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent as [string | { text?: string }];
    const text = typeof first === "string" ? first : (first.text ?? "a round trip");
    if (isCommitted) {
      asked.push(text);
      const error = new Error("The connection is lost");
      const done = sent.at(-1);
      if (typeof done !== "function") return Promise.reject(error);
      done(error);
      return undefined;
    }
    const answer = query.apply(this, sent);
    if (by === "prisma" && text === "COMMIT")
      return Promise.resolve(answer).then((result) => {
        isCommitted = true;
        return result;
      });
    return answer;
  } as typeof pg.Client.prototype.query);
  return asked;
}

async function redemption(wallet: TestWallet, value: number): Promise<number> {
  const { body } = await post(redeem, act(wallet, { value }));
  return (body.entry as { id: number }).id;
}

async function sale(wallet: TestWallet, value: number): Promise<number> {
  const { body } = await post(reward, act(wallet, { value }));
  return (body.entry as { id: number }).id;
}

/** What the till would read of an entry and its wallet, to compare an answer with. */
async function readBack(entryId: number, walletId: number) {
  const entry = await call(routeOf(entriesPortal.read), { params: { entryId: String(entryId) } });
  const wallet = await call(getWallet, { params: { walletId: String(walletId) } });
  return { entry: entry.body.entry, wallet: wallet.body };
}

describe("a movement at the till is answered although nothing can be read after it, and its answer is what is read later", () => {
  const movements: [string, PortalRoute, (wallet: TestWallet) => Promise<object>][] = [
    ["a reward", reward, async () => ({ value: 70 })],
    ["a redemption", redeem, async () => ({ value: 30 })],
    ["a refund", refund, async (wallet) => ({ entryId: await redemption(wallet, 40), points: 15 })],
    ["a return of goods", takeBack, async (wallet) => ({ entryId: await sale(wallet, 40.5), value: 15.25 })],
    ["a cancellation", cancel, async (wallet) => ({ entryId: await redemption(wallet, 40) })],
  ];

  test.each(movements)("%s", async (_name, route, request) => {
    const wallet = await newWallet();
    await post(reward, act(wallet, { value: 500 }));
    const body = act(wallet, await request(wallet));
    const asked = goSilentAfterCommit("ledger");
    const answer = await post(route, body);
    vi.restoreAllMocks();
    expect(asked).toEqual([]);
    expect(answer).toMatchObject({ status: 200, body: { replayed: false } });
    const { entry, wallet: after } = answer.body as { entry: { id: number }; wallet: object };
    expect({ entry, wallet: after }).toEqual(await readBack(entry.id, wallet.id));
  });

  test.each(movements)("%s, asked for again after it and settled", async (_name, route, request) => {
    const wallet = await newWallet();
    await post(reward, act(wallet, { value: 500 }));
    const body = act(wallet, await request(wallet));
    const first = await post(route, body);
    await post(reward, act(wallet, { value: 5 }));
    const asked = goSilentAfterCommit("ledger");
    const again = await post(route, body);
    vi.restoreAllMocks();
    expect(asked).toEqual([]);
    expect(again).toMatchObject({ status: 200, body: { replayed: true, entry: first.body.entry } });
    const { entry, wallet: now } = again.body as { entry: { id: number }; wallet: object };
    expect({ entry, wallet: now }).toEqual(await readBack(entry.id, wallet.id));
    const operation = { reward, redeem, refund, return: takeBack, cancel };
    const name = Object.entries(operation).find(([, known]) => known === route)?.[0];
    const askedToSettle = goSilentAfterCommit("ledger");
    const settled = await post(settle, { operation: name, request: body });
    expect(askedToSettle).toEqual([]);
    expect(settled).toMatchObject({ status: 200, body: { outcome: "posted", posted: again.body } });
  });
});

describe("an act of administration is answered although nothing can be read after it", () => {
  test("an adjustment", async () => {
    const wallet = await newWallet();
    const asked = goSilentAfterCommit("ledger");
    const body = {
      walletCode: wallet.walletCode,
      direction: "up",
      points: 25,
      reason: "Points lost at the till",
      reference: reference(),
    };
    const answer = await call(routeOf(adjustmentsPortal.adjust), { method: "POST", body }, "merchant_admin");
    expect(asked).toEqual([]);
    const posted = { kind: "posted", balance: 25, adjustmentId: null, deciders: [] };
    expect(answer).toEqual({ status: 200, body: posted });
  });

  test("an adjustment that waits for a second person", async () => {
    const wallet = await newWallet();
    const asked = goSilentAfterCommit("prisma");
    const body = {
      walletCode: wallet.walletCode,
      direction: "up",
      points: 50_000,
      reason: "Points lost at the till",
      reference: reference(),
    };
    const answer = await call(routeOf(adjustmentsPortal.adjust), { method: "POST", body }, "merchant_admin");
    expect(asked).toEqual([]);
    expect(answer).toMatchObject({
      status: 200,
      body: { kind: "requested", balance: null, deciders: [{ name: "The programme_operator" }] },
    });
  });

  const acts: [string, PortalRoute, string, object][] = [
    [
      "a change of status",
      routeOf(walletsPortal.setStatus),
      "PUT",
      { version: 0, statusId: 3, reason: "Asked for by the customer" },
    ],
    [
      "a change of a wallet's customer",
      routeOf(walletsPortal.change),
      "PATCH",
      { version: 0, name: "Mona Adel" },
    ],
    ["a customer's leaving", routeOf(walletsPortal.change), "PATCH", { version: 0, isOptedIn: false }],
  ];
  test.each(acts)("%s, and its answer is what is read later", async (_name, route, method, change) => {
    const wallet = await newWallet();
    const params = { walletId: String(wallet.id) };
    const before = await call(routeOf(walletsPortal.desk), { params }, "merchant_admin");
    const body = { ...change, version: before.body.version };
    const asked = goSilentAfterCommit("prisma");
    const answer = await call(route, { method, body, params }, "merchant_admin");
    vi.restoreAllMocks();
    expect(asked).toEqual([]);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toEqual(before.body);
    expect(answer.body).toEqual((await call(routeOf(walletsPortal.desk), { params }, "merchant_admin")).body);
  });
});
