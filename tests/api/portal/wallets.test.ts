import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import type { Adjusted, Waiting } from "@/lib/areas/adjustments/schemas";
import { customerColumns } from "@/lib/areas/imports/columns";
import { importsPortal } from "@/lib/areas/imports/portal";
import { readLine } from "@/lib/areas/imports/read-line";
import type { RefusedLines, WalletImport } from "@/lib/areas/imports/schemas";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { walletsPortal } from "@/lib/areas/wallets/desk-portal";
import type { DeskWallet, FoundWallet, WalletSettings } from "@/lib/areas/wallets/desk-schemas";
import type { TillWallet } from "@/lib/areas/wallets/shown-schemas";
import { tillWalletsPortal } from "@/lib/areas/wallets/till-portal";
import { routeOf } from "@/lib/portal/serve";
import { hashPassword } from "@/lib/portal/session/password";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { leadEverybody } from "@/tests/support/portal/customers";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalCallOptions,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";
import { partHashes } from "@/tests/support/upload";

const getTillWallet = routeOf(tillWalletsPortal.one);

const { signIn } = routesOf(sessionPortal);

let database: TestDatabase;
let world: PortalWorld;
const browsers = new Map<string, TestBrowser>();
/** A second admin of the merchant, and one of the other merchant. */
const PEOPLE = ["second_admin", "foreign_admin"];

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  const password = await hashPassword(TEST_PASSWORD);
  for (const username of PEOPLE) {
    const merchantId = username === "foreign_admin" ? world.foreignMerchantId : world.merchantId;
    const { id } = await database.prisma.user.create({
      data: { name: username, email: `${username}@x.invalid`, username, role: "merchant_admin", merchantId },
    });
    await database.prisma.account.create({
      data: { userId: id, accountId: String(id), providerId: "credential", password },
    });
  }
  for (const username of [...Object.values(world.usernames), ...PEOPLE]) {
    const browser = new TestBrowser();
    const body = { username, password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    browsers.set(username, browser);
  }
});
afterAll(() => database.drop());

async function call(as: string, route: PortalRoute, options: PortalCallOptions = {}) {
  const browser = browsers.get(as);
  if (browser === undefined) throw new Error(`${as} is not signed in.`);
  return browser.call(route, options);
}

async function done<Body>(...asked: Parameters<typeof call>): Promise<Body> {
  const { status, body } = await call(...asked);
  expect([status, body.error]).toEqual([200, undefined]);
  return body as unknown as Body;
}

let numbers = 0;
const newMobile = () => `0100${String(2_000_000 + ++numbers)}`;

async function newWallet(body: Record<string, unknown> = {}, by = "merchant_admin") {
  const contactMsisdn = newMobile();
  const wallet = await done<{ id: number; walletCode: string }>(by, routeOf(walletsPortal.enrol), {
    method: "POST",
    body: { contactMsisdn, hasConsented: true, ...body },
  });
  await leadEverybody(database, wallet.id);
  return { ...wallet, mobile: contactMsisdn };
}

const of = (walletId: number) => ({ params: { walletId: String(walletId) } });
const read = (walletId: number, as = "merchant_admin") =>
  done<DeskWallet>(as, routeOf(walletsPortal.desk), of(walletId));
const find = async (as: string, body: Record<string, unknown>) =>
  (await done<{ wallets: FoundWallet[] }>(as, routeOf(walletsPortal.search), { method: "POST", body }))
    .wallets;

const adjustment = (walletCode: string, points: number) => ({
  walletCode,
  direction: "up",
  points,
  reason: "Points lost at the till",
  reference: `reference-${++numbers}`,
});

const inArabicDigits = (text: string) => text.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");

