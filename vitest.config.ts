import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const needsDatabase = { globalSetup: ["tests/support/global-setup.ts"] };

export default defineConfig({
  resolve: { alias: { "@/": root } },
  test: {
    env: { NODE_ENV: "test", LOG_LEVEL: "silent", TZ: "UTC" },
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine is no failure: what is polled for has as long as what a page is waited for.
    expect: { poll: { timeout: 25_000 } },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        // These tests keep nothing in the process, so that a worker loads each module once for all of them.
        test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "database",
          isolate: false,
          setupFiles: ["tests/support/new-process.ts"],
          include: ["tests/integration/**/*.test.ts", "tests/api/**/*.test.ts"],
          exclude: ["tests/integration/process/**"],
          ...needsDatabase,
        },
      },
      {
        // What needs the built service: `npm test` builds it first; on its own, run `npm run build` before.
        extends: true,
        test: {
          name: "built",
          include: [
            "tests/integration/process/**/*.test.ts",
            "tests/faults/**/*.test.ts",
            "tests/e2e/**/*.test.ts",
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...needsDatabase,
        },
      },
    ],
  },
});
