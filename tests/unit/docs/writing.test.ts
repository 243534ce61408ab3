import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Folders and files whose words were mended; released migrations are never edited, and the client's contract has the words of the points API. */
const CHECKED = /^(?:app|bench|bin|clients|components|lib|prisma|scripts)\//;
const LEFT_OUT = /^prisma\/migrations\/|^clients\/typescript\/src\/contract\.ts$/;

const COMMENTS: readonly (readonly [files: RegExp, comments: RegExp])[] = [
  [
    /\.(?:css|mjs|mts|ts|tsx)$/,
    /(?<=^|[\s{(,;=[])\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+|(?<=[;,{)(>] +)\/\/ .*/gm,
  ],
  [/\.(?:prisma|sql)$/, /(?:^[ \t]*(?:--|\/\/).*\n)+|(?<=\S +)(?:--|\/\/) .*/gm],
];
const MARKS = /^[ \t]*(?:\/\*+|\*\/|\*|\/\/\/?|--)|\*\/$/gm;
/** A new paragraph, a tag, an item of a list. */
const PARAGRAPHS = /\n\s*\n|\n\s*(?=@|- |(?:check|function|index|storage|trigger) )/;
const SENTENCES = /(?<=[.!?]["'”)*]?) +|(?<=[:;]) +(?=[A-Z])/;
const REFUSED = /^[*_"'“(`]*(?:What|Whatever|Who|Whoever|Whom|Whose|It|Somebody|Someone)\b.*(?<!\?["'”)*]*)$/;

/** The sentences of a text that docs/writing.md refuses: questions are fine. */
function refusedIn(text: string): string[] {
  const paragraphs = text.replace(MARKS, "").split(PARAGRAPHS);
  return paragraphs
    .flatMap((paragraph) => paragraph.replace(/\s+/g, " ").trim().split(SENTENCES))
    .filter((sentence) => REFUSED.test(sentence));
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
  ["/** Null: it has none. Who may ask? Its owner. */", []],
])("%s", (text, refused) => {
  expect(refusedIn(text)).toEqual(refused);
});
