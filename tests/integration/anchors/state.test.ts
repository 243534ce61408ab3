import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkState, checkStateOn, sealState } from "@/lib/areas/anchors/state";
import type { StateFinding } from "@/lib/areas/anchors/state-finding";
import { withdrawConsent } from "@/lib/areas/privacy/person-file";
import { updateProgramme } from "@/lib/areas/programme/programme";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { setWalletPin } from "@/lib/areas/wallets/pins";
import { setWalletStatus } from "@/lib/areas/wallets/update-wallet";
import { loadDemoData } from "@/lib/demo/load";
import { createLedger } from "@/lib/ledger/run/ledger";
import { findWrongCode, readLastLook, requireSecretOfDatabase } from "@/lib/log/look";
import { ManualClock } from "@/lib/platform/clock";
import { portalPool } from "@/lib/platform/database/pg-pools";
import { ledgerPool, prisma } from "@/lib/platform/database/pools";
import { completeEnv, EnvError, env } from "@/lib/platform/env";
import { moneyOf } from "@/lib/platform/money";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

/** What the database's owner can do beside the log, each in a transaction that is rolled back, and what is found of it. */
let database: TestDatabase;
let owner: pg.Pool;
let service: pg.Pool;
const NOW = new Date("2026-11-21T10:30:00Z");
const clock = new ManualClock(NOW);
const HOUR_MS = 3_600_000;

/** Rows of kinds that the demo data has none of. */
const ROWS = `
INSERT INTO session (user_id, token, expires_at) SELECT min(id), 'a session', '2027-01-01' FROM app_user WHERE role = 'cashier';
INSERT INTO wallet_import (state, file_name, bytes, merchant_id, created_by, created_at) VALUES ('checked', 'f', 1, 1, 4, now());
INSERT INTO staff_pin (user_id, hash, changed_at) SELECT min(id), 'slow hash', now() FROM app_user WHERE role = 'supervisor';
INSERT INTO two_factor (user_id, secret, backup_codes) SELECT min(id), 'sealed', 'codes' FROM app_user WHERE role = 'merchant_admin';
INSERT INTO hold (entry_id, wallet_id, points, expires_at) SELECT min(id), min(wallet_id), 5, now() FROM entry;
INSERT INTO pending_points (wallet_id, entry_id, points, ripens_on, expires_on) SELECT min(wallet_id), min(id), 5, '2026-12-01', '2028-12-31' FROM entry;
INSERT INTO till_approval (user_id, operation, key, request_hash, wallet_id, merchant_id, branch_id, points, value_hundredths, breaches, state,
                           asked_at, expires_at, decided_by, decided_at)
SELECT 1, 1, 'k', '\\x00', (SELECT min(id) FROM wallet), (SELECT min(merchant_id) FROM branch), (SELECT min(id) FROM branch), 5, 500, '[]', 'approved', now(), now(), 2, now();`;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadDemoData({ pool: ledgerPool(), prisma: database.prisma, now: NOW });
  owner = new pg.Pool({ connectionString: database.adminUrl, max: 1 });
  owner.on("error", () => undefined);
  service = new pg.Pool({ connectionString: database.url, max: 1 });
  service.on("error", () => undefined);
  await owner.query(`SET session_replication_role = replica; ${ROWS} RESET session_replication_role`);
  expect(await sealState(portalPool(), { now: NOW, everyMs: HOUR_MS })).toEqual([]);
}, 120_000);
afterAll(async () => {
  await owner?.end();
  await service?.end();
  await database?.drop();
});