describe("searching", () => {
  test("finds by code, mobile number in any form, and the beginnings of words of a name in either language", async () => {
    const { id, walletCode, mobile } = await newWallet({ name: "أحمد Zakariya فؤاد" });
    for (const text of [
      walletCode,
      walletCode.slice(0, 8),
      mobile,
      `+2${mobile}`,
      inArabicDigits(walletCode),
      inArabicDigits(mobile),
      "zakar",
      "احمد فواد",
      "فؤاد zak",
    ])
      expect(
        (await find("merchant_admin", { text })).map((found) => found.id),
        text,
      ).toEqual([id]);
    for (const text of ["hmad", "zakariya mona", "' OR 1=1 --", "%%", "\\\\", "':* | 'a"])
      expect(
        (await find("merchant_admin", { text })).map((found) => found.id),
        text,
      ).toEqual([]);
  });

  test("shows supervisors only the customers they search for, masked", async () => {
    const { id, walletCode, mobile } = await newWallet({ name: "Nagwa Selim" });
    const [found] = await find("supervisor", { text: "nagwa" });
    expect(found).toMatchObject({ id, name: "Nagwa S." });
    expect(JSON.stringify(found)).not.toContain(walletCode);
    expect(JSON.stringify(found)).not.toContain(mobile);
    const everybody = await call("supervisor", routeOf(walletsPortal.search), { method: "POST", body: {} });
    expect([everybody.status, Object.keys(everybody.body.error?.fields ?? {})]).toEqual([422, ["text"]]);
    expect((await find("merchant_admin", {})).length).toBeGreaterThan(0);
  });

  test("goes page by page, filtered by status and segment", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 27; count += 1)
      ids.unshift((await newWallet({ name: `Pagetest ${count}` })).id);
    const first = await done<{ wallets: FoundWallet[]; nextCursor: string }>(
      "merchant_admin",
      routeOf(walletsPortal.search),
      {
        method: "POST",
        body: { text: "pagetest" },
      },
    );
    const rest = await find("merchant_admin", { text: "pagetest", cursor: first.nextCursor });
    expect([...first.wallets, ...rest].map(({ id }) => id)).toEqual(ids);
    expect(await find("merchant_admin", { text: "pagetest", statusId: 3 })).toEqual([]);
    const { segments } = await done<WalletSettings>("merchant_admin", routeOf(walletsPortal.settings));
    expect(segments).toHaveLength(1);
    expect(await find("merchant_admin", { text: "pagetest", segmentId: segments[0]?.id })).toHaveLength(25);
  });

  test("tells a customer without a name from one whose name the reader does not see, and is limited, so that the programme's customers cannot be listed", async () => {
    const { walletCode: text } = await newWallet();
    expect(await find("merchant_admin", { text })).toMatchObject([{ name: null, isNameHidden: false }]);
    expect(await find("foreign_admin", { text })).toMatchObject([{ name: null, isNameHidden: true }]);
    const statuses: number[] = [200];
    for (let count = 1; count < 45; count += 1)
      statuses.push(
        (await call("foreign_admin", routeOf(walletsPortal.search), { method: "POST", body: { text: "zz" } }))
          .status,
      );
    expect(statuses.slice(0, 40)).toEqual(Array(40).fill(200));
    expect(statuses.slice(-5)).toEqual(Array(5).fill(429));
  });
});

