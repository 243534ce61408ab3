import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { createTemporaryFolder } from "@/tests/support/test-server";
import { Link } from "./link";

const NODES = ["one", "two", "three"] as const;
export type NodeName = (typeof NODES)[number];

const PROGRAMS = { etcd: "/usr/bin/etcd", patroni: "/usr/bin/patroni", haproxy: "/usr/sbin/haproxy" };
const POSTGRES_BIN = "/usr/lib/postgresql/15/bin";
const PASSWORD = "only-for-tests";
const STEP_TIMEOUT_MS = 120_000;

/** Seconds: within `ttl` of its last word a leader is taken for dead, and has stopped taking writes before. */
const TIMES = { ttl: 20, loop_wait: 3, retry_timeout: 5 };

interface Member {
  name: NodeName;
  folder: string;
  /** Where its PostgreSQL listens, and where Patroni answers. */
  postgresPort: number;
  restPort: number;
  /** Its way to etcd, and the others' way to its PostgreSQL: both can be cut. */
  toEtcd: Link;
  toPostgres: Link;
  patroni: ChildProcess | undefined;
}

/**
 * Three PostgreSQL servers with synchronous replication, kept by Patroni with etcd, behind HAProxy: as docs/operations.md says
 * to run them, with the shortest times that Patroni takes. Needs Debian's packages patroni, etcd-server, haproxy and
 * postgresql-15.
 */
export class Cluster {
  readonly #processes: ChildProcess[] = [];
  readonly #members: Member[] = [];

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static missing(): string[] {
    return [...Object.values(PROGRAMS), path.join(POSTGRES_BIN, "postgres")].filter(
      (one) => !existsSync(one),
    );
  }

