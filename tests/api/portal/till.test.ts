import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { approvalsPortal } from "@/lib/areas/approvals/portal";
import type { ApprovalList, AskedApproval } from "@/lib/areas/approvals/schemas";
import { checkStaffPin, setStaffPin } from "@/lib/areas/approvals/staff-pin";
import { createClient } from "@/lib/areas/clients/clients";
import { entriesPortal } from "@/lib/areas/entries/portal";
import type { EntryDetails, EntryPage } from "@/lib/areas/entries/schemas";
import { holdsPortal } from "@/lib/areas/holds/portal";
import type { Hold } from "@/lib/areas/holds/schemas";
import { homePortal } from "@/lib/areas/home/portal";
import type { Home } from "@/lib/areas/home/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { radarPortal } from "@/lib/areas/radar/portal";
import type { ReviewList } from "@/lib/areas/radar/schemas";
import { tillPortal } from "@/lib/areas/till/portal";
import type { Posted, Quote, Settled } from "@/lib/areas/till/schemas";
import { redeem as redeemThere } from "@/lib/areas/wallets/redeem";
import type { LookupAnswer, TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { verify } from "@/lib/ledger/verify/verify";
import { ManualClock } from "@/lib/platform/clock";
import { moneyOf } from "@/lib/platform/money";
import { formatLocalDate, plusDays } from "@/lib/platform/time";
import { writerOf } from "@/lib/platform/writing/writer";
import { ROLES, type Role } from "@/lib/portal/acts/roles";
import { storeSecurityEvents } from "@/lib/portal/security-log/record-event";
import { routeOf } from "@/lib/portal/serve";
import { hashPassword } from "@/lib/portal/session/password";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { services } from "@/lib/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createSegment, createWallet, type TestWallet, type WalletOptions } from "@/tests/support/ledger";
import { makeCustomer } from "@/tests/support/portal/customers";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const getHome = routeOf(homePortal.read);
const { signIn } = routesOf(sessionPortal);
const { one: getWallet, lookUp: lookup } = routesOf(tillWalletsPortal);

const { cancel, quote, redeem, refund, removeKept, return: takeBack, reward, settle } = routesOf(tillPortal);

const {
  list: listApprovals,
  decide: decideApproval,
  ask: askApproval,
  asked: readAsked,
  approveHere,
} = routesOf(approvalsPortal);
const { decide: decideReview, reviews: listReviews } = routesOf(radarPortal);

let database: TestDatabase;
let world: PortalWorld;
let segmentId: number;
const browsers = new Map<Role, TestBrowser>();
let references = 0;
const reference = () => `till-reference-${++references}`;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  const plain = await createSegment(database.pool);
  segmentId = plain.id;
  for (const role of ROLES) {
    const browser = new TestBrowser();
    const body = { username: world.usernames[role], password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    browsers.set(role, browser);
  }
});
afterAll(() => database.drop());

let wallet: TestWallet;
beforeEach(async () => {
  wallet = await newWallet();
});

/** A customer of the merchant's, to whom everybody was led. */
async function newWallet(options: Omit<WalletOptions, "hasPin"> = {}): Promise<TestWallet> {
  const made = await createWallet(database.pool, { segmentId, name: "Mona Ali Hassan", ...options });
  return makeCustomer(database, made, world.merchantId);
}

async function setPin({ id }: TestWallet, pin: string): Promise<void> {
  await database.prisma.walletPin.create({ data: { walletId: id, hash: await hashPassword(pin) } });
}

async function call<Body = Posted>(
  route: PortalRoute,
  options: { body?: unknown; params?: Record<string, string>; path?: string; role?: Role } = {},
): Promise<{ status: number; body: Body; code: string | undefined }> {
  const { role = "cashier", body, ...others } = options;
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error(`Nobody is signed in as ${role}.`);
  const answer = await browser.call(route, {
    ...others,
    ...(body !== undefined && { method: "POST", body }),
  });
  return { status: answer.status, body: answer.body as Body, code: answer.body.error?.code };
}

const act = (extra: object, of: TestWallet = wallet) => ({
  branchId: world.branchIds[0],
  walletCode: of.walletCode,
  reference: reference(),
  ...extra,
});
const ask = ({ reference: _, ...request }: ReturnType<typeof act>, operation: string) => ({
  operation,
  ...request,
});

async function rewarded(value: number, of: TestWallet = wallet): Promise<Posted> {
  const { status, body } = await call(reward, { body: act({ value }, of) });
  expect(status).toBe(200);
  return body;
}

/** An entry that the other merchant's branch wrote. */
async function foreignEntry({ walletCode }: TestWallet): Promise<number> {
  const user = await database.prisma.user.findFirstOrThrow({ where: { kind: "system" } });
  const { entry } = await services().ledger.post({
    type: "reward",
    walletCode,
    value: 1_00n,
    actor: {
      userId: user.id,
      channelId: 8,
      merchantId: world.foreignMerchantId,
      branchId: world.foreignBranchId,
      branchMsisdn: "+201000000011",
    },
  });
  return entry.id;
}

const entriesOf = ({ id }: TestWallet) =>
  database.prisma.entry.findMany({ where: { walletId: id }, orderBy: { seq: "asc" } });

describe("an operation of the till", () => {
  test("is written as the cashier's, through channel 2, at the branch, under the browser's reference", async () => {
    const request = act({ value: 120.75, invoiceNumber: "INV-7" });
    const { body } = await call(reward, { body: request });
    expect(body.entry).toMatchObject({
      logTypeId: 2,
      channelId: 2,
      points: 120,
      value: 120.75,
      balanceAfter: 120,
      invoiceNumber: "INV-7",
      reference: request.reference,
      branch: { id: world.branchIds[0] },
      by: { name: "The cashier", kind: "portal" },
    });
    expect(body.wallet).toMatchObject({
      id: wallet.id,
      balance: 120,
      usable: { points: 120, maxValue: 120 },
    });
    expect(await entriesOf(wallet)).toHaveLength(1);
  });

  test("sent again under its reference is answered as the first time and done once, also at the same moment", async () => {
    const body = act({ value: 50 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(reward, { body })));
    expect(new Set(answers.map((answer) => answer.body.entry.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.body.replayed)).toHaveLength(1);
    expect(await entriesOf(wallet)).toHaveLength(1);
  });

  test("is refused when its reference was used for something else", async () => {
    const body = act({ value: 50 });
    await call(reward, { body });
    expect((await call(reward, { body: { ...body, value: 51 } })).code).toBe("1501");
  });

  test("pays, gives back in part and undoes, and the log proves it", async () => {
    const { entry: earned } = await rewarded(200);
    const paid = await call(redeem, { body: act({ value: 80 }) });
    expect(paid.body.entry).toMatchObject({ points: -80, balanceAfter: 120, remainingPoints: 80 });
    const { id: entryId } = paid.body.entry;
    const part = await call(refund, { body: act({ entryId, points: 30 }) });
    expect(part.body.entry).toMatchObject({ points: 30, relatedEntryId: entryId, balanceAfter: 150 });
    expect((await call(refund, { body: act({ entryId, points: 51 }) })).code).toBe("1404");
    expect((await call(cancel, { body: act({ entryId }) })).code).toBe("1413");
    const rest = await call(refund, { body: act({ entryId }) });
    expect(rest.body.entry).toMatchObject({ points: 50, balanceAfter: 200 });
    const undone = await call(cancel, { body: act({ entryId: earned.id, comment: "Wrong customer" }) });
    expect(undone.body.entry).toMatchObject({ logTypeId: 4, points: -200, comment: "Wrong customer" });
    expect(undone.body.wallet.balance).toBe(0);
    expect((await verify(database.pool)).findings).toEqual([]);
  });

  test("asks for the PIN, counts wrong ones, and never repeats it", async () => {
    await setPin(wallet, "4321");
    await rewarded(100);
    expect((await call(redeem, { body: act({ value: 10 }) })).code).toBe("1310");
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const refused = await call(redeem, { body: act({ value: 10, pin: "908172" }) });
      expect(refused.code).toBe("1311");
      expect(JSON.stringify(refused.body)).not.toContain("908172");
      const { body } = await call<TillWallet>(getWallet, { params: { walletId: String(wallet.id) } });
      expect(body.pin.attemptsLeft).toBe(wrong < 4 ? 4 - wrong : null);
    }
    expect((await call(redeem, { body: act({ value: 10, pin: "4321" }) })).code).toBe("1312");
    const { body } = await call<TillWallet>(getWallet, { params: { walletId: String(wallet.id) } });
    expect(body.pin.state).toBe("locked");
    expect(body.alerts).toContain("pin_locked");
  });

  test("is answered again without its PIN, which no request is recognised by", async () => {
    await setPin(wallet, "4321");
    await rewarded(100);
    const body = act({ value: 10 });
    const first = await call(redeem, { body: { ...body, pin: "4321" } });
    expect(first.status).toBe(200);
    const again = await call(redeem, { body });
    expect(again.body).toMatchObject({ replayed: true, entry: { id: first.body.entry.id } });
  });

  test("that had to wait for the connection keeps the time of its sale, and never one that is still to come", async () => {
    const soldAt = "2026-11-20T10:00:00.000Z";
    expect((await call(reward, { body: act({ value: 5, soldAt }) })).body.entry.invoiceDate).toBe(soldAt);
    const ahead = await call(reward, {
      body: act({ value: 5, soldAt: new Date(Date.now() + 60_000).toISOString() }),
    });
    expect(Date.parse(ahead.body.entry.invoiceDate ?? "")).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ["a value with three decimals", { value: 1.505 }],
    ["a value as text", { value: "10" }],
    ["no value at all", {}],
    ["a value of nothing", { value: 0 }],
    ["a value below a piastre", { value: 0.001 }],
    ["a value a piastre above the most", { value: 1_000_000.01 }],
    ["a value above the most", { value: 1_000_001 }],
    ["a reference that is too short to be one of a kind", { value: 1, reference: "1" }],
    ["control characters", { value: 1, invoiceNumber: "A\u0000B" }],
  ])("refuses %s", async (_, extra) => {
    const { status, code } = await call(reward, { body: { ...act({}), ...extra } });
    expect([status, code]).toEqual([422, "validation"]);
    expect(await entriesOf(wallet)).toEqual([]);
  });
});

