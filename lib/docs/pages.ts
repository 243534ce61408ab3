import type { Language } from "@/lib/platform/language";

/** The pages of the developer documentation, in the order in which they are read. Each is `docs/api/{en,ar}/<name>.md`. */
export const PAGES = [
  "index",
  "first-call",
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
  "changelog",
] as const;
export type PageName = (typeof PAGES)[number];

/** Where the reference of every operation and field is, with a form to try each. */
export const REFERENCE_PATH = "/docs/reference";

export function isPageName(name: string): name is PageName {
  return (PAGES as readonly string[]).includes(name);
}

/** The address of a page: the first one has that of its language alone. */
export function pagePath(language: Language, page: PageName): string {
  return page === "index" ? `/docs/${language}` : `/docs/${language}/${page}`;
}