describe("enrolling", () => {
  test("records the text that the customer agreed to, its language, the time and the user", async () => {
    const { consent } = await done<WalletSettings>("merchant_admin", routeOf(walletsPortal.settings));
    const { id } = await newWallet({ consent: { version: consent.version, language: "ar" } });
    expect((await read(id)).consents).toEqual([
      {
        id: expect.any(Number),
        isGiven: true,
        at: expect.any(String),
        by: "The merchant_admin",
        version: consent.version,
        language: "ar",
        text: consent.ar,
        via: "desk",
        proof: null,
      },
    ]);
    const old = await call("merchant_admin", routeOf(walletsPortal.enrol), {
      method: "POST",
      body: {
        contactMsisdn: newMobile(),
        hasConsented: true,
        consent: { version: consent.version + 1, language: "en" },
      },
    });
    expect(old.body.error?.code).toBe("conflict");
    await expect(database.owner.query("UPDATE wallet_consent SET is_given = false")).rejects.toThrow(
      "append-only",
    );
    await expect(database.owner.query("UPDATE consent_text SET text_en = ''")).rejects.toThrow("append-only");
  });

  test("is refused with the field that is wrong", async () => {
    const { status, body } = await call("merchant_admin", routeOf(walletsPortal.enrol), {
      method: "POST",
      body: { contactMsisdn: "12", hasConsented: true, name: "a\u202eb", email: "x", pin: "12" },
    });
    expect(status).toBe(422);
    expect(body.error?.fields).toMatchObject({
      contactMsisdn: { en: expect.stringContaining("such as 01012345678") },
      name: { en: expect.stringContaining("hidden characters") },
      email: { en: expect.stringContaining("such as name@example.com") },
      pin: { en: "Choose 4 to 6 digits" },
    });
  });
});

describe("a day of birth that is still to come", () => {
  const birthDate = "2990-01-01";

  test("is refused for a new wallet and for one that is there", async () => {
    const enrolled = await call("merchant_admin", routeOf(walletsPortal.enrol), {
      method: "POST",
      body: { contactMsisdn: "01012345678", hasConsented: true, birthDate },
    });
    const { id } = await newWallet({ birthDate: "1990-02-28" });
    const { version } = await read(id);
    const edited = await call("merchant_admin", routeOf(walletsPortal.change), {
      method: "PATCH",
      body: { version, birthDate },
      ...of(id),
    });
    for (const { status, body } of [enrolled, edited])
      expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, ["birthDate"]]);
    expect(await read(id)).toMatchObject({ version, birthDate: "1990-02-28" });
  });
});

describe("a wallet", () => {
  test("is edited field by field, and a second editor gets a conflict", async () => {
    const { id } = await newWallet({ name: "Before", email: "one@example.com" });
    const { version } = await read(id);
    const edit = (body: Record<string, unknown>) =>
      call("merchant_admin", routeOf(walletsPortal.change), { method: "PATCH", body, ...of(id) });
    expect((await edit({ version, name: "After" })).body).toMatchObject({
      name: "After",
      email: "one@example.com",
    });
    const late = await edit({ version, name: "Too late" });
    expect([late.status, late.body.error?.code]).toEqual([409, "conflict"]);
    expect((await read(id)).name).toBe("After");
  });

  test("shows each role what it may see", async () => {
    const nid = "29002280101234";
    const { id, mobile } = await newWallet({ nid, address: "12 Nile Street", email: "sara@example.com" });
    expect(await read(id, "programme_operator")).toMatchObject({ nationalId: nid, mobile, masked: [] });
    expect(await read(id)).toMatchObject({ nationalId: "•••34", mobile, masked: ["nid"] });
    const supervisor = JSON.stringify(await read(id, "supervisor"));
    for (const secret of [nid, mobile, "Nile", "sara@"]) expect(supervisor).not.toContain(secret);
  });

  test("changes its status with a reason, and only as its role may", async () => {
    const { id } = await newWallet();
    const { version, nextStatusIds } = await read(id);
    expect(nextStatusIds).toEqual([3, 4, 5]);
    expect((await read(id, "supervisor")).nextStatusIds).toEqual([]);
    const move = (body: Record<string, unknown>) =>
      call("merchant_admin", routeOf(walletsPortal.setStatus), { method: "PUT", body, ...of(id) });
    expect(Object.keys((await move({ version, statusId: 3 })).body.error?.fields ?? {})).toEqual(["reason"]);
    expect((await move({ version, statusId: 3, reason: "Lost card" })).body).toMatchObject({ statusId: 3 });
    expect((await move({ version: version + 1, statusId: 2, reason: "Back" })).body.error?.code).toBe(
      "wallet_status",
    );
  });

  test("gets and loses its PIN, which stands nowhere but in its hash", async () => {
    const { id } = await newWallet();
    const pin = "739164";
    const set = { method: "PUT", body: { pin }, ...of(id) };
    expect(await done<DeskWallet>("merchant_admin", routeOf(walletsPortal.setPin), set)).toMatchObject({
      hasPin: true,
    });
    const { rows } = await database.pool.query("SELECT to_jsonb(a)::text AS row FROM audit_log a");
    expect(rows.map(({ row }) => row).join()).not.toContain(pin);
    const tooLong = "73916482";
    const bad = await call("merchant_admin", routeOf(walletsPortal.setPin), {
      ...set,
      body: { pin: tooLong },
    });
    expect(bad.status).toBe(422);
    expect(JSON.stringify(bad.body)).not.toContain(tooLong);
    expect(
      await done("merchant_admin", routeOf(walletsPortal.clearPin), { method: "DELETE", ...of(id) }),
    ).toMatchObject({
      hasPin: false,
    });
  });
});

