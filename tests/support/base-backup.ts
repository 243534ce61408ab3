import { execFileSync } from "node:child_process";
import { chown, mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";

/**
 * Copies the files of an embedded server while it works, by the calls that every tool for base backups makes. The copy restores
 * what was archived and then takes writes (`recovery.signal`), or follows the archive for good (`standby.signal`).
 */
export async function backUp(
  admin: pg.Pool,
  from: string,
  { to, signal }: { to: string; signal: "recovery.signal" | "standby.signal" },
): Promise<void> {
  const session = await admin.connect();
  await session.query("SELECT pg_backup_start('nightly', true)");
  await mkdir(to);
  for (const name of ["postgres", "database-password", "database-service-password"])
    execFileSync("cp", ["-a", path.join(from, name), path.join(to, name)]);
  const { rows } = await session.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop()");
  session.release();
  const copy = path.join(to, "postgres");
  await rm(path.join(copy, "postmaster.pid"));
  await rm(path.join(copy, "pg_wal"), { recursive: true });
  // The server's own account, where the tests run as root, has to be able to write to what is made here.
  const { uid, gid } = await stat(copy);
  for (const folder of ["pg_wal", "pg_wal/archive_status"]) {
    await mkdir(path.join(copy, folder), { mode: 0o700 });
    await chown(path.join(copy, folder), uid, gid);
  }
  for (const [name, text] of [
    ["backup_label", rows[0]?.labelfile ?? ""],
    [signal, ""],
  ] as const) {
    await writeFile(path.join(copy, name), text);
    await chown(path.join(copy, name), uid, gid);
  }
}
