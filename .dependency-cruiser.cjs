/**
 * Who may import whom, as docs/ARCHITECTURE.md draws it. A rule's comment is what a violation prints.
 * Types count as well, unless a rule says otherwise: what a file must know, it depends on.
 */

const FRAMEWORK =
  "^node_modules/(next|react|react-dom|next-intl|@tanstack/react-query|react-aria-components)/";
/** What the portal sends and is sent, area by area, and the fields that they share. */
const SCHEMAS =
  "^lib/areas/[a-z]+/([a-z-]*(schemas|contract)|record)\\.ts$|^lib/portal/(wire/|(contract|record)\\.ts$)";
/** What an area answers the portal with. */
const HANDLERS = "^lib/areas/[a-z]+/[a-z-]*portal\\.ts$";
/** What reads requests of the portal and answers them; acts/ and session/ beside it serve the acts of areas as well. */
const DELIVERY = "^lib/portal/(?!(acts|session|security-log)/)";
/** An area whose reader and acts are one file, called as the area is. */
const SMALL_AREAS = "^lib/areas/(?<area>[a-z]+)/\\k<area>\\.ts$";
/** What decides a movement, in memory. */
const RULES =
  "^lib/ledger/(run/(allowance|decide|due)|rules/(lots|posting)|moves/[a-z-]+|with/[a-z]+/rule)\\.ts$";
/** Constants and arithmetic that need neither database nor Node.js and so may run anywhere. */
const PURE_WORDS =
  "^lib/(areas/([a-z]+/words|deals/warnings|wallets/easy-pin|webhooks/event-types)|portal/(acts/(asked-kinds|deal-states|generated/(permissions|weighed)|permissions|roles)|security-log/kinds|session/(password-rules|till-code))|ledger/(rules/(profile|types|conversion|errors|setting|programme-settings)|with/(coupons|limits|promotions|referrals|reviews)/words)|platform/(appearance|country|coupon-number|currency|digits|fuzzy|language|money|msisdn|any-of|programme-wide|required|search-text|time|unsafe-text|user-agent|writing/[a-z-]+))\\.ts$";
/** Texts, preferences and what a role may open: server and browser share them. */
const PAGE_WORDS =
  "^messages/|^lib/docs/help-pages\\.ts$|^lib/platform/(messages|preferences|texts)\\.ts$|^lib/portal/((commands|may-open|page-own)\\.ts|(hydrated|texts-provider)\\.tsx)$";
const BROWSER_SAFE = `^components/|${SCHEMAS}|${PURE_WORDS}|${PAGE_WORDS}`;
/** What the components of an area give to those of others: what it asks the server, how an entry or a wallet is shown. */
const PUBLIC_COMPONENTS = [
  "^components/account/device-columns\\.tsx$",
  "^components/branches/(use-branches-of\\.ts|branch-boxes\\.tsx)$",
  "^components/coupons/(wallet-query\\.ts|customer-coupons\\.tsx|send-found-dialog\\.tsx)$",
  "^components/deals/(category-icon|customer-deals|deal-words)\\.tsx$",
  "^components/deals/usable-query\\.ts$",
  "^components/audit/act-words\\.ts$",
  "^components/today/difference\\.tsx$",
  "^components/approvals/(approval-dialog|limit-facts|staff-proof|till-requests)\\.tsx$",
  "^components/radar/held-reviews\\.tsx$",
  "^components/programme/(limit-fields\\.tsx|rates-sentence\\.tsx|brand-form\\.tsx|setting-words\\.ts)$",
  "^components/entries/",
  "^components/first-hour/first-hour-link\\.tsx$",
  "^components/lists/(use-list|filter-fields|row-acts|merchant-choice)\\.tsx?$",
  "^components/reports/month-changes\\.tsx$",
  "^components/offers/(offer-state|offer-menu)\\.tsx$",
  "^components/merchants/read-merchant\\.ts$",
  // The first hour leads through the forms of every day.
  "^components/(merchants/merchant-form|branches/branch-form|staff/(staff-form|link-dialog)|clients/(client-form|client-secret-dialog))\\.tsx$",
  "^components/receipt/print-receipt-button\\.tsx$",
  "^components/shifts/(shift-(bar|list|facts)|use-own-shift)\\.tsx?$",
  "^components/till/(use-scanner|till-fields|till-offer|serve-draft|pin-on-display)\\.tsx?$",
  "^components/tills/own-till-dialog\\.tsx$",
  "^components/wallets/held-list\\.tsx$",
  "^components/wallets/desk/(act-parts|wallet-areas|wallet-act-dialog)\\.tsx?$",
  "^components/families/family-(card|forms)\\.tsx$",
  "^components/adjustments/(adjust-form|deciders|desk-requests|own-answers|own-request|waiting-adjustments)\\.tsx$",
];
/** Where something begins: what nothing else imports. */
const ENTRIES =
  "^app/|^bin/[^/]+$|^bin/server/(primary|api-worker|page-worker)\\.ts$|^bench/(next-app|contenders)/|^scripts/|^clients/generate/main\\.ts$|^clients/typescript/src/index\\.ts$|^tests/.+\\.test\\.tsx?$|^tests/(faults|mutants)/|^tests/support/(built|durations|embedded-holder|global-setup|new-process|quick-hashes|seed|components/environment)|^(instrumentation|proxy)\\.tsx$|^lib/portal/next-intl\\.ts$";

