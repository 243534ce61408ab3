import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionPortal } from "@/lib/areas/account/session-portal";
import { branchesPortal } from "@/lib/areas/branches/portal";
import type { BranchImportAnswer, BranchPage, ManagedBranch } from "@/lib/areas/branches/record";
import { merchantsPortal } from "@/lib/areas/merchants/portal";
import { ensureFoundation } from "@/lib/areas/programme/foundation";
import type { ManyAnswer } from "@/lib/portal/wire/many";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { routesOf } from "@/tests/support/portal/routes-of";
import {
  createPortalWorld,
  type PortalWorld,
  TEST_PASSWORD,
  TestBrowser,
} from "@/tests/support/portal/world";

const { signIn } = routesOf(sessionPortal);

const {
  change: update,
  create,
  deactivate,
  deactivateMany: closeMany,
  export: exportChosen,
  impact: readImpact,
  import: importFile,
  list: search,
  reactivate,
  reactivateMany: openMany,
  read: readOne,
} = routesOf(branchesPortal);
const {
  change: updateMerchant,
  create: createMerchant,
  deactivate: stopMerchant,
  list: listMerchants,
} = routesOf(merchantsPortal);

let database: TestDatabase;
let world: PortalWorld;
let admin: TestBrowser;
let operator: TestBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureFoundation(database.prisma);
  world = await createPortalWorld(database);
  admin = await signedIn("merchant_admin");
  operator = await signedIn("programme_operator");
});
afterAll(() => database.drop());

async function signedIn(username: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  await browser.call(signIn, { method: "POST", body: { username, password: TEST_PASSWORD } });
  return browser;
}

const post = (browser: TestBrowser, body: unknown) => browser.call(create, { method: "POST", body });
const of = (branchId: number) => ({ params: { branchId: String(branchId) } });
const found = async (browser: TestBrowser, body: object = {}) =>
  (await browser.call(search, { method: "POST", body })).body as unknown as BranchPage;

let serial = 0;
const branch = (fields: object = {}) => ({
  merchantId: world.merchantId,
  msisdn: `0112${String(1_000_000 + ++serial)}`,
  nameEn: "Harbour",
  nameAr: "الميناء",
  ...fields,
});

