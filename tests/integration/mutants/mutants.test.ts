import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("the ledger's tests pass where the rules are as they are, and notice small changes to them", () => {
  const said = execFileSync(
    process.execPath,
    ["scripts/mutants.mjs", "--file", "conversion.ts", "--quick", "8"],
    { encoding: "utf8" },
  );
  const [, tried, noticed] = /^(\d+) mutants of \d+, (\d+) noticed/m.exec(said) ?? [];
  expect(Number(tried)).toBeGreaterThan(0);
  expect(noticed).toBe(tried);
}, 120_000);