/** What an operation would come to. */
const quoted = async (operation: string, extra: object) =>
  (await call<Quote>(quote, { body: ask(act(extra), operation) })).body;

describe("a quote", () => {
  test("says what the operation then does, and does nothing", async () => {
    const before = await quoted("reward", { value: 77 });
    expect(before).toMatchObject({ outcome: "possible", points: 77, balanceAfter: 77, isPinRequired: false });
    expect(await entriesOf(wallet)).toEqual([]);
    const { entry } = await rewarded(77);
    expect(before).toMatchObject({ balanceAfter: entry.balanceAfter, expiresOn: entry.expiresOn });
  });

  test("says why not, with what is needed, what there is and what is missing", async () => {
    await rewarded(30);
    expect(await quoted("redeem", { value: 100 })).toMatchObject({
      outcome: "refused",
      refusal: { code: "1301" },
      shortfall: { required: 100, available: 30, missing: 70 },
    });
  });

  test("says that the PIN will be asked for, and what comes then", async () => {
    await rewarded(30);
    await setPin(wallet, "1234");
    expect(await quoted("redeem", { value: 10 })).toMatchObject({
      outcome: "possible",
      isPinRequired: true,
      balanceAfter: 20,
    });
  });

  test("of a wallet whose PIN is locked refuses with that", async () => {
    await rewarded(30);
    await setPin(wallet, "1234");
    await database.prisma.walletPin.update({
      where: { walletId: wallet.id },
      data: { lockedUntil: new Date("2999-01-01T00:00:00Z") },
    });
    expect(await quoted("redeem", { value: 10 })).toMatchObject({
      outcome: "refused",
      refusal: { code: "1312" },
    });
  });

  test("notices that the same was done here just now, until that is undone", async () => {
    expect(await quoted("reward", { value: 40 })).toMatchObject({ sameJustNowAt: null });
    const { entry } = await rewarded(40);
    expect(await quoted("reward", { value: 40 })).toMatchObject({ sameJustNowAt: entry.createdAt });
    expect(await quoted("reward", { value: 40.01 })).toMatchObject({ sameJustNowAt: null });
    await call(cancel, { body: act({ entryId: entry.id }) });
    expect(await quoted("reward", { value: 40 })).toMatchObject({ sameJustNowAt: null });
  });

  test("of a cancellation may end below zero, as the cancellation may", async () => {
    const { entry } = await rewarded(40);
    await call(redeem, { body: act({ value: 30 }) });
    expect(await quoted("cancel", { entryId: entry.id })).toMatchObject({ points: -40, balanceAfter: -30 });
  });
});

describe("taking goods back", () => {
  test("takes their part of the reward, says what remains, and shows it beside the reward", async () => {
    const { entry } = await rewarded(100);
    expect(entry).toMatchObject({
      returnableUntil: expect.any(String),
      remainingPoints: 100,
      givenBackValue: 0,
    });
    const part = { entryId: entry.id, value: 30.5 };
    expect(await quoted("return", part)).toMatchObject({ points: -31, value: 30.5, balanceAfter: 69 });
    const { body } = await call(takeBack, { body: act({ ...part, comment: "Faulty goods" }) });
    expect(body).toMatchObject({
      replayed: false,
      entry: { logTypeId: 11, points: -31, value: 30.5, relatedEntryId: entry.id, comment: "Faulty goods" },
      wallet: { balance: 69, accumulated: 69 },
    });
    expect(body.entry).toMatchObject({
      refundableUntil: null,
      returnableUntil: null,
      cancellableUntil: null,
    });
    const { body: sold } = await call<EntryDetails>(routeOf(entriesPortal.read), {
      params: { entryId: String(entry.id) },
    });
    expect(sold.entry).toMatchObject({
      remainingPoints: 69,
      remainingValue: 69.5,
      givenBackValue: 30.5,
      returnableUntil: expect.any(String),
      cancellableUntil: null,
    });
    expect(sold.referredToBy.map(({ id }) => id)).toEqual([body.entry.id]);
  });

  test("is carried out once, whether its answer was lost or somebody asks what became of it", async () => {
    const { entry } = await rewarded(50);
    const request = act({ entryId: entry.id, points: 20 });
    const first = await call(takeBack, { body: request });
    const again = await call(takeBack, { body: request });
    expect(again.body).toMatchObject({ replayed: true, entry: { id: first.body.entry.id } });
    const settled = await call<Settled>(settle, { body: { operation: "return", request } });
    expect(settled.body).toMatchObject({ outcome: "posted", posted: { entry: { id: first.body.entry.id } } });
    const never = act({ entryId: entry.id, points: 5 });
    expect((await call<Settled>(settle, { body: { operation: "return", request: never } })).body).toEqual({
      outcome: "never",
    });
    expect((await call(takeBack, { body: never })).code).toBe("1416");
    expect(await entriesOf(wallet)).toHaveLength(2);
  });

  test("is refused with the words of the points API, and then nothing has happened", async () => {
    const { entry } = await rewarded(50);
    expect((await call(takeBack, { body: act({ entryId: entry.id, points: 51 }) })).code).toBe("1404");
    expect(await quoted("return", { entryId: entry.id, points: 51 })).toMatchObject({
      outcome: "refused",
      refusal: { code: "1404" },
    });
    await call(cancel, { body: act({ entryId: entry.id }) });
    expect((await call(takeBack, { body: act({ entryId: entry.id }) })).code).toBe("1411");
    expect(await entriesOf(wallet)).toHaveLength(2);
  });

  test("of goods whose points were spent says before that the balance goes below zero", async () => {
    const { entry } = await rewarded(40);
    await call(redeem, { body: act({ value: 30 }) });
    expect(await quoted("return", { entryId: entry.id })).toMatchObject({ points: -40, balanceAfter: -30 });
  });

  test("is for those who refund, at their own branch", async () => {
    const { entry } = await rewarded(40);
    const body = act({ entryId: entry.id, points: 1 });
    for (const role of ROLES) {
      const answer = await call(takeBack, { body: { ...body, reference: reference() }, role });
      const refundAnswer = await call(refund, { body: { ...body, reference: reference() }, role });
      expect([role, answer.status === 403]).toEqual([role, refundAnswer.status === 403]);
    }
  });
});

