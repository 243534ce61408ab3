import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { updateProgrammeSchema } from "@/lib/areas/programme/record";
import { ALL_SETTINGS, SETTING_GROUPS, SETTINGS } from "@/lib/ledger/rules/programme-settings";
import { columnOf, initialValues, isWithin, namesOf, type Setting } from "@/lib/ledger/rules/setting";
import { loadMessages } from "@/lib/platform/messages";
import { messages } from "@/messages/en";

/** A value that the setting may not have. */
function wrongFor(setting: Setting): unknown {
  if (setting.kind === "whole") return setting.most + 1;
  if (setting.kind === "flag") return "yes";
  return setting.kind === "contacts" ? "operator at example" : "";
}

type Words = Readonly<Record<string, unknown>>;
const { rule, hint, choice, unit, word, group } = messages.programme as unknown as Record<string, Words>;
const { limits } = messages.desk;

describe("each setting of the programme", () => {
  test("stands in one group, and has its words: a label, its options, its unit, its name in the audit log", async () => {
    const names = Object.values(SETTING_GROUPS).flatMap((settings) => Object.keys(settings));
    expect(names).toEqual(namesOf(SETTINGS));
    expect(Object.keys(group ?? {}).sort()).toEqual(Object.keys(SETTING_GROUPS).sort());
    const labels = { ...limits.field, ...rule };
    expect(Object.keys(labels).sort()).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(Object.keys({ ...limits.hint, ...hint })));
    const { fields } = (await loadMessages("en")).audit;
    for (const name of namesOf(ALL_SETTINGS)) {
      const setting: Setting = ALL_SETTINGS[name];
      expect(fields, name).toHaveProperty(name);
      if (setting.kind === "choice" && name !== "repeatedInvoices")
        expect(Object.keys((choice as Record<string, Words>)[name] ?? {}), name).toEqual(setting.options);
      if (setting.kind !== "whole") continue;
      if (setting.unit !== "money" && setting.unit !== "number")
        expect(unit, name).toHaveProperty(setting.unit);
      for (const instead of [setting.zero, setting.none])
        if (instead !== undefined) expect(word, name).toHaveProperty(instead);
    }
  });

  test("begins within its own range, in a column that its migration made", () => {
    for (const [name, value] of Object.entries(initialValues(SETTINGS))) {
      const setting: Setting = SETTINGS[name as keyof typeof SETTINGS];
      expect(isWithin(setting, value), name).toBe(true);
      const sql = readFileSync(
        `prisma/migrations/${setting.since ?? "0001_schema_20261127"}/migration.sql`,
        "utf8",
      );
      expect(sql, name).toMatch(new RegExp(`\\b${columnOf(name)}\\s`));
    }
  });

  test("is refused out of its range by the request, and needed beside the value that asks for it", () => {
    const problems = (body: object) =>
      (updateProgrammeSchema.safeParse({ version: 1, ...body }).error?.issues ?? []).map(({ path }) =>
        path.join("."),
      );
    for (const name of namesOf(SETTINGS)) {
      const setting: Setting = SETTINGS[name];
      const wrong = wrongFor(setting);
      expect(problems({ [name]: setting.kind === "weekdays" ? [1, 2, 3, 4, 5, 6, 7] : wrong })).toEqual([
        name,
      ]);
      expect(problems({ [name]: setting.kind === "line" ? "Name" : setting.initial })).toEqual([]);
    }
    expect(problems({ pinPolicy: "above" })).toEqual(["pinAboveValue"]);
    expect(problems({ pinPolicy: "above", pinAboveValue: 5 })).toEqual([]);
  });
});
