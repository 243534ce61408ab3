import type { ReactNode } from "react";
import type { Language } from "@/lib/platform/language";
import { loadMessages, type TextPath } from "@/lib/platform/messages";
import { pickTexts } from "@/lib/platform/texts";
import { pagePreferences } from "./page";
import { TextsProvider } from "./texts-provider";

/** As JSON, by language and paths. A page takes its texts as one string: as an object each would be walked for every page. */
const known = new Map<string, string>();

/** The texts at `paths` in a language, as JSON. */
export async function textsJson(language: Language, paths: readonly TextPath[]): Promise<string> {
  const key = [language, ...paths].join(" ");
  const json = known.get(key) ?? JSON.stringify(pickTexts(await loadMessages(language), paths));
  known.set(key, json);
  return json;
}

/** Gives the components of `children` the texts at `paths`, besides those that they are given around it. */
export async function PageTexts({ of, children }: { of: readonly TextPath[]; children: ReactNode }) {
  const { language } = await pagePreferences();
  return <TextsProvider json={await textsJson(language, of)}>{children}</TextsProvider>;
}

/** A layout that does nothing but give its pages the texts at `paths`. */
export function textsLayout(...paths: readonly TextPath[]) {
  return ({ children }: { children: ReactNode }) => PageTexts({ of: paths, children });
}