describe("points that cannot be spent yet", () => {
  test("are told before a reward, after it and with the wallet: how many, and from when", async () => {
    await database.prisma.merchant.update({ where: { id: world.merchantId }, data: { ripeningDays: 7 } });
    const usableFrom = plusDays(formatLocalDate(new Date(), "Africa/Cairo"), 7);
    const asked = act({ value: 40 });
    const { body: said } = await call<Quote>(quote, { body: ask(asked, "reward") });
    expect(said).toMatchObject({ outcome: "possible", points: 40, balanceAfter: 0, usableFrom });
    const { body: done } = await call(reward, { body: asked });
    await database.prisma.merchant.update({ where: { id: world.merchantId }, data: { ripeningDays: null } });
    expect(done.entry).toMatchObject({
      points: 0,
      suspendedPoints: 40,
      aside: { kind: "pending", usableFrom, points: 40 },
    });
    expect(done.wallet).toMatchObject({
      balance: 0,
      suspended: 40,
      pending: [{ usableFrom, points: 40 }],
      held: 0,
    });
    const { body: seen } = await call<TillWallet>(getWallet, { params: { walletId: String(wallet.id) } });
    expect(seen).toMatchObject({ suspended: 40, pending: [{ usableFrom, points: 40 }] });
  });

  const held = async (invoiceNumber = "ORD-7") => {
    const { userId } = await database.prisma.entry.findFirstOrThrow({ where: { walletId: wallet.id } });
    const { entry } = await services().ledger.post({
      type: "hold",
      walletCode: wallet.walletCode,
      points: 60,
      minutes: 30,
      pin: { kind: "absent" },
      invoiceNumber,
      actor: {
        userId,
        channelId: 1,
        merchantId: world.merchantId,
        branchId: world.branchIds[0] ?? null,
        branchMsisdn: "+201000000001",
      },
    });
    return { entry, params: { walletId: String(wallet.id), holdId: String(entry.id) } };
  };

  test("of an order pay it when it is handed out, in part too: once, whoever sends it again", async () => {
    await rewarded(100);
    const { entry, params } = await held();
    await call<{ holds: Hold[] }>(routeOf(holdsPortal.holds), { params });
    const body = { branchId: world.branchIds[0], value: 45 };
    const handOut = (role: "cashier" | "supervisor" = "cashier") =>
      call<Posted>(routeOf(holdsPortal.handOut), { params, body, role });
    const { body: done } = await handOut();
    expect(done).toMatchObject({
      entry: { value: 45, points: 15 },
      wallet: { balance: 55, suspended: 0, held: 0 },
    });
    expect((await handOut()).body).toMatchObject({ replayed: true, entry: { id: done.entry.id } });
    await call<TillWallet>(getWallet, { params, role: "supervisor" });
    expect((await handOut("supervisor")).code).toBe("1418");
    expect(await database.prisma.entry.count({ where: { walletId: wallet.id, id: { gt: entry.id } } })).toBe(
      1,
    );
  });

  test("handed out pay the bill of their hold, or the bill that the cashier types: it earns on what is left", async () => {
    await rewarded(200);
    await database.prisma.programme.updateMany({ data: { earnedOn: "rest" } });
    try {
      const bill = async (invoiceNumber: string) => {
        const body = act({ value: 100, invoiceNumber });
        return (await call<Posted>(reward, { body })).body.entry.points;
      };
      for (const [typed, paid] of [
        [undefined, "ORD-8"],
        ["B-12", "B-12"],
      ] as const) {
        const { params } = await held("ORD-8");
        await call<{ holds: Hold[] }>(routeOf(holdsPortal.holds), { params });
        const body = { branchId: world.branchIds[0], ...(typed !== undefined && { invoiceNumber: typed }) };
        const { body: done } = await call<Posted>(routeOf(holdsPortal.handOut), { params, body });
        expect(done.entry).toMatchObject({ invoiceNumber: paid, value: 60 });
        expect(await bill(paid)).toBe(40);
      }
    } finally {
      await database.prisma.programme.updateMany({ data: { earnedOn: "bill" } });
    }
  });

  test("of an order are seen at the wallet, and a supervisor gives them back, which the audit log says", async () => {
    await rewarded(100);
    const { entry, params } = await held();
    const { body: list } = await call<{ holds: Hold[] }>(routeOf(holdsPortal.holds), { params });
    expect(list.holds).toMatchObject([
      { id: entry.id, points: 60, value: 60, branch: { id: world.branchIds[0] }, invoiceNumber: "ORD-7" },
    ]);
    expect((await call(routeOf(holdsPortal.releaseHold), { params, body: {} })).status).toBe(403);
    const released = await call<{ holds: Hold[] }>(routeOf(holdsPortal.releaseHold), {
      params,
      body: {},
      role: "supervisor",
    });
    expect([released.status, released.body.holds]).toEqual([200, []]);
    const { body: seen } = await call<TillWallet>(getWallet, { params });
    expect(seen).toMatchObject({ balance: 100, suspended: 0, held: 0 });
    expect(
      await database.prisma.auditLog.count({
        where: { action: "wallet.release_hold", subjectId: wallet.walletCode },
      }),
    ).toBe(1);
  });
});

describe("a customer who spends a family's points", () => {
  test("is shown the same after a movement as on the page, pending and held points included, and each hold can be given back", async () => {
    const [parent, sibling] = [await newWallet(), await newWallet()];
    for (const child of [wallet, sibling])
      await database.pool.query(
        "UPDATE wallet SET parent_wallet_id = $2, pool_wallet_id = $2, family_role = 'pooled' WHERE id = $1",
        [child.id, parent.id],
      );
    await rewarded(100, parent);
    await database.prisma.merchant.update({ where: { id: world.merchantId }, data: { ripeningDays: 7 } });
    const { userId } = await database.prisma.entry.findFirstOrThrow({ where: { walletId: parent.id } });
    const branch = { branchId: world.branchIds[0] ?? null, branchMsisdn: "+201000000001" };
    const actor = { userId, channelId: 1, merchantId: world.merchantId, ...branch } as const;
    const order = { type: "hold", minutes: 30, pin: { kind: "absent" }, actor } as const;
    const holds = [];
    for (const [of, points] of [
      [sibling, 20],
      [wallet, 30],
    ] as const)
      holds.push((await services().ledger.post({ ...order, walletCode: of.walletCode, points })).entry.id);
    const after = (await rewarded(40)).wallet;
    await database.prisma.merchant.update({ where: { id: world.merchantId }, data: { ripeningDays: null } });
    expect(after).toMatchObject({ balance: 50, suspended: 90, pending: [{ points: 40 }], held: 50 });
    const params = { walletId: String(wallet.id) };
    const { body: seen } = await call<TillWallet>(getWallet, { params });
    expect(seen).toEqual(after);
    const { body: list } = await call<{ holds: Hold[] }>(routeOf(holdsPortal.holds), { params });
    expect(list.holds.map(({ id, points }) => [id, points])).toEqual([
      [holds[0], 20],
      [holds[1], 30],
    ]);
    for (const holdId of holds) {
      const released = {
        params: { ...params, holdId: String(holdId) },
        body: {},
        role: "supervisor",
      } as const;
      expect((await call(routeOf(holdsPortal.releaseHold), released)).status).toBe(200);
      // Sent again it is answered as the first time.
      expect((await call(routeOf(holdsPortal.releaseHold), released)).status).toBe(200);
    }
    expect((await call<TillWallet>(getWallet, { params })).body).toMatchObject({ balance: 100, held: 0 });
  });
});

