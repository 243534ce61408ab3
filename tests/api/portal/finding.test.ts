import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { commandsPortal } from "@/lib/areas/commands/portal";
import type { CommandName, Found } from "@/lib/areas/commands/schemas";
import { walletCouponsPortal } from "@/lib/areas/coupons/portal";
import type { ShownCoupon } from "@/lib/areas/coupons/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { tillPortal } from "@/lib/areas/till/portal";
import type { Posted, Quote } from "@/lib/areas/till/schemas";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import type { FoundWallet } from "@/lib/areas/wallets/desk-schemas";
import type { LookupAnswer, WalletCandidate } from "@/lib/areas/wallets/shown-schemas";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import { CHANNEL, WALLET_STATUS, type WalletStatusId } from "@/lib/ledger/rules/types";
import { ROLES, type Role } from "@/lib/portal/acts/roles";
import { routeOf } from "@/lib/portal/serve";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { services } from "@/lib/services";
import { createCoupon, createTemplate } from "@/tests/support/coupons";
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

const find = routeOf(commandsPortal.find);
const commands = routeOf(commandsPortal.names);
const useCoupon = routeOf(walletCouponsPortal.use);
const reopenCoupon = routeOf(walletCouponsPortal.reopen);
const coupons = routeOf(walletCouponsPortal.coupons);
const { signIn } = routesOf(sessionPortal);

const { quote, reward } = routesOf(tillPortal);
const { lookUp: lookup, ofNumber } = routesOf(tillWalletsPortal);

let database: TestDatabase;
let world: PortalWorld;
let segmentId: number;
const browsers = new Map<Role, TestBrowser>();
let numbers = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  segmentId = (await createSegment(database.pool)).id;
  for (const role of ROLES) {
    const browser = new TestBrowser();
    const body = { username: world.usernames[role], password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    browsers.set(role, browser);
  }
});
afterAll(() => database.drop());

async function call<Body>(route: PortalRoute, body: object, role: Role = "cashier") {
  const answer = await browsers.get(role)?.call(route, { method: "POST", body });
  if (answer === undefined) throw new Error(`Nobody is signed in as ${role}.`);
  return { status: answer.status, body: answer.body as Body, code: answer.body.error?.code };
}

/** A customer of the merchant's, to whom everybody was led. */
const newWallet = async (options: Omit<WalletOptions, "hasPin"> = {}) =>
  makeCustomer(database, await createWallet(database.pool, { segmentId, ...options }), world.merchantId);
const found = async (text: string, role?: Role) => (await call<LookupAnswer>(lookup, { text }, role)).body;

/** Wallets that a search of the desk finds. */
const searched = async (text: string, role: Role) =>
  (await call<{ wallets: FoundWallet[] }>(routeOf(walletsPortal.search), { text }, role)).body.wallets;

async function couponsOf({ id }: TestWallet, shown?: string): Promise<ShownCoupon[]> {
  const query = new URLSearchParams({ branchId: String(world.branchIds[0]), ...(shown && { shown }) });
  const answer = await browsers.get("cashier")?.call(coupons, {
    ...{ path: `/api/portal/test?${query}`, params: { walletId: String(id) } },
  });
  return answer?.body.coupons as ShownCoupon[];
}

async function candidates(text: string, role?: Role): Promise<WalletCandidate[]> {
  const answer = await found(text, role);
  if (answer.kind !== "candidates") throw new Error(`${text} was answered with ${answer.kind}`);
  return answer.candidates;
}
const idsOf = (list: readonly WalletCandidate[]) => list.map(({ walletId }) => walletId);

async function rewarded(wallet: TestWallet, invoiceNumber: string): Promise<number> {
  const { status, body } = await call<Posted>(reward, {
    branchId: world.branchIds[0],
    walletCode: wallet.walletCode,
    value: 5,
    invoiceNumber,
    reference: `finding-reference-${++numbers}`,
  });
  expect(status).toBe(200);
  return body.entry.id;
}

/** A reward that an API client of a merchant sent. */
async function rewardedByClient(
  wallet: TestWallet,
  { key, isForeign = false }: { key: string; isForeign?: boolean },
): Promise<number> {
  const merchantId = isForeign ? world.foreignMerchantId : world.merchantId;
  const { id: userId } = await database.prisma.user.create({
    data: { kind: "technical", name: "Till", email: `client-${++numbers}@technical.invalid`, merchantId },
  });
  const { entry } = await services().ledger.post({
    type: "reward",
    walletCode: wallet.walletCode,
    value: 7_00n,
    invoiceNumber: key,
    externalLogId: `ref-${key}`,
    reference: { key: `ref-${key}`, requestHash: Buffer.alloc(32).toString("base64") },
    actor: {
      userId,
      channelId: CHANNEL.posApi,
      merchantId,
      branchId: isForeign ? world.foreignBranchId : world.branchIds[0],
      branchMsisdn: "+201000000001",
    },
  });
  return entry.id;
}

