import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("no fault that docs/ARCHITECTURE.md counts has become more frequent", async () => {
  const run = promisify(execFile)(process.execPath, ["scripts/measure-size.mjs"]);
  await expect(run).resolves.toMatchObject({ stderr: "" });
});
