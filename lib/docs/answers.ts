import Negotiator from "negotiator";
import { env } from "@/lib/platform/env";
import { addressOf } from "@/lib/platform/http/origin";
import { LANGUAGES, type Language } from "@/lib/platform/language";
import { readPreferences } from "@/lib/platform/preferences";
import { escapeHtml } from "@/lib/platform/writing/html";
import {
  isPageName,
  markdownPath,
  type PageName,
  type Place,
  pagePath,
  WRITTEN_ADDRESS,
} from "@/lib/points-api/developer-pages";
import { languageOfRequest, readCookie } from "@/lib/portal/cookies";
import { CONTENT_SECURITY_POLICY, documentOf, type FrameContent, type FrameOptions } from "./frame";
import { referenceContent } from "./reference";
import { WORDS } from "./words";

/** The renderer is loaded when the documentation is first opened: most processes only serve tills. */
const library = () => import("./library");

const MARKDOWN_ENDING = /\.md$/;

/** Leads to a place in the language of the reader's portal or browser; its address names none. */
export function toPlace(request: Request, place: Place): Response {
  return redirect(pagePath(languageOfRequest(request.headers), place));
}

/**
 * A page of the documentation in the language that its address names, as HTML or, for `.md` and `Accept: text/markdown`, as Markdown.
 * An address without a language leads to the reader's; any other is 404 with the pages there are.
 */
export async function answerPage(request: Request, language: string, name: string): Promise<Response> {
  const known = LANGUAGES.find((candidate) => candidate === language);
  const page = name.replace(MARKDOWN_ENDING, "");
  if (known === undefined) return answerWithoutLanguage(request, language);
  if (page === "reference")
    return page !== name || prefersMarkdown(request)
      ? answerReferenceText(request, known)
      : answerReference(request, known);
  if (!isPageName(page)) return notFound(request, known);
  if (page !== name || prefersMarkdown(request)) return answerMarkdown(request, known, page);
  const { findPage } = await library();
  return html(request, await findPage(known, page), { language: known, place: page });
}

function answerWithoutLanguage(request: Request, name: string): Response | Promise<Response> {
  const page = name.replace(MARKDOWN_ENDING, "");
  if (!isPageName(page) && page !== "reference") return notFound(request, languageOfRequest(request.headers));
  return page === name
    ? toPlace(request, page)
    : redirect(markdownPath(languageOfRequest(request.headers), page));
}

async function answerReference(request: Request, language: Language): Promise<Response> {
  const content = await referenceContent(language, { hasDemoData: env().loadsDemoData });
  return html(request, content, { language, place: "reference" });
}

async function answerReferenceText(request: Request, language: Language): Promise<Response> {
  const { plainReference } = await import("./plain-reference");
  return text(plainReference(ownAddress(request), language), "text/markdown");
}

async function answerMarkdown(request: Request, language: Language, page: PageName): Promise<Response> {
  const { plainPage } = await import("./plain");
  return text(await plainPage(language, page, ownAddress(request)), "text/markdown");
}

/** The list of pages for programs that read them, and where each is as Markdown. */
export async function answerPageList(request: Request): Promise<Response> {
  const { pageList } = await import("./plain");
  return text(await pageList(ownAddress(request)), "text/plain");
}

/** The sample programs as an archive; they call the address at which the reader reached this service, as the pages' own text does. */
export async function answerSamples(request: Request): Promise<Response> {
  const { packSamples } = await import("./samples");
  return new Response(new Uint8Array(await packSamples(ownAddress(request))), {
    headers: {
      "Content-Type": "application/gzip",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      "X-Content-Type-Options": "nosniff",
    },
  });
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
  const items = (await readTitles(language)).map(
    ({ page, title }) => `<li><a href="${pagePath(language, page)}">${escapeHtml(title)}</a></li>`,
  );
  const title = WORDS.notFound[language];
  const content = {
    title,
    html: `<h1>${title}</h1><p>${WORDS.notFoundText[language]}</p><ul>${items.join("")}</ul>`,
    headings: [],
    sections: [],
  };
  return html(request, content, { language, place: null, status: 404 });
}

/** Where the reader reached this service; commands on the pages call it. */
function ownAddress({ headers }: Request): string {
  return addressOf(headers) || WRITTEN_ADDRESS;
}

function prefersMarkdown({ headers }: Request): boolean {
  const accept = headers.get("accept") ?? undefined;
  return (
    new Negotiator({ headers: { accept } }).mediaType(["text/html", "text/markdown"]) === "text/markdown"
  );
}

function themeOf({ headers }: Request) {
  return readPreferences((name) => readCookie(headers, name), "en").theme;
}

async function html(
  request: Request,
  content: FrameContent,
  { language, place, status = 200 }: Pick<FrameOptions, "language" | "place"> & { status?: number },
): Promise<Response> {
  const { readTitles } = await library();
  const titles = await readTitles(language);
  const address = ownAddress(request);
  const page = documentOf(content, { language, place, titles, address, theme: themeOf(request) });
  return new Response(page.replaceAll(WRITTEN_ADDRESS, escapeHtml(address)), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      Vary: "Cookie, Accept",
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
    },
  });
}

function text(body: string, type: "text/markdown" | "text/plain"): Response {
  return new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Cache-Control": "no-cache",
      Vary: "Cookie, Accept",
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Without an origin: whatever proxy stands before the service keeps its own. */
function redirect(path: string): Response {
  return new Response(null, {
    status: 307,
    headers: {
      Location: path,
      "Cache-Control": "no-cache",
      Vary: "Cookie, Accept-Language",
      "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    },
  });
}
