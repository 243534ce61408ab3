import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { CALM, type NetworkProxy, STORM } from "./proxy";
import type { Random } from "./random";
import type { Subject } from "./subject";

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

/** What was done, and how long the service took to be ready again once it was over. */
export interface Blow {
  fault: Fault;
  backAfterMs: number;
}

const STORM_MS = 1_500;

/** Does one bad thing and waits until the service is ready again. */
export async function strike(
  fault: Fault,
  { subject, network, random }: { subject: Subject; network: NetworkProxy; random: Random },
): Promise<Blow> {
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
      return { fault, backAfterMs: await backAfter(subject, await subject.hurt(fault, random)) };
  }
  return { fault, backAfterMs: await backAfter(subject, performance.now()) };
}

async function backAfter(subject: Subject, since: number): Promise<number> {
  await subject.untilWell();
  return performance.now() - since;
}
