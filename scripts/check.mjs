import { generate } from "./generate.mjs";
import { commitsBehind, describeProof } from "./proof.mjs";
import { checkFormat, checkImports, finish, runTests, startTypes, step } from "./steps.mjs";

/**
 * `npm run check`: format, lint, types, import rules and the unit tests that a change reaches, in under a minute; nothing is built.
 * A change is what is not committed and what is committed on top of the main branch; `npm run check -- <commit>` counts from there.
 */
await step("Prisma client, lists of routes and texts", generate);
const types = startTypes();
await step("Format and lint", checkFormat);
await step("Import rules", checkImports);
runTests("The unit tests that the change reaches", [
  "--project=unit",
  `--changed=${commitsBehind(process.argv[2])}`,
  "--passWithNoTests",
]);
runTests("Words and size", [
  "--project=unit",
  "tests/unit/docs/writing.test.ts",
  "tests/unit/docs/size.test.ts",
]);
await step("Types", types);
console.log(`\n${describeProof()}`);
finish();
