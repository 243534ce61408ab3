import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimDue, type DeliveryOptions, deliverDue, pauseMs } from "@/lib/areas/webhooks/deliver";
import { EVENT_TYPES, eventText } from "@/lib/areas/webhooks/event-types";
import {
  FEED_START,
  type FeedCursor,
  type FeedPage,
  parseFeedCursor,
  readFeed,
} from "@/lib/areas/webhooks/feed";
import { pumpEvents } from "@/lib/areas/webhooks/pump";
import { readEvents } from "@/lib/areas/webhooks/read-events";
import { startEventSchedule } from "@/lib/areas/webhooks/schedule";
import {
  isEndpointUrl,
  mayReach,
  newWebhookSecret,
  openSecret,
  sealSecret,
  sendWebhook,
} from "@/lib/areas/webhooks/send";
import { ManualClock } from "@/lib/platform/clock";
import { EVENT_SCHEMAS, type EventGroup } from "@/lib/points-api/events";
import { problemsOfWebhook } from "@/tests/support/contract";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createMerchant,
  createWorld,
  startProcess,
  type TestProcess,
  type TestWallet,
  until,
  type World,
} from "@/tests/support/ledger";
import { type Received, Receiver } from "@/tests/support/receiver";

const SERVICE_SECRET = "only-for-tests-only-for-tests-only-for-tests";
const MINUTE = 60_000;

let database: TestDatabase;
let world: World;
let till: TestProcess;
let receiver: Receiver;
let options: DeliveryOptions;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  till = startProcess(database.url, { clock });
  receiver = new Receiver();
  await receiver.start();
});
afterAll(async () => {
  await receiver.stop();
  await till.stop();
  await database.drop();
});
beforeEach(() => {
  clock.set(new Date());
  receiver.reset();
  options = {
    pool: database.pool,
    clock,
    policy: { allowsLoopback: true },
    serviceSecret: SERVICE_SECRET,
    systemUserId: world.systemUserId,
    // Long enough for a busy machine: what is not answered in time is rightly sent again.
    timeoutMs: 10_000,
  };
});
afterEach(async () => {
  await pumpAll();
  await database.pool.query(
    "UPDATE webhook_endpoint SET state = 'deleted', disabled_reason = 'person' WHERE state <> 'deleted'",
  );
});

interface TestEndpoint {
  id: number;
  secret: string;
}

async function endpoint({
  merchantId = world.merchantId,
  path = "/",
  types = EVENT_TYPES as readonly string[],
} = {}): Promise<TestEndpoint> {
  await pumpAll();
  const { rows } = await database.pool.query<{ id: number }>(
    "INSERT INTO webhook_endpoint (merchant_id, url, event_types) VALUES ($1, $2, $3) RETURNING id",
    [merchantId, receiver.url + path, types],
  );
  const id = rows[0]?.id ?? 0;
  return { id, secret: await addSecret(id) };
}

async function addSecret(endpointId: number, expiresAt: Date | null = null): Promise<string> {
  const secret = newWebhookSecret();
  await database.pool.query(
    "INSERT INTO webhook_secret (endpoint_id, sealed, last4, expires_at) VALUES ($1, $2, $3, $4)",
    [endpointId, sealSecret(secret, SERVICE_SECRET), secret.slice(-4), expiresAt],
  );
  return secret;
}

async function pumpAll(): Promise<void> {
  while (await pumpEvents({ pool: database.pool, clock }));
}

async function deliverAll(): Promise<void> {
  while ((await deliverDue(options)) > 0);
}

async function states(endpointId: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ state: string }>(
    "SELECT state FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY id",
    [endpointId],
  );
  return rows.map(({ state }) => state);
}

const reward = (wallet: TestWallet, value: number) => till.ledger.post(world.commands.reward(wallet, value));
const pointsReceived = () => receiver.received.map(({ event }) => event.data.points);

