import { spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";

/** The account the database server runs under when the service itself runs as root. */
export interface RunUser {
  uid: number;
  gid: number;
  name: string;
}

/**
 * PostgreSQL refuses to run as root. As root this names the account to run it under: the owner of the cluster when
 * there is one, otherwise `postgres`, otherwise `nobody`. For any other user, and on Windows, it is null: the server
 * runs as the service's own user.
 */
export async function findRunUser(clusterDirectories: readonly string[]): Promise<RunUser | null> {
  if (process.getuid?.() !== 0) return null;
  for (const directory of clusterDirectories) {
    const owner = await stat(directory).catch(() => null);
    if (owner !== null && owner.uid !== 0)
      return { uid: owner.uid, gid: owner.gid, name: `user ${owner.uid}` };
  }
  const found = lookUp("postgres") ?? lookUp("nobody");
  if (found === null) {
    throw new Error(
      "PostgreSQL cannot run as root, and this system has neither a postgres nor a nobody account.",
    );
  }
  return found;
}

function lookUp(name: string): RunUser | null {
  const uid = spawnSync("id", ["-u", name], { encoding: "utf8" });
  const gid = spawnSync("id", ["-g", name], { encoding: "utf8" });
  if (uid.status !== 0 || gid.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout), name };
}

/** True when the account can enter `directory` and, if given, run `program`. The system answers, not the modes of files. */
export function canUse(user: RunUser | null, directory: string, program?: string): boolean {
  if (user === null) return true;
  const test = program === undefined ? 'cd -- "$1"' : 'cd -- "$1" && test -x "$2"';
  const asked = spawnSync("/bin/sh", ["-c", test, "sh", directory, program ?? ""], {
    cwd: "/",
    uid: user.uid,
    gid: user.gid,
    stdio: "ignore",
  });
  return asked.status === 0;
}
