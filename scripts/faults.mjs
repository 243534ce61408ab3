import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForNode, ensureBuilt, ensureCommandBuilt } from "./build.mjs";

/** `npm run faults`, with `-- failover`, `-- upgrade` or `-- alerts`: builds what the harness needs, bundles the harness and runs it. */
const HARNESSES = {
  failover: "tests/faults/failover/main.ts",
  upgrade: "tests/faults/upgrade.ts",
  alerts: "tests/faults/alerts.ts",
};
const harness = HARNESSES[process.argv[2]];
// An upgrade builds the two releases that it needs by itself, and alerts need no pages.
if (process.argv[2] === "alerts") await ensureCommandBuilt("server");
else if (process.argv[2] !== "upgrade") await ensureBuilt().then(() => ensureCommandBuilt("verify"));
if (harness !== undefined) process.argv.splice(2, 1);
await bundleForNode({
  faults: harness ?? "tests/faults/main.ts",
  "tests/faults-holder": "tests/faults/holder.ts",
});
await import(pathToFileURL(path.resolve("dist/faults.mjs")).href);
