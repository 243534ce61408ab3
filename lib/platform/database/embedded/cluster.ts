import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "@/lib/platform/clock";
import type { ServerBinaries } from "./binaries";
import { canUse, findRunUser, type RunUser } from "./run-user";

/** Where an embedded database lives and which account its server runs under. */
export interface ClusterPlace {
  /** Folder that holds everything the server's account must reach. Usually the data folder itself. */
  home: string;
  /** The cluster's own directory ("PGDATA"). */
  directory: string;
  socketDirectory: string;
  user: RunUser | null;
}

/** Names the folder of a database whose data folder the server's account cannot enter. */
const POINTER_FILE = "postgres-home";
const SYSTEM_HOME = "/var/lib/points-service";

/**
 * Decides where the database of a data folder lives, and makes the folders. As root with a data folder below a private
 * one (a clone in root's home) the server's account cannot reach it; then the database goes to a folder in
 * /var/lib/points-service, and the data folder records which. Removing the data folder starts afresh.
 */
export async function prepareCluster(dataDir: string): Promise<ClusterPlace> {
  await makeOwn(dataDir);
  const pointed = await readPointer(dataDir);
  const user = await findRunUser([path.join(pointed ?? dataDir, "postgres")]);
  const home = pointed ?? (canUse(user, dataDir) ? dataDir : await createSystemHome(dataDir, user));
  if (!canUse(user, home)) {
    throw new Error(
      `The database server runs as ${user?.name}, who cannot enter ${home}. Set DATA_DIR to another folder.`,
    );
  }
  const place = {
    home,
    directory: path.join(home, "postgres"),
    socketDirectory: path.join(home, "socket"),
    user,
  };
  await mkdir(place.socketDirectory, { recursive: true, mode: 0o700 });
  await giveTo(user, place.socketDirectory);
  return place;
}

/**
 * Makes the data folder where there is none, and closes it to other accounts. As root they may pass through it, as the database server's
 * account must, and list nothing. A folder that belongs to another account keeps its mode.
 */
async function makeOwn(dataDir: string): Promise<void> {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  await mkdir(dataDir, { recursive: true, mode });
  await chmod(dataDir, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EPERM") throw error;
  });
}

async function readPointer(dataDir: string): Promise<string | null> {
  const file = path.join(dataDir, POINTER_FILE);
  return existsSync(file) ? (await readFile(file, "utf8")).trim() : null;
}

async function createSystemHome(dataDir: string, user: RunUser | null): Promise<string> {
  const home = path.join(SYSTEM_HOME, randomBytes(6).toString("hex"));
  try {
    await mkdir(home, { recursive: true, mode: 0o711 });
    await chmod(SYSTEM_HOME, 0o711);
    await writeFile(path.join(dataDir, POINTER_FILE), `${home}\n`, { flush: true });
  } catch (error) {
    throw new Error(
      `The database server runs as ${user?.name}, who cannot enter ${dataDir}, and ${home} cannot be made. Set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  return home;
}

async function giveTo(user: RunUser | null, file: string): Promise<void> {
  if (user !== null) await chown(file, user.uid, user.gid);
}

/**
 * Makes the cluster if there is none: UTF-8, data checksums, passwords required. The cluster is made under another name and renamed when
 * complete, so that a start that was killed half way leaves no half-made database.
 * @throws Error when the cluster was made by another major version or belongs to another account
 */
export async function createClusterIfMissing(
  place: ClusterPlace,
  binaries: ServerBinaries,
  password: string,
): Promise<void> {
  if (existsSync(place.directory)) return checkCluster(place, binaries);
  await removeDrafts(place);
  const draft = `${place.directory}.new-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${draft}.password`;
  await mkdir(draft, { mode: 0o700 });
  await giveTo(place.user, draft);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await giveTo(place.user, passwordFile);
  try {
    await runInitdb(place, binaries, draft, passwordFile);
    await rename(draft, place.directory);
    await syncDirectory(place.home);
  } catch (error) {
    // Another start may have been quicker; then its cluster is the one.
    if (!existsSync(place.directory)) throw error;
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function checkCluster(place: ClusterPlace, binaries: ServerBinaries): Promise<void> {
  const owner = (await stat(place.directory)).uid;
  const runner = place.user?.uid ?? process.getuid?.();
  if (process.platform !== "win32" && owner !== runner) {
    throw new Error(
      `The database in ${place.directory} belongs to user ${owner}, and the service runs as user ${runner}. Run it as its owner, or set DATA_DIR to another folder.`,
    );
  }
  const version = (await readFile(path.join(place.directory, "PG_VERSION"), "utf8").catch(() => "")).trim();
  // A folder that root may read and this process may not is not judged here; the server will say what is wrong.
  if (version !== "" && version !== binaries.majorVersion) {
    throw new Error(
      `The database in ${place.directory} was made by PostgreSQL ${version}; this release brings ${binaries.majorVersion}. Dump it with the old release and load it with this one.`,
    );
  }
}

/** Drafts older than an hour belong to starts that were killed; a younger one may still be in the making. */
async function removeDrafts(place: ClusterPlace): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (!name.startsWith("postgres.new-")) continue;
    const draft = path.join(place.home, name);
    const made = await stat(draft).catch(() => null);
    const ageMs = systemClock.now().getTime() - (made?.mtimeMs ?? 0);
    if (made !== null && ageMs > 3_600_000) await rm(draft, { recursive: true, force: true });
  }
}

async function runInitdb(
  place: ClusterPlace,
  binaries: ServerBinaries,
  draft: string,
  passwordFile: string,
): Promise<void> {
  const output = await run(place, binaries.initdb, [
    `--pgdata=${draft}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
  ]);
  if (output.code !== 0) {
    throw new Error(`The database could not be made in ${place.directory}:\n${output.text}`);
  }
}

/** A child's environment without the service's secrets and without variables that would redirect PostgreSQL. */
export const SERVER_ENV: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
  LC_ALL: "C",
  TZ: "UTC",
};

/** Runs one of the server's programs under its account and returns its exit code and what it printed. */
export function run(
  place: ClusterPlace,
  program: string,
  args: string[],
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: place.home,
      env: SERVER_ENV,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      ...(place.user !== null && { uid: place.user.uid, gid: place.user.gid }),
    });
    let text = "";
    const collect = (chunk: Buffer) => {
      text += chunk.toString();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) =>
      reject(
        new Error(
          `${program} does not run on this system. Set DATABASE_URL to a PostgreSQL server of your own.`,
          { cause: error },
        ),
      ),
    );
    child.on("close", (code) => resolve({ code, text }));
  });
}

async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  await handle.sync().finally(() => handle.close());
}
