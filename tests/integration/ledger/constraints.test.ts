import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_SETTINGS } from "@/lib/ledger/rules/programme-settings";
import { columnOf, initialValues, namesOf, type Setting } from "@/lib/ledger/rules/setting";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createPromotion,
  createWorld,
  expectSound,
  reference,
  startProcess,
  type TestPromotion,
  type World,
} from "@/tests/support/ledger";

/**
 * The database refuses what would falsify the ledger, whoever asks and whatever the code does. Every guard on the
 * ledger's tables is tried here, as the role that the service itself uses; the last test knows them all by name.
 */
let database: TestDatabase;
let world: World;
let walletId: number;
let emptyWalletId: number;
let redemptionId: number;
let rewardId: number;
let returnedId: number;
let promotion: TestPromotion;
let captureId: number;
let holdId: number;
let pendingId: number;
/** A newcomer whose reward is still to come, and who brought them; one whose reward has come. */
let newcomerId: number;
let referrerId: number;
let paidId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  const till = startProcess(database.url);
  const wallet = await world.wallet({ name: "Mona", hasPin: true });
  const { reward, redeem, refund, takeBack, cancel, hold, capture } = world.commands;
  const rightPin = { kind: "checked", pinVersion: 1, correct: true } as const;
  rewardId = (await till.ledger.post(reward(wallet, 1_000, { reference: reference("k") }))).entry.id;
  redemptionId = (
    await till.ledger.post(redeem(wallet, 400, { pin: { kind: "checked", pinVersion: 1, correct: true } }))
  ).entry.id;
  await till.ledger.post(refund(wallet, redemptionId, { points: 100 }));
  const wrong = (await till.ledger.post(reward(wallet, 5))).entry.id;
  await till.ledger.post(cancel(wallet, wrong));
  const held = (await till.ledger.post(hold(wallet, 30, { pin: rightPin }))).entry.id;
  captureId = (await till.ledger.post(capture(wallet, held, { points: 10 }))).entry.id;
  holdId = (await till.ledger.post(hold(wallet, 40, { pin: rightPin }))).entry.id;
  await database.pool.query("UPDATE programme SET ripening_days = 7");
  pendingId = (await till.ledger.post(reward(wallet, 50))).entry.id;
  await database.pool.query("UPDATE programme SET ripening_days = 0");
  returnedId = (await till.ledger.post(reward(wallet, 20))).entry.id;
  await till.ledger.post(takeBack(wallet, returnedId, { points: 5 }));
  await database.pool.query(
    "INSERT INTO audit_log (action, subject_type, subject_id) VALUES ('a', 'b', 'c')",
  );
  await database.pool.query("INSERT INTO heartbeat (at) VALUES (now())");
  // Only for these: an offer of 10 points, once for each customer, with room for one more.
  promotion = await createPromotion(database.pool, { rule: { skuIds: ["A"] }, budget: 25, walletMax: 1 });
  await till.ledger.post(reward(await world.wallet(), 1, { skuId: "A" }));
  walletId = wallet.id;
  emptyWalletId = (await world.wallet()).id;
  const referrer = await world.wallet();
  referrerId = referrer.id;
  newcomerId = (await world.wallet({ broughtBy: referrer })).id;
  const paid = await world.wallet({ broughtBy: referrer });
  paidId = paid.id;
  await database.pool.query("UPDATE programme SET referral_bonus = 20, referral_newcomer_bonus = 5");
  await till.ledger.post(reward(paid, 30));
  await till.stop();
});
afterAll(async () => {
  await expectSound(database.pool);
  await database.drop();
});

const tried = new Set<string>();

