/**
 * Who may import whom, as docs/ARCHITECTURE.md draws it. A rule's comment is what a violation prints.
 * Types count as well, unless a rule says otherwise: what a file must know, it depends on.
 */

/** The domain: what is true about points, deals and people whatever the delivery. */
const AREAS = "^lib/(admin|audit|auth|deals|demo|events|jobs|ledger|programme|reports|traffic|wallets)/";
const DELIVERY = "^(app|components|lib/(http|portal|contract|operations))/";
const FRAMEWORK =
  "^node_modules/(next|react|react-dom|next-intl|@tanstack/react-query|react-aria-components)/";
/** Constants and arithmetic of the areas that need neither database nor Node and so may run anywhere. */
const PURE_WORDS =
  "^lib/(events/types|ledger/(types|conversion)|auth/(roles|password-rules)|programme/(time|msisdn)|deals/(states|warnings))\\.ts$";
const BROWSER_SAFE = "^(components|lib/(contract|portal))/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment:
        "A cycle has no order in which it can be understood. Move what both need into a file of its own.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphans",
      comment: "Nothing imports this file. Use it or remove it.",
      severity: "error",
      from: {
        orphan: true,
        path: "^lib/",
        pathNot: ["\\.d\\.ts$", "^lib/db/generated/", "^lib/i18n/(request\\.ts|only-[a-z-]+\\.cjs)$"],
      },
      to: {},
    },
    {
      name: "not-resolvable",
      comment: "The import leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "database-knows-nothing-above",
      comment:
        "lib/db serves the areas and knows none of them: settings, log, clock and the generated client only.",
      severity: "error",
      from: { path: "^lib/db/", pathNot: "^lib/db/generated/" },
      to: { path: `${DELIVERY}|${AREAS}|${FRAMEWORK}` },
    },
    {
      name: "areas-know-no-delivery",
      comment: "The areas hold the rules. They know nothing of HTTP, the wire or React.",
      severity: "error",
      from: { path: AREAS },
      to: { path: `${DELIVERY}|${FRAMEWORK}` },
    },
    {
      name: "rules-are-pure",
      comment: "lib/ledger/rules decides in memory: no database, no settings, no clock, no input or output.",
      severity: "error",
      from: { path: "^lib/ledger/rules/" },
      to: {
        path: "^lib/(db|env|log|metrics|clock)|^node_modules/(pg|pino|prom-client)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "operations-know-no-delivery",
      comment:
        "Operations take a command and an actor and return a domain value; requests, statuses and envelopes are for lib/http.",
      severity: "error",
      from: { path: "^lib/operations/" },
      to: { path: `^(app|components|lib/(http|portal|contract))/|${FRAMEWORK}` },
    },
    {
      name: "contract-is-the-wire-only",
      comment:
        "lib/contract runs in browsers too: zod, itself, the error codes, and nothing but types from the areas.",
      severity: "error",
      from: { path: "^lib/contract/" },
      to: { path: `^(app|components|lib/(http|portal|operations|db|env|log|metrics))|${FRAMEWORK}` },
    },
    {
      name: "contract-takes-only-types-from-areas",
      comment: "An area's code would carry the server into the browser; its types and constants do not.",
      severity: "error",
      from: { path: "^lib/contract/" },
      to: { path: AREAS, pathNot: PURE_WORDS, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "browser-code-has-no-server",
      comment: "What runs in the browser reaches the service through lib/portal and lib/contract only.",
      severity: "error",
      from: { path: BROWSER_SAFE },
      to: {
        path: `^lib/(db|env|log|metrics|http|operations|services|secret-file)|${AREAS}`,
        pathNot: PURE_WORDS,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "browser-code-has-no-node",
      comment: "Node's own modules do not exist in the browser.",
      severity: "error",
      from: { path: BROWSER_SAFE },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "components-are-below-pages",
      comment: "Components get props and give events; they know no page and no route.",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^app/" },
    },
    {
      name: "pages-write-no-sql",
      comment:
        "Pages and routes declare. Data comes through operations and lib/http, never from the database.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^lib/db/|^lib/ledger/" },
    },
    {
      name: "only-the-database-knows-prisma",
      comment: "Prisma is used in lib and through the client of lib/db/pools; nothing else makes one.",
      severity: "error",
      from: { pathNot: "^(lib/db/|tests/|prisma\\.config\\.ts)" },
      to: { path: "^node_modules/@prisma/" },
    },
    {
      name: "no-tests-in-the-product",
      comment: "The product does not depend on its tests or benches; the bench has a command of its own.",
      severity: "error",
      from: { path: "^(app|bin|components|lib)/", pathNot: "^bin/bench\\.ts$" },
      to: { path: "^(tests|bench)/" },
    },
    {
      name: "no-development-packages-in-the-product",
      comment: "A production installation leaves development packages out.",
      severity: "error",
      from: { path: "^(app|bin|components|lib)/", pathNot: "^lib/db/generated/" },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "^node_modules/@types/",
      },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules", "^lib/db/generated"] },
    exclude: { path: ["(^|/)\\.next/", "^dist"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
    skipAnalysisNotInRules: true,
  },
};
