import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { setStaffPin } from "@/lib/areas/approvals/staff-pin";
import { walletCouponsPortal } from "@/lib/areas/coupons/portal";
import { whenChanged } from "@/lib/areas/display/displays";
import { displayPortal } from "@/lib/areas/display/portal";
import type { Display, DisplayDeals, TillDisplay } from "@/lib/areas/display/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { closeLeftShifts } from "@/lib/areas/shifts/end-of-day";
import { shiftsPortal } from "@/lib/areas/shifts/portal";
import type { OwnShift, ShiftReport } from "@/lib/areas/shifts/schemas";
import { tillPortal } from "@/lib/areas/till/portal";
import { todayPortal } from "@/lib/areas/today/portal";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import { programmeBrand, setProgrammeBrand, UNNAMED } from "@/lib/platform/brand";
import { ManualClock } from "@/lib/platform/clock";
import { forgetSingletons } from "@/lib/platform/process-singleton";
import { stopping } from "@/lib/platform/stopping";
import { readSystemUserId } from "@/lib/portal/acts/system-user";
import { adminContext } from "@/lib/portal/administration";
import { storeSecurityEvents } from "@/lib/portal/security-log/record-event";
import { routeOf } from "@/lib/portal/serve";
import { hashPassword } from "@/lib/portal/session/password";
import { services } from "@/lib/services";
import { createTemplate } from "@/tests/support/coupons";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createSegment, createWallet, type TestWallet } from "@/tests/support/ledger";
import { makeCustomer } from "@/tests/support/portal/customers";
import { createDeal, daysFromNow } from "@/tests/support/portal/deals";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalCallOptions,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const wallet = routeOf(tillWalletsPortal.one);

const { changeCashier, lock, me, nextCashiers, signIn, signOut, unlock } = routesOf(sessionPortal);

const { redeem, reward } = routesOf(tillPortal);
const { use: useCoupon, reopen: reopenCoupon } = routesOf(walletCouponsPortal);

const {
  read: seeDisplay,
  deals: idleDeals,
  pair,
  leave,
  answer,
  choosePin,
  givePin,
  ofTill: tillDisplay,
  offer,
  show,
  end: unpair,
} = routesOf(displayPortal);
const {
  close: closeShift,
  handOver,
  open: openShift,
  own: ownShift,
  report: shiftReport,
} = routesOf(shiftsPortal);
const { day: branchDay } = routesOf(todayPortal);

let database: TestDatabase;
let world: PortalWorld;
let segmentId: number;
let branchId: number;
let references = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  [branchId] = world.branchIds;
  segmentId = (await createSegment(database.pool)).id;
});
afterAll(() => database.drop());

async function signedIn(username: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
  return browser;
}

async function customer({ pin }: { pin?: string } = {}): Promise<TestWallet> {
  const made = await createWallet(database.pool, { segmentId, name: "Mona Ali" });
  if (pin !== undefined)
    await database.prisma.walletPin.create({ data: { walletId: made.id, hash: await hashPassword(pin) } });
  return makeCustomer(database, made, world.merchantId);
}

const post = (body: object = {}, params: Record<string, string> = {}): PortalCallOptions => ({
  method: "POST",
  body,
  params,
});
const act = ({ walletCode }: TestWallet, fields: object) =>
  post({ branchId, walletCode, reference: `shift-reference-${++references}`, ...fields });

