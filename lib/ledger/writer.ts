import type { Pool, PoolClient } from "pg";
import type { Clock } from "@/lib/clock";
import { describeDatabaseError, isDatabaseUnavailable } from "@/lib/db/errors";
import { DomainError } from "@/lib/errors";
import { CommitUnknownError, type Outcome, runBatch } from "./batch";
import type { Command } from "./commands";
import { checkOut } from "./store/connection";
import { roundTrips } from "./store/round-trip";

export interface WriterOptions {
  pool: Pool;
  clock: Clock;
  /** Lanes that work side by side, each with at most one batch in flight. */
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
  observer?: WriterObserver;
}

/** Told of what the writer does, for metrics. */
export interface WriterObserver {
  batchRun(size: number): void;
  queueChanged(waiting: number): void;
}

/** Within it a request is answered or not begun (decisions, section 12). */
export const DEADLINE_MS = 10_000;
const DEFAULTS = { lanes: 2, batchMax: 64, queueMax: 10_000, deadlineMs: DEADLINE_MS };
const ATTEMPTS_MAX = 5;
/**
 * SQLSTATE of a plain warning. A server that was told to stop waiting for its synchronous standby says no more than this,
 * and that it has committed: the movement could be lost with the server, so nobody may be told that it is done.
 */
const WARNING = "01000";
const RETRY_AFTER_SECONDS = 1;

interface Waiting {
  command: Command;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout;
  /** The caller was answered; a command that has not begun yet must not begin any more. */
  isSettled: boolean;
}

/**
 * The only writer of points. Commands queue in lanes; each lane carries out, in one transaction, whatever has queued
 * while the one before was under way. No timers: an idle service answers at once, a busy one shares one
 * lock-read-write-commit among many commands.
 */
export class Writer {
  readonly #options: Required<Omit<WriterOptions, "observer">> & Pick<WriterOptions, "observer">;
  readonly #lanes: Waiting[][];
  readonly #running: boolean[];
  #waiting = 0;
  #idle: (() => void)[] = [];

  constructor(options: WriterOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#lanes = Array.from({ length: this.#options.lanes }, () => []);
    this.#running = this.#lanes.map(() => false);
  }

  /**
   * Carries out one command and resolves once it is durable.
   * Throws {@link DomainError} 1902 when it is not known to be carried out: asking again with the same reference tells.
   */
  run(command: Command): Promise<Outcome> {
    if (this.#waiting >= this.#options.queueMax) return Promise.reject(unavailable("The queue is full"));
    return new Promise((resolve, reject) => {
      const lane = laneOf(command.walletCode, this.#lanes.length);
      const waiting: Waiting = {
        command,
        isSettled: false,
        resolve: (outcome) => this.#settle(waiting, () => resolve(outcome)),
        reject: (error) => this.#settle(waiting, () => reject(error)),
        timer: setTimeout(() => waiting.reject(unavailable("The deadline passed")), this.#options.deadlineMs),
      };
      this.#waiting += 1;
      this.#options.observer?.queueChanged(this.#waiting);
      this.#lanes[lane]?.push(waiting);
      this.#start(lane);
    });
  }

  /** Resolves when nothing waits and nothing runs. */
  async drain(): Promise<void> {
    if (this.#waiting === 0 && !this.#running.includes(true)) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #settle(waiting: Waiting, answer: () => void): void {
    if (waiting.isSettled) return;
    waiting.isSettled = true;
    clearTimeout(waiting.timer);
    this.#waiting -= 1;
    this.#options.observer?.queueChanged(this.#waiting);
    answer();
  }

  #start(lane: number): void {
    if (this.#running[lane]) return;
    this.#running[lane] = true;
    // After this turn of the event loop, so that requests that arrived together share the first batch.
    setImmediate(() => void this.#runLane(lane));
  }

  async #runLane(lane: number): Promise<void> {
    const queue = this.#lanes[lane] ?? [];
    while (queue.length > 0) {
      const batch = queue.splice(0, this.#options.batchMax).filter((waiting) => !waiting.isSettled);
      if (batch.length > 0) await this.#carryOut(batch);
    }
    this.#running[lane] = false;
    if (this.#waiting > 0 || this.#running.includes(true)) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Carries out a batch; when something in it breaks it, each command alone, so that only the culprit fails. */
  async #carryOut(batch: Waiting[], attempt = 1): Promise<void> {
    try {
      await this.#inTransaction(batch);
    } catch (error) {
      const canTryAgain = attempt < ATTEMPTS_MAX && isWorthAnotherTry(error);
      if (batch.length === 1 && !canTryAgain) return batch[0]?.reject(failure(error));
      if (batch.length > 1 && isConnectionTrouble(error)) {
        for (const waiting of batch) waiting.reject(failure(error));
        return;
      }
      for (const waiting of batch) {
        if (!waiting.isSettled) await this.#carryOut([waiting], batch.length === 1 ? attempt + 1 : 1);
      }
    }
  }

  async #inTransaction(batch: readonly Waiting[]): Promise<void> {
    const { pool, clock, observer, deadlineMs } = this.#options;
    const { client, release } = await checkOut(pool);
    let broken: Error | undefined;
    let warning: Error | undefined;
    const heed = (notice: { code?: string | undefined; message?: string | undefined }) => {
      if (notice.code === WARNING) warning = new Error(notice.message);
    };
    client.on("notice", heed);
    try {
      // Who was answered while a connection was waited for must not be carried out behind his back.
      const due = batch.filter((waiting) => !waiting.isSettled);
      if (due.length === 0) return;
      observer?.batchRun(due.length);
      const commands = due.map(({ command }) => command);
      const outcomes = await runBatch(roundTrips(client, deadlineMs), commands, clock.now());
      if (warning !== undefined) throw new CommitUnknownError(warning);
      for (const [index, outcome] of outcomes.entries()) due[index]?.resolve(outcome);
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

/** Another process used the same reference, or the database chose this transaction as a victim: nothing was carried out. */
function isWorthAnotherTry(error: unknown): boolean {
  const kind = describeDatabaseError(error)?.kind;
  return kind === "unique" || kind === "serialization";
}

function isConnectionTrouble(error: unknown): boolean {
  return error instanceof CommitUnknownError || describeDatabaseError(error)?.kind === "connection";
}

/** What the caller gets for a failure: "try again" where that is the truth, otherwise the failure itself. */
function failure(error: unknown): unknown {
  const isTemporary = error instanceof CommitUnknownError || isDatabaseUnavailable(error);
  return isTemporary ? unavailable("The database did not answer", error) : error;
}

function unavailable(reason: string, cause?: unknown): DomainError {
  return new DomainError(
    1902,
    {},
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: cause ?? new Error(reason) },
  );
}

/** The same wallet always queues in the same lane, so that one batch can serve all its commands. */
function laneOf(walletCode: string, lanes: number): number {
  let hash = 0;
  for (let index = 0; index < walletCode.length; index += 1)
    hash = (hash * 31 + walletCode.charCodeAt(index)) | 0;
  return Math.abs(hash) % lanes;
}
