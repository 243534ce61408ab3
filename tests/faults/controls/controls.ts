import type { Fault } from "../nemesis";
import { runHistory } from "../run";
import { type Manners, SOUND, StandIn } from "./stand-in";

export interface Control {
  manners: Manners;
  /** What it is tried with; nothing where concurrency alone brings the mistake out. */
  faults: readonly Fault[];
}

/** Services that are known to be wrong: a checker that finds nothing in them is no checker. */
export const CONTROLS = {
  "reads, adds and writes through Prisma without a lock": {
    manners: { ...SOUND, isThroughPrisma: true, locks: "none" },
    faults: [],
  },
  "looks outside the lock whether a reference is taken": {
    manners: { ...SOUND, checksKeyOutside: true },
    faults: [],
  },
  "locks in the order of arrival": {
    manners: { ...SOUND, locks: "in arrival order", batchMax: 8 },
    faults: [],
  },
  "answers before it commits": {
    manners: { ...SOUND, answersBeforeCommit: true },
    faults: ["break before commit"],
  },
} satisfies Record<string, Control>;

/** The same service without the mistakes: what the checker would find in these is the harness's own mistake. */
export const COUNTERPARTS = {
  "one request in a transaction": { manners: SOUND, faults: ["break before commit", "break after commit"] },
  "one request in a transaction, through Prisma": {
    manners: { ...SOUND, isThroughPrisma: true },
    faults: [],
  },
  "several requests in a transaction": { manners: { ...SOUND, batchMax: 8 }, faults: [] },
} satisfies Record<string, Control>;

/** Of 300 one in six did not bring two batches to lock the same wallets the other way round. */
const OPERATIONS = 900;
/** Such a history is over in two seconds: one of the faults in it has to meet a movement. */
const PAUSE_MS = [5, 50] as const;

/** Tries a control on an empty database with one seed. What the checker finds. */
export async function tryControl(
  databaseUrl: string,
  { manners, faults }: Control,
  seed: number,
): Promise<string[]> {
  const subject = await StandIn.open(databaseUrl, manners);
  try {
    const history = await runHistory({
      subject,
      seed,
      operations: OPERATIONS,
      concurrency: 16,
      faults,
      pauseMs: PAUSE_MS,
    });
    return history.problems;
  } finally {
    await subject.close();
  }
}
