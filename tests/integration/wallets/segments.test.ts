import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { walletFilterOf } from "@/lib/areas/wallets/read";
import { countWallets, searchWallets, type WalletFilter, type WalletOrder } from "@/lib/wallet/search";
import { createWorld, uniqueMsisdn, type World } from "@/tests/support/admin-world";

/** Customers by what they did and when: filters, their number, and orders. The day is 21 November 2026. */
let world: World;
const AT = { now: new Date("2026-11-21T10:00:00Z"), timeZone: "Africa/Cairo" };
const MAX = 100;

beforeAll(async () => {
  world = await createWorld();
  const customers = [
    { name: "recent", day: "2026-11-20", birthDate: "1990-11-21" },
    { name: "away", day: "2026-09-22", birthDate: "1991-11-25" },
    { name: "longAway", day: "2025-01-05", birthDate: "1992-02-29" },
    { name: "never", day: null, birthDate: null },
  ];
  for (const { name, day, birthDate } of customers) {
    const { id } = await enrolWallet(world.context, world.ours.admin, {
      contactMsisdn: uniqueMsisdn(),
      hasConsented: true,
      walletCode: name,
      ...(birthDate && { birthDate }),
    });
    if (day)
      await world.database.pool.query("INSERT INTO report_wallet VALUES ($1, $2, $3), (0, $2, $3)", [
        ...[world.ours.merchantId, id, day],
      ]);
  }
});
afterAll(() => world.database.drop());

async function find(filter: WalletFilter, order?: WalletOrder, now = AT.now) {
  const at = { ...AT, now };
  const { wallets } = await searchWallets(world.database.pool, filter, { at, order, limit: MAX });
  expect(await countWallets(world.database.pool, filter, { at, max: MAX })).toBe(wallets.length);
  return wallets.map(({ walletCode }) => walletCode);
}

const ours = (asked: Parameters<typeof walletFilterOf>[1]) => walletFilterOf(world.ours.admin, asked);

describe("the last visit", () => {
  test.each([
    ["within-30", ["recent"]],
    // 60 days before 21 November is 22 September: the whole of that day is 60 days ago.
    ["before-60", ["longAway", "away"]],
    ["before-61", ["longAway"]],
    ["never", ["never"]],
  ])("%s finds %j and no other", async (visit, codes) => {
    expect(await find(ours({ visit }))).toEqual(codes);
  });

  test("visits to another merchant are none to this one, and operators see those to any", async () => {
    const theirs = walletFilterOf(world.theirs.admin, { visit: "before-60" });
    expect(await find(theirs)).toEqual([]);
    expect(await find(walletFilterOf(world.operator, { visit: "before-60" }))).toEqual(["longAway", "away"]);
  });

  test("orders by it page by page, the longest away first", async () => {
    const at = { at: AT, order: "lastVisit", limit: 2 } as const;
    const first = await searchWallets(world.database.pool, ours({}), at);
    const rest = await searchWallets(world.database.pool, ours({}), {
      ...at,
      cursor: first.nextCursor ?? "",
    });
    expect(
      [...first.wallets, ...rest.wallets].map(({ walletCode, lastDay }) => [walletCode, lastDay]),
    ).toEqual([
      ["longAway", "2025-01-05"],
      ["away", "2026-09-22"],
      ["recent", "2026-11-20"],
    ]);
    expect(rest.nextCursor).toBeNull();
  });
});

describe("the birthday", () => {
  test("is found from today on, the year whatever", async () => {
    expect(await find(ours({ birthday: 1 }))).toEqual(["recent"]);
    expect(await find(ours({ birthday: 7 }))).toEqual(["away", "recent"]);
  });

  test("of 29 February is on the 28th of a year without one, and on its own day otherwise", async () => {
    const on = (day: string) => find(ours({ birthday: 1 }), undefined, new Date(`${day}T10:00:00Z`));
    expect(await on("2027-02-28")).toEqual(["longAway"]);
    expect(await on("2028-02-28")).toEqual([]);
    expect(await on("2028-02-29")).toEqual(["longAway"]);
  });

  test("of a customer whom the merchant does not know tells it nothing", async () => {
    expect(await find(walletFilterOf(world.theirs.admin, { birthday: 366 }))).toEqual([]);
  });
});

test("bounds of points hold at both ends", async () => {
  expect(await find(ours({ pointsMin: 0, pointsMax: 0 }))).toHaveLength(4);
  expect(await find(ours({ pointsMin: 1 }))).toEqual([]);
  expect(await find(ours({ pointsMax: -1 }), "points")).toEqual([]);
});