/** Rules about the tree as a whole: the imports of a few files, as `npm run check` goes through them, say nothing about them. */
const OF_THE_WHOLE = ["no-cycles", "no-unused-files"];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment:
        "A cycle has no order in which it can be understood. Move what both need into a file of its own.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unused-files",
      comment: "Nothing that is started imports this file. Use it or remove it.",
      severity: "error",
      from: { path: ENTRIES },
      to: {
        reachable: false,
        path: "^(bench|bin|clients|components|lib|messages|tests)/",
        pathNot: [
          ENTRIES,
          "^lib/areas/[a-z]+/acts\\.ts$",
          "^lib/(platform/database|portal/acts)/generated/",
          "\\.d\\.m?ts$",
        ],
      },
    },
    {
      name: "not-resolvable",
      comment: "The import leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "platform-knows-nothing-above",
      comment: "lib/platform serves everything and knows none of it: no area, no points, no page.",
      severity: "error",
      from: { path: "^lib/platform/", pathNot: "^lib/platform/(database/generated/|messages\\.ts$)" },
      to: { path: `^(app|components)/|^lib/(?!platform/)|${FRAMEWORK}` },
    },
    {
      name: "ledger-knows-the-platform-only",
      comment: "The core stands on lib/platform and arithmetic; no reader of the log, no area, no delivery.",
      severity: "error",
      from: { path: "^lib/ledger/" },
      to: { path: `^(app|components|messages)/|^lib/(?!ledger/|platform/)|${FRAMEWORK}` },
    },
    {
      name: "rules-know-no-capability",
      comment:
        "Rules and types of the ledger stand below capabilities: they know how one is written down, and none of what it does.",
      severity: "error",
      from: { path: "^lib/ledger/rules/" },
      to: { path: "^lib/ledger/(run|moves|jobs|verify)/|^lib/ledger/with/[a-z]+/(?!words|rows)" },
    },
    {
      name: "capabilities-know-no-composition",
      comment: "Moves and capabilities are put together in lib/ledger/run, and do not know by whom.",
      severity: "error",
      from: { path: "^lib/ledger/(moves|with|verify)/" },
      to: { path: "^lib/ledger/(run|jobs)/" },
    },
    {
      name: "readers-stand-on-the-ledger",
      comment:
        "lib/wallet reads and changes wallets, lib/log reads the log and wallets; neither knows an area.",
      severity: "error",
      from: { path: "^lib/(wallet|log)/" },
      to: { path: `^(app|components|messages)/|^lib/(?!wallet/|log/|ledger/|platform/)|${FRAMEWORK}` },
    },
    {
      name: "wallets-know-no-log-readers",
      comment: "A reader of the log may ask for a wallet; lib/wallet asks for no list of entries.",
      severity: "error",
      from: { path: "^lib/wallet/" },
      to: { path: "^lib/log/" },
    },
    {
      name: "rules-are-pure",
      comment:
        "What decides in memory (decide, the moves, each capability's rule) has no database, no settings, no clock, no input or output.",
      severity: "error",
      from: { path: RULES },
      to: {
        path: "^lib/platform/(database|env|log|metrics|clock)|^node_modules/(pg|pino|prom-client)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "acts-know-no-delivery",
      comment:
        "Acts and readers know nothing of HTTP, pages or the points API. What answers requests is portal.ts.",
      severity: "error",
      from: { path: "^lib/areas/", pathNot: `${HANDLERS}|${SCHEMAS}` },
      to: { path: `^(app|components|messages)/|^lib/points-api/|${DELIVERY}|${HANDLERS}|${FRAMEWORK}` },
    },
    {
      name: "handlers-run-without-next",
      comment:
        "API workers load the handlers of all areas and have no Next.js. What pages alone need is in app/ or lib/portal.",
      severity: "error",
      from: { path: HANDLERS },
      to: { path: "^node_modules/next/" },
    },
    {
      name: "schemas-are-the-wire-only",
      comment: "A schema runs in the browser too: zod, other schemas, and nothing but types from the rest.",
      severity: "error",
      from: { path: `${SCHEMAS}` },
      to: {
        path: `^(app|components)/|^lib/|${FRAMEWORK}`,
        pathNot: `${SCHEMAS}|${PURE_WORDS}`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "handlers-know-no-pages",
      comment: "What answers requests knows no component and no page.",
      severity: "error",
      from: { path: `${HANDLERS}|^lib/(points-api|portal)/` },
      to: { path: "^(app|components)/" },
    },
    {
      name: "browser-code-has-no-server",
      comment: "What runs in the browser reaches the service through schemas and requests only.",
      severity: "error",
      from: { path: BROWSER_SAFE },
      to: {
        path: "^lib/",
        pathNot: `${SCHEMAS}|${PURE_WORDS}|${PAGE_WORDS}`,
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
      name: "design-system-knows-no-domain",
      comment: "components/ui knows no word of the domain: it stands on its own.",
      severity: "error",
      from: { path: "^components/ui/" },
      to: { path: "^components/(?!ui/)|^lib/(areas|ledger|points-api|portal)/" },
    },
    {
      name: "kit-knows-no-area",
      comment: "components/kit is what every page of records is made of: it knows none of them.",
      severity: "error",
      from: { path: "^components/kit/" },
      to: { path: "^components/(?!ui/|kit/)" },
    },
    {
      name: "wallet-and-operations-know-no-area",
      comment:
        "components/wallet draws a wallet and components/operations sends acts for till and desk: they know no area.",
      severity: "error",
      from: { path: "^components/(wallet|operations)/" },
      to: { path: "^components/(?!(ui|kit|wallet|operations)/)" },
    },
    {
      name: "areas-share-what-is-public",
      comment: "An area's components take from another area only what that names as public.",
      severity: "error",
      from: { path: "^components/([a-z-]+)/", pathNot: "^components/(ui|kit|shell|wallet|operations)/" },
      to: {
        path: "^components/",
        pathNot: ["^components/(ui|kit|shell|wallet|operations|$1)/", ...PUBLIC_COMPONENTS],
      },
    },
    {
      name: "pages-declare",
      comment:
        "A page calls what answers (portal.ts, lib/portal, the reader of an area that is one file) and shows components; no act, no database.",
      severity: "error",
      from: { path: "^app/(?!api/|images/|livez/|readyz/)" },
      to: {
        path: "^lib/",
        pathNot: `^lib/(docs|points-api)/|${DELIVERY}|${HANDLERS}|${SMALL_AREAS}|${SCHEMAS}|${PURE_WORDS}|${PAGE_WORDS}`,
      },
    },
    {
      name: "route-files-declare",
      comment:
        "A route file declares who may ask, what is sent and what is answered, and calls one handler or one act; no services, no database, nothing of the browser.",
      severity: "error",
      from: { path: "^app/(api|images|livez|readyz)/" },
      to: {
        path: "^components/|^lib/(?!portal/(?!session/|security-log/)|points-api/|areas/)",
        pathNot: `^lib/platform/http/health\\.ts$|${PURE_WORDS}`,
      },
    },
    {
      name: "only-the-database-knows-prisma",
      comment:
        "Prisma is used in lib and through the client of lib/platform/database; nothing else makes one.",
      severity: "error",
      from: { pathNot: "^(lib/platform/database/|tests/|prisma\\.config\\.ts)" },
      to: { path: "^node_modules/@prisma/" },
    },
    {
      name: "clients-stand-alone",
      comment: "A client is installed without the service: it imports its own files only.",
      severity: "error",
      from: { path: "^clients/typescript/" },
      to: { pathNot: "^clients/typescript/" },
    },
    {
      name: "no-clients-in-the-product",
      comment: "The service does not use its clients.",
      severity: "error",
      from: { path: "^(app|bin|components|lib)/" },
      to: { path: "^clients/" },
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
      from: { path: "^(app|bin|components|lib)/", pathNot: "^lib/platform/database/generated/" },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "^node_modules/@types/",
      },
    },
  ].filter(({ name }) => !process.argv.includes("--max-depth") || !OF_THE_WHOLE.includes(name)),
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules", "^lib/platform/database/generated"] },
    exclude: { path: ["(^|/)\\.next/", "^dist"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
    skipAnalysisNotInRules: true,
  },
};
