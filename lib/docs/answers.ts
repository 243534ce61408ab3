import { LANGUAGES, type Language } from "@/lib/platform/language";
import { readPreferences } from "@/lib/platform/preferences";
import { languageOfRequest, readCookie } from "@/lib/portal/cookies";
import { CONTENT_SECURITY_POLICY, documentOf } from "./frame";
import { escapeHtml } from "./html";
import { isPageName, pagePath } from "./pages";
import { WORDS } from "./words";

/** The renderer is loaded when the documentation is first opened: most processes only serve tills. */
const library = () => import("./library");

/** Where a person without a page in mind is sent: the first page in the language of their portal or browser. */
export function toFirstPage(request: Request): Response {
  return redirect(pagePath(languageOfRequest(request.headers), "index"));
}

/** A page of the documentation in the language that its address names; 404 with the pages there are for any other. */
export async function answerPage(request: Request, language: string, name: string): Promise<Response> {
  const known = LANGUAGES.find((candidate) => candidate === language);
  if (known === undefined) return notFound(request, languageOfRequest(request.headers));
  if (!isPageName(name)) return notFound(request, known);
  const { findPage, readTitles } = await library();
  const content = await findPage(known, name);
  const titles = await readTitles(known);
  return html(documentOf(content, { language: known, theme: themeOf(request), page: name, titles }));
}

/** Index of the browser's search. */
export async function answerSearchIndex(language: string): Promise<Response> {
  const known = LANGUAGES.find((candidate) => candidate === language);
  if (known === undefined) return new Response("Not found\n", { status: 404 });
  const { readSearchIndex } = await library();
  return new Response(await readSearchIndex(known), {
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-cache" },
  });
}

async function notFound(request: Request, language: Language): Promise<Response> {
  const { readTitles } = await library();
  const titles = await readTitles(language);
  const items = titles.map(
    ({ page, title }) => `<li><a href="${pagePath(language, page)}">${escapeHtml(title)}</a></li>`,
  );
  const title = WORDS.notFound[language];
  const content = {
    title,
    html: `<h1>${title}</h1><p>${WORDS.notFoundText[language]}</p><ul>${items.join("")}</ul>`,
    headings: [],
    sections: [],
  };
  return html(documentOf(content, { language, theme: themeOf(request), page: null, titles }), 404);
}

function themeOf({ headers }: Request) {
  return readPreferences((name) => readCookie(headers, name), "en").theme;
}

function html(text: string, status = 200): Response {
  return new Response(text, {
    status,
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

/** Without an origin: whatever proxy stands before the service keeps its own. */
function redirect(path: string): Response {
  return new Response(null, {
    status: 307,
    headers: { Location: path, "Cache-Control": "no-cache", Vary: "Cookie, Accept-Language" },
  });
}
