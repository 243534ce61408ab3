import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const UNTIL_GONE_MS = 30_000;

const undone = new Set<() => void>();
process.once("exit", () => {
  for (const undo of undone) undo();
});

/** Undoes something when this process is ended early. Call the returned function once it is undone. */
export function undoAtExit(undo: () => void): () => void {
  undone.add(undo);
  return () => undone.delete(undo);
}

/** Sends a signal to a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The processes that a process has started, from what Linux says of every process. */
export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const children = await Promise.all(
    pids.map(async (pid) => ((await standingOf(pid))?.parent === parent ? pid : undefined)),
  );
  return children.filter((pid) => pid !== undefined);
}

/** Kills processes outright and waits for the end of every one of them. */
export async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, "SIGKILL");
  for (let waited = 0; await isAnyAlive(pids); waited += 10) {
    if (waited > UNTIL_GONE_MS) throw new Error(`Some of the processes ${pids.join(", ")} do not end`);
    await delay(10);
  }
}

async function isAnyAlive(pids: readonly number[]): Promise<boolean> {
  const standings = await Promise.all(pids.map(standingOf));
  return standings.some((standing) => standing !== undefined && standing.state !== "Z");
}

async function standingOf(pid: number): Promise<{ state: string; parent: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name, in brackets, may hold anything: what follows the last bracket is state and parent.
  const [state, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return state === undefined || parent === undefined ? undefined : { state, parent: Number(parent) };
}