describe("asking what became of an operation", () => {
  const settled = async (operation: string, request: object) =>
    (await call<Settled>(settle, { body: { operation, request } })).body;

  test("that was carried out gives its answer again", async () => {
    const request = act({ value: 25 });
    const { body } = await call(reward, { body: request });
    expect(await settled("reward", request)).toMatchObject({
      outcome: "posted",
      posted: { replayed: true, entry: { id: body.entry.id } },
    });
    expect(await entriesOf(wallet)).toHaveLength(1);
  });

  test("that never arrived says never, and keeps it so when it arrives after all", async () => {
    await rewarded(100);
    const request = act({ value: 25 });
    expect(await settled("redeem", request)).toEqual({ outcome: "never" });
    expect(await settled("redeem", request)).toEqual({ outcome: "never" });
    expect((await call(redeem, { body: request })).code).toBe("1416");
    expect(await entriesOf(wallet)).toHaveLength(1);
  });

  test("at the same moment as it arrives tells the truth, whichever comes first", async () => {
    for (let round = 0; round < 20; round += 1) {
      const of = await newWallet();
      const request = act({ value: 25 }, of);
      const [arrived, asked] = await Promise.all([
        call(reward, { body: request }),
        settled("reward", request),
      ]);
      const entries = await entriesOf(of);
      expect(entries.length).toBe(asked.outcome === "posted" ? 1 : 0);
      expect(arrived.status === 200).toBe(asked.outcome === "posted");
    }
  });

  test("is one's own business: another user's reference is not touched", async () => {
    const request = act({ value: 25 });
    await call(reward, { body: request });
    const { body } = await call<Settled>(settle, {
      body: { operation: "reward", request },
      role: "supervisor",
    });
    expect(body).toEqual({ outcome: "never" });
    expect((await call(reward, { body: request })).body.replayed).toBe(true);
  });
});

test("a kept sale is given up for a reason, which the log of security events has with bill and branch", async () => {
  const browser = browsers.get("cashier");
  const [branchId = 0] = world.branchIds;
  const sale = { branchId, reference: reference(), value: 85.5, soldAt: "2026-01-02T10:00:00.000Z" };
  const give = (reason: string) => browser?.call(removeKept, { method: "POST", body: { ...sale, reason } });
  expect((await give(" "))?.status).toBe(422);
  expect((await give("Typed by mistake"))?.status).toBe(200);
  await storeSecurityEvents();
  expect(
    await database.prisma.securityEvent.findMany({ where: { kind: "till.sale_removed" } }),
  ).toMatchObject([
    { branchId, details: { value: 85.5, reason: "Typed by mistake", reference: sale.reference } },
  ]);
});

describe("looking up", () => {
  const found = async (text: string, role: Role = "cashier") =>
    call<LookupAnswer>(lookup, { body: { text }, role });

  test("a code shows its wallet, with the mobile number masked at the till", async () => {
    const { body } = await found(` ${wallet.walletCode} `);
    expect(body).toMatchObject({ kind: "wallet", wallet: { id: wallet.id, profile: { isMasked: true } } });
    expect(JSON.stringify(body)).not.toContain(wallet.contactMsisdn.slice(3));
  });

  test("a mobile number of one wallet shows it, however it is written", async () => {
    const national = `0${wallet.contactMsisdn.slice(3)}`;
    const arabic = national.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
    for (const text of [national, wallet.contactMsisdn, arabic, `00${wallet.contactMsisdn.slice(1)}`])
      expect((await found(text)).body).toMatchObject({ kind: "wallet", wallet: { id: wallet.id } });
  });

  test("a mobile number of several wallets shows enough to tell them apart and no more", async () => {
    const other = await newWallet({ contactMsisdn: wallet.contactMsisdn });
    const { body } = await found(wallet.contactMsisdn);
    expect(body).toMatchObject({
      kind: "candidates",
      sought: "mobile",
      hasMore: false,
      candidates: [
        { walletId: wallet.id, name: "Mona A. H." },
        { walletId: other.id, name: "Mona A. H." },
      ],
    });
    const text = JSON.stringify(body);
    for (const secret of [wallet.walletCode, other.walletCode, wallet.contactMsisdn.slice(3), "Hassan"])
      expect(text).not.toContain(`"${secret}"`);
  });

  test("the code on a receipt shows its wallet and entry, but not another merchant's", async () => {
    const { entry } = await rewarded(10);
    expect((await found(`entry:${entry.id}`)).body).toMatchObject({
      kind: "entry",
      entryId: entry.id,
      wallet: { id: wallet.id },
    });
    const foreign = await foreignEntry(wallet);
    for (const text of [`entry:${foreign}`, "entry:999999999", "entry:1e3", "entry:"])
      expect((await found(text)).body).toEqual({ kind: "nothing", sought: "receipt" });
  });

  test("what is nothing is not found, and said as what it was read", async () => {
    const cases = { NOTHING: "name", "01099999999": "mobile", "990099": "number", "%": "code", No: "short" };
    for (const [text, sought] of Object.entries(cases))
      expect([text, (await found(text)).body]).toEqual([text, { kind: "nothing", sought }]);
  });

  test("admins and operators see the customers of their merchants", async () => {
    for (const role of ["merchant_admin", "programme_operator"] as const)
      expect((await found(wallet.walletCode, role)).body).toMatchObject({
        wallet: { profile: { mobile: `0${wallet.contactMsisdn.slice(3)}` } },
      });
  });
});

describe("the log of a wallet", () => {
  test("comes newest first in pages that stay whole while it grows", async () => {
    for (let value = 1; value <= 5; value += 1) await rewarded(value);
    const params = { walletId: String(wallet.id) };
    const first = await call<EntryPage>(routeOf(entriesPortal.ofWallet), { params, path: "/x?limit=2" });
    await rewarded(6);
    const second = await call<EntryPage>(routeOf(entriesPortal.ofWallet), {
      params,
      path: `/x?limit=10&cursor=${first.body.nextCursor}`,
    });
    const points = [...first.body.entries, ...second.body.entries].map((entry) => entry.points);
    expect(points).toEqual([5, 4, 3, 2, 1]);
    expect(second.body.nextCursor).toBeNull();
  });

  test("can be asked for kinds, days and texts", async () => {
    const { entry } = await rewarded(100);
    const paid = await call(redeem, { body: act({ value: 10, invoiceNumber: "B-77" }) });
    const params = { walletId: String(wallet.id) };
    // By the programme's calendar, on which it is tomorrow already in the last hours of a day of UTC.
    const today = formatLocalDate(new Date(entry.createdAt), services().programme.timeZone());
    const cases: [string, number[]][] = [
      ["kinds=1", [paid.body.entry.id]],
      ["kinds=2,3", [entry.id]],
      ["text=b-77", [paid.body.entry.id]],
      [`text=${entry.id}`, [entry.id]],
      [`text=${encodeURIComponent("b-٧٧")}`, [paid.body.entry.id]],
      ["until=2020-01-01", []],
      [`from=2020-01-01&until=${today}&kinds=2`, [entry.id]],
    ];
    for (const [query, expected] of cases) {
      const { body } = await call<EntryPage>(routeOf(entriesPortal.ofWallet), {
        params,
        path: `/x?${query}`,
      });
      expect([query, body.entries.map(({ id }) => id)]).toEqual([query, expected]);
    }
  });

  test("says what can still be done about an entry, and what became of it", async () => {
    const { entry } = await rewarded(100);
    expect(entry).toMatchObject({
      refundableUntil: null,
      returnableUntil: expect.any(String),
      cancellableUntil: expect.any(String),
    });
    const paid = (await call(redeem, { body: act({ value: 60.5 }) })).body.entry;
    expect(paid).toMatchObject({ refundableUntil: expect.any(String), cancellableUntil: expect.any(String) });
    const back = (await call(refund, { body: act({ entryId: paid.id, value: 20.25 }) })).body.entry;
    const { body } = await call<EntryDetails>(routeOf(entriesPortal.read), {
      params: { entryId: String(paid.id) },
    });
    expect(body.entry).toMatchObject({ remainingPoints: 40, remainingValue: 40.25, cancellableUntil: null });
    expect(body.referredToBy.map(({ id }) => id)).toEqual([back.id]);
    const ofRefund = await call<EntryDetails>(routeOf(entriesPortal.read), {
      params: { entryId: String(back.id) },
    });
    expect(ofRefund.body.refersTo?.id).toBe(paid.id);
  });

  test("names the customer of an entry", async () => {
    const { entry } = await rewarded(100);
    const params = { entryId: String(entry.id) };
    const read = async () => (await call<EntryDetails>(routeOf(entriesPortal.read), { params })).body;
    const fresh = await read();
    expect(fresh.customer).toMatchObject({ name: "Mona Ali Hassan", mobile: expect.stringContaining("•") });
    expect(fresh.entry).toMatchObject({ cancellableUntil: expect.any(String), cancelEndedOn: null });
  });

  test("never shows another merchant's entries to a merchant's people", async () => {
    const { entry } = await rewarded(100);
    const foreign = await foreignEntry(wallet);
    const params = { walletId: String(wallet.id) };
    for (const [role, seen] of [
      ["cashier", [entry.id]],
      ["merchant_admin", [entry.id]],
      ["programme_operator", [foreign, entry.id]],
    ] as const) {
      const { body } = await call<EntryPage>(routeOf(entriesPortal.ofWallet), { params, role });
      expect([role, body.entries.map(({ id }) => id)]).toEqual([role, seen]);
      const { status } = await call(routeOf(entriesPortal.read), {
        params: { entryId: String(foreign) },
        role,
      });
      expect([role, status]).toEqual([role, role === "programme_operator" ? 200 : 404]);
    }
  });

  test("of a wallet that does not exist is not found", async () => {
    expect((await call(getWallet, { params: { walletId: "999999" } })).code).toBe("not_found");
    expect((await call(routeOf(entriesPortal.read), { params: { entryId: "999999" } })).code).toBe(
      "not_found",
    );
    expect((await call(getWallet, { params: { walletId: "abc" } })).code).toBe("validation");
  });
});

