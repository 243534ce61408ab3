import type { Pool, QueryConfig } from "pg";
import {
  arrays,
  bytea,
  type Columns,
  composites,
  ENTRY,
  KEY,
  LOT,
  MOVEMENT,
  names,
  source,
} from "@/lib/ledger/rules/columns";
import type { Command } from "@/lib/ledger/rules/commands";
import type { PostedDecision } from "@/lib/ledger/rules/decision";
import type { LedgerState, MerchantRules, WalletState } from "@/lib/ledger/rules/ledger-state";
import { NO_PROFILE } from "@/lib/ledger/rules/profile";
import { type RoundTrip, roundTrips } from "@/lib/ledger/rules/round-trip";
import { type SegmentVersion, WALLET_STATUS } from "@/lib/ledger/rules/types";
import type { Writes } from "@/lib/ledger/rules/writes";
import { asideStatements } from "@/lib/ledger/with/aside/store";
import { noPromotions } from "@/lib/ledger/with/promotions/words";
import type { Clock } from "@/lib/platform/clock";
import { type Send, sender } from "@/lib/platform/database/sender";
import { checkOut } from "@/lib/platform/transaction";
import { entryCountOf, post } from "./batch";
import { decide } from "./decide";
import { readState, takeEntryIds } from "./read";
import { movements, noWrites, writeReversals } from "./write";

/** A wallet to be made. */
export interface NewWallet {
  walletCode: string;
  /** E.164. */
  contactMsisdn: string;
}

/** A wallet's entries so far. */
export interface WalletHistory {
  /** Commands for each wallet; 0 = it has no entries. */
  rounds: number;
  /**
   * The wallet's next command and when it was given, from round 0 on; `wallet` is as the rounds before left it, with their
   * entries. The moments rise within a wallet; they are cheapest where those of one round are close together.
   */
  act(wallet: WalletState, round: number): { command: Command; at: Date };
}

export interface BulkOptions {
  clock: Clock;
  /** Connections without a limit on the time of a statement or a transaction; two are used. */
  pool: Pool;
  /** Logs the acts that made the wallets; committed with them, and numbered before their entries. */
  actsOf?: (wallets: readonly NewWallet[]) => QueryConfig;
  /** Told after each commit. */
  onProgress?: (walletsMade: number) => void;
}

/** Wallets, and about as many entries, that share one statement and one commit. */
const WALLETS_MAX = 2_000;
const ENTRIES_MAX = 10_000;
/** While one chunk is written the next is worked out. */
const CHUNKS_AT_ONCE = 2;

/**
 * Makes active wallets of the default segment, each with a history. For tests of load, where carrying out one entry after
 * the other would take hours: they are decided by the same rules and hashed into the same chain as any other, with their
 * lots, reversals and references, only written set-wise with the wallets they belong to. Each chunk is committed by itself,
 * so what was committed before an error stays; beside a running service it is as safe as any other movement.
 *
 * Throws when the rules refuse a command, and the database's error when a wallet code or a reference is taken.
 */
export async function createWallets(
  wallets: Iterable<NewWallet>,
  history: WalletHistory,
  { pool, clock, actsOf, onProgress }: BulkOptions,
): Promise<void> {
  const rules = await readRules(pool);
  const size = Math.max(1, Math.min(WALLETS_MAX, Math.floor(ENTRIES_MAX / Math.max(1, history.rounds))));
  const chunks = chunksOf(wallets, size);
  let made = 0;
  let hasFailed = false;
  const work = async () => {
    const { client, release } = await checkOut(pool);
    try {
      const roundTrip = roundTrips(client);
      // Both take their chunks from the one generator, so it is not closed by the first that comes to its end.
      for (let next = chunks.next(); !next.done && !hasFailed; next = chunks.next()) {
        await addChunk(roundTrip, next.value, history, { ...rules, actsOf, now: clock.now() });
        made += next.value.length;
        onProgress?.(made);
      }
      release();
    } catch (error) {
      hasFailed = true;
      // The transaction ends with its connection.
      release(true);
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: CHUNKS_AT_ONCE }, work));
  for (const result of ended) if (result.status === "rejected") throw result.reason;
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

/** The rules besides the wallet, and where new wallets begin. */
interface Rules {
  state: LedgerState;
  segment: SegmentVersion;
}

async function readRules(pool: Pool): Promise<Rules> {
  const { client, release } = await checkOut(pool);
  const { state } = await readState(roundTrips(client), []).finally(() => release());
  const send = sender(pool);
  const segmentId = await readDefaultSegmentId(send);
  const segment = state.segments.find((version) => version.segmentId === segmentId);
  if (segment === undefined) throw new Error(`Segment ${segmentId} has no current version`);
  // No promotion acts: its parts, its budget and its uses are not written here.
  return { state: { ...state, merchants: await readMerchants(send), promotions: noPromotions() }, segment };
}

/**
 * One transaction. The entries' numbers are taken in it: who reads the log in their order waits for those that are under
 * way, and would miss entries whose numbers were taken before (see tail.ts).
 */
