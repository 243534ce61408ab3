import { afterEach, expect, test } from "vitest";
import { ENTRY_FIELD_NAMES } from "@/lib/ledger/rules/entry-fields";
import { entryHash, entryMac } from "@/lib/ledger/rules/hash";
import { entryOf } from "@/lib/ledger/rules/rows";
import { LOG_TYPE } from "@/lib/ledger/rules/types";
import { programmeCurrency, setProgrammeCurrency } from "@/lib/platform/currency";
import { completeEnv, env } from "@/lib/platform/env";
import { type GoldenLog, readGoldenLogs } from "@/tests/support/golden";

/**
 * The log of each release, kept as it was written: `verify` of any later release must prove it. A release adds its own file
 * (CONTRIBUTING.md, "A release"); a file that is there never changes.
 */
const logs = readGoldenLogs();
const { sessionSecret } = env();
const currency = programmeCurrency();
afterEach(() => {
  completeEnv({ sessionSecret });
  setProgrammeCurrency(currency);
});

/** Hash and code of each entry as this release makes them, beside those that were written. */
function proofOf({ secret, entries }: GoldenLog) {
  completeEnv({ sessionSecret: secret });
  return entries.map(({ currency, previousHash, fields, hash, mac }) => {
    setProgrammeCurrency(currency);
    const entry = entryOf(ENTRY_FIELD_NAMES.map((field) => fields[field] ?? null));
    const made = entryHash(previousHash, entry);
    return {
      id: entry.id,
      written: { hash, mac },
      made: { hash: made, mac: entryMac(made)?.toString("base64") },
    };
  });
}

test("entries that any release wrote have the hash and the code that it gave them", () => {
  expect(logs.length).toBeGreaterThan(0);
  const wrong = logs.flatMap((log) =>
    proofOf(log).flatMap(({ id, written, made }) =>
      written.hash === made.hash && written.mac === made.mac ? [] : [`${log.release}: entry ${id}`],
    ),
  );
  expect(wrong).toEqual([]);
});

test("the newest of these logs has every kind of entry, every field with and without a value, and money and moves of every form", () => {
  const entries = (logs.at(-1)?.entries ?? []).map(({ fields, currency, previousHash }) => ({
    ...{ fields, currency, previousHash },
  }));
  expect(new Set(entries.map(({ fields }) => fields.logTypeId))).toEqual(new Set(Object.values(LOG_TYPE)));
  // A field that is new has no entry here: the release that brings it writes its log.
  const unsaid = ENTRY_FIELD_NAMES.filter((field) => entries.every(({ fields }) => fields[field] == null));
  expect(unsaid).toEqual([]);
  const NULLABLE = ["merchantId", "branchId", "branchMsisdn", "relatedEntryId", "expiresOn", "invoiceDate"];
  const added = ["invoiceNumber", "skuId", "actorWalletId", "offerNumber", "skuRuleId", "comment"];
  const said = [...NULLABLE, ...added].filter((field) =>
    entries.every(({ fields }) => fields[field] !== null),
  );
  expect(said).toEqual([]);
  const money = entries.map(({ fields, currency }) => {
    const digits = currency === "KWD" ? 3 : 2;
    const text = String(fields.amountValue).padStart(digits + 1, "0");
    return text.slice(-digits).replace(/0+$/, "").length;
  });
  expect(new Set(money)).toEqual(new Set([0, 1, 2, 3]));
  const moves = entries.flatMap(({ fields }) => fields.lotMoves as unknown[][]);
  expect(new Set(moves.map((move) => `${move[0] === null} ${move.length}`))).toEqual(
    new Set(["true 2", "false 2", "true 3", "false 3"]),
  );
  expect(new Set(entries.map(({ previousHash }) => previousHash === null))).toEqual(new Set([true, false]));
});
