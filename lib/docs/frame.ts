import type { Theme } from "@/lib/platform/appearance";
import { LANGUAGES, type Language } from "@/lib/platform/language";
import { DIRECTION } from "@/lib/platform/preferences";
import { escapeHtml } from "@/lib/platform/writing/html";
import { markdownPath, type PageName, type Place, pagePath } from "@/lib/points-api/developer-pages";
import type { Heading } from "./markdown";
import { WORDS } from "./words";

/** Only files of this service, no inline script or style, and no frames; `data:` is for icons. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

export interface FrameOptions {
  language: Language;
  theme: Theme;
  /** Null for a page that does not exist. */
  place: Place | null;
  titles: readonly { page: PageName; title: string }[];
  /** Of the service, as the reader reached it. */
  address: string;
}

/** The part of the document that is the page's own. */
export interface FrameContent {
  title: string;
  html: string;
  headings: readonly Heading[];
  /** Files of this service that the page needs beside the frame's. */
  styles?: readonly string[];
  scripts?: readonly string[];
}

type Word = keyof typeof WORDS;

/** The whole HTML document of a page. */
export function documentOf(
  content: FrameContent,
  { language, theme, place, titles, address }: FrameOptions,
): string {
  const word = (name: Word) => escapeHtml(WORDS[name][language]);
  const other = LANGUAGES.find((candidate) => candidate !== language) ?? language;
  const otherPath = pagePath(other, place ?? "index");
  const title = place === "index" ? word("product") : `${escapeHtml(content.title)} · ${word("product")}`;
  const markdown = place === null ? null : markdownPath(language, place);
  const { styles = [], scripts = [] } = content;
  return `<!doctype html>
<html lang="${language}" dir="${DIRECTION[language]}"${theme === "system" ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${["/docs/docs.css", ...styles].map((file) => `<link rel="stylesheet" href="${file}">`).join("\n")}
${LANGUAGES.map((one) => `<link rel="alternate" hreflang="${one}" href="${pagePath(one, place ?? "index")}">`).join("\n")}
${markdown === null ? "" : `<link rel="alternate" type="text/markdown" href="${markdown}">`}
${[...scripts, "/docs/docs.js"].map((file) => `<script src="${file}" defer></script>`).join("\n")}
</head>
<body data-language="${language}" data-address="${escapeHtml(address)}" data-copy="${word("copy")}" data-copied="${word("copied")}">
<a class="skip" href="#text">${word("skip")}</a>
<header>
<a class="brand" href="${pagePath(language, "index")}">${word("product")}</a>
<form class="search" role="search" action="${pagePath(language, "index")}" hidden>
<input type="search" role="combobox" aria-label="${word("search")}" placeholder="${word("search")}" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" maxlength="100">
<ul id="results" role="listbox" aria-label="${word("results")}" hidden></ul>
<p class="count" role="status" data-count="${word("resultCount")}" data-none="${word("noResults")}"></p>
</form>
<div class="tools">
<a href="${pagePath(language, "reference")}">${word("reference")}</a>
<a class="language" lang="${other}" hreflang="${other}" href="${otherPath}">${word("otherLanguage")}</a>
<label class="theme" hidden><span>${word("theme")}</span> <select>${themeOptions(theme, word)}</select></label>
</div>
</header>
<div class="columns">
${navigation(titles, place, language)}
<main id="text" tabindex="-1">
<article${content.scripts === undefined ? ' class="text"' : ""}>
${content.html}</article>
${neighbours(titles, place, language)}
${markdown === null ? "" : `<p class="source"><a href="${markdown}">${word("asMarkdown")}</a></p>`}
</main>
${tableOfContents(content.headings, language)}
</div>
</body>
</html>
`;
}

function themeOptions(theme: Theme, word: (name: Word) => string): string {
  const choices = { system: "themeSystem", light: "themeLight", dark: "themeDark" } as const;
  return Object.entries(choices)
    .map(
      ([value, name]) =>
        `<option value="${value}"${value === theme ? " selected" : ""}>${word(name)}</option>`,
    )
    .join("");
}

function navigation(titles: FrameOptions["titles"], current: Place | null, language: Language): string {
  const label = WORDS.pages[language];
  const reference = { page: "reference" as const, title: WORDS.reference[language] };
  const items = [...titles, reference].map(
    ({ page, title }) =>
      `<li><a href="${pagePath(language, page)}"${page === current ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="pages" aria-label="${label}"><details open><summary>${label}</summary><ul>${items.join("")}</ul></details></nav>`;
}

function tableOfContents(headings: readonly Heading[], language: Language): string {
  if (headings.length < 2) return "";
  const label = WORDS.onThisPage[language];
  const items = headings.map(
    ({ id, level, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="${label}"><p>${label}</p><ul>${items.join("")}</ul></nav>`;
}

function neighbours(titles: FrameOptions["titles"], current: Place | null, language: Language): string {
  const position = titles.findIndex(({ page }) => page === current);
  if (position === -1) return "";
  const link = (index: number, word: "previous" | "next") => {
    const neighbour = titles[index];
    if (neighbour === undefined) return "";
    return `<a class="${word}" rel="${word === "next" ? "next" : "prev"}" href="${pagePath(language, neighbour.page)}"><span>${WORDS[word][language]}</span> ${escapeHtml(neighbour.title)}</a>`;
  };
  return `<nav class="neighbours" aria-label="${WORDS.previous[language]} · ${WORDS.next[language]}">${link(position - 1, "previous")}${link(position + 1, "next")}</nav>`;
}
