import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Bound } from "@/lib/portal/acts/declare";
import { VALUE_ACTS, VALUE_MOVEMENTS } from "@/lib/portal/acts/value-acts";

const BOUNDS: Record<Bound["kind"], (setting: string) => string> = {
  day: (setting) => `a person's 24 hours: \`${setting}\``,
  setting: (setting) => `none, while \`${setting}\` is on`,
  none: () => "none",
  limits: () => "the limits of section 15",
};

test("the table of docs/rules.md §24 is that of the code", async () => {
  const rules = await readFile("docs/rules.md", "utf8");
  const movements = Object.entries(VALUE_MOVEMENTS).flatMap(([type, row]) =>
    row === null ? [] : [[`${type} (ledger)`, row] as const],
  );
  const rows = [...Object.entries(VALUE_ACTS), ...movements].map(
    ([name, { value, bound }]) =>
      `| \`${name}\` | ${value.en} | ${BOUNDS[bound.kind]("setting" in bound ? bound.setting : "")} |`,
  );
  const [, section = ""] = rules.split("## 24. ");
  const written = section.split("\n").filter((line) => line.startsWith("| `"));
  expect(written).toEqual(rows);
});