describe("branches", () => {
  test("are listed for the own merchant, and for an operator for all or a chosen one", async () => {
    const own = await found(admin);
    expect(new Set(own.branches.map(({ merchantId }) => merchantId))).toEqual(new Set([world.merchantId]));
    const all = await found(operator);
    expect(all.branches.some(({ id }) => id === world.foreignBranchId)).toBe(true);
    const chosen = await found(operator, { merchant: world.foreignMerchantId });
    expect(chosen.branches.map(({ id }) => id)).toEqual([world.foreignBranchId]);
  });

  test("are found by name in both languages and by mobile number, open or closed", async () => {
    const created = (await post(admin, branch({ nameEn: "Lighthouse", nameAr: "المنارة" })))
      .body as unknown as ManagedBranch;
    const texts = ["lightH", "المنار", created.msisdn.replace("+20", "0"), created.msisdn];
    for (const text of texts)
      expect((await found(admin, { text })).branches.map(({ id }) => id)).toEqual([created.id]);
    const numbered = (await post(admin, branch({ nameEn: "Pier 47", nameAr: "رصيف ٤٧" })))
      .body as unknown as ManagedBranch;
    const national = created.msisdn.replace("+20", "0");
    for (const [text, { id }] of [
      [national.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? ""), created],
      ["Pier ۴۷", numbered],
      ["رصيف ٤٧", numbered],
    ] as const)
      expect([text, (await found(admin, { text })).branches.map((one) => one.id)]).toEqual([text, [id]]);
    const closed = await found(admin, { status: "inactive" });
    expect(closed.branches.map(({ id }) => id)).toEqual([world.inactiveBranchId]);
  });

  test("are created with a place and changed; a second editor gets a conflict and overwrites nothing", async () => {
    const created = (await post(admin, branch({ latitude: 30.0444, longitude: 31.2357 }))).body;
    expect(created).toMatchObject({ latitude: 30.0444, longitude: 31.2357, isActive: true, version: 1 });
    const change = (nameEn: string) =>
      admin.call(update, { method: "PATCH", ...of(Number(created.id)), body: { version: 1, nameEn } });
    expect((await change("First")).body).toMatchObject({ nameEn: "First", version: 2 });
    expect((await change("Second")).body.error?.code).toBe("conflict");
    expect((await admin.call(readOne, of(Number(created.id)))).body).toMatchObject({ nameEn: "First" });
  });

  test.each([
    ["a number that is taken", { msisdn: "+201000000001" }, "msisdn"],
    ["no number", { msisdn: "12" }, "msisdn"],
    ["no Arabic name", { nameAr: " " }, "nameAr"],
    ["text that turns its direction around", { nameEn: "A\u202eB" }, "nameEn"],
    ["characters that nobody sees", { nameEn: "A\u200bB" }, "nameEn"],
    ["half a place", { latitude: 30 }, "longitude"],
    ["a place that is none", { latitude: 91, longitude: 31 }, "latitude"],
  ])("with %s are refused by that field", async (_, fields, field) => {
    const answer = await post(admin, branch(fields));
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, [field]]);
  });

  test("of another merchant cannot be read, changed, closed or opened", async () => {
    const target = of(world.foreignBranchId);
    const body = { version: 1, nameEn: "Mine" };
    const answers = [
      await admin.call(readOne, target),
      await admin.call(readImpact, target),
      await admin.call(update, { method: "PATCH", ...target, body }),
      await admin.call(deactivate, { method: "POST", ...target }),
      await admin.call(reactivate, { method: "POST", ...target }),
    ];
    expect(answers.map((answer) => answer.body.error?.code)).toEqual(Array(5).fill("not_found"));
    expect((await operator.call(readOne, target)).body).toMatchObject({ nameEn: "Branch 11", version: 1 });
  });

  test("tell what closing them stops, close and open again", async () => {
    const target = of(world.branchIds[0]);
    const impact = (await admin.call(readImpact, target)).body;
    expect(impact).toMatchObject({ cashiers: [{ name: "The cashier" }], clients: [], deals: [] });
    expect((await admin.call(deactivate, { method: "POST", ...target })).body).toMatchObject({
      isActive: false,
    });
    expect((await admin.call(reactivate, { method: "POST", ...target })).body).toMatchObject({
      isActive: true,
    });
    const acts = await database.prisma.auditLog.findMany({
      where: { subjectType: "branch", subjectId: String(world.branchIds[0]) },
      orderBy: { id: "asc" },
    });
    expect(acts.map(({ action }) => action)).toEqual(["branch.deactivate", "branch.reactivate"]);
  });
});

