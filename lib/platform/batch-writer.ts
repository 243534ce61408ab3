import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { Clock } from "./clock";
import { log } from "./log";
import { inTransaction } from "./transaction";

export interface BatchSource<Batch> {
  /** Takes what was gathered since the last batch; null when there is nothing. */
  take: () => Batch | null;
  /** Writes a batch, in a transaction of its own. `attempt` counts from 1. */
  write: (client: PoolClient, batch: Batch, attempt: number) => Promise<void>;
  /** Does what is due once everything is written. When it fails it is tried again as a write is. */
  afterwards?: () => Promise<void>;
  /** Text for the log when a write failed, the first time of several. */
  failure: string;
  /** How long a batch is gathered, and how long after a failure the next attempt comes. */
  writeAfterMs: number;
  retryAfterMs: number;
}

/**
 * Writes to the database what is gathered in memory, outside of the requests' path: a batch at a time, each exactly once, also when
 * only the answer to a write is lost. A batch that failed is written again as it was, before anything that came since.
 */
export class BatchWriter<Batch> {
  readonly #writer = randomUUID();
  #batch: { number: number; content: Batch; attempts: number } | null = null;
  #batches = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isFailing = false;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly source: BatchSource<Batch>,
  ) {}

  /** Something was gathered: it is written in time. */
  wake(): void {
    if (this.#timer === undefined) this.#plan(this.source.writeAfterMs);
  }

  /** Writes everything that was gathered until now. Resolves whether or not that succeeded; what failed is tried again. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  /** Writes what is left: the last thing before the connections are closed. */
  async stop(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  /** There is no timer while nothing is gathered, and it does not keep the process alive. */
  #plan(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), delayMs);
    this.#timer.unref();
  }

  async #writeAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      if (this.#batch !== null) await this.#write(this.#batch);
      const content = this.source.take();
      if (content !== null) {
        this.#batches += 1;
        await this.#write({ number: this.#batches, content, attempts: 0 });
      }
      this.#isFailing = false;
      await this.source.afterwards?.();
    } catch (error) {
      if (!this.#isFailing) log().warn({ err: error }, this.source.failure);
      this.#isFailing = true;
      this.#plan(this.source.retryAfterMs);
    }
  }

  async #write(batch: { number: number; content: Batch; attempts: number }): Promise<void> {
    this.#batch = batch;
    batch.attempts += 1;
    await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(MARK, [this.#writer, batch.number, this.clock.now()]);
      // No row: it was written before, and only the answer was lost.
      if (rowCount !== 0) await this.source.write(client, batch.content, batch.attempts);
    });
    this.#batch = null;
  }
}

const MARK = `
INSERT INTO api_count_writer (writer, batch, written_at) VALUES ($1, $2, $3)
ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, written_at = excluded.written_at
 WHERE api_count_writer.batch < excluded.batch`;
