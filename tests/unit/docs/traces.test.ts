import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { isDeep } from "@/tests/support/deep";

/** The documented lines that install the SDK of traces, each with the range of the API that the SDK takes. */
const LINES = [
  ...readFileSync("docs/operations.md", "utf8").matchAll(
    /^npm install --no-save (@opentelemetry\/[\w-]+@[\d.]+) +# takes an API of \^(\d+)\.(\d+)\.\d+$/gm,
  ),
];
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
const api = manifest.dependencies["@opentelemetry/api"] ?? "";

test("the documented SDK takes the API that the service brings", () => {
  expect(LINES).toHaveLength(1);
  const [major = 0, minor = 0] = api.split(".").map(Number);
  for (const [, , takesMajor, fromMinor] of LINES) {
    expect(major).toBe(Number(takesMajor));
    expect(minor).toBeGreaterThanOrEqual(Number(fromMinor));
  }
});

const npm = (args: readonly string[], cwd?: string) =>
  spawnSync("npm", args, { encoding: "utf8", cwd, timeout: 120_000 });
const reaches = () => npm(["view", `@opentelemetry/api@${api}`, "version"]).status === 0;

test.runIf(isDeep)(
  "npm installs each documented line beside the service's packages (needs the registry)",
  (context) => {
    if (!reaches()) return context.skip("the registry of npm cannot be reached");
    const folder = mkdtempSync(path.join(os.tmpdir(), "traces-"));
    for (const name of ["package.json", "package-lock.json"]) copyFileSync(name, path.join(folder, name));
    for (const [, wanted = "", major, minor] of LINES) {
      const { status, stderr } = npm(
        ["install", "--no-save", "--dry-run", "--strict-peer-deps", wanted],
        folder,
      );
      expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
      // The range is the registry's own.
      const takes = npm(["view", wanted, "peerDependencies.@opentelemetry/api"]).stdout;
      expect(takes).toContain(`^${major}.${minor}.`);
    }
    rmSync(folder, { recursive: true });
  },
  300_000,
);
