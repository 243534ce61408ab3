import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decideApproval } from "@/lib/areas/approvals/decide-approval";
import { ApiClients } from "@/lib/areas/clients/api-clients";
import { createClient } from "@/lib/areas/clients/clients";
import { addIssueLines, createIssue } from "@/lib/areas/coupons/issue-coupons";
import { issueStep } from "@/lib/areas/coupons/issue-runner";
import { changeTemplateState, createTemplate } from "@/lib/areas/coupons/templates";
import { createImportRunner } from "@/lib/areas/imports/import-wallets";
import { choosePasswordByLink, issueUserLink } from "@/lib/areas/staff/links";
import { setPassword } from "@/lib/areas/staff/sign-in";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { systemClock } from "@/lib/platform/clock";
import { readPortalSession, signIn } from "@/lib/portal/session/sessions";
import { actAlone, createWorld, hire, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";

/** A person with the password of the service's role, and without its secret, makes rows for jobs and ways in: nothing goes by them. */
let world: World;
let stranger: pg.Pool;
beforeAll(async () => {
  world = await createWorld();
  await actAlone(world);
  stranger = new pg.Pool({ connectionString: world.database.url, max: 1 });
  stranger.on("error", () => undefined);
});
afterAll(async () => {
  await stranger.end();
  await world.database.drop();
});

const PASSWORD = "quite a long secret one";

async function person(role: "cashier" | "merchant_admin" = "cashier") {
  const { context, system, ours } = world;
  const { userId } = await hire(
    context,
    system,
    role,
    ours.merchantId,
    role === "cashier" ? [ours.branchId] : [],
  );
  await setPassword(context, system, { userId, password: PASSWORD });
  const { username } = await world.database.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return { userId, username: username ?? "" };
}

const tryToSignIn = (username: string) =>
  signIn({ username, password: PASSWORD, address: "192.0.2.1", userAgent: "a till" });

async function browser(username: string): Promise<Headers> {
  const result = await tryToSignIn(username);
  if (result.outcome !== "signed_in") throw new Error(result.outcome);
  return new Headers({ cookie: result.cookies.map((line) => line.split(";")[0]).join("; ") });
}

const strangeEvents = async (kind: string) =>
  (
    await world.database.pool.query(
      "SELECT FROM security_event WHERE kind = 'state.changed' AND details ->> 'kind' = $1 AND details ->> 'what' = 'stranger'",
      [kind],
    )
  ).rowCount;

test("a session that is made another person's is none, and told at once", async () => {
  const [cashier, admin] = [await person(), await person("merchant_admin")];
  const headers = await browser(cashier.username);
  expect((await readPortalSession(headers))?.user.id).toBe(cashier.userId);
  await stranger.query("UPDATE session SET user_id = $1 WHERE user_id = $2", [admin.userId, cashier.userId]);
  expect(await readPortalSession(headers)).toBeNull();
  expect(await strangeEvents("session")).toBe(1);
  expect((await tryToSignIn(cashier.username)).outcome).toBe("signed_in");
});

test.each([
  ["a role", "UPDATE app_user SET role = 'merchant_admin' WHERE id = $1"],
  [
    "a password",
    "UPDATE account SET password = (SELECT max(password) FROM account WHERE user_id <> $1) WHERE user_id = $1",
  ],
  ["a branch", "DELETE FROM user_branch WHERE user_id = $1"],
  ["a second factor", "INSERT INTO two_factor (user_id, secret, backup_codes) VALUES ($1, 'mine', 'mine')"],
  ["a staff PIN", "INSERT INTO staff_pin (user_id, hash, changed_at) VALUES ($1, 'mine', now())"],
])("a way in that a stranger made lets nobody in: %s", async (_, sql) => {
  const { userId, username } = await person();
  expect((await tryToSignIn(username)).outcome).toBe("signed_in");
  await stranger.query(sql, [userId]);
  expect((await tryToSignIn(username)).outcome).toBe("refused");
});

test("a link of a stranger's own making is no link", async () => {
  const { context, operator } = world;
  const { userId } = await person();
  const { link } = await issueUserLink(context, operator, { userId });
  await stranger.query("UPDATE user_link SET expires_at = now() + interval '5 years' WHERE user_id = $1", [
    userId,
  ]);
  const choice = { token: link.token, password: PASSWORD, ipAddress: "192.0.2.1", requestId: "r" };
  expect(await refusal(() => choosePasswordByLink(context, choice))).toMatchObject({ code: "link_expired" });
});

test("a running import that a stranger wrote posts nothing, nor does one with a line of theirs", async () => {
  const { context, operator, ours, clock, database } = world;
  const { walletCode } = await enrolWallet(context, operator, {
    contactMsisdn: uniqueMsisdn(),
    hasConsented: true,
  });
  const { rows } = await stranger.query<{ id: number }>(
    `INSERT INTO wallet_import (state, file_name, bytes, merchant_id, created_by, created_at, started_by, started_at, lines, opening_points)
     VALUES ('running', 'customers.csv', 100, $1, $2, now(), $2, now(), 1, 777777) RETURNING id`,
    [ours.merchantId, ours.admin.userId],
  );
  await stranger.query(
    "INSERT INTO wallet_import_row (import_id, line, state, wallet_code, opening_points) VALUES ($1, 2, 3, $2, 777777)",
    [rows[0]?.id, walletCode],
  );
  const errors: unknown[] = [];
  const runner = createImportRunner({
    ...{ pool: database.pool, clock, ledger: context.ledger },
    onError: (error) => errors.push(error),
  });
  await runner.run();
  expect(errors.map(String).join()).toContain("wallet_import");
  const wallet = await database.prisma.wallet.findUniqueOrThrow({ where: { walletCode } });
  expect(wallet.balance).toBe(0n);
});

test("a file of coupons that a stranger made larger issues nothing more", async () => {
  const { context, operator, ours, database, clock } = world;
  const fields = {
    ...{ titleEn: "A free coffee", titleAr: "قهوة مجانية", termsEn: "", termsAr: "" },
    ...{ discountType: 2 as const, discount: 1, validFrom: null, validUntil: null, validDays: 30 },
    ...{ branchIds: [], costPoints: null, stockMax: 100_000, rewardMin: null, worth: 5, minBill: null },
  };
  const template = await createTemplate(context, operator, { merchantId: ours.merchantId, fields });
  await changeTemplateState(context, operator, {
    templateId: template.id,
    version: template.version,
    state: "live",
  });
  const { id } = await createIssue(context, operator, { templateId: template.id, fileName: "", unnamed: 10 });
  await addIssueLines(context, operator, { issueId: id, after: 0, walletCodes: [], isLast: true });
  await stranger.query("UPDATE coupon_issue SET unnamed = 50000 WHERE id = $1", [id]);
  const client = await database.pool.connect();
  const step = issueStep(client, id, { clock, timeZone: () => "Africa/Cairo" });
  await expect(step.finally(() => client.release())).rejects.toThrow(`coupon_issue ${id} was changed`);
  expect(await database.prisma.coupon.count({ where: { issueId: id } })).toBe(0);
});

test("a client with a branch of a stranger's choosing is unknown", async () => {
  const { context, ours, database } = world;
  const { client, secret } = await createClient(context, ours.admin, {
    ...{ merchantId: ours.merchantId, name: "Till software", scopes: ["reward"] },
  });
  const clients = () => new ApiClients(database.pool, systemClock);
  expect(await clients().identify(secret)).not.toBeNull();
  await stranger.query("INSERT INTO api_client_branch (client_id, branch_id) VALUES ($1, $2)", [
    client.id,
    ours.branchId,
  ]);
  expect(await clients().identify(secret)).toBeNull();
});

test("a request that a stranger wrote or changed is not there for those who decide", async () => {
  const { context, operator, ours, database } = world;
  await stranger.query(
    `INSERT INTO till_approval (user_id, operation, key, request_hash, wallet_id, merchant_id, branch_id, points, value_hundredths, breaches, state, asked_at, expires_at)
     SELECT $1, 1, 'mine', $2, min(id), $3, $4, 5, 500, '[]', 'pending', now(), now() + interval '1 year' FROM wallet`,
    [ours.admin.userId, randomBytes(32), ours.merchantId, ours.branchId],
  );
  const { id } = await database.prisma.tillApproval.findFirstOrThrow({ where: { key: "mine" } });
  const decide = () => decideApproval(context, operator, { approvalId: id, decision: "approve" });
  expect(await refusal(decide)).toMatchObject({ code: "not_found" });
});