describe("limits at the till", () => {
  const programme = (data: object) => database.prisma.programme.update({ where: { id: 1 }, data });
  const staffOf = (role: Role) =>
    database.prisma.user.findFirstOrThrow({ where: { username: world.usernames[role] } });
  const PIN = "482913";
  /** A reward that a supervisor has to let pass. */
  const big = (extra: object = {}) => act({ value: 25_000, invoiceNumber: "B-1", ...extra });
  const asking = (request: object) => ({ operation: "reward", request });
  const askFor = async (request: object) => {
    const asked = await call<AskedApproval>(askApproval, { body: asking(request) });
    expect(asked).toMatchObject({ status: 200, body: { state: "pending" } });
    return asked.body.id;
  };
  const decide = (id: number, decision: "approve" | "refuse", role: Role = "supervisor") =>
    call<object>(decideApproval, { body: { decision }, params: { approvalId: String(id) }, role });
  const stateOf = async (id: number) =>
    (await call<AskedApproval>(readAsked, { params: { approvalId: String(id) } })).body.state;

  test("a quote says which limit is passed, by how much, and that somebody has to approve", async () => {
    const { body } = await call<Quote>(quote, { body: ask(big(), "reward") });
    expect(body).toEqual({
      outcome: "approval",
      refusal: {
        code: "1704",
        message: {
          en: "Supervisor approval is required: value of one reward",
          ar: "يلزم اعتماد المشرف: قيمة المكافأة الواحدة",
        },
      },
      points: 25_000,
      value: 25_000,
      limits: [{ limit: "rewardValueMax", required: 25_000, available: 20_000, missing: 5_000 }],
    });
    expect(await call(reward, { body: big() })).toMatchObject({ status: 422, code: "1704" });
    expect(await database.prisma.entry.count({ where: { walletId: wallet.id } })).toBe(0);
  });

  test("a supervisor's approval from their own screen lets exactly that through, once, and the entry says who", async () => {
    const request = big();
    const id = await askFor(request);
    expect((await call<AskedApproval>(askApproval, { body: asking(request) })).body.id).toBe(id);
    const { body: list } = await call<ApprovalList>(listApprovals, { role: "supervisor" });
    expect(list.waiting.find((one) => one.id === id)).toMatchObject({
      operation: "reward",
      wallet: { walletCode: wallet.walletCode },
      mayDecide: true,
    });
    expect(await decide(id, "approve", "cashier")).toMatchObject({ status: 403 });
    expect(await decide(id, "approve")).toMatchObject({ status: 200 });
    expect(await decide(id, "refuse")).toMatchObject({ status: 409 });
    expect(await call(reward, { body: { ...request, value: 25_001 } })).toMatchObject({ code: "1704" });
    const posted = await call(reward, { body: request });
    const { name } = await staffOf("supervisor");
    expect(posted).toMatchObject({
      status: 200,
      body: { entry: { approvedBy: name, points: 25_000 }, replayed: false },
    });
    expect(await call(reward, { body: request })).toMatchObject({ status: 200, body: { replayed: true } });
    expect(await call(reward, { body: { ...request, reference: reference() } })).toMatchObject({
      code: "1704",
    });
    expect(await stateOf(id)).toBe("used");
    const entryId = String(posted.body.entry.id);
    const { body: details } = await call<EntryDetails>(routeOf(entriesPortal.read), { params: { entryId } });
    expect(details.entry).toMatchObject({ approvedBy: name });
    expect((await verify(database.pool)).findings).toEqual([]);
  });

  test("on the spot a supervisor's own PIN does, never a cashier's or a wrong one, which lock it", async () => {
    const { id: supervisorId } = await staffOf("supervisor");
    await setStaffPin(
      { database: database.prisma, clock: services().clock },
      { userId: supervisorId, pin: PIN },
    );
    const { id: cashierId } = await staffOf("cashier");
    await setStaffPin(
      { database: database.prisma, clock: services().clock },
      { userId: cashierId, pin: PIN },
    );
    const request = big();
    const id = await askFor(request);
    const here = (username: string, pin: string) =>
      call<AskedApproval>(approveHere, { body: { username, pin }, params: { approvalId: String(id) } });
    expect(await here(world.usernames.cashier, PIN)).toMatchObject({ status: 422, code: "validation" });
    expect(await here("nobody", PIN)).toMatchObject({ status: 422, code: "validation" });
    const { id: operatorId } = await staffOf("programme_operator");
    await setStaffPin(
      { database: database.prisma, clock: services().clock },
      { userId: operatorId, pin: PIN },
    );
    expect(await here(world.usernames.programme_operator, PIN)).toMatchObject({ code: "validation" });
    await database.prisma.user.update({
      where: { id: supervisorId },
      data: { merchantId: world.foreignMerchantId },
    });
    expect(await here(world.usernames.supervisor, PIN)).toMatchObject({ code: "validation" });
    await database.prisma.user.update({
      where: { id: supervisorId },
      data: { merchantId: world.merchantId },
    });
    expect(await here(world.usernames.supervisor, "111222")).toMatchObject({
      status: 422,
      code: "validation",
    });
    expect(await here(world.usernames.supervisor, PIN)).toMatchObject({
      status: 200,
      body: { state: "approved" },
    });
    expect(await call(reward, { body: request })).toMatchObject({ status: 200 });
    await forgetAskers();
    const other = await askFor(big());
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        call(approveHere, {
          body: { username: world.usernames.supervisor, pin: `99900${index}` },
          params: { approvalId: String(other) },
        }),
      ),
    );
    expect(guesses.filter(({ code }) => code === "rate_limited")).toHaveLength(3);
    const locked = await call(approveHere, {
      body: { username: world.usernames.supervisor, pin: PIN },
      params: { approvalId: String(other) },
    });
    expect(locked).toMatchObject({ status: 429, code: "rate_limited" });
    expect(await stateOf(other)).toBe("pending");
    await storeSecurityEvents();
    const events = await database.prisma.securityEvent.findMany({
      where: { kind: { in: ["staff_pin.failed", "staff_pin.locked"] }, userId: cashierId },
      orderBy: { id: "asc" },
    });
    const told = events.map(({ kind, details }) => [kind, (details as { named: number | null }).named]);
    expect(told.filter(([kind]) => kind === "staff_pin.failed")).toEqual([
      // A cashier, nobody, an operator and somebody of another merchant are nobody who could be named here.
      ...Array.from({ length: 4 }, () => ["staff_pin.failed", null]),
      ...Array.from({ length: 6 }, () => ["staff_pin.failed", supervisorId]),
    ]);
    expect(told).toContainEqual(["staff_pin.locked", supervisorId]);
    await forgetPins();
  });

  const forgetAskers = () => database.pool.query("DELETE FROM sign_in_attempt WHERE key LIKE 'pin:%'");
  /** As if nobody had typed any. */
  const forgetPins = async () => {
    await database.prisma.staffPin.deleteMany();
    await forgetAskers();
  };

  test("whoever guesses staff PINs is stopped for longer and longer, whomever they name, and so is a PIN that is guessed at", async () => {
    const context = { database: database.prisma, clock: services().clock };
    const { id: supervisorId } = await staffOf("supervisor");
    await setStaffPin(context, { userId: supervisorId, pin: PIN });
    const id = await askFor(big());
    const here = (username: string, pin: string) =>
      call<AskedApproval>(approveHere, { body: { username, pin }, params: { approvalId: String(id) } });
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, index) => here(`nobody${index}`, PIN)));
    expect(guesses.filter(({ code }) => code === "validation")).toHaveLength(8);
    expect(await here(world.usernames.supervisor, PIN)).toMatchObject({ code: "rate_limited" });
    const clock = new ManualClock(new Date("2026-11-27T10:00:00Z"));
    const waits: number[] = [];
    await database.prisma.staffPin.update({ where: { userId: supervisorId }, data: { failedInRow: 4 } });
    for (let times = 0; times < 9; times += 1) {
      await checkStaffPin({ ...context, clock }, { userId: supervisorId, pin: "111222" });
      const verdict = await checkStaffPin({ ...context, clock }, { userId: supervisorId, pin: PIN });
      const seconds = verdict.kind === "limited" ? verdict.retryAfterSeconds : 0;
      waits.push(seconds / 60);
      clock.set(new Date(clock.now().getTime() + seconds * 1_000));
    }
    const check = { userId: supervisorId, pin: PIN };
    expect(await checkStaffPin({ ...context, clock }, check)).toEqual({ kind: "right" });
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]);
    await forgetPins();
  });

  test("who was made or reset by whoever asks does not approve it, on the spot or from their own screen", async () => {
    const context = { database: database.prisma, clock: services().clock };
    const { id: supervisorId } = await staffOf("supervisor");
    const { id: adminId } = await staffOf("merchant_admin");
    await setStaffPin(context, { userId: supervisorId, pin: PIN });
    const grant = await database.prisma.accessGrant.create({
      data: { userId: supervisorId, grantedBy: adminId, how: "password", at: new Date() },
    });
    const { body: asked } = await call<AskedApproval>(askApproval, {
      body: asking(big()),
      role: "merchant_admin",
    });
    const here = () =>
      call<AskedApproval>(approveHere, {
        body: { username: world.usernames.supervisor, pin: PIN },
        params: { approvalId: String(asked.id) },
        role: "merchant_admin",
      });
    const refused = { status: 422, code: "approver_not_allowed" };
    expect(await here()).toMatchObject(refused);
    expect(await decide(asked.id, "approve")).toMatchObject(refused);
    const { body: list } = await call<ApprovalList>(listApprovals, { role: "supervisor" });
    expect(list.waiting.find(({ id }) => id === asked.id)).toMatchObject({ mayDecide: false });
    await database.ownerPrisma.accessGrant.update({ where: { id: grant.id }, data: { at: new Date(0) } });
    expect(await here()).toMatchObject({ status: 200, body: { state: "approved" } });
    await forgetPins();
  });

  test("who brought the asker, or whoever brought both today, does not approve it either", async () => {
    const { id: cashierId } = await staffOf("cashier");
    const { id: supervisorId } = await staffOf("supervisor");
    const { id: adminId } = await staffOf("merchant_admin");
    const daysBack = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000);
    const brought = (userId: number, daysAgo: number) =>
      database.prisma.accessGrant.create({
        data: { userId, grantedBy: adminId, how: "rights", at: daysBack(daysAgo) },
      });
    const made = await brought(cashierId, 6);
    const { body: asked } = await call<AskedApproval>(askApproval, { body: asking(big()) });
    const refused = { status: 422, code: "approver_not_allowed" };
    expect(await decide(asked.id, "approve", "merchant_admin")).toMatchObject(refused);
    const move = (id: bigint, daysAgo: number) =>
      database.ownerPrisma.accessGrant.update({
        where: { id },
        data: { at: daysBack(daysAgo) },
      });
    await move(made.id, 0);
    const other = await brought(supervisorId, 0);
    expect(await decide(asked.id, "approve")).toMatchObject(refused);
    await move(other.id, 2);
    expect(await decide(asked.id, "approve")).toMatchObject({ status: 200 });
    await Promise.all([move(made.id, 30), move(other.id, 30)]);
  });

  test("who has made or rotated an API client's secret lets nothing of it pass, and nobody whom they have made", async () => {
    const { merchantId } = world;
    await database.prisma.programme.update({ where: { id: 1 }, data: { clientsNeedSecondPerson: false } });
    const admin = { ...(await staffOf("merchant_admin")), role: "merchant_admin" } as const;
    const context = { database: database.prisma, clock: services().clock };
    const actor = { userId: admin.id, role: admin.role, merchantId };
    const { client } = await createClient(context, actor, { merchantId, name: "POS", scopes: ["reward"] });
    const { userId } = await database.prisma.apiClient.findUniqueOrThrow({ where: { id: client.id } });
    const waiting = async (kind: "limit" | "review") => {
      const { id } = await database.prisma.tillApproval.create({
        data: {
          ...{ userId, operation: 2, key: reference(), requestHash: new Uint8Array(32), kind },
          ...{ walletId: BigInt(wallet.id), merchantId, branchId: world.branchIds[0], points: 1n },
          ...{ valueHundredths: 100n, breaches: [], askedAt: new Date() },
          expiresAt: new Date(Date.now() + 600_000),
        },
      });
      return id;
    };
    const review = (id: number, role: Role) =>
      call<object>(decideReview, {
        body: { decision: "approve", note: "Seen.", opensCase: false },
        params: { approvalId: String(id) },
        role,
      });
    const refused = { status: 422, code: "approver_not_allowed" };
    const [asked, held] = [await waiting("limit"), await waiting("review")];
    expect(await decide(asked, "approve", "merchant_admin")).toMatchObject(refused);
    expect(await review(held, "merchant_admin")).toMatchObject(refused);
    const { id: supervisorId } = await staffOf("supervisor");
    const grant = await database.prisma.accessGrant.create({
      data: { userId: supervisorId, grantedBy: admin.id, how: "password", at: new Date() },
    });
    expect(await decide(asked, "approve")).toMatchObject(refused);
    expect(await review(held, "supervisor")).toMatchObject(refused);
    await database.ownerPrisma.accessGrant.update({ where: { id: grant.id }, data: { at: new Date(0) } });
    expect(await decide(asked, "approve")).toMatchObject({ status: 200 });
    expect(await review(held, "supervisor")).toMatchObject({ status: 200 });
  });

  test("who asks does not approve, whatever their role; what was refused or came too late leaves nothing", async () => {
    const own = big();
    const { body } = await call<AskedApproval>(askApproval, { body: asking(own), role: "supervisor" });
    expect(await decide(body.id, "approve")).toMatchObject({ status: 422, code: "approver_not_allowed" });
    const refused = big();
    const id = await askFor(refused);
    expect(await decide(id, "refuse")).toMatchObject({ status: 200 });
    expect(await call(reward, { body: refused })).toMatchObject({ code: "1704" });
    const late = big();
    const expired = await askFor(late);
    expect(await decide(expired, "approve")).toMatchObject({ status: 200 });
    await database.prisma.tillApproval.update({ where: { id: expired }, data: { expiresAt: new Date(0) } });
    expect(await call(reward, { body: late })).toMatchObject({ code: "1704" });
    expect(await stateOf(expired)).toBe("expired");
    expect(await database.prisma.entry.count({ where: { walletId: wallet.id } })).toBe(0);
  });

  test("beyond a day's value without PIN the customer has to prove it; a limit nobody may pass is refused with its name", async () => {
    await rewarded(2_000);
    expect(await call(redeem, { body: act({ value: 500 }) })).toMatchObject({ status: 200 });
    const { body } = await call<Quote>(quote, { body: ask(act({ value: 1 }), "redeem") });
    expect(body).toMatchObject({
      outcome: "refused",
      refusal: { code: "1307" },
      limits: [{ limit: "unprovedValueMax", required: 1, available: 0, missing: 1 }],
    });
    expect(await call(redeem, { body: act({ value: 1 }) })).toMatchObject({ status: 422, code: "1307" });
    await setPin(wallet, "4071");
    expect(await call(redeem, { body: act({ value: 600, pin: "4071" }) })).toMatchObject({ status: 200 });
    await programme({ approvesBeyondLimits: false });
    const { code, body: refusal } = await call<{ error: { message: { en: string } } }>(reward, {
      body: big(),
    });
    expect(code).toBe("1702");
    expect(refusal.error.message.en).toBe("Limit reached: value of one reward");
    await programme({ approvesBeyondLimits: true });
  });

  test("an invoice that was rewarded already is said before, and marked afterwards", async () => {
    const invoiceNumber = "Twice-1";
    const first = await call(reward, { body: act({ value: 10, invoiceNumber }) });
    const again = act({ value: 10, invoiceNumber: "TWICE-1" }, await newWallet());
    const { body } = await call<Quote>(quote, { body: ask(again, "reward") });
    expect(body).toMatchObject({ outcome: "possible", repeatsEntryId: first.body.entry.id });
    expect((await call(reward, { body: again })).body.entry.repeatsEntryId).toBe(first.body.entry.id);
  });

  test("of a device with a wrong clock is dated by its age, which a retry may tell otherwise", async () => {
    const soldAt = new Date(Date.now() + 70 * 60_000).toISOString();
    const body = act({ value: 5, soldAt, soldAgoMs: 120_000 });
    const first = await call(reward, { body });
    const agoMs = Date.now() - Date.parse(first.body.entry.invoiceDate ?? "");
    expect(agoMs).toBeGreaterThanOrEqual(120_000);
    expect(agoMs).toBeLessThan(180_000);
    const again = await call(reward, { body: { ...body, soldAgoMs: 125_000 } });
    expect(again.body).toMatchObject({ replayed: true, entry: { id: first.body.entry.id } });
  });

  test("the time of a sale is bounded as a TransactionDate is", async () => {
    const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const DAY = 86_400_000;
    for (const soldAt of [at(6 * 60_000), at(-91 * DAY)])
      expect(await call(reward, { body: act({ value: 1, soldAt }) })).toMatchObject({
        status: 400,
        code: "1002",
      });
    for (const soldAt of [at(4 * 60_000), at(-89 * DAY)])
      expect(await call(reward, { body: act({ value: 1, soldAt }) })).toMatchObject({ status: 200 });
  });
});