/** Runs SQL in a transaction that is undone, and says which guard refused it; null when none did. */
async function refusedBy(sql: string): Promise<string | null> {
  const client = await database.owner.connect();
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    return null;
  } catch (error) {
    const { code, constraint } = error as pg.DatabaseError;
    if (code?.startsWith("23") !== true || constraint === undefined) throw error;
    return constraint;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

async function expectRefused(guard: string, sql: string): Promise<void> {
  tried.add(guard);
  expect(await refusedBy(sql), sql).toBe(guard);
}

/** An entry that continues the wallet's log, and the wallet with it, in one statement as the service writes them. */
function nextEntry(columns: Record<string, string> = {}, wallet: Record<string, string> = {}): string {
  const set = Object.entries({
    seq: "w.last_seq + 1",
    id: "nextval('entry_id_seq')",
    log_type_id: "6",
    points_delta: "10",
    amount: "10",
    balance_after: "w.balance + 10",
    suspended_after: "w.suspended",
    accumulated_after: "w.accumulated",
    redeemed_after: "w.redeemed",
    related_entry_id: "NULL",
    hash: "sha256('next')",
    ...columns,
  });
  const change = set.map(([name, value]) => `'${name}', ${value}`).join(", ");
  const update = Object.entries({
    last_seq: "n.seq",
    balance: "n.balance_after",
    accumulated: "n.accumulated_after",
    redeemed: "n.redeemed_after",
    suspended: "n.suspended_after",
    last_hash: "n.hash",
    ...wallet,
  });
  return `
    WITH n AS (INSERT INTO entry SELECT (jsonb_populate_record(e, jsonb_build_object(${change}))).* FROM entry e
                 JOIN wallet w ON w.id = e.wallet_id AND w.last_seq = e.seq WHERE w.id = ${walletId} RETURNING *)
    UPDATE wallet w SET ${update.map(([name, value]) => `${name} = ${value}`).join(", ")} FROM n WHERE w.id = n.wallet_id`;
}

test("an entry that continues its log is accepted, so that what follows is refused for its own reason", async () => {
  expect(await refusedBy(nextEntry())).toBeNull();
});

describe("the log, the references and the audit log", () => {
  const appendOnly: [table: string, column: string][] = [
    ["entry", "comment"],
    ["idempotency_key", "key"],
    ["audit_log", "action"],
    ["chain_link", "chain"],
    ["anchor", "key_id"],
    ["security_event", "kind"],
    ["consent_text", "text_en"],
    ["wallet_consent", "via"],
  ];
  test.each(appendOnly)("%s can only be added to", async (table, column) => {
    const guard = `${table}_append_only`;
    await expectRefused(guard, `UPDATE ${table} SET ${column} = ${column}`);
    await expectRefused(guard, `UPDATE ${table} SET ${column} = 'x' WHERE false`);
    await expectRefused(guard, `DELETE FROM ${table}`);
    tried.add(`${table}_not_truncated`);
    await expectRefused(guard, `TRUNCATE ${table} CASCADE`);
    await expectRefused(
      guard,
      `MERGE INTO ${table} t USING (SELECT 1) s ON true WHEN MATCHED THEN UPDATE SET ${column} = 'x'`,
    );
  });

  test("an insert that would overwrite is refused too", async () => {
    await expectRefused(
      "idempotency_key_append_only",
      "INSERT INTO idempotency_key SELECT * FROM idempotency_key ON CONFLICT (user_id, operation, key) DO UPDATE SET entry_id = 1",
    );
  });

  const kept = ["wallet", "branch", "merchant", "app_user", "segment_version", "reversal", "lot"];
  test.each([...kept, "point_adjustment"])("rows of %s cannot be removed", async (table) => {
    tried.add(`${table}_not_deleted`).add(`${table}_not_truncated`);
    await expectRefused(`${table}_append_only`, `DELETE FROM ${table}`);
    await expectRefused(`${table}_append_only`, `TRUNCATE ${table} CASCADE`);
  });
});

describe("a new entry", () => {
  const wrong: [guard: string, what: string, columns: Record<string, string>][] = [
    ["entry_continues_log", "leaves a gap", { seq: "w.last_seq + 2" }],
    ["entry_continues_log", "has a balance that does not follow", { balance_after: "w.balance + 11" }],
    [
      "entry_continues_log",
      "has suspended points that do not follow",
      { suspended_after: "w.suspended + 1" },
    ],
    ["entry_continues_log", "has a lower id than the one before", { id: "-1" }],
    ["entry_pkey", "takes a position that is taken", { seq: "w.last_seq" }],
    ["entry_seq_positive", "has no position", { seq: "0" }],
    ["entry_log_type", "is of an unknown kind", { log_type_id: "13" }],
    ["entry_channel", "came through an unknown channel", { channel_id: "0" }],
    ["entry_amount_moved", "says another amount than it moves", { amount: "11" }],
    ["entry_amount_moved", "is worth less than nothing", { amount_value: "-1" }],
    ["entry_hundredths", "has piastres that make a pound", { amount_hundredths: "100" }],
    ["entry_hundredths", "has less than no piastres", { amount_hundredths: "-1" }],
    ["entry_hundredths", "has thousandths that are none", { amount_hundredths: "1000" }],
    [
      "entry_direction",
      "is a reward that takes",
      { log_type_id: "2", points_delta: "-10", balance_after: "w.balance - 10" },
    ],
    ["entry_direction", "is a redemption that gives", { log_type_id: "1", amount: "-10" }],
    ["entry_direction", "is a return that gives", { log_type_id: "11", related_entry_id: "1" }],
    [
      "entry_spending_not_below_zero",
      "spends more than there is",
      {
        log_type_id: "1",
        points_delta: "-1 - w.balance",
        amount: "w.balance + 1",
        balance_after: "-1",
      },
    ],
    [
      "entry_suspended_only_where_allowed",
      "is a reward of spendable and of pending points",
      { log_type_id: "2", suspended_delta: "5", suspended_after: "w.suspended + 5" },
    ],
    [
      "entry_suspended_only_where_allowed",
      "is a refund of suspended points",
      { log_type_id: "3", related_entry_id: "1", suspended_delta: "5", suspended_after: "w.suspended + 5" },
    ],
    [
      "entry_suspended_only_where_allowed",
      "is a return that sets points aside",
      {
        log_type_id: "11",
        related_entry_id: "1",
        points_delta: "-10",
        balance_after: "w.balance - 10",
        suspended_delta: "10",
        suspended_after: "w.suspended + 10",
      },
    ],
    [
      "entry_direction",
      "captures a hold and gives more than was held",
      {
        log_type_id: "1",
        amount: "-5",
        related_entry_id: "1",
        suspended_delta: "-5",
        suspended_after: "w.suspended - 5",
      },
    ],
    [
      "entry_amount_moved",
      "captures a hold and says another amount than is redeemed",
      {
        log_type_id: "1",
        related_entry_id: "1",
        suspended_delta: "-30",
        suspended_after: "w.suspended - 30",
      },
    ],
    [
      "entry_reverses_something",
      "captures no hold",
      { log_type_id: "1", amount: "20", suspended_delta: "-30", suspended_after: "w.suspended - 30" },
    ],
    ["entry_direction", "is a hold that gives", { log_type_id: "12" }],
    [
      "entry_release_moves_suspended",
      "is a hold of more than it takes",
      {
        log_type_id: "12",
        points_delta: "-10",
        balance_after: "w.balance - 10",
        amount: "11",
        suspended_delta: "11",
        suspended_after: "w.suspended + 11",
      },
    ],
    [
      "entry_release_moves_suspended",
      "releases more than it takes from the suspended points",
      { log_type_id: "10", suspended_delta: "-5", suspended_after: "w.suspended - 5" },
    ],
    ["entry_reverses_something", "is a refund of nothing", { log_type_id: "3" }],
    ["entry_reverses_something", "is a cancellation of nothing", { log_type_id: "4" }],
    [
      "entry_reverses_something",
      "is a return of nothing",
      { log_type_id: "11", points_delta: "-10", balance_after: "w.balance - 10" },
    ],
    ["entry_hash_sha256", "has no whole hash", { hash: "'\\x00'::bytea" }],
  ];
  test.each(wrong)("%s: refused when it %s", async (guard, _what, columns) => {
    await expectRefused(guard, nextEntry(columns));
  });

  test("is refused when its id is another's in this wallet", async () => {
    tried.add("entry_id_key");
    // The order of ids is looked at after the statement, the unique index during it.
    expect(await refusedBy(nextEntry({ id: `${redemptionId}` }))).toBe("entry_id_key");
  });

  test("is refused without the wallet saying the same", async () => {
    const guard = "wallet_agrees_with_log";
    await expectRefused(guard, nextEntry({}, { balance: "n.balance_after + 1" }));
    await expectRefused(guard, nextEntry({}, { accumulated: "n.accumulated_after + 1" }));
    await expectRefused(guard, nextEntry({}, { redeemed: "n.redeemed_after + 1" }));
    await expectRefused(guard, nextEntry({}, { suspended: "n.suspended_after + 1" }));
    await expectRefused(guard, nextEntry({}, { last_hash: "sha256('other')" }));
    await expectRefused(guard, nextEntry({}, { last_seq: "n.seq + 1" }));
    const alone = nextEntry().replace(/UPDATE wallet w[\s\S]*$/, "SELECT 1");
    await expectRefused(guard, alone);
  });

  test("of a wallet that does not exist is refused", async () => {
    await expectRefused(
      "entry_wallet_id_fkey",
      nextEntry({ wallet_id: "987654", seq: "1" }).replace(/UPDATE wallet w[\s\S]*$/, "SELECT 1"),
    );
  });
});

describe("a wallet", () => {
  const update = (set: string, id = walletId) => `UPDATE wallet SET ${set} WHERE id = ${id}`;

  test("cannot be given points, totals, a position or a hash without an entry", async () => {
    tried.add("wallet_agrees_with_log_on_update");
    tried.add("wallet_agrees_with_log_on_insert");
    const guard = "wallet_agrees_with_log";
    for (const column of ["balance", "accumulated", "redeemed", "suspended"]) {
      await expectRefused(guard, update(`${column} = ${column} + 1`));
      await expectRefused(guard, update(`${column} = greatest(${column} - 1, 0) + 2`));
    }
    await expectRefused(guard, update("last_seq = last_seq - 1"));
    await expectRefused(guard, update("last_seq = last_seq + 1"));
    await expectRefused(guard, update("last_hash = sha256('x')"));
    await expectRefused(
      guard,
      update("last_seq = 0, last_hash = NULL, balance = 0, accumulated = 0, redeemed = 0, suspended = 0"),
    );
    await expectRefused(
      guard,
      `INSERT INTO wallet (wallet_code, contact_msisdn, segment_id, last_seq, balance, last_hash)
       VALUES ('rich', '+201119999999', ${world.segment.id}, 1, 1000, sha256('x'))`,
    );
  });

  test("has nothing before its first entry", async () => {
    const guard = "wallet_empty_before_first_entry";
    for (const set of [
      "balance = 1",
      "accumulated = 1",
      "redeemed = 1",
      "suspended = 1",
      "last_hash = sha256('x')",
    ])
      await expectRefused(guard, update(set, emptyWalletId));
    await expectRefused(guard, update("last_seq = 1", emptyWalletId));
  });

  test("cannot have suspended points or lifetime totals below zero", async () => {
    await expectRefused("wallet_suspended_not_negative", update("suspended = -1"));
    await expectRefused("wallet_totals_not_negative", update("accumulated = -1"));
    await expectRefused("wallet_totals_not_negative", update("redeemed = -1"));
  });

  test("has a known status, a number as it is dialled abroad, a segment, and a wallet it was merged into only when merged", async () => {
    await expectRefused("wallet_status", update("status_id = 0"));
    await expectRefused("wallet_status", update("status_id = 7"));
    for (const number of ["01110000001", "+0111", "+20 111", "x"])
      await expectRefused("wallet_msisdn_e164", update(`contact_msisdn = '${number}'`));
    await expectRefused("wallet_segment_id_fkey", update("segment_id = 9999"));
    const pooled = "parent_wallet_id = 999, family_role = 'pooled', pool_wallet_id = 999";
    await expectRefused("wallet_pool_wallet_id_fkey", update(pooled));
    await expectRefused("wallet_open_referrer_id_fkey", update("open_referrer_id = 999"));
    await expectRefused("wallet_merged", update(`merged_into_wallet_id = ${emptyWalletId}`));
    await expectRefused(
      "wallet_merged_into_wallet_id_fkey",
      update("status_id = 6, merged_into_wallet_id = 999"),
    );
    expect(await refusedBy(update(`status_id = 6, merged_into_wallet_id = ${emptyWalletId}`))).toBeNull();
  });

  test("has a code and an id of its own", async () => {
    await expectRefused(
      "wallet_wallet_code_key",
      update(`wallet_code = (SELECT wallet_code FROM wallet WHERE id = ${emptyWalletId})`),
    );
    await expectRefused("wallet_pkey", update(`id = ${walletId}`, emptyWalletId));
  });

  test("has a profile and a PIN of its own, set by an existing user", async () => {
    const again = (table: string) => `INSERT INTO ${table} SELECT * FROM ${table}`;
    for (const table of ["wallet_profile", "wallet_pin"]) {
      await expectRefused(`${table}_pkey`, again(table));
      await expectRefused(`${table}_wallet_id_fkey`, `UPDATE ${table} SET wallet_id = 9999`);
    }
    await expectRefused("wallet_profile_consent_by_fkey", "UPDATE wallet_profile SET consent_by = 9999");
    await expectRefused("wallet_pin_set_by_fkey", "UPDATE wallet_pin SET set_by = 9999");
    await expectRefused("wallet_pin_merchants", "UPDATE wallet_pin SET merchants = '[]'");
  });
});

describe("a lot", () => {
  test("holds no less than nothing, once per wallet and day, for a wallet that exists", async () => {
    await expectRefused("lot_points_not_negative", "UPDATE lot SET points = -1");
    await expectRefused("lot_points_not_negative", "UPDATE lot SET lapsed_points = -1");
    await expectRefused("lot_pkey", "INSERT INTO lot SELECT * FROM lot");
    await expectRefused("lot_wallet_id_fkey", "INSERT INTO lot VALUES (9999, '2030-01-31', 1)");
  });
});

describe("what was given back of an entry", () => {
  const record = (set: string) => `UPDATE reversal SET ${set} WHERE entry_id = ${redemptionId}`;

  test("is never more than was taken, nor less than nothing", async () => {
    await expectRefused("reversal_never_more_than_taken", record("given_back = taken + 1"));
    await expectRefused("reversal_never_more_than_taken", record("given_back = -1"));
    await expectRefused("reversal_never_more_than_taken", record("given_back_value = -1"));
    await expectRefused("reversal_hundredths", record("given_back_hundredths = 100"));
    await expectRefused("reversal_hundredths", record("given_back_hundredths = -1"));
    expect(await refusedBy(record("given_back = taken"))).toBeNull();
  });

  test("is never more money than the entry is worth, to the hundredth", async () => {
    const worth = "(SELECT amount_value FROM entry WHERE id = entry_id)";
    await expectRefused("reversal_matches_entry", record(`given_back_value = ${worth} + 1`));
    await expectRefused(
      "reversal_matches_entry",
      record(`given_back_value = ${worth}, given_back_hundredths = 1`),
    );
    expect(await refusedBy(record(`given_back_value = ${worth} - 1, given_back_hundredths = 99`))).toBeNull();
    expect(await refusedBy(record(`given_back_value = ${worth}`))).toBeNull();
  });

  test("comes from refunds, and excludes a cancellation", async () => {
    await expectRefused("reversal_open_refunds", record("open_refunds = 0"));
    await expectRefused("reversal_open_refunds", record("open_refunds = -1, given_back = 0"));
    await expectRefused("reversal_cancelled_without_refunds", record("cancelled_by_entry_id = 1"));
  });

  test("says truly what the entry took, and goes on saying it", async () => {
    const guard = "reversal_matches_entry";
    tried.add("reversal_matches_entry_on_insert");
    tried.add("reversal_matches_entry_on_update");
    await expectRefused(guard, record("taken = taken + 1"));
    await expectRefused(guard, record(`entry_id = ${rewardId}, taken = 1000`));
    await expectRefused(guard, record(`wallet_id = ${emptyWalletId}`));
    await expectRefused(
      guard,
      `INSERT INTO reversal (wallet_id, entry_id, taken) VALUES (${walletId}, 987654, 10)`,
    );
    await expectRefused(
      guard,
      `INSERT INTO reversal (wallet_id, entry_id, taken) VALUES (${walletId}, ${rewardId}, 999)`,
    );
    const many = (taken: number) =>
      `INSERT INTO reversal (wallet_id, entry_id, taken) SELECT wallet_id, id, CASE WHEN id = ${rewardId} THEN ${taken} ELSE amount END
         FROM entry e WHERE id NOT IN (SELECT entry_id FROM reversal)`;
    await expectRefused(guard, many(999));
    expect(await refusedBy(many(1000))).toBeNull();
    await expectRefused("reversal_pkey", "INSERT INTO reversal SELECT * FROM reversal");
  });

  describe("of a reward whose goods came back", () => {
    const returned = (set: string) => `UPDATE reversal SET ${set} WHERE entry_id = ${returnedId}`;

    test("is never more than it gave, in points or in money", async () => {
      await expectRefused("reversal_never_more_than_taken", returned("given_back = 21"));
      await expectRefused("reversal_matches_entry", returned("given_back_value = 21"));
      await expectRefused(
        "reversal_matches_entry",
        returned("given_back_value = 20, given_back_hundredths = 1"),
      );
      expect(
        await refusedBy(returned("given_back = 20, given_back_value = 20, open_refunds = 2")),
      ).toBeNull();
    });

    test("is never less again: a return is not undone", async () => {
      const guard = "reversal_matches_entry";
      await expectRefused(guard, returned("given_back = 4"));
      await expectRefused(guard, returned("given_back_value = 4, given_back_hundredths = 99"));
      await expectRefused(guard, returned("open_refunds = 0, given_back = 0, given_back_value = 0"));
      const less = `UPDATE reversal SET given_back = given_back - 1 WHERE entry_id IN (${returnedId}, ${redemptionId})`;
      await expectRefused(guard, less);
    });

    test("falls where a return of it is undone, by the ledger only", async () => {
      const till = startProcess(database.url);
      const { reward, takeBack, cancel } = world.commands;
      const held = await world.wallet();
      const { entry } = await till.ledger.post(reward(held, 10));
      const { entry: back } = await till.ledger.post(takeBack(held, entry.id, { points: 4 }));
      const less = `UPDATE reversal SET given_back = 0, given_back_value = 0, open_refunds = 0, given_back_by_lot = '{}' WHERE entry_id = ${entry.id}`;
      await expectRefused("reversal_matches_entry", less);
      await till.ledger.post(cancel(held, back.id));
      const { rows } = await till.pool.query(
        "SELECT given_back, open_refunds FROM reversal WHERE entry_id = $1",
        [entry.id],
      );
      expect(rows.map(({ given_back, open_refunds }) => [Number(given_back), open_refunds])).toEqual([
        [0, 0],
      ]);
    });

    test("excludes a cancellation, also where it came to no points", async () => {
      await expectRefused("reversal_cancelled_without_refunds", returned("cancelled_by_entry_id = 1"));
      await expectRefused(
        "reversal_cancelled_without_refunds",
        `INSERT INTO reversal (wallet_id, entry_id, taken, open_refunds, given_back_value, cancelled_by_entry_id)
         VALUES (${walletId}, ${rewardId}, 1000, 1, 3, 1)`,
      );
      await expectRefused(
        "reversal_open_refunds",
        `INSERT INTO reversal (wallet_id, entry_id, taken, given_back_value) VALUES (${walletId}, ${rewardId}, 1000, 3)`,
      );
    });
  });

  test("is of a redemption or a reward only", async () => {
    const record = (entry: string) =>
      `INSERT INTO reversal (wallet_id, entry_id, taken, given_back, open_refunds)
       SELECT wallet_id, id, amount, 1, 1 FROM entry WHERE wallet_id = ${walletId} AND ${entry}`;
    await expectRefused("reversal_matches_entry", record("log_type_id = 3"));
    await expectRefused("reversal_matches_entry", record("log_type_id = 11"));
    expect(await refusedBy(record(`id = ${rewardId}`))).toBeNull();
  });

  test("stays undone once it is undone", async () => {
    const undone = (set: string) => `UPDATE reversal SET ${set} WHERE cancelled_by_entry_id IS NOT NULL`;
    await expectRefused("reversal_matches_entry", undone("cancelled_by_entry_id = NULL"));
    await expectRefused(
      "reversal_matches_entry",
      undone("cancelled_by_entry_id = cancelled_by_entry_id + 1"),
    );
  });
});

describe("points that are to ripen", () => {
  const guard = "pending_points_match_reward";
  const change = (set: string) => `UPDATE pending_points SET ${set}`;

  test("are never less than none, and only fall; nothing else of them changes", async () => {
    await expectRefused("pending_points_not_negative", change("points = -1"));
    for (const set of ["points = points + 1", "ripens_on = ripens_on + 1", "expires_on = expires_on + 1"])
      await expectRefused(guard, change(set));
    await expectRefused(guard, change(`entry_id = ${returnedId}`));
    await expectRefused(guard, change(`wallet_id = ${emptyWalletId}`));
    expect(await refusedBy(change("points = points - 1"))).toBeNull();
  });

  test("are those of a reward of the wallet that set as many aside, once", async () => {
    const insert = (values: string) => `INSERT INTO pending_points VALUES (${values})`;
    await expectRefused("pending_points_pkey", "INSERT INTO pending_points SELECT * FROM pending_points");
    await expectRefused(guard, insert(`${walletId}, ${returnedId}, 5, '2026-04-01', '2028-03-31'`));
    await expectRefused(guard, insert(`${walletId}, ${holdId}, 5, '2026-04-01', '2028-03-31'`));
    await expectRefused(guard, insert(`${emptyWalletId}, ${pendingId}, 5, '2026-04-01', '2028-03-31'`));
  });

  test("are kept", async () => {
    tried.add("pending_points_not_deleted").add("pending_points_not_truncated");
    await expectRefused("pending_points_append_only", "DELETE FROM pending_points");
    await expectRefused("pending_points_append_only", "TRUNCATE pending_points");
  });
});

describe("a hold", () => {
  const guard = "hold_matches_log";
  const change = (set: string) => `UPDATE hold SET ${set} WHERE entry_id = ${holdId}`;

  test("ends once, by an entry that takes exactly its points from the suspended ones", async () => {
    await expectRefused("hold_state", change("state = 'gone', ended_by_entry_id = 1"));
    await expectRefused("hold_state", change("state = 'released'"));
    await expectRefused("hold_state", change(`ended_by_entry_id = ${captureId}`));
    await expectRefused(guard, change(`state = 'captured', ended_by_entry_id = ${captureId}`));
    await expectRefused(guard, change(`state = 'released', ended_by_entry_id = ${redemptionId}`));
    await expectRefused(
      guard,
      "UPDATE hold SET state = 'open', ended_by_entry_id = NULL WHERE state = 'captured'",
    );
    await expectRefused(guard, "UPDATE hold SET state = 'released' WHERE state = 'captured'");
  });

  test("stays what it was made as", async () => {
    for (const set of ["points = points - 1", "expires_at = expires_at + interval '1 hour'"])
      await expectRefused(guard, change(set));
    await expectRefused(guard, change(`wallet_id = ${emptyWalletId}`));
    await expectRefused("hold_pkey", "INSERT INTO hold SELECT * FROM hold");
    const values = `${walletId}, 30, '2030-01-01', 'open', NULL`;
    await expectRefused(guard, `INSERT INTO hold VALUES (${redemptionId}, ${values})`);
    tried.add("hold_not_deleted").add("hold_not_truncated");
    await expectRefused("hold_append_only", "DELETE FROM hold");
    await expectRefused("hold_append_only", "TRUNCATE hold");
  });
});

describe("a reference", () => {
  test("is carried out once, for a known operation", async () => {
    await expectRefused("idempotency_key_pkey", "INSERT INTO idempotency_key SELECT * FROM idempotency_key");
    await expectRefused(
      "idempotency_key_operation",
      "INSERT INTO idempotency_key SELECT user_id, 17, key, wallet_id, entry_id, request_hash, created_at FROM idempotency_key",
    );
  });
});

describe("the programme and its segments", () => {
  test("there is one programme, within its limits", async () => {
    const update = (set: string) => `UPDATE programme SET ${set}`;
    await expectRefused("programme_single_row", update("id = 2"));
    await expectRefused("programme_pkey", "INSERT INTO programme SELECT * FROM programme");
    await expectRefused("programme_setup", update("setup_closed_at = now()"));
    await expectRefused("programme_set_up_once", update("setup_by = 1, setup_from = now()"));
    await expectRefused("programme_logo_hash_fkey", update(`logo_hash = '${"0".repeat(64)}'`));
    await expectRefused("merchant_ripening_days", "UPDATE merchant SET ripening_days = 366");
    await expectRefused("programme_pin_policy", update("pin_policy = 'above'"));
    await expectRefused("programme_pin_policy", update("pin_policy = 'never', pin_above_value = 5"));
    await expectRefused("programme_reviews", update("review_hours_from = 8"));
    await expectRefused("programme_reviews", update("review_hours_from = 8, review_hours_until = 8"));
  });

  test("the database keeps each setting within its row's range, and begins with the row's value", async () => {
    const beside: Record<string, string> = {
      pinAboveValue: ", pin_policy = 'above'",
      pinPolicy: ", pin_above_value = CASE WHEN pin_policy = 'above' THEN 1 END",
      reviewHoursFrom: ", review_hours_until = 8",
      reviewHoursUntil: ", review_hours_from = 8",
    };
    // Only the act keeps these: older rows may hold more.
    const unguarded =
      /^(pinAboveValue|adjustmentApprovalAbove|(reward|personReversed|unproved)ValueMax|personRewardPointsMax)$/;
    const { rows } = await database.pool.query(
      "INSERT INTO programme (id, name_en, name_ar) VALUES (1, '', '') ON CONFLICT (id) DO UPDATE SET id = 1 RETURNING *",
    );
    for (const name of namesOf(ALL_SETTINGS)) {
      const setting: Setting = ALL_SETTINGS[name];
      const column = columnOf(name);
      const tryValue = (value: number | string) =>
        refusedBy(
          `UPDATE programme SET ${column} = ${typeof value === "string" ? `'${value}'` : value}${beside[name] ?? ""}`,
        );
      expect(Object.keys(rows[0])).toContain(column);
      if (setting.kind === "whole") {
        expect([await tryValue(setting.least), await tryValue(setting.most)], name).toEqual([null, null]);
        for (const value of [setting.least - 1, setting.most + 1]) {
          const guard = await tryValue(value);
          tried.add(guard ?? "");
          if (!unguarded.test(name)) expect(guard, `${name} = ${value}`).toMatch(/^programme_/);
        }
      }
      if (setting.kind !== "choice") continue;
      for (const option of setting.options.filter((option) => option !== "above"))
        expect(await tryValue(option), `${name} = ${option}`).toBeNull();
      const guard = await tryValue("maybe");
      tried.add(guard ?? "");
      expect(guard, name).toMatch(/^programme_/);
    }
    const { rows: defaults } = await database.pool.query<{ name: string; value: string }>(
      `SELECT a.attname AS name, pg_get_expr(d.adbin, d.adrelid) AS value
         FROM pg_attrdef d JOIN pg_attribute a ON (a.attrelid, a.attnum) = (d.adrelid, d.adnum) WHERE d.adrelid = 'programme'::regclass`,
    );
    const found = new Map(defaults.map(({ name, value }) => [name, value.replace(/^'(.*)'::.*$/, "$1")]));
    for (const [name, initial] of Object.entries(initialValues(ALL_SETTINGS)))
      expect([name, found.get(columnOf(name)) ?? ""]).toEqual([
        name,
        Array.isArray(initial) ? `{${initial.join()}}` : String(initial ?? ""),
      ]);
  });

  test("a segment has one current version, with rates that can be used", async () => {
    await expectRefused("segment_default_key", "INSERT INTO segment (is_default) VALUES (true)");
    await expectRefused("segment_pkey", "INSERT INTO segment SELECT * FROM segment");
    const version = (columns: string, values: string) =>
      `INSERT INTO segment_version (segment_id, name_en, name_ar, value, reward_factor, redeem_factor, is_current ${columns})
       VALUES (${world.segment.id}, 'x', 'x', 0, ${values})`;
    expect(await refusedBy(version("", "1, 1, false"))).toBeNull();
    await expectRefused("segment_version_current_key", version("", "1, 1, true"));
    await expectRefused("segment_version_factors", version("", "-1, 1, false"));
    await expectRefused("segment_version_factors", version("", "1, 0, false"));
    await expectRefused("segment_version_factors", version("", "1, 0.000999, false"));
    await expectRefused("segment_version_factors", version("", "10001, 1, false"));
    await expectRefused("segment_version_points", version(", redeem_threshold", "1, 1, false, -1"));
    await expectRefused("segment_version_points", version(", bonus_points", "1, 1, false, -1"));
    await expectRefused("segment_version_created_by_fkey", version(", created_by", "1, 1, false, 9999"));
    await expectRefused("segment_version_pkey", "INSERT INTO segment_version SELECT * FROM segment_version");
    await expectRefused(
      "segment_version_segment_id_fkey",
      version("", "1, 1, false").replace(`VALUES (${world.segment.id}`, "VALUES (9999"),
    );
  });

  test("a segment version's rates never change; its name may", async () => {
    const changes = [
      "reward_factor = 2",
      "redeem_factor = 2",
      "redeem_threshold = 1",
      "bonus_points = 1",
      "value = 1",
    ];
    for (const set of changes)
      await expectRefused("segment_version_keeps_rates", `UPDATE segment_version SET ${set}`);
    expect(await refusedBy("UPDATE segment_version SET name_en = 'Gold', is_current = false")).toBeNull();
  });
});

describe("a promotion", () => {
  const set = (columns: string) => `UPDATE promotion SET ${columns} WHERE id = ${promotion.id}`;
  const another = (columns: string, values: string) =>
    `INSERT INTO promotion (number, starts_at, ends_at, ${columns}) VALUES (5, now(), now() + interval '1 day', ${values})`;

  test("has a number of its own, a known state, an end after its start, and is somebody's who exists", async () => {
    await expectRefused("promotion_pkey", another("id", String(promotion.id)));
    await expectRefused(
      "promotion_number_key",
      `INSERT INTO promotion (number, starts_at, ends_at) SELECT number, starts_at, ends_at FROM promotion`,
    );
    await expectRefused(
      "promotion_number",
      "INSERT INTO promotion (number, starts_at, ends_at) VALUES (0, now(), now() + interval '1 day')",
    );
    await expectRefused("promotion_state", another("state", "'over'"));
    await expectRefused("promotion_state", another("state", "'published'"));
    await expectRefused("promotion_dates", set("ends_at = starts_at"));
    await expectRefused("promotion_merchant_id_fkey", another("merchant_id", "9999"));
    await expectRefused(
      "promotion_deal_id_key",
      `${another("deal_id", "5")}; ${another("deal_id", "5").replace("(5,", "(6,")}`,
    );
    tried.add("promotion_renews_rules");
    expect(await refusedBy(set("state = 'paused'"))).toBeNull();
  });

  test("keeps, once published, its number, its merchant and what is counted of it", async () => {
    const kept = [
      "number = 6",
      `merchant_id = ${world.merchantId}`,
      "has_budget = false",
      "has_wallet_limit = false",
      "has_wallet_points = true",
      "was_published = false, state = 'draft'",
    ];
    for (const columns of kept) await expectRefused("promotion_keeps_counting", set(columns));
  });

  test.each(["promotion", "promotion_version", "promotion_total", "promotion_use"])(
    "stays: %s",
    async (table) => {
      tried.add(`${table}_not_deleted`).add(`${table}_not_truncated`);
      await expectRefused(`${table}_append_only`, `DELETE FROM ${table}`);
      await expectRefused(`${table}_append_only`, `TRUNCATE ${table} CASCADE`);
    },
  );

  test("has one rule at a time, which never changes; another one is another version", async () => {
    const version = (columns: string) => `UPDATE promotion_version SET ${columns}`;
    tried.add("promotion_version_renews_rules");
    for (const columns of ["rule = '{}'", "budget_points = 26", "name_en = 'x'", "wallet_max = 2", "id = 77"])
      await expectRefused("promotion_version_keeps_rule", version(columns));
    const again = (columns: string, values: string) =>
      `INSERT INTO promotion_version (promotion_id, name_en, name_ar, rule, is_current, ${columns}) VALUES (${promotion.id}, 'a', 'a', '{}', ${values})`;
    await expectRefused("promotion_version_current_key", again("budget_points", "true, 5"));
    await expectRefused("promotion_version_limits", again("budget_points", "false, 0"));
    await expectRefused("promotion_version_limits", again("wallet_max", "false, 1"));
    await expectRefused("promotion_version_limits", again("wallet_max, wallet_period", "false, 0, 'day'"));
    await expectRefused("promotion_version_limits", again("wallet_max, wallet_period", "false, 1, 'year'"));
    await expectRefused("promotion_version_limits", again("wallet_points", "false, 5"));
    await expectRefused("promotion_version_limits", again("wallet_points, wallet_period", "false, 0, 'day'"));
    await expectRefused("promotion_version_created_by_fkey", again("created_by", "false, 9999"));
    await expectRefused("promotion_version_pkey", again("id", `false, ${promotion.versionId}`));
    await expectRefused(
      "promotion_version_promotion_id_fkey",
      again("budget_points", "false, 5").replace(`VALUES (${promotion.id}`, "VALUES (9999"),
    );
    expect(await refusedBy(version("is_current = false"))).toBeNull();
    await expectRefused(
      "promotion_version_keeps_rule",
      `${version("is_current = false")}; ${version("is_current = true")}`,
    );
  });

  test("gives points for an item once in a version, and keeps to it", async () => {
    const sku = (version: number, points: number) =>
      `INSERT INTO promotion_sku (version_id, sku_id, points) VALUES (${version}, 'A', ${points})`;
    const one = sku(promotion.versionId, 5);
    await expectRefused("promotion_sku_key", `${one}; ${one}`);
    await expectRefused("promotion_sku_points", sku(promotion.versionId, 0));
    await expectRefused("promotion_sku_version_id_fkey", sku(9999, 5));
    await expectRefused(
      "promotion_sku_pkey",
      `${one}; ${one.replace("(version_id", "(id, version_id").replace("VALUES (", "VALUES ((SELECT max(id) FROM promotion_sku), ").replace("'A'", "'B'")}`,
    );
    tried.add("promotion_sku_append_only").add("promotion_sku_not_truncated");
    await expectRefused("promotion_sku_append_only", "UPDATE promotion_sku SET points = points");
    await expectRefused("promotion_sku_append_only", "DELETE FROM promotion_sku");
    await expectRefused("promotion_sku_append_only", "TRUNCATE promotion_sku CASCADE");
  });

  test("is counted from nothing up to its budget, once a promotion, a customer and a day", async () => {
    const total = (columns: string) => `UPDATE promotion_total SET ${columns}`;
    expect(await refusedBy(total("points = 25"))).toBeNull();
    await expectRefused("promotion_total_within_budget", total("points = 26"));
    await expectRefused("promotion_total_counts", total("points = -1"));
    await expectRefused("promotion_total_counts", total("uses = -1"));
    await expectRefused("promotion_total_pkey", "INSERT INTO promotion_total SELECT * FROM promotion_total");
    await expectRefused("promotion_total_promotion_id_fkey", "INSERT INTO promotion_total VALUES (9999)");
    const use = (promotionId: number, wallet: number, uses: number) =>
      `INSERT INTO promotion_use VALUES (${promotionId}, ${wallet}, '2026-01-01', ${uses})`;
    await expectRefused("promotion_use_counts", use(promotion.id, walletId, -1));
    await expectRefused("promotion_use_points", use(promotion.id, walletId, 1).replace(", 1)", ", 1, -1)"));
    await expectRefused("promotion_use_promotion_id_fkey", use(9999, walletId, 1));
    await expectRefused("promotion_use_wallet_id_fkey", use(promotion.id, 9999, 1));
    await expectRefused(
      "promotion_use_pkey",
      `${use(promotion.id, walletId, 1)}; ${use(promotion.id, walletId, 1)}`,
    );
  });

  test("gives parts that come to what their entry moved, written at once, and named by it", async () => {
    const parts = (entryId: number, ...values: string[]) =>
      `INSERT INTO entry_part (entry_id, place, kind, points, promotion_version_id) VALUES ${values.map((value) => `(${entryId}, ${value})`).join(", ")}`;
    const rate = (points: number) => `0, 'rate', ${points}, NULL`;
    expect(await refusedBy(parts(rewardId, rate(1_000)))).toBeNull();
    await expectRefused("entry_part_adds_up", parts(rewardId, rate(999)));
    await expectRefused("entry_part_adds_up", parts(987_654, rate(1)));
    const given = `1, 'promotion', 1, ${promotion.versionId}`;
    await expectRefused("entry_part_adds_up", parts(rewardId, rate(999), given));
    await expectRefused("entry_part_kind", parts(rewardId, "0, 'luck', 1000, NULL"));
    await expectRefused("entry_part_kind", parts(rewardId, "0, 'promotion', 1000, NULL"));
    await expectRefused(
      "entry_part_promotion_version_id_fkey",
      parts(rewardId, rate(999), "1, 'promotion', 1, 9999"),
    );
    await expectRefused("entry_part_pkey", parts(rewardId, rate(500), rate(500)));
    tried.add("entry_part_append_only").add("entry_part_not_truncated");
    await expectRefused("entry_part_append_only", "UPDATE entry_part SET points = points");
    await expectRefused("entry_part_append_only", "DELETE FROM entry_part");
    await expectRefused("entry_part_append_only", "TRUNCATE entry_part CASCADE");
    const rateOfDay = `INSERT INTO entry_part VALUES (${rewardId}, ${rate(1_000)}, '2026-01-01')`;
    await expectRefused("entry_part_day", rateOfDay);
    // What a release that does not know the column writes has its day all the same.
    tried.add("entry_part_gets_day");
    const columns = "entry_id, place, kind, points, promotion_version_id";
    const written = `INSERT INTO entry_part (${columns}) SELECT ${columns} FROM removed`;
    const again = (triggers: string) =>
      `ALTER TABLE entry_part DISABLE TRIGGER ${triggers}; SELECT ${columns} INTO TEMP removed FROM entry_part; DELETE FROM entry_part; ${written}`;
    expect(await refusedBy(again("entry_part_append_only"))).toBeNull();
    expect(await refusedBy(again("USER"))).toBe("entry_part_day");
  });
});

test("the readiness check has one row", async () => {
  await expectRefused("heartbeat_single_row", "UPDATE heartbeat SET id = 2");
  await expectRefused("heartbeat_pkey", "INSERT INTO heartbeat SELECT * FROM heartbeat");
});

test("a trigger that names TRUNCATE names nothing else", async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    // Bits of pg_trigger.tgtype: 4 INSERT, 8 DELETE, 16 UPDATE, 32 TRUNCATE.
    "SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND tgtype & 32 > 0 AND tgtype & (4 + 8 + 16) > 0",
  );
  expect(rows).toEqual([]);
});