describe("merging", () => {
  test("does what was shown before", async () => {
    const [from, to] = [await newWallet({ name: "Old card" }), await newWallet({ name: "New card" })];
    await done("merchant_admin", routeOf(adjustmentsPortal.adjust), {
      method: "POST",
      body: adjustment(from.walletCode, 70),
    });
    await done("merchant_admin", routeOf(adjustmentsPortal.adjust), {
      method: "POST",
      body: adjustment(to.walletCode, 30),
    });
    const codes = { walletCode: from.walletCode, toWalletCode: to.walletCode };
    const preview = await done<{ from: { version: number } }>(
      "merchant_admin",
      routeOf(walletsPortal.previewMerge),
      {
        method: "POST",
        body: codes,
      },
    );
    expect(preview).toMatchObject({
      from: { id: from.id, balance: 70 },
      to: { id: to.id, balance: 30 },
      movedPoints: 70,
      after: { balance: 100, accumulated: 0 },
    });
    expect((await read(to.id)).balance).toBe(30);
    const body = { ...codes, version: preview.from.version, reason: "Lost card" };
    await done("merchant_admin", routeOf(walletsPortal.merge), { method: "POST", body });
    expect(await read(to.id)).toMatchObject({ balance: 100 });
    expect(await read(from.id)).toMatchObject({ balance: 0, statusId: 6, nextStatusIds: [] });
    const again = await call("merchant_admin", routeOf(walletsPortal.previewMerge), {
      method: "POST",
      body: codes,
    });
    expect(again.body.error?.code).toBe("1206");
  });

  test("with a wallet that there is not marks the field", async () => {
    const { walletCode } = await newWallet();
    const { status, body } = await call("merchant_admin", routeOf(walletsPortal.previewMerge), {
      method: "POST",
      body: { walletCode, toWalletCode: "NO-SUCH" },
    });
    expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, ["toWalletCode"]]);
  });
});

