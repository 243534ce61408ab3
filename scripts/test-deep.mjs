import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { generate } from "./generate.mjs";
import { beginRun, keepProof, keepRun, takeUpRun } from "./proof.mjs";
import { figures, finish, hasFailed, mustRun, runTests, step } from "./steps.mjs";

/**
 * `npm run test:deep`: what takes too long for every change (docs/reliability.md). `npm run test:deep -- --seed <n>` repeats a run,
 * `-- --resume` goes on with the last one and keeps its steps that passed, `npm run test:deep -- <file> …` runs the tests of these
 * files alone. A green run of a committed tree is kept in docs/deep-run.json.
 */
const { values, positionals: chosen } = parseArgs({
  options: { seed: { type: "string" }, resume: { type: "boolean" } },
  allowPositionals: true,
});
const run = (values.resume && takeUpRun()) || beginRun(Number(values.seed ?? randomInt(2 ** 31)));
const { seed, steps } = run;
const DEEP = { TEST_DEPTH: "deep" };
const tests = (args, env) => (name) => runTests(name, args, env);
const program = (file, args) => (name) => step(name, () => mustRun(file, args));
const faults = (...args) => program("scripts/faults.mjs", [...args, "--seed", String(seed)]);
const bench = (...args) => program("bin/run.mjs", ["bench", ...args]);
/** Debian's package `prometheus`. */
const hasPrometheus = spawnSync("prometheus", ["--version"]).status === 0;
const UPGRADE = ["upgrade", "--entries", "1000000"];
const RANDOM =
  "--project=unit --project=database random histories batches branch-totals reports/reports".split(" ");

const STEPS = {
  "Doors, kills, restores, benches in short, the portal in Arabic": tests(["--project=deep"], DEEP),
  "Random histories from another seed": tests(RANDOM, { ...DEEP, TEST_SEED: String(seed) }),
  "Histories: races and retries": faults("--histories", "5", "--faults", "none"),
  "Histories: every fault": faults("--histories", "5"),
  "Histories: every fault, with offers and families": faults("--fields", "--histories", "3"),
  "Upgraded under load, stepped back, upgraded again": program("scripts/faults.mjs", UPGRADE),
  "An operator's year": program("scripts/faults.mjs", ["year"]),
  ...(hasPrometheus && { "Alerts of a real Prometheus": faults("alerts") }),
  "Deliberately broken services are found out": faults("--controls"),
  "The page worker killed, crowded and grown": faults("--pages"),
  "Every small change to the ledger's rules": program("scripts/mutants.mjs", []),
  "Bench: points": bench("--short", "--seconds", "2"),
  "Bench: fields": bench("fields", "--seconds", "2", "--rounds", "2"),
  "Bench: radar": bench("radar"),
};

console.log(`Seed ${seed}`);
await step("Prisma client, lists of routes and texts", generate);
if (chosen.length > 0) {
  runTests("The chosen tests", ["--project=deep", ...chosen], DEEP);
  finish();
}
if (await step("Build, with both doors", () => ensureBuilt({ isWhole: true }))) {
  for (const [name, runStep] of Object.entries(STEPS)) {
    if (steps.some((passed) => passed.name === name)) continue;
    await runStep(name);
    steps.push(...figures.slice(-1).filter(({ failed }) => failed === 0));
    keepRun(run);
  }
  if (!hasFailed()) keepProof(run);
}
finish();