const wallet = "(SELECT id FROM wallet WHERE wallet_code = '100001')";
const TAMPERINGS: readonly [what: string, sql: string, found: string][] = [
  [
    "a mobile number",
    "UPDATE wallet SET contact_msisdn = '+201099999999' WHERE wallet_code = '100001'",
    "wallet changed",
  ],
  [
    "a PIN hash",
    "UPDATE wallet_pin SET hash = 'another' WHERE wallet_id IN (SELECT wallet_id FROM wallet_pin LIMIT 1)",
    "pin changed",
  ],
  [
    "a PIN taken away",
    "DELETE FROM wallet_pin WHERE wallet_id IN (SELECT wallet_id FROM wallet_pin LIMIT 1)",
    "pin removed",
  ],
  ["a status", "UPDATE wallet SET status_id = 3 WHERE wallet_code = '100001'", "wallet changed"],
  [
    "a tier",
    "UPDATE wallet SET segment_id = (SELECT max(id) FROM segment) WHERE wallet_code = '100001'",
    "tier changed",
  ],
  [
    "the tier that goes back with a bill",
    `UPDATE wallet SET tier_moves = '[[1, 1]]' WHERE wallet_code = '100001'`,
    "tier changed",
  ],
  [
    "a tier's rate",
    "UPDATE segment_version SET reward_factor = 9 WHERE id = (SELECT min(id) FROM segment_version)",
    "segment changed",
  ],
  [
    "a family",
    `UPDATE wallet SET parent_wallet_id = (SELECT max(id) FROM wallet), family_role = 'own' WHERE wallet_code = '100001'`,
    "wallet changed",
  ],
  [
    "an allowance",
    "UPDATE wallet SET child_allowance = 999 WHERE id = (SELECT min(id) FROM wallet WHERE family_role = 'pooled')",
    "wallet changed",
  ],
  [
    "a customer's name",
    `UPDATE wallet_profile SET name = 'Another' WHERE wallet_id = ${wallet}`,
    "customer changed",
  ],
  [
    "a consent",
    `UPDATE wallet_profile SET consent_at = now() WHERE wallet_id = ${wallet}`,
    "customer changed",
  ],
  [
    "a coupon inserted",
    "INSERT INTO coupon (template_id, number, issued_at, issued_by_user_id) SELECT min(id), '7KQ2M4XB9TZ3HRWQ', now(), 1 FROM coupon_template",
    "coupon added",
  ],
  [
    "a coupon reopened",
    "UPDATE coupon SET state = 'issued', used_at = NULL, used_by_user_id = NULL, used_branch_id = NULL WHERE id = (SELECT min(id) FROM coupon WHERE state = 'used')",
    "coupon changed",
  ],
  [
    "a coupon prolonged",
    "UPDATE coupon SET valid_until = '2099-01-01' WHERE id = (SELECT min(id) FROM coupon)",
    "coupon changed",
  ],
  ["a coupon removed", "DELETE FROM coupon WHERE id = (SELECT min(id) FROM coupon)", "coupon removed"],
  [
    "a template's discount",
    "UPDATE coupon_template SET discount = 99 WHERE id = (SELECT min(id) FROM coupon_template WHERE discount_type IN (1, 2))",
    "couponTemplate changed",
  ],
  [
    "a template's stock",
    "UPDATE coupon_template SET stock_max = 1000000, stock_left = 1000000 WHERE id = (SELECT min(id) FROM coupon_template WHERE reward_hundredths_min IS NULL)",
    "couponTemplate changed",
  ],
  [
    "a budget",
    "UPDATE promotion_version SET budget_points = 999999 WHERE id = (SELECT min(id) FROM promotion_version)",
    "promotionRule changed",
  ],
  [
    "a promotion's time",
    "UPDATE promotion SET ends_at = '2099-01-01' WHERE id = (SELECT min(id) FROM promotion)",
    "promotion changed",
  ],
  ["a hold's end", "UPDATE hold SET expires_at = '2099-01-01'", "hold changed"],
  ["a ripening day", "UPDATE pending_points SET ripens_on = '2026-01-01'", "ripening changed"],
  [
    "a role",
    "UPDATE app_user SET role = 'programme_operator', merchant_id = NULL WHERE id = (SELECT min(id) FROM app_user WHERE role = 'cashier')",
    "staff changed",
  ],
  [
    "a person's branches",
    "DELETE FROM user_branch WHERE ctid = (SELECT min(ctid) FROM user_branch)",
    "branchesOfStaff",
  ],
  [
    "a password",
    "UPDATE account SET password = 'hash' WHERE id = (SELECT min(id) FROM account WHERE password IS NOT NULL)",
    "password changed",
  ],
  ["a second factor", "DELETE FROM two_factor", "factor removed"],
  ["a staff PIN", "UPDATE staff_pin SET hash = 'another'", "staffPin changed"],
  [
    "a limit of the programme",
    "UPDATE programme SET reward_value_max = NULL, adjustment_approval_above = 1000000000",
    "programme changed",
  ],
  [
    "ripening days of a merchant",
    "UPDATE merchant SET ripening_days = 0 WHERE id = (SELECT min(id) FROM merchant)",
    "merchant changed",
  ],
  [
    "a client's limits",
    "UPDATE api_client SET has_own_limits = true, reward_value_max = 1000000 WHERE id = (SELECT min(id) FROM api_client)",
    "client changed",
  ],
  [
    "a ClientId",
    "INSERT INTO api_client_secret (client_id, secret_hash, last4) SELECT min(client_id), reverse(min(secret_hash)), 'abcd' FROM api_client_secret",
    "clientSecret added",
  ],
  ["an approval", "UPDATE till_approval SET points = 1000000", "approval changed"],
  [
    "an approval given",
    "INSERT INTO till_approval (user_id, operation, key, request_hash, wallet_id, merchant_id, branch_id, points, value_hundredths, breaches, state, asked_at, expires_at, decided_by, decided_at) SELECT user_id, operation, 'other', request_hash, wallet_id, merchant_id, branch_id, points, value_hundredths, breaches, state, asked_at, expires_at, decided_by, decided_at FROM till_approval",
    "approval added",
  ],
  [
    "a branch's number",
    "UPDATE branch SET msisdn = '+201088888888' WHERE id = (SELECT min(id) FROM branch)",
    "branch changed",
  ],
  ["the words of the consent", "UPDATE consent_text SET text_en = 'Anything'", "consentText changed"],
  [
    "a seal with its row",
    `UPDATE wallet SET status_id = 3 WHERE wallet_code = '100001'; DELETE FROM state_seal WHERE row_id = '100001'`,
    "seals seals",
  ],
  ["all seals", "DELETE FROM state_seal", "seals seals"],
  [
    "the number from which entries carry codes",
    `UPDATE security_event SET details = details || '{"codesSince": 9000000}' WHERE kind = 'state.sealed'`,
    "seals seals",
  ],
];

