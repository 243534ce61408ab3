import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { adjustmentsPortal } from "@/lib/areas/adjustments/portal";
import type { EntryPage } from "@/lib/areas/entries/schemas";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { removeOld } from "@/lib/areas/privacy/retention";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import { createFileRunner } from "@/lib/areas/reports/files";
import { reportFileRunner } from "@/lib/areas/reports/files-portal";
import type {
  MonthChange,
  OutstandingPoints,
  RollForwardReport,
  SettlementReport,
} from "@/lib/areas/reports/owed-schemas";
import { reportsPortal } from "@/lib/areas/reports/portal";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import type { Report, ReportDetails, ReportFile } from "@/lib/areas/reports/schemas";
import { measured } from "@/lib/areas/reports/words";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { ManualClock } from "@/lib/platform/clock";
import { adminContext } from "@/lib/portal/administration";
import { storeSecurityEvents } from "@/lib/portal/security-log/record-event";
import { services } from "@/lib/services";
import { hire } from "@/tests/support/admin-world";
import { createCoupon, createTemplate, VOID } from "@/tests/support/coupons";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  commandsOf,
  createPromotion,
  createUser,
  createWallet,
  startProcess,
  type TestProcess,
} from "@/tests/support/ledger";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";
import { readZip } from "@/tests/support/zip";

const { signIn } = routesOf(sessionPortal);
const { decide } = routesOf(adjustmentsPortal);

const NOW = new Date("2026-06-10T11:30:00Z");
const {
  activity: report,
  askForFile,
  check,
  choices,
  details: detailed,
  download,
  entries: listed,
  export: exported,
  files,
  closeMonth,
  latePayments: late,
  offers,
  rollForward,
  settlement,
  outstanding,
  monthChanges,
  reopenMonth,
} = routesOf(reportsPortal);

let database: TestDatabase;
let world: PortalWorld;
let till: TestProcess;
const { statement } = routesOf(merchantsPortal);
const browsers = new Map<string, TestBrowser>();

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  till = startProcess(database.url, { clock: new ManualClock(NOW) });
  await signInAll();
  Object.assign(services(), { clock: new ManualClock(NOW) });
  await move();
  await rollUp();
});
async function rollUp(): Promise<void> {
  while (true) {
    const outcome = await rollUpNextPart({ pool: database.pool, clock: services().clock });
    if (outcome.kind === "done" && !outcome.isBehind) return;
  }
}

afterAll(async () => {
  await till.stop();
  await database.drop();
});

async function signInAll(): Promise<void> {
  for (const username of ["supervisor", "merchant_admin", "programme_operator"]) {
    const browser = new TestBrowser();
    const body = { username, password: TEST_PASSWORD };
    expect((await browser.call(signIn, { method: "POST", body })).status).toBe(200);
    browsers.set(username, browser);
  }
}

/** At the own merchant two wallets earn 100 and 50 and one redeems 30, none of them for a whole amount; at a foreign one 7 are earned; 5 come from nobody. */
async function move(): Promise<void> {
  const { id: segmentId } = await database.prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
  const till1 = await createUser(database.pool, { name: "=HYPERLINK(1)" });
  const actor = {
    userId: till1,
    channelId: CHANNEL.posApi,
    merchantId: world.merchantId,
    branchId: world.branchIds[0],
    branchMsisdn: "+201000000001",
  };
  const own = commandsOf(actor);
  const foreign = commandsOf({
    ...actor,
    merchantId: world.foreignMerchantId,
    branchId: world.foreignBranchId,
  });
  const nobody = commandsOf({ ...actor, merchantId: null, branchId: null, branchMsisdn: null });
  const one = await createWallet(database.pool, { segmentId });
  const other = await createWallet(database.pool, { segmentId });
  await till.ledger.post(own.reward(one, 100.1));
  await till.ledger.post(own.reward(other, 50.2));
  await till.ledger.post(own.redeem(one, 29.75));
  await till.ledger.post(foreign.reward(one, 7));
  await till.ledger.post(nobody.adjust(one, 5));
}

function browserOf(username: string): TestBrowser {
  const browser = browsers.get(username);
  if (browser === undefined) throw new Error(`Nobody is signed in as ${username}.`);
  return browser;
}

async function reportOf(username: string, query = ""): Promise<Report> {
  const { status, body } = await browserOf(username).call(report, { path: `/api/portal/reports${query}` });
  expect(status).toBe(200);
  return body as unknown as Report;
}

