import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { ANY_BILL, type PromotionRule } from "@/lib/ledger/with/promotions/words";
import { rewards, type Spread } from "./requests";
import { createDataFolder, measuredEnvironment, median } from "./service";
import { type Turn, takeTurn } from "./turns";
import { createWorld, makeLogFiles, setLimits, startObserved, stopAll, type World } from "./world";

export interface FieldsOptions {
  seconds: number;
  rounds: number;
  connections: number;
  wallets: number;
}

const LOADS = [
  "Reward",
  "Reward, no codes",
  "Reward, limits on",
  "Reward, 50 promotions that do not act",
  "Reward, 50 promotions, one acts",
  "Reward, one wallet",
  "Reward, a pooled family of ten",
] as const;
type Load = (typeof LOADS)[number];

export interface FieldsReport {
  turns: Map<Load, Turn[]>;
  /** Entries of the family's turns that the pool's log has for a child. */
  familyEntries: number;
  /** Parts of entries that a promotion gave. */
  promotionParts: number;
}

const FAMILY = 10;
const PROMOTIONS = 50;
const WARM_UP_SECONDS = 4;
/** Longest time for which a worker that missed an announcement believes an old programme. */
const PROGRAMME_SEEN_MS = 3_500;

/**
 * Measures what rewards cost with limits, beside promotions, and to a family whose members share the points of one wallet, in turns
 * (A B C A B C). None of the promotions has a budget: a budget's last points are one row that all rewards wait for, as one
 * wallet's are.
 */
