import type { ErrorCode } from "@/lib/ledger/rules/errors";
import type { Language } from "@/lib/platform/language";
import { pagePath } from "./developer-pages";

/** The header `Link` of a refusal: the page that says what its code means and what to do (RFC 8288, rules.md §11). */
export function helpLink(
  code: ErrorCode,
  { baseUrl, language }: { baseUrl: string; language: Language },
): string {
  return `<${baseUrl}${pagePath(language, "errors")}#e${code}>; rel="help"; hreflang="${language}"`;
}