describe("a report", () => {
  test("tells a merchant of its own points only, by branch and person, up to which entry", async () => {
    const own = await reportOf("supervisor");
    expect(own.range).toEqual({ from: "2026-05-12", to: "2026-06-10", today: "2026-06-10" });
    expect(own.standing).toMatchObject({ behind: 0, lastEntryAt: NOW.toISOString() });
    expect(measured(own.kinds, "issued")).toEqual({ entries: 2, points: 150, value: 150.3 });
    expect(measured(own.kinds, "redeemed")).toEqual({ entries: 1, points: 30, value: 29.75 });
    expect(own.activeWallets).toBe(2);
    expect(own.withoutMerchant).toBeNull();
    expect(own.branches.map(({ branch }) => branch?.id)).toEqual([world.branchIds[0]]);
    expect(own.series.map(({ day }) => day)).toEqual(["2026-06-10"]);
  });

  test("tells an admin besides what happened at no merchant, and an operator of all of it", async () => {
    const admin = await reportOf("merchant_admin");
    expect(measured(admin.withoutMerchant ?? [], "adjustedUp").points).toBe(5);
    const all = await reportOf("programme_operator");
    expect(measured(all.kinds, "issued").points).toBe(157);
    expect(measured(all.kinds, "adjustedUp").points).toBe(5);
    const foreign = await reportOf("programme_operator", `?merchantId=${world.foreignMerchantId}`);
    expect(measured(foreign.kinds, "issued").points).toBe(7);
  });

  test("of a branch or a range is limited to it, and empty where nothing happened", async () => {
    const other = await reportOf("supervisor", `?branchId=${world.branchIds[1]}`);
    expect(other).toMatchObject({ kinds: [], series: [], activeWallets: 0 });
    const before = await reportOf("supervisor", "?from=2026-01-01&to=2026-05-31");
    expect(before).toMatchObject({ kinds: [], grain: "month" });
    const after = await reportOf("supervisor", "?from=2026-06-11&to=2026-06-11");
    expect(measured(after.kindsBefore, "issued").points).toBe(150);
  });

  test.each([
    ["a foreign merchant", () => `?merchantId=${world.foreignMerchantId}`, 403],
    ["a foreign branch", () => `?branchId=${world.foreignBranchId}`, 403],
    ["an end before the beginning", () => "?from=2026-02-01&to=2026-01-01", 422],
    ["a hundred years", () => "?from=1926-01-01&to=2026-01-01", 422],
    ["no day", () => "?from=2026-02-30", 422],
    ["days to compare with that are none", () => "?compare=own", 422],
    [
      "days to compare with that end before they begin",
      () => "?compare=own&compareFrom=2026-02-01&compareTo=2026-01-01",
      422,
    ],
  ])("of %s is refused", async (_, query, status) => {
    const answer = await browserOf("merchant_admin").call(report, { path: `/api/portal/reports${query()}` });
    expect(answer.status).toBe(status);
  });

  test("is compared with the days that are chosen, or with none", async () => {
    const own = await reportOf(
      "supervisor",
      "?from=2026-06-11&to=2026-06-12&compare=own&compareFrom=2026-06-10&compareTo=2026-06-10",
    );
    expect(own.compared).toEqual({ from: "2026-06-10", to: "2026-06-10" });
    expect(measured(own.kindsBefore, "redeemed")).toEqual({ entries: 1, points: 30, value: 29.75 });
    expect(own.branchesBefore.map(({ branchId }) => branchId)).toEqual([world.branchIds[0]]);
    expect(own.seriesBefore.map(({ day }) => day)).toEqual(["2026-06-10"]);
    const lastYear = await reportOf("supervisor", "?from=2027-06-10&to=2027-06-10&compare=lastYear");
    expect(measured(lastYear.kindsBefore, "issued").points).toBe(150);
    const none = await reportOf("supervisor", "?from=2026-06-11&to=2026-06-12&compare=none");
    expect(none).toMatchObject({ compared: null, kindsBefore: [], seriesBefore: [], branchesBefore: [] });
  });

  test("can be limited to what the asker may see", async () => {
    const own = await browserOf("supervisor").call(choices);
    expect(own.body).toMatchObject({ merchants: [] });
    expect((own.body.branches as { id: number }[]).map(({ id }) => id)).not.toContain(world.foreignBranchId);
    const all = await browserOf("programme_operator").call(choices);
    expect(all.body.merchants).toHaveLength(2);
  });
});

describe("a merchant's statement", () => {
  const statementOf = (username: string, query: string) => {
    const path = `/api/portal/manage/merchants/${world.merchantId}/statement?${query}`;
    return browserOf(username).call(statement, { path, params: { merchantId: String(world.merchantId) } });
  };

  test("tells all until its last day, in both languages on paper, and the same in a file, to operators alone", async () => {
    const lastDay = new Date("2026-06-10");
    await database.prisma.merchant.update({ where: { id: world.merchantId }, data: { lastDay } });
    const file = await statementOf("programme_operator", "format=csv&language=en");
    expect(file.status).toBe(200);
    expect(parse(file.text, { bom: true })).toEqual([
      ["Month", "Kind", "Number of transactions", "Points", "Money"],
      ["2026-06-01", "Issued", "2", "150", "150.3"],
      ["2026-06-01", "Redeemed", "1", "30", "29.75"],
      ["Together", "Issued", "2", "150", "150.3"],
      ["Together", "Redeemed", "1", "30", "29.75"],
    ]);
    const paper = await statementOf("programme_operator", "format=html&language=ar");
    expect(paper.text).toContain("كشف حساب");
    expect(paper.text).toContain("2026-06-10");
    // Points given less points taken.
    expect(paper.text).toContain('<td class="figure"><bdi>120</bdi></td>');
    expect((await statementOf("merchant_admin", "format=csv&language=en")).status).toBe(403);
    await database.prisma.merchant.update({ where: { id: world.merchantId }, data: { lastDay: null } });
  });
});

describe("the details of a report", () => {
  const detailsOf = async (username: string, query = "") => {
    const path = `/api/portal/reports/details${query}`;
    return (await browserOf(username).call(detailed, { path })).body as unknown as ReportDetails;
  };

  test("tell a merchant at which hours its own customers came, of which tier, and how many were new", async () => {
    const own = await detailsOf("supervisor");
    // 14:30 on a Wednesday in Cairo.
    expect(own.hours).toEqual([
      { weekday: 3, hour: 14, logTypeId: 1, entries: 1, points: 30 },
      { weekday: 3, hour: 14, logTypeId: 2, entries: 2, points: 150 },
    ]);
    expect(own.tiers.map(({ kinds }) => kinds)).toEqual([
      [
        { logTypeId: 1, entries: 1, points: 30 },
        { logTypeId: 2, entries: 2, points: 150 },
      ],
    ]);
    expect(own.cohorts).toEqual([{ firstMonth: "2026-06-01", month: "2026-06-01", wallets: 2 }]);
    const all = await detailsOf("programme_operator");
    expect(all.hours[1]).toMatchObject({ entries: 3, points: 157 });
  });

  test("are nobody else's", async () => {
    const { status } = await browserOf("merchant_admin").call(detailed, {
      path: `/api/portal/reports/details?branchId=${world.foreignBranchId}`,
    });
    expect(status).toBe(403);
  });
});

