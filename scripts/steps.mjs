import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

/**
 * Common parts of `npm test`, `npm run check` and `npm run test:deep`: each step counts as one test beside those of the test files, all of
 * them run whatever fails, and the last line says how many passed and failed.
 */
const require = createRequire(path.resolve("package.json"));
const STEP_TIMEOUT_MS = 60 * 60_000;
const totals = { passed: 0, failed: 0 };
const failures = [];
export const figures = [];

const SOURCES = "app bench bin clients components lib scripts tests instrumentation.tsx proxy.tsx".split(" ");

function count(name, startedAt, { passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
  figures.push({ name, passed, failed, seconds: Math.round((Date.now() - startedAt) / 1_000) });
  if (failed > 0) failures.push(`${name}: ${failed} failed`);
}

export async function step(name, work) {
  console.log(`\n— ${name}`);
  const startedAt = Date.now();
  try {
    await work();
    count(name, startedAt, { passed: 1, failed: 0 });
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    count(name, startedAt, { passed: 0, failed: 1 });
    return false;
  }
}

/** Runs a program with Node itself, so that it works alike on every system and without a terminal. */
export function run(program, args, env = {}) {
  const { status } = spawnSync(process.execPath, [program, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, LOG_LEVEL: "silent", ...(!process.stdout.isTTY && { NO_COLOR: "1" }), ...env },
    timeout: STEP_TIMEOUT_MS,
  });
  return status;
}

export function mustRun(program, args, env) {
  if (run(program, args, env) !== 0)
    throw new Error(`${path.basename(program)} ${args.join(" ")} found something.`);
}

/** Begins a program beside what follows, to which it yields the processors. The returned function waits for its end. */
export function startBeside(program, args) {
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
export function binOf(packageName, name = packageName) {
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

/** Several checkers each check the types that they share: on two cores they took three times of the processor's seconds. */
export const startTypes = () =>
  startBeside(binOf("typescript-7", "tsc"), ["--checkers", "1", "--noEmit", "-p", "."]);

export const checkFormat = () => mustRun(binOf("@biomejs/biome", "biome"), ["ci"]);

export const checkImports = () =>
  mustRun(binOf("dependency-cruiser", "depcruise"), [
    "--config",
    ".dependency-cruiser.cjs",
    ...SOURCES.filter(existsSync),
  ]);

/**
 * Begins the rules of dependency-cruiser for what the changed files import, beside what follows. Rules about the tree as a whole, such as
 * files that nothing uses, take it as a whole: `checkImports`.
 */
export function startImports(changed) {
  const files = changed.filter(
    (file) => /\.(?:tsx?|mjs)$/.test(file) && existsSync(file) && SOURCES.includes(file.split("/")[0]),
  );
  if (files.length === 0) return async () => {};
  const limits = ["--max-depth", "1", "--config", ".dependency-cruiser.cjs"];
  return startBeside(binOf("dependency-cruiser", "depcruise"), [...limits, ...files]);
}

/** Lint of prose and sizes: a part of `npm run check`, and of the continuous integration's run of all unit tests. */
export const LINT_TESTS = ["tests/unit/docs/writing.test.ts", "tests/unit/docs/size.test.ts"];

/** Runs Vitest with these arguments and counts what it reports; the report stays in test-results. */
export function runTests(name, args, env) {
  console.log(`\n— ${name}`);
  const startedAt = Date.now();
  const report = path.join("test-results", `${name.toLowerCase().replace(/\W+/g, "-")}.json`);
  rmSync(report, { force: true });
  const status = run(binOf("vitest"), ["run", ...args], { ...env, TEST_REPORT: report });
  count(name, startedAt, readReport(report, status));
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

export const hasFailed = () => totals.failed > 0;

/** Says how it went, in words and in the last line, and ends the process. */
export function finish() {
  if (failures.length > 0) console.error(`\n${failures.join("\n")}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exit(hasFailed() ? 1 : 0);
}
