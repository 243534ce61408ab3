import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readAnchorFile } from "@/lib/areas/anchors/anchor-file";
import { checkAnchors } from "@/lib/areas/anchors/check-anchors";
import { makeAnchors } from "@/lib/areas/anchors/make-anchors";
import { createSigningKey } from "@/lib/areas/anchors/signing-key";
import { readAudit } from "@/lib/areas/audit/read";
import { addIssueLines, createIssue } from "@/lib/areas/coupons/issue-coupons";
import { issueStep } from "@/lib/areas/coupons/issue-runner";
import { refusedLines } from "@/lib/areas/coupons/read-issues";
import type { TemplateFields } from "@/lib/areas/coupons/schemas";
import { changeTemplateState, createTemplate } from "@/lib/areas/coupons/templates";
import { eraseWallet } from "@/lib/areas/families/families";
import {
  addImportPart,
  checkImport,
  createImport,
  createImportRunner,
} from "@/lib/areas/imports/import-wallets";
import { enrolWallet } from "@/lib/areas/wallets/enrol-wallet";
import { mergeWallets } from "@/lib/areas/wallets/merge-wallets";
import { viewWallet } from "@/lib/areas/wallets/read";
import { setWalletStatus, updateWallet } from "@/lib/areas/wallets/update-wallet";
import { WALLET_STATUS } from "@/lib/ledger/rules/types";
import { verify } from "@/lib/ledger/verify/verify";
import { moneyOf } from "@/lib/platform/money";
import { sealClearHolders } from "@/lib/wallet/erase";
import { createWorld, refusal, uniqueMsisdn, type World } from "@/tests/support/admin-world";
import { partHashes } from "@/tests/support/upload";

let world: World;
let folder: string;
beforeAll(async () => {
  world = await createWorld();
  folder = await mkdtemp(path.join(tmpdir(), "erasure-"));
});
afterAll(async () => {
  await world.database.drop();
  await rm(folder, { recursive: true });
});

const MSISDN = "+201098765432";
const CUSTOMER = {
  ...{ contactMsisdn: MSISDN, name: "Zenobia Forgettable", email: "zenobia@forget.example" },
  ...{ address: "77 Lethe Street", birthDate: "1971-03-04", nid: "27103042101234" },
};
const TEMPLATE: TemplateFields = {
  ...{ titleEn: "A coffee", titleAr: "قهوة", termsEn: "", termsAr: "", discountType: 2, discount: 1 },
  ...{ validFrom: null, validUntil: null, validDays: 30, branchIds: [], costPoints: null },
  ...{ stockMax: 9, rewardMin: null, worth: 1, minBill: null },
};
/** As they may stand anywhere: parts that nothing else in the database has. */
const SOUGHT = ["1098765432", "Zenobia", "forget.example", "Lethe", "27103042101234", "Quondam"];

const version = async (walletCode: string) =>
  (await viewWallet(world.context, world.operator, { walletCode })).version;

async function bring(file: string) {
  const bytes = Uint8Array.from(new TextEncoder().encode(file));
  const { context, ours } = world;
  const importId = await createImport(context, ours.admin, {
    ...{ fileName: "customers.csv", bytes: bytes.byteLength, allowsSharedMobile: false },
    parts: partHashes(bytes),
  });
  await addImportPart(context, ours.admin, { importId, part: 0, bytes });
  return importId;
}

async function check(importId: number) {
  await checkImport(world.context, world.ours.admin, importId);
  const { pool } = world.database;
  await createImportRunner({ pool, clock: world.clock, ledger: world.context.ledger }).run();
  const { rows } = await pool.query("SELECT problems FROM wallet_import_row WHERE import_id = $1", [
    importId,
  ]);
  return rows.flatMap(({ problems }) => problems.map(({ code }: { code: string }) => code));
}

const lineOf = (code: string) =>
  `walletCode,mobile,name,email,consent\n${code},${MSISDN},${CUSTOMER.name},${CUSTOMER.email},yes\n`;

