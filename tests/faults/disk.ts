import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { undoAtExit } from "./processes";

const PROGRAMS = ["nbdkit", "nbdfuse", "losetup", "mkfs.ext4", "mount", "fallocate"];
const UNTIL_THERE_MS = 10_000;

/**
 * A disk whose power can be cut: an ext4 on a loop device over an image behind nbdkit's write-back cache. What was flushed
 * (fsync, all the way through) is in the image; what was not is in the memory of nbdkit, and gone when it is killed, like what
 * the cache of a real disk held. It can be filled up as well.
 */
export class Disk {
  readonly mountPoint: string;
  private processes: ChildProcess[] = [];
  private device = "";
  private readonly forget = undoAtExit(() => this.release());

  private constructor(
    private readonly folder: string,
    megabytes: number,
  ) {
    this.mountPoint = path.join(folder, "mounted");
    for (const name of ["mounted", "device"]) mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(this.image, "");
    truncateSync(this.image, megabytes * 2 ** 20);
  }

  /** Why there can be no such disk here; undefined when there can. */
  static whyImpossible(): string | undefined {
    if (process.getuid?.() !== 0) return "only root may mount disks";
    if (!existsSync("/dev/fuse") || !existsSync("/dev/loop-control"))
      return "there are no loop devices or no FUSE";
    const missing = PROGRAMS.filter((name) => spawnSync("which", [name]).status !== 0);
    return missing.length === 0 ? undefined : `not installed: ${missing.join(", ")}`;
  }

  /** Makes an empty disk below an existing folder and mounts it. */
  static async make(folder: string, megabytes: number): Promise<Disk> {
    const disk = new Disk(path.join(folder, "disk"), megabytes);
    // Its journal is on the same disk, as on most machines.
    must("mkfs.ext4", ["-q", "-F", disk.image]);
    await disk.plugIn();
    return disk;
  }

  private get image(): string {
    return path.join(this.folder, "image");
  }

  private get fuse(): string {
    return path.join(this.folder, "device");
  }

  /** Switches it on and mounts it, which carries out what its journal says. */
  async plugIn(): Promise<void> {
    const socket = path.join(this.folder, "nbd.sock");
    rmSync(socket, { force: true });
    const options = [
      "--foreground",
      "--unix",
      socket,
      "--filter=cache",
      "file",
      this.image,
      "cache=writeback",
    ];
    this.processes.push(spawn("nbdkit", options, { stdio: "ignore" }));
    await until(() => existsSync(socket));
    this.processes.push(spawn("nbdfuse", [this.fuse, "--unix", socket], { stdio: "ignore" }));
    await until(() => existsSync(path.join(this.fuse, "nbd")));
    this.device = must("losetup", ["--find", "--show", path.join(this.fuse, "nbd")]).trim();
    must("mount", ["-t", "ext4", this.device, this.mountPoint]);
  }

  /** Flushes everything. */
  flush(): void {
    must("sync", ["--file-system", this.mountPoint]);
  }

  /** Drops everything that was not flushed. Users of the disk get errors from now on. */
  cutPower(): void {
    for (const process of this.processes) process.kill("SIGKILL");
  }

  /** Takes the disk out for good once nobody uses it any more. */
  async remove(): Promise<void> {
    await this.unplug();
    this.forget();
  }

  /** Takes the disk out as it is. */
  async unplug(): Promise<void> {
    this.release();
    await until(() =>
      this.processes.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null),
    );
    this.processes = [];
  }

  private release(): void {
    for (const target of [this.mountPoint, this.fuse]) spawnSync("umount", ["--lazy", target]);
    spawnSync("losetup", ["--detach", this.device]);
    this.cutPower();
  }

  fill(): void {
    fillUp(this.mountPoint);
  }

  empty(): void {
    makeRoom(this.mountPoint);
  }
}

/** Leaves no room at all on the disk that is mounted there. */
export function fillUp(mountPoint: string): void {
  const { bavail, bsize } = statfsSync(mountPoint);
  for (let bytes = bavail * bsize; bytes >= bsize; bytes = Math.floor(bytes / 2))
    spawnSync("fallocate", ["--length", String(bytes), path.join(mountPoint, `ballast-${bytes}`)]);
}

/** Makes room again. */
export function makeRoom(mountPoint: string): void {
  spawnSync("sh", ["-c", 'rm -f "$1"/ballast-*', "sh", mountPoint]);
}

function must(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 10) {
    if (waited > UNTIL_THERE_MS) throw new Error("The disk does not come up");
    await delay(10);
  }
}