describe("a shift", () => {
  const NOTHING = { count: null, note: "" };
  const own = async (browser: TestBrowser) => (await browser.call(ownShift)).body as unknown as OwnShift;
  const open = (browser: TestBrowser, noted: object = NOTHING) =>
    browser.call(openShift, post({ branchId, ...noted }));
  const openId = async (browser: TestBrowser) => {
    const { shift } = (await open(browser)).body as unknown as OwnShift;
    return shift?.id ?? 0;
  };
  const at = (shiftId: number) => ({ shiftId: String(shiftId) });
  const report = async (browser: TestBrowser, shiftId: number) =>
    (await browser.call(shiftReport, { params: at(shiftId) })).body as unknown as ShiftReport;
  const auditOf = (shiftId: number) =>
    database.prisma.auditLog.findMany({
      where: { subjectType: "shift", subjectId: String(shiftId) },
      orderBy: { id: "asc" },
    });

  beforeEach(async () => {
    await database.prisma.shift.updateMany({
      where: { closedAt: null },
      data: { closedAt: new Date("2999-01-01"), closedBy: 1, ending: "by_other" },
    });
  });

  test("holds what its person did at its branch meanwhile, voids told apart, and nobody else's", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    const mona = await customer();
    await cashier.call(reward, act(mona, { value: 5 }));
    expect((await open(cashier, { count: 250.5, note: "Drawer 2" })).status).toBe(200);
    const { shift } = await own(cashier);
    expect(shift).toMatchObject({ openingCount: 250.5, openingNote: "Drawer 2", closedAt: null, branchId });
    const shiftId = shift?.id ?? 0;
    await cashier.call(reward, act(mona, { value: 40 }));
    await supervisor.call(reward, act(mona, { value: 300 }));
    const closed = await cashier.call(closeShift, post({ count: 290, note: "" }, at(shiftId)));
    expect(closed.status).toBe(200);
    await cashier.call(reward, act(mona, { value: 7 }));
    expect(await report(supervisor, shiftId)).toMatchObject({
      shift: { person: { name: "The cashier" }, ending: "closed", closingCount: 290, openingCount: 250.5 },
      kinds: [{ logTypeId: 2, cancelledLogTypeId: null, entries: 1, points: 40, value: 40 }],
    });
    expect(await own(cashier)).toEqual({ shift: null, colleagues: [] });
    expect((await cashier.call(closeShift, post(NOTHING, at(shiftId)))).body.error?.code).toBe(
      "shift_closed",
    );
    expect((await auditOf(shiftId)).map(({ action }) => action)).toEqual(["shift.open", "shift.close"]);
    const day = await supervisor.call(branchDay, { params: { branchId: String(branchId) } });
    expect(day.body.shifts).toEqual(expect.arrayContaining([expect.objectContaining({ id: shiftId })]));
  });

  test("tells coupons that were bought among the payments with points, and those that were used and still are", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    const shiftId = await openId(cashier);
    expect((await report(cashier, shiftId)).coupons).toEqual({
      bought: { coupons: 0, points: 0, value: 0 },
      used: 0,
    });
    const mona = await customer();
    await cashier.call(reward, act(mona, { value: 400 }));
    const { offerNumber } = await createTemplate(database.pool, {
      ...{ merchant_id: world.merchantId, branch_ids: [branchId], cost_points: 100 },
    });
    const buy = async (browser: TestBrowser) => {
      const bought = await browser.call(redeem, act(mona, { value: 100, couponOffer: offerNumber }));
      expect(bought.status).toBe(200);
      return (bought.body as unknown as { coupon: { number: string } }).coupon.number;
    };
    const numbers = [await buy(cashier), await buy(cashier), await buy(supervisor)];
    for (const number of numbers.slice(0, 2))
      expect((await cashier.call(useCoupon, act(mona, { number }))).status).toBe(200);
    const takenBack = act(mona, { number: numbers[1], comment: "It was not used" });
    expect((await cashier.call(reopenCoupon, takenBack)).status).toBe(200);
    expect(await report(supervisor, shiftId)).toMatchObject({
      kinds: [{ logTypeId: 1, entries: 2, points: 200 }, { logTypeId: 2 }],
      coupons: { bought: { coupons: 2, points: 200, value: 200 }, used: 1 },
    });
  });

  test("is one at a time, closed by its own person or by the desk, and by no other cashier", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    const opened = await Promise.all([open(cashier), open(cashier)]);
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 409]);
    const theirs = await openId(supervisor);
    expect((await cashier.call(closeShift, post(NOTHING, at(theirs)))).body.error?.code).toBe("forbidden");
    expect((await report(supervisor, theirs)).shift.closedAt).toBeNull();
    const mine = (await own(cashier)).shift?.id ?? 0;
    await supervisor.call(closeShift, post(NOTHING, at(mine)));
    expect((await report(cashier, mine)).shift).toMatchObject({
      ending: "by_other",
      closedBy: { name: "The supervisor" },
    });
  });

  test("is handed over in one act: one closes and a colleague's opens with the same count, or neither", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    const shiftId = await openId(cashier);
    const { colleagues } = await own(cashier);
    const to = colleagues.find(({ name }) => name === "The supervisor")?.id ?? 0;
    const me = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
    const give = (toUserId: number) =>
      cashier.call(handOver, post({ toUserId, count: 120, note: "Keys" }, at(shiftId)));
    for (const wrong of [me.id, 999_999])
      expect((await give(wrong)).body.error?.code).toBe("shift_colleague");
    const theirs = await openId(supervisor);
    expect((await give(to)).body.error?.code).toBe("shift_open");
    expect((await report(cashier, shiftId)).shift.closedAt).toBeNull();
    await supervisor.call(closeShift, post(NOTHING, at(theirs)));
    expect((await give(to)).status).toBe(200);
    expect((await report(cashier, shiftId)).shift).toMatchObject({
      ending: "handed_over",
      handedTo: { name: "The supervisor" },
      closingCount: 120,
    });
    expect((await own(supervisor)).shift).toMatchObject({
      openingCount: 120,
      takenFrom: { name: "The cashier" },
      openedBy: { name: "The cashier" },
    });
  });

  test("that was left open is closed as of its day's end, once, and one of today stays open", async () => {
    const [cashier, supervisor] = [await signedIn("cashier"), await signedIn("supervisor")];
    const today = await openId(supervisor);
    const user = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
    const left = await database.prisma.shift.create({
      data: { userId: user.id, branchId, openedBy: user.id, openedAt: new Date("2026-06-10T15:00:00Z") },
    });
    const systemUserId = await readSystemUserId(database.pool);
    const close = () => closeLeftShifts(adminContext(), systemUserId);
    expect((await Promise.all([close(), close()])).sort()).toEqual([0, 1]);
    // Midnight in Cairo, in summer.
    expect((await report(cashier, left.id)).shift).toMatchObject({
      ending: "day_end",
      closedAt: "2026-06-10T21:00:00.000Z",
      closingCount: null,
    });
    expect((await report(supervisor, today)).shift.closedAt).toBeNull();
  });

  test("that is open at an hour which comes twice goes on to the end of that day", async () => {
    const user = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
    const { id } = await database.prisma.shift.create({
      data: { userId: user.id, branchId, openedBy: user.id, openedAt: new Date("2030-10-31T20:30:00Z") },
    });
    const systemUserId = await readSystemUserId(database.pool);
    const closedAt = async (now: string) => {
      const clock = new ManualClock(new Date(now));
      await closeLeftShifts({ ...adminContext(), clock }, systemUserId);
      return (await database.prisma.shift.findUniqueOrThrow({ where: { id } })).closedAt?.toISOString();
    };
    expect(await closedAt("2030-10-31T21:59:59.999Z")).toBeUndefined();
    expect(await closedAt("2030-10-31T22:00:00Z")).toBe("2030-10-31T22:00:00.000Z");
  });

  test("is asked for as the programme says", async () => {
    const cashier = await signedIn("cashier");
    expect((await cashier.call(me)).body).toMatchObject({ shifts: "off" });
    await database.prisma.programme.updateMany({ data: { shifts: "required" } });
    expect((await cashier.call(me)).body).toMatchObject({ shifts: "required" });
    await database.prisma.programme.updateMany({ data: { shifts: "off" } });
  });
});

