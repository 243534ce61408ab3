import { spawnSync } from "node:child_process";
import { bundleForNode } from "./build.mjs";
import { generate } from "./generate.mjs";

// Writes clients/typescript/src/contract.ts anew from the contract of the points API.
await generate();
await bundleForNode({ "client-types": "clients/generate/main.ts" });
process.exitCode = spawnSync(process.execPath, ["dist/client-types.mjs"], { stdio: "inherit" }).status ?? 1;
