import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { messages } from "@/messages/en";

type Texts = { [key: string]: string | Texts };

const sources = ["app", "components", "lib"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("generated"))
    .map((name) => readFileSync(`${root}/${name}`, "utf8")),
);

const WORD = /["'`]([\w.-]+)["'`]|\b([\w-]+)\??:/g;
const wordsOf = (source: string) => [...source.matchAll(WORD)].map(([, quoted, key]) => quoted ?? key ?? "");
const everyWord = new Set(sources.flatMap(wordsOf));

/** Keys that are put together, such as `limits.${limit}`: each part in braces stands for words that are written somewhere. */
const patternsOf = (source: string) =>
  [...source.matchAll(/`((?:[\w.-]|\$\{[^`}]*\})*\$\{[^`}]*\}(?:[\w.-]|\$\{[^`}]*\})*)`/g)]
    .map(([, text = ""]) => text)
    .filter((text) => /[\w.-]/.test(text.replaceAll(/\$\{[^}]*\}/g, "")))
    .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "([\\w-]+)")}$`));

const NAMESPACE = /(?:useTranslations|getTranslations|createTranslator|textsLayout)\((?:[^")]*")?([\w.]*)"?/g;
/** A translator that is called with a name that stands elsewhere, such as `t(kind)`. */
const CALLED_WITH_NAME = /\b\w+\((?!["'`])[\w.[\]]+[,)]|t\(\s*\w+ [?(]/;

/** What each file names: by which namespaces, with which words and patterns. */
const namers = sources.flatMap((source) => {
  const namespaces = [...new Set([...source.matchAll(NAMESPACE)].map(([, name = ""]) => name))];
  const isOpen = CALLED_WITH_NAME.test(source);
  return namespaces.length === 0
    ? []
    : [{ namespaces, isOpen, words: new Set(wordsOf(source)), patterns: patternsOf(source) }];
});
const bareWords = new Set([...everyWord].filter((word) => word.includes(".")));

function keysOf(texts: Texts, path = ""): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [path + key] : keysOf(value, `${path}${key}.`),
  );
}

function isNamed(key: string): boolean {
  if (bareWords.has(key)) return true;
  return namers.some(({ namespaces, isOpen, words, patterns }) =>
    namespaces.some((namespace) => {
      if (namespace !== "" && !key.startsWith(`${namespace}.`)) return false;
      const rest = namespace === "" ? key : key.slice(namespace.length + 1);
      if (words.has(rest)) return true;
      if (patterns.some((pattern) => (pattern.exec(rest) ?? []).slice(1).some((part) => everyWord.has(part))))
        return true;
      return isOpen && !rest.includes(".") && everyWord.has(rest);
    }),
  );
}

test("every text is named by a page", () => {
  // These are read as a whole, and named by what is logged or by the commands themselves.
  const keys = keysOf(messages).filter(
    (key) => !/(?:^|\.)audit\.|^security\.(?:kinds|details)\.|^commands\.also\./.test(key),
  );
  expect(keys.filter((key) => !isNamed(key))).toEqual([]);
});
