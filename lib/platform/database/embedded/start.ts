import { readFile, rename, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { ServerBinaries } from "@/lib/platform/database/embedded/binaries";
import { type ClusterPlace, run } from "@/lib/platform/database/embedded/cluster";
import { findPostmaster, type Postmaster } from "@/lib/platform/database/embedded/postmaster";

export const START_TIMEOUT_MS = 300_000;

const LOG_BYTES_MAX = 10_000_000;

/** A socket's path has room for about this many bytes on every system (104 on macOS, with the file's name). */
const SOCKET_DIRECTORY_BYTES_MAX = 85;

export type HasFailed = () => Promise<string | undefined>;

export const neverExits: HasFailed = async () => undefined;

export async function launchOnWindows(
  place: ClusterPlace,
  binaries: ServerBinaries,
  flags: string[],
  logFile: string,
): Promise<HasFailed> {
  // pg_ctl drops administrator rights, without which PostgreSQL refuses to run there.
  const { code, text } = await run(place, binaries.pgCtl, [
    "start",
    "-W",
    "-D",
    place.directory,
    "-l",
    logFile,
    "-o",
    flags.map((flag) => `"${flag}"`).join(" "),
  ]);
  return async () => (code === 0 ? undefined : text);
}

export async function requestStop(
  pid: number,
  place: ClusterPlace,
  binaries: ServerBinaries,
  mode: "fast" | "immediate",
): Promise<void> {
  if (process.platform === "win32") {
    await run(place, binaries.pgCtl, ["stop", "-W", "-m", mode, "-D", place.directory]);
    return;
  }
  try {
    process.kill(pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Faults that pass by themselves: the server is just going down or coming up, or a killed one's processes still end. */
class PassingError extends Error {}

export function isPassing(error: unknown): boolean {
  if (error instanceof PassingError) return true;
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string };
  if (syscall === "connect" || message === "Connection terminated unexpectedly") return true;
  return code === "57P03" || code === "57P01" || code === "ECONNRESET";
}

export async function waitUntilReady(place: ClusterPlace, hasFailed: HasFailed): Promise<Postmaster> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const found = await findPostmaster(place.directory);
    if (found?.isReady) return found;
    const failure = await hasFailed();
    if (failure !== undefined) throw explain(failure, place);
    if (found === null && hasFailed === neverExits)
      throw new PassingError("The database server stopped while it started.");
    await delay(10);
  }
  throw new Error(
    `The database server in ${place.directory} is not ready after ${START_TIMEOUT_MS / 1000} seconds.`,
  );
}

function explain(failure: string, place: ClusterPlace): Error {
  const message = `The embedded database in ${place.directory} did not start: ${failure}`;
  const passes =
    /pre-existing shared memory|lock file "postmaster.pid" already exists|Address already in use/i.test(
      failure,
    );
  return passes ? new PassingError(message) : new Error(message);
}

/** A Unix socket where there is room for its path, so that nothing on the network can reach it; otherwise loopback. */
export async function listenSettings(place: ClusterPlace): Promise<Record<string, string>> {
  const isSocketPossible =
    process.platform !== "win32" && Buffer.byteLength(place.socketDirectory) <= SOCKET_DIRECTORY_BYTES_MAX;
  if (isSocketPossible) {
    return {
      listen_addresses: "",
      port: "5432",
      unix_socket_directories: place.socketDirectory,
      unix_socket_permissions: "0700",
    };
  }
  return { listen_addresses: "127.0.0.1", port: String(await findFreePort()), unix_socket_directories: "" };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

export async function rotate(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`);
}

export async function readFrom(file: string, start: number): Promise<string> {
  return (await readFile(file)).subarray(start).toString().trim();
}

export async function eventually(isTrue: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!isTrue()) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}
