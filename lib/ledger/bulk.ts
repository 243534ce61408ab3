import type { Pool } from "pg";
import type { Clock } from "@/lib/clock";
import type { Actor, AdjustCommand, LedgerState, WalletState } from "./commands";
import { entryHash } from "./hash";
import { decide } from "./rules/decide";
import { readState, type Send, sender, takeEntryIds } from "./store/read";
import {
  addEntry,
  arrays,
  bytea,
  type Columns,
  ENTRY,
  LOT,
  names,
  noWrites,
  source,
  type Writes,
} from "./store/write";
import { type Entry, type SegmentVersion, WALLET_STATUS } from "./types";

/** A wallet to be made. */
export interface NewWallet {
  walletCode: string;
  /** E.164. */
  contactMsisdn: string;
}

export interface BulkOptions {
  /** Connections without a limit on the time of a statement; two are used. */
  pool: Pool;
  clock: Clock;
  /** Who is named on the entries. */
  actor: Actor;
  comment: string;
  /** Told after each commit. */
  onProgress?: (walletsMade: number) => void;
}

/** Wallets that share one statement and one commit. */
const CHUNK_SIZE = 2_000;

/**
 * Makes active wallets of the default segment, each with `points` (0 = none) as its first entry: an adjustment up, so that
 * the points are no lifetime points and move nobody up. For tests of load and imports, hundred thousand in seconds: the
 * entries are decided by the same rules and hashed into the same chain as any other, only written set-wise together with
 * the wallets they open. Each chunk is committed by itself, in the order given.
 *
 * Throws when the rules refuse the points (they are above the programme's limits), and the database's error when a wallet
 * code is taken; the chunks before stay.
 */
export async function createWallets(
  wallets: Iterable<NewWallet>,
  points: number,
  options: BulkOptions,
): Promise<void> {
  const send = sender(options.pool);
  const rules = await readRules(send);
  let made = 0;
  // The next chunk is worked out while the database writes the one before.
  let writing: Promise<unknown> = Promise.resolve();
  for (const chunk of chunksOf(wallets, CHUNK_SIZE)) {
    const prepared = await prepare(send, chunk, points, { ...options, rules });
    await writing;
    writing = writeChunk(send, prepared).then(() => {
      made += chunk.length;
      options.onProgress?.(made);
    });
    // Heard in the next round, and not "unhandled" until then.
    writing.catch(() => undefined);
  }
  await writing;
}

function* chunksOf<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** A wallet with the totals that its first entry leaves behind. */
interface WalletRow {
  wallet: WalletState;
  entry: Entry | null;
  hash: string | null;
  at: Date;
}

interface Prepared {
  rows: WalletRow[];
  writes: Writes;
}

/** What the rules look at besides the wallet, and where new wallets begin. */
interface Rules {
  state: LedgerState;
  segment: SegmentVersion;
}

async function readRules(send: Send): Promise<Rules> {
  const { state } = await readState(send, []);
  const segmentId = await readDefaultSegmentId(send);
  const segment = state.segments.find((version) => version.segmentId === segmentId);
  if (segment === undefined) throw new Error(`Segment ${segmentId} has no current version`);
  return { state, segment };
}

async function prepare(
  send: Send,
  chunk: readonly NewWallet[],
  points: number,
  { actor, comment, clock, rules }: BulkOptions & { rules: Rules },
): Promise<Prepared> {
  const [walletIds, entryIds] = await Promise.all([
    takeWalletIds(send, chunk.length),
    takeEntryIds(send, points > 0 ? chunk.length : 0),
  ]);
  const at = clock.now();
  const writes = noWrites();
  const rows = chunk.map((added, index): WalletRow => {
    const wallet = emptyWallet(added, idAt(walletIds, index), rules.segment, at);
    if (points === 0) return { wallet, entry: null, hash: null, at };
    const state = { ...rules.state, wallets: new Map([[wallet.walletCode, wallet]]) };
    const { walletCode } = wallet;
    const command: AdjustCommand = {
      type: "adjust",
      walletCode,
      direction: "up",
      pocket: "spendable",
      points,
      actor,
      comment,
    };
    return { wallet, at, ...open(state, command, { id: idAt(entryIds, index), at, writes }) };
  });
  return { rows, writes };
}

