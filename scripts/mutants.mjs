import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForNode } from "./build.mjs";

/** `node scripts/mutants.mjs`: bundles the runner and has it try every small change to the rules on their tests. */
await bundleForNode({ mutants: "tests/mutants/main.ts" });
await import(pathToFileURL(path.resolve("dist/mutants.mjs")).href);
