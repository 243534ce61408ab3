import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { check, type Evidence } from "./checker";
import { Till } from "./client";
import { Generator } from "./generator";
import { type FaultRequest, keyOf } from "./history";
import { type Blow, blowOf, CLOCK_JUMP_MS, type Fault, type Strike, type Subject, strike } from "./nemesis";
import { NetworkProxy } from "./proxy";
import { Random } from "./random";

export interface HistoryOptions {
  subject: Subject;
  seed: number;
  /** Requests to be answered; what has no answer is not counted, so that a slow machine does as much as a fast one. */
  operations: number;
  /** Requests under way at once. */
  concurrency: number;
  /** What may happen in the course of it: at least one of them, or nothing when empty. */
  faults: readonly Fault[];
  /** How long a till waits for an answer. */
  patienceMs?: number;
  /** How many of the requests under way are abandoned after a second; 0 by default. */
  hurried?: number;
  /** Whether holds, families, points that ripen, coupons, promotions and settled bills are tried as well. */
  hasFields?: boolean;
  /** How long, at least and at most, nothing bad happens between two faults. */
  pauseMs?: readonly [least: number, most: number];
}

export interface HistoryResult {
  problems: string[];
  /** What the checker had to go by. */
  evidence: Evidence;
  /** How often each code was answered. */
  codes: Map<number, number>;
  blows: Blow[];
  calls: number;
  entries: number;
  /** Entries that somebody let pass a limit. */
  approved: number;
  unknown: number;
}

/** Longer than the service may take (rules.md §12). */
const PATIENCE_MS = 15_000;
/** What a cashier with a queue waits before sending the request again, or another one. */
const HURRIED_PATIENCE_MS = 1_000;
const ABANDONED = 0.01;
const SENT_TWICE = 0.05;
/** Of those that may have been approved meanwhile more: one approval carries out one movement. */
const APPROVED_SENT_TWICE = 0.3;
const ASKED_AGAIN_AFTER_MS = [50, 700] as const;
/** What a till waits before its next request when it was not answered: a service that is down refuses at once. */
const UNANSWERED_PAUSE_MS = 500;
/** Requests that are asked for again at once. */
const ASKED_TOGETHER = 16;
const RESOLVED_WITHIN_MS = 60_000;
const PAUSE_MS = [50, 800] as const;

