import { Marked, type Token, type TokenizerAndRendererExtension, type Tokens } from "marked";
import type { Language } from "@/lib/platform/language";
import { escapeHtml, textOf } from "@/lib/platform/writing/html";
import { isPageName, pagePath } from "@/lib/points-api/developer-pages";
import { WORDS } from "./words";

/** Where links and pictures of a set of pages lead; null: to nothing that there is. */
export interface Book {
  pageOf(name: string, language: Language): string | null;
  pictureOf(name: string, language: Language): string | null;
}

const DEVELOPER_PAGES: Book = {
  pageOf: (name, language) => (isPageName(name) ? pagePath(language, name) : null),
  pictureOf: () => null,
};

export interface Heading {
  /** The same in both languages: a link leads to the same section of either. */
  id: string;
  /** 2 or 3. */
  level: number;
  text: string;
}

export interface RenderedPage {
  title: string;
  html: string;
  headings: readonly Heading[];
  /** Its text by section, for searching. The first begins at the top and has no id. */
  sections: readonly { id: string; heading: string; text: string }[];
}

const HEADING_ID = /\s*\{#([a-z0-9-]+)\}\s*$/;
/** An address in this service, a section of the page, or another site by https. */
const SAFE_LINK = /^(?:\/(?!\/)|#|https:\/\/)/;
const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  sh: "curl",
  php: "PHP",
  csharp: "C#",
  java: "Java",
  python: "Python",
  javascript: "JavaScript",
  typescript: "TypeScript",
  json: "JSON",
  http: "HTTP",
  text: "",
};

/**
 * Renders a page. HTML in it is shown as text, never passed on; links lead to pages, sections or https.
 * @throws Error for what an author has to mend: a missing title, a heading without an id, a link that leads nowhere.
 */
export function renderPage(markdown: string, language: Language, book = DEVELOPER_PAGES): RenderedPage {
  const marked = markedFor(language, book);
  const tokens = marked.lexer(markdown);
  const title = tokens.find(
    (token): token is Tokens.Heading => token.type === "heading" && token.depth === 1,
  );
  if (title === undefined) throw new Error("The page has no title");
  const headings: Heading[] = [];
  const sections: { id: string; heading: string; text: string }[] = [
    { id: "", heading: title.text, text: "" },
  ];
  let html = "";
  for (const group of groupsOf(tokens)) {
    const [first] = group;
    if (first?.type === "heading" && first.depth > 1) {
      const heading = headingOf(first as Tokens.Heading, marked);
      headings.push(heading);
      sections.push({ id: heading.id, heading: heading.text, text: "" });
    }
    const part = group.length > 1 ? snippets(group.filter(isCode), language) : marked.parser(group);
    html += part;
    const section = sections.at(-1);
    if (section !== undefined && first?.type !== "heading") section.text += ` ${textOf(part)}`;
  }
  const double = headings.find(({ id }, index) => headings.findIndex((other) => other.id === id) !== index);
  if (double !== undefined) throw new Error(`Two headings have the id ${double.id}`);
  return { title: title.text, html, headings, sections: sections.map(trimmed) };
}

function trimmed<Section extends { text: string }>(section: Section): Section {
  return { ...section, text: section.text.trim() };
}

/** The page's parts: each alone, but code that follows code in another language together with it. */
function groupsOf(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    if (token.type === "space") continue;
    const last = groups.at(-1);
    const isVariant =
      isSnippet(token) &&
      last?.every((other) => isSnippet(other) && languageOf(other) !== languageOf(token)) === true;
    if (isVariant) last?.push(token);
    else groups.push([token]);
  }
  return groups;
}

/** Programs are variants of each other; what a program prints stands alone. */
function isSnippet(token: Token): token is Tokens.Code {
  return isCode(token) && !["json", "http", "text"].includes(languageOf(token));
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === "code";
}

function languageOf({ lang }: Pick<Tokens.Code, "lang">): string {
  return (lang ?? "").split(/\s/, 1)[0] || "text";
}

