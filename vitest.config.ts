import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { DurationsReporter, LongestFirst } from "./tests/support/durations.ts";
import { COMPONENTS_BROWSER } from "./tests/support/portal/chromium.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const DATABASE = "tests/support/global-setup.ts";
const BUILD = "tests/support/built.mjs";
const QUICK_HASHES = "tests/support/quick-hashes.ts";
const BROWSER = "tests/support/portal/chromium.ts";
const NEW_PROCESS = "tests/support/new-process.ts";
const FIXED_SEED = "tests/support/seed.ts";

/** Only `npm run test:deep` runs these files: `npm test` proves in short, or in process, what they go through at length. */
const DEEP = [
  "tests/e2e/other-browsers.test.ts",
  "tests/faults/page-worker.test.ts",
  "tests/integration/platform/{alert-rules,restore,upgrade}.test.ts",
  "tests/integration/process/bench*.test.ts",
  "tests/integration/process/route-files.test.ts",
  "tests/integration/process/two-doors.test.ts",
];
/** `npm test` runs these but for the tests that say they are deep (tests/support/deep.ts). */
const PARTLY_DEEP = [
  "tests/integration/platform/{command-line,embedded}.test.ts",
  "tests/integration/process/developer-pages.test.ts",
  "tests/faults/faults.test.ts",
  "tests/e2e/{lazy-parts,pages,passkeys,till-finding,till-phone,till-sheet}.test.ts",
];

const report = process.env.TEST_REPORT;

const deep: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: "deep",
    isolate: false,
    include: [...DEEP, ...PARTLY_DEEP, "tests/api/every-code.test.ts", "tests/api/points-api/**/*.test.ts"],
    globalSetup: [BUILD, BROWSER, DATABASE],
    setupFiles: [NEW_PROCESS, QUICK_HASHES],
  },
};

export default defineConfig({
  resolve: { alias: { "@/": root } },
  test: {
    env: { NODE_ENV: "test", LOG_LEVEL: "silent", TZ: "UTC" },
    pool: "forks",
    // One for each core. A single core waits for databases and browsers often enough for a second one.
    maxWorkers: Math.max(2, availableParallelism()),
    // A busy machine is no failure. Only what hangs is one, and what is polled for has as long as what a page is waited for.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    reporters: [
      "default",
      new DurationsReporter(),
      ...(report === undefined ? [] : [["json", { outputFile: report }] as [string, Record<string, string>]]),
    ],
    projects: [
      {
        extends: true,
        // These tests keep nothing in the process and mock no module, so that a worker loads each module once for all of them.
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          isolate: false,
          setupFiles: [FIXED_SEED],
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          isolate: false,
          setupFiles: [NEW_PROCESS, QUICK_HASHES, FIXED_SEED],
          include: ["tests/integration/**/*.test.ts", "tests/api/**/*.test.ts"],
          exclude: ["tests/integration/process/**", ...DEEP],
          globalSetup: [DATABASE],
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          // A worker keeps its browser, and loads each module once, for all files that it runs.
          isolate: false,
          include: [
            "tests/integration/process/**/*.test.ts",
            "tests/faults/**/*.test.ts",
            "tests/e2e/**/*.test.ts",
          ],
          exclude: DEEP,
          globalSetup: [BUILD, BROWSER, DATABASE],
          setupFiles: [NEW_PROCESS, QUICK_HASHES],
        },
      },
      {
        extends: true,
        // Parts of pages in one page of Chromium, with answers in place of the service. A package that is found only while they run would
        // bring a second React.
        optimizeDeps: {
          entries: ["components/**/*.{ts,tsx}", "tests/{components,support/components}/**/*.{ts,tsx}"],
        },
        test: {
          name: "components",
          include: ["tests/components/**/*.test.{ts,tsx}"],
          globalSetup: [BROWSER],
          setupFiles: ["tests/support/components/environment.ts"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: COMPONENTS_BROWSER }),
            instances: [{ browser: "chromium" }],
            viewport: { width: 1280, height: 800 },
          },
        },
      },
      // Its files are those of other projects as well, so that it is there only when it is asked for.
      ...(process.env.TEST_DEPTH === "deep" ? [deep] : []),
    ],
  },
});
