import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForNode, ensureBuilt, ensureCommandBuilt } from "./build.mjs";

/** `npm run faults` and `npm run faults -- failover`: builds the service if need be, bundles the harness and runs it. */
const isFailover = process.argv[2] === "failover";
if (isFailover) process.argv.splice(2, 1);
await ensureBuilt();
await ensureCommandBuilt("verify");
await bundleForNode({
  faults: isFailover ? "tests/faults/failover/main.ts" : "tests/faults/main.ts",
  "tests/faults-holder": "tests/faults/holder.ts",
});
await import(pathToFileURL(path.resolve("dist/faults.mjs")).href);
