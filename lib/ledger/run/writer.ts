import type { Pool, PoolClient } from "pg";
import type { Command } from "@/lib/ledger/rules/commands";
import { roundTrips } from "@/lib/ledger/rules/round-trip";
import type { Clock } from "@/lib/platform/clock";
import { requestSpan, traceBatch } from "@/lib/platform/tracing";
import { checkOut } from "@/lib/platform/transaction";
import { CommitUnknownError, type Outcome, runBatch } from "./batch";
import { failure, isConnectionTrouble, isHeldUp, isWorthAnotherTry, unavailable } from "./writer-errors";

export interface WriterOptions {
  /** A connection for each lane. */
  pool: Pool;
  clock: Clock;
  /** Batches that may be under way side by side, each on a connection of its own. */
  lanes?: number;
  /** Commands that share one transaction at most. */
  batchMax?: number;
  /** Commands that may wait at once; beyond it they are refused with 1902. */
  queueMax?: number;
  /**
   * After this a waiting caller is answered 1902 and its command is not begun. A connection that leaves a statement
   * unanswered for as long is given up.
   */
  deadlineMs?: number;
  /** A batch that cannot have a row for so long goes on without the command that needs it. */
  lockWaitMs?: number;
  observer?: WriterObserver;
}

/** Counts for metrics: commands of a batch, commands that wait, those of them whose rows are held, a batch's time, points that moved. */
export type WriterObserver = Record<"batchRun" | "queueChanged", (count: number) => void> &
  Partial<Record<"heldChanged" | "batchDone" | "moved", (count: number) => void>>;

/** Within it a request is answered or not begun (rules.md §12). */
export const DEADLINE_MS = 10_000;
const DEFAULTS = { lanes: 2, batchMax: 64, queueMax: 10_000, deadlineMs: DEADLINE_MS, lockWaitMs: 200 };
/** A batch that takes longer has met a lock or a slow disk: what has queued does not wait for it. */
const PATIENCE_MS = 20;
const ATTEMPTS_MAX = 5;
/**
 * How long the attempt of a command whose row was held waits for it. One such command at a time waits as long as its last pause: PostgreSQL
 * gives a row to those who wait in turn, and a row that several processes take again and again is never free by chance.
 */
const HELD_WAIT_MS = 5;
/** A command whose row is held is tried again with these pauses, apart from all others, until its deadline. */
const HELD_PAUSE_MS = { first: 20, max: 320 };
/** Children whose pools a process remembers. */
const POOLS_MAX = 100_000;
/**
 * SQLSTATE of a plain warning. A server that was told to stop waiting for its synchronous standby says no more than this,
 * and that it has committed: the movement could be lost with the server, so nobody may be told that it is done.
 */
const WARNING = "01000";

interface Waiting {
  command: Command;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout;
  span: ReturnType<typeof requestSpan>;
  /** The caller was answered; a command that has not begun yet must not begin any more. */
  isSettled: boolean;
}

/** A command that is tried by itself because its row is held: how long it waits for the row, and its pause until the next attempt. */
type HeldBack = { pauseMs: number; waitMs: number };

/** A batch that is being carried out. */
interface UnderWay {
  size: number;
  /** Their next commands wait for the next batch, and not in one for a lock. */
  walletCodes: ReadonlySet<string>;
  /** True after {@link PATIENCE_MS}. */
  isLate: boolean;
}

/**
 * The only writer of points. A batch is, in one transaction, whatever has queued while the one before was under way. Nothing
 * is waited for where nothing is under way: an idle service answers at once, a busy one shares one lock-read-write-commit
 * among many commands. Why a second batch begins beside the first only when it would be as large: docs/decisions/0023.
 */
export class Writer {
  readonly #options: Required<Omit<WriterOptions, "observer">> & Pick<WriterOptions, "observer">;
  readonly #underWay = new Set<UnderWay>();
  /** Commands whose rows another transaction holds. */
  readonly #heldBack = new Set<Waiting>();
  /** Whether one of them waits longer than {@link HELD_WAIT_MS}. */
  #isOnePatient = false;
  /** How long each connection waits for a row. */
  readonly #lockWaits = new WeakMap<PoolClient, number>();
  #queue: Waiting[] = [];
  #isPlanned = false;
  #waiting = 0;
  #idle: (() => void)[] = [];
  /** The codes of the wallets whose points children moved when they last did, by the children's codes. */
  readonly #pools = new Map<string, string>();