async function addChunk(
  roundTrip: RoundTrip,
  chunk: readonly NewWallet[],
  history: WalletHistory,
  { state, segment, actsOf, now }: Rules & { actsOf: BulkOptions["actsOf"]; now: Date },
): Promise<void> {
  const acts = actsOf === undefined ? [] : [actsOf(chunk)];
  const [, numbers] = await roundTrip([{ text: "BEGIN" }, walletIdsQuery(chunk.length), ...acts]);
  const walletIds = (numbers?.rows ?? []).map(({ id }: { id: number }) => id);
  const wallets = chunk.map((added, index) => emptyWallet(added, idAt(walletIds, index), segment, now));
  const ids: number[] = [];
  const world = {
    ...state,
    wallets: new Map(wallets.map((wallet) => [wallet.walletCode, wallet])),
    keys: new Map(),
    callers: new Map(),
    segmentVersions: new Map(state.segmentVersions),
  };
  const writes = noWrites();
  for (let round = 0; round < history.rounds; round += 1) {
    for (const wallet of wallets) {
      const { command, at } = history.act(wallet, round);
      if (round === 0) wallet.optedInAt = at;
      const decision = decideOrThrow(world, command, at);
      // Ripened and lapsed points are entries of their own, before the command's.
      while (ids.length < entryCountOf(decision)) ids.push(...(await takeEntryIds(roundTrip, chunk.length)));
      post({ state: world, writes, ids, now: at }, command, decision);
    }
  }
  const reversals = writes.reversals.size > 0 ? [writeReversals(writes)] : [];
  await roundTrip([
    writeChunk(wallets, writes),
    ...reversals,
    ...asideStatements(writes),
    { text: "COMMIT" },
  ]);
}

/** A refusal becomes an error here: nobody is there to answer it. */
function decideOrThrow(state: LedgerState, command: Command, now: Date): PostedDecision {
  const decision = decide(state, command, now);
  if (decision.kind === "posted") return decision;
  const reason = decision.kind === "refused" ? `refused with ${decision.refusal.code}` : decision.kind;
  throw new RangeError(`The ${command.type} of ${command.walletCode}: ${reason}`);
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
    tierMoves: null,
    poolWalletId: null,
    family: null,
    walletType: null,
    isErased: false,
    version: 0,
    openReferrerId: null,
    profile: NO_PROFILE,
    balance: 0,
    accumulated: 0,
    redeemed: 0,
    suspended: 0,
    sandboxId: null,
    lastSeq: 0,
    lastHash: null,
    lots: new Map(),
    pending: new Map(),
    holds: new Map(),
    pin: null,
    entries: new Map(),
    reversals: new Map(),
    remainders: new Map(),
    marks: new Map(),
  };
}

async function readDefaultSegmentId(send: Send): Promise<number> {
  const { rows } = await send({ text: "SELECT id FROM segment WHERE is_default" });
  const [row] = rows as { id: number }[];
  if (row === undefined) throw new Error("The programme has no default segment");
  return row.id;
}

/** All of them: the rules of an entry's merchant bind its refunds and returns. */
async function readMerchants(send: Send): Promise<Map<number, MerchantRules>> {
  const { rows } = await send({
    text: `SELECT id, refund_window_days AS "refundWindowDays", return_window_days AS "returnWindowDays", refund_same_branch_only AS "refundSameBranchOnly" FROM merchant`,
  });
  return new Map((rows as (MerchantRules & { id: number })[]).map(({ id, ...merchant }) => [id, merchant]));
}

function walletIdsQuery(count: number): QueryConfig {
  return {
    text: "SELECT nextval('wallet_id_seq') AS id FROM generate_series(1, $1::int)",
    values: [count],
  };
}

function idAt(ids: readonly number[], index: number): number {
  const id = ids[index];
  if (id === undefined) throw new Error("The database gave too few numbers");
  return id;
}

/** A wallet is made in the moment of its first entry, or now. */
const madeAt = ({ optedInAt }: WalletState) => optedInAt?.toISOString() ?? null;

const NEW_WALLET: Columns<WalletState> = [
  ["id", "bigint", ({ id }) => id],
  ["wallet_code", "text", ({ walletCode }) => walletCode],
  ["contact_msisdn", "text", ({ contactMsisdn }) => contactMsisdn],
  ["segment_id", "integer", ({ segment }) => segment.segmentId],
  ["opted_in_at", "timestamptz", madeAt],
  ["created_at", "timestamptz", madeAt],
  ["last_seq", "integer", ({ lastSeq }) => lastSeq],
  ["balance", "bigint", ({ balance }) => balance],
  ["accumulated", "bigint", ({ accumulated }) => accumulated],
  ["redeemed", "bigint", ({ redeemed }) => redeemed],
  ["suspended", "bigint", ({ suspended }) => suspended],
  ["last_hash", "bytea", ({ lastHash }) => (lastHash === null ? null : bytea(lastHash))],
];

// Wallets, entries, lots and references go in one statement: the triggers see the log and the wallets agree at its end.
const WRITE_CHUNK = `
WITH new_wallets AS (INSERT INTO wallet (${names(NEW_WALLET)}) SELECT * FROM ${source(NEW_WALLET, 4)}),
     new_entries AS (INSERT INTO entry (${names(ENTRY)}) SELECT ${names(ENTRY)} FROM unnest($1::coded_movement_row[])),
     new_lots AS (INSERT INTO lot (${names(LOT)}) SELECT * FROM unnest($2::lot_row[]))
INSERT INTO idempotency_key (${names(KEY)}) SELECT * FROM unnest($3::key_row[])`;

function writeChunk(wallets: readonly WalletState[], writes: Writes): QueryConfig {
  return {
    name: "write_chunk",
    text: WRITE_CHUNK,
    values: [
      composites(MOVEMENT, movements(writes)),
      composites(LOT, [...writes.lots.values()]),
      composites(KEY, writes.keys),
      ...arrays(NEW_WALLET, wallets),
    ],
  };
}
