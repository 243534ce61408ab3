import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { isMain } from "./is-main.mjs";
import { listMessages } from "./list-messages.mjs";
import { listRoutes } from "./list-routes.mjs";

const GENERATED = "lib/platform/database/generated";
const STAMP = path.join(GENERATED, ".schema-hash");

/** Makes what the sources import and nobody writes: the Prisma client, and the lists of routes and of texts. */
export function generate() {
  generateClient();
  listRoutes();
  listMessages();
}

/** Makes the Prisma client in lib/platform/database/generated, unless it is already there for this schema and this Prisma. */
function generateClient() {
  const require = createRequire(path.resolve("package.json"));
  const packageFile = require.resolve("prisma/package.json");
  const hash = createHash("sha256")
    .update(readFileSync("prisma/schema.prisma"))
    .update(readFileSync(packageFile))
    .digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash) return;
  // The generator needs no schema engine, but the CLI fetches one from the network unless it is given the path of any
  // program that exists. This keeps installation and tests to the npm registry alone.
  const generation = spawnSync(
    process.execPath,
    [path.join(path.dirname(packageFile), "build", "index.js"), "generate", "--no-hints"],
    {
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
    },
  );
  if (generation.status !== 0) {
    throw new Error(`prisma generate failed:\n${generation.stdout}${generation.stderr}`);
  }
  writeFileSync(STAMP, hash);
}

if (isMain(import.meta.url)) generate();
