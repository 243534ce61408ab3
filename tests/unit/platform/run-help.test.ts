import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the help of bin/run.mjs has a line for each command, and for nothing else", () => {
  const source = readFileSync("bin/run.mjs", "utf8");
  const [, table = ""] = /const COMMANDS = \{([\s\S]*?)\n\};/.exec(source) ?? [];
  const told = [...table.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, name]) => name);
  const commands = readdirSync("bin").flatMap((name) => /^([\w-]+)\.ts$/.exec(name)?.[1] ?? []);
  expect(told.sort()).toEqual(commands.sort());
});
