import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { requestAdjustment } from "@/lib/areas/adjustments/adjust-points";
import { approveAdjustment } from "@/lib/areas/adjustments/decide-adjustment";
import { createBranch } from "@/lib/areas/branches/branches";
import {
  addImportPart,
  checkImport,
  createImport,
  createImportRunner,
  startImport,
} from "@/lib/areas/imports/import-wallets";
import { createMerchant } from "@/lib/areas/merchants/merchants";
import { createPromotion, movePromotion } from "@/lib/areas/promotions/promotions";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { ANY_BILL } from "@/lib/ledger/with/promotions/words";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { readSettingUp } from "@/lib/portal/acts/setting-up";
import {
  beginAnew,
  createNewProgramme,
  hire,
  type NewProgramme,
  NOW,
  refusal,
  unique,
  uniqueMsisdn,
} from "@/tests/support/admin-world";
import { partHashes } from "@/tests/support/upload";

/** The roads by which value could be given away while a programme is set up (rules.md §24), beside those of the setting-up's own tests. */
let world: NewProgramme;
let first: AdminActor;
let merchantId: number;
beforeAll(async () => {
  world = await createNewProgramme();
});
afterAll(() => world.database.drop());
beforeEach(async () => {
  first = await beginAnew(world);
  merchantId = (await createMerchant(world.context, first, { nameEn: "Shop", nameAr: "محل" })).id;
});

const settingUp = () => readSettingUp(world.database.prisma, world.clock.now());
const entries = () => world.database.prisma.entry.count();
const DAY_MS = 24 * 60 * 60 * 1000;

async function bring(by: AdminActor, points: number): Promise<number> {
  const bytes = new TextEncoder().encode(`mobile,points,consent\n${uniqueMsisdn()},${points},yes\n`);
  const file = { fileName: "old.csv", bytes: bytes.byteLength, allowsSharedMobile: false, merchantId };
  const importId = await createImport(world.context, by, { ...file, parts: partHashes(bytes) });
  await addImportPart(world.context, by, { importId, part: 0, bytes });
  await checkImport(world.context, by, importId);
  const runner = createImportRunner({
    pool: world.database.pool,
    clock: world.clock,
    ledger: world.context.ledger,
  });
  await runner.run();
  return importId;
}

test("a file with more points than one person's day is not started alone, and moves nothing", async () => {
  await hire(world.context, first, "programme_operator", null, []);
  const large = await bring(first, 500_000);
  expect(await refusal(() => startImport(world.context, first, large))).toMatchObject({
    code: "approval_required",
  });
  expect(await entries()).toBe(0);
  expect((await settingUp())?.end).toBeNull();
});

test("a promotion worth more than one person's offers waits for a second person, though it moves nothing yet", async () => {
  await hire(world.context, first, "programme_operator", null, []);
  const { id: promotionId, version } = await createPromotion(world.context, first, {
    ...{ merchantId, nameEn: unique("Bonus"), nameAr: "مكافأة" },
    ...{ startsAt: NOW, endsAt: new Date(NOW.getTime() + DAY_MS) },
    rule: { ...ANY_BILL, kind: "bonus", multiplier: null, points: 1_000_000, stacks: false },
    ...{ skus: [], budgetPoints: 5_000_000, walletMax: null, walletPeriod: null, walletPoints: null },
  });
  expect(
    await refusal(() => movePromotion(world.context, first, { promotionId, version, move: "publish" })),
  ).toMatchObject({ code: "second_person" });
});

test("an owner who is operator, admin and cashier at once moves no more by three accounts than by one", async () => {
  const admin = await hire(world.context, first, "merchant_admin", merchantId, []);
  const branch = await createBranch(world.context, first, {
    ...{ merchantId, nameEn: "Maadi", nameAr: "المعادي", msisdn: uniqueMsisdn() },
  });
  const cashier = await hire(world.context, first, "cashier", merchantId, [branch.id]);
  const { walletCode } = await enrolWallet(world.context, admin, {
    contactMsisdn: uniqueMsisdn(),
    hasConsented: true,
  });
  const asked = await requestAdjustment(world.context, admin, {
    ...{ walletCode, direction: "up", points: 200_000, reason: "Mine", reference: unique("ref") },
  });
  const [request] = await world.database.prisma.pointAdjustment.findMany();
  expect([asked.kind, request?.state]).toEqual(["requested", "requested"]);
  const adjustmentId = request?.id ?? 0;
  // The account that asked decides nothing, and a cashier's neither.
  for (const by of [admin, cashier])
    expect(
      await refusal(() => approveAdjustment(world.context, by, { adjustmentId })),
      by.role,
    ).toBeDefined();
  expect(await entries()).toBe(0);
  expect(await settingUp()).toMatchObject({ end: null, people: 2 });
});
