import { DatabaseError } from "pg";
import { type Command, inParts, keyName, type Refusal, spaceOf } from "@/lib/ledger/rules/commands";
import type { Decision, PostedDecision, PostedEntry, Posting } from "@/lib/ledger/rules/decision";
import { DomainError } from "@/lib/ledger/rules/errors";
import { entryHash } from "@/lib/ledger/rules/hash";
import type { LedgerState, WalletState } from "@/lib/ledger/rules/ledger-state";
import type { RoundTrip, StatementResult } from "@/lib/ledger/rules/round-trip";
import { type Entry, LOG_TYPE } from "@/lib/ledger/rules/types";
import type { Writes } from "@/lib/ledger/rules/writes";
import { keepBill } from "@/lib/ledger/with/bills/settle";
import { newCouponNumber } from "@/lib/ledger/with/coupons/number";
import { couponAfter } from "@/lib/ledger/with/coupons/rule";
import { recordOf } from "@/lib/ledger/with/families/words";
import { applyReferral } from "@/lib/ledger/with/referrals/rule";
import { apply, logById } from "./advance";
import { decide, isReached } from "./decide";
import { readState, takeEntryIds } from "./read";
import { settledWalletView, standingOf, walletViewAfter } from "./view";
import { addEntry, isEmpty, noWrites, writeStatements } from "./write";

export type Outcome =
  | { kind: "posted"; posted: PostedEntry }
  | { kind: "nothing" }
  | { kind: "stale" }
  | { kind: "refused"; error: DomainError };

