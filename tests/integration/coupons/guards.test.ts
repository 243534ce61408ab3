import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Findings } from "@/lib/ledger/verify/findings";
import { checkCoupons } from "@/lib/ledger/with/coupons/verify";
import { createCoupon, createTemplate, type TestTemplate } from "@/tests/support/coupons";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import {
  createWorld,
  expectSound,
  startProcess,
  type TestProcess,
  type TestWallet,
  type World,
} from "@/tests/support/ledger";

/** What the database itself refuses of coupons, and what `verify` finds of what was changed past it. */
let database: TestDatabase;
/** Who can switch triggers off. */
let admin: pg.Pool;
let world: World;
let till: TestProcess;
let wallet: TestWallet;
let template: TestTemplate;
let issued: string;
let used: string;
let bought: string;
let boughtBy: number;

const PIN = { kind: "checked", pinVersion: 1, correct: true } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  admin.on("error", () => undefined);
  const { pool } = database;
  world = await createWorld(pool);
  till = startProcess(database.url);
  template = await createTemplate(pool, { stock_max: 10, merchant_id: world.merchantId });
  wallet = await world.walletWith(till.ledger, 1_000, { hasPin: true });
  issued = await createCoupon(pool, template, wallet.id, {
    valid_from: "2026-01-01",
    valid_until: "2026-12-31",
  });
  used = await createCoupon(pool, template, wallet.id);
  await pool.query(
    `WITH c AS (UPDATE coupon SET state = 'used', used_at = now(), used_by_user_id = 1, used_branch_id = 1 WHERE number = '${used}' RETURNING id)
     INSERT INTO coupon_event (coupon_id, kind, operation, user_id, channel_id, at, key, request_hash) SELECT id, 'used', 1, 1, 1, now(), 'k', sha256('k') FROM c`,
  );
  const command = { ...world.commands.redeem(wallet, 1, { pin: PIN }), couponOffer: template.offerNumber };
  const posted = await till.ledger.post(command);
  bought = posted.coupon?.number ?? "";
  boughtBy = posted.entry.id;
});
afterAll(async () => {
  await expectSound(database.pool);
  await till.stop();
  await admin.end();
  await database.drop();
});

const tried = new Set<string>();