describe("a family", () => {
  const join = (child: number, parent: string, role: string, pool: string, more = "") =>
    `UPDATE wallet SET parent_wallet_id = ${parent}, family_role = ${role}, pool_wallet_id = ${pool}${more} WHERE id = ${child}`;
  const pooled = (child: number, parent: number) => join(child, String(parent), "'pooled'", String(parent));
  const third = `INSERT INTO wallet (id, wallet_code, contact_msisdn, segment_id, created_at)
                 SELECT 999, 'THIRD', contact_msisdn, segment_id, created_at FROM wallet WHERE id = ${"$"}`;

  test("has a role exactly where there is a parent, and the parent's points where it does not keep its own", async () => {
    const parent = String(walletId);
    for (const [of, role, pool] of [
      ["NULL", "'own'", "NULL"],
      ["NULL", "NULL", parent],
      [parent, "NULL", "NULL"],
      [parent, "'friend'", "NULL"],
      [parent, "'own'", parent],
      [parent, "'pooled'", "NULL"],
      [parent, "'card'", "NULL"],
      [String(emptyWalletId), "'pooled'", String(emptyWalletId)],
    ] as const)
      await expectRefused("wallet_family", join(emptyWalletId, of, role, pool));
    await expectRefused("wallet_parent_wallet_id_fkey", join(emptyWalletId, "9999", "'own'", "NULL"));
    for (const role of ["own", "pooled", "card"])
      expect(
        await refusedBy(join(emptyWalletId, parent, `'${role}'`, role === "own" ? "NULL" : parent)),
      ).toBeNull();
  });

  test("is one level deep: a parent has no parent, a child no children, whichever comes first", async () => {
    const made = third.replace("$", String(walletId));
    const first = pooled(emptyWalletId, walletId);
    await expectRefused("wallet_family_depth", `${made}; ${first}; ${pooled(walletId, 999)}`);
    await expectRefused("wallet_family_depth", `${made}; ${first}; ${pooled(999, emptyWalletId)}`);
    await expectRefused("wallet_family_depth", `${first}; ${pooled(walletId, emptyWalletId)}`);
    await expectRefused(
      "wallet_family_depth",
      `UPDATE wallet SET children_count = -1 WHERE id = ${emptyWalletId}`,
    );
  });

  test("counts its children, wherever they come from and go to", async () => {
    const { rows } = await database.pool.query("SELECT sum(children_count)::int AS counted FROM wallet");
    expect(rows).toEqual([{ counted: 0 }]);
    const count = `SELECT 1 / (children_count - 1) FROM wallet WHERE id = ${walletId}`;
    await expect(refusedBy(`${pooled(emptyWalletId, walletId)}; ${count}`)).rejects.toThrow(
      "division by zero",
    );
    const left = join(emptyWalletId, "NULL", "NULL", "NULL");
    expect(await refusedBy(`${pooled(emptyWalletId, walletId)}; ${left}; ${count}`)).toBeNull();
    tried.add("wallet_counts_children_on_update");
    const born = third
      .replace("$", String(walletId))
      .replace("created_at)", "created_at, parent_wallet_id, family_role)")
      .replace("created_at FROM", `created_at, ${walletId}, 'own' FROM`);
    await expect(refusedBy(`${born}; ${count}`)).rejects.toThrow("division by zero");
    tried.add("wallet_counts_children_on_insert");
  });

  test("is of customers, or of one sandbox", async () => {
    const sandbox = `INSERT INTO sandbox (id) VALUES (77)`;
    const born = third
      .replace("$", String(walletId))
      .replace("created_at)", "created_at, sandbox_id)")
      .replace("created_at FROM", "created_at, 77 FROM");
    expect(await refusedBy(`${sandbox}; ${born}; ${pooled(999, walletId)}`)).toBe("wallet_counts_children");
  });

  test("has no closed and no merged wallets in it", async () => {
    const first = pooled(emptyWalletId, walletId);
    for (const status of ["status_id = 5", `status_id = 6, merged_into_wallet_id = ${walletId}`])
      await expectRefused(
        "wallet_family_open",
        `${first}; UPDATE wallet SET ${status} WHERE id = ${emptyWalletId}`,
      );
    await expectRefused(
      "wallet_family_open",
      `${first}; UPDATE wallet SET status_id = 5 WHERE id = ${walletId}`,
    );
  });

  test("gives an allowance to pooled children only, and none below nothing", async () => {
    const parent = String(walletId);
    await expectRefused(
      "wallet_child_allowance",
      `UPDATE wallet SET child_allowance = 5 WHERE id = ${walletId}`,
    );
    await expectRefused(
      "wallet_child_allowance",
      join(emptyWalletId, parent, "'pooled'", parent, ", child_allowance = -1"),
    );
    await expectRefused(
      "wallet_child_allowance",
      join(emptyWalletId, parent, "'card'", parent, ", child_allowance = 5"),
    );
    expect(
      await refusedBy(join(emptyWalletId, parent, "'pooled'", parent, ", child_allowance = 0")),
    ).toBeNull();
  });

  test("kinds of wallets are known, and erased ones closed", async () => {
    await expectRefused("wallet_type_known", `UPDATE wallet SET wallet_type = 'vip' WHERE id = ${walletId}`);
    await expectRefused("wallet_erased", `UPDATE wallet SET erased_at = now() WHERE id = ${walletId}`);
  });
});

