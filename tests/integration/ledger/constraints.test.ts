import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { createWorld, expectSound, reference, startProcess, type World } from "@/tests/support/ledger";

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
/** A newcomer whose reward is still to come, and who brought them; one whose reward has come. */
let newcomerId: number;
let referrerId: number;
let paidId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.pool);
  const till = startProcess(database.url);
  const wallet = await world.wallet({ name: "Mona", hasPin: true });
  const { reward, redeem, refund, takeBack, cancel } = world.commands;
  rewardId = (await till.ledger.post(reward(wallet, 1_000, { reference: reference("k") }))).entry.id;
  redemptionId = (
    await till.ledger.post(redeem(wallet, 400, { pin: { kind: "checked", pinVersion: 1, correct: true } }))
  ).entry.id;
  await till.ledger.post(refund(wallet, redemptionId, { points: 100 }));
  const wrong = (await till.ledger.post(reward(wallet, 5))).entry.id;
  await till.ledger.post(cancel(wallet, wrong));
  returnedId = (await till.ledger.post(reward(wallet, 20))).entry.id;
  await till.ledger.post(takeBack(wallet, returnedId, { points: 5 }));
  await database.pool.query(
    "INSERT INTO audit_log (action, subject_type, subject_id) VALUES ('a', 'b', 'c')",
  );
  await database.pool.query("INSERT INTO heartbeat (at) VALUES (now())");
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
  const client = await database.pool.connect();
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
    ["entry_log_type", "is of an unknown kind", { log_type_id: "12" }],
    ["entry_channel", "came through an unknown channel", { channel_id: "0" }],
    ["entry_amount_moved", "says another amount than it moves", { amount: "11" }],
    ["entry_amount_moved", "is worth less than nothing", { amount_value: "-1" }],
    ["entry_hundredths", "has piastres that make a pound", { amount_hundredths: "100" }],
    ["entry_hundredths", "has less than no piastres", { amount_hundredths: "-1" }],
    [
      "entry_direction",
      "is a reward that takes",
      { log_type_id: "2", points_delta: "-10", balance_after: "w.balance - 10" },
    ],
    ["entry_direction", "is a redemption that gives", { log_type_id: "1" }],
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
      "is a reward of suspended points",
      { log_type_id: "2", suspended_delta: "5", suspended_after: "w.suspended + 5" },
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
    await expectRefused("wallet_pool_wallet_id_fkey", update("pool_wallet_id = 999"));
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

describe("a reference", () => {
  test("is carried out once, for a known operation", async () => {
    await expectRefused("idempotency_key_pkey", "INSERT INTO idempotency_key SELECT * FROM idempotency_key");
    await expectRefused(
      "idempotency_key_operation",
      "INSERT INTO idempotency_key SELECT user_id, 12, key, wallet_id, entry_id, request_hash, created_at FROM idempotency_key",
    );
  });
});

describe("the programme and its segments", () => {
  test("there is one programme, within its limits", async () => {
    const update = (set: string) => `UPDATE programme SET ${set}`;
    await expectRefused("programme_single_row", update("id = 2"));
    await expectRefused("programme_pkey", "INSERT INTO programme SELECT * FROM programme");
    await expectRefused("programme_validity", update("points_validity_months = -1"));
    await expectRefused("programme_windows", update("refund_grace_days = -1"));
    await expectRefused("programme_windows", update("cancel_window_business_days = 367"));
    await expectRefused("programme_cancelled_reward_policy", update("cancelled_reward_policy = 'maybe'"));
    await expectRefused("programme_pin_policy", update("pin_policy = 'above'"));
    await expectRefused("programme_pin_policy", update("pin_policy = 'never', pin_above_value = 5"));
    await expectRefused("programme_pin_wrong", update("pin_wrong_per_person_max = 0"));
    await expectRefused("programme_pin_wrong", update("pin_wrong_per_client_max = 10001"));
    await expectRefused("programme_limits", update("points_per_entry_max = 0"));
    await expectRefused("programme_limits", update("balance_max = 0"));
    await expectRefused("programme_movement_limits", update("reward_value_max = -1"));
    await expectRefused("programme_shifts", update("shifts = 'some'"));
    await expectRefused("programme_referrals", update("referral_bonus = -1"));
    await expectRefused("programme_referrals", update("referral_per_month_max = 100001"));
    await expectRefused("programme_pin_setter_hours", update("pin_setter_hours = -1"));
    await expectRefused("programme_wallet_views", update("wallet_views_per_minute = 0"));
    await expectRefused("programme_wallet_views", update("wallet_views_per_day = 0"));
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

describe("what a wallet is opened with stays", () => {
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
    ...["reversal", "idempotency_key", "audit_log", "heartbeat", "referral"],
  ];
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid::regclass::text = ANY ($1) AND contype <> 'n'
     UNION SELECT indexrelid::regclass::text FROM pg_index WHERE indisunique AND indrelid::regclass::text = ANY ($1)
     UNION SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text = ANY ($1)`,
    [tables],
  );
  // An id that the database itself hands out, and what adds a link: nothing to falsify.
  const without = ["audit_log_pkey", "audit_log_chained"];
  const untried = rows.map(({ name }) => name).filter((name) => !tried.has(name) && !without.includes(name));
  expect(untried).toEqual([]);
});
