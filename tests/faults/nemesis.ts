import { performance } from "node:perf_hooks";
import { CALM, type NetworkProxy, STORM } from "./proxy";
import type { Random } from "./random";
import type { Patient } from "./service";

export const FAULTS = [
  "kill worker",
  "kill service",
  "kill backend",
  "end sessions",
  "kill postmaster",
  "stop postmaster at once",
  "break before commit",
  "break after commit",
  "database silent",
  "reset connections",
  "network storm",
] as const;
export type Fault = (typeof FAULTS)[number];

/** What was done, and how long the service took to be ready again. */
export interface Blow {
  fault: Fault;
  backAfterMs: number;
}

const SILENCE_MS = 1_500;
const STORM_MS = 1_500;

/** Does one bad thing and waits until the service is ready again. */
export async function strike(
  fault: Fault,
  { patient, network, random }: { patient: Patient; network: NetworkProxy; random: Random },
): Promise<Blow> {
  const start = performance.now();
  const { databaseProxy } = patient;
  switch (fault) {
    case "kill worker":
      await patient.killWorker((pids) => random.pick(pids));
      break;
    case "kill service":
      await patient.killService();
      break;
    case "kill backend":
      await patient.killBackend();
      break;
    case "end sessions":
      await patient.endSessions();
      break;
    case "kill postmaster":
      patient.killPostmaster();
      break;
    case "stop postmaster at once":
      patient.stopPostmasterAtOnce();
      break;
    case "break before commit":
      databaseProxy.fault = "before commit";
      break;
    case "break after commit":
      databaseProxy.fault = "after commit";
      break;
    case "database silent":
      await forAWhile(SILENCE_MS, () => (databaseProxy.fault = "silence"));
      databaseProxy.fault = "none";
      break;
    case "reset connections":
      network.resetAll();
      break;
    case "network storm":
      await forAWhile(STORM_MS, () => (network.faults = STORM));
      network.faults = CALM;
  }
  const struckFor = fault === "database silent" || fault === "network storm" ? performance.now() - start : 0;
  await patient.untilWell();
  return { fault, backAfterMs: performance.now() - start - struckFor };
}

async function forAWhile(duration: number, begin: () => void): Promise<void> {
  begin();
  await new Promise((resolve) => setTimeout(resolve, duration));
}
