import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadDemoData } from "@/lib/demo/load";
import { ENTRY_FIELD_NAMES } from "@/lib/ledger/rules/entry-fields";
import { entryHash, entryMac } from "@/lib/ledger/rules/hash";
import { entryJson, entryOf } from "@/lib/ledger/rules/rows";
import { programmeCurrency, setProgrammeCurrency } from "@/lib/platform/currency";
import { ledgerPool } from "@/lib/platform/database/pools";
import { env } from "@/lib/platform/env";
import { createTestDatabase } from "@/tests/support/database";
import { type GoldenLog, goldenFile } from "@/tests/support/golden";

type Golden = GoldenLog["entries"][number];

const LOG = `
SELECT ${entryJson("e")} AS row, encode(p.hash, 'base64') AS "previousHash", encode(e.hash, 'base64') AS hash, encode(e.mac, 'base64') AS mac
  FROM entry e LEFT JOIN entry p ON p.wallet_id = e.wallet_id AND p.seq = e.seq - 1 ORDER BY e.id`;

/** Kind, fields that say something, form of money and moves: two entries of one shape are hashed alike. */
function shapeOf({ fields, previousHash }: Golden): string {
  const said = Object.keys(fields).filter((field) => fields[field] !== null && fields[field] !== "");
  const moves = new Set((fields.lotMoves as unknown[][]).map((move) => `${move[0] === null}${move.length}`));
  const money = String(fields.amountValue).padStart(3, "0").slice(-2).replace(/0+$/, "").length;
  return JSON.stringify([
    fields.logTypeId,
    fields.channelId,
    said,
    money,
    [...moves].sort(),
    previousHash === null,
  ]);
}

/** Shapes that the demo data has none of, as this release would write them. */
function more(example: Golden): Golden[] {
  const made = (currency: string, fields: Record<string, unknown>): Golden => {
    setProgrammeCurrency(currency);
    const all = { ...example.fields, ...fields };
    const hash = entryHash(
      example.previousHash,
      entryOf(ENTRY_FIELD_NAMES.map((field) => all[field] ?? null)),
    );
    const mac = entryMac(hash)?.toString("base64") ?? "";
    return { ...{ currency, previousHash: example.previousHash, fields: all, hash, mac } };
  };
  const added = [7, null].flatMap((actorWalletId) =>
    [8, null].flatMap((offerNumber) =>
      [9, null].map((skuRuleId) => ({ actorWalletId, offerNumber, skuRuleId })),
    ),
  );
  return [
    ...added.map((fields) => made(example.currency, fields)),
    ...["150000", "150100", "150120", "150125", "5"].map((amountValue) => made("KWD", { amountValue })),
    made(example.currency, {
      lotMoves: [
        [null, 5, "2028-12-31"],
        ["2029-01-31", 6, "2028-12-31"],
        [null, 7],
      ],
    }),
  ];
}

test.runIf(process.env.UPDATE_GOLDEN === "1")("this release writes its log of every shape", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const database = await createTestDatabase();
  try {
    await loadDemoData({
      pool: ledgerPool(),
      prisma: database.prisma,
      now: new Date("2026-11-21T10:30:00Z"),
    });
    const { rows } = await database.pool.query<{ row: unknown[] } & Omit<Golden, "fields" | "currency">>(LOG);
    const currency = programmeCurrency();
    const entries = new Map<string, Golden>();
    for (const { row, ...written } of rows) {
      const fields = Object.fromEntries(ENTRY_FIELD_NAMES.map((field, place) => [field, row[place]]));
      const entry = { currency, ...written, fields };
      if (!entries.has(shapeOf(entry))) entries.set(shapeOf(entry), entry);
    }
    const [example] = [...entries.values()].filter(({ fields }) => fields.skuId !== null);
    if (example === undefined) throw new Error("No bill with an item in the demo data");
    const all = [...entries.values(), ...more(example)];
    const log: GoldenLog = { release: version, secret: env().sessionSecret ?? "", entries: all };
    const lines = all.map((entry) => JSON.stringify(entry)).join(",\n");
    writeFileSync(
      goldenFile(version),
      `${JSON.stringify({ ...log, entries: [] }).slice(0, -2)}\n${lines}\n]}\n`,
    );
    expect(all.length).toBeGreaterThan(50);
  } finally {
    setProgrammeCurrency("EGP");
    await database.drop();
  }
});
