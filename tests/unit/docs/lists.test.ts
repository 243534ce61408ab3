import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { EVENT_TYPES } from "@/lib/areas/webhooks/event-types";
import { OPERATIONS } from "@/lib/points-api/operations";

const read = (file: string) => readFileSync(file, "utf8");
const pages = readdirSync("docs").filter((name) => name.endsWith(".md"));

/** Words between backquotes. */
function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
}

describe("lists of the documents are those of the code", () => {
  test("docs/commands.md has every script of package.json and every command of bin/run.mjs, and no other", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const told = quoted(read("docs/commands.md"));
    const toldScripts = told.flatMap((word) => word.match(/^npm (?:run )?([\w:-]+)/)?.[1] ?? []);
    expect(new Set(toldScripts)).toEqual(new Set(Object.keys(scripts)));
    const programs = [...read("bin/run.mjs").matchAll(/^ {2}"?([a-z-]+)"?: "[A-Z]/gm)].map(
      ([, name]) => name,
    );
    expect(programs.length).toBeGreaterThan(5);
    const run = [...told, ...Object.values(scripts)].flatMap(
      (word) => word.match(/^node bin\/run\.mjs ([\w-]+)/)?.[1] ?? [],
    );
    expect(new Set(run)).toEqual(new Set(programs));
  });

  test("docs/interface.md has every type of event", () => {
    const line = read("docs/interface.md").match(/^Types: .*$/m)?.[0] ?? "";
    expect(quoted(line).filter((word) => word !== "points.adjusted" || line.indexOf(word) >= 0)).toEqual(
      expect.arrayContaining([...EVENT_TYPES]),
    );
    const types = quoted(line).filter((word) => word.includes(".") && word !== "test.ping");
    expect(new Set(types)).toEqual(new Set(EVENT_TYPES));
  });

  test("docs/rules.md describes every operation of the points API", () => {
    const told = new Set(read("docs/rules.md").match(/\b[A-Z]\w+\b/g));
    expect(Object.keys(OPERATIONS).filter((name) => !told.has(name))).toEqual([]);
  });
});

test("docs/README.md leads to every page of docs", () => {
  const index = read("docs/README.md");
  expect(pages.filter((name) => name !== "README.md" && !index.includes(`(${name})`))).toEqual([]);
});

test.each(["README.md", "CONTRIBUTING.md", "SECURITY.md", ...pages.map((name) => `docs/${name}`)])(
  "%s has no link to a file that is not there",
  (file) => {
    const targets = [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(
      ([, target = ""]) => target,
    );
    const missing = targets.filter((target) => !existsSync(path.join(path.dirname(file), target)));
    expect(missing).toEqual([]);
  },
);
