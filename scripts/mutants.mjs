import path from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";

/** `npm run mutants`: bundles the runner and has it try every small change to the rules on their tests. */
await bundle({
  entryPoints: ["tests/mutants/main.ts"],
  outfile: "dist/mutants.mjs",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
});
await import(pathToFileURL(path.resolve("dist/mutants.mjs")).href);