describe("an adjustment above the limit", () => {
  test("is approved only by a second person of the merchant", async () => {
    const { id, walletCode } = await newWallet();
    const asked = await done<Adjusted>("merchant_admin", routeOf(adjustmentsPortal.adjust), {
      method: "POST",
      body: adjustment(walletCode, 50_000),
    });
    const deciders = [{ name: "second_admin" }, { name: "The programme_operator" }];
    expect(asked).toMatchObject({ kind: "requested", balance: null, deciders });
    const waitingFor = (as: string) => done<Waiting>(as, routeOf(adjustmentsPortal.waiting));
    expect(await waitingFor("second_admin")).toEqual({
      adjustments: 1,
      imports: 0,
      settingUp: null,
      approvals: 0,
      reviews: 0,
    });
    expect(await waitingFor("programme_operator")).toEqual({
      adjustments: 1,
      imports: 0,
      settingUp: null,
      approvals: 0,
      reviews: 0,
    });
    expect(await waitingFor("merchant_admin")).toEqual({
      adjustments: 0,
      imports: 0,
      settingUp: null,
      approvals: 0,
      reviews: 0,
    });
    expect(await waitingFor("foreign_admin")).toEqual({
      adjustments: 0,
      imports: 0,
      settingUp: null,
      approvals: 0,
      reviews: 0,
    });
    const waitingOn = async (as: string) =>
      (await done<TillWallet>(as, getTillWallet, { params: { walletId: String(id) } })).waitingAdjustments;
    expect(await waitingOn("cashier")).toMatchObject([
      { points: 50_000, requestedBy: { name: "The merchant_admin" }, deciders, mayDecide: false },
    ]);
    expect(await waitingOn("second_admin")).toMatchObject([{ mayDecide: true, mayWithdraw: false }]);
    expect(await waitingOn("merchant_admin")).toMatchObject([{ mayDecide: false, mayWithdraw: true }]);
    expect(await waitingOn("foreign_admin")).toEqual([]);
    const approve = (as: string) =>
      call(as, routeOf(adjustmentsPortal.decide), {
        method: "POST",
        body: { decision: "approve" },
        params: { adjustmentId: String(asked.adjustmentId) },
      });
    expect((await approve("merchant_admin")).body.error?.code).toBe("approver_not_allowed");
    expect((await approve("foreign_admin")).body.error?.code).toBe("not_found");
    expect(
      (await done<{ adjustments: unknown[] }>("foreign_admin", routeOf(adjustmentsPortal.list))).adjustments,
    ).toEqual([]);
    expect(await done("second_admin", routeOf(adjustmentsPortal.list))).toMatchObject({
      adjustments: [{ id: asked.adjustmentId, mayDecide: true, deciders }],
    });
    expect((await approve("second_admin")).status).toBe(200);
    expect((await approve("second_admin")).body.error?.code).toBe("conflict");
    expect((await read(id)).balance).toBe(50_000);
    expect(await waitingFor("second_admin")).toEqual({
      adjustments: 0,
      imports: 0,
      settingUp: null,
      approvals: 0,
      reviews: 0,
    });
    expect(await waitingOn("cashier")).toEqual([]);
  });

  test("that nobody can decide says so, before it is asked for and after", async () => {
    const { walletCode } = await newWallet({}, "foreign_admin");
    const settings = () => done<WalletSettings>("foreign_admin", routeOf(walletsPortal.settings));
    expect((await settings()).deciders).toMatchObject([{ name: "The programme_operator" }]);
    const operators = { where: { role: "programme_operator" } };
    await database.prisma.user.updateMany({ ...operators, data: { isActive: false } });
    expect((await settings()).deciders).toEqual([]);
    const asked = await done<Adjusted>("foreign_admin", routeOf(adjustmentsPortal.adjust), {
      method: "POST",
      body: adjustment(walletCode, 50_000),
    });
    expect(asked).toMatchObject({ kind: "requested", deciders: [] });
    expect(await done("foreign_admin", routeOf(adjustmentsPortal.list))).toMatchObject({
      adjustments: [{ id: asked.adjustmentId, deciders: [] }],
    });
    await database.prisma.user.updateMany({ ...operators, data: { isActive: true } });
    expect((await done<WalletSettings>("supervisor", routeOf(walletsPortal.settings))).deciders).toEqual([]);
  });
});

