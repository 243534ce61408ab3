import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RecurringJob, recurringJob } from "@/lib/platform/recurring-job";

const EVERY_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A job whose rounds end when the test says so. */
function heldJob() {
  const rounds: { signal: AbortSignal; end(): void; fail(error: Error): void }[] = [];
  const errors: unknown[] = [];
  const job: RecurringJob<number> = recurringJob({
    name: "test",
    everyMs: EVERY_MS,
    onError: (error) => errors.push(error),
    round: (signal) =>
      new Promise<number>((resolve, reject) => {
        const number = rounds.length + 1;
        rounds.push({ signal, end: () => resolve(number), fail: reject });
      }),
  });
  return { job, rounds, errors };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("the next round begins so long after the one before has ended", async () => {
  const { job, rounds } = heldJob();
  job.start();
  await pass(0);
  await pass(EVERY_MS * 3);
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await pass(EVERY_MS - 1);
  expect(rounds).toHaveLength(1);
  await pass(1);
  expect(rounds).toHaveLength(2);
});

test("a failed round is told of, and the next begins as always", async () => {
  const { job, rounds, errors } = heldJob();
  job.start();
  await pass(0);
  rounds[0]?.fail(new Error("The database is away"));
  await pass(EVERY_MS);
  expect(errors).toEqual([new Error("The database is away")]);
  expect(rounds).toHaveLength(2);
});

test("a run that is asked for during a round begins after it, once for all who ask", async () => {
  const { job, rounds } = heldJob();
  const first = job.run();
  const asked = [job.run(), job.run()];
  await pass(0);
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await pass(0);
  expect(rounds).toHaveLength(2);
  rounds[1]?.end();
  expect(await Promise.all([first, ...asked])).toEqual([1, 2, 2]);
});

test("a run that fails tells whoever asked for it, and the one after it is carried out", async () => {
  const { job, rounds } = heldJob();
  const first = expect(job.run()).rejects.toThrow("Lost");
  const second = job.run();
  rounds[0]?.fail(new Error("Lost"));
  await first;
  await pass(0);
  rounds[1]?.end();
  expect(await second).toBe(2);
});

test("woken, it begins at once when idle, and right after the round that is under way", async () => {
  const { job, rounds } = heldJob();
  job.start(EVERY_MS);
  job.wake();
  await pass(0);
  expect(rounds).toHaveLength(1);
  job.wake();
  await pass(0);
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await pass(0);
  expect(rounds).toHaveLength(2);
});

test("a round says how long to wait for the next", async () => {
  let rounds = 0;
  const job = recurringJob({
    name: "test",
    everyMs: EVERY_MS,
    onRound: () => 5,
    round: async () => {
      rounds += 1;
    },
  });
  job.start();
  await pass(0);
  await pass(5);
  expect(rounds).toBe(2);
  await job.stop();
});

test("stopped, it tells the round under way, waits for it and begins none after", async () => {
  const { job, rounds, errors } = heldJob();
  job.start();
  await pass(0);
  let hasStopped = false;
  const stopped = job.stop().then(() => {
    hasStopped = true;
  });
  expect(rounds[0]?.signal.aborted).toBe(true);
  await pass(0);
  expect(hasStopped).toBe(false);
  rounds[0]?.fail(new Error("Interrupted"));
  await stopped;
  job.wake();
  await pass(EVERY_MS * 2);
  expect(rounds).toHaveLength(1);
  expect(errors).toEqual([]);
});
