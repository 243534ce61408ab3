import { afterAll, beforeAll, expect, test } from "vitest";
import { readProgramme, updateProgramme } from "@/lib/areas/programme/programme";
import { createWorld, type World } from "@/tests/support/admin-world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.drop());

test.each(["KWD", "BHD", "EGP", "JOD", "OMR", "IQD", "LYD", "TND", "JPY"])(
  "%s is the currency of a programme without entries, and sums of before are made anew in its smallest unit",
  async (currency) => {
    const { context, operator, database } = world;
    await database.pool.query(
      "INSERT INTO report_cursor (time_zone, updated_at) VALUES ('Africa/Cairo', now()) ON CONFLICT DO NOTHING",
    );
    const { rows: before } = await database.pool.query("SELECT money_per_unit FROM programme");
    const { version } = await readProgramme(context, operator);
    expect(await updateProgramme(context, operator, { version, currency })).toMatchObject({ currency });
    const { rows: after } = await database.pool.query("SELECT money_per_unit FROM programme");
    const { rowCount } = await database.pool.query("SELECT FROM report_cursor");
    expect(rowCount).toBe(before[0].money_per_unit === after[0].money_per_unit ? 1 : 0);
  },
);
