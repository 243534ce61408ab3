import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

/** A running server's own record, in postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Folder of its Unix socket; empty when it listens on TCP only. */
  socketDirectory: string;
  /** First TCP address it listens on; empty when it listens on its socket only. */
  listenAddress: string;
  isReady: boolean;
  /** The server was told to end: it takes no new session, and unless it was told to hurry it waits for open ones. */
  isStopping: boolean;
}

/** Above the largest process id of any supported system, so no process ever has it. */
const PID_OF_NOBODY = 99_999_999;

/**
 * The server that runs on a cluster directory, or null when none does, whatever a stale postmaster.pid says.
 */
export async function findPostmaster(clusterDirectory: string): Promise<Postmaster | null> {
  const lines = await readLines(path.join(clusterDirectory, "postmaster.pid"));
  const pid = Number(lines?.[0]);
  if (lines === null || !Number.isInteger(pid) || pid <= 0 || pid === PID_OF_NOBODY) return null;
  if (!isPostmaster(pid, clusterDirectory)) return null;
  return {
    pid,
    port: Number(lines[3] ?? 0),
    socketDirectory: lines[4]?.trim() ?? "",
    listenAddress: lines[5]?.trim() ?? "",
    isReady: lines[7]?.trim() === "ready",
    isStopping: lines[7]?.trim() === "stopping",
  };
}

async function readLines(file: string): Promise<string[] | null> {
  try {
    return (await readFile(file, "utf8")).split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Disarms the lock files of a killed server. PostgreSQL takes any process with the recorded id for a living server, and
 * after a restart of the machine or container that id often belongs to another process. Only the id is replaced, by one
 * that no process has: the rest of postmaster.pid lets PostgreSQL check that no orphaned process still uses the
 * cluster's memory.
 */
export function disarmStaleLocks(clusterDirectory: string, socketDirectory: string): void {
  const socketLocks = readdirSync(socketDirectory).filter((name) => name.endsWith(".lock"));
  const files = socketLocks.map((name) => path.join(socketDirectory, name));
  for (const file of [path.join(clusterDirectory, "postmaster.pid"), ...files])
    disarm(file, clusterDirectory);
}

/** In one go, without waiting in between: another start may be about to replace the file by that of a living server. */
function disarm(file: string, clusterDirectory: string): void {
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  if (pid > 0 && isAlive(pid) && !isPostmaster(pid, clusterDirectory)) {
    writeFileSync(file, [String(PID_OF_NOBODY), ...lines.slice(1)].join("\n"));
  }
}

/** True while the process lives and is the PostgreSQL server of this cluster. */
export function isPostmaster(pid: number, clusterDirectory: string): boolean {
  if (!isAlive(pid)) return false;
  const commandLine = readCommandLine(pid);
  // When the system does not tell, the process is believed to be the server: starting twice is worse than not at all.
  if (commandLine === null) return true;
  if (process.platform === "win32") return /postgres/i.test(commandLine);
  return /postgres/.test(commandLine) && commandLine.includes(clusterDirectory);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The command line of a process; "" when it has ended; null when the system does not tell. */
function readCommandLine(pid: number): string | null {
  if (existsSync("/proc/self/cmdline")) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  }
  try {
    if (process.platform === "win32") {
      return execFileSync("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"], { encoding: "utf8" });
    }
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
  } catch (error) {
    return (error as { status?: number }).status === 1 ? "" : null;
  }
}