/** Tables that have any of the texts, in whatever column, sealed bytes read as text too. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { pool } = world.database;
  const { rows: tables } = await pool.query<{ name: string; bytes: string[] }>(`
    SELECT c.relname AS name, coalesce(array_agg(a.attname) FILTER (WHERE a.atttypid = 'bytea'::regtype), '{}')::text[] AS bytes
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1`);
  const found: string[] = [];
  for (const { name, bytes } of tables) {
    const conditions = [
      `t::text ILIKE '%' || s || '%'`,
      ...bytes.map((c) => `position(s::bytea in t.${c}) > 0`),
    ];
    const { rows } = await pool.query(
      `SELECT DISTINCT s FROM "${name}" t CROSS JOIN unnest($1::text[]) s WHERE ${conditions.join(" OR ")}`,
      [texts],
    );
    found.push(...rows.map(({ s }) => `${name}: ${s}`));
  }
  return found;
}

test("of a customer who is erased nothing is left in any table, file or line of the log, and the chains are whole", async () => {
  const { context, ours, operator, database } = world;
  const lines: string[] = [];
  const outputs = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((chunk) => lines.push(String(chunk)) > 0),
  );
  const { walletCode } = await enrolWallet(context, ours.cashier, { ...CUSTOMER, hasConsented: true });
  // A request that waits for a second person, as it was sent.
  const contactMsisdn = uniqueMsisdn();
  const sent = { route: "PATCH wallets/:walletId", body: { contactMsisdn, email: CUSTOMER.email } };
  const mobile = { walletCode, version: 1, contactMsisdn };
  expect(await refusal(() => updateWallet(context, { ...ours.admin, sent }, mobile))).toMatchObject({
    code: "second_person_asked",
  });
  await updateWallet(context, ours.admin, {
    walletCode,
    version: 1,
    name: "Zenobia Quondam",
    nid: "27103042101234",
  });
  // A second wallet that became the first, and a customer whom this one brought.
  const other = await enrolWallet(context, ours.cashier, {
    ...{ contactMsisdn: MSISDN, name: "Zenobia", hasConsented: true, allowsSharedMobile: true },
  });
  await mergeWallets(context, ours.admin, {
    ...{ walletCode: other.walletCode, toWalletCode: walletCode, version: 1, reason: "The same" },
  });
  await enrolWallet(context, ours.cashier, {
    ...{ contactMsisdn: uniqueMsisdn(), hasConsented: true, referralMsisdn: MSISDN },
  });
  const actor = {
    ...{ userId: ours.admin.userId, merchantId: ours.merchantId, branchId: ours.branchId },
    ...{ branchMsisdn: null, channelId: 1 as const },
  };
  const { entry } = await context.ledger.post({ type: "reward", walletCode, value: moneyOf(10), actor });
  await context.ledger.post({ type: "cancel", walletCode, actor, target: { entryId: entry.id } });
  expect(await check(await bring(lineOf("F1")))).toEqual(["mobile_taken"]);
  await bring(lineOf("F2"));

  // A file of coupons, whose lines name a number that two cards have and other texts, and the same as the release before kept them.
  const { id: templateId, version: drawn } = await createTemplate(context, operator, {
    ...{ merchantId: ours.merchantId, fields: TEMPLATE },
  });
  await changeTemplateState(context, operator, { templateId, version: drawn, state: "live" });
  const { id: issueId } = await createIssue(context, ours.admin, {
    templateId,
    fileName: "a.csv",
    unnamed: 0,
  });
  await addIssueLines(context, ours.admin, {
    ...{ issueId, after: 0, isLast: true },
    walletCodes: ["0020 109 876 5432", "01098765432", "nobody", walletCode],
  });
  const client = await database.pool.connect();
  await issueStep(client, issueId, { clock: world.clock, timeZone: () => "Africa/Cairo" });
  client.release();
  await database.pool.query(
    `INSERT INTO coupon_issue_line (issue_id, line, wallet_code, problem) VALUES ($1, 5, $2, 'unknown'), ($1, 6, 'no one', 'unknown')`,
    [issueId, MSISDN],
  );
  await sealClearHolders(database.pool);
  const report = async () =>
    (await refusedLines(context, ours.admin, { issueId, after: 0, limit: 9 })).map((line) => line.walletCode);
  expect(await report()).toEqual(["0020 109 876 5432", "01098765432", "nobody", MSISDN, "no one"]);
  // A view that was saved while its person searched for the customer.
  await database.pool.query(
    `INSERT INTO list_view (user_id, list, place, name, filters, hidden_columns) VALUES ($1, 'customers', 1, 'Mine', '{"text": "01098765432"}', '{}')`,
    [ours.admin.userId],
  );

  const [act] = (await readAudit(context, ours.admin, { action: "wallet.update" })).acts;
  expect(act?.after).toMatchObject({ name: "Zenobia Quondam" });
  const places = new Set((await tablesWith(SOUGHT)).map((found) => found.split(":")[0]));
  expect([...places].sort()).toEqual(["list_view", "wallet", "wallet_profile"]);
  expect(await tablesWith([CUSTOMER.nid])).toEqual([]);

  const early = { walletCode, version: await version(walletCode), reason: "Asked for by the customer" };
  expect(await refusal(() => eraseWallet(context, operator, early))).toMatchObject({ code: "wallet_status" });
  await setWalletStatus(context, ours.admin, {
    ...{ walletCode, version: await version(walletCode), statusId: WALLET_STATUS.closed, reason: "Asked" },
  });
  const erasure = { walletCode, version: await version(walletCode), reason: "Asked for by the customer" };
  expect(await refusal(() => eraseWallet(context, ours.admin, erasure))).toMatchObject({ code: "forbidden" });
  expect(await eraseWallet(context, operator, erasure)).toMatchObject({ isErased: true, contactMsisdn: "" });

  expect(await tablesWith(SOUGHT)).toEqual([]);
  expect(await report()).toEqual(["•••", "•••", "nobody", "•••", "no one"]);
  const [gone] = (await readAudit(context, ours.admin, { action: "wallet.update" })).acts;
  expect(gone?.after).toMatchObject({ name: "•••" });
  expect(await check(await bring(lineOf("F3")))).toEqual(["mobile_erased"]);

  const key = await createSigningKey(path.join(folder, "anchor-key.pem"));
  const file = path.join(folder, "anchors.jsonl");
  const pool = database.pool;
  expect(await makeAnchors({ pool, clock: world.clock, key, file, everyMs: 1 })).toHaveLength(1);
  const { findings } = await checkAnchors(pool, {
    keys: [key.publicKey],
    inFile: await readAnchorFile(file),
  });
  expect(findings).toEqual([]);
  for (const file of await readdir(folder)) lines.push(await readFile(path.join(folder, file), "utf8"));
  for (const output of outputs) output.mockRestore();
  expect(lines.join("\n")).not.toMatch(new RegExp(SOUGHT.join("|"), "i"));
  expect((await verify(database.pool)).findings).toEqual([]);
});
