import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkState, sealState } from "@/lib/areas/anchors/state";
import { takeBackUnused } from "@/lib/areas/coupons/check-issue";
import { addIssueLines, createIssue, issueByHand } from "@/lib/areas/coupons/issue-coupons";
import { issueStep } from "@/lib/areas/coupons/issue-runner";
import { changeTemplateState, createTemplate } from "@/lib/areas/coupons/templates";
import { changeDealState, createDeal } from "@/lib/areas/deals/deals";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { mergeWallets } from "@/lib/areas/wallets/merge-wallets";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { actAlone, createWorld, newDeal, uniqueMsisdn, type World } from "@/tests/support/admin-world";
import { isDeep } from "@/tests/support/deep";

/** Acts that change sealed rows of other records than their own: none of them is taken for tampering. */
let world: World;
let templateId: number;
beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
  const { context, operator, ours } = world;
  const template = await createTemplate(context, operator, {
    merchantId: ours.merchantId,
    fields: {
      ...{ titleEn: "A free coffee", titleAr: "قهوة مجانية", termsEn: "", termsAr: "" },
      ...{ discountType: 2, discount: 1, validFrom: null, validUntil: null, validDays: 30 },
      ...{ branchIds: [], costPoints: null, stockMax: 100_000, rewardMin: null, worth: 5, minBill: null },
    },
  });
  templateId = template.id;
  await changeTemplateState(context, operator, { templateId, version: template.version, state: "live" });
});
afterAll(() => world.database.drop());

/** An hour later each time, so that nothing is explained by its moment. */
async function seal() {
  world.clock.set(new Date(world.clock.now().getTime() + 3_600_000));
  return sealState(portalPool(), { now: world.clock.now(), everyMs: 0 });
}

const enrol = () =>
  enrolWallet(world.context, world.operator, { contactMsisdn: uniqueMsisdn(), hasConsented: true });

test("a merge of a customer with unused coupons is explained by its entry", async () => {
  const { context, operator } = world;
  const [from, to] = [await enrol(), await enrol()];
  await issueByHand(context, operator, { templateId, walletCode: from.walletCode });
  expect(await seal()).toEqual([]);
  await mergeWallets(context, operator, {
    ...{
      walletCode: from.walletCode,
      toWalletCode: to.walletCode,
      version: from.version,
      reason: "Two cards",
    },
  });
  expect(await seal()).toEqual([]);
});

test("a file's coupons that are taken back are explained while it goes on and afterwards", async () => {
  const { context, operator, database } = world;
  const { id } = await createIssue(context, operator, { templateId, fileName: "", unnamed: 1_200 });
  await addIssueLines(context, operator, { issueId: id, after: 0, walletCodes: [], isLast: true });
  const step = async () => {
    const client = await database.pool.connect();
    return issueStep(client, id, { clock: world.clock, timeZone: () => "Africa/Cairo" }).finally(() =>
      client.release(),
    );
  };
  while (await step());
  expect(await seal()).toEqual([]);
  expect(await seal()).toEqual([]);
  await takeBackUnused(context, operator, id);
  await step();
  expect(await seal()).toEqual([]);
  while (await step());
  expect(await seal()).toEqual([]);
});

test("a deal that multiplies points explains its promotion when it is published, changed and ended", async () => {
  const { context, operator, ours, system } = world;
  const category = await context.database.category.create({
    data: { nameEn: "Coffee", nameAr: "قهوة", icon: "coffee" },
  });
  const inDays = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000);
  const deal = await createDeal(context, operator, {
    merchantId: ours.merchantId,
    ...newDeal(category.id, { branchIds: [ours.branchId], discountType: 5, discount: 2 }),
    ...{ startDate: inDays(0), endDate: inDays(9), expiryDate: inDays(9) },
  });
  expect(await seal()).toEqual([]);
  const published = await changeDealState(context, system, {
    dealId: deal.id,
    version: deal.version,
    move: "publish",
  });
  expect(await context.database.promotion.count({ where: { dealId: deal.id } })).toBe(1);
  expect(await seal()).toEqual([]);
  await changeDealState(context, system, { dealId: deal.id, version: published.version, move: "end" });
  expect(await seal()).toEqual([]);
});