function headingOf({ depth, text, tokens }: Tokens.Heading, marked: Marked): Heading {
  const id = HEADING_ID.exec(text)?.[1];
  if (id === undefined) throw new Error(`The heading "${text}" has no {#id}`);
  return { id, level: depth, text: textOf(marked.Parser.parseInline(tokens)).replace(HEADING_ID, "") };
}

/** `[[ar:…]]` is a text in the named language, read and directed as such. */
const OTHER_LANGUAGE: TokenizerAndRendererExtension = {
  name: "otherLanguage",
  level: "inline",
  start: (text) => text.indexOf("[["),
  tokenizer(text) {
    const [raw, language, words] = /^\[\[(en|ar):([^\]]*)\]\]/.exec(text) ?? [];
    return raw === undefined ? undefined : { type: "otherLanguage", raw, language, words };
  },
  renderer: ({ language, words }) =>
    `<bdi lang="${escapeHtml(String(language))}">${escapeHtml(String(words))}</bdi>`,
};

// Each language has links, labels and numbers of its own.
const renderers = new WeakMap<Book, Map<Language, Marked>>();

function markedFor(language: Language, book: Book): Marked {
  const ofBook = renderers.get(book) ?? new Map<Language, Marked>();
  renderers.set(book, ofBook);
  const known = ofBook.get(language);
  if (known !== undefined) return known;
  const marked = new Marked({
    gfm: true,
    extensions: [OTHER_LANGUAGE],
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image({ href, text }) {
        const picture = book.pictureOf(href, language);
        return picture === null
          ? escapeHtml(text)
          : `<img src="${escapeHtml(picture)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(linkTarget(href, language, book))}">${this.parser.parseInline(tokens)}</a>`;
      },
      heading({ depth, text, tokens }) {
        const content = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${content}</h1>\n`;
        const id = HEADING_ID.exec(text)?.[1] ?? "";
        const words = content.replace(HEADING_ID, "");
        const label = escapeHtml(`${WORDS.linkTo[language]}: ${textOf(words)}`);
        return `<h${depth} id="${id}">${words} <a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`;
      },
      code: (token) => snippet(token, language),
      codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
      table(token) {
        const header = row(token.header, "th", this.parser);
        const body = token.rows.map((cells) => row(cells, "td", this.parser)).join("");
        return `<div class="scroll" role="group" tabindex="0" aria-label="${WORDS.table[language]}"><table><thead>${header}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  ofBook.set(language, marked);
  return marked;
}

function row(
  cells: readonly Tokens.TableCell[],
  element: "td" | "th",
  parser: { parseInline(tokens: Token[]): string },
): string {
  const attributes = element === "th" ? ' scope="col"' : "";
  const written = cells.map(({ tokens }) => {
    const content = parser.parseInline(tokens);
    // A column of marks needs no name; a heading cell without text would be one without meaning.
    return content === "" && element === "th"
      ? "<td></td>"
      : `<${element}${attributes}>${content}</${element}>`;
  });
  return `<tr>${written.join("")}</tr>`;
}

function linkTarget(href: string, language: Language, book: Book): string {
  if (SAFE_LINK.test(href)) return href;
  const [name = "", section] = href.split("#", 2);
  const page = book.pageOf(name, language);
  if (page === null) throw new Error(`The link ${href} leads to no page`);
  return page + (section === undefined ? "" : `#${section}`);
}

/** The same in several programming languages: one below the other, until the page's script makes tabs of them. */
function snippets(tokens: readonly Tokens.Code[], language: Language): string {
  const label = WORDS.programmingLanguage[language];
  return `<div class="snippets" data-label="${label}">${tokens.map((token) => snippet(token, language)).join("")}</div>\n`;
}

function snippet(token: Tokens.Code, language: Language): string {
  const lang = languageOf(token);
  const name = LANGUAGE_NAMES[lang] ?? lang;
  const caption = name === "" ? "" : `<p class="caption">${escapeHtml(name)}</p>`;
  return `<div class="snippet" data-language="${escapeHtml(lang)}">${caption}<button type="button" class="copy" hidden>${WORDS.copy[language]}</button><pre dir="ltr" tabindex="0"><code>${escapeHtml(token.text)}</code></pre></div>\n`;
}
