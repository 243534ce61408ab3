import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { startTestServer } from "@/tests/support/test-server";
import { Disk } from "./disk";
import { childrenOf, killAll } from "./processes";

/** Where the database of a service that is tried runs. */
export interface DatabaseHost {
  readonly url: string;
  /** As the owner of the tables. */
  readonly migrationUrl: string;
  /** Process id of the server now. */
  serverPid(): number;
  stop(): Promise<void>;
  /** Writes everything to the disk now, also what the database has not flushed. */
  settle?(): Promise<void>;
  /** Cuts the power of its disk and switches it on again: throws away everything that was not flushed. */
  cutPower?(): Promise<void>;
  /** Leaves the disk without room for a while. */
  fillDisk?(milliseconds: number): Promise<void>;
}

export interface HostOptions {
  /** On a disk of its own, which can be cut off and filled up. */
  isOnDisk: boolean;
  /** Settings of PostgreSQL on top of the tests' own. */
  settings: Readonly<Record<string, string>>;
}

const DISK_MEGABYTES = 768;
/** So few that a harness can use them all up. */
const CONNECTIONS_MAX = 60;
const HOLDER = "dist/tests/faults-holder.mjs";
const START_TIMEOUT_MS = 40_000;

export function startHost(folder: string, { isOnDisk, settings }: HostOptions): Promise<DatabaseHost> {
  const common = { max_connections: String(CONNECTIONS_MAX), ...settings };
  return isOnDisk ? DiskHost.start(folder, common) : startTestServer(path.join(folder, "data"), common);
}

class DiskHost implements DatabaseHost {
  url = "";
  migrationUrl = "";
  private readonly adminUrl = "";
  private holder: ChildProcess | undefined;

  private constructor(
    private readonly disk: Disk,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async start(folder: string, settings: Readonly<Record<string, string>>): Promise<DiskHost> {
    const disk = await Disk.make(folder, DISK_MEGABYTES);
    const sizes = { shared_buffers: "64MB", min_wal_size: "64MB", max_wal_size: "192MB" };
    const host = new DiskHost(disk, { "points.test_server": "on", ...sizes, ...settings });
    await host.startHolder();
    return host;
  }

  serverPid(): number {
    const file = path.join(this.disk.mountPoint, "data", "postgres", "postmaster.pid");
    return Number(readFileSync(file, "utf8").split("\n")[0]);
  }

  async settle(): Promise<void> {
    const client = new pg.Client(this.adminUrl);
    await client.connect();
    await client.query("CHECKPOINT").finally(() => client.end());
    this.disk.flush();
  }

  async cutPower(): Promise<void> {
    const server = this.serverPid();
    const processes = [this.holder?.pid ?? 0, server, ...(await childrenOf(server))];
    this.disk.cutPower();
    await killAll(processes.filter((pid) => pid > 0));
    await this.disk.unplug();
    await this.disk.plugIn();
    await this.startHolder();
  }

  async fillDisk(milliseconds: number): Promise<void> {
    this.disk.fill();
    await delay(milliseconds);
    this.disk.empty();
  }

  async stop(): Promise<void> {
    this.holder?.kill("SIGTERM");
    if (this.holder?.exitCode === null)
      await new Promise<void>((resolve) => this.holder?.once("exit", () => resolve()));
    await this.disk.remove();
  }

  private startHolder(): Promise<void> {
    const folder = path.join(this.disk.mountPoint, "data");
    const child = spawn(process.execPath, [HOLDER, folder, JSON.stringify(this.settings)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { NODE_ENV: "test", LOG_LEVEL: "silent", PATH: process.env.PATH },
    });
    this.holder = child;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("The database does not start")), START_TIMEOUT_MS);
      child.once("exit", (code) => reject(new Error(`The holder of the database ended with ${code}`)));
      child.stdout.once("data", (line: Buffer) => {
        clearTimeout(timer);
        Object.assign(
          this,
          JSON.parse(line.toString()) as { url: string; migrationUrl: string; adminUrl: string },
        );
        resolve();
      });
    });
  }
}
