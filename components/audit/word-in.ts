import type { useTranslations } from "next-intl";

type Translate = ReturnType<typeof useTranslations<never>>;

/** The word that a kind of things has of its own in a group of texts, or else the one that all have, or else the name itself. */
export function wordIn(t: Translate, group: string, name: string, kind?: string): string {
  // The names come from the server, so no type can know them.
  const has = t.has as (key: string) => boolean;
  const translate = t as unknown as (key: string) => string;
  const key = [`${group}.${kind}_${name}`, `${group}.${name}`].find(has);
  return key === undefined ? name : translate(key);
}