/** Rows by which people come in, by which jobs act, in which limits count, and which customers read. */
const BESIDE: readonly [what: string, sql: string, found: string, isNoted?: "noted only"][] = [
  [
    "a session of another person",
    "UPDATE session SET user_id = 5 WHERE id = (SELECT min(id) FROM session)",
    "session",
  ],
  [
    "a session",
    "INSERT INTO session (user_id, token, expires_at) SELECT 5, 'token of mine', now() + interval '1 day'",
    "session",
  ],
  [
    "a link to choose a password by",
    "INSERT INTO user_link (user_id, purpose, token_hash, expires_at, created_by) SELECT id, 'reset', sha256('mine'), now() + interval '1 day', id FROM app_user u WHERE kind = 'portal' AND NOT EXISTS (SELECT FROM user_link l WHERE l.user_id = u.id) LIMIT 1",
    "user_link",
  ],
  [
    "a running import",
    "INSERT INTO wallet_import (state, file_name, bytes, merchant_id, created_by, created_at) VALUES ('running', 'f', 1, 1, 4, now())",
    "wallet_import",
  ],
  [
    "lines of an import",
    "INSERT INTO wallet_import_row (import_id, line, state, wallet_code, opening_points) VALUES (1, 9999, 3, '100001', 777777)",
    "wallet_import_row",
    "noted only",
  ],
  [
    "a running file of coupons",
    "INSERT INTO coupon_issue (template_id, state, unnamed, created_by, created_at) SELECT min(id), 'running', 1000, 4, now() FROM coupon_template",
    "coupon_issue",
  ],
  [
    "a branch of a client",
    "INSERT INTO api_client_branch (client_id, branch_id) SELECT c.id, b.id FROM api_client c, branch b WHERE NOT EXISTS (SELECT FROM api_client_branch x WHERE x.client_id = c.id AND x.branch_id = b.id) LIMIT 1",
    "api_client_branch",
  ],
  [
    "a person's day",
    "INSERT INTO person_day (user_id, business_date, rewarded_points, reversed_hundredths) VALUES (4, '2026-01-01', 0, 0)",
    "person_day",
    "noted only",
  ],
  [
    "points that were given alone",
    "DELETE FROM points_alone; INSERT INTO points_alone (user_id, kind, reference, points, at) VALUES (4, 'import', '9', 1, now())",
    "points_alone",
  ],
  [
    "a consent that was recorded",
    "INSERT INTO wallet_consent (wallet_id, is_given, via, at, user_id) SELECT min(id), true, 'desk', now(), 4 FROM wallet",
    "wallet_consent",
  ],
  [
    "a reference of a coupon",
    "INSERT INTO coupon_reference (user_id, key, request_hash, coupon_id) SELECT 4, 'mine', sha256('x'), min(id) FROM coupon",
    "coupon_reference",
  ],
  [
    "a reference of an enrolment",
    "INSERT INTO enrolment_key (user_id, key, request_hash, wallet_id, created_at) SELECT 4, 'mine', sha256('x'), min(id), now() FROM wallet",
    "enrolment_key",
    "noted only",
  ],
  [
    "what customers read of a deal",
    "UPDATE deal SET title_en = 'A free television' WHERE id = (SELECT min(id) FROM deal)",
    "deal",
  ],
  ["how long data is kept", "INSERT INTO retention (kind, days) VALUES ('apiRequests', 1)", "retention"],
  [
    "where webhooks go on",
    "UPDATE event_cursor SET entry_id = entry_id + 1000",
    "event_cursor",
    "noted only",
  ],
  [
    "an act of a log",
    "INSERT INTO audit_log (user_id, action, subject_type, subject_id) VALUES (4, 'user.update', 'user', '5')",
    "audit_log",
    "noted only",
  ],
  [
    "an event that says it is a look",
    "INSERT INTO security_event (kind, created_at, is_grave, details) SELECT kind, created_at, false, details FROM security_event WHERE kind = 'state.sealed' ORDER BY id DESC LIMIT 1",
    "security_event",
    "noted only",
  ],
  [
    "a proof of one's own",
    "SET LOCAL points.proof = 'mine'; INSERT INTO act_proof (proof) VALUES (session_proof())",
    "act_proof",
    "noted only",
  ],
];

