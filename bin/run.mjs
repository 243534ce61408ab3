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

const HELP = new Set(["--help", "-h", "help"]);
/** The work of each command; tests/unit/platform/run-help.test.ts finds one that is missing. */
const COMMANDS = {
  admin: "People, merchants, branches, API clients and settings, from the command line",
  "anchor-key": "Replaces the key that signs the state of the logs, and proves the way from the old one",
  backup: "Writes a copy of the database while the shops sell, keeps the last days, and proves it",
  bench: "Measures how fast the service answers on this machine",
  "demo-wallets": "Adds many customers to demo data, for trials of size",
  doctor: "Says in one screen what is wrong with this installation, and what to do",
  migrate: "Brings the tables of DATABASE_URL to this release",
  server: "The service: points API and portal (npm start)",
  verify: "Replays every log and names each row that does not follow",
};

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
  const commands = listCommands();
  if (command === undefined || HELP.has(command) || !commands.includes(command)) {
    const isAsked = HELP.has(command);
    console[isAsked ? "log" : "error"](usage(commands));
    process.exit(isAsked ? 0 : 64);
  }
  if (command === "server" && !isDevelopment) {
    const pages = await ensureServerBuilt({ whenStale: () => sayStep("Building the server") });
    if (pages !== undefined) args.push(...pages);
  } else await ensureCommandBuilt(command);
}

/** The commands, a line each. */
function usage(commands) {
  const lines = commands.map((name) => `  ${name.padEnd(14)}${COMMANDS[name] ?? ""}`);
  return [
    "Usage: node bin/run.mjs <command> [arguments]",
    "",
    ...lines,
    "",
    "Each command explains itself with --help.",
  ].join("\n");
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