describe("what the radar holds for review", () => {
  const programme = (data: object) => database.prisma.programme.update({ where: { id: 1 }, data });
  const staffOf = (role: Role) =>
    database.prisma.user.findFirstOrThrow({ where: { username: world.usernames[role] } });
  beforeEach(() => programme({ reviewRewardsMax: 1 }));
  afterEach(() => programme({ reviewRewardsMax: null }));

  const asking = (request: object) => ({ operation: "reward", request });
  /** A second reward that was asked to be looked at, and the number of the request. */
  async function held(): Promise<{ request: ReturnType<typeof act>; id: number }> {
    await rewarded(10);
    const request = act({ value: 20 });
    expect(await call(reward, { body: request })).toMatchObject({ status: 422, code: "1703" });
    const { body } = await call<AskedApproval>(askApproval, { body: asking(request) });
    return { request, id: body.id };
  }
  const decide = (id: number, more: object, role: Role = "supervisor") =>
    call<ReviewList>(decideReview, {
      body: { decision: "approve", note: "A large order in parts.", opensCase: false, ...more },
      params: { approvalId: String(id) },
      role,
    });
  const waiting = async (role: Role) =>
    (await call<ReviewList>(listReviews, { role })).body.waiting.map(({ id }) => id);

  const waitingAtHome = async (role: Role) => {
    const { needs } = (await call<Home>(getHome, { role })).body;
    return needs.flatMap((need) => (need.kind === "reviews" ? need.first.map(({ id }) => id) : []));
  };

  test("is told by a quote, waits at the radar and not among the approvals, and moves once when it is let go", async () => {
    const { request, id } = await held();
    const { body: told } = await call<Quote>(quote, { body: ask(act({ value: 20 }), "reward") });
    expect(told).toMatchObject({
      outcome: "approval",
      refusal: { code: "1703", message: { en: "This transaction is under review" } },
      limits: [{ limit: "quickSuccession", required: 2, available: 1, missing: 1 }],
    });
    expect(await waiting("supervisor")).toContain(id);
    expect(await waitingAtHome("supervisor")).toContain(id);
    const { body: approvals } = await call<ApprovalList>(listApprovals, { role: "supervisor" });
    expect(approvals.waiting.map((one) => one.id)).not.toContain(id);
    expect(
      await call(decideApproval, {
        body: { decision: "approve" },
        params: { approvalId: String(id) },
        role: "supervisor",
      }),
    ).toMatchObject({ status: 404 });
    expect(await decide(id, {}, "cashier")).toMatchObject({ status: 403 });
    expect(await decide(id, { note: " " })).toMatchObject({ status: 422 });
    expect(await decide(id, {})).toMatchObject({ status: 200 });
    expect(await decide(id, {})).toMatchObject({ status: 409 });
    expect(await waitingAtHome("supervisor")).not.toContain(id);
    expect(await call(reward, { body: { ...request, value: 21 } })).toMatchObject({ code: "1703" });
    const many = await Promise.all(Array.from({ length: 50 }, () => call(reward, { body: request })));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
    const [moved, ...others] = many.filter(({ body }) => !body.replayed);
    expect(others).toEqual([]);
    const { name } = await staffOf("supervisor");
    expect(moved?.body.entry).toMatchObject({ approvedBy: name, points: 20 });
    expect((await verify(database.pool)).findings).toEqual([]);
  });

  test("stays refused under its reference, with the note in the case about who asked", async () => {
    const { request, id } = await held();
    const { id: cashierId } = await staffOf("cashier");
    const { body } = await decide(
      id,
      { decision: "refuse", note: "Nobody was there.", opensCase: true },
      "merchant_admin",
    );
    const one = body.closed.find((review) => review.id === id);
    expect(one).toMatchObject({ state: "refused", note: "Nobody was there.", isOfPerson: true });
    const open = await database.prisma.radarCase.findFirstOrThrow({
      where: { userId: cashierId, closedAt: null },
      include: { notes: true },
    });
    expect(one?.caseId).toBe(open.id);
    expect(open.notes.map(({ text }) => text)).toEqual(["Nobody was there."]);
    // The reward that it followed is long over.
    await database.prisma.programme.update({ where: { id: 1 }, data: { reviewRewardsMax: 100 } });
    expect(await call(reward, { body: request })).toMatchObject({ code: "1703" });
    expect(await entriesOf(wallet)).toHaveLength(1);
    // The next decision joins the case that is open.
    await programme({ reviewRewardsMax: 1 });
    wallet = await newWallet();
    const next = await held();
    await decide(next.id, { note: "The same again." });
    expect(await database.prisma.radarNote.count({ where: { caseId: open.id } })).toBe(2);
  });

  test("is nobody's own to let go, nor another merchant's to see", async () => {
    await call(reward, { body: act({ value: 10 }), role: "supervisor" });
    const request = act({ value: 20 });
    const asked = await call<AskedApproval>(askApproval, { body: asking(request), role: "supervisor" });
    expect(asked.status).toBe(200);
    expect(await waitingAtHome("supervisor")).not.toContain(asked.body.id);
    expect(await decide(asked.body.id, {})).toMatchObject({ status: 422, code: "approver_not_allowed" });
    await database.prisma.tillApproval.update({
      where: { id: asked.body.id },
      data: { merchantId: world.foreignMerchantId },
    });
    expect(await decide(asked.body.id, {}, "merchant_admin")).toMatchObject({ status: 404 });
    expect(await waiting("merchant_admin")).not.toContain(asked.body.id);
    expect(await waiting("programme_operator")).toContain(asked.body.id);
  });
});

