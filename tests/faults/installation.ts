import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type PortalSession, signIn } from "@/bench/portal-session";
import { PORTAL_HEADER, PORTAL_HEADER_VALUE, USER_HEADER } from "@/lib/portal/wire/request";
import type { Tree } from "./tree";

const PATIENCE_MS = 120_000;
const LOOK_MS = 100;
/** Programs that an operator runs beside the service. */
export const PROGRAMS = ["server", "admin", "anchor-key", "backup", "doctor", "verify", "migrate"] as const;

export interface Ended {
  status: number | null;
  said: string;
}

export interface TillAnswer {
  /** 0 where it was done. */
  code: number;
  message: string;
  /** The whole answer. */
  text: string;
}

/** Waits until something is there, and returns it. @throws Error naming what did not come */
export async function until<Found>(
  what: string,
  find: () => Found | undefined | Promise<Found | undefined>,
): Promise<Found> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await delay(LOOK_MS)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error(`Waited in vain: ${what}`);
}

/** One machine with the service on its embedded database, as `npm start` without settings makes it. */
export class Installation {
  #process: ChildProcess | undefined;
  #log = "";

  constructor(
    public tree: Tree,
    readonly port: number,
    public settings: Record<string, string>,
    readonly clockFile: string,
  ) {
    this.setClock(0);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      ...{ PATH: process.env.PATH, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(this.port) },
      ...{ METRICS_PORT: "0", PAGE_WORKERS: "0", DEMO_DATA: "off", DRAIN_DELAY_MS: "0" },
      ...{ ANCHOR_MINUTES: "1", WEBHOOK_LOOPBACK: "on", FAULTS_CLOCK_FILE: this.clockFile },
      NODE_OPTIONS: `--import ${pathToFileURL(path.resolve("tests/faults/clock-shift.mjs")).href}`,
      ...this.settings,
    };
  }

  /** Sets the machine's clock so many milliseconds ahead, for the service and all programs. */
  setClock(aheadMs: number): void {
    writeFileSync(this.clockFile, String(aheadMs));
  }

  /** Starts the service and waits until it is ready or ends. */
  async start(): Promise<Ended> {
    this.#log = "";
    const child = spawn(process.execPath, ["dist/server.mjs"], {
      ...{ cwd: this.tree.folder, env: this.#environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    const collect = (chunk: Buffer) => {
      this.#log += chunk.toString();
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    const closed = new Promise((resolve) => child.once("close", resolve));
    await until("the start", async () => {
      if (child.exitCode !== null) await closed;
      return child.exitCode !== null || (await this.readyz()).status === 200 ? true : undefined;
    });
    return { status: child.exitCode, said: this.#log };
  }

  /** @throws Error with what the service said when it ends instead */
  async mustStart(): Promise<void> {
    const { status, said } = await this.start();
    if (status !== null) throw new Error(`The service ended with ${status}:\n${said.slice(-2_000)}`);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }

  readyz(): Promise<{ status: number; body: string }> {
    return fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      async (answer) => ({ status: answer.status, body: await answer.text() }),
      () => ({ status: 0, body: "" }),
    );
  }

  /** A message of the service's log since its start; waited for. */
  logged(pattern: RegExp): Promise<string> {
    const find = () =>
      this.#log
        .split("\n")
        .flatMap((line) => {
          if (!line.startsWith("{")) return [];
          try {
            return [String(JSON.parse(line).msg)];
          } catch {
            return [];
          }
        })
        .find((text) => pattern.test(text));
    return until(`${pattern} in the log:\n${this.#log.slice(-3_000)}`, find);
  }

  /** Runs a program of the service beside it. */
  run(program: (typeof PROGRAMS)[number], args: readonly string[] = [], input = ""): Ended {
    return this.#end([`dist/${program}.mjs`, ...args], input);
  }

  /** Runs the command of a unit of deploy/systemd, with other folders than a server's. */
  runUnit(execStart: string, folders: Readonly<Record<string, string>>): Ended {
    const [, ...args] = execStart.split(" ").map((word) => folders[word] ?? word);
    return this.#end(args);
  }

  #end(args: readonly string[], input = ""): Ended {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      ...{ cwd: this.tree.folder, env: this.#environment, input, encoding: "utf8", maxBuffer: 2 ** 28 },
    });
    return { status, said: `${stdout}${stderr}`.trim() };
  }

  /** Runs an administrative command and returns its record. @throws Error when the command fails */
  make<Made>(args: readonly string[], input = ""): Made {
    const { status, said } = this.run("admin", ["--json", ...args], input);
    if (status !== 0) throw new Error(`admin ${args.join(" ")} ended with ${status}: ${said}`);
    return JSON.parse(said.slice(said.indexOf("{"))) as Made;
  }

  signIn(username: string, password: string): Promise<PortalSession> {
    return signIn(this.url, username, password);
  }

  /** A request of the portal's pages. @throws Error when it is refused */
  async ask<Answer>(session: PortalSession, route: string, body?: object): Promise<Answer> {
    const [method = "", place = ""] = route.split(" ");
    const answer = await fetch(`${this.url}/api/portal/${place}`, {
      method,
      headers: {
        ...{ "content-type": "application/json", origin: this.url, cookie: session.cookie },
        ...{ [PORTAL_HEADER]: PORTAL_HEADER_VALUE, [USER_HEADER]: String(session.userId) },
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${text}`);
    return JSON.parse(text) as Answer;
  }

  /** A request of a till. */
  async till(clientId: string, operation: string, body: object): Promise<TillAnswer> {
    const answer = await fetch(`${this.url}/api/Integration/v1/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json", clientid: clientId },
      body: JSON.stringify({ ...body, ExternalLogId: randomUUID() }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    const { errorCode, errorMessage = "" } = JSON.parse(text);
    return { code: Number(errorCode ?? (answer.ok ? 0 : answer.status)), message: errorMessage, text };
  }
}

/** The verdict of a proof, or what a program said last. */
export function lastLine(said: string): string {
  const lines = said.split("\n").filter((text) => text.trim() !== "");
  const line = lines.findLast((text) => text.endsWith("all is well.")) ?? lines.at(-1) ?? "";
  return line.startsWith("{") ? String(JSON.parse(line).msg) : line.trim();
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
