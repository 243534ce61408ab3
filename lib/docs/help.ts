import { readFile } from "node:fs/promises";
import path from "node:path";
import { LANGUAGES, type Language } from "@/lib/platform/language";
import { DIRECTION, readPreferences } from "@/lib/platform/preferences";
import { escapeHtml } from "@/lib/platform/writing/html";
import { languageOfRequest, readCookie } from "@/lib/portal/cookies";
import { CONTENT_SECURITY_POLICY } from "./frame";
import { HELP_NAMES, HELP_PAGES, type HelpPage, isHelpPage } from "./help-pages";
import { type Book, type RenderedPage, renderPage } from "./markdown";
import { withPortalTexts } from "./source";
import { WORDS } from "./words";

const FOLDER = path.join(process.cwd(), "docs", "help");
/** Pictures are made of the demo data by scripts/pictures.mjs. */
const PICTURES = ["till", "pay", "return", "day", "owed"];

function helpPath(language: Language, page: HelpPage): string {
  return `/help/${language}/${page}`;
}

const BOOK: Book = {
  pageOf: (name, language) => (isHelpPage(name) ? helpPath(language, name) : null),
  pictureOf: (name, language) => (PICTURES.includes(name) ? `/help/pictures/${name}.${language}.webp` : null),
};

const pages = new Map<string, Promise<RenderedPage>>();

/** A page of the help, with the words of buttons as the portal has them. Each is rendered once per process, when it is first asked for. */
export function findHelp(language: Language, page: HelpPage): Promise<RenderedPage> {
  const key = `${language}/${page}`;
  const known = pages.get(key);
  if (known !== undefined) return known;
  const made = readFile(path.join(FOLDER, language, `${page}.md`), "utf8").then(async (text) =>
    renderPage(await withPortalTexts(text, language), language, BOOK),
  );
  pages.set(key, made);
  made.catch(() => pages.delete(key));
  return made;
}

/** A page of the help at an address of its own; an address without a language, or without a page, leads to the reader's. */
export async function answerHelp(request: Request, language?: string, name?: string): Promise<Response> {
  const own = languageOfRequest(request.headers);
  const known = LANGUAGES.find((candidate) => candidate === language);
  if (known === undefined) return leadTo(helpPath(own, pageNamed(language)));
  if (name === undefined || !isHelpPage(name)) return leadTo(helpPath(known, pageNamed(name)));
  const { theme } = readPreferences((cookie) => readCookie(request.headers, cookie), "en");
  return new Response(documentOf(await findHelp(known, name), { language: known, page: name, theme }), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      Vary: "Cookie",
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
    },
  });
}

function pageNamed(name: string | undefined): HelpPage {
  return name !== undefined && isHelpPage(name) ? name : "cashier";
}

function leadTo(address: string): Response {
  return new Response(null, {
    status: 307,
    headers: {
      Location: address,
      "Cache-Control": "no-cache",
      Vary: "Cookie, Accept-Language",
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    },
  });
}

interface HelpFrame {
  language: Language;
  page: HelpPage;
  theme: string;
}

/** Read and printed without any script. */
function documentOf({ title, html, headings }: RenderedPage, { language, page, theme }: HelpFrame): string {
  const other = LANGUAGES.find((candidate) => candidate !== language) ?? language;
  const item = (href: string, label: string, isHere: boolean) =>
    `<li><a href="${href}"${isHere ? ' aria-current="page"' : ""}>${escapeHtml(label)}</a></li>`;
  const menu = HELP_NAMES.map((one) =>
    item(helpPath(language, one), HELP_PAGES[one][language], one === page),
  );
  const contents = headings.map(({ id, text }) => item(`#${id}`, text, false));
  return `<!doctype html>
<html lang="${language}" dir="${DIRECTION[language]}"${theme === "system" ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<a class="skip" href="#text">${WORDS.skip[language]}</a>
<header>
<a class="brand" href="${helpPath(language, page)}">${WORDS.help[language]}</a>
<div class="tools">
<a href="/">${WORDS.portal[language]}</a>
<a class="language" lang="${other}" hreflang="${other}" href="${helpPath(other, page)}">${WORDS.otherLanguage[language]}</a>
</div>
</header>
<div class="columns">
<nav class="pages" aria-label="${WORDS.pages[language]}"><ul>${menu.join("")}</ul></nav>
<main id="text" tabindex="-1"><article class="text">
${html}</article></main>
<nav class="contents" aria-label="${WORDS.onThisPage[language]}"><p>${WORDS.onThisPage[language]}</p><ul>${contents.join("")}</ul></nav>
</div>
</body>
</html>
`;
}