describe("many branches at once", () => {
  const send = async (route: typeof closeMany, body: object) => admin.call(route, { method: "POST", body });
  const resultsOf = ({ body }: { body: object }) => (body as unknown as ManyAnswer).results;
  const made = async () => (await post(admin, branch())).body as unknown as ManagedBranch;
  const actsOf = (id: number) =>
    database.prisma.auditLog.findMany({
      where: { subjectType: "branch", subjectId: String(id), action: { not: "branch.create" } },
      orderBy: { id: "asc" },
    });

  test("are closed one by one: what is refused for one says why and stops no other", async () => {
    const [first, second] = [await made(), await made()];
    const records = [first, { id: world.foreignBranchId }, second, { id: 999_999 }, first].map(({ id }) => ({
      id,
    }));
    const results = resultsOf(await send(closeMany, { records }));
    expect(results.map(({ id, version, refusal }) => [id, version, refusal?.code])).toEqual([
      [first.id, 2, undefined],
      [world.foreignBranchId, null, "not_found"],
      [second.id, 2, undefined],
      [999_999, null, "not_found"],
    ]);
    for (const { id } of [first, second])
      expect((await actsOf(id)).map(({ action }) => action)).toEqual(["branch.deactivate"]);
    const foreign = await database.prisma.branch.findUnique({ where: { id: world.foreignBranchId } });
    expect([foreign?.isActive, foreign?.version]).toEqual([true, 1]);
  });

  test("are opened again by undoing, which the audit log says, unless somebody changed them since", async () => {
    const [same, changed] = [await made(), await made()];
    const closed = resultsOf(await send(closeMany, { records: [same, changed].map(({ id }) => ({ id })) }));
    const body = { version: 2, nameEn: "Changed since" };
    await admin.call(update, { method: "PATCH", ...of(changed.id), body });
    const records = closed.map(({ id, version }) => ({ id, version }));
    const undone = resultsOf(await send(openMany, { records, isUndo: true }));
    expect(undone.map(({ id, refusal }) => [id, refusal?.code])).toEqual([
      [same.id, undefined],
      [changed.id, "conflict"],
    ]);
    expect((await actsOf(same.id)).map(({ action, after }) => [action, after])).toEqual([
      ["branch.deactivate", { isActive: false }],
      ["branch.reactivate", { isActive: true, isUndo: true }],
    ]);
    expect((await admin.call(readOne, of(changed.id))).body).toMatchObject({ isActive: false });
  });

  test("are a hundred at most, and one at least", async () => {
    const records = Array.from({ length: 101 }, (_, place) => ({ id: place + 1 }));
    const before = await database.prisma.auditLog.count();
    for (const body of [{ records }, { records: [] }]) expect((await send(closeMany, body)).status).toBe(422);
    expect(await database.prisma.auditLog.count()).toBe(before);
  });

  test("are a file in the reader's language, without those of others, and the audit log says of which", async () => {
    const { id, msisdn } = await made();
    const path = `/api/portal/manage/branches/export?ids=${id},${world.foreignBranchId}`;
    admin.cookies.set("points.language", "ar");
    const { text } = await admin.call(exportChosen, { path });
    admin.cookies.set("points.language", "en");
    const lines = text.trim().split("\r\n");
    expect(lines[0]).toMatch(/^\uFEFF?رقم الموبايل,/);
    expect(lines.slice(1)).toEqual([expect.stringContaining("Harbour,الميناء")]);
    expect(lines[1]).toContain(msisdn.replace("+20", "").slice(-7));
    const act = await database.prisma.auditLog.findFirst({ where: { action: "branch.export" } });
    expect([act?.subjectId, act?.after]).toEqual(["*", { chosen: [id] }]);
    for (const ids of ["", "1,a", "0"])
      expect((await admin.call(exportChosen, { path: `${path.split("?")[0]}?ids=${ids}` })).status).toBe(422);
  });
});