test("a code is found in whatever case a scanner with Caps Lock writes it, unless two wallets could be meant", async () => {
  const wallet = await newWallet({ walletCode: "PTS-K4M7" });
  expect(await found("pts-k4m7")).toMatchObject({ kind: "wallet", wallet: { id: wallet.id } });
  await newWallet({ walletCode: "vip-k4m7" });
  await newWallet({ walletCode: "VIP-K4M7" });
  expect((await found("Vip-K4M7")).kind).toBe("nothing");
});

test("a stranger is found by the whole code or number alone, by no part of them and by no name", async () => {
  const { id, walletCode } = await createWallet(database.pool, {
    ...{ segmentId, walletCode: "STR-778899", contactMsisdn: "+201278844556", name: "Bassem Wagdy" },
  });
  const parts = ["44556", "012788", "78844556", "Bassem", "bassem wag", "STR-7788"];
  const told: string[] = [];
  for (const role of ["cashier", "merchant_admin"] as const)
    for (const text of parts) {
      if (JSON.stringify(await found(text, role)).includes(`"walletId":${id}`)) told.push(`${role}: ${text}`);
      if (role === "merchant_admin" && (await searched(text, role)).length > 0) told.push(`desk: ${text}`);
    }
  expect(told).toEqual([]);
  for (const text of [walletCode, "01278844556"]) {
    expect(await found(text)).toMatchObject({ kind: "wallet", wallet: { id } });
    expect(await searched(text, "merchant_admin")).toMatchObject([{ id }]);
  }
  for (const text of ["44556", "bassem wag"])
    expect(idsOf(await candidates(text, "programme_operator"))).toEqual([id]);
});

describe("a part of a mobile number", () => {
  test("finds those that end with it and those that begin with it, masked, whoever they belong to", async () => {
    const ends = await newWallet({ contactMsisdn: "+201277054321", name: "Karim Adel Fouad" });
    const foreign = await newWallet({ contactMsisdn: "+966500054321" });
    const begins = await newWallet({ contactMsisdn: "+201543210001" });
    await newWallet({ contactMsisdn: "+201205432100" });
    expect(idsOf(await candidates("54321"))).toEqual([ends.id, foreign.id]);
    expect(idsOf(await candidates("0154321"))).toEqual([begins.id]);
    expect(idsOf(await candidates("٥٤٣٢١"))).toEqual([ends.id, foreign.id]);
    expect(idsOf(await candidates("+96650005"))).toEqual([foreign.id]);
    const answer = await found("77054321");
    expect(answer).toMatchObject({
      kind: "candidates",
      sought: "number",
      hasMore: false,
      candidates: [{ walletId: ends.id, name: "Karim A. F.", mobile: "012•••321", entry: null }],
    });
    expect(JSON.stringify(answer)).not.toMatch(/Fouad|1277054321/);
  });

  test("finds no wallet that was merged away, and no test wallet", async () => {
    const standing = await newWallet({ contactMsisdn: "+201200088991" });
    const gone = await newWallet({ contactMsisdn: "+201211188991" });
    await database.pool.query("UPDATE wallet SET status_id = 6, merged_into_wallet_id = $2 WHERE id = $1", [
      gone.id,
      standing.id,
    ]);
    const sandbox = await database.prisma.sandbox.create({ data: {} });
    await database.pool.query(
      "INSERT INTO wallet (wallet_code, contact_msisdn, segment_id, sandbox_id) VALUES ('TEST-1', '+201222288991', $1, $2)",
      [segmentId, sandbox.id],
    );
    expect(idsOf(await candidates("88991"))).toEqual([standing.id]);
  });

  test("shows eight, and says that there are more", async () => {
    for (let number = 0; number < 9; number += 1)
      await newWallet({ contactMsisdn: `+2012${number}0066771`, name: "Nour" });
    const answer = await found("66771");
    expect(answer).toMatchObject({ kind: "candidates", hasMore: true });
    expect(await candidates("66771")).toHaveLength(8);
    expect(await found("20066771")).toMatchObject({ hasMore: false, candidates: [{ name: "Nour" }] });
  });
});

