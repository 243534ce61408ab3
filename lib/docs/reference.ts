import type { Language } from "@/lib/platform/language";
import { markdownPath } from "@/lib/points-api/developer-pages";
import type { FrameContent } from "./frame";
import { viewerVersion } from "./viewer";
import { WORDS } from "./words";

/** The ClientId of the examples: with the demo data the form carries it, so that each example can be sent at once. */
const DEMO_CLIENT = "pis_test_demo";

/**
 * The API reference: the service's OpenAPI document in a viewer that it serves itself, so that no other site is needed. The document is in English
 * in either frame.
 */
export async function referenceContent(
  language: Language,
  { hasDemoData }: { hasDemoData: boolean },
): Promise<FrameContent> {
  const assets = `/docs/assets/${await viewerVersion()}`;
  const title = WORDS.reference[language];
  const client = hasDemoData ? ` data-client-id="${DEMO_CLIENT}"` : "";
  return {
    title,
    html: `<h1>${title}</h1>
<div id="api-reference" lang="en" dir="ltr" data-document="/api/openapi.json"${client}></div>
<noscript><p>${WORDS.needsScript[language]} <a href="${markdownPath(language, "reference")}">reference.md</a> · <a href="/api/openapi.json">/api/openapi.json</a></p></noscript>`,
    headings: [],
    styles: [`${assets}/swagger-ui.css`, "/docs/api-reference.css"],
    scripts: [`${assets}/swagger-ui-bundle.js`, "/docs/api-reference.js"],
  };
}