/** Decides and numbers a wallet's first entry, as any entry is. */
function open(
  state: LedgerState,
  command: AdjustCommand,
  { id, at, writes }: { id: number; at: Date; writes: Writes },
): { entry: Entry; hash: string } {
  const decision = decide(state, command, at);
  const wallet = state.wallets.get(command.walletCode);
  if (decision.kind !== "posted" || wallet === undefined) {
    const reason = decision.kind === "refused" ? `refused with ${decision.refusal.code}` : decision.kind;
    throw new RangeError(`${command.points} points for ${command.walletCode}: ${reason}`);
  }
  const [posting] = decision.postings;
  const entry: Entry = { ...posting.draft, id };
  const hash = entryHash(wallet.lastHash, entry);
  for (const { lot, points } of entry.lotMoves) if (lot !== null) wallet.lots.set(lot, points);
  addEntry(writes, wallet, posting, entry, hash);
  return { entry, hash };
}

function emptyWallet(
  { walletCode, contactMsisdn }: NewWallet,
  id: number,
  segment: SegmentVersion,
  at: Date,
): WalletState {
  return {
    id,
    walletCode,
    contactMsisdn,
    statusId: WALLET_STATUS.active,
    isOptedIn: true,
    optedInAt: at,
    redemptionEnabled: true,
    mergedIntoWalletId: null,
    segment,
    segmentChosenAtPoints: null,
    profile: { name: null, email: null, address: null, gender: null, birthDate: null, nid: null },
    balance: 0,
    accumulated: 0,
    redeemed: 0,
    suspended: 0,
    lastSeq: 0,
    lastHash: null,
    lots: new Map(),
    pin: null,
    entries: new Map(),
    reversals: new Map(),
  };
}

async function readDefaultSegmentId(send: Send): Promise<number> {
  const { rows } = await send({ text: "SELECT id FROM segment WHERE is_default" });
  const [row] = rows as { id: number }[];
  if (row === undefined) throw new Error("The programme has no default segment");
  return row.id;
}

async function takeWalletIds(send: Send, count: number): Promise<number[]> {
  const { rows } = await send({
    text: "SELECT nextval('wallet_id_seq') AS id FROM generate_series(1, $1)",
    values: [count],
  });
  return rows.map((row: { id: number }) => row.id);
}

function idAt(ids: readonly number[], index: number): number {
  const id = ids[index];
  if (id === undefined) throw new Error("The database gave too few numbers");
  return id;
}

const NEW_WALLET: Columns<WalletRow> = [
  ["id", "bigint", ({ wallet }) => wallet.id],
  ["wallet_code", "text", ({ wallet }) => wallet.walletCode],
  ["contact_msisdn", "text", ({ wallet }) => wallet.contactMsisdn],
  ["segment_id", "integer", ({ wallet }) => wallet.segment.segmentId],
  ["opted_in_at", "timestamptz", ({ at }) => at.toISOString()],
  ["created_at", "timestamptz", ({ at }) => at.toISOString()],
  ["last_seq", "integer", ({ entry }) => entry?.seq ?? 0],
  ["balance", "bigint", ({ entry }) => entry?.balanceAfter ?? 0],
  ["last_hash", "bytea", ({ hash }) => (hash === null ? null : bytea(hash))],
];

// Wallets, entries and lots go in one statement: the triggers see the log and the wallets agree at its end.
const WRITE_CHUNK = `
WITH new_wallets AS (INSERT INTO wallet (${names(NEW_WALLET)}) SELECT * FROM ${source(NEW_WALLET, 1)}),
     new_entries AS (INSERT INTO entry (${names(ENTRY)}) SELECT * FROM ${source(ENTRY, 1 + NEW_WALLET.length)})
INSERT INTO lot (${names(LOT)}) SELECT * FROM ${source(LOT, 1 + NEW_WALLET.length + ENTRY.length)}`;

/** A statement of its own is a transaction of its own. */
function writeChunk(send: Send, { rows, writes }: Prepared): Promise<unknown> {
  return send({
    name: "write_wallets",
    text: WRITE_CHUNK,
    values: [
      ...arrays(NEW_WALLET, rows),
      ...arrays(ENTRY, writes.entries),
      ...arrays(LOT, [...writes.lots.values()]),
    ],
  });
}
