import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** `tests/….test.ts` "title", "another title…": a title may end with … and goes on in the file. */
const PROOF = /`(tests\/[\w/.-]+\.test\.ts)`((?:,? ?"[^"]+")+)/g;
/** Of the defences that have held all along: tests/api/portal, tests/integration/process/hostile. */
const PLACE = /(?<![\w`])tests\/[\w/-]+/g;

const document = readFileSync("docs/threat-model.md", "utf8");
const table = document.slice(0, document.indexOf("\n## Accounts in league"));

function proofsOf(line: string): { file: string; title: string }[] {
  return [...line.matchAll(PROOF)].flatMap(([, file = "", titles = ""]) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => ({ file, title })),
  );
}

test("every attack names a test that there is", () => {
  const attacks = table.split("\n").filter((line) => /^\| (?!attack|-)/.test(line));
  expect(attacks.length).toBeGreaterThan(40);
  expect(attacks.filter((line) => proofsOf(line).length === 0)).toEqual([]);
  const missing = attacks.flatMap(proofsOf).filter(({ file, title }) => {
    const [start = ""] = title.split("…");
    return !existsSync(file) || !readFileSync(file, "utf8").includes(start.trim());
  });
  expect(missing).toEqual([]);
});

test("the defences that have held all along name tests that there are", () => {
  const places = document.slice(table.length).match(PLACE) ?? [];
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place) => !["", ".ts", ".test.ts"].some((end) => existsSync(place + end)))).toEqual(
    [],
  );
});
