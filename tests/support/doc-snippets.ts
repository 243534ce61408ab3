/** A program or an output on a page, as its reader copies it. */
export interface Snippet {
  language: string;
  text: string;
}

const SNIPPET = /<div class="snippet" data-language="([^"]*)">.*?<code>(.*?)<\/code>/gs;
const SIGNS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** All snippets of a page's HTML, in order. */
export function snippetsOf(html: string): Snippet[] {
  return [...html.matchAll(SNIPPET)].map(([, language = "", text = ""]) => ({
    language,
    text: text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => SIGNS[entity] ?? entity),
  }));
}