describe("a name", () => {
  test("finds customers by the beginnings of its words, however it is written", async () => {
    const jose = await newWallet({ name: "José Álvarez" });
    const huda = await newWallet({ name: "هُدى أحمد" });
    expect(idsOf(await candidates("jose alv"))).toEqual([jose.id]);
    expect(idsOf(await candidates("ALVÁREZ"))).toEqual([jose.id]);
    for (const text of ["هدي", "هدى احمد", "أحمد هُد"])
      expect([text, idsOf(await candidates(text))]).toEqual([text, [huda.id]]);
    expect(await found("jose ben")).toEqual({ kind: "nothing", sought: "name" });
    expect(await found("Jo")).toEqual({ kind: "nothing", sought: "short" });
  });

  test("never opens a wallet by itself, and shows what becomes of it", async () => {
    const wallet = await newWallet({ name: "Zaynab Hassan", statusId: WALLET_STATUS.closed });
    expect(await found("Zaynab")).toMatchObject({
      kind: "candidates",
      sought: "name",
      candidates: [{ walletId: wallet.id, name: "Zaynab H.", statusId: 5 }],
    });
  });
});

describe("a receipt", () => {
  test("is found by the number of its invoice, in any letter case, at this merchant only", async () => {
    const wallet = await newWallet({ name: "Salma" });
    const entryId = await rewarded(wallet, "INV-2041");
    const answer = { kind: "entry", entryId, wallet: { id: wallet.id } };
    expect(await found("inv-2041")).toMatchObject(answer);
    await rewardedByClient(wallet, { key: "X-2042", isForeign: true });
    expect(await found("X-2042")).toEqual({ kind: "nothing", sought: "code" });
    expect(await found("X-2042", "programme_operator")).toMatchObject({ wallet: { id: wallet.id } });
    expect((await searched("inv-2041", "merchant_admin")).map(({ id }) => id)).toEqual([wallet.id]);
    expect(await searched("X-2042", "merchant_admin")).toEqual([]);
    expect((await searched("X-2042", "programme_operator")).map(({ id }) => id)).toEqual([wallet.id]);
  });

  test("of several customers is shown to choose from, of each the newest entry", async () => {
    const [one, other] = [await newWallet({ name: "One" }), await newWallet({ name: "Other" })];
    await rewarded(one, "77-A");
    const newest = await rewarded(one, "77-A");
    const others = await rewarded(other, "77-A");
    const list = await candidates("77-A");
    expect(list.map(({ walletId, entry }) => [walletId, entry?.id])).toEqual([
      [other.id, others],
      [one.id, newest],
    ]);
  });

  test("is found by the reference that a client of this merchant sent", async () => {
    const wallet = await newWallet();
    const entryId = await rewardedByClient(wallet, { key: "pos/9" });
    expect(await found("ref-pos/9")).toMatchObject({ kind: "entry", entryId, wallet: { id: wallet.id } });
    await rewardedByClient(wallet, { key: "pos/10", isForeign: true });
    expect(await found("ref-pos/10")).toEqual({ kind: "nothing", sought: "code" });
  });

  test("is found by the number of its entry, but not another merchant's", async () => {
    const wallet = await newWallet();
    const entryId = await rewarded(wallet, "N-1");
    await database.owner.query("SELECT setval('entry_id_seq', 500000)");
    const large = await rewarded(wallet, "N-2");
    for (const id of [entryId, large])
      expect(await found(String(id))).toMatchObject({
        kind: "entry",
        entryId: id,
        wallet: { id: wallet.id },
      });
    const arabic = String(large).replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
    expect(await found(arabic)).toMatchObject({ kind: "entry", entryId: large });
    const foreign = await rewardedByClient(wallet, { key: "N-3", isForeign: true });
    expect(await found(String(foreign))).toEqual({ kind: "nothing", sought: "number" });
  });

  test("whose number ends a mobile number as well leaves the choice", async () => {
    const receipt = await newWallet({ name: "Receipt" });
    const mobile = await newWallet({ contactMsisdn: "+201234987654", name: "Mobile" });
    await rewarded(receipt, "987654");
    expect((await candidates("987654")).map(({ walletId, entry }) => [walletId, entry !== null])).toEqual([
      [mobile.id, false],
      [receipt.id, true],
    ]);
  });
});