describe("the entries behind a bar", () => {
  const entriesOf = async (username: string, query = "") => {
    const answer = await browserOf(username).call(listed, { path: `/api/portal/reports/entries${query}` });
    expect(answer.status).toBe(200);
    return answer.body as unknown as EntryPage;
  };
  const pointsOf = ({ entries }: EntryPage) => entries.map(({ points }) => points);

  test("are those of the own merchant, newest first, and for an operator all, page by page", async () => {
    expect(pointsOf(await entriesOf("supervisor"))).toEqual([-30, 50, 100]);
    expect(pointsOf(await entriesOf("merchant_admin"))).toEqual([-30, 50, 100]);
    const all: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: EntryPage = await entriesOf(
        "programme_operator",
        `?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      expect(page.entries.length).toBeLessThanOrEqual(2);
      all.push(...pointsOf(page));
      cursor = page.nextCursor;
    }
    expect(all).toEqual([5, 7, -30, 50, 100]);
  });

  test.each([
    ["a kind", "?kinds=2", [50, 100]],
    ["a day", "?from=2026-06-10&to=2026-06-10", [-30, 50, 100]],
    ["another day", "?from=2026-06-09&to=2026-06-09", []],
    ["an hour", "?hour=14", [-30, 50, 100]],
    ["another hour", "?hour=11", []],
    ["a weekday", "?weekday=3", [-30, 50, 100]],
    ["another weekday", "?weekday=4", []],
    ["no branch", "?branchId=0", []],
    ["new customers of a month", "?since=2026-06", [-30, 50, 100]],
    ["those of another", "?since=2026-05", []],
    ["a deal", "?item=110001", []],
    ["points that expire in a month", "?expires=2028-06", [100, 50]],
    ["points that expire in another", "?expires=2028-07", []],
  ])("are narrowed to %s", async (_, query, expected) => {
    expect(pointsOf(await entriesOf("merchant_admin", query))).toEqual(expected);
  });

  test("at no branch are an operator's to see, and no merchant's", async () => {
    expect(pointsOf(await entriesOf("programme_operator", "?branchId=0"))).toEqual([5]);
  });

  test("come to what the report says of the tier and the person", async () => {
    const { tiers } = (await browserOf("supervisor").call(detailed, { path: "/api/portal/reports/details" }))
      .body as unknown as ReportDetails;
    const own = await entriesOf("supervisor", `?kinds=2&tierId=${tiers[0]?.tier.id}`);
    expect(pointsOf(own)).toEqual([50, 100]);
    const { people } = await reportOf("supervisor");
    expect(pointsOf(await entriesOf("supervisor", `?userId=${people[0]?.by.id}`))).toEqual([-30, 50, 100]);
    expect(pointsOf(await entriesOf("supervisor", "?userId=999999"))).toEqual([]);
  });

  test.each([
    ["a foreign merchant", () => `?merchantId=${world.foreignMerchantId}`, 403],
    ["a foreign branch", () => `?branchId=${world.foreignBranchId}`, 403],
    ["a cursor that is none", () => "?cursor=x", 400],
    ["an hour that is none", () => "?hour=24", 422],
  ])("of %s are refused", async (_, query, status) => {
    const answer = await browserOf("merchant_admin").call(listed, {
      path: `/api/portal/reports/entries${query()}`,
    });
    expect(answer.status).toBe(status);
  });
});

describe("a file of entries", () => {
  const ask = (username: string, body: object) =>
    browserOf(username).call(askForFile, { method: "POST", path: "/api/portal/reports/files", body });
  const fileOf = async (username: string, id: number) => {
    const { body } = await browserOf(username).call(files, { path: "/api/portal/reports/files" });
    return (body.files as ReportFile[]).find((file) => file.id === id);
  };
  const take = (username: string, fileId: number) =>
    browserOf(username).call(download, {
      path: `/api/portal/reports/files/${fileId}`,
      params: { fileId: String(fileId) },
    });
  /** One that is made to its end. */
  const made = async (username: string, body: object): Promise<number> => {
    const { status, body: asked } = await ask(username, body);
    expect(status).toBe(200);
    await reportFileRunner().run();
    return (asked as unknown as ReportFile).id;
  };

  test("has the bill and the worth of each transaction, which add up to the overview and to what is owed", async () => {
    const days = { from: "2026-06-10", to: "2026-06-10" };
    const range = "from=2026-06-10&to=2026-06-10";
    const fileId = await made("programme_operator", { format: "csv", filter: days });
    const { text } = await take("programme_operator", fileId);
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    const total = (column: string, kind?: string) =>
      rows
        .filter((row) => kind === undefined || row.Kind === kind)
        .reduce((sum, row) => sum + Number(row[column]), 0);
    const { kinds } = await reportOf("programme_operator", `?${range}`);
    for (const [kind, measure] of [
      ["reward", "issued"],
      ["redemption", "redeemed"],
    ] as const)
      expect(total("Bill", kind)).toBeCloseTo(measured(kinds, measure).value, 6);
    const path = `/api/portal/reports/roll-forward?${range}`;
    const { body } = await browserOf("programme_operator").call(rollForward, { path });
    const { rows: moved, opening, closing, revalued } = body as unknown as RollForwardReport;
    expect(total("Worth of the points", "reward")).toBeCloseTo(
      moved.find(({ logTypeId }) => logTypeId === 2)?.value ?? 0,
      2,
    );
    expect(total("Worth of the points")).toBeCloseTo(closing.value - opening.value - revalued, 2);
    expect(total("Points")).toBe(closing.points - opening.points);
  });

  test("is made by a job, day by day, and given to whoever asked alone, as an export", async () => {
    const fileId = await made("merchant_admin", {
      format: "csv",
      filter: { from: "2026-06-01", to: "2026-06-10", kinds: "1,2" },
    });
    expect(await fileOf("merchant_admin", fileId)).toMatchObject({
      ...{ state: "done", days: 10, daysDone: 10, lines: 3 },
      expiresAt: "2026-06-17T11:30:00.000Z",
    });
    const { text, headers } = await take("merchant_admin", fileId);
    expect(headers.get("content-disposition")).toContain("transactions 2026-06-01 2026-06-10.csv");
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => [row.Points, row.Bill, row.Person])).toEqual([
      ["-30", "29.75", "'=HYPERLINK(1)"],
      ["50", "50.2", "'=HYPERLINK(1)"],
      ["100", "100.1", "'=HYPERLINK(1)"],
    ]);
    for (const other of ["supervisor", "programme_operator"]) {
      expect(await fileOf(other, fileId)).toBeUndefined();
      expect((await take(other, fileId)).status).toBe(404);
    }
    await storeSecurityEvents();
    const noted = await database.prisma.securityEvent.findMany({
      where: { kind: "export.entries", details: { path: ["file"], equals: fileId } },
    });
    // When it was taken; the act tells of it when it was asked for.
    expect(noted).toHaveLength(1);
    const acts = await database.prisma.auditLog.findMany({
      where: { action: "report_file.create", subjectId: String(fileId) },
    });
    expect(acts).toMatchObject([{ merchantId: world.merchantId, after: { format: "csv", kinds: "1,2" } }]);
  });

  test("is a workbook when that is asked for, with texts that no spreadsheet carries out", async () => {
    const fileId = await made("programme_operator", { format: "xlsx", filter: {} });
    expect(await fileOf("programme_operator", fileId)).toMatchObject({ state: "done", lines: 5, days: 30 });
    const { headers, bytes } = await take("programme_operator", fileId);
    expect(headers.get("content-type")).toContain("spreadsheetml");
    const sheet = readZip(Buffer.from(bytes))["xl/worksheets/sheet1.xml"] ?? "";
    expect(sheet.match(/<row[ >]/g)).toHaveLength(6);
    expect(sheet).toContain("=HYPERLINK(1)");
    expect(sheet).not.toContain("<f>");
  });

  test("holds nothing of another merchant, whatever its filter says later", async () => {
    expect(
      (await ask("merchant_admin", { format: "csv", filter: { merchantId: world.foreignMerchantId } }))
        .status,
    ).toBe(403);
    const { body } = await ask("merchant_admin", { format: "csv", filter: {} });
    const { id } = body as unknown as ReportFile;
    await database.prisma.reportFile.update({
      where: { id },
      data: {
        query: { from: "2026-06-10", to: "2026-06-10", merchantId: world.foreignMerchantId },
        state: "waiting",
        finishedAt: null,
      },
    });
    await reportFileRunner().run();
    expect(await fileOf("merchant_admin", id)).toMatchObject({ state: "done", lines: 3 });
  });

  test("whose process dies is begun anew by another one, and is whole then", async () => {
    const { body } = await ask("supervisor", {
      format: "csv",
      filter: { from: "2026-06-10", to: "2026-06-10" },
    });
    const { id } = body as unknown as ReportFile;
    await reportFileRunner().run();
    // Left in the middle, with a part of what it was.
    await database.prisma.reportFile.update({ where: { id }, data: { state: "running", finishedAt: null } });
    await database.prisma.reportFilePart.create({
      data: { fileId: id, part: 1, bytes: Uint8Array.from([1, 2]) },
    });
    await reportFileRunner().run();
    expect(await fileOf("supervisor", id)).toMatchObject({ state: "done", lines: 3, daysDone: 1 });
    const { text } = await take("supervisor", id);
    expect(parse(text, { bom: true, columns: true })).toHaveLength(3);
  });

  test("that fails three times is given up, and told to whoever asked", async () => {
    const { id } = await database.prisma.reportFile.create({
      data: {
        ...{ format: "csv", language: "en", days: 1, merchantId: world.merchantId },
        query: { from: "2026-06-10", to: "2026-06-10" },
        createdBy: await idOf("supervisor"),
        createdAt: NOW,
      },
    });
    const failures: unknown[] = [];
    const runner = createFileRunner({
      pool: database.pool,
      source: () => Promise.reject(new Error("No copy answers")),
      clock: services().clock,
      timeZone: () => "Africa/Cairo",
      present: () => Promise.resolve([]),
      onError: (error) => failures.push(error),
    });
    for (let round = 0; round < 4; round += 1) await runner.run();
    expect(failures).toHaveLength(3);
    expect(await fileOf("supervisor", id)).toMatchObject({ state: "failed", lines: 0 });
    expect((await take("supervisor", id)).status).toBe(404);
  });

  test("is asked for three times at once at most", async () => {
    const createdBy = await idOf("supervisor");
    const waiting = Array.from({ length: 3 }, () => ({
      ...{ format: "csv", language: "en", days: 1, merchantId: world.foreignMerchantId },
      query: { from: "2026-06-10", to: "2026-06-10" },
      ...{ createdBy, createdAt: NOW },
    }));
    await database.prisma.reportFile.createMany({ data: waiting });
    const { status } = await ask("supervisor", { format: "csv", filter: {} });
    expect(status).toBeGreaterThanOrEqual(400);
    // Those were asked for while they acted for another merchant.
    const { body } = await browserOf("supervisor").call(files, { path: "/api/portal/reports/files" });
    expect((body.files as ReportFile[]).filter(({ state }) => state === "waiting")).toEqual([]);
    await database.prisma.reportFile.deleteMany({ where: { merchantId: world.foreignMerchantId } });
  });

  test("is gone after seven days, with what was in it", async () => {
    const fileId = await made("supervisor", { format: "csv", filter: {} });
    const now = new Date(NOW.getTime() + 7 * 24 * 60 * 60_000 + 1);
    const { id: systemUserId } = await database.prisma.user.findFirstOrThrow();
    await removeOld({ pool: database.pool, database: database.prisma, now, systemUserId });
    expect(await database.prisma.reportFile.count({ where: { id: fileId } })).toBe(0);
    expect(await database.prisma.reportFilePart.count({ where: { fileId } })).toBe(0);
  });

  const idOf = async (username: string) =>
    (await database.prisma.user.findUniqueOrThrow({ where: { username } })).id;
});

describe("a report's file", () => {
  test("has the same sums, and nothing that a spreadsheet would carry out", async () => {
    const { text, headers } = await browserOf("supervisor").call(exported, {
      path: "/api/portal/reports/export?table=people",
    });
    expect(headers.get("content-disposition")).toContain("attachment");
    const [row] = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(row).toMatchObject({ Name: "'=HYPERLINK(1)", "Issued: points": "150", "Redeemed: points": "30" });
    expect(row).toMatchObject({ "Issued: bills": "150.3", "Redeemed: bills": "29.75" });
  });

  test("of days names active wallets, and that of outstanding points is not for supervisors", async () => {
    const { text } = await browserOf("supervisor").call(exported, {
      path: "/api/portal/reports/export?table=days",
    });
    expect(parse(text, { bom: true, columns: true })).toMatchObject([
      { Day: "2026-06-10", "Active wallets": "2", "Issued: transactions": "2" },
    ]);
    const refused = await browserOf("supervisor").call(exported, {
      path: "/api/portal/reports/export?table=outstanding",
    });
    expect(refused.status).toBe(403);
  });
});

describe("what is owed", () => {
  test("is that of the whole programme, proven, for operators", async () => {
    const { body } = await browserOf("programme_operator").call(outstanding);
    const { isWhole, points, value, proof, parts, merchants } = body as unknown as OutstandingPoints;
    expect({ isWhole, points, value }).toEqual({ isWhole: true, points: 132, value: 132 });
    expect(proof).toEqual({ lots: 132, balances: 132, log: 132, isEqual: true });
    expect(parts).toMatchObject([{ state: "spendable", month: "2028-06-01", points: 132, wallets: 2 }]);
    expect(merchants.reduce((sum, share) => sum + share.points, 0)).toBe(points);
  });

  test("is a merchant's own share for its people, whose sums tell nothing of other merchants'", async () => {
    const all = (await browserOf("programme_operator").call(outstanding))
      .body as unknown as OutstandingPoints;
    const share = all.merchants.find(({ merchant }) => merchant?.id === world.merchantId);
    const admin = browserOf("merchant_admin");
    const own = (await admin.call(outstanding)).body as unknown as OutstandingPoints;
    expect(own).toMatchObject({ isWhole: false, parts: [], merchants: [share], revalued: 0 });
    expect([own.points, own.value]).toEqual([share?.points, share?.value]);
    expect(own.points).not.toBe(all.points);
    expect([own.proof.lots, own.proof.balances, own.proof.log]).toEqual([0, 0, 0]);
    const days = "from=2026-06-01&to=2026-06-10";
    const forward = async (query: string) =>
      (await admin.call(rollForward, { path: `/api/portal/reports/roll-forward?${query}` })).body;
    const named = await forward(`${days}&merchantId=${world.merchantId}`);
    expect(named).toMatchObject({ merchantId: world.merchantId, seesWhole: false });
    expect(await forward(days)).toEqual(named);
    const { text } = await admin.call(exported, { path: "/api/portal/reports/export?table=outstanding" });
    expect(text).not.toContain("132");
  });

  test("is said in the same figures by screen, CSV file and workbook, whose dates and numbers are dates and numbers", async () => {
    const { body } = await browserOf("merchant_admin").call(rollForward, {
      path: "/api/portal/reports/roll-forward?from=2026-06-10&to=2026-06-10",
    });
    const { opening, rows, revalued, closing, isEqual } = body as unknown as RollForwardReport;
    expect(isEqual).toBe(true);
    const shown = [
      [opening.points, opening.value],
      ...rows.map(({ spendable, suspended, value }) => [spendable + suspended, value]),
      [0, revalued],
      [closing.points, closing.value],
    ];
    const path = "/api/portal/reports/export?table=rollForward&from=2026-06-10&to=2026-06-10";
    const { text } = await browserOf("merchant_admin").call(exported, { path });
    const lines = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(lines.map((line) => [Number(line.Points), Number(line["Worth of the points"])])).toEqual(shown);
    expect(lines[0]).toMatchObject({ "First day": "2026-06-10", Row: "Opening" });
    const workbook = await browserOf("merchant_admin").call(exported, { path: `${path}&format=xlsx` });
    expect(workbook.headers.get("content-type")).toContain("spreadsheetml");
    const foreign = await browserOf("merchant_admin").call(rollForward, {
      path: `/api/portal/reports/roll-forward?merchantId=${world.foreignMerchantId}`,
    });
    expect(foreign.status).toBe(403);
  });

  test("is settled by merchant, to the last point of the roll-forward, and in a journal whose debits are its credits", async () => {
    const days = "from=2026-06-01&to=2026-06-10";
    const operator = browserOf("programme_operator");
    const settled = async (browser: TestBrowser, query: string) =>
      (await browser.call(settlement, { path: `/api/portal/reports/settlement?${query}` }))
        .body as unknown as SettlementReport;
    const { merchants, together, isEqual, revalued } = await settled(operator, days);
    const { body } = await operator.call(rollForward, { path: `/api/portal/reports/roll-forward?${days}` });
    const forward = body as unknown as RollForwardReport;
    expect(isEqual).toBe(true);
    expect([together.opening.points, together.closing.points]).toEqual([
      forward.opening.points,
      forward.closing.points,
    ]);
    expect(merchants.length).toBeGreaterThan(1);
    for (const { opening, granted, paid, lapsed, other, closing, balance } of merchants) {
      const parts = [opening, granted, paid, lapsed, other];
      expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(closing.points);
      expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(closing.value, 9);
      expect(balance).toBeCloseTo(granted.value + paid.value, 9);
    }
    expect(merchants.some(({ paid }) => paid.points < 0)).toBe(true);

    const file = async (table: string, browser = operator) => {
      const { text } = await browser.call(exported, {
        path: `/api/portal/reports/export?table=${table}&${days}`,
      });
      return parse(text, { bom: true, columns: true }) as Record<string, string>[];
    };
    const rows = await file("settlement");
    expect(rows.map((row) => Number(row["Granted by bills: points"]))).toEqual(
      [...merchants, together].map(({ granted }) => granted.points),
    );
    await database.prisma.programme.update({ where: { id: 1 }, data: { journalOwed: "2310" } });
    const journal = await file("journal");
    const sum = (of: "Debit" | "Credit", account?: string) =>
      journal
        .filter((line) => account === undefined || line.Account === account)
        .reduce((total, line) => total + Number(line[of]), 0);
    expect(sum("Debit")).toBeGreaterThan(0);
    expect(sum("Debit")).toBeCloseTo(sum("Credit"), 9);
    // The account of the points owed moves from the opening to the closing.
    expect(sum("Credit", "2310") - sum("Debit", "2310")).toBeCloseTo(
      forward.closing.value - forward.opening.value,
      9,
    );
    expect(revalued).toBeCloseTo(forward.revalued, 9);
    expect(new Set(journal.map((line) => line.Date))).toEqual(new Set(["2026-06-10"]));

    const own = await settled(browserOf("merchant_admin"), days);
    expect(own.merchants.map(({ merchant }) => merchant?.id)).toEqual([world.merchantId]);
    expect(own.revalued).toBeNull();
    expect(await file("journal", browserOf("merchant_admin"))).not.toHaveLength(journal.length);
    const foreign = await browserOf("merchant_admin").call(settlement, {
      path: `/api/portal/reports/settlement?merchantId=${world.foreignMerchantId}`,
    });
    expect(foreign.status).toBe(403);
  });

  test("has coupons that can still be used beside the points, the same on the page and in the file", async () => {
    const { pool } = database;
    const own = await createTemplate(pool, {
      ...{ merchant_id: world.merchantId, title_en: "20 off", title_ar: "خصم 20" },
      ...{ discount_type: 2, discount: 20 },
    });
    const foreign = await createTemplate(pool, { merchant_id: world.foreignMerchantId });
    await createCoupon(pool, own, null);
    await createCoupon(pool, own, null);
    await createCoupon(pool, own, null, VOID);
    await createCoupon(pool, own, null, { valid_until: "2026-06-01" });
    await createCoupon(pool, foreign, null);
    const admin = browserOf("merchant_admin");
    const { coupons } = (await admin.call(outstanding)).body as unknown as OutstandingPoints;
    expect(coupons).toEqual([
      { kind: { id: own.id, nameEn: "20 off", nameAr: "خصم 20" }, coupons: 2, worth: 40 },
    ]);
    const { text } = await admin.call(exported, { path: "/api/portal/reports/export?table=outstanding" });
    const lines = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(
      lines
        .slice(-2)
        .map((line) => [
          line["Status of the points"],
          line.Points,
          line["Worth of the points"],
          line.Coupons,
        ]),
    ).toEqual([
      ["Together", "120", "120", ""],
      ["Coupon: 20 off", "", "40", "2"],
    ]);
  });

  /** November, the last closed month, is opened again by two operators after a late entry, and closed anew. */
  async function expectOpenedAgain(): Promise<void> {
    const operator = browserOf("programme_operator");
    const path = "/api/portal/reports/roll-forward?from=2026-11-01&to=2026-11-30";
    const readMonth = async () =>
      (await operator.call(rollForward, { path })).body as unknown as RollForwardReport;
    const closedWith = await readMonth();
    expect(closedWith).toMatchObject({ canReopen: true, opened: null });
    const late = startProcess(database.url, { clock: new ManualClock(new Date("2026-11-20T10:00:00Z")) });
    const { id: segmentId } = await database.prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
    const { id: systemId } = await database.prisma.user.findFirstOrThrow({ where: { kind: "system" } });
    const system = { userId: systemId, role: "programme_operator", merchantId: null } as const;
    const { userId: second } = await hire(adminContext(), system, "programme_operator", null, []);
    const at = { merchantId: world.merchantId, branchId: world.branchIds[0], branchMsisdn: "+201000000001" };
    const commands = commandsOf({ ...at, userId: second, channelId: CHANNEL.posApi });
    await late.ledger.post(commands.reward(await createWallet(database.pool, { segmentId }), 11));
    await late.stop();
    // Closed, it is told as it was, its settlement too.
    expect(await readMonth()).toEqual(closedWith);
    const { body: settled } = await operator.call(settlement, {
      path: "/api/portal/reports/settlement?from=2026-11-01&to=2026-11-30",
    });
    expect(settled).toMatchObject({
      ...{ isEqual: true, isClosed: true },
      together: { closing: { points: closedWith.closing.points } },
    });
    const changed = await operator.call(monthChanges, {
      path: "/api/portal/reports/closed-months/changes?month=2026-11-01",
    });
    const { points, value } = closedWith.closing;
    const now = { points: points + 11, value: value + 11 };
    const changes = (changed.body as { changes: MonthChange[] }).changes;
    expect(changes).toContainEqual({ of: "closing", closed: { points, value }, now });
    expect(changes).toContainEqual({
      ...{ of: "issued", closed: { points: 0, value: 0 }, now: { points: 11, value: 11 } },
    });
    expect(changes.map(({ of }) => of)).toEqual(["issued", "closing", "state_spendable"]);
    const reopen = (month: string, reason: string) =>
      operator.call(reopenMonth, { method: "POST", body: { month, reason } });
    // Only the last closed one, with a reason, and never alone.
    expect((await reopen("2026-10-01", "Late bills")).status).toBe(409);
    expect((await reopen("2026-11-01", " ")).status).toBe(422);
    expect((await reopen("2026-11-01", "Late bills")).body.error).toMatchObject({
      code: "second_person_asked",
    });
    expect(await readMonth()).toEqual(closedWith);
    const asked = await database.prisma.pointAdjustment.findFirstOrThrow({ where: { state: "requested" } });
    expect(asked.summary).toMatchObject({ month: "2026-11-01", monthChanges: JSON.stringify(changes) });
    const { username } = await database.prisma.user.findUniqueOrThrow({ where: { id: second } });
    const partner = new TestBrowser();
    const way = { username, password: "correct horse battery" };
    expect((await partner.call(signIn, { method: "POST", body: way })).status).toBe(200);
    const decided = await partner.call(decide, {
      method: "POST",
      params: { adjustmentId: String(asked.id) },
      body: { decision: "approve", note: "Agreed" },
    });
    expect(decided.body).toEqual({ outcome: "done", reason: null });
    const open = await readMonth();
    expect(open).toMatchObject({
      ...{ closed: null, closing: now, canClose: true, canReopen: false },
      opened: { by: "The programme_operator", approvedBy: expect.any(String), reason: "Late bills", changes },
    });
    const close = { method: "POST", body: { month: "2026-11-01" } };
    expect((await operator.call(closeMonth, close)).body).toMatchObject({ closing: now, opened: null });
    // A closed month goes in no other way, and what it had been closed with stays.
    await expect(
      database.pool.query("DELETE FROM closed_month WHERE month = '2026-11-01'"),
    ).rejects.toMatchObject({
      constraint: "closed_month_opened",
    });
    await expect(database.pool.query("DELETE FROM opened_month")).rejects.toThrow();
    const act = await database.prisma.auditLog.findFirstOrThrow({
      where: { action: "closed_month.reopen", subjectType: "closed_month" },
    });
    expect(act.after).toMatchObject({ reason: "Late bills", approvedBy: second });
  }

  test("of October is closed in November, once, by an operator, and told as it was closed ever after", async () => {
    // In the last hours of October in Cairo, which are November in Tokyo.
    const evening = startProcess(database.url, { clock: new ManualClock(new Date("2026-10-31T18:00:00Z")) });
    const { id: segmentId } = await database.prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
    const actor = {
      userId: await createUser(database.pool, { name: "Evening" }),
      channelId: CHANNEL.posApi,
      branchMsisdn: "+201000000001",
    };
    const commands = commandsOf({ ...actor, merchantId: world.merchantId, branchId: world.branchIds[0] });
    await evening.ledger.post(commands.reward(await createWallet(database.pool, { segmentId }), 7));
    await evening.stop();
    Object.assign(services(), { clock: new ManualClock(new Date("2026-11-05T10:00:00Z")) });
    await signInAll();
    try {
      const close = (username: string, month: string) =>
        browserOf(username).call(closeMonth, { method: "POST", body: { month } });
      expect((await close("merchant_admin", "2026-10-01")).status).toBe(403);
      expect((await close("programme_operator", "2026-11-01")).status).toBe(422);
      const owed = async () =>
        (
          await browserOf("programme_operator").call(outstanding, {
            path: "/api/portal/reports/outstanding?day=2026-10-31",
          })
        ).body as unknown as OutstandingPoints;
      // A month whose sums do not agree with the log stays open.
      const add = async (points: number, row: string) =>
        (
          await database.pool.query<{ row: string }>(
            `UPDATE report_day SET points_delta = points_delta + $1 WHERE ctid = ${row} RETURNING quote_literal(ctid::text) || '::tid' AS row`,
            [points],
          )
        ).rows[0]?.row ?? "";
      const row = await add(1, "(SELECT min(ctid) FROM report_day WHERE day < '2026-10-01')");
      expect(await close("programme_operator", "2026-10-01")).toMatchObject({
        status: 409,
        body: { error: { code: "month_unequal" } },
      });
      await add(-1, row);
      const before = await owed();
      const { status, body } = await close("programme_operator", "2026-10-01");
      expect(status).toBe(200);
      expect(body).toMatchObject({ closed: { by: expect.any(String) }, canClose: false, isEqual: true });
      expect(body).toMatchObject({ closedMonths: ["2026-10-01"] });
      expect((await close("programme_operator", "2026-10-01")).status).toBe(409);
      // The whole page stays as it was closed, whatever is recorded late.
      await database.pool.query(
        `INSERT INTO wallet_consent (wallet_id, is_given, via, at, user_id, recorded_at)
         SELECT id, false, 'desk', '2026-10-30', $1, '2026-10-30' FROM wallet WHERE balance > 0 ORDER BY id LIMIT 1`,
        [actor.userId],
      );
      expect(await owed()).toEqual(before);
      // A month that does not follow it is not closed, by the act or past it.
      expect((await close("programme_operator", "2026-08-01")).status).toBe(422);
      const insert = (month: string, points: number) =>
        database.pool.query(
          "INSERT INTO closed_month (month, closed_at, closed_by, figures) SELECT $1, closed_at, closed_by, jsonb_set(figures, '{opening,points}', to_jsonb($2::int)) FROM closed_month",
          [month, points],
        );
      const { points: closing } = (body as unknown as RollForwardReport).closing;
      await expect(insert("2026-12-01", closing)).rejects.toMatchObject({
        constraint: "closed_month_in_order",
      });
      await expect(insert("2026-11-01", closing + 1)).rejects.toMatchObject({
        constraint: "closed_month_opens_as_closed",
      });
      const path = "/api/portal/reports/roll-forward?from=2026-10-01&to=2026-10-31";
      const read = await browserOf("programme_operator").call(rollForward, { path });
      expect(read.body).toMatchObject({
        closing: (body as unknown as RollForwardReport).closing,
        closed: {},
      });
      const ofMerchant = await browserOf("merchant_admin").call(rollForward, { path });
      expect(ofMerchant.body).toMatchObject({ merchantId: world.merchantId, closed: null });
      // In another zone November begins at the moment at which October was closed, and is closed some minutes after its end.
      const at = (time: string) => Object.assign(services(), { clock: new ManualClock(new Date(time)) });
      await database.prisma.programme.updateMany({ data: { timeZone: "Asia/Tokyo" } });
      await services().programme.refresh();
      const october = await browserOf("programme_operator").call(outstanding, {
        path: "/api/portal/reports/outstanding?day=2026-10-31",
      });
      expect(october.body).toMatchObject({ ...(body as unknown as RollForwardReport).closing });
      const november = "/api/portal/reports/roll-forward?from=2026-11-01&to=2026-11-30";
      const openAt = async (time: string) => {
        at(time);
        await signInAll();
        return (await browserOf("programme_operator").call(rollForward, { path: november })).body;
      };
      expect(await openAt("2026-11-30T15:09:00Z")).toMatchObject({ canClose: false });
      expect((await close("programme_operator", "2026-11-01")).status).toBe(422);
      expect(await openAt("2026-11-30T15:10:00Z")).toMatchObject({
        opening: (body as unknown as RollForwardReport).closing,
        ...{ isEqual: true, canClose: true, closeFirst: null },
      });
      const december = "/api/portal/reports/roll-forward?from=2026-12-01&to=2026-12-31";
      at("2027-01-02T10:00:00Z");
      await signInAll();
      const later = await browserOf("programme_operator").call(rollForward, { path: december });
      expect(later.body).toMatchObject({ canClose: false, closeFirst: "2026-11-01" });
      expect((await close("programme_operator", "2026-12-01")).status).toBe(422);
      expect((await close("programme_operator", "2026-11-01")).status).toBe(200);
      await expectOpenedAgain();
    } finally {
      await database.prisma.programme.updateMany({ data: { timeZone: "Africa/Cairo" } });
      await services().programme.refresh();
      Object.assign(services(), { clock: new ManualClock(NOW) });
      await signInAll();
    }
  });
});

test("a past day ends where it ended in the time zone of then, and the next one begins there, whatever the zone is since", async () => {
  // Late on 20 October in Cairo, which is the 21st in Tokyo.
  const evening = startProcess(database.url, { clock: new ManualClock(new Date("2026-10-20T18:00:00Z")) });
  const { id: segmentId } = await database.prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
  const userId = await createUser(database.pool, { name: "Late" });
  const at = { merchantId: world.merchantId, branchId: world.branchIds[0], branchMsisdn: "+201000000001" };
  const commands = commandsOf({ ...at, userId, channelId: CHANNEL.posApi });
  await evening.ledger.post(commands.reward(await createWallet(database.pool, { segmentId }), 9));
  await evening.stop();
  Object.assign(services(), { clock: new ManualClock(new Date("2026-11-05T10:00:00Z")) });
  await signInAll();
  const read = async () => {
    const call = (route: typeof outstanding, path: string) =>
      browserOf("programme_operator").call(route, { path: `/api/portal/reports/${path}` });
    const { body: owed } = await call(outstanding, "outstanding?day=2026-10-20");
    const { body: before } = await call(rollForward, "roll-forward?from=2026-10-20&to=2026-10-20");
    const { body: next } = await call(rollForward, "roll-forward?from=2026-10-21&to=2026-10-21");
    const { points, value, proof } = owed as unknown as OutstandingPoints;
    const closing = { points, value };
    expect(proof).toMatchObject({ isEqual: true });
    expect([before, next]).toMatchObject([{ closing }, { opening: closing, isEqual: true }]);
    return closing;
  };
  try {
    const then = await read();
    await database.prisma.programme.updateMany({ data: { timeZone: "Asia/Tokyo" } });
    await database.pool.query(
      `INSERT INTO audit_log (created_at, user_id, action, subject_type, subject_id, before, after)
       VALUES ('2026-11-05T10:00:00Z', $1, 'programme.update', 'programme', '1', '{"timeZone": "Africa/Cairo"}', '{"timeZone": "Asia/Tokyo"}')`,
      [userId],
    );
    await services().programme.refresh();
    await rollUp();
    expect(await read()).toEqual(then);
  } finally {
    await database.prisma.programme.updateMany({ data: { timeZone: "Africa/Cairo" } });
    await services().programme.refresh();
    Object.assign(services(), { clock: new ManualClock(NOW) });
    await signInAll();
  }
});

test("an operator can have the sums compared with the log, and the report says so", async () => {
  const { status, body } = await browserOf("programme_operator").call(check, { method: "POST", body: {} });
  expect([status, body]).toEqual([200, { entryId: expect.any(Number), findings: 0 }]);
  const { standing } = await reportOf("supervisor");
  expect(standing.check).toMatchObject({ at: NOW.toISOString(), findings: 0 });
});

describe("payments in points that came after the reward of their bill", () => {
  const lateOf = async (username: string) =>
    (await browserOf(username).call(late, { path: "/api/portal/reports/late-payments" })).body.rows;

  test("are counted by branch and till while points are on what is left, at the own merchant only", async () => {
    const { id: segmentId } = await database.prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
    const userId = await createUser(database.pool, { name: "Till 2" });
    const [branchId] = world.branchIds;
    const actor = { userId, channelId: CHANNEL.posApi, branchMsisdn: "+201000000001" };
    const own = commandsOf({ ...actor, merchantId: world.merchantId, branchId });
    const foreign = commandsOf({
      ...actor,
      merchantId: world.foreignMerchantId,
      branchId: world.foreignBranchId,
    });
    const wallet = await createWallet(database.pool, { segmentId });
    const bill = (invoiceNumber: string) => ({ invoiceNumber });
    const { ledger } = till;
    await ledger.post(own.reward(wallet, 500, bill("A-1")));
    await ledger.post(own.redeem(wallet, 10, bill("a-1")));
    await ledger.post(own.redeem(wallet, 10, bill("A-2")));
    await ledger.post(own.reward(wallet, 50, bill("A-2")));
    const undone = await ledger.post(own.redeem(wallet, 10, bill("A-1")));
    await ledger.post(own.cancel(wallet, undone.entry.id));
    // Another merchant's invoice of the same number is another one.
    await ledger.post(foreign.redeem(wallet, 10, bill("A-1")));
    await ledger.post(own.redeem(wallet, 10));
    expect(await lateOf("supervisor")).toEqual([]);
    await database.prisma.programme.updateMany({ data: { earnedOn: "rest" } });
    try {
      const expected = [{ branch: { id: branchId }, by: { id: userId, name: "Till 2" }, payments: 1 }];
      expect(await lateOf("supervisor")).toMatchObject(expected);
      expect(await lateOf("programme_operator")).toMatchObject(expected);
      await ledger.post(foreign.reward(wallet, 50, bill("A-3")));
      await ledger.post(foreign.redeem(wallet, 10, bill("A-3")));
      expect(await lateOf("programme_operator")).toHaveLength(2);
      expect(await lateOf("supervisor")).toHaveLength(1);
    } finally {
      await database.prisma.programme.updateMany({ data: { earnedOn: "bill" } });
    }
  });
});

describe("the report of offers", () => {
  test("tells coupons given and used, what they took off, and promotions beside their budgets, each by branch", async () => {
    const { prisma, pool } = database;
    const { merchantId } = world;
    const [branchId = 0] = world.branchIds;
    const userId = await createUser(pool, { name: "Till of offers" });
    const template = await prisma.couponTemplate.create({
      data: {
        ...{ merchantId, offerNumber: 900_001, titleEn: "EGP 20 off", titleAr: "خصم 20" },
        ...{ discountType: 2, discount: 20, state: "live" },
      },
    });
    const issued = { templateId: template.id, issuedAt: NOW, issuedByUserId: userId };
    for (const place of [2, 3, 4])
      await prisma.coupon.create({
        data: { ...issued, number: `7KQ2M4XB9TZ3HRW${place}`, isTest: place === 4 },
      });
    await prisma.coupon.updateMany({
      where: { templateId: template.id, number: { endsWith: "2" } },
      data: { state: "used", usedAt: NOW, usedByUserId: userId, usedBranchId: branchId },
    });
    const { id } = await createPromotion(pool, { rule: { points: 40 }, budget: 1_000 });
    const { id: segmentId } = await prisma.segment.findFirstOrThrow({ where: { isDefault: true } });
    const wallet = await createWallet(pool, { segmentId });
    const actor = { userId, channelId: CHANNEL.posApi, merchantId, branchId, branchMsisdn: "+201000000001" };
    const { entry } = await till.ledger.post(commandsOf(actor).reward(wallet, 10));
    expect(entry.amount).toBe(50);
    const path = "/api/portal/reports/offers?from=2026-06-10&to=2026-06-10";
    const { body } = await browserOf("programme_operator").call(offers, { path });
    // All that the programme's promotion has spent is no sum of one merchant.
    expect((await browserOf("merchant_admin").call(offers, { path })).body).toMatchObject({
      promotions: [{ id, points: 40, spent: null }],
    });
    expect(body).toMatchObject({
      coupons: [
        { id: template.id, given: 2, used: 1, value: 20, branches: [{ branch: { id: branchId }, used: 1 }] },
      ],
      promotions: [
        {
          ...{ id, uses: 1, points: 40, value: 40, budget: 1_000, spent: 40 },
          branches: [{ branch: { id: branchId }, uses: 1, points: 40 }],
        },
      ],
    });
  });
});