describe("what a wallet is opened with stays", () => {
  test("whether it counts in reports, once it has entries", async () => {
    await expectRefused("wallet_keeps_test", `UPDATE wallet SET wallet_type = 'test' WHERE id = ${walletId}`);
    const staff = `UPDATE wallet SET wallet_type = 'staff' WHERE id = ${walletId}`;
    expect(await refusedBy(`${staff}; ${staff.replace("'staff'", "NULL")}`)).toBeNull();
    expect(await refusedBy(`UPDATE wallet SET wallet_type = 'test' WHERE id = ${emptyWalletId}`)).toBeNull();
  });

  test("whether it is for tests", async () => {
    await expectRefused("wallet_keeps_sandbox", `UPDATE wallet SET sandbox_id = 1 WHERE id = ${walletId}`);
    await expectRefused(
      "wallet_sandbox_id_fkey",
      `INSERT INTO wallet (wallet_code, contact_msisdn, segment_id, created_at, sandbox_id)
       SELECT 'NOSANDBOX', contact_msisdn, segment_id, created_at, 999999 FROM wallet WHERE id = ${walletId}`,
    );
  });

  test("who recommended the programme", async () => {
    const profile = `INSERT INTO wallet_profile (wallet_id) VALUES (${emptyWalletId}) ON CONFLICT DO NOTHING`;
    await expectRefused(
      "wallet_profile_referral_e164",
      `INSERT INTO wallet_profile (wallet_id, referral_msisdn) VALUES (${emptyWalletId}, '01110000001')`,
    );
    await expectRefused(
      "wallet_profile_keeps_referral",
      `${profile}; UPDATE wallet_profile SET referral_msisdn = '+201110000001' WHERE wallet_id = ${emptyWalletId}`,
    );
  });
});