describe("a file of wallets", () => {
  const wait = (importId: number, state: string) =>
    vi.waitFor(
      async () => {
        const found = await done<WalletImport>("merchant_admin", routeOf(importsPortal.read), {
          params: { importId: String(importId) },
        });
        expect(found.state).toBe(state);
        return found;
      },
      { timeout: 20_000, interval: 50 },
    );

  async function bring(file: string) {
    const bytes = new TextEncoder().encode(file);
    const { id } = await done<WalletImport>("merchant_admin", routeOf(importsPortal.create), {
      method: "POST",
      body: {
        fileName: "customers.csv",
        bytes: bytes.byteLength,
        allowsSharedMobile: false,
        parts: partHashes(bytes),
      },
    });
    const params = { importId: String(id), part: "0" };
    const headers = { "content-type": "application/octet-stream" };
    await done("merchant_admin", routeOf(importsPortal.sendPart), {
      method: "PUT",
      body: file,
      params,
      headers,
    });
    const check = { method: "POST", body: { act: "check" }, params };
    await done("merchant_admin", routeOf(importsPortal.act), check);
    return { id, params };
  }

  test("has its limit said before one is chosen: points of one person, what is left, and who starts more from when", async () => {
    const { alone } = await done<{
      alone: { above: number; left: number; starters: { from: string | null }[] };
    }>("merchant_admin", routeOf(importsPortal.list));
    const { adjustmentApprovalAbove } = await database.prisma.programme.findFirstOrThrow();
    expect(alone.above).toBe(Number(adjustmentApprovalAbove));
    expect(alone.left).toBeLessThanOrEqual(alone.above);
    expect(alone.starters.length).toBeGreaterThan(0);
    for (const { from } of alone.starters) expect(from === null || Date.parse(from) > 0).toBe(true);
  });

  test("has a refused line that names the line with the same number", async () => {
    const mobile = newMobile();
    const { id, params } = await bring(`mobile,name\n${mobile},One\n${mobile},Two\n`);
    await wait(id, "checked");
    const { lines } = await done<RefusedLines>("merchant_admin", routeOf(importsPortal.refused), { params });
    expect(lines.map(({ line, problems }) => [line, problems.map(({ text }) => text)])).toEqual([
      [3, [{ en: "Line 2 has this mobile number already", ar: "رقم الموبايل نفسه في السطر 2" }]],
    ]);
  });

  test("is checked, carried out, and reported line by line, by its own merchant only", async () => {
    const name = '=cmd|"/c calc"';
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const { id, params } = await bring(`mobile,name,points\n${newMobile()},${quoted},5\n123,${quoted},5\n`);
    expect(await wait(id, "checked")).toMatchObject({
      lines: 2,
      refused: 1,
      openingPoints: 5,
      mayStart: true,
    });
    const { lines, nextCursor } = await done<RefusedLines>("merchant_admin", routeOf(importsPortal.refused), {
      params,
    });
    expect([lines, nextCursor]).toEqual([
      [
        {
          line: 3,
          name,
          mobile: "123",
          problems: [{ column: "mobile", value: "123", text: FIELD_PROBLEMS.mobile }],
        },
      ],
      null,
    ]);
    expect((await call("foreign_admin", routeOf(importsPortal.refused), { params })).body.error?.code).toBe(
      "not_found",
    );
    const start = { method: "POST", body: { act: "start" }, params };
    expect((await call("foreign_admin", routeOf(importsPortal.act), start)).body.error?.code).toBe(
      "not_found",
    );
    expect(
      (await done<{ imports: unknown[] }>("foreign_admin", routeOf(importsPortal.list))).imports,
    ).toEqual([]);
    expect((await call("foreign_admin", routeOf(importsPortal.report), { params })).body.error?.code).toBe(
      "not_found",
    );
    const answer = { method: "PUT", body: { consent: { how: "till" } }, params };
    expect((await call("foreign_admin", routeOf(importsPortal.answer), answer)).body.error?.code).toBe(
      "not_found",
    );
    await done("merchant_admin", routeOf(importsPortal.answer), answer);
    await done("merchant_admin", routeOf(importsPortal.act), start);
    expect(await wait(id, "done")).toMatchObject({ created: 1, refused: 1, postedPoints: 5 });
    const { text } = await call("merchant_admin", routeOf(importsPortal.report), { params });
    expect(parse(text, { bom: true, columns: true })).toEqual([
      {
        Line: "3",
        "What to put right": `Mobile number: ${FIELD_PROBLEMS.mobile.en}`,
        "Mobile number": "123",
        Name: `'${name}`,
        "Opening points": "5",
      },
    ]);
    expect((await find("merchant_admin", { text: "cmd calc" }))[0]).toMatchObject({ name, balance: 5 });
  });
});

