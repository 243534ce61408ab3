import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Approvals } from "./approver";
import type { OfferEvidence } from "./coupons";
import type { Followers } from "./followers";
import type { Call, LoggedEntry } from "./history";
import { CALM, type NetworkProxy, STORM } from "./proxy";
import type { Random } from "./random";
import type { StageOptions, World } from "./world";

/** What is done to the tills' connections; every service can be tried with it. */
const NETWORK_FAULTS = ["reset connections", "network storm", "half-open connections"] as const;
/** What is done to the service's processes and to its database. */
const SERVICE_FAULTS = [
  "kill worker",
  "kill service",
  "kill service at a point",
  "kill backend",
  "end sessions",
  "kill postmaster",
  "stop postmaster at once",
  "break after lock",
  "break before commit",
  "break after commit",
  "database silent",
  "half-open database connections",
  "wallets locked",
  "connections exhausted",
  "clock jumps",
] as const;
/** What is done to the disk of the database, which has to be one that can be hurt. */
export const DISK_FAULTS = ["power cut", "disk full"] as const;
export const FAULTS = [...SERVICE_FAULTS, ...NETWORK_FAULTS, ...DISK_FAULTS] as const;
/** What is done to the primary of several database servers, so that another takes over. */
export const FAILOVERS = ["kill primary", "cut off primary"] as const;
export type Fault = (typeof FAULTS)[number] | (typeof FAILOVERS)[number];
export type ServiceFault = Exclude<Fault, (typeof NETWORK_FAULTS)[number]>;

/** What was done, and for how long the tills got no answer once it was over. */
export interface Blow {
  fault: Fault;
  backAfterMs: number;
}

/** What was done, when it began and was over, and when the service said that it was ready: by `performance.now()`. */
export interface Strike {
  fault: Fault;
  beganAt: number;
  overAt: number;
  readyAt: number;
}

const STORM_MS = 1_500;
/** How far the service's clock jumps, ahead or behind. */
export const CLOCK_JUMP_MS = 3_600_000;

/** Does one bad thing and waits until the service is ready again. */
export async function strike(
  fault: Fault,
  { subject, network, random }: { subject: Subject; network: NetworkProxy; random: Random },
): Promise<Strike> {
  const beganAt = performance.now();
  let overAt: number | undefined;
  switch (fault) {
    case "reset connections":
      network.resetAll();
      break;
    case "half-open connections":
      network.strandAll();
      break;
    case "network storm":
      network.faults = STORM;
      await delay(STORM_MS);
      network.faults = CALM;
      break;
    default:
      overAt = await subject.hurt(fault, random);
  }
  overAt ??= performance.now();
  await subject.untilWell();
  return { fault, beganAt, overAt, readyAt: performance.now() };
}

/** What a service says of itself may be as old as a second. */
const READY_IS_FRESH_MS = 1_000;

/**
 * How long a strike kept the tills waiting: the longest time without an answer that began between its end and the moment when
 * the service was ready, or the next strike began: what that one made of it is its own.
 */
export function blowOf(
  { fault, overAt, readyAt }: Strike,
  calls: readonly Call[],
  nextAt = Number.POSITIVE_INFINITY,
): Blow {
  const end = Math.min(readyAt + READY_IS_FRESH_MS, nextAt);
  const answered = calls.filter(({ answer }) => answer !== undefined).map(({ endedAt }) => endedAt);
  answered.sort((one, other) => one - other);
  let backAfterMs = 0;
  let last = overAt;
  for (const at of answered) {
    if (at <= overAt) continue;
    if (last > end) break;
    backAfterMs = Math.max(backAfterMs, Math.min(at, nextAt) - last);
    last = at;
  }
  return { fault, backAfterMs };
}

/** A service that is tried: the product's, or one that is known to be wrong. */
export interface Subject {
  /** Where it answers now, on 127.0.0.1. */
  readonly port: number;
  /** Waits until the service is ready. How long that took, in milliseconds. */
  untilWell(): Promise<number>;
  /** Prepares a history: wallets of its own, whose codes begin with `name`. */
  setStage(name: string, random: Random, options?: StageOptions): Promise<World>;
  /** The log of these wallets as the database has it, each wallet's entries in their order. */
  readLog(codes: readonly string[]): Promise<LoggedEntry[]>;
  /** What became of the coupons of a history's offers. */
  readOffers(world: World): Promise<OfferEvidence>;
  /** Watches what follows the log from now on. */
  follow(lastIdBefore: number): Promise<Followers>;
  /** Lets people decide, from now on, about requests that want to pass limits. */
  approve(world: World, random: Random): Promise<Approvals>;
  /** Injects one fault. Returns its end, by `performance.now()`: from then on the service should recover. */
  hurt(fault: ServiceFault, random: Random): Promise<number>;
}