test("a file's many coupons are sealed in steps: what an interrupted look sealed is kept and proved, and the next one goes on at once", async () => {
  const { context, operator, database } = world;
  expect(await seal()).toEqual([]);
  const { id } = await createIssue(context, operator, { templateId, fileName: "", unnamed: 11_000 });
  await addIssueLines(context, operator, { issueId: id, after: 0, walletCodes: [], isLast: true });
  const client = await database.pool.connect();
  while (await issueStep(client, id, { clock: world.clock, timeZone: () => "Africa/Cairo" }));
  client.release();
  const owner = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  const sealed = async () =>
    (await owner.query("SELECT count(*)::int AS seals FROM state_seal WHERE kind = 'coupon'")).rows[0].seals;
  try {
    const before = await sealed();
    await owner.query(`
CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF (SELECT count(*) FROM state_seal WHERE kind = 'coupon') > ${before} THEN RAISE 'interrupted'; END IF; RETURN NULL; END $$;
CREATE TRIGGER interrupt BEFORE INSERT ON state_seal EXECUTE FUNCTION interrupt()`);
    await expect(seal()).rejects.toThrow("interrupted");
    expect(await sealed()).toBe(before + 5_000);
    expect((await checkState(portalPool())).findings).toEqual([]);
    await owner.query("DROP TRIGGER interrupt ON state_seal");
    const soon = { now: world.clock.now(), everyMs: 3_600_000 };
    expect(await sealState(portalPool(), soon)).toEqual([]);
    expect(await sealed()).toBe(before + 11_000);
    expect(await checkState(portalPool())).toMatchObject({ findings: [], rows: expect.any(Number) });
    expect(await sealState(portalPool(), soon)).toBeNull();
  } finally {
    await owner.end();
  }
}, 60_000);

test.runIf(isDeep)(
  "300,000 coupons that are issued, moved by merges, taken back and lapse are no finding",
  async () => {
    const { context, operator, database } = world;
    await database.owner.query(
      "UPDATE coupon_template SET stock_max = 1000000, stock_left = 900000 WHERE id = $1",
      [templateId],
    );
    const client = await database.pool.connect();
    const carryOut = async (id: number) => {
      while (await issueStep(client, id, { clock: world.clock, timeZone: () => "Africa/Cairo" }));
    };
    try {
      const { id: many } = await createIssue(context, operator, {
        templateId,
        fileName: "",
        unnamed: 300_000,
      });
      await addIssueLines(context, operator, { issueId: many, after: 0, walletCodes: [], isLast: true });
      await carryOut(many);
      expect(await seal()).toEqual([]);
      const wallets = [];
      for (let made = 0; made < 40; made += 1) wallets.push(await enrol());
      const walletCodes = wallets.map(({ walletCode }) => walletCode);
      const { id: named } = await createIssue(context, operator, { templateId, fileName: "", unnamed: 0 });
      await addIssueLines(context, operator, { issueId: named, after: 0, walletCodes, isLast: true });
      await carryOut(named);
      expect(await seal()).toEqual([]);
      for (let from = 0; from < wallets.length; from += 2)
        await mergeWallets(context, operator, {
          ...{
            walletCode: wallets[from]?.walletCode ?? "",
            toWalletCode: wallets[from + 1]?.walletCode ?? "",
          },
          ...{ version: wallets[from]?.version ?? 0, reason: "Two cards" },
        });
      expect(await seal()).toEqual([]);
      await takeBackUnused(context, operator, many);
      await carryOut(many);
      expect(await seal()).toEqual([]);
      world.clock.set(new Date(world.clock.now().getTime() + 60 * 86_400_000));
      expect(await seal()).toEqual([]);
      const { rows, findings } = await checkState(portalPool());
      // The last look was made on a day when the coupons had lapsed.
      expect(findings.filter(({ what }) => what !== "future")).toEqual([]);
      expect(rows).toBeGreaterThan(300_000);
    } finally {
      client.release();
    }
  },
  3_600_000,
);

test("a seal that was taken away with its row is missed for ever, also after later looks", async () => {
  const { database } = world;
  const owner = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  try {
    await owner.query(`SET session_replication_role = replica;
DELETE FROM coupon_event;
DELETE FROM coupon WHERE id = (SELECT min(id) FROM coupon);
DELETE FROM state_seal WHERE kind = 'coupon' AND row_id = (SELECT min(row_id::int)::text FROM state_seal WHERE kind = 'coupon')`);
    const missed = { kind: "seals", id: "", what: "seals" };
    expect((await checkState(portalPool())).findings).toEqual([missed]);
    expect(await seal()).toEqual([]);
    expect((await checkState(portalPool())).findings).toEqual([missed]);
  } finally {
    await owner.end();
  }
});