/** The connection failed while the commit was under way: it may or may not have happened. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super("The connection failed during the commit", { cause });
    this.name = "CommitUnknownError";
  }
}

const BEGIN = { name: "BEGIN", text: "BEGIN ISOLATION LEVEL READ COMMITTED" };
/** Begins a transaction that changes nothing and sees one moment. */
export const BEGIN_DRY = { name: "BEGIN_DRY", text: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" };
export const COMMIT = { name: "COMMIT", text: "COMMIT" };
/** Ends a transaction that locked but wrote nothing: a commit would wait for the disk to keep the lock's record. */
const ROLLBACK = { name: "ROLLBACK", text: "ROLLBACK" };

/**
 * Carries out commands in one transaction: locks their wallets, reads what the rules need in later statements, decides in
 * memory one command after the other, writes everything at once, commits. The locks are held for two round trips whatever
 * the number of commands, three where one of them is a retry. `alsoRead`: codes of pools that children probably spend from. Returns once the commit is durable.
 *
 * Throws {@link CommitUnknownError}, or the database's error when nothing of the batch was carried out.
 */
export async function runBatch(
  roundTrip: RoundTrip,
  commands: readonly Command[],
  now: Date,
  alsoRead: readonly string[] = [],
): Promise<Outcome[]> {
  const { state, ids } = await readState(roundTrip, commands, {
    alsoRead,
    begin: BEGIN,
    locks: true,
    idCount: inParts(commands).length,
    now,
  });
  const batch: Batch = { state, writes: noWrites(), ids, now };
  const outcomes: Outcome[] = [];
  for (const command of commands) {
    const decision = decide(state, command, now);
    // Lapsed lots and transfers need more entries than the one a command usually writes.
    const missing = decision.kind === "posted" ? entryCountOf(decision) - ids.length : 0;
    if (missing > 0) ids.push(...(await takeEntryIds(roundTrip, missing + commands.length)));
    outcomes.push(carryOut(batch, command, decision));
  }
  if (isEmpty(batch.writes)) await roundTrip([ROLLBACK]);
  else await writeAndCommit(roundTrip, batch);
  return outcomes;
}

/**
 * Decides the commands one after the other, without lock or write. Throws nothing of its own. With `assumesPin` as if the right PIN had
 * been given; a locked one is refused all the same.
 */
export async function runDry(
  roundTrip: RoundTrip,
  commands: readonly Command[],
  now: Date,
  { assumesPin = false }: { assumesPin?: boolean } = {},
): Promise<Outcome[]> {
  const { state } = await readState(roundTrip, commands, { begin: BEGIN_DRY, now });
  await roundTrip([COMMIT]);
  const batch: Batch = { state, writes: noWrites(), ids: [], now };
  let id = DRY_IDS_FROM;
  return commands
    .map(
      (command): Command =>
        assumesPin && "pin" in command ? { ...command, pin: { kind: "assumed" } } : command,
    )
    .map((command) => {
      const decision = decide(state, command, now);
      const count = decision.kind === "posted" ? entryCountOf(decision) : 0;
      for (let index = 0; index < count; index += 1) batch.ids.push(id++);
      return carryOut(batch, command, decision);
    });
}

/** No id is taken from the log's sequence: the entries of a dry run are numbered past anything that it will ever reach. */
const DRY_IDS_FROM = 2 ** 52;

/** The state in memory that commands change before anything is written. */
export interface Batch {
  state: LedgerState;
  writes: Writes;
  /** Entry ids that were taken and not yet given. */
  ids: number[];
  now: Date;
}

/** Applies one decision to the batch, and says what its caller gets. */
function carryOut(batch: Batch, command: Command, decision: Decision): Outcome {
  if ("pinUpdate" in decision && decision.pinUpdate !== undefined) {
    const wallet = walletOf(batch.state, decision.pinUpdate.walletCode);
    wallet.pin = decision.pinUpdate.pin;
    batch.writes.pins.set(wallet.id, wallet.pin);
    const { caller } = decision.pinUpdate;
    if (caller !== undefined) {
      batch.state.callers.set(caller.userId, caller.wrongAt);
      batch.writes.callers.set(caller.userId, caller.wrongAt);
    }
  }
  switch (decision.kind) {
    case "nothing":
    case "stale":
      return { kind: decision.kind };
    case "refused":
      for (const closed of decision.closeKeys ?? [])
        recordKey(batch, { entryId: null, requestHash: "", ...closed });
      return { kind: "refused", error: refusalError(batch, command, decision.refusal) };
    case "replayed": {
      const wallet = walletOf(batch.state, command.walletCode);
      const entry = recordOf(batch.state, wallet, decision.entryId)?.entries.get(decision.entryId);
      if (entry === undefined) throw new Error(`Entry ${decision.entryId} of a replay was not read`);
      return { kind: "posted", posted: postedEntry(batch, command, entry, true) };
    }
    case "posted":
      return {
        kind: "posted",
        posted: postedEntry(batch, command, post(batch, command, decision), false),
      };
  }
}

/** How many entries a decision comes to, with those that follow from it. */
export function entryCountOf({ postings }: PostedDecision): number {
  return postings.reduce((count, { follows = [] }) => count + 1 + follows.length, 0);
}

/** Adds a decision's postings and its reference to the batch. `batch.ids` holds one for each entry. Returns the command's own entry. */
export function post(batch: Batch, command: Command, { postings }: PostedDecision): Entry {
  const { alongside, bills } = batch.writes;
  const couponsBefore = bills.couponActs.length;
  const entries: Entry[] = [];
  for (const posting of postings) {
    const entry = addPosting(batch, posting, entries.at(-1));
    entries.push(entry);
    const followers = (posting.follows ?? []).map((follower) => addPosting(batch, follower, entry));
    const referral = applyReferral(batch.state, posting, { own: entry, follower: followers.at(-1) });
    if (referral !== null) batch.writes.referrals.push(referral);
  }
  const walletId = walletOf(batch.state, command.walletCode).id;
  // A transfer ends in the other wallet; what was asked of this one is its last entry here, or in its pool.
  const own = entries.findLast((entry) => entry.walletId === walletId || entry.actorWalletId === walletId);
  if (own === undefined) throw new Error("A posted command left no entry in its own wallet");
  if (command.reference !== undefined) {
    const operation = spaceOf(command);
    const { userId } = command.actor;
    recordKey(batch, {
      userId,
      operation,
      walletId: own.walletId,
      entryId: own.id,
      ...command.reference,
    });
  }
  alongside.push(...(command.alongside ?? []));
  if ("noteCoupon" in command && command.noteCoupon !== undefined)
    alongside.push(...bills.couponActs.slice(couponsBefore).map(command.noteCoupon));
  return own;
}

/** Gives a posting its id and adds it to the batch. `before`: the entry before it in the same command, or the one that it follows from. */
function addPosting({ state, writes, ids }: Batch, posting: Posting, before: Entry | undefined): Entry {
  const wallet = walletOf(state, posting.walletCode);
  const id = ids.shift();
  if (id === undefined) throw new Error("The batch ran out of entry ids");
  const entry: Entry = { id, ...posting.draft };
  // A transfer in names its transfer out, and a bonus its reward, which has had an id only since it was posted.
  if (entry.logTypeId === LOG_TYPE.transferIn || posting.relatesToOwn)
    entry.relatedEntryId = before?.id ?? null;
  if (posting.coupon !== undefined) posting.coupon.number = newCouponNumber();
  const { settles, reopens, returns, undoesReturn } = posting;
  if ((settles ?? reopens ?? returns ?? undoesReturn) !== undefined)
    keepBill(state, writes.bills, posting, { entry, before });
  const hash = entryHash(wallet.lastHash, entry);
  const { tierMoves } = wallet;
  apply(state, posting, entry);
  if (wallet.tierMoves !== tierMoves) writes.tiers.set(wallet.id, wallet.tierMoves);
  wallet.lastHash = hash;
  addEntry(writes, wallet, posting, entry, hash, (walletId) => logById(state, wallet, walletId));
  return entry;
}

function recordKey({ state, writes, now }: Batch, key: Omit<Writes["keys"][number], "at">): void {
  writes.keys.push({ at: now, ...key });
  state.keys.set(keyName(key.userId, key.operation, key.key), key);
}

/** Builds the poster's answer for an entry of the state. */
export function postedEntry(
  { state, now }: Pick<Batch, "state" | "now">,
  command: Pick<Command, "walletCode" | "wantsStanding"> & { actor: Pick<Command["actor"], "merchantId"> },
  entry: Entry,
  replayed: boolean,
): PostedEntry {
  const wallet = walletOf(state, command.walletCode);
  const log = recordOf(state, wallet, entry.id) ?? wallet;
  return {
    entry,
    wallet: walletViewAfter(state, wallet, entry),
    replayed,
    related: entry.relatedEntryId === null ? null : relatedOf(state, log, entry.relatedEntryId),
    coupon: couponAfter(state, entry),
    bill: state.bills.settled.get(entry.id) ?? null,
    goods: state.bills.returned.get(entry.id) ?? null,
    remainingPoints: log.remainders.get(entry.id) ?? null,
    aside: log.holds.get(entry.id) ?? log.pending.get(entry.id) ?? null,
    isExpired: replayed && state.expiredEntries.has(entry.id),
    standing: command.wantsStanding
      ? standingOf(state, wallet, entry, { now, merchantId: command.actor.merchantId })
      : null,
    parts: state.promotions.given.get(entry.id) ?? state.promotions.taken.get(entry.id) ?? [],
  };
}

/** An entry that another one names: of the same log, or of one that was merged into it. */
function relatedOf({ wallets, elsewhere }: LedgerState, log: WalletState, entryId: number): Entry | null {
  for (const { entries } of [log, ...wallets.values(), ...elsewhere]) {
    const entry = entries.get(entryId);
    if (entry !== undefined) return entry;
  }
  return null;
}

/** A refusal as the caller gets it: with the wallet, once the caller has shown that it knows code and number. */
function refusalError({ state, now }: Batch, command: Command, refusal: Refusal): DomainError {
  const wallet = state.wallets.get(command.walletCode);
  const isIdentified =
    wallet !== undefined &&
    isReached(command, wallet) &&
    (command.contactMsisdn === undefined || command.contactMsisdn === wallet.contactMsisdn);
  const retryAfterSeconds =
    refusal.code === 1312 ? refusal.parameters.lockedForSeconds : (refusal.retryAfterSeconds ?? null);
  return new DomainError(refusal.code, refusal.parameters, {
    ...(isIdentified && { wallet: settledWalletView(state, wallet, now) }),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    ...(refusal.part !== undefined && { part: refusal.part }),
    ...(refusal.couponNumber !== undefined && { couponNumber: refusal.couponNumber }),
  });
}

function walletOf(state: LedgerState, walletCode: string): WalletState {
  const wallet = state.wallets.get(walletCode);
  if (wallet === undefined) throw new Error(`Wallet ${walletCode} was not read`);
  return wallet;
}

async function writeAndCommit(roundTrip: RoundTrip, { state, writes }: Batch): Promise<void> {
  let results: StatementResult[];
  try {
    results = await roundTrip([...writeStatements(writes, state), COMMIT]);
  } catch (error) {
    // The server carries out nothing behind a statement that failed, so the commit did not happen; without its word nobody knows.
    if (error instanceof DatabaseError && !isShutdown(error)) throw error;
    throw new CommitUnknownError(error);
  }
  // A transaction that had failed before is answered with ROLLBACK, without an error.
  if (results.at(-1)?.command !== "COMMIT") throw new Error("The server rolled the batch back");
}

/** The server ended the connection: says nothing about the commit before it. */
function isShutdown({ code }: DatabaseError): boolean {
  return code === undefined || code.startsWith("57P") || code.startsWith("08");
}
