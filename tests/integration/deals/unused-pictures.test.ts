import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCategory } from "@/lib/areas/categories/categories";
import { createDeal, deleteDeal } from "@/lib/areas/deals/deals";
import { storeImage } from "@/lib/areas/deals/pictures";
import { removeUnusedPictures } from "@/lib/areas/deals/remove-unused-pictures";
import { updateMerchant } from "@/lib/areas/merchants/merchants";
import { createWorld, NOW, newDeal, refusal, type World } from "@/tests/support/admin-world";
import { until } from "@/tests/support/ledger";
import { picture } from "@/tests/support/pictures";

let world: World;
let categoryId: number;
beforeAll(async () => {
  world = await createWorld();
  const names = { nameEn: "Coffee", nameAr: "قهوة" };
  categoryId = (
    await createCategory(world.context, world.operator, { ...names, icon: "coffee", sortingNumber: 1 })
  ).id;
});
afterAll(() => world.database.drop());
beforeEach(() => world.clock.set(NOW));

const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
const sweep = (hours: number) => removeUnusedPictures(world.database.pool, { now: later(hours) });
let widths = 600;
/** A picture that no other test has. */
const upload = async () => {
  widths += 1;
  return (
    await storeImage(world.context, world.ours.admin, await picture("png", { width: widths, height: 400 }))
  ).hash;
};
const dealWith = (imageHash: string) =>
  createDeal(world.context, world.ours.admin, {
    merchantId: world.ours.merchantId,
    ...newDeal(categoryId, { imageHash }),
  });
const isThere = async (hash: string) =>
  (await world.database.pool.query("SELECT 1 FROM image WHERE hash = $1", [hash])).rowCount === 1;

test("a picture that was at nothing for a day is removed, and not before", async () => {
  const hash = await upload();
  await sweep(0);
  await sweep(23);
  expect(await isThere(hash)).toBe(true);
  await sweep(24);
  expect(await isThere(hash)).toBe(false);
});

test("a picture of a deal, a merchant or the programme stays; taken off, it has a day from then", async () => {
  const [ofDeal, ofMerchant] = [await upload(), await upload()];
  const deal = await dealWith(ofDeal);
  const { merchantId } = world.ours;
  const logo = async (imageHash: string | null) => {
    const { version } = await world.database.prisma.merchant.findUniqueOrThrow({ where: { id: merchantId } });
    return updateMerchant(world.context, world.operator, { merchantId, version, imageHash });
  };
  await logo(ofMerchant);
  const ofProgramme = await upload();
  await world.database.prisma.programme.update({ where: { id: 1 }, data: { logoHash: ofProgramme } });
  for (const hours of [0, 100]) await sweep(hours);
  expect([await isThere(ofDeal), await isThere(ofMerchant), await isThere(ofProgramme)]).toEqual([
    true,
    true,
    true,
  ]);
  await deleteDeal(world.context, world.ours.admin, { dealId: deal.id, version: deal.version });
  await logo(null);
  for (const hours of [100, 123]) await sweep(hours);
  expect([await isThere(ofDeal), await isThere(ofMerchant)]).toEqual([true, true]);
  await sweep(124);
  expect([await isThere(ofDeal), await isThere(ofMerchant)]).toEqual([false, false]);
});

test("uploading the same picture again, or using it after all, gives it its time anew", async () => {
  const file = await picture("png", { width: 599, height: 400 });
  const { hash } = await storeImage(world.context, world.ours.admin, file);
  const used = await upload();
  await sweep(0);
  expect((await storeImage(world.context, world.ours.admin, file)).hash).toBe(hash);
  await dealWith(used);
  await sweep(24);
  expect([await isThere(hash), await isThere(used)]).toEqual([true, true]);
});

test("a deal saved while the picture is being removed keeps it, or is refused; it never lacks it", async () => {
  const hash = await upload();
  await sweep(0);
  // The deal is saved, and not yet committed, when the job comes by.
  const saving = await world.database.pool.connect();
  await saving.query("BEGIN");
  await saving.query("SELECT 1 FROM image WHERE hash = $1 FOR KEY SHARE", [hash]);
  expect(await sweep(24)).toBe(0);
  await saving.query("COMMIT");
  expect(await isThere(hash)).toBe(true);
  // The job has the picture, and is not yet done, when the deal is saved.
  await saving.query("BEGIN");
  await saving.query("DELETE FROM image WHERE hash = $1", [hash]);
  const refused = refusal(() => dealWith(hash));
  await until(async () => {
    const { rowCount } = await world.database.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rowCount === 1;
  });
  await saving.query("COMMIT");
  saving.release();
  expect(await refused).toEqual({ code: "invalid", params: { field: "imageHash" } });
});

test("several processes sweep at once, and deals saved meanwhile keep their pictures", async () => {
  const hashes = await Promise.all(Array.from({ length: 6 }, upload));
  await sweep(0);
  const [saved] = await Promise.all([
    Promise.allSettled(hashes.map(dealWith)),
    ...Array.from({ length: 4 }, () => sweep(24)),
  ]);
  for (const [index, outcome] of saved.entries())
    expect(await isThere(hashes[index] ?? "")).toBe(outcome.status === "fulfilled");
});