describe("who brought whom", () => {
  const update = (set: string, id = newcomerId) => `UPDATE referral SET ${set} WHERE wallet_id = ${id}`;
  const open = (walletId: number, referrer: number) =>
    `INSERT INTO referral (wallet_id, referrer_wallet_id, opened_at) VALUES (${walletId}, ${referrer}, now())`;

  test("is said once, of two wallets that there are", async () => {
    tried.add("referral_not_deleted").add("referral_not_truncated");
    await expectRefused("referral_append_only", "DELETE FROM referral");
    await expectRefused("referral_append_only", "TRUNCATE referral");
    await expectRefused("referral_pkey", open(newcomerId, referrerId));
    await expectRefused("referral_not_oneself", open(emptyWalletId, emptyWalletId));
    await expectRefused("referral_wallet_id_fkey", open(999_999, referrerId));
    await expectRefused("referral_referrer_wallet_id_fkey", open(emptyWalletId, 999_999));
    await expectRefused("referral_goes_forward", update(`referrer_wallet_id = ${emptyWalletId}`));
    await expectRefused(
      "referral_goes_forward",
      `INSERT INTO referral (wallet_id, referrer_wallet_id, opened_at, state, settled_on, reward_wallet_id, reward_entry_id)
       VALUES (${emptyWalletId}, ${referrerId}, now(), 'paid', current_date, ${walletId}, ${rewardId})`,
    );
  });

  test("is decided once, by a reward and a bonus that are in the log", async () => {
    const of = (columns: Record<string, string | number>) =>
      Object.entries({
        state: "'paid'",
        settled_on: "current_date",
        reward_wallet_id: walletId,
        reward_entry_id: rewardId,
        newcomer_points: 0,
        ...columns,
      })
        .map(([name, value]) => `${name} = ${value}`)
        .join(", ");
    const taken = (column: string) => `(SELECT ${column} FROM referral WHERE wallet_id = ${paidId})`;
    const bonus = { bonus_wallet_id: referrerId, referrer_points: 20 };
    await expectRefused("referral_goes_forward", update(of({ reward_entry_id: redemptionId })));
    await expectRefused("referral_goes_forward", update(of({ reward_wallet_id: paidId })));
    await expectRefused("referral_goes_forward", update(of({ newcomer_points: 1_001 })));
    await expectRefused("referral_goes_forward", update(of({ ...bonus, bonus_entry_id: redemptionId })));
    await expectRefused(
      "referral_goes_forward",
      update(of({ state: "'taken_back'", reward_undone_by_entry_id: 1 })),
    );
    await expectRefused(
      "referral_goes_forward",
      update(
        `state = 'open', settled_on = NULL, reward_wallet_id = NULL, reward_entry_id = NULL, newcomer_points = 0,
         bonus_wallet_id = NULL, bonus_entry_id = NULL, referrer_points = 0`,
        paidId,
      ),
    );
    await expectRefused("referral_goes_forward", update("newcomer_points = 6", paidId));
    await expectRefused(
      "referral_goes_forward",
      update("state = 'taken_back', reward_undone_by_entry_id = 1, bonus_undone_by_entry_id = 1", paidId),
    );
    await expectRefused("referral_settled", update(of({ settled_on: "NULL" })));
    await expectRefused("referral_settled", update(of({ newcomer_points: -1 })));
    await expectRefused("referral_bonus", update(of({ referrer_points: 5 })));
    await expectRefused("referral_taken_back", update(of({ reward_undone_by_entry_id: 1 })));
    await expectRefused("referral_state", update(of({ state: "'lost'" })));
    await expectRefused(
      "referral_reward_entry_key",
      update(of({ reward_wallet_id: paidId, reward_entry_id: taken("reward_entry_id") })),
    );
    await expectRefused(
      "referral_bonus_entry_key",
      update(of({ ...bonus, bonus_entry_id: taken("bonus_entry_id") })),
    );
    const paid = `${update(of({}))}; UPDATE wallet SET open_referrer_id = NULL WHERE id = ${newcomerId}`;
    expect(await refusedBy(paid)).toBeNull();
  });

  test("is named by the wallet exactly while it is open", async () => {
    const names = (id: number, referrer: string | number) =>
      `UPDATE wallet SET open_referrer_id = ${referrer} WHERE id = ${id}`;
    tried.add("wallet_open_referrer_on_insert").add("wallet_open_referrer_on_update");
    await expectRefused("wallet_open_referrer", names(newcomerId, "NULL"));
    await expectRefused("wallet_open_referrer", names(newcomerId, emptyWalletId));
    await expectRefused("wallet_open_referrer", names(paidId, referrerId));
    await expectRefused("wallet_open_referrer", names(emptyWalletId, referrerId));
    await expectRefused(
      "wallet_open_referrer",
      `INSERT INTO wallet (wallet_code, contact_msisdn, segment_id, created_at, open_referrer_id)
       SELECT 'BROUGHT', contact_msisdn, segment_id, created_at, ${referrerId} FROM wallet WHERE id = ${walletId}`,
    );
  });
});

test("every guard of the ledger's tables was tried above", async () => {
  const tables = [
    ...["programme", "segment", "segment_version", "wallet", "wallet_profile", "wallet_pin", "entry", "lot"],
    ...["reversal", "pending_points", "hold", "idempotency_key", "audit_log", "heartbeat", "referral"],
    ...["promotion", "promotion_version", "promotion_sku", "promotion_total", "promotion_use", "entry_part"],
  ];
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid::regclass::text = ANY ($1) AND contype <> 'n'
     UNION SELECT indexrelid::regclass::text FROM pg_index WHERE indisunique AND indrelid::regclass::text = ANY ($1)
     UNION SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgfoid <> 'note_act_row'::regproc AND tgrelid::regclass::text = ANY ($1)`,
    [tables],
  );
  // An id that the database itself hands out, and what adds a link or follows the currency: nothing to falsify.
  const without = ["audit_log_pkey", "audit_log_chained", "programme_money"];
  const untried = rows.map(({ name }) => name).filter((name) => !tried.has(name) && !without.includes(name));
  expect(untried).toEqual([]);
});
