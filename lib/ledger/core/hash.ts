import { hash } from "node:crypto";
import { inUnits, isWhole, type Money, moneyText } from "@/lib/platform/money";
import type { Entry, LotMove } from "./types";

// Raised when the fields or their order change; entries written before keep the format they were written in.
const FORMAT = 1;

/**
 * SHA-256, base64, over every business field of an entry and the hash of the entry before it in the wallet's log, so
 * that a changed, removed or inserted row is found.
 */
export function entryHash(previousHash: string | null, entry: Entry): string {
  const fields = [
    FORMAT,
    previousHash,
    entry.walletId,
    entry.seq,
    entry.id,
    entry.logTypeId,
    entry.channelId,
    entry.amount,
    entry.pointsDelta,
    entry.suspendedDelta,
    hashedValue(entry.amountValue),
    entry.factor,
    entry.balanceAfter,
    entry.accumulatedAfter,
    entry.redeemedAfter,
    entry.suspendedAfter,
    entry.segmentVersionId,
    entry.userId,
    entry.merchantId,
    entry.branchId,
    entry.branchMsisdn,
    entry.relatedEntryId,
    entry.expiresOn,
    entry.createdAt.getTime(),
    entry.invoiceDate?.getTime() ?? null,
    encodeMoves(entry.lotMoves),
    entry.externalLogId,
    entry.invoiceNumber,
    entry.skuId,
    entry.comment,
    ...addedFields(entry),
  ];
  return hash("sha256", JSON.stringify(fields), "base64");
}

/**
 * Fields that came later are hashed where one of them says something: all other entries are hashed as they always were. The list is closed:
 * a field that comes now stands in a list of its own, or older entries with one of these would have other hashes (tests/golden).
 */
function addedFields({ actorWalletId, offerNumber, skuRuleId }: Entry): (number | null)[] {
  const added = [actorWalletId, offerNumber, skuRuleId];
  return added.some((field) => field !== null) ? added : [];
}

/** Whole amounts as they were hashed when there were no others; the rest by their text, which no whole amount is hashed as. */
function hashedValue(money: Money): number | string {
  return isWhole(money) ? inUnits(money) : moneyText(money);
}

/** Lot moves as stored: `[lot, points]` or `[lot, points, from]`. */
export type StoredMove = [string | null, number] | [string | null, number, string];

export function encodeMoves(moves: readonly LotMove[]): StoredMove[] {
  return moves.map(({ lot, points, from }) => (from === undefined ? [lot, points] : [lot, points, from]));
}

export function decodeMoves(moves: readonly StoredMove[]): LotMove[] {
  return moves.map(([lot, points, from]) => (from === undefined ? { lot, points } : { lot, points, from }));
}
