import type { Pool, PoolClient } from "pg";
import { type RecurringJob, recurringJob } from "./recurring-job";
import { withSessionLock } from "./session-lock";

const LOOK_EVERY_MS = 10_000;

/** Work that waits in a table, a row each. */
export interface WaitingWork {
  name: string;
  /** One connection is held while a row is worked on: it holds the row's lock. */
  pool: Pool;
  /** Selects the `id` of each row that waits, in their order. */
  waiting: string;
  /** Names the lock of a row, together with its id. */
  lock: string;
  /** Done before each look. */
  before?: () => Promise<unknown>;
  /** Works on a row until it is done or `signal` is aborted. */
  work: (client: PoolClient, id: number, signal: AbortSignal) => Promise<unknown>;
  /** Told of every failure; the row is tried again at the next look, and others go on. */
  onError?: ((error: unknown) => void) | undefined;
}

/**
 * Works off what waits, row by row. Any number of processes may try: a row is worked on by whoever holds its lock, which belongs to a
 * connection and goes free the moment its process dies. Another one then takes over.
 */
export function waitingWork({
  name,
  pool,
  waiting,
  lock,
  before,
  work,
  onError,
}: WaitingWork): RecurringJob<void> {
  // Told here, so that a run that a person asked for is told of as well.
  const told = (done: Promise<unknown>) => done.catch((error: unknown) => onError?.(error));
  const round = async (signal: AbortSignal): Promise<void> => {
    await before?.();
    const { rows } = await pool.query<{ id: number }>(waiting);
    for (const { id } of rows) {
      if (signal.aborted) return;
      await told(withSessionLock(pool, [lock, id], (client) => work(client, id, signal)));
    }
  };
  return recurringJob({
    name,
    everyMs: LOOK_EVERY_MS,
    round: async (signal) => void (await told(round(signal))),
  });
}
