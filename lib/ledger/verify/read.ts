import { type ClientBase, type CustomTypesConfig, types } from "pg";
import {
  columnName,
  decodeMoves,
  ENTRY_FIELD_NAMES,
  type EntryField,
  entryFrom,
  fieldSql,
  type StoredMove,
} from "@/lib/ledger/rules/entry-fields";
import type { Entry, LogTypeId, LotMove } from "@/lib/ledger/rules/types";
import { heirsOf } from "@/lib/ledger/with/families/rows";
import { moneySql } from "@/lib/platform/money";

const INT8 = 20;

// A tampered row may hold any number. Reading must not fail: the row must be reported.
const getTypeParser: CustomTypesConfig["getTypeParser"] = (oid, format) =>
  oid === INT8 ? Number : types.getTypeParser(oid, format);

/** The rows of a statement, bigint as numbers. */
export async function rowsOf<Row>(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await client.query({ text, values: [...values], types: { getTypeParser } });
  return rows as Row[];
}

/** An entry as it is stored, with the entry it refunds, returns or cancels where that is one of the same wallet. */
export interface LogRow {
  entry: Entry;
  /** base64. */
  hash: string;
  target: Target | null;
  /** As it is stored beside the whole currency units of the entry's value: hundredths, or 1000 and the thousandths. */
  hundredths: number;
  /** False when `lot_moves` is not a list of moves; the entry then has none. */
  hasMoves: boolean;
}

/** Fields of the entry that a refund, a return or a cancellation is checked against. */
export type Target = Pick<
  Entry,
  | "id"
  | "walletId"
  | "seq"
  | "logTypeId"
  | "amount"
  | "pointsDelta"
  | "suspendedDelta"
  | "amountValue"
  | "factor"
  | "relatedEntryId"
  | "lotMoves"
  | "expiresOn"
>;

/** As numeric, which holds the sum of any two columns. */
const storedMoney = (units: string, hundredths: string) => moneySql(`${units}::numeric`, hundredths);

const ENTRY_COLUMNS = `${ENTRY_FIELD_NAMES.map((field) => `${fieldSql(field, "e", true)} AS ${columnName(field)}`).join(", ")}, e.amount_hundredths, e.hash`;

/** Of the same wallet's log, or of one that was merged into it before. */
const TARGET = `LEFT JOIN LATERAL (SELECT * FROM entry x WHERE e.log_type_id IN (3, 4, 11) AND x.id = e.related_entry_id
                       AND CASE WHEN x.wallet_id = e.wallet_id THEN true ELSE e.wallet_id = ANY (${heirsOf("x.wallet_id")}) END LIMIT 1) t ON true`;

const WITH_TARGET = `
SELECT ${ENTRY_COLUMNS}, t.id AS t_id, t.wallet_id AS t_wallet_id, t.seq AS t_seq, t.log_type_id AS t_log_type_id, t.amount AS t_amount,
       t.points_delta AS t_points_delta, t.suspended_delta AS t_suspended_delta, ${storedMoney("t.amount_value", "t.amount_hundredths")} AS t_amount_value,
       trim_scale(t.factor)::text AS t_factor, t.related_entry_id AS t_related_entry_id, t.lot_moves AS t_lot_moves,
       t.expires_on::text AS t_expires_on`;

const READ_LOG = `${WITH_TARGET}
  FROM entry e
  ${TARGET}
 WHERE (e.wallet_id, e.seq) > ($1, $2) AND e.wallet_id <= $3
 ORDER BY e.wallet_id, e.seq
 LIMIT $4`;

/** Entries of other logs that give back what is in these wallets' logs: since a merge, in the heirs' logs; and what undoes it. */
const READ_FROM_HEIRS = `${WITH_TARGET}, m.id AS of_wallet_id
  FROM wallet m
 CROSS JOIN LATERAL (SELECT x.id FROM entry o JOIN entry x ON x.related_entry_id = o.id AND x.log_type_id IN (3, 4, 11) AND x.wallet_id <> o.wallet_id WHERE o.wallet_id = m.id
                      UNION
                     SELECT c.id FROM entry o JOIN entry x ON x.related_entry_id = o.id AND x.log_type_id IN (3, 11) AND x.wallet_id <> o.wallet_id
                       JOIN entry c ON c.related_entry_id = x.id AND c.log_type_id = 4 WHERE o.wallet_id = m.id) f
  JOIN entry e ON e.id = f.id
  ${TARGET}
 WHERE m.id > $1 AND m.id <= $2 AND m.merged_into_wallet_id IS NOT NULL
 ORDER BY e.id`;

interface StoredRow {
  wallet_id: number;
  seq: number;
  amount_hundredths: number;
  lot_moves: unknown;
  hash: Buffer;
  t_id: number | null;
  t_wallet_id: number;
  t_seq: number;
  t_log_type_id: number;
  t_amount: number;
  t_points_delta: number;
  t_suspended_delta: number;
  t_amount_value: string;
  t_factor: string;
  t_related_entry_id: number | null;
  t_lot_moves: unknown;
  t_expires_on: string | null;
}

/**
 * The logs of the wallets above `fromWalletId` up to `toWalletId`, in order, a page at a time; with `afterSeq` also what of the
 * log of `fromWalletId` itself comes after that position.
 */
