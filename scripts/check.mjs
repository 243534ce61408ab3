import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { generate } from "./generate.mjs";
import { testsReachedBy } from "./imports.mjs";
import { changedSince, commitsBehind, describeProof } from "./proof.mjs";
import { checkFormat, finish, LINT_TESTS, runTests, startImports, startTypes, step } from "./steps.mjs";

/**
 * `npm run check`: format, lint, types, import rules of the changed files, and the tests that the change reaches, in under 45 seconds of
 * processor time; nothing is built. Tests on a database are run while they are short, and named otherwise. A change is what is not committed
 * and what is committed on top of the main branch; `npm run check -- <commit>` counts from there. `npm run check -- --types` checks the types alone.
 */
const { values, positionals } = parseArgs({
  options: { types: { type: "boolean" } },
  allowPositionals: true,
});
const DATABASE_SECONDS_MAX = 12;
/** A test file too short for tests/durations.json to list. */
const SHORT_MS = 1_000;

// Everything else imports the generated files: without them each step would tell of the same fault.
if (!(await step("Prisma client, lists of routes and texts", generate))) finish();
const types = startTypes();
if (values.types) {
  await step("Types", types);
  finish();
}
const changed = changedSince(commitsBehind(positionals[0]));
const imports = startImports(changed);
await step("Format and lint", checkFormat);
const reached = testsReachedBy(changed);
const unit = reached.filter((file) => file.startsWith("tests/unit/"));
const database = reached.filter((file) => /^tests\/(?:api|integration)\/(?!process\/)/.test(file));
const browser = reached.filter((file) =>
  /^tests\/(?:components|e2e|faults|integration\/process)\//.test(file),
);
const durations = JSON.parse(readFileSync("tests/durations.json", "utf8"));
const seconds = database.reduce((sum, file) => sum + (durations[file] ?? SHORT_MS), 0) / 1_000;
const isShort = seconds <= DATABASE_SECONDS_MAX;
runTests("The tests that the change reaches, words and size", [
  ...new Set([...unit, ...LINT_TESTS, ...(isShort ? database : [])]),
]);
await step("Import rules of the changed files", imports);
await step("Types", types);
if (!isShort)
  nameTests(
    `${database.length} files of tests on a database are reached, some ${Math.round(seconds)} s`,
    database,
  );
if (browser.length > 0) nameTests("Tests in the browser or of the built service are reached", browser);
console.log(`\n${describeProof()}`);
finish();

/** Says how to run tests that the check leaves to the reader. */
function nameTests(what, files) {
  const shown =
    files.length > 12 ? [...new Set(files.map((file) => file.split("/").slice(0, 3).join("/")))] : files;
  console.log(
    `\n${what}; run those that the change is about, or npm test:\n  npm test -- ${shown.join(" ")}`,
  );
}
