import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIssue } from "@/lib/areas/coupons/check-issue";
import { addIssueLines, createIssue } from "@/lib/areas/coupons/issue-coupons";
import { issueStep } from "@/lib/areas/coupons/issue-runner";
import { countReportLines, issuedNumbers } from "@/lib/areas/coupons/read-issues";
import { changeTemplateState, createTemplate } from "@/lib/areas/coupons/templates";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { filterWords } from "@/lib/areas/wallets/filter-words-portal";
import { actAlone, createWorld, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";

/** Coupons to the customers that a filter finds. The day is 21 November 2026. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
});
afterAll(() => world.database.drop());

/** A customer of the shop whose last visit was on a day. */
async function customer(day: string, shop = world.ours): Promise<string> {
  const { id, walletCode } = await enrolWallet(world.context, shop.admin, {
    contactMsisdn: uniqueMsisdn(),
    hasConsented: true,
  });
  const values = [shop.merchantId, id, day];
  await world.database.pool.query("INSERT INTO report_wallet VALUES ($1, $2, $3)", values);
  return walletCode;
}

async function liveTemplate() {
  const { context, operator, ours } = world;
  const { id, version } = await createTemplate(context, operator, {
    merchantId: ours.merchantId,
    fields: {
      ...{ titleEn: "EGP 50 off", titleAr: "خصم 50 جنيه", termsEn: "", termsAr: "", discountType: 2 },
      ...{ discount: 50, validFrom: null, validUntil: null, validDays: 14, branchIds: [], costPoints: null },
      ...{ stockMax: 1_000, rewardMin: null, worth: 50, minBill: null },
    },
  });
  await changeTemplateState(context, operator, { templateId: id, version, state: "live" });
  return id;
}

test("go to those who were counted, once each, and to nobody whom the filter finds later", async () => {
  const { context, ours, theirs, database } = world;
  const templateId = await liveTemplate();
  const [away, longAway] = [await customer("2026-09-22"), await customer("2026-01-01")];
  await customer("2026-11-20");
  await customer("2026-01-01", theirs);
  const reference = "customers-found-once";
  const begin = async (visit: string) =>
    createIssue(context, ours.admin, {
      ...{ templateId, fileName: "", unnamed: 0, reference },
      found: { filter: { visit }, words: await filterWords(database.prisma, { visit }) },
    });
  const issue = await begin("before-60");
  expect(issue).toMatchObject({
    lines: 2,
    state: "receiving",
    found: { en: "Last visit: Not for 60 days", ar: "آخر زيارة: لم يأتِ منذ 60 يومًا" },
  });
  expect(await checkIssue(context, ours.admin, { issueId: issue.id, again: false })).toMatchObject({
    found: 2,
    coupons: 2,
    worth: 100,
  });
  // One more is found from now on.
  await customer("2026-02-02");
  expect(await begin("before-60")).toMatchObject({ id: issue.id, lines: 2 });
  expect(await refusal(() => begin("never"))).toMatchObject({ code: "other_content" });
  const send = (walletCodes: string[]) =>
    addIssueLines(context, ours.admin, { issueId: issue.id, after: 2, walletCodes, isLast: true });
  expect(await refusal(() => send(["another"]))).toMatchObject({ code: "other_content" });
  await send([]);
  const client = await database.pool.connect();
  while (await issueStep(client, issue.id, { clock: context.clock, timeZone: () => "Africa/Cairo" }));
  client.release();
  const coupons = await database.prisma.coupon.findMany({
    where: { templateId },
    select: { wallet: { select: { walletCode: true } } },
    orderBy: { id: "asc" },
  });
  expect(coupons.map(({ wallet }) => wallet?.walletCode)).toEqual([away, longAway]);
  const report = await issuedNumbers(context, { issueId: issue.id, after: 0n, limit: 10 });
  expect(report.map(({ walletCode }) => walletCode)).toEqual([away, longAway]);
  expect(await countReportLines(context, issue.id)).toBe(2);
});

test("to nobody are none, and nothing can be started", async () => {
  const { context, ours } = world;
  const templateId = await liveTemplate();
  const found = { filter: { pointsMin: 1_000_000 }, words: { en: "", ar: "" } };
  const issue = await createIssue(context, ours.admin, { templateId, fileName: "", unnamed: 0, found });
  expect(issue.lines).toBe(0);
  const check = await checkIssue(context, ours.admin, { issueId: issue.id, again: false });
  expect(check).toMatchObject({ found: 0, coupons: 0 });
});
