import { setImmediate as nextTurn } from "node:timers/promises";
import { LANGUAGES, type Language } from "@/lib/platform/language";
import { PAGES, type PageName, pagePath } from "@/lib/points-api/developer-pages";
import { OPERATIONS } from "@/lib/points-api/operations";
import { type RenderedPage, renderPage } from "./markdown";
import { readSource } from "./source";
import { SYNONYMS } from "./synonyms";
import { referenceTags } from "./tables";
import { WORDS } from "./words";

/** One section of a page, or an operation of the reference, as the browser searches it. */
export interface SearchEntry {
  path: string;
  language: Language;
  /** In the language of the reader: such entries come first. */
  isOwn: boolean;
  page: string;
  heading: string;
  text: string;
}

export interface SearchIndex {
  entries: readonly SearchEntry[];
  /** Words that stand for each other. */
  synonyms: readonly (readonly string[])[];
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

/** Every section and operation, those in the reader's language first, as JSON ({@link SearchIndex}). */
export function readSearchIndex(language: Language): Promise<string> {
  return remembered(indexes, language, async () => {
    const entries: SearchEntry[] = [];
    for (const one of LANGUAGES) {
      const isOwn = one === language;
      for (const entry of [...(await sectionsIn(one)), ...operationsIn(one)])
        entries.push({ ...entry, isOwn });
    }
    const index: SearchIndex = { entries, synonyms: SYNONYMS };
    return JSON.stringify(index);
  });
}

type Found = Omit<SearchEntry, "isOwn">;

async function sectionsIn(language: Language): Promise<Found[]> {
  const found: Found[] = [];
  for (const { page, title } of await readTitles(language)) {
    const { sections } = await findPage(language, page);
    for (const { id, heading, text } of sections) {
      const path = pagePath(language, page) + (id === "" ? "" : `#${id}`);
      found.push({ path, language, page: title, heading, text });
    }
  }
  return found;
}

function operationsIn(language: Language): Found[] {
  const tags = referenceTags();
  return Object.values(OPERATIONS).map(({ name, summary }) => ({
    path: `${pagePath(language, "reference")}#/${tags.get(name) ?? ""}/${name}`,
    language,
    page: WORDS.reference[language],
    heading: name,
    text: summary[language],
  }));
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
