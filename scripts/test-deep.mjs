import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { generate } from "./generate.mjs";
import { keepProof } from "./proof.mjs";
import { figures, finish, hasFailed, mustRun, runTests, step } from "./steps.mjs";

/**
 * `npm run test:deep`: what takes too long for every change (docs/reliability.md). `npm run test:deep -- --seed <n>` repeats a run,
 * `npm run test:deep -- <file> …` runs the tests of these files alone.
 * A green run of a committed tree is kept in docs/deep-run.json.
 */
const { values, positionals: chosen } = parseArgs({
  options: { seed: { type: "string" } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const DEEP = { TEST_DEPTH: "deep" };
const bench = (...args) => mustRun("bin/run.mjs", ["bench", ...args]);
const faults = (...args) => mustRun("scripts/faults.mjs", [...args, "--seed", String(seed)]);

console.log(`Seed ${seed}`);
await step("Prisma client, lists of routes and texts", generate);
if (chosen.length > 0) {
  runTests("The chosen tests", ["--project=deep", ...chosen], DEEP);
  finish();
}
if (await step("Build, with both doors", () => ensureBuilt({ isWhole: true }))) {
  runTests("Doors, kills, restores, benches in short, lists in the other language", ["--project=deep"], DEEP);
  runTests(
    "Random histories from another seed",
    [
      "--project=unit",
      "--project=database",
      "random",
      "histories",
      "batches",
      "branch-totals",
      "reports/reports",
    ],
    { TEST_SEED: String(seed) },
  );
  await step("Histories: races and retries", () => faults("--histories", "5", "--faults", "none"));
  await step("Histories: every fault", () => faults("--histories", "5"));
  await step("Histories: every fault, with holds, families, coupons and promotions", () =>
    faults("--histories", "3", "--fields"),
  );
  await step("Upgraded under load, stepped back, upgraded again", () =>
    mustRun("scripts/faults.mjs", ["upgrade", "--entries", "1000000"]),
  );
  await step("Deliberately broken services are found out", () => faults("--controls"));
  await step("The page worker killed, crowded and grown", () => faults("--pages"));
  await step("Every small change to the ledger's rules", () => mustRun("scripts/mutants.mjs", []));
  await step("Bench: points", () => bench("--short", "--seconds", "2"));
  await step("Bench: fields", () => bench("fields", "--seconds", "2", "--rounds", "2"));
  await step("Bench: radar", () => bench("radar"));
}
if (!hasFailed()) keepProof({ seed, steps: figures });
finish();
