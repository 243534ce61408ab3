import type { Language } from "@/lib/platform/language";
import { isPageName, markdownPath, type PageName, WRITTEN_ADDRESS } from "@/lib/points-api/developer-pages";
import { findPage, readTitles } from "./library";
import { readSource } from "./source";
import { WORDS } from "./words";

/** A page as Markdown that any reader understands: tables and programs put in, links whole, no ids of headings. */
export async function plainPage(language: Language, page: PageName, address: string): Promise<string> {
  const source = await readSource(language, page);
  return source
    .replace(/^(#{1,6} .*?)\s*\{#[a-z0-9-]+\}[ \t]*$/gm, "$1")
    .replace(/\[\[(?:en|ar):([^\]]*)\]\]/g, "$1")
    .replace(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${wholeLink(href, language, address)})`)
    .replaceAll(WRITTEN_ADDRESS, address);
}

function wholeLink(href: string, language: Language, address: string): string {
  if (href.startsWith("/")) return address + href;
  const [name = ""] = href.split("#", 1);
  return isPageName(name) ? address + markdownPath(language, name) : href;
}

/** The list of all pages for programs that read them (llmstxt.org): a line for each, English first. */
export async function pageList(address: string): Promise<string> {
  const list = async (language: Language) => {
    const lines: string[] = [];
    for (const { page, title } of await readTitles(language)) {
      const { sections } = await findPage(language, page);
      const text = sections.find((section) => section.text !== "")?.text ?? "";
      lines.push(`- [${title}](${address}${markdownPath(language, page)}): ${firstSentence(text)}`);
    }
    return lines.join("\n");
  };
  const { sections } = await findPage("en", "index");
  return `# ${WORDS.product.en}

> ${sections[0]?.text ?? ""}

## Pages

${await list("en")}

## Machine-readable

- [API reference](${address}${markdownPath("en", "reference")}): the operations with the fields of their requests and answers
- [OpenAPI 3.1](${address}/api/openapi.json): every operation, field, code and example
- [Postman collection](${address}/api/postman.json): requests that work against the demo data

## العربية

${await list("ar")}
`;
}

function firstSentence(text: string): string {
  return /^.*?[.!?؟](?=\s|$)/u.exec(text)?.[0] ?? text;
}
