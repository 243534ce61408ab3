import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { answerHelp, findHelp } from "@/lib/docs/help";
import { HELP_NAMES, type HelpPage } from "@/lib/docs/help-pages";
import { LANGUAGES } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";

const sourceOf = (language: string, page: string) => readFileSync(`docs/help/${language}/${page}.md`, "utf8");
const textsIn = (source: string) => [...source.matchAll(/\{\{=([\w.]+)\}\}/g)].map(([, key = ""]) => key);

describe("the portal's help", () => {
  test.each(LANGUAGES)("in %s has a page for each kind of reader, and no other", (language) => {
    expect(readdirSync(`docs/help/${language}`).sort()).toEqual(
      HELP_NAMES.map((name) => `${name}.md`).sort(),
    );
  });

  test.each(HELP_NAMES)("%s has the same tasks, buttons and pictures in both languages", async (page) => {
    const [en, ar] = [await findHelp("en", page), await findHelp("ar", page)];
    expect(ar.headings.map(({ id }) => id)).toEqual(en.headings.map(({ id }) => id));
    expect(textsIn(sourceOf("ar", page)).sort()).toEqual(textsIn(sourceOf("en", page)).sort());
    const pictures = (html: string) => [...html.matchAll(/pictures\/(\w+)\./g)].map(([, name]) => name);
    expect(pictures(ar.html)).toEqual(pictures(en.html));
    for (const { text } of ar.headings) expect(text).toMatch(/[؀-ۿ]/);
  });

  test.each(HELP_NAMES)("%s calls buttons by the words that the portal has for them", async (page) => {
    for (const language of LANGUAGES) {
      const { html } = await findHelp(language, page);
      expect(html).not.toContain("{{");
      const messages = await loadMessages(language);
      const keys = textsIn(sourceOf(language, page));
      expect(keys.length).toBeGreaterThan(5);
      for (const key of keys)
        expect(key.split(".")[0] ?? "", key).toSatisfy((area: string) => area in messages);
    }
  });

  test("has pictures that are there and small", async () => {
    for (const language of LANGUAGES)
      for (const page of HELP_NAMES)
        for (const [, address = ""] of (await findHelp(language, page as HelpPage)).html.matchAll(
          /<img src="([^"]*)"/g,
        )) {
          expect(existsSync(`public${address}`), address).toBe(true);
          expect(statSync(`public${address}`).size, address).toBeLessThanOrEqual(40 * 1024);
        }
  });

  test.each([
    ["/help", undefined, undefined, {}, "/help/en/cashier"],
    ["/help/owner", "owner", undefined, { "accept-language": "ar" }, "/help/ar/owner"],
    ["/help/ar", "ar", undefined, {}, "/help/ar/cashier"],
    ["/help/en/none", "en", "none", {}, "/help/en/cashier"],
  ] as const)("at %s leads to a page", async (path, language, page, headers, address) => {
    const request = new Request(`http://points.example${path}`, { headers });
    const response = await answerHelp(request, language, page);
    expect([response.status, response.headers.get("location")]).toEqual([307, address]);
  });

  test("is read at an address of its own without any script", async () => {
    const response = await answerHelp(new Request("http://points.example/help/ar/cashier"), "ar", "cashier");
    const html = await response.text();
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).not.toContain("<script");
    expect(html).toContain('href="/help/ar/accountant"');
    expect(html).toContain('href="/help/en/cashier"');
  });
});
