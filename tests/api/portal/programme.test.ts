import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { firstHourPortal } from "@/lib/areas/firsthour/portal";
import type { FirstHour } from "@/lib/areas/firsthour/schemas";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import type { ManagedMerchant } from "@/lib/areas/merchants/record";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { programmePortal } from "@/lib/areas/programme/portal";
import type {
  ConsentText,
  Programme,
  ProgrammeDesk,
  Segment,
  SegmentHistory,
  SegmentHoldings,
} from "@/lib/areas/programme/record";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { verify } from "@/lib/ledger/verify/verify";
import { adminContext } from "@/lib/portal/administration";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import type { PortalRoute } from "@/lib/portal/with-portal";
import { services } from "@/lib/services";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWallet } from "@/tests/support/ledger";
import { createDeal } from "@/tests/support/portal/deals";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const { change: changeMerchant } = routesOf(merchantsPortal);
const { firstHour: readFirstHour, putAwayFirstHour } = routesOf(firstHourPortal);
const { signIn } = routesOf(sessionPortal);

const {
  desk: readDesk,
  change: changeProgramme,
  publishConsent,
  segment: history,
  holdings: readHoldings,
  addSegment: createSegment,
  changeSegment,
  clock,
  putClockRight,
} = routesOf(programmePortal);

let database: TestDatabase;
let world: PortalWorld;
const operator = new TestBrowser();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  const body = { username: world.usernames.programme_operator, password: TEST_PASSWORD };
  expect((await operator.call(signIn, { method: "POST", body })).status).toBe(200);
});
afterAll(() => database.drop());

async function call<Body>(
  route: PortalRoute,
  method = "GET",
  body?: unknown,
  params?: Record<string, string>,
) {
  const answer = await operator.call(route, {
    method,
    ...(body !== undefined && { body }),
    ...(params !== undefined && { params }),
  });
  return { status: answer.status, body: answer.body as Body, error: answer.body.error };
}

const operatorActor = async () => {
  const username = world.usernames.programme_operator;
  const { id } = await database.prisma.user.findUniqueOrThrow({ where: { username } });
  return { userId: id, role: "programme_operator", merchantId: null } as const;
};
const desk = async () => (await call<ProgrammeDesk>(readDesk)).body;
const GOLD = { nameEn: "Gold", nameAr: "ذهبي", value: 5_000, rewardFactor: "1.5", redeemFactor: "2" };

describe("the first hour", () => {
  const hour = async () => (await call<FirstHour>(readFirstHour)).body;

  test("has come as far as what is in the programme, and test clients and their wallets do not count", async () => {
    const sandbox = await database.prisma.sandbox.create({ data: {} });
    const client = async (name: string, sandboxId: number | null) => {
      const { id: userId } = await database.prisma.user.create({
        data: { kind: "technical", name, email: `${name}@clients.invalid` },
      });
      const data = { merchantId: world.merchantId, userId, name, scopes: ["reward"], sandboxId };
      return database.prisma.apiClient.create({ data });
    };
    await client("trial", sandbox.id);
    expect(await hour()).toMatchObject({
      done: ["merchant", "branch", "people"],
      merchant: { id: world.merchantId },
      branch: { id: world.branchIds[0], msisdn: "+201000000001" },
      client: null,
      wallet: null,
      isDismissed: false,
    });
    const { id } = await client("pos", null);
    expect(await hour()).toMatchObject({
      done: ["merchant", "branch", "client", "people"],
      client: { id, name: "pos" },
    });
    await database.prisma.apiClient.updateMany({ data: { revokedAt: new Date() } });
    expect((await hour()).done).not.toContain("client");
  });

  test("names the work that comes after it only while that is not done", async () => {
    expect((await hour()).after).toEqual(["import", "deals", "rules", "staff"]);
    const category = await database.prisma.category.create({ data: { nameEn: "Coffee", nameAr: "قهوة" } });
    const merchantId = world.merchantId;
    const id = await createDeal(database, { merchantId, categoryId: category.id });
    await database.prisma.deal.update({ where: { id }, data: { wasPublished: true } });
    const second = await database.prisma.user.create({
      data: {
        name: "Second",
        email: "second@portal.invalid",
        username: "second.operator",
        role: "programme_operator",
      },
    });
    expect((await hour()).after).toEqual(["import", "rules"]);
    await database.prisma.user.update({ where: { id: second.id }, data: { isActive: false } });
    expect((await hour()).after).toEqual(["import", "rules", "staff"]);
  });

  test("is put away for every operator and taken up again, each time in the audit log once", async () => {
    const put = async (isDismissed: boolean) =>
      (await call<FirstHour>(putAwayFirstHour, "PUT", { isDismissed })).body.isDismissed;
    const before = await database.prisma.programme.findUniqueOrThrow({ where: { id: 1 } });
    expect([await put(true), await put(true), (await hour()).isDismissed]).toEqual([true, true, true]);
    expect(await put(false)).toBe(false);
    const acts = await database.prisma.auditLog.findMany({ where: { action: "programme.first_hour" } });
    expect(acts.map(({ after }) => after)).toEqual([
      { isFirstHourDismissed: true },
      { isFirstHourDismissed: false },
    ]);
    expect(await database.prisma.programme.findUniqueOrThrow({ where: { id: 1 } })).toEqual(before);
  });
});

