import fc from "fast-check";
import { expect, test } from "vitest";
import { ENTRY_FIELDS } from "@/lib/ledger/rules/entry-fields";
import { entryHash } from "@/lib/ledger/rules/hash";
import type { Entry } from "@/lib/ledger/rules/types";

const ENTRY: Entry = {
  id: 48_213,
  walletId: 42,
  seq: 7,
  logTypeId: 1,
  channelId: 1,
  amount: 226,
  pointsDelta: -226,
  suspendedDelta: 0,
  amountValue: 150_00n,
  factor: "1.5",
  balanceAfter: 774,
  accumulatedAfter: 1_000,
  redeemedAfter: 226,
  suspendedAfter: 0,
  segmentVersionId: 3,
  lotMoves: [
    { lot: "2028-11-30", points: -200 },
    { lot: null, points: -26 },
  ],
  expiresOn: null,
  relatedEntryId: null,
  merchantId: 1,
  branchId: 11,
  branchMsisdn: "+201000000001",
  userId: 1_001,
  externalLogId: "POS1-1",
  invoiceNumber: "INV-1",
  invoiceDate: null,
  skuId: null,
  actorWalletId: null,
  offerNumber: null,
  skuRuleId: null,
  comment: "Counter 3",
  createdAt: new Date("2026-11-21T10:34:57Z"),
};
const PREVIOUS = "uB+Gm9iVCwGT2J4mPXXC4ad1bKxVrBX1mDeQY6lFMyM=";

test("an entry of whole money has the hash that it had when there was no other", () => {
  expect(entryHash(null, ENTRY)).toBe("vJqHQMBwrPtbKtXELSu6GUgB7rfkxDAGai9UwVsokVM=");
  expect(entryHash(PREVIOUS, ENTRY)).toBe("eQqXD9dOJ3AtbwxqwKWid9dyM2+/zX3jONd/cW3Su+A=");
});

test("two entries that differ in a hundredth have different hashes", () => {
  const money = fc.bigInt({ min: 0n, max: 400_000_000_000_000_000n });
  const property = fc.property(money, money, (one, other) => {
    const hashOf = (amountValue: bigint) => entryHash(null, { ...ENTRY, amountValue });
    expect(hashOf(one) === hashOf(other)).toBe(one === other);
    expect(hashOf(one + 1n)).not.toBe(hashOf(one));
    expect(hashOf(one * 100n)).not.toBe(hashOf(one === 0n ? 1n : one));
  });
  fc.assert(property, { numRuns: 300 });
});

test("each field that came later is under the hash, and none of them can be taken for another", () => {
  const hashes = [
    ENTRY,
    { ...ENTRY, actorWalletId: 7 },
    { ...ENTRY, offerNumber: 7 },
    { ...ENTRY, skuRuleId: 7 },
    { ...ENTRY, skuRuleId: 8 },
  ].map((entry) => entryHash(PREVIOUS, entry));
  expect(new Set(hashes).size).toBe(hashes.length);
});

test("every field stands once under the hash, with no place left empty", () => {
  const lists: number[][] = [];
  for (const { hash } of Object.values(ENTRY_FIELDS)) {
    const [list, place] = hash;
    lists[list] = [...(lists[list] ?? []), place];
  }
  for (const places of lists)
    expect([...places].sort((one, other) => one - other)).toEqual(places.map((_, index) => index + 1));
});
