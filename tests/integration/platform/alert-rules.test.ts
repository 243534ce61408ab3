import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const RULES = "deploy/prometheus/alerts.yml";
const CASES = "deploy/prometheus/alerts.test.yml";
const promtool = (...args: string[]) => spawnSync("promtool", args, { encoding: "utf8" });
const isInstalled = promtool("--version").status === 0;

test.skipIf(!isInstalled)(
  "each alert fires in its case, and none on a small shop's quiet day (needs promtool, of Debian's package prometheus)",
  () => {
    for (const args of [
      ["check", "rules", RULES],
      ["test", "rules", CASES],
    ]) {
      const { status, stdout, stderr } = promtool(...args);
      expect({ status, said: `${stdout}${stderr}` }).toEqual({
        status: 0,
        said: expect.stringContaining("SUCCESS"),
      });
    }
  },
);