  constructor(options: WriterOptions) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /**
   * Carries out one command and resolves once it is durable.
   * Throws {@link DomainError} 1902 when it is not known to be carried out: asking again with the same reference tells.
   */
  run(command: Command): Promise<Outcome> {
    if (this.#waiting >= this.#options.queueMax) return Promise.reject(unavailable("The queue is full"));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        command,
        isSettled: false,
        span: requestSpan(),
        resolve: (outcome) => this.#settle(waiting, () => resolve(outcome)),
        reject: (error) => this.#settle(waiting, () => reject(error)),
        timer: setTimeout(() => waiting.reject(unavailable("The deadline passed")), this.#options.deadlineMs),
      };
      this.#waiting += 1;
      this.#options.observer?.queueChanged(this.#waiting);
      if (this.#isHeld(this.#purseCode(command))) return this.#holdBack(waiting);
      this.#queue.push(waiting);
      this.#plan();
    });
  }

  /** Resolves when nothing waits and nothing runs. */
  async drain(): Promise<void> {
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #settle(waiting: Waiting, answer: () => void): void {
    if (waiting.isSettled) return;
    waiting.isSettled = true;
    clearTimeout(waiting.timer);
    if (this.#heldBack.delete(waiting)) this.#options.observer?.heldChanged?.(this.#heldBack.size);
    this.#waiting -= 1;
    this.#options.observer?.queueChanged(this.#waiting);
    answer();
  }

  #isIdle(): boolean {
    return this.#waiting === 0 && this.#underWay.size === 0;
  }

  /** Begins after this turn of the event loop, so that requests that arrived together share a batch. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#begin();
    });
  }

  /** Begins what can begin now. */
  #begin(): void {
    const { lanes, batchMax } = this.#options;
    while (this.#queue.length > 0 && this.#underWay.size < lanes) {
      this.#queue = this.#queue.filter(({ isSettled }) => !isSettled);
      const ready = this.#queue.filter(({ command }) => !this.#isBusy(this.#purseCode(command)));
      if (ready.length === 0 || !this.#isWorthALane(ready.length)) return;
      const batch = ready.slice(0, batchMax);
      const taken = new Set(batch);
      this.#queue = this.#queue.filter((waiting) => !taken.has(waiting));
      void this.#runLane(batch);
    }
  }

  #isBusy(walletCode: string): boolean {
    for (const { walletCodes } of this.#underWay) if (walletCodes.has(walletCode)) return true;
    return false;
  }

  #isHeld(purseCode: string): boolean {
    for (const { command } of this.#heldBack) if (this.#purseCode(command) === purseCode) return true;
    return false;
  }

  /** Tries a command whose row is held by itself, again and again; what it needs holds up nobody else. */
  #holdBack(waiting: Waiting, pauseMs = HELD_PAUSE_MS.first): void {
    this.#heldBack.add(waiting);
    this.#options.observer?.heldChanged?.(this.#heldBack.size);
    const again = Math.min(pauseMs * 2, HELD_PAUSE_MS.max);
    setTimeout(() => {
      if (!this.#heldBack.has(waiting)) return;
      if (this.#isBusy(this.#purseCode(waiting.command))) return this.#holdBack(waiting, pauseMs);
      void this.#tryHeld(waiting, { pauseMs: again, waitMs: pauseMs });
    }, pauseMs);
  }

  async #tryHeld(waiting: Waiting, heldBack: HeldBack): Promise<void> {
    const isPatient = !this.#isOnePatient;
    if (isPatient) this.#isOnePatient = true;
    await this.#runLane([waiting], isPatient ? heldBack : { ...heldBack, waitMs: HELD_WAIT_MS });
    if (isPatient) this.#isOnePatient = false;
    if (!this.#heldBack.has(waiting)) this.#letGo(this.#purseCode(waiting.command));
  }

  /** The row was had: what else was held back for it goes on together, in its order. One by one it would never catch up with a busy wallet. */
  #letGo(purseCode: string): void {
    const next = [...this.#heldBack].filter(({ command }) => this.#purseCode(command) === purseCode);
    if (next.length === 0) return;
    for (const waiting of next) this.#heldBack.delete(waiting);
    this.#options.observer?.heldChanged?.(this.#heldBack.size);
    this.#queue.unshift(...next);
    this.#plan();
  }

  /** Children of one pool wait for each other like commands of one wallet. */
  #purseCode({ walletCode }: Command): string {
    return this.#pools.get(walletCode) ?? walletCode;
  }