/** Runs one history against the service and checks everything that it left behind. */
export async function runHistory({
  subject,
  seed,
  operations,
  concurrency,
  faults,
  patienceMs = PATIENCE_MS,
  hurried = 0,
  hasFields = false,
  pauseMs = PAUSE_MS,
}: HistoryOptions): Promise<HistoryResult> {
  const random = new Random(seed);
  const name = `F${seed.toString(36)}x${Date.now().toString(36)}`;
  const stage = await subject.setStage(name, random, { hasFields });
  const followers = await subject.follow(stage.lastIdBefore);
  const approvals = await subject.approve(stage, new Random(seed, 4));
  const network = new NetworkProxy(new Random(seed, 1), () => subject.port);
  await network.open();
  const till = new Till(`http://127.0.0.1:${network.port}`, patienceMs);
  const generator = new Generator(random, stage.cast, name);
  // Of their own, so that a seed's other requests stay what they were.
  const twins = new Random(seed, 3);
  const asked = new AskedAgain(twins);
  let left = operations;
  const strikes: Strike[] = [];
  const isUnderWay = () => left > 0 || (faults.length > 0 && strikes.length === 0);
  const work = async (patience: { patienceMs: number }) => {
    while (isUnderWay()) {
      left -= 1;
      const due = asked.next();
      const request = due ?? generator.next();
      const requests = [request];
      if (request.key !== undefined && random.chance(due === undefined ? SENT_TWICE : APPROVED_SENT_TWICE))
        requests.push(twins.chance(0.5) ? generator.onAnotherWallet(request, twins) : request);
      if (hasFields) requests.push(...generator.rivalsOf(request, twins));
      const isAbandoned = random.chance(ABANDONED);
      const answers = await Promise.all(
        requests.map((sent, index) =>
          till.send(sent, { ...patience, isAbandoned: isAbandoned && index === 0 }),
        ),
      );
      for (const [index, sent] of requests.entries()) {
        const answer = answers[index];
        if (answer !== undefined) generator.learn(sent, answer);
        if (answer?.code === 1704) asked.add(sent);
      }
      if (answers[0] === undefined && !isAbandoned) left += 1;
      if (answers.includes(undefined)) await delay(UNANSWERED_PAUSE_MS);
    }
  };
  const working = Promise.all(
    Array.from({ length: concurrency }, (_, index) =>
      work({ patienceMs: index < hurried ? HURRIED_PATIENCE_MS : patienceMs }),
    ),
  );
  const nemesis = new Random(seed, 2);
  while (faults.length > 0 && isUnderWay()) {
    await delay(nemesis.between(...pauseMs));
    if (isUnderWay()) strikes.push(await strike(nemesis.pick(faults), { subject, network, random: nemesis }));
  }
  await working;
  await subject.untilWell();
  // Half-open ones among them would hold up what is asked now.
  till.hangUp();
  const { unknown, unresolved } = await resolveUnknown(till);
  till.hangUp();
  await network.close();
  const codes = stage.wallets.map(({ code }) => code);
  const { facts: world, wallets, lastIdBefore } = stage;
  const limits = await approvals.end();
  const log = await subject.readLog(codes);
  const offers = await subject.readOffers(stage);
  const isQuiet = faults.length === 0;
  const clockShiftMs = faults.includes("clock jumps") ? CLOCK_JUMP_MS : 0;
  const evidence = {
    world,
    wallets,
    calls: till.calls,
    log,
    lastIdBefore,
    limits,
    offers,
    isQuiet,
    clockShiftMs,
  };
  return {
    problems: [...unresolved, ...check(evidence), ...(await followers.compare(log))],
    evidence,
    codes: countCodes(till),
    blows: strikes.map((each, index) => blowOf(each, till.calls, strikes[index + 1]?.beganAt)),
    calls: till.calls.length,
    entries: log.filter(({ id }) => id > lastIdBefore).length,
    approved: limits.named.length,
    unknown,
  };
}

/** Requests that wait for a second person: each is sent once more, a moment later. */
class AskedAgain {
  private readonly waiting: { request: FaultRequest; dueAt: number }[] = [];
  private readonly seen = new Set<FaultRequest>();

  constructor(private readonly random: Random) {}

  add(request: FaultRequest): void {
    if (this.seen.has(request)) return;
    this.seen.add(request);
    this.waiting.push({ request, dueAt: performance.now() + this.random.between(...ASKED_AGAIN_AFTER_MS) });
  }

  /** One whose time has come. */
  next(): FaultRequest | undefined {
    const index = this.waiting.findIndex(({ dueAt }) => dueAt <= performance.now());
    return index === -1 ? undefined : this.waiting.splice(index, 1)[0]?.request;
  }
}

/**
 * Repeats every request whose outcome is unknown under its reference, and returns those that stay unknown. A refusal says nothing
 * of another call of the same request that was not answered: somebody may have let it pass meanwhile.
 */
async function resolveUnknown(till: Till): Promise<{ unknown: number; unresolved: string[] }> {
  const known = new Set(till.calls.filter(({ answer }) => answer?.code === 0).map(({ request }) => request));
  const open = new Set(
    till.calls
      .filter(
        ({ request, answer }) => answer === undefined && keyOf(request) !== undefined && !known.has(request),
      )
      .map(({ request }) => request),
  );
  const unknown = open.size;
  const unresolved: string[] = [];
  const until = performance.now() + RESOLVED_WITHIN_MS;
  const resolve = async () => {
    for (const request of open) {
      open.delete(request);
      let answer = await till.send(request);
      for (; answer === undefined && performance.now() < until; answer = await till.send(request))
        await delay(100);
      if (answer === undefined) unresolved.push(`unresolved: ${JSON.stringify(request)}`);
    }
  };
  await Promise.all(Array.from({ length: ASKED_TOGETHER }, resolve));
  return { unknown, unresolved };
}

function countCodes({ calls }: Till): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { answer } of calls)
    counts.set(answer?.code ?? 1902, (counts.get(answer?.code ?? 1902) ?? 0) + 1);
  return counts;
}