describe("an event", () => {
  test("is signed so that the library accepts it, and carries ids and a masked number only", async () => {
    const { id, secret } = await endpoint();
    const wallet = await world.wallet({ name: "Mona Adel" });
    const { entry } = await reward(wallet, 120);
    await pumpAll();
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    const [received] = receiver.received;
    expect(new Webhook(secret).verify(received?.body ?? "", received?.headers ?? {})).toMatchObject({
      id: `evt_p${entry.id}`,
      type: "points.rewarded",
      timestamp: entry.createdAt.toISOString(),
      data: { walletId: wallet.id, walletCode: wallet.walletCode, points: 120, totalPoints: 120 },
    });
    expect(received?.headers["webhook-id"]).toBe(`evt_p${entry.id}`);
    expect(received?.body).not.toContain("Mona");
    expect(received?.body).not.toContain(wallet.contactMsisdn.slice(3));
    expect(await states(id)).toEqual(["delivered"]);
  });

  test("is signed with both secrets during a rotation, and with the new one alone afterwards", async () => {
    const { id, secret: old } = await endpoint();
    await database.pool.query("UPDATE webhook_secret SET expires_at = $2 WHERE endpoint_id = $1", [
      id,
      new Date(clock.now().getTime() + MINUTE),
    ]);
    const next = await addSecret(id);
    const wallet = await world.wallet();
    await reward(wallet, 1);
    await pumpAll();
    await deliverAll();
    const [both] = receiver.received;
    for (const secret of [old, next]) new Webhook(secret).verify(both?.body ?? "", both?.headers ?? {});
    clock.advance(2 * MINUTE);
    await reward(wallet, 2);
    await pumpAll();
    await deliverAll();
    const last = receiver.received.at(-1);
    expect(last?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    expect(() => new Webhook(old).verify(last?.body ?? "", last?.headers ?? {})).toThrow();
  });

  test("is not told before its movement is committed, and then once, however many look for it", async () => {
    const { id } = await endpoint();
    const wallet = await world.wallet();
    const other = await database.pool.connect();
    try {
      await other.query("BEGIN");
      await other.query("SELECT nextval('entry_id_seq')");
      await reward(wallet, 5);
      await pumpEvents({ pool: database.pool, clock });
      expect(await states(id)).toEqual([]);
      await other.query("COMMIT");
    } finally {
      other.release();
    }
    await Promise.all(Array.from({ length: 6 }, () => pumpAll()));
    await deliverAll();
    expect(pointsReceived()).toEqual([5]);
  });

  test("goes to the merchants it concerns, of the types that were chosen", async () => {
    const otherMerchantId = await createMerchant(database.pool);
    const own = await endpoint({ types: ["points.redeemed", "points.adjusted", "wallet.status_changed"] });
    const foreign = await endpoint({ merchantId: otherMerchantId });
    const wallet = await world.wallet();
    await reward(wallet, 50);
    await till.ledger.post(world.commands.redeem(wallet, 20));
    // Nobody's merchant: those where the wallet was used are told.
    const nobody = { ...world.actor(), merchantId: null, branchId: null, branchMsisdn: null };
    await till.ledger.post({ ...world.commands.adjust(wallet, 3), actor: nobody });
    await database.pool.query(
      `INSERT INTO audit_log (action, subject_type, subject_id, before, after, user_id)
       VALUES ('wallet.set_status', 'wallet', $1, '{"statusId":1}', '{"statusId":3,"reason":"Lost","mergedIntoWalletCode":null}', $2)`,
      [wallet.walletCode, world.userId],
    );
    await pumpAll();
    await deliverAll();
    expect(receiver.received.map(({ event }) => event.type)).toEqual([
      "points.redeemed",
      "points.adjusted",
      "wallet.status_changed",
    ]);
    const changed = receiver.received.at(-1)?.event.data;
    expect(changed).toMatchObject({
      walletStatusId: 3,
      changed: ["mergedIntoWalletCode", "reason", "statusId"],
    });
    // What an act notes as not there is left out.
    expect(Object.values(changed ?? {})).not.toContain(null);
    expect(JSON.stringify(changed)).not.toContain("Lost");
    expect(await states(own.id)).toHaveLength(3);
    expect(await states(foreign.id)).toEqual([]);
  });
});

describe("a receiver", () => {
  test("that refuses one event gets it again, in order for its wallet, while other wallets go on", async () => {
    const { id } = await endpoint();
    const [stuck, free] = [await world.wallet(), await world.wallet()];
    let isBroken = true;
    receiver.answer = ({ event }, response) => {
      response.statusCode = isBroken && event.data.walletId === stuck.id ? 500 : 204;
      response.end("no");
    };
    for (const value of [1, 2, 3]) await reward(stuck, value);
    for (const value of [10, 20, 30]) await reward(free, value);
    await pumpAll();
    await deliverAll();
    expect(pointsReceived().filter((points) => Number(points) >= 10)).toEqual([10, 20, 30]);
    expect(pointsReceived().filter((points) => Number(points) < 10)).toEqual([1]);
    // At once again nothing is sent, and a few seconds later it is.
    await deliverAll();
    expect(pointsReceived().filter((points) => points === 1)).toHaveLength(1);
    clock.advance(6_000);
    await deliverAll();
    expect(pointsReceived().filter((points) => points === 1)).toHaveLength(2);
    isBroken = false;
    clock.advance(6_000);
    await deliverAll();
    expect(pointsReceived().slice(-3)).toEqual([1, 2, 3]);
    expect(new Set(await states(id))).toEqual(new Set(["delivered"]));
  });

  test.each([
    ["forty wallets", 40, 1],
    ["one wallet with many events", 1, 12],
    ["a single event", 1, 1],
  ])(
    "that is away for a minute is told again within 10 seconds of its return: %s",
    async (_, wallets, each) => {
      const { id } = await endpoint();
      let isAway = true;
      const accepted: Received[] = [];
      receiver.answer = (request, response) => {
        response.statusCode = isAway ? 503 : 200;
        response.end();
        if (!isAway) accepted.push(request);
      };
      for (let wallet = 0; wallet < wallets; wallet += 1) {
        const held = await world.wallet();
        for (let value = 1; value <= each; value += 1) await reward(held, value);
      }
      await pumpAll();
      for (let second = 0; second < MINUTE / 1_000; second += 1) {
        await deliverAll();
        clock.advance(1_000);
      }
      const triedWhileAway = receiver.received.length;
      isAway = false;
      for (let second = 0; second < 10; second += 1) {
        await deliverAll();
        clock.advance(1_000);
      }
      // Everything has arrived: each event once, those of one wallet in their order.
      expect(await states(id)).toEqual(Array(wallets * each).fill("delivered"));
      expect(accepted).toHaveLength(wallets * each);
      expect(new Set(accepted.map(({ event }) => event.id)).size).toBe(wallets * each);
      for (const walletId of new Set(accepted.map(({ event }) => event.data.walletId)))
        expect(
          accepted
            .filter(({ event }) => event.data.walletId === walletId)
            .map(({ event }) => event.data.points),
        ).toEqual(Array.from({ length: each }, (_, index) => index + 1));
      // Nor was it hammered on while it was away: as many at first as may be tried at once, then one every few seconds.
      expect(triedWhileAway).toBeLessThan(wallets * 2 + 20);
    },
  );

  test("that is away for long is tried at longer and longer intervals, however many events wait", () => {
    const pauses = [0, 60_000, 10 * MINUTE, 60 * MINUTE, 10 * 60 * MINUTE, 5 * 24 * 60 * MINUTE].map(pauseMs);
    expect(pauses).toEqual([5_000, 5_000, 5_000, 30_000, 5 * MINUTE, 5 * MINUTE]);
  });

  test("that is away is tried with another event each time, so that one it always refuses does not hide its return", async () => {
    const { id } = await endpoint();
    const [stuck, free] = [await world.wallet(), await world.wallet()];
    let isAway = true;
    receiver.answer = ({ event }, response) => {
      response.statusCode = isAway || event.data.walletId === stuck.id ? 500 : 200;
      response.end();
    };
    await reward(stuck, 1);
    await reward(free, 2);
    await pumpAll();
    for (let second = 0; second < 90; second += 1) {
      await deliverAll();
      clock.advance(1_000);
    }
    isAway = false;
    for (let second = 0; second < 12; second += 1) {
      await deliverAll();
      clock.advance(1_000);
    }
    expect(await states(id)).toEqual(["pending", "delivered"]);
  });

  test("that asks to be left alone for a while is", async () => {
    await endpoint();
    receiver.answer = (_, response) => {
      response.writeHead(503, { "Retry-After": "120" });
      response.end();
    };
    await reward(await world.wallet(), 1);
    await pumpAll();
    await deliverAll();
    clock.advance(119_000);
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    clock.advance(1_000);
    await deliverAll();
    expect(receiver.received).toHaveLength(2);
  });

  test("that fails for a day is given up on, told in the log of attempts, and the next event has its turn", async () => {
    const { id } = await endpoint();
    const wallet = await world.wallet();
    receiver.answer = ({ event }, response) => {
      response.statusCode = event.data.points === 1 ? 400 : 200;
      response.end("I do not like ones");
    };
    await reward(wallet, 1);
    await pumpAll();
    clock.advance(12 * 60 * MINUTE);
    await reward(wallet, 2);
    await pumpAll();
    for (let hours = 0; hours < 14; hours += 1) {
      await deliverAll();
      clock.advance(60 * MINUTE);
    }
    expect(await states(id)).toEqual(["dead", "delivered"]);
    const { rows } = await database.pool.query(
      `SELECT a.status, a.answer_start FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id
        WHERE d.endpoint_id = $1 ORDER BY a.id LIMIT 1`,
      [id],
    );
    expect(rows).toEqual([{ status: 400, answer_start: "I do not like ones" }]);
  });

  test("that hangs is cut off, and holds up no other", async () => {
    options.timeoutMs = 300;
    const slow = await endpoint({ path: "/hangs" });
    const quick = await endpoint({ path: "/quick" });
    receiver.answer = ({ path }, response) => {
      if (path === "/quick") response.end();
    };
    const wallet = await world.wallet();
    for (const value of [1, 2]) await reward(wallet, value);
    await pumpAll();
    await until(async () => {
      await deliverAll();
      clock.advance(MINUTE);
      return (await states(quick.id)).every((state) => state === "delivered");
    });
    expect(await states(slow.id)).toEqual(["pending", "pending"]);
    const { rows } = await database.pool.query(
      "SELECT DISTINCT error FROM webhook_attempt WHERE error IS NOT NULL",
    );
    expect(rows).toEqual([{ error: "timeout" }]);
  });

  test("that answers without end, or slowly, is believed by its status and read no further", async () => {
    const { id } = await endpoint();
    receiver.answer = (_, response) => {
      response.writeHead(200);
      const write = () => response.writable && response.write("x".repeat(65_536), () => setImmediate(write));
      write();
      response.on("error", () => undefined);
    };
    await reward(await world.wallet(), 9);
    await pumpAll();
    await deliverAll();
    expect(await states(id)).toEqual(["delivered"]);
    const { rows } = await database.pool.query<{ length: number }>(
      `SELECT length(a.answer_start) AS length FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ length: 1_000 }]);
  });

  test.each([
    ["200 OK", "500 Oops", "delivered"],
    ["500 Oops", "200 OK", "pending"],
  ])("that answers twice, %s and then %s, is taken by its first word", async (first, second, state) => {
    const { id } = await endpoint();
    const lines = (status: string) => `HTTP/1.1 ${status}\r\ncontent-length: 2\r\n\r\nhm`;
    receiver.answer = (_, response) => response.socket?.end(lines(first) + lines(second));
    await reward(await world.wallet(), 9);
    await pumpAll();
    await deliverAll();
    expect(await states(id)).toEqual([state]);
    const { rows } = await database.pool.query<{ status: number }>(
      "SELECT a.status FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1",
      [id],
    );
    expect(rows).toEqual([{ status: Number(first.slice(0, 3)) }]);
    expect(receiver.received).toHaveLength(1);
  });

  test("that answers 410 is left alone for good, and the merchant finds it in the audit log", async () => {
    const { id } = await endpoint();
    receiver.answer = (_, response) => {
      response.statusCode = 410;
      response.end();
    };
    const wallet = await world.wallet();
    for (const value of [1, 2]) await reward(wallet, value);
    await pumpAll();
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    expect(await states(id)).toEqual(["dead", "dead"]);
    const found = await database.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    expect(found).toMatchObject({ state: "disabled", disabledReason: "gone" });
    const act = await database.prisma.auditLog.findFirstOrThrow({
      where: { subjectType: "webhook", subjectId: String(id) },
    });
    expect(act).toMatchObject({ action: "webhook.disable", merchantId: world.merchantId });
  });

  test("at which nothing arrives for days is disabled", async () => {
    const { id } = await endpoint();
    receiver.answer = (_, response) => {
      response.statusCode = 503;
      response.end();
    };
    const wallet = await world.wallet();
    for (let day = 0; day < 7; day += 1) {
      await reward(wallet, day + 1);
      await pumpAll();
      await deliverAll();
      clock.advance(24 * 60 * MINUTE);
    }
    const found = await database.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    expect(found).toMatchObject({ state: "disabled", disabledReason: "failing" });
  });

  test("that sends elsewhere is not followed", async () => {
    await endpoint();
    receiver.answer = (_, response) => {
      response.writeHead(302, { location: `${receiver.url}/elsewhere` });
      response.end();
    };
    await reward(await world.wallet(), 1);
    await pumpAll();
    await deliverAll();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/"]);
  });
});

test("what was sent but not written down before a crash is sent again with the same id", async () => {
  const { id } = await endpoint();
  await reward(await world.wallet(), 77);
  await pumpAll();
  // The process takes it, sends it, and dies before it can say so.
  const [claimed] = await claimDue(options, { limit: 5 });
  expect(await claimDue(options, { limit: 5 })).toEqual([]);
  clock.advance(2 * MINUTE);
  await deliverAll();
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([claimed?.eventId]);
  expect(await states(id)).toEqual(["delivered"]);
});

test("two processes that deliver at once send each event once, each wallet's in order", async () => {
  const { id } = await endpoint();
  const wallets = await Promise.all(Array.from({ length: 5 }, () => world.wallet()));
  let isFirst = true;
  receiver.answer = (_, response) => {
    response.statusCode = isFirst ? 500 : 200;
    isFirst = false;
    response.end();
  };
  const live = { ...options, clock: { now: () => new Date() } };
  const schedules = [1, 2].map(() => startEventSchedule({ ...live, lookEveryMs: 20 }));
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const wallet = wallets[index % wallets.length];
      if (wallet === undefined) throw new Error("No wallet");
      return reward(wallet, index + 1);
    }),
  );
  await until(async () => {
    const found = await states(id);
    return found.length === 60 && found.every((state) => state === "delivered");
  }, 25_000);
  await Promise.all(schedules.map((schedule) => schedule.stop()));
  expect(receiver.received).toHaveLength(61);
  for (const { id: walletId } of wallets) {
    const logIds = receiver.received
      .map(({ event }) => event.data)
      .filter((data) => data.walletId === walletId)
      .map(({ logId }) => Number(logId));
    expect(logIds).toEqual([...logIds].sort((one, other) => one - other));
  }
});

test("the feed gives a merchant all of its events, page by page, under the same ids", async () => {
  const wallet = await world.wallet();
  const foreignId = await createMerchant(database.pool);
  const posted = [];
  for (const value of [1, 2, 3, 4, 5]) posted.push((await reward(wallet, value)).entry.id);
  await till.ledger.post({
    ...world.commands.reward(await world.wallet(), 8),
    actor: world.actor({ merchantId: foreignId, branchId: null, branchMsisdn: null }),
  });
  const seen: string[] = [];
  let page = await pageAfter(FEED_START, 1_000);
  // The pages of before this test's own entries were numbered.
  while (page.hasMore && page.events.at(-1)?.id !== `evt_p${posted.at(-1)}`) {
    seen.push(...page.events.map(({ id }) => id));
    page = await pageAfter(page.cursor, 2);
  }
  seen.push(...page.events.map(({ id }) => id));
  expect(seen.slice(-posted.length)).toEqual(posted.map((entryId) => `evt_p${entryId}`));
  expect(new Set(seen).size).toBe(seen.length);
});

/** A page of the feed's rewards, which there has to be. */
async function pageAfter(cursor: FeedCursor | string, limit = 2): Promise<FeedPage> {
  const page = await askFeed(cursor, limit);
  if (page === null) throw new Error(`The feed does not know the cursor ${JSON.stringify(cursor)}`);
  return page;
}

function askFeed(cursor: FeedCursor | string, limit = 2): Promise<FeedPage | null> {
  const read = typeof cursor === "string" ? parseFeedCursor(cursor) : cursor;
  if (read === null) throw new Error(`${JSON.stringify(cursor)} is no cursor`);
  return readFeed(database.pool, {
    merchantId: world.merchantId,
    cursor: read,
    limit,
    types: ["points.rewarded"],
  });
}

test("the feed tells of a newcomer's reward and of the bonus that it brought another customer", async () => {
  await database.pool.query("UPDATE programme SET referral_bonus = 20, referral_newcomer_bonus = 5");
  const referrer = await world.wallet();
  const before = await reward(referrer, 1);
  const { entry } = await reward(await world.wallet({ broughtBy: referrer }), 10);
  await database.pool.query("UPDATE programme SET referral_bonus = 0, referral_newcomer_bonus = 0");
  const { events } = await readEvents(database.pool, {
    after: { entryId: before.entry.id, auditId: Number.MAX_SAFE_INTEGER },
    limit: 1_000,
    merchantIds: [world.merchantId],
  });
  expect(events).toMatchObject([
    { type: "points.rewarded", data: { logId: entry.id, points: 15 } },
    { type: "points.adjusted", data: { walletId: referrer.id, points: 20, relatedLogId: entry.id } },
  ]);
});

describe("a cursor of the feed", () => {
  test("names what it stands for, so that one whose numbers now belong to other rows is not believed", async () => {
    const wallet = await world.wallet();
    await reward(wallet, 1);
    const { cursor } = await pageAfter(FEED_START, 1_000);
    const [entryId, auditId, mark = ""] = cursor.split(".");
    expect(mark).toMatch(/^[\da-f]{12}$/);
    expect(await askFeed(cursor)).not.toBeNull();
    const other = mark.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(await askFeed(`${entryId}.${auditId}.${other}`)).toBeNull();
  });

  test("from the future is not known, with a mark and without", async () => {
    const { cursor } = await pageAfter(FEED_START, 1_000);
    const [entryId = 0, auditId = 0] = cursor.split(".").map(Number);
    expect(await askFeed({ entryId: entryId + 1_000_000, auditId, mark: null })).toBeNull();
    expect(await askFeed({ entryId, auditId: auditId + 1_000_000, mark: null })).toBeNull();
    expect(await askFeed({ entryId: entryId + 1_000_000, auditId, mark: "0123456789ab" })).toBeNull();
  });

  test("that was given out before cursors had marks still works", async () => {
    const { entry } = await reward(await world.wallet(), 1);
    await reward(await world.wallet(), 2);
    const page = await pageAfter(`${entry.id}.0`, 1_000);
    expect(page.events.map(({ data }) => data.points)).toContain(2);
  });
});

test("what the feed and the webhooks tell is what their published schemas say, and nothing beside it", async () => {
  const part = await readEvents(database.pool, {
    after: { entryId: 0, auditId: 0 },
    limit: 1_000,
    merchantIds: [world.merchantId],
  });
  expect(part.events.length).toBeGreaterThan(0);
  for (const event of part.events) {
    const told = JSON.parse(eventText(event));
    const schema = EVENT_SCHEMAS[event.type.split(".")[0] as EventGroup];
    expect(schema.parse(told)).toEqual(told);
    expect(problemsOfWebhook(event.type.split(".")[0] ?? "", told)).toEqual([]);
  }
});

describe("an address inside", () => {
  test.each([
    "10.0.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "2001:db8::1",
  ])("%s is not reached", (address) => {
    expect(mayReach(address, { allowsLoopback: false })).toBe(false);
  });

  test.each(["8.8.8.8", "2606:4700:4700::1111"])("%s is outside", (address) => {
    expect(mayReach(address, { allowsLoopback: false })).toBe(true);
  });

  test.each([
    ["http://example.com/", false],
    ["https://example.com/hooks?a=1", true],
    ["https://user:secret@example.com/", false],
    ["https://10.0.0.1/", false],
    ["https://[::1]/", false],
    ["https://2130706433/", false],
    ["https://0x7f.1/", false],
    ["https://localhost/", false],
    ["https://intranet/", false],
    ["ftp://example.com/", false],
    ["not a url", false],
  ])("%s as an endpoint: %s", (url, isAllowed) => {
    expect(isEndpointUrl(url, { allowsLoopback: false })).toBe(isAllowed);
  });

  test("is refused at the moment of connecting, whatever the name says", async () => {
    // This name leads to this machine, and no list of names knows it.
    for (const url of [receiver.url, "https://localhost.localdomain:1/", "https://127.0.0.1.nip.invalid/"]) {
      const { status, error } = await sendWebhook({
        url,
        headers: {},
        body: "{}",
        policy: { allowsLoopback: false },
        timeoutMs: 2_000,
      });
      expect(status).toBeNull();
      expect(["address_refused", "name"]).toContain(error);
    }
    expect(receiver.received).toEqual([]);
  });
});

test("a secret is sealed: another service's secret, or a changed byte, opens nothing", () => {
  const secret = newWebhookSecret();
  const sealed = sealSecret(secret, SERVICE_SECRET);
  expect(openSecret(sealed, SERVICE_SECRET)).toBe(secret);
  expect(openSecret(sealed, `${SERVICE_SECRET}!`)).toBeNull();
  const changed = Buffer.from(sealed);
  changed[20] = (changed[20] ?? 0) ^ 1;
  expect(openSecret(changed, SERVICE_SECRET)).toBeNull();
});