  /** The remembered pool may be out of date: a batch then waits for a lock, and remembers better. */
  #rememberPool({ walletCode }: Command, outcome: Outcome): void {
    if (outcome.kind !== "posted") return;
    const { entry, wallet } = outcome.posted;
    const parent = wallet.family?.parent;
    if (parent?.id !== entry.walletId) {
      if (this.#pools.size > 0) this.#pools.delete(walletCode);
      return;
    }
    if (this.#pools.size >= POOLS_MAX) this.#pools.clear();
    this.#pools.set(walletCode, parent.walletCode);
  }

  #isWorthALane(ready: number): boolean {
    for (const { size, isLate } of this.#underWay) if (ready < size && !isLate) return false;
    return true;
  }

  async #runLane(batch: Waiting[], heldBack?: HeldBack): Promise<void> {
    const walletCodes = new Set(batch.map(({ command }) => this.#purseCode(command)));
    const underWay: UnderWay = { size: batch.length, walletCodes, isLate: false };
    const patience = setTimeout(() => {
      underWay.isLate = true;
      this.#begin();
    }, PATIENCE_MS);
    this.#underWay.add(underWay);
    await this.#carryOut(batch, { heldBack });
    clearTimeout(patience);
    this.#underWay.delete(underWay);
    this.#begin();
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /**
   * Carries out a batch; when something in it breaks it, each command alone, so that only the culprit fails. A command whose row is
   * held by another transaction is held back.
   */
  async #carryOut(
    batch: Waiting[],
    { attempt = 1, heldBack }: { attempt?: number; heldBack?: HeldBack | undefined } = {},
  ): Promise<void> {
    try {
      await this.#inTransaction(batch, heldBack?.waitMs ?? this.#options.lockWaitMs);
    } catch (error) {
      const isHeld = isHeldUp(error);
      const [first] = batch;
      if (isHeld && batch.length === 1 && first !== undefined) {
        if (!first.isSettled) this.#holdBack(first, heldBack?.pauseMs);
        return;
      }
      const canTryAgain = attempt < ATTEMPTS_MAX && isWorthAnotherTry(error);
      if (batch.length === 1 && !canTryAgain) return batch[0]?.reject(failure(error));
      if (batch.length > 1 && isConnectionTrouble(error)) {
        for (const waiting of batch) waiting.reject(failure(error));
        return;
      }
      for (const waiting of batch) {
        if (waiting.isSettled) continue;
        const next = batch.length === 1 ? attempt + 1 : 1;
        await this.#carryOut([waiting], {
          attempt: next,
          heldBack: isHeld ? { pauseMs: HELD_PAUSE_MS.first, waitMs: HELD_WAIT_MS } : heldBack,
        });
      }
    }
  }

  /** Told to the connection only when it changes, which is once where nothing is held. */
  async #limitLockWait(client: PoolClient, lockWaitMs: number): Promise<void> {
    if (this.#lockWaits.get(client) === lockWaitMs) return;
    this.#lockWaits.delete(client);
    await roundTrips(client, this.#options.deadlineMs)([{ text: `SET lock_timeout = ${lockWaitMs}` }]);
    this.#lockWaits.set(client, lockWaitMs);
  }

  async #inTransaction(batch: readonly Waiting[], lockWaitMs: number): Promise<void> {
    const { pool, clock, observer, deadlineMs } = this.#options;
    const { client, release } = await checkOut(pool);
    let broken: Error | undefined;
    let warning: Error | undefined;
    const heed = (notice: { code?: string | undefined; message?: string | undefined }) => {
      if (notice.code === WARNING) warning = new Error(notice.message);
    };
    client.on("notice", heed);
    try {
      // Skip commands that were already answered.
      const due = batch.filter((waiting) => !waiting.isSettled);
      if (due.length === 0) return;
      await this.#limitLockWait(client, lockWaitMs);
      observer?.batchRun(due.length);
      const begunAt = performance.now();
      const commands = due.map(({ command }) => command);
      const pools = commands.map((command) => this.#purseCode(command));
      const alsoRead = this.#pools.size === 0 ? [] : pools;
      const outcomes = await traceBatch(
        due.map(({ span }) => span),
        () => runBatch(roundTrips(client, deadlineMs), commands, clock.now(), alsoRead),
      );
      if (warning !== undefined) throw new CommitUnknownError(warning);
      observer?.batchDone?.((performance.now() - begunAt) / 1_000);
      for (const [index, outcome] of outcomes.entries()) {
        const waiting = due[index];
        if (waiting === undefined) continue;
        if (outcome.kind === "posted" && !outcome.posted.replayed)
          observer?.moved?.(outcome.posted.entry.pointsDelta);
        this.#rememberPool(waiting.command, outcome);
        waiting.resolve(outcome);
      }
    } catch (error) {
      broken = await rollBack(client, error, deadlineMs);
      throw error;
    } finally {
      client.off("notice", heed);
      release(broken);
    }
  }
}

/** Ends a failed transaction. Returns an error when the connection is beyond use and must be closed. */
async function rollBack(client: PoolClient, error: unknown, timeoutMs: number): Promise<Error | undefined> {
  if (isConnectionTrouble(error)) return new Error("Connection given up", { cause: error });
  try {
    await roundTrips(client, timeoutMs)([{ text: "ROLLBACK" }]);
    return undefined;
  } catch (rollbackError) {
    return new Error("Connection given up", { cause: rollbackError });
  }
}
