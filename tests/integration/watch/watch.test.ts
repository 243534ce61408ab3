import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "@/lib/areas/clients/clients";
import { readDayUse, shareOf } from "@/lib/areas/watch/day-limits";
import { findInDatabase } from "@/lib/areas/watch/find-troubles";
import type { Notice } from "@/lib/areas/watch/tell";
import type { Trouble } from "@/lib/areas/watch/trouble";
import { Watch } from "@/lib/areas/watch/watch";
import { actAlone, createWorld, NOW, type World } from "@/tests/support/admin-world";

const TODAY = "2026-11-21";
const MINUTE_MS = 60_000;

let world: World;
let client: { id: number; userId: number };
beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
  ({ client } = await createClient(world.context, world.operator, {
    merchantId: world.ours.merchantId,
    name: "All tills",
    scopes: ["reward"],
  }));
});
afterAll(() => world.database.drop());
beforeEach(async () => {
  await world.database.pool.query(
    "DELETE FROM trouble; UPDATE webhook_endpoint SET state = 'deleted', disabled_reason = 'person'; UPDATE person_day SET rewarded_points = 0",
  );
  await world.database.pool.query("UPDATE programme SET troubles_told_to = ''");
});

const rewarded = (points: number) =>
  world.database.pool.query(
    "INSERT INTO person_day VALUES ($1, $2, $3, 0) ON CONFLICT (user_id, business_date) DO UPDATE SET rewarded_points = excluded.rewarded_points",
    [client.userId, TODAY, points],
  );

const found = async (now = NOW) =>
  (await findInDatabase(world.database.pool, { now, everyMs: 10 * MINUTE_MS })).map(({ key }) => key);

async function endpoint(fields: { state?: string; reason?: string } = {}): Promise<number> {
  const { state = "active", reason = null } = fields;
  const { rows } = await world.database.pool.query<{ id: number }>(
    "INSERT INTO webhook_endpoint (merchant_id, url, event_types, state, disabled_reason, disabled_at) VALUES ($1, 'https://hooks.example/secret', '{points.rewarded}', $2, $3, $4) RETURNING id",
    [world.ours.merchantId, state, reason, state === "active" ? null : NOW],
  );
  return rows[0]?.id ?? 0;
}

describe("a limit of the day", () => {
  test("is told of from four fifths on, of the client and of its merchant, by the programme's limits", async () => {
    const key = `client ${client.id} rewards`;
    await rewarded(799_999);
    expect(await found()).toEqual([]);
    await rewarded(800_000);
    expect(await found()).toEqual([`limit near: ${key}`]);
    await rewarded(985_000);
    expect(await found()).toEqual([`limit near: ${key}`, `limit reached: ${key}`]);
    const [use] = await readDayUse(world.database.pool, NOW);
    expect(use).toMatchObject({ en: "All tills", used: 985_000, max: 1_000_000 });
    await rewarded(4_100_000);
    await world.database.prisma.apiClient.update({
      where: { id: client.id },
      data: { hasOwnLimits: true, personRewardPointsMax: 10_000_000 },
    });
    expect(await found()).toEqual([`limit near: merchant ${world.ours.merchantId} rewards`]);
    await world.database.prisma.apiClient.update({
      where: { id: client.id },
      data: { hasOwnLimits: false, personRewardPointsMax: null },
    });
  });

  test("is that of the programme's day, and over at midnight", async () => {
    await rewarded(1_000_000);
    const evening = new Date("2026-11-21T21:59:00Z");
    expect(await found(evening)).toHaveLength(2);
    expect(await found(new Date(evening.getTime() + 2 * MINUTE_MS))).toEqual([]);
    expect((await readDayUse(world.database.pool, evening)).map(shareOf)).toContain(1);
  });
});