export async function runFields(options: FieldsOptions): Promise<FieldsReport> {
  const dataDir = createDataFolder();
  // After the wallets of all other turns: a parent and its children.
  const world = await createWorld({ dataDir, wallets: options.wallets + FAMILY + 1 });
  const environment = { ...measuredEnvironment(dataDir, world.database), ENTRY_MAC: "off" };
  const stops = [() => world.stop()];
  const { service } = await startObserved(world.database, environment, stops);
  try {
    await joinFamily(world, options.wallets + 1);
    const promotionIds = await addPromotions(world);
    await makeLogFiles(world.database);
    const turns = new Map<Load, Turn[]>(LOADS.map((load) => [load, []]));
    await takeOne(world, options, "uniform", WARM_UP_SECONDS);
    for (let round = 0; round < options.rounds; round += 1) {
      for (const load of LOADS) {
        await publish(world, promotionIds, load);
        if (load === "Reward, limits on") await setLimits(world, true);
        const measured = load === "Reward, no codes" ? { ...world, service } : world;
        turns.get(load)?.push(await takeOne(measured, options, SPREADS[load], options.seconds));
        if (load === "Reward, limits on") await setLimits(world, false);
      }
    }
    return {
      turns,
      familyEntries: await count(
        world,
        "SELECT count(*) FROM entry e JOIN wallet w ON w.id = e.actor_wallet_id WHERE w.wallet_code LIKE 'BENCH%'",
      ),
      promotionParts: await count(
        world,
        "SELECT count(*) FROM entry_part WHERE promotion_version_id IS NOT NULL",
      ),
    };
  } finally {
    await stopAll(stops);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const SPREADS: Readonly<Record<Load, Spread>> = {
  Reward: "uniform",
  "Reward, no codes": "uniform",
  // The first wallet has more rewards a day by the turns of one wallet than the limit allows.
  "Reward, limits on": "later half",
  "Reward, 50 promotions that do not act": "uniform",
  "Reward, 50 promotions, one acts": "uniform",
  "Reward, one wallet": "hot",
  "Reward, a pooled family of ten": "family",
};

const takeOne = (world: World, { connections, wallets }: FieldsOptions, spread: Spread, seconds: number) =>
  takeTurn(world, world.service, { seconds, connections, requests: rewards(wallets, spread) });

/** The wallet of that number becomes the parent of the ten after it. */
async function joinFamily({ points }: World, parent: number): Promise<void> {
  const code = (number: number) => `BENCH${String(number).padStart(7, "0")}`;
  const codes = Array.from({ length: FAMILY }, (_, index) => code(parent + 1 + index));
  await points.query(
    `UPDATE wallet c SET parent_wallet_id = p.id, pool_wallet_id = p.id, family_role = 'pooled'
       FROM wallet p WHERE p.wallet_code = $1 AND c.wallet_code = ANY ($2)`,
    [code(parent), codes],
  );
}

/** Conditions that a bill of 5 at the measured branch does not meet, of every kind that costs something to look at. */
const UNMET: readonly Partial<PromotionRule>[] = [
  { minHundredths: 100_000 },
  { branchIds: [1_000_000] },
  { ratePlans: ["nobody's"] },
  { kind: "skus", points: null, skuIds: ["NOT-BOUGHT"] },
  { birthdayMonth: true, minHundredths: 100_000 },
  { firstPurchase: true, segmentIds: [1_000_000] },
];

/** Adds the promotions, paused; the last is the one that acts. */
async function addPromotions({ points }: World): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= PROMOTIONS + 1; number += 1) {
    const acts = number > PROMOTIONS;
    const rule = { ...ANY_BILL, points: 3, ...(acts ? {} : UNMET[number % UNMET.length]) };
    const { rows } = await points.query<{ id: number }>(
      `WITH made AS (INSERT INTO promotion (number, state, was_published, starts_at, ends_at)
                     VALUES ($1, 'paused', true, now() - interval '1 day', now() + interval '1 day') RETURNING id)
       INSERT INTO promotion_version (promotion_id, name_en, name_ar, rule) SELECT id, 'Measured', 'مقيس', $2 FROM made RETURNING promotion_id AS id`,
      [900_000 + number, JSON.stringify(rule)],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Publishes those that a turn is measured beside. */
async function publish({ points }: World, ids: readonly number[], load: Load): Promise<void> {
  const published =
    load === "Reward, 50 promotions that do not act"
      ? ids.slice(0, PROMOTIONS)
      : load === "Reward, 50 promotions, one acts"
        ? ids.slice(1)
        : [];
  await points.query(
    "UPDATE promotion SET state = CASE WHEN id = ANY ($2) THEN 'published' ELSE 'paused' END WHERE id = ANY ($1)",
    [ids, published],
  );
  // A changed promotion marks the programme's row, by which the ledger knows that its rules have changed.
  await points.query("UPDATE programme SET id = id");
  await delay(PROGRAMME_SEEN_MS);
}

async function count({ points }: World, sql: string): Promise<number> {
  const { rows } = await points.query<{ count: string }>(sql);
  return Number(rows[0]?.count);
}

/** The turns as a table: each rate, and the processor time of Node.js and PostgreSQL, also as a part of those of a plain Reward. */
export function describeFields({ turns, familyEntries, promotionParts }: FieldsReport): string {
  const rate = (load: Load) =>
    median((turns.get(load) ?? []).map(({ requestsPerSecond }) => requestsPerSecond));
  const cpu = (load: Load, ...of: ("server" | "postgres")[]) =>
    median(
      (turns.get(load) ?? []).map(({ cpuUs }) =>
        of.reduce((sum, process) => sum + (cpuUs?.[process] ?? Number.NaN), 0),
      ),
    );
  const both = (load: Load) => cpu(load, "server", "postgres");
  const of = (load: Load): Load =>
    load === "Reward, a pooled family of ten" ? "Reward, one wallet" : "Reward";
  return [
    "| | rewards a second | µs of Node.js | µs of PostgreSQL | rate, of what | time, of what |",
    "|---|---|---|---|---|---|",
    ...LOADS.map(
      (load) =>
        `| ${load} | ${Math.round(rate(load))} | ${Math.round(cpu(load, "server"))} | ${Math.round(cpu(load, "postgres"))} | ${(rate(load) / rate(of(load))).toFixed(2)} of ${of(load)} | ${(both(load) / both(of(load))).toFixed(2)} |`,
    ),
    "",
    `${familyEntries} entries of the family are in its parent's log; promotions gave ${promotionParts} parts of entries.`,
  ].join("\n");
}
