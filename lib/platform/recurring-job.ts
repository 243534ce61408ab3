import { noteJobRound } from "./metrics";
import { TimeBase } from "./time-base";

/** Work that is done in rounds, again and again, beside requests. Never two rounds at once in one process. */
export interface RecurringJob<Result> {
  /** Begins rounds by itself, the first after `delayMs`. The timer does not keep the process alive. */
  start(delayMs?: number): void;
  /** A round that begins after this call: now, or when the one under way has ended. Rejects when it fails. */
  run(): Promise<Result>;
  /** The next round begins at once, or when the one under way has ended. */
  wake(): void;
  /** No further rounds; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

export interface RecurringJobOptions<Result> {
  /** Name in the metrics. */
  name: string;
  /** One round. The round ends early when `signal` is aborted: the job is to stop. */
  round(signal: AbortSignal): Promise<Result>;
  /** Milliseconds between the end of a round and the next. */
  everyMs: number;
  /** Whether rounds begin although the clocks do not agree; no other job writes off, releases or signs then. */
  isTimeless?: boolean;
  /** Told what each round came to that the job began by itself; may say after how many milliseconds the next begins. */
  onRound?(result: Result): number | undefined;
  /** Told of every failure of a round that the job began by itself; the next round tries again. */
  onError?: ((error: unknown) => void) | undefined;
}

export function recurringJob<Result>({
  name,
  round,
  everyMs,
  isTimeless = false,
  onRound,
  onError,
}: RecurringJobOptions<Result>): RecurringJob<Result> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  let isOnTurn = false;
  let isWoken = false;

  const begin = (): Promise<Result> => {
    next = undefined;
    current = round(stopping.signal).finally(() => {
      current = undefined;
    });
    return current;
  };
  const run = (): Promise<Result> => {
    if (next === undefined && current === undefined) return begin();
    next ??= current?.then(begin, begin) ?? begin();
    return next;
  };
  const turn = async () => {
    if (!isTimeless && TimeBase.ofProcess().trouble !== null) return plan(everyMs);
    isOnTurn = true;
    isWoken = false;
    let pauseMs = everyMs;
    try {
      const result = await run();
      noteJobRound(name);
      pauseMs = onRound?.(result) ?? everyMs;
    } catch (error) {
      if (!stopping.signal.aborted) onError?.(error);
    }
    isOnTurn = false;
    plan(isWoken ? 0 : pauseMs);
  };
  const plan = (delayMs: number) => {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => void turn(), delayMs);
    timer.unref();
  };
  return {
    start: (delayMs = 0) => plan(delayMs),
    run,
    wake: () => {
      isWoken = true;
      if (!isOnTurn) plan(0);
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await (next ?? current)?.catch(() => undefined);
    },
  };
}
