import { setImmediate as nextTurn } from "node:timers/promises";
import type { Language } from "@/lib/platform/language";
import { type RenderedPage, renderPage } from "./markdown";
import { PAGES, type PageName, pagePath } from "./pages";
import { readSource } from "./source";

/** One section of a page, as the browser searches it. */
export interface SearchEntry {
  path: string;
  page: string;
  heading: string;
  text: string;
}

const pages = new Map<string, Promise<RenderedPage>>();
const indexes = new Map<Language, Promise<string>>();

/** A page of the documentation. Each page is rendered once per process, at its first request. */
export function findPage(language: Language, page: PageName): Promise<RenderedPage> {
  return remembered(pages, `${language}/${page}`, async () =>
    renderPage(await readSource(language, page), language),
  );
}

/** The titles of all pages, in the order in which they are read. */
export async function readTitles(language: Language): Promise<{ page: PageName; title: string }[]> {
  const titles: { page: PageName; title: string }[] = [];
  for (const page of PAGES) {
    titles.push({ page, title: (await findPage(language, page)).title });
    // A till is served between two pages that are rendered.
    await nextTurn();
  }
  return titles;
}

/** Every section of every page in one language, as JSON ({@link SearchEntry}). */
export function readSearchIndex(language: Language): Promise<string> {
  return remembered(indexes, language, async () => {
    const entries: SearchEntry[] = [];
    for (const { page, title } of await readTitles(language)) {
      const { sections } = await findPage(language, page);
      for (const { id, heading, text } of sections) {
        const path = pagePath(language, page) + (id === "" ? "" : `#${id}`);
        entries.push({ path, page: title, heading, text });
      }
    }
    return JSON.stringify(entries);
  });
}

/** A failure is not remembered. */
function remembered<Key, Value>(
  known: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}
