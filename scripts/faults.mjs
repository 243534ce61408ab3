import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForNode, ensureBuilt, ensureCommandBuilt } from "./build.mjs";

/** `npm run faults`, with `-- failover`, `-- upgrade`, `-- year` or `-- alerts`: builds what the harness needs, bundles the harness and runs it. */
const HARNESSES = {
  failover: "tests/faults/failover/main.ts",
  upgrade: "tests/faults/upgrade.ts",
  year: "tests/faults/year.ts",
  alerts: "tests/faults/alerts.ts",
};
const harness = HARNESSES[process.argv[2]];
/** Harnesses that build the releases that they need by themselves. */
const BUILDING = new Set(["upgrade", "year"]);
// Alerts need no pages.
if (process.argv[2] === "alerts") await ensureCommandBuilt("server");
else if (!BUILDING.has(process.argv[2])) await ensureBuilt().then(() => ensureCommandBuilt("verify"));
if (harness !== undefined) process.argv.splice(2, 1);
await bundleForNode({
  faults: harness ?? "tests/faults/main.ts",
  "tests/faults-holder": "tests/faults/holder.ts",
});
await import(pathToFileURL(path.resolve("dist/faults.mjs")).href);
