import { readdirSync, readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { PORTAL_ERRORS } from "@/lib/portal/wire/errors";
import { FIELD_PROBLEMS } from "@/lib/portal/wire/problems";
import { messages as ar } from "@/messages/ar";
import { messages as en } from "@/messages/en";
import { withNouns } from "@/messages/nouns";
import { expectOfEach } from "@/tests/support/each";

type Texts = { [key: string]: string | Texts };

function flatten(texts: Texts, path = ""): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  );
}

const english = flatten(en);
const arabic = new Map(flatten(ar));

/** Names of the values that a text takes; the branches of a plural are words in the same braces. */
function valuesOf(text: string): string[] {
  return [
    ...new Set(
      [...text.matchAll(/(?<!(?:zero|one|two|few|many|other|=\d+)\s)\{(\w+)(?:,|\})/g)].map(
        ([, name = ""]) => name,
      ),
    ),
  ].sort();
}

/** The texts of the areas as they stand in their files: a noun of the domain by its key. */
const written = (language: "en" | "ar") =>
  readdirSync(`messages/${language}`)
    .filter((name) => /^(?!nouns).+\.json$/.test(name))
    .flatMap((name) =>
      flatten(JSON.parse(readFileSync(`messages/${language}/${name}`, "utf8")), `${name} `).map(
        ([key, text]) => [key, text] as const,
      ),
    );

describe("the nouns of the domain", () => {
  const nouns = {
    en: JSON.parse(readFileSync("messages/en/nouns.json", "utf8")) as Record<string, string>,
    ar: JSON.parse(readFileSync("messages/ar/nouns.json", "utf8")) as Record<string, string>,
  };
  const arabicText = new Map(written("ar"));

  test("are said in one place, and each is used", () => {
    const keyOf = new Map(Object.entries(nouns.en).map(([key, noun]) => [`${noun} ${nouns.ar[key]}`, key]));
    const repeated = written("en").filter(([key, text]) => keyOf.has(`${text} ${arabicText.get(key)}`));
    expect(repeated).toEqual([]);
    const used = new Set(written("en").map(([, text]) => text));
    expect(Object.keys(nouns.en).filter((key) => !used.has(`=${key}`))).toEqual([]);
  });

  test("are filled in beside texts that the build has compiled to lists", () => {
    const points = { of: "=points", many: [["plural", { one: "point" }]] };
    expect(withNouns({ points: "Points" }, { points })).toEqual({ points: { ...points, of: "Points" } });
  });

  test("are the same ones in both languages", () => {
    expect(Object.keys(nouns.ar)).toEqual(Object.keys(nouns.en));
    const nounsOf = (language: "en" | "ar") => written(language).filter(([, text]) => /^=\w+$/.test(text));
    expect(nounsOf("ar")).toEqual(nounsOf("en"));
  });
});

describe("the texts", () => {
  test("are the same ones in both languages, in the same order", () => {
    expect([...arabic.keys()]).toEqual(english.map(([key]) => key));
  });

  test("take the same values in both languages", () =>
    expectOfEach(
      english,
      ([key]) => key,
      ([key, text]) => expect(valuesOf(arabic.get(key) ?? "")).toEqual(valuesOf(text)),
    ));

  test("are translated: Arabic where it is Arabic, and nothing left empty", () => {
    const inBothAlike = new Set([
      "shell.switchLanguage",
      "account.browserOn",
      "deals.desk.counted",
      "deals.desk.warnings.comma",
    ]);
    for (const [key, text] of arabic) {
      expect(text.trim(), key).not.toBe("");
      if (!inBothAlike.has(key)) expect(text, key).toMatch(/[\u0600-\u06ff]/);
    }
    for (const [key, text] of english)
      if (key !== "shell.switchLanguage") expect(text, key).not.toMatch(/[\u0600-\u06ff]/);
  });

  test("keep the order of numbers with a dash between them, which would be turned around after Arabic", () => {
    for (const [key, text] of arabic)
      expect(text.replace(/\u2066[^\u2069]*\u2069/g, ""), key).not.toMatch(/\d-\d/);
  });

  test("name buttons by what is written on them and more, so that whoever speaks to the page is understood", () => {
    const others = [
      ["programme.change", "programme.changeSegment"],
      ["programme.change", "programme.changeRefundRules"],
      ["clients.revoke", "clients.secret.clientId.revoke"],
      ["clients.revoke", "clients.secret.signing.revoke"],
      ["account.endSessionShort", "account.endSession"],
    ] as const;
    const notOnButtons = ["entries.drawer.rateOf", "offers.actionsOf"];
    for (const texts of [new Map(english), arabic]) {
      const named = [...texts.keys()]
        .filter((key) => key.endsWith("Of") && !notOnButtons.includes(key))
        .map((key) => [key.slice(0, -"Of".length), key] as const);
      for (const [written, name] of [...named, ...others]) {
        const word = texts.get(written)?.toLowerCase() ?? "";
        expect(texts.get(name)?.toLowerCase(), name).toContain(word);
      }
    }
  });

  test.each([
    ["en-GB", en],
    ["ar-EG-u-nu-latn", ar],
  ])("can all be formatted in %s", (locale, messages) => {
    const problems: unknown[] = [];
    const translate = createTranslator({
      locale,
      messages,
      onError: (error) => problems.push(error.message),
    });
    for (const [key] of english) {
      const text = arabic.get(key) ?? "";
      // What stands in tags is a part of the page, put in its place by a function.
      const tags = [...text.matchAll(/<(\w+)>/g)].map(([, name]) => [name, () => "part"] as const);
      const values = Object.fromEntries([...valuesOf(text).map((name) => [name, 3] as const), ...tags]);
      (translate.markup as (key: string, values: object) => string)(key, values);
    }
    expect(problems).toEqual([]);
  });

  test("of the server's refusals come in both languages with the same values", () => {
    for (const [code, texts] of Object.entries({ ...PORTAL_ERRORS, ...FIELD_PROBLEMS })) {
      expect(valuesOf(texts.ar), code).toEqual(valuesOf(texts.en));
      expect(texts.ar, code).toMatch(/[\u0600-\u06ff]/);
    }
  });
});
