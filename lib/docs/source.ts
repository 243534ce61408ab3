import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Language } from "@/lib/platform/language";
import { loadMessages } from "@/lib/platform/messages";
import type { PageName } from "@/lib/points-api/developer-pages";
import { errorSections } from "./error-sections";
import { TABLES } from "./tables";

const FOLDER = path.join(process.cwd(), "docs", "api");
/** A line that stands for what the service itself knows (`{{wallets}}`) or for a program (`{{loop.py}}`). */
const INSERTION = /^\{\{([\w.-]+)\}\}$/gm;
/** A text of the portal in the page's language, such as `{{=clients.issue}}`: pages name buttons by their words. */
const PORTAL_TEXT = /\{\{=([\w.]+)\}\}/g;
const FENCES: Readonly<Record<string, string>> = {
  sh: "sh",
  php: "php",
  cs: "csharp",
  java: "java",
  py: "python",
  mjs: "javascript",
  ts: "typescript",
};

/**
 * The Markdown of a page, with the tables and programs that it names put in.
 * @throws Error when it names one that there is not.
 */
export async function readSource(language: Language, page: PageName): Promise<string> {
  const written = await readFile(path.join(FOLDER, language, `${page}.md`), "utf8");
  const names = [...written.matchAll(INSERTION)].map(([, name = ""]) => name);
  const insertions = new Map<string, string>();
  for (const name of names) insertions.set(name, await insertionOf(name, language));
  const complete = await withPortalTexts(
    written.replace(INSERTION, (line, name: string) => insertions.get(name) ?? line),
    language,
  );
  return page === "errors" ? errorSections(complete, language) : complete;
}

/**
 * The texts of the portal that a page names, in their places.
 * @throws Error for one that there is not, and for one that has placeholders
 */
export async function withPortalTexts(markdown: string, language: Language): Promise<string> {
  const messages = await loadMessages(language);
  return markdown.replace(PORTAL_TEXT, (_, key: string) => {
    const text = key
      .split(".")
      .reduce<unknown>((group, part) => (group as Record<string, unknown> | undefined)?.[part], messages);
    if (typeof text !== "string" || /[{<]/.test(text))
      throw new Error(`{{=${key}}} is no text of the portal`);
    return text;
  });
}

async function insertionOf(name: string, language: Language): Promise<string> {
  const table = Object.hasOwn(TABLES, name) ? TABLES[name as keyof typeof TABLES] : undefined;
  if (table !== undefined) return table(language);
  const fence = FENCES[path.extname(name).slice(1)];
  if (fence === undefined) throw new Error(`There is nothing to put in for {{${name}}}`);
  const program = await readFile(path.join(FOLDER, "programs", name), "utf8");
  return `\`\`\`${fence} ${name}\n${program.trimEnd()}\n\`\`\`\n`;
}