async function refusedBy(sql: string): Promise<string | null> {
  const client = await database.owner.connect();
  try {
    await client.query("BEGIN");
    await client.query(sql);
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

async function expectRefused(guard: string, ...statements: string[]): Promise<void> {
  tried.add(guard);
  for (const sql of statements) expect(await refusedBy(sql), sql).toBe(guard);
}

const change = (number: string, set: string) => `UPDATE coupon SET ${set} WHERE number = '${number}'`;
const another = (columns: string, values: string) =>
  `INSERT INTO coupon (template_id, number, issued_at, issued_by_user_id${columns}) VALUES (${template.id}, '2222222222222222', now(), 1${values})`;

describe("a coupon", () => {
  test("is used once and void once, and nothing of how it was issued changes", async () => {
    await expectRefused(
      "coupon_once",
      change(used, "used_at = now()"),
      change(used, "used_branch_id = 2"),
      change(
        used,
        "state = 'void', used_at = NULL, used_by_user_id = NULL, used_branch_id = NULL, voided_at = now(), voided_by_user_id = 1",
      ),
      change(issued, "number = '2222222222222222'"),
      change(issued, "valid_until = '2030-01-01'"),
      change(issued, "issued_by_entry_id = 1"),
      change(issued, "template_id = 0"),
      change(issued, "is_test = true"),
    );
    const void_ = "state = 'void', voided_at = now(), voided_by_user_id = 1";
    await expectRefused(
      "coupon_once",
      `${change(issued, void_)}; ${change(issued, "state = 'issued', voided_at = NULL, voided_by_user_id = NULL")}`,
    );
    expect(
      await refusedBy(
        change(used, "state = 'issued', used_at = NULL, used_by_user_id = NULL, used_branch_id = NULL"),
      ),
    ).toBeNull();
  });

  test("is never removed", async () => {
    tried.add("coupon_not_deleted").add("coupon_not_truncated");
    await expectRefused("coupon_append_only", "DELETE FROM coupon", "TRUNCATE coupon CASCADE");
  });

  test("has what belongs to its state, and nothing else", async () => {
    await expectRefused(
      "coupon_state",
      change(issued, "state = 'used'"),
      change(issued, "state = 'lapsed'"),
      change(issued, "state = 'void', voided_at = now()"),
      change(issued, "used_branch_id = 1"),
      another(", used_at, used_by_user_id", ", now(), 1"),
      another(", voided_by_entry_id", ", 1"),
    );
    await expectRefused(
      "coupon_validity",
      another(", valid_from, valid_until", ", '2026-02-01', '2026-01-31'"),
    );
    await expectRefused("coupon_number", another("", "").replace("2222222222222222", "222222222222222O"));
    await expectRefused("coupon_number_key", another("", "").replace("2222222222222222", issued));
    await expectRefused("coupon_pkey", another(", id", `, (SELECT min(id) FROM coupon)`));
    await expectRefused("coupon_issued_by_entry_idx", another(", issued_by_entry_id", `, ${boughtBy}`));
    await expectRefused(
      "coupon_voided_by_entry_idx",
      `${another(", state, voided_at, voided_by_user_id, voided_by_entry_id", ", 'void', now(), 1, 5")}; ${another(", state, voided_at, voided_by_user_id, voided_by_entry_id", ", 'void', now(), 1, 5").replace("2222222222222222", "3333333333333333")}`,
    );
  });

  test("is of a template, a wallet and an issue that there are", async () => {
    await expectRefused("coupon_wallet_id_fkey", another(", wallet_id", ", 999999"));
    await expectRefused("coupon_issue_id_fkey", another(", issue_id", ", 999999"));
    await expectRefused("coupon_template_id_fkey", another("", "").replace(`(${template.id},`, "(999999,"));
  });

  test("takes from a stock what there is, and gives it back when it is void", async () => {
    const left = async (sql: string) => {
      const client = await database.pool.connect();
      await client.query("BEGIN");
      await client.query(sql);
      const { rows } = await client.query("SELECT stock_left FROM coupon_template WHERE id = $1", [
        template.id,
      ]);
      await client.query("ROLLBACK");
      client.release();
      return rows[0].stock_left;
    };
    tried.add("coupon_takes_stock").add("coupon_gives_stock_back");
    expect(await left("SELECT 1")).toBe(7);
    expect(await left(another("", ""))).toBe(6);
    expect(await left(another(", is_test", ", true"))).toBe(7);
    expect(await left(change(issued, "state = 'void', voided_at = now(), voided_by_user_id = 1"))).toBe(8);
    await expectRefused(
      "coupon_template_stock",
      `INSERT INTO coupon (template_id, number, issued_at, issued_by_user_id) SELECT ${template.id}, repeat('2', 15) || chr(64 + i), now(), 1 FROM generate_series(1, 8) i`,
      `UPDATE coupon_template SET stock_left = 11 WHERE id = ${template.id}`,
      `UPDATE coupon_template SET stock_max = NULL WHERE id = ${template.id}`,
    );
  });
});

describe("a template", () => {
  test("says what can be true", async () => {
    const set = (columns: string) => `UPDATE coupon_template SET ${columns} WHERE id = ${template.id}`;
    await expectRefused("coupon_template_state", set("state = 'open'"));
    await expectRefused("coupon_template_offer_number", set("offer_number = 0"));
    await expectRefused(
      "coupon_template_discount",
      set("discount = 5"),
      set("discount_type = 1, discount = 101"),
      set("discount_type = 7, discount = 1"),
      set("discount_type = 2, discount = 0"),
    );
    await expectRefused(
      "coupon_template_validity",
      set("valid_from = '2026-02-01', valid_until = '2026-01-31'"),
      set("valid_days = 0"),
    );
    await expectRefused("coupon_template_cost", set("cost_points = 0"));
    await expectRefused("coupon_template_reward", set("reward_hundredths_min = -1"));
    await expectRefused("coupon_template_worth", set("worth = 0"), set("worth = 1000001"));
    await expectRefused("coupon_template_min_bill", set("min_bill = 0"), set("min_bill = 1000001"));
    await expectRefused(
      "coupon_template_occasion",
      set("occasion = 'absence-0'"),
      set("occasion = 'leaving'"),
    );
    await expectRefused("coupon_template_merchant_id_fkey", set("merchant_id = 999999"));
    const copy = (columns: string, values: string) =>
      `INSERT INTO coupon_template (title_en, title_ar, discount_type, ${columns}) SELECT title_en, title_ar, discount_type, ${values} FROM coupon_template WHERE id = ${template.id}`;
    await expectRefused("coupon_template_offer_number_key", copy("offer_number", "offer_number"));
    await expectRefused("coupon_template_pkey", copy("offer_number, id", "1, id"));
  });
});

describe("what was done with coupons", () => {
  const event = (columns: string, values: string) =>
    `INSERT INTO coupon_event (coupon_id, user_id, channel_id, at, ${columns}) SELECT coupon_id, user_id, 1, now(), ${values} FROM coupon_event`;

  test("stays on record, each reference once", async () => {
    tried.add("coupon_event_not_truncated");
    await expectRefused(
      "coupon_event_append_only",
      ...["UPDATE coupon_event SET user_id = 2", "DELETE FROM coupon_event", "TRUNCATE coupon_event"],
    );
    await expectRefused(
      "coupon_event_reference_idx",
      event("kind, operation, key, request_hash", "kind, operation, key, request_hash"),
    );
    await expectRefused(
      "coupon_event_reference",
      event("kind, operation, key", "kind, operation, 'other'"),
      event("kind, operation, key, request_hash", "kind, operation, 'other', 'short'"),
    );
    await expectRefused(
      "coupon_event_kind",
      event("kind, operation", "'used', 2"),
      event("kind, operation", "'lost', 2"),
    );
    await expectRefused("coupon_event_pkey", event("kind, operation, id", "kind, operation, id"));
    await expectRefused(
      "coupon_event_coupon_id_fkey",
      event("kind, operation", "kind, operation").replace("SELECT coupon_id", "SELECT 999999"),
    );
  });

  test("is issued in numbers that add up", async () => {
    const issue = (columns: string, values: string, templateId = template.id) =>
      `INSERT INTO coupon_issue (template_id, lines, created_by, created_at${columns}) VALUES (${templateId}, 2, 1, now()${values})`;
    await expectRefused(
      "coupon_issue_counts",
      issue(", issued, refused", ", 2, 1"),
      issue(", cursor_line", ", 3"),
      issue(", unnamed", ", -1"),
    );
    await expectRefused(
      "coupon_issue_state",
      issue(", state", ", 'done'"),
      issue(", finished_at", ", now()"),
      issue(", state", ", 'lost'"),
    );
    await expectRefused("coupon_issue_template_id_fkey", issue("", "", 999_999));
    const referenced = issue(", reference", ", 'k'");
    await expectRefused("coupon_issue_reference_key", `${referenced}; ${referenced}`);
    await expectRefused("coupon_issue_pkey", `${issue(", id", ", 1")}; ${issue(", id", ", 1")}`);
    const line = "INSERT INTO coupon_issue_line (issue_id, line, wallet_code, problem) VALUES";
    await expectRefused("coupon_issue_line_issue_id_fkey", `${line} (999999, 1, 'W', NULL)`);
    await expectRefused("coupon_issue_line_problem", `${issue(", id", ", 1")}; ${line} (1, 1, 'W', 'lost')`);
    await expectRefused(
      "coupon_issue_line_pkey",
      `${issue(", id", ", 1")}; ${line} (1, 1, 'W', NULL), (1, 1, 'W', NULL)`,
    );
  });
});

describe("verify finds", () => {
  /** Changes rows past every trigger, and says what is found; the change is taken back. */
  async function found(sql: string): Promise<string[]> {
    const client = await admin.connect();
    try {
      await client.query("BEGIN");
      await client.query("SET LOCAL session_replication_role = replica");
      await client.query(sql);
      const findings = new Findings(10);
      await checkCoupons(client, findings);
      return findings.first.map(({ what, found }) => `${what}: ${found.replace(/\d+/, "…")}`);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  }

  test.each([
    [
      "a use that nobody made",
      () => change(issued, "state = 'used', used_at = now(), used_by_user_id = 1"),
      ["coupon: coupon … that is used"],
    ],
    [
      "a use that was wiped out",
      () => change(used, "state = 'issued', used_at = NULL, used_by_user_id = NULL, used_branch_id = NULL"),
      ["coupon: coupon … that is issued"],
    ],
    [
      "a coupon of an entry that issued none",
      () => change(bought, "issued_by_entry_id = issued_by_entry_id + 1000"),
      [expect.stringContaining("coupon: coupon … of entry")],
    ],
    ["a stock that does not add up", () => "UPDATE coupon_template SET stock_left = 8", ["coupon: … left"]],
    ["a coupon that was slipped in", () => another("", ""), ["coupon: … left"]],
    [
      "a coupon ended by something else",
      () =>
        change(bought, "state = 'void', voided_at = now(), voided_by_user_id = 1, voided_by_entry_id = 1"),
      [expect.stringContaining("coupon: … left"), expect.stringContaining("ended by entry")],
    ],
  ])("%s", async (_what, sql, expected) => {
    expect(await found(sql())).toEqual(expected);
  });
});

test("every guard of the tables of coupons was tried above", async () => {
  const tables = ["coupon", "coupon_event", "coupon_issue", "coupon_issue_line", "coupon_template"];
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid::regclass::text = ANY ($1) AND contype <> 'n'
     UNION SELECT indexrelid::regclass::text FROM pg_index WHERE indisunique AND indrelid::regclass::text = ANY ($1)
     UNION SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgfoid <> 'note_act_row'::regproc AND tgrelid::regclass::text = ANY ($1)`,
    [tables],
  );
  expect(rows.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
});
