import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { isMain } from "./is-main.mjs";

/** The most that the first scripts of a page may be together, compressed, in bytes (docs/performance.md). */
const FIRST_SCRIPT_MAX = { "/display": 145_000, "/sign-in": 165_000, "/till": 200_000 };
const FIRST_SCRIPT_MAX_ELSEWHERE = 320_000;

/** Pages whose first scripts are more than they may be. */
export function listHeavyPages() {
  return listFirstScripts().filter(
    ({ page, bytes }) => bytes > (FIRST_SCRIPT_MAX[page] ?? FIRST_SCRIPT_MAX_ELSEWHERE),
  );
}

const PAGES = ".next/server/app";
const MANIFEST = "page_client-reference-manifest.js";

/**
 * The first scripts of every page of the build in the present folder: those that the page itself names, and that the browser
 * has to have before it can take the page over. `bytes` are those that a sealed build sends, without headers; largest page first.
 */
export function listFirstScripts() {
  return readdirSync(PAGES, { recursive: true })
    .filter((file) => path.basename(file) === MANIFEST)
    .map((file) => {
      // A page stands in its layouts, beside what is shown when it fails.
      const files = scriptsOf(path.dirname(file));
      return { page: addressOf(file), files, bytes: files.reduce((sum, name) => sum + bytesOf(name), 0) };
    })
    .sort((one, other) => other.bytes - one.bytes);
}

/** The scripts that the page of a folder names: all, or those of one of its files, such as "page". */
export function scriptsOf(folder, part) {
  const { rootMainFiles } = JSON.parse(readFileSync(".next/build-manifest.json", "utf8"));
  const manifest = readFileSync(path.join(PAGES, folder, MANIFEST), "utf8");
  const [, json] = manifest.split(/^globalThis\.__RSC_MANIFEST\[.*?\] = (?=\{)/m);
  const { entryJSFiles } = JSON.parse(json.replace(/;\s*$/, ""));
  const chosen =
    part === undefined ? Object.values(entryJSFiles).flat() : entryJSFiles[`[project]/app/${folder}/${part}`];
  return [...new Set([...rootMainFiles, ...chosen])];
}

/** Groups in brackets are no part of the address. */
function addressOf(file) {
  const folders = path.dirname(file).split(path.sep);
  return `/${folders.filter((folder) => folder !== "." && !/^\(.*\)$/.test(folder)).join("/")}`;
}

const known = new Map();

/** As small as it gets, whatever the present build took the time for. */
function bytesOf(name) {
  if (!known.has(name)) known.set(name, brotliCompressSync(readFileSync(path.join(".next", name))).length);
  return known.get(name);
}

// `node scripts/first-scripts.mjs` prints those of the last build, in kB (1,000 bytes), and fails when a page has more than it may.
if (isMain(import.meta.url)) {
  for (const { page, bytes } of listFirstScripts())
    console.log(`${(bytes / 1_000).toFixed(1).padStart(8)}  ${page}`);
  const heavy = listHeavyPages().map(({ page }) => page);
  if (heavy.length > 0) {
    console.error(`Too much: ${heavy.join(", ")}`);
    process.exitCode = 1;
  }
}
