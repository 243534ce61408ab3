import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { ensureBuilt } from "./build.mjs";
import { generate } from "./generate.mjs";

/**
 * `npm test`: everything that proves the tree. Each check counts as one test beside those of the test files; all of them
 * run whatever fails, and the last line says how many passed and failed.
 */
const require = createRequire(path.resolve("package.json"));
/** A step that hangs fails instead of holding up whoever waits. */
const STEP_TIMEOUT_MS = 40 * 60_000;
const totals = { passed: 0, failed: 0 };
const failures = [];

function count(name, { passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
  if (failed > 0) failures.push(`${name}: ${failed} failed`);
}

async function check(name, work) {
  console.log(`\n— ${name}`);
  try {
    await work();
    count(name, { passed: 1, failed: 0 });
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    count(name, { passed: 0, failed: 1 });
    return false;
  }
}

/** Runs a program of a package with Node itself, so that it works alike on every system and without a terminal. */
function run(program, args) {
  const { status } = spawnSync(process.execPath, [program, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, LOG_LEVEL: "silent", ...(!process.stdout.isTTY && { NO_COLOR: "1" }) },
    timeout: STEP_TIMEOUT_MS,
  });
  return status;
}

function mustRun(program, args) {
  if (run(program, args) !== 0)
    throw new Error(`${path.basename(program)} ${args.join(" ")} found something.`);
}

/** Begins a program beside what follows, to which it yields the processors. What is returned waits for its end. */
function startBeside(program, args) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "points-test-"));
  const output = path.join(folder, "output.txt");
  const file = openSync(output, "w");
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", file, file] });
  closeSync(file);
  os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  const ended = once(child, "exit");
  return async () => {
    const [status] = await ended;
    console.log(readFileSync(output, "utf8"));
    rmSync(folder, { recursive: true });
    if (status !== 0) throw new Error(`${path.basename(program)} ${args.join(" ")} found something.`);
  };
}

/** The path of a package's program, by its package and the name in its "bin". */
function binOf(packageName, name = packageName) {
  const manifest = findManifest(packageName);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return path.resolve(path.dirname(manifest), typeof bin === "string" ? bin : bin[name]);
}

function findManifest(packageName) {
  for (const folder of require.resolve.paths(packageName) ?? []) {
    const manifest = path.join(folder, packageName, "package.json");
    if (existsSync(manifest)) return manifest;
  }
  throw new Error(`${packageName} is not installed. Run: npm ci`);
}

function runTests(name, projects) {
  console.log(`\n— ${name}`);
  const folder = mkdtempSync(path.join(os.tmpdir(), "points-test-report-"));
  const report = path.join(folder, "report.json");
  const status = run(binOf("vitest"), [
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  count(name, readReport(report, status));
  rmSync(folder, { recursive: true });
}

/** A file that cannot even be loaded, or an error outside any test, is a failure as well. */
function readReport(report, status) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const broken = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + broken;
  return { passed: numPassedTests, failed: status !== 0 && failed === 0 ? 1 : failed };
}

const SOURCES = [
  "app",
  "bench",
  "bin",
  "clients",
  "components",
  "lib",
  "scripts",
  "tests",
  "instrumentation.ts",
  "proxy.ts",
];

await check("Prisma client, lists of routes and texts", generate);
const isBuilt = await check("Build", ensureBuilt);
const types = startBeside(binOf("typescript", "tsc"), ["--noEmit", "-p", "."]);
await check("Format and lint", () => mustRun(binOf("@biomejs/biome", "biome"), ["ci"]));
await check("Import rules", () =>
  mustRun(binOf("dependency-cruiser", "depcruise"), [
    "--config",
    ".dependency-cruiser.cjs",
    ...SOURCES.filter(existsSync),
  ]),
);
runTests("Rules, database and API", ["unit", "database"]);
await check("Types", types);
if (isBuilt) runTests("The built service, in its processes and in the browser", ["built"]);

if (failures.length > 0) console.error(`\n${failures.join("\n")}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