describe("the customer's display of a till", () => {
  const PIN = "4071";
  const offered = async (till: TestBrowser) => {
    const { body } = await till.call(offer, post({ branchId }));
    return (body as unknown as Extract<TillDisplay, { state: "waiting" }>).code;
  };
  const connect = (display: TestBrowser, code: string) => display.call(pair, post({ code }));
  const seen = async (display: TestBrowser) => (await display.call(seeDisplay)).body as unknown as Display;
  const told = (till: TestBrowser, shown: object) =>
    till.call(show, { method: "PUT", body: { branchId, shown } });
  const pinFor = ({ walletCode }: TestWallet, value: number) =>
    ({ name: "pin", walletCode, value, points: value, problem: null, attemptsLeft: null }) as const;
  async function paired(): Promise<{ till: TestBrowser; display: TestBrowser }> {
    const [till, display] = [await signedIn("cashier"), new TestBrowser()];
    expect((await connect(display, await offered(till))).status).toBe(200);
    return { till, display };
  }
  async function ready(): Promise<TestWallet> {
    const wallet = await customer({ pin: PIN });
    await (await signedIn("supervisor")).call(reward, act(wallet, { value: 500 }));
    return wallet;
  }

  test("is paired by a code that is good once and for five minutes, and shows the merchant until it is told more", async () => {
    const till = await signedIn("cashier");
    expect((await till.call(tillDisplay)).body).toEqual({ state: "none" });
    const code = await offered(till);
    expect(code).toMatch(/^\d{6}$/);
    const [first, second] = [new TestBrowser(), new TestBrowser()];
    expect((await connect(first, code === "000000" ? "000001" : "000000")).body.error?.code).toBe(
      "display_code",
    );
    const both = await Promise.all([connect(first, code), connect(second, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const display = both[0].status === 200 ? first : second;
    expect(await seen(display)).toMatchObject({
      merchant: { nameEn: "One" },
      shown: { name: "idle" },
      leftMs: null,
    });
    expect((await till.call(tillDisplay)).body).toMatchObject({ state: "paired", isPresent: true });
    const late = await offered(till);
    await database.prisma.tillDisplay.updateMany({ data: { codeExpiresAt: new Date(0) } });
    expect((await connect(second, late)).body.error?.code).toBe("display_code");
    // The display that the till had before is none of its any more.
    expect((await display.call(seeDisplay)).body.error?.code).toBe("display_ended");
  });

  test("is told what the till shows and never whose it is, opens nothing else, and forgets it in time", async () => {
    const { till, display } = await paired();
    const mona = await ready();
    await told(till, pinFor(mona, 60));
    const { text, body } = await display.call(seeDisplay);
    expect(body).toMatchObject({ shown: { name: "pin", value: 60, points: 60 }, leftMs: expect.any(Number) });
    for (const secret of [mona.walletCode, "Mona", "walletCode"]) expect(text).not.toContain(secret);
    for (const route of [me, tillDisplay, ownShift]) expect((await display.call(route)).status).toBe(401);
    expect((await display.call(wallet, { params: { walletId: String(mona.id) } })).status).toBe(401);
    await database.prisma.tillDisplay.updateMany({ data: { shownAt: new Date(Date.now() - 120_000) } });
    expect(await seen(display)).toMatchObject({ shown: { name: "idle" }, leftMs: null });
    expect(await database.prisma.tillDisplay.findFirst()).toMatchObject({
      shown: { name: "idle" },
      pinWalletCode: null,
    });
  });

  test("takes the PIN of the redemption that waits at the till: right once, wrong counted, and kept nowhere", async () => {
    const { till, display } = await paired();
    const mona = await ready();
    const pay = (value = 60) => act(mona, { value, pinFromDisplay: true });
    const typed = async (pin: string) => {
      const { version } = await seen(display);
      return display.call(givePin, post({ version, pin }));
    };
    // Nothing was asked for yet.
    await typed(PIN);
    expect((await till.call(redeem, pay())).body.error?.code).toBe("1310");
    await told(till, pinFor(mona, 60));
    const answers = [await typed("9081"), await typed(PIN)];
    // What it came to is not told, and the first one stands.
    for (const { body } of answers) expect(Object.keys(body)).not.toContain("isCorrect");
    expect((await till.call(tillDisplay)).body).toMatchObject({ isPinGiven: true });
    expect((await till.call(redeem, pay())).body.error?.code).toBe("1311");
    const { failedInRow } = await database.prisma.walletPin.findUniqueOrThrow({
      where: { walletId: mona.id },
    });
    expect(failedInRow).toBe(1);
    await told(till, { ...pinFor(mona, 60), problem: "wrong", attemptsLeft: 4 });
    await typed(PIN);
    // Not for another amount, not at another till of the same branch.
    expect((await till.call(redeem, pay(61))).body.error?.code).toBe("1310");
    expect((await (await signedIn("supervisor")).call(redeem, pay())).body.error?.code).toBe("1310");
    const request = pay();
    expect((await till.call(redeem, request)).body).toMatchObject({
      entry: { points: -60 },
      replayed: false,
    });
    // Sent again it is the same one; another one needs another PIN.
    expect((await till.call(redeem, request)).body).toMatchObject({ replayed: true });
    expect((await till.call(redeem, pay())).body.error?.code).toBe("1310");
    const kept = JSON.stringify(await database.prisma.tillDisplay.findMany(), (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(kept).not.toContain(PIN);
  });

  test("asks a newcomer to join, once, and tells the till the answer to its own question", async () => {
    const { till, display } = await paired();
    const ask = (question: string) => told(till, { name: "consent", question });
    await ask("question-of-mona");
    const { shown, version } = await seen(display);
    const { version: words } = await database.prisma.consentText.findFirstOrThrow();
    expect(shown).toMatchObject({ name: "consent", version: words, answer: null });
    const say = (agrees: boolean) => display.call(answer, post({ version, agrees, language: "ar" }));
    await say(true);
    await say(false);
    const said = { question: "question-of-mona", agrees: true, language: "ar", version: words };
    expect((await till.call(tillDisplay)).body).toMatchObject({ answer: said });
    // The next one has not answered yet.
    await ask("question-of-ali");
    expect((await till.call(tillDisplay)).body).toMatchObject({ answer: null });
  });

  test("a PIN that is chosen there opens nothing for hours, nor ever at that person's till, and replaces none", async () => {
    await database.prisma.programme.updateMany({ data: { unprovedValueMax: 50 } });
    const { till, display } = await paired();
    const mona = await customer();
    const colleague = await signedIn("supervisor");
    await colleague.call(reward, act(mona, { value: 500 }));
    const ask = () => told(till, { name: "newPin", walletCode: mona.walletCode, question: "question-1" });
    const choose = async (pin: string, isFirst = false) => {
      const { version } = await seen(display);
      return display.call(choosePin, post({ version, pin, language: "en", isFirst }));
    };
    const hashOf = () => database.prisma.walletPin.findUnique({ where: { walletId: mona.id } });
    // Nothing was asked for yet; then it is too easy; and no redemption takes what was typed.
    await choose(PIN);
    await ask();
    expect((await choose("1234")).status).toBe(422);
    // The end of the own number is refused before it is typed a second time; a good PIN is set by nothing but that.
    expect((await choose(mona.contactMsisdn.slice(-4), true)).status).toBe(422);
    expect((await choose(PIN, true)).status).toBe(200);
    const { version } = await seen(display);
    await display.call(givePin, post({ version, pin: PIN }));
    expect(await hashOf()).toBeNull();
    const { text, body } = await choose(PIN);
    expect(body).toMatchObject({ shown: { name: "newPin", answer: { agrees: true } } });
    for (const secret of [mona.walletCode, PIN]) expect(text).not.toContain(secret);
    expect((await till.call(tillDisplay)).body).toMatchObject({
      answer: { question: "question-1", agrees: true },
    });
    const pay = (who: TestBrowser, value: number) => who.call(redeem, act(mona, { value, pin: PIN }));
    expect((await till.call(redeem, act(mona, { value: 10 }))).body.error?.code).toBe("1310");
    expect((await pay(till, 30)).status).toBe(200);
    for (const who of [till, colleague]) expect((await pay(who, 21)).body.error?.code).toBe("1307");
    await database.prisma.walletPin.updateMany({ data: { provesFrom: new Date() } });
    expect((await pay(till, 21)).body.error?.code).toBe("1307");
    expect((await pay(colleague, 200)).status).toBe(200);
    const chosen = await hashOf();
    await ask();
    expect((await choose("5172")).body).toMatchObject({ shown: { answer: { agrees: false } } });
    expect(await hashOf()).toMatchObject({ hash: chosen?.hash });
    await storeSecurityEvents();
    const [event, ...others] = await database.prisma.securityEvent.findMany({
      where: { kind: "pin.chosen" },
    });
    expect(others).toEqual([]);
    expect(event).toMatchObject({ walletId: BigInt(mona.id), branchId, details: { hadPoints: true } });
    const { after } = await database.prisma.auditLog.findFirstOrThrow({
      where: { action: "wallet.choose_pin" },
    });
    expect(JSON.stringify(after)).not.toContain(PIN);
    await database.prisma.programme.updateMany({ data: { unprovedValueMax: null } });
  });

  test("shows live deals that are everybody's at its branch while nobody is served, and only to a display", async () => {
    const { display } = await paired();
    const category = await database.prisma.category.create({ data: { nameEn: "Coffee", nameAr: "قهوة" } });
    const shared = { merchantId: world.merchantId, categoryId: category.id, branchIds: [branchId] };
    const id = await createDeal(database, shared);
    await createDeal(database, { ...shared, ratePlans: ["GOLD"] });
    await createDeal(database, { ...shared, endDate: daysFromNow(-1) });
    services().deals.forget();
    const { deals } = (await display.call(idleDeals)).body as unknown as DisplayDeals;
    expect(deals.map((deal) => deal.id)).toEqual([id]);
    expect((await new TestBrowser().call(idleDeals)).body.error?.code).toBe("display_ended");
  });

  test("is left from both sides, and ends with the till's session", async () => {
    const one = await paired();
    await one.till.call(unpair, { method: "DELETE" });
    expect((await one.display.call(seeDisplay)).body.error?.code).toBe("display_ended");
    const two = await paired();
    await two.display.call(leave, { method: "DELETE" });
    expect((await two.till.call(tillDisplay)).body).toEqual({ state: "none" });
    const three = await paired();
    expect((await three.display.call(seeDisplay)).status).toBe(200);
    await three.till.call(signOut, { method: "DELETE" });
    expect((await three.display.call(seeDisplay)).status).toBe(410);
  });

  test("is told of the programme's name and logo as they are now", async () => {
    const { display } = await paired();
    const before = programmeBrand();
    setProgrammeBrand({ nameEn: "Bean Club", nameAr: "نادي البن", logo: null });
    const first = await seen(display);
    expect(first.brand).toContain("نادي البن");
    setProgrammeBrand({ ...UNNAMED, logo: { hash: "1".repeat(64), width: 80, height: 40 } });
    expect((await seen(display)).brand).not.toBe(first.brand);
    if (before !== null) setProgrammeBrand(before);
  });

  test("is answered at once when the service stops, which then need not wait for its displays", async () => {
    await paired();
    let reads = 0;
    const read = async () => {
      reads += 1;
      if (reads === 1) setImmediate(() => stopping().abort());
      return reads;
    };
    const answered = await whenChanged(1, read, { isNew: () => false, signal: new AbortController().signal });
    forgetSingletons("stopping");
    // Otherwise it is read again and again until the request has been held for as long as it may be.
    expect(answered).toBe(2);
  });

  test("is answered at once when the till shows something else", async () => {
    const bill = { name: "bill", operation: "reward", value: 12, points: 12, balanceAfter: null } as const;
    const [other, own] = [await paired(), await paired()];
    const nextOf = async ({ display }: typeof own) => {
      const { version } = await seen(display);
      return display.call(seeDisplay, { path: `/api/portal/display?after=${version}` });
    };
    // One that nothing happens at began to wait before it, and would be answered first if both waited to the end.
    const idle = nextOf(other);
    const waiting = nextOf(own);
    await told(own.till, bill);
    const first = await Promise.race([idle.then(() => "the idle one"), waiting.then(() => "the told one")]);
    await told(other.till, bill);
    await idle;
    expect((await waiting).body).toMatchObject({ shown: { name: "bill", value: 12 } });
    expect(first).toBe("the told one");
  });
});

describe("changing the cashier", () => {
  const PIN = "482913";
  let nextId: number;
  const offers = (cashiersChangeByPin: boolean) =>
    database.prisma.programme.updateMany({ data: { cashiersChangeByPin } });
  const take = (username: string, pin = PIN) => post({ username, pin });
  beforeAll(async () => {
    await offers(true);
    const { id } = await database.prisma.user.create({
      data: {
        ...{ name: "The next", email: "next@portal.invalid", username: "next.cashier", role: "cashier" },
        merchantId: world.merchantId,
        userBranches: { create: [{ branchId }] },
      },
    });
    nextId = id;
    await setStaffPin(adminContext(), { userId: id, pin: PIN });
  });
  afterAll(() => offers(false));

  test("hands the session over with its display: the cookie of before opens nothing, and it grows no younger", async () => {
    const first = await signedIn("cashier");
    await first.call(offer, { method: "POST", body: { branchId } });
    expect((await first.call(nextCashiers)).body).toEqual({
      cashiers: [{ username: "next.cashier", name: "The next" }],
    });
    const before = await database.prisma.session.findFirstOrThrow({ orderBy: { id: "desc" } });
    const ofTill = { where: { sessionId: before.id } };
    const typed = { pinWalletCode: "W1", pinHundredths: 1n, pinCheck: { kind: "absent" }, pinAt: new Date() };
    await database.prisma.tillDisplay.update({ ...ofTill, data: typed });
    const second = new TestBrowser();
    for (const [name, value] of first.cookies) second.cookies.set(name, value);
    expect((await second.call(changeCashier, take("Next.Cashier"))).status).toBe(200);
    expect((await second.call(me)).body).toMatchObject({ user: { id: nextId }, activeBranchId: branchId });
    expect((await first.call(me)).status).toBe(401);
    expect((await second.call(tillDisplay)).body).toMatchObject({ state: "waiting" });
    expect(await database.prisma.tillDisplay.findUnique(ofTill)).toMatchObject({
      ...{ userId: nextId, pinWalletCode: null, pinCheck: null, pinAt: null },
    });
    expect(await database.prisma.session.findUniqueOrThrow({ where: { id: before.id } })).toMatchObject({
      ...{ userId: nextId, beganWith: "pin", createdAt: before.createdAt },
    });
    await expect
      .poll(() => database.prisma.securityEvent.findFirst({ where: { kind: "till.cashier_changed" } }))
      .toMatchObject({ userId: nextId, branchId, details: { before: before.userId } });
  });

  test("gives no rights of an admin: such a set takes over no till, and ends a session that a PIN began", async () => {
    const rights = { added: ["wallet.adjust"], removed: [] };
    const set = await database.prisma.permissionSet.create({
      data: { merchantId: world.merchantId, role: "cashier", name: "Corrects", ...rights },
    });
    const where = { id: nextId };
    const give = (permissionSetId: number | null) =>
      database.prisma.user.update({ where, data: { permissionSetId } });
    const first = await signedIn("cashier");
    await give(set.id);
    expect((await first.call(nextCashiers)).body).toEqual({ cashiers: [] });
    expect((await first.call(changeCashier, take("next.cashier"))).status).toBe(422);
    await give(null);
    expect((await first.call(changeCashier, take("next.cashier"))).status).toBe(200);
    await give(set.id);
    expect((await first.call(me)).status).toBe(401);
    await give(null);
    expect((await first.call(me)).status).toBe(200);
  });

  test("is refused to whoever has more rights, a second factor, another branch or a wrong PIN, alike", async () => {
    const supervisor = await database.prisma.user.findUniqueOrThrow({ where: { username: "supervisor" } });
    await setStaffPin(adminContext(), { userId: supervisor.id, pin: PIN });
    const first = await signedIn("cashier");
    const refused = { status: 422, body: { error: { code: "validation" } } };
    expect(await first.call(changeCashier, take("supervisor"))).toMatchObject(refused);
    expect(await first.call(changeCashier, take("next.cashier", "482914"))).toMatchObject(refused);
    const where = { id: nextId };
    await database.prisma.user.update({ where, data: { twoFactorEnabled: true } });
    expect(await first.call(changeCashier, take("next.cashier"))).toMatchObject(refused);
    await database.prisma.user.update({
      where,
      data: { twoFactorEnabled: false, userBranches: { deleteMany: {} } },
    });
    expect(await first.call(changeCashier, take("next.cashier"))).toMatchObject(refused);
    await offers(false);
    expect((await first.call(changeCashier, take("next.cashier"))).status).toBe(403);
    expect((await first.call(me)).status).toBe(200);
  });
});

describe("a till that is locked", () => {
  const PIN = "482913";
  const give = (pin: string) => post({ pin });
  const lockedFor = async (username: string) => {
    const browser = await signedIn(username);
    expect((await browser.call(lock, post())).status).toBe(200);
    return browser;
  };

  test("answers nothing but its own PIN, and goes on as the same session", async () => {
    const browser = await signedIn("cashier");
    const { userId, id } = await database.prisma.session.findFirstOrThrow({ orderBy: { id: "desc" } });
    await setStaffPin(adminContext(), { userId, pin: PIN });
    expect((await browser.call(unlock, give(PIN))).status).toBe(401);
    expect((await browser.call(lock, post())).body).toEqual({ hasPin: true });
    for (const asked of [browser.call(me), browser.call(lock, post()), browser.call(ownShift)])
      expect((await asked).status).toBe(401);
    const wrong = await browser.call(unlock, give("482914"));
    expect(wrong).toMatchObject({ status: 422, body: { error: { fields: { pin: expect.anything() } } } });
    expect((await browser.call(me)).status).toBe(401);
    expect((await browser.call(unlock, give(PIN))).body).toEqual({ userId });
    expect((await browser.call(me)).body).toMatchObject({ user: { id: userId } });
    expect(await database.prisma.session.findUnique({ where: { id } })).toMatchObject({ lockedAt: null });
    await expect
      .poll(() =>
        database.prisma.securityEvent.count({
          where: { userId, kind: "staff_pin.failed", details: { equals: { named: userId } } },
        }),
      )
      .toBeGreaterThan(0);
  });

  test("is unlocked by the password where its user has no PIN, and by nobody whose access was withdrawn", async () => {
    const { id } = await database.prisma.user.findUniqueOrThrow({ where: { username: "merchant_admin" } });
    await database.prisma.staffPin.deleteMany({ where: { userId: id } });
    const browser = await lockedFor("merchant_admin");
    expect((await browser.call(unlock, give(PIN))).status).toBe(422);
    await browser.call(signIn, post({ username: "merchant_admin", password: TEST_PASSWORD }));
    expect((await browser.call(me)).status).toBe(200);
    await setStaffPin(adminContext(), { userId: id, pin: PIN });
    const left = await lockedFor("merchant_admin");
    await database.prisma.user.update({ where: { id }, data: { isActive: false } });
    expect((await left.call(unlock, give(PIN))).status).toBe(401);
    await database.prisma.user.update({ where: { id }, data: { isActive: true } });
  });

  test("stops guesses at its PIN as at any other", async () => {
    const { id } = await database.prisma.user.findUniqueOrThrow({ where: { username: "supervisor" } });
    await setStaffPin(adminContext(), { userId: id, pin: PIN });
    const browser = await lockedFor("supervisor");
    const guesses = ["482910", "482911", "482912", "482914", "482915"];
    for (const guess of guesses) expect((await browser.call(unlock, give(guess))).status).toBe(422);
    expect((await browser.call(unlock, give(PIN))).status).toBe(429);
  });
});