  static async start(): Promise<Cluster> {
    const folder = await createTemporaryFolder();
    const cluster = new Cluster(folder, await freePort());
    try {
      const etcdPort = await cluster.#startEtcd();
      for (const name of NODES) cluster.#members.push(await cluster.#prepare(name, etcdPort));
      for (const member of cluster.#members) cluster.#startPatroni(member);
      cluster.#startHaproxy();
      await cluster.untilWhole();
      await cluster.#createDatabase();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The address of the present primary, through HAProxy. */
  get url(): string {
    return `postgresql://points:${PASSWORD}@127.0.0.1:${this.port}/points`;
  }

  /** Kills everything that runs on the primary's machine, as when its power fails. */
  async killPrimary(): Promise<NodeName> {
    const primary = await this.#primary();
    const postmaster = Number(
      readFileSync(path.join(primary.folder, "data/postmaster.pid"), "utf8").split("\n")[0],
    );
    primary.patroni?.kill("SIGKILL");
    for (const pid of [postmaster, ...childrenOf(postmaster)]) killHard(pid);
    return primary.name;
  }

  /** Cuts the primary off from etcd and from the other servers. Clients still reach it: it must stop taking writes by itself. */
  async cutOffPrimary(): Promise<NodeName> {
    const primary = await this.#primary();
    primary.toEtcd.isCut = true;
    primary.toPostgres.isCut = true;
    return primary.name;
  }

  /** Mends what was cut and starts what was killed. */
  heal(): void {
    for (const member of this.#members) {
      member.toEtcd.isCut = false;
      member.toPostgres.isCut = false;
      if (
        member.patroni === undefined ||
        member.patroni.exitCode !== null ||
        member.patroni.signalCode !== null
      )
        this.#startPatroni(member);
    }
  }

  /** Waits until another than `former` is the primary. */
  untilPrimaryIsNot(former: NodeName): Promise<void> {
    return until(async () => (await this.#primary()).name !== former, `another primary than ${former}`);
  }

  /** Waits until there is a primary with a synchronous standby and all three servers follow. */
  untilWhole(): Promise<void> {
    return until(async () => {
      const { members } = await this.#state();
      const isFollowing = ({ role, state }: MemberState) =>
        role === "leader" ? state === "running" : state === "running" || state === "streaming";
      return (
        members.length === NODES.length &&
        members.every(isFollowing) &&
        members.some(({ role }) => role === "sync_standby")
      );
    }, "a whole cluster");
  }

  async stop(): Promise<void> {
    for (const { patroni } of this.#members) patroni?.kill("SIGTERM");
    await Promise.all(this.#members.map(({ patroni }) => patroni && ended(patroni)));
    for (const one of this.#processes) one.kill("SIGKILL");
    await Promise.all(
      this.#members.flatMap(({ toEtcd, toPostgres }) => [toEtcd.close(), toPostgres.close()]),
    );
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The end of what the cluster's programs have printed. */
  logs(): string {
    return readFileSync(path.join(this.folder, "cluster.log"), "utf8").slice(-6_000);
  }

  async #startEtcd(): Promise<number> {
    const [client, peer] = [await freePort(), await freePort()];
    const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    this.#spawn(PROGRAMS.etcd, [
      ...["--name", "etcd", "--data-dir", this.#ownFolder("etcd")],
      ...["--listen-client-urls", clientUrl, "--advertise-client-urls", clientUrl],
      ...["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl],
      ...["--initial-cluster", `etcd=${peerUrl}`, "--log-level", "error"],
    ]);
    await until(async () => (await fetch(`${clientUrl}/health`)).ok, "etcd");
    return client;
  }

  async #prepare(name: NodeName, etcdPort: number): Promise<Member> {
    const folder = this.#ownFolder(name);
    const [postgresPort, restPort] = [await freePort(), await freePort()];
    const toEtcd = await Link.open(etcdPort);
    const toPostgres = await Link.open(postgresPort);
    const user = (username: string) => ({ username, password: PASSWORD });
    const settings = {
      scope: "points",
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      // As a proxy, so that Patroni does not find a way around the link by what etcd says of itself.
      etcd3: { hosts: [`127.0.0.1:${toEtcd.port}`], use_proxies: true },
      bootstrap: {
        dcs: {
          ...TIMES,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            parameters: {
              wal_log_hints: "on",
              max_connections: 60,
              hot_standby: "on",
              wal_keep_size: "256MB",
            },
          },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
        pg_hba: [
          "host all all 127.0.0.1/32 scram-sha-256",
          "host replication all 127.0.0.1/32 scram-sha-256",
        ],
      },
      postgresql: {
        listen: `127.0.0.1:${postgresPort}`,
        connect_address: `127.0.0.1:${toPostgres.port}`,
        data_dir: path.join(folder, "data"),
        bin_dir: POSTGRES_BIN,
        pgpass: path.join(folder, "pgpass"),
        authentication: {
          superuser: user("postgres"),
          replication: user("replicator"),
          rewind: user("rewinder"),
        },
        parameters: { unix_socket_directories: folder },
      },
    };
    // JSON is YAML.
    writeFileSync(path.join(folder, "patroni.yml"), JSON.stringify(settings), { mode: 0o644 });
    return { name, folder, postgresPort, restPort, toEtcd, toPostgres, patroni: undefined };
  }

  #startPatroni(member: Member): void {
    member.patroni = this.#spawn(PROGRAMS.patroni, [path.join(member.folder, "patroni.yml")]);
  }

  #startHaproxy(): void {
    const servers = this.#members.map(
      ({ name, postgresPort, restPort }) =>
        `  server ${name} 127.0.0.1:${postgresPort} check port ${restPort}`,
    );
    const file = path.join(this.#ownFolder("haproxy"), "haproxy.cfg");
    writeFileSync(
      file,
      `defaults
  mode tcp
  timeout connect 3s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${this.port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`,
    );
    this.#spawn(PROGRAMS.haproxy, ["-db", "-f", file]);
  }

  async #createDatabase(): Promise<void> {
    const admin = new pg.Client(`postgresql://postgres:${PASSWORD}@127.0.0.1:${this.port}/postgres`);
    await admin.connect();
    await admin.query(`CREATE ROLE points LOGIN PASSWORD '${PASSWORD}'`);
    await admin.query("CREATE DATABASE points OWNER points");
    await admin.end();
  }

  /** The state of the cluster, as any member that answers reports it. */
  async #state(): Promise<{ members: MemberState[] }> {
    for (const { restPort, toEtcd } of this.#members) {
      if (toEtcd.isCut) continue;
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (answer?.ok) return (await answer.json()) as { members: MemberState[] };
    }
    throw new Error("No member answers");
  }

  async #primary(): Promise<Member> {
    const { members } = await this.#state();
    const leader = members.find(({ role }) => role === "leader");
    const member = this.#members.find(({ name }) => name === leader?.name);
    if (member === undefined) throw new Error("There is no primary");
    return member;
  }

  #ownFolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { mode: 0o700 });
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
    return folder;
  }

  #spawn(program: string, args: string[]): ChildProcess {
    const child = spawn(program, args, {
      ...account,
      cwd: this.folder,
      env: { NODE_ENV: "test", PATH: `${POSTGRES_BIN}:/usr/bin:/bin`, LC_ALL: "C.UTF-8" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (text: Buffer) => appendFileSync(path.join(this.folder, "cluster.log"), text);
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    this.#processes.push(child);
    return child;
  }
}

interface MemberState {
  name: string;
  role: string;
  state: string;
}

/** PostgreSQL does not run as root: then everything runs as the account that Debian made for it. */
const account = (() => {
  if (process.getuid?.() !== 0 || Cluster.missing().length > 0) return undefined;
  const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
})();

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = performance.now() + STEP_TIMEOUT_MS;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error(`Waited in vain for ${what}`);
    await delay(200);
  }
}

function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", resolve));
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

function killHard(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
