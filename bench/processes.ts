import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second whatever its own clock does. */
const MS_PER_TICK = 10;

interface ProcessStat {
  pid: number;
  parent: number;
  cpuMs: number;
  /** Of its children that have ended. */
  endedMs: number;
  residentBytes: number;
}

const PAGE_BYTES = 4096;

/** Kind of a worker, as the service's first process tells it. */
export type WorkerKind = "api" | "pages";

export interface WorkerUsage {
  pid: number;
  kind: WorkerKind;
  cpuMs: number;
  residentBytes: number;
}

/** Processor time and memory of each worker below the process `root`; empty where there is no /proc. */
export function workersOf(root: number): WorkerUsage[] {
  const all = readAll();
  return descendantsOf(root, all).flatMap((pid) => {
    const found = all.get(pid);
    const kind = readKind(pid);
    return found === undefined || kind === undefined ? [] : [{ ...found, kind }];
  });
}

function readKind(pid: number): WorkerKind | undefined {
  try {
    const [, kind] =
      /(?:^|\0)WORKER_KIND=(api|pages)\0/.exec(readFileSync(`/proc/${pid}/environ`, "latin1")) ?? [];
    return kind as WorkerKind | undefined;
  } catch {
    // The worker has ended meanwhile.
    return undefined;
  }
}

/**
 * Processor time, in milliseconds, that a process and all its descendants have used, and the memory of the one among them that
 * holds most, by the kernel's own count. A process that has descendants is taken for one that leaves the work to them: only
 * their memory counts. Null where there is no /proc. Other work on the machine changes it little, unlike the rate.
 */
export function usageOf(root: number): { cpuMs: number; residentBytes: number } | null {
  const all = readAll();
  if (all.size === 0) return null;
  const wanted = [root, ...descendantsOf(root, all)];
  let cpuMs = all.get(root)?.endedMs ?? 0;
  let residentBytes = 0;
  for (const pid of wanted) {
    const found = all.get(pid);
    cpuMs += found?.cpuMs ?? 0;
    if (pid !== root || wanted.length === 1)
      residentBytes = Math.max(residentBytes, found?.residentBytes ?? 0);
  }
  return { cpuMs, residentBytes };
}

function descendantsOf(root: number, all: ReadonlyMap<number, ProcessStat>): number[] {
  const wanted = new Set([root]);
  // A parent may have a higher number than its child, so repeat until nothing is added.
  for (let size = 0; size !== wanted.size; ) {
    size = wanted.size;
    for (const { pid, parent } of all.values()) if (wanted.has(parent)) wanted.add(pid);
  }
  wanted.delete(root);
  return [...wanted];
}

function readAll(): Map<number, ProcessStat> {
  const all = new Map<number, ProcessStat>();
  let names: string[] = [];
  try {
    names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return all;
  }
  for (const name of names) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      // The second field is the program's name in brackets and may hold anything.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0, pages = 0] = [
        1, 11, 12, 13, 14, 21,
      ].map((index) => Number(fields[index]));
      all.set(Number(name), {
        pid: Number(name),
        parent,
        cpuMs: (user + system) * MS_PER_TICK,
        endedMs: (endedUser + endedSystem) * MS_PER_TICK,
        residentBytes: pages * PAGE_BYTES,
      });
    } catch {
      // The worker has ended meanwhile.
    }
  }
  return all;
}
