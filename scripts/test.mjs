import { ensureBuilt } from "./build.mjs";
import { generate } from "./generate.mjs";
import { committedTree, keepWholeRun } from "./proof.mjs";
import {
  checkFormat,
  checkImports,
  finish,
  hasFailed,
  LINT_TESTS,
  runTests,
  startTypes,
  step,
} from "./steps.mjs";

/**
 * `npm test`: everything that proves the tree, each guarantee once; prose and sizes are linted by `npm run check`. `npm test -- <file> …` runs the tests of these files alone;
 * what they need is built first, by the set-up of their project.
 */
const chosen = process.argv.slice(2);
await step("Prisma client, lists of routes and texts", generate);
if (chosen.length > 0) {
  runTests("The chosen tests", chosen);
  finish();
}
const commit = committedTree();
const isBuilt = await step("Build", ensureBuilt);
const types = startTypes();
await step("Format and lint", checkFormat);
await step("Import rules", checkImports);
runTests("Rules, database and API", [
  "--project=unit",
  "--project=database",
  ...LINT_TESTS.map((file) => `--exclude=${file}`),
]);
await step("Types", types);
if (isBuilt)
  runTests("The built service, in its processes and in the browser", [
    "--project=built",
    "--project=components",
  ]);
if (!hasFailed()) keepWholeRun(commit);
finish();