describe("the programme", () => {
  test("shows its rules, its segments and the merchants' refund rules", async () => {
    const { programme, segments, merchants } = await desk();
    expect(programme).toMatchObject({ currency: "EGP", timeZone: "Africa/Cairo", pinPolicy: "when_set" });
    expect(segments).toMatchObject([{ isDefault: true, rewardFactor: "1", redeemFactor: "1", value: 0 }]);
    expect(merchants.map(({ id }) => id)).toEqual([world.merchantId, world.foreignMerchantId]);
  });

  test("is changed from now on, is audited, and a second editor gets a conflict", async () => {
    const { version } = (await desk()).programme;
    const changed = await call<Programme>(changeProgramme, "PATCH", { version, pointsValidityMonths: 12 });
    expect(changed.body).toMatchObject({ pointsValidityMonths: 12, version: version + 1 });
    const late = await call(changeProgramme, "PATCH", { version, refundGraceDays: 1 });
    expect(late).toMatchObject({ status: 409, error: { code: "conflict" } });
    const act = await database.prisma.auditLog.findFirst({ where: { action: "programme.update" } });
    expect(act).toMatchObject({ before: { pointsValidityMonths: 24 }, after: { pointsValidityMonths: 12 } });
  });

  test.each([
    [{ timeZone: "Africa/Atlantis" }, "timeZone"],
    [{ currency: "pounds" }, "currency"],
    [{ weekendDays: [1, 2, 3, 4, 5, 6, 7] }, "weekendDays"],
    [{ pinPolicy: "above" }, "pinAboveValue"],
    [{ balanceMax: 4_000_000_000_001 }, "balanceMax"],
    [{ pointsValidityMonths: -1 }, "pointsValidityMonths"],
  ])("with %j is refused at its field", async (changes, field) => {
    const { version } = (await desk()).programme;
    const { status, error } = await call(changeProgramme, "PATCH", { version, ...changes });
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, [field]]);
  });

  test("keeps a merchant's rules of refunds and returns", async () => {
    const [merchant] = (await desk()).merchants;
    const params = { merchantId: String(merchant?.id) };
    const body = {
      version: merchant?.version,
      refundWindowDays: 14,
      returnWindowDays: 7,
      refundSameBranchOnly: true,
    };
    const changed = await call<ManagedMerchant>(changeMerchant, "PATCH", body, params);
    expect(changed.body).toMatchObject({
      refundWindowDays: 14,
      returnWindowDays: 7,
      refundSameBranchOnly: true,
    });
    expect((await call(changeMerchant, "PATCH", body, params)).error?.code).toBe("conflict");
  });
});

describe("a segment", () => {
  test("gets new rates from now on: what was written keeps its factor and its hash, and the log still adds up", async () => {
    const gold = (await call<Segment>(createSegment, "POST", GOLD)).body;
    const wallet = await createWallet(database.pool, { segmentId: gold.id, name: "Mona" });
    const { ledger } = services();
    const user = await database.prisma.user.findUniqueOrThrow({ where: { username: "cashier" } });
    const actor = {
      userId: user.id,
      channelId: 1 as const,
      merchantId: null,
      branchId: null,
      branchMsisdn: null,
    };
    const reward = () =>
      ledger.post({ type: "reward", walletCode: wallet.walletCode, value: 100_00n, actor });
    await reward();
    await ledger.post({
      type: "redeem",
      walletCode: wallet.walletCode,
      value: 10_00n,
      actor,
      pin: { kind: "absent" },
    });
    const READ =
      "SELECT seq, amount::int, factor::text, encode(hash, 'hex') AS hash FROM entry WHERE wallet_id = $1 ORDER BY seq";
    const before = (await database.pool.query(READ, [wallet.id])).rows;
    expect(before).toMatchObject([
      { amount: 150, factor: "1.500000" },
      { amount: 20, factor: "2.000000" },
    ]);
    const params = { segmentId: String(gold.id) };
    const holdings = await call<SegmentHoldings>(readHoldings, "GET", undefined, params);
    expect(holdings.body).toEqual({ wallets: 1, points: 130 });
    const rates = { version: gold.version, rewardFactor: "3", redeemFactor: "0.5" };
    const changed = await call<Segment>(changeSegment, "PATCH", rates, params);
    expect(changed.body).toMatchObject({ rewardFactor: "3", redeemFactor: "0.5", nameEn: "Gold" });
    const { version } = (await desk()).programme;
    await call(changeProgramme, "PATCH", { version, refundGraceDays: 3, pointsValidityMonths: 6 });
    await reward();
    const after = (await database.pool.query(READ, [wallet.id])).rows;
    expect(after.slice(0, 2)).toEqual(before);
    expect(after[2]).toMatchObject({ amount: 300, factor: "3.000000" });
    expect((await verify(database.pool)).findings).toEqual([]);
    const { versions } = (await call<SegmentHistory>(history, "GET", undefined, params)).body;
    expect(versions.map(({ rewardFactor, by }) => [rewardFactor, by])).toEqual([
      ["3", "The programme_operator"],
      ["1.5", "The programme_operator"],
    ]);
  });

  test("a second change gets a conflict", async () => {
    const silver = (await call<Segment>(createSegment, "POST", { ...GOLD, nameEn: "Silver", value: 1_000 }))
      .body;
    const params = { segmentId: String(silver.id) };
    const first = await call(changeSegment, "PATCH", { version: silver.version, bonusPoints: 5 }, params);
    const second = await call(changeSegment, "PATCH", { version: silver.version, bonusPoints: 6 }, params);
    expect([first.status, second.status, second.error?.code]).toEqual([200, 409, "conflict"]);
  });

  test.each([
    [{ redeemFactor: "0.0009" }, "redeemFactor"],
    [{ redeemFactor: "0" }, "redeemFactor"],
    [{ rewardFactor: "1.1234567" }, "rewardFactor"],
    [{ rewardFactor: "-1" }, "rewardFactor"],
    [{ nameAr: " " }, "nameAr"],
    [{ color: "red" }, "color"],
    [{ value: 1.5 }, "value"],
  ])("with %j is refused at its field", async (rates, field) => {
    const { status, error } = await call(createSegment, "POST", { ...GOLD, ...rates });
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, [field]]);
  });
});

