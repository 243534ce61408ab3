import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { until } from "@/tests/support/ledger";
import { TESTS_SECRET } from "./proven-pool";

export interface NextServer {
  logs(): string;
  port: number;
  stop(): Promise<void>;
}

/**
 * The built service's pages and route files, served by Next.js alone (`next start`).
 * @throws Error when the build has no route files
 */
export async function startNext(databaseUrl: string): Promise<NextServer> {
  const { isWhole } = JSON.parse(readFileSync("dist/build.json", "utf8")) as { isWhole: boolean };
  if (!isWhole) throw new Error("Next.js alone needs a whole build. Run: npm run build -- --whole");
  const port = await freePort();
  const program = path.resolve("node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [program, "start", "-p", String(port), "-H", "127.0.0.1"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      METRICS_PORT: "0",
      SESSION_SECRET: TESTS_SECRET,
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  try {
    await until(() => answers(port, child), 60_000);
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error(printed, { cause: error });
  }
  return { port, logs: () => printed, stop: () => end(child) };
}

function answers(port: number, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error("next start ended");
  return fetch(`http://127.0.0.1:${port}/api/Integration/v1/GetDeals`).then(
    ({ status }) => status === 401,
    () => false,
  );
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve();
    // Everything that it printed has arrived.
    child.once("close", () => resolve());
    child.kill("SIGTERM");
  });
}

export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
