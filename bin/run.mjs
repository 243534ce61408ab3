#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { endSteps, sayStep } from "./progress.mjs";

/**
 * Runs a command of the service: `node bin/run.mjs <command> [arguments]` bundles bin/<command>.ts and runs it. The
 * server builds its pages beside its start if the sources have changed. A sealed build (see scripts/build.mjs) is run as it is.
 */
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

const [command, ...args] = process.argv.slice(2);
const isDevelopment = args.includes("--dev");
process.env.NODE_ENV ??= isDevelopment ? "development" : "production";
process.env.NEXT_TELEMETRY_DISABLED ??= "1";

// A sealed image has no compiler, so the build is only loaded where something may have to be built.
const isSealed =
  existsSync("dist/build.json") && JSON.parse(readFileSync("dist/build.json", "utf8")).isSealed;
if (!isSealed) {
  if (!existsSync("node_modules")) install();
  const { ensureCommandBuilt, ensureServerBuilt, listCommands } = await import("../scripts/build.mjs");
  if (command === undefined || !listCommands().includes(command)) {
    console.error(`Which command? One of: ${listCommands().join(", ")}.`);
    process.exit(64);
  }
  if (command === "server" && !isDevelopment) {
    const pages = await ensureServerBuilt({ whenStale: () => sayStep("Building the server") });
    if (pages !== undefined) args.push(...pages);
  } else await ensureCommandBuilt(command);
}

function install() {
  sayStep("Installing packages");
  const { status } = spawnSync("npm", ["ci", "--omit=dev", "--no-progress", "--loglevel=error"], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  endSteps();
  if (status !== 0) process.exit(1);
}

if (command === "server" && process.env.npm_lifecycle_event !== undefined) args.push("--by-npm");
const program = path.join(root, "dist", `${command}.mjs`);
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(program).href);
