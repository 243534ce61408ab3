import { ANY_BILL, type PromotionRule } from "@/lib/ledger/with/promotions/words";
import { inTurns, middle, table, whole } from "./figures";
import { rewards, type Spread, settlements } from "./requests";
import { measuredEnvironment } from "./service";
import { type Turn, takeTurn } from "./turns";
import { inWorld, makeLogFiles, startObserved, stopAll, untilSeen, type World } from "./world";

export interface FieldsOptions {
  seconds: number;
  rounds: number;
  connections: number;
  wallets: number;
}

/** The loads, to which wallets each goes, and beside which another its processor time is set. */
const LOADS = {
  Reward: { spread: "uniform", beside: "Reward" },
  "Settle, points and reward": { spread: "uniform", beside: "Reward" },
  "Reward, no codes": { spread: "uniform", beside: "Reward" },
  // The first wallet has more rewards a day by the turns of one wallet than the limit allows.
  "Reward, limits on": { spread: "later half", beside: "Reward" },
  "Reward, 50 promotions that do not act": { spread: "uniform", beside: "Reward" },
  "Reward, 50 promotions, one acts": { spread: "uniform", beside: "Reward" },
  "Reward, one wallet": { spread: "hot", beside: "Reward" },
  "Reward, a pooled family of ten": { spread: "family", beside: "Reward, one wallet" },
} as const satisfies Record<string, { spread: Spread; beside: string }>;
type Load = keyof typeof LOADS;

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

/**
 * Measures what a settled bill costs, and rewards with limits, beside promotions, and to a family whose members share the points of one wallet, in turns.
 * None of the promotions has a budget: a budget's last points are one row that all rewards wait for, as one wallet's are.
 */
export function runFields({ seconds, rounds, connections, wallets }: FieldsOptions): Promise<FieldsReport> {
  // After the wallets of all other turns: a parent and its children.
  return inWorld({ wallets: wallets + FAMILY + 1 }, async (world) => {
    const stops: (() => Promise<unknown>)[] = [];
    const environment = { ...measuredEnvironment(world.dataDir, world.database), ENTRY_MAC: "off" };
    const { service: withoutCodes } = await startObserved(world.database, environment, stops);
    try {
      await joinFamily(world, wallets + 1);
      const promotionIds = await addPromotions(world);
      await makeLogFiles(world.database);
      const take = (load: Load, length = seconds) =>
        takeTurn(world, load === "Reward, no codes" ? withoutCodes : world.service, {
          ...{ seconds: length, connections },
          requests:
            load === "Settle, points and reward"
              ? settlements(wallets)
              : rewards(wallets, LOADS[load].spread),
        });
      await take("Reward", WARM_UP_SECONDS);
      const turns = await inTurns(Object.keys(LOADS) as Load[], rounds, async (load) => {
        await publish(world, promotionIds, load);
        await setLimits(world, load === "Reward, limits on");
        await untilSeen();
        return await take(load);
      });
      return {
        turns,
        familyEntries: await count(
          world,
          "entry e JOIN wallet w ON w.id = e.actor_wallet_id WHERE w.wallet_code LIKE 'BENCH%'",
        ),
        promotionParts: await count(world, "entry_part WHERE promotion_version_id IS NOT NULL"),
      };
    } finally {
      await stopAll(stops);
    }
  });
}

/** Sets every limit of all clients, so high that none is reached (what is measured is the looking), or takes them away. */
async function setLimits({ points }: World, isOn: boolean): Promise<void> {
  const limits = isOn
    ? "1000000, 1000000000, 1000000, 1000, 500, 'flagged'"
    : "NULL, NULL, NULL, NULL, NULL, 'off'";
  await points.query(
    `UPDATE api_client SET (reward_value_max, person_reward_points_max, person_reversed_value_max, wallet_rewards_max, unproved_value_max, repeated_invoices) = (${limits})`,
  );
}

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
  const published = {
    ...{ "Reward, 50 promotions that do not act": ids.slice(0, PROMOTIONS) },
    ...{ "Reward, 50 promotions, one acts": ids.slice(1) },
  };
  await points.query(
    "UPDATE promotion SET state = CASE WHEN id = ANY ($2) THEN 'published' ELSE 'paused' END WHERE id = ANY ($1)",
    [ids, published[load as keyof typeof published] ?? []],
  );
  // A changed promotion marks the programme's row, by which the ledger knows that its rules have changed.
  await points.query("UPDATE programme SET id = id");
}

async function count({ points }: World, rowsOf: string): Promise<number> {
  const { rows } = await points.query<{ count: string }>(`SELECT count(*) FROM ${rowsOf}`);
  return Number(rows[0]?.count);
}

/** The turns as a table: each rate, and the processor time of Node.js and PostgreSQL, also as a part of those of another load. */
export function describeFields({ turns, familyEntries, promotionParts }: FieldsReport): string {
  const rate = (load: Load) => middle(turns.get(load), ({ requestsPerSecond }) => requestsPerSecond);
  const cpu = (load: Load, of: "server" | "postgres") => middle(turns.get(load), ({ cpuUs }) => cpuUs?.[of]);
  const both = (load: Load) => middle(turns.get(load), ({ cpuUs }) => cpuUs && cpuUs.server + cpuUs.postgres);
  const failures = [...turns.values()].flat().reduce((sum, turn) => sum + turn.failures, 0);
  return [
    table(
      ["", "requests a second", "µs of Node.js", "µs of PostgreSQL", "rate, of what", "time, of what"],
      (Object.keys(LOADS) as Load[]).map((load) => {
        const { beside } = LOADS[load];
        const part = (rate(load) / rate(beside)).toFixed(2);
        return [
          ...[load, whole(rate(load)), whole(cpu(load, "server")), whole(cpu(load, "postgres"))],
          ...[`${part} of ${beside}`, (both(load) / both(beside)).toFixed(2)],
        ];
      }),
    ),
    `${familyEntries} entries of the family are in its parent's log; promotions gave ${promotionParts} parts of entries; ${failures} requests failed.`,
  ].join("\n\n");
}
