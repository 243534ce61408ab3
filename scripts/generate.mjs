import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { bundleThread } from "./bundle-thread.mjs";
import { isMain } from "./is-main.mjs";
import { listActs } from "./list-acts.mjs";
import { listMessages } from "./list-messages.mjs";
import { listPageTexts } from "./list-page-texts.mjs";
import { listRoutes } from "./list-routes.mjs";
import { listTables } from "./list-tables.mjs";

const GENERATED = "lib/platform/database/generated";
const STAMP = path.join(GENERATED, ".schema-hash");

/**
 * Makes what the sources import and nobody writes: the Prisma client, the lists of routes, texts, texts of pages, tables and acts, and the
 * code of the thread that reads workbooks.
 */
export async function generate() {
  generateClient();
  listRoutes();
  listMessages();
  listPageTexts();
  listTables();
  await listActs();
  await bundleThread();
}

/**
 * Makes the Prisma client in lib/platform/database/generated, unless it is there for this schema and this Prisma. The command line (214 MB) is
 * needed to develop only: where it is not installed, npm fetches it for the one call.
 */
function generateClient() {
  const { version } = createRequire(path.resolve("package.json"))("@prisma/client/package.json");
  const hash = createHash("sha256")
    .update(readFileSync("prisma/schema.prisma"))
    .update(version)
    .digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash) return;
  const generation = spawnSync(`npm exec --yes --package=prisma@${version} -- prisma generate --no-hints`, {
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    env: {
      ...process.env,
      // Generating needs no schema engine; any program that exists keeps Prisma from fetching one.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  if (generation.status !== 0) {
    throw new Error(`prisma generate failed:\n${generation.stdout}${generation.stderr}`);
  }
  writeFileSync(STAMP, hash);
}

if (isMain(import.meta.url)) await generate();
