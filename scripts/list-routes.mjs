import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const LIST = "bin/server/generated/routes.ts";

/**
 * Writes down the route files of app/ with the addresses that their folders give them, for the API workers: they load the
 * same files as Next.js does, without Next.js. Addresses are patterns of the router (rou3).
 */
export function listRoutes() {
  const routes = readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "route.ts")
    .map((entry) => path.relative("app", entry.parentPath).replaceAll(path.sep, "/"))
    .sort();
  const lines = routes.map(
    (folder) =>
      `  { path: ${JSON.stringify(addressOf(folder))}, load: (): Promise<unknown> => import(${JSON.stringify(`@/app/${folder}/route`)}) },`,
  );
  mkdirSync(path.dirname(LIST), { recursive: true });
  writeFileSync(
    LIST,
    `/** The route files of app/, as scripts/list-routes.mjs found them. */\nexport const ROUTES = [\n${lines.join("\n")}\n];\n`,
  );
}

/** The address of a folder of app/, as Next.js reads it: `(group)` is left out, `[name]` is a parameter, `[...name]` all that follows. */
function addressOf(folder) {
  const parts = folder.split("/").filter((part) => !/^\(.*\)$/.test(part));
  return `/${parts.map((part) => part.replace(/^\[\.\.\.(.+)\]$/, "**:$1").replace(/^\[(.+)\]$/, ":$1")).join("/")}`;
}