describe("a file of branches", () => {
  const send = async (csv: string, isDryRun: boolean, agreed?: object) =>
    admin.call(importFile, {
      method: "POST",
      body: { merchantId: world.merchantId, file: Buffer.from(csv).toString("base64"), isDryRun, agreed },
    });
  const FILE = [
    "msisdn;nameEn;nameAr;latitude;longitude",
    "01230000001;One;واحد;north;31",
    "'+201230000002;Two;اثنان;30,1;31.2",
    "+201000000001;Taken;مستخدم;;",
    "01230000002;Twice;مكرر;;",
    ";None;;;",
    "",
    "01230000003;=HYPERLINK(1);صيغة;;",
  ].join("\r\n");

  test("is checked first: each refused line is reported with its columns, and nothing is created", async () => {
    const count = await database.prisma.branch.count();
    const report = (await send(FILE, true)).body as unknown as BranchImportAnswer;
    expect(report.accepted).toBe(2);
    expect(
      report.refused.map(({ line, name, problems }) => [line, name, problems.map(({ column }) => column)]),
    ).toEqual([
      [2, "One", ["latitude"]],
      [4, "Taken", ["msisdn"]],
      [5, "Twice", ["msisdn"]],
      [6, "None", ["msisdn", "nameAr"]],
    ]);
    // The page doubts places at sea.
    expect(report.places).toEqual([{ line: 3, name: "Two", latitude: 30.1, longitude: 31.2 }]);
    expect(await database.prisma.branch.count()).toBe(count);
  });

  test("may have headers in either language, as its example has", async () => {
    for (const headers of [
      "Mobile number,Name in English,Name in Arabic",
      "رقم الموبايل,الاسم بالإنجليزية,الاسم بالعربية",
    ]) {
      const read = (await send(`${headers}\n01230000009,Read,مقروء\n`, true))
        .body as unknown as BranchImportAnswer;
      expect([headers, read.accepted]).toEqual([headers, 1]);
    }
  });

  test("with columns that nobody knows is asked about, and they are remembered", async () => {
    const csv = "id;latin;arabic;shelf\n01230000031;Quay;رصيف;4\n";
    const asked = (await send(csv, true)).body as unknown as BranchImportAnswer;
    expect([asked.accepted, asked.question?.columns]).toEqual([0, ["msisdn", "nameEn", "nameAr", null]]);
    const columns = ["msisdn", "nameEn", "nameAr", null];
    expect(await send(csv, true, { columns: ["msisdn", null, null, null] })).toMatchObject({ status: 422 });
    for (const agreed of [{ columns }, undefined])
      expect((await send(csv, true, agreed)).body).toMatchObject({
        accepted: 1,
        refused: [],
        question: null,
      });
  });

  test("is then carried out, each branch an act of its own, and may be sent again", async () => {
    const first = (await send(FILE, false)).body as unknown as BranchImportAnswer;
    expect(first.accepted).toBe(2);
    const created = await database.prisma.branch.findMany({
      where: { msisdn: { in: ["+201230000002", "+201230000003"] } },
    });
    expect(created).toHaveLength(2);
    const subjects = created.map(({ id }) => String(id));
    expect(
      await database.prisma.auditLog.count({
        where: { action: "branch.create", subjectId: { in: subjects } },
      }),
    ).toBe(2);
    const again = (await send(FILE, false)).body as unknown as BranchImportAnswer;
    expect([again.accepted, again.refused.length]).toEqual([0, 6]);
  });

  test.each([
    ["with nothing in it", "msisdn,nameEn,nameAr\n", /nothing below/],
    ["that is a page", "<html><table></table></html>", /web page/],
    ["with a line that is too long", "msisdn,nameEn,nameAr\n1,2,3,4", /Line 2/],
    ["that is too long", `msisdn,nameEn,nameAr\n${"0100,A,B\n".repeat(1_001)}`, /At most 1000/],
  ])("%s is refused as a whole", async (_, csv, text) => {
    const answer = await send(csv, true);
    expect([answer.status, answer.body.error?.fields?.file?.en]).toEqual([422, expect.stringMatching(text)]);
  });

  test("is refused for a merchant that was stopped", async () => {
    const stopped = await database.prisma.merchant.create({
      data: { nameEn: "S", nameAr: "ص", isActive: false },
    });
    const body = { merchantId: stopped.id, file: Buffer.from(FILE).toString("base64"), isDryRun: true };
    expect((await operator.call(importFile, { method: "POST", body })).body.error?.code).toBe("inactive");
  });
});

describe("merchants", () => {
  test("are created, changed and stopped by operators; an admin sees the own one only", async () => {
    const names = { nameEn: "Fresh", nameAr: "طازج" };
    const created = (await operator.call(createMerchant, { method: "POST", body: names })).body;
    expect(created).toMatchObject({ ...names, isActive: true, refundWindowDays: 90 });
    const target = { params: { merchantId: String(created.id) } };
    const body = { version: 1, refundSameBranchOnly: true };
    const changed = await operator.call(updateMerchant, { method: "PATCH", ...target, body });
    expect(changed.body).toMatchObject({ refundSameBranchOnly: true, version: 2 });
    const late = await operator.call(updateMerchant, { method: "PATCH", ...target, body });
    expect(late.body.error?.code).toBe("conflict");
    const stopped = await operator.call(stopMerchant, { method: "POST", ...target });
    expect(stopped.body).toMatchObject({ isActive: false });
    const own = (await admin.call(listMerchants)).body as { merchants?: { id: number }[] };
    expect(own.merchants?.map(({ id }) => id)).toEqual([world.merchantId]);
  });
});