describe("an endpoint of webhooks", () => {
  test("is told of once it is switched off by failures, and not when a person did so", async () => {
    const off = await endpoint({ state: "disabled", reason: "gone" });
    await endpoint({ state: "disabled", reason: "person" });
    expect(await found()).toEqual([`endpoint off: ${off}`]);
  });

  test("is late by the age of the event's own fact, whenever the delivery was made of it", async () => {
    const id = await endpoint();
    const deliver = (happened: Date) =>
      world.database.pool.query(
        "INSERT INTO webhook_delivery (endpoint_id, event_id, type, subject, payload, next_attempt_at, give_up_at, created_at) VALUES ($1, $2, 'points.rewarded', 'wallet:1', $3, $4, $4, $4)",
        [id, `evt_${happened.getTime()}`, JSON.stringify({ timestamp: happened }), NOW],
      );
    await deliver(new Date(NOW.getTime() - 14 * MINUTE_MS));
    expect(await found()).toEqual([]);
    await world.database.pool.query("DELETE FROM webhook_delivery");
    await deliver(new Date(NOW.getTime() - 16 * MINUTE_MS));
    expect(await found()).toEqual([`endpoint late: ${id}`]);
    await world.database.pool.query("DELETE FROM webhook_delivery");
  });
});

describe("the watch", () => {
  const DISK: Trouble = {
    key: "disk: /data",
    text: { en: "The disk is nearly full.", ar: "القرص يوشك على الامتلاء." },
  };

  /** A machine of its own, with the causes that only it knows of. */
  function machine(name: string, { isAway = (): boolean => false } = {}) {
    const noted: string[] = [];
    const sent: string[] = [];
    const own: Trouble[] = [];
    const pool = new Proxy(world.database.pool, {
      get: (target, property) => {
        if (property === "query" && isAway()) return () => Promise.reject(new Error("away"));
        const value = Reflect.get(target, property);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const word = ({ state, trouble }: Notice) => `${state} ${trouble.key}`;
    const watch = new Watch({
      ...{ pool, clock: world.clock, anchorEveryMs: 10 * MINUTE_MS, machine: name },
      onMachine: async () => [...own],
      note: (notice) => noted.push(word(notice)),
      send: async (to, notice) => void sent.push(`${to} ${word(notice)}`),
      onSendError: () => undefined,
    });
    const look = async (times: number) => {
      for (let count = 0; count < times; count += 1) await watch.look();
      return noted.splice(0);
    };
    return { watch, look, own, sent };
  }

  test("tells a cause once when it lasts and once when it is over, whichever machine finds it, and after a restart", async () => {
    const [one, other] = [machine("one"), machine("other")];
    await endpoint({ state: "disabled", reason: "failing" });
    expect(await one.look(1)).toEqual([]);
    const [began] = await one.look(3);
    expect(began).toMatch(/^began endpoint off: \d+$/);
    expect(await other.look(3)).toEqual([]);
    expect(await machine("one").look(3)).toEqual([]);
    await world.database.pool.query(
      "UPDATE webhook_endpoint SET state = 'deleted', disabled_reason = 'person'",
    );
    expect(await other.look(2)).toEqual([began?.replace("began", "over")]);
    expect(await one.look(2)).toEqual([]);
  });

  test("leaves the causes of another machine to that machine", async () => {
    const [one, other] = [machine("one"), machine("other")];
    one.own.push(DISK);
    expect(await one.look(2)).toEqual([`began ${DISK.key}`]);
    expect(await other.look(2)).toEqual([]);
    one.own.pop();
    expect(await one.look(1)).toEqual([`over ${DISK.key}`]);
  });

  test("tells those whom the programme names, by the addresses it knew, while the database is away", async () => {
    await world.database.pool.query(
      "UPDATE programme SET troubles_told_to = 'night@shop.example, https://hooks.example/x'",
    );
    let isAway = false;
    const one = machine("one", { isAway: () => isAway });
    // Known from the start on: the database is away before the first look.
    await one.watch.readAddresses();
    isAway = true;
    const gone: Trouble = { key: "not ready: database", text: { en: "Away.", ar: "لا تستجيب." } };
    one.own.push(gone);
    expect(await one.look(4)).toEqual([`began ${gone.key}`]);
    expect(one.sent).toEqual([
      `night@shop.example began ${gone.key}`,
      `https://hooks.example/x began ${gone.key}`,
    ]);
    one.own.pop();
    isAway = false;
    expect(await one.look(2)).toEqual([`over ${gone.key}`]);
    expect(one.sent).toHaveLength(4);
  });
});
