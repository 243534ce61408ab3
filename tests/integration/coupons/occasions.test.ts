import { afterAll, beforeAll, expect, test } from "vitest";
import { issueOnOccasions } from "@/lib/areas/coupons/issue-on-occasions";
import { issueStep } from "@/lib/areas/coupons/issue-runner";
import { changeTemplateState, createTemplate, updateTemplate } from "@/lib/areas/coupons/templates";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { actAlone, createWorld, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";

/** Coupons that are issued by themselves. The day is 21 November 2026. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

const DAY_MS = 24 * 60 * 60 * 1000;

const FIELDS = {
  ...{ titleEn: "EGP 50 off", titleAr: "خصم 50 جنيه", termsEn: "", termsAr: "", discountType: 2 as const },
  ...{ discount: 50, validFrom: null, validUntil: null, validDays: 14, branchIds: [], costPoints: null },
  ...{ stockMax: 3, rewardMin: null, worth: 50, minBill: null },
};

async function customer(
  { lastDay, birthDate }: { lastDay?: string; birthDate?: string } = {},
  shop = world.ours,
) {
  const { id, walletCode } = await enrolWallet(world.context, shop.admin, {
    ...{ contactMsisdn: uniqueMsisdn(), hasConsented: true },
    ...(birthDate !== undefined && { birthDate }),
  });
  if (lastDay !== undefined) await came(id, lastDay, shop);
  return { id, walletCode };
}

const came = (id: number, day: string, shop = world.ours) =>
  world.database.pool.query(
    "INSERT INTO report_wallet VALUES ($1, $2, $3) ON CONFLICT (merchant_id, wallet_id) DO UPDATE SET last_day = excluded.last_day",
    [shop.merchantId, id, day],
  );

async function offer(occasion: string, fields: Partial<typeof FIELDS> = {}) {
  const { context, operator, ours } = world;
  const { id, version } = await createTemplate(context, operator, {
    ...{ merchantId: ours.merchantId, fields: { ...FIELDS, ...fields, occasion } },
  });
  const live = await changeTemplateState(context, operator, { templateId: id, version, state: "live" });
  return { templateId: id, version: live.version };
}

/** A round of the job and of the one that issues. */
async function round() {
  const { context, database, system } = world;
  const customers = await issueOnOccasions(context, system.userId);
  const client = await database.pool.connect();
  const issues = await database.prisma.couponIssue.findMany({ where: { state: "running" } });
  for (const { id } of issues)
    while (await issueStep(client, id, { clock: context.clock, timeZone: () => "Africa/Cairo" }));
  client.release();
  return customers;
}

const holders = async (templateId: number) =>
  (await world.database.prisma.coupon.findMany({ where: { templateId }, orderBy: { id: "asc" } })).map(
    ({ walletId }) => Number(walletId),
  );

test("a second person agrees to the whole number of an offer that issues coupons by itself, and to another occasion", async () => {
  const { context, ours, database } = world;
  await database.prisma.programme.update({ where: { id: 1 }, data: { offersApprovalAbove: 10n } });
  const { id, version } = await createTemplate(context, ours.admin, {
    ...{ merchantId: ours.merchantId, fields: { ...FIELDS, costPoints: 1_000_000, occasion: "birthday" } },
  });
  const publish = () => changeTemplateState(context, ours.admin, { templateId: id, version, state: "live" });
  expect(await refusal(publish)).toMatchObject({ code: "second_person" });
  const asked = await database.prisma.pointAdjustment.findFirstOrThrow({ orderBy: { id: "desc" } });
  expect(asked.summary).toMatchObject({ count: "3", toEn: "EGP 50 off: Automatic: on the birthday" });
  await actAlone(world);
  const live = await publish();
  await database.prisma.programme.update({ where: { id: 1 }, data: { offersApprovalAbove: 10n } });
  const change = { templateId: id, version: live.version, fields: { ...FIELDS, costPoints: 1_000_000 } };
  expect(
    await refusal(() =>
      updateTemplate(context, ours.admin, {
        ...change,
        fields: { ...change.fields, occasion: "absence-30" },
      }),
    ),
  ).toMatchObject({ code: "second_person" });
  // A page of the version before says nothing of it.
  expect(await updateTemplate(context, ours.admin, change)).toMatchObject({ occasion: "birthday" });
  await actAlone(world);
});

test("who has not come for 60 days gets one, once for each absence, and nobody else does", async () => {
  const away = await customer({ lastDay: "2026-09-22" });
  await customer({ lastDay: "2026-09-23" });
  await customer();
  await customer({ lastDay: "2026-01-01" }, world.theirs);
  const { templateId } = await offer("absence-60");
  expect(await round()).toBe(1);
  expect(await round()).toBe(0);
  expect(await holders(templateId)).toEqual([away.id]);
  world.clock.advance(DAY_MS);
  expect(await round()).toBe(1);
  await came(away.id, "2026-11-22");
  world.clock.advance(60 * DAY_MS);
  expect(await round()).toBe(1);
  expect((await holders(templateId)).filter((id) => id === away.id)).toHaveLength(2);
  // All of the offer's coupons are issued.
  await customer({ lastDay: "2026-02-01" });
  expect(await round()).toBe(0);
  const issues = await world.database.prisma.couponIssue.findMany({ where: { templateId } });
  expect(issues.map(({ foundEn, issued, state }) => [foundEn, issued, state])).toEqual(
    Array.from({ length: 3 }, () => ["Automatic: once after 60 days without a visit", 1, "done"]),
  );
});

test("who joins and who has a birthday get one, two rounds at once give no second, and a paused offer gives none", async () => {
  const { context, clock, operator, system } = world;
  const today = clock.now().toISOString().slice(5, 10);
  const before = await customer({ birthDate: `1990-${today}` });
  clock.advance(60_000);
  const joining = await offer("joining");
  const birthday = await offer("birthday");
  clock.advance(60_000);
  const joined = await customer();
  await Promise.all([1, 2, 3].map(() => issueOnOccasions(context, system.userId)));
  await round();
  expect(await holders(joining.templateId)).toEqual([joined.id]);
  expect(await holders(birthday.templateId)).toEqual([before.id]);
  // Later on the same day it is the same issue.
  const late = await customer();
  await round();
  expect(await holders(joining.templateId)).toEqual([joined.id, late.id]);
  expect(await world.database.prisma.couponIssue.count({ where: { templateId: joining.templateId } })).toBe(
    1,
  );
  await changeTemplateState(context, operator, { ...joining, state: "stopped" });
  await customer();
  expect(await round()).toBe(0);
});
