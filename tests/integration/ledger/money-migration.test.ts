import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ManualClock } from "@/lib/platform/clock";
import { migrate } from "@/lib/platform/database/migrate";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createWorld,
  expectSound,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  type World,
} from "@/tests/support/ledger";

const MIGRATION = "20261124200000_money_to_the_hundredth";

let database: TestDatabase;
let admin: pg.Pool;
let world: World;
let till: TestProcess;
let wallet: TestWallet;
let redemptionId: number;

/** A log of whole money, in a database that is then as it was before the migration. */
beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  admin.on("error", () => undefined);
  world = await createWorld(database.pool);
  till = startProcess(database.url, { clock: new ManualClock(START) });
  const { reward, redeem, refund, cancel } = world.commands;
  wallet = await world.wallet();
  await till.ledger.post(reward(wallet, 1_000));
  redemptionId = (await till.ledger.post(redeem(wallet, 300))).entry.id;
  await till.ledger.post(refund(wallet, redemptionId, { value: 100 }));
  const wrong = (await till.ledger.post(reward(wallet, 7))).entry;
  await till.ledger.post(cancel(wallet, wrong.id));
  await till.stop();
  await admin.query(`
    ALTER TABLE entry DROP COLUMN amount_hundredths;
    ALTER TABLE reversal DROP COLUMN given_back_hundredths;
    ALTER TABLE report_day DROP COLUMN value_hundredths;
    ALTER TABLE report_month DROP COLUMN value_hundredths;
    ALTER TABLE report_deal_day DROP COLUMN value_hundredths;
    DROP TYPE exact_movement_row, exact_reversal_row;
    DELETE FROM _prisma_migrations WHERE migration_name = '${MIGRATION}'`);
});
afterAll(async () => {
  await admin.end();
  await till.stop();
  await database.drop();
});

/** The file that holds the log: another one once the table is rewritten. */
async function fileOfLog(): Promise<string> {
  const { rows } = await admin.query<{ file: string }>("SELECT pg_relation_filepath('entry') AS file");
  return rows[0]?.file ?? "";
}

const hashes = async () =>
  (await admin.query("SELECT id, encode(hash, 'hex') AS hash FROM entry ORDER BY id")).rows;

test("a log from before is not rewritten, keeps its hashes, and goes on with money that is not whole", async () => {
  const [file, before] = [await fileOfLog(), await hashes()];
  expect(before).toHaveLength(5);
  expect(await migrate(database.ownerUrl)).toEqual([MIGRATION]);
  expect(await fileOfLog()).toBe(file);
  expect(await hashes()).toEqual(before);
  await expectSound(database.pool);

  const { reward, refund } = world.commands;
  till = startProcess(database.url, { clock: new ManualClock(START) });
  await till.ledger.post(reward(wallet, 10.25));
  const part = await till.ledger.post(refund(wallet, redemptionId, { value: 99.99 }));
  expect(part.entry).toMatchObject({ amount: 100, amountValue: 99_99n });
  const rest = await till.ledger.post(refund(wallet, redemptionId));
  expect(rest.entry).toMatchObject({ amount: 100, amountValue: 100_01n });
  expect((await hashes()).slice(0, before.length)).toEqual(before);
  await expectSound(database.pool);
});