export async function* readLogs(
  client: ClientBase,
  {
    fromWalletId,
    afterSeq = LARGEST_INTEGER,
    toWalletId,
    pageSize,
  }: { fromWalletId: string; afterSeq?: number; toWalletId: string; pageSize: number },
): AsyncGenerator<LogRow[]> {
  // A bound as text: the last range ends at the largest bigint, which a number cannot say.
  let after: [string, number] = [fromWalletId, afterSeq];
  for (;;) {
    const rows = await rowsOf<StoredRow>(client, READ_LOG, [...after, toWalletId, pageSize]);
    if (rows.length > 0) yield rows.map(logRowOf);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = [String(last.wallet_id), last.seq];
  }
}

/** Entries in heirs' logs that give back entries in the logs of merged wallets above `from` up to `to`, by these wallets, in order. */
export async function readFromHeirs(
  client: ClientBase,
  from: string,
  to: string,
): Promise<Map<number, LogRow[]>> {
  const given = new Map<number, LogRow[]>();
  for (const row of await rowsOf<StoredRow & { of_wallet_id: number }>(client, READ_FROM_HEIRS, [from, to]))
    given.set(row.of_wallet_id, [...(given.get(row.of_wallet_id) ?? []), logRowOf(row)]);
  return given;
}

const LARGEST_INTEGER = 2_147_483_647;

function logRowOf(row: StoredRow): LogRow {
  const moves = movesOf(row.lot_moves);
  return {
    entry: { ...entryFrom((field) => storedIn(row, field)), lotMoves: moves ?? [] },
    hash: row.hash.toString("base64"),
    hundredths: row.amount_hundredths,
    hasMoves: moves !== null,
    target: row.t_id === null ? null : targetOf(row, row.t_id),
  };
}

/** The stored value of a field; moves are looked at by {@link movesOf}. */
function storedIn(row: StoredRow, field: EntryField): unknown {
  return field === "lotMoves" ? [] : (row as unknown as Record<string, unknown>)[columnName(field)];
}

function targetOf(row: StoredRow, id: number): Target {
  return {
    id,
    walletId: row.t_wallet_id,
    seq: row.t_seq,
    logTypeId: row.t_log_type_id as LogTypeId,
    amount: row.t_amount,
    pointsDelta: row.t_points_delta,
    suspendedDelta: row.t_suspended_delta,
    amountValue: BigInt(row.t_amount_value),
    factor: row.t_factor,
    relatedEntryId: row.t_related_entry_id,
    lotMoves: movesOf(row.t_lot_moves) ?? [],
    expiresOn: row.t_expires_on,
  };
}

const DATE = /^(?:\d{4,}-\d\d-\d\d|infinity)$/;

/** The moves, or null when what is stored is not a list of moves. */
function movesOf(stored: unknown): LotMove[] | null {
  return Array.isArray(stored) && stored.every(isMove) ? decodeMoves(stored) : null;
}

function isMove(stored: unknown): stored is StoredMove {
  if (!Array.isArray(stored) || stored.length < 2 || stored.length > 3) return false;
  const [lot, points, from] = stored as unknown[];
  const isLot = lot === null || (typeof lot === "string" && DATE.test(lot));
  const isFrom = stored.length === 2 || (typeof from === "string" && DATE.test(from));
  return isLot && isFrom && Number.isSafeInteger(points) && points !== 0;
}

export interface StoredWallet {
  id: number;
  last_seq: number;
  balance: number;
  accumulated: number;
  redeemed: number;
  suspended: number;
  last_hash: Buffer | null;
}

export interface StoredLot {
  wallet_id: number;
  expires_on: string;
  points: number;
  lapsed_points: number;
  lapsed_from_seq: number | null;
}

export interface StoredReversal {
  wallet_id: number;
  entry_id: number;
  taken: number;
  given_back: number;
  /** Hundredths. */
  given_back_value: string;
  open_refunds: number;
  given_back_by_lot: Record<string, number>;
  cancelled_by_entry_id: number | null;
}

/** The wallets above `fromWalletId`, by id. */
export function readWallets(
  client: ClientBase,
  fromWalletId: string,
  limit: number,
): Promise<StoredWallet[]> {
  return rowsOf(
    client,
    `SELECT id, last_seq, balance, accumulated, redeemed, suspended, last_hash
       FROM wallet WHERE id > $1 ORDER BY id LIMIT $2`,
    [fromWalletId, limit],
  );
}

export function readLots(client: ClientBase, from: string, to: string): Promise<StoredLot[]> {
  return rowsOf(
    client,
    `SELECT wallet_id, expires_on::text AS expires_on, points, lapsed_points, lapsed_from_seq
       FROM lot WHERE wallet_id > $1 AND wallet_id <= $2 ORDER BY wallet_id, expires_on`,
    [from, to],
  );
}

export function readReversals(client: ClientBase, from: string, to: string): Promise<StoredReversal[]> {
  return rowsOf(
    client,
    `SELECT wallet_id, entry_id, taken, given_back, ${storedMoney("given_back_value", "given_back_hundredths")} AS given_back_value, open_refunds, given_back_by_lot, cancelled_by_entry_id
       FROM reversal WHERE wallet_id > $1 AND wallet_id <= $2 ORDER BY wallet_id, entry_id`,
    [from, to],
  );
}