describe("the consent text", () => {
  const publish = (body: Record<string, unknown>) => call<ConsentText>(publishConsent, "POST", body);
  const WORDS = { textEn: "I take part.\nI may leave.", textAr: "أشترك.\nويمكنني المغادرة." };

  test("is changed for those who join from now on; who agreed before keeps the version of then", async () => {
    const { version } = (await desk()).consent;
    let numbers = 20_000_000;
    const enrol = async (consentVersion: number) =>
      enrolWallet(adminContext(), await operatorActor(), {
        contactMsisdn: `+2010${++numbers}`,
        hasConsented: true,
        consent: { version: consentVersion, language: "ar" },
      });
    const early = await enrol(version);
    const published = await publish({ version, ...WORDS });
    expect(published.body).toMatchObject({ version: version + 1, en: WORDS.textEn, ar: WORDS.textAr });
    expect((await desk()).consent).toEqual(published.body);
    await expect(enrol(version)).rejects.toMatchObject({ code: "conflict" });
    const late = await enrol(version + 1);
    const { rows } = await database.pool.query(
      "SELECT c.version, t.text_ar FROM wallet_consent c JOIN consent_text t USING (version) WHERE wallet_id = ANY ($1) ORDER BY c.id",
      [[early.id, late.id]],
    );
    expect(rows.map((row) => row.version)).toEqual([version, version + 1]);
    expect(rows[0].text_ar).not.toBe(WORDS.textAr);
    expect(
      await database.prisma.auditLog.findFirst({ where: { action: "programme.publish_consent" } }),
    ).toMatchObject({
      before: { consentVersion: version },
      after: { consentVersion: version + 1, consentEn: WORDS.textEn, consentAr: WORDS.textAr },
    });
    expect((await publish({ version: version + 1, ...WORDS })).body.version).toBe(version + 1);
  });

  test("needs both languages, hides no characters, and a second editor gets a conflict", async () => {
    const { version } = (await desk()).consent;
    const half = await publish({ version, ...WORDS, textAr: "  " });
    expect(half.error?.fields).toEqual({ textAr: FIELD_PROBLEMS.required });
    const turned = await publish({ version, ...WORDS, textEn: "I agree \u202eton" });
    expect(turned.error?.fields).toEqual({ textEn: FIELD_PROBLEMS.unsafe_text });
    const both = await Promise.all(["One", "Other"].map((textEn) => publish({ version, ...WORDS, textEn })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await desk()).consent.version).toBe(version + 1);
  });
});

test("where no clock was ahead nothing is put right, and only operators ask", async () => {
  const nothing = { wallets: 0, points: 0, anchor: null, isRunning: false };
  expect((await call(clock)).body).toEqual(nothing);
  expect((await call(putClockRight, "POST")).body).toEqual(nothing);
  const admin = new TestBrowser();
  const body = { username: world.usernames.merchant_admin, password: TEST_PASSWORD };
  expect((await admin.call(signIn, { method: "POST", body })).status).toBe(200);
  expect([
    (await admin.call(clock, {})).status,
    (await admin.call(putClockRight, { method: "POST" })).status,
  ]).toEqual([403, 403]);
});
