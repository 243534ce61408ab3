import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { tgz } from "../lib/docs/tgz.mjs";

const CLIENT = "clients/typescript";

/**
 * Packs the TypeScript client of the developer pages, for readers to download from the running service. The same sources make the same
 * bytes. The service packs the sample programs itself (lib/docs/samples.ts): they name its address.
 */
export function packDownloads(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const client = [...compiledClient(), ...["package.json", "README.md"].map((name) => fileOf(CLIENT, name))];
  writeFileSync(path.join(folder, "points-service-client.tgz"), tgz("package", client));
}

/** As npm reads it: JavaScript and types in dist. */
function compiledClient() {
  const work = path.join("dist", "client");
  rmSync(work, { recursive: true, force: true });
  const compiler = createRequire(path.resolve("package.json")).resolve("typescript/bin/tsc");
  const { status, stdout } = spawnSync(
    process.execPath,
    [compiler, "-p", path.join(CLIENT, "tsconfig.json"), "--outDir", work],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`The TypeScript client does not compile:\n${stdout}`);
  const files = readdirSync(work).map((name) => fileOf(work, name, `dist/${name}`));
  rmSync(work, { recursive: true });
  return files;
}

function fileOf(folder, name, as = name) {
  return { name: as, content: readFileSync(path.join(folder, name)) };
}
