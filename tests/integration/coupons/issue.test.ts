import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkIssue, stopIssue, takeBackUnused } from "@/lib/areas/coupons/check-issue";
import { readCouponFile } from "@/lib/areas/coupons/file-portal";
import { addIssueLines, createIssue, issueByHand } from "@/lib/areas/coupons/issue-coupons";
import { issueStep } from "@/lib/areas/coupons/issue-runner";
import { listIssues, refusedLines } from "@/lib/areas/coupons/read-issues";
import type { TemplateFields } from "@/lib/areas/coupons/schemas";
import {
  changeTemplateState,
  createTemplate,
  listTemplates,
  updateTemplate,
} from "@/lib/areas/coupons/templates";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { setWalletStatus } from "@/lib/areas/wallets/update-wallet";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { actAlone, createWorld, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";
import { untilHeldUp } from "@/tests/support/database";

/** Coupons that are issued by hand and by files, and the templates that they are of. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
});
afterAll(() => world.database.drop());

const FIELDS: TemplateFields = {
  ...{
    titleEn: "The price of a coffee",
    titleAr: "ثمن قهوة",
    termsEn: "",
    termsAr: "",
    discountType: 2,
    discount: 5,
  },
  ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: null },
  ...{ stockMax: 100_000, rewardMin: null, worth: 5, minBill: null },
};

async function liveTemplate(fields: Partial<TemplateFields> = {}) {
  const { context, operator, ours } = world;
  const { id, version } = await createTemplate(context, operator, {
    ...{ merchantId: ours.merchantId, fields: { ...FIELDS, ...fields } },
  });
  return changeTemplateState(context, operator, { templateId: id, version, state: "live" });
}

const wallet = async () =>
  (await enrolWallet(world.context, world.operator, { contactMsisdn: uniqueMsisdn(), hasConsented: true }))
    .walletCode;

async function carryOut(issueId: number): Promise<void> {
  const client = await world.database.pool.connect();
  try {
    while (await issueStep(client, issueId, { clock: world.context.clock, timeZone: () => "Africa/Cairo" }));
  } finally {
    client.release();
  }
}

async function issueOf(issueId: number) {
  const issue = await world.context.database.couponIssue.findUniqueOrThrow({ where: { id: issueId } });
  const { state, issued, refused } = issue;
  return { state, issued, refused };
}

describe("a file of coupons", () => {
  test("may name customers by mobile number: of the one open wallet that the merchant knows, and of no other", async () => {
    const { context, operator, ours } = world;
    const { id: templateId } = await liveTemplate();
    const enrol = async (by: typeof operator, contactMsisdn = uniqueMsisdn(), allowsSharedMobile = false) => {
      await enrolWallet(context, by, { contactMsisdn, hasConsented: true, allowsSharedMobile });
      return contactMsisdn;
    };
    const [known, shared] = [await enrol(ours.admin), await enrol(ours.admin)];
    await enrol(ours.admin, shared, true);
    const foreign = await enrol(world.theirs.admin);
    const issue = await createIssue(context, ours.admin, { templateId, fileName: "a.csv", unnamed: 0 });
    const walletCodes = [known, shared, foreign, "+201099999999"];
    await addIssueLines(context, ours.admin, { issueId: issue.id, after: 0, walletCodes, isLast: true });
    await carryOut(issue.id);
    expect(await issueOf(issue.id)).toEqual({ state: "done", issued: 1, refused: 3 });
    // The report says no code of a wallet that the file did not name.
    const lines = await refusedLines(context, ours.admin, { issueId: issue.id, after: 0, limit: 10 });
    expect(lines.map(({ walletCode, problem }) => [walletCode, problem])).toEqual(
      [shared, foreign, "+201099999999"].map((number) => [number, "unknown"]),
    );
  });

  test("belongs to its reference: the same list goes on after a lost answer, another one is refused", async () => {
    const { context, operator } = world;
    const { id: templateId } = await liveTemplate();
    const [one, two, three] = [await wallet(), await wallet(), await wallet()];
    const reference = "a-reference-of-a-list";
    const [content, another] = ["a".repeat(64), "b".repeat(64)];
    const begin = (of: string, fileName = "list.csv", unnamed = 0) =>
      createIssue(context, operator, { templateId, fileName, unnamed, reference, content: of });
    const { id: issueId } = await begin(content);
    const send = (walletCodes: string[], { after = 0, isLast = false, again = false } = {}) =>
      addIssueLines(context, operator, { issueId, after, walletCodes, isLast, again });
    await send([one, "nobody"]);
    const refused = [
      () => begin(another),
      () => begin(content, "list.csv", 1),
      () => send([two, "nobody"]),
      () => send(["nobody"], { after: 0 }),
      () => send([one, "nobody else", three]),
    ];
    for (const sent of refused) expect(await refusal(sent)).toMatchObject({ code: "other_content" });
    expect(await begin(content, "the same under another name.csv")).toMatchObject({ id: issueId, lines: 2 });
    await send([one, "nobody"]);
    expect(await send([one, "nobody", three])).toMatchObject({ lines: 3, state: "receiving" });
    const start = () => send([], { after: 3, isLast: true });
    expect(await start()).toMatchObject({ state: "running" });
    // The answers were lost: all of it once more.
    expect(await begin(content)).toMatchObject({ id: issueId, state: "running" });
    expect(await send([one, "nobody", three])).toMatchObject({ state: "running" });
    expect(await start()).toMatchObject({ state: "running" });
    expect(await refusal(() => begin(another))).toMatchObject({ code: "other_content" });
    expect(await refusal(() => send([], { after: 3, isLast: true, again: true }))).toMatchObject({
      code: "conflict",
    });
    await carryOut(issueId);
    expect(await issueOf(issueId)).toEqual({ state: "done", issued: 2, refused: 1 });
    const { database } = context;
    expect(await database.coupon.count({ where: { wallet: { walletCode: two } } })).toBe(0);
  });

  test("issues one for each line whose wallet can have one, and says why the others have none", async () => {
    const { context, operator } = world;
    const { id: templateId } = await liveTemplate({ stockMax: 3 });
    const [one, two, three] = [await wallet(), await wallet(), await wallet()];
    const closed = await wallet();
    await setWalletStatus(context, operator, {
      ...{ walletCode: closed, version: 1, statusId: WALLET_STATUS.closed, reason: "Test" },
    });
    const issue = await createIssue(context, operator, { templateId, fileName: "a.csv", unnamed: 2 });
    await addIssueLines(context, operator, {
      ...{ issueId: issue.id, after: 0, walletCodes: [one, "nobody", closed], isLast: false },
    });
    // The same lines again, as after a lost answer, and the rest.
    await addIssueLines(context, operator, {
      ...{ issueId: issue.id, after: 0, walletCodes: [one, "nobody", closed, two, three, one], isLast: true },
    });
    await carryOut(issue.id);
    expect(await issueOf(issue.id)).toEqual({ state: "done", issued: 3, refused: 5 });
    expect(await refusedLines(context, operator, { issueId: issue.id, after: 0, limit: 10 })).toEqual([
      { line: 2, walletCode: "nobody", problem: "unknown" },
      { line: 3, walletCode: closed, problem: "closed" },
      { line: 6, walletCode: one, problem: "has" },
    ]);
    const [listed] = (await listTemplates(context, operator)).filter(({ id }) => id === templateId);
    expect(listed).toMatchObject({ stockLeft: 0, counts: { issued: 3, used: 0 } });
    // Carrying it out again issues nothing more.
    await carryOut(issue.id);
    expect(await issueOf(issue.id)).toEqual({ state: "done", issued: 3, refused: 5 });
  });

  test("is read from a pasted list or a file without titles, its first line included", async () => {
    const text = "100001\n01012345678\nnobody";
    const holders = ["100001", "+201012345678", "nobody"];
    expect(await readCouponFile(null, { list: text })).toEqual({ question: null, holders });
    const file = Buffer.from("100001\n100002\n100001").toString("base64");
    expect(await readCouponFile(null, { file })).toMatchObject({ holders: ["100001", "100002", "100001"] });
  });

  test("is counted before anything is issued, gives each customer one, is known when it comes again, and is taken back", async () => {
    const { context, operator } = world;
    const { id: templateId } = await liveTemplate({ stockMax: 10 });
    const [one, two, three] = [await wallet(), await wallet(), await wallet()];
    await issueByHand(context, operator, { templateId, walletCode: three });
    const arrive = async () => {
      const { id: issueId } = await createIssue(context, operator, { templateId, fileName: "", unnamed: 1 });
      const walletCodes = [one, two, one, three, "nobody"];
      await addIssueLines(context, operator, { issueId, after: 0, walletCodes, isLast: false });
      return issueId;
    };
    const start = async (issueId: number, again: boolean) => {
      await addIssueLines(context, operator, { issueId, after: 5, walletCodes: [], isLast: true, again });
      await carryOut(issueId);
    };
    const first = await arrive();
    const counted = { lines: 5, unnamed: 1, found: 2, unknown: 1, closed: 0, has: 2, coupons: 3, worth: 15 };
    const checked = await checkIssue(context, operator, { issueId: first, again: false });
    expect(checked).toEqual({ ...counted, sameAs: null });
    await start(first, false);
    expect(await issueOf(first)).toEqual({ state: "done", issued: 3, refused: 3 });

    const second = await arrive();
    expect(await checkIssue(context, operator, { issueId: second, again: false })).toMatchObject({
      ...{ found: 0, has: 4, sameAs: { issued: 3 } },
    });
    expect(await checkIssue(context, operator, { issueId: second, again: true })).toMatchObject({
      ...{ found: 4, has: 0 },
    });
    expect(await refusal(() => takeBackUnused(context, operator, second))).toMatchObject({
      code: "conflict",
    });
    await world.database.pool.query(
      "UPDATE coupon SET state = 'used', used_at = now(), used_by_user_id = issued_by_user_id WHERE issue_id = $1 AND wallet_id IS NULL",
      [first],
    );
    expect(await takeBackUnused(context, operator, first)).toMatchObject({ state: "taking", takenBack: 0 });
    await carryOut(first);
    expect(await issueOf(first)).toMatchObject({ state: "taken" });
    // Once more: nothing is left.
    await takeBackUnused(context, operator, first);
    await carryOut(first);
    expect((await listIssues(context, operator)).find(({ id }) => id === first)?.takenBack).toBe(2);
    const [left] = (await listTemplates(context, operator)).filter(({ id }) => id === templateId);
    expect(left).toMatchObject({ stockLeft: 8, counts: { issued: 1, used: 1, void: 2 } });
    await start(second, false);
    expect(await issueOf(second)).toEqual({ state: "done", issued: 3, refused: 3 });
  });

  test("ends where it is when a person stops it or its offer is stopped, and all that it issued is taken back in steps", async () => {
    const { context, operator, database } = world;
    for (const how of ["file", "offer"] as const) {
      const { id: templateId } = await liveTemplate({ stockMax: 5_000 });
      const { id } = await createIssue(context, operator, { templateId, fileName: "", unnamed: 1_700 });
      await addIssueLines(context, operator, { issueId: id, after: 0, walletCodes: [], isLast: true });
      const step = async () => {
        const client = await database.pool.connect();
        const at = { clock: world.clock, timeZone: () => "Africa/Cairo" };
        return issueStep(client, id, at).finally(() => client.release());
      };
      expect(await step()).toBe(true);
      if (how === "file") expect(await stopIssue(context, operator, id)).toMatchObject({ state: "stopped" });
      else {
        const { version } = await database.prisma.couponTemplate.findUniqueOrThrow({
          where: { id: templateId },
        });
        await changeTemplateState(context, operator, { templateId, version, state: "stopped" });
      }
      expect(await step()).toBe(false);
      expect(await issueOf(id)).toEqual({ state: "stopped", issued: 500, refused: 0 });
      expect(await refusal(() => stopIssue(context, operator, id))).toMatchObject({ code: "conflict" });
      await takeBackUnused(context, operator, id);
      await carryOut(id);
      const { takenBack, state } = await database.prisma.couponIssue.findUniqueOrThrow({ where: { id } });
      const { stockLeft } = await database.prisma.couponTemplate.findUniqueOrThrow({
        where: { id: templateId },
      });
      expect([state, takenBack, stockLeft]).toEqual(["taken", 500, 5_000]);
    }
  });

  test("of mobile numbers is refused before anything is issued, since no wallet has such a code", async () => {
    const { context, operator } = world;
    const { id: templateId } = await liveTemplate();
    await wallet();
    const issue = await createIssue(context, operator, { templateId, fileName: "numbers.csv", unnamed: 1 });
    const walletCodes = Array.from({ length: 10 }, uniqueMsisdn);
    expect(
      await refusal(() =>
        addIssueLines(context, operator, { issueId: issue.id, after: 0, walletCodes, isLast: true }),
      ),
    ).toEqual({ code: "invalid", params: { field: "walletCodes" } });
    expect(await issueOf(issue.id)).toEqual({ state: "receiving", issued: 0, refused: 0 });
  });

  test("issues coupons for whoever shows them, in several steps, by two runners at once, each once", async () => {
    const { context, operator } = world;
    const { id: templateId } = await liveTemplate();
    const issue = await createIssue(context, operator, { templateId, fileName: "", unnamed: 25_000 });
    await addIssueLines(context, operator, { issueId: issue.id, after: 0, walletCodes: [], isLast: true });
    await Promise.all([carryOut(issue.id), carryOut(issue.id)]);
    expect(await issueOf(issue.id)).toEqual({ state: "done", issued: 25_000, refused: 0 });
    const { rows } = await world.database.pool.query(
      "SELECT count(*)::int AS coupons, count(DISTINCT number)::int AS numbers FROM coupon WHERE issue_id = $1",
      [issue.id],
    );
    expect(rows).toEqual([{ coupons: 25_000, numbers: 25_000 }]);
    const plan = await world.database.pool.query(
      "EXPLAIN SELECT * FROM coupon WHERE number = '2222222222222222'",
    );
    expect(JSON.stringify(plan.rows)).toContain("coupon_number_key");
  });

  test("locks its template for a few hundred coupons at a time", async () => {
    const { context, operator } = world;
    const { id: templateId } = await liveTemplate();
    const issue = await createIssue(context, operator, { templateId, fileName: "", unnamed: 2_000 });
    await addIssueLines(context, operator, { issueId: issue.id, after: 0, walletCodes: [], isLast: true });
    const client = await world.database.pool.connect();
    await issueStep(client, issue.id, { clock: context.clock, timeZone: () => "Africa/Cairo" });
    client.release();
    expect((await issueOf(issue.id)).issued).toBeLessThanOrEqual(500);
  });

  test("leaves none on a wallet that is merged while it is issued, nor does issuing by hand", async () => {
    const { context, operator } = world;
    const { id: templateId } = await liveTemplate();
    const issue = await createIssue(context, operator, { templateId, fileName: "a.csv", unnamed: 0 });
    const [from, to] = [await wallet(), await wallet()];
    await addIssueLines(context, operator, {
      issueId: issue.id,
      after: 0,
      walletCodes: [from],
      isLast: true,
    });
    const merging = await world.database.pool.connect();
    await merging.query("BEGIN");
    await merging.query("SELECT FROM wallet WHERE wallet_code = ANY ($1) ORDER BY id FOR NO KEY UPDATE", [
      [from, to],
    ]);
    const byFile = carryOut(issue.id);
    const byHand = refusal(() => issueByHand(context, operator, { templateId, walletCode: from }));
    await untilHeldUp(world.database.pool, 2);
    await merging.query(
      `UPDATE wallet w SET status_id = 6, merged_into_wallet_id = t.id FROM wallet t
        WHERE w.wallet_code = $1 AND t.wallet_code = $2`,
      [from, to],
    );
    await merging.query("COMMIT");
    merging.release();
    await byFile;
    expect(await byHand).toEqual({ code: "wallet_status", params: { statusId: WALLET_STATUS.merged } });
    expect(await refusedLines(context, operator, { issueId: issue.id, after: 0, limit: 10 })).toEqual([
      { line: 1, walletCode: from, problem: "closed" },
    ]);
  });

  test("is refused to another merchant's admin, before its template is in use, and out of order", async () => {
    const { context, operator, ours, theirs } = world;
    const { id: templateId } = await createTemplate(context, operator, {
      ...{ merchantId: ours.merchantId, fields: FIELDS },
    });
    const create = { templateId, fileName: "", unnamed: 1 };
    expect(await refusal(() => createIssue(context, theirs.admin, create))).toMatchObject({
      code: "not_found",
    });
    expect(await refusal(() => createIssue(context, operator, create))).toMatchObject({ code: "inactive" });
    const live = await liveTemplate();
    const issue = await createIssue(context, operator, { ...create, templateId: live.id });
    const late = { issueId: issue.id, after: 5, walletCodes: ["A"], isLast: true };
    expect(await refusal(() => addIssueLines(context, operator, late))).toMatchObject({ code: "conflict" });
  });
});

describe("a template", () => {
  test("is changed by one of two editors, and never to fewer coupons than there are", async () => {
    const { context, operator } = world;
    const template = await liveTemplate({ stockMax: 2 });
    await issueByHand(context, operator, { templateId: template.id, walletCode: await wallet() });
    const change = (version: number, stockMax: number) =>
      updateTemplate(context, operator, {
        templateId: template.id,
        version,
        fields: { ...FIELDS, stockMax },
      });
    expect(await refusal(() => change(template.version, 0))).toMatchObject({ code: "invalid" });
    expect(await change(template.version, 5)).toMatchObject({ stockMax: 5, stockLeft: 4 });
    expect(await refusal(() => change(template.version, 9))).toMatchObject({ code: "conflict" });
    expect(await change(template.version + 1, 9)).toMatchObject({ stockMax: 9, stockLeft: 8 });
  });
});
