import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "@/lib/platform/language";
import { PORTAL_ERRORS } from "@/lib/portal/wire/errors";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";

type Texts = { [key: string]: string | Texts };

const [terms = [], exceptions = []] = readFileSync("docs/glossary.md", "utf8")
  .split(/^## Exceptions$/m)
  .map(rowsOfTable);

interface Term {
  thing: string;
  used: Record<Language, string[]>;
  unused: Record<Language, string[]>;
}

const glossary: Term[] = terms.map(([thing = "", en = "", ar = "", notEn = "", notAr = ""]) => ({
  thing,
  used: { en: words(en), ar: words(ar) },
  unused: { en: words(notEn), ar: words(notAr) },
}));
const excused = exceptions.map(([key = "", word = ""]) => ({ key: key.replaceAll("`", ""), word }));

/** The cells of a table's lines, without its headers. */
function rowsOfTable(markdown: string): string[][] {
  return markdown
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function words(cell: string): string[] {
  return cell === "–" ? [] : cell.split(";").map((word) => word.trim());
}

function flatten(texts: Texts, path = ""): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  );
}

const refusals = (language: Language): [string, string][] => [
  ...Object.entries(PORTAL_ERRORS).map(
    ([code, text]) => [`refusals.${code}`, text[language]] as [string, string],
  ),
  ...Object.entries(FIELD_PROBLEMS).map(
    ([code, text]) => [`problems.${code}`, text[language]] as [string, string],
  ),
];

/** What people read of a text: without the names of its values, its choices and its tags. */
function readable(text: string): string {
  return text
    .replace(/<\/?\w+>/g, " ")
    .replace(/\{\w+(?:, *(?:number|date|time)[^}]*)?\}/g, " ")
    .replace(/\{\w+, *(?:plural|select), */g, " ")
    .replace(/(?:=\d+|\w+) *\{/g, " ")
    .replace(/\}/g, " ");
}

/** Arabic without the marks that may be left out. */
const plain = (text: string) =>
  text
    .normalize("NFC")
    .replace(/[\u064b-\u0652\u0670\u0640]/g, "")
    .toLowerCase();
const escaped = (word: string) => plain(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** An Arabic word may have a conjunction, a preposition and the article written on to it. */
const BEFORE: Record<Language, string> = { en: "", ar: "[وف]?(?:لل|[بكل]?(?:ال)?)" };

/** A text as it is searched. */
const searched = (text: string) => plain(readable(text));

/** Whether the word stands in a text as it is searched. */
function has(text: string, word: string, language: Language): boolean {
  if (!text.includes(plain(word))) return false;
  const pattern = `(?<![\\p{L}\\p{N}-])${BEFORE[language]}${escaped(word)}(?![\\p{L}\\p{N}])`;
  return new RegExp(pattern, "u").test(text);
}

/** The same in what is left of the text without the names in use that the word is a part of. */
function isUsed(text: string, word: string, language: Language): boolean {
  if (!has(text, word, language)) return false;
  const rest = glossary
    .flatMap(({ used }) => used[language].map(plain))
    .filter((name) => has(name, word, language))
    .reduce((left, name) => left.replaceAll(name, " "), text);
  return has(rest, word, language);
}

const isExcused = (key: string, word: string) =>
  excused.some((exception) => exception.key === key && exception.word.toLowerCase() === word.toLowerCase());

/** Every text of a language as it is searched. */
const textsOf = (language: Language, messages: Texts): [string, string][] =>
  [...flatten(messages), ...refusals(language)].map(([key, text]) => [key, searched(text)]);
const texts: Record<Language, [string, string][]> = { en: textsOf("en", en), ar: textsOf("ar", ar) };

describe("the glossary", () => {
  test("has a word in both languages for each thing, none of which is one not to be used", () => {
    expect(glossary.length).toBeGreaterThan(20);
    for (const { thing, used } of glossary)
      for (const language of LANGUAGES) {
        expect(used[language], thing).not.toEqual([]);
        const unused = glossary.flatMap((term) => term.unused[language]);
        expect(
          used[language].filter((word) => unused.some((other) => plain(other) === plain(word))),
          thing,
        ).toEqual([]);
      }
  });

  test.each([
    ["en", "The points lapse soon", "lapse", true],
    ["en", "Lapsed: {count, plural, one {# entry} other {# entries}}", "entries", true],
    ["en", "Counted up to {entry}, {lots, number}", "entry", false],
    ["en", "Kept in the audit log", "log", false],
    ["en", "Kept in the log", "log", true],
    ["en", "e-mail (optional)", "mail", false],
    ["en", "the programme stated", "state", false],
    ["ar", "وبالشريحة الجديدة", "شريحة", true],
    ["ar", "خصم 50 جنيهًا", "جنيهًا", true],
    ["ar", "إدخال", "دخا", false],
  ] as const)("%s: finds in “%s” the word “%s”: %s", (language, text, word, isFound) => {
    expect(isUsed(searched(text), word, language)).toBe(isFound);
  });

  test("excuses only texts that are there and have the word", () => {
    for (const { key, word } of excused) {
      const found = LANGUAGES.flatMap((language) =>
        texts[language].filter(([name, text]) => name === key && isUsed(text, word, language)),
      );
      expect(found, `${key}: ${word}`).not.toEqual([]);
    }
  });
});

test.each(LANGUAGES)("the texts in %s have none of the words not to be used", (language) => {
  const found = glossary.flatMap(({ unused }) =>
    unused[language].flatMap((word) =>
      texts[language]
        .filter(([key, text]) => isUsed(text, word, language) && !isExcused(key, word))
        .map(([key]) => `${key}: ${word}`),
    ),
  );
  expect(found).toEqual([]);
});
