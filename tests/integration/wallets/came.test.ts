import { afterAll, beforeAll, expect, test } from "vitest";
import { rollUpNextPart } from "@/lib/areas/reports/rollup";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { filterWords } from "@/lib/areas/wallets/filter-words-portal";
import { requireVisits, walletFilterOf } from "@/lib/areas/wallets/read";
import { CHANNEL } from "@/lib/ledger/rules/types";
import { moneyOf } from "@/lib/platform/money";
import type { AdminActor } from "@/lib/portal/acts/actor";
import { momentOf } from "@/lib/portal/acts/context";
import { exportWallets, searchWallets } from "@/lib/wallet/search";
import { createWorld, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";

/** Customers by their visits and bills of a period. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

const DAY_MS = 24 * 60 * 60 * 1000;

const customer = async (shop = world.ours) =>
  enrolWallet(world.context, shop.admin, { contactMsisdn: uniqueMsisdn(), hasConsented: true });

const actorAt = ({ cashier, merchantId, branchId }: World["ours"]) => ({
  ...{ userId: cashier.userId, merchantId, branchId, branchMsisdn: null },
  ...{ channelId: CHANNEL.cashierPortal, limitedBy: { clientId: null, isCounted: true } },
});
const bill = async ({ walletCode }: { walletCode: string }, value: number, shop = world.ours) =>
  (
    await world.context.ledger.post({
      ...{ type: "reward", walletCode, value: moneyOf(value), actor: actorAt(shop) },
    })
  ).entry.id;

const counted = async () => {
  const { clock, database } = world;
  for (;;) {
    const outcome = await rollUpNextPart({ pool: database.pool, clock, partSize: 3 });
    if (outcome.kind === "done" && !outcome.isBehind) return;
  }
};

/** The ids that the filter finds, by search and as a file. */
async function found(filter: Parameters<typeof walletFilterOf>[1], actor: AdminActor = world.ours.admin) {
  const { pool } = world.database;
  const at = momentOf(world.context);
  const asked = walletFilterOf(actor, filter);
  const { wallets } = await searchWallets(pool, asked, { at, limit: 100 });
  const listed = wallets.map(({ id }) => id).sort((one, other) => one - other);
  const file: number[] = [];
  for await (const { id } of exportWallets(pool, asked, at)) file.push(id);
  expect(file).toEqual(listed);
  return listed;
}

test("visits and bills of a period find customers by their own merchant's alone, less what was voided, at a branch that has closed too", async () => {
  const { ours, theirs, operator, database, clock, context } = world;
  const [often, once, elsewhere, never] = [
    await customer(),
    await customer(),
    await customer(),
    await customer(),
  ];
  await bill(often, 900);
  clock.advance(100 * DAY_MS);
  await bill(often, 300.5);
  const voided = await bill(often, 200);
  await bill(elsewhere, 5_000, theirs);
  clock.advance(DAY_MS);
  await bill(often, 100);
  await bill(once, 700);
  await context.ledger.post({
    ...{ type: "cancel", walletCode: often.walletCode, target: { entryId: voided }, actor: actorAt(ours) },
  });
  await counted();
  const ids = (...customers: { id: number }[]) => customers.map(({ id }) => id);
  const everybody = ids(often, once, elsewhere, never);

  expect(await found({ period: 30 })).toEqual(ids(often, once));
  expect(await found({ visitsMin: 2, period: 30 })).toEqual(ids(often));
  expect(await found({ visitsMin: 3 })).toEqual(ids(often));
  expect(await found({ visitsMin: 3, period: 90 })).toEqual([]);
  // 300.5 + 200 + 100 - 200.
  expect(await found({ spentMin: 400, period: 30 })).toEqual(ids(often, once));
  expect(await found({ spentMin: 401, period: 30 })).toEqual(ids(once));
  expect(await found({ spentMin: 100, spentMax: 500, period: 30 })).toEqual(ids(often));
  expect(await found({ visitsMin: 3, visitsMax: 2 })).toEqual([]);
  // Few visits are none as well.
  expect(await found({ visitsMax: 1, period: 30 })).toEqual(ids(once, elsewhere, never));
  expect(await found({ visitsMax: 0 })).toEqual(ids(elsewhere, never));
  // Another merchant's bills are neither found nor counted, be its branch named or not.
  expect(await found({ branches: `${theirs.branchId}` })).toEqual([]);
  expect(await found({ period: 30 }, theirs.admin)).toEqual(ids(elsewhere));
  expect(await found({ spentMin: 5_000 }, operator)).toEqual(ids(elsewhere));
  await database.prisma.branch.update({ where: { id: ours.branchId }, data: { isActive: false } });
  const forty = [ours.branchId, ...Array.from({ length: 39 }, (_, number) => 900_000 + number)].join(",");
  expect(await found({ branches: forty, visitsMin: 3 })).toEqual(ids(often));
  expect(await found({ branches: "999999" })).toEqual([]);
  expect(await found({})).toEqual(everybody);
  const words = await filterWords(database.prisma, { branches: forty, visitsMin: 3, period: 90 });
  expect(words.en).toMatch(
    /^Visits and spending: In the last 90 days; Visits from: 3; Branches: .+, 900000, 900001, 900002 and 36 more$/,
  );
  expect(words.ar).toMatch(
    /^الزيارات والإنفاق: خلال آخر 90 يومًا؛ الزيارات من: 3؛ الفروع: .+، 900002 و36 فرعًا آخر$/,
  );
});

test("nothing is answered while earlier visits are still being counted", async () => {
  const { database } = world;
  await counted();
  await requireVisits(database.pool, { visitsMin: 1 });
  await database.pool.query("UPDATE report_cursor SET visit_entry_id = 0");
  expect(await refusal(() => requireVisits(database.pool, { visitsMax: 1 }))).toMatchObject({
    code: "visits_counting",
  });
  // Other filters go on.
  await requireVisits(database.pool, {});
});
