import type { ReactNode } from "react";
import { ownName } from "@/lib/platform/brand";
import type { Language } from "@/lib/platform/language";
import type { TextPath } from "@/lib/platform/messages";
import { pickTexts } from "@/lib/platform/texts";
import { brandedMessages } from "./brand";
import { PAGE_TEXTS } from "./generated/page-texts";
import { pagePreferences } from "./page";
import { TextsProvider } from "./texts-provider";

/** As JSON, by language and paths. A page takes its texts as one string: as an object each would be walked for every page. */
const known = new Map<string, string>();
/** The programme's name that stands in them. */
const knownNames: Record<Language, string | null> = { en: null, ar: null };

/** The texts at `paths` in a language, as JSON. */
export async function textsJson(language: Language, paths: readonly TextPath[]): Promise<string> {
  if (ownName(language) !== knownNames[language]) known.clear();
  knownNames[language] = ownName(language);
  const key = [language, ...paths].join(" ");
  const json = known.get(key) ?? JSON.stringify(pickTexts(await brandedMessages(language), paths));
  known.set(key, json);
  return json;
}

/** The texts that the files of each page ask for (scripts/list-page-texts.mjs). */
export type PageName = keyof typeof PAGE_TEXTS;

/** Gives the components of `children` the texts of a page, or those at the paths `of`, besides those that they are given around it. */
export async function PageTexts({
  page,
  of = page ? PAGE_TEXTS[page] : [],
  children,
}: {
  page?: PageName;
  of?: readonly TextPath[];
  children: ReactNode;
}) {
  const { language } = await pagePreferences();
  return <TextsProvider json={await textsJson(language, of)}>{children}</TextsProvider>;
}
