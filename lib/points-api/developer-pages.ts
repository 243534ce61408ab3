import type { Language } from "@/lib/platform/language";

/** The pages of the developer documentation, in the order in which they are read. Each is `docs/api/{en,ar}/<name>.md`. */
export const PAGES = [
  "index",
  "first-call",
  "sale",
  "test-data",
  "retries",
  "errors",
  "giving-back",
  "holds",
  "coupons",
  "wallets",
  "deals",
  "webhooks",
  "limits",
  "signing",
  "reading",
  "versions",
  "clients",
  "certification",
  "going-live",
  "changelog",
] as const;
export type PageName = (typeof PAGES)[number];

/** Leads to the reference of every operation and field, with a form to try each, in the reader's language. */
export const REFERENCE_PATH = "/docs/reference";

/** A place in the menu: a page, or the reference, which is made from the OpenAPI document. */
export type Place = PageName | "reference";

/** The address that the sources of pages and programs name. Readers get the address of the service that they asked. */
export const WRITTEN_ADDRESS = "http://127.0.0.1:3000";

export function isPageName(name: string): name is PageName {
  return (PAGES as readonly string[]).includes(name);
}

/** The address of a page: the first one has that of its language alone. */
export function pagePath(language: Language, page: Place): string {
  return page === "index" ? `/docs/${language}` : `/docs/${language}/${page}`;
}

/** The address of a page's Markdown. */
export function markdownPath(language: Language, page: Place): string {
  return `/docs/${language}/${page}.md`;
}
