import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { entryHash } from "@/lib/ledger/rules/hash";
import { type FindingKind, type VerifyReport, verify } from "@/lib/ledger/verify/verify";
import { readEntry } from "@/lib/log/history";
import { ManualClock } from "@/lib/platform/clock";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createPromotion,
  createWorld,
  reference,
  START,
  startProcess,
  type TestProcess,
  type TestWallet,
  type World,
} from "@/tests/support/ledger";

/**
 * Somebody with the rights of the server's owner switches every constraint's trigger off and edits the tables. Each test
 * tampers within a transaction of its own database copy and says exactly which findings must come of it.
 */
let database: TestDatabase;
let admin: pg.Pool;
let world: World;
let till: TestProcess;
const clock = new ManualClock(START);

/** A wallet with one of everything, and its entries' positions. */
let wallet: TestWallet;
let other: TestWallet;
/** On whose only reward a promotion acted: 10 points of a budget, once for the customer. */
let offered: TestWallet;
let promotionId: number;
/** Whose goods came back: a reward of 100, spent but for 15. */
let back: TestWallet;
/** Who has points that are to ripen, an open hold and one that was captured in part. */
let aside: TestWallet;
let captureId: number;
let transferOutSeq: number;
const ids: Record<number, number> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  admin.on("error", () => undefined);
  world = await createWorld(database.pool, { points_validity_months: 1 });
  till = startProcess(database.url, { clock });
  const { reward, redeem, refund, takeBack, cancel, adjust, release, transfer, expire } = world.commands;
  wallet = await world.wallet();
  other = await world.walletWith(till.ledger, 10);
  const post = async (command: Parameters<typeof till.ledger.post>[0]) =>
    (await till.ledger.post(command)).entry;

  await post(reward(wallet, 1_000, { reference: reference("first"), externalLogId: "first" })); // 1
  clock.set(new Date("2026-04-10T10:00:00Z"));
  await post(reward(wallet, 500)); // 2
  const redemption = await post(redeem(wallet, 1_199.5, { reference: reference("second") })); // 3
  await post(refund(wallet, redemption.id, { points: 300 })); // 4
  const refunded = await post(refund(wallet, redemption.id, { points: 100 })); // 5
  await post(cancel(wallet, refunded.id)); // 6
  const wrong = await post(reward(wallet, 70.25)); // 7
  await post(cancel(wallet, wrong.id)); // 8
  await post(adjust(wallet, 20)); // 9
  await post(adjust(wallet, 15, { pocket: "suspended" })); // 10
  await post(release(wallet, 5)); // 11
  clock.set(new Date("2026-05-02T10:00:00Z"));
  await till.ledger.expire(expire(wallet)); // 12
  const out = await post(transfer(wallet, other, 25)); // 13
  transferOutSeq = out.seq;
  back = await world.wallet();
  const sold = await post(reward(back, 100)); // 1
  await post(redeem(back, 85)); // 2
  await post(takeBack(back, sold.id, { points: 10 })); // 3
  await post(takeBack(back, sold.id, { value: 20.25 })); // 4
  ({ id: promotionId } = await createPromotion(database.pool, {
    rule: { skuIds: ["A"] },
    ...{ budget: 30, walletMax: 5 },
  }));
  offered = await world.wallet();
  await post(reward(offered, 5, { skuId: "A" }));
  const { hold, capture } = world.commands;
  aside = await world.walletWith(till.ledger, 100); // 1
  const held = await post(hold(aside, 60)); // 2
  captureId = (await post(capture(aside, held.id, { points: 45 }))).id; // 3
  await post(hold(aside, 20)); // 4
  await database.pool.query("UPDATE programme SET ripening_days = 7");
  await post(reward(aside, 30)); // 5
  await world.wallet();
  const { rows } = await database.pool.query<{ seq: number; id: string }>(
    "SELECT seq, id FROM entry WHERE wallet_id = $1 ORDER BY seq",
    [wallet.id],
  );
  for (const { seq, id } of rows) ids[seq] = Number(id);
});
afterAll(async () => {
  await till.stop();
  await admin.end();
  await database.drop();
});

test("a ledger with one of everything is sound, and everything in it was looked at", async () => {
  expect(transferOutSeq).toBe(13);
  expect(await verify(database.pool)).toEqual({
    isSound: true,
    wallets: 6,
    entries: 26,
    keys: 2,
    findingCount: 0,
    findingCountByKind: {},
    findings: [],
  });
});