describe("a coupon", () => {
  test("that is nobody's is found as itself, and stands with the coupons of the wallet that shows it until it is somebody's", async () => {
    const template = await createTemplate(database.pool);
    const number = await createCoupon(database.pool, template, null);
    const [wallet, other] = [await newWallet(), await newWallet()];
    expect(await found(number)).toEqual({ kind: "coupon", number });
    const body = { branchId: world.branchIds[0], walletCode: wallet.walletCode, number };
    expect(await couponsOf(wallet, number)).toMatchObject([{ number, standing: "issued", problem: null }]);
    expect(await couponsOf(wallet)).toEqual([]);
    await call(useCoupon, { ...body, reference: "a-coupon-of-nobody" });
    expect(await couponsOf(wallet, number)).toMatchObject([{ number, standing: "used", problem: "used" }]);
    expect(await couponsOf(other, number)).toEqual([]);
    expect(await found(number)).toMatchObject({ kind: "wallet", coupon: number, wallet: { id: wallet.id } });
  });

  test("of another merchant stands first with its problem, and one used says where it was used", async () => {
    const { pool, prisma } = database;
    const other = await prisma.merchant.create({ data: { nameEn: "Other", nameAr: "آخر" } });
    const wallet = await newWallet();
    const foreign = await createCoupon(
      pool,
      await createTemplate(pool, { merchant_id: other.id }),
      wallet.id,
    );
    const own = await createCoupon(pool, await createTemplate(pool, { min_bill: 200 }), wallet.id);
    expect(await found(foreign)).toMatchObject({ kind: "wallet", coupon: foreign });
    expect(await couponsOf(wallet, foreign)).toMatchObject([
      { number: foreign, problem: "merchant", merchantName: { en: "Other" } },
      { number: own, problem: null, usedBranch: null, minBill: 200 },
    ]);
    const body = { branchId: world.branchIds[0], walletCode: wallet.walletCode, number: own };
    await call(useCoupon, { ...body, reference: "a-coupon-is-used" });
    const { nameEn } = await prisma.branch.findUniqueOrThrow({ where: { id: world.branchIds[0] } });
    expect(await couponsOf(wallet, own)).toMatchObject([
      { number: own, problem: "used", usedBranch: { nameEn } },
    ]);
  });

  test("is taken back for a reason, which is kept", async () => {
    const wallet = await newWallet();
    const number = await createCoupon(database.pool, await createTemplate(database.pool), wallet.id);
    const body = { branchId: world.branchIds[0], walletCode: wallet.walletCode, number };
    await call(useCoupon, { ...body, reference: "a-coupon-to-reopen" });
    const reopening = { ...body, reference: "a-coupon-is-reopened" };
    expect((await call(reopenCoupon, reopening)).status).toBe(422);
    const answer = await call<{ coupon: ShownCoupon }>(reopenCoupon, {
      ...reopening,
      comment: "Wrong coupon",
    });
    expect(answer.body.coupon.standing).toBe("issued");
    expect(await database.prisma.couponEvent.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
      kind: "reopened",
      comment: "Wrong coupon",
    });
  });

  test("of a test client's own is none at the till", async () => {
    const number = await createCoupon(database.pool, await createTemplate(database.pool), null, {
      is_test: true,
    });
    expect((await found(number)).kind).toBe("nothing");
  });
});

describe("what a wallet allows", () => {
  const ALLOWED: [WalletStatusId, string | null, string | null][] = [
    [1, null, null],
    [2, null, "1202"],
    [3, "1203", "1203"],
    [4, "1202", "1202"],
    [5, "1204", "1204"],
    [6, "1206", "1206"],
  ];

  test.each(ALLOWED)("in status %i is what the quote then says", async (statusId, forReward, forRedeem) => {
    const wallet = await newWallet({ name: "Standing" });
    await rewarded(wallet, `S-${statusId}`);
    const target = statusId === WALLET_STATUS.merged ? (await newWallet()).id : null;
    await database.pool.query("UPDATE wallet SET status_id = $2, merged_into_wallet_id = $3 WHERE id = $1", [
      wallet.id,
      statusId,
      target,
    ]);
    const answer = await found(wallet.walletCode);
    if (answer.kind !== "wallet") throw new Error(`The wallet was answered with ${answer.kind}`);
    const { refusals, usable } = answer.wallet;
    expect([refusals.reward?.code ?? null, refusals.redeem?.code ?? null]).toEqual([forReward, forRedeem]);
    expect(usable).toEqual(
      forRedeem === null ? { points: 5, value: 5, maxValue: 5 } : { points: 0, value: 0, maxValue: 0 },
    );
    for (const [operation, code] of [
      ["reward", forReward],
      ["redeem", forRedeem],
    ] as const) {
      const asked = { operation, branchId: world.branchIds[0], walletCode: wallet.walletCode, value: 1 };
      const { body } = await call<Quote>(quote, asked);
      expect(body).toMatchObject(
        code === null
          ? { outcome: "possible" }
          : { outcome: "refused", refusal: { code }, isForAnyAmount: true },
      );
    }
  });

  test("of an amount that is too large is no refusal of all", async () => {
    const wallet = await newWallet();
    await rewarded(wallet, "L-1");
    const asked = { operation: "redeem", branchId: world.branchIds[0], walletCode: wallet.walletCode };
    expect((await call<Quote>(quote, { ...asked, value: 6 })).body).toMatchObject({
      outcome: "refused",
      refusal: { code: "1301" },
      isForAnyAmount: false,
    });
  });
});