describe("who sees customers", () => {
  /** A customer of somebody else's, to whom nothing led. */
  const stranger = () => createWallet(database.pool, { segmentId, name: "Mona Ali Hassan" });
  const open = (id: number | bigint, role: Role) =>
    call<TillWallet>(getWallet, { params: { walletId: String(id) }, role });

  test("is not whoever counts ids: a till opens a wallet that a look-up, a list or an entry led to", async () => {
    const { id, walletCode } = await stranger();
    for (const role of ["cashier", "supervisor"] as const) {
      expect((await open(id, role)).status).toBe(404);
      const entries = await call(routeOf(entriesPortal.ofWallet), { params: { walletId: String(id) }, role });
      expect(entries.status).toBe(404);
      expect((await call(lookup, { body: { text: walletCode }, role })).status).toBe(200);
      expect((await open(id, role)).status).toBe(200);
    }
    const { rows } = await database.pool.query(
      "SELECT u.role, v.how FROM wallet_view v JOIN app_user u ON u.id = v.user_id WHERE v.wallet_id = $1 ORDER BY v.id",
      [id],
    );
    expect(rows).toEqual([
      { role: "cashier", how: "lookup" },
      { role: "supervisor", how: "lookup" },
    ]);
    const listed = await stranger();
    const { entry } = await rewarded(5, listed);
    expect((await open(listed.id, "supervisor")).status).toBe(404);
    expect(
      (await call(routeOf(entriesPortal.read), { params: { entryId: String(entry.id) }, role: "supervisor" }))
        .status,
    ).toBe(200);
    expect((await open(listed.id, "supervisor")).status).toBe(200);
  });

  test("the way to a wallet is the person's own, and ends", async () => {
    const { id, walletCode } = await stranger();
    await call(lookup, { body: { text: walletCode } });
    expect((await open(id, "supervisor")).status).toBe(404);
    await database.pool.query("UPDATE wallet_pass SET expires_at = now() WHERE wallet_id = $1", [id]);
    expect((await open(id, "cashier")).status).toBe(404);
  });

  test("a merchant's people see a code, a masked number and a balance until the customer paid there by PIN", async () => {
    const { id, walletCode, contactMsisdn } = await stranger();
    for (const role of ["cashier", "merchant_admin"] as const) {
      const { body } = await call<LookupAnswer>(lookup, { body: { text: walletCode }, role });
      expect(body).toMatchObject({
        wallet: { walletCode, balance: 0, profile: { name: null, isMasked: true } },
      });
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`Mona|${contactMsisdn.slice(3)}`));
    }
    const operators = await open(id, "programme_operator");
    expect(operators.body.profile).toMatchObject({ name: "Mona Ali Hassan", isMasked: false });
    const wallet = { id, walletCode, contactMsisdn };
    expect((await rewarded(50, wallet)).wallet.profile.name).toBeNull();
    expect((await open(id, "merchant_admin")).body.profile.name).toBeNull();
    await setPin(wallet, "4321");
    expect((await call(redeem, { body: act({ value: 5, pin: "4321" }, wallet) })).status).toBe(200);
    expect((await open(id, "merchant_admin")).body.profile.name).toBe("Mona Ali Hassan");
  });

  test("of 180 wallets by id a person sees as many as the programme allows in a minute, whatever asks at once", async () => {
    const wallets = await Promise.all(Array.from({ length: 30 }, stranger));
    const set = (walletViewsPerMinute: number, walletViewsPerDay: number) =>
      database.prisma.programme.update({
        where: { id: 1 },
        data: { walletViewsPerMinute, walletViewsPerDay },
      });
    const reset = () => database.ownerPrisma.walletViewCount.deleteMany();
    const statuses = async () => {
      await reset();
      await database.prisma.walletPass.deleteMany({
        where: { walletId: { in: wallets.map(({ id }) => BigInt(id)) } },
      });
      const answers = await Promise.all(wallets.map(({ id }) => open(id, "merchant_admin")));
      return answers.map(({ status }) => status).sort();
    };
    await set(20, 2_000);
    // The minute may turn in between, so the day's limit is the exact one.
    expect((await statuses()).filter((status) => status === 429).length).toBeLessThanOrEqual(10);
    await set(10_000, 20);
    const daily = await statuses();
    expect(daily.filter((status) => status === 200)).toHaveLength(20);
    expect(daily.filter((status) => status === 429)).toHaveLength(10);
    await set(120, 2_000);
    await reset();
  });

  test("who set or cleared a customer's PIN does not redeem with it: 1307, and a colleague does", async () => {
    await rewarded(100);
    await setPin(wallet, "4321");
    const user = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
    const change = { walletId: BigInt(wallet.id), changedBy: user.id };
    const before = act({ value: 5 });
    expect((await call(redeem, { body: { ...before, pin: "4321" } })).status).toBe(200);
    const changedAt = new Date();
    await database.prisma.walletPinChange.create({ data: { ...change, at: changedAt } });
    const refused = await call(redeem, { body: act({ value: 10, pin: "4321" }) });
    expect(refused.code).toBe("1307");
    const until = writerOf("en", "Africa/Cairo").dateTime(new Date(changedAt.getTime() + 24 * 3_600_000), {
      weekday: "long",
      hour: "numeric",
      minute: "2-digit",
    });
    const quoted = await call(quote, { body: { ...act({ value: 10 }), operation: "redeem" } });
    for (const answer of [refused, quoted])
      expect(JSON.stringify(answer)).toContain(`From ${until} you take`);
    // What was done before is answered as it was.
    expect((await call(redeem, { body: before })).body).toMatchObject({ replayed: true });
    const colleague = { body: act({ value: 10, pin: "4321" }), role: "supervisor" } as const;
    expect((await call(redeem, colleague)).status).toBe(200);
    await database.ownerPrisma.walletPinChange.updateMany({
      where: change,
      data: { at: new Date(Date.now() - 25 * 60 * 60 * 1000) },
    });
    expect((await call(redeem, { body: act({ value: 10, pin: "4321" }) })).status).toBe(200);
  });

  test("a PIN that a client set is not redeemed with by its merchant's clients, nor by whoever saw its ClientId", async () => {
    await rewarded(100);
    await setPin(wallet, "4321");
    const { merchantId } = world;
    await database.prisma.programme.update({ where: { id: 1 }, data: { clientsNeedSecondPerson: false } });
    const { id } = await database.prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
    const { client } = await createClient(
      { database: database.prisma, clock: services().clock },
      { userId: id, role: "merchant_admin", merchantId },
      { merchantId, name: "Enrolling", scopes: ["wallet"] },
    );
    const { userId } = await database.prisma.apiClient.findUniqueOrThrow({ where: { id: client.id } });
    const change = { walletId: BigInt(wallet.id), changedBy: userId };
    await database.prisma.walletPinChange.create({ data: { ...change, at: new Date() } });
    const as = (role: Role) => call(redeem, { body: act({ value: 10, pin: "4321" }), role });
    expect((await as("merchant_admin")).code).toBe("1307");
    expect((await as("supervisor")).status).toBe(200);
    const byClient = (of: { userId: number; merchantId: number }) =>
      redeemThere(services(), {
        actor: { ...of, channelId: CHANNEL.posApi, branchId: world.branchIds[0], branchMsisdn: null },
        ...{ walletCode: wallet.walletCode, contactMsisdn: wallet.contactMsisdn },
        ...{ value: moneyOf(1), pin: "4321" },
      });
    const other = await database.prisma.user.create({
      data: { kind: "technical", name: "Other", email: "other@technical.invalid", merchantId },
    });
    await expect(byClient({ userId: other.id, merchantId })).rejects.toMatchObject({ code: 1307 });
    await byClient({ userId: other.id, merchantId: merchantId + 1_000 });
    await database.ownerPrisma.walletPinChange.deleteMany({ where: change });
  });
});

// The last one: an entry keeps the currency.
test("a bill has three decimals where the programme's currency has three, and no more", async () => {
  const use = async (currency: string) => {
    await database.prisma.programme.update({ where: { id: 1 }, data: { currency } });
    await services().programme.refresh();
  };
  expect((await call(reward, { body: act({ value: 1.005 }) })).status).toBe(422);
  await use("KWD");
  expect((await rewarded(1.005)).entry).toMatchObject({ value: 1.005, points: 1 });
  expect((await call(reward, { body: act({ value: 1.0055 }) })).status).toBe(422);
  expect((await verify(database.pool)).findings).toEqual([]);
});
