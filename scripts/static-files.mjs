import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { packDownloads } from "./downloads.mjs";
import { scriptsOf } from "./first-scripts.mjs";

/** Files that the service answers by itself, laid out by their addresses. See lib/platform/http/static-files.ts. */
const ROOT = "dist/static";

const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm"]);
const SHELL_STYLES = new Set([".css", ".woff2"]);
/** Below this size the headers are most of an answer. */
const WORTHWHILE_BYTES = 512;

/**
 * Gathers the files that browsers fetch, each with its compressed forms beside it. As small as they get takes ten times as
 * long: for a build that many browsers fetch from.
 */
export async function gatherStaticFiles({ isSmallest }) {
  rmSync(ROOT, { recursive: true, force: true });
  cpSync("public", ROOT, { recursive: true });
  packDownloads(path.join(ROOT, "docs/downloads"));
  cpSync(".next/static", path.join(ROOT, "_next/static"), { recursive: true });
  const firstScripts = scriptsOf(TILL, "page");
  nameShellFiles(firstScripts);
  hintFirstScripts(firstScripts);
  await Promise.all(
    readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && COMPRESSIBLE.has(path.extname(entry.name)))
      .map((entry) => compress(path.join(entry.parentPath, entry.name), isSmallest)),
  );
}

const TILL = "(portal)/(shell)/till";
const SCRIPT_NAME = /static\/chunks\/[\w.-]+?\.js/g;

/**
 * Tells the browser of the scripts with which the till begins that what is in them is called at once: it then compiles it
 * beside the page while the script arrives, and not in the middle of the page's own work when it is called.
 */
function hintFirstScripts(firstScripts) {
  for (const name of firstScripts) {
    const file = path.join(ROOT, "_next", name);
    writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, "utf8")}`);
  }
}

/** Those scripts, what they fetch later, and what that fetches: a script names the files that it fetches. */
function listTillScripts(firstScripts) {
  const found = new Set(firstScripts);
  for (const name of found)
    for (const [other] of readFileSync(path.join(ROOT, "_next", name), "utf8").matchAll(SCRIPT_NAME))
      if (existsSync(path.join(ROOT, "_next", other))) found.add(other);
  return found;
}

/**
 * Tells the service worker (public/sw.js) what the till is made of: no other page opens without a connection, and a till
 * does not fetch the scripts of every desk. Another release is another text of it.
 */
function nameShellFiles(firstScripts) {
  const addressOf = (name) => `/_next/${name.replaceAll(path.sep, "/")}`;
  const styles = readdirSync(path.join(ROOT, "_next/static"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SHELL_STYLES.has(path.extname(entry.name)))
    .map((entry) => path.relative(path.join(ROOT, "_next"), path.join(entry.parentPath, entry.name)));
  const files = [...listTillScripts(firstScripts), ...styles].map(addressOf).sort();
  const names = JSON.stringify(["/offline.html", "/offline.css", "/offline.js", "/icons/icon.svg", ...files]);
  const release = createHash("sha256").update(names).digest("hex").slice(0, 16);
  const worker = path.join(ROOT, "sw.js");
  writeFileSync(
    worker,
    `self.SHELL_FILES = ${names};\nself.SHELL_FIRST_FILES = ${JSON.stringify(firstScripts.map(addressOf))};\nself.SHELL_RELEASE = "${release}";\n${readFileSync(worker, "utf8")}`,
  );
}

/** Within a tenth of the smallest. */
const QUICK_BROTLI = 5;
const QUICK_GZIP = 5;

async function compress(file, isSmallest) {
  const content = await readFile(file);
  if (content.length < WORTHWHILE_BYTES) return;
  const [small, fallback] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isSmallest ? constants.BROTLI_MAX_QUALITY : QUICK_BROTLI,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: isSmallest ? constants.Z_BEST_COMPRESSION : QUICK_GZIP }),
  ]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, fallback)]);
}
