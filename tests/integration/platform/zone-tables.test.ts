import { afterAll, beforeAll, expect, test } from "vitest";
import { zoneTroubles } from "@/lib/areas/watch/trouble";
import { compareZoneTables } from "@/lib/platform/database/zone-tables";
import { offsetMinutes } from "@/lib/platform/time";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

/** The tables of PostgreSQL beside those of Node.js, and beside others that a release of Node.js might bring. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const now = new Date("2026-11-29T10:20:30Z");
const compare = (zone: string, offsetOf = offsetMinutes) =>
  compareZoneTables(database.pool, { zone, now, offsetOf });

test("tables that say the same for two years behind and ahead of now are no difference, in zones of any kind", async () => {
  for (const zone of ["Africa/Cairo", "Asia/Kuwait", "UTC", "Asia/Kathmandu"])
    expect(await compare(zone)).toBeNull();
});

test("the first moment from which the tables differ is named with both offsets: a change that one of them lacks, has at another hour, or has too much", async () => {
  const lacks = (instant: number, zone: string) =>
    instant >= Date.parse("2027-01-01T00:00:00Z") ? 120 : offsetMinutes(instant, zone);
  const difference = await compare("Africa/Cairo", lacks);
  expect(difference).toEqual({
    ...{ zone: "Africa/Cairo", from: "2027-04-29T22:00:00.000Z", database: "+03:00", service: "+02:00" },
  });
  const [trouble] = zoneTroubles(difference);
  expect(trouble?.text.en).toContain(
    "2027-04-29 22:00 UTC on: the database says UTC+03:00, Node.js says UTC+02:00",
  );
  expect(zoneTroubles(null)).toEqual([]);
  const late = (instant: number, zone: string) => offsetMinutes(instant - 3_600_000, zone);
  expect(await compare("Africa/Cairo", late)).toMatchObject({
    from: "2025-04-24T22:00:00.000Z",
    service: "+02:00",
  });
  const more = (instant: number) => (instant >= Date.parse("2028-01-01T00:00:00Z") ? 240 : 180);
  expect(await compare("Asia/Kuwait", more)).toEqual({
    ...{ zone: "Asia/Kuwait", from: "2028-01-01T00:00:00.000Z", database: "+03:00", service: "+04:00" },
  });
});

test("a zone that the database does not know is a difference from the first moment on", async () => {
  const difference = await compare("Africa/Nowhere", () => 120);
  expect(difference).toMatchObject({ database: null, service: "+02:00" });
  expect(zoneTroubles(difference)[0]?.text.en).toContain("does not know the zone");
});
