import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const FOLDERS = ["app", "bin", "components", "lib", "scripts"];
const OF_THE_LEDGER = ["ledger", "wallet", "log"].map((room) => path.join("lib", room) + path.sep);
const GENERATED = path.join("lib", "platform", "database", "generated") + path.sep;

/** Every statement on these tables lives in lib/ledger and its readers, lib/wallet and lib/log, so that a ledger can be kept in cells of its own (docs/ARCHITECTURE.md). */
const MODELS = "wallet|walletProfile|walletPin|entry|lot|reversal|idempotencyKey";
const TABLES = "wallet|wallet_profile|wallet_pin|entry|lot|reversal|idempotency_key";

const PRISMA_CALL = new RegExp(
  String.raw`\.(${MODELS})\.(find|create|update|upsert|delete|count|aggregate|groupBy)\w*\(`,
);
/** A relation that Prisma would follow into one of the tables. */
const PRISMA_RELATION = new RegExp(
  String.raw`\b(?!walletImport)(${MODELS}|wallets|entries|lots)\w*: \{ (select|include|create|connect|update):`,
);
const SQL = new RegExp(String.raw`\b(FROM|JOIN|INTO|UPDATE|TRUNCATE|ONLY)\s+(${TABLES})\b(?!\s*[:=])`);

function sources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => path.join(folder, file))
    .filter((file) => OF_THE_LEDGER.every((room) => !file.startsWith(room)) && !file.startsWith(GENERATED));
}

function statementsIn(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => [PRISMA_CALL, PRISMA_RELATION, SQL].some((pattern) => pattern.test(line)))
    .map((line) => line.trim());
}

test("no statement outside of lib/ledger, lib/wallet and lib/log names one of the ledger's tables", () => {
  const files = FOLDERS.flatMap(sources);
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    statementsIn(readFileSync(path.join(ROOT, file), "utf8")).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

test.each([
  "const row = await prisma().wallet.findUnique({ where: { id } });",
  "await tx.walletProfile.upsert({",
  "include: { wallet: { select: { walletCode: true } } },",
  "  FROM entry e",
  "LEFT JOIN wallet_pin p ON true",
  "INSERT INTO wallet (wallet_code) VALUES ($1)",
  "UPDATE wallet SET status_id = 1",
])("a statement such as %j would be found", (line) => {
  expect(statementsIn(line)).toEqual([line.trim()]);
});

test.each([
  'import { readWallet } from "@/lib/wallet/read";',
  "FROM wallet_import_row r",
  "include: { walletImportParts: { select: { part: true } } },",
  "const { entry } = posted;",
])("%j is none", (line) => {
  expect(statementsIn(line)).toEqual([]);
});