describe("the wallets of a number", () => {
  test("are told masked to whoever opens one, without those that are closed or merged", async () => {
    const contactMsisdn = "+201288800001";
    const open = await newWallet({ contactMsisdn, name: "Mona Adel" });
    await newWallet({ contactMsisdn, statusId: WALLET_STATUS.closed });
    const { body } = await call<{ wallets: WalletCandidate[] }>(ofNumber, { contactMsisdn: "٠١٢٨٨٨٠٠٠٠١" });
    expect(body.wallets).toMatchObject([{ walletId: open.id, name: "Mona A.", mobile: "012•••001" }]);
    expect((await call(ofNumber, { contactMsisdn: "12" })).code).toBe("validation");
    expect((await call(ofNumber, { contactMsisdn: "01288800002" })).body).toEqual({ wallets: [] });
  });
});

describe("the limits", () => {
  test("of searches hold for parts and names, and leave whole codes and numbers to their own", async () => {
    const wallet = await newWallet();
    const asked = await Promise.all(
      Array.from({ length: 41 }, () => call(lookup, { text: "Nobody" }, "supervisor")),
    );
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused.map(({ code }) => code)).toEqual(["rate_limited"]);
    expect((await call(lookup, { text: "98989" }, "supervisor")).status).toBe(429);
    expect((await call(lookup, { text: wallet.walletCode }, "supervisor")).status).toBe(200);
  });

  test("of look-ups hold for every way of finding, that of enrolment included", async () => {
    // The tests before looked up as well, perhaps in this minute.
    await database.ownerPrisma.walletViewCount.deleteMany();
    const asked = await Promise.all(
      Array.from({ length: 121 }, (_, place) =>
        place % 2 === 0
          ? call(lookup, { text: "01099999998" }, "merchant_admin")
          : call(ofNumber, { contactMsisdn: "01099999998" }, "merchant_admin"),
      ),
    );
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe("the palette of commands", () => {
  const findAs = async (role: Role, body: object) =>
    (await call<{ found: Found[] }>(find, body, role)).body.found;
  const namesAs = async (role: Role, text: string) => (await findAs(role, { text })).map(({ en }) => en);

  test("finds branches and people by parts and slips of either name, with whatever digits, of the reader's merchant", async () => {
    expect(await namesAs("merchant_admin", "branch 2")).toEqual(["Branch 2"]);
    expect(await namesAs("merchant_admin", "فرع ٢")).toEqual(["Branch 2"]);
    expect(await namesAs("merchant_admin", "barnch 2")).toEqual(["Branch 2"]);
    expect(await namesAs("merchant_admin", "superviosr")).toEqual(["The supervisor"]);
    expect(await namesAs("merchant_admin", "branch 11")).toEqual([]);
    expect(await namesAs("programme_operator", "branch 11")).toEqual(["Branch 11"]);
    expect(await namesAs("supervisor", "branch 2")).toEqual([]);
    expect(await namesAs("cashier", "supervisor")).toEqual([]);
  });

  test("tells what was remembered by number only as far as it may still be seen", async () => {
    const { id } = await database.prisma.user.findUniqueOrThrow({ where: { username: "supervisor" } });
    const recent = [
      { kind: "branch", id: world.branchIds[0] },
      { kind: "branch", id: world.foreignBranchId },
      { kind: "person", id },
    ];
    const named = (await findAs("merchant_admin", { recent })).map(({ en }) => en);
    expect(named).toEqual(["Branch 1", "The supervisor"]);
    expect(await findAs("cashier", { recent })).toEqual([]);
  });

  test("names the commands of the role in both languages, and no others", async () => {
    const read = async (role: Role) =>
      (await browsers.get(role)?.call(commands))?.body.commands as CommandName[];
    const cashiers = (await read("cashier")).map(({ id }) => id);
    expect(cashiers).toEqual(expect.arrayContaining(["till", "today", "deals", "signOut"]));
    for (const id of ["home", "manage", "staff", "invite", "adjust", "newDeal"])
      expect(cashiers).not.toContain(id);
    const staff = (await read("merchant_admin")).find(({ id }) => id === "staff");
    expect(staff).toMatchObject({ en: "Staff", ar: "الموظفون", place: { en: "Settings", ar: "الإعدادات" } });
  });
});
