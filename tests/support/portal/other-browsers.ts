import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { freePort } from "@/tests/support/next-server";

/** Commands of WebDriver (w3c.github.io/webdriver): Firefox takes them by name, WebKit at an address. */
const COMMANDS = {
  begin: { name: "NewSession", method: "POST", path: "" },
  end: { name: "DeleteSession", method: "DELETE", path: "" },
  limits: { name: "SetTimeouts", method: "POST", path: "/timeouts" },
  window: { name: "SetWindowRect", method: "POST", path: "/window/rect" },
  go: { name: "Navigate", method: "POST", path: "/url" },
  evaluate: { name: "ExecuteScript", method: "POST", path: "/execute/sync" },
  act: { name: "PerformActions", method: "POST", path: "/actions" },
  click: { name: "ElementClick", method: "POST", path: "/element/{id}/click" },
  forget: { name: "DeleteAllCookies", method: "DELETE", path: "/cookie" },
  picture: { name: "TakeScreenshot", method: "GET", path: "/screenshot" },
} as const;
export type Command = keyof typeof COMMANDS;

/** A running browser of another maker. */
export interface OtherBrowser {
  /** Throws the browser's own error. */
  send(command: Command, parameters?: Record<string, unknown>): Promise<unknown>;
  end(): Promise<void>;
}

const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

/** Browsers whose engines are not Chromium's, by Debian's packages, and why their tests are skipped. */
export const OTHER_BROWSERS = [
  {
    name: "Firefox",
    missing: whyMissing("firefox-esr", ["/usr/bin/firefox-esr"]),
    start: startFirefox,
  },
  {
    name: "WebKitGTK",
    missing: whyMissing("webkit2gtk-driver xvfb", [
      "/usr/bin/WebKitWebDriver",
      "/usr/bin/Xvfb",
      MINI_BROWSER,
    ]),
    start: startWebKit,
  },
] as const;

function whyMissing(packages: string, programs: readonly string[]): string | undefined {
  return programs.every((program) => existsSync(program))
    ? undefined
    : `needs Debian's ${packages}: apt-get install --no-install-recommends ${packages}`;
}

/** Firefox takes commands at a socket (Marionette) whose port is in a file of its profile. */
async function startFirefox(): Promise<OtherBrowser> {
  const profile = mkdtempSync(path.join(os.tmpdir(), "points-tests-firefox-"));
  // It chooses a free port, and asks its makers for nothing.
  const preferences = {
    "marionette.port": 0,
    "messaging-system.rsexperimentloader.enabled": false,
    "services.settings.server": "http://127.0.0.1:9",
  };
  const lines = Object.entries(preferences).map(
    ([key, value]) => `user_pref("${key}", ${JSON.stringify(value)});`,
  );
  writeFileSync(path.join(profile, "user.js"), lines.join("\n"));
  const program = run("firefox-esr", ["--headless", "--marionette", "--no-remote", "--profile", profile]);
  const portFile = path.join(profile, "MarionetteActivePort");
  await untilStarted(program, () => existsSync(portFile) && readFileSync(portFile, "utf8") !== "");
  const socket = connect(Number(readFileSync(portFile, "utf8")), "127.0.0.1");
  const ask = speakMarionette(socket);
  const send: OtherBrowser["send"] = async (command, parameters = {}) => {
    const [, , error, result] = await ask(`WebDriver:${COMMANDS[command].name}`, parameters);
    if (error !== null) throw new Error(`${command}: ${JSON.stringify(error).slice(0, 600)}`);
    return (result as { value?: unknown } | null)?.value;
  };
  await send("begin");
  const end = async () => {
    socket.destroy();
    await program.end();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { send, end };
}

type Answer = [kind: 1, id: number, error: unknown, result: unknown];

/** Packets are `length:[0, id, name, parameters]`, answered by `length:[1, id, error, result]`. */
function speakMarionette(socket: Socket): (name: string, parameters: object) => Promise<Answer> {
  let read = Buffer.alloc(0);
  let last = 0;
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  socket.on("data", (chunk) => {
    read = Buffer.concat([read, chunk]);
    for (let colon = read.indexOf(":"); colon > 0; colon = read.indexOf(":")) {
      const end = colon + 1 + Number(read.subarray(0, colon));
      if (read.length < end) return;
      const packet = JSON.parse(read.subarray(colon + 1, end).toString());
      read = read.subarray(end);
      // The first packet greets.
      if (Array.isArray(packet)) waiting.get(packet[1])?.resolve(packet as Answer);
    }
  });
  socket.once("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox ended before it answered."));
  });
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const packet = Buffer.from(JSON.stringify([0, last, name, parameters]));
      socket.write(Buffer.concat([Buffer.from(`${packet.length}:`), packet]));
    });
}

/** WebKitGTK's driver starts its small browser, which needs a screen: one that nobody sees. */
async function startWebKit(): Promise<OtherBrowser> {
  const screen = run("Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]);
  const numberOf = () => /^(\d+)\n/.exec(screen.printed())?.[1];
  await untilStarted(screen, () => numberOf() !== undefined);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const driver = run("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], {
    DISPLAY: `:${numberOf()}`,
    LIBGL_ALWAYS_SOFTWARE: "1",
  });
  await untilStarted(driver, () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  let session = "";
  const send: OtherBrowser["send"] = async (command, parameters = {}) => {
    const { method, path } = COMMANDS[command];
    const address = `${url}/session${session}${path.replace("{id}", String(parameters.id))}`;
    const body = method === "POST" ? JSON.stringify(parameters) : null;
    const answer = (await (await fetch(address, { method, body })).json()) as { value: unknown };
    const { error, message } = (answer.value ?? {}) as { error?: string; message?: string };
    if (error !== undefined) throw new Error(`${command}: ${error}: ${message}`);
    return answer.value;
  };
  const options = { binary: MINI_BROWSER, args: ["--automation", "--private"] };
  const begun = await send("begin", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  });
  session = `/${(begun as { sessionId: string }).sessionId}`;
  const end = async () => {
    await send("end");
    await driver.end();
    await screen.end();
  };
  return { send, end };
}

interface Program {
  printed(): string;
  end(): Promise<void>;
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): Program {
  const child = spawn(program, args, {
    env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: os.tmpdir(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const end = () => {
    child.kill();
    return closed;
  };
  return { printed: () => printed, end };
}

/** Ends the program when it does not start. */
async function untilStarted(program: Program, hasStarted: () => boolean | Promise<boolean>): Promise<void> {
  try {
    await vi.waitUntil(hasStarted, { timeout: 60_000 });
  } catch (error) {
    await program.end();
    throw new Error(program.printed(), { cause: error });
  }
}