describe("the template of a file", () => {
  test.each([
    ["en", "Standard", "yes"],
    ["ar", "قياسي", "نعم"],
  ])(
    "has an example in %s that would be a wallet, were it not an example",
    async (language, tier, consent) => {
      const { text } = await call("merchant_admin", routeOf(importsPortal.template), {
        headers: { "accept-language": language },
      });
      const columns = (headers: string[]) =>
        headers.map((header) => customerColumns("2026-11-27").columnOf(header) ?? false);
      const [example, ...others] = parse(text, { bom: true, columns }) as Record<string, string>[];
      expect(others).toEqual([]);
      expect(example).toMatchObject({ segmentId: tier, consent, openingPoints: "250" });
      const rules = {
        segments: [{ id: 1, nameEn: "Standard", nameAr: "قياسي" }],
        pointsMax: 1_000,
        today: "2026-11-21",
      };
      expect(readLine(example ?? {}, rules).problems).toEqual([{ column: null, code: "example" }]);
      expect(readLine({ ...example, walletCode: "C-1" }, rules).problems).toEqual([]);
    },
  );
});

describe("the export", () => {
  const rows = async (as: string) => {
    const { text, headers } = await call(as, routeOf(walletsPortal.export));
    expect(headers.get("content-type")).toContain("text/csv");
    return parse(text, { bom: true, columns: true }) as Record<string, string>[];
  };

  test("defuses formulas, hides what its reader may not see, and is in the audit log", async () => {
    const nid = "28501010109999";
    const { walletCode } = await newWallet({ name: '=HYPERLINK("http://evil.example")', nid });
    const own = (await rows("merchant_admin")).find((row) => row["Wallet code"] === walletCode);
    expect(own).toMatchObject({ Name: `'=HYPERLINK("http://evil.example")`, "National ID": "•••99" });
    const all = (await rows("programme_operator")).find((row) => row["Wallet code"] === walletCode);
    expect(all).toMatchObject({ "National ID": nid });
    const acts = await database.prisma.auditLog.findMany({ where: { action: "wallet.export" } });
    expect(acts.length).toBe(2);
  });

  test("gives a merchant its own customers only", async () => {
    const codesOf = async (as: string) => (await rows(as)).map((row) => row["Wallet code"]);
    const { walletCode } = await newWallet({}, "foreign_admin");
    const [foreign, own] = [await codesOf("foreign_admin"), await codesOf("merchant_admin")];
    expect(foreign).toContain(walletCode);
    expect(own.length).toBeGreaterThan(20);
    expect(foreign.filter((code) => own.includes(code))).toEqual([]);
  });

  test("gives chosen customers, to a merchant its own only, and the audit log says which", async () => {
    const { id, walletCode } = await newWallet();
    const path = `/api/portal/manage/wallets/export?ids=${id}`;
    const chosen = async (as: string) =>
      (await call(as, routeOf(walletsPortal.export), { path })).text.split("\r\n");
    expect((await chosen("merchant_admin")).slice(1)).toEqual([expect.stringContaining(walletCode), ""]);
    expect((await chosen("foreign_admin")).slice(1)).toEqual([""]);
    const act = await database.prisma.auditLog.findFirst({
      where: { action: "wallet.export" },
      orderBy: { id: "desc" },
    });
    expect(act?.after).toEqual({ chosen: [id] });
  });

  test("says how many lines come, by which the page shows how far the file is", async () => {
    for (const as of ["merchant_admin", "foreign_admin"]) {
      const answer = await call(as, routeOf(walletsPortal.export));
      expect(Number(answer.headers.get("x-portal-lines"))).toBe((await rows(as)).length);
    }
  });

  test("is not for supervisors", async () => {
    expect((await call("supervisor", routeOf(walletsPortal.export))).status).toBe(403);
  });
});
