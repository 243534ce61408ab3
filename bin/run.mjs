#!/usr/bin/env node
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Runs a command of the service: `node bin/run.mjs <command> [arguments]` bundles bin/<command>.ts and runs it. The
 * server is built whole first if its sources have changed. A sealed build (see scripts/build.mjs) is run as it is.
 */
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);

const [command, ...args] = process.argv.slice(2);
const isDevelopment = args.includes("--dev");
process.env.NODE_ENV ??= isDevelopment ? "development" : "production";
process.env.NEXT_TELEMETRY_DISABLED ??= "1";

// A sealed image has no compiler, so the build is only loaded where something may have to be built.
const { existsSync, readFileSync } = await import("node:fs");
const isSealed =
  existsSync("dist/build.json") && JSON.parse(readFileSync("dist/build.json", "utf8")).isSealed;
if (!isSealed) {
  const { ensureBuilt, ensureCommandBuilt, listCommands } = await import("../scripts/build.mjs");
  if (command === undefined || !listCommands().includes(command)) {
    console.error(`Which command? One of: ${listCommands().join(", ")}.`);
    process.exit(64);
  }
  if (command === "server" && !isDevelopment) await ensureBuilt();
  else await ensureCommandBuilt(command);
}

const program = path.join(root, "dist", `${command}.mjs`);
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(program).href);
