import { chown, copyFile, lstat, mkdir, readdir, readlink, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";

/** Folders of a cluster whose contents belong to the running server and not to a copy. */
const LEFT_EMPTY: ReadonlySet<string> = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_stat_tmp",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_subtrans",
]);
const LEFT_OUT: ReadonlySet<string> = new Set(["postmaster.pid", "postmaster.opts"]);

/**
 * Copies the cluster of a running server to the folder `to`, by the calls that every tool for base backups makes, with the part of the
 * write-ahead log that it needs: a server that starts on the copy is as the original was when the copy ended. Writers are not held up.
 * @param session a session of the server's superuser, to be used for nothing else
 */
export async function copyCluster(session: pg.Client, { to }: { to: string }): Promise<void> {
  const { rows: places } = await session.query<{ data_directory: string }>("SHOW data_directory");
  const from = places[0]?.data_directory ?? "";
  // The slot keeps the log that is written meanwhile, and ends with the session.
  await session.query(
    "SELECT pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)",
  );
  await session.query("SELECT pg_backup_start('backup', true)");
  await copyFolder(from, to, { isTop: true });
  const { rows } = await session.query<{ labelfile: string; last: string }>(
    "SELECT labelfile, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)",
  );
  const { labelfile = "", last = "" } = rows[0] ?? {};
  const first = /\(file ([0-9A-F]{24})\)/.exec(labelfile)?.[1] ?? "";
  for (const name of await readdir(path.join(from, "pg_wal")))
    if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
      await copyAs(path.join(from, "pg_wal", name), path.join(to, "pg_wal", name));
  await makeFolder(path.join(from, "pg_wal"), path.join(to, "pg_wal", "archive_status"));
  await writeFile(path.join(to, "backup_label"), labelfile, { mode: 0o600 });
  await giveAs(from, path.join(to, "backup_label"));
}

async function copyFolder(from: string, to: string, { isTop = false } = {}): Promise<void> {
  await makeFolder(from, to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (isTop && LEFT_OUT.has(entry.name)) continue;
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (!entry.isDirectory()) await copyAs(source, target);
    else if (isTop && LEFT_EMPTY.has(entry.name)) await makeFolder(source, target);
    else await copyFolder(source, target);
  }
}

async function makeFolder(like: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveAs(like, folder);
}

/** A file that the server removed meanwhile is not needed: the log has what became of it. */
async function copyAs(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
    await giveAs(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** As root the server runs under an account of its own, which has to own its files. */
async function giveAs(like: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat(like);
  await chown(file, uid, gid);
}
