import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("no count of docs/ARCHITECTURE.md has risen above its record", async () => {
  const run = promisify(execFile)(process.execPath, ["scripts/measure-size.mjs"]);
  await expect(run).resolves.toMatchObject({ stderr: "" });
});
