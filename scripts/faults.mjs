import path from "node:path";
import { pathToFileURL } from "node:url";
import { build as bundle } from "esbuild";
import { ensureBuilt, ensureCommandBuilt } from "./build.mjs";

/** `npm run faults` and its like: builds the service if need be, bundles the harness and runs it. */
const entryPoint = process.argv[2] === "failover" ? process.argv.splice(2, 1)[0] : undefined;
await ensureBuilt();
await ensureCommandBuilt("verify");
await bundle({
  entryPoints: {
    faults: path.join("tests/faults", entryPoint ?? "", "main.ts"),
    "tests/faults-holder": "tests/faults/holder.ts",
  },
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
});
await import(pathToFileURL(path.resolve("dist/faults.mjs")).href);
