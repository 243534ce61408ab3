import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Released migrations are never edited, the client's contract has the words of the points API, and writing.md the bad examples. */
const CHECKED =
  /^(?:app|bench|bin|clients|components|docs|lib|messages\/en|prisma|scripts)\/|^(?:CONTRIBUTING|README|SECURITY)\.md$/;
const LEFT_OUT =
  /^(?:clients\/typescript\/src\/contract\.ts|docs\/(?:interface|writing)\.md)$|^prisma\/migrations\//;

const COMMENTS: readonly (readonly [files: RegExp, comments: RegExp])[] = [
  [
    /\.(?:css|mjs|mts|ts|tsx)$/,
    /(?<=^|[\s{(,;=[])\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+|(?<=[;,{)(>] +)\/\/ .*/gm,
  ],
  [/\.md$/, /(?:^[ \t]*(?:[-*>]|#+|\d+\.) )?[^\n|]+(?:\n(?![\n|#*\-\d])[^\n|]+)*/gm],
  [/^messages\/.*\.json$/, /(?<=: ")(?:[^"\\]|\\.)*(?=")/g],
  [/\.(?:prisma|sql)$/, /(?:^[ \t]*(?:--|\/\/).*\n)+|(?<=\S +)(?:--|\/\/) .*/gm],
];
const MARKS = /^[ \t]*(?:\/\*+|\*\/|\*|\/\/\/?|--|[-#>]+ |\d+\. )|\*\/$|^```[\s\S]*?^```/gm;
/** A new paragraph, a tag, an item of a list. */
const PARAGRAPHS = /\n\s*\n|\n\s*(?=@|- |(?:check|function|index|storage|trigger) )/;
const SENTENCES = /(?<=[.!?]["'”)*]?) +|(?<=[:;]) +(?=[A-Z])/;
const REFUSED = /^[*_"'“(`]*(?:What|Whatever|Who|Whoever|Whom|Whose|It)\b.*(?<!\?["'”)*]*)$/;
/** Nobody knows which person is meant, wherever in a sentence the word stands. */
const VAGUE = /\b(?:somebody|someone)\b/i;

/** The sentences of a text that docs/writing.md refuses; questions are fine. */
function refusedIn(text: string): string[] {
  const paragraphs = text.replace(MARKS, "").split(PARAGRAPHS);
  return paragraphs
    .flatMap((paragraph) => paragraph.replace(/\s+/g, " ").trim().split(SENTENCES))
    .filter((sentence) => REFUSED.test(sentence) || VAGUE.test(sentence));
}

function textsOf(file: string): string[] {
  const content = readFileSync(file, "utf8");
  return COMMENTS.flatMap(([files, comments]) => (files.test(file) ? (content.match(comments) ?? []) : []));
}

test("sentences name their subject", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => CHECKED.test(file) && !LEFT_OUT.test(file) && existsSync(file));
  expect(files.length).toBeGreaterThan(1_000);
  const refused = files.flatMap((file) =>
    textsOf(file)
      .flatMap(refusedIn)
      .map((sentence) => `${file}: ${sentence}`),
  );
  expect(refused).toEqual([]);
});

test.each([
  ["/** Reads a wallet. What is hidden is null. */", ["What is hidden is null."]],
  ["// Who asked\n// waits.", ["Who asked waits."]],
  ["// Waits until somebody asks.", ["Waits until somebody asks."]],
  ["/** Null: it has none. Who may ask? Its owner. */", []],
])("%s", (text, refused) => {
  expect(refusedIn(text)).toEqual(refused);
});
