import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ERRORS } from "@/lib/points-api/errors";

const FOLDERS = ["app", "bench", "bin", "components", "docs", "lib", "prisma", "scripts", "tests"];
const READ = /\.(?:ts|tsx|mjs|sql|md|prisma)$/;
/** `rules.md §5`, `rules.md §1, §8`, `interface.md §2.2 to §2.9`. */
const CITATION = /\b(rules|interface)\.md ((?:(?:, | and | to )?§\d+(?:\.\d+)?)+)/g;

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (name === "generated") return [];
    return statSync(file).isDirectory() ? filesBelow(file) : READ.test(name) ? [file] : [];
  });
}

function sectionsOf(document: string): Set<string> {
  const text = readFileSync(`docs/${document}.md`, "utf8");
  return new Set([...text.matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, number = ""]) => number));
}

const cited = FOLDERS.flatMap(filesBelow).flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(CITATION)].flatMap(([, document = "", numbers = ""]) =>
    [...numbers.matchAll(/§([\d.]+)/g)].map(([, section = ""]) => ({ file, document, section })),
  ),
);

describe.each(["rules", "interface"])("docs/%s.md", (document) => {
  test("has every section that is cited", () => {
    const sections = sectionsOf(document);
    const citations = cited.filter((citation) => citation.document === document);
    expect(citations.length).toBeGreaterThan(10);
    expect(citations.filter(({ section }) => !sections.has(section))).toEqual([]);
  });
});

test("docs/rules.md lists the errors that the service answers with", () => {
  const listed = [
    ...readFileSync("docs/rules.md", "utf8").matchAll(/^\| (\d{4}) \| (\d+).* \| (.+) \| (.+) \|$/gm),
  ];
  const known = Object.entries(ERRORS).map(([code, { status, en, ar }]) => [code, String(status), en, ar]);
  expect(listed.map(([, ...cells]) => cells)).toEqual(known);
});