test("the sizes of the pages make no difference", async () => {
  const whole = await verify(database.pool);
  expect(await verify(database.pool, { walletsPerPage: 1, entriesPerPage: 1 })).toEqual(whole);
  expect(await verify(database.pool, { walletsPerPage: 2, entriesPerPage: 3 })).toEqual(whole);
  expect(await verify(database.pool, { walletsPerPage: 3, entriesPerPage: 16 })).toEqual(whole);
});

describe("tampering is found", () => {
  let saved: { table: string; rows: unknown[] }[] = [];

  /** Runs statements as the owner of the server, triggers and foreign keys off, constraints dropped by name if need be. */
  async function tamper(...statements: string[]): Promise<VerifyReport> {
    const client = await admin.connect();
    try {
      await client.query("SET session_replication_role = replica");
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.query("RESET session_replication_role");
      client.release();
    }
    return verify(database.pool);
  }

  async function found(...statements: string[]): Promise<string[]> {
    const { findings } = await tamper(...statements);
    const place = (walletId: number) =>
      walletId === wallet.id
        ? "wallet"
        : walletId === other.id
          ? "other"
          : walletId === back.id
            ? "back"
            : walletId === offered.id
              ? "offered"
              : walletId === aside.id
                ? "aside"
                : "else";
    return findings
      .map(({ walletId, seq, what }) => `${place(walletId)} ${seq ?? "-"} ${what satisfies FindingKind}`)
      .sort();
  }

  const TABLES = [
    ...["wallet", "entry", "lot", "reversal", "pending_points", "hold", "idempotency_key", "referral"],
    ...["entry_part", "promotion_total", "promotion_use"],
  ];
  const CHECKS = ["entry", "lot", "reversal", "wallet", "pending_points", "hold", "referral"];
  let constraints: { table: string; name: string; definition: string }[] = [];

  beforeEach(async () => {
    saved = [];
    for (const table of TABLES) {
      const { rows } = await admin.query(`SELECT to_jsonb(t) AS row FROM ${table} t`);
      saved.push({ table, rows: rows.map(({ row }) => row) });
    }
    // A user who can switch off triggers can drop a CHECK as well.
    const { rows } = await admin.query(
      `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE contype = 'c' AND conrelid::regclass::text = ANY ($1)`,
      [CHECKS],
    );
    constraints = rows;
    for (const { table, name } of constraints)
      await admin.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  });

  afterEach(async () => {
    await tamper(
      ...TABLES.map((table) => `DELETE FROM ${table}`),
      ...saved.map(
        ({ table, rows }) =>
          `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, ${pg.escapeLiteral(JSON.stringify(rows))}::jsonb)`,
      ),
      ...constraints.map(
        ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
      ),
    );
  });

  const edit = (seq: number, set: string) =>
    `UPDATE entry SET ${set} WHERE wallet_id = ${wallet.id} AND seq = ${seq}`;

  test("the restored tables are sound again, so that no test depends on another", async () => {
    expect(await found("SELECT 1")).toEqual([]);
  });

  test.each([
    "channel_id = 2",
    "amount_value = 1",
    "amount_hundredths = 1",
    "factor = 2",
    "user_id = user_id + 1",
    "merchant_id = merchant_id + 1",
    "branch_id = branch_id + 1",
    "branch_msisdn = '+21' || substr(branch_msisdn, 4)",
    "created_at = created_at + interval '1 millisecond'",
    "invoice_date = now()",
    "external_log_id = 'other'",
    "invoice_number = 'other'",
    "sku_id = 'other'",
    "comment = 'other'",
  ])("an entry's field changed alone: %s", async (set) => {
    expect(await found(edit(9, set))).toEqual(["wallet 9 hash"]);
  });

  test("a hash forged for the changed row, by the row after it", async () => {
    const entry = (await readEntry(database.pool, { entryId: ids[9] ?? 0 }))?.entry.entry;
    const { rows } = await admin.query("SELECT hash FROM entry WHERE wallet_id = $1 AND seq = 8", [
      wallet.id,
    ]);
    if (entry === undefined) throw new Error("No entry");
    const forged = entryHash(rows[0].hash.toString("base64"), { ...entry, comment: "forged" });
    const hex = Buffer.from(forged, "base64").toString("hex");
    expect(await found(edit(9, `comment = 'forged', hash = '\\x${hex}'`))).toEqual(["wallet 10 hash"]);
  });

  test("points and totals of an entry changed, only where they no longer follow", async () => {
    expect(await found(edit(9, "amount = 21"))).toEqual(["wallet 9 amount", "wallet 9 hash"]);
    expect(await found(edit(9, "amount = 20, points_delta = 21"))).toEqual([
      "wallet 9 amount",
      "wallet 9 balance",
      "wallet 9 hash",
      "wallet 9 lot_moves_sum",
    ]);
  });

  test.each([
    ["accumulated_after", "accumulated"],
    ["redeemed_after", "redeemed"],
    ["suspended_after", "suspended"],
  ])("a running total changed: %s", async (column, what) => {
    expect(await found(edit(9, `${column} = ${column} + 1`))).toEqual(
      [`wallet 10 ${what}`, `wallet 9 ${what}`, "wallet 9 hash"].sort(),
    );
  });

  test("a running balance changed", async () => {
    expect(await found(edit(9, "balance_after = balance_after + 1"))).toEqual(
      [
        "wallet 9 balance",
        "wallet 9 hash",
        "wallet 9 lots_and_balance",
        "wallet 10 balance",
        "wallet 10 lots_and_balance",
      ].sort(),
    );
  });

  test("a row removed from the middle", async () => {
    const missing = await found(`DELETE FROM entry WHERE wallet_id = ${wallet.id} AND seq = 10`);
    expect(missing).toEqual(["wallet 11 hash", "wallet 11 numbering", "wallet 11 suspended"]);
  });

  test("the last row removed", async () => {
    const missing = await found(`DELETE FROM entry WHERE wallet_id = ${other.id} AND seq = 3`);
    expect(missing).toEqual(["other - lot_points", "other - wallet_row", "wallet 13 transfer"]);
  });

  test("rows renumbered to hide one that was removed", async () => {
    const shifted = await found(
      `DELETE FROM entry WHERE wallet_id = ${wallet.id} AND seq = 1`,
      // By way of numbers that nobody has: rows may lie in any order.
      `UPDATE entry SET seq = seq + 1000 WHERE wallet_id = ${wallet.id}`,
      `UPDATE entry SET seq = seq - 1001 WHERE wallet_id = ${wallet.id}`,
    );
    expect(shifted).toContain("wallet 1 hash");
    expect(shifted).toContain("wallet 1 balance");
    expect(shifted).toContain("wallet - key_entry");
    expect(shifted).toContain("wallet - wallet_row");
  });

  test("a row inserted at the end, consistent in itself", async () => {
    const inserted = await found(
      `INSERT INTO entry SELECT (jsonb_populate_record(e, jsonb_build_object('seq', 14, 'id', 900, 'points_delta', 0, 'amount', 0,
         'log_type_id', 6, 'lot_moves', '[]'::jsonb))).* FROM entry e WHERE wallet_id = ${wallet.id} AND seq = 13`,
    );
    expect(inserted).toEqual(["wallet - wallet_row", "wallet 14 hash"]);
  });

  test("ids that do not rise", async () => {
    expect(await found(edit(9, "id = id - 1000"))).toEqual(["wallet 9 hash", "wallet 9 id_order"]);
  });

  test("a balance, or any other total, of the wallet edited alone", async () => {
    for (const column of ["balance", "accumulated", "redeemed", "suspended", "last_seq"]) {
      const edited = await found(`UPDATE wallet SET ${column} = ${column} + 1 WHERE id = ${wallet.id}`);
      expect(edited).toEqual(["wallet - wallet_row"]);
      await tamper(`UPDATE wallet SET ${column} = ${column} - 1 WHERE id = ${wallet.id}`);
    }
    expect(await found(`UPDATE wallet SET last_hash = '\\x00' WHERE id = ${wallet.id}`)).toEqual([
      "wallet - wallet_row",
    ]);
  });

  test("what limits are counted by, and what is remembered for them", async () => {
    const day = `INSERT INTO person_day VALUES (${world.userId}, '2026-03-10', 1001, 0)`;
    await tamper(day);
    const { findings } = await verify(database.pool);
    expect(findings).toEqual([
      {
        walletId: 0,
        seq: null,
        what: "person_day",
        expected: expect.stringContaining("points, 0 in money"),
        found: "1001 points, 0 in money",
      },
    ]);
    await tamper("DELETE FROM person_day");
    expect(
      await found(`INSERT INTO unproved_redemption VALUES (${wallet.id}, ${ids[1]}, '2026-03-10')`),
    ).toEqual(["wallet 1 limit_mark"]);
    await tamper("DELETE FROM unproved_redemption");
  });

  test("another wallet addressed that does not exist, or is the entry's own, and families that are none", async () => {
    const actor = (id: number) => edit(2, `actor_wallet_id = ${id}`);
    expect(await found(actor(999_999))).toEqual(["wallet 2 actor_wallet", "wallet 2 hash"]);
    expect(await found(actor(wallet.id))).toEqual(["wallet 2 actor_wallet", "wallet 2 hash"]);
    await tamper(edit(2, "actor_wallet_id = NULL"));
    const set = (id: number, what: string) => `UPDATE wallet SET ${what} WHERE id = ${id}`;
    expect(await found(set(wallet.id, "children_count = 1"))).toEqual(["wallet - family"]);
    expect(
      await found(
        set(
          other.id,
          `parent_wallet_id = ${wallet.id}, family_role = 'pooled', pool_wallet_id = ${wallet.id}`,
        ),
      ),
    ).toEqual([]);
    expect(await found(set(other.id, `pool_wallet_id = ${back.id}`))).toEqual(["other - family"]);
    expect(await found(set(other.id, `pool_wallet_id = NULL, family_role = 'own'`))).toEqual([]);
    expect(
      await found(
        set(wallet.id, `parent_wallet_id = ${back.id}, family_role = 'own'`),
        set(back.id, "children_count = 1"),
      ),
    ).toEqual(["other - family"]);
  });

  test("a wallet removed under its log", async () => {
    const removed = await found(`DELETE FROM wallet WHERE id = ${wallet.id}`);
    expect(removed).toEqual([
      "wallet - unknown_wallet",
      "wallet - unknown_wallet",
      "wallet - unknown_wallet",
    ]);
  });

  test("points given to a wallet out of nothing, balance and all, without an entry", async () => {
    expect(
      await found(
        `UPDATE wallet SET balance = 500, last_seq = 1 WHERE id NOT IN (SELECT wallet_id FROM entry)`,
      ),
    ).toEqual(["else - wallet_row"]);
  });

  test("lots that hold more, less, or something where nothing is", async () => {
    const lots = `UPDATE lot SET points = points + 1 WHERE wallet_id = ${wallet.id} AND points > 0`;
    expect(await found(lots)).toContain("wallet - lot_points");
    expect(await found(`INSERT INTO lot VALUES (${other.id}, '2040-01-31', 5)`)).toContain(
      "other - lot_points",
    );
    expect(await found(`DELETE FROM lot WHERE wallet_id = ${other.id}`)).toContain("other - lot_points");
  });

  test("what lapsed changed", async () => {
    const lapsed = (set: string) =>
      `UPDATE lot SET ${set} WHERE wallet_id = ${wallet.id} AND lapsed_points > 0`;
    expect(await found(lapsed("lapsed_points = lapsed_points + 1"))).toEqual(["wallet - lot_lapsed"]);
    await tamper(lapsed("lapsed_points = lapsed_points - 1"));
    expect(await found(lapsed("lapsed_from_seq = 1"))).toEqual(["wallet - lot_lapsed"]);
  });

  test("lot moves that are none, that do not add up, that overdraw a lot, that go elsewhere", async () => {
    const moves = (seq: number, value: string) => edit(seq, `lot_moves = '${value}'`);
    expect(await found(moves(10, '{"a": 1}'))).toEqual(["wallet 10 lot_moves"]);
    expect(await found(moves(10, '[["soon", 1]]'))).toContain("wallet 10 lot_moves");
    expect(await found(moves(10, '[["2026-04-30", 1.5]]'))).toContain("wallet 10 lot_moves");
    expect(await found(moves(10, "[]"), moves(11, '[["2026-05-31", 5, "2026-04-30"]]'))).toEqual([
      "wallet 11 hash",
    ]);
    expect(await found(moves(9, '[["2026-05-31", 19]]'))).toContain("wallet 9 lot_moves_sum");
    expect(await found(moves(9, '[["2026-05-31", 40], ["2026-06-30", -20]]'))).toContain(
      "wallet 9 lot_negative",
    );
    expect(await found(moves(2, '[["2026-06-30", 500]]'))).toContain("wallet 2 lot_moves");
    expect(await found(moves(9, '[["2026-05-31", 10], [null, 10]]'))).toContain("wallet 9 lot_moves");
  });

  test("a segment version that does not exist", async () => {
    expect(await found(edit(9, "segment_version_id = 12345"))).toEqual([
      "wallet 9 hash",
      "wallet 9 segment_version",
    ]);
  });

  test("a refund or cancellation pointed at another entry, another wallet's, or none", async () => {
    const relate = (seq: number, target: number | string) => edit(seq, `related_entry_id = ${target}`);
    expect(await found(relate(4, ids[1] ?? 0))).toContain("wallet 4 related_entry");
    expect(await found(relate(4, ids[13] ?? 0))).toContain("wallet 4 related_entry");
    expect(await found(relate(4, "NULL"))).toContain("wallet 4 related_entry");
    expect(
      await found(relate(4, `(SELECT id FROM entry WHERE wallet_id = ${other.id} AND seq = 1)`)),
    ).toContain("wallet 4 related_entry");
    expect(await found(relate(4, ids[3] ?? 0), relate(8, ids[9] ?? 0))).toContain("wallet 8 related_entry");
    expect(await found(relate(8, ids[7] ?? 0), relate(9, ids[7] ?? 0))).toEqual([
      "wallet 9 hash",
      "wallet 9 referral",
    ]);
  });

  describe("referrals", () => {
    let referrer: TestWallet;
    let waiting: TestWallet;
    let paid: TestWallet;
    let undone: TestWallet;
    const programmeIs = (bonus: number, newcomers: number) =>
      database.pool.query("UPDATE programme SET referral_bonus = $1, referral_newcomer_bonus = $2", [
        bonus,
        newcomers,
      ]);
    beforeEach(async () => {
      await programmeIs(20, 5);
      const { reward, cancel } = world.commands;
      referrer = await world.wallet();
      waiting = await world.wallet({ broughtBy: referrer });
      paid = await world.wallet({ broughtBy: referrer });
      undone = await world.wallet({ broughtBy: referrer });
      await till.ledger.post(reward(paid, 30));
      await till.ledger.post(cancel(undone, (await till.ledger.post(reward(undone, 30))).entry.id));
      expect((await verify(database.pool)).findings).toEqual([]);
    });
    afterEach(() => programmeIs(0, 0));

    const referral = ({ id }: TestWallet, set: string) =>
      `UPDATE referral SET ${set} WHERE wallet_id = ${id}`;
    const parts = (set: string) =>
      `UPDATE entry_part SET ${set} WHERE kind = 'referral' AND entry_id = (SELECT reward_entry_id FROM referral WHERE wallet_id = ${paid.id})`;
    const DECIDED =
      "state = 'paid', settled_on = '2026-05-02', reward_wallet_id = wallet_id, reward_entry_id = 1, newcomer_points = 0";
    const cases: [what: string, statement: () => string][] = [
      ["opened again", () => referral(paid, "state = 'open'")],
      [
        "closed in the wallet only",
        () => `UPDATE wallet SET open_referrer_id = NULL WHERE id = ${waiting.id}`,
      ],
      ["that never was", () => `UPDATE wallet SET open_referrer_id = ${other.id} WHERE id = ${wallet.id}`],
      ["of another referrer", () => referral(waiting, `referrer_wallet_id = ${other.id}`)],
      ["paid to another referrer", () => referral(paid, `referrer_wallet_id = ${other.id}`)],
      ["decided by another's reward", () => referral(waiting, DECIDED)],
      ["with more for the newcomer", () => referral(paid, "newcomer_points = 6")],
      ["with more for the referrer", () => referral(paid, "referrer_points = 21")],
      [
        "without its bonus",
        () => referral(paid, "bonus_entry_id = NULL, bonus_wallet_id = NULL, referrer_points = 0"),
      ],
      ["taken back without a word in the log", () => referral(paid, "state = 'taken_back'")],
      ["not taken back with its reward", () => referral(undone, "state = 'paid'")],
      ["taken back by another entry", () => referral(undone, "reward_undone_by_entry_id = 1")],
      ["removed", () => `DELETE FROM referral WHERE wallet_id = ${paid.id}`],
      ["with a part of its reward changed", () => parts("points = points + 1")],
      ["with a part of its reward taken away", () => parts("kind = 'rate'")],
    ];
    test.each(cases)("one %s", async (_, statement) => {
      const { findings } = await tamper(statement());
      expect(findings.map(({ what }) => what)).toContain("referral");
      // Where the parts of an entry are touched, they come to something else as well.
      expect(findings.filter(({ what }) => what !== "referral" && what !== "entry_part")).toEqual([]);
    });
  });

  test("a cancellation that is not the mirror of its entry", async () => {
    expect(await found(edit(8, "amount_value = 71"))).toEqual(["wallet 8 cancel_mirror", "wallet 8 hash"]);
    expect(await found(edit(8, `related_entry_id = ${ids[2]}`))).toContain("wallet 8 cancel_mirror");
  });

  test("piastres of an entry changed or taken away", async () => {
    const both = ["wallet 7 hash", "wallet 8 cancel_mirror"];
    expect(await found(edit(7, "amount_hundredths = 26"))).toEqual(both);
    expect(await found(edit(7, "amount_hundredths = 0"))).toEqual(both);
    expect(await found(edit(7, "amount_value = 7025, amount_hundredths = 0"))).toEqual(both);
  });

  test("piastres that would make a pound", async () => {
    expect(await found(edit(7, "amount_value = 69, amount_hundredths = 125"))).toEqual([
      "wallet 7 hundredths",
    ]);
    expect(await found(edit(7, "amount_value = 71, amount_hundredths = -75"))).toEqual([
      "wallet 7 hundredths",
    ]);
  });

  test("an entry cancelled twice", async () => {
    expect(await found(edit(8, `related_entry_id = ${ids[5]}`))).toContain("wallet 8 cancelled_twice");
  });

  test("a redemption cancelled that has refunds", async () => {
    expect(await found(edit(8, `related_entry_id = ${ids[3]}`))).toContain("wallet 8 cancelled_and_refunded");
  });

  test("more given back than was taken", async () => {
    expect(await found(edit(4, "amount = 1201, points_delta = 1201"))).toContain("wallet 4 refund_too_much");
    expect(await found(edit(4, "amount = 300, points_delta = 300, amount_value = 1201"))).toContain(
      "wallet 4 refund_too_much",
    );
  });

  describe("in a return", () => {
    const editReturn = (seq: number, set: string) =>
      `UPDATE entry SET ${set} WHERE wallet_id = ${back.id} AND seq = ${seq}`;
    const entryOf = (seq: number, of = () => back.id) =>
      `(SELECT id FROM entry x WHERE x.wallet_id = ${of()} AND x.seq = ${seq})`;

    test("pointed at another kind of entry, another wallet's, a later one, or none", async () => {
      const targets = [entryOf(2), entryOf(1, () => wallet.id), entryOf(4), "NULL"];
      for (const target of targets)
        expect(await found(editReturn(3, `related_entry_id = ${target}`))).toContain("back 3 related_entry");
    });

    test("more taken than the reward gave, in points or in money, or at another rate", async () => {
      const changes = ["points_delta = -101, amount = 101", "amount_value = 101", "factor = 2"];
      for (const set of changes) {
        expect(await found(editReturn(3, set))).toContain("back 3 return_too_much");
        await tamper(editReturn(3, "points_delta = -10, amount = 10, amount_value = 10, factor = 1"));
      }
      expect(await found(editReturn(4, "amount_value = 90, amount_hundredths = 1"))).toContain(
        "back 4 return_too_much",
      );
    });

    test("lifetime points that were not taken along", async () => {
      expect(await found(editReturn(3, "accumulated_after = accumulated_after + 10"))).toContain(
        "back 3 accumulated",
      );
    });

    test("a return of a reward that was cancelled", async () => {
      expect(await found(editReturn(3, "log_type_id = 4"))).toContain("back 4 cancelled_and_refunded");
    });

    test("the record of the reward changed, or removed", async () => {
      const record = (set: string) => `UPDATE reversal SET ${set} WHERE wallet_id = ${back.id}`;
      const changes: [set: string, undo: string][] = [
        ["given_back = given_back - 1", "given_back = given_back + 1"],
        ["given_back_value = given_back_value - 1", "given_back_value = given_back_value + 1"],
        ["open_refunds = 1", "open_refunds = 2"],
        ["given_back_by_lot = '{}'", "given_back_by_lot = given_back_by_lot"],
      ];
      for (const [set, undo] of changes) {
        expect(await found(record(set)), set).toEqual(["back - reversal"]);
        await tamper(record(undo));
      }
      expect(await found(`DELETE FROM reversal WHERE wallet_id = ${back.id}`)).toEqual(["back - reversal"]);
    });
  });

  test("the record of what was given back or undone changed, removed or invented", async () => {
    const record = (set: string) =>
      `UPDATE reversal SET ${set} WHERE wallet_id = ${wallet.id} AND entry_id = ${ids[3]}`;
    const changes: [set: string, back: string][] = [
      ["given_back = 299", "given_back = 300"],
      ["given_back_value = 299", "given_back_value = 300"],
      ["given_back_hundredths = 1", "given_back_hundredths = 0"],
      ["open_refunds = 2", "open_refunds = 1"],
      ["cancelled_by_entry_id = 8", "cancelled_by_entry_id = NULL"],
    ];
    for (const [set, back] of changes) {
      expect(await found(record(set))).toEqual(["wallet - reversal"]);
      await tamper(record(back));
    }
    expect(await found(record("taken = 1300"))).toEqual(["wallet - reversal", "wallet 3 reversal"]);
    await tamper(record("taken = 1200"));
    expect(await found(record("given_back_by_lot = '{}'"))).toEqual(["wallet - reversal"]);
    expect(await found(`DELETE FROM reversal WHERE entry_id = ${ids[7]}`)).toEqual([
      "wallet - reversal",
      "wallet - reversal",
    ]);
    expect(await found(`INSERT INTO reversal VALUES (${other.id}, 7777, 10)`)).toContain("other - reversal");
  });

  test("one side of a transfer removed, changed or pointed elsewhere", async () => {
    const into = (set: string) => `UPDATE entry SET ${set} WHERE wallet_id = ${other.id} AND seq = 3`;
    expect(await found(into("related_entry_id = NULL"))).toEqual([
      "other 3 hash",
      "other 3 transfer",
      "wallet 13 transfer",
    ]);
    expect(await found(into(`related_entry_id = ${ids[13]}, points_delta = 26`))).toContain(
      "other 3 transfer",
    );
    expect(await found(into("points_delta = 25, accumulated_after = 12"))).toContain("other 3 transfer");
  });

  test("references that name nothing, another wallet's entry, another kind, or an entry that has one", async () => {
    const key = (set: string) => `UPDATE idempotency_key SET ${set} WHERE key = 'first'`;
    expect(await found(key("entry_id = 987654"))).toEqual(["wallet - key_entry"]);
    expect(await found(key(`entry_id = ${ids[1]}, wallet_id = ${other.id}`))).toEqual(["other - key_entry"]);
    expect(await found(key(`wallet_id = ${wallet.id}, operation = 3`))).toEqual(["wallet 1 key_operation"]);
    expect(await found(key("operation = 2, user_id = user_id + 1"))).toEqual(["wallet 1 key_operation"]);
    expect(await found(key(`user_id = user_id - 1, operation = 1, entry_id = ${ids[3]}`))).toEqual([
      "wallet 3 key_twice",
    ]);
    expect(await found(key("operation = 2, entry_id = NULL, wallet_id = 777"))).toEqual([
      "else - unknown_wallet",
    ]);
  });

  const offeredPart = "UPDATE entry_part SET points = 9 WHERE kind = 'promotion'";
  const total = (set: string) => `UPDATE promotion_total SET ${set}`;
  test.each<[what: string, sql: () => string, findings: string[]]>([
    ["a part changed", () => offeredPart, ["else - promotion_total", "offered 1 entry_part"]],
    [
      "all parts removed",
      () => "DELETE FROM entry_part",
      ["else - promotion_total", "offered - promotion_use", "offered 1 entry_part"],
    ],
    ["a part removed", () => "DELETE FROM entry_part WHERE kind = 'rate'", ["offered 1 entry_part"]],
    [
      "a part invented",
      () => `INSERT INTO entry_part VALUES (${ids[1]}, 0, 'rate', 7, NULL)`,
      ["wallet 1 entry_part"],
    ],
    [
      "a part of nothing",
      () => "INSERT INTO entry_part VALUES (987654, 0, 'rate', 7, NULL)",
      ["else - entry_part"],
    ],
    ["points of a promotion hidden", () => total("points = points - 1"), ["else - promotion_total"]],
    ["uses of a promotion invented", () => total("uses = uses + 1"), ["else - promotion_total"]],
    [
      "more than its budget ever was",
      () => total("points = 31"),
      ["else - promotion_total", "else - promotion_total"],
    ],
    ["its count removed", () => "DELETE FROM promotion_total", ["else - promotion_total"]],
    ["a customer's uses changed", () => "UPDATE promotion_use SET uses = 2", ["offered - promotion_use"]],
    ["a customer's points changed", () => "UPDATE promotion_use SET points = 1", ["offered - promotion_use"]],
    ["a customer's uses removed", () => "DELETE FROM promotion_use", ["offered - promotion_use"]],
    [
      "a customer's uses moved to another day",
      () => "UPDATE promotion_use SET business_date = business_date + 1",
      ["offered - promotion_use", "offered - promotion_use"],
    ],
    [
      "a customer's uses invented",
      () => `INSERT INTO promotion_use VALUES (${promotionId}, ${wallet.id}, '2026-01-01', 1)`,
      ["wallet - promotion_use"],
    ],
  ])("of promotions: %s", async (_what, sql, findings) => {
    expect(await found(sql())).toEqual(findings);
  });

  test("points that ripen, and holds, kept otherwise than the log says", async () => {
    const one = ["aside - pending_points"];
    expect(await found("UPDATE pending_points SET points = points - 1")).toEqual(one);
    expect(await found("UPDATE pending_points SET points = 30, expires_on = 'infinity'")).toEqual(one);
    expect(await found("DELETE FROM pending_points")).toEqual(one);
    const hold = ["aside - hold"];
    expect(await found("UPDATE hold SET points = 21 WHERE state = 'open'")).toEqual([...hold, ...one].sort());
    const ended = `state = 'captured', ended_by_entry_id = ${captureId}`;
    expect(await found(`UPDATE hold SET points = 20, ${ended} WHERE state = 'open'`)).toContain(
      "aside - hold",
    );
    expect(await found("UPDATE hold SET expires_at = 'epoch' WHERE points = 60")).toContain("aside - hold");
    expect(await found("DELETE FROM hold")).toEqual([...hold, ...hold, ...one].sort());
  });

  test("a capture of a hold that has ended, or is none, and a ripening of another number of points", async () => {
    const edited = (set: string) =>
      found(`UPDATE entry SET ${set} WHERE wallet_id = ${aside.id} AND seq = 3`);
    expect(await edited(`related_entry_id = ${captureId}`)).toContain("aside 3 aside");
    expect(await edited("related_entry_id = NULL")).toContain("aside 3 aside");
    const released = await found(
      `UPDATE entry SET related_entry_id = ${captureId} + 2, log_type_id = 10 WHERE wallet_id = ${wallet.id} AND seq = 11`,
    );
    expect(released).toContain("wallet 11 aside");
  });

  test("points spent that the wallet did not have", async () => {
    expect(await found(edit(3, "points_delta = -1501, amount = 1501, balance_after = -1"))).toContain(
      "wallet 3 below_zero",
    );
  });

  test("all findings are counted when only the first are kept", async () => {
    await tamper(`UPDATE entry SET comment = 'other' WHERE wallet_id = ${wallet.id}`);
    const { isSound, findingCount, findingCountByKind, findings } = await verify(database.pool, {
      findingsMax: 3,
    });
    expect({ isSound, findingCount, findingCountByKind, kept: findings.length }).toEqual({
      isSound: false,
      findingCount: 13,
      findingCountByKind: { hash: 13 },
      kept: 3,
    });
  });

  test("a finding says where, what was expected and what was found", async () => {
    const { findings } = await tamper(`UPDATE wallet SET balance = 9999 WHERE id = ${wallet.id}`);
    expect(findings).toEqual([
      {
        walletId: wallet.id,
        seq: null,
        what: "wallet_row",
        expected: expect.stringMatching(/^\[13,\d+,/),
        found: expect.stringMatching(/^\[13,9999,/),
      },
    ]);
  });

  test("numbers of any size are reported, not stumbled over", async () => {
    expect(await found(edit(9, "amount = 9223372036854775807"))).toContain("wallet 9 amount");
  });
});

test("it reads one snapshot while points move, and blocks no one", async () => {
  const busy = await world.wallet();
  let isDone = false;
  const moving = (async () => {
    while (!isDone) await till.ledger.post(world.commands.reward(busy, 1));
  })();
  for (let round = 0; round < 5; round += 1) {
    expect((await verify(database.pool, { walletsPerPage: 1, entriesPerPage: 1 })).findings).toEqual([]);
  }
  isDone = true;
  await moving;
});