const told = (findings: readonly StateFinding[]) => findings.map(({ kind, what }) => `${kind} ${what}`);

const lookAt = async (client: pg.PoolClient) => told((await checkStateOn(client)).findings);
const tampered = (sql: string) => afterwards(sql, lookAt);

/** Findings, or the refusal of the database, of what a person with the password of the service's role does. */
async function tamperedByRole(sql: string): Promise<string> {
  const client = await service.connect();
  try {
    await client.query(`BEGIN; ${sql}`);
    return (await lookAt(client)).join("; ");
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

async function afterwards<Found>(
  sql: string,
  look: (client: pg.PoolClient) => Promise<Found>,
): Promise<Found> {
  const client = await owner.connect();
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}`);
    return await look(client);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

describe("what was changed beside the log behind the service's back is found:", () => {
  test("nothing is, where nothing was changed", async () => {
    expect(await checkState(portalPool())).toMatchObject({ sealedAt: NOW, findings: [] });
    expect(TAMPERINGS.length).toBeGreaterThanOrEqual(30);
  });

  test("an event that says it is a look of the future, and no look is put off by it", async () => {
    const ahead = `INSERT INTO security_event (kind, created_at, is_grave, details)
      SELECT kind, now() + interval '800 days', false, details FROM security_event WHERE kind = 'state.sealed' ORDER BY id DESC LIMIT 1`;
    expect(await tampered(ahead)).toEqual(["seals seals"]);
    expect((await afterwards(ahead, readLastLook))?.at).toEqual(NOW);
  });

  test.each(TAMPERINGS)("%s", async (_, sql, found) => {
    expect((await tampered(sql)).join("; ")).toContain(found);
  });

  test.each(BESIDE)("%s", async (_, sql, table, isNoted) => {
    const findings = (await tampered(sql)).join("; ");
    // An owner who switches the triggers off leaves no note, and these rows have no seals.
    expect(findings).toBe(isNoted === undefined ? `row of ${table} ${findings.split(" ").at(-1)}` : "");
  });
});

describe("in the service's own role, without its secret, the same is refused by the database or found at once:", () => {
  const outcomes: string[] = [];

  test.each(TAMPERINGS)("%s", async (_, sql) => {
    const outcome = await tamperedByRole(sql);
    outcomes.push(outcome);
    expect(outcome).toMatch(/stranger|seals|^refused/);
  });

  test.each(BESIDE)("%s", async (_, sql, table) => {
    const outcome = await tamperedByRole(sql);
    outcomes.push(outcome);
    expect(outcome).toContain(`${table} stranger`);
  });

  test("more than fifty kinds, of which most are found and not refused", () => {
    expect(outcomes.length).toBeGreaterThan(50);
    expect(outcomes.filter((text) => !text.startsWith("refused")).length).toBeGreaterThan(36);
  });
});

describe("an entry that the service did not write is found:", () => {
  const last = "(SELECT max(id) FROM entry)";
  test.each([
    ["rewritten with a hash of its own", `UPDATE entry SET hash = sha256('x') WHERE id = ${last}`],
    ["with another's code", `UPDATE entry SET mac = (SELECT min(mac) FROM entry) WHERE id = ${last}`],
  ])("%s", async (_, sql) => {
    expect(await tampered(sql)).toEqual(["entry code"]);
  });

  test("without a code, from a day after the first look on", async () => {
    const without = `UPDATE entry SET mac = NULL WHERE id = ${last}`;
    expect(await tampered(without)).toEqual([]);
    await sealState(portalPool(), { now: new Date(NOW.getTime() + 24 * HOUR_MS), everyMs: HOUR_MS });
    expect(await tampered(without)).toEqual([]);
    const added = `UPDATE entry SET mac = NULL, id = 9000000 WHERE id = ${last}`;
    expect(await tampered(added)).toEqual(expect.arrayContaining(["entry no_code"]));
    expect(await afterwards(added, (client) => findWrongCode(client, 9_000_000))).toBe("no_code");
    const look = `INSERT INTO security_event (kind, created_at, is_grave, details)
      SELECT kind, created_at, false, details || '{"codesSince": 9000000}' FROM security_event WHERE kind = 'state.sealed' ORDER BY id DESC LIMIT 1`;
    expect(await afterwards(`${look}; ${added}`, (client) => findWrongCode(client, 9_000_000))).toBe(
      "no_code",
    );
  });
});

test("what the service did itself is explained by its logs, before it is sealed and after; a change is not sealed in its shadow", async () => {
  const programme = { timeZone: () => "Africa/Cairo" };
  const ledger = createLedger({ pool: ledgerPool(), clock });
  const context = { database: prisma(), clock, programme, ledger } as never;
  const user = await database.prisma.user.findFirstOrThrow({ where: { role: "programme_operator" } });
  const operator = { userId: user.id, role: "programme_operator", merchantId: null } as const;
  const { walletCode } = await enrolWallet(context, operator, {
    contactMsisdn: "+201055500001",
    name: "New",
    hasConsented: true,
  });
  await setWalletPin(context, operator, { walletCode, pin: "482913" });
  const actor = {
    userId: user.id,
    channelId: 3 as const,
    merchantId: null,
    branchId: null,
    branchMsisdn: null,
  };
  await ledger.post({ type: "reward", walletCode, value: moneyOf(50), actor } as never);
  await setWalletStatus(context, operator, { walletCode, version: 2, statusId: 3, reason: "Test" });
  await withdrawConsent(context, operator, { walletCode, version: 3 });
  const { version } = await database.prisma.programme.findFirstOrThrow();
  await updateProgramme(context, operator, { version, ripeningDays: 3 });
  expect((await checkState(portalPool())).findings).toEqual([]);
  const later = new Date(NOW.getTime() + 26 * HOUR_MS);
  await owner.query("UPDATE wallet SET status_id = 3 WHERE wallet_code = '100002'");
  const strange = { kind: "wallet", id: "2", what: "stranger" };
  const unexplained = [{ kind: "wallet", id: "100002", what: "changed" }, strange];
  expect(await sealState(portalPool(), { now: later, everyMs: HOUR_MS })).toEqual([strange]);
  expect(await sealState(portalPool(), { now: later, everyMs: HOUR_MS })).toBeNull();
  expect((await checkState(portalPool())).findings).toEqual(unexplained);
});

test("a column that a later release adds changes nothing, and a change beside it is found", async () => {
  const column = "ALTER TABLE merchant ADD COLUMN added boolean NOT NULL DEFAULT true";
  const before = await tampered("SELECT 1");
  expect(await tampered(column)).toEqual(before);
  const changed = "UPDATE merchant SET ripening_days = 0 WHERE id = (SELECT min(id) FROM merchant)";
  expect(await tampered(`${column}; ${changed}`)).toEqual(expect.arrayContaining(["merchant changed"]));
});

test("another secret is one finding, seals nothing and does not start; sealing anew takes everything as it is, and says so", async () => {
  const { sessionSecret = "" } = env();
  const later = new Date(NOW.getTime() + 60 * HOUR_MS);
  const look = { now: later, everyMs: HOUR_MS };
  const secretOfDatabase = () => requireSecretOfDatabase(owner);
  try {
    completeEnv({ sessionSecret: "another secret of the service, which is long enough" });
    expect((await checkState(portalPool())).findings).toEqual([{ kind: "seals", id: "", what: "secret" }]);
    await expect(sealState(portalPool(), look)).rejects.toThrow(EnvError);
    await expect(secretOfDatabase()).rejects.toThrow("Set DATA_SECRET to the one before");
    await sealState(portalPool(), { ...look, isAnew: true });
    expect((await checkState(portalPool())).findings).toEqual([]);
    await secretOfDatabase();
    const { rows } = await owner.query(
      "SELECT details FROM security_event WHERE kind = 'state.changed' ORDER BY id DESC LIMIT 1",
    );
    expect(rows[0].details).toEqual({ kind: "seals", what: "anew" });
  } finally {
    completeEnv({ sessionSecret });
  }
  await expect(sealState(portalPool(), look)).rejects.toThrow(EnvError);
});
